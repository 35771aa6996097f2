//! The stream of a page: the state of its game at once and after every change,
//! and what the engine thinks meanwhile.

use crate::engines::{engage, watch_clock};
use crate::identity::Client;
use crate::live_games::{Document, LiveGame, LiveGames, News, document};
use crate::places::{Place, Use};
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
    /// What the page analyses, if it said which page it is.
    analysis: Option<watch::Receiver<Option<Document>>>,
    queue: VecDeque<Event>,
    over: bool,
    /// Until another needs it.
    place: Place<Option<Client>>,
}

/// Watches a game for a page. An engine that waits for a watcher continues.
pub(crate) async fn watch(
    tables: &Arc<LiveGames>,
    table: &Arc<LiveGame>,
    page: Option<Client>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
    let place = tables.streams.take(page.clone(), Use::Watching);
    // Where there are too many pages, those that come last hear of their games.
    let desk = page.and_then(|page| tables.analyses.desk(&page).ok());
    let mut analysis = desk.map(|desk| desk.news.subscribe());
    if let Some(analysis) = &mut analysis {
        analysis.mark_changed();
    }
    let mut watcher = Watcher {
        news: table.news.subscribe(),
        told: News::default(),
        analysis,
        queue: VecDeque::new(),
        over: false,
        place,
    };
    {
        let mut game = table.game.lock().await;
        if !tables.read_only {
            engage(tables, table, &mut game);
            game.set_clock_going();
            watch_clock(tables, table, &game);
        }
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
            if self.over {
                return None;
            }
            let analysed = async {
                match &mut self.analysis {
                    Some(analysis) => analysis.changed().await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = self.place.ended() => return None,
                changed = self.news.changed() => {
                    changed.ok()?;
                    self.catch_up();
                }
                changed = analysed => match changed {
                    Ok(()) => self.tell_analysis(),
                    Err(_) => self.analysis = None,
                }
            }
        }
    }

    fn tell_analysis(&mut self) {
        let latest = self.analysis.as_mut().and_then(|news| news.borrow_and_update().clone());
        if latest.is_some() {
            self.tell("analysis", None, latest.as_ref());
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
