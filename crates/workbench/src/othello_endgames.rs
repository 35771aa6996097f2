//! Endgames of Othello with the learned evaluator: published margins, and whether
//! probable margins are as probable as they say.
//!
//! `PLYWOOD_FFO=20-34,40-49` solves these positions of the FFO suite and prints nodes and
//! processor time, except those that a line of `PLYWOOD_FFO_FILE` has already;
//! `PLYWOOD_CONFIDENCE=400` looks at that many positions of 16, 18 and 20
//! empty squares. `cargo xtask measure othello-endgame` does both.

use crate::othello_tables;
use plywood_game::{Budget, Game, Knowledge, Limits, Random, Rest, Solution};
use plywood_games::othello::{Othello, Ply, Position, Positional, obf};
use plywood_learn::Learned;
use std::collections::BTreeMap;
use std::io::Write;

/// All passes of a search to the end, each with the nodes by then.
fn passes(position: &Position) -> Vec<(Solution<Ply>, u64)> {
    let tables = othello_tables::tables().expect("the file is whole");
    let knowledge = Learned::new(Positional, Some(tables));
    let never = false.into();
    let limits = Limits { nodes: Some(u64::MAX / 4), ..Limits::default() };
    let rest = Rest { lines: 1, ties: false, selective: true, limits };
    let mut told = Vec::new();
    let mut budget = Budget::new(&limits, &never);
    let mut tell = |found: &Solution<Ply>, nodes| told.push((found.clone(), nodes));
    let found = knowledge.solve((&Othello, &knowledge), position, &rest, &mut budget, &mut tell);
    assert_eq!(found.as_ref(), told.last().map(|(last, _)| last), "the last pass is the answer");
    told
}

/// The processor time of this thread in seconds, where the system tells it.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|word| word.parse().ok()).map_or(0.0, |ns: f64| ns / 1e9)
}

#[test]
fn the_ffo_endgames_have_their_published_margins_after_selective_passes() {
    let numbers = std::env::var("PLYWOOD_FFO").unwrap_or_else(|_| "20-26".to_owned());
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let ranges = numbers.split(',').map(|range| range.split_once('-').unwrap_or((range, range)));
    let file = std::env::var("PLYWOOD_FFO_FILE").ok();
    let done = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let done = done.unwrap_or_default();
    print!("{done}");
    let wanted = ranges.flat_map(|(first, last)| number(first)..=number(last));
    for number in wanted.filter(|number| !done.contains(&format!("FFO {number}:"))) {
        let suite = include_str!("../../games/tests/data/ffo-20-59.obf");
        // The file has numbers 40 to 59 first, then 20 to 39.
        let place = if number >= 40 { number - 40 } else { number };
        let record = obf::records(suite).nth(place).expect("a number").expect("a record");
        let before = processor_time();
        let passes = passes(record.position());
        let (found, nodes) = passes.last().expect("a pass");
        let spent = processor_time() - before;
        let margin = found.lines[0].0.value_for(record.position().to_move());
        assert_eq!((record.best_score(), found.confidence), (Some(margin), None), "FFO {number}");
        let empties = record.position().empty().count_ones();
        let told =
            format!("FFO {number}: {empties} empty, {margin:+}, {nodes} nodes, {spent:.3} s\n");
        print!("{told}");
        if let Some(file) = &file {
            let file = std::fs::File::options().create(true).append(true).open(file);
            file.and_then(|mut file| file.write_all(told.as_bytes())).expect("a file");
        }
    }
}

/// A position of a random game that its players have played well, more or less: of three
/// random moves the one that the evaluator likes best.
fn position(dice: &mut Random, empties: u32) -> Option<Position> {
    let tables = othello_tables::tables().expect("the file is whole");
    let mut position = Othello.initial();
    while position.empty().count_ones() > empties {
        let moves = Othello.legal_moves(&position);
        let worth = |&mv: &Ply| {
            let mut after = position.clone();
            Othello.play(&mut after, mv);
            tables.evaluate(&Othello, &after, &tables.refresh(&Othello, &after))
        };
        let some: Option<Vec<Ply>> = (0..3).map(|_| dice.pick(&moves).copied()).collect();
        let mv = some?.into_iter().min_by_key(worth)?;
        Othello.play(&mut position, mv);
    }
    (position.placements() != 0).then_some(position)
}

#[test]
fn probable_margins_are_as_probable_as_they_say() {
    let wanted = std::env::var("PLYWOOD_CONFIDENCE").map(|n| n.parse::<usize>().expect("a number"));
    let (count, most) = wanted.map_or((60, 16), |count| (count, 20));
    let mut dice = Random::new(8);
    for empties in (16..=most).step_by(2) {
        let mut right: BTreeMap<u8, [usize; 2]> = BTreeMap::new();
        for position in (0..count).filter_map(|_| position(&mut dice, empties)) {
            let passes = passes(&position);
            let exact = passes.last().expect("a pass").0.lines[0].0;
            for (found, _) in &passes {
                let [same, all] = right.entry(found.confidence.unwrap_or(100)).or_default();
                *same += usize::from(found.lines[0].0 == exact);
                *all += 1;
            }
        }
        for (&percent, &[same, all]) in &right {
            println!("{empties} empty: {same} of {all} margins of {percent} % are exact");
            // Three deviations of as many tries.
            let p = f64::from(percent) / 100.0;
            let slack = 3.0 * (all as f64 * p * (1.0 - p)).sqrt() + 0.5;
            assert!(same as f64 >= p * all as f64 - slack, "{percent} %: {same} of {all}");
        }
    }
}
