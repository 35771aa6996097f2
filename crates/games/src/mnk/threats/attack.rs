//! What both searches share: the board, the two sides, and the budget.

use super::lines::Lines;
use super::memory::Failures;
use plywood_game::{Budget, Side, Stopped, StoppedBy};
use std::cmp::Reverse;

/// A running attack.
pub(super) struct Attack<'g, 'e, 'n> {
    pub(super) lines: Lines<'g>,
    pub(super) attacker: Side,
    pub(super) defender: Side,
    pub(super) failures: Failures,
    /// A stack of fours, those of each node on top of those of its parent.
    pub(super) pairs: Vec<Pair>,
    /// In how many nearly full windows a cell is; all 0 between uses.
    worth: Vec<i16>,
    budget: &'e mut Budget<'n>,
}

/// A four: the cell that makes it, and one that would complete its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair {
    pub(super) four: u16,
    pub(super) end: u16,
    /// How much the four makes and its end takes away; the higher, the earlier.
    promise: i16,
}

/// The defender's threat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Danger {
    /// Nothing that cannot wait.
    None,
    /// To complete a line here, unless it is stopped.
    At(u16),
    /// To complete one of several lines.
    Everywhere,
}

impl<'g, 'e, 'n> Attack<'g, 'e, 'n> {
    pub(super) fn new(lines: Lines<'g>, attacker: Side, budget: &'e mut Budget<'n>) -> Self {
        let worth = vec![0; lines.cells()];
        Self {
            lines,
            attacker,
            defender: attacker.other(),
            failures: Failures::new(),
            pairs: Vec::new(),
            worth,
            budget,
        }
    }

    /// Pays for a mark and puts it on the board.
    pub(super) fn put(&mut self, side: Side, cell: u16) -> Result<(), Stopped> {
        self.budget.pay_node()?;
        self.look_at(self.lines.work_of_a_mark())?;
        self.lines.put(side, cell);
        Ok(())
    }

    /// Pays for looking at this many cells, some 2 ns each.
    pub(super) fn look_at(&mut self, cells: usize) -> Result<(), Stopped> {
        self.budget.pay_work(cells)
    }

    /// Does something with a share of at most this many nodes; none if the
    /// share was not enough.
    pub(super) fn within<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let outer = self.budget.reserve(nodes, None);
        let done = work(self);
        self.budget.release(outer);
        match done {
            Ok(result) => Ok(Some(result)),
            Err(Stopped(StoppedBy::Nodes)) if self.nodes_left() > 0 => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }

    /// How many moves the current part of the work may still play.
    pub(super) fn nodes_left(&self) -> u64 {
        self.budget.nodes_left()
    }

    /// A cell that completes a line of the attacker.
    pub(super) fn winning_cell(&self) -> Option<u16> {
        self.lines.gaps::<1>(self.attacker).next().map(|[cell]| cell)
    }

    pub(super) fn danger(&self) -> Danger {
        let mut cells = self.lines.gaps::<1>(self.defender).map(|[cell]| cell);
        match cells.next() {
            None => Danger::None,
            Some(first) if cells.all(|cell| cell == first) => Danger::At(first),
            Some(_) => Danger::Everywhere,
        }
    }

    /// Orders fours so that those come first that make the most and whose ends take
    /// the least away: a cell is worth as much as it is in nearly full windows of the
    /// attacker.
    pub(super) fn order_fours(&mut self, base: usize) -> Result<(), Stopped> {
        if self.pairs.len() - base < 2 {
            return Ok(());
        }
        let windows = |lacking| self.lines.windows(self.attacker, lacking);
        self.look_at(2 * windows(2) + 3 * windows(3))?;
        let twos = self.lines.gaps::<2>(self.attacker).flatten();
        let threes = self.lines.gaps::<3>(self.attacker).flatten();
        for cell in twos.chain(threes) {
            self.worth[usize::from(cell)] += 1;
        }
        for pair in &mut self.pairs[base..] {
            let worth = |cell: u16| self.worth[usize::from(cell)];
            pair.promise = worth(pair.four) - worth(pair.end);
        }
        self.pairs[base..].sort_by_key(|pair| Reverse(pair.promise));
        self.worth.fill(0);
        Ok(())
    }

    /// Puts the fours of the attacker on the stack, in order, each pair once.
    /// Of a four with several ends there are several pairs.
    pub(super) fn push_fours(&mut self) -> Result<(), Stopped> {
        self.look_at(8 * self.lines.windows(self.attacker, 2))?;
        let base = self.pairs.len();
        for [one, other] in self.lines.gaps::<2>(self.attacker) {
            self.pairs.push(Pair { four: one, end: other, promise: 0 });
            self.pairs.push(Pair { four: other, end: one, promise: 0 });
        }
        self.pairs[base..].sort_unstable();
        // In place, because `dedup` knows no base.
        let mut kept = base;
        for index in base..self.pairs.len() {
            if index == base || self.pairs[index] != self.pairs[index - 1] {
                self.pairs[kept] = self.pairs[index];
                kept += 1;
            }
        }
        self.pairs.truncate(kept);
        Ok(())
    }
}
