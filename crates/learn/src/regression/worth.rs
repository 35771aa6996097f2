//! What a position is worth: its exact margin where the game's solver of endings finds it,
//! otherwise what a search says.

use super::known::solved;
use plywood_game::{Game, Knowledge, Side};
use std::sync::atomic::AtomicBool;

/// Says what positions are worth to the side to move, in points, whatever it was asked before.
pub type Valuer<'a, G> = Box<dyn FnMut(&<G as Game>::Position) -> f32 + 'a>;

/// Makes one for each thread.
pub type NewValuer<'a, G> = dyn Fn() -> Valuer<'a, G> + Sync + 'a;

/// Values positions for the first side.
pub(super) struct Worth<'a, 'v, G: Game, K> {
    game: &'a G,
    own: &'a K,
    plies: u32,
    valuer: Valuer<'v, G>,
    stop: &'a AtomicBool,
    /// What an earlier run has found, and how much of it was given.
    known: Option<(&'a [f32], usize)>,
    /// What was found since.
    found: Vec<f32>,
}

impl<'a, 'v, G: Game, K: Knowledge<G>> Worth<'a, 'v, G, K> {
    /// Solves where at most this many plies are left.
    pub(super) fn new(
        (game, own): (&'a G, &'a K),
        plies: u32,
        valuer: Valuer<'v, G>,
        stop: &'a AtomicBool,
    ) -> Self {
        Self { game, own, plies, valuer, stop, known: None, found: Vec::new() }
    }

    /// Begins a part of the games, of which an earlier run may have found all values.
    pub(super) fn recall(&mut self, known: Option<&'a [f32]>) {
        self.known = known.map(|values| (values, 0));
        self.found.clear();
    }

    /// What was found since, in the order of the questions; none if it was known before.
    pub(super) fn found(&mut self) -> Option<Vec<f32>> {
        self.known.is_none().then(|| std::mem::take(&mut self.found))
    }

    /// The margin of a position at which the game goes on.
    pub(super) fn of(&mut self, position: &G::Position) -> f32 {
        if let Some((values, given)) = &mut self.known
            && let Some(&value) = values.get(*given)
        {
            *given += 1;
            return value;
        }
        let value = self.new_value(position);
        self.found.push(value);
        value
    }

    fn new_value(&mut self, position: &G::Position) -> f32 {
        if let Some(margin) = solved((self.game, self.own), position, self.plies, self.stop) {
            return margin as f32;
        }
        let sign = match self.game.to_move(position) {
            Side::First => 1.0,
            Side::Second => -1.0,
        };
        sign * (self.valuer)(position)
    }
}
