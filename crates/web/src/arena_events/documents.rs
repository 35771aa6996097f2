//! What the page is told about events.

use plywood_game::Side;
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// The faults that are shown one by one.
pub(crate) const FAULTS: u32 = 50;

/// The events of the store, the newest first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventList {
    pub(crate) schema: u32,
    /// The file or server in which they are kept; none if there can be none.
    pub(crate) store: Option<String>,
    /// Whether they are begun and played on other machines only.
    pub(crate) elsewhere: bool,
    pub(crate) events: Vec<EventLine>,
}

/// Where an event is played, as in [`EventLine`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Course {
    pub(crate) played: bool,
    pub(crate) here: bool,
    pub(crate) elsewhere: bool,
}

/// An event in a few words.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventLine {
    pub(crate) name: String,
    pub(crate) format: &'static str,
    pub(crate) players: usize,
    /// The games, or how many there are.
    pub(crate) games: String,
    pub(crate) finished: usize,
    /// How many games there are, as far as is known.
    pub(crate) known: usize,
    pub(crate) over: bool,
    /// Whether a program plays it now.
    pub(crate) played: bool,
    /// Whether that is this server.
    pub(crate) here: bool,
    /// Whether it is played on other machines only.
    pub(crate) elsewhere: bool,
    /// What a sequential test has decided.
    pub(crate) verdict: Option<String>,
    /// When it was begun and when its last game ended, in milliseconds since 1970.
    pub(crate) created: i64,
    pub(crate) updated: i64,
}

/// Everything about an event except its games.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventView {
    pub(crate) schema: u32,
    /// Another one whenever something here is another.
    pub(crate) revision: String,
    pub(crate) event: EventLine,
    /// Why it could not go on here, if so.
    pub(crate) problem: Option<String>,
    /// The players, the best first.
    pub(crate) ranking: Vec<Ranked>,
    /// What the encounters that rank players are called, where they do.
    pub(crate) encounters: Option<&'static str>,
    /// Whether the points are those of the course.
    pub(crate) course: bool,
    /// What each scored against each, in the order of the ranking.
    pub(crate) cross: Vec<Vec<Option<Met>>>,
    pub(crate) boards: Vec<Board>,
    /// What the first side is worth, in Elo.
    pub(crate) first_side: Option<Range>,
    pub(crate) pairs: Option<PairCounts>,
    pub(crate) sprt: Option<Ratio>,
    /// How games ended, and how many.
    pub(crate) ends: Vec<(&'static str, u64)>,
    pub(crate) faults: Vec<EventFault>,
    pub(crate) files: Vec<EventFile>,
    /// How it is played, in words.
    pub(crate) conditions: Vec<String>,
}

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) mid: f64,
    pub(crate) high: f64,
}

/// A player of an event.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Ranked {
    /// Its number in the event, from 0.
    pub(crate) number: usize,
    pub(crate) name: String,
    pub(crate) player: String,
    pub(crate) encounters: Option<f64>,
    pub(crate) points: f64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) elo: Option<Range>,
    /// Won as first, as second, by forfeit; lost likewise; drawn.
    pub(crate) course: [u64; 7],
    /// Faults in words, such as `2 timeout`.
    pub(crate) faults: String,
    pub(crate) mean_ms: Option<f64>,
    pub(crate) longest_ms: Option<f64>,
    pub(crate) mean_depth: Option<f64>,
    pub(crate) nodes_per_second: Option<f64>,
}

/// What one player scored against another.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Met {
    pub(crate) points: f64,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
}

/// A game of the event, as the first side sees its results.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Board {
    pub(crate) game: String,
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
    pub(crate) mean_plies: Option<f64>,
}

/// Pairs of games of two players.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct PairCounts {
    /// Whose points they are.
    pub(crate) player: String,
    /// Pairs with 0, 1/2, 1, 3/2 and 2 points.
    pub(crate) counts: [u64; 5],
    pub(crate) elo: Option<Range>,
    pub(crate) nelo: Option<Range>,
    /// The likelihood of superiority.
    pub(crate) los: Option<f64>,
}

/// A sequential test.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct Ratio {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    pub(crate) model: &'static str,
    pub(crate) llr: Option<f64>,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    pub(crate) verdict: String,
    /// The ratio after numbers of pairs.
    pub(crate) history: Vec<(u64, f64)>,
}

/// How a player failed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventFault {
    /// The number of the game, from 0.
    pub(crate) game: u32,
    pub(crate) player: String,
    pub(crate) detail: String,
}

/// A file that can be downloaded.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventFile {
    /// Its ending.
    pub(crate) form: &'static str,
    /// How many of the event's finished games have such a form; none if it is no
    /// file of games.
    pub(crate) games: Option<u64>,
}

/// Games of an event.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventGames {
    pub(crate) schema: u32,
    /// How many there are in all.
    pub(crate) total: usize,
    pub(crate) games: Vec<EventGame>,
}

/// A finished game of an event.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub(crate) struct EventGame {
    /// From 0.
    pub(crate) number: u32,
    pub(crate) game: String,
    pub(crate) first: String,
    pub(crate) second: String,
    pub(crate) winner: Option<Side>,
    pub(crate) end: &'static str,
    pub(crate) plies: u32,
    /// The time of each side, in milliseconds.
    pub(crate) first_ms: u64,
    pub(crate) second_ms: u64,
}
