//! Everything that the results of an event tell: points, ratings with error bars,
//! the cross table, the first player's advantage, time, depth and speed, faults.
//!
//! One function of the finished games, in one pass, for a running event as for one
//! that is read from a store.

use crate::event::{Event, Points};
use crate::schedule::{Progress, Schedule};
use crate::statistics::{Estimate, Fit, Hypotheses, Rating, Results, Verdict};
use crate::summary::{Effort, End, Summary};
use plywood_game::Side;
use serde::Serialize;
use std::collections::BTreeMap;

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

/// More about an event of two players, as the first of them sees it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TwoPlayers {
    /// Pairs of games with 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// Elo, normalised Elo and likelihood of superiority, by pairs.
    #[serde(flatten)]
    pub rating: Option<Rating>,
}

/// A sequential test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sequential {
    /// The hypotheses.
    #[serde(flatten)]
    pub hypotheses: Hypotheses,
    /// The logarithm of the likelihood ratio; none if no distribution satisfies a
    /// hypothesis.
    pub llr: Option<f64>,
    /// The bound below which the test rejects.
    pub lower: f64,
    /// The bound above which it accepts.
    pub upper: f64,
    /// What is decided.
    pub verdict: Verdict,
    /// The ratio after numbers of pairs, for a graph.
    pub history: Vec<(u64, f64)>,
}

/// How many points the graph of a sequential test has at most.
const GRAPH_POINTS: u64 = 200;

/// What is counted of a player.
#[derive(Default, Clone)]
struct Tally {
    halves: u64,
    games: WinDrawLoss,
    course: CourseColumns,
    faults: BTreeMap<End, u64>,
    effort: Effort,
}

/// What is counted in one pass.
struct Count<'a> {
    event: &'a Event,
    tallies: Vec<Tally>,
    /// Games of a player as first against another as second: a row a player.
    meetings: Vec<WinDrawLoss>,
    /// The points of these of both sides, in halves.
    worth: Vec<[u64; 2]>,
    configurations: Vec<(WinDrawLoss, u64)>,
    first: WinDrawLoss,
    ends: BTreeMap<End, u64>,
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

impl<'a> Count<'a> {
    fn new<'s>(event: &'a Event, results: impl Iterator<Item = &'s Summary>) -> Self {
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

    fn fit(&self) -> Fit {
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

    fn row(&self, player: usize) -> PlayerRow {
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
    fn crossed(&self, one: usize, order: &[usize]) -> Vec<Option<Cell>> {
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

    fn configuration_rows(&self) -> Vec<ConfigurationRow> {
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

impl TwoPlayers {
    fn new<'s>(results: impl Iterator<Item = &'s Summary>, event: &Event) -> Self {
        debug_assert_eq!(event.players.len(), 2);
        let halves = |result: &Summary| {
            let side = if result.pairing.players[0] == 0 { Side::First } else { Side::Second };
            result.halves(side)
        };
        let mut waiting: BTreeMap<u32, usize> = BTreeMap::new();
        let mut pairs = [0; 5];
        for result in results {
            match waiting.remove(&result.pairing.pair) {
                Some(other) => pairs[other + halves(result)] += 1,
                None => {
                    waiting.insert(result.pairing.pair, halves(result));
                }
            }
        }
        Self { pairs, rating: Rating::new(&pairs) }
    }
}

impl Sequential {
    fn new(hypotheses: Hypotheses, schedule: &Schedule) -> Self {
        let [lower, upper] = hypotheses.bounds();
        let pairs = schedule.counted_pairs();
        let decided = schedule.progress().decided;
        Self {
            hypotheses,
            llr: hypotheses.log_likelihood_ratio(&pairs).ok(),
            lower,
            upper,
            verdict: decided.map_or(Verdict::Running, |decision| decision.verdict),
            history: history(hypotheses, schedule),
        }
    }
}

/// The ratio after evenly spaced numbers of pairs.
fn history(hypotheses: Hypotheses, schedule: &Schedule) -> Vec<(u64, f64)> {
    let total: u64 = schedule.counted_pairs().iter().sum();
    let step = total.div_ceil(GRAPH_POINTS).max(1);
    let (mut counts, mut points) = ([0; 5], vec![(0, 0.0)]);
    let results: Vec<&Summary> = schedule.results().take(2 * total as usize).collect();
    for (pair, two) in results.chunks_exact(2).enumerate() {
        counts[two[0].halves(Side::First) + two[1].halves(Side::Second)] += 1;
        let number = pair as u64 + 1;
        if (number.is_multiple_of(step) || number == total)
            && let Ok(ratio) = hypotheses.log_likelihood_ratio(&counts)
        {
            points.push((number, ratio));
        }
    }
    points
}
