//! Exact values before a table, or without one.
//!
//! Alpha-beta (Knuth and Moore, "An Analysis of Alpha-Beta Pruning", 1975) over
//! the values of the table themselves: a win is worth the more the sooner it
//! comes, so that what is found is the shortest win or the longest defence. A
//! line ends where the game does or where the table holds the position.
//!
//! Wins and losses that come before the table are looked for first, within 1, 2,
//! 3, .. plies: no position of these searches is deeper than the distance that is
//! asked for. Only if there are none is every line followed into the table.
//! Without a table these searches go on until the budget is spent. Repetition does
//! not matter to them: what is won within some plies is so on every path.
//!
//! Measured: the empty board of Delta, a win in 15, takes 1.8 s of processor time;
//! proof-number search (`proof`), which also serves certificates, takes 20 times
//! as long.

use super::error::TableError;
use super::indexed::Indexed;
use super::memory::{Entry, Memory};
use super::probe::Table;
use super::value::{MOST_PLIES, TableValue};
use plywood_game::{Budget, Game, Outcome, Stopped, Symmetry};

type Position<F> = <<F as Foresight>::Game as Game>::Position;
type Move<F> = <<F as Foresight>::Game as Game>::Move;

/// What the search asks.
pub(super) trait Foresight {
    /// The game.
    type Game: Symmetry;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// The value of a position that the table holds.
    fn held(
        &self,
        position: &<Self::Game as Game>::Position,
    ) -> Result<Option<TableValue>, TableError>;

    /// At most this many plies lead into the table; none without one.
    fn plies_ahead(&self, position: &<Self::Game as Game>::Position) -> Option<u8>;

    /// As [`Indexed::looks`].
    fn looks(&self, position: &<Self::Game as Game>::Position) -> i32;
}

impl<I: Indexed> Foresight for Table<I>
where
    I::Game: Symmetry,
{
    type Game = I::Game;

    fn game(&self) -> &I::Game {
        self.indexed().game()
    }

    fn held(
        &self,
        position: &<I::Game as Game>::Position,
    ) -> Result<Option<TableValue>, TableError> {
        self.value(position)
    }

    fn plies_ahead(&self, position: &<I::Game as Game>::Position) -> Option<u8> {
        Some(self.indexed().plies_ahead(position))
    }

    fn looks(&self, position: &<I::Game as Game>::Position) -> i32 {
        self.indexed().looks(position)
    }
}

/// A value as [`TableValue::rank`] has it.
type Rank = i32;

const WON_AT_ONCE: Rank = TableValue::Win(1).rank();
const WON_IN_THREE: Rank = TableValue::Win(3).rank();
const LOST_IN_TWO: Rank = TableValue::Loss(2).rank();
const LOST_IN_FOUR: Rank = TableValue::Loss(4).rank();
const BEYOND: Rank = TableValue::Win(0).rank() + 1;

/// The value of a position before a table, and best play into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen<M> {
    /// The value for the side to move.
    pub value: TableValue,
    /// Best play, to the end of the game or into the table.
    pub line: Vec<M>,
}

/// Why a value was not found.
enum Halt {
    /// The budget is spent.
    Stopped,
    /// The table cannot be read.
    Table(TableError),
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl From<TableError> for Halt {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

/// A search before a table.
pub(super) struct Before<'a, 'b, F: Foresight> {
    foresight: &'a F,
    memory: &'a mut Memory,
    budget: &'a mut Budget<'b>,
    /// The moves of a position whose next ply ends the line.
    last: Vec<Move<F>>,
}

/// A successor, and how good it looks to the side that moves there.
struct Child<F: Foresight> {
    mv: Move<F>,
    position: Position<F>,
    key: u64,
    looks: i32,
}

impl<'a, 'b, F: Foresight> Before<'a, 'b, F> {
    pub(super) fn new(
        foresight: &'a F,
        memory: &'a mut Memory,
        budget: &'a mut Budget<'b>,
    ) -> Self {
        Self { foresight, memory, budget, last: Vec::new() }
    }

    /// The value of a position, and best play; none if the budget is spent first.
    pub(super) fn found(
        &mut self,
        root: &Position<F>,
    ) -> Result<Option<Foreseen<Move<F>>>, TableError> {
        match self.solve(root) {
            Ok(foreseen) => Ok(Some(foreseen)),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Table(error)) => Err(error),
        }
    }

    fn solve(&mut self, root: &Position<F>) -> Result<Foreseen<Move<F>>, Halt> {
        let rank = self.rank(root)?;
        let line = self.line(root, rank)?;
        Ok(Foreseen { value: TableValue::of_rank(rank), line })
    }

    /// The exact rank of a position.
    fn rank(&mut self, root: &Position<F>) -> Result<Rank, Halt> {
        let ahead = self.foresight.plies_ahead(root);
        for plies in 1..=ahead.unwrap_or(MOST_PLIES) {
            if plies % 2 == 1 {
                let won = TableValue::Win(plies).rank();
                if self.search(root, won - 1, won)? >= won {
                    return Ok(won);
                }
            } else {
                let lost = TableValue::Loss(plies).rank();
                if self.search(root, lost, lost + 1)? <= lost {
                    return Ok(lost);
                }
            }
        }
        match ahead {
            Some(_) => self.search(root, -BEYOND, BEYOND),
            None => Err(Halt::Stopped),
        }
    }

    /// The moves from a position of this rank that keep it, into the table.
    fn line(&mut self, root: &Position<F>, rank: Rank) -> Result<Vec<Move<F>>, Halt> {
        let (mut position, mut rank, mut line) = (root.clone(), rank, Vec::new());
        while self.known(&position)?.is_none() {
            let wanted = for_successor(rank);
            let best = self.memory.probe(self.key(&position)).map_or(0, |entry| entry.best);
            let mut next = None;
            for child in self.children(&position, best)? {
                if self.search(&child.position, wanted, wanted + 1)? <= wanted {
                    next = Some(child);
                    break;
                }
            }
            let Some(child) = next else { break };
            line.push(child.mv);
            (position, rank) = (child.position, wanted);
        }
        Ok(line)
    }

    /// The rank of a position within a window: what is returned is exact between
    /// the bounds, an upper bound at `alpha` or below, a lower bound at `beta` or
    /// above.
    fn search(&mut self, position: &Position<F>, alpha: Rank, beta: Rank) -> Result<Rank, Halt> {
        if let Some(rank) = self.known(position)? {
            return Ok(rank);
        }
        // Nothing is better than to win at once, or worse than to lose by the
        // other side's next move.
        if alpha >= WON_AT_ONCE {
            return Ok(WON_AT_ONCE);
        }
        if beta <= LOST_IN_TWO {
            return Ok(LOST_IN_TWO);
        }
        if alpha >= WON_IN_THREE {
            let wins = self.wins_at_once(position)?;
            return Ok(if wins { WON_AT_ONCE } else { WON_IN_THREE });
        }
        if beta <= LOST_IN_FOUR {
            let loses = self.loses_in_two(position)?;
            return Ok(if loses { LOST_IN_TWO } else { LOST_IN_FOUR });
        }
        let key = self.key(position);
        let unknown = Entry { key, best: 0, lower: -(BEYOND as i16), upper: BEYOND as i16 };
        let mut entry = self.memory.probe(key).unwrap_or(unknown);
        let (lower, upper) = (Rank::from(entry.lower), Rank::from(entry.upper));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        let mut best = -BEYOND;
        for (number, child) in self.children(position, entry.best)?.into_iter().enumerate() {
            let floor = best.max(alpha);
            let mut rank = -BEYOND;
            if number > 0 {
                rank = self.successor(&child.position, floor, floor + 1)?;
            }
            if number == 0 || rank > floor && rank < beta {
                rank = self.successor(&child.position, floor, beta)?;
            }
            if rank > best {
                best = rank;
                entry.best = part(child.key);
            }
            if best >= beta {
                break;
            }
        }
        if best > alpha {
            entry.lower = entry.lower.max(best as i16);
        }
        if best < beta {
            entry.upper = entry.upper.min(best as i16);
        }
        self.memory.store(entry);
        Ok(best)
    }

    /// Whether a move wins the game. The last two plies of a line are most of a
    /// search, and need neither an order of the moves nor a place in the memory.
    fn wins_at_once(&mut self, position: &Position<F>) -> Result<bool, Halt> {
        let game = self.foresight.game();
        let win = Some(Outcome::Win(game.to_move(position)));
        self.last.clear();
        game.moves(position, &mut self.last);
        for &mv in &self.last {
            self.budget.pay_node()?;
            let mut next = position.clone();
            game.play(&mut next, mv);
            if game.outcome(&next) == win {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether every move lets the other side win at once, in a position without a
    /// result.
    fn loses_in_two(&mut self, position: &Position<F>) -> Result<bool, Halt> {
        let game = self.foresight.game();
        for mv in game.legal_moves(position) {
            self.budget.pay_node()?;
            let mut next = position.clone();
            game.play(&mut next, mv);
            if game.outcome(&next).is_some() || !self.wins_at_once(&next)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The rank of a move by that of the position it leads to.
    fn successor(&mut self, next: &Position<F>, alpha: Rank, beta: Rank) -> Result<Rank, Halt> {
        let rank = self.search(next, for_successor(beta), for_successor(alpha))?;
        Ok(-(rank - rank.signum()))
    }

    fn key(&self, position: &Position<F>) -> u64 {
        self.foresight.game().canonical_key(position).0
    }

    /// The rank of a position that is over or in the table.
    fn known(&self, position: &Position<F>) -> Result<Option<Rank>, TableError> {
        let game = self.foresight.game();
        if let Some(value) = self.foresight.held(position)? {
            return Ok(Some(value.rank()));
        }
        Ok(game.outcome(position).map(|outcome| match outcome {
            Outcome::Win(side) if side == game.to_move(position) => TableValue::Win(0).rank(),
            Outcome::Win(_) => TableValue::Loss(0).rank(),
            Outcome::Draw | Outcome::Margin(_) => TableValue::Draw.rank(),
        }))
    }

    /// The successors in the order in which they are tried: the one that was best
    /// before, then those that look worst to the other side. A win at
    /// once is the only one.
    fn children(&mut self, position: &Position<F>, best: u32) -> Result<Vec<Child<F>>, Halt> {
        let game = self.foresight.game();
        let mut children = Vec::new();
        for mv in game.legal_moves(position) {
            self.budget.pay_node()?;
            let mut next = position.clone();
            game.play(&mut next, mv);
            let key = game.canonical_key(&next).0;
            let looks = match part(key) == best {
                true => i32::MIN,
                false => self.foresight.looks(&next),
            };
            let wins = game.outcome(&next) == Some(Outcome::Win(game.to_move(position)));
            if wins {
                children.clear();
            }
            children.push(Child { mv, position: next, key, looks });
            if wins {
                break;
            }
        }
        children.sort_by_key(|child| child.looks);
        Ok(children)
    }
}

/// The rank of a successor by that of the move to it: the other side's, and a
/// ply sooner.
fn for_successor(rank: Rank) -> Rank {
    -(rank + rank.signum())
}

/// What an entry keeps of a successor's key; never 0.
fn part(key: u64) -> u32 {
    (key >> 32) as u32 | 1
}
