//! Which games an event has: a function of the event, its seed and the results so
//! far, whatever is played first and however many games are played at once.
//!
//! Games are numbered from 0. Round robins, gauntlets and matches have one stage,
//! known from the start. Each round of a Swiss or knockout event is a stage that is
//! known when all games before it are finished. A sequential test counts pairs in
//! the order of their numbers and ends with the first that decides it; games with
//! higher numbers do not count.

mod encounters;
mod knockout;
mod swiss;

use crate::event::{Event, Format};
use crate::statistics::Verdict;
use crate::summary::Summary;
use encounters::{Encounter, between, gauntlet, round_robin};
use plywood_game::Side;
use serde::{Deserialize, Serialize, Serializer};

/// A game of the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub struct Pairing {
    /// Its number in the event, from 0.
    pub number: u32,
    /// The stage that it belongs to.
    pub stage: u32,
    /// The configuration.
    pub configuration: u32,
    /// The players of the first and of the second side.
    pub players: [u32; 2],
    /// The pair of games with sides changed that it belongs to.
    pub pair: u32,
    /// The number of its opening in its configuration.
    pub opening: u32,
}

impl Serialize for Pairing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { number, stage, configuration, players, pair, opening } = self;
        (number, stage, configuration, players, pair, opening).serialize(serializer)
    }
}

/// How far an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// How many games are finished and count.
    pub finished: usize,
    /// How many games there are, as far as is known.
    pub known: usize,
    /// Whether nothing is left to play.
    pub over: bool,
    /// Where a sequential test was decided.
    pub decided: Option<Decision>,
}

/// The end of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The number of games that count.
    pub games: usize,
    /// What was decided.
    pub verdict: Verdict,
}

/// The games of an event, and which of them are finished.
#[derive(Debug, Clone)]
pub struct Schedule {
    event: Event,
    games: Vec<Pairing>,
    results: Vec<Option<Summary>>,
    /// Where each stage begins.
    stages: Vec<usize>,
    finished: usize,
    /// All games before this one were handed out.
    next: usize,
    /// Whether no stage follows.
    complete: bool,
    /// Pairs that a sequential test has counted, by the points of the first player.
    counts: [u64; 5],
    decided: Option<Decision>,
}

impl Schedule {
    /// The schedule of an event that has not begun.
    #[must_use]
    pub fn new(event: &Event) -> Self {
        let mut schedule = Self {
            event: event.clone(),
            games: Vec::new(),
            results: Vec::new(),
            stages: Vec::new(),
            finished: 0,
            next: 0,
            complete: false,
            counts: [0; 5],
            decided: None,
        };
        schedule.extend();
        schedule
    }

    /// The schedule of an event of which these games are finished. With the progress
    /// that was kept with them, pairs of a sequential test that were looked at then
    /// are not looked at again.
    ///
    /// Results that do not belong to the schedule are left out.
    #[must_use]
    pub fn resumed(
        event: &Event,
        results: impl IntoIterator<Item = Summary>,
        kept: Option<&Progress>,
    ) -> Self {
        let mut schedule = Self::new(event);
        schedule.decided = kept.and_then(|progress| progress.decided);
        let mut waiting: Vec<Summary> = results.into_iter().collect();
        waiting.sort_by_key(|result| result.pairing.number);
        let mut waiting = waiting.into_iter().peekable();
        // A stage is known once those before it are finished.
        while let Some(number) = waiting.peek().map(|result| result.pairing.number as usize) {
            if number >= schedule.games.len() && !schedule.extend() {
                break;
            }
            if let Some(result) = waiting.next() {
                schedule.insert(result);
            }
        }
        while schedule.extend() {}
        // Who kept the progress had looked at the ratio after every pair. To do so
        // again for 50,000 pairs would take seconds.
        schedule.count_pairs(kept.is_none());
        schedule
    }

    /// The event.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// How far the event is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let end = self.end();
        let finished = match self.decided {
            Some(_) => self.results[..end].iter().flatten().count(),
            None => self.finished,
        };
        Progress { finished, known: end, over: self.is_over(), decided: self.decided }
    }

    /// How many games there are, as far as is known.
    fn end(&self) -> usize {
        self.decided.map_or(self.games.len(), |decision| decision.games.min(self.games.len()))
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.decided.is_some() || (self.complete && self.finished == self.games.len())
    }

    /// The games that are known.
    #[must_use]
    pub fn games(&self) -> &[Pairing] {
        &self.games
    }

    /// The finished games that count, in the order of their numbers.
    pub fn results(&self) -> impl Iterator<Item = &Summary> + Clone {
        self.results[..self.end()].iter().flatten()
    }

    /// The next game that is neither finished nor handed out; none if there is no
    /// such game, or none yet.
    pub fn take(&mut self) -> Option<Pairing> {
        while !self.is_over() && self.next < self.games.len() {
            let number = self.next;
            self.next += 1;
            if self.results[number].is_none() {
                return Some(self.games[number]);
            }
        }
        None
    }

    /// Counts a finished game, once; false if it does not count, because it was
    /// counted before, is not a game of this schedule, or comes after the end.
    pub fn record(&mut self, result: Summary) -> bool {
        let counts = !self.is_over() && self.insert(result);
        if counts {
            self.count_pairs(true);
            self.extend();
        }
        counts
    }

    fn insert(&mut self, result: Summary) -> bool {
        let number = result.pairing.number as usize;
        if self.games.get(number) != Some(&result.pairing) || self.results[number].is_some() {
            return false;
        }
        self.results[number] = Some(result);
        self.finished += 1;
        true
    }

    /// Lets a sequential test count the pairs that are complete, in order, and look
    /// after each whether it is decided.
    fn count_pairs(&mut self, look: bool) {
        let Some(test) = self.event.sprt else { return };
        loop {
            let counted = self.counts.iter().sum::<u64>() as usize;
            let pair = (self.results.get(2 * counted), self.results.get(2 * counted + 1));
            let (Some(Some(one)), Some(Some(other))) = pair else { break };
            if self.decided.is_some_and(|decision| 2 * counted >= decision.games) {
                break;
            }
            // The first player has the first side in the first game of a pair.
            self.counts[one.halves(Side::First) + other.halves(Side::Second)] += 1;
            if self.decided.is_some() || !look {
                continue;
            }
            let ratio = test.log_likelihood_ratio(&self.counts);
            let verdict = ratio.map_or(Verdict::Running, |ratio| test.verdict(ratio));
            if verdict != Verdict::Running {
                self.decided = Some(Decision { games: 2 * counted + 2, verdict });
            }
        }
        if self.decided.is_none() && self.complete && self.finished == self.games.len() {
            let verdict = Verdict::Undecided;
            self.decided = Some(Decision { games: self.games.len(), verdict });
        }
    }

    /// The pairs that a sequential test has counted.
    #[must_use]
    pub fn counted_pairs(&self) -> [u64; 5] {
        self.counts
    }

    /// Adds the next stage if all games are finished and there is one.
    fn extend(&mut self) -> bool {
        if self.complete || self.finished < self.games.len() {
            return false;
        }
        let stage = self.stages.len();
        let (pairs, games) = self.next_stage().unwrap_or_default();
        let new = between(&self.event, &pairs, games, stage, self.games.last());
        let dynamic = matches!(self.event.format, Format::Swiss { .. } | Format::Knockout { .. });
        self.complete = new.is_empty() || !dynamic;
        self.stages.push(self.games.len());
        self.results.resize(self.games.len() + new.len(), None);
        self.games.extend(new);
        !self.complete
    }

    /// The players who meet in the next stage, and in how many games.
    fn next_stage(&self) -> Option<(Vec<[usize; 2]>, usize)> {
        let (players, games) = (self.event.players.len(), self.event.games_per_pair);
        match self.event.format {
            Format::Match => Some((vec![[0, 1]], games)),
            Format::RoundRobin => Some((round_robin(players), games)),
            Format::Gauntlet { challengers } => Some((gauntlet(players, challengers), games)),
            Format::Swiss { rounds, seeding } => {
                let draw = encounters::draw(&self.event, seeding);
                let pairs = swiss::round(&draw, rounds, &self.encounters())?;
                Some((pairs, games))
            }
            Format::Knockout { seeding } => {
                let draw = encounters::draw(&self.event, seeding);
                let bracket = knockout::follow(&draw, &self.encounters(), self.event.seed);
                let (pairs, tied) = bracket.next?;
                Some((pairs, if tied { 2 } else { games }))
            }
        }
    }

    /// What ranks the players where encounters count and not games: the encounters
    /// won in a Swiss event, a bye being one and a drawn one half, or the rounds
    /// survived in a knockout event. Rounds that are not finished do not count.
    #[must_use]
    pub fn encounter_points(&self) -> Option<Vec<f64>> {
        let mut stages = self.encounters();
        if self.finished < self.games.len() {
            stages.pop();
        }
        match self.event.format {
            Format::Swiss { rounds, seeding } => {
                let draw = encounters::draw(&self.event, seeding);
                stages.truncate(rounds);
                let mut points = vec![0.0; draw.len()];
                for one in swiss::standings(&draw, &stages) {
                    points[one.player] = f64::from(one.encounters) / 2.0;
                }
                Some(points)
            }
            Format::Knockout { seeding } => {
                let draw = encounters::draw(&self.event, seeding);
                let bracket = knockout::follow(&draw, &stages, self.event.seed);
                Some(bracket.survived.into_iter().map(f64::from).collect())
            }
            Format::Match | Format::RoundRobin | Format::Gauntlet { .. } => None,
        }
    }

    /// What was scored in each encounter of each stage so far.
    fn encounters(&self) -> Vec<Vec<Encounter>> {
        let mut stages = vec![Vec::new(); self.stages.len()];
        for (pairing, result) in self.games.iter().zip(&self.results) {
            let Some(result) = result else { continue };
            Encounter::add(&mut stages[pairing.stage as usize], self.event.points, result);
        }
        stages
    }
}

impl Event {
    /// An upper bound for the number of games.
    #[must_use]
    pub fn most_games(&self) -> usize {
        let players = self.players.len();
        let pairs = match self.format {
            Format::Match => 1,
            Format::RoundRobin => players * (players - 1) / 2,
            Format::Gauntlet { .. } => gauntlet_size(self),
            Format::Swiss { rounds, .. } => rounds * (players / 2),
            Format::Knockout { .. } => players,
        };
        pairs.saturating_mul(self.configurations.len()).saturating_mul(self.games_per_pair)
    }
}

fn gauntlet_size(event: &Event) -> usize {
    match event.format {
        Format::Gauntlet { challengers } => gauntlet(event.players.len(), challengers).len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
