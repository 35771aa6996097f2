//! The depths that players reached.

use crate::plot::{Axis, Panel, Scale, Series};
use crate::{csv_text, plot};
use plywood_workbench::{Analysis, SCHEMA, ScoreReport, Session, StoppedBy};
use serde::Serialize;
use std::time::Duration;

/// The depths that players reached in the given times.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DepthsReport {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The players.
    pub players: Vec<Watched>,
    /// The times, in milliseconds.
    pub times_ms: Vec<f64>,
    /// Every search.
    pub rows: Vec<DepthsRow>,
    /// All positions together, by player and time.
    pub medians: Vec<Median>,
    /// Whether this is all that was asked for.
    pub complete: bool,
}

/// A player whose depths are measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Watched {
    /// As it was written.
    pub name: String,
    /// Whether it looks to a depth.
    pub has_depth: bool,
}

/// A search in a time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DepthsRow {
    /// The position as text.
    pub position: String,
    /// Who searched.
    pub player: String,
    /// The time that was given, in milliseconds.
    pub time_ms: f64,
    /// The depth that was completed; none for a player without one.
    pub depth: Option<u32>,
    /// How many moves were played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// The best move.
    pub best: String,
    /// Its value for the side to move.
    pub score: ScoreReport,
    /// Whether the value is certain.
    pub exact: bool,
    /// What ended the search.
    pub stopped_by: Option<StoppedBy>,
}

/// A player in a time: the middle of all positions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Median {
    /// The player.
    pub player: String,
    /// The time that was given, in milliseconds.
    pub time_ms: f64,
    /// How many positions were searched.
    pub positions: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// The depth that was completed; none for a player without one.
    pub depth: Option<f64>,
    /// How many moves were played.
    pub nodes: f64,
}

impl DepthsReport {
    pub(super) fn new(
        positions: &[Box<dyn Session>],
        players: Vec<Watched>,
        times: &[Duration],
    ) -> Self {
        Self {
            schema: SCHEMA,
            game: positions.first().map(|session| session.game()).unwrap_or_default(),
            players,
            times_ms: times.iter().copied().map(milliseconds).collect(),
            rows: Vec::new(),
            medians: Vec::new(),
            complete: false,
        }
    }

    /// Enters what the player of this number found.
    pub(super) fn add(&mut self, player: usize, time: Duration, found: Analysis) {
        self.rows.push(DepthsRow {
            position: found.position,
            player: found.player,
            time_ms: milliseconds(time),
            depth: self.players[player].has_depth.then_some(found.depth),
            nodes: found.nodes,
            elapsed_ms: found.elapsed_ms,
            best: found.best,
            score: found.score,
            exact: found.exact,
            stopped_by: found.stopped_by,
        });
    }

    /// The report with its medians.
    pub(super) fn summed(mut self, complete: bool) -> Self {
        self.complete = complete;
        for player in &self.players {
            for &time_ms in &self.times_ms {
                let own = || {
                    let is = |row: &&DepthsRow| row.player == player.name && row.time_ms == time_ms;
                    self.rows.iter().filter(is)
                };
                let Some(nodes) = median(own().map(|row| row.nodes as f64)) else { continue };
                let solved = |row: &&DepthsRow| row.stopped_by == Some(StoppedBy::Solved);
                self.medians.push(Median {
                    player: player.name.clone(),
                    time_ms,
                    positions: own().count(),
                    solved: own().filter(solved).count(),
                    depth: median(own().filter_map(|row| row.depth).map(f64::from)),
                    nodes,
                });
            }
        }
        self
    }

    /// Every search on a line of comma-separated values, with a heading.
    ///
    /// # Errors
    /// If it cannot be written, of which nothing is known.
    pub fn to_csv(&self) -> Result<String, csv::Error> {
        let rows = self.rows.iter().map(|row| {
            let asked = (&row.position, &row.player, row.time_ms.to_string());
            (asked, row.depth, row.nodes, row.elapsed_ms, &row.best, row.exact)
        });
        csv_text("position,player,time_ms,depth,nodes,elapsed_ms,best,exact", rows)
    }

    /// Depth and nodes by time, a line a player, as a picture.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let across = || {
            let (least, most) = (self.times_ms.iter(), self.times_ms.iter());
            let least = least.copied().fold(f64::INFINITY, f64::min);
            let most = most.copied().fold(0.0, f64::max);
            Axis {
                name: "time in ms".to_owned(),
                scale: if most >= 10.0 * least { Scale::Logarithmic } else { Scale::Linear },
                ticks: Some(self.times_ms.clone()),
            }
        };
        let panel = |title: &str, scale, of: fn(&Median) -> Option<f64>| {
            let up = Axis { name: title.to_owned(), scale, ticks: None };
            let title = format!("{}: {title}", self.game);
            Panel { title, across: across(), up, series: self.series(of) }
        };
        plot::draw(&[
            panel("depth", Scale::Linear, |median| median.depth),
            panel("nodes", Scale::Logarithmic, |median| Some(median.nodes.max(1.0))),
        ])
    }

    fn series(&self, of: fn(&Median) -> Option<f64>) -> Vec<Series> {
        let line = |player: &Watched| {
            let own = self.medians.iter().filter(|median| median.player == player.name);
            let mut points: Vec<(f64, f64)> =
                own.filter_map(|median| Some((median.time_ms, of(median)?))).collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            Series { name: player.name.clone(), points }
        };
        self.players.iter().map(line).collect()
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The median; none of an empty list.
fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len().checked_sub(1)? / 2;
    let other = sorted.len() / 2;
    Some((sorted[middle] + sorted[other]) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_or_between_the_two_middle_ones() {
        assert_eq!(median([].into_iter()), None);
        assert_eq!(median([7.0].into_iter()), Some(7.0));
        assert_eq!(median([9.0, 1.0, 4.0].into_iter()), Some(4.0));
        assert_eq!(median([9.0, 1.0, 4.0, 5.0].into_iter()), Some(4.5));
    }
}
