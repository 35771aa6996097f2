//! Where games are kept: a database in a file, written after every change before the
//! change is answered.
//!
//! A store that cannot be used never stops a game: it goes on in memory, every state
//! says what is wrong, and saving is tried again. A file that is not a store of ours, or
//! of a later version, is left exactly as it is. A damaged store is not written to
//! either: [`rescue`] copies what can be read into a new one.
//!
//! - [`file`] opens the file and knows whether it is still there;
//! - [`driver`] knows what the database does not survive;
//! - [`row`] is what is kept of a game, with its checksum;
//! - [`check`] reads everything once after the start;
//! - [`rescue`] takes the place of a damaged store;
//! - [`visitor`] is for the commands that read and add games beside a server.

mod check;
mod driver;
#[cfg(test)]
mod driver_tests;
mod file;
mod rescue;
mod row;
#[cfg(test)]
mod tests;
mod visitor;

pub(crate) use row::{Row, Summary};
pub(crate) use visitor::Visitor;

use file::StoreFile;
use plywood_arena::reason;
use row::{COLUMNS, bound, read_row};
use sqlx::{AssertSqlSafe, query};
use std::path::{Path, PathBuf};
use std::sync::{Mutex as PlainMutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex, watch};

/// The store, or what is wrong with it.
pub(crate) struct Store {
    path: Option<PathBuf>,
    open: Mutex<Option<StoreFile>>,
    words: PlainMutex<Words>,
    /// Whether the first check is over; until then nothing is written.
    checked: watch::Sender<bool>,
}

/// What there is to say about a store.
#[derive(Default)]
struct Words {
    /// Why nothing can be kept, if so.
    problem: Option<String>,
    /// What was found damaged and what became of it, if anything was.
    notice: Option<String>,
    /// Whether something was read that is damaged.
    suspect: bool,
}

/// The most games that a list shows at once.
pub(crate) const LONGEST_LIST: usize = 500;

/// Which games a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// What stands in the title, the game or the name of a player; empty for all.
    pub(crate) search: String,
    /// How many games come before.
    pub(crate) skip: usize,
}

impl Store {
    /// A store that keeps nothing.
    pub(crate) fn none() -> Self {
        Self::in_file(None)
    }

    fn in_file(path: Option<&Path>) -> Self {
        Self {
            path: path.map(Path::to_owned),
            open: Mutex::new(None),
            words: PlainMutex::default(),
            checked: watch::Sender::new(false),
        }
    }

    /// Opens the store in a file, which is made if there is none.
    pub(crate) async fn open(path: &Path) -> Self {
        let store = Self::in_file(Some(path));
        store.open_again().await;
        store
    }

    /// Tries to open a store that could not be opened; whether it is open now.
    pub(crate) async fn open_again(&self) -> bool {
        let Some(path) = self.path.as_deref() else { return false };
        let mut open = self.open.lock().await;
        if open.is_some() || self.is_suspect() {
            return open.is_some();
        }
        match StoreFile::open(path).await {
            Ok(file) => {
                *open = Some(file);
                self.words().problem = None;
                true
            }
            Err(problem) => {
                let mut words = self.words();
                words.suspect |= problem.damaged;
                let text = problem.text;
                words.problem =
                    Some(format!("games are not being kept: the store {} {text}", path.display()));
                false
            }
        }
    }

    /// Why nothing can be kept, if so, with the whole name of the file.
    pub(crate) fn problem(&self) -> Option<String> {
        self.words().problem.clone()
    }

    /// The same for answers, which tell no folders.
    pub(crate) fn problem_without_folder(&self) -> Option<String> {
        self.problem().map(|text| self.without_folder(&text))
    }

    /// What was found damaged and what became of it, if anything was.
    pub(crate) fn notice(&self) -> Option<String> {
        self.words().notice.clone()
    }

    /// The file.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Whether there is a store to write to.
    pub(crate) fn keeps(&self) -> bool {
        self.path.is_some() && self.words().problem.is_none()
    }

    /// Whether something was read that is damaged.
    pub(crate) fn is_suspect(&self) -> bool {
        self.words().suspect
    }

    /// Keeps a game, durably once this returns. It waits for the first check, because a
    /// damaged file must not be written.
    pub(crate) async fn save(&self, row: &Row) -> Result<(), String> {
        if self.keeps() {
            // The sender lives as long as the store.
            let _ = self.checked.subscribe().wait_for(|checked| *checked).await;
        }
        let mut open = self.open.lock().await;
        let Some(file) = open.as_mut() else {
            return self.problem_without_folder().map_or(Ok(()), Err);
        };
        let columns: Vec<&str> = COLUMNS.split(", ").collect();
        let values = vec!["?"; columns.len()].join(", ");
        let changes: Vec<String> =
            columns.iter().map(|name| format!("{name} = excluded.{name}")).collect();
        let insert = format!(
            "INSERT INTO games ({COLUMNS}) VALUES ({values}) ON CONFLICT (id) DO UPDATE SET {}",
            changes.join(", ")
        );
        let saved = bound(query(AssertSqlSafe(insert)), row).execute(&mut file.connection).await;
        let nothing = saved.as_ref().is_ok_and(|saved| saved.rows_affected() == 0);
        self.answered("keep this game", &mut open, saved, nothing).await?;
        self.see_that_it_is_there(&mut open).await
    }

    /// The game with this name, if it is kept.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<Row>, String> {
        let mut open = self.open.lock().await;
        let Some(file) = open.as_mut() else {
            return self.problem_without_folder().map_or(Ok(None), Err);
        };
        let found = query("SELECT * FROM games WHERE id = ?")
            .bind(id)
            .fetch_optional(&mut file.connection)
            .await
            .and_then(|row| row.as_ref().map(read_row).transpose());
        let nothing = matches!(found, Ok(None));
        self.answered("open this game", &mut open, found, nothing).await
    }

    /// Games, the newest first, and whether there are more.
    pub(crate) async fn list(&self, wanted: &Wanted) -> Result<(Vec<Row>, bool), String> {
        let mut open = self.open.lock().await;
        let Some(file) = open.as_mut() else { return Ok((Vec::new(), false)) };
        let pattern = format!("%{}%", escaped(&wanted.search));
        let rows = query(
            "SELECT id, title, '' AS record, '' AS future, '' AS tree, first, second, NULL AS clock, \
             paused, game, moves, ending, created, updated, revision, NULL AS checksum FROM games \
             WHERE ?1 = '%%' OR title LIKE ?1 ESCAPE '\\' OR game LIKE ?1 ESCAPE '\\' \
             OR first LIKE ?1 ESCAPE '\\' OR second LIKE ?1 ESCAPE '\\' \
             ORDER BY updated DESC, created DESC, rowid DESC LIMIT ?2 OFFSET ?3",
        )
        .bind(pattern)
        .bind(LONGEST_LIST as i64 + 1)
        .bind(i64::try_from(wanted.skip).unwrap_or(i64::MAX))
        .fetch_all(&mut file.connection)
        .await
        .and_then(|rows| rows.iter().map(read_row).collect::<Result<Vec<Row>, _>>());
        let nothing = rows.as_ref().is_ok_and(Vec::is_empty);
        let mut rows = self.answered("list the games", &mut open, rows, nothing).await?;
        let more = rows.len() > LONGEST_LIST;
        rows.truncate(LONGEST_LIST);
        Ok((rows, more))
    }

    /// Forgets a game; false if there was none.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, String> {
        let mut open = self.open.lock().await;
        let Some(file) = open.as_mut() else {
            return self.problem_without_folder().map_or(Ok(false), Err);
        };
        let deleted =
            query("DELETE FROM games WHERE id = ?").bind(id).execute(&mut file.connection).await;
        let deleted = deleted.map(|result| result.rows_affected() > 0);
        let nothing = matches!(deleted, Ok(false));
        self.answered("delete this game", &mut open, deleted, nothing).await
    }

    /// Writes everything into the file itself and closes it.
    pub(crate) async fn close(&self) {
        if let Some(file) = self.open.lock().await.take() {
            file.close().await;
        }
    }

    /// An error if the file was taken away while it was open: what was written is not
    /// where it should be. What a deleted file held can still be read, and is written
    /// again; a file that stands in its place is left alone.
    async fn see_that_it_is_there(&self, open: &mut Option<StoreFile>) -> Result<(), String> {
        let (Some(file), Some(path)) = (open.as_mut(), self.path.as_deref()) else { return Ok(()) };
        if file.is_in_place(path) {
            return Ok(());
        }
        let happened = match file.write_again(path).await {
            Ok(()) => "was deleted while the server ran; it was written again",
            Err(_) => "was replaced while the server ran",
        };
        if let Some(file) = open.take() {
            file.close().await;
        }
        tracing::warn!("the store {} {happened}", path.display());
        let text = format!("the store {} {happened}", name(path));
        let mut words = self.words();
        words.notice = Some(text.clone());
        // Until it is opened again, which is tried soon.
        words.problem = Some(text.clone());
        Err(text)
    }

    /// An answer of the driver, or why there is none. Where it is nothing, the driver may
    /// have ended, which it does where a file is damaged: then it is asked no more, and the
    /// store is suspect.
    async fn answered<T>(
        &self,
        what: &str,
        open: &mut Option<StoreFile>,
        answer: Result<T, sqlx::Error>,
        nothing: bool,
    ) -> Result<T, String> {
        let ended = match (&answer, open.as_mut()) {
            (Err(sqlx::Error::WorkerCrashed), _) => true,
            (Ok(_), Some(file)) if nothing => !driver::answers(&mut file.connection).await,
            _ => false,
        };
        if !ended {
            return answer.map_err(|error| self.cannot(what, &error));
        }
        if let Some(file) = open.take() {
            file.close().await;
        }
        if let Some(path) = self.path.as_deref() {
            self.suspect(path);
        }
        Err(self.cannot(what, &sqlx::Error::WorkerCrashed))
    }

    fn cannot(&self, what: &str, error: &sqlx::Error) -> String {
        if row::is_damage(error) {
            self.words().suspect = true;
        }
        let file = self.path.as_deref().map(name).unwrap_or_default();
        format!("the store {file} cannot {what}: {}", reason(error))
    }

    fn without_folder(&self, text: &str) -> String {
        let folder = self.path.as_deref().and_then(Path::parent);
        let folder = folder.filter(|folder| folder.parent().is_some());
        folder.map_or(text.to_owned(), |folder| {
            text.replace(&format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR), "")
                .replace(&folder.display().to_string(), "of that name")
        })
    }

    fn words(&self) -> MutexGuard<'_, Words> {
        self.words.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of a file without its folder.
fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A text in which nothing is a wildcard.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut all, c| {
        if matches!(c, '%' | '_' | '\\') {
            all.push('\\');
        }
        all.push(c);
        all
    })
}
