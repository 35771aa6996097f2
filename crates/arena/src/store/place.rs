//! Where a store is: a file, or a `PostgreSQL` server.

use sqlx::postgres::PgConnectOptions;
use std::fmt;
use std::path::{Path, PathBuf};

/// A file, or a database of a `PostgreSQL` server. Shown without its password.
///
/// ```
/// use plywood_arena::Place;
/// let place = Place::read("postgres://ann:secret@db.example/arena?password=more")?;
/// assert_eq!(place.to_string(), "postgres://ann@db.example:5432/arena");
/// assert!(!format!("{place:?}").contains("secret"));
/// assert_eq!(Place::read("cup.sqlite")?.to_string(), "cup.sqlite");
/// assert!(Place::read("mysql://db.example/arena").is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// An `SQLite` file.
    File(PathBuf),
    /// A database of a `PostgreSQL` server.
    Server(Address),
}

/// How a server is reached.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    /// As it was given, with the password.
    url: String,
    /// The same for eyes.
    shown: String,
}

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

const UNREADABLE: &str = "the address of the store cannot be read; expected \
    postgres://USER@HOST:PORT/DATABASE, with other characters written as in %2F";

impl Place {
    /// The place that a text names: an address that begins with `postgres://`, or a
    /// file.
    ///
    /// # Errors
    /// If it is an address that cannot be used. The text does not repeat it, since it
    /// may hold a password.
    pub fn read(text: &str) -> Result<Self, String> {
        if !SCHEMES.iter().any(|scheme| text.starts_with(scheme)) {
            return match text.split_once("://") {
                Some((scheme, _)) if scheme.chars().all(|c| c.is_ascii_alphanumeric()) => Err(
                    format!("a store is a file or postgres://USER@HOST/DATABASE, not {scheme}://"),
                ),
                _ => Ok(Self::File(PathBuf::from(text))),
            };
        }
        // What is wrong is not repeated: it may be a part of the password, as after a
        // bare / or @ in it.
        let options: PgConnectOptions = text.parse().map_err(|_| UNREADABLE.to_owned())?;
        if options.get_database().is_some_and(|database| database.contains('@')) {
            return Err(UNREADABLE.to_owned());
        }
        let host = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => options.get_host().to_owned(),
        };
        let database = options.get_database().unwrap_or(options.get_username());
        let shown = format!(
            "postgres://{}@{host}:{}/{database}",
            options.get_username(),
            options.get_port()
        );
        Ok(Self::Server(Address { url: text.to_owned(), shown }))
    }

    /// Whether games are played by workers.
    #[must_use]
    pub fn is_server(&self) -> bool {
        matches!(self, Self::Server(_))
    }

    /// The file, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::Server(_) => None,
        }
    }
}

impl Address {
    /// What connects to it.
    pub(super) fn options(&self) -> Result<PgConnectOptions, sqlx::Error> {
        self.url.parse()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(address) => f.write_str(&address.shown),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl From<&Path> for Place {
    fn from(path: &Path) -> Self {
        Self::File(path.to_owned())
    }
}

impl From<&PathBuf> for Place {
    fn from(path: &PathBuf) -> Self {
        Self::File(path.clone())
    }
}

impl From<&Place> for Place {
    fn from(place: &Place) -> Self {
        place.clone()
    }
}
