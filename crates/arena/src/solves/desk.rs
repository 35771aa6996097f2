//! How a worker that solves talks to the server: signs of life, and checkpoints in parts.

use super::line::Line;
use super::queue::{self, Held, Taken};
use crate::store::StoreError;
use crate::workers::AWAY;
use std::time::{Duration, Instant};

/// The size of a part of a checkpoint or result.
const PART: usize = 1 << 20;

/// What a worker says to the server about its work.
pub(super) struct Desk<'d> {
    pub(super) line: Line<'d>,
    pub(super) heartbeat: Duration,
    pub(super) next_beat: Instant,
    /// What is said with a sign of life.
    pub(super) progress: String,
    /// How many versions were written.
    pub(super) versions: i64,
}

impl Desk<'_> {
    /// Gives a sign of life if it is time; false if the lease is lost.
    pub(super) fn beat(&mut self, held: &Held) -> Result<bool, StoreError> {
        if Instant::now() < self.next_beat {
            return Ok(true);
        }
        let (lease, progress) = (self.line.limit, self.progress.clone());
        let alive = self
            .line
            .ask("give a sign of life", async |to| queue::beat(to, held, lease, &progress).await)?;
        self.next_beat = Instant::now() + if alive.is_some() { self.heartbeat } else { AWAY };
        Ok(alive != Some(false))
    }

    /// A checkpoint; none if the server went away, or has only a part of it.
    pub(super) fn download(&mut self, taken: &Taken) -> Result<Option<Vec<u8>>, StoreError> {
        let Some(version) = taken.checkpoint else { return Ok(None) };
        let mut bytes = Vec::new();
        for number in 0.. {
            let read = self.line.ask("read a checkpoint", async |to| {
                queue::part(to, taken.held.id, version, number).await
            })?;
            match read {
                Some(Some(part)) => bytes.extend(part),
                Some(None) => break,
                None => return Ok(None),
            }
            if !self.beat(&taken.held)? {
                return Ok(None);
            }
        }
        Ok(Some(bytes))
    }

    /// Writes a checkpoint, or the result if it is `last`; false if the lease is lost,
    /// none if the server is away.
    pub(super) fn upload(
        &mut self,
        held: &Held,
        (nodes, bytes, last): (u64, &[u8], bool),
    ) -> Result<Option<bool>, StoreError> {
        // A version is higher than those of earlier leases, and never written twice.
        self.versions += 1;
        let version = (held.lease << 20) + self.versions;
        for (number, part) in bytes.chunks(PART).enumerate() {
            let added = self.line.ask("keep a checkpoint", async |to| {
                queue::add_part(to, held.id, version, number as i64, part).await
            });
            match added {
                Ok(Some(())) => {}
                Ok(None) => return Ok(None),
                // The question may have been forgotten meanwhile.
                Err(error) => {
                    self.next_beat = Instant::now();
                    return if self.beat(held)? { Err(error) } else { Ok(Some(false)) };
                }
            }
            if !self.beat(held)? {
                return Ok(Some(false));
            }
        }
        self.line.ask("keep a checkpoint", async |to| {
            let counts = queue::commit(to, held, version, nodes as i64, last).await?;
            // The first answer may have been lost.
            Ok(counts || (last && queue::is_given(to, held).await?))
        })
    }
}
