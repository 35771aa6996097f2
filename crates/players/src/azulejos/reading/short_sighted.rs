//! What a player answers that looks a few moves ahead and counts nothing but
//! points: plain minimax, as the report's program plays and as many a first
//! program does.
//!
//! The answer is exactly that of `azulejos-minimax`, equal moves included, of
//! which it takes the first in row order; a test holds the two against each
//! other. It is found with less work: large groups first, and the last move is
//! not played, because the largest group is what it takes.

use super::super::meter::Meter;
use plywood_game::Game;
use plywood_games::azulejos::{Azulejos, Group, Position, Tile};

/// Lower than any lead.
const LOWEST: i32 = -1_000_000_000;

/// A player that looks so many moves ahead and counts points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ShortSighted {
    pub(super) game: Azulejos,
    /// How many moves it looks ahead; at least one, its own.
    pub(super) depth: u32,
}

impl ShortSighted {
    /// What it plays; none where there is nothing to play, or the meter was
    /// spent before that was known.
    pub(super) fn answer(&self, position: &mut Position, meter: &mut Meter<'_>) -> Option<Tile> {
        let mut best: Option<(i32, Tile)> = None;
        for Group { tile, .. } in self.largest_first(position) {
            // Of equal moves the first in row order is wanted, so one that is
            // earlier than the best need only be as good.
            let enough = match best {
                None => LOWEST,
                Some((value, leader)) if tile < leader => value - 1,
                Some((value, _)) => value,
            };
            let value = self.after(position, tile, self.depth - 1, [enough, -LOWEST], meter)?;
            if value > enough {
                best = Some((value, tile));
            }
        }
        best.map(|(_, tile)| tile)
    }

    fn largest_first(&self, position: &Position) -> Vec<Group> {
        let mut groups = self.game.groups(position);
        groups.sort_by_key(|group| std::cmp::Reverse(group.size));
        groups
    }

    /// The lead that a move comes to for whoever makes it, looking so many
    /// moves further: right between the bounds, and else beyond the one that it
    /// is beyond. None if the meter is spent.
    fn after(
        &self,
        position: &mut Position,
        tile: Tile,
        left: u32,
        [alpha, beta]: [i32; 2],
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        if !meter.pay() {
            return None;
        }
        let undo = self.game.play(position, tile);
        let value = self.value(position, left, [-beta, -alpha], meter);
        self.game.undo(position, undo);
        value.map(|value| -value)
    }

    /// The lead that the side to move comes to in so many moves.
    fn value(
        &self,
        position: &mut Position,
        left: u32,
        [mut alpha, beta]: [i32; 2],
        meter: &mut Meter<'_>,
    ) -> Option<i32> {
        match left {
            0 => return Some(position.lead()),
            1 => return Some(position.lead_after_largest()),
            _ => {}
        }
        let groups = self.largest_first(position);
        if groups.is_empty() {
            return Some(position.lead());
        }
        let here = position.lead();
        let mut best = LOWEST;
        for &Group { tile, points, .. } in &groups {
            // With one answer left, which costs or is nothing, a move makes its
            // own points at most, unless it may empty the board.
            let most = here + points as i32;
            if left == 2 && groups.len() > 1 && most <= alpha {
                best = best.max(most);
                break;
            }
            let value = self.after(position, tile, left - 1, [alpha, beta], meter)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}
