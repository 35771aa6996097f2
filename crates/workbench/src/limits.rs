//! Limits of a search, its memory among them: which one holds, and how it is named in
//! reports.

use crate::PlayerSpec;
use plywood_search::Limits;
use serde::{Deserialize, Deserializer, Serialize};
use std::time::Duration;

/// The limits under which an engine searches. A limit in its brackets wins over
/// one of the same kind that was given beside it; of different kinds all hold,
/// and the first that is reached ends the search.
///
/// ```
/// use plywood_workbench::{Limits, limits_under};
/// let own = Limits { depth: Some(4), ..Limits::default() };
/// let given = Limits { depth: Some(9), nodes: Some(100), ..Limits::default() };
/// let used = limits_under(&own, &given);
/// assert_eq!((used.depth, used.nodes), (Some(4), Some(100)));
/// ```
#[must_use]
pub fn limits_under(own: &Limits, given: &Limits) -> Limits {
    Limits {
        depth: own.depth.or(given.depth),
        nodes: own.nodes.or(given.nodes),
        time: own.time.or(given.time),
        target: own.target.or(given.target),
    }
}

/// The limits of a search, as a report names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct LimitsReport {
    /// The depth, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time, in milliseconds.
    #[serde(default, deserialize_with = "milliseconds")]
    pub time_ms: Option<f64>,
    /// The size of the table or tree, in megabytes; none without one, and where every
    /// player has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_mb: Option<u64>,
}

/// Refuses what is no time, such as a negative number in a store that was edited.
fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let time = Option::<f64>::deserialize(deserializer)?;
    match time.map(|ms| Duration::try_from_secs_f64(ms / 1000.0)) {
        Some(Err(problem)) => Err(serde::de::Error::custom(problem)),
        _ => Ok(time),
    }
}

impl From<&LimitsReport> for Limits {
    fn from(report: &LimitsReport) -> Self {
        let time = report.time_ms.map(|ms| Duration::from_secs_f64(ms / 1000.0));
        Self { depth: report.depth, nodes: report.nodes, time, ..Self::default() }
    }
}

impl From<&Limits> for LimitsReport {
    fn from(limits: &Limits) -> Self {
        let time_ms = limits.time.map(|time| time.as_secs_f64() * 1000.0);
        Self { depth: limits.depth, nodes: limits.nodes, time_ms, table_mb: None }
    }
}

impl LimitsReport {
    /// The limits with the memory of this player.
    #[must_use]
    pub fn of(limits: &Limits, player: &PlayerSpec) -> Self {
        Self { table_mb: player.table_mb(), ..Self::from(limits) }
    }

    /// The limits in words: `depth 4, 1000 nodes, 500 ms, table 64 MB`; `none` without any.
    #[must_use]
    pub fn words(&self) -> String {
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let time = self.time_ms.map(|time| format!("{time} ms"));
        let table = self.table_mb.map(|megabytes| format!("table {megabytes} MB"));
        let all: Vec<String> = [depth, nodes, time, table].into_iter().flatten().collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }
}
