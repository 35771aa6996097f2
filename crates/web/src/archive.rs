//! The kept games as `plywood store` meets them, also while a server uses them: a copy
//! of all, a check, and games to and from files.

use crate::open_game::OpenGame;
use crate::roster::Roster;
use crate::state::NewGame;
use crate::store::{Row, Visitor};
use plywood_workbench::{Record, Workbench};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tokio::runtime::Runtime;

/// A store of kept games, opened beside the server that may be using it.
pub struct Archive {
    runtime: Runtime,
    store: Visitor,
}

/// A kept game, with everything that is kept of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptGame {
    /// Its name, 16 hexadecimal digits.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The words that name the game.
    pub game: String,
    /// The players, as text.
    pub first: String,
    /// The other one.
    pub second: String,
    /// How many moves were played.
    pub moves: i64,
    /// How it ended, in words; none if it goes on.
    pub ending: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub created: i64,
    /// When it last changed.
    pub updated: i64,
    /// The saved game as text.
    pub record: String,
    /// The tree of moves as JSON.
    pub tree: String,
    /// The clocks as JSON, if it has any.
    pub clock: Option<String>,
}

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Findings {
    /// How many games can be read.
    pub games: usize,
    /// What is wrong, in words; empty if nothing is.
    pub problems: Vec<String>,
}

impl Archive {
    /// The file in which games are kept where none is named.
    #[must_use]
    pub fn usual() -> Option<PathBuf> {
        crate::server::usual_store()
    }

    /// Opens a store, which must exist.
    ///
    /// # Errors
    /// In words, if it cannot be used.
    pub fn open(path: &Path) -> Result<Self, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("the system gives no threads: {error}"))?;
        let store = runtime.block_on(Visitor::open(path))?;
        Ok(Self { runtime, store })
    }

    /// Copies everything into a new file, and gives the number of games in it.
    ///
    /// # Errors
    /// In words, if the copy cannot be made.
    pub fn backup(&mut self, to: &Path) -> Result<usize, String> {
        self.runtime.block_on(self.store.copy(to))
    }

    /// Reads everything.
    ///
    /// # Errors
    /// In words, if the store does not answer. What is damaged is a finding.
    pub fn check(&mut self) -> Result<Findings, String> {
        let (games, problems) = self.runtime.block_on(self.store.check());
        Ok(Findings { games, problems })
    }

    /// All games that can be read, the oldest first, and how many cannot be.
    ///
    /// # Errors
    /// In words, if the store does not answer.
    pub fn games(&mut self) -> Result<(Vec<KeptGame>, usize), String> {
        let (rows, besides) = self.runtime.block_on(self.store.rows())?;
        Ok((rows.into_iter().map(kept).collect(), besides))
    }

    /// A game as the text that the page downloads.
    ///
    /// # Errors
    /// In words, if it is no game of this workbench.
    pub fn text(workbench: &Workbench, game: &KeptGame) -> Result<String, String> {
        let opened = OpenGame::reopen(workbench, row(game)).map_err(|error| error.to_string())?;
        Ok(opened.document().to_string())
    }

    /// Adds games that were exported, and gives how many are new. Those whose names are
    /// in the store are left as they are there. Nothing is added if one of them cannot
    /// be opened.
    ///
    /// # Errors
    /// In words, if a game cannot be opened or the store not be written.
    pub fn import(&mut self, workbench: &Workbench, games: &[KeptGame]) -> Result<usize, String> {
        let mut rows = Vec::new();
        for game in games {
            let wrong = |problem: String| format!("the game {}: {problem}", game.id);
            if !crate::identity::is_id(&game.id) {
                return Err(wrong("its name is not 16 hexadecimal digits".to_owned()));
            }
            let opened = OpenGame::reopen(workbench, row(game));
            // Written again, so that only what was understood is kept.
            rows.push(opened.map_err(|error| wrong(error.to_string()))?.row());
        }
        self.runtime.block_on(self.store.add(&rows))
    }

    /// Saved games as a text, as games that can be imported.
    ///
    /// # Errors
    /// In words, with the number of the game that cannot be opened.
    pub fn read(workbench: &Workbench, text: &str) -> Result<Vec<KeptGame>, String> {
        let read = |(number, text): (usize, &str)| {
            let players = |record: &Record, key: &str| {
                record.notes.iter().find(|(name, _)| *name == key).map(|(_, text)| text.clone())
            };
            let wrong = |problem: String| format!("game {}: {problem}", number + 1);
            let record: Record = text.parse().map_err(|error| wrong(format!("{error}")))?;
            let new = NewGame {
                first: players(&record, "first"),
                second: players(&record, "second"),
                file: Some(text.to_owned()),
                ..NewGame::default()
            };
            let game = OpenGame::begin(workbench, &Roster::default(), new)
                .map_err(|refusal| wrong(refusal.error.what))?;
            Ok(kept(game.row()))
        };
        Record::split(text).enumerate().map(read).collect()
    }
}

fn kept(row: Row) -> KeptGame {
    KeptGame {
        id: row.id,
        title: row.title,
        game: row.line.game,
        first: row.first,
        second: row.second,
        moves: row.line.moves,
        ending: row.line.ending,
        created: row.created,
        updated: row.line.updated,
        record: row.record,
        tree: row.tree,
        clock: row.clock,
    }
}

fn row(game: &KeptGame) -> Row {
    Row {
        id: game.id.clone(),
        title: game.title.clone(),
        record: game.record.clone(),
        future: String::new(),
        tree: game.tree.clone(),
        first: game.first.clone(),
        second: game.second.clone(),
        clock: game.clock.clone(),
        paused: true,
        created: game.created,
        revision: 0,
        line: crate::store::Summary {
            game: game.game.clone(),
            moves: game.moves,
            ending: game.ending.clone(),
            updated: game.updated,
        },
    }
}
