//! Players that live from move to move, for the games played most recently.
//!
//! A player keeps its table for as long as its game is played. The tables of all
//! open games together could fill the memory, so only the players used last are
//! kept; any other is made again when its turn comes.

use plywood_game::Side;
use plywood_players::Player;
use plywood_workbench::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a player is known by: its game, its side and its specification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seat {
    pub(crate) game: String,
    pub(crate) side: Side,
    pub(crate) player: String,
}

/// The players used last, the most recent one at the end.
pub(crate) struct Seats {
    players: Mutex<Vec<(Seat, Box<dyn Player>)>>,
    most: usize,
}

impl Seats {
    /// Room for this many players.
    pub(crate) fn new(most: usize) -> Self {
        Self { players: Mutex::default(), most }
    }

    /// The player of a seat: the one that played there before, or a new one.
    pub(crate) fn take(
        &self,
        seat: &Seat,
        make: impl FnOnce() -> Result<Box<dyn Player>, Error>,
    ) -> Result<Box<dyn Player>, Error> {
        let mut players = self.players();
        if let Some(place) = players.iter().position(|(other, _)| other == seat) {
            return Ok(players.remove(place).1);
        }
        drop(players);
        let mut player = make()?;
        player.new_game()?;
        Ok(player)
    }

    /// Keeps a player for the next move of its seat.
    pub(crate) fn put_back(&self, seat: Seat, player: Box<dyn Player>) {
        let mut players = self.players();
        players.push((seat, player));
        if players.len() > self.most {
            players.remove(0);
        }
    }

    /// Forgets the players of a game.
    pub(crate) fn clear(&self, game: &str) {
        self.players().retain(|(seat, _)| seat.game != game);
    }

    fn players(&self) -> MutexGuard<'_, Vec<(Seat, Box<dyn Player>)>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
