//! Who meets whom, in which order and with which side.

use super::Pairing;
use crate::event::{Event, Format, Points, Seeding};
use crate::summary::Summary;
use plywood_game::{Random, Side};

/// What two players scored against each other in a stage, in half points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Encounter {
    pub(super) players: [usize; 2],
    pub(super) halves: [u64; 2],
}

impl Encounter {
    /// Adds a game to the encounters of its stage.
    pub(super) fn add(stage: &mut Vec<Self>, points: Points, result: &Summary) {
        let players = result.pairing.players.map(|player| player as usize);
        let known = stage
            .iter()
            .position(|one| one.players == players || one.players == [players[1], players[0]]);
        let place = known.unwrap_or_else(|| {
            stage.push(Self { players, halves: [0; 2] });
            stage.len() - 1
        });
        let encounter = &mut stage[place];
        for side in Side::BOTH {
            let won = result.outcome.winner().map(|winner| winner == side);
            let as_second = side == Side::Second;
            let seat = usize::from(encounter.players[0] != players[side.index()]);
            encounter.halves[seat] += points.halves(won, as_second, result.end.is_fault());
        }
    }

    /// What this player scored, if it took part.
    pub(super) fn scored(&self, player: usize) -> Option<(u64, u64)> {
        match self.players.iter().position(|one| *one == player)? {
            0 => Some((self.halves[0], self.halves[1])),
            _ => Some((self.halves[1], self.halves[0])),
        }
    }
}

/// The players in the order of the draw, the strongest first if they are listed so.
pub(super) fn draw(event: &Event, seeding: Seeding) -> Vec<usize> {
    let mut order: Vec<usize> = (0..event.players.len()).collect();
    if seeding == Seeding::Random {
        let mut dice = Random::new(event.seed);
        for last in (1..order.len()).rev() {
            order.swap(last, dice.below(last + 1));
        }
    }
    order
}

/// Each against each, by the circle method: in every round each player meets one
/// other. Who is named first changes, so that odd numbers of games are shared out.
pub(super) fn round_robin(players: usize) -> Vec<[usize; 2]> {
    let seats = players.next_multiple_of(2);
    let mut pairs = Vec::new();
    for round in 0..seats.saturating_sub(1) {
        for place in 0..seats / 2 {
            let seat = |place: usize| match place {
                0 => 0,
                _ => 1 + (place - 1 + round) % (seats - 1),
            };
            let (one, other) = (seat(place), seat(seats - 1 - place));
            let pair = if (round + place) % 2 == 0 { [one, other] } else { [other, one] };
            pairs.extend((one < players && other < players).then_some(pair));
        }
    }
    pairs
}

/// The first players against all others, in rounds.
pub(super) fn gauntlet(players: usize, challengers: usize) -> Vec<[usize; 2]> {
    let others = challengers.min(players)..players;
    let mut pairs = Vec::new();
    for other in others {
        pairs.extend(
            (0..challengers.min(players))
                .map(|one| if (one + other) % 2 == 0 { [one, other] } else { [other, one] }),
        );
    }
    pairs
}

/// The games of a stage in which these players meet.
pub(super) fn between(
    event: &Event,
    pairs: &[[usize; 2]],
    games: usize,
    stage: usize,
    last: Option<&Pairing>,
) -> Vec<Pairing> {
    let mut number = last.map_or(0, |game| game.number + 1);
    let mut pair = last.map_or(0, |game| game.pair + 1);
    let openings = event.games_per_pair.div_ceil(2);
    let mut list = Vec::new();
    for round in 0..games.div_ceil(2) {
        for configuration in 0..event.configurations.len() {
            for players in pairs {
                let [one, other] = players.map(|player| player as u32);
                // In a match the first player has the first side in every other game.
                let turned = round % 2 == 1 && event.format != Format::Match;
                let first = if turned { [other, one] } else { [one, other] };
                let both = [first, [first[1], first[0]]];
                for players in both.into_iter().take(games - 2 * round) {
                    list.push(Pairing {
                        number,
                        stage: stage as u32,
                        configuration: configuration as u32,
                        players,
                        pair,
                        opening: (stage * openings + round) as u32,
                    });
                    number += 1;
                }
                pair += 1;
            }
        }
    }
    list
}
