//! How the game stands: the points made, and what there is to take.
//!
//! The side to move can have the largest group at once, but what it leaves
//! behind serves the opponent, so the value is the lead and a part of that
//! group's points. In matches at two plies a half did as well as anything
//! between three eighths and three quarters. It did better than counting all
//! groups as taken in turn, the largest first, perhaps because the falling
//! tiles break many of those; at three plies there was no difference.
//!
//! Nothing of this can be kept from move to move, because the tiles fall. All
//! groups are found in one pass, as in `groups` but with less ado: they need
//! no names, only sizes, so the board is read as it lies in memory, column by
//! column, and no more than one column of labels is kept.

use super::position::{EMPTY, LONGEST_SIDE, Position};
use super::{Azulejos, points, with_bonus};
use plywood_game::Evaluator;

/// Values are in hundredths of a point.
const POINT: i32 = 100;

/// What a point of the largest group is worth to the side to move.
const POINT_TO_TAKE: i32 = POINT / 2;

/// Boards whose tiles take up to so many bytes are valued without allocating.
const SMALL: usize = 256;

/// Values positions by the lead and half of the largest group's points, in
/// hundredths of a point. Where all tiles are one group, which must now be
/// taken, the value is exact, with the bonus.
///
/// ```
/// use plywood_game::{Evaluator, Notation};
/// use plywood_games::azulejos::{Azulejos, Points};
///
/// let game = Azulejos::any();
/// let value = |text| -> Result<i32, plywood_game::TextError> {
///     let position = game.parse_position(text)?;
///     Ok(Points.evaluate(&game, &position))
/// };
/// assert_eq!(value("12,10;311/221/221 1")?, 400, "two ahead, and half of four to come");
/// assert_eq!(value("12,10;311/221/221 2")?, 0);
/// assert_eq!(value("16,10;11/11 1")?, 1600, "20 * 1.3 - 10");
/// # Ok::<(), plywood_game::TextError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Points;

impl Evaluator<Azulejos> for Points {
    fn evaluate(&self, _: &Azulejos, position: &Position) -> i32 {
        let Largest { points, last } = position.largest();
        if last {
            position.lead_with(points, last) * POINT
        } else {
            position.lead() * POINT + points as i32 * POINT_TO_TAKE
        }
    }
}

/// The group that is worth most, if there is one.
struct Largest {
    /// What it is worth; 0 where there is none.
    points: u32,
    /// Whether taking it empties the board.
    last: bool,
}

impl Position {
    /// By how many points the side to move leads.
    #[must_use]
    pub fn lead(&self) -> i32 {
        self.lead_with(0, false)
    }

    /// By how many points it will lead once it has taken the largest group; by
    /// how many it leads where there is none.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::azulejos::Azulejos;
    /// let lead = |text| Azulejos::any().parse_position(text).map(|it| it.lead_after_largest());
    /// assert_eq!(lead("12,10;311/221/221 1")?, 6);
    /// assert_eq!(lead("16,10;11/11 1")?, 16, "20 * 1.3 - 10");
    /// assert_eq!(lead("12,10;12/21 2")?, -2);
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    #[must_use]
    pub fn lead_after_largest(&self) -> i32 {
        let Largest { points, last } = self.largest();
        self.lead_with(points, last)
    }

    /// The lead of the side to move with so many more points, which may be the
    /// last.
    fn lead_with(&self, points: u32, last: bool) -> i32 {
        let [own, opposing] = [self.to_move, self.to_move.other()].map(|side| self.score(side));
        let own = if last { with_bonus(own + points) } else { own + points };
        own as i32 - opposing as i32
    }

    fn largest(&self) -> Largest {
        let Census { pieces, largest } = Census::of(self);
        let points = points(largest);
        Largest { points, last: pieces == 1 && points > 0 }
    }
}

/// How the tiles hang together.
#[derive(Debug, PartialEq, Eq)]
struct Census {
    /// The number of groups and single tiles.
    pieces: u32,
    /// The most tiles that any of them has.
    largest: u32,
}

/// Tiles that hang together as far as is known yet; the parent is an earlier
/// tree that they turned out to belong to, or the tree itself.
#[derive(Clone, Copy, Default)]
struct Tree {
    parent: u16,
    size: u16,
}

impl Census {
    fn of(position: &Position) -> Self {
        if position.tiles.len() <= SMALL {
            Self::within(&mut [Tree::default(); SMALL], position)
        } else {
            Self::within(&mut vec![Tree::default(); position.tiles.len()], position)
        }
    }

    /// The census, with room for as many trees as there are tiles.
    fn within(trees: &mut [Tree], position: &Position) -> Self {
        let count = grow(trees, position);
        let mut census = Census { pieces: 0, largest: 0 };
        // The parent is always earlier, so it is complete when its turn comes.
        for index in (0..count).rev() {
            let Tree { parent, size } = trees[index];
            if usize::from(parent) == index {
                census.pieces += 1;
                census.largest = census.largest.max(size.into());
            } else {
                trees[usize::from(parent)].size += size;
            }
        }
        census
    }
}

/// Puts every tile into the tree of the equal tile below it or to the left, or
/// into a new one, and joins the trees that meet. Gives the number of trees.
///
/// Only the joining, which is rare, branches on the colours: no processor can
/// predict them.
fn grow(trees: &mut [Tree], position: &Position) -> usize {
    let stride = position.stride();
    // The trees of the column to the left, and of this one as far as it is done.
    let mut labels = [0; LONGEST_SIDE];
    let mut count = 0;
    for column in 0..usize::from(position.width) {
        let start = position.column_start(column);
        let (before, here) = position.tiles[start - stride..].split_at(stride);
        let (mut below, mut label_below) = (EMPTY, 0);
        for ((&tile, &left), label) in here.iter().zip(before).zip(&mut labels) {
            if tile == EMPTY {
                break;
            }
            let (down, back) = (tile == below, tile == left);
            if down & back & (*label != label_below) {
                join(trees, *label, label_below);
            }
            trees[usize::from(count)] = Tree { parent: count, size: 0 };
            let beside = if back { *label } else { count };
            *label = if down { label_below } else { beside };
            count += u16::from(!(down | back));
            trees[usize::from(*label)].size += 1;
            (below, label_below) = (tile, *label);
        }
    }
    count.into()
}

/// Makes the later of two trees' roots a child of the earlier.
fn join(trees: &mut [Tree], one: u16, other: u16) {
    let (one, other) = (root(trees, one), root(trees, other));
    trees[usize::from(one.max(other))].parent = one.min(other);
}

/// The tree that this one belongs to, halving the way to it for the next time.
fn root(trees: &mut [Tree], mut tree: u16) -> u16 {
    loop {
        let parent = trees[usize::from(tree)].parent;
        if parent == tree {
            return tree;
        }
        let grandparent = trees[usize::from(parent)].parent;
        trees[usize::from(tree)].parent = grandparent;
        tree = grandparent;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{Game, Notation};

    fn census(text: &str) -> Census {
        Census::of(&Azulejos::any().parse_position(text).expect("a position"))
    }

    #[test]
    fn an_empty_board_has_no_pieces() {
        assert_eq!(census("3,4;00/00 1"), Census { pieces: 0, largest: 0 });
    }

    #[test]
    fn corners_do_not_join() {
        assert_eq!(census("0,0;12/21 1"), Census { pieces: 4, largest: 1 });
    }

    #[test]
    fn arms_that_meet_late_are_one_piece() {
        assert_eq!(census("0,0;11111/12221/12121/12221/11111 1").largest, 16);
        assert_eq!(census("0,0;1212121/1212121/1111111 1"), Census { pieces: 4, largest: 15 });
        assert_eq!(census("0,0;1111/1222/1111/2221/1111 1"), Census { pieces: 3, largest: 14 });
    }

    #[test]
    fn the_census_agrees_with_the_list_of_groups_on_small_and_large_boards() {
        for (size, colours) in [(1, 1), (4, 2), (9, 3), (14, 4), (15, 2), (40, 2), (100, 3)] {
            for seed in 0..20 {
                let game = Azulejos::generated(size, size, colours, seed).expect("a board");
                let position = game.initial();
                let groups = game.groups(&position);
                let grouped: u32 = groups.iter().map(|group| group.size).sum();
                let singles = (size * size) as u32 - grouped;
                let largest = groups.iter().map(|group| group.size).max().unwrap_or(1);
                let pieces = groups.len() as u32 + singles;
                assert_eq!(Census::of(&position), Census { pieces, largest }, "{size} {seed}");
            }
        }
    }
}
