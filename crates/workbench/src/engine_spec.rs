//! How an engine is written: `pvs`, or with options in brackets,
//! `alphabeta[depth=6,table=64]`, in any case. A name stands for an algorithm
//! with its usual options; every option may be changed. `best` stands for what
//! plays the game at hand best. Any other name may be that of a player of some
//! game: it is carried along, and the game says whether it has such a player.

use crate::Error;
use crate::algorithms::{ALGORITHMS, BEST, GREEDY, MINIMAX};
use crate::player::WHOLE_NUMBER;
use plywood_game::{TextError, quoted};
use plywood_players::Brief;
use plywood_search::{Limits, MctsOptions, Options, RootWindows};
use std::str::FromStr;
use std::time::Duration;

/// An engine and its options.
///
/// ```
/// use plywood_workbench::{EngineSpec, Method};
/// let spec: EngineSpec = "pvs[depth=6,table=64,symmetry=on]".parse()?;
/// assert_eq!(spec.limits.depth, Some(6));
/// assert_eq!(spec.megabytes, 64);
/// assert!(matches!(&spec.method, Method::AlphaBeta(options) if options.symmetry));
/// assert!("pvs[depht=6]".parse::<EngineSpec>().is_err());
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EngineSpec {
    /// As it was written.
    pub text: String,
    /// How it searches.
    pub method: Method,
    /// The size of the table or the tree.
    pub megabytes: usize,
    /// Look only at cells so near to others, where the game knows how.
    pub near: Option<u16>,
    /// Ask for a forced win first, where the game knows how to find one.
    pub threats: bool,
    /// Limits of its own.
    pub limits: Limits,
    /// Whether the game is to say which engine it is.
    is_best: bool,
    /// What was said in brackets or later, to be said again of that engine.
    said: Vec<(String, String)>,
}

/// How an engine searches.
#[derive(Debug, Clone, PartialEq)]
pub enum Method {
    /// Alpha-beta, with these techniques.
    AlphaBeta(Options),
    /// Monte-Carlo tree search.
    Mcts(MctsOptions),
    /// As the game's own player of this name does.
    Character(String),
}

/// The size of a table that nobody chose: what a search of a second fills. A
/// larger one costs more to touch for the first time than it saves.
pub const DEFAULT_MEGABYTES: usize = 16;

/// Who understands an option.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Both,
    AlphaBeta,
    Mcts,
    Nobody,
}

/// Every option with what it takes.
const FORMS: [(&str, &str, Of); 27] = [
    ("depth", "a whole number from 1 to 1000", Of::Both),
    ("nodes", "a whole number from 1", Of::Both),
    ("time", "a time above zero, in ms, s or m, such as 500ms or 10s", Of::Both),
    ("table", "a number of megabytes, or off", Of::Both),
    ("seed", WHOLE_NUMBER, Of::Both),
    ("forced", ON_OR_OFF, Of::Both),
    ("hopes", ON_OR_OFF, Of::Both),
    ("near", "a distance from 1 to 100", Of::AlphaBeta),
    ("threats", ON_OR_OFF, Of::AlphaBeta),
    ("threads", "a whole number from 1 to 256", Of::AlphaBeta),
    ("window", "how far an aspiration window reaches, from 1 to 1000000, or full", Of::AlphaBeta),
    ("pruning", ON_OR_OFF, Of::AlphaBeta),
    ("nullwindows", ON_OR_OFF, Of::AlphaBeta),
    ("schedule", "depths by number of moves, such as 10:10/25:6/3", Of::AlphaBeta),
    ("deepening", ON_OR_OFF, Of::AlphaBeta),
    ("symmetry", ON_OR_OFF, Of::AlphaBeta),
    ("tablemove", ON_OR_OFF, Of::AlphaBeta),
    ("evaluated", ON_OR_OFF, Of::AlphaBeta),
    ("killers", ON_OR_OFF, Of::AlphaBeta),
    ("history", ON_OR_OFF, Of::AlphaBeta),
    ("countermoves", ON_OR_OFF, Of::AlphaBeta),
    ("estimates", ON_OR_OFF, Of::AlphaBeta),
    ("quiescence", "how many moves to look beyond the horizon, from 0 to 100", Of::AlphaBeta),
    ("branchingcut", ON_OR_OFF, Of::AlphaBeta),
    ("samedepth", ON_OR_OFF, Of::AlphaBeta),
    ("exploration", "a number such as 0.7, from 0 to 100", Of::Mcts),
    ("rollout", "how many random moves before a position is judged, or full", Of::Mcts),
];

const ON_OR_OFF: &str = "on or off";

/// What every player can be told.
const COMMON: [&str; 5] = ["depth", "nodes", "time", "table", "seed"];

impl FromStr for EngineSpec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (name, options) = match text.split_once('[') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let mut spec = Self::named(text, &name.to_ascii_lowercase());
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
            let key = key.to_ascii_lowercase();
            let Some(form) = spec.form(&key) else {
                let problem = format!("{} is no option of {name}", quoted(&key));
                return Err(fail(word, problem, format!("one of {}", spec.keys().join(", "))));
            };
            if spec.set(&key, &value.to_ascii_lowercase()).is_none() {
                let problem = format!("{} will not do for {key}", quoted(value));
                return Err(fail(&word[word.len() - value.len()..], problem, form.into()));
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// The engine called `name`, in small letters, as it is without options.
    pub(crate) fn named(text: &str, name: &str) -> Self {
        let algorithm = ALGORITHMS.iter().find(|algorithm| algorithm.name == name);
        Self {
            text: text.to_owned(),
            method: match algorithm {
                Some(algorithm) => (algorithm.method)(),
                None => Method::Character(name.to_owned()),
            },
            megabytes: DEFAULT_MEGABYTES,
            near: None,
            // Who looks one move ahead does not look for wins far ahead, and
            // who leaves nothing out takes no short cuts.
            threats: name != GREEDY && name != MINIMAX,
            limits: Limits::default(),
            is_best: name == BEST,
            said: Vec::new(),
        }
    }

    /// The names of the engines.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        ALGORITHMS.iter().map(|algorithm| algorithm.name)
    }

    /// What every player can be told.
    pub(crate) fn common_options() -> impl Iterator<Item = &'static str> {
        COMMON.into_iter()
    }

    /// What an option takes; none if it is not understood. Whether the player
    /// of a game understands an option, that game knows.
    fn form(&self, key: &str) -> Option<&'static str> {
        let other = match self.method {
            Method::AlphaBeta(_) => Of::Mcts,
            Method::Mcts(_) => Of::AlphaBeta,
            Method::Character(_) => Of::Nobody,
        };
        let known = FORMS.iter().find(|(known, _, of)| *known == key && *of != other);
        match self.method {
            Method::Character(_) if key == "table" => Some("a number of megabytes"),
            Method::Character(_) => Some(known.map_or("another value", |(_, form, _)| form)),
            _ => known.map(|(_, form, _)| *form),
        }
    }

    /// The options that it understands.
    pub(crate) fn keys(&self) -> Vec<&'static str> {
        let understood =
            |(key, ..): &(&'static str, _, _)| self.form(key).is_some().then_some(*key);
        FORMS.iter().filter_map(understood).collect()
    }

    /// The engine that is meant in a game whose best one is `best`.
    ///
    /// # Errors
    /// If that is no engine, or does not understand what was said of it.
    pub(crate) fn in_game(&self, best: &str) -> Result<Self, Error> {
        if !self.is_best {
            return Ok(self.clone());
        }
        let mut spec: Self = best.parse()?;
        spec.text.clone_from(&self.text);
        for (key, value) in &self.said {
            if spec.form(key).is_none() {
                let (option, engine) = (key.clone(), best.to_owned());
                return Err(Error::OptionOfOther { option, engine });
            }
            // What was good for one engine is good for another.
            let _ = spec.set(key, value);
        }
        Ok(spec)
    }

    /// What was said of a character that its own settings are to take: neither
    /// limits nor memory, which every player has.
    pub(crate) fn brief(&self, lines: usize) -> Brief {
        let seed = |(_, value): &(String, String)| number(value, 0, u64::MAX);
        let own = |(key, _): &&(String, String)| !COMMON.contains(&key.as_str());
        Brief {
            megabytes: self.megabytes,
            seed: self.said.iter().rfind(|(key, _)| key == "seed").and_then(seed),
            lines,
            chosen: self.said.iter().filter(own).cloned().collect(),
        }
    }

    /// Whether this option was set, in the brackets or later.
    pub(crate) fn was_told(&self, key: &str) -> bool {
        self.said.iter().any(|(said, _)| said == key)
    }

    fn is_character(&self) -> bool {
        matches!(self.method, Method::Character(_))
    }

    /// Sets an option, as if it had been written in the brackets.
    ///
    /// # Errors
    /// If there is no such option, or the value will not do.
    pub fn change(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let Some(form) = self.form(key) else {
            let engine = self.text.clone();
            return Err(Error::OptionOfOther { option: key.to_owned(), engine });
        };
        self.set(key, value).ok_or_else(|| Error::Text {
            source_name: "player",
            error: TextError::new(
                value,
                0,
                format!("{} will not do for {key}", quoted(value)),
                form,
            ),
        })
    }

    /// Sets an option; none if the value will not do.
    fn set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "depth" => self.limits.depth = Some(number(value, 1, 1000)? as u32),
            "nodes" => self.limits.nodes = Some(number(value, 1, u64::MAX)?),
            "time" => self.limits.time = Some(parse_time(value)?),
            "table" if value != "off" => self.megabytes = number(value, 1, 1 << 40)? as usize,
            "near" if !self.is_character() => self.near = Some(number(value, 1, 100)? as u16),
            "threats" if !self.is_character() => self.threats = switch(value)?,
            _ => match &mut self.method {
                Method::AlphaBeta(options) => set_alphabeta(options, key, value)?,
                Method::Mcts(options) => set_mcts(options, key, value)?,
                Method::Character(_) if key == "seed" => drop(number(value, 0, u64::MAX)?),
                Method::Character(_) if key == "table" => return None,
                Method::Character(_) => {}
            },
        }
        self.said.push((key.to_owned(), value.to_owned()));
        Some(())
    }
}

fn set_alphabeta(options: &mut Options, key: &str, value: &str) -> Option<()> {
    match key {
        "table" => options.table = false,
        "seed" => options.tie_seed = Some(number(value, 0, u64::MAX)?),
        "threads" => options.threads = number(value, 1, 256)? as usize,
        "window" if value == "full" => options.root_windows = RootWindows::Full,
        "window" => {
            let delta = number(value, 1, 1_000_000)? as i32;
            options.root_windows = RootWindows::Aspiration { delta };
        }
        "schedule" => {
            options.schedule = Some(value.parse().ok()?);
            options.deepening = false;
        }
        "quiescence" => options.quiescence = number(value, 0, 100)? as u32,
        _ => {
            *match key {
                "forced" => &mut options.forced,
                "hopes" => &mut options.known_draws,
                "pruning" => &mut options.pruning,
                "nullwindows" => &mut options.null_windows,
                "deepening" => &mut options.deepening,
                "symmetry" => &mut options.symmetry,
                "tablemove" => &mut options.table_move,
                "evaluated" => &mut options.evaluated_order,
                "killers" => &mut options.killers,
                "history" => &mut options.history,
                "countermoves" => &mut options.countermoves,
                "estimates" => &mut options.estimates,
                "branchingcut" => &mut options.branching_cut,
                "samedepth" => &mut options.same_depth_only,
                _ => return None,
            } = switch(value)?;
        }
    }
    Some(())
}

fn set_mcts(options: &mut MctsOptions, key: &str, value: &str) -> Option<()> {
    match key {
        "seed" => options.seed = number(value, 0, u64::MAX)?,
        "forced" => {
            options.forced = switch(value)?;
            options.forced_rollouts = options.forced;
        }
        "hopes" => options.known_draws = switch(value)?,
        "exploration" => {
            let plain = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
            let constant = value.parse().ok().filter(|_| plain)?;
            options.exploration = Some(constant).filter(|c| (0.0..=100.0).contains(c))?;
        }
        "rollout" if value == "full" => options.rollout = None,
        "rollout" => options.rollout = Some(number(value, 0, 10_000)? as u32),
        _ => return None,
    }
    Some(())
}

fn switch(value: &str) -> Option<bool> {
    match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && (least..=most).contains(number))
}

/// A time such as `500ms`, `10s` or `5m`; none if it is none.
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
    const UNITS: [(&str, f64); 3] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0)];
    let (digits, unit) =
        UNITS.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)))?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}
