//! An engine in a comparison: searched so that its results can be compared with
//! those of others.
//!
//! In play, engines use everything that helps: table entries deeper than
//! requested, known draws, wins found by a proof search, solved endgames. All of
//! these find better values than plain minimax of the same depth, and different
//! ones. Here they are off, unless the options turn them on, so that every engine
//! whose techniques are exact must find plain minimax's value.

use crate::family::GameParts;
use crate::searcher::named_player;
use crate::{EngineSpec, Error, Method, PredictionSource};
use plywood_game::{Knowledge, Playable};

/// An engine in a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Compared {
    /// The engine as it is compared.
    pub engine: EngineSpec,
    /// The evaluator under which a depth-limited search returns the minimax
    /// value: at the same depth of the same position, engines with the same one
    /// must find the same value. None for those that look further in some
    /// places, leave out moves, or do not search to a depth.
    pub exact_under: Option<String>,
    /// Whether it searches to a depth; Monte-Carlo tree search does not.
    pub has_depth: bool,
}

/// The algorithms that play every game search under the game's own evaluator.
const MINIMAX_VALUE: &str = "minimax";

/// What makes a search comparable, and is not exact.
const LEFT_OUT: [(&str, &str); 4] =
    [("samedepth", "on"), ("hopes", "off"), ("threats", "off"), ("endgame", "off")];

/// The engine as it is compared in this game.
pub(crate) fn compared<G, K>(
    parts: &GameParts<G, K>,
    engine: &EngineSpec,
) -> Result<Compared, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let mut engine = engine.in_game(&parts.engines.best)?;
    if let Method::AlphaBeta(_) = engine.method {
        for (key, value) in LEFT_OUT {
            if !engine.has_chosen(key) {
                engine.adjust(key, value);
            }
        }
    }
    let (exact_under, has_depth) = match &engine.method {
        Method::AlphaBeta(options) => {
            let whole = engine.near.is_none() && engine.predictions == PredictionSource::Off;
            let exact = options.is_exact() && whole && !engine.threats;
            let under = |file| format!("{MINIMAX_VALUE} under {file}");
            let evaluator = engine.evaluator.as_ref().map(under);
            (exact.then(|| evaluator.unwrap_or_else(|| MINIMAX_VALUE.to_owned())), true)
        }
        Method::Mcts(_) => (None, false),
        Method::Named(name) => {
            let player = named_player(&parts.engines.players, name)?;
            (player.exact_evaluator(&engine.build_options()), player.profile().has_depth)
        }
    };
    Ok(Compared { engine, exact_under, has_depth })
}
