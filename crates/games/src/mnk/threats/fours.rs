//! Continuous fours.
//!
//! Each move of the attacker makes a four, and the defender's one reply is to
//! take its end; a four with two ends cannot be met. First any line is looked for,
//! the most promising four first, however deep: with 1,000 nodes that solves 1,196 of
//! 1,244 positions of Gomoku that are won so, where deepening alone solved 955 (`cargo
//! test -p plywood-games --test threats -- --nocapture thousand`). Then the number of
//! fours is deepened by one at a time, so that the line has the fewest.

use super::attack::{Attack, Danger};
use super::memory::HOPELESS;
use plywood_game::Stopped;

/// No line has more fours than this; it bounds the depth of the recursion.
pub(super) const MOST_FOURS: u16 = 400;

/// The line with the fewest fours by which the attacker, who is to move, wins,
/// if `most` fours are enough. Where the nodes are not enough to know the fewest, any
/// line that was found.
pub(super) fn shortest_fours(
    attack: &mut Attack<'_, '_, '_>,
    most: u16,
) -> Result<Option<Vec<u16>>, Stopped> {
    let all = attack.nodes_left();
    let any = attack.within(all - all / 16, |attack| any_fours(attack, most))?;
    let fewer = match &any {
        Some(None) => return Ok(None),
        // Three moves of a line are its last four and what follows.
        Some(Some(line)) => (line.len() as u16 / 2).saturating_sub(1),
        None => most,
    };
    let shorter = attack.within(attack.nodes_left(), |attack| {
        let mut fours = 1..=fewer;
        fours.find_map(|fours| any_fours(attack, fours).transpose()).transpose()
    });
    let shorter = match shorter {
        Err(stopped) if any.is_none() => return Err(stopped),
        shorter => shorter.ok().flatten().flatten(),
    };
    Ok(shorter.or(any.flatten()))
}

/// A line of at most `most` fours by which the attacker, who is to move, wins.
pub(super) fn any_fours(
    attack: &mut Attack<'_, '_, '_>,
    most: u16,
) -> Result<Option<Vec<u16>>, Stopped> {
    if let Some(cell) = attack.winning_cell() {
        return Ok(Some(vec![cell]));
    }
    let base = attack.pairs.len();
    let mut search = Fours { attack, backwards: Vec::new(), cut: false };
    let found = search.wins(most);
    search.attack.pairs.truncate(base);
    let won = found?;
    search.backwards.reverse();
    Ok(won.then_some(search.backwards))
}

/// A search for a line of fours.
struct Fours<'a, 'g, 'e, 'n> {
    attack: &'a mut Attack<'g, 'e, 'n>,
    /// The moves found, the last one first.
    backwards: Vec<u16>,
    /// Whether a line was given up because it had too many fours.
    cut: bool,
}

impl Fours<'_, '_, '_, '_> {
    /// Whether the attacker, who is to move and has no line to complete, wins
    /// with at most this many fours.
    fn wins(&mut self, left: u16) -> Result<bool, Stopped> {
        let danger = self.attack.danger();
        if danger == Danger::Everywhere {
            return Ok(false);
        }
        let key = self.attack.lines.key();
        let failed = self.attack.failures.with(key);
        if failed >= left {
            self.cut |= failed != HOPELESS;
            return Ok(false);
        }
        let base = self.attack.pairs.len();
        self.attack.push_fours()?;
        if let Danger::At(cell) = danger {
            self.keep_fours_at(base, cell);
        }
        let cut_before = std::mem::take(&mut self.cut);
        let won = self.ends_with_two_ends(base) || {
            self.attack.order_fours(base)?;
            self.goes_on(base, left)?
        };
        if !won {
            let enough = if self.cut { left } else { HOPELESS };
            self.attack.failures.remember(key, enough);
        }
        self.cut |= cut_before;
        self.attack.pairs.truncate(base);
        Ok(won)
    }

    /// Whether some four has two ends.
    fn ends_with_two_ends(&mut self, base: usize) -> bool {
        let fours = &self.attack.pairs[base..];
        let Some(two) = fours.windows(2).find(|two| two[0].four == two[1].four) else {
            return false;
        };
        self.backwards.extend([two[1].end, two[0].end, two[0].four]);
        true
    }

    /// Tries every four, with the reply that it forces.
    fn goes_on(&mut self, base: usize, left: u16) -> Result<bool, Stopped> {
        if left == 1 {
            self.cut |= self.attack.pairs.len() > base;
            return Ok(false);
        }
        for index in base..self.attack.pairs.len() {
            let pair = self.attack.pairs[index];
            let (attacker, defender) = (self.attack.attacker, self.attack.defender);
            self.attack.put(attacker, pair.four)?;
            let won = self.attack.put(defender, pair.end).and_then(|()| {
                let won = self.wins(left - 1);
                self.attack.lines.take(defender, pair.end);
                won
            });
            self.attack.lines.take(attacker, pair.four);
            if won? {
                self.backwards.extend([pair.end, pair.four]);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Only a four on this cell stops the defender.
    fn keep_fours_at(&mut self, base: usize, cell: u16) {
        let mut kept = base;
        for index in base..self.attack.pairs.len() {
            if self.attack.pairs[index].four == cell {
                self.attack.pairs.swap(kept, index);
                kept += 1;
            }
        }
        self.attack.pairs.truncate(kept);
    }
}
