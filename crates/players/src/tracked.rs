//! The typed position behind a player that is told moves as text.

use crate::{Cause, Failure, Turn};
use plywood_game::{History, Playable};

/// A game followed move by move. A turn that continues the last one plays only
/// the new moves; any other turn starts again.
pub(crate) struct Tracked<G: Playable> {
    pub(crate) game: G,
    start_text: Option<String>,
    texts: Vec<String>,
    pub(crate) start: G::Position,
    pub(crate) moves: Vec<G::Move>,
    pub(crate) position: G::Position,
    pub(crate) history: History,
}

impl<G: Playable> Tracked<G> {
    pub(crate) fn new(game: G) -> Self {
        let mut history = History::default();
        let position = game.initial();
        history.push(game.key(&position));
        let start = position.clone();
        let (texts, moves) = (Vec::new(), Vec::new());
        Self { game, start_text: None, texts, start, moves, position, history }
    }

    /// Goes to the position of a turn.
    pub(crate) fn follow(&mut self, turn: &Turn) -> Result<(), Failure> {
        let wrong = |text: &str, error: &dyn std::fmt::Display| {
            Failure::new(Cause::Protocol, format!("cannot follow {text}: {error}"))
        };
        if self.start_text != turn.start || !turn.moves.starts_with(&self.texts) {
            let game = &self.game;
            let position = match &turn.start {
                Some(text) => game.parse_position(text).map_err(|error| wrong(text, &error))?,
                None => game.initial(),
            };
            self.history = History::default();
            self.history.push(game.key(&position));
            self.start_text.clone_from(&turn.start);
            self.start = position.clone();
            self.position = position;
            self.texts.clear();
            self.moves.clear();
        }
        for text in &turn.moves[self.texts.len()..] {
            let mv = self.game.parse_move(&self.position, text);
            let mv = mv.map_err(|error| wrong(text, &error.brief()))?;
            self.game.play(&mut self.position, mv);
            self.history.push(self.game.key(&self.position));
            self.texts.push(text.clone());
            self.moves.push(mv);
        }
        Ok(())
    }

    /// The failure of a player that is asked to move in a finished game.
    pub(crate) fn over() -> Failure {
        Failure::new(Cause::Protocol, "the game is over: there is no move to choose")
    }
}
