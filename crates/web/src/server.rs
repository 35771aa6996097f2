//! Starting and ending the server.

use crate::guard::{Guard, admit, dress};
use crate::identity::{Client, Secret, new_id};
use crate::live_games::LiveGames;
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::state::NewGame;
use crate::store::Store;
use crate::{api, files, listen};
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use plywood_arena::{Database, Place};
use plywood_workbench::Workbench;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// How to serve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// The address to listen on; with port 0, one that is free.
    pub listen: SocketAddr,
    /// Further names by which the page may be reached, with a port where it is
    /// not the one listened on, such as `games.example` or `localhost:8080`.
    pub hosts: Vec<String>,
    /// Where games are kept.
    pub store: Where,
    /// Where the events of the arena are kept, which the page shows; without, in the
    /// file in which 'plywood arena' keeps them.
    pub events: Option<Place>,
    /// Who is let in.
    pub access: Access,
    /// Whether nobody may change anything.
    pub read_only: bool,
    /// How much each machine may take, if that is limited.
    pub quotas: Option<Quotas>,
    /// External engines that may be chosen: the name of each, and the player.
    pub engines: Vec<(String, String)>,
    /// How long an engine searches for a move in a game without watchers.
    pub attention: Duration,
}

/// Who is let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Access {
    /// A client that knows the key.
    Key,
    /// A client that knows the key or this password.
    Password(String),
    /// Everyone, for looking.
    Everyone,
}

/// Where games are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Where {
    /// In the folder that the platform has for such things.
    Usual,
    /// In this file.
    File(PathBuf),
    /// In memory only.
    Memory,
}

/// The port that is used where nothing is said.
const PORT: u16 = 7420;

impl Default for Config {
    fn default() -> Self {
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, PORT));
        let attention = Duration::from_secs(60);
        let (hosts, engines) = (Vec::new(), Vec::new());
        let (store, events) = (Where::Usual, None);
        let (access, read_only, quotas) = (Access::Key, false, None);
        Self { listen, hosts, store, events, access, read_only, quotas, engines, attention }
    }
}

/// Why the server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Another program listens there.
    #[error(
        "{0} is in use, perhaps by another plywood: open http://{0} to see, or listen elsewhere, \
         as in --listen {ip}:0", ip = .0.ip()
    )]
    InUse(SocketAddr),
    /// The system does not let us listen there.
    #[error("cannot listen on {address}: {problem}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        problem: io::Error,
    },
    /// The system gives no threads.
    #[error("the system gives no threads: {0}")]
    Threads(io::Error),
    /// An external engine cannot be used.
    #[error("--engine: {0}")]
    Engine(String),
    /// A game cannot be begun.
    #[error("the game cannot be begun: {0}")]
    Game(String),
    /// The system has no randomness for the secret that protects the page.
    #[error("the system gives no random numbers, without which the page is not safe")]
    Randomness,
}

/// A server that listens.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    key: String,
    tables: Arc<LiveGames>,
    app: Router,
}

impl Server {
    /// Listens and opens the store. A store that cannot be opened is no error:
    /// games are then played in memory, and [`Server::warning`] says so.
    ///
    /// # Errors
    /// If the address cannot be listened on, or the system lacks something.
    pub fn start(workbench: Workbench, config: &Config) -> Result<Self, StartError> {
        let roster = Roster::new(&workbench, &config.engines).map_err(StartError::Engine)?;
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        check_threads(workers).map_err(StartError::Threads)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(workers)
            .enable_all()
            .build()
            .map_err(StartError::Threads)?;
        let address = config.listen;
        let refused = |problem: io::Error| match problem.kind() {
            io::ErrorKind::AddrInUse => StartError::InUse(address),
            _ => StartError::Listen { address, problem },
        };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let store = runtime.block_on(open_store(&config.store));
        let secret = secret_beside(&store)?;
        let key = secret.text().to_owned();
        let guard = Arc::new(Guard::new(secret, address, config));
        let usual = || plywood_arena::Store::usual_path().map(Place::File);
        let events = config.events.clone().or_else(usual);
        let tables = LiveGames::new(Arc::new(workbench), store, config.attention);
        let tables = tables.with(roster).with_events(events).read_only(config.read_only);
        let tables = Arc::new(tables);
        let app = app(guard, Arc::clone(&tables));
        Ok(Self { runtime, listener, address, key, tables, app })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The key that lets people in: the page is at `/?key=KEY`, and scripts send it as
    /// the header `x-plywood-token`.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The file in which games are kept; none if they are not.
    #[must_use]
    pub fn store(&self) -> Option<&Path> {
        self.tables.store.path().filter(|_| self.tables.store.keeps())
    }

    /// Why games are not being kept, if they should be.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.tables.store.problem()
    }

    /// Begins a game of a person against `second` from the text of a file, and
    /// gives its name: the page shows it at `/#name`.
    ///
    /// # Errors
    /// If there is no such game, or it has no player of that name.
    pub fn begin(&self, game: &str, file: String, second: String) -> Result<String, StartError> {
        let new = NewGame {
            game: Some(game.to_owned()),
            file: Some(file),
            second: Some(second),
            ..NewGame::default()
        };
        let begun = self.runtime.block_on(async {
            // A game is kept only after the check, which otherwise begins with `run`.
            self.tables.store.check().await;
            self.tables.seat(new, Client(new_id())).await
        });
        begun.map(|(id, _)| id).map_err(|refusal| StartError::Game(refusal.error.what))
    }

    /// Serves until the program is interrupted or told to end. Gives what could not be
    /// kept, in words, if anything.
    pub fn run(self) -> Option<String> {
        let Self { runtime, listener, tables, app, .. } = self;
        let lost = runtime.block_on(async {
            tokio::select! {
                () = listen::accept(listener, app) => {}
                () = sweep(&tables) => {}
                () = take_turns(&tables) => {}
                () = tables.look_after_store() => {}
                () = told_to_end() => {}
            }
            // Everything is kept already, unless the store could not be written.
            let late = |_| Some("the store does not answer".to_owned());
            tokio::time::timeout(FAREWELL, tables.close()).await.unwrap_or_else(late)
        });
        runtime.shutdown_timeout(FAREWELL);
        lost
    }
}

/// How long tidying up may take.
const FAREWELL: Duration = Duration::from_secs(2);

/// Ends searches that no client waits for; it checks often enough to be late by
/// at most 1/6.
async fn sweep(tables: &LiveGames) {
    loop {
        tokio::time::sleep((tables.attention / 6).max(Duration::from_millis(10))).await;
        tables.stop_unattended().await;
    }
}

/// Lets analyses take turns.
async fn take_turns(tables: &LiveGames) {
    loop {
        tokio::time::sleep(TURN).await;
        tables.searches.tick();
    }
}

/// How often it is checked whose turn is over.
const TURN: Duration = Duration::from_millis(50);

/// Waits for Ctrl-C, or for the system's polite way to end programs.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    // Where there is no such signal, the program can still be ended.
    let _ = tokio::signal::ctrl_c().await;
}

/// Whether the system gives threads for the workers and one search. The runtime
/// would panic instead of reporting it.
fn check_threads(workers: usize) -> io::Result<()> {
    let (done, wait) = std::sync::mpsc::channel::<()>();
    let wait = Arc::new(std::sync::Mutex::new(wait));
    let threads = (0..=workers).map(|_| {
        let wait = Arc::clone(&wait);
        // All are there at once: each ends when `done` is dropped.
        std::thread::Builder::new().spawn(move || {
            let _ = wait.lock().map(|wait| wait.recv());
        })
    });
    let threads: io::Result<Vec<_>> = threads.collect();
    drop(done);
    for thread in threads? {
        let _ = thread.join();
    }
    Ok(())
}

/// Opens the store. Only the folder of the usual place is made: a folder that the
/// user names must be there.
async fn open_store(place: &Where) -> Store {
    match place {
        Where::Memory => Store::none(),
        Where::File(path) => Store::open(path).await,
        Where::Usual => match usual_store() {
            Some(file) => Store::open(&file).await,
            None => Store::none(),
        },
    }
}

/// The file in the folder that the platform has for such things.
pub(crate) fn usual_store() -> Option<PathBuf> {
    Database::usual_file("games.sqlite")
}

/// The key that is kept beside the store, so that a bookmark survives a restart. It is
/// new for each run where nothing is kept.
fn secret_beside(store: &Store) -> Result<Secret, StartError> {
    let ours = store.keeps() || store.is_suspect();
    let beside = store.path().filter(|_| ours).map(|path| {
        let mut name = path.as_os_str().to_owned();
        name.push("-key");
        PathBuf::from(name)
    });
    let kept = beside.and_then(|path| Secret::kept_in(&path).ok());
    kept.or_else(Secret::new).ok_or(StartError::Randomness)
}

pub(crate) fn app(guard: Arc<Guard>, tables: Arc<LiveGames>) -> Router {
    let nothing = || async { Refusal::new(StatusCode::NOT_FOUND, "there is nothing here") };
    let unmade = || async {
        Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "that cannot be done with this address")
    };
    Router::new()
        .route("/", get(files::page))
        .route("/assets/{*name}", get(files::file))
        .with_state(Arc::clone(&guard))
        // Only what is loaded first: to press every state takes longer than to
        // send it.
        .layer(CompressionLayer::new())
        .nest("/api", api::routes().with_state(tables))
        .fallback(nothing)
        .method_not_allowed_fallback(unmade)
        .layer(from_fn_with_state(guard, admit))
        .layer(CatchPanicLayer::new())
        .layer(from_fn(dress))
}
