//! Which moves may stop a win by fours.
//!
//! If the attacker would win by fours with one move more, a reply that has nothing to
//! do with these fours loses to them. A mark of the defender has to do with them if it
//! takes a cell of the line that was found, or if it serves a line of his own together
//! with the replies that the fours force: then he may make a four in between, or a
//! line (the null-move idea of Thomsen, "Lambda-search in game trees - with application
//! to Go", 2000; zones of such cells: Wu and Lin, "Relevance-zone-oriented proof search
//! for Connect6", 2010).
//!
//! ## Why a move left out loses
//! The attacker plays the line as if nothing had happened. His windows are open, because
//! the defender's mark is in none of the cells that they lacked. After each four the
//! defender must take its end, or complete a line or make a four; for that he needs a
//! window that lacks at most two marks, his mark among them, once his forced replies
//! are counted. The empty cells of all such windows are kept.

use super::attack::Attack;
use super::fours::any_fours;
use super::lines::Lines;
use crate::mnk::{Cell, Mnk, Position};
use plywood_game::{Budget, Game};

/// The nodes that a win by fours may take to be found.
const NODES: u64 = 60;

/// No line of more fours is looked for.
const MOST_FOURS: u16 = 12;

/// Keeps the moves that may stop the other side's win by fours, if it has one.
pub(crate) fn keep_answers<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    budget: &mut Budget<'_>,
    moves: &mut Vec<Cell>,
) {
    // Where exactly K win, a mark can also close a window without being in it.
    if moves.len() < 2 || game.params().is_exact() {
        return;
    }
    let Some(cells) = cells_that_matter(game, position, budget) else { return };
    if moves.iter().any(|mv| cells.contains(&mv.0)) {
        moves.retain(|mv| cells.contains(&mv.0));
    }
}

/// The cells that a move must take to have a chance; none if nothing is threatened.
fn cells_that_matter<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    budget: &mut Budget<'_>,
) -> Option<Vec<u16>> {
    let defender = game.to_move(position);
    let lines = Lines::new(game, position, budget)?;
    if lines.windows(defender, 1) > 0 || lines.windows(defender.other(), 2) == 0 {
        return None;
    }
    let mut attack = Attack::new(lines, defender.other(), budget);
    let fours = |attack: &mut Attack<'_, '_, '_>| any_fours(attack, MOST_FOURS);
    let mut cells = attack.within(NODES, fours).ok().flatten().flatten()?;
    let mut lines = attack.lines;
    for &reply in cells.iter().skip(1).step_by(2) {
        lines.put(defender, reply);
    }
    cells.extend(lines.gaps::<1>(defender).flatten());
    cells.extend(lines.gaps::<2>(defender).flatten());
    Some(cells)
}
