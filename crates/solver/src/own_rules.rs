//! A game as its own judge.

use plywood_game::{Move, Notation, Outcome, Side};
use plywood_judges::Judge;

/// The rules that a game is searched with, for games without a judge. A
/// certificate that these accept shows that the search is right, not that the
/// rules are.
pub struct OwnRules<G>(pub G);

impl<G: Notation> Judge for OwnRules<G> {
    type State = G::Position;
    type Turn = G::Move;

    fn read(&self, text: &str) -> Result<G::Position, String> {
        self.0.parse_position(text).map_err(|error| error.to_string())
    }

    fn write(&self, state: &G::Position) -> String {
        self.0.position_text(state)
    }

    fn to_move(&self, state: &G::Position) -> Side {
        self.0.to_move(state)
    }

    fn turns(&self, state: &G::Position) -> Vec<G::Move> {
        self.0.legal_moves(state)
    }

    fn after(&self, state: &G::Position, turn: &G::Move) -> G::Position {
        let mut next = state.clone();
        self.0.play(&mut next, *turn);
        next
    }

    fn name(&self, state: &G::Position, turn: &G::Move) -> String {
        self.0.move_text(state, *turn)
    }

    fn code(&self, turn: &G::Move) -> u32 {
        turn.pack()
    }

    fn outcome(&self, state: &G::Position) -> Option<Outcome> {
        self.0.outcome(state)
    }
}
