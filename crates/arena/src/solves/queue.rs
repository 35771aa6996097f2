//! The statements of the questions for the solver, with leases as the queue of games.

use super::{Solve, SolveState, StoredSolve};
use crate::workers::note_refusal;
use sqlx::postgres::PgConnection;
use sqlx::{Error, Row as _, query, query_as, query_scalar};
use std::time::Duration;

/// The right to work on a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) id: i64,
    pub(super) lease: i64,
    pub(super) worker: String,
}

/// A question that was taken.
pub(super) struct Taken {
    pub(super) held: Held,
    pub(super) request: String,
    /// The moves up to the checkpoint.
    pub(super) nodes: i64,
    /// The version of the checkpoint.
    pub(super) checkpoint: Option<i64>,
}

pub(super) async fn enqueue(
    to: &mut PgConnection,
    request: &str,
    megabytes: i64,
) -> Result<i64, Error> {
    let insert = "INSERT INTO solves (request, megabytes) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    query(insert).bind(request).bind(megabytes).execute(&mut *to).await?;
    let select = query_scalar("SELECT id FROM solves WHERE request = $1");
    select.bind(request).fetch_one(to).await
}

/// The oldest question that waits, or whose lease ran out, for a worker with this
/// memory; none among `not`.
pub(super) async fn take(
    to: &mut PgConnection,
    worker: &str,
    lease: Duration,
    megabytes: i64,
    not: &[i64],
) -> Result<Option<Taken>, Error> {
    let update = "WITH chosen AS MATERIALIZED (SELECT id FROM solves \
                  WHERE state < 2 AND until <= now() AND megabytes <= $3 AND id <> ALL ($4) \
                  AND NOT EXISTS (SELECT FROM workers WHERE name = $1 AND barred) \
                  ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED) \
                  UPDATE solves SET state = 1, lease = lease + 1, worker = $1, \
                  until = now() + $2 * interval '1 millisecond' FROM chosen \
                  WHERE solves.id = chosen.id \
                  RETURNING solves.id, solves.lease, solves.request, solves.nodes, checkpoint";
    let row: Option<(i64, i64, String, i64, Option<i64>)> = query_as(update)
        .bind(worker)
        .bind(lease.as_millis() as i64)
        .bind(megabytes)
        .bind(not)
        .fetch_optional(to)
        .await?;
    Ok(row.map(|(id, lease, request, nodes, checkpoint)| {
        let held = Held { id, lease, worker: worker.to_owned() };
        Taken { held, request, nodes, checkpoint }
    }))
}

/// A sign of life of a worker without work.
pub(super) async fn idle(to: &mut PgConnection, worker: &str) -> Result<(), Error> {
    query("UPDATE workers SET seen = now() WHERE name = $1").bind(worker).execute(to).await?;
    Ok(())
}

/// A sign of life; whether the lease is still the newest.
pub(super) async fn beat(
    to: &mut PgConnection,
    held: &Held,
    lease: Duration,
    progress: &str,
) -> Result<bool, Error> {
    idle(to, &held.worker).await?;
    let update = "UPDATE solves SET until = now() + $4 * interval '1 millisecond', progress = $5 \
                  WHERE id = $1 AND lease = $2 AND worker = $3 AND state = 1";
    let updated = query(update)
        .bind(held.id)
        .bind(held.lease)
        .bind(&held.worker)
        .bind(lease.as_millis() as i64)
        .bind(progress)
        .execute(to)
        .await?;
    Ok(updated.rows_affected() > 0)
}

/// A part of a checkpoint or result; none after the last.
pub(super) async fn part(
    to: &mut PgConnection,
    id: i64,
    version: i64,
    part: i64,
) -> Result<Option<Vec<u8>>, Error> {
    let select = "SELECT bytes FROM solve_parts WHERE solve = $1 AND version = $2 AND part = $3";
    query_scalar(select).bind(id).bind(version).bind(part).fetch_optional(to).await
}

/// Adds a part of a version that does not count yet.
pub(super) async fn add_part(
    to: &mut PgConnection,
    id: i64,
    version: i64,
    part: i64,
    bytes: &[u8],
) -> Result<(), Error> {
    let insert = "INSERT INTO solve_parts (solve, version, part, bytes) VALUES ($1, $2, $3, $4)";
    query(insert).bind(id).bind(version).bind(part).bind(bytes).execute(to).await?;
    Ok(())
}

/// Lets a version count as the checkpoint, or as the result if it is `last`, and
/// deletes the versions before it; false if the lease is not the newest.
pub(super) async fn commit(
    to: &mut PgConnection,
    held: &Held,
    version: i64,
    nodes: i64,
    last: bool,
) -> Result<bool, Error> {
    let checkpoint = "checkpoint = $4, checkpoints = checkpoints + 1";
    let result = "state = 2, result = $4, checkpoint = NULL";
    let change = if last { result } else { checkpoint };
    let update = format!(
        "WITH held AS (UPDATE solves SET {change}, nodes = $5, problem = NULL \
         WHERE id = $1 AND lease = $2 AND worker = $3 AND state = 1 RETURNING id), \
         gone AS (DELETE FROM solve_parts USING held \
         WHERE solve = held.id AND version < $4) SELECT EXISTS (SELECT FROM held)"
    );
    query_scalar(sqlx::AssertSqlSafe(update))
        .bind(held.id)
        .bind(held.lease)
        .bind(&held.worker)
        .bind(version)
        .bind(nodes)
        .fetch_one(to)
        .await
}

/// Whether a result under this lease is there.
pub(super) async fn is_given(to: &mut PgConnection, held: &Held) -> Result<bool, Error> {
    let select = "SELECT EXISTS (SELECT FROM solves \
                  WHERE id = $1 AND lease = $2 AND worker = $3 AND state >= 2)";
    query_scalar(select).bind(held.id).bind(held.lease).bind(&held.worker).fetch_one(to).await
}

/// Lets a question wait again, and says why.
pub(super) async fn release(
    to: &mut PgConnection,
    held: &Held,
    problem: Option<&str>,
) -> Result<(), Error> {
    let update = "UPDATE solves SET state = 0, until = '-infinity', \
                  problem = coalesce($4, problem) \
                  WHERE id = $1 AND lease = $2 AND worker = $3 AND state = 1";
    let update = query(update).bind(held.id).bind(held.lease).bind(&held.worker);
    update.bind(problem).execute(to).await?;
    Ok(())
}

/// Whether a question has no result.
pub(super) async fn has_open(to: &mut PgConnection) -> Result<bool, Error> {
    query_scalar("SELECT EXISTS (SELECT FROM solves WHERE state < 2)").fetch_one(to).await
}

/// A result stood the check of who asked for it.
pub(super) async fn accept(to: &mut PgConnection, id: i64, lease: i64) -> Result<(), Error> {
    let update = "UPDATE solves SET state = 3, problem = NULL \
                  WHERE id = $1 AND lease = $2 AND state = 2";
    query(update).bind(id).bind(lease).execute(to).await?;
    Ok(())
}

/// A result did not stand the check: it is forgotten with everything that its worker may
/// have spoilt, and the question waits again. Whether the worker is excluded now.
pub(super) async fn refuse(
    to: &mut PgConnection,
    stored: &StoredSolve,
    reason: &str,
) -> Result<bool, Error> {
    let update = "WITH gone AS (DELETE FROM solve_parts WHERE solve = $1) \
                  UPDATE solves SET state = 0, until = '-infinity', checkpoint = NULL, \
                  result = NULL, nodes = 0, checkpoints = 0, problem = $2 \
                  WHERE id = $1 AND state >= 2";
    query(update).bind(stored.id).bind(reason).execute(&mut *to).await?;
    // No event has the number 0.
    let worker = stored.worker.as_deref().unwrap_or_default();
    note_refusal(to, (0, stored.id, stored.lease), worker, reason).await
}

/// Forgets a question; whether there was one.
pub(super) async fn remove(to: &mut PgConnection, id: i64) -> Result<bool, Error> {
    let gone = query("DELETE FROM solves WHERE id = $1").bind(id).execute(to).await?;
    Ok(gone.rows_affected() > 0)
}

/// All questions that this program understands, in order.
pub(super) async fn list(to: &mut PgConnection) -> Result<Vec<StoredSolve>, Error> {
    let select = "SELECT id, request, state, worker, lease, CASE WHEN state = 1 \
                  THEN extract(epoch FROM until - now())::float8 END, nodes, checkpoints, \
                  coalesce((SELECT sum(length(bytes))::bigint FROM solve_parts \
                  WHERE solve = id AND version IN (checkpoint, result)), 0), \
                  progress, problem, result FROM solves ORDER BY id";
    let rows = query(select).fetch_all(to).await?;
    let mut listed = Vec::new();
    for row in rows {
        let request: String = row.try_get(1)?;
        let Ok(solve) = serde_json::from_str::<Solve>(&request) else { continue };
        listed.push(StoredSolve {
            id: row.try_get(0)?,
            solve,
            state: SolveState::of(row.try_get(2)?),
            worker: row.try_get(3)?,
            lease: row.try_get(4)?,
            lease_left_s: row.try_get(5)?,
            nodes: row.try_get(6)?,
            checkpoints: row.try_get(7)?,
            bytes: row.try_get(8)?,
            progress: row.try_get(9)?,
            problem: row.try_get(10)?,
            result: row.try_get(11)?,
        });
    }
    Ok(listed)
}
