//! The rounds of a Swiss event: players meet who have scored alike and have not
//! met. A player without an opponent has a bye, which counts as an encounter won;
//! nobody has two as long as another has none.

use super::encounters::Encounter;
use std::cmp::Reverse;
use std::collections::HashSet;

/// How many ways to pair a round are tried before players meet again.
const MOST_TRIED: usize = 20_000;

/// The pairs of the next round; none if all rounds are played.
pub(super) fn round(
    draw: &[usize],
    rounds: usize,
    played: &[Vec<Encounter>],
) -> Option<Vec<[usize; 2]>> {
    if played.len() >= rounds || draw.len() < 2 {
        return None;
    }
    let mut standing = standings(draw, played);
    let both = |one: &Encounter| [one.players, [one.players[1], one.players[0]]];
    let met: HashSet<[usize; 2]> = played.iter().flatten().flat_map(both).collect();
    // A stable sort: the draw decides between equals.
    standing.sort_by_key(|one| Reverse((one.encounters, one.halves)));
    let mut order: Vec<usize> = standing.iter().map(|one| one.player).collect();
    if order.len() % 2 == 1 {
        let fewest = standing.iter().map(|one| one.byes).min()?;
        let last = standing.iter().rposition(|one| one.byes == fewest)?;
        order.remove(last);
    }
    if played.is_empty() {
        let half = order.len() / 2;
        return Some((0..half).map(|place| [order[place], order[half + place]]).collect());
    }
    let mut tried = 0;
    let pairs = pair_up(&order, &met, &mut tried);
    // Where every way has a repeated encounter, neighbours meet again.
    Some(pairs.unwrap_or_else(|| order.chunks_exact(2).map(|two| [two[0], two[1]]).collect()))
}

/// What each player has scored, in the order of the draw.
pub(super) fn standings(draw: &[usize], played: &[Vec<Encounter>]) -> Vec<Standing> {
    let mut standing: Vec<Standing> = draw.iter().map(|&player| Standing::new(player)).collect();
    for stage in played {
        standing.iter_mut().for_each(|one| one.add(stage));
    }
    standing
}

pub(super) struct Standing {
    pub(super) player: usize,
    /// Two for an encounter won or a bye, one for a drawn one.
    pub(super) encounters: u32,
    halves: u64,
    byes: u32,
}

impl Standing {
    fn new(player: usize) -> Self {
        Self { player, encounters: 0, halves: 0, byes: 0 }
    }

    fn add(&mut self, stage: &[Encounter]) {
        match stage.iter().find_map(|one| one.scored(self.player)) {
            Some((own, other)) => {
                self.encounters += 1 + u32::from(own > other) - u32::from(own < other);
                self.halves += own;
            }
            None => {
                self.encounters += 2;
                self.byes += 1;
            }
        }
    }
}

/// Pairs the first with the nearest that it has not met, and so on; none if there
/// is no way, or none was found soon.
fn pair_up(
    order: &[usize],
    met: &HashSet<[usize; 2]>,
    tried: &mut usize,
) -> Option<Vec<[usize; 2]>> {
    let Some((&first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (place, &other) in rest.iter().enumerate() {
        *tried += 1;
        if *tried > MOST_TRIED {
            return None;
        }
        if met.contains(&[first, other]) {
            continue;
        }
        let left: Vec<usize> = [&rest[..place], &rest[place + 1..]].concat();
        if let Some(mut pairs) = pair_up(&left, met, tried) {
            pairs.insert(0, [first, other]);
            return Some(pairs);
        }
    }
    None
}
