//! Lets engines move: a task a search, which waits for a processor, computes on
//! its own thread, and plays its move unless the game has changed meanwhile.
//! And lets clocks run down.

use crate::live_games::{Document, LiveGame, LiveGames, document};
use crate::open_game::OpenGame;
use crate::seats::Seat;
use crate::state::{SCHEMA, Thought};
use crate::tickets::{Processors, Ticket};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Turn};
use plywood_workbench::{Analysis, Clock, Error, Forfeit, PlayerSpec, Report, Session};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A move that a player is asked for.
struct Job {
    /// The position, apart from the game.
    session: Box<dyn Session>,
    seat: Seat,
    spec: PlayerSpec,
    turn: Turn,
    revision: u64,
    /// The clock, if there is one.
    clock: Option<Clock>,
    /// How long to wait first, so that people can follow a game of engines.
    pace: Duration,
    /// The processor, if one was free at once.
    place: Option<Processors>,
}

/// What a player found.
struct Found {
    decision: Decision,
    /// What its search found, for those who watch.
    thought: Option<Document>,
}

impl Job {
    /// Lets the player choose; `tell` hears what a search knows on the way.
    fn choose(
        mut self,
        tables: &LiveGames,
        search: &Ticket,
        tell: impl Fn(Document) + Sync,
    ) -> Result<Found, Error> {
        self.turn.clocks = self.clock.as_ref().map(|clock| clock.state(self.seat.side));
        let seats = &tables.seats;
        let make = || tables.roster.player(&tables.workbench, &*self.session, &self.spec);
        let mut player = seats.take(&self.seat, make)?;
        let mut listener = |report: &Report<String>| tell(self.thought(report));
        let chosen = player.choose(&self.turn, &search.stop, Some(&mut listener));
        let decision = chosen?;
        let thought = decision.report.as_ref().map(|report| self.thought(report));
        // A player that failed is not kept.
        seats.put_back(self.seat, player);
        Ok(Found { decision, thought })
    }

    /// What a search knows, as the stream tells it.
    fn thought(&self, report: &Report<String>) -> Document {
        let analysis: Analysis = self.session.analysis(&self.seat.player, report);
        let (revision, words) = (self.revision, analysis.score.words());
        document(&Thought { schema: SCHEMA, revision, analysis: &analysis, words })
    }
}

/// The time between the moves of two engines.
const PACE: Duration = Duration::from_millis(200);

/// Starts the search for the next move if an engine is to move and none
/// runs yet.
pub(crate) fn engage(tables: &Arc<LiveGames>, table: &Arc<LiveGame>, game: &mut OpenGame) {
    if game.search.is_some() {
        return;
    }
    let Some(spec) = game.mover() else { return };
    let spec = tables.searches.fitted(spec);
    let Some(search) = tables.searches.begin(game.owner.as_ref(), &game.id) else {
        game.pause(true);
        return;
    };
    let job = match job(tables, game, spec) {
        Ok(job) => job,
        Err(error) => return game.stumble(error.to_string()),
    };
    let waits = job.place.is_none() && matches!(job.spec, PlayerSpec::Engine(_));
    search.waiting.store(waits, Ordering::Relaxed);
    game.search = Some(Arc::clone(&search));
    let (tables, table) = (Arc::clone(tables), Arc::clone(table));
    // Boxed, because after its move the next search begins here again.
    let task: Pin<Box<dyn Future<Output = ()> + Send>> =
        Box::pin(async move { take_turn(&tables, &table, &search, job).await });
    tokio::spawn(task);
}

/// What the player to move is asked in this game.
fn job(tables: &LiveGames, game: &OpenGame, spec: PlayerSpec) -> Result<Job, Error> {
    let session = tables.workbench.resume(&game.record())?;
    let person = game.players().contains(&PlayerSpec::Human);
    Ok(Job {
        seat: Seat { game: game.id.clone(), side: session.to_move(), player: spec.to_string() },
        session,
        turn: game.turn(tables.roster.real(&spec).limits(game.clock().is_some())),
        revision: game.revision(),
        clock: game.clock().cloned(),
        pace: if person { Duration::ZERO } else { PACE },
        place: tables.searches.free_place(&spec),
        spec,
    })
}

async fn take_turn(tables: &Arc<LiveGames>, table: &Arc<LiveGame>, search: &Arc<Ticket>, job: Job) {
    let found = find_move(tables, table, search, job).await;
    let mut game = table.game.lock().await;
    if !game.search.as_ref().is_some_and(|current| Arc::ptr_eq(current, search)) {
        return;
    }
    game.search = None;
    if search.is_displaced() {
        game.pause(true);
    } else {
        match found.and_then(|found| game.push(&found.decision).map(|()| found.thought)) {
            Ok(thought) => table.think(thought),
            Err(error) => game.stumble(error.to_string()),
        }
    }
    tables.settle(table, &mut game).await;
}

async fn find_move(
    tables: &Arc<LiveGames>,
    table: &Arc<LiveGame>,
    search: &Arc<Ticket>,
    mut job: Job,
) -> Result<Found, Error> {
    if !job.pace.is_zero() {
        search.pace(job.pace).await;
    }
    let mut place = job.place.take();
    if search.waiting.load(Ordering::Relaxed) {
        place = tables.searches.place(search, &job.spec).await;
        search.waiting.store(false, Ordering::Relaxed);
        let mut game = table.game.lock().await;
        if game.search.as_ref().is_some_and(|current| Arc::ptr_eq(current, search)) {
            game.look_again();
            job.revision = game.revision();
            table.publish(&mut game);
        }
    }
    let (tables, table, search) = (Arc::clone(tables), Arc::clone(table), Arc::clone(search));
    let computed = tokio::task::spawn_blocking(move || {
        let _place = place;
        job.choose(&tables, &search, |thought| table.think(Some(thought)))
    });
    let crashed = |error| Failure::new(Cause::Crash, format!("{error}"));
    computed.await.unwrap_or_else(|error| Err(crashed(error).into()))
}

/// Sees to it that the side to move loses when its time is up.
pub(crate) fn watch_clock(tables: &Arc<LiveGames>, table: &Arc<LiveGame>, game: &OpenGame) {
    let Some((side, left)) = game.clock().and_then(Clock::until_down) else { return };
    let (tables, table) = (Arc::downgrade(tables), Arc::downgrade(table));
    tokio::spawn(async move {
        tokio::time::sleep(left + Duration::from_millis(1)).await;
        if let (Some(tables), Some(table)) = (tables.upgrade(), table.upgrade()) {
            end_overtime(&tables, &table, side).await;
        }
    });
}

async fn end_overtime(tables: &Arc<LiveGames>, table: &Arc<LiveGame>, side: Side) {
    let mut game = table.game.lock().await;
    let down = game.clock().and_then(Clock::until_down);
    if down == Some((side, Duration::ZERO)) && game.forfeit(Forfeit::Overtime(side)).is_ok() {
        if let Some(search) = game.search.take() {
            search.hurry();
        }
        // Boxed, because settling may watch the clock again.
        let settled: Pin<Box<dyn Future<Output = _> + Send>> =
            Box::pin(tables.settle(table, &mut game));
        settled.await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, obey};
    use crate::identity::Client;
    use crate::store::{Row, Store, Summary};
    use plywood_workbench::Workbench;
    use serde_json::{Value, json};

    /// The state of the game once this holds of it.
    async fn state_when(table: &LiveGame, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..600 {
            let written = document(&table.game.lock().await.state());
            let state: Value = serde_json::from_str(&written).expect("a state");
            if wanted(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never came to that");
    }

    #[tokio::test]
    async fn an_engine_that_cannot_move_says_why_and_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.sqlite")).await;
        // A game kept when there still was such a player.
        let id = "0123456789abcdef";
        let kept = Row {
            id: id.to_owned(),
            title: "a game".to_owned(),
            record: "plywood game 1\ngame othello\n".to_owned(),
            future: String::new(),
            first: "lodovico".to_owned(),
            second: "human".to_owned(),
            clock: None,
            paused: true,
            created: 1,
            line: Summary { game: "othello".to_owned(), moves: 0, ending: None, updated: 1 },
        };
        store.save(&kept).await.expect("saved");
        let tables = Arc::new(LiveGames::new(
            Arc::new(Workbench::standard()),
            store,
            Duration::from_secs(60),
        ));
        let command = async |name: &str, words: Value| {
            let command = Command::read(name, words).expect("a command");
            obey(&tables, id, Client("page".to_owned()), command).await.map(drop)
        };
        command("resume", json!({})).await.expect("done");
        let table = tables.table(id).await.expect("the game");
        let state = state_when(&table, |state| !state["problem"].is_null()).await;
        assert_eq!(state["paused"], true);
        let problem = state["problem"].as_str().expect("words");
        assert!(problem.contains("there is no player called 'lodovico'"), "{problem}");
        command("players", json!({ "first": "human" })).await.expect("done");
        let state = state_when(&table, |_| true).await;
        assert_eq!((&state["problem"], &state["paused"]), (&Value::Null, &json!(false)));
    }
}
