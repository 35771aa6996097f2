//! The rules of a game: the trait that everything else uses.

use crate::{Outcome, Side};
use std::fmt::Debug;
use std::hash::Hash;

/// A move small enough for a table entry: it packs into 32 bits and back.
///
/// ```
/// use plywood_game::Move;
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Cell(u16);
/// impl Move for Cell {
///     fn pack(self) -> u32 {
///         self.0.into()
///     }
///     fn unpack(bits: u32) -> Option<Self> {
///         u16::try_from(bits).ok().map(Cell)
///     }
/// }
/// assert_eq!(Cell::unpack(Cell(7).pack()), Some(Cell(7)));
/// ```
pub trait Move: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The move as bits; different moves of a position give different bits.
    fn pack(self) -> u32;

    /// The move that packs to these bits, or none if no move does. Bits may
    /// come from anywhere (a damaged file, a table entry of another position),
    /// so this never panics, and the answer need not be legal anywhere.
    fn unpack(bits: u32) -> Option<Self>;
}

/// The rules of one game together with their parameters: the value `mnk` with
/// three rows, three columns and lines of three *is* tic-tac-toe.
///
/// A `Position` is plain data. All knowledge of what may happen to it is here,
/// in methods that take `&self, &Position`, so that there are no globals and
/// two games of different sizes live side by side.
///
/// # What an implementation promises
/// The [`testkit`](crate::testkit) checks each of these on random games:
/// - `moves` lists every legal move once, in an order that depends on the
///   position alone, and lists none exactly when `outcome` is `Some`. Where a
///   player has to pass, the pass is a move.
/// - `undo` after `play` restores the position exactly.
/// - `key` is a function of the position alone, however it was reached. It
///   includes everything the future depends on (the side to move above all)
///   and nothing of the past.
///
/// ```
/// use plywood_game::{Game, testkit::TreeGame};
/// let game: TreeGame = "start: left right; left: 1 =; right: 2 2".parse()?;
/// let mut position = game.initial();
/// let moves = game.legal_moves(&position);
/// assert_eq!(moves.len(), 2);
/// let undo = game.try_play(&mut position, moves[0])?;
/// assert_ne!(position, game.initial());
/// game.undo(&mut position, undo);
/// assert_eq!(position, game.initial());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// What a player sees on the board, and whose turn it is.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move of this game.
    type Move: Move;
    /// What `undo` needs to take a move back. Games whose position is cheap to
    /// copy use the position itself.
    type Undo: Clone + Send + Sync + 'static;

    /// Where a game begins.
    fn initial(&self) -> Self::Position;

    /// The side whose turn it is. In a finished game: whose turn it would be.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// How the game ended, or none while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends the legal moves to `moves`.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// Plays a legal move. Unchecked, for speed: an illegal move is a bug of
    /// the caller, which debug assertions catch. Moves from outside go through
    /// [`Game::try_play`].
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the last move played.
    fn undo(&self, position: &mut Self::Position, undo: Self::Undo);

    /// A hash of the position, the same on every machine.
    fn key(&self, position: &Self::Position) -> u64;

    /// The number of legal moves, where counting is faster than listing them.
    fn count_moves(&self, position: &Self::Position) -> u64 {
        self.legal_moves(position).len() as u64
    }

    /// Whether `mv`, which may be any value at all, is legal here.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        self.legal_moves(position).contains(&mv)
    }

    /// Whether games end in a margin of points or discs, and not only in a win,
    /// a loss or a draw.
    fn counts_points(&self) -> bool {
        false
    }

    /// Whether a position can occur twice in one game. Where it can, games and
    /// searches keep a [`History`](crate::History) of keys: a third occurrence
    /// in a game, or a second one on a search path, is a draw.
    fn can_repeat(&self) -> bool {
        false
    }

    /// Whether this position can occur again in what follows from it. A search
    /// need not store positions that cannot; in Delta, for example, none can
    /// before all pieces are on the board.
    fn can_recur(&self, position: &Self::Position) -> bool {
        let _ = position;
        self.can_repeat()
    }

    /// The same position with the other side to move, where asking "what if I
    /// did nothing?" makes sense; none where passing could be better than any
    /// move (zugzwang) or the game is over.
    fn pass_turn(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// At most this many moves are left to play, where the rules bound them: a
    /// search that is deeper has seen every end.
    fn most_plies_left(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// The legal moves as a new list.
    fn legal_moves(&self, position: &Self::Position) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves
    }

    /// The checked door: plays `mv` if it is legal, and otherwise leaves the
    /// position as it was.
    ///
    /// # Errors
    /// [`IllegalMove`] if the move is not legal here.
    fn try_play(
        &self,
        position: &mut Self::Position,
        mv: Self::Move,
    ) -> Result<Self::Undo, IllegalMove> {
        if self.outcome(position).is_none() && self.is_legal(position, mv) {
            Ok(self.play(position, mv))
        } else {
            Err(IllegalMove)
        }
    }
}

/// The move is not legal in this position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalMove;

impl std::fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for IllegalMove {}
