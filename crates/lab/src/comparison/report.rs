//! What a comparison found.

use super::agreement::disagreements;
use super::table::{positions, summaries};
use super::{Disagreement, Summary};
use crate::plot::{Axis, Panel, Scale, Series};
use crate::{csv_text, plot};
use plywood_workbench::{
    Compared, Limits, LimitsReport, SCHEMA, ScoreReport, Session, limits_under,
};
use serde::Serialize;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// Version of the document.
    pub schema: u32,
    /// The words that name the game.
    pub game: String,
    /// Who was compared.
    pub algorithms: Vec<Entrant>,
    /// Every search.
    pub rows: Vec<ComparisonRow>,
    /// All positions together, by depth and engine.
    pub summary: Vec<Summary>,
    /// Whether all values that must be equal are.
    pub agree: bool,
    /// Those that are not.
    pub disagreements: Vec<Disagreement>,
    /// Whether this is all that was asked for.
    pub complete: bool,
}

/// Who was compared.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entrant {
    /// As it was written.
    pub name: String,
    /// The evaluator under which its values are exact: engines with the same one
    /// must find the same values; none if they are not judged.
    #[serde(rename = "yardstick")]
    pub exact_under: Option<String>,
    /// What ended a search of it early, besides its depth.
    #[serde(default)]
    pub limits: LimitsReport,
}

/// A search of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComparisonRow {
    /// The position as text.
    pub position: String,
    /// Who searched.
    pub algorithm: String,
    /// The depth that was asked for.
    pub depth: u32,
    /// How many moves were played.
    pub nodes: u64,
    /// How long it took.
    pub elapsed_ms: u64,
    /// The best move.
    pub best: String,
    /// Its value for the side to move.
    pub score: ScoreReport,
    /// Whether the value is certain.
    pub exact: bool,
    /// Whether the search completed its depth before its node or time limit.
    pub finished: bool,
    /// The depth that was completed.
    pub reached: u32,
    /// Whether the value was proven, at any depth.
    pub solved: bool,
}

impl ComparisonRow {
    /// Whether the depth was completed, or did not need to be.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.solved || self.finished && self.reached == self.depth
    }
}

impl ComparisonReport {
    pub(super) fn new(
        positions: &[Box<dyn Session>],
        compared: &[Compared],
        given: &Limits,
    ) -> Self {
        let entrant = |compared: &Compared| Entrant {
            name: compared.engine.text.clone(),
            exact_under: compared.exact_under.clone(),
            limits: LimitsReport {
                table_mb: compared.engine.table_mb(),
                ..LimitsReport::from(&limits_under(&compared.engine.limits, given))
            },
        };
        Self {
            schema: SCHEMA,
            game: positions.first().map(|session| session.game()).unwrap_or_default(),
            algorithms: compared.iter().map(entrant).collect(),
            rows: Vec::new(),
            summary: Vec::new(),
            agree: true,
            disagreements: Vec::new(),
            complete: false,
        }
    }

    /// The report with its totals and its verdict.
    pub(super) fn judged(mut self, complete: bool) -> Self {
        self.summary = summaries(&self.algorithms, &self.rows);
        self.disagreements = disagreements(&self.algorithms, &self.rows);
        self.agree = self.disagreements.is_empty();
        self.complete = complete;
        self
    }

    /// The number of positions searched.
    #[must_use]
    pub fn positions(&self) -> usize {
        positions(&self.rows)
    }

    /// Every search on a line of comma-separated values, with a heading.
    ///
    /// # Errors
    /// If it cannot be written, of which nothing is known.
    pub fn to_csv(&self) -> Result<String, csv::Error> {
        const HEADING: &str =
            "position,algorithm,depth,nodes,elapsed_ms,best,kind,value,plies,exact,finished,unit";
        let rows = self.rows.iter().map(|row| {
            let (found, score) = ((row.depth, row.nodes, row.elapsed_ms, &row.best), &row.score);
            let (score, unit) = ((score.kind, score.amount(), score.plies), &score.unit);
            (&row.position, &row.algorithm, found, score, row.exact, row.finished, unit)
        });
        csv_text(HEADING, rows)
    }

    /// Nodes by depth, a line an engine, as a picture: of all positions their
    /// geometric mean, where the engine finished them all.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let series = self.algorithms.iter().map(|entrant| {
            let own = self.summary.iter().filter(|summary| summary.algorithm == entrant.name);
            let point = |summary: &Summary| (f64::from(summary.depth), summary.mean.max(1.0));
            let whole = own.filter(|summary| summary.unfinished == 0);
            Series { name: entrant.name.clone(), points: whole.map(point).collect() }
        });
        let series: Vec<Series> = series.collect();
        let deepest = self.summary.iter().map(|summary| summary.depth);
        let ticks = match (deepest.clone().min(), deepest.max()) {
            (Some(first), Some(last)) => (first..=last).map(f64::from).collect(),
            _ => Vec::new(),
        };
        let what = match self.positions() {
            0 | 1 => "nodes".to_owned(),
            many => format!("nodes, geometric mean of {many} positions"),
        };
        let panel = Panel {
            title: format!("{}: {what}", self.game),
            across: Axis { name: "depth".to_owned(), scale: Scale::Linear, ticks: Some(ticks) },
            up: Axis { name: "nodes".to_owned(), scale: Scale::Logarithmic, ticks: None },
            series,
        };
        plot::draw(&[panel])
    }
}
