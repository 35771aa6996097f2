//! The opening of a pair of games: from a file, random moves, or the most
//! balanced of many random openings.
//!
//! Balanced openings are found in rounds by successive halving (Karnin, Koren and
//! Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013): each
//! round searches all remaining openings, keeps the most balanced quarter and
//! multiplies the node budget by 4. For 256 openings that takes 1/16 of what the
//! last round's budget for all of them would. `docs/matches.md` shows how much
//! balance matters.

use crate::Openings;
use crate::event::{Configuration, OpeningSource};
use plywood_game::{Random, mix};
use plywood_workbench::{Error, Record, Request, Session, Start, Workbench};
use std::collections::HashSet;
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

/// The seed of the configuration with this index.
pub(crate) fn configuration_seed(seed: u64, index: usize) -> u64 {
    if index == 0 { seed } else { mix(seed ^ mix(index as u64)) }
}

/// The seed of the opening of a pair, and of the board of a game with a random
/// start. Each seed has its own range, so that events with different seeds share
/// no opening.
pub(crate) fn pair_seed(seed: u64, pair: usize) -> u64 {
    mix(seed.wrapping_sub(1)).wrapping_add(1 + pair as u64)
}

/// The openings of a configuration: a function of the seed and the number of a
/// pair.
pub(crate) struct OpeningBook {
    game: String,
    seed: u64,
    moves: usize,
    balanced_of: usize,
    listed: Option<Openings>,
}

impl OpeningBook {
    /// The openings of the configuration with this index in an event with this
    /// seed.
    pub(crate) fn new(configuration: &Configuration, seed: u64, index: usize) -> Self {
        let seed = configuration_seed(seed, index);
        let (moves, balanced_of, listed) = match &configuration.openings {
            OpeningSource::Start => (0, 1, None),
            OpeningSource::Random { moves, balanced_of } => (*moves, *balanced_of, None),
            OpeningSource::Listed(lines) => (0, 1, Some(Openings::of_lines(lines).shuffled(seed))),
        };
        Self { game: configuration.game.clone(), seed, moves, balanced_of, listed }
    }

    /// What both games of a pair begin with; none if stopped.
    pub(crate) fn opening(
        &self,
        workbench: &Workbench,
        pair: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Record>, Error> {
        let seed = pair_seed(self.seed, pair);
        let session = if let Some(openings) = &self.listed {
            let mut session = workbench.open(&self.game, &Start::default(), seed)?;
            openings.play(pair, &mut *session)?;
            Some(session)
        } else {
            let mut draw = Draw { book: self, workbench, seed, dice: Random::new(seed), stop };
            match self.balanced_of {
                0 | 1 => draw.random_opening()?,
                many => draw.balanced_opening(many)?,
            }
        };
        Ok(session.map(|session| session.record()))
    }
}

/// Up to `count` random openings whose positions differ, also turned and mirrored,
/// as lines of moves; fewer if stopped or if there are no more.
pub(crate) fn distinct_openings(
    workbench: &Workbench,
    game: &str,
    (moves, balanced_of): (usize, usize),
    count: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<String>, Error> {
    let book = OpeningBook { game: game.to_owned(), seed, moves, balanced_of, listed: None };
    let start = workbench.open(game, &Start::default(), seed)?.game();
    let (mut met, mut lines) = (HashSet::new(), Vec::new());
    let mut in_vain = 0;
    for pair in 0.. {
        if lines.len() == count || in_vain == OPENINGS_TRIED {
            break;
        }
        let Some(opening) = book.opening(workbench, pair, stop)? else { break };
        if opening.game != start {
            return Err(Error::RandomStart { game: game.to_owned() });
        }
        let new = met.insert(workbench.resume(&opening)?.canonical_key());
        in_vain = if new { 0 } else { in_vain + 1 };
        lines.extend(new.then_some(opening.moves));
    }
    Ok(lines)
}

/// The source of the random openings of a pair.
struct Draw<'a> {
    book: &'a OpeningBook,
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
        let &OpeningBook { ref game, moves: opening_moves, .. } = self.book;
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
        let many = if self.book.moves == 0 { 1 } else { many };
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

    fn book(balanced_of: usize, seed: u64) -> OpeningBook {
        let openings = OpeningSource::Random { moves: 2, balanced_of };
        let configuration = Configuration { openings, ..Configuration::new("azulejos:6x6,3") };
        OpeningBook::new(&configuration, seed, 0)
    }

    #[test]
    fn neighbouring_seeds_share_no_opening() -> Result<(), Error> {
        let workbench = Workbench::standard();
        let mut met = Vec::new();
        for (seed, pair) in (0..4).flat_map(|seed| (0..10).map(move |pair| (seed, pair))) {
            let opening = book(1, seed).opening(&workbench, pair, &false.into())?;
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
            let book = book(balanced_of, 5);
            let mut sum = 0;
            for pair in 0..6 {
                let opening = book.opening(&workbench, pair, &stop)?;
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
