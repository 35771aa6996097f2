//! The positions that a fit searches: given ones, or those of games that the
//! program plays against itself.

use plywood_game::Random;
use plywood_workbench::{EngineSpec, Error, Limits, Request, Session, Start, Workbench};
use std::sync::atomic::{AtomicBool, Ordering};

/// Where the positions come from.
pub enum Samples<'a> {
    /// These.
    Positions(&'a [Box<dyn Session>]),
    /// Games that an engine plays against itself.
    SelfPlay {
        /// Where the game is found.
        workbench: &'a Workbench,
        /// The words that name the game.
        game: &'a str,
        /// The engine.
        engine: &'a EngineSpec,
        /// How many games.
        games: usize,
        /// What random moves and samples are drawn from.
        seed: u64,
    },
}

/// Games begin with this many random moves, so that they differ.
const RANDOM_MOVES: usize = 4;
/// Then every such move is random, so that positions are not all even.
const RANDOM_IN: usize = 8;
/// One position in five is a sample: neighbours say nearly the same.
const SAMPLE_IN: usize = 5;
/// How far the engine that plays looks.
const DEPTH: u32 = 2;
/// No game is longer.
const MOST_MOVES: usize = 400;

impl Samples<'_> {
    /// Calls `search` for each position.
    pub(super) fn for_each(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
        search: &mut dyn FnMut(&dyn Session) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match self {
            Self::Positions(sessions) => {
                for (done, session) in sessions.iter().enumerate() {
                    progress(done, sessions.len());
                    search(&**session)?;
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
            Self::SelfPlay { workbench, game, engine, games, seed } => {
                let mut dice = Random::new(*seed);
                for done in 0..*games {
                    progress(done, *games);
                    // A game whose start is random begins with another each time.
                    let mut session = workbench.open(game, &Start::default(), dice.next_u64())?;
                    play(&mut *session, engine, &mut dice, stop, search)?;
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Plays a game and calls `search` for its samples.
fn play(
    session: &mut dyn Session,
    engine: &EngineSpec,
    dice: &mut Random,
    stop: &AtomicBool,
    search: &mut dyn FnMut(&dyn Session) -> Result<(), Error>,
) -> Result<(), Error> {
    let limits = Limits { depth: Some(DEPTH), ..engine.limits };
    let request = Request { limits, engine: engine.clone(), lines: 1, tree: None };
    for ply in 0..MOST_MOVES {
        if session.ending().is_some() || stop.load(Ordering::Relaxed) {
            break;
        }
        if ply >= RANDOM_MOVES && dice.below(SAMPLE_IN) == 0 {
            search(&*session)?;
        }
        if ply < RANDOM_MOVES || dice.below(RANDOM_IN) == 0 {
            session.play_random(dice)?;
        } else {
            let found = session.analyse(&request, stop, None)?;
            session.play(&found.best)?;
        }
    }
    Ok(())
}
