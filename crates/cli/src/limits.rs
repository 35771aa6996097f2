//! The arguments that limit a search.

use crate::numbers::whole;
use plywood_workbench::{Limits, limits_under, parse_time};
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
    /// The limits of an engine under these, and `otherwise` if there is none.
    pub(crate) fn or(&self, own: &Limits, otherwise: Duration) -> Limits {
        let mut limits = self.of_player(own);
        if limits == Limits::default() {
            limits.time = Some(otherwise);
        }
        limits
    }

    /// These limits; none if none was given.
    pub(crate) fn alone(&self) -> Limits {
        self.of_player(&Limits::default())
    }

    /// The limits of a player under these; those in its brackets win.
    pub(crate) fn of_player(&self, own: &Limits) -> Limits {
        limits_under(own, &self.limits())
    }

    /// The limits as they were given.
    pub(crate) fn limits(&self) -> Limits {
        let (depth, nodes, time) = (self.depth, self.nodes, self.time);
        Limits { depth, nodes, time, ..Limits::default() }
    }
}

/// A time such as 500ms.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    parse_time(text)
        .ok_or_else(|| "expected a time above zero, in ms, s or m, such as 500ms or 10s".to_owned())
}
