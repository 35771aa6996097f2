//! Threes, and the replies that stop them.
//!
//! A *three* is a move after which the attacker, were he to move again, would
//! have a four with two ends. It is told from the fours alone: after the move
//! some cell makes a four with two or more ends. Nothing is said of shapes, so
//! a three may lie in one line or where two lines cross, and it may be the
//! same move that answers a four of the defender.
//!
//! Against one such threat there are only these replies: to take the cell that
//! makes the four; to take an end, if there are just two; or to make a four
//! first, which the attacker has to answer. Every other reply leaves the four
//! with its two ends possible, and the defender without a four cannot complete
//! a line before the attacker does.

use super::attack::{Attack, Danger};
use plywood_game::Stopped;

impl Attack<'_, '_, '_> {
    /// The moves with which the attacker may go on: all that make a four or
    /// might make a three, or the one that stops a line of the defender.
    pub(super) fn attacks(&mut self) -> Result<Vec<u16>, Stopped> {
        match self.danger() {
            Danger::None => {}
            Danger::At(cell) => return Ok(vec![cell]),
            Danger::Everywhere => return Ok(Vec::new()),
        }
        let windows = [2, 3].map(|lacking| self.lines.windows(self.attacker, lacking));
        self.look_at(8 * (windows[0] + windows[1]))?;
        let fours = self.lines.gaps::<2>(self.attacker).flatten();
        let threes = self.lines.gaps::<3>(self.attacker).flatten();
        Ok(each_once(fours.chain(threes).collect()))
    }

    /// The replies that may save the defender, who is to move, from what the
    /// attacker threatens; none if the attacker threatens nothing or the
    /// defender completes a line. Where nothing saves him, these are replies
    /// that last as long as any.
    pub(super) fn replies(&mut self) -> Result<Vec<u16>, Stopped> {
        if self.danger() != Danger::None {
            return Ok(Vec::new());
        }
        if let Some(end) = self.winning_cell() {
            return Ok(vec![end]);
        }
        let base = self.pairs.len();
        self.push_fours()?;
        let mut replies = self.stops(base);
        self.pairs.truncate(base);
        if !replies.is_empty() {
            self.look_at(8 * self.lines.windows(self.defender, 2))?;
            replies.extend(self.lines.gaps::<2>(self.defender).flatten());
        }
        Ok(each_once(replies))
    }

    /// The cells that stop every four with two ends, as far as a single mark
    /// can; none if there is no such four.
    fn stops(&self, base: usize) -> Vec<u16> {
        let fours = self.pairs[base..].chunk_by(|one, next| one.four == next.four);
        let mut threats = fours.filter(|four| four.len() > 1).map(|four| {
            let ends = four.iter().map(|pair| pair.end).filter(|_| four.len() == 2);
            std::iter::once(four[0].four).chain(ends)
        });
        let Some(first) = threats.next() else { return Vec::new() };
        let mut stops: Vec<u16> = first.collect();
        let makes_the_first = stops[0];
        for threat in threats {
            stops.retain(|&cell| threat.clone().any(|stop| stop == cell));
        }
        if stops.is_empty() {
            // Two threats and no common stop: one reply is as good as another.
            stops.push(makes_the_first);
        }
        stops
    }
}

fn each_once(mut cells: Vec<u16>) -> Vec<u16> {
    cells.sort_unstable();
    cells.dedup();
    cells
}
