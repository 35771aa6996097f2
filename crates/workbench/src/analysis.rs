//! Asking for the best move, and what comes back.

use crate::RecordedTree;
use crate::engine_spec::EngineSpec;
use crate::meaning::{Certainty, Wording};
use plywood_game::Side;
use plywood_search::{Limits, Report, StoppedBy, Value, Verdict};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::time::Duration;

/// What is asked of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// What ends it; without any limit it would not end.
    pub limits: Limits,
    /// How to search.
    pub engine: EngineSpec,
    /// How many of the best moves to report.
    pub lines: usize,
    /// Record the tree of the last completed depth: at most this many visits, and
    /// the principal variation.
    pub tree: Option<usize>,
}

/// How long a player looks where nothing is said.
const USUAL_TIME: Duration = Duration::from_secs(1);

impl Request {
    /// The request to an engine that plays: one move under its own limits, by
    /// default a second.
    ///
    /// ```
    /// use plywood_workbench::{EngineSpec, Request};
    /// use std::time::Duration;
    /// let of = |text: &str| text.parse().map(|spec: EngineSpec| Request::of_player(&spec).limits);
    /// assert_eq!(of("alphabeta")?.time, Some(Duration::from_secs(1)));
    /// assert_eq!(of("alphabeta[depth=4]")?.time, None);
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    #[must_use]
    pub fn of_player(engine: &EngineSpec) -> Self {
        let limits = Self::limits_of_player(engine.limits);
        Self { limits, engine: engine.clone(), lines: 1, tree: None }
    }

    /// The limits of a player that has these of its own: a second a move if it has
    /// none.
    #[must_use]
    pub fn limits_of_player(own: Limits) -> Limits {
        match own == Limits::default() {
            true => Limits { time: Some(USUAL_TIME), ..own },
            false => own,
        }
    }
}

/// What a search found, in text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Analysis {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The name of the opening that the game is in, if it has one.
    pub opening: Option<String>,
    /// Whose turn it is.
    pub to_move: Side,
    /// Who searched.
    pub player: String,
    /// The best move.
    pub best: String,
    /// Its value for the side to move.
    pub score: ScoreReport,
    /// Whether the value is certain.
    pub exact: bool,
    /// What is certain about a value that is not.
    pub bounds: Bounds,
    /// The depth that was completed.
    pub depth: u32,
    /// In how many of a hundred cases the value is probably that of a full search, where
    /// branches were left out by predictions and that is known.
    pub confidence: Option<u8>,
    /// How many moves were played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// The best play found.
    pub pv: Vec<String>,
    /// The best moves, best first.
    pub lines: Vec<LineReport>,
    /// What ended the search; none in a report on the way.
    pub stopped_by: Option<StoppedBy>,
    /// The recorded tree, if it was requested; a document of its own.
    #[serde(skip)]
    pub tree: Option<RecordedTree>,
}

impl Analysis {
    /// How sure the value is.
    #[must_use]
    pub fn certainty(&self) -> Certainty {
        if self.exact { Certainty::Exact } else { Certainty::Estimate }
    }

    /// How sure the value is, in words: `exact`, or `not exact`, with the confidence of
    /// the search where it is known.
    #[must_use]
    pub fn certainty_words(&self) -> String {
        match (self.certainty().word(), self.confidence) {
            (word, Some(percent)) if !self.exact => format!("{word} ({percent} % sure)"),
            (word, _) => word.to_owned(),
        }
    }

    /// The depth as players write it: `24`, or `24@99%` where the confidence is known.
    #[must_use]
    pub fn depth_words(&self) -> String {
        match self.confidence {
            Some(percent) => format!("{}@{percent}%", self.depth),
            None => self.depth.to_string(),
        }
    }

    /// The value where the bounds leave only one, though the search gave an estimate: it
    /// was asked for several moves, and what is known is the value of the position alone.
    #[must_use]
    pub fn settled(&self) -> Option<&ScoreReport> {
        let Bounds { at_least, at_most } = &self.bounds;
        at_least.as_ref().filter(|_| !self.exact && at_least == at_most)
    }
}

/// What is certain about a value that is only estimated, for the side to move.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Bounds {
    /// It is this or better: what the best move with a certain value gives, or a
    /// draw where the side to move cannot lose.
    pub at_least: Option<ScoreReport>,
    /// It is this or worse: a draw where the other side cannot lose.
    pub at_most: Option<ScoreReport>,
}

/// A move with its value and the play after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LineReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value for the side to move.
    pub score: ScoreReport,
    /// The move and the play after it.
    pub pv: Vec<String>,
}

/// A value. Its document is what scripts read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreReport {
    /// What kind of value.
    pub kind: ScoreKind,
    /// 1, -1, 0 for win, loss, draw; the margin; or the evaluator's number. A
    /// document has an estimate with a unit in that unit, with decimals.
    pub value: i32,
    /// The distance of a win or loss.
    pub plies: Option<u32>,
    /// What the document's `value` counts, where that has a name.
    pub unit: Option<String>,
    /// How many games of a hundred the side to move wins with this estimate,
    /// where that was measured.
    pub win_percent: Option<u8>,
    /// Whether it is certain: no estimate and no move left out below. A win that
    /// was found among some of the moves is none.
    pub exact: bool,
    /// The value in words, as the terminal prints it.
    pub text: String,
}

/// A number of a document: whole, or with decimals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Amount {
    /// A whole number.
    Whole(i32),
    /// Hundredths, as a decimal number.
    Decimal(f64),
}

impl Serialize for ScoreReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_struct("ScoreReport", 7)?;
        document.serialize_field("kind", &self.kind)?;
        document.serialize_field("value", &self.amount())?;
        document.serialize_field("plies", &self.plies)?;
        document.serialize_field("unit", &self.unit)?;
        document.serialize_field("win_percent", &self.win_percent)?;
        document.serialize_field("exact", &self.exact)?;
        document.serialize_field("text", &self.text)?;
        document.end()
    }
}

impl<'de> Deserialize<'de> for ScoreReport {
    /// Reads what [`Serialize`] writes, and what it wrote before it told whether a
    /// value is certain.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Document {
            kind: ScoreKind,
            value: f64,
            plies: Option<u32>,
            unit: Option<String>,
            win_percent: Option<u8>,
            exact: Option<bool>,
            text: String,
        }
        let Document { kind, value, plies, unit, win_percent, exact, text } =
            Document::deserialize(deserializer)?;
        let exact = exact.unwrap_or(kind != ScoreKind::Estimate);
        let hundredths = kind == ScoreKind::Estimate && unit.is_some();
        let value = (if hundredths { 100.0 * value } else { value }).round() as i32;
        Ok(Self { kind, value, plies, unit, win_percent, exact, text })
    }
}

/// The kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ScoreKind {
    /// An evaluator's opinion.
    Estimate,
    /// A forced win.
    Win,
    /// A forced loss.
    Loss,
    /// A certain draw.
    Draw,
    /// A certain margin.
    Margin,
}

impl ScoreKind {
    /// Its name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ScoreKind::Estimate => "estimate",
            ScoreKind::Win => "win",
            ScoreKind::Loss => "loss",
            ScoreKind::Draw => "draw",
            ScoreKind::Margin => "margin",
        }
    }
}

/// A number of moves of both sides, in words.
#[must_use]
pub fn in_moves(plies: u32) -> String {
    format!("{plies} move{}", if plies == 1 { "" } else { "s" })
}

impl ScoreReport {
    pub(crate) fn new(value: Value, counts: bool) -> Self {
        let exact = value.exact;
        let (kind, value, plies) = match value.verdict(counts) {
            Verdict::Win { plies } => (ScoreKind::Win, 1, Some(plies)),
            Verdict::Loss { plies } => (ScoreKind::Loss, -1, Some(plies)),
            Verdict::Draw => (ScoreKind::Draw, 0, None),
            Verdict::Margin { points } => (ScoreKind::Margin, points, None),
            Verdict::Estimate { value } => (ScoreKind::Estimate, value, None),
        };
        Self { exact, ..Self::plain(kind, value, plies) }
    }

    /// A value of which only the number is known; all but estimates are certain.
    #[must_use]
    pub fn plain(kind: ScoreKind, value: i32, plies: Option<u32>) -> Self {
        let moves = |plies: Option<u32>| in_moves(plies.unwrap_or(0));
        let text = match kind {
            ScoreKind::Estimate => format!("estimate {value:+}"),
            ScoreKind::Win => format!("win in {}", moves(plies)),
            ScoreKind::Loss => format!("loss in {}", moves(plies)),
            ScoreKind::Draw => "draw".to_owned(),
            ScoreKind::Margin => format!("margin {value:+}"),
        };
        let exact = kind != ScoreKind::Estimate;
        Self { kind, value, plies, unit: None, win_percent: None, exact, text }
    }

    /// The value as documents have it: in its unit, where it has one.
    #[must_use]
    pub fn amount(&self) -> Amount {
        match (self.kind, &self.unit) {
            // Evaluators of games that count give hundredths of a point.
            (ScoreKind::Estimate, Some(_)) => Amount::Decimal(f64::from(self.value) / 100.0),
            _ => Amount::Whole(self.value),
        }
    }

    /// How far it is from an even fight, to compare openings of one game: least
    /// where neither side is ahead and nothing is decided, most where it is won.
    #[must_use]
    pub fn imbalance(&self) -> u32 {
        match self.kind {
            // Evaluators of games that count give hundredths of a point.
            ScoreKind::Margin => self.value.unsigned_abs().saturating_mul(100),
            ScoreKind::Estimate => self.value.unsigned_abs(),
            ScoreKind::Draw => u32::MAX - 1,
            ScoreKind::Win | ScoreKind::Loss => u32::MAX,
        }
    }

    /// The value as one short word: `+12`, `win:3`, `draw`.
    #[must_use]
    pub fn compact(&self) -> String {
        match (self.kind, self.plies) {
            (ScoreKind::Estimate, _) => format!("{:+}", self.value),
            (ScoreKind::Margin, _) => format!("margin:{:+}", self.value),
            (kind, Some(plies)) => format!("{}:{plies}", kind.name()),
            (kind, None) => kind.name().to_owned(),
        }
    }

    /// The value that such a word stands for, if it is one.
    ///
    /// ```
    /// use plywood_workbench::ScoreReport;
    /// for word in ["+12", "-7", "margin:-2", "win:3", "draw"] {
    ///     assert_eq!(ScoreReport::from_compact(word).map(|score| score.compact()).as_deref(), Some(word));
    /// }
    /// assert_eq!(ScoreReport::from_compact("-"), None);
    /// ```
    #[must_use]
    pub fn from_compact(word: &str) -> Option<Self> {
        let (name, number) = word.split_once(':').unwrap_or((word, ""));
        let (kind, value) = match name {
            "win" => (ScoreKind::Win, 1),
            "loss" => (ScoreKind::Loss, -1),
            "draw" => (ScoreKind::Draw, 0),
            "margin" => (ScoreKind::Margin, number.parse().ok()?),
            estimate => (ScoreKind::Estimate, estimate.parse().ok()?),
        };
        let distance = matches!(kind, ScoreKind::Win | ScoreKind::Loss);
        let plies = if distance { Some(number.parse().ok()?) } else { None };
        Some(Self::plain(kind, value, plies))
    }

    /// The value in words.
    #[must_use]
    pub fn words(&self) -> String {
        self.text.clone()
    }
}

impl Analysis {
    /// The same with units, sides and words.
    pub(crate) fn explained(mut self, wording: &Wording) -> Self {
        self.score = wording.explain(self.score);
        for line in &mut self.lines {
            line.score = wording.explain(line.score.clone());
        }
        let known = self.lines.iter().map(|line| &line.score).find(|score| score.exact);
        let known = known.filter(|score| score.kind != ScoreKind::Loss && !self.exact).cloned();
        if known.is_some() {
            self.bounds.at_least = known;
        }
        self
    }

    /// The same where one side, or the other, cannot lose.
    pub(crate) fn with_defences(mut self, [own, other]: [bool; 2]) -> Self {
        let draw = |holds: bool| {
            (holds && !self.exact).then(|| ScoreReport::plain(ScoreKind::Draw, 0, None))
        };
        self.bounds = Bounds { at_least: draw(own), at_most: draw(other) };
        self
    }

    /// What a search reported about a position; `counts` says whether the game
    /// counts points.
    pub(crate) fn new(
        game: String,
        position: String,
        to_move: Side,
        counts: bool,
        player: &str,
        report: &Report<String>,
    ) -> Self {
        let lines: Vec<LineReport> = report
            .lines
            .iter()
            .map(|line| LineReport {
                mv: line.moves.first().cloned().unwrap_or_default(),
                score: ScoreReport::new(line.value, counts),
                pv: line.moves.clone(),
            })
            .collect();
        Self {
            schema: crate::report::SCHEMA,
            game,
            position,
            opening: None,
            to_move,
            player: player.to_owned(),
            best: report.best().unwrap_or_default(),
            score: ScoreReport::new(report.value, counts),
            exact: report.value.exact,
            bounds: Bounds::default(),
            depth: report.depth,
            confidence: report.confidence,
            nodes: report.nodes,
            elapsed_ms: report.elapsed.as_millis() as u64,
            pv: lines.first().map(|line| line.pv.clone()).unwrap_or_default(),
            lines,
            stopped_by: report.stopped_by,
            tree: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::{Line, Score};

    fn analysis(exact: bool, confidence: Option<u8>) -> Analysis {
        let value = Value { score: Score::margin(2), exact };
        let report = Report {
            lines: vec![Line { value, moves: vec!["f5".to_owned()] }],
            value,
            depth: 24,
            nodes: 1,
            confidence,
            researches: 0,
            elapsed: Duration::ZERO,
            stopped_by: None,
        };
        Analysis::new(String::new(), String::new(), Side::First, true, "best", &report)
    }

    #[test]
    fn a_depth_has_its_confidence_and_only_exact_values_are_called_exact() {
        let words = |exact, confidence| {
            let analysis = analysis(exact, confidence);
            (analysis.depth_words(), analysis.certainty_words())
        };
        let word = |depth: &str, certainty: &str| (depth.to_owned(), certainty.to_owned());
        assert_eq!(words(false, None), word("24", "not exact"));
        assert_eq!(words(false, Some(99)), word("24@99%", "not exact (99 % sure)"));
        assert_eq!(words(true, None), word("24", "exact"));
    }
}
