//! What a game knows for its search.

use crate::{Budget, Game, Limits, Outcome, Side, StoppedBy};
use std::fmt::Debug;

/// Everything a search knows about a game besides its rules.
///
/// Only the evaluation is required; every other method has a default that
/// costs nothing. A search keeps one `State` for each ply in slots that it
/// allocates once: [`update`](Self::update) overwrites the child's slot from
/// the parent's. Knowledge without a state uses `()`, and is easier to write as
/// an [`Evaluator`]. [`assert_knowledge`](crate::testkit::assert_knowledge)
/// checks the laws below.
pub trait Knowledge<G: Game>: Send + Sync {
    /// What is kept up to date move by move.
    type State: Clone + PartialEq + Debug + Send;

    /// The state of a position, from scratch.
    fn refresh(&self, game: &G, position: &G::Position) -> Self::State;

    /// Writes the state of `after` into `slot`, overwriting it. `before` is the
    /// state of the position before `step`. The result equals `refresh(game,
    /// after)`.
    fn update(
        &self,
        game: &G,
        before: &Self::State,
        step: Step<'_, G>,
        after: &G::Position,
        slot: &mut Self::State,
    );

    /// The static evaluation for the side to move. `last` is the move that led
    /// here; none at the root or after a null move.
    fn evaluate(
        &self,
        game: &G,
        position: &G::Position,
        last: Option<G::Move>,
        state: &Self::State,
    ) -> i32;

    /// Removes moves from the list of legal ones and tells whether the list is
    /// still complete, that is, whether its best move is a best move of all. It
    /// never empties the list.
    ///
    /// With `forced`, it may also keep only a move that wins at once or, where
    /// the other side would win at once, the moves that stop it. Every move left
    /// out must lose at the other side's next move or be no better than winning
    /// at once, so the list still counts as complete. A search sets it where the
    /// remaining depth is at least 2.
    #[inline]
    fn candidates(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        forced: bool,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        let _ = (game, position, state, forced, moves);
        true
    }

    /// Appends one score for each of `moves`, the higher the earlier it is
    /// tried, or none at all. Scores are added to those of the history table,
    /// which stay below 2^21.
    #[inline]
    fn order(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        moves: &[G::Move],
        scores: &mut Vec<i32>,
    ) {
        let _ = (game, position, state, moves, scores);
    }

    /// How the game ends, and after how many plies, where the state alone tells and
    /// no search could find a sooner win or a later loss. The game is not over.
    #[inline]
    fn certain(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
    ) -> Option<(Outcome, u32)> {
        let _ = (game, position, state);
        None
    }

    /// Appends the moves that quiescence searches beyond the horizon; none in a
    /// quiet position. Tells whether the side to move may decline them all:
    /// then the static evaluation is a lower bound. If it may not, every other
    /// move loses at the other side's next move or is no better than winning at
    /// once, as with [`candidates`](Self::candidates).
    #[inline]
    fn noisy(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        moves: &mut Vec<G::Move>,
    ) -> bool {
        let _ = (game, position, state, moves);
        true
    }

    /// How much deeper (or, if negative, less deep) to search after `mv`, in
    /// plies. Anything but 0 makes values differ from plain minimax.
    #[inline]
    fn extend(&self, game: &G, position: &G::Position, state: &Self::State, mv: G::Move) -> i32 {
        let _ = (game, position, state, mv);
        0
    }

    /// How much less deep than others (or, if negative, how much deeper) a late move
    /// is searched, where late moves are searched less deep at all.
    #[inline]
    fn reduce(&self, game: &G, position: &G::Position, state: &Self::State, mv: G::Move) -> i32 {
        let _ = (game, position, state, mv);
        0
    }

    /// A proof about the side to move that meets `goal`, if one is found within
    /// the budget: a forced win by threats, a known draw, an endgame table. The
    /// game is not over. The same budget in nodes gives the same answer.
    #[inline]
    fn prove(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        goal: Goal,
        budget: &mut Budget<'_>,
    ) -> Option<Proof<G::Move>> {
        let _ = (game, position, state, goal, budget);
        None
    }

    /// The best moves of a position with their exact outcomes and their lines to
    /// the end, best first, if the rest of the game can be searched within the
    /// budget; none at once if that is unlikely. The game is not over. Asked at
    /// the root, for a share of the budget. The same limits in nodes or depth give
    /// the same answer.
    ///
    /// `evaluator` is this knowledge, or what is used with its evaluation in the place of
    /// this one's. If the budget ends before the outcomes are exact, what a selective
    /// search has found may be given, with its confidence; `tell` hears of it before.
    #[inline]
    fn solve<E: Knowledge<G>>(
        &self,
        (game, evaluator): (&G, &E),
        position: &G::Position,
        rest: &Rest,
        budget: &mut Budget<'_>,
        tell: &mut dyn FnMut(&Solution<G::Move>, u64),
    ) -> Option<Solution<G::Move>> {
        let _ = (game, evaluator, position, rest, budget, tell);
        None
    }

    /// Why `side` cannot lose from here, if there is a reason that a judge can
    /// check without a search. The game is not over. A solver asks at every
    /// node, so that this should cost no more than some evaluations.
    #[inline]
    fn defence(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        side: Side,
    ) -> Option<Defence> {
        let _ = (game, position, state, side);
        None
    }

    /// Removes moves after which the other side has a forced win that is known already,
    /// as where it threatens one and the move does not meet the threat: every move left
    /// out loses. It never empties the list. A solver asks at every node.
    #[inline]
    fn answers(
        &self,
        game: &G,
        position: &G::Position,
        state: &Self::State,
        budget: &mut Budget<'_>,
        moves: &mut Vec<G::Move>,
    ) {
        let _ = (game, position, state, budget, moves);
    }

    /// Whether `evaluate` depends on `last`, so that a position alone has no
    /// value.
    fn is_path_dependent(&self) -> bool {
        false
    }

    /// The numbers that the evaluation depends on, each with its name, for those who learn
    /// them; none by default.
    fn parameters(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// Takes other numbers, in the order of [`parameters`](Self::parameters).
    fn set_parameters(&mut self, values: &[i32]) {
        let _ = values;
    }

    /// About how many plies are to come, of both sides, that need thought: clocks are planned
    /// to last for them. None if that is not known; by default all that may be left.
    fn plies_to_come(&self, game: &G, position: &G::Position) -> Option<u32> {
        game.most_plies_left(position)
    }

    /// Which of the optional methods above ever do anything. A technique that
    /// has nothing to work with is refused as an option.
    fn offers(&self) -> Offers {
        Offers::default()
    }
}

/// What a game's knowledge has for techniques that not every game supports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offers {
    /// [`Knowledge::candidates`] knows which moves are forced.
    pub forced_moves: bool,
    /// [`Knowledge::prove`] knows positions that a side cannot win.
    pub known_draws: bool,
    /// [`Knowledge::noisy`] knows moves to search beyond the horizon.
    pub noisy_moves: bool,
    /// [`Knowledge::solve`] solves endgames.
    pub endgames: bool,
}

/// Why a side cannot lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defence {
    /// Pairs of empty cells, as packed moves: whenever the other side takes one
    /// of a pair, this side takes the other, and so stops every line.
    Pairs(Vec<(u32, u32)>),
    /// This side is to move, and an extra move never hurts: if the other side
    /// could win, this one could do so before (strategy stealing).
    Stealing,
}

/// What led from one position to the next.
#[derive(Debug)]
pub enum Step<'a, G: Game> {
    /// A move, with what `play` returned: where a game copies, that is the
    /// whole position before.
    Move(G::Move, &'a G::Undo),
    /// A null move: the side to move changed and nothing else.
    Null,
}

impl<G: Game> Clone for Step<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<'_, G> {}

impl<G: Game> Step<'_, G> {
    /// The move, if it is one.
    #[inline]
    #[must_use]
    pub fn mv(self) -> Option<G::Move> {
        match self {
            Step::Move(mv, _) => Some(mv),
            Step::Null => None,
        }
    }
}

/// What a search wants proven about the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// It wins. Asked at the root, for a share of the budget.
    Win,
    /// It does not lose: enough where a draw is at least beta.
    NoLoss,
    /// It does not win: enough where a draw is at most alpha.
    NoWin,
    /// Both of the last two. At inner nodes a proof should cost about as much
    /// as an evaluation.
    Draw,
}

/// What a search wants to know about the rest of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rest {
    /// How many of the best moves; at least 1.
    pub lines: usize,
    /// Whether all moves as good as the last of these are wanted too.
    pub ties: bool,
    /// Whether what was measured of the evaluator's predictions holds for it, so that
    /// results may be given that are probably exact.
    pub selective: bool,
    /// What it may cost: the limits of the budget, and the depth of the search that
    /// would be made instead.
    pub limits: Limits,
}

/// The rest of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<M> {
    /// The best moves, best first, each as how the game ends and the moves to that end, or
    /// as many of them as are known.
    pub lines: Vec<(Outcome, Vec<M>)>,
    /// In how many of a hundred cases the outcomes are probably exact; none if they are.
    pub confidence: Option<u8>,
    /// How many plies were searched, as a search counts its depth.
    pub depth: u32,
    /// Why nothing more certain is known.
    pub stopped_by: StoppedBy,
}

/// A proven bound of a position's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof<M> {
    /// What `outcome` is to the side to move.
    pub bound: ProofBound,
    /// How the game ends.
    pub outcome: Outcome,
    /// The moves of both sides to that end; empty if they are not known.
    pub line: Vec<M>,
}

/// What a proven outcome says about the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofBound {
    /// The side to move gets this or better.
    AtLeast,
    /// The side to move gets this or worse.
    AtMost,
    /// It gets exactly this.
    Exact,
}

/// The easy way to give a game knowledge: a static evaluation without a state.
///
/// ```
/// use plywood_game::{Evaluator, Game, Knowledge, testkit::TreeGame};
/// #[derive(Clone)]
/// struct FewMoves;
/// impl Evaluator<TreeGame> for FewMoves {
///     fn evaluate(&self, game: &TreeGame, node: &<TreeGame as Game>::Position) -> i32 {
///         -(game.count_moves(node) as i32)
///     }
/// }
/// fn takes_knowledge<G: Game>(_: &G, _: impl Knowledge<G>) {}
/// let game: TreeGame = "start: left right; left: 1 =; right: 2 2".parse()?;
/// takes_knowledge(&game, FewMoves);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
pub trait Evaluator<G: Game>: Clone + Send + Sync {
    /// The static evaluation of an unfinished position for the side to move.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;

    /// As [`Knowledge::noisy`].
    #[inline]
    fn noisy(&self, game: &G, position: &G::Position, moves: &mut Vec<G::Move>) -> bool {
        let _ = (game, position, moves);
        true
    }

    /// Whether [`noisy`](Self::noisy) is implemented.
    fn has_noisy_moves(&self) -> bool {
        false
    }

    /// The numbers that the evaluation depends on, each with its name, for those who learn
    /// them; none by default.
    fn parameters(&self) -> Vec<(&'static str, i32)> {
        Vec::new()
    }

    /// Takes other numbers, in the order of [`parameters`](Self::parameters).
    fn set_parameters(&mut self, values: &[i32]) {
        let _ = values;
    }
}

// That an evaluator can be cloned is said once more, because only then the compiler
// sees that a type that cannot be is none, and may be the knowledge of every game.
impl<G: Game, E: Evaluator<G> + Clone> Knowledge<G> for E {
    type State = ();

    #[inline]
    fn refresh(&self, _: &G, _: &G::Position) {}

    #[inline]
    fn update(&self, _: &G, (): &(), _: Step<'_, G>, _: &G::Position, (): &mut ()) {}

    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position, _: Option<G::Move>, (): &()) -> i32 {
        Evaluator::evaluate(self, game, position)
    }

    #[inline]
    fn noisy(&self, game: &G, position: &G::Position, (): &(), moves: &mut Vec<G::Move>) -> bool {
        Evaluator::noisy(self, game, position, moves)
    }

    fn parameters(&self) -> Vec<(&'static str, i32)> {
        Evaluator::parameters(self)
    }

    fn set_parameters(&mut self, values: &[i32]) {
        Evaluator::set_parameters(self, values);
    }

    fn offers(&self) -> Offers {
        Offers { noisy_moves: self.has_noisy_moves(), ..Offers::default() }
    }
}

/// Evaluates every unfinished position as 0. A search with it finds only values
/// that are certain within its depth.
#[derive(Debug, Clone, Copy, Default)]
pub struct ZeroEvaluator;

impl<G: Game> Evaluator<G> for ZeroEvaluator {
    #[inline]
    fn evaluate(&self, _: &G, _: &G::Position) -> i32 {
        0
    }
}
