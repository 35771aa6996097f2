//! Everything that the results of an event tell: points, ratings with error bars,
//! the cross table, the first player's advantage, time, depth and speed, faults.
//!
//! One function of the finished games, in one pass, for a running event as for one
//! that is read from a store.

mod count;
mod two_players;

use crate::event::Points;
use crate::schedule::{Progress, Schedule};
use crate::statistics::Estimate;
use crate::summary::End;
use count::Count;
use serde::Serialize;
use std::collections::BTreeMap;
pub use two_players::{Sequential, TwoPlayers};

/// The standings of an event.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standings {
    /// Version of the document.
    pub schema: u32,
    /// The name of the event.
    pub event: String,
    /// Who meets whom: `match`, `round-robin`, `gauntlet`, `swiss` or `knockout`.
    pub format: &'static str,
    /// What games are worth.
    pub points: Points,
    /// How far the event is.
    pub progress: Progress,
    /// The players, the best first.
    pub players: Vec<PlayerRow>,
    /// What each scored against each, in the order of `players`; none on the
    /// diagonal and where they have not met.
    pub cross: Vec<Vec<Option<Cell>>>,
    /// The games of each configuration.
    pub configurations: Vec<ConfigurationRow>,
    /// All games as the first side sees them.
    pub first: WinDrawLoss,
    /// What the first side is worth, in Elo points; none before the first game.
    pub first_advantage: Option<Estimate>,
    /// How games ended.
    pub ends: BTreeMap<End, u64>,
    /// More about an event of two players.
    pub two_players: Option<TwoPlayers>,
    /// The sequential test, if the event is one.
    pub sprt: Option<Sequential>,
}

/// A player in the standings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerRow {
    /// Its number in the event, from 0.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What plays.
    pub player: String,
    /// Encounters won or rounds survived, where they rank the players.
    pub encounters: Option<f64>,
    /// The points of the event.
    pub points: f64,
    /// All its games.
    pub games: WinDrawLoss,
    /// The share of what it could have scored, a draw being half a win.
    pub score: Option<f64>,
    /// Elo points relative to the average, fitted for all players together; none
    /// before the first game.
    pub elo: Option<Estimate>,
    /// The course's columns.
    pub course: CourseColumns,
    /// Its faults.
    pub faults: BTreeMap<End, u64>,
    /// Milliseconds of a move, on average.
    pub mean_ms: Option<f64>,
    /// Milliseconds of the longest move.
    pub longest_ms: Option<f64>,
    /// The depth of a search, on average.
    pub mean_depth: Option<f64>,
    /// Nodes of a searched move, on average.
    pub mean_nodes: Option<f64>,
    /// Nodes in a second.
    pub nodes_per_second: Option<f64>,
}

/// The columns that the course publishes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct CourseColumns {
    /// Games won as first, without a forfeit.
    pub won_first: u64,
    /// Games won as second, without a forfeit.
    pub won_second: u64,
    /// Games won because the other failed.
    pub won_forfeit: u64,
    /// Games lost as first, without a forfeit.
    pub lost_first: u64,
    /// Games lost as second, without a forfeit.
    pub lost_second: u64,
    /// Games lost by a failure.
    pub lost_forfeit: u64,
    /// Drawn games.
    pub drawn: u64,
}

/// Games won, drawn and lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct WinDrawLoss {
    /// Won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of what could have been scored.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (self.won as f64 + self.drawn as f64 / 2.0) / games as f64)
    }

    fn add(&mut self, halves: usize) {
        *[&mut self.lost, &mut self.drawn, &mut self.won][halves] += 1;
    }
}

/// What one player scored against another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cell {
    /// Points of the event.
    pub points: f64,
    /// The games.
    #[serde(flatten)]
    pub games: WinDrawLoss,
}

/// The games of a configuration.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConfigurationRow {
    /// The game.
    pub game: String,
    /// Its results as the first side sees them.
    #[serde(flatten)]
    pub first: WinDrawLoss,
    /// The number of moves of a game, on average.
    pub mean_plies: Option<f64>,
}

impl Standings {
    /// The player that the event names first, whose results the pairs are.
    #[must_use]
    pub fn named_first(&self) -> &str {
        let row = self.players.iter().find(|row| row.number == 0);
        row.map_or("", |row| &row.name)
    }

    /// The standings after the finished games of a schedule.
    #[must_use]
    pub fn new(schedule: &Schedule) -> Self {
        let event = schedule.event();
        let count = Count::new(event, schedule.results());
        let fit = count.fit();
        let played = count.first.games() > 0;
        let encounters = schedule.encounter_points();
        let mut order: Vec<usize> = (0..event.players.len()).collect();
        let rank = |player: &usize| {
            let encounters = encounters.as_ref().map_or(0.0, |points| points[*player]);
            (encounters, count.tallies[*player].halves, fit.ratings[*player].mid)
        };
        order.sort_by(|one, other| {
            let (one, other) = (rank(one), rank(other));
            other.0.total_cmp(&one.0).then(other.1.cmp(&one.1)).then(other.2.total_cmp(&one.2))
        });
        let row = |&player: &usize| PlayerRow {
            encounters: encounters.as_ref().map(|points| points[player]),
            elo: (count.tallies[player].games.games() > 0).then_some(fit.ratings[player]),
            ..count.row(player)
        };
        Self {
            schema: plywood_workbench::SCHEMA,
            event: event.name.clone(),
            format: event.format.name(),
            points: event.points,
            progress: schedule.progress(),
            players: order.iter().map(row).collect(),
            cross: order.iter().map(|one| count.crossed(*one, &order)).collect(),
            configurations: count.configuration_rows(),
            first: count.first,
            first_advantage: played.then_some(fit.advantage),
            two_players: (event.players.len() == 2)
                .then(|| TwoPlayers::new(schedule.results(), event)),
            sprt: event.sprt.map(|hypotheses| Sequential::new(hypotheses, schedule)),
            ends: count.ends,
        }
    }
}

impl CourseColumns {
    /// The columns in the order in which they are published: won as first, as second
    /// and by forfeit, lost as first, as second and by forfeit, drawn.
    #[must_use]
    pub fn in_order(&self) -> [u64; 7] {
        [
            self.won_first,
            self.won_second,
            self.won_forfeit,
            self.lost_first,
            self.lost_second,
            self.lost_forfeit,
            self.drawn,
        ]
    }

    fn add(&mut self, won: Option<bool>, as_second: bool, forfeit: bool) {
        *match (won, as_second, forfeit) {
            (None, _, _) => &mut self.drawn,
            (Some(true), _, true) => &mut self.won_forfeit,
            (Some(false), _, true) => &mut self.lost_forfeit,
            (Some(true), false, false) => &mut self.won_first,
            (Some(true), true, false) => &mut self.won_second,
            (Some(false), false, false) => &mut self.lost_first,
            (Some(false), true, false) => &mut self.lost_second,
        } += 1;
    }
}
