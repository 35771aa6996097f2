//! A search to a number of nodes, with an observer or without.

use plywood_game::{Knowledge, Symmetry};
use plywood_search::{
    Ending, Engine, Entered, Limits, Observer, Options, Recorder, Report, Root, Value, Window,
};
use std::hint::black_box;

/// Who watches.
#[derive(Debug, Clone, Copy)]
#[allow(dead_code, reason = "not every benchmark has all of them")]
pub(crate) enum Ears {
    /// Nobody: the calls are not there.
    Nobody,
    /// An observer that is called and does nothing: what the calls alone would cost.
    Called,
    /// A recorder that keeps 2,000 visits.
    Recorder,
}

/// How many visits a tree keeps that nobody chose the size of.
const VISITS: usize = 2_000;

/// Hears everything and does nothing.
struct Listener;

impl<M> Observer<M> for Listener {
    #[inline(never)]
    fn begin_pass(&mut self, depth: u32, _: Window) {
        black_box(depth);
    }

    #[inline(never)]
    fn end_pass(&mut self, value: Value) {
        black_box(value);
    }

    #[inline(never)]
    fn enter(&mut self, node: Entered<M>) {
        black_box(node.depth);
    }

    #[inline(never)]
    fn end(&mut self, ending: Ending) {
        black_box(ending);
    }

    #[inline(never)]
    fn leave(&mut self, value: Value) {
        black_box(value);
    }

    #[inline(never)]
    fn leads(&mut self) {
        black_box(());
    }

    #[inline(never)]
    fn cut(&mut self, mv: M) {
        black_box(mv);
    }
}

/// Searches a game from its start with null windows, and gives the number of
/// nodes and of visits kept.
pub(crate) fn search<G: Symmetry, K: Knowledge<G>>(
    game: G,
    evaluator: K,
    nodes: u64,
    ears: Ears,
) -> u64 {
    let position = game.initial();
    let options = Options::default().with(|options| options.windows.null = true);
    let mut engine = Engine::new(game, evaluator, options, 16).expect("memory");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let root = Root { position: black_box(&position), history: &[] };
    let mut recorder = Recorder::new(VISITS);
    let report: Report<G::Move> = match ears {
        Ears::Nobody => watched(&mut engine, &root, &limits, &mut ()),
        Ears::Called => watched(&mut engine, &root, &limits, &mut Listener),
        Ears::Recorder => watched(&mut engine, &root, &limits, &mut recorder),
    };
    let kept = recorder.finish(&report).map_or(0, |recording| recording.visits.len());
    report.nodes + kept as u64
}

fn watched<G: Symmetry, K: Knowledge<G>, O: Observer<G::Move>>(
    engine: &mut Engine<G, K>,
    root: &Root<'_, G::Position>,
    limits: &Limits,
    observer: &mut O,
) -> Report<G::Move> {
    engine.search_observed(root, limits, &false.into(), &mut |_| {}, observer)
}
