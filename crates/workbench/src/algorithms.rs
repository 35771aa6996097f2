//! The algorithms that play every game, each with its usual options.

use crate::Method;
use plywood_search::{MctsOptions, Options, RootWindows};

/// An algorithm that can be chosen by name.
pub struct Algorithm {
    /// The name.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    pub(crate) method: fn() -> Method,
}

/// The engine that the game at hand names.
pub(crate) const BEST: &str = "best";

/// The engine that leaves nothing out.
pub(crate) const MINIMAX: &str = "minimax";

/// The engine that looks no further than its own move.
pub(crate) const GREEDY: &str = "greedy";

/// Every algorithm.
pub const ALGORITHMS: [Algorithm; 8] = [
    Algorithm {
        name: BEST,
        about: "what plays the game best",
        method: || {
            Method::AlphaBeta(Options::default().with(|options| options.windows.null = true))
        },
    },
    Algorithm {
        name: MINIMAX,
        about: "plain minimax: every move to the last, nothing cut and nothing remembered",
        method: || {
            Method::AlphaBeta(Options::plain().with(|options| options.windows.pruning = false))
        },
    },
    Algorithm {
        name: "alphabeta",
        about: "alpha-beta with iterative deepening, a table and move ordering",
        method: || Method::AlphaBeta(Options::default()),
    },
    Algorithm {
        name: "aspiration",
        about: "alpha-beta with a narrow window around the last depth's value",
        method: || {
            let root_windows = RootWindows::Aspiration { delta: DEFAULT_DELTA };
            Method::AlphaBeta(
                Options::default().with(|options| options.windows.root = root_windows),
            )
        },
    },
    Algorithm {
        name: "pvs",
        about: "principal variation search: null windows for all moves but the first",
        method: || {
            Method::AlphaBeta(Options::default().with(|options| options.windows.null = true))
        },
    },
    Algorithm {
        name: "mtdf",
        about: "MTD(f): null windows until the bounds meet",
        method: || {
            let root_windows = RootWindows::Mtdf;
            Method::AlphaBeta(
                Options::default().with(|options| options.windows.root = root_windows),
            )
        },
    },
    Algorithm {
        name: "mcts",
        about: "Monte-Carlo tree search: random games, and exact values where they end",
        method: || Method::Mcts(MctsOptions::default()),
    },
    Algorithm {
        name: GREEDY,
        about: "the move after which the position looks best, and no further",
        method: || {
            let schedule = "1".parse().ok();
            Method::AlphaBeta(
                Options::plain().with(|options| options.deepening.schedule = schedule),
            )
        },
    },
];

/// The half width of an aspiration window without the option `window`.
const DEFAULT_DELTA: i32 = 25;
