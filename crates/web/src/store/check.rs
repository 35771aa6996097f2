//! Reads the whole store once after the start, beside those who use it.

use super::file::reader;
use super::row::{is_damage, read_row, selection};
use super::{Store, driver, name};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, query, query_scalar};
use std::path::Path;
use std::time::Duration;

/// How many games are read at once, and the pause after them, so that the check leaves
/// the processor to those who play.
const BATCH: i64 = 500;
const PAUSE: Duration = Duration::from_millis(5);

impl Store {
    /// Checks the store: first the structure of the file, until which nothing is
    /// written; then its indexes, and the checksum of every game. What is damaged makes
    /// the store suspect.
    pub(crate) async fn check(&self) {
        let path = self.path.as_deref().filter(|_| self.keeps());
        let structure = match path {
            Some(path) => reader(path).await.ok(),
            None => None,
        };
        let Some(mut structure) = structure else {
            self.checked.send_replace(true);
            return;
        };
        // What cannot be read because the disk does not answer, say, is not damaged.
        let described = driver::is_described(&mut structure).await.unwrap_or(true);
        let mut sound = described && is_sound("PRAGMA quick_check(1)", &mut structure).await;
        if sound {
            self.checked.send_replace(true);
            sound = is_sound("PRAGMA integrity_check(1)", &mut structure).await
                && all_are_whole(&mut structure).await;
        }
        driver::close(structure).await;
        if !sound && let Some(path) = path {
            self.suspect(path);
        }
        self.checked.send_replace(true);
    }

    /// From now on nothing is written to the file.
    pub(super) fn suspect(&self, path: &Path) {
        tracing::error!("the store {} is damaged", path.display());
        let mut words = self.words();
        words.suspect = true;
        words.problem = Some(format!(
            "games are not being kept: the store {} is damaged; what can be read is being copied",
            name(path)
        ));
    }
}

/// Whether the database finds nothing wrong with itself. It reports a page that the disk
/// did not give as it reports a damaged one, so that only what is found twice counts.
async fn is_sound(pragma: &'static str, reader: &mut SqliteConnection) -> bool {
    let mut sound = false;
    for _ in 0..2 {
        // To the last line: a query that is left before its end has blocked the next one.
        let found: Result<Vec<String>, sqlx::Error> =
            query_scalar(pragma).fetch_all(&mut *reader).await;
        if !driver::answers(reader).await {
            return false;
        }
        sound |= match found {
            Ok(lines) => lines == ["ok"],
            // What cannot be checked, because the disk does not answer, say, is not damaged.
            Err(error) => !is_damage(&error),
        };
        if sound {
            break;
        }
    }
    sound
}

/// Whether every game is what was written.
async fn all_are_whole(reader: &mut SqliteConnection) -> bool {
    let selection = match selection(reader).await {
        Ok(selection) => selection,
        Err(error) => return !is_damage(&error),
    };
    let batch = format!("{selection} WHERE kept.number > ? ORDER BY kept.number LIMIT ?");
    let mut after = i64::MIN;
    loop {
        let rows = query(AssertSqlSafe(batch.clone()))
            .bind(after)
            .bind(BATCH)
            .fetch_all(&mut *reader)
            .await;
        let rows = match rows {
            Ok(rows) => rows,
            Err(error) => return !is_damage(&error),
        };
        if rows.iter().any(|row| read_row(row).is_err()) {
            return false;
        }
        let Some(last) = rows.last() else { return driver::answers(reader).await };
        let Ok(last) = sqlx::Row::try_get(last, "number") else { return false };
        after = last;
        tokio::time::sleep(PAUSE).await;
    }
}
