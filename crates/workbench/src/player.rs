//! Who plays a side.

use crate::{EngineSpec, Error};
use plywood_game::{TextError, mix, quoted};
use std::fmt;
use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a seed may be.
pub(crate) const WHOLE_NUMBER: &str = "a whole number from 0 to 18446744073709551615";

/// Who chooses the moves of a side. Case does not matter. A name that is not
/// known here may be that of a player of one game: whether it is,
/// [`Workbench::admit`](crate::Workbench::admit) tells.
///
/// ```
/// use plywood_workbench::Player;
/// assert_eq!("random[seed=7]".parse(), Ok(Player::Random { seed: Some(7) }));
/// assert!(matches!("alphabeta[time=2s]".parse(), Ok(Player::Engine(_))));
/// assert!("random[sead=7]".parse::<Player>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Any legal move, each as likely.
    Random {
        /// Where its dice start; a seed of the moment if none is given.
        seed: Option<u64>,
    },
    /// An engine, with its options and limits.
    Engine(EngineSpec),
}

impl Player {
    /// A random player's dice get a seed, so that its game can be repeated;
    /// the others stay as they are.
    #[must_use]
    pub fn seeded(self) -> Self {
        match self {
            Player::Random { seed: None } => Player::Random { seed: Some(seed_of_the_moment()) },
            player => player,
        }
    }
}

/// A seed for whoever did not choose one, short enough to be typed again.
#[must_use]
pub fn seed_of_the_moment() -> u64 {
    let moment = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    mix(moment.as_nanos() as u64) % 1_000_000
}

impl FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, options) = match text.split_once('[') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let random = name.eq_ignore_ascii_case("random");
        match options {
            None if name.eq_ignore_ascii_case("human") => Ok(Player::Human),
            None if random => Ok(Player::Random { seed: None }),
            Some(options) if random => {
                let seed = read_seed(text, options)
                    .map_err(|error| Error::Text { source_name: "player", error })?;
                Ok(Player::Random { seed: Some(seed) })
            }
            _ => text.parse().map(Player::Engine),
        }
    }
}

/// The number in `seed=N]`, the end of `text`.
fn read_seed(text: &str, options: &str) -> Result<u64, TextError> {
    let Some(inner) = options.strip_suffix(']') else {
        return Err(TextError::new(text, text.len(), "the bracket is not closed", "]"));
    };
    let Some((_, digits)) =
        inner.split_once('=').filter(|(name, _)| name.eq_ignore_ascii_case("seed"))
    else {
        let problem = format!("{} is no option of random", quoted(inner));
        return Err(TextError::at_part(text, options, problem, "seed=N"));
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| plain).ok_or_else(|| {
        let problem = format!("{} is no seed", quoted(digits));
        TextError::at_part(text, digits, problem, WHOLE_NUMBER)
    })
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random { seed: None } => f.write_str("random"),
            Player::Random { seed: Some(seed) } => write!(f, "random[seed={seed}]"),
            Player::Engine(spec) => f.write_str(&spec.text),
        }
    }
}
