//! Writes a strategy down, with the search that found it.

use super::Instruction;
use crate::{Claim, ProofSearch};
use plywood_game::{Budget, Defence, Game, Knowledge, Move, Stopped, Symmetry};
use std::collections::HashSet;

/// Leaves are searches of at most this many positions by the game's own rules.
/// The fewer, the longer the file and the shorter its verification.
const LEAF_POSITIONS: u64 = 300;

/// The deepest search at a leaf, in plies.
const LEAF_PLIES: u32 = 6;

/// The strategy that makes a true claim true, within a number of plies if that
/// is given.
///
/// # Errors
/// If the budget is spent first.
pub(crate) fn write_strategy<G: Symmetry, K: Knowledge<G>>(
    search: &mut ProofSearch<'_, G, K>,
    position: &G::Position,
    claim: Claim,
    plies: Option<u32>,
    budget: &mut Budget<'_>,
) -> Result<Vec<u8>, Stopped> {
    let mut writer = Writer { search, claim, budget, seen: HashSet::new(), strategy: Vec::new() };
    writer.position(position, plies)?;
    Ok(writer.strategy)
}

struct Writer<'w, 'a, 'b, G: Symmetry, K: Knowledge<G>> {
    search: &'w mut ProofSearch<'a, G, K>,
    claim: Claim,
    budget: &'w mut Budget<'b>,
    seen: HashSet<G::Position>,
    strategy: Vec<u8>,
}

impl<G: Symmetry, K: Knowledge<G>> Writer<'_, '_, '_, G, K> {
    /// Writes what is to be done from a position on, in which the claim is true.
    fn position(&mut self, position: &G::Position, left: Option<u32>) -> Result<(), Stopped> {
        let game = self.search.game;
        if game.outcome(position).is_some() || !self.seen.insert(position.clone()) {
            return Ok(());
        }
        self.budget.pay_work(1)?;
        if let Some(instruction) = self.leaf(position, left) {
            instruction.write(&mut self.strategy);
            return Ok(());
        }
        let left = left.map(|left| left.saturating_sub(1));
        let mut next = position.clone();
        if game.to_move(position) != self.claim.side {
            Instruction::EveryReply.write(&mut self.strategy);
            let mut replies = game.legal_moves(position);
            replies.sort_unstable_by_key(|reply| reply.pack());
            for reply in replies {
                let undo = game.play(&mut next, reply);
                self.position(&next, left)?;
                game.undo(&mut next, undo);
            }
            return Ok(());
        }
        let within = left.map(|left| left + 1);
        let mv = self.search.choose(position, self.claim, within, self.budget)?;
        // The claim is true, so there is a move; without one the file would not
        // verify, which is better than to stop here.
        let Some(mv) = mv else { return Ok(()) };
        Instruction::Play(mv.pack()).write(&mut self.strategy);
        game.play(&mut next, mv);
        self.position(&next, left)
    }

    /// What shows the claim here without a strategy, if anything does.
    fn leaf(&self, position: &G::Position, left: Option<u32>) -> Option<Instruction> {
        if let Some(Defence::Pairs(pairs)) = self.search.defence(position, self.claim) {
            return Some(Instruction::Pairs(pairs));
        }
        let deepest = left.unwrap_or(LEAF_PLIES).min(LEAF_PLIES);
        for plies in 1..=deepest {
            let mut allowed = LEAF_POSITIONS;
            let found = shows(self.search.game, position, self.claim, plies, &mut allowed);
            if found {
                return Some(Instruction::Search(plies));
            }
            if allowed == 0 {
                break;
            }
        }
        None
    }
}

/// Whether a plain search of this many plies shows the claim, looking at no
/// more positions than allowed.
fn shows<G: Game>(
    game: &G,
    position: &G::Position,
    claim: Claim,
    plies: u32,
    allowed: &mut u64,
) -> bool {
    if *allowed == 0 {
        return false;
    }
    *allowed -= 1;
    if let Some(outcome) = game.outcome(position) {
        return claim.is_met_by(outcome);
    }
    if plies == 0 {
        return false;
    }
    let mut next = position.clone();
    let mut holds_after = |mv| {
        let undo = game.play(&mut next, mv);
        let holds = shows(game, &next, claim, plies - 1, allowed);
        game.undo(&mut next, undo);
        holds
    };
    let mut moves = game.legal_moves(position).into_iter();
    match game.to_move(position) == claim.side {
        true => moves.any(&mut holds_after),
        false => moves.all(&mut holds_after),
    }
}
