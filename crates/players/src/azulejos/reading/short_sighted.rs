//! What a player answers that looks a few moves ahead and counts nothing but
//! points: plain minimax, as the report's program plays and as many a first
//! program does.
//!
//! The answer is exactly that of `azulejos-minimax`, equal moves included, of
//! which it takes the first in row order; a test holds the two against each
//! other. It is found with less work: on a board of bits, large groups first, a
//! move that leaves too large a group lying is not played, and neither is the
//! last, because the largest group is what it takes.

use super::super::meter::Meter;
use plywood_games::azulejos::{BitBoard, Bunch};

/// Lower than any lead.
const LOWEST: i32 = -1_000_000_000;

/// What a player answers on a board that looks so many moves ahead, at least one,
/// its own. None where there is nothing to play, or the meter was spent before
/// that was known.
pub(super) fn answer<const WORDS: usize, const FIELD: usize>(
    board: &BitBoard<WORDS, FIELD>,
    depth: u32,
    meter: &mut Meter<'_>,
) -> Option<Bunch<WORDS, FIELD>> {
    let groups = board.groups();
    // The last two moves need none.
    let mut lists: Vec<_> = (2..depth).map(|_| Vec::with_capacity(groups.len())).collect();
    let mut best: Option<(i32, &Bunch<WORDS, FIELD>)> = None;
    for group in &groups {
        // Of equal moves the first in row order is wanted, so one that is
        // earlier than the best need only be as good.
        let enough = match best {
            None => LOWEST,
            Some((value, leader)) if board.tile(group) < board.tile(leader) => value - 1,
            Some((value, _)) => value,
        };
        let node = Node { board, groups: &groups };
        let value = node.taking(group, depth - 1, [enough, -LOWEST], &mut lists, meter)?;
        if value > enough {
            best = Some((value, group));
        }
    }
    best.map(|(_, &group)| group)
}

/// A board with its groups, the largest first.
struct Node<'a, const WORDS: usize, const FIELD: usize> {
    board: &'a BitBoard<WORDS, FIELD>,
    groups: &'a [Bunch<WORDS, FIELD>],
}

impl<const WORDS: usize, const FIELD: usize> Node<'_, WORDS, FIELD> {
    /// The lead that a move comes to for whoever makes it, looking so many
    /// moves further: right between the bounds, and else beyond the one that it
    /// is beyond. None if the meter is spent. The lists are for the groups of the
    /// boards below.
    fn taking(
        &self,
        group: &Bunch<WORDS, FIELD>,
        left: u32,
        [alpha, beta]: [i32; 2],
        lists: &mut [Vec<Bunch<WORDS, FIELD>>],
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        if !meter.pay() {
            return None;
        }
        let after = self.board.take(group);
        match left {
            0 => Some(-after.board.lead()),
            1 => Some(-after.lead_after_largest(self.groups)),
            _ => {
                let (list, lists) = lists.split_first_mut()?;
                after.groups(self.groups, list);
                let node = Node { board: &after.board, groups: list };
                node.value(left, [-beta, -alpha], lists, meter).map(|value| -value)
            }
        }
    }

    /// The lead that the side to move comes to in so many moves, at least two.
    fn value(
        &self,
        left: u32,
        [mut alpha, beta]: [i32; 2],
        lists: &mut [Vec<Bunch<WORDS, FIELD>>],
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        if self.groups.is_empty() {
            return Some(self.board.lead());
        }
        let here = self.board.lead();
        let mut best = LOWEST;
        for group in self.groups {
            // With one answer left, which costs or is nothing, a move makes its
            // own points at most, unless it may empty the board; and what it
            // does not touch can be taken.
            if left == 2 && self.groups.len() > 1 {
                let most = here + group.points();
                if most <= alpha {
                    best = best.max(most);
                    break;
                }
                let most = self.board.most_left(self.groups, group);
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            let value = self.taking(group, left - 1, [alpha, beta], lists, meter)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}
