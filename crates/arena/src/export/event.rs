//! A whole event in a file: its report, its table, or its games.

use super::{ggf, psq};
use crate::event::Event;
use crate::report::html_report;
use crate::standings::Standings;
use crate::store::{Store, StoreError, StoredEvent, StoredFault, StoredGame};
use crate::summary::Summary;
use plywood_engines::Board;
use plywood_game::Side;
use plywood_workbench::{Record, Workbench};
use serde::Serialize;
use std::str::FromStr;

/// What is written of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The report, as a page of its own.
    Html,
    /// The standings, as comma-separated values.
    Csv,
    /// The games, as Plywood saves them.
    Text,
    /// Games of Othello, as other programs read them.
    Ggf,
    /// Games of (m,n,k), as Piskvork saves them.
    Psq,
    /// Everything, for programs.
    Json,
}

impl Form {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Html, Self::Csv, Self::Text, Self::Json, Self::Ggf, Self::Psq];

    /// How the names of such files end.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Csv => "csv",
            Self::Text => "txt",
            Self::Ggf => "ggf",
            Self::Psq => "psq",
            Self::Json => "json",
        }
    }

    /// Whether games of this game can be written so.
    #[must_use]
    pub fn takes(self, game: &str) -> bool {
        match self {
            Self::Ggf => game == "othello",
            Self::Psq => Board::of(game).is_some(),
            _ => true,
        }
    }

    /// Whether games are written, not what they add up to.
    #[must_use]
    pub const fn has_games(self) -> bool {
        !matches!(self, Self::Html | Self::Csv)
    }
}

impl FromStr for Form {
    type Err = String;

    /// Reads the ending of a file, or `text`.
    fn from_str(word: &str) -> Result<Self, String> {
        let word = if word.eq_ignore_ascii_case("text") { "txt" } else { word };
        let known = Self::ALL.into_iter().find(|form| form.ending().eq_ignore_ascii_case(word));
        known.ok_or_else(|| "expected html, csv, text, ggf, psq or json".to_owned())
    }
}

/// An event, or its games, as the text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The text.
    pub text: String,
    /// How many games are in it.
    pub games: usize,
    /// How many games are not, because they have no such form.
    pub left_out: usize,
}

/// The faults that a report names one by one.
const FAULTS_SHOWN: u32 = 50;

impl Store {
    /// An event in this form.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn export(
        &mut self,
        workbench: &Workbench,
        stored: StoredEvent,
        form: Form,
    ) -> Result<Export, StoreError> {
        let whole = self.read_whole(stored, form.has_games()).await?;
        let all = |text| Export { text, games: whole.games.len(), left_out: 0 };
        Ok(match form {
            Form::Html => all(html_report(&whole.stored.event, &whole.standings, &whole.faults)),
            Form::Csv => all(csv_table(&whole.standings)),
            Form::Text => {
                let games: Vec<&str> =
                    whole.games.iter().map(|game| game.record.as_str()).collect();
                all(games.join("\n"))
            }
            Form::Ggf => whole.translated(|record| ggf(workbench, record)),
            Form::Psq => whole.translated(|record| psq(workbench, record)),
            // Numbers, texts and lists always have a JSON form.
            Form::Json => {
                all(serde_json::to_string_pretty(&whole.document()).unwrap_or_default() + "\n")
            }
        })
    }

    async fn read_whole(
        &mut self,
        stored: StoredEvent,
        with_games: bool,
    ) -> Result<Whole, StoreError> {
        let schedule = self.schedule(&stored).await?;
        let results: Vec<Summary> = schedule.results().cloned().collect();
        let last = results.last().map_or(0, |result| result.pairing.number + 1);
        let most = if with_games { u32::MAX } else { FAULTS_SHOWN };
        let faults = self.faults(stored.id, most).await?;
        let mut games = Vec::new();
        if with_games {
            games = self.games(stored.id, 0, last).await?;
            // A decided test may hold games that finished after its end.
            games.retain(|game| game.number < last);
        }
        Ok(Whole { standings: Standings::new(&schedule), stored, results, faults, games })
    }
}

/// Everything that is known about an event.
struct Whole {
    stored: StoredEvent,
    results: Vec<Summary>,
    standings: Standings,
    faults: Vec<StoredFault>,
    games: Vec<StoredGame>,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    event: &'a Event,
    standings: &'a Standings,
    games: Vec<GameDocument<'a>>,
}

#[derive(Serialize)]
struct GameDocument<'a> {
    /// From 1.
    number: u32,
    game: &'a str,
    first: &'a str,
    second: &'a str,
    /// Both games of a pair have the same, from 1.
    pair: u32,
    round: u32,
    winner: Option<&'static str>,
    /// The first side's points minus the second's, where the game counts them.
    margin: Option<i32>,
    end: &'static str,
    plies: u32,
    /// Microseconds that the sides used.
    time_us: [u64; 2],
    fault: Option<&'a str>,
    /// The saved game, with moves, times, depths and values.
    record: &'a str,
}

impl Whole {
    /// The games in another form, those that have one.
    fn translated(&self, form: impl Fn(&Record) -> Option<String>) -> Export {
        let records = self.games.iter().filter_map(|game| game.record.parse().ok());
        let texts: Vec<String> = records.filter_map(|record| form(&record)).collect();
        Export {
            text: texts.iter().map(|text| format!("{text}\n")).collect(),
            games: texts.len(),
            left_out: self.games.len() - texts.len(),
        }
    }

    fn document(&self) -> Document<'_> {
        let both = self.results.iter().zip(&self.games);
        let games = both.filter_map(|(result, game)| self.game(result, game)).collect();
        Document { schema: 1, event: &self.stored.event, standings: &self.standings, games }
    }

    fn game<'a>(&'a self, result: &Summary, game: &'a StoredGame) -> Option<GameDocument<'a>> {
        let (event, pairing) = (&self.stored.event, result.pairing);
        let name = |side: usize| event.players.get(pairing.players[side] as usize);
        let place = self.faults.binary_search_by_key(&pairing.number, |fault| fault.number);
        let outcome = result.outcome;
        Some(GameDocument {
            number: pairing.number + 1,
            game: &event.configurations.get(pairing.configuration as usize)?.game,
            first: &name(0)?.name,
            second: &name(1)?.name,
            pair: pairing.pair + 1,
            round: pairing.stage + 1,
            winner: outcome.winner().map(|side| ["first", "second"][side.index()]),
            margin: outcome.margin().map(|_| outcome.value_for(Side::First)),
            end: result.end.name(),
            plies: result.plies,
            time_us: result.sides.map(|side| side.time_us),
            fault: place.ok().map(|place| self.faults[place].detail.as_str()),
            record: &game.record,
        })
    }
}

const COLUMNS: [&str; 16] = [
    "place",
    "player",
    "points",
    "games",
    "won",
    "drawn",
    "lost",
    "won_first",
    "won_second",
    "won_forfeit",
    "lost_first",
    "lost_second",
    "lost_forfeit",
    "elo",
    "elo_low",
    "elo_high",
];

/// The standings as comma-separated values.
fn csv_table(standings: &Standings) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let rows = standings.players.iter().enumerate().map(|(place, row)| {
        let games = row.games;
        let counts = [games.games(), games.won, games.drawn, games.lost];
        let elo = row.elo.map(|elo| [elo.mid, elo.low, elo.high].map(|elo| format!("{elo:.2}")));
        let mut cells = vec![(place + 1).to_string(), row.name.clone(), row.points.to_string()];
        // Drawn games, the last column, stand among the counts already.
        let course = row.course.in_order().into_iter().take(6);
        cells.extend(counts.into_iter().chain(course).map(|count| count.to_string()));
        cells.extend(elo.unwrap_or_default());
        cells
    });
    let heading = COLUMNS.map(str::to_owned).to_vec();
    for cells in std::iter::once(heading).chain(rows) {
        // Rows of one length are written to memory, which cannot fail.
        let _ = writer.write_record(cells);
    }
    String::from_utf8_lossy(&writer.into_inner().unwrap_or_default()).into_owned()
}
