//! What the tests of the search share: an evaluator without sense, so that
//! nothing comes out right by chance, and positions of every kind.

#![allow(dead_code, reason = "each test takes what it needs")]

use plywood_game::testkit::TreeGame;
use plywood_game::{
    Budget, Evaluator, Game, Goal, Knowledge, Outcome, Proof, ProofBound, Random, Step, Symmetry,
    mix,
};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Cell, Mnk, Position};
use plywood_games::othello::Othello;

/// A value that is nothing but a hash of the position, from a small range, so
/// that equal values are frequent. `canonical` gives images of a position the
/// same value, which a table with symmetries relies on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash {
    pub(crate) canonical: bool,
}

impl Hash {
    fn key<G: Symmetry>(self, game: &G, position: &G::Position) -> u64 {
        match self.canonical {
            true => game.canonical_key(position).0,
            false => game.key(position),
        }
    }
}

fn value(key: u64) -> i32 {
    (mix(!key) % 41) as i32 - 20
}

impl<G: Symmetry> Evaluator<G> for Hash {
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        value(self.key(game, position))
    }
}

/// The same value, kept as a state, with the forced moves and known draws of
/// (m,n,k).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tactical(pub(crate) Hash);

impl<const W: usize> Knowledge<Mnk<W>> for Tactical {
    type State = u64;

    fn refresh(&self, game: &Mnk<W>, position: &Position<W>) -> u64 {
        self.0.key(game, position)
    }

    fn update(
        &self,
        game: &Mnk<W>,
        _: &u64,
        _: Step<'_, Mnk<W>>,
        after: &Position<W>,
        slot: &mut u64,
    ) {
        *slot = self.0.key(game, after);
    }

    fn evaluate(&self, _: &Mnk<W>, _: &Position<W>, _: Option<Cell>, key: &u64) -> i32 {
        value(*key)
    }

    fn candidates(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        _: &u64,
        forced: bool,
        moves: &mut Vec<Cell>,
    ) -> bool {
        if forced {
            game.keep_forced(position, moves);
        }
        true
    }

    fn prove(
        &self,
        game: &Mnk<W>,
        position: &Position<W>,
        _: &u64,
        goal: Goal,
        _: &mut Budget<'_>,
    ) -> Option<Proof<Cell>> {
        let side = game.to_move(position);
        let cannot_win = |side| !game.can_win(position, side);
        let bound = match goal {
            Goal::NoWin if cannot_win(side) => ProofBound::AtMost,
            Goal::NoLoss if cannot_win(side.other()) => ProofBound::AtLeast,
            Goal::Draw if cannot_win(side) && cannot_win(side.other()) => ProofBound::Exact,
            _ => return None,
        };
        Some(Proof { bound, outcome: Outcome::Draw, line: Vec::new() })
    }
}

/// A game with its hash, and whatever tactics it knows.
pub(crate) trait Hashed: Symmetry {
    type Hash: Knowledge<Self> + Copy;

    fn hash(canonical: bool) -> Self::Hash;
}

impl<const W: usize> Hashed for Mnk<W> {
    type Hash = Tactical;

    fn hash(canonical: bool) -> Tactical {
        Tactical(Hash { canonical })
    }
}

macro_rules! plainly_hashed {
    ($($game:ty),*) => {$(
        impl Hashed for $game {
            type Hash = Hash;

            fn hash(canonical: bool) -> Hash {
                Hash { canonical }
            }
        }
    )*};
}
plainly_hashed!(Othello, Delta, Azulejos, TreeGame);

/// A position some random moves into a game, not its end, and the keys of the
/// positions before it. In a game that is always over by then, fewer moves.
pub(crate) fn random_position<G: Game>(
    game: &G,
    dice: &mut Random,
    mut plies: usize,
) -> (G::Position, Vec<u64>) {
    let mut attempts = 0;
    loop {
        let mut position = game.initial();
        let mut history = Vec::new();
        for _ in 0..plies {
            let moves = game.legal_moves(&position);
            let Some(&mv) = dice.pick(&moves) else { break };
            history.push(game.key(&position));
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            return (position, history);
        }
        attempts += 1;
        if attempts % 1000 == 0 {
            plies = plies.saturating_sub(1);
        }
    }
}
