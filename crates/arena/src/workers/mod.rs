//! Events whose games are played by workers on other machines.
//!
//! Who runs the event fills a [`queue`] on the server with the games of its schedule,
//! checks what comes back by the rules ([`replay`]) and counts it, with the schedule and
//! in the transaction of an event in a file ([`coordinator`]). A [`Worker`] takes games
//! whose engines it has, plays them with the same [`Runner`](crate::Runner) and returns
//! them under the lease that it got with each.

mod coordinator;
mod list;
mod notice;
mod queue;
mod replay;
mod shift;
mod worker;

pub use list::StoredWorker;
pub use notice::Notice;
pub(crate) use queue::note_refusal;
pub(crate) use worker::{AWAY, enter};
pub use worker::{Played, Terms, Worker};

use crate::runner::Finished;
use crate::store::{Place, StoreError};
use crate::summary::Summary;
use plywood_players::{Cause, Failure};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A finished game on its way from a worker.
#[derive(Serialize, Deserialize)]
struct Returned {
    summary: Summary,
    /// The saved game, with all its moves.
    record: String,
    /// The player that failed, by its number in the event, the cause and the words.
    failed: Option<(usize, String, String)>,
}

impl Returned {
    fn of(game: &Finished) -> Self {
        let failed = game.failed.as_ref().map(|(player, failure)| {
            (*player, failure.cause.name().to_owned(), failure.detail.clone())
        });
        Self { summary: game.summary.clone(), record: game.record.to_string(), failed }
    }

    /// The failure, if its cause is known.
    fn failure(&self) -> Option<(usize, Failure)> {
        let (player, cause, detail) = self.failed.as_ref()?;
        let cause = Cause::ALL.into_iter().find(|known| known.name() == cause)?;
        Some((*player, Failure::new(cause, detail.clone())))
    }
}

/// What a store answers, unless it takes longer than this: a connection may be dead
/// without a sign.
pub(crate) async fn within<T>(
    limit: Duration,
    place: &Place,
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    tokio::time::timeout(limit, answer).await.unwrap_or_else(|_| {
        let problem = "does not answer".to_owned();
        Err(StoreError::Unusable { place: place.clone(), problem, passes: true })
    })
}
