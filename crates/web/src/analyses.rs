//! Analyses: a search that belongs to a page and a position, not to a seat. A
//! page has one at a time, and the latest request wins; its player lives on, so
//! that what it knows survives a step forward or back.

use crate::identity::Client;
use crate::live_games::{Document, LiveGames, document};
use crate::refusal::Refusal;
use crate::schedule::Kind;
use crate::searches::{MOST_ANALYSES, Place};
use crate::state::{AnalysisNews, SCHEMA};
use axum::http::StatusCode;
use plywood_players::{Cause, Failure, Player, Turn};
use plywood_workbench::{Analysis, Error, NodeId, PlayerSpec, Report, Session, StoppedBy};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What is to be analysed.
pub(crate) struct Order {
    pub(crate) game: String,
    pub(crate) node: NodeId,
    /// Whether it is asked what the other side threatens.
    pub(crate) threat: bool,
    /// The position, apart from the game.
    pub(crate) session: Box<dyn Session>,
    pub(crate) turn: Turn,
    pub(crate) spec: PlayerSpec,
}

/// The analyses of all pages.
#[derive(Default)]
pub(crate) struct Analyses {
    desks: Mutex<HashMap<Client, Arc<Desk>>>,
}

/// What one page analyses.
pub(crate) struct Desk {
    page: Client,
    /// The number of the latest request; those with another are out of date.
    latest: watch::Sender<u64>,
    work: Mutex<Work>,
    /// What is known, for the streams of the page.
    pub(crate) news: watch::Sender<Option<Document>>,
}

#[derive(Default)]
struct Work {
    /// What comes next.
    order: Option<Order>,
    /// Ends the search that runs.
    stop: Option<Arc<AtomicBool>>,
    /// Whether there is a task that carries out orders.
    busy: bool,
    /// The player that was used last, with what it is known by.
    player: Option<(String, Box<dyn Player>)>,
    touched: Option<Instant>,
}

impl Analyses {
    /// The desk of a page.
    pub(crate) fn desk(&self, page: &Client) -> Result<Arc<Desk>, Refusal> {
        let mut desks = self.desks();
        if let Some(desk) = desks.get(page) {
            return Ok(Arc::clone(desk));
        }
        if desks.len() >= MOST_DESKS {
            let what = "too many pages are open; close some";
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, what));
        }
        let desk = Arc::new(Desk {
            page: page.clone(),
            latest: watch::Sender::new(0),
            work: Mutex::default(),
            news: watch::Sender::default(),
        });
        desks.insert(page.clone(), Arc::clone(&desk));
        Ok(desk)
    }

    /// Ends what a page analyses.
    pub(crate) fn stop(&self, page: &Client) {
        let desk = self.desks().get(page).cloned();
        if let Some(desk) = desk {
            desk.supersede(None);
        }
    }

    /// Ends the analyses of pages that are no longer there, and forgets the
    /// players that were used longest ago, where there are too many.
    pub(crate) fn tidy(&self, attention: Duration) {
        let mut desks = self.desks();
        desks.retain(|_, desk| {
            let left = desk.work().touched.is_none_or(|touched| touched.elapsed() > attention);
            let gone = left && desk.news.receiver_count() == 0;
            if gone {
                desk.supersede(None);
            }
            !gone
        });
        let mut idle: Vec<&Arc<Desk>> =
            desks.values().filter(|desk| desk.work().player.is_some()).collect();
        idle.sort_by_key(|desk| desk.work().touched);
        for desk in idle.iter().rev().skip(MOST_ANALYSES) {
            desk.work().player = None;
        }
    }

    fn desks(&self) -> MutexGuard<'_, HashMap<Client, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A value that was found in fewer milliseconds is not kept with its move.
const WORTH_KEEPING: u64 = 500;

/// The most pages that are known.
const MOST_DESKS: usize = 256;

impl Desk {
    /// Analyses this from now on.
    pub(crate) fn ask(self: &Arc<Self>, tables: &Arc<LiveGames>, order: Order) {
        if !self.supersede(Some(order)) {
            return;
        }
        let (desk, tables) = (Arc::clone(self), Arc::clone(tables));
        tokio::spawn(async move {
            while let Some((number, order)) = desk.next() {
                let game = order.game.clone();
                let (node, threat) = (order.node, order.threat);
                if let Err(problem) = desk.carry_out(&tables, number, order).await {
                    let news = AnalysisNews {
                        problem: Some(problem.to_string()),
                        ..AnalysisNews::new(game, node, threat)
                    };
                    desk.tell(number, &news);
                }
            }
        });
    }

    /// Puts another order, or none, in the place of the present one; whether
    /// there must be a new task for it.
    fn supersede(&self, order: Option<Order>) -> bool {
        let mut work = self.work();
        self.latest.send_modify(|number| *number += 1);
        if let Some(stop) = &work.stop {
            stop.store(true, Ordering::Relaxed);
        }
        if order.is_none() {
            self.news.send_replace(None);
        }
        work.touched = Some(Instant::now());
        let begins = order.is_some() && !work.busy;
        work.order = order;
        work.busy |= begins;
        begins
    }

    /// The order to carry out next; without one the task ends.
    fn next(&self) -> Option<(u64, Order)> {
        let mut work = self.work();
        let order = work.order.take();
        work.busy = order.is_some();
        order.map(|order| (*self.latest.borrow(), order))
    }

    async fn carry_out(
        self: &Arc<Self>,
        tables: &Arc<LiveGames>,
        number: u64,
        order: Order,
    ) -> Result<(), Error> {
        let place = tables.searches.queue(&order.spec, self.page.0.clone(), Kind::Analysis);
        let Some(mut place) = place else { return Err(Error::NoPersonHere) };
        let mut run = Run { desk: Arc::clone(self), number, order, known: None, before: (0, 0) };
        if !place.is_granted() {
            run.tell(true);
        }
        tokio::select! {
            () = place.granted() => {}
            () = self.superseded(number) => return Ok(()),
        }
        loop {
            run.tell(true);
            (run, place) = run.search(tables, place).await?;
            if *self.latest.borrow() != number || !place.interrupt.load(Ordering::Relaxed) {
                run.tell(false);
                break;
            }
            tokio::select! {
                () = place.next_turn() => {}
                () = self.superseded(number) => break,
            }
        }
        drop(place);
        run.keep(tables);
        Ok(())
    }

    async fn superseded(&self, number: u64) {
        // The sender lives as long as the desk.
        let _ = self.latest.subscribe().wait_for(|latest| *latest != number).await;
    }

    /// Tells the page something, unless it has asked for something else since.
    fn tell(&self, number: u64, news: &AnalysisNews) {
        let news = Some(document(news));
        self.news.send_if_modified(|told| {
            let current = *self.latest.borrow() == number;
            if current {
                *told = news;
            }
            current
        });
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An order that is carried out.
struct Run {
    desk: Arc<Desk>,
    number: u64,
    order: Order,
    /// The deepest that is known.
    known: Option<Analysis>,
    /// Nodes and milliseconds of the turns before this one.
    before: (u64, u64),
}

impl Run {
    /// Searches until the end, or until it is interrupted.
    async fn search(
        mut self,
        tables: &Arc<LiveGames>,
        place: Place,
    ) -> Result<(Self, Place), Error> {
        let tables = Arc::clone(tables);
        let computed = tokio::task::spawn_blocking(move || {
            let stop = Arc::clone(&place.interrupt);
            let key = format!("{} {}", self.order.session.game(), self.order.spec);
            let kept = {
                let mut work = self.desk.work();
                work.stop = Some(Arc::clone(&stop));
                // Asked for between the wait and here.
                if *self.desk.latest.borrow() != self.number {
                    stop.store(true, Ordering::Relaxed);
                }
                work.player.take().filter(|(known, _)| *known == key)
            };
            let mut player = match kept {
                Some((_, player)) => player,
                None => {
                    let session = &*self.order.session;
                    let mut made =
                        tables.roster.player(&tables.workbench, session, &self.order.spec)?;
                    made.new_game()?;
                    made
                }
            };
            let turn = self.order.turn.clone();
            let mut listener = |report: &Report<String>| self.hear(report);
            let chosen = player.choose(&turn, &stop, Some(&mut listener));
            if let Some(report) = chosen?.report {
                self.hear(&report);
            }
            let mut work = self.desk.work();
            (work.player, work.stop) = (Some((key, player)), None);
            drop(work);
            if let Some(known) = &self.known {
                self.before = (known.nodes, known.elapsed_ms);
            }
            Ok((self, place))
        });
        let crashed = |error| Err(Failure::new(Cause::Crash, format!("{error}")).into());
        computed.await.unwrap_or_else(crashed)
    }

    /// Takes in what the search reports, unless more is known from a turn before.
    fn hear(&mut self, report: &Report<String>) {
        let mut analysis = self.order.session.analysis(&self.order.spec.to_string(), report);
        analysis.nodes += self.before.0;
        analysis.elapsed_ms += self.before.1;
        // What stopped it was perhaps only its turn. A depth that was begun then has
        // one move of its own among those of the depth before: only its effort counts.
        if analysis.stopped_by == Some(StoppedBy::Interrupted) {
            analysis.stopped_by = None;
            if let Some(known) = &mut self.known {
                (known.nodes, known.elapsed_ms) = (analysis.nodes, analysis.elapsed_ms);
                return self.tell(true);
            }
        }
        let shallower = |known: &Analysis| known.depth > analysis.depth && !analysis.exact;
        if !self.known.as_ref().is_some_and(shallower) {
            self.known = Some(analysis);
            self.tell(true);
        }
    }

    /// Keeps what it came to beside the move that led to the position, if it looked
    /// long enough for that to be worth something.
    fn keep(self, tables: &Arc<LiveGames>) {
        let Order { game, node, threat, .. } = self.order;
        let worth = |known: &Analysis| known.exact || known.elapsed_ms >= WORTH_KEEPING;
        let Some(known) = self.known.filter(|known| !threat && worth(known)) else { return };
        let tables = Arc::clone(tables);
        tokio::spawn(async move {
            // The game may have been deleted meanwhile.
            let _ = tables.adjust(&game, move |game| game.value(node, &known)).await;
        });
    }

    fn tell(&self, running: bool) {
        let Order { game, node, threat, .. } = &self.order;
        let analysis = self.known.clone();
        let news =
            AnalysisNews { running, analysis, ..AnalysisNews::new(game.clone(), *node, *threat) };
        self.desk.tell(self.number, &news);
    }
}

impl AnalysisNews {
    fn new(game: String, node: NodeId, threat: bool) -> Self {
        Self { schema: SCHEMA, game, node, threat, running: false, analysis: None, problem: None }
    }
}
