//! The statements of the queue of games: a table with leases, on the server.
//!
//! A worker that takes a game raises its lease number, by the server's clock; a game whose
//! lease ran out is taken as one that waits. `FOR UPDATE SKIP LOCKED` lets workers take
//! games at once without waiting for each other.

use sqlx::postgres::PgConnection;
use sqlx::{Error, query, query_as, query_scalar};
use std::time::Duration;

/// A game that waits to be handed out.
pub(super) struct Waiting {
    pub(super) number: i64,
    pub(super) pairing: String,
    /// The names of the external engines that play it.
    pub(super) needs: Vec<String>,
}

/// The right to return a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Held {
    pub(super) event: i64,
    pub(super) number: i64,
    pub(super) lease: i64,
}

/// Puts games into the queue; those that are there stay as they are.
pub(super) async fn fill(
    to: &mut PgConnection,
    event: i64,
    games: &[Waiting],
) -> Result<(), Error> {
    let numbers: Vec<i64> = games.iter().map(|game| game.number).collect();
    let pairings: Vec<&str> = games.iter().map(|game| &*game.pairing).collect();
    // An array of arrays would need to be rectangular.
    let needs = |game: &Waiting| serde_json::to_string(&game.needs).unwrap_or_default();
    let needs: Vec<String> = games.iter().map(needs).collect();
    let insert = "INSERT INTO queue (event, number, pairing, needs) \
                  SELECT $1, number, pairing, ARRAY(SELECT json_array_elements_text(needs::json)) \
                  FROM unnest($2::bigint[], $3::text[], $4::text[]) AS new (number, pairing, needs) \
                  ON CONFLICT DO NOTHING";
    query(insert).bind(event).bind(numbers).bind(pairings).bind(needs).execute(to).await?;
    Ok(())
}

/// Lets games wait again that are marked as counted and have no result.
pub(super) async fn repair(to: &mut PgConnection, event: i64) -> Result<(), Error> {
    let update = "UPDATE queue SET state = 0, worker = NULL, until = '-infinity' \
                  WHERE event = $1 AND state >= 2 AND NOT EXISTS (SELECT FROM results \
                  WHERE results.event = $1 AND results.number = queue.number) \
                  AND NOT EXISTS (SELECT FROM returns \
                  WHERE returns.event = $1 AND returns.number = queue.number)";
    query(update).bind(event).execute(to).await?;
    Ok(())
}

/// Takes away what nobody needs to play any more.
pub(super) async fn clear(to: &mut PgConnection, event: i64) -> Result<(), Error> {
    query("DELETE FROM queue WHERE event = $1 AND state < 3").bind(event).execute(&mut *to).await?;
    query("DELETE FROM returns WHERE event = $1").bind(event).execute(to).await?;
    Ok(())
}

/// At most this many games for a worker, with their pairings: those that wait or whose
/// lease ran out, that need no other engines than these, of no event among `not`.
pub(super) async fn take(
    to: &mut PgConnection,
    (worker, engines): (&str, &[String]),
    lease: Duration,
    not: &[i64],
    most: usize,
) -> Result<Vec<(Held, String)>, Error> {
    let update = "WITH chosen AS MATERIALIZED (SELECT event, number FROM queue \
                  WHERE state < 2 AND until <= now() AND needs <@ $3 AND event <> ALL ($4) \
                  AND NOT EXISTS (SELECT FROM workers WHERE name = $1 AND barred) \
                  ORDER BY event, number LIMIT $5 FOR UPDATE SKIP LOCKED) \
                  UPDATE queue SET state = 1, lease = lease + 1, worker = $1, \
                  until = now() + $2 * interval '1 millisecond' FROM chosen \
                  WHERE queue.event = chosen.event AND queue.number = chosen.number \
                  RETURNING queue.event, queue.number, queue.lease, queue.pairing";
    let rows: Vec<(i64, i64, i64, String)> = query_as(update)
        .bind(worker)
        .bind(lease.as_millis() as i64)
        .bind(engines)
        .bind(not)
        .bind(most as i64)
        .fetch_all(to)
        .await?;
    let held = |(event, number, lease, pairing)| (Held { event, number, lease }, pairing);
    Ok(rows.into_iter().map(held).collect())
}

/// A sign of life of a worker and of the games that it plays; those whose lease is
/// still the newest.
pub(super) async fn beat(
    to: &mut PgConnection,
    worker: &str,
    lease: Duration,
    games: &[Held],
) -> Result<Vec<Held>, Error> {
    query("UPDATE workers SET seen = now() WHERE name = $1").bind(worker).execute(&mut *to).await?;
    let list = |of: fn(&Held) -> i64| games.iter().map(of).collect::<Vec<i64>>();
    let update = "UPDATE queue SET until = now() + $2 * interval '1 millisecond' \
                  FROM unnest($3::bigint[], $4::bigint[], $5::bigint[]) \
                  AS held (event, number, lease) \
                  WHERE queue.event = held.event AND queue.number = held.number \
                  AND queue.lease = held.lease AND queue.worker = $1 AND queue.state = 1 \
                  RETURNING queue.event, queue.number, queue.lease";
    let rows: Vec<(i64, i64, i64)> = query_as(update)
        .bind(worker)
        .bind(lease.as_millis() as i64)
        .bind(list(|held| held.event))
        .bind(list(|held| held.number))
        .bind(list(|held| held.lease))
        .fetch_all(to)
        .await?;
    Ok(rows.into_iter().map(|(event, number, lease)| Held { event, number, lease }).collect())
}

/// Returns a finished game in one transaction; false if its lease is not the newest or
/// the game is not needed any more. Returning it twice is returning it once: the first
/// answer may have been lost.
pub(super) async fn give(
    to: &mut PgConnection,
    worker: &str,
    held: &Held,
    result: &str,
) -> Result<bool, Error> {
    let insert = "WITH held AS (UPDATE queue SET state = 2 \
                  WHERE event = $1 AND number = $2 AND lease = $3 AND worker = $4 AND state = 1 \
                  RETURNING event, number, lease, worker) \
                  INSERT INTO returns (event, number, lease, worker, result) \
                  SELECT event, number, lease, worker, $5 FROM held";
    let inserted = query(insert)
        .bind(held.event)
        .bind(held.number)
        .bind(held.lease)
        .bind(worker)
        .bind(result)
        .execute(&mut *to)
        .await?;
    if inserted.rows_affected() > 0 {
        return Ok(true);
    }
    let given = "SELECT EXISTS (SELECT FROM queue WHERE event = $1 AND number = $2 \
                 AND lease = $3 AND worker = $4 AND state >= 2)";
    let given = query_scalar(given).bind(held.event).bind(held.number).bind(held.lease);
    given.bind(worker).fetch_one(to).await
}

/// Lets a game wait again that this worker does not play.
pub(super) async fn release(to: &mut PgConnection, worker: &str, held: &Held) -> Result<(), Error> {
    let update = "UPDATE queue SET state = 0, worker = NULL, until = '-infinity' \
                  WHERE event = $1 AND number = $2 AND lease = $3 AND worker = $4 AND state = 1";
    let update = query(update).bind(held.event).bind(held.number).bind(held.lease);
    update.bind(worker).execute(to).await?;
    Ok(())
}

/// A result of a worker that is not checked yet.
pub(super) struct Unchecked {
    pub(super) number: i64,
    pub(super) lease: i64,
    pub(super) worker: String,
    pub(super) result: String,
}

/// At most this many results that are not checked yet.
pub(super) async fn unchecked(
    to: &mut PgConnection,
    event: i64,
    most: i64,
) -> Result<Vec<Unchecked>, Error> {
    let select = "SELECT number, lease, worker, result FROM returns WHERE event = $1 \
                  ORDER BY number LIMIT $2";
    let rows: Vec<(i64, i64, String, String)> =
        query_as(select).bind(event).bind(most).fetch_all(to).await?;
    let row = |(number, lease, worker, result)| Unchecked { number, lease, worker, result };
    Ok(rows.into_iter().map(row).collect())
}

/// How many refused results exclude a worker.
const REFUSALS: i64 = 3;

/// Refuses a result: the game waits again, and its worker is excluded after the third.
/// Whether it is excluded.
pub(super) async fn refuse(
    to: &mut PgConnection,
    event: i64,
    result: &Unchecked,
    reason: &str,
) -> Result<bool, Error> {
    let update = "WITH gone AS (DELETE FROM returns WHERE event = $1 AND number = $2) \
                  UPDATE queue SET state = 0, worker = NULL, until = '-infinity' \
                  WHERE event = $1 AND number = $2";
    query(update).bind(event).bind(result.number).execute(&mut *to).await?;
    note_refusal(to, (event, result.number, result.lease), &result.worker, reason).await
}

/// Names a worker whose result was refused: of a game of an event, or of a question of
/// the solver, as of an event with the number 0. Whether it is excluded.
pub(crate) async fn note_refusal(
    to: &mut PgConnection,
    (event, number, lease): (i64, i64, i64),
    worker: &str,
    reason: &str,
) -> Result<bool, Error> {
    let insert = "WITH noted AS (INSERT INTO refusals (event, number, lease, worker, reason) \
                  VALUES ($1, $2, $3, $4, $5)) \
                  INSERT INTO workers (name, engines, refused) VALUES ($4, '{}', 1) \
                  ON CONFLICT (name) DO UPDATE SET refused = workers.refused + 1, \
                  barred = workers.barred OR workers.refused + 1 >= $6 RETURNING barred";
    query_scalar(insert)
        .bind(event)
        .bind(number)
        .bind(lease)
        .bind(worker)
        .bind(reason)
        .bind(REFUSALS)
        .fetch_one(to)
        .await
}

/// The sets of engines that games of an event wait for and no living worker has.
pub(super) async fn unserved(to: &mut PgConnection, event: i64) -> Result<Vec<Vec<String>>, Error> {
    let select = "SELECT DISTINCT needs FROM queue WHERE event = $1 AND state < 2 \
                  AND NOT EXISTS (SELECT FROM workers WHERE queue.needs <@ workers.engines \
                  AND NOT barred AND seen > now() - interval '1 minute')";
    query_scalar(select).bind(event).fetch_all(to).await
}
