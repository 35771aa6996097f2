//! The opening of a pair of games: from a file, random moves, or the most
//! balanced of many random openings.
//!
//! Balanced openings are found in rounds by successive halving (Karnin, Koren and
//! Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013): each
//! round searches all remaining openings, keeps the most balanced quarter and
//! multiplies the node budget by 4. For 256 openings that takes 1/16 of what the
//! last round's budget for all of them would. `docs/matches.md` shows how much
//! balance matters.

use crate::{Match, Openings};
use plywood_game::Random;
use plywood_workbench::{Error, Record, Request, Session, Start, Workbench};
use std::iter::successors;
use std::sync::atomic::{AtomicBool, Ordering};

/// Random openings tried before the game counts as over after that many moves.
const OPENINGS_TRIED: usize = 1000;

/// Keep 1/SHARE of the openings each round and multiply the node budget by SHARE.
const SHARE: usize = 4;

/// Nodes for each opening of the last round. Nodes and not time, so that the same
/// seed gives the same openings.
const LAST_ROUND_NODES: u64 = 64_000;

/// The fewest nodes for an opening in any round.
const LEAST_NODES: u64 = 1000;

impl Match {
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
            let mut draw = Draw { plan: self, workbench, seed, dice: Random::new(seed), stop };
            match self.balanced_of {
                0 | 1 => draw.random_opening()?,
                many => draw.balanced_opening(many)?,
            }
        };
        Ok(session.map(|session| session.record()))
    }
}

/// The source of the random openings of a pair.
struct Draw<'a> {
    plan: &'a Match,
    workbench: &'a Workbench,
    seed: u64,
    dice: Random,
    stop: &'a AtomicBool,
}

impl Draw<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// A game with its first moves played at random, but not to its end; none
    /// if stopped.
    fn random_opening(&mut self) -> Result<Option<Box<dyn Session>>, Error> {
        let &Match { ref game, opening_moves, .. } = self.plan;
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

    /// The most balanced of `many` random openings, as `best` values them; none
    /// if stopped.
    fn balanced_opening(&mut self, many: usize) -> Result<Option<Box<dyn Session>>, Error> {
        // Without random moves all openings are the same.
        let many = if self.plan.opening_moves == 0 { 1 } else { many };
        let mut drawn = Vec::new();
        for _ in 0..many {
            let Some(session) = self.random_opening()? else { return Ok(None) };
            drawn.push((0, session));
        }
        for nodes in rounds(drawn.len()).into_iter().filter(|_| many > 1) {
            let judge = Request::of_player(&format!("best[nodes={nodes}]").parse()?);
            for (imbalance, session) in &mut drawn {
                if self.is_stopped() {
                    return Ok(None);
                }
                *imbalance = session.analyse(&judge, self.stop, None)?.score.imbalance();
            }
            drawn.sort_by_key(|&(imbalance, _)| imbalance);
            drawn.truncate(drawn.len().div_ceil(SHARE));
        }
        Ok(drawn.into_iter().next().map(|(_, session)| session))
    }
}

/// The nodes for each opening in each round, for this many openings.
fn rounds(openings: usize) -> Vec<u64> {
    let sizes = successors(Some(openings), |&size| (size > SHARE).then(|| size.div_ceil(SHARE)));
    let longest_first = successors(Some(LAST_ROUND_NODES), |nodes| Some(nodes / SHARE as u64));
    let mut nodes: Vec<u64> =
        sizes.zip(longest_first).map(|(_, nodes)| nodes.max(LEAST_NODES)).collect();
    nodes.reverse();
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fewer_openings_remain_the_more_nodes_each_gets() {
        assert_eq!(rounds(2), [64_000]);
        assert_eq!(rounds(4), [64_000]);
        assert_eq!(rounds(5), [16_000, 64_000]);
        assert_eq!(rounds(256), [1000, 4000, 16_000, 64_000]);
        assert_eq!(rounds(1000), [1000, 1000, 4000, 16_000, 64_000]);
    }

    fn plan(balanced_of: usize, seed: u64) -> Result<Match, Error> {
        let players = ["random".parse()?, "random".parse()?];
        let plan = Match::new("azulejos:6x6,3", players);
        Ok(Match { opening_moves: 2, balanced_of, seed, ..plan })
    }

    #[test]
    fn neighbouring_seeds_share_no_opening() -> Result<(), Error> {
        let workbench = Workbench::standard();
        let mut met = Vec::new();
        for (seed, pair) in (0..4).flat_map(|seed| (0..10).map(move |pair| (seed, pair))) {
            let opening = plan(1, seed)?.opening(&workbench, pair, None, &false.into())?;
            met.push(opening.expect("nobody stops").to_string());
        }
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 40);
        Ok(())
    }

    /// The side to move takes the best group, so most random openings favour one
    /// side; of 40, one is balanced.
    #[test]
    fn the_opening_chosen_of_many_is_more_balanced_than_one_drawn() -> Result<(), Error> {
        let workbench = Workbench::standard();
        let stop = AtomicBool::new(false);
        let judge = Request::of_player(&"best[nodes=64000]".parse()?);
        let imbalance_of = |balanced_of| -> Result<u32, Error> {
            let plan = plan(balanced_of, 5)?;
            let mut sum = 0;
            for pair in 0..6 {
                let opening = plan.opening(&workbench, pair, None, &stop)?;
                let session = workbench.resume(&opening.expect("nobody stops"))?;
                assert_eq!(session.ply(), 2);
                sum += session.analyse(&judge, &stop, None)?.score.imbalance();
            }
            Ok(sum)
        };
        let [drawn, chosen] = [imbalance_of(1)?, imbalance_of(40)?];
        assert!(2 * chosen < drawn, "{chosen} against {drawn}");
        Ok(())
    }
}
