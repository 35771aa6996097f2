//! The parameters of Multi-ProbCut as a file: TOML, with the version of its form
//! and the game that it was measured in. `plywood fit` writes it.

use crate::Error;
use plywood_search::{Prediction, Predictions};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::Read;
use std::str::FromStr;
use std::sync::Arc;

/// What shallow searches of a game say about deep ones, as a file has it.
///
/// ```
/// use plywood_workbench::{PredictedPair, PredictionFile};
/// let pair = PredictedPair {
///     shallow: 2,
///     deep: 4,
///     left: [0, 60],
///     slope: 1.05,
///     intercept: -3.5,
///     deviation: 120.25,
///     correlation: 0.9,
///     points: 400,
/// };
/// let file = PredictionFile {
///     version: PredictionFile::VERSION,
///     game: "othello".to_owned(),
///     evaluator: "0123456789abcdef".to_owned(),
///     command: "plywood fit othello --self-play 100".to_owned(),
///     threshold: 1.5,
///     pairs: vec![pair],
/// };
/// assert_eq!(file.to_string().parse(), Ok(file.clone()));
/// let usable = |game, evaluator| file.predictions(game, evaluator).is_ok();
/// assert!(usable("othello", "0123456789abcdef"));
/// assert!(!usable("delta", "0123456789abcdef") && !usable("othello", "fedcba9876543210"));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictionFile {
    /// The version of the form.
    pub version: u32,
    /// The game that was searched.
    pub game: String,
    /// The fingerprint of the evaluator that it was measured with.
    pub evaluator: String,
    /// The command that measured it.
    pub command: String,
    /// How many deviations a prediction must lie outside the window.
    pub threshold: f64,
    /// Each pair of depths in each phase.
    #[serde(rename = "pair")]
    pub pairs: Vec<PredictedPair>,
}

/// What a search of one depth says about one of another, in a phase of the game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PredictedPair {
    /// The depth that predicts.
    pub shallow: u32,
    /// The depth that is predicted.
    pub deep: u32,
    /// The phase: the fewest and the most plies that may be left in the game.
    pub left: [u32; 2],
    /// How much of the shallow value counts.
    pub slope: f64,
    /// What is added to it.
    pub intercept: f64,
    /// The standard deviation of deep values from the prediction.
    pub deviation: f64,
    /// The correlation of both values.
    pub correlation: f64,
    /// How many positions it was measured on.
    pub points: usize,
}

/// Where an engine's predictions come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PredictionSource {
    /// It uses none.
    Off,
    /// The game has its own.
    Game,
    /// This file.
    File(String),
}

/// As the option is written.
impl fmt::Display for PredictionSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Off => "off",
            Self::Game => "on",
            Self::File(name) => name,
        })
    }
}

impl PredictionSource {
    /// The source that an option's value names: `off` and `on` in any case, or a file.
    pub(crate) fn of(value: &str) -> Self {
        match value {
            off if off.eq_ignore_ascii_case("off") => Self::Off,
            on if on.eq_ignore_ascii_case("on") => Self::Game,
            name => Self::File(name.to_owned()),
        }
    }

    /// The predictions for a search of `game`, whose own are `own`.
    pub(crate) fn load(
        &self,
        game: &str,
        own: Option<&str>,
        evaluator: impl FnOnce() -> String,
    ) -> Result<Option<Arc<Predictions>>, Error> {
        let problem = |problem: String| Error::Predictions { file: self.to_string(), problem };
        let file = match (self, own) {
            (Self::Off, _) => return Ok(None),
            (Self::Game, Some(text)) => text.parse().map_err(problem)?,
            (Self::Game, None) => {
                let advice = "name a file that plywood fit has written";
                return Err(problem(format!("{game} has no predictions of its own; {advice}")));
            }
            (Self::File(name), _) => PredictionFile::read(name)?,
        };
        file.predictions(game, &evaluator()).map(|found| Some(Arc::new(found))).map_err(problem)
    }
}

/// More bytes are no such file.
const MOST_BYTES: u64 = 1 << 20;

impl PredictionFile {
    /// The version of the form.
    pub const VERSION: u32 = 1;

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is not such a file.
    pub fn read(name: &str) -> Result<Self, Error> {
        let problem = |problem: String| Error::Predictions { file: name.to_owned(), problem };
        let found = std::fs::metadata(name).map_err(|error| problem(error.to_string()))?;
        if !found.is_file() {
            // A pipe without a writer would never be opened.
            return Err(problem("it is not a file".to_owned()));
        }
        let mut text = String::new();
        let file = std::fs::File::open(name).map_err(|error| problem(error.to_string()))?;
        let read = file.take(MOST_BYTES + 1).read_to_string(&mut text);
        read.map_err(|error| problem(error.to_string()))?;
        if text.len() as u64 > MOST_BYTES {
            return Err(problem("it is larger than a file of plywood fit can be".to_owned()));
        }
        text.parse().map_err(problem)
    }

    /// The predictions for a search of this game with the evaluator of this
    /// [fingerprint](crate::SearchGame::evaluator). Fingerprints are those of one
    /// start, so boards that were drawn differently are not asked for theirs.
    ///
    /// # Errors
    /// If they are those of another game or of another evaluator.
    pub fn predictions(&self, game: &str, evaluator: &str) -> Result<Predictions, String> {
        if without_seed(&self.game) != without_seed(game) {
            return Err(format!("it was measured in {}, not in {game}", self.game));
        }
        if self.game == game && self.evaluator != evaluator {
            return Err(format!(
                "it was measured with another evaluator than this player has; measure again with \
                 such a player: {}",
                self.command
            ));
        }
        let pairs = self.pairs.iter().map(|pair| Prediction {
            shallow: pair.shallow,
            deep: pair.deep,
            left: pair.left[0]..=pair.left[1],
            slope: pair.slope,
            intercept: pair.intercept,
            deviation: pair.deviation,
        });
        Ok(Predictions::new(self.threshold, pairs))
    }
}

impl FromStr for PredictionFile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The message alone: the text may be that of any file, and is not told.
        let told = |error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            format!("line {}: {}", before.matches('\n').count() + 1, error.message())
        };
        let file: Self = toml::from_str(text).map_err(told)?;
        if file.version != Self::VERSION {
            let Self { version, .. } = file;
            let own = Self::VERSION;
            return Err(format!("its version is {version}, and this program reads {own}"));
        }
        if !(0.0..=10.0).contains(&file.threshold) {
            return Err(format!("its threshold is {}, expected 0 to 10", file.threshold));
        }
        match file.pairs.iter().find(|pair| !pair.is_usable()) {
            Some(PredictedPair { shallow, deep, .. }) => Err(format!(
                "the pair {shallow}-{deep} is none: expected depths from 1 to 100, the shallow one \
                 first, a slope from 0.01 to 100, a deviation from 0 and a phase from fewer plies \
                 to more"
            )),
            None => Ok(file),
        }
    }
}

impl PredictedPair {
    /// Whether a search can use it; numbers that are none are not.
    fn is_usable(&self) -> bool {
        (1..self.deep).contains(&self.shallow)
            && self.deep <= 100
            && self.left[0] <= self.left[1]
            && (0.01..=100.0).contains(&self.slope)
            && self.intercept.abs() <= 1e9
            && (0.0..=1e9).contains(&self.deviation)
    }
}

/// The text of the file.
impl fmt::Display for PredictionFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, game, evaluator, command, threshold, pairs } = self;
        writeln!(
            f,
            "# How well shallow searches predict deep ones, for Multi-ProbCut. A deep value"
        )?;
        writeln!(
            f,
            "# is slope * shallow value + intercept, give or take the deviation, where the"
        )?;
        writeln!(f, "# game has from left[0] to left[1] plies left.")?;
        writeln!(f, "version = {version}")?;
        writeln!(f, "game = {}", in_quotes(game))?;
        writeln!(f, "evaluator = {}", in_quotes(evaluator))?;
        writeln!(f, "command = {}", in_quotes(command))?;
        writeln!(f, "threshold = {threshold:?}")?;
        for pair in pairs {
            let PredictedPair { shallow, deep, left: [least, most], points, .. } = pair;
            writeln!(f, "\n[[pair]]\nshallow = {shallow}\ndeep = {deep}")?;
            writeln!(f, "left = [{least}, {most}]")?;
            writeln!(f, "slope = {:?}", pair.slope)?;
            writeln!(f, "intercept = {:?}", pair.intercept)?;
            writeln!(f, "deviation = {:?}", pair.deviation)?;
            writeln!(f, "correlation = {:?}\npoints = {points}", pair.correlation)?;
        }
        Ok(())
    }
}

/// The name of a game without the seed of its start: boards that were drawn alike
/// are searched alike.
fn without_seed(game: &str) -> &str {
    game.split(",seed=").next().unwrap_or(game)
}

/// A string of TOML.
fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::PredictionFile;

    const GOOD: &str = "version = 1\ngame = \"delta\"\nevaluator = \"\"\ncommand = \"\"\nthreshold = 1.5\n[[pair]]\n\
                        shallow = 1\ndeep = 3\nleft = [0, 9]\nslope = 1.0\nintercept = 0.0\n\
                        deviation = 2.0\ncorrelation = 0.5\npoints = 100\n";

    #[test]
    fn what_no_search_can_use_is_refused() {
        assert!(GOOD.parse::<PredictionFile>().is_ok());
        for (from, to, expected) in [
            ("version = 1", "version = 2", "its version is 2"),
            ("threshold = 1.5", "threshold = nan", "threshold"),
            ("shallow = 1", "shallow = 3", "pair 3-3"),
            ("shallow = 1", "shallow = 0", "pair 0-3"),
            ("slope = 1.0", "slope = -1.0", "a slope from"),
            ("slope = 1.0", "slope = nan", "a slope from"),
            ("left = [0, 9]", "left = [9, 0]", "a phase from"),
            ("deviation = 2.0", "deviation = inf", "a deviation from"),
            ("points", "pints", "pints"),
        ] {
            let text = GOOD.replace(from, to);
            assert_ne!(text, GOOD, "{from}");
            let error = text.parse::<PredictionFile>().expect_err(to);
            assert!(error.contains(expected), "{to}: {error}");
        }
    }
}
