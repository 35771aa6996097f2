//! Stores on a `PostgreSQL` server: connecting, the schema `plywood`, and which
//! failures pass.

use super::place::Address;
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions, query, query_scalar};
use std::io::ErrorKind;
use std::time::Duration;

static MIGRATOR: Migrator = sqlx::migrate!("./migrations-postgres");

/// How long to wait for a server that does not answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a server could not be used.
pub(super) struct Refused {
    /// The end of the sentence "the store ...".
    pub(super) problem: String,
    /// Whether it may work later.
    pub(super) passes: bool,
}

/// Connects to a server. Its tables are made or brought up to date if `create` says
/// so; who may not do that, such as a worker, needs them as they are.
pub(super) async fn open(address: &Address, create: bool) -> Result<PgConnection, Refused> {
    match tokio::time::timeout(PATIENCE, connect(address, create)).await {
        Ok(connected) => connected,
        Err(_) => {
            let problem = "cannot be reached: the server does not answer".to_owned();
            Err(Refused { problem, passes: true })
        }
    }
}

async fn connect(address: &Address, create: bool) -> Result<PgConnection, Refused> {
    let options = address.options().map_err(|error| refused(&error))?.disable_statement_logging();
    let is_socket = options.get_socket().is_some();
    let mut connection = options.connect().await.map_err(|error| match &error {
        // Nothing else than a socket is looked for as a file, and is missing.
        sqlx::Error::Io(io) if io.kind() == ErrorKind::NotFound && !is_socket => Refused {
            problem:
                "cannot be used: a file that sslrootcert, sslcert or sslkey names is not there"
                    .to_owned(),
            passes: false,
        },
        _ => refused(&error),
    })?;
    let connected = &mut connection;
    if create {
        // Asked first, because who may not make it may still use it.
        let exists = "SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'plywood')";
        let exists = query_scalar(exists).fetch_one(&mut *connected).await;
        if !exists.map_err(|error| refused(&error))? {
            let made = query("CREATE SCHEMA IF NOT EXISTS plywood").execute(&mut *connected).await;
            made.map_err(|error| refused(&error))?;
        }
    }
    let path = query("SET search_path TO plywood").execute(&mut *connected).await;
    path.map_err(|error| refused(&error))?;
    if create { migrate(connected).await } else { check(connected).await }?;
    Ok(connection)
}

async fn migrate(connected: &mut PgConnection) -> Result<(), Refused> {
    let lasting = |problem: String| Refused { problem, passes: false };
    match MIGRATOR.run(&mut *connected).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(_) | MigrateError::VersionTooNew(..)) => {
            Err(lasting(NEWER.to_owned()))
        }
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => {
            Err(refused(&error))
        }
        Err(error) => Err(lasting(format!("cannot be brought up to date: {error}"))),
    }
}

const NEWER: &str = "was written by a newer Plywood; use that one, or choose another database";

/// Whether the tables are there, as this program knows them.
async fn check(connected: &mut PgConnection) -> Result<(), Refused> {
    let lasting = |problem: &str| Refused { problem: problem.to_owned(), passes: false };
    let exists = "SELECT to_regclass('plywood._sqlx_migrations') IS NOT NULL";
    let exists: Result<bool, _> = query_scalar(exists).fetch_one(&mut *connected).await;
    if !exists.map_err(|error| refused(&error))? {
        return Err(lasting("has no tables of events; 'plywood arena run' makes them"));
    }
    let found = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    let found: i64 = query_scalar(found).fetch_one(connected).await.map_err(|e| refused(&e))?;
    let known = MIGRATOR.iter().map(|migration| migration.version).max().unwrap_or(0);
    match found {
        _ if found > known => Err(lasting(NEWER)),
        _ if found < known => Err(lasting(
            "was written by an older Plywood; 'plywood arena run' brings it up to date",
        )),
        _ => Ok(()),
    }
}

fn refused(error: &sqlx::Error) -> Refused {
    Refused { problem: format!("cannot be used: {}", reason(error)), passes: passes(error) }
}

/// What the server or the connection says.
pub(super) fn reason(error: &sqlx::Error) -> String {
    match error {
        // The role has not the right to do this.
        sqlx::Error::Database(error) if error.code().as_deref() == Some("42501") => {
            format!("{}; docs/many-machines.md has the rights that a role needs", error.message())
        }
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => format!("the server cannot be reached: {error}"),
        other => other.to_string(),
    }
}

/// Whether an error is one of the connection and not of what was asked for: a new
/// connection may be luckier. Classes of codes: `PostgreSQL`'s manual, appendix A.
pub(super) fn passes(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => true,
        sqlx::Error::WorkerCrashed | sqlx::Error::PoolClosed | sqlx::Error::PoolTimedOut => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            // Connection exceptions, the operator's interventions, too few resources,
            // and two transactions in each other's way.
            ["08", "57P", "53", "40"].iter().any(|class| code.len() == 5 && code.starts_with(class))
        }),
        _ => false,
    }
}
