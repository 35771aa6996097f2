//! The games that are open: each behind its own lock, loaded on request, saved
//! after every change, closed when it has no watchers.

mod keeping;

use crate::analyses::Analyses;
use crate::arena_events::ArenaEvents;
use crate::engines;
use crate::identity::{Client, is_id};
use crate::limits::STREAMS;
use crate::open_game::{OpenGame, Origin};
use crate::places::Places;
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::searches::Searches;
use crate::seats::Seats;
use crate::state::{GameList, Listed, NewGame, Players, SCHEMA};
use crate::store::{LONGEST_LIST, Row, Store, Wanted};
use axum::http::StatusCode;
use plywood_arena::Place;
use plywood_workbench::{PlayerSpec, Workbench};
use serde::Serialize;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, watch};

/// Everything the server works with.
pub(crate) struct LiveGames {
    pub(crate) workbench: Arc<Workbench>,
    pub(crate) roster: Roster,
    pub(crate) store: Store,
    pub(crate) searches: Arc<Searches>,
    pub(crate) analyses: Analyses,
    /// A place for each stream, by page.
    pub(crate) streams: Arc<Places<Option<Client>>>,
    pub(crate) seats: Seats,
    pub(crate) arena: ArenaEvents,
    /// Whether nothing may change.
    pub(crate) read_only: bool,
    open: Mutex<HashMap<String, Arc<LiveGame>>>,
    /// Whether there is something that could not be kept.
    unsaved: AtomicBool,
    /// Tells who looks after the store that there is something to do.
    wake: Notify,
    /// How long a search continues without watchers.
    pub(crate) attention: Duration,
}

/// An open game and those who watch it.
pub(crate) struct LiveGame {
    pub(crate) game: tokio::sync::Mutex<OpenGame>,
    pub(crate) news: watch::Sender<News>,
}

/// The latest news for the watchers; a slow watcher misses what was overtaken,
/// and nothing piles up.
#[derive(Clone, Default)]
pub(crate) struct News {
    /// The state, as the JSON that everybody gets.
    pub(crate) state: Option<Document>,
    /// The progress of the search, likewise; after its end its result, until
    /// another search reports.
    pub(crate) thought: Option<Document>,
    /// Whether the game was deleted.
    pub(crate) gone: bool,
}

/// A JSON document, written once for all who get it.
pub(crate) type Document = Arc<str>;

/// How many games stay open without watchers.
const MOST_OPEN: usize = 128;

/// How many games are played where none can be kept.
const MOST_UNKEPT: usize = 500;

impl LiveGames {
    pub(crate) fn new(workbench: Arc<Workbench>, store: Store, attention: Duration) -> Self {
        let searches = Arc::new(Searches::bounded_by_the_machine());
        let seats = Seats::new(2 * searches.processors());
        let (roster, open, analyses) = (Roster::default(), Mutex::default(), Analyses::default());
        let streams = Arc::new(Places::new(STREAMS));
        let arena = ArenaEvents::new(None);
        let (unsaved, wake) = (AtomicBool::new(false), Notify::new());
        Self {
            workbench,
            roster,
            store,
            searches,
            analyses,
            streams,
            seats,
            arena,
            read_only: false,
            open,
            unsaved,
            wake,
            attention,
        }
    }

    /// With the events of this store.
    pub(crate) fn with_events(self, place: Option<Place>) -> Self {
        Self { arena: ArenaEvents::new(place), ..self }
    }

    /// With these external engines.
    pub(crate) fn with(self, roster: Roster) -> Self {
        Self { roster, ..self }
    }

    /// Without changes, those of engines and clocks included.
    pub(crate) fn read_only(self, read_only: bool) -> Self {
        Self { read_only, ..self }
    }

    /// Begins a game and gives its state.
    pub(crate) async fn begin(
        self: &Arc<Self>,
        new: NewGame,
        client: Client,
    ) -> Result<Document, Refusal> {
        self.seat(new, client).await.map(|(_, state)| state)
    }

    /// Begins a game and gives its name and its state.
    pub(crate) async fn seat(
        self: &Arc<Self>,
        new: NewGame,
        client: Client,
    ) -> Result<(String, Document), Refusal> {
        let game = OpenGame::begin(&self.workbench, &self.roster, new)?;
        self.check_players(game.players())?;
        self.put(game, client).await
    }

    /// A copy of a game of an event, made when it is first asked for.
    pub(crate) async fn replay(
        self: &Arc<Self>,
        origin: Origin<'_>,
        client: Client,
    ) -> Result<Document, Refusal> {
        if let Ok(known) = self.table(&origin.id).await {
            return Ok(document(&known.game.lock().await.state()));
        }
        let game = OpenGame::replay(&self.workbench, origin)?;
        self.put(game, client).await.map(|(_, state)| state)
    }

    /// Opens a new game and gives its name and its state.
    async fn put(
        self: &Arc<Self>,
        game: OpenGame,
        client: Client,
    ) -> Result<(String, Document), Refusal> {
        self.make_room()?;
        let id = game.id.clone();
        let table = Arc::new(LiveGame::new(game));
        self.open().insert(id.clone(), Arc::clone(&table));
        let state = self.apart(move |tables| async move {
            let mut game = table.game.lock().await;
            game.owner = Some(client.clone());
            tables.searches.claim(&client, &game.id);
            Ok(tables.settle(&table, &mut game).await)
        });
        Ok((id, state.await?))
    }

    /// Changes a game in a way that ends the search for its next move, and
    /// gives the new state.
    pub(crate) async fn change(
        self: &Arc<Self>,
        id: &str,
        client: Client,
        act: impl FnOnce(&mut OpenGame) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<Document, Refusal> {
        let live = Arc::clone(self);
        let change = move |game: &mut OpenGame| {
            act(game)?;
            if let Some(search) = game.search.take() {
                search.hurry();
            }
            live.searches.claim(&client, &game.id);
            game.owner = Some(client);
            Ok(())
        };
        self.adjust(id, change).await
    }

    /// Changes something beside the play.
    pub(crate) async fn adjust(
        self: &Arc<Self>,
        id: &str,
        act: impl FnOnce(&mut OpenGame) -> Result<(), Refusal> + Send + 'static,
    ) -> Result<Document, Refusal> {
        let table = self.table(id).await?;
        self.apart(move |tables| async move {
            let mut game = table.game.lock().await;
            table.still_there()?;
            act(&mut game)?;
            Ok(tables.settle(&table, &mut game).await)
        })
        .await
    }

    /// Work that is completed even if the client that asked for it goes away.
    async fn apart<F>(
        self: &Arc<Self>,
        work: impl FnOnce(Arc<Self>) -> F,
    ) -> Result<Document, Refusal>
    where
        F: Future<Output = Result<Document, Refusal>> + Send + 'static,
    {
        let done = tokio::spawn(work(Arc::clone(self))).await;
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
    }

    /// After a change: the game is kept, engines and clocks go on, the watchers
    /// know.
    pub(crate) async fn settle(
        self: &Arc<Self>,
        table: &Arc<LiveGame>,
        game: &mut OpenGame,
    ) -> Document {
        game.touched = Instant::now();
        self.keep(game).await;
        engines::engage(self, table, game);
        game.set_clock_going();
        engines::watch_clock(self, table, game);
        table.publish(game)
    }

    /// The table of a game, open or kept.
    pub(crate) async fn table(&self, id: &str) -> Result<Arc<LiveGame>, Refusal> {
        if !is_id(id) {
            return Err(Refusal::no_game());
        }
        let open = self.open().get(id).cloned();
        if let Some(table) = open {
            return Ok(table);
        }
        let row = self.store.load(id).await.map_err(|problem| self.unreadable(problem))?;
        let row = row.ok_or_else(|| match self.store.notice() {
            Some(notice) => Refusal::no_game().expected(notice),
            None => Refusal::no_game(),
        })?;
        self.put_away();
        let game = OpenGame::reopen(&self.workbench, row)
            .map_err(|error| Refusal::conflict(format!("this game cannot be opened: {error}")))?;
        let table = Arc::new(LiveGame::new(game));
        // If another request has opened it meanwhile, that one is used.
        Ok(Arc::clone(self.open().entry(id.to_owned()).or_insert(table)))
    }

    /// The refusal of a game that may be in the store, which cannot be read.
    fn unreadable(&self, problem: String) -> Refusal {
        if self.store.is_suspect() {
            self.wake.notify_one();
        }
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, problem)
    }

    /// The games, kept or not, the newest first.
    pub(crate) async fn list(&self, wanted: &Wanted) -> GameList {
        let (mut rows, more, mut storage) = match self.store.list(wanted).await {
            Ok((rows, more)) => (rows, more, self.store.problem_without_folder()),
            Err(problem) => {
                if self.store.is_suspect() {
                    self.wake.notify_one();
                }
                (Vec::new(), false, Some(problem))
            }
        };
        storage = storage.or_else(|| self.store.notice());
        let open: Vec<Arc<LiveGame>> = self.open().values().cloned().collect();
        for table in open {
            let game = table.game.lock().await;
            if game.unsaved || self.store.path().is_none() {
                rows.retain(|row| row.id != game.id);
                let row = game.row();
                if wanted.skip == 0 && row.is_about(&wanted.search) {
                    rows.push(row);
                }
                storage = storage.or_else(|| game.storage.clone());
            }
        }
        // Two games may change within a millisecond.
        rows.sort_by_key(|row| std::cmp::Reverse((row.line.updated, row.created)));
        let more = more || rows.len() > LONGEST_LIST;
        rows.truncate(LONGEST_LIST);
        GameList { schema: SCHEMA, games: rows.into_iter().map(listed).collect(), more, storage }
    }

    /// Deletes a game.
    pub(crate) async fn delete(&self, id: &str) -> Result<(), Refusal> {
        let Ok(table) = self.table(id).await else {
            // A game that cannot be opened can still be deleted.
            let kept = self.store.delete(id).await.map_err(Refusal::conflict)?;
            return if kept { Ok(()) } else { Err(Refusal::no_game()) };
        };
        let mut game = table.game.lock().await;
        table.still_there()?;
        self.store.delete(id).await.map_err(Refusal::conflict)?;
        if let Some(search) = game.search.take() {
            search.hurry();
        }
        // Requests that wait for the lock, and watchers, find it gone.
        table.news.send_modify(|news| news.gone = true);
        self.open().remove(id);
        self.seats.clear(id);
        Ok(())
    }

    /// Refuses players that want more than the machine has.
    pub(crate) fn check_players(&self, players: &[PlayerSpec; 2]) -> Result<(), Refusal> {
        for (player, place) in players.iter().zip(["first", "second"]) {
            self.searches.check(player).map_err(|what| Refusal::bad(what).at(place))?;
        }
        Ok(())
    }

    /// Begins the game of this one again, from the same start between the same
    /// players, who may change sides.
    pub(crate) async fn rematch(
        self: &Arc<Self>,
        id: &str,
        swap: bool,
        client: Client,
    ) -> Result<Document, Refusal> {
        let table = self.table(id).await?;
        let new = table.game.lock().await.rematch(swap);
        self.begin(new, client).await
    }

    /// Ends searches in games without watchers, and analyses of pages that are
    /// gone.
    pub(crate) async fn stop_unattended(&self) {
        self.analyses.tidy(self.attention);
        let open: Vec<Arc<LiveGame>> = self.open().values().cloned().collect();
        for table in open {
            let mut game = table.game.lock().await;
            let watched = table.news.receiver_count() > 0;
            if game.search.is_some() && !watched && game.touched.elapsed() > self.attention {
                if let Some(search) = game.search.take() {
                    search.hurry();
                }
                table.publish(&mut game);
            }
        }
    }

    /// Ends everything: events, searches, and the store, after a last try to keep what
    /// is not kept. Gives what is lost, in words.
    pub(crate) async fn close(&self) -> Option<String> {
        self.arena.close().await;
        let lost = self.keep_unsaved().await.err();
        let open: Vec<Arc<LiveGame>> = self.open().values().cloned().collect();
        for table in open {
            if let Some(search) = table.game.lock().await.search.take() {
                search.hurry();
            }
        }
        self.store.close().await;
        lost
    }

    fn make_room(&self) -> Result<(), Refusal> {
        self.put_away();
        if self.open().len() >= MOST_UNKEPT {
            let what = "too many games are open, and they cannot be put away; delete some";
            return Err(Refusal::conflict(what));
        }
        Ok(())
    }

    /// Closes games without watchers, those left longest ago first.
    fn put_away(&self) {
        let mut open = self.open();
        if open.len() < MOST_OPEN || !self.store.keeps() {
            return;
        }
        // A table that only this list refers to is unused, and cannot be used
        // again while the list is locked.
        open.retain(|_, table| {
            let unused = Arc::strong_count(table) == 1 && table.news.receiver_count() == 0;
            let game = table.game.try_lock();
            !(unused && game.is_ok_and(|game| game.search.is_none() && !game.unsaved))
        });
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Arc<LiveGame>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveGame {
    fn new(game: OpenGame) -> Self {
        Self { game: tokio::sync::Mutex::new(game), news: watch::Sender::default() }
    }

    /// Tells the watchers how the game stands.
    pub(crate) fn publish(&self, game: &mut OpenGame) -> Document {
        let state = document(&game.state());
        self.news.send_modify(|news| news.state = Some(Arc::clone(&state)));
        state
    }

    /// Tells the watchers what a search knows, if it is something.
    pub(crate) fn think(&self, thought: Option<Document>) {
        if thought.is_some() {
            self.news.send_modify(|news| news.thought = thought);
        }
    }

    /// An error if the game was deleted while a request waited for it.
    fn still_there(&self) -> Result<(), Refusal> {
        if self.news.borrow().gone { Err(Refusal::no_game()) } else { Ok(()) }
    }
}

/// A value as JSON.
pub(crate) fn document(value: &impl Serialize) -> Document {
    // Our documents are plain data, which serde_json always writes.
    serde_json::to_string(value).unwrap_or_default().into()
}

fn listed(row: Row) -> Listed {
    Listed {
        id: row.id,
        title: row.title,
        game: row.line.game,
        players: Players { first: row.first, second: row.second },
        moves: row.line.moves,
        ending: row.line.ending,
        updated: row.line.updated,
    }
}
