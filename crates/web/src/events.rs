//! The stream of a page: the state of its game at once and after every change,
//! and what the engine thinks meanwhile.

use crate::tables::{Document, News, Table, Tables};
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

/// Watches a game. An engine that waits for somebody to look goes on.
pub(crate) async fn watch(
    tables: &Arc<Tables>,
    table: &Arc<Table>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let mut news = table.news.subscribe();
    {
        let mut game = table.game.lock().await;
        tables.engage(table, &mut game);
        game.set_clock_going();
        tables.watch_clock(table, &game);
        table.publish(&mut game);
    }
    news.mark_changed();
    let watcher = Watcher { news, told: News::default(), queue: VecDeque::new(), over: false };
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
            let latest = self.news.borrow_and_update().clone();
            self.tell("state", &self.told.state.clone(), latest.state.as_ref());
            self.tell("thinking", &self.told.thought.clone(), latest.thought.as_ref());
            if latest.gone {
                self.queue.push_back(Event::default().event("gone").data("{}"));
                self.over = true;
            }
            self.told = latest;
        }
    }

    /// Tells what is new.
    fn tell(&mut self, name: &str, told: &Option<Document>, latest: Option<&Document>) {
        let Some(latest) = latest else { return };
        if !told.as_ref().is_some_and(|told| Arc::ptr_eq(told, latest)) {
            self.queue.push_back(Event::default().event(name).data(&**latest));
        }
    }
}
