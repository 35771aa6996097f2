//! The rules: who may place where, when one passes, and who has won.

use super::square::squares;
use super::{Othello, Ply, Position};
use plywood_game::{Game, Outcome, Side, mix};

/// White d4 and e5.
const WHITE_AT_START: u64 = 1 << 27 | 1 << 36;

/// Black e4 and d5.
const BLACK_AT_START: u64 = 1 << 28 | 1 << 35;

/// Distinguishes the keys by the side to move.
const KEY_OF_SIDE: [u64; 2] = [mix(1), mix(2)];

/// Moves are listed square by square, `a1` first; a pass stands alone.
impl Game for Othello {
    type Position = Position;
    type Move = Ply;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position::from_discs([BLACK_AT_START, WHITE_AT_START], Side::First)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Side {
        position.to_move()
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let goes_on = position.placements() != 0 || position.opponent_placements() != 0;
        if goes_on { None } else { Some(Outcome::Margin(margin(position))) }
    }

    #[inline]
    fn moves(&self, position: &Position, moves: &mut Vec<Ply>) {
        let placements = position.placements();
        if placements != 0 {
            moves.extend(squares(placements).map(Ply::Place));
        } else if position.opponent_placements() != 0 {
            moves.push(Ply::Pass);
        }
    }

    #[inline]
    fn play(&self, position: &mut Position, ply: Ply) -> Position {
        debug_assert!(self.is_legal(position, ply), "{ply:?} is legal");
        let after = position.after(ply);
        std::mem::replace(position, after)
    }

    #[inline]
    fn undo(&self, position: &mut Position, before: Position) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let own = position.own() ^ KEY_OF_SIDE[position.to_move().index()];
        mix(mix(own) ^ position.opponent())
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> u64 {
        match position.placements() {
            0 => u64::from(position.opponent_placements() != 0),
            placements => u64::from(placements.count_ones()),
        }
    }

    #[inline]
    fn is_legal(&self, position: &Position, ply: Ply) -> bool {
        match ply {
            Ply::Place(square) => position.flips(square) != 0,
            Ply::Pass => position.must_pass(),
        }
    }

    fn counts_points(&self) -> bool {
        true
    }

    /// A disc for every empty square, and before each a pass at most: two passes
    /// in a row would end the game.
    fn most_plies_left(&self, position: &Position) -> Option<u32> {
        let empty = Side::BOTH.map(|side| position.discs(side)).iter().sum::<u64>().count_zeros();
        Some(if self.outcome(position).is_some() { 0 } else { 2 * empty })
    }

    #[inline]
    fn pass_turn(&self, position: &Position) -> Option<Position> {
        self.outcome(position).is_none().then(|| position.after(Ply::Pass))
    }
}

/// Black's discs minus white's at the end of a game, with the empty squares
/// given to the winner, as tournaments count.
fn margin(position: &Position) -> i32 {
    let count = |set: u64| set.count_ones() as i32;
    let lead = count(position.discs(Side::First)) - count(position.discs(Side::Second));
    lead + lead.signum() * count(position.empty())
}
