//! Who plays a side.

use crate::Error;
use crate::error::nearest;
use plywood_game::{TextError, quoted};
use std::fmt;
use std::str::FromStr;

/// Who chooses the moves of a side.
///
/// ```
/// use plywood_workbench::Player;
/// assert_eq!("random[seed=7]".parse(), Ok(Player::Random { seed: Some(7) }));
/// assert!("humam".parse::<Player>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// A person at the keyboard.
    Human,
    /// Any legal move, each as likely.
    Random {
        /// Where its dice start; a seed of the moment if none is given.
        seed: Option<u64>,
    },
}

impl FromStr for Player {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, options) = match text.split_once('[') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        match (name, options) {
            ("human", None) => Ok(Player::Human),
            ("random", None) => Ok(Player::Random { seed: None }),
            ("random", Some(options)) => {
                let digits = options.strip_prefix("seed=").and_then(|rest| rest.strip_suffix(']'));
                let plain = digits.filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
                match plain.and_then(|word| word.parse().ok()) {
                    Some(seed) => Ok(Player::Random { seed: Some(seed) }),
                    None => {
                        let problem = format!("{} is no option of random", quoted(options));
                        let error = TextError::at_part(text, options, problem, "seed=N]");
                        Err(Error::Text { source_name: "player", error })
                    }
                }
            }
            _ => Err(Error::UnknownPlayer {
                word: quoted(text),
                suggestion: nearest(name, ["human", "random"]),
            }),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str("human"),
            Player::Random { seed: None } => f.write_str("random"),
            Player::Random { seed: Some(seed) } => write!(f, "random[seed={seed}]"),
        }
    }
}
