//! What the games of a pair begin with: an opening of a file, random moves, or
//! the most even of many random openings.
//!
//! Even openings are found in rounds. All that were drawn get a glance, a quarter
//! of them a longer look, a quarter of those a longer one still, so that most of
//! the work goes into those among which the choice is hard (successive halving:
//! Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
//! ICML 2013). For 256 openings that is a sixteenth of what the longest look at all
//! of them would take. How much evenness matters is in `docs/matches.md`.

use crate::{Contest, Error, Openings, Record, Request, Session, Start, Workbench};
use plywood_game::Random;
use std::iter::successors;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where so many random openings end the game, all of them do, or nearly so.
const OPENINGS_TRIED: usize = 1000;

/// One of so many openings goes on to the next round, for so many times the look.
const SHARE: usize = 4;

/// How long the openings of the last round are looked at. It is counted in nodes
/// and not in time, so that the same seed gives the same openings.
const LONGEST_LOOK: u64 = 64_000;

/// How long those of the first are at least.
const SHORTEST_LOOK: u64 = 1000;

impl Contest {
    /// What both games of a pair begin with; none if stopped.
    pub(crate) fn opening(
        &self,
        workbench: &Workbench,
        pair: usize,
        openings: Option<&Openings>,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, Error> {
        let seed = self.seed_of(pair);
        let session = if let Some(openings) = openings {
            let mut session = workbench.open(&self.game, &Start::default(), seed)?;
            openings.play(pair, &mut *session)?;
            Some(session)
        } else {
            let mut lot = Lot { contest: self, workbench, seed, dice: Random::new(seed), stop };
            match self.openings_weighed {
                0 | 1 => lot.random_opening()?,
                many => lot.even_opening(many)?,
            }
        };
        Ok(session.map(|session| session.record()))
    }
}

/// What the random openings of a pair are drawn from.
struct Lot<'a> {
    contest: &'a Contest,
    workbench: &'a Workbench,
    seed: u64,
    dice: Random,
    stop: &'a AtomicBool,
}

impl Lot<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A game with its first moves played at random, but not to its end; none
    /// if stopped.
    fn random_opening(&mut self) -> Result<Option<Box<dyn Session>>, Error> {
        let &Contest { ref game, opening_moves, .. } = self.contest;
        for _ in 0..OPENINGS_TRIED {
            if self.is_stopped() {
                return Ok(None);
            }
            let mut session = self.workbench.open(game, &Start::default(), self.seed)?;
            let moves = (0..opening_moves).map(|_| session.play_random(&mut self.dice));
            if moves.collect::<Result<Vec<_>, _>>().is_ok() && session.ending().is_none() {
                return Ok(Some(session));
            }
        }
        Err(Error::NoOpening { game: game.clone(), moves: opening_moves })
    }

    /// The most even of so many random openings, as `best` judges them; none if
    /// stopped.
    fn even_opening(&mut self, many: usize) -> Result<Option<Box<dyn Session>>, Error> {
        let mut weighed = Vec::new();
        for _ in 0..many {
            let Some(session) = self.random_opening()? else { return Ok(None) };
            weighed.push((0, session));
        }
        for nodes in looks(weighed.len()) {
            let judge = Request::of_player(&format!("best[nodes={nodes}]").parse()?);
            for (imbalance, session) in &mut weighed {
                if self.is_stopped() {
                    return Ok(None);
                }
                *imbalance = session.analyse(&judge, self.stop, &mut |_| {})?.score.imbalance();
            }
            weighed.sort_by_key(|&(imbalance, _)| imbalance);
            weighed.truncate(weighed.len().div_ceil(SHARE));
        }
        Ok(weighed.into_iter().next().map(|(_, session)| session))
    }
}

/// How many nodes each round looks at an opening, for so many openings.
fn looks(openings: usize) -> Vec<u64> {
    let sizes = successors(Some(openings), |&size| (size > SHARE).then(|| size.div_ceil(SHARE)));
    let longest_first = successors(Some(LONGEST_LOOK), |look| Some(look / SHARE as u64));
    let mut looks: Vec<u64> =
        sizes.zip(longest_first).map(|(_, look)| look.max(SHORTEST_LOOK)).collect();
    looks.reverse();
    looks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewer_openings_are_left_the_longer_is_the_look() {
        assert_eq!(looks(2), [64_000]);
        assert_eq!(looks(4), [64_000]);
        assert_eq!(looks(5), [16_000, 64_000]);
        assert_eq!(looks(256), [1000, 4000, 16_000, 64_000]);
        assert_eq!(looks(1000), [1000, 1000, 4000, 16_000, 64_000]);
    }

    fn contest(openings_weighed: usize, seed: u64) -> Result<Contest, Error> {
        Ok(Contest {
            game: "azulejos:6x6,3".to_owned(),
            players: ["random".parse()?, "random".parse()?],
            games: 2,
            opening_moves: 2,
            openings_weighed,
            openings: None,
            seed,
        })
    }

    #[test]
    fn neighbouring_seeds_share_no_opening() -> Result<(), Error> {
        let workbench = Workbench::standard();
        let mut met = Vec::new();
        for (seed, pair) in (0..4).flat_map(|seed| (0..10).map(move |pair| (seed, pair))) {
            let opening = contest(1, seed)?.opening(&workbench, pair, None, &false.into())?;
            met.push(opening.expect("nobody stops").to_string());
        }
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 40);
        Ok(())
    }

    /// Whoever has the move takes the best group, so most random openings favour
    /// one side; of many, one is even.
    #[test]
    fn the_opening_chosen_of_many_is_more_even_than_one_drawn() -> Result<(), Error> {
        let workbench = Workbench::standard();
        let stop = AtomicBool::new(false);
        let judge = Request::of_player(&"best[nodes=64000]".parse()?);
        let imbalance_of = |openings_weighed| -> Result<u32, Error> {
            let contest = contest(openings_weighed, 5)?;
            let mut sum = 0;
            for pair in 0..6 {
                let opening = contest.opening(&workbench, pair, None, &stop)?;
                let session = workbench.resume(&opening.expect("nobody stops"))?;
                assert_eq!(session.ply(), 2);
                sum += session.analyse(&judge, &stop, &mut |_| {})?.score.imbalance();
            }
            Ok(sum)
        };
        let [drawn, chosen] = [imbalance_of(1)?, imbalance_of(40)?];
        assert!(2 * chosen < drawn, "{chosen} against {drawn}");
        Ok(())
    }
}
