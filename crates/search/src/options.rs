//! The options of the engine. All are run-time values: the code is generic over
//! game, knowledge and observer only. Each technique declares its own beside its
//! code, and whether a search with them is exact.

use crate::alphabeta::{
    BranchingCutOptions, ChildEntryOptions, DeepeningOptions, EndgameOptions, ExtensionOptions,
    FutilityOptions, HorizonOptions, InternalReductionOptions, LateMoveOptions,
    MultiProbCutOptions, NullMoveOptions, ProofOptions, SingularOptions, TableOptions,
    WindowOptions,
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
#[derive(Debug, Clone, PartialEq)]
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
    /// Table entries of the moves of a node.
    pub child_entries: ChildEntryOptions,
    /// Nodes far outside the window.
    pub futility: FutilityOptions,
    /// Nodes that are good enough after a pass.
    pub null_move: NullMoveOptions,
    /// Nodes that shallow searches predict.
    pub multi_probcut: MultiProbCutOptions,
    /// Nodes without a table move.
    pub internal_reduction: InternalReductionOptions,
    /// Moves late in the order.
    pub late_moves: LateMoveOptions,
    /// Moves that are searched deeper.
    pub extensions: ExtensionOptions,
    /// A table move that everything depends on.
    pub singular: SingularOptions,
    /// Of moves that lose equally late, choose the one with the fewest winning
    /// replies.
    pub resistance: bool,
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
            child_entries: ChildEntryOptions::default(),
            futility: FutilityOptions::default(),
            null_move: NullMoveOptions::default(),
            multi_probcut: MultiProbCutOptions::default(),
            internal_reduction: InternalReductionOptions::default(),
            late_moves: LateMoveOptions::default(),
            extensions: ExtensionOptions::default(),
            singular: SingularOptions::default(),
            resistance: true,
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
            options.resistance = false;
            options.ordering = OrderingOptions::NONE;
            options.proofs =
                ProofOptions { forced_moves: false, known_draws: false, refutations: false };
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
        let plain: [&dyn Technique; 8] = [
            &self.deepening,
            &self.windows,
            &self.table,
            &self.ordering,
            &self.proofs,
            &self.endgame,
            &self.horizon,
            &self.child_entries,
        ];
        !self.is_selective() && plain.iter().all(|technique| technique.is_exact())
    }

    /// Whether some technique leaves out moves, or searches them to another depth
    /// than the rest.
    #[must_use]
    pub fn is_selective(&self) -> bool {
        let selective: [&dyn Technique; 8] = [
            &self.branching_cut,
            &self.futility,
            &self.null_move,
            &self.multi_probcut,
            &self.internal_reduction,
            &self.late_moves,
            &self.extensions,
            &self.singular,
        ];
        !selective.iter().all(|technique| technique.is_exact())
    }
}
