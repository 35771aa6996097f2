//! Small boards as bits, for whoever plays very many moves on them.
//!
//! Three sets of [`Places`] hold the colours, as the binary digits of their
//! numbers. What a move does to the groups is found from the groups before it:
//! only those are looked at again that reach into what fell. On 10 by 10 tiles all
//! groups after a move take a fifth of the instructions that `rules` and `groups`
//! need (`cargo bench -p plywood-games --bench instructions`).
//!
//! The rules are those of `rules`, and tests hold the two against each other.

mod places;

use super::position::EMPTY;
use super::{Position, Tile, points, with_bonus};
use places::Places;
use plywood_game::{Side, mix};

/// Colours are written with so many binary digits.
const DIGITS: usize = 3;

/// When the digits of a column share a word, they are so far apart.
const APART: usize = 64 / DIGITS;

/// A group and its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bunch<const WORDS: usize, const FIELD: usize> {
    places: Places<WORDS, FIELD>,
    size: u32,
}

impl<const WORDS: usize, const FIELD: usize> Bunch<WORDS, FIELD> {
    fn new(places: Places<WORDS, FIELD>) -> Self {
        Self { places, size: places.count() }
    }

    /// What taking it is worth, without the bonus for emptying the board.
    #[must_use]
    pub fn points(&self) -> i32 {
        points(self.size) as i32
    }

    fn meets(&self, places: Places<WORDS, FIELD>) -> bool {
        !(self.places & places).is_empty()
    }
}

/// Which neighbours are equal: a place and the one above it, a place and the one
/// to its right.
struct Links<const WORDS: usize, const FIELD: usize> {
    up: Places<WORDS, FIELD>,
    right: Places<WORDS, FIELD>,
}

impl<const WORDS: usize, const FIELD: usize> Links<WORDS, FIELD> {
    /// The places that have an equal neighbour.
    fn places(&self) -> Places<WORDS, FIELD> {
        self.up | self.up.up() | self.right | self.right.right()
    }

    /// Everything that hangs together with these places.
    fn joined(&self, mut places: Places<WORDS, FIELD>) -> Places<WORDS, FIELD> {
        loop {
            let upright = (places & self.up).up() | places.down() & self.up;
            let across = (places & self.right).right() | places.left() & self.right;
            let more = places | upright | across;
            // To compare the arrays would be a call of a function.
            if (more ^ places).is_empty() {
                return places;
            }
            places = more;
        }
    }

    /// Calls with each group that has some of these places, until none is left.
    fn each_group(&self, among: Places<WORDS, FIELD>, mut call: impl FnMut(Bunch<WORDS, FIELD>)) {
        let mut left = among & self.places();
        while !left.is_empty() {
            let places = self.joined(left.first());
            left = left.without(places);
            call(Bunch::new(places));
        }
    }
}

/// A board of up to seven colours, with the scores and the side to move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitBoard<const WORDS: usize, const FIELD: usize> {
    /// Where each binary digit of the colours is 1.
    digits: [Places<WORDS, FIELD>; DIGITS],
    rows: u8,
    scores: [u32; 2],
    to_move: Side,
}

/// A board after a move.
pub struct Left<const WORDS: usize, const FIELD: usize> {
    /// The board, the other side to move.
    pub board: BitBoard<WORDS, FIELD>,
    /// Where tiles have gone or fallen; everywhere, where columns closed.
    stirred: Places<WORDS, FIELD>,
}

impl<const WORDS: usize, const FIELD: usize> BitBoard<WORDS, FIELD> {
    /// A position as bits; none if it has too many rows, columns or colours.
    #[must_use]
    pub fn of(position: &Position) -> Option<Self> {
        const { assert!(FIELD <= APART, "a column is too long") };
        let most_columns = WORDS * Places::<WORDS, FIELD>::COLUMNS_A_WORD;
        if position.rows() >= FIELD || position.columns() > most_columns {
            return None;
        }
        let scores = [Side::First, Side::Second].map(|side| position.score(side));
        let digits = [Places::NONE; DIGITS];
        let mut board = Self { digits, rows: position.rows, scores, to_move: position.to_move };
        for place in position.places() {
            let colour = position.colour(place);
            if colour >> DIGITS != EMPTY {
                return None;
            }
            let height = position.rows() - 1 - usize::from(place.row);
            for (digit, places) in board.digits.iter_mut().enumerate() {
                let column = usize::from(place.column);
                let bit = u64::from(colour >> digit & 1) << height;
                places.set_column(column, places.column(column) | bit);
            }
        }
        Some(board)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// By how many points the side to move leads.
    #[must_use]
    pub fn lead(&self) -> i32 {
        let [own, opposing] = [self.to_move, self.to_move.other()].map(Side::index);
        self.scores[own] as i32 - self.scores[opposing] as i32
    }

    /// A number that stands for all of this.
    #[must_use]
    pub fn key(&self) -> u64 {
        let scores = u64::from(self.scores[0]) << 32 | u64::from(self.scores[1]);
        let words = self.digits.iter().flat_map(|places| places.0);
        words.fold(mix(scores ^ mix(self.to_move.index() as u64)), |key, word| mix(key ^ word))
    }

    /// All groups, the largest first.
    #[must_use]
    pub fn groups(&self) -> Vec<Bunch<WORDS, FIELD>> {
        let mut groups = Vec::new();
        self.links().each_group(self.filled(), |group| groups.push(group));
        groups.sort_by_key(|group| std::cmp::Reverse(group.size));
        groups
    }

    /// The move that takes a group: its first tile in row order.
    #[must_use]
    pub fn tile(&self, group: &Bunch<WORDS, FIELD>) -> Tile {
        let top = |column: usize| group.places.column(column).ilog2() as u8;
        let name = |column: usize| Tile { row: self.rows - 1 - top(column), column: column as u8 };
        group.places.columns().map(name).min().unwrap_or_default()
    }

    /// The group that a tile belongs to, which must be on the board.
    #[must_use]
    pub fn group(&self, tile: Tile) -> Bunch<WORDS, FIELD> {
        let mut place = Places::NONE;
        place.set_column(tile.column.into(), 1 << (self.rows - 1 - tile.row));
        Bunch::new(self.links().joined(place))
    }

    /// The board after a group was taken.
    #[must_use]
    pub fn take(&self, group: &Bunch<WORDS, FIELD>) -> Left<WORDS, FIELD> {
        let mut board = self.clone();
        let mut closes = false;
        for word in 0..WORDS {
            let mut gone = group.places.0[word];
            while gone != 0 {
                let shift = gone.trailing_zeros() as usize / FIELD * FIELD;
                let column = Places::<WORDS, FIELD>::COLUMN << shift;
                let digits = board.digits.each_mut().map(|places| &mut places.0[word]);
                closes |= drop_tiles(digits, shift, gone & column, column);
                gone &= !column;
            }
        }
        let mut stirred = group.places.and_above();
        if closes {
            board.close_columns();
            stirred = Places([Places::<WORDS, FIELD>::WORD; WORDS]);
        }
        let score = &mut board.scores[self.to_move.index()];
        *score += points(group.size);
        if board.digits.iter().all(|places| places.is_empty()) {
            *score = with_bonus(*score);
        }
        board.to_move = self.to_move.other();
        Left { board, stirred }
    }

    /// The most that the side to move can lead by when it has taken a group and
    /// its opponent has answered; the groups are all there are, the largest
    /// first, and at least two.
    #[must_use]
    pub fn most_left(&self, groups: &[Bunch<WORDS, FIELD>], group: &Bunch<WORDS, FIELD>) -> i32 {
        let stirred = group.places.and_above();
        let stays = |other: &&Bunch<WORDS, FIELD>| !other.meets(stirred);
        let answer = groups.iter().find(stays).map_or(0, Bunch::points);
        self.lead() + group.points() - answer
    }

    fn filled(&self) -> Places<WORDS, FIELD> {
        let [ones, twos, fours] = self.digits;
        ones | twos | fours
    }

    fn links(&self) -> Links<WORDS, FIELD> {
        let [ones, twos, fours] = self.digits;
        let filled = self.filled();
        let up = ones ^ ones.down() | twos ^ twos.down() | fours ^ fours.down();
        let right = ones ^ ones.left() | twos ^ twos.left() | fours ^ fours.left();
        Links { up: filled.without(up), right: filled.without(right) }
    }

    /// Moves columns to the left over empty ones.
    fn close_columns(&mut self) {
        let mut closed = [Places::NONE; DIGITS];
        for (place, column) in self.filled().columns().enumerate() {
            for (digit, places) in closed.iter_mut().enumerate() {
                places.set_column(place, self.digits[digit].column(column));
            }
        }
        self.digits = closed;
    }
}

impl<const WORDS: usize, const FIELD: usize> Left<WORDS, FIELD> {
    /// All groups, the largest first, if `before` is those before the move.
    pub fn groups(&self, before: &[Bunch<WORDS, FIELD>], groups: &mut Vec<Bunch<WORDS, FIELD>>) {
        groups.clear();
        let mut changed = self.stirred;
        for group in before.iter().filter(|group| group.meets(self.stirred)) {
            changed = changed | group.places;
        }
        self.board.links().each_group(changed, |group| {
            changed = changed | group.places;
            let place = groups.partition_point(|other| other.size >= group.size);
            groups.insert(place, group);
        });
        let kept = before.iter().filter(|group| !group.meets(changed));
        merge(groups, kept);
    }

    /// By how many points the side to move will lead once it has taken the
    /// largest group, or leads where there is none; `before` as in `groups`.
    #[must_use]
    pub fn lead_after_largest(&self, before: &[Bunch<WORDS, FIELD>]) -> i32 {
        let mut changed = self.stirred;
        let mut largest = 0;
        for group in before {
            if group.meets(self.stirred) {
                changed = changed | group.places;
            } else {
                // It may have grown, and is then found below.
                largest = largest.max(group.size);
            }
        }
        self.board.links().each_group(changed, |group| largest = largest.max(group.size));
        let points = points(largest);
        if points > 0 && self.board.filled().count() == largest {
            let own = self.board.scores[self.board.to_move.index()];
            return self.board.lead() + (with_bonus(own + points) - own) as i32;
        }
        self.board.lead() + points as i32
    }
}

/// Puts what comes, the largest first, into a list in that order.
fn merge<'g, const WORDS: usize, const FIELD: usize>(
    groups: &mut Vec<Bunch<WORDS, FIELD>>,
    more: impl Iterator<Item = &'g Bunch<WORDS, FIELD>>,
) {
    let found = groups.len();
    let mut next = 0;
    for group in more {
        while next < found && groups[next].size > group.size {
            groups.push(groups[next]);
            next += 1;
        }
        groups.push(*group);
    }
    groups.extend_from_within(next..found);
    groups.drain(..found);
}

/// Takes the tiles that are gone, bits of one column, out of a word of each
/// digit, and moves the others of the column down. Whether none are left.
fn drop_tiles(digits: [&mut u64; DIGITS], shift: usize, gone: u64, column: u64) -> bool {
    const EACH: u64 = 1 | 1 << APART | 1 << (2 * APART);
    let lid = EACH << (APART - 1);
    let [ones, twos, fours] = digits;
    let part = |word: u64| (word & column) >> shift;
    let mut all = part(*ones) | part(*twos) << APART | part(*fours) << (2 * APART);
    let mut gone = gone >> shift;
    while gone != 0 {
        let below = (1 << gone.ilog2()) - 1;
        let low = below * EACH;
        all = all & low | all >> 1 & !low & !lid;
        gone &= below;
    }
    let field = (1 << APART) - 1;
    let put = |word: &mut u64, bits: u64| *word = *word & !column | (bits & field) << shift;
    put(ones, all);
    put(twos, all >> APART);
    put(fours, all >> (2 * APART));
    all == 0
}

#[cfg(test)]
mod tests {
    use super::super::Azulejos;
    use super::*;
    use plywood_game::{Game, Random};

    /// Plays a game both ways and holds everything against each other.
    fn agree<const WORDS: usize, const FIELD: usize>(game: &Azulejos, dice: &mut Random) {
        let mut position = game.initial();
        let mut board = BitBoard::<WORDS, FIELD>::of(&position).expect("a small board");
        let mut groups = board.groups();
        while game.outcome(&position).is_none() {
            let mut found: Vec<(Tile, u32)> =
                groups.iter().map(|group| (board.tile(group), group.size)).collect();
            assert!(groups.is_sorted_by_key(|group| std::cmp::Reverse(group.size)));
            found.sort_unstable();
            let listed = game.groups(&position);
            let expected: Vec<(Tile, u32)> =
                listed.iter().map(|group| (group.tile, group.size)).collect();
            assert_eq!(found, expected, "{position:?}");
            for group in &groups {
                assert_eq!(board.group(board.tile(group)), *group);
                let undo = game.play(&mut position, board.tile(group));
                let left = board.take(group);
                assert_eq!(left.lead_after_largest(&groups), position.lead_after_largest());
                if groups.len() > 1 {
                    assert!(board.most_left(&groups, group) >= -position.lead_after_largest());
                }
                game.undo(&mut position, undo);
            }
            let group = dice.pick(&groups).expect("a group");
            game.play(&mut position, board.tile(group));
            let left = board.take(group);
            let mut next = Vec::new();
            left.groups(&groups, &mut next);
            (board, groups) = (left.board, next);
            assert_eq!(Some(&board), BitBoard::of(&position).as_ref(), "{position:?}");
            assert_eq!(board.lead(), position.lead());
        }
        assert!(groups.is_empty());
    }

    #[test]
    fn games_go_as_the_rules_have_it() {
        let mut dice = Random::new(1);
        for seed in 0..60 {
            let colours = 1 + seed as usize % 7;
            let board = |rows, columns| Azulejos::generated(rows, columns, colours, seed);
            agree::<2, 11>(&board(10, 10).expect("a board"), &mut dice);
            agree::<2, 11>(&board(3, 7).expect("a board"), &mut dice);
            agree::<4, 16>(&board(15, 16).expect("a board"), &mut dice);
            agree::<7, 21>(&board(20, 20).expect("a board"), &mut dice);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_alone() {
        let board = |rows, columns, colours| {
            let game = Azulejos::generated(rows, columns, colours, 1).expect("a board");
            BitBoard::<2, 11>::of(&game.initial()).is_some()
        };
        assert!(board(10, 10, 7));
        assert!(!board(11, 10, 4));
        assert!(!board(10, 11, 4));
        assert!(!board(10, 10, 9));
    }
}
