//! Laws of the schedule.

use super::*;
use crate::event::{Configuration, Contestant, Seeding};
use crate::statistics::Hypotheses;
use crate::summary::{Effort, End};
use plywood_game::{Outcome, Random, mix};
use std::collections::{HashMap, HashSet};

fn event(players: usize, format: Format, games_per_pair: usize) -> Event {
    let contestants = (0..players).map(|n| Contestant::new(&format!("p{n}"), "random"));
    let configurations = vec![Configuration::new("tictactoe"), Configuration::new("othello")];
    let base = Event::of_two("test", ["random", "random"], Configuration::new("tictactoe"));
    Event { players: contestants.collect(), configurations, format, games_per_pair, ..base }
}

/// A result that depends on the game alone, as with deterministic players.
fn result(pairing: &Pairing, seed: u64) -> Summary {
    let lot = mix(seed ^ mix(u64::from(pairing.number)));
    let outcome = match lot % 3 {
        0 => Outcome::Draw,
        1 => Outcome::Win(Side::First),
        _ => Outcome::Win(Side::Second),
    };
    let sides = [Effort::default(); 2];
    Summary { pairing: *pairing, outcome, end: End::Rules, plies: 9, sides }
}

/// Plays an event with several games at once that finish in any order.
fn play(event: &Event, at_once: usize, seed: u64) -> Schedule {
    let (mut schedule, mut dice) = (Schedule::new(event), Random::new(at_once as u64));
    let mut playing: Vec<Pairing> = Vec::new();
    while !schedule.is_over() {
        while playing.len() < at_once
            && let Some(pairing) = schedule.take()
        {
            playing.push(pairing);
        }
        let done = playing.swap_remove(dice.below(playing.len()));
        schedule.record(result(&done, seed));
    }
    schedule
}

const FORMATS: [Format; 5] = [
    Format::RoundRobin,
    Format::Gauntlet { challengers: 2 },
    Format::Swiss { rounds: 4, seeding: Seeding::Random },
    Format::Knockout { seeding: Seeding::Random },
    Format::Knockout { seeding: Seeding::Listed },
];

#[test]
fn the_games_do_not_depend_on_how_many_are_played_at_once() {
    for format in FORMATS {
        for (players, games) in [(2, 1), (5, 3), (8, 2), (11, 4)] {
            let event = event(players, format, games);
            let one = play(&event, 1, 7);
            assert!(one.results().count() == one.games().len() && one.progress().over);
            for at_once in [2, 7, 30] {
                let many = play(&event, at_once, 7);
                assert!(one.results().eq(many.results()), "{format:?} with {players} players");
            }
        }
    }
}

#[test]
fn an_event_that_is_resumed_anywhere_has_the_same_games() {
    for format in FORMATS {
        let event = event(7, format, 2);
        let whole = play(&event, 3, 9);
        let all: Vec<Summary> = whole.results().cloned().collect();
        for cut in 0..=all.len() {
            // Some of the games that were played at the time of the kill are lost.
            let kept = all[..cut]
                .iter()
                .filter(|one| {
                    cut - (one.pairing.number as usize) > 2 || one.pairing.number % 2 == 0
                })
                .cloned();
            let mut resumed = Schedule::resumed(&event, kept, None);
            while let Some(pairing) = resumed.take() {
                assert!(resumed.record(result(&pairing, 9)));
            }
            assert!(resumed.is_over(), "{format:?} cut at {cut}");
            assert!(resumed.results().eq(&all), "{format:?} cut at {cut}");
        }
    }
}

#[test]
fn a_game_counts_once() {
    let event = event(3, Format::RoundRobin, 2);
    let mut schedule = Schedule::new(&event);
    let pairing = schedule.take().expect("a game");
    assert!(schedule.record(result(&pairing, 1)));
    assert!(!schedule.record(result(&pairing, 2)));
    let foreign = Pairing { configuration: 1, ..schedule.take().expect("a game") };
    assert!(!schedule.record(result(&foreign, 1)), "this is no game of the schedule");
    let beyond = Pairing { number: 1000, ..pairing };
    assert!(!schedule.record(result(&beyond, 1)));
    assert_eq!(schedule.progress().finished, 1);
}

#[test]
fn each_meets_each_in_each_configuration_with_both_sides() {
    for players in 2..9 {
        let event = event(players, Format::RoundRobin, 4);
        let schedule = Schedule::new(&event);
        let mut met: HashMap<([u32; 2], u32), usize> = HashMap::new();
        for game in schedule.games() {
            *met.entry((game.players, game.configuration)).or_default() += 1;
        }
        assert_eq!(met.len(), players * (players - 1) * 2);
        assert!(met.values().all(|count| *count == 2), "twice with each side");
        assert_eq!(schedule.games().len(), event.most_games());
    }
}

#[test]
fn the_games_of_a_pair_share_an_opening_and_swap_sides() {
    for format in FORMATS {
        let schedule = play(&event(6, format, 4), 4, 3);
        for two in schedule.games().chunks(2) {
            assert_eq!(two[0].pair, two[1].pair);
            assert_eq!(two[0].opening, two[1].opening);
            assert_eq!(two[0].players[0], two[1].players[1]);
        }
    }
}

#[test]
fn nobody_meets_the_same_opponent_twice_in_a_swiss_event_while_there_are_others() {
    for players in [6, 7, 16, 45] {
        let event = event(players, Format::Swiss { rounds: 5, seeding: Seeding::Random }, 2);
        let schedule = play(&event, 5, 11);
        let mut met = HashSet::new();
        for game in schedule.games().iter().filter(|game| game.configuration == 0) {
            let met_again = !met.insert((game.players, game.stage));
            assert!(!met_again);
        }
        let pairs: HashSet<[u32; 2]> = met.iter().map(|(players, _)| *players).collect();
        assert_eq!(pairs.len(), met.len(), "{players} players");
        assert_eq!(met.len(), players / 2 * 2 * 5);
    }
}

#[test]
fn a_knockout_event_has_one_winner_and_everybody_else_loses_once() {
    for players in 2..12 {
        let event = event(players, Format::Knockout { seeding: Seeding::Listed }, 2);
        let schedule = play(&event, 3, 5);
        // Who meets after a stage in which it met another must have won.
        let encounters: HashSet<[u32; 2]> = schedule
            .games()
            .iter()
            .map(|game| {
                let mut players = game.players;
                players.sort_unstable();
                players
            })
            .collect();
        assert_eq!(encounters.len(), players - 1, "{players} players");
    }
}

#[test]
fn a_sequential_test_ends_with_the_same_pair_at_any_concurrency() {
    let sprt = Some(Hypotheses { elo0: 0.0, elo1: 60.0, ..Hypotheses::default() });
    let test = Event { sprt, ..event(2, Format::Match, 4000) };
    let one = play(&test, 1, 4);
    let decided = one.progress().decided.expect("a verdict");
    assert!(decided.games < one.games().len(), "it ends early");
    for at_once in [3, 16] {
        let many = play(&test, at_once, 4);
        assert_eq!(many.progress(), one.progress());
        assert!(one.results().eq(many.results()));
        // What a store holds, games after the end included.
        let stored: Vec<Summary> = many.results.iter().flatten().cloned().collect();
        for kept in [None, Some(one.progress())] {
            let resumed = Schedule::resumed(&test, stored.clone(), kept.as_ref());
            assert_eq!(resumed.progress(), one.progress());
            assert_eq!(resumed.counted_pairs(), one.counted_pairs());
        }
    }
}

#[test]
fn a_test_without_a_decision_is_undecided_at_its_cap() {
    let sprt = Some(Hypotheses::default());
    let test = Event { sprt, ..event(2, Format::Match, 6) };
    let mut schedule = Schedule::new(&test);
    while let Some(pairing) = schedule.take() {
        // The side that begins wins: every pair is split.
        let outcome = Outcome::Win(Side::First);
        schedule.record(Summary { outcome, ..result(&pairing, 1) });
    }
    let decided = schedule.progress().decided.expect("the cap");
    assert_eq!((decided.verdict, decided.games), (Verdict::Undecided, 12));
}
