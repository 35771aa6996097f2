//! An event: who plays what against whom, under which conditions.
//!
//! An [`Event`] is complete: openings that come from files or are drawn once stand
//! in it, so that it can be kept in a store, continued and played on another
//! machine without anything else. A [`Draft`] is what people write, in a file or as
//! flags; [`Draft::resolve`] checks it and makes the event.

mod draft;
mod reader;
mod resolve;

pub use draft::{
    AdjudicationDraft, ConfigurationDraft, Draft, LimitsDraft, OpeningsDraft, Placed, PlayerDraft,
    SprtDraft,
};
pub use resolve::{Resolved, Surroundings};

use crate::Hypotheses;
use plywood_workbench::{ClockRules, Limits, LimitsReport};
use serde::{Deserialize, Serialize};

/// A tournament, match or sequential test.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// By which it is found in a store.
    pub name: String,
    /// Who plays.
    pub players: Vec<Contestant>,
    /// What is played.
    pub configurations: Vec<Configuration>,
    /// Who meets whom.
    pub format: Format,
    /// The number of games of each encounter in each configuration.
    pub games_per_pair: usize,
    /// What games are worth.
    pub points: Points,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
    /// The hypotheses, if the event is a sequential test.
    pub sprt: Option<Hypotheses>,
    /// What pairings, openings and random players are drawn from.
    pub seed: u64,
    /// How much longer than its time limit a player may take for a move, in
    /// milliseconds.
    pub time_margin_ms: u64,
}

/// A player of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contestant {
    /// What tables call it.
    pub name: String,
    /// What plays: a player as the command writes it.
    pub player: String,
}

/// A game and how it is played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// The words that name the game.
    pub game: String,
    /// What games begin with.
    pub openings: OpeningSource,
    /// Limits of a move, for players that have none of their own.
    pub limits: LimitsReport,
    /// The clocks, if the game is played with clocks.
    pub clock: Option<ClockRules>,
}

impl Configuration {
    /// A game from its start, where every move takes the player's usual time.
    #[must_use]
    pub fn new(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            openings: OpeningSource::Start,
            limits: LimitsReport::default(),
            clock: None,
        }
    }

    /// The limits of a move.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits::from(&self.limits)
    }
}

/// What the games of a configuration begin with. Both games of a pair, and all
/// pairs of players, begin with the same ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningSource {
    /// The start of the game.
    Start,
    /// Random moves, drawn for each pair of games when it is played.
    Random {
        /// How many.
        moves: usize,
        /// Of how many random openings the most balanced is taken; 0 and 1 take
        /// the first.
        balanced_of: usize,
    },
    /// Series of moves, in an order that the seed decides.
    Listed(Vec<String>),
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Two players.
    Match,
    /// Each against each.
    RoundRobin,
    /// The first players against all others.
    Gauntlet {
        /// How many the first players are.
        challengers: usize,
    },
    /// In each round, players meet who have scored alike and have not met.
    Swiss {
        /// How many rounds.
        rounds: usize,
        /// How the first round is drawn.
        seeding: Seeding,
    },
    /// Who loses an encounter is out.
    Knockout {
        /// How the bracket is drawn.
        seeding: Seeding,
    },
}

impl Format {
    /// Its name in event files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Swiss { .. } => "swiss",
            Self::Knockout { .. } => "knockout",
        }
    }
}

/// How a draw begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By the event's seed.
    #[default]
    Random,
    /// In the order in which the players are listed, the strongest first.
    Listed,
}

/// What games are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Points {
    /// A win 1, a draw 1/2.
    #[default]
    Standard,
    /// A win as first 2, as second 3, by forfeit 2, a draw 1.
    Course,
}

impl Points {
    /// What a game is worth to the side with this index, in half points: won,
    /// drawn or lost, and whether it ended by a forfeit.
    #[must_use]
    pub(crate) fn halves(self, won: Option<bool>, as_second: bool, forfeit: bool) -> u64 {
        match (self, won) {
            (_, Some(false)) => 0,
            (Self::Standard, None) => 1,
            (Self::Standard, Some(true)) | (Self::Course, None) => 2,
            (Self::Course, Some(true)) if as_second && !forfeit => 6,
            (Self::Course, Some(true)) => 4,
        }
    }
}

/// When games end before the rules end them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// When a player inside the program has proved the value of its move, or both
    /// players name the same certain result.
    pub exact: bool,
    /// When both players agree who wins.
    pub agreement: Option<Agreement>,
    /// A game with this many moves is drawn.
    pub length: Option<usize>,
}

/// When two players agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agreement {
    /// For how many moves of each player in a row.
    pub moves: usize,
    /// The estimate, in the game's own unit, from which a side counts as winning.
    pub value: i32,
}

impl Event {
    /// A match of two players in one configuration.
    #[must_use]
    pub fn of_two(name: &str, players: [&str; 2], configuration: Configuration) -> Self {
        let mut contestants = players.map(|text| Contestant::new(text, text));
        if players[0] == players[1] {
            contestants[1].name.push_str(" (2)");
        }
        Self {
            name: name.to_owned(),
            players: contestants.into(),
            configurations: vec![configuration],
            format: Format::Match,
            games_per_pair: 2,
            points: Points::Standard,
            adjudication: Adjudication::default(),
            sprt: None,
            seed: 1,
            time_margin_ms: 1000,
        }
    }
}

impl Contestant {
    /// A player with a name.
    #[must_use]
    pub fn new(name: &str, player: &str) -> Self {
        Self { name: name.to_owned(), player: player.to_owned() }
    }
}
