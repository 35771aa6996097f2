//! The laws of [`Knowledge`].

use super::random_game;
use crate::{
    Budget, Game, Goal, Knowledge, Limits, Outcome, Proof, ProofBound, Random, Rest, Step,
};

/// Checks on `games` random games that
/// - updating a state, by moves and null moves and into a slot in use, equals
///   refreshing it;
/// - the evaluation ignores the last move unless it is path-dependent;
/// - candidates are legal and never empty, and moves left out as not forced
///   lose at the next move or are no better than winning at once;
/// - `order` gives a score for every move or for none;
/// - no proof denies a win in one move;
/// - what it does not say that it [offers](Knowledge::offers), it does not do.
///
/// # Panics
/// If a law is broken.
pub fn assert_knowledge<G: Game, K: Knowledge<G>>(game: &G, knowledge: &K, games: u32, seed: u64) {
    let mut dice = Random::new(seed);
    for _ in 0..games {
        // One slot for the whole game: it always holds an older state.
        let mut slot = knowledge.refresh(game, &game.initial());
        random_game(game, &mut dice, |position, played| {
            let at = || format!("after {played:?}");
            let here = Here { game, knowledge, position, at: &at };
            let state = knowledge.refresh(game, position);
            if game.outcome(position).is_none() {
                here.candidates_are_sound(&state);
                here.answers_are_moves(&state);
                here.every_move_has_a_score(&state);
                here.a_win_in_one_is_not_denied(&state);
                here.nothing_is_done_that_is_not_offered(&state);
            }
            for mv in game.legal_moves(position) {
                let mut after = position.clone();
                let undo = game.play(&mut after, mv);
                here.updating_is_refreshing(&state, Step::Move(mv, &undo), &after, &mut slot);
            }
            if let Some(passed) = game.pass_turn(position) {
                here.updating_is_refreshing(&state, Step::Null, &passed, &mut slot);
            }
        });
    }
}

/// A position in which laws are checked.
struct Here<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    position: &'a G::Position,
    at: &'a dyn Fn() -> String,
}

impl<G: Game, K: Knowledge<G>> Here<'_, G, K> {
    fn updating_is_refreshing(
        &self,
        state: &K::State,
        step: Step<'_, G>,
        after: &G::Position,
        slot: &mut K::State,
    ) {
        let (game, knowledge, mv) = (self.game, self.knowledge, step.mv());
        knowledge.update(game, state, step, after, slot);
        let fresh = knowledge.refresh(game, after);
        assert_eq!(*slot, fresh, "updating differs from refreshing by {mv:?} {}", (self.at)());
        if game.outcome(after).is_none() && !knowledge.is_path_dependent() {
            assert_eq!(
                knowledge.evaluate(game, after, mv, slot),
                knowledge.evaluate(game, after, None, &fresh),
                "the value depends on the last move {mv:?} {}",
                (self.at)()
            );
        }
    }

    fn candidates_are_sound(&self, state: &K::State) {
        let moves = self.game.legal_moves(self.position);
        let kept = |forced| {
            let mut kept = moves.clone();
            self.knowledge.candidates(self.game, self.position, state, forced, &mut kept);
            assert!(!kept.is_empty(), "some move is kept {}", (self.at)());
            assert!(kept.iter().all(|mv| moves.contains(mv)), "only legal moves {}", (self.at)());
            kept
        };
        let (all, forced) = (kept(false), kept(true));
        if forced.iter().any(|&mv| self.wins(self.position, mv)) {
            return;
        }
        for &mv in all.iter().filter(|mv| !forced.contains(mv)) {
            let mut next = self.position.clone();
            self.game.play(&mut next, mv);
            let lost = self.game.legal_moves(&next).into_iter().any(|mv| self.wins(&next, mv));
            assert!(lost, "{mv:?} is left out and loses at once {}", (self.at)());
        }
    }

    /// Some move is kept, only legal ones are, and a win in one is none that loses.
    fn answers_are_moves(&self, state: &K::State) {
        let (moves, never) = (self.game.legal_moves(self.position), false.into());
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let (mut kept, mut budget) = (moves.clone(), Budget::new(&limits, &never));
        self.knowledge.answers(self.game, self.position, state, &mut budget, &mut kept);
        assert!(!kept.is_empty(), "some move is kept {}", (self.at)());
        assert!(kept.iter().all(|mv| moves.contains(mv)), "only legal moves {}", (self.at)());
        for &mv in moves.iter().filter(|mv| !kept.contains(mv)) {
            let wins = self.wins(self.position, mv);
            assert!(!wins, "{mv:?} wins and is left out {}", (self.at)());
        }
    }

    fn every_move_has_a_score(&self, state: &K::State) {
        let (moves, mut scores) = (self.game.legal_moves(self.position), Vec::new());
        self.knowledge.order(self.game, self.position, state, &moves, &mut scores);
        let whole = scores.is_empty() || scores.len() == moves.len();
        assert!(whole, "{} scores for {} moves {}", scores.len(), moves.len(), (self.at)());
    }

    fn a_win_in_one_is_not_denied(&self, state: &K::State) {
        let (game, position) = (self.game, self.position);
        let side = game.to_move(position);
        let mut moves = game.legal_moves(position).into_iter();
        if !moves.any(|mv| self.wins(position, mv)) {
            return;
        }
        let (limits, never) = (Limits { nodes: Some(1000), ..Limits::default() }, false.into());
        for goal in [Goal::Win, Goal::NoLoss, Goal::NoWin, Goal::Draw] {
            let mut budget = Budget::new(&limits, &never);
            let proof = self.knowledge.prove(game, position, state, goal, &mut budget);
            let denied = |Proof { bound, outcome, .. }: Proof<G::Move>| {
                bound != ProofBound::AtLeast && outcome.value_for(side) <= 0
            };
            assert!(!proof.is_some_and(denied), "a win in one is denied {}", (self.at)());
        }
    }

    fn nothing_is_done_that_is_not_offered(&self, state: &K::State) {
        let (game, position, offers) = (self.game, self.position, self.knowledge.offers());
        let kept = |forced| {
            let mut kept = game.legal_moves(position);
            self.knowledge.candidates(game, position, state, forced, &mut kept);
            kept
        };
        let mut noisy = Vec::new();
        self.knowledge.noisy(game, position, state, &mut noisy);
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let draws = [Goal::NoLoss, Goal::NoWin, Goal::Draw].into_iter().any(|goal| {
            let never = false.into();
            let mut budget = Budget::new(&limits, &never);
            self.knowledge.prove(game, position, state, goal, &mut budget).is_some()
        });
        let never = false.into();
        let rest = Rest { lines: 1, ties: false, selective: false, limits };
        let mut budget = Budget::new(&limits, &never);
        let parts = (game, self.knowledge);
        let solved = self.knowledge.solve(parts, position, &rest, &mut budget, &mut |_, _| {});
        let solved = solved.is_some();
        let forced = kept(true) != kept(false);
        for (done, offered, what) in [
            (forced, offers.forced_moves, "forced moves"),
            (draws, offers.known_draws, "known draws"),
            (!noisy.is_empty(), offers.noisy_moves, "noisy moves"),
            (solved, offers.endgames, "endgames"),
        ] {
            assert!(offered || !done, "{what} are not offered {}", (self.at)());
        }
    }

    /// Whether a move wins at once for the side that plays it.
    fn wins(&self, position: &G::Position, mv: G::Move) -> bool {
        let mut after = position.clone();
        self.game.play(&mut after, mv);
        let winner = self.game.outcome(&after).and_then(Outcome::winner);
        winner == Some(self.game.to_move(position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{Branch, GraphNode, TreeGame};
    use crate::{Offers, Solution, StoppedBy};

    #[derive(Clone, Copy, PartialEq)]
    enum Flaw {
        None,
        ForgetsUpdates,
        AddsToTheSlot,
        LeavesOutAll,
        LeavesOutAGoodMove,
        ForgetsAScore,
        DeniesWins,
        IsNoisyUnsaid,
        ProvesDrawsUnsaid,
        SolvesUnsaid,
    }

    /// Knows the number of the node.
    struct Number(Flaw);

    impl Knowledge<TreeGame> for Number {
        type State = usize;

        fn refresh(&self, _: &TreeGame, node: &GraphNode) -> usize {
            node.index()
        }

        fn update(
            &self,
            _: &TreeGame,
            _: &usize,
            _: Step<'_, TreeGame>,
            after: &GraphNode,
            slot: &mut usize,
        ) {
            match self.0 {
                Flaw::ForgetsUpdates => {}
                Flaw::AddsToTheSlot => *slot += after.index(),
                _ => *slot = after.index(),
            }
        }

        fn evaluate(&self, _: &TreeGame, _: &GraphNode, _: Option<Branch>, number: &usize) -> i32 {
            *number as i32
        }

        fn candidates(
            &self,
            _: &TreeGame,
            _: &GraphNode,
            _: &usize,
            forced: bool,
            moves: &mut Vec<Branch>,
        ) -> bool {
            match self.0 {
                Flaw::LeavesOutAll => moves.clear(),
                Flaw::LeavesOutAGoodMove if forced => moves.truncate(1),
                _ => {}
            }
            true
        }

        fn order(
            &self,
            _: &TreeGame,
            _: &GraphNode,
            _: &usize,
            moves: &[Branch],
            scores: &mut Vec<i32>,
        ) {
            scores.extend(moves.iter().skip(usize::from(self.0 == Flaw::ForgetsAScore)).map(|_| 1));
        }

        fn prove(
            &self,
            _: &TreeGame,
            _: &GraphNode,
            _: &usize,
            goal: Goal,
            _: &mut Budget<'_>,
        ) -> Option<Proof<Branch>> {
            let bound = match (self.0, goal) {
                (Flaw::DeniesWins, Goal::NoWin) => ProofBound::AtMost,
                (Flaw::ProvesDrawsUnsaid, Goal::NoLoss) => ProofBound::AtLeast,
                _ => return None,
            };
            Some(Proof { bound, outcome: Outcome::Draw, line: Vec::new() })
        }

        fn solve<E: Knowledge<TreeGame>>(
            &self,
            _: (&TreeGame, &E),
            _: &GraphNode,
            _: &Rest,
            _: &mut Budget<'_>,
            _: &mut dyn FnMut(&Solution<Branch>, u64),
        ) -> Option<Solution<Branch>> {
            let nothing = || Solution {
                lines: Vec::new(),
                confidence: None,
                depth: 0,
                stopped_by: StoppedBy::Solved,
            };
            (self.0 == Flaw::SolvesUnsaid).then(nothing)
        }

        fn offers(&self) -> Offers {
            Offers { known_draws: self.0 == Flaw::DeniesWins, ..Offers::default() }
        }

        fn noisy(
            &self,
            game: &TreeGame,
            node: &GraphNode,
            _: &usize,
            moves: &mut Vec<Branch>,
        ) -> bool {
            if self.0 == Flaw::IsNoisyUnsaid {
                game.moves(node, moves);
            }
            true
        }
    }

    fn check(flaw: Flaw) {
        let tree: TreeGame = "start: a b c; a: 1 =; b: 2 d; c: = d; d: 1".parse().expect("a tree");
        assert_knowledge(&tree, &Number(flaw), 20, 1);
    }

    #[test]
    fn knowledge_without_a_flaw_is_accepted() {
        check(Flaw::None);
    }

    #[test]
    fn every_flaw_is_noticed_by_its_law() {
        for (flaw, law) in [
            (Flaw::ForgetsUpdates, "updating differs from refreshing"),
            (Flaw::AddsToTheSlot, "updating differs from refreshing"),
            (Flaw::LeavesOutAll, "some move is kept"),
            (Flaw::LeavesOutAGoodMove, "is left out and loses at once"),
            (Flaw::ForgetsAScore, "scores for"),
            (Flaw::DeniesWins, "a win in one is denied"),
            (Flaw::IsNoisyUnsaid, "noisy moves are not offered"),
            (Flaw::ProvesDrawsUnsaid, "known draws are not offered"),
            (Flaw::SolvesUnsaid, "endgames are not offered"),
        ] {
            let panic = std::panic::catch_unwind(|| check(flaw)).expect_err("a flaw passes");
            let message = panic.downcast_ref::<String>().expect("a message");
            assert!(message.contains(law), "{law} is noticed as {message}");
        }
    }
}
