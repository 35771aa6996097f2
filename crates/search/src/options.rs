//! The options of the engine. All are run-time values: the code is generic over
//! game, knowledge and observer only.

use crate::Schedule;

/// The techniques of the alpha-beta engine, each on or off. Deepening, table,
/// symmetry, orderings and forced moves find, in every combination, the value
/// that plain minimax of the same depth finds, as long as `same_depth_only` is
/// on; they differ in speed. The others say what they change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Search depth 1, then 2, and so on, instead of the last depth at once.
    /// Without a depth limit the search always deepens.
    pub deepening: bool,
    /// Search to a depth that depends on the position, instead of as deep as
    /// the limits allow.
    pub schedule: Option<Schedule>,
    /// Alpha-beta cuts. Without them the search is plain minimax: every move is
    /// searched.
    pub pruning: bool,
    /// Principal variation search: all moves but the first get a null window,
    /// and a re-search if they are better.
    pub null_windows: bool,
    /// The windows with which the root is searched.
    pub root_windows: RootWindows,
    /// Use a transposition table.
    pub table: bool,
    /// Treat mirror images and rotations of a position as the same one in the
    /// table, where the game has symmetries.
    pub symmetry: bool,
    /// Try the table move first.
    pub table_move: bool,
    /// Order moves by the static evaluation of the positions after them.
    pub evaluated_order: bool,
    /// Killers: try moves early that refuted a sibling.
    pub killers: bool,
    /// History: try moves early that caused cuts elsewhere.
    pub history: bool,
    /// Try the move early that last refuted the move just played.
    pub countermoves: bool,
    /// Search only forced moves, where the knowledge names them and the
    /// remaining depth is at least 2.
    pub forced: bool,
    /// Evaluate positions at the horizon statically. Without, they count as
    /// even and the evaluation only orders moves: the search then finds only
    /// certain values, but much sooner.
    pub estimates: bool,
    /// Quiescence: search noisy moves that the knowledge names, at most this many
    /// plies beyond the horizon. Values are then no longer those of plain minimax.
    pub quiescence: u32,
    /// Do not search nodes below which there would be fewer than ten leaves, but
    /// take their static evaluation. Values
    /// are then no longer those of plain minimax.
    pub branching_cut: bool,
    /// Cut nodes at which the knowledge proves a draw, or that one side cannot
    /// win. A search to a depth then finds certain values where plain minimax of
    /// that depth has estimates; to the end they are the same.
    pub known_draws: bool,
    /// Take a table entry only if its depth equals the remaining depth. In play
    /// deeper ones are taken too, which makes results better but no longer
    /// those of a search of one depth.
    pub same_depth_only: bool,
    /// How many threads search, with one table in common. More than one finds
    /// the same value of a depth sooner, but not always the same move.
    pub threads: usize,
    /// How many of the best moves to report with their lines.
    pub lines: usize,
    /// Choose among equally good moves by this seed; without one, the first.
    pub tie_seed: Option<u64>,
    /// Keep the transposition table and the history tables from one search to
    /// the next. Without, every search starts with empty ones.
    ///
    /// Measured (`cargo xtask measure table`, 400 games a game at 10,000 nodes a
    /// move): kept against cleared scored 53.1 % (49.1 to 57.1) in Othello, 50.7 %
    /// (49.3 to 52.2) in Gomoku, 50.2 % (49.4 to 51.1) in mnk:7,7,4, 49.8 % (48.9 to
    /// 50.6) in Delta and 49.6 % (48.8 to 50.5) in Azulejos. No game loses by more
    /// than its error, so it is kept in all of them.
    pub keep: bool,
}

impl Default for Options {
    /// The options for play.
    fn default() -> Self {
        Self {
            deepening: true,
            schedule: None,
            pruning: true,
            null_windows: false,
            root_windows: RootWindows::Full,
            table: true,
            symmetry: false,
            table_move: true,
            evaluated_order: false,
            killers: true,
            history: true,
            countermoves: true,
            forced: true,
            estimates: true,
            quiescence: 0,
            branching_cut: false,
            known_draws: true,
            same_depth_only: false,
            threads: 1,
            lines: 1,
            tie_seed: None,
            keep: true,
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
    /// assert!(!plain.table && !plain.deepening && !plain.killers);
    /// ```
    #[must_use]
    pub fn plain() -> Self {
        Self {
            deepening: false,
            table: false,
            table_move: false,
            killers: false,
            history: false,
            countermoves: false,
            forced: false,
            known_draws: false,
            ..Self::default()
        }
    }

    /// Whether a search with these options, by knowledge that neither leaves
    /// out moves nor extends, finds the value of plain minimax of its depth.
    /// Techniques that are not named here do, alone and in every combination.
    ///
    /// ```
    /// use plywood_search::Options;
    /// assert!(Options::plain().is_exact() && !Options::default().is_exact());
    /// ```
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let exact_table = !self.table || self.same_depth_only;
        let exact_depth = self.schedule.is_none() && self.quiescence == 0 && !self.branching_cut;
        exact_table && exact_depth && self.estimates && !self.known_draws
    }
}

/// The windows with which the root is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootWindows {
    /// A window that contains every value.
    Full,
    /// One that reaches `delta` below and above the value of the last depth,
    /// widened when the value is not inside.
    Aspiration {
        /// Half of its width.
        delta: i32,
    },
    /// Null windows, until the bounds that they prove meet: MTD(f).
    Mtdf,
}
