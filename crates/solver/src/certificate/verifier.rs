//! # The verifier
//!
//! It replays a certificate against every reply and shares nothing with what
//! wrote it: neither the search, nor the table, nor the game's own rules. It asks
//! a [`Judge`].
//!
//! ## Why an accepted claim is true
//! Every position that the walk meets is a finished game that meets the claim, a
//! leaf that is checked on the spot, a position of the claim's side with one move
//! to a position that holds, or a position of the other side all of whose moves
//! lead to positions that hold. A position met before is not walked again. For a
//! claim that a draw does not meet, it must have been finished then: so no line
//! returns to a position, all lines end, and they end as claimed. For a claim
//! that a draw meets, it may also still be open: a line that returns there can
//! only go on for ever, which is a draw by repetition.

use super::{By, Certificate, Instruction, LARGEST_LEAF_SEARCH, Part, Reader};
use crate::Claim;
use plywood_game::Side;
use plywood_judges::Judge;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a verification looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Different positions of the strategies, finished games included.
    pub positions: u64,
    /// Leaves shown by a search, and the positions of these searches.
    pub searches: u64,
    /// Positions looked at in the searches of leaves.
    pub searched: u64,
    /// Leaves shown by pairs of cells.
    pub pairings: u64,
    /// The claims, each with the most plies that it takes, if it is a win.
    pub claims: Vec<(Claim, Option<u32>)>,
    /// The sides that cannot lose by strategy stealing.
    pub stealing: Vec<Side>,
}

/// Why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// The judge cannot read the position.
    #[error("the position {position} cannot be read: {problem}")]
    Position {
        /// The text.
        position: String,
        /// What the judge says.
        problem: String,
    },
    /// Nothing is claimed, so nothing is shown.
    #[error("it claims nothing")]
    Empty,
    /// The strategy of a part fails.
    #[error("part {part}, after {line}: {problem}")]
    Strategy {
        /// Which of the parts, from 1.
        part: usize,
        /// The moves to the place.
        line: String,
        /// What is wrong there.
        problem: String,
    },
    /// The verification was stopped.
    #[error("stopped before the end")]
    Stopped,
}

/// Checks a certificate with a judge of its game. The number of positions goes to
/// the listener now and then.
///
/// # Errors
/// At the first contradiction, or when `stop` is set.
pub fn verify_certificate<J: Judge>(
    judge: &J,
    certificate: &Certificate,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(u64),
) -> Result<Checked, Contradiction> {
    let position = &certificate.position;
    let root = judge
        .read(position)
        .map_err(|problem| Contradiction::Position { position: position.clone(), problem })?;
    if certificate.parts.is_empty() {
        return Err(Contradiction::Empty);
    }
    let mut checked = Checked::default();
    for (number, part) in (1..).zip(&certificate.parts) {
        let walk = Walk {
            judge,
            claim: part.claim,
            seen: HashMap::new(),
            line: Vec::new(),
            checked: &mut checked,
            stop,
            listener,
        };
        walk.part(part, &root).map_err(|(line, problem)| match problem {
            Problem::Stopped => Contradiction::Stopped,
            Problem::At(problem) => Contradiction::Strategy { part: number, line, problem },
        })?;
    }
    Ok(checked)
}

enum Problem {
    Stopped,
    At(String),
}

impl From<&str> for Problem {
    fn from(text: &str) -> Self {
        Self::At(text.to_owned())
    }
}

/// A walk through the strategy of one claim.
struct Walk<'w, J: Judge> {
    judge: &'w J,
    claim: Claim,
    /// The longest line from each position met so far; none while it is open.
    seen: HashMap<J::State, Option<u32>>,
    line: Vec<J::Turn>,
    checked: &'w mut Checked,
    stop: &'w AtomicBool,
    listener: &'w mut dyn FnMut(u64),
}

/// The listener hears of this many positions at a time.
const TOLD_EVERY: u64 = 1 << 14;

/// No game is longer.
const LONGEST_LINE: usize = 20_000;

impl<J: Judge> Walk<'_, J> {
    fn part(mut self, part: &Part, root: &J::State) -> Result<(), (String, Problem)> {
        let found = match &part.by {
            By::Stealing => self.stealing(root),
            By::Strategy(strategy) => self.strategy(strategy, root, part.plies),
        };
        found.map_err(|problem| (self.line_in_words(root), problem))
    }

    fn line_in_words(&self, root: &J::State) -> String {
        let mut state = root.clone();
        let mut names = Vec::new();
        for turn in &self.line {
            names.push(self.judge.name(&state, turn));
            state = self.judge.after(&state, turn);
        }
        if names.is_empty() { "no move".to_owned() } else { names.join(" ") }
    }

    fn stealing(&mut self, root: &J::State) -> Result<(), Problem> {
        let Claim { side, .. } = self.claim;
        let holds = self.claim.is_met_by_a_draw()
            && self.judge.to_move(root) == side
            && self.judge.outcome(root).is_none()
            && self.judge.stealing_holds(root);
        if !holds {
            return Err("strategy stealing does not hold here".into());
        }
        self.checked.claims.push((self.claim, None));
        self.checked.stealing.push(side);
        Ok(())
    }

    fn strategy(
        &mut self,
        strategy: &[u8],
        root: &J::State,
        plies: Option<u32>,
    ) -> Result<(), Problem> {
        let mut reader = Reader::new(strategy);
        let longest = self.position(root, &mut reader)?;
        if !reader.is_at_end() {
            return Err("the strategy goes on after its end".into());
        }
        if let Some(plies) = plies.filter(|&plies| longest > plies) {
            let problem = format!("the longest line has {longest} plies; claimed were {plies}");
            return Err(Problem::At(problem));
        }
        let is_win = !self.claim.is_met_by_a_draw();
        self.checked.claims.push((self.claim, is_win.then_some(longest)));
        Ok(())
    }

    /// Checks that the claim holds here, and returns the longest line.
    fn position(&mut self, state: &J::State, reader: &mut Reader<'_>) -> Result<u32, Problem> {
        if let Some(&longest) = self.seen.get(state) {
            return match longest {
                Some(longest) => Ok(longest),
                None if self.claim.is_met_by_a_draw() => Ok(0),
                None => Err("a position comes back; expected a win without repetition".into()),
            };
        }
        self.count()?;
        self.seen.insert(state.clone(), None);
        let longest = self.new_position(state, reader)?;
        self.seen.insert(state.clone(), Some(longest));
        Ok(longest)
    }

    fn count(&mut self) -> Result<(), Problem> {
        self.checked.positions += 1;
        if self.checked.positions.is_multiple_of(TOLD_EVERY) {
            (self.listener)(self.checked.positions);
        }
        if self.stop.load(Ordering::Relaxed) {
            return Err(Problem::Stopped);
        }
        if self.line.len() > LONGEST_LINE {
            return Err("the line is longer than any game".into());
        }
        Ok(())
    }

    fn new_position(&mut self, state: &J::State, reader: &mut Reader<'_>) -> Result<u32, Problem> {
        if let Some(outcome) = self.judge.outcome(state) {
            return match self.claim.is_met_by(outcome) {
                true => Ok(0),
                false => Err("the game ends otherwise than claimed".into()),
            };
        }
        let is_own = self.judge.to_move(state) == self.claim.side;
        match reader.next() {
            None => Err("the strategy ends too soon or cannot be read".into()),
            Some(Instruction::Search(plies)) => self.search(state, plies),
            Some(Instruction::Pairs(pairs)) => self.pairs(state, &pairs),
            Some(Instruction::EveryReply) if !is_own => self.every_reply(state, reader),
            Some(Instruction::Play(code)) if is_own => self.play(state, code, reader),
            Some(_) => Err("the other side is to move".into()),
        }
    }

    fn every_reply(&mut self, state: &J::State, reader: &mut Reader<'_>) -> Result<u32, Problem> {
        let mut turns = self.judge.turns(state);
        turns.sort_by_key(|turn| self.judge.code(turn));
        let mut longest = 0;
        for turn in turns {
            longest = longest.max(1 + self.after(state, turn, reader)?);
        }
        Ok(longest)
    }

    fn play(
        &mut self,
        state: &J::State,
        code: u32,
        reader: &mut Reader<'_>,
    ) -> Result<u32, Problem> {
        let mut turns = self.judge.turns(state).into_iter();
        let turn = turns.find(|turn| self.judge.code(turn) == code);
        let turn = turn.ok_or_else(|| Problem::At(format!("there is no move number {code}")))?;
        Ok(1 + self.after(state, turn, reader)?)
    }

    fn after(
        &mut self,
        state: &J::State,
        turn: J::Turn,
        reader: &mut Reader<'_>,
    ) -> Result<u32, Problem> {
        let next = self.judge.after(state, &turn);
        self.line.push(turn);
        let longest = self.position(&next, reader)?;
        self.line.pop();
        Ok(longest)
    }

    fn pairs(&mut self, state: &J::State, pairs: &[(u32, u32)]) -> Result<u32, Problem> {
        self.checked.pairings += 1;
        let holds =
            self.claim.is_met_by_a_draw() && self.judge.pairs_hold(state, self.claim.side, pairs);
        if holds { Ok(0) } else { Err("the pairs do not stop every line".into()) }
    }

    fn search(&mut self, state: &J::State, plies: u32) -> Result<u32, Problem> {
        self.checked.searches += 1;
        let mut allowed = LARGEST_LEAF_SEARCH;
        let found = self.searched(state, plies, &mut allowed);
        self.checked.searched += LARGEST_LEAF_SEARCH - allowed;
        let problem = || Problem::At(format!("a search of {plies} plies does not show the claim"));
        found.ok_or_else(problem)
    }

    /// The longest line of the best play within this many plies that meets the
    /// claim; none if it cannot be met, or not by looking at so few positions.
    fn searched(&self, state: &J::State, plies: u32, allowed: &mut u64) -> Option<u32> {
        *allowed = allowed.checked_sub(1)?;
        if let Some(outcome) = self.judge.outcome(state) {
            return self.claim.is_met_by(outcome).then_some(0);
        }
        let plies = plies.checked_sub(1)?;
        let turns = self.judge.turns(state);
        let mut after = turns.iter().map(|turn| {
            let longest = self.searched(&self.judge.after(state, turn), plies, allowed)?;
            Some(longest + 1)
        });
        match self.judge.to_move(state) == self.claim.side {
            true => after.flatten().next(),
            false => after.try_fold(0, |longest, next| next.map(|next| longest.max(next))),
        }
    }
}
