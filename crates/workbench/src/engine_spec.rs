//! How an engine is written: `pvs`, or with options in brackets,
//! `alphabeta[depth=6,table=64]`, in any case. A name stands for an algorithm
//! with its usual options; every option may be changed.

use crate::Error;
use crate::error::nearest;
use crate::player::WHOLE_NUMBER;
use plywood_game::{TextError, quoted};
use plywood_search::{Limits, Options, RootWindows};
use std::str::FromStr;
use std::time::Duration;

/// An engine and its options.
///
/// ```
/// use plywood_workbench::EngineSpec;
/// let spec: EngineSpec = "alphabeta[depth=6,table=64,symmetry=on]".parse()?;
/// assert_eq!(spec.limits.depth, Some(6));
/// assert_eq!(spec.megabytes, 64);
/// assert!(spec.options.symmetry);
/// assert!("alphabeta[depht=6]".parse::<EngineSpec>().is_err());
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSpec {
    /// As it was written.
    pub text: String,
    /// The techniques.
    pub options: Options,
    /// The size of the table.
    pub megabytes: usize,
    /// Look only at cells so near to others, where the game knows how.
    pub near: Option<u16>,
    /// Ask for a forced win first, where the game knows how to find one.
    pub threats: bool,
    /// Limits of its own.
    pub limits: Limits,
}

/// The size of a table that nobody chose.
pub const DEFAULT_MEGABYTES: usize = 64;

impl Default for EngineSpec {
    fn default() -> Self {
        Self {
            text: "alphabeta".to_owned(),
            options: Options::default(),
            megabytes: DEFAULT_MEGABYTES,
            near: None,
            threats: true,
            limits: Limits::default(),
        }
    }
}

/// An algorithm that can be chosen by name.
pub struct Algorithm {
    /// The name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    options: fn() -> Options,
}

/// Every algorithm.
pub const ALGORITHMS: [Algorithm; 4] = [
    Algorithm {
        name: "alphabeta",
        about: "alpha-beta with iterative deepening, a table and move ordering",
        options: Options::default,
    },
    Algorithm {
        name: "aspiration",
        about: "alpha-beta with a narrow window around the last depth's value",
        options: || Options {
            root_windows: RootWindows::Aspiration { delta: DEFAULT_DELTA },
            ..Options::default()
        },
    },
    Algorithm {
        name: "pvs",
        about: "principal variation search: null windows for all moves but the first",
        options: || Options { null_windows: true, ..Options::default() },
    },
    Algorithm {
        name: "mtdf",
        about: "MTD(f): null windows until the bounds meet",
        options: || Options { root_windows: RootWindows::Mtdf, ..Options::default() },
    },
];

/// How far an aspiration window reaches if nobody says.
const DEFAULT_DELTA: i32 = 25;

/// Every option with what it takes.
const FORMS: [(&str, &str); 23] = [
    ("depth", "a whole number from 1 to 1000"),
    ("nodes", "a whole number from 1"),
    ("time", "a time such as 500ms or 10s"),
    ("table", "a number of megabytes, or off"),
    ("near", "a distance from 1 to 100"),
    ("threats", "on or off"),
    ("seed", WHOLE_NUMBER),
    ("threads", "a whole number from 1 to 256"),
    ("window", "how far an aspiration window reaches, from 1 to 1000000, or full"),
    ("nullwindows", "on or off"),
    ("schedule", "depths by number of moves, such as 10:10/25:6/3"),
    ("deepening", "on or off"),
    ("symmetry", "on or off"),
    ("tablemove", "on or off"),
    ("evaluated", "on or off"),
    ("killers", "on or off"),
    ("history", "on or off"),
    ("countermoves", "on or off"),
    ("estimates", "on or off"),
    ("forced", "on or off"),
    ("hopes", "on or off"),
    ("quiescence", "how many moves to look beyond the horizon, from 0 to 100"),
    ("samedepth", "on or off"),
];

impl FromStr for EngineSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, options) = match text.split_once('[') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let known = |algorithm: &&Algorithm| name.eq_ignore_ascii_case(algorithm.name);
        let Some(algorithm) = ALGORITHMS.iter().find(known) else {
            let suggestion = nearest(name, ALGORITHMS.map(|algorithm| algorithm.name));
            return Err(Error::UnknownEngine { word: quoted(text), suggestion });
        };
        let options_of_name = (algorithm.options)();
        let mut spec = Self { text: text.to_owned(), options: options_of_name, ..Self::default() };
        let fail = |part: &str, problem: String, expected: String| Error::Text {
            source_name: "player",
            error: TextError::at_part(text, part, problem, expected),
        };
        let Some(options) = options else { return Ok(spec) };
        let Some(inner) = options.strip_suffix(']') else {
            let end = &text[text.len()..];
            return Err(fail(end, "the bracket is not closed".into(), "]".into()));
        };
        for word in inner.split(',').filter(|_| !inner.is_empty()) {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let Some((name, form)) = FORMS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))
            else {
                let names: Vec<&str> = FORMS.iter().map(|(name, _)| *name).collect();
                let problem = format!("{} is no option of {}", quoted(key), algorithm.name);
                return Err(fail(word, problem, format!("one of {}", names.join(", "))));
            };
            if spec.set(name, &value.to_ascii_lowercase()).is_none() {
                let problem = format!("{} will not do for {key}", quoted(value));
                return Err(fail(&word[word.len() - value.len()..], problem, (*form).into()));
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Sets an option; none if the value will not do.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        let switch = || match value {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        };
        match key {
            "depth" => self.limits.depth = Some(number(value, 1, 1000)? as u32),
            "nodes" => self.limits.nodes = Some(number(value, 1, u64::MAX)?),
            "time" => self.limits.time = Some(parse_time(value)?),
            "table" if value == "off" => self.options.table = false,
            "table" => self.megabytes = number(value, 1, 1 << 40)? as usize,
            "near" => self.near = Some(number(value, 1, 100)? as u16),
            "threats" => self.threats = switch()?,
            "seed" => self.options.tie_seed = Some(number(value, 0, u64::MAX)?),
            "threads" => self.options.threads = number(value, 1, 256)? as usize,
            "window" if value == "full" => self.options.root_windows = RootWindows::Full,
            "window" => {
                let delta = number(value, 1, 1_000_000)? as i32;
                self.options.root_windows = RootWindows::Aspiration { delta };
            }
            "nullwindows" => self.options.null_windows = switch()?,
            "schedule" => {
                self.options.schedule = Some(value.parse().ok()?);
                self.options.deepening = false;
            }
            "deepening" => self.options.deepening = switch()?,
            "symmetry" => self.options.symmetry = switch()?,
            "tablemove" => self.options.table_move = switch()?,
            "evaluated" => self.options.evaluated_order = switch()?,
            "killers" => self.options.killers = switch()?,
            "history" => self.options.history = switch()?,
            "estimates" => self.options.estimates = switch()?,
            "forced" => self.options.forced = switch()?,
            "hopes" => self.options.hopes = switch()?,
            "quiescence" => self.options.quiescence = number(value, 0, 100)? as u32,
            "countermoves" => self.options.countermoves = switch()?,
            _ => self.options.same_depth_only = switch()?,
        }
        Some(())
    }
}

fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && (least..=most).contains(number))
}

/// A time such as `500ms` or `10s`; none if it is none.
///
/// ```
/// use plywood_workbench::parse_time;
/// use std::time::Duration;
/// assert_eq!(parse_time("500ms"), Some(Duration::from_millis(500)));
/// assert_eq!(parse_time("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(parse_time("soon"), None);
/// ```
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    let (digits, unit) = match text.strip_suffix("ms") {
        Some(digits) => (digits, 1e-3),
        None => (text.strip_suffix('s')?, 1.0),
    };
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}
