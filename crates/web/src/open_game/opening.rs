//! How a game comes to be open, and what of it is kept.

use super::OpenGame;
use super::replay::{Origin, annotate};
use crate::identity::new_id;
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::state::NewGame;
use crate::store::{Row, Summary};
use plywood_arena::Referee;
use plywood_workbench::{
    Clock, Error, MoveTree, PlayerSpec, Record, Session, Start, Workbench, seed_of_the_moment,
};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The longest title.
const LONGEST_TITLE: usize = 120;

/// Clocks as they were kept; none if the text is no clock of a game with this
/// many moves.
fn kept_clock(text: &str, ply: usize) -> Option<Clock> {
    serde_json::from_str(text).ok().filter(|clock: &Clock| clock.fits(ply))
}

/// The tree as it was kept; none if the text is no tree whose current line is
/// the session's.
fn kept_tree(text: &str, session: &dyn Session) -> Option<MoveTree> {
    let fits = |tree: &MoveTree| tree.moves(tree.current()) == session.turn().moves;
    serde_json::from_str(text).ok().filter(fits)
}

/// The tree and the title of a downloaded game, as far as it tells them.
fn from_record(record: &Record, session: &dyn Session) -> (Option<MoveTree>, Option<String>) {
    let tree = record.note("variations").and_then(|text| kept_tree(text, session));
    let tree = tree.or_else(|| {
        record.note("times")?;
        let players = ["first", "second"].map(|key| record.note(key).unwrap_or_default());
        let mut tree = grown(session);
        annotate(&mut tree, session, record, players, None);
        Some(tree)
    });
    (tree, record.note("title").map(str::to_owned))
}

/// The tree of a game in which no more was played than its moves.
fn grown(session: &dyn Session) -> MoveTree {
    let moves = session.turn().moves.into_iter().enumerate();
    let side = |ply| session.to_move_at(ply).unwrap_or(session.to_move());
    let mut tree = MoveTree::of_line(moves.map(|(ply, mv)| (mv, side(ply))));
    tree.annotate(tree.current(), |node| node.forfeit = session.record().forfeit);
    tree
}

/// The same, with moves that were taken back, as far as they can be played.
fn grown_with<'m>(session: &mut dyn Session, future: impl Iterator<Item = &'m str>) -> MoveTree {
    let mut tree = grown(session);
    let (ply, mut node) = (session.ply(), tree.current());
    for mv in future {
        let side = session.to_move();
        let Ok(spelling) = session.play(mv) else { break };
        node = tree.add(node, &spelling, side);
    }
    while session.ply() > ply && session.undo() {}
    tree
}

impl OpenGame {
    /// Begins a game.
    pub(crate) fn begin(
        workbench: &Workbench,
        roster: &Roster,
        new: NewGame,
    ) -> Result<Self, Refusal> {
        let (position, file, moves) = (new.position, new.file, new.moves);
        let start = Start { position, file, moves, ..Start::default() };
        let game = match (new.game, &start.file) {
            // A saved game names its game, which overrides the form's.
            (_, Some(file)) if Record::is_record(file) => file.parse::<Record>()?.game,
            (Some(game), _) => game,
            (None, _) => return Err(Refusal::bad("which game?").at("game").expected("its name")),
        };
        let given = start.has_position();
        let game = if given { workbench.at_a_position(&game)? } else { &game };
        let session = workbench.open(game, &start, seed_of_the_moment())?;
        let players = [
            read_player((workbench, roster), &*session, new.first, "first")?,
            read_player((workbench, roster), &*session, new.second, "second")?,
        ];
        let clock = new.clock.map(|rules| Clock::new(rules, session.ply())).transpose()?;
        let (file, title) = match &start.file {
            Some(file) if Record::is_record(file) => from_record(&file.parse()?, &*session),
            _ => (None, None),
        };
        let tree = file.unwrap_or_else(|| grown(&*session));
        let title = match new.title.or(title) {
            Some(title) => checked_title(&title)?,
            None => session.game(),
        };
        let now = now_ms();
        Ok(Self {
            id: new_id(),
            title,
            referee: Referee::new(session, clock),
            tree,
            players,
            names: None,
            paused: false,
            problem: None,
            storage: None,
            unsaved: false,
            search: None,
            owner: None,
            revision: 1,
            created: now,
            updated: now,
            touched: Instant::now(),
        })
    }

    /// A copy of a game of an event, to be replayed.
    pub(crate) fn replay(workbench: &Workbench, origin: Origin<'_>) -> Result<Self, Refusal> {
        let record: Record = origin.game.record.parse()?;
        let file = Some(origin.game.record.clone());
        let title = Some(origin.title.chars().take(LONGEST_TITLE).collect());
        let new = NewGame { file, title, ..NewGame::default() };
        let mut game = Self::begin(workbench, &Roster::default(), new)?;
        let session = game.referee.session();
        annotate(&mut game.tree, session, &record, origin.players, origin.clock);
        game.names = Self::names_of(&record);
        game.id = origin.id;
        Ok(game)
    }

    /// Opens a game that was kept.
    pub(crate) fn reopen(workbench: &Workbench, row: Row) -> Result<Self, Error> {
        let revision = later_revision(&row, now_ms());
        let record: Record = row.record.parse()?;
        let mut session = workbench.resume(&record)?;
        let tree = kept_tree(&row.tree, &*session);
        let tree = tree.unwrap_or_else(|| grown_with(&mut *session, row.future.lines()));
        let clock = row.clock.and_then(|text| kept_clock(&text, session.ply()));
        let title = kept_title(&row.title, &session.game());
        Ok(Self {
            id: row.id,
            title,
            tree,
            players: [row.first.parse()?, row.second.parse()?],
            names: Self::names_of(&record),
            referee: Referee::new(session, clock),
            paused: row.paused,
            problem: None,
            storage: None,
            unsaved: false,
            search: None,
            owner: None,
            revision,
            created: row.created,
            updated: row.line.updated,
            touched: Instant::now(),
        })
    }

    /// What is kept.
    pub(crate) fn row(&self) -> Row {
        let [first, second] = self.players.each_ref().map(ToString::to_string);
        Row {
            id: self.id.clone(),
            title: self.title.clone(),
            record: self.named_record().to_string(),
            future: String::new(),
            // A tree is plain data, which serde_json always writes.
            tree: serde_json::to_string(&self.tree).unwrap_or_default(),
            first,
            second,
            clock: self.clock().and_then(|clock| serde_json::to_string(&clock.stopped()).ok()),
            paused: self.paused,
            created: self.created,
            revision: i64::try_from(self.revision).unwrap_or(i64::MAX),
            line: Summary {
                game: self.session().game(),
                moves: self.session().ply() as i64,
                ending: self.session().ending().map(|_| self.session().snapshot().status()),
                updated: self.updated,
            },
        }
    }
}

pub(super) fn read_player(
    (workbench, roster): (&Workbench, &Roster),
    session: &dyn Session,
    text: Option<String>,
    place: &str,
) -> Result<PlayerSpec, Refusal> {
    let Some(text) = text else { return Ok(PlayerSpec::Human) };
    let read = || -> Result<PlayerSpec, Error> {
        let player: PlayerSpec = text.parse()?;
        roster.admit(workbench, session, &player)?;
        Ok(player.seeded())
    };
    read().map_err(|error| Refusal::from(error).at(place))
}

pub(super) fn checked_title(title: &str) -> Result<String, Refusal> {
    let title = title.trim();
    let good = !title.is_empty()
        && title.chars().count() <= LONGEST_TITLE
        && !title.chars().any(char::is_control);
    let refusal = || Refusal::bad("this is not a title").at("title");
    good.then(|| title.to_owned())
        .ok_or_else(|| refusal().expected(format!("1 to {LONGEST_TITLE} characters, on one line")))
}

/// A title that was kept, as far as it can be one: another program may have written the
/// store, or the file that was imported, and it becomes a line of a saved game.
fn kept_title(title: &str, game: &str) -> String {
    let whole: String = title.chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
    checked_title(&whole).unwrap_or_else(|_| game.to_owned())
}

/// A revision that is larger than any the game had before, whatever the clock says.
/// Games of earlier versions counted from the time at which they were opened.
fn later_revision(row: &Row, now: i64) -> u64 {
    let known = match row.revision {
        0 => now.max(row.line.updated),
        revision => revision,
    };
    known.max(0) as u64 + UNSEEN
}

/// More changes than a game can have after it was kept for the last time: what it waits
/// for, say, is told and not kept.
const UNSEEN: u64 = 1_000_000;

/// Milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_title_is_one_line() {
        assert_eq!(kept_title("A good game", "othello"), "A good game");
        for bad in ["", " ", "\n", "\u{7f}"] {
            assert_eq!(kept_title(bad, "othello"), "othello");
        }
        assert_eq!(kept_title("one\nmoves a1", "othello"), "onemoves a1");
        assert_eq!(kept_title(&"x".repeat(1000), "othello").len(), LONGEST_TITLE);
    }

    #[test]
    fn a_revision_grows_whatever_the_clock_does() {
        let workbench = Workbench::standard();
        let new = NewGame { game: Some("othello".to_owned()), ..NewGame::default() };
        let game = OpenGame::begin(&workbench, &Roster::default(), new).expect("a game");
        let mut row = game.row();
        let mut latest = game.revision();
        for now in [1_800_000_000_000, 1_700_000_000_000, 0, i64::MAX / 2] {
            let revision = later_revision(&row, now);
            assert!(revision > latest, "{revision} at {now}");
            // It must be a number in JavaScript.
            assert!(revision < 1 << 53);
            row.revision = revision as i64;
            latest = revision;
        }
        // A game of an earlier version whose last change was in the future.
        row.revision = 0;
        row.line.updated = 1_900_000_000_000;
        assert!(later_revision(&row, 1_700_000_000_000) > 1_900_000_000_000);
    }
}
