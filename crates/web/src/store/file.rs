//! The file of a store: opened by one server at a time, readable by its owner alone.

use super::driver;
use super::row::{has_our_columns, is_damage};
use plywood_arena::Database;
use sqlx::migrate::{Migration, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, query, query_as, query_scalar};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Says that a database file is a store of Plywood's ("Plyw").
pub(super) const APPLICATION: i32 = 0x506c_7977;

pub(super) static MIGRATOR: Migrator = sqlx::migrate!();

/// How long to wait for another program that writes: `plywood store import`, say.
const PATIENCE: Duration = Duration::from_secs(2);

/// An open store.
pub(super) struct StoreFile {
    pub(super) connection: SqliteConnection,
    /// Tells other servers to stay away, as long as it is open.
    lock: File,
    /// Which file it is.
    identity: Option<(u64, u64)>,
}

/// Why a store cannot be opened.
pub(super) struct Problem {
    /// The end of the sentence "the store FILE ...".
    pub(super) text: String,
    /// Whether it is a store of ours that is damaged.
    pub(super) damaged: bool,
}

impl StoreFile {
    /// Opens the file, which is made if there is none. A file that is found damaged is
    /// not opened for writing.
    pub(super) async fn open(path: &Path) -> Result<Self, Problem> {
        let sound = |text| Problem { text, damaged: false };
        if path.exists() {
            look(path).await?;
        } else {
            // If it cannot be made, opening it says why.
            let _ = private(path);
        }
        // Nothing is made beside a file that belongs to another program.
        let first = if is_empty(path) || is_ours(path) { Some(lock(path)) } else { None };
        let first = first.transpose().map_err(sound)?;
        let database = Database {
            path,
            application: APPLICATION,
            migrator: &MIGRATOR,
            create: true,
            patience: PATIENCE,
        };
        let connection = database.open().await.map_err(sound)?;
        let lock = first.map_or_else(|| lock(path), Ok).map_err(sound)?;
        make_private(path);
        Ok(Self { connection, lock, identity: identity(path) })
    }

    /// Whether the file is still where it was opened.
    pub(super) fn is_in_place(&self, path: &Path) -> bool {
        path.exists() && identity(path) == self.identity
    }

    /// Writes everything into a file again that was deleted.
    pub(super) async fn write_again(&mut self, path: &Path) -> Result<(), sqlx::Error> {
        if path.exists() {
            return Err(io::Error::from(io::ErrorKind::AlreadyExists).into());
        }
        // What is left of the journal belongs to the deleted file.
        for ending in ["-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(path, ending));
        }
        copy_into(&mut self.connection, path).await
    }

    pub(super) async fn close(self) {
        // What is not written back now is read from the journal next time.
        driver::close(self.connection).await;
        drop(self.lock);
    }

    /// Closes a damaged file and gives its lock. Nothing is written to it as long as
    /// another has it open: the last to close a file writes its journal back.
    pub(super) async fn abandon(self) -> File {
        driver::close(self.connection).await;
        self.lock
    }
}

/// A copy of everything in a new file that only its owner may read, made while others
/// may read and write.
pub(crate) async fn copy_into(from: &mut SqliteConnection, to: &Path) -> Result<(), sqlx::Error> {
    private(to)?;
    let name = to.to_str().ok_or(io::Error::from(io::ErrorKind::InvalidInput))?;
    query("VACUUM INTO ?").bind(name).execute(from).await.map(|_| ())
}

/// Opens a store for reading alone.
pub(crate) async fn reader(path: &Path) -> Result<SqliteConnection, sqlx::Error> {
    SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging()
        .connect()
        .await
}

/// Looks at a file before it is opened for writing: an error if it is damaged. Whatever
/// else is wrong is found when it is opened.
async fn look(path: &Path) -> Result<(), Problem> {
    let unless = |sound: bool| match !sound && is_ours(path) {
        true => Err(Problem { text: "is damaged".to_owned(), damaged: true }),
        false => Ok(()),
    };
    let Ok(mut reader) = reader(path).await else { return Ok(()) };
    let described = match driver::is_described(&mut reader).await {
        Ok(true) => has_our_columns(&mut reader).await,
        other => other,
    };
    if !driver::answers(&mut reader).await {
        return unless(false);
    }
    match described {
        Ok(true) => {}
        Ok(false) => return unless(false),
        Err(error) => return unless(!is_damage(&error)),
    }
    // Bringing it up to date writes, so that it is checked first. That is needed once
    // for each version.
    let versions = query_as::<_, (i64, Vec<u8>, bool)>(
        "SELECT version, checksum, success FROM _sqlx_migrations ORDER BY version",
    );
    let versions = versions.fetch_all(&mut reader).await;
    if !driver::answers(&mut reader).await {
        return unless(false);
    }
    let found: Result<String, _> = match versions {
        Ok(versions) if !MIGRATOR.iter().all(|known| is_as_written(known, &versions)) => {
            Ok("the list of versions is damaged".to_owned())
        }
        Ok(versions) if versions.len() < MIGRATOR.iter().count() => {
            query_scalar("PRAGMA quick_check(1)").fetch_one(&mut reader).await
        }
        Ok(_) => Ok("ok".to_owned()),
        Err(error) => return unless(!is_damage(&error)),
    };
    // Closed by a reader that may not write, so that nothing is written.
    driver::close(reader).await;
    unless(found.map_or_else(|error| !is_damage(&error), |text| text == "ok"))
}

/// Whether a version stands in the list as it was written, if it is there.
fn is_as_written(known: &Migration, versions: &[(i64, Vec<u8>, bool)]) -> bool {
    let found = versions.iter().find(|(version, ..)| *version == known.version);
    found.is_none_or(|(_, checksum, success)| *success && **checksum == *known.checksum)
}

/// Whether the header of a file says that it is ours: at byte 68 of every `SQLite` file
/// (www.sqlite.org/fileformat.html).
fn is_ours(path: &Path) -> bool {
    use std::io::Read;
    let mut header = [0; 72];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header[68..] == APPLICATION.to_be_bytes()
}

fn is_empty(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| data.len() == 0) || !path.exists()
}

/// The lock of a store, which ends with this process.
pub(super) fn lock(path: &Path) -> Result<File, String> {
    let name = beside(path, "-lock");
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&name);
    let file = file.map_err(|error| unlocked(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err("cannot be used: another plywood is using it".to_owned())
        }
        Err(std::fs::TryLockError::Error(error)) => Err(unlocked(path, &error)),
    }
}

fn unlocked(path: &Path, error: &io::Error) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(folder) => format!("cannot be made: there is no folder {}", folder.display()),
        None if error.kind() == io::ErrorKind::PermissionDenied => {
            let file = path.display();
            format!("cannot be used: you may not write {file}; does it belong to another user?")
        }
        None => format!("cannot be locked: {error}"),
    }
}

/// The file of this store with another ending.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A new and empty file that only its owner may read and write.
pub(crate) fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes away what others may do with a file that was made before it was private. The
/// journal takes over the permissions of the file.
fn make_private(path: &Path) {
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        // It may belong to another user, who then decides.
        let mode = std::fs::Permissions::from_mode(0o600);
        let _ = std::fs::set_permissions(beside(path, ending), mode);
    }
}

/// Which file has this name; where the system does not tell, only that it exists is
/// known.
fn identity(path: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).ok().map(|data| (data.dev(), data.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}
