//! Lets engines move: a task a search, which waits for a processor, computes on
//! its own thread, and plays its move unless the game has changed meanwhile.
//! And lets clocks run down.

use crate::live_games::{Document, LiveGame, LiveGames, document};
use crate::open_game::OpenGame;
use crate::searches::{Place, Ticket, kind};
use crate::seats::Seat;
use crate::state::{SCHEMA, Thought};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Turn};
use plywood_workbench::{
    Analysis, Clock, Error, Forfeit, NodeId, PlayerSpec, Report, ScoreReport, Session,
};
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
    /// The node of the position.
    node: NodeId,
    /// The clock, if there is one.
    clock: Option<Clock>,
    /// How long to wait first, so that people can follow a game of engines.
    pace: Duration,
    /// Its place in the queue; none for a player that does not search, or while
    /// it paces.
    place: Option<Place>,
    owner: String,
}

/// What a player found.
struct Found {
    decision: Decision,
    /// What its search found, for those who watch, and the value of its move.
    thought: Option<(Document, ScoreReport)>,
}

impl Job {
    /// Takes a place in the queue for processors; whether it has to wait there.
    fn queue(&mut self, tables: &LiveGames) -> bool {
        let left = self.clock.as_ref().map(|clock| clock.left(self.seat.side));
        let kind = kind(&self.turn.limits, left);
        self.place = tables.searches.queue(&self.spec, self.owner.clone(), kind);
        self.place.as_mut().is_some_and(|place| !place.is_granted())
    }

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
        let mut listener = |report: &Report<String>| tell(self.thought(report).0);
        let chosen = player.choose(&self.turn, &search.stop, Some(&mut listener));
        let decision = chosen?;
        let thought = decision.report.as_ref().map(|report| self.thought(report));
        // A player that failed is not kept.
        seats.put_back(self.seat, player);
        Ok(Found { decision, thought })
    }

    /// What a search knows, as the stream tells it.
    fn thought(&self, report: &Report<String>) -> (Document, ScoreReport) {
        let analysis: Analysis = self.session.analysis(&self.seat.player, report);
        let (revision, node, words) = (self.revision, self.node, analysis.score.words());
        let thought = Thought { schema: SCHEMA, revision, node, analysis: &analysis, words };
        (document(&thought), analysis.score)
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
    let mut job = match job(tables, game, spec) {
        Ok(job) => job,
        Err(error) => return game.stumble(error.to_string()),
    };
    if job.pace.is_zero() {
        let waits = job.queue(tables);
        search.waiting.store(waits, Ordering::Relaxed);
    }
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
        node: game.node(),
        clock: game.clock().cloned(),
        pace: if person { Duration::ZERO } else { PACE },
        place: None,
        owner: game.owner.as_ref().map_or(game.id.clone(), |owner| owner.0.clone()),
        spec,
    })
}

async fn take_turn(tables: &Arc<LiveGames>, table: &Arc<LiveGame>, search: &Arc<Ticket>, job: Job) {
    let Some(found) = find_move(tables, table, search, job).await else { return };
    let mut game = table.game.lock().await;
    if !game.search.as_ref().is_some_and(|current| Arc::ptr_eq(current, search)) {
        return;
    }
    game.search = None;
    if search.is_displaced() {
        game.pause(true);
    } else {
        let played = found.and_then(|Found { decision, thought }| {
            let (thought, value) = thought.unzip();
            match game.push(&decision, value) {
                Ok(()) => Ok(thought),
                Err(error) => Err(error.illegal()?.into()),
            }
        });
        match played {
            Ok(thought) => table.think(thought),
            Err(error) => game.stumble(error.to_string()),
        }
    }
    tables.settle(table, &mut game).await;
}

/// What the player finds; none if the search is no longer wanted when its turn
/// comes.
async fn find_move(
    tables: &Arc<LiveGames>,
    table: &Arc<LiveGame>,
    search: &Arc<Ticket>,
    mut job: Job,
) -> Option<Result<Found, Error>> {
    if !job.pace.is_zero() {
        search.pace(job.pace).await;
        if job.queue(tables) {
            search.waiting.store(true, Ordering::Relaxed);
            look_again(tables, table, search, &mut job).await?;
        }
    }
    if search.waiting.load(Ordering::Relaxed) {
        let place = job.place.as_mut()?;
        let hurried = tokio::select! {
            () = place.granted() => false,
            () = search.hurried() => true,
        };
        // To play what it has found in no time needs no processor.
        if hurried {
            job.place = None;
        }
        search.waiting.store(false, Ordering::Relaxed);
        look_again(tables, table, search, &mut job).await?;
    }
    let (tables, table, search) = (Arc::clone(tables), Arc::clone(table), Arc::clone(search));
    let computed = tokio::task::spawn_blocking(move || {
        let _place = job.place.take();
        job.choose(&tables, &search, |thought| table.think(Some(thought)))
    });
    let crashed = |error| Failure::new(Cause::Crash, format!("{error}"));
    Some(computed.await.unwrap_or_else(|error| Err(crashed(error).into())))
}

/// Tells the watchers whether a search waits, and stops or starts its clock;
/// none if the search is no longer the game's.
async fn look_again(
    tables: &Arc<LiveGames>,
    table: &Arc<LiveGame>,
    search: &Arc<Ticket>,
    job: &mut Job,
) -> Option<()> {
    let mut game = table.game.lock().await;
    game.search.as_ref().filter(|current| Arc::ptr_eq(current, search))?;
    game.look_again();
    game.set_clock_going();
    watch_clock(tables, table, &game);
    job.revision = game.revision();
    job.clock = game.clock().cloned();
    table.publish(&mut game);
    Some(())
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
    use crate::state::NewGame;
    use crate::store::{Row, Store, Summary};
    use plywood_workbench::Workbench;
    use serde_json::{Value, json};

    /// How often something is looked for, 10 ms apart: a busy machine has a minute.
    const LOOKS: usize = 6000;

    /// The state of the game once this holds of it.
    async fn state_when(table: &LiveGame, wanted: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..LOOKS {
            let written = document(&table.game.lock().await.state());
            let state: Value = serde_json::from_str(&written).expect("a state");
            if wanted(&state) {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it never came to that");
    }

    /// How many searches run or wait, at last or as soon as they are this many.
    async fn count_down_to(tables: &LiveGames, searches: usize) -> usize {
        for _ in 0..LOOKS {
            if tables.searches.count() == searches {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tables.searches.count()
    }

    #[tokio::test]
    async fn stopping_and_going_on_in_haste_leaves_no_search_behind() {
        let tables = Arc::new(LiveGames::new(
            Arc::new(Workbench::standard()),
            Store::none(),
            Duration::from_secs(60),
        ));
        let seat = async |page: &str, second: &str| {
            let new = NewGame {
                game: Some("gomoku".to_owned()),
                first: Some("alphabeta[depth=1000]".to_owned()),
                second: Some(second.to_owned()),
                ..NewGame::default()
            };
            tables.seat(new, Client(page.to_owned())).await.expect("a game").0
        };
        let tell = async |id: &str, page: &str, name: &str| {
            let command = Command::read(name, json!({})).expect("a command");
            obey(&tables, id, Client(page.to_owned()), command).await.expect("done");
        };
        // On an idle machine a search that was left behind would get its place and
        // end: only behind others is it seen.
        let others = tables.searches.processors().max(2);
        let mut busy = Vec::new();
        for other in 0..others {
            let page = format!("other {other}");
            busy.push((seat(&page, "human").await, page));
        }
        let id = seat("page", "alphabeta[depth=1000]").await;
        for name in ["stop", "resume"].into_iter().cycle().take(61) {
            tell(&id, "page", name).await;
        }
        let left = count_down_to(&tables, others).await;
        // Before anything is asserted: a test ends only when its searches have.
        for (id, page) in &busy {
            tell(id, page, "stop").await;
        }
        assert_eq!((left, count_down_to(&tables, 0).await), (others, 0));
    }

    #[tokio::test]
    async fn an_engine_that_cannot_move_says_why_and_waits() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("games.sqlite")).await;
        store.check().await;
        // A game kept when there still was such a player.
        let id = "0123456789abcdef";
        let kept = Row {
            id: id.to_owned(),
            title: "a game".to_owned(),
            record: "plywood game 1\ngame othello\n".to_owned(),
            future: String::new(),
            tree: String::new(),
            first: "lodovico".to_owned(),
            second: "human".to_owned(),
            clock: None,
            paused: true,
            created: 1,
            revision: 0,
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
