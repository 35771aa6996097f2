//! A store that is opened beside the server that may be using it.

use super::driver;
use super::file::{APPLICATION, MIGRATOR, copy_into, reader};
use super::rescue::one_by_one;
use super::row::{COLUMNS, Row, bound, read_row, selection};
use plywood_arena::{Database, reason};
use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, Connection, query, query_scalar};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long to wait for the server's own writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many games are read, or written in one transaction, so that the server never
/// waits long.
const BATCH: i64 = 200;

/// A store opened by a command that reads it, or adds to it.
pub(crate) struct Visitor {
    path: PathBuf,
    connection: SqliteConnection,
}

impl Visitor {
    /// Opens a store for reading; an error in words if it cannot be used.
    pub(crate) async fn open(path: &Path) -> Result<Self, String> {
        let cannot = |problem: String| format!("the store {} {problem}", path.display());
        if !path.is_file() {
            return Err(cannot("does not exist".to_owned()));
        }
        let opened = reader(path).await;
        let mut connection =
            opened.map_err(|error| cannot(format!("cannot be used: {}", reason(&error))))?;
        let application =
            query_scalar::<_, i32>("PRAGMA application_id").fetch_one(&mut connection);
        match application.await {
            Ok(APPLICATION) => Ok(Self { path: path.to_owned(), connection }),
            Ok(_) => Err(cannot("belongs to another program".to_owned())),
            Err(error) => Err(cannot(format!("cannot be used: {}", reason(&error)))),
        }
    }

    /// Copies everything into a new file; gives the number of games in it.
    pub(crate) async fn copy(&mut self, to: &Path) -> Result<usize, String> {
        let file = to.display();
        if let Err(error) = copy_into(&mut self.connection, to).await {
            let made = error.as_database_error().is_some();
            // Only what this made is taken away.
            if made {
                let _ = std::fs::remove_file(to);
            }
            return Err(format!("{file}: {}", reason(&error)));
        }
        let mut copy = Visitor::open(to).await?;
        let (games, problems) = copy.check().await;
        match problems.first() {
            None => Ok(games),
            Some(problem) => Err(format!("{file}: the copy is not whole: {problem}")),
        }
    }

    /// The number of games that can be read, and everything that is wrong.
    pub(crate) async fn check(&mut self) -> (usize, Vec<String>) {
        let mut problems = Vec::new();
        match driver::is_described(&mut self.connection).await {
            Ok(true) => {}
            Ok(false) => problems.push("the description of the tables is damaged".to_owned()),
            Err(error) => problems.push(reason(&error)),
        }
        let found = query_scalar::<_, String>("PRAGMA integrity_check(20)");
        match found.fetch_all(&mut self.connection).await {
            Ok(lines) => problems.extend(lines.into_iter().filter(|line| line != "ok")),
            Err(error) => problems.push(reason(&error)),
        }
        let mut games = 0;
        let mut take = |number, row| match row {
            Ok(_) => games += 1,
            Err(error) => problems.push(format!("game number {number}: {}", reason(&error))),
        };
        if let Err(error) = self.each(&mut take).await {
            problems.push(reason(&error));
        }
        // The database says of each page that it cannot read the same.
        let mut said = BTreeSet::new();
        problems.retain(|problem| said.insert(problem.clone()));
        (games, problems)
    }

    /// All games that can be read, the oldest first, and how many there are besides.
    pub(crate) async fn rows(&mut self) -> Result<(Vec<Row>, usize), String> {
        let (mut all, mut besides) = (Vec::new(), 0);
        let mut take = |_, row| match row {
            Ok(row) => all.push(row),
            Err(_) => besides += 1,
        };
        match self.each(&mut take).await {
            // Where nothing was read, what is wrong says more than that there is nothing.
            Err(error) if all.is_empty() => Err(self.cannot(&error)),
            _ => Ok((all, besides)),
        }
    }

    /// Gives each game with its number to `take`. Where several cannot be read together,
    /// they are read one by one; the error says that this was so.
    async fn each(
        &mut self,
        take: &mut impl FnMut(i64, Result<Row, sqlx::Error>),
    ) -> Result<(), sqlx::Error> {
        let mut after = i64::MIN;
        loop {
            match self.batch(after).await {
                Ok(rows) => {
                    let Some((last, _)) = rows.last() else { return Ok(()) };
                    after = *last;
                    rows.into_iter().for_each(|(number, row)| take(number, row));
                }
                Err(error) => {
                    let rest = one_by_one(&mut self.connection).await.into_iter();
                    rest.filter(|(number, _)| *number > after)
                        .for_each(|(number, row)| take(number, row));
                    return Err(error);
                }
            }
        }
    }

    async fn batch(
        &mut self,
        after: i64,
    ) -> Result<Vec<(i64, Result<Row, sqlx::Error>)>, sqlx::Error> {
        let selection = selection(&mut self.connection).await?;
        let batch = format!("{selection} WHERE kept.number > ? ORDER BY kept.number LIMIT ?");
        let rows = query(AssertSqlSafe(batch))
            .bind(after)
            .bind(BATCH)
            .fetch_all(&mut self.connection)
            .await?;
        if rows.is_empty() && !driver::answers(&mut self.connection).await {
            return Err(sqlx::Error::WorkerCrashed);
        }
        rows.iter().map(|row| Ok((sqlx::Row::try_get(row, "number")?, read_row(row)))).collect()
    }

    /// Adds games whose names are not there yet; gives their number.
    pub(crate) async fn add(&mut self, rows: &[Row]) -> Result<usize, String> {
        let database = Database {
            path: &self.path,
            application: APPLICATION,
            migrator: &MIGRATOR,
            create: false,
            patience: PATIENCE,
        };
        let name = self.path.display();
        let mut writer =
            database.open().await.map_err(|problem| format!("the store {name} {problem}"))?;
        let values = vec!["?"; COLUMNS.split(", ").count()].join(", ");
        let insert = format!("INSERT OR IGNORE INTO games ({COLUMNS}) VALUES ({values})");
        let mut added = 0;
        for batch in rows.chunks(BATCH as usize) {
            let mut transaction = writer.begin().await.map_err(|error| self.cannot(&error))?;
            for row in batch {
                let insert = query(AssertSqlSafe(insert.clone()));
                let done = bound(insert, row).execute(&mut *transaction).await;
                added += done.map_err(|error| self.cannot(&error))?.rows_affected() as usize;
            }
            transaction.commit().await.map_err(|error| self.cannot(&error))?;
        }
        let _ = writer.close().await;
        Ok(added)
    }

    fn cannot(&self, error: &sqlx::Error) -> String {
        format!("the store {}: {}", self.path.display(), reason(error))
    }
}
