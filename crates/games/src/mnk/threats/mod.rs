//! # Forced lines
//!
//! Most games of five in a row end like this: one side makes a *four*, a
//! window of K cells with K - 1 of its marks and the last one empty. The other
//! side has to take that cell, and has no time for anything else; another four
//! follows, and another, until one has two ends and cannot be met. Or a
//! *three* is made, which threatens to become such a four; it can be met in a
//! few ways, and if none of them helps, it wins too.
//!
//! An ordinary search does not see this from far away, because it searches all
//! replies. This one searches only threats and the replies that meet them. The
//! idea is that of Allis, van den Herik and Huntjens, "Go-Moku and Threat-Space
//! Search" (1993), who solved five in a row with it; but where they let the
//! defender play all his replies at once and try afterwards whether he has a
//! threat himself, here every reply is a branch, and the defender's threats are
//! checked before each move of the attack. So a line that is found needs no
//! verification.
//!
//! - `lines`: the windows that lack one, two or three marks, kept up to date.
//! - `attack`: the board, the two sides, and the bill.
//! - `fours`: continuous fours, the fewest first.
//! - `threes`: what threatens, and what stops it.
//! - `proof`: fours and threes, by proof numbers (`numbers`, `tree`).
//! - `answers`: which moves may stop a win by fours.
//! - `memory`: table of failed attacks.
//!
//! The words are those of K = 5; "four" means K - 1 for any K from 4 on.
//!
//! ## Why a win is a win
//! The attacker moves only if the defender cannot complete a line at once, or
//! to the one cell that stops him. After a four the defender, who has no line
//! to complete, either takes its end or loses at the next move. After a three
//! his replies are those in `threes`. What he threatens after his reply is
//! looked at before the next move of the attack. Where K or more win, no mark
//! ever spoils a line of the side that makes it; where exactly K win, a window is
//! open to a side only while it has no mark beside it, and neither of the two
//! cells that a window lacks is beside it.

mod answers;
mod attack;
mod fours;
mod lines;
mod memory;
mod numbers;
mod proof;
mod threes;
mod tree;

use super::{Cell, Mnk, Position};
pub(super) use answers::keep_answers;
use attack::Attack;
use fours::{MOST_FOURS, shortest_fours};
use lines::Lines;
use plywood_game::{Budget, Game, Stopped};
use proof::proven_line;

/// Finds wins by fours, and by fours and threes, for any K from 4 on.
///
/// ```
/// use plywood_game::{Budget, Limits, Notation};
/// use plywood_games::mnk::{Mnk, Params, Threats};
///
/// let game = Mnk::<2>::new(Params::new(9, 9, 5)?);
/// let position = game.parse_position("9/9/2xxx4/1o7/9/5x3/5x3/5x3/5ooo1 x")?;
/// let (limits, never) = (Limits { nodes: Some(1000), ..Limits::default() }, false.into());
/// let line = Threats::All.forced_win(&game, &position, &mut Budget::new(&limits, &never));
/// let line = line.expect("a four with two ends is near");
/// assert_eq!(line.len(), 3);
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threats {
    /// Only continuous fours. The line found has the fewest fours.
    Fours,
    /// Continuous fours first, and if there are none, fours and threes.
    All,
}

impl Threats {
    /// A line, moves of both sides, by which the side to move wins: it ends
    /// with the winning move, and no other defence lasts longer against the same
    /// attack. None if the game is over, if there is no such win, or if none was
    /// found within the budget. The same number of nodes gives the same answer.
    pub fn forced_win<const W: usize>(
        self,
        game: &Mnk<W>,
        position: &Position<W>,
        budget: &mut Budget<'_>,
    ) -> Option<Vec<Cell>> {
        if game.outcome(position).is_some() {
            return None;
        }
        let lines = Lines::new(game, position, budget)?;
        let mut attack = Attack::new(lines, game.to_move(position), budget);
        let found = self.line(&mut attack).ok().flatten()?;
        Some(found.into_iter().map(Cell).collect())
    }

    fn line(self, attack: &mut Attack<'_, '_, '_>) -> Result<Option<Vec<u16>>, Stopped> {
        let all = attack.nodes_left();
        // Most positions have few fours or none, so this share is rarely used
        // up; where they have many, a win by fours alone is the better one.
        let share = match self {
            Threats::Fours => all,
            Threats::All => all - all / 4,
        };
        let fours = |attack: &mut Attack<'_, '_, '_>| shortest_fours(attack, MOST_FOURS);
        match attack.within(share, fours)?.flatten() {
            None if self == Threats::All => Ok(attack.within(all / 4, proven_line)?.flatten()),
            found => Ok(found),
        }
    }
}
