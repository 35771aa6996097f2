//! The clocks of a game. They begin to run with the first move, stand still
//! while the game is paused, and are set back when moves are taken back.

use crate::refusal::Refusal;
use crate::state::{ClockRules, Clocks};
use plywood_game::Side;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The longest time that somebody can want.
const LONGEST: u64 = 24 * 60 * 60 * 1000;

/// The clocks of both sides.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Clock {
    rules: ClockRules,
    /// What the clocks showed before each move, and after the last.
    readings: Vec<[u64; 2]>,
    /// Whose clock runs, and since when.
    #[serde(skip)]
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks at the start of a game in which `ply` moves were already played.
    pub(crate) fn new(rules: ClockRules, ply: usize) -> Result<Self, Refusal> {
        if !(1..=LONGEST).contains(&rules.initial_ms) || rules.increment_ms > LONGEST {
            return Err(Refusal::bad("the clock has an impossible time")
                .at("clock")
                .expected("initial_ms from 1 to 86400000, increment_ms from 0 to 86400000"));
        }
        let readings = vec![[rules.initial_ms; 2]; ply + 1];
        Ok(Self { rules, readings, running: None })
    }

    /// Clocks as they were kept; none if the text is no clock of a game with so
    /// many moves.
    pub(crate) fn kept(text: &str, ply: usize) -> Option<Self> {
        let fits = |clock: &Self| (ply + 1..=ply + 2).contains(&clock.readings.len());
        serde_json::from_str(text).ok().filter(fits)
    }

    /// What is kept: the clocks as they show now.
    pub(crate) fn to_keep(&self) -> Option<String> {
        let mut kept = self.clone();
        kept.stop();
        serde_json::to_string(&kept).ok()
    }

    /// Lets the clock of a side run, and only that; none stops both.
    pub(crate) fn run(&mut self, side: Option<Side>) {
        if self.running.map(|(side, _)| side) != side {
            self.stop();
            self.running = side.map(|side| (side, Instant::now()));
        }
    }

    /// Takes a reading after a move of this side.
    pub(crate) fn moved(&mut self, side: Side) {
        let mut reading = self.now();
        // The first move is not timed: the clocks begin with it.
        if self.readings.len() > 1 {
            reading[side.index()] += self.rules.increment_ms;
        }
        self.running = None;
        self.readings.push(reading);
    }

    /// Takes a last reading: the game is over, though nobody moved.
    pub(crate) fn end(&mut self) {
        let reading = self.now();
        self.running = None;
        self.readings.push(reading);
    }

    /// Sets the clocks back to what they showed when `ply` moves had just been
    /// played.
    pub(crate) fn set_back(&mut self, ply: usize) {
        self.running = None;
        self.readings.truncate(ply + 1);
    }

    /// What is left of a side's time.
    pub(crate) fn left(&self, side: Side) -> Duration {
        Duration::from_millis(self.now()[side.index()])
    }

    /// How long until the running clock has run down.
    pub(crate) fn until_down(&self) -> Option<(Side, Duration)> {
        self.running.map(|(side, _)| (side, self.left(side)))
    }

    /// How long an engine should look for a move: a share of what is left, as
    /// if some thirty moves were still to come.
    pub(crate) fn share(&self, side: Side) -> Duration {
        const MOVES_TO_COME: u64 = 30;
        let left = self.now()[side.index()];
        let share = left / MOVES_TO_COME + self.rules.increment_ms * 3 / 4;
        Duration::from_millis(share.min(left / 2).max(1))
    }

    /// What the page shows.
    pub(crate) fn shown(&self) -> Clocks {
        let [first_ms, second_ms] = self.now();
        let running = self.running.map(|(side, _)| side);
        Clocks { first_ms, second_ms, increment_ms: self.rules.increment_ms, running }
    }

    fn now(&self) -> [u64; 2] {
        let mut reading = self.readings.last().copied().unwrap_or([self.rules.initial_ms; 2]);
        if let Some((side, since)) = self.running {
            let passed = since.elapsed().as_millis() as u64;
            reading[side.index()] = reading[side.index()].saturating_sub(passed);
        }
        reading
    }

    fn stop(&mut self) {
        let now = self.now();
        if let Some(last) = self.readings.last_mut() {
            *last = now;
        }
        self.running = None;
    }
}
