//! The arguments that limit a search.

use crate::numbers::whole;
use plywood_workbench::{Limits, TimeKind, limits_under, parse_time};
use std::time::Duration;

/// Limits of a search; the first that is reached ends it.
#[derive(clap::Args)]
pub(crate) struct LimitArgs {
    /// Search to depth N, from 1 to 1000
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<u32>(1, 1000))]
    depth: Option<u32>,
    /// Search at most N nodes
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
    /// Search for TIME, such as 500ms or 10s
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    time: Option<Duration>,
}

impl LimitArgs {
    /// These limits; none if none was given.
    pub(crate) fn limits(&self) -> Limits {
        let (depth, nodes, time) = (self.depth, self.nodes, self.time);
        Limits { depth, nodes, time, ..Limits::default() }
    }
}

/// Limits of the search for a move; the first that is reached ends it.
#[derive(clap::Args)]
pub(crate) struct MoveLimitArgs {
    #[command(flatten)]
    limits: LimitArgs,
    /// Search until each thread has worked for TIME, however long that takes: on a
    /// busy machine a fairer limit than --time
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, conflicts_with = "time",
          value_parser = time)]
    processor_time: Option<Duration>,
}

impl MoveLimitArgs {
    /// The limits of an engine under these, and `otherwise` if there is none; those in
    /// its brackets win.
    pub(crate) fn or(&self, own: &Limits, otherwise: Duration) -> Limits {
        let mut limits = limits_under(own, &self.limits());
        if limits == Limits::default() {
            limits.time = Some(otherwise);
        }
        limits
    }

    /// The limits as they were given.
    pub(crate) fn limits(&self) -> Limits {
        let limits = self.limits.limits();
        match self.processor_time {
            Some(time) => Limits { time: Some(time), time_kind: TimeKind::Processor, ..limits },
            None => limits,
        }
    }
}

/// A time such as 500ms.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    parse_time(text)
        .ok_or_else(|| "expected a time above zero, in ms, s or m, such as 500ms or 10s".to_owned())
}
