//! The rounds of a knockout event. The bracket has a place for a power of two;
//! those at the head of the draw have byes. An encounter that is tied is extended
//! by a pair of games in each configuration, at most [`TIE_BREAKS`] times; then
//! the seed decides by lot.

use super::encounters::Encounter;
use plywood_game::mix;

/// How often a tied encounter is extended.
const TIE_BREAKS: usize = 3;

/// How far a knockout event is.
pub(super) struct Bracket {
    /// The players who meet next, and whether it is because they were tied; none if
    /// there is a winner.
    pub(super) next: Option<(Vec<[usize; 2]>, bool)>,
    /// How many rounds each player has survived.
    pub(super) survived: Vec<u32>,
}

/// Follows the event from its draw.
pub(super) fn follow(draw: &[usize], played: &[Vec<Encounter>], seed: u64) -> Bracket {
    let mut survived = vec![0; draw.len()];
    let mut alive = bracket(draw);
    let mut stages = played.iter();
    while alive.len() > 1 {
        let ties: Vec<[usize; 2]> =
            alive.chunks_exact(2).filter_map(|two| Some([two[0]?, two[1]?])).collect();
        let mut open = ties;
        let mut winners = Vec::new();
        for extension in 0..=TIE_BREAKS {
            if open.is_empty() {
                break;
            }
            let Some(stage) = stages.next() else {
                return Bracket { next: Some((open, extension > 0)), survived };
            };
            open.retain(|pair| match winner(pair, stage) {
                Some(player) => {
                    winners.push(player);
                    false
                }
                None => true,
            });
        }
        winners.extend(open.iter().map(|pair| by_lot(pair, seed)));
        alive = alive
            .chunks_exact(2)
            .map(|two| match *two {
                [Some(one), Some(other)] => [one, other].into_iter().find(|p| winners.contains(p)),
                [one, other] => one.or(other),
                _ => None,
            })
            .collect();
        alive.iter().flatten().for_each(|player| survived[*player] += 1);
    }
    Bracket { next: None, survived }
}

fn winner(pair: &[usize; 2], stage: &[Encounter]) -> Option<usize> {
    let (own, other) = stage
        .iter()
        .find_map(|one| one.players.contains(&pair[1]).then(|| one.scored(pair[0])).flatten())?;
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => Some(pair[0]),
        std::cmp::Ordering::Less => Some(pair[1]),
        std::cmp::Ordering::Equal => None,
    }
}

fn by_lot(pair: &[usize; 2], seed: u64) -> usize {
    let lot = mix(seed ^ mix(pair[0] as u64 ^ mix(pair[1] as u64)));
    pair[(lot % 2) as usize]
}

/// The places of the bracket: the first and the second of the draw meet only in
/// the final if both win.
fn bracket(draw: &[usize]) -> Vec<Option<usize>> {
    let mut places = vec![0];
    while places.len() < draw.len() {
        let twice = 2 * places.len();
        places = places.into_iter().flat_map(|place| [place, twice - 1 - place]).collect();
    }
    places.into_iter().map(|place| draw.get(place).copied()).collect()
}
