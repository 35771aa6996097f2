//! Limits of a search, its memory among them: which one holds, and how it is named in
//! reports.

use crate::PlayerSpec;
use plywood_search::{Limits, TimeKind};
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
    let of_time = if own.time.is_some() { own } else { given };
    Limits {
        depth: own.depth.or(given.depth),
        nodes: own.nodes.or(given.nodes),
        time: of_time.time,
        target: own.target.or(given.target),
        time_kind: of_time.time_kind,
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
    /// The processor time of the thread that searches, in milliseconds, where that is the limit.
    #[serde(default, deserialize_with = "milliseconds", skip_serializing_if = "Option::is_none")]
    pub processor_time_ms: Option<f64>,
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
        let (ms, time_kind) = match report.processor_time_ms {
            Some(ms) => (Some(ms), TimeKind::Processor),
            None => (report.time_ms, TimeKind::Real),
        };
        let time = ms.map(|ms| Duration::from_secs_f64(ms / 1000.0));
        Self { depth: report.depth, nodes: report.nodes, time, time_kind, ..Self::default() }
    }
}

impl From<&Limits> for LimitsReport {
    fn from(limits: &Limits) -> Self {
        let ms = limits.time.map(|time| time.as_secs_f64() * 1000.0);
        let (time_ms, processor_time_ms) = match limits.time_kind {
            TimeKind::Real => (ms, None),
            TimeKind::Processor => (None, ms),
        };
        let &Limits { depth, nodes, .. } = limits;
        Self { depth, nodes, time_ms, processor_time_ms, table_mb: None }
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
        let worked = self.processor_time_ms.map(|time| format!("{time} ms of processor time"));
        let table = self.table_mb.map(|megabytes| format!("table {megabytes} MB"));
        let all: Vec<String> = [depth, nodes, time, worked, table].into_iter().flatten().collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }
}
