//! A set of positions that are won by continuous fours.

use super::positions::positions;
use super::verifier::Verifier;
use super::{find, texts};
use plywood_game::Notation;
use plywood_games::mnk::{Mnk, Params, Threats};
use plywood_judges::MnkJudge;

#[test]
fn every_position_of_the_set_is_won_with_no_more_fours_than_stated() {
    let gomoku = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    let nobody = |_: &str| None;
    let rules = MnkJudge { rows: 15, columns: 15, k: 5, exact: false };
    let mut verifier = Verifier::new(rules, &nobody);
    let mut count = 0;
    for (name, fours, text) in positions() {
        let position = gomoku.parse_position(text).expect("a position");
        for threats in [Threats::Fours, Threats::All] {
            let line = find(threats, &gomoku, &position, 2_000_000);
            let line = line.unwrap_or_else(|| panic!("{name} is not solved"));
            assert!(line.len() <= 2 * fours + 1, "{name}: {} instead of {fours}", line.len() / 2);
            let line = texts(&gomoku, &position, &line);
            verifier.verify(text, &line).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        count += 1;
    }
    assert_eq!(count, 1244);
}

/// The first line that is found need not have the fewest fours.
#[test]
fn nearly_every_position_of_the_set_is_solved_within_a_thousand_nodes() {
    let gomoku = Mnk::<4>::new(Params::new(15, 15, 5).expect("good parameters"));
    let solved = |nodes| {
        let wins = positions().filter(|(_, _, text)| {
            let position = gomoku.parse_position(text).expect("a position");
            find(Threats::Fours, &gomoku, &position, nodes).is_some()
        });
        wins.count()
    };
    let [few, many] = [1000, 50_000].map(solved);
    println!("{few} of 1244 within 1,000 nodes, {many} within 50,000");
    assert!(few >= 1190 && many == 1244, "{few} within 1,000 nodes, {many} within 50,000");
}
