//! The transaction that keeps finished games, in both kinds of databases.

use super::{Connection, Lease, Store, StoreError, in_json, now, on};
use crate::runner::Finished;
use sqlx::{Connection as _, query, query_as};

/// A finished game as it is kept.
pub(super) struct Row {
    number: i64,
    summary: String,
    fault: Option<String>,
    record: String,
}

/// The same as it is selected.
type RowTexts = (i64, String, Option<String>, String);

impl Row {
    pub(super) fn of(game: &Finished) -> Self {
        Self {
            number: i64::from(game.summary.pairing.number),
            summary: in_json(&game.summary),
            fault: game.failed.as_ref().map(|(_, failure)| failure.to_string()),
            record: game.record.to_string(),
        }
    }
}

const RESULT: &str = "INSERT INTO results (event, number, summary, fault) VALUES ($1, $2, $3, $4)";
const RECORD: &str = "INSERT INTO records (event, number, record) VALUES ($1, $2, $3)";

/// A game that a worker returned is settled in the same transaction.
const SETTLE: &str = "WITH settled AS (DELETE FROM returns WHERE event = $1 AND number = $2) \
                      UPDATE queue SET state = 3 WHERE event = $1 AND number = $2";

impl Store {
    /// Adds games and the progress of their event, all or nothing.
    pub(super) async fn keep_rows(
        &mut self,
        lease: &Lease,
        rows: &[Row],
        progress: &str,
    ) -> Result<(), StoreError> {
        // Writing first: an SQLite transaction that reads first may fail when it then
        // writes.
        let (begin, has_queue) = match &self.connection {
            Connection::Sqlite(_) => ("BEGIN IMMEDIATE", false),
            Connection::Postgres(_) => ("BEGIN", true),
        };
        let update = "UPDATE events SET progress = $1, updated = $2 WHERE id = $3 AND lease = $4";
        let kept: Result<bool, sqlx::Error> = on!(&mut self.connection, to => async {
            let mut transaction = to.begin_with(begin).await?;
            let updated = query(update)
                .bind(progress)
                .bind(now())
                .bind(lease.event)
                .bind(lease.number)
                .execute(&mut *transaction)
                .await?;
            if updated.rows_affected() == 0 {
                return Ok(false);
            }
            for row in rows {
                query(RESULT)
                    .bind(lease.event)
                    .bind(row.number)
                    .bind(&row.summary)
                    .bind(&row.fault)
                    .execute(&mut *transaction)
                    .await?;
                query(RECORD)
                    .bind(lease.event)
                    .bind(row.number)
                    .bind(&row.record)
                    .execute(&mut *transaction)
                    .await?;
                if has_queue {
                    query(SETTLE)
                        .bind(lease.event)
                        .bind(row.number)
                        .execute(&mut *transaction)
                        .await?;
                }
            }
            transaction.commit().await?;
            Ok(true)
        }
        .await);
        match kept {
            Ok(true) => Ok(()),
            Ok(false) => Err(StoreError::Late),
            Err(error) => Err(self.cannot("keep a game", &error)),
        }
    }

    /// The finished games of an event as they are kept.
    pub(super) async fn rows(&mut self, event: i64) -> Result<Vec<Row>, StoreError> {
        let select = "SELECT results.number, summary, fault, record FROM results \
                      JOIN records ON records.event = results.event \
                      AND records.number = results.number \
                      WHERE results.event = $1 ORDER BY results.number";
        let rows: Result<Vec<RowTexts>, _> =
            on!(&mut self.connection, to => query_as(select).bind(event).fetch_all(to).await);
        let rows = rows.map_err(|error| self.cannot("read its games", &error))?;
        let row = |(number, summary, fault, record)| Row { number, summary, fault, record };
        Ok(rows.into_iter().map(row).collect())
    }
}
