//! The clocks of a game. They begin to run with the first move, stand still
//! while the game is paused, and are set back when moves are taken back.

use crate::{Error, parse_time};
use plywood_game::Side;
use plywood_players::ClockState;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// The longest time of a clock in milliseconds: a day.
const LONGEST: u64 = 24 * 60 * 60 * 1000;

/// How much time each side has.
///
/// ```
/// use plywood_workbench::ClockRules;
/// let rules: ClockRules = "5m+3s".parse()?;
/// assert_eq!(rules, ClockRules { initial_ms: 300_000, increment_ms: 3000 });
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ClockRules {
    /// At the start.
    pub initial_ms: u64,
    /// More after each move.
    pub increment_ms: u64,
}

impl FromStr for ClockRules {
    type Err = Error;

    /// Reads `5m` or `5m+3s`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let (initial, increment) = match text.split_once('+') {
            Some((initial, increment)) => (initial, Some(increment)),
            None => (text, None),
        };
        let in_ms = |text: &str| parse_time(text).map(|time| time.as_millis() as u64);
        let increment = increment.map_or(Some(0), in_ms);
        let rules = in_ms(initial).zip(increment);
        let rules = rules.map(|(initial_ms, increment_ms)| Self { initial_ms, increment_ms });
        rules.filter(Self::are_possible).ok_or(Error::ImpossibleClock)
    }
}

impl ClockRules {
    fn are_possible(&self) -> bool {
        (1..=LONGEST).contains(&self.initial_ms) && self.increment_ms <= LONGEST
    }

    fn initial(&self) -> [Duration; 2] {
        [Duration::from_millis(self.initial_ms); 2]
    }
}

impl fmt::Display for ClockRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let in_words = |ms: u64| match ms {
            _ if ms.is_multiple_of(60_000) => format!("{}m", ms / 60_000),
            _ if ms.is_multiple_of(1000) => format!("{}s", ms / 1000),
            _ => format!("{ms}ms"),
        };
        f.write_str(&in_words(self.initial_ms))?;
        match self.increment_ms {
            0 => Ok(()),
            more => write!(f, "+{}", in_words(more)),
        }
    }
}

/// Readings as they are stored: milliseconds, with a fraction.
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(
        readings: &[[Duration; 2]],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let in_ms = |left: Duration| left.as_secs_f64() * 1e3;
        let readings: Vec<[f64; 2]> = readings.iter().map(|pair| pair.map(in_ms)).collect();
        readings.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<[Duration; 2]>, D::Error> {
        let readings = Vec::<[f64; 2]>::deserialize(deserializer)?;
        let time = |ms: f64| Duration::try_from_secs_f64(ms / 1e3).map_err(D::Error::custom);
        readings.into_iter().map(|[first, second]| Ok([time(first)?, time(second)?])).collect()
    }
}

/// What the clocks show at a moment.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Clocks {
    /// What the first side has left.
    pub first_ms: u64,
    /// What the second side has left.
    pub second_ms: u64,
    /// What each gets for a move.
    pub increment_ms: u64,
    /// Whose clock runs.
    pub running: Option<Side>,
}

/// The clocks of both sides.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Clock {
    rules: ClockRules,
    /// What the clocks showed before each move, and after the last. They are kept
    /// to the nanosecond: a move of less than a millisecond costs time too.
    #[serde(with = "milliseconds")]
    readings: Vec<[Duration; 2]>,
    /// Whose clock runs, and since when.
    #[serde(skip)]
    running: Option<(Side, Instant)>,
}

impl Clock {
    /// Clocks at the start of a game in which `ply` moves were already played.
    ///
    /// # Errors
    /// If the clock has no time, or more than a day.
    pub fn new(rules: ClockRules, ply: usize) -> Result<Self, Error> {
        if !rules.are_possible() {
            return Err(Error::ImpossibleClock);
        }
        let readings = vec![rules.initial(); ply + 1];
        Ok(Self { rules, readings, running: None })
    }

    /// How much time each side had at the start, and gets for a move.
    #[must_use]
    pub fn rules(&self) -> ClockRules {
        self.rules
    }

    /// Whether these saved clocks belong to a game with `ply` moves.
    #[must_use]
    pub fn fits(&self, ply: usize) -> bool {
        (ply + 1..=ply + 2).contains(&self.readings.len())
    }

    /// The clocks as they show now, standing still, to be kept.
    #[must_use]
    pub fn stopped(&self) -> Self {
        let mut stopped = self.clone();
        stopped.stop();
        stopped
    }

    /// Lets the clock of a side run, and only that; none stops both.
    pub fn run(&mut self, side: Option<Side>) {
        if self.running.map(|(side, _)| side) != side {
            self.stop();
            self.running = side.map(|side| (side, Instant::now()));
        }
    }

    /// Takes a reading after a move of this side.
    pub fn moved(&mut self, side: Side) {
        let mut reading = self.now();
        // The first move is not timed: the clocks begin with it.
        if self.readings.len() > 1 {
            reading[side.index()] += Duration::from_millis(self.rules.increment_ms);
        }
        self.running = None;
        self.readings.push(reading);
    }

    /// Takes a last reading: the game ended without a move.
    pub fn end(&mut self) {
        let reading = self.now();
        self.running = None;
        self.readings.push(reading);
    }

    /// Sets the clocks back to what they showed when `ply` moves had just been
    /// played.
    pub fn set_back(&mut self, ply: usize) {
        self.running = None;
        self.readings.truncate(ply + 1);
    }

    /// What is left of a side's time.
    #[must_use]
    pub fn left(&self, side: Side) -> Duration {
        self.now()[side.index()]
    }

    /// How long until the running clock has run down.
    #[must_use]
    pub fn until_down(&self) -> Option<(Side, Duration)> {
        self.running.map(|(side, _)| (side, self.left(side)))
    }

    /// What the clocks show, for a player of this side.
    #[must_use]
    pub fn state(&self, side: Side) -> ClockState {
        let increment = Duration::from_millis(self.rules.increment_ms);
        ClockState { own: self.left(side), other: self.left(side.other()), increment }
    }

    /// What they show now.
    #[must_use]
    pub fn shown(&self) -> Clocks {
        let [first_ms, second_ms] = self.now().map(|left| left.as_millis() as u64);
        let running = self.running.map(|(side, _)| side);
        Clocks { first_ms, second_ms, increment_ms: self.rules.increment_ms, running }
    }

    fn now(&self) -> [Duration; 2] {
        let mut reading = self.readings.last().copied().unwrap_or(self.rules.initial());
        if let Some((side, since)) = self.running {
            reading[side.index()] = reading[side.index()].saturating_sub(since.elapsed());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for (text, initial_ms, increment_ms) in
            [("5m", 300_000, 0), ("90s+500ms", 90_000, 500), ("1.5m+2s", 90_000, 2000)]
        {
            let rules = ClockRules { initial_ms, increment_ms };
            assert_eq!(text.parse::<ClockRules>().ok(), Some(rules));
            assert_eq!(rules.to_string().parse::<ClockRules>().ok(), Some(rules));
        }
        let rules = ClockRules { initial_ms: 300_000, increment_ms: 3000 };
        assert_eq!(rules.to_string(), "5m+3s");
        for wrong in ["", "5", "5m+", "+3s", "0s", "25000m", "5m+3s+1s", "-5m"] {
            assert!(wrong.parse::<ClockRules>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn taking_back_sets_the_clocks_back() {
        let rules = ClockRules { initial_ms: 1000, increment_ms: 300 };
        let mut clock = Clock::new(rules, 0).expect("a clock");
        clock.moved(Side::First);
        clock.moved(Side::Second);
        assert_eq!(clock.left(Side::Second), Duration::from_millis(1300));
        clock.set_back(1);
        assert_eq!(clock.left(Side::Second), Duration::from_millis(1000));
    }

    #[test]
    fn moves_shorter_than_a_millisecond_cost_time() {
        let rules = ClockRules { initial_ms: 1000, increment_ms: 0 };
        let mut clock = Clock::new(rules, 1).expect("a clock");
        for _ in 0..100 {
            let before = clock.left(Side::First);
            clock.run(Some(Side::First));
            while clock.left(Side::First) == before {}
            clock.moved(Side::First);
            assert!(clock.left(Side::First) < before);
        }
        let stored = serde_json::to_string(&clock).expect("JSON");
        let read: Clock = serde_json::from_str(&stored).expect("the same clock");
        let difference = read.left(Side::First).abs_diff(clock.left(Side::First));
        assert!(difference < Duration::from_micros(1), "{difference:?}");
    }

    #[test]
    fn clocks_kept_in_whole_milliseconds_are_read() {
        let text = r#"{"rules":{"initial_ms":1000,"increment_ms":0},"readings":[[1000,900]]}"#;
        let clock: Clock = serde_json::from_str(text).expect("a clock");
        assert_eq!(clock.left(Side::Second), Duration::from_millis(900));
        assert!(serde_json::from_str::<Clock>(&text.replace("900", "-1")).is_err());
    }
}
