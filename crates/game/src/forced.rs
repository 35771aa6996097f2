//! Wins that a narrow search can prove.

use crate::Game;

/// Finds wins in which every move of the winner is a threat, so that the other
/// side has few replies or one. Such a search follows only threats: it sees
/// far ahead where it sees anything, and where it finds nothing it has proven
/// nothing.
pub trait ForcedWins<G: Game>: Send + Sync {
    /// A line, moves of both sides, by which the side to move wins: it ends
    /// with the winning move, and no other defence lasts longer against the
    /// same attack. None if the game is over, if there is no such win, or if
    /// none was found before the effort was spent.
    ///
    /// The same position and the same number of nodes give the same answer,
    /// as long as nobody asks to stop.
    fn forced_win(
        &self,
        game: &G,
        position: &G::Position,
        effort: &mut Effort<'_>,
    ) -> Option<Vec<G::Move>>;
}

/// How much may be done, and the account of what has been done.
///
/// ```
/// use plywood_game::Effort;
/// let mut never = || false;
/// let mut effort = Effort::new(2, &mut never);
/// assert!(effort.pay_node().is_ok() && effort.pay_node().is_ok());
/// assert!(effort.pay_node().is_err());
/// assert_eq!(effort.nodes(), 2);
/// ```
pub struct Effort<'a> {
    nodes: u64,
    most_nodes: u64,
    stop: &'a mut dyn FnMut() -> bool,
    /// How many steps of work are left before the next question whether to
    /// stop.
    until_asked: usize,
}

/// There is nothing left of the effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent;

/// After so many steps, each a few nanoseconds, `stop` is asked again.
const STEPS_BETWEEN_QUESTIONS: usize = 1 << 11;

impl<'a> Effort<'a> {
    /// At most this many moves played, and none once `stop` has said yes. It
    /// is asked every few microseconds, so it should be quick.
    pub fn new(most_nodes: u64, stop: &'a mut dyn FnMut() -> bool) -> Self {
        Self { nodes: 0, most_nodes, stop, until_asked: 0 }
    }

    /// How many moves were played.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many moves may still be played.
    #[must_use]
    pub fn nodes_left(&self) -> u64 {
        self.most_nodes - self.nodes
    }

    /// Pays for one move about to be played.
    ///
    /// # Errors
    /// [`Spent`] if there can be no more.
    #[inline]
    pub fn pay_node(&mut self) -> Result<(), Spent> {
        if self.nodes == self.most_nodes {
            return Err(Spent);
        }
        self.pay_work(1)?;
        self.nodes += 1;
        Ok(())
    }

    /// Pays for work that is no move: so many steps of a few nanoseconds.
    ///
    /// # Errors
    /// [`Spent`] if somebody asks to stop.
    #[inline]
    pub fn pay_work(&mut self, steps: usize) -> Result<(), Spent> {
        if steps < self.until_asked {
            self.until_asked -= steps;
            return Ok(());
        }
        self.until_asked = STEPS_BETWEEN_QUESTIONS;
        if (self.stop)() {
            self.most_nodes = self.nodes;
            self.until_asked = 0;
            return Err(Spent);
        }
        Ok(())
    }
}
