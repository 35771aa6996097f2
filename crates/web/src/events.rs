//! The stream of a page: the state of its game at once and after every change,
//! and what the engine thinks meanwhile.

use crate::engines::{engage, watch_clock};
use crate::live_games::{Document, LiveGame, LiveGames, News, document};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::{Stream, stream};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often a silent stream says that it is still there.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// What a watcher has seen and what it is still to be told.
struct Watcher {
    news: watch::Receiver<News>,
    told: News,
    queue: VecDeque<Event>,
    over: bool,
}

/// Watches a game. An engine that waits for a watcher continues.
pub(crate) async fn watch(
    tables: &Arc<LiveGames>,
    table: &Arc<LiveGame>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut watcher = Watcher {
        news: table.news.subscribe(),
        told: News::default(),
        queue: VecDeque::new(),
        over: false,
    };
    {
        let mut game = table.game.lock().await;
        engage(tables, table, &mut game);
        game.set_clock_going();
        watch_clock(tables, table, &game);
        // The clocks have gone on since the last news: this state is newer.
        watcher.tell("state", None, Some(&document(&game.state())));
        watcher.told.state = watcher.news.borrow().state.clone();
        watcher.catch_up();
    }
    let events = stream::unfold(watcher, |mut watcher| async {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE))
}

impl Watcher {
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some(event) = self.queue.pop_front() {
                return Some(event);
            }
            if self.over || self.news.changed().await.is_err() {
                return None;
            }
            self.catch_up();
        }
    }

    /// Puts into the queue what is new.
    fn catch_up(&mut self) {
        let latest = self.news.borrow_and_update().clone();
        let told = std::mem::replace(&mut self.told, latest.clone());
        // The result of a search is sent before its move.
        self.tell("thinking", told.thought.as_ref(), latest.thought.as_ref());
        self.tell("state", told.state.as_ref(), latest.state.as_ref());
        if latest.gone {
            self.queue.push_back(Event::default().event("gone").data("{}"));
            self.over = true;
        }
    }

    fn tell(&mut self, name: &str, told: Option<&Document>, latest: Option<&Document>) {
        let Some(latest) = latest else { return };
        if !told.is_some_and(|told| Arc::ptr_eq(told, latest)) {
            self.queue.push_back(Event::default().event(name).data(&**latest));
        }
    }
}
