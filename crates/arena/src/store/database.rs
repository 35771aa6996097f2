//! Database files of this program: opened, checked and brought up to date without
//! touching what is not ours.

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, query, query_scalar};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a database file is opened.
pub struct Database<'a> {
    /// The file.
    pub path: &'a Path,
    /// Says which kind of file it is (`application_id` of `SQLite`).
    pub application: i32,
    /// What brings it up to date.
    pub migrator: &'a Migrator,
    /// Whether the file is made if there is none.
    pub create: bool,
    /// How long to wait for another program that holds it.
    pub patience: Duration,
}

/// How often bringing a file up to date is tried: another process may do the same.
const TRIES: usize = 5;

impl Database<'_> {
    /// The file of this name in the folder that the platform has for data, which is
    /// made if it is not there; none without a home folder.
    #[must_use]
    pub fn usual_file(name: &str) -> Option<PathBuf> {
        let folder = choose_native_strategy().ok()?.data_dir().join("plywood");
        // If it cannot be made, opening the file reports that.
        let _ = std::fs::create_dir_all(&folder);
        Some(folder.join(name))
    }

    /// Opens the file. What is written is durable once it is written.
    ///
    /// # Errors
    /// If it cannot be used. The text ends the sentence "the store FILE ...".
    pub async fn open(&self) -> Result<SqliteConnection, String> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(format!("cannot be made: there is no folder {}", folder.display()));
        }
        if !self.create && !self.path.exists() {
            return Err("does not exist".to_owned());
        }
        let options = SqliteConnectOptions::new()
            .filename(self.path)
            .create_if_missing(self.create)
            .busy_timeout(self.patience)
            .disable_statement_logging();
        let mut connection = options.connect().await.map_err(|error| self.cannot(&error))?;
        let connected = &mut connection;
        self.check_owner(connected).await?;
        for pragma in ["PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"] {
            query(pragma).execute(&mut *connected).await.map_err(|error| self.cannot(&error))?;
        }
        self.bring_up_to_date(connected).await?;
        Ok(connection)
    }

    fn cannot(&self, error: &sqlx::Error) -> String {
        format!("cannot be used: {}", unwritable(self.path).unwrap_or_else(|| reason(error)))
    }

    /// Marks a new file as ours; an error if it belongs to another program.
    async fn check_owner(&self, connected: &mut SqliteConnection) -> Result<(), String> {
        let application: i32 = query_scalar("PRAGMA application_id")
            .fetch_one(&mut *connected)
            .await
            .map_err(|error| self.cannot(&error))?;
        let tables: i64 = query_scalar("SELECT count(*) FROM sqlite_schema")
            .fetch_one(&mut *connected)
            .await
            .map_err(|error| self.cannot(&error))?;
        match (application, tables) {
            (found, _) if found == self.application => Ok(()),
            (0, 0) if !self.create => Err("is empty; it is not a store of events".to_owned()),
            (0, 0) => {
                let mark = format!("PRAGMA application_id = {}", self.application);
                query(AssertSqlSafe(mark))
                    .execute(connected)
                    .await
                    .map(|_| ())
                    .map_err(|error| self.cannot(&error))
            }
            _ => Err("belongs to another program; choose another file".to_owned()),
        }
    }

    async fn bring_up_to_date(&self, connected: &mut SqliteConnection) -> Result<(), String> {
        let mut tries = 1;
        loop {
            match self.migrator.run(&mut *connected).await {
                Ok(()) => return Ok(()),
                Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
                    let problem =
                        "was written by a newer Plywood; use that one, or choose another file";
                    return Err(problem.to_owned());
                }
                Err(_) if tries < TRIES => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
                    return Err(self.cannot(&error));
                }
                Err(error) => return Err(format!("cannot be brought up to date: {error}")),
            }
        }
    }
}

/// Which file of a store may not be written, if one may not. The database calls
/// that a disk error, because it cannot lock what it opened for reading alone.
fn unwritable(path: &Path) -> Option<String> {
    ["", "-wal", "-shm"].into_iter().find_map(|ending| {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        let error = std::fs::OpenOptions::new().append(true).open(&file).err()?;
        let refused = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];
        let name = file.display();
        refused
            .contains(&error.kind())
            .then(|| format!("you may not write {name}; does it belong to another user?"))
    })
}

/// What the database says, with what to do where it is known.
#[must_use]
pub fn reason(error: &sqlx::Error) -> String {
    let Some(database) = error.as_database_error() else { return error.to_string() };
    let code = database.code().and_then(|code| code.parse::<u32>().ok()).unwrap_or(0);
    // The low byte of an extended code is the primary one: www.sqlite.org/rescode.html
    match code & 0xff {
        5 | 6 => "another program, perhaps another plywood, is using it".to_owned(),
        8 => "it may not be written".to_owned(),
        10 => format!("the disk does not answer ({})", database.message()),
        11 => "it is damaged; it was left as it is".to_owned(),
        13 => "the disk is full".to_owned(),
        14 => "it cannot be opened; is it a file that you may write?".to_owned(),
        26 => "it is not a store of games; it was left as it is".to_owned(),
        _ => database.message().to_owned(),
    }
}
