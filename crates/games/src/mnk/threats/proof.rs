//! Fours and threes, by proof numbers.
//!
//! A three leaves the defender several replies, so there is a tree to prove:
//! one move of the attacker must win against every reply. The search always
//! goes where the least is missing for a decision, depth first within limits
//! (proof numbers: Allis, van der Meulen and van den Herik, "Proof-number
//! search", 1994; depth first: Nagai, "Df-pn algorithm for searching AND/OR
//! trees and its applications", 2002). No position is forgotten, so the proof
//! stays together until its line is read from it. Marks are only added, so no
//! position can come back to itself.

use super::attack::{Attack, Danger};
use super::fours::any_fours;
use super::numbers::{Numbers, Role};
use super::tree::{Known, Next, ThreatTree};
use plywood_game::{Side, Stopped};

/// At a leaf this many moves may be played to finish by fours alone.
const NODES_AT_A_LEAF: u64 = 100;

/// At a leaf no more fours than this are tried.
const FOURS_AT_A_LEAF: u16 = 12;

/// Deeper nodes count as failures; it bounds the depth of the recursion.
const DEEPEST: usize = 200;

/// A line by which the attacker, who is to move, wins against any defence, the
/// defender resisting as long as he can.
pub(super) fn proven_line(attack: &mut Attack<'_, '_, '_>) -> Result<Option<Vec<u16>>, Stopped> {
    let tree = ThreatTree::new(attack.nodes_left());
    let mut proving = Proving { attack, tree };
    let root = proving.search(0, Role::Attacker, Numbers::LARGEST)?;
    Ok(root.numbers.is_proven().then(|| proving.line()))
}

/// A search for a win by fours and threes.
struct Proving<'a, 'g, 'e, 'n> {
    attack: &'a mut Attack<'g, 'e, 'n>,
    tree: ThreatTree,
}

/// A move with what is known of the position after it.
struct Child {
    cell: u16,
    known: Known,
}

impl Proving<'_, '_, '_, '_> {
    /// Searches below a node until one of its numbers reaches the limit.
    fn search(&mut self, ply: usize, turn: Role, limit: Numbers) -> Result<Known, Stopped> {
        let mut children = self.children(ply, turn)?;
        loop {
            let each = || children.iter().map(|child| child.known.numbers);
            let numbers = turn.combined(each());
            if numbers.reach(limit) {
                let known = summary(turn, &children, numbers);
                self.tree.remember(self.attack.lines.key(), known)?;
                return Ok(known);
            }
            let (index, limit) = turn.choice(each(), numbers, limit);
            let (cell, side) = (children[index].cell, self.side(turn));
            self.attack.put(side, cell)?;
            let known = self.search(ply + 1, turn.other(), limit);
            self.attack.lines.take(side, cell);
            children[index].known = known?;
        }
    }

    /// The moves of a node with what is known of them.
    fn children(&mut self, ply: usize, turn: Role) -> Result<Vec<Child>, Stopped> {
        let moves = match turn {
            Role::Attacker => self.attack.attacks()?,
            Role::Defender => self.attack.replies()?,
        };
        let side = self.side(turn);
        let mut children = Vec::with_capacity(moves.len());
        for cell in moves {
            self.attack.put(side, cell)?;
            let known = self.appraise(ply + 1, turn.other());
            self.attack.lines.take(side, cell);
            children.push(Child { cell, known: known? });
        }
        Ok(children)
    }

    /// The stored numbers of a node, or those found without a search.
    fn appraise(&mut self, ply: usize, turn: Role) -> Result<Known, Stopped> {
        let key = self.attack.lines.key();
        if let Some(known) = self.tree.known(key) {
            return Ok(known);
        }
        let known = match turn {
            _ if ply >= DEEPEST => Known::FAILED,
            Role::Attacker => self.appraise_attack()?,
            Role::Defender => match self.attack.replies()?.len() {
                0 => Known::FAILED,
                replies => Known::unproven(Numbers::open(replies)),
            },
        };
        self.tree.remember(key, known)?;
        Ok(known)
    }

    /// The attacker's node: fours alone may be enough.
    fn appraise_attack(&mut self) -> Result<Known, Stopped> {
        if self.attack.winning_cell().is_none() && self.attack.danger() == Danger::Everywhere {
            return Ok(Known::FAILED);
        }
        let fours = |attack: &mut Attack<'_, '_, '_>| any_fours(attack, FOURS_AT_A_LEAF);
        match self.attack.within(NODES_AT_A_LEAF, fours)?.flatten() {
            Some(line) => Ok(self.tree.won_by(line)),
            None => Ok(Known::unproven(Numbers::open(1))),
        }
    }

    /// Reads the line from the tree once the root is proven.
    fn line(&mut self) -> Vec<u16> {
        let mut line = Vec::new();
        let mut turn = Role::Attacker;
        while let Some(known) = self.tree.known(self.attack.lines.key()) {
            match known.next {
                Next::Move(cell) => {
                    line.push(cell);
                    self.attack.lines.put(self.side(turn), cell);
                    turn = turn.other();
                }
                Next::Ending(number) => {
                    line.extend(self.tree.ending(number));
                    break;
                }
                Next::Unknown => break,
            }
        }
        line
    }

    fn side(&self, turn: Role) -> Side {
        match turn {
            Role::Attacker => self.attack.attacker,
            Role::Defender => self.attack.defender,
        }
    }
}

/// What is known of a node by its moves: if it is proven, the attacker takes
/// the shortest way and the defender the longest.
fn summary(turn: Role, children: &[Child], numbers: Numbers) -> Known {
    let proven = children.iter().filter(|child| child.known.numbers.is_proven());
    let best = match turn {
        Role::Attacker => proven.min_by_key(|child| child.known.plies),
        Role::Defender => proven.max_by_key(|child| child.known.plies),
    };
    match best.filter(|_| numbers.is_proven()) {
        Some(Child { cell, known }) => {
            Known { numbers, plies: known.plies + 1, next: Next::Move(*cell) }
        }
        None => Known::unproven(numbers),
    }
}
