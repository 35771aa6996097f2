//! A search in this process as a [`Player`].

use crate::tracked::Tracked;
use crate::{Audience, Cause, Decision, Failure, Listener, Player, Searcher, Task, Turn, time};
use plywood_game::{Playable, Stopwatch, TimeKind};
use plywood_search::{Line, Recorder, Report, Root, SEARCH_STACK};
use std::any::Any;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A searcher and the game it follows.
pub struct EnginePlayer<G: Playable> {
    tracked: Tracked<G>,
    searcher: Box<dyn Searcher<G>>,
}

impl<G: Playable> EnginePlayer<G> {
    /// A player that asks this searcher.
    pub fn new(game: G, searcher: Box<dyn Searcher<G>>) -> Self {
        Self { tracked: Tracked::new(game), searcher }
    }

    /// Whether its searches have a tree that can be recorded.
    #[must_use]
    pub fn has_tree(&self) -> bool {
        self.searcher.has_tree()
    }

    /// Searches the position of a turn, on a thread with a stack deep enough.
    /// A panic of the searcher is a failure like any other.
    ///
    /// # Errors
    /// If the turn cannot be followed, or the search fails.
    pub fn search(
        &mut self,
        turn: &Turn,
        stop: &AtomicBool,
        listener: Option<&mut Listener<'_>>,
        recorder: Option<&mut Recorder<G::Move>>,
    ) -> Result<Report<G::Move>, Failure> {
        self.timed(turn, stop, listener, recorder).map(|(report, _)| report)
    }

    /// As [`EnginePlayer::search`], with the processor time of the thread that searched.
    fn timed(
        &mut self,
        turn: &Turn,
        stop: &AtomicBool,
        listener: Option<&mut Listener<'_>>,
        recorder: Option<&mut Recorder<G::Move>>,
    ) -> Result<(Report<G::Move>, Duration), Failure> {
        self.tracked.follow(turn)?;
        let Self { tracked, searcher } = self;
        let Tracked { game, start, moves, position, history, .. } = &*tracked;
        if game.outcome(position).is_some() {
            return Err(Tracked::<G>::over());
        }
        let root = Root { position, history: history.earlier() };
        let left = searcher.plies_to_come(position);
        let limits = time::allotted(turn.limits, turn.clocks.as_ref(), left);
        let (clocks, lines) = (turn.clocks, turn.lines);
        let task = Task { start, moves, root, limits, clocks, lines, stop };
        let work = || {
            let mut tell;
            let mut audience = match listener {
                Some(listener) => {
                    tell = |report: &Report<G::Move>| listener(&in_text(game, position, report));
                    Audience::told(&mut tell)
                }
                None => Audience::default(),
            };
            if let Some(recorder) = recorder {
                audience = audience.with(recorder);
            }
            let watch = Stopwatch::start(TimeKind::Processor);
            searcher.search(&task, &mut audience).map(|report| (report, watch.elapsed()))
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
            let no_thread = |error| Failure::new(Cause::Resource, format!("no thread: {error}"));
            let searching = thread.spawn_scoped(scope, work).map_err(no_thread)?;
            let crash =
                |panic: Box<dyn Any + Send>| Failure::new(Cause::Crash, message_of(&*panic));
            searching.join().map_err(crash)?
        })
    }
}

impl<G: Playable> Player for EnginePlayer<G> {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.searcher.new_game();
        Ok(())
    }

    fn choose(
        &mut self,
        turn: &Turn,
        stop: &AtomicBool,
        listener: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        let (report, worked) = self.timed(turn, stop, listener, None)?;
        let report = in_text(&self.tracked.game, &self.tracked.position, &report);
        let nothing = || Failure::new(Cause::Protocol, "the search returned no move");
        let mv = report.best().ok_or_else(nothing)?;
        Ok(Decision { mv, report: Some(report), worked: Some(worked) })
    }
}

/// A report with its moves as text.
pub fn in_text<G: Playable>(
    game: &G,
    position: &G::Position,
    report: &Report<G::Move>,
) -> Report<String> {
    let lines = report.lines.iter().map(|line| {
        let mut position = position.clone();
        let mut moves = Vec::with_capacity(line.moves.len());
        for &mv in &line.moves {
            moves.push(game.move_text(&position, mv));
            // A searcher's mistake is the referee's to judge.
            if game.try_play(&mut position, mv).is_err() {
                break;
            }
        }
        Line { value: line.value, moves }
    });
    Report {
        lines: lines.collect(),
        value: report.value,
        depth: report.depth,
        nodes: report.nodes,
        confidence: report.confidence,
        researches: report.researches,
        elapsed: report.elapsed,
        stopped_by: report.stopped_by,
    }
}

/// What a panic said.
fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}
