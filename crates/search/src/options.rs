//! The options of the engine. All are run-time values: the code is generic over
//! game, knowledge and observer only. Each technique declares its own beside its
//! code, and whether a search with them is exact.

use crate::alphabeta::{
    BranchingCutOptions, DeepeningOptions, EndgameOptions, HorizonOptions, ProofOptions,
    TableOptions, WindowOptions,
};
use crate::ordering::OrderingOptions;

/// The options of one technique.
pub trait Technique {
    /// Whether a search with these options, by knowledge that neither leaves out
    /// moves nor extends, returns the value of plain minimax of its depth. Exact
    /// techniques do in every combination; they differ in speed.
    fn is_exact(&self) -> bool;
}

/// The options of every technique of the alpha-beta engine. The default is for
/// play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Iterative deepening, and the last depth.
    pub deepening: DeepeningOptions,
    /// The windows of the root and of nodes.
    pub windows: WindowOptions,
    /// The transposition table.
    pub table: TableOptions,
    /// The order of moves.
    pub ordering: OrderingOptions,
    /// What the knowledge proves without a search.
    pub proofs: ProofOptions,
    /// The rest of the game, solved by the knowledge.
    pub endgame: EndgameOptions,
    /// Positions at the last depth.
    pub horizon: HorizonOptions,
    /// Small nodes that are not searched.
    pub branching_cut: BranchingCutOptions,
    /// The number of threads, which share one table. More than one finds the same
    /// value of a depth sooner, but not always the same move.
    pub threads: usize,
    /// How many of the best moves to report with their lines.
    pub lines: usize,
    /// Choose among equally good moves by this seed; without one, the first.
    pub tie_seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            deepening: DeepeningOptions::default(),
            windows: WindowOptions::default(),
            table: TableOptions::default(),
            ordering: OrderingOptions::default(),
            proofs: ProofOptions::default(),
            endgame: EndgameOptions::default(),
            horizon: HorizonOptions::default(),
            branching_cut: BranchingCutOptions::default(),
            threads: 1,
            lines: 1,
            tie_seed: None,
        }
    }
}

impl Options {
    /// Alpha-beta to the last depth at once, and nothing else: no table, no
    /// order of moves but that of the game.
    ///
    /// ```
    /// use plywood_search::Options;
    /// let plain = Options::plain();
    /// assert!(!plain.table.on && !plain.deepening.on && !plain.ordering.killers);
    /// ```
    #[must_use]
    pub fn plain() -> Self {
        Self::default().with(|options| {
            options.deepening.on = false;
            options.table.on = false;
            options.ordering = OrderingOptions::NONE;
            options.proofs = ProofOptions { forced_moves: false, known_draws: false };
            options.endgame.on = false;
        })
    }

    /// These options after a change.
    ///
    /// ```
    /// use plywood_search::Options;
    /// let pvs = Options::default().with(|options| options.windows.null = true);
    /// assert!(pvs.windows.null);
    /// ```
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Whether every technique is exact.
    ///
    /// ```
    /// use plywood_search::Options;
    /// assert!(Options::plain().is_exact() && !Options::default().is_exact());
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let Self {
            deepening,
            windows,
            table,
            ordering,
            proofs,
            endgame,
            horizon,
            branching_cut,
            ..
        } = self;
        let techniques: [&dyn Technique; 8] =
            [deepening, windows, table, ordering, proofs, endgame, horizon, branching_cut];
        techniques.iter().all(|technique| technique.is_exact())
    }
}
