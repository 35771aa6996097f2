//! What is counted of the finished games, in one pass over them.

use super::{Cell, ConfigurationRow, CourseColumns, PlayerRow, WinDrawLoss};
use crate::event::Event;
use crate::statistics::{Fit, Results};
use crate::summary::{Effort, End, Summary};
use plywood_game::Side;
use std::collections::BTreeMap;

/// What is counted of a player.
#[derive(Default, Clone)]
pub(super) struct Tally {
    pub(super) halves: u64,
    pub(super) games: WinDrawLoss,
    course: CourseColumns,
    faults: BTreeMap<End, u64>,
    effort: Effort,
}

/// What is counted in one pass.
pub(super) struct Count<'a> {
    event: &'a Event,
    pub(super) tallies: Vec<Tally>,
    /// Games of a player as first against another as second: a row a player.
    meetings: Vec<WinDrawLoss>,
    /// The points of these of both sides, in halves.
    worth: Vec<[u64; 2]>,
    configurations: Vec<(WinDrawLoss, u64)>,
    pub(super) first: WinDrawLoss,
    pub(super) ends: BTreeMap<End, u64>,
}

impl<'a> Count<'a> {
    pub(super) fn new<'s>(event: &'a Event, results: impl Iterator<Item = &'s Summary>) -> Self {
        let players = event.players.len();
        let mut count = Self {
            event,
            tallies: vec![Tally::default(); players],
            meetings: vec![WinDrawLoss::default(); players * players],
            worth: vec![[0; 2]; players * players],
            configurations: vec![(WinDrawLoss::default(), 0); event.configurations.len()],
            first: WinDrawLoss::default(),
            ends: BTreeMap::new(),
        };
        results.for_each(|result| count.add(result));
        count
    }

    fn add(&mut self, result: &Summary) {
        let players = result.pairing.players.map(|player| player as usize);
        let meeting = players[0] * self.tallies.len() + players[1];
        let (forfeit, winner) = (result.end.is_fault(), result.outcome.winner());
        for side in Side::BOTH {
            let won = winner.map(|winner| winner == side);
            let as_second = side == Side::Second;
            let halves = self.event.points.halves(won, as_second, forfeit);
            let tally = &mut self.tallies[players[side.index()]];
            tally.halves += halves;
            tally.games.add(result.halves(side));
            tally.course.add(won, as_second, forfeit);
            tally.effort.add(&result.sides[side.index()]);
            if forfeit && won == Some(false) {
                *tally.faults.entry(result.end).or_default() += 1;
            }
            self.worth[meeting][side.index()] += halves;
        }
        let halves = result.halves(Side::First);
        self.meetings[meeting].add(halves);
        self.first.add(halves);
        let configuration = &mut self.configurations[result.pairing.configuration as usize];
        configuration.0.add(halves);
        configuration.1 += u64::from(result.plies);
        *self.ends.entry(result.end).or_default() += 1;
    }

    pub(super) fn fit(&self) -> Fit {
        let players = self.tallies.len();
        let met = self.meetings.iter().enumerate().filter(|(_, one)| one.games() > 0);
        let results: Vec<Results> = met
            .map(|(place, one)| Results {
                first: place / players,
                second: place % players,
                games: one.games() as f64,
                score: one.won as f64 + one.drawn as f64 / 2.0,
            })
            .collect();
        Fit::new(players, &results)
    }

    pub(super) fn row(&self, player: usize) -> PlayerRow {
        let Tally { halves, games, course, faults, effort } = &self.tallies[player];
        let contestant = &self.event.players[player];
        let mean = |sum: u64, count: u32| (count > 0).then(|| sum as f64 / f64::from(count));
        let in_ms = |us: f64| us / 1000.0;
        PlayerRow {
            number: player,
            name: contestant.name.clone(),
            player: contestant.player.clone(),
            encounters: None,
            points: *halves as f64 / 2.0,
            games: *games,
            score: games.score(),
            elo: None,
            course: *course,
            faults: faults.clone(),
            mean_ms: mean(effort.time_us, effort.moves).map(in_ms),
            longest_ms: (effort.moves > 0).then(|| in_ms(effort.longest_us as f64)),
            mean_depth: mean(effort.depths, effort.searched),
            mean_nodes: mean(effort.nodes, effort.searched),
            nodes_per_second: (effort.searched_us > 0 && effort.nodes > 0)
                .then(|| effort.nodes as f64 * 1e6 / effort.searched_us as f64),
        }
    }

    /// What a player scored against each, in this order.
    pub(super) fn crossed(&self, one: usize, order: &[usize]) -> Vec<Option<Cell>> {
        let players = self.tallies.len();
        let cell = |&other: &usize| {
            let (as_first, as_second) = (one * players + other, other * players + one);
            let (first, second) = (self.meetings[as_first], self.meetings[as_second]);
            let games = WinDrawLoss {
                won: first.won + second.lost,
                drawn: first.drawn + second.drawn,
                lost: first.lost + second.won,
            };
            let halves = self.worth[as_first][0] + self.worth[as_second][1];
            let met = one != other && games.games() > 0;
            met.then_some(Cell { points: halves as f64 / 2.0, games })
        };
        order.iter().map(cell).collect()
    }

    pub(super) fn configuration_rows(&self) -> Vec<ConfigurationRow> {
        let row = |(configuration, (first, plies)): (
            &crate::event::Configuration,
            &(WinDrawLoss, u64),
        )| {
            let games = first.games();
            ConfigurationRow {
                game: configuration.game.clone(),
                first: *first,
                mean_plies: (games > 0).then(|| *plies as f64 / games as f64),
            }
        };
        self.event.configurations.iter().zip(&self.configurations).map(row).collect()
    }
}
