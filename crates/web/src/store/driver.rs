//! What the driver of the database does not survive.
//!
//! Each connection has a thread. It ends with a panic where a name or a type in the
//! description of the tables, which is a part of the file, is no text (sqlx-sqlite 0.9.0,
//! `src/statement/handle.rs`). The question that was asked then has no rows, as if there
//! were none; one that is asked while the thread ends may never be answered. So the
//! description is looked at before its words are used, and where nothing is found, the
//! thread is asked whether it is still there.

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection, query_as};
use std::time::Duration;
use tokio::time::timeout;

/// How long the thread may take to say that it is there, which it does at once if it is
/// not at work.
const PATIENCE: Duration = Duration::from_secs(5);

/// Whether the thread is there. It is not asked while it is at work.
pub(super) async fn answers(connection: &mut SqliteConnection) -> bool {
    matches!(timeout(PATIENCE, connection.ping()).await, Ok(Ok(())))
}

/// Closes a connection whose thread may have ended.
pub(super) async fn close(connection: SqliteConnection) {
    let _ = timeout(PATIENCE, connection.close()).await;
}

/// Whether everything that describes the tables is text, so that the words in it can be
/// used.
pub(super) async fn is_described(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    // As bytes, and as expressions, which have neither a type nor a name of the file.
    let words = query_as::<_, (Vec<u8>, Vec<u8>, Vec<u8>)>(
        "SELECT CAST(coalesce(sql, '') AS BLOB) AS a, CAST(name AS BLOB) AS b, \
         CAST(tbl_name AS BLOB) AS c FROM sqlite_schema",
    );
    let words = words.fetch_all(connection).await?;
    let is_text = |bytes: &[u8]| std::str::from_utf8(bytes).is_ok();
    Ok(words.iter().all(|(sql, name, table)| [sql, name, table].iter().all(|part| is_text(part))))
}
