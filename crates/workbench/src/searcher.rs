//! The search that a request asks for, whatever its algorithm.

use crate::family::Kit;
use crate::{Error, Method, Request};
use plywood_game::{Evaluator, Playable};
use plywood_search::{Engine, Limits, Mcts, MctsOptions, Options, Report, Root};
use std::sync::atomic::AtomicBool;

/// Whatever searches a game.
pub(crate) trait Searcher<G: Playable>: Send {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move>;
}

impl<G: Playable, E: Evaluator<G>> Searcher<G> for Engine<G, E> {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Engine::search(self, root, limits, stop, progress)
    }
}

impl<G: Playable, E: Evaluator<G>> Searcher<G> for Mcts<G, E> {
    fn search(
        &mut self,
        root: &Root<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        Mcts::search(self, root, limits, stop, progress)
    }
}

/// The search that a request asks for, with a table of its own.
pub(crate) fn searcher<G, E>(
    kit: &Kit<G, E>,
    request: &Request,
) -> Result<Box<dyn Searcher<G>>, Error>
where
    G: Playable,
    E: Evaluator<G> + Clone + 'static,
{
    let Kit { game, evaluator, aids } = kit.clone();
    let spec = request.engine.in_game(aids.best)?;
    let options = match spec.method {
        Method::AlphaBeta(options) => Options { lines: request.lines, ..options },
        Method::Mcts(options) => {
            let options = MctsOptions { lines: request.lines, ..options };
            let mcts = Mcts::new(game, options, spec.megabytes)?;
            return Ok(Box::new(mcts.judged_by(evaluator)));
        }
    };
    let mut engine = Engine::new(game, evaluator, options, spec.megabytes)?;
    if let Some(forced_wins) = aids.forced_wins.filter(|_| spec.threats) {
        engine = engine.with_forced_wins(forced_wins);
    }
    match (spec.near, aids.nearby) {
        (None, _) => Ok(Box::new(engine)),
        (Some(distance), Some(nearby)) => Ok(Box::new(engine.restricted(nearby(distance)))),
        (Some(_), None) => Err(Error::NoCandidates { game: kit.game.name() }),
    }
}
