//! Picks moves, most promising first. Most nodes end after a move or two, so
//! the first few are picked one by one; a node without a cut by then will
//! probably search all its moves, and their order matters less.

use std::cmp::Reverse;

/// A move and how early it should be tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Graded<M> {
    pub(crate) mv: M,
    /// Where it stands in the game's own order, which decides between equals.
    pub(super) number: u32,
    pub(crate) grade: i64,
}

/// This many moves are picked one by one.
const PICKED: usize = 4;

/// Below this depth the moves that are not picked stay as they are: sorting
/// them would cost more than searching them. Moves that were evaluated for their
/// order are always sorted, as the reports' players do.
pub(crate) const SORTED_FROM: u32 = 3;

/// Brings the most promising of the moves from `next` on to that place; without
/// `sorted`, only among the first few.
#[inline]
pub(crate) fn bring_forward<M>(moves: &mut [Graded<M>], next: usize, sorted: bool) {
    if next < PICKED {
        let mut best = next;
        for other in next + 1..moves.len() {
            if rank(&moves[other]) < rank(&moves[best]) {
                best = other;
            }
        }
        moves.swap(next, best);
    } else if next == PICKED && sorted {
        sort(&mut moves[next..]);
    }
}

/// Sorts the moves, most promising first.
pub(crate) fn sort<M>(moves: &mut [Graded<M>]) {
    moves.sort_unstable_by_key(rank);
}

#[inline]
fn rank<M>(graded: &Graded<M>) -> (Reverse<i64>, u32) {
    (Reverse(graded.grade), graded.number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_moves_come_in_order_if_they_are_sorted() {
        let graded = |mv: u32| Graded { mv, number: mv, grade: i64::from(mv * 7 % 10) };
        let order = |sorted| {
            let mut moves: Vec<_> = (0..10).map(graded).collect();
            (0..10).for_each(|next| bring_forward(&mut moves, next, sorted));
            moves.into_iter().map(|graded| graded.grade).collect::<Vec<_>>()
        };
        assert_eq!(order(true), [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
        let few = order(false);
        assert_eq!(few[..4], [9, 8, 7, 6]);
        assert_ne!(few[4..], [5, 4, 3, 2, 1, 0]);
    }
}
