//! The endgame solver: published margins, margins by the judge's rules, limits.
//!
//! `PLYWOOD_ENDGAMES=1000` compares that many random positions, with 10 to 12
//! empty squares, with the judge, as `cargo xtask measure othello-endgame` does. The
//! rest of the FFO suite is solved with the learned evaluator, in `plywood-workbench`.

use plywood_game::testkit::random_game;
use plywood_game::{Budget, Game, Limits, Notation, Outcome, Random, StoppedBy};
use plywood_games::othello::{Othello, Ply, Position, Positional, endgame, obf};
use plywood_judges::{Judge, OthelloJudge, OthelloState};

/// A position of the FFO suite, 20 to 59, with the published margins of its
/// moves.
fn ffo(number: usize) -> obf::Record {
    // The file has numbers 40 to 59 first, then 20 to 39.
    let place = if number >= 40 { number - 40 } else { number };
    let record = obf::records(include_str!("data/ffo-20-59.obf")).nth(place);
    record.expect("a number of the suite").expect("a record")
}

/// Best moves: their margins and lines, or what stopped the search.
type Solved = Result<Vec<(i32, Vec<Ply>)>, StoppedBy>;

/// The best moves, within a number of nodes, and the nodes it took.
fn solve(position: &Position, lines: usize, ties: bool, nodes: Option<u64>) -> (Solved, u64) {
    let (limits, never) = (Limits { nodes, ..Limits::default() }, false.into());
    let mut budget = Budget::new(&limits, &never);
    let solved = endgame::solve(&Positional, position, lines, ties, &mut budget);
    (solved.map_err(|stopped| stopped.0), budget.nodes())
}

/// A line ends the game with its margin.
fn assert_line(position: &Position, margin: i32, line: &[Ply]) {
    let mut end = position.clone();
    for &ply in line {
        Othello.try_play(&mut end, ply).expect("a legal move");
    }
    let outcome = Outcome::Margin(margin * position.to_move().sign());
    assert_eq!(Othello.outcome(&end), Some(outcome), "{}", Othello.position_text(position));
}

#[test]
fn the_ffo_endgames_have_their_published_margins() {
    for number in 20..=25 {
        let record = ffo(number);
        let position = record.position();
        let (solved, took) = solve(position, 1, false, None);
        let solved = solved.expect("no limit");
        let (margin, line) = &solved[0];
        let empties = position.empty().count_ones();
        assert!(record.scores().contains(&(line[0], *margin)), "FFO {number}: {margin:+}");
        assert_eq!(record.best_score(), Some(*margin), "FFO {number}");
        assert_line(position, *margin, line);
        println!("FFO {number}: {empties} empty, {margin:+}, {took} nodes");
    }
}

#[test]
fn every_move_has_its_published_margin() {
    for number in [20, 21, 22] {
        let record = ffo(number);
        let solved = solve(record.position(), 64, false, None).0.expect("no limit");
        assert!(solved.is_sorted_by_key(|(margin, _)| -margin));
        let mut found: Vec<(Ply, i32)> = solved.iter().map(|(m, line)| (line[0], *m)).collect();
        let mut published = record.scores().to_vec();
        found.sort_unstable();
        published.sort_unstable();
        assert_eq!(found, published, "FFO {number}");
        for (margin, line) in &solved {
            assert_line(record.position(), *margin, line);
        }
    }
}

#[test]
fn equal_moves_are_found_if_they_are_wanted() {
    for number in [21, 22, 23] {
        let record = ffo(number);
        let all = solve(record.position(), 64, false, None).0.expect("no limit");
        for lines in [1, 2, 3] {
            let last = all[lines.min(all.len()) - 1].0;
            let equal = all.iter().filter(|(margin, _)| *margin >= last).count();
            let tied = solve(record.position(), lines, true, None).0.expect("no limit");
            let margins = |lines: &[(i32, Vec<Ply>)]| lines.iter().map(|l| l.0).collect::<Vec<_>>();
            assert_eq!(margins(&tied)[..equal], margins(&all)[..equal], "FFO {number}, {lines}");
        }
    }
}

/// Whether the side to move gets at least this margin, by the judge's rules.
fn gets(state: &OthelloState, margin: i32) -> bool {
    let judge = OthelloJudge;
    let mut after: Vec<(usize, OthelloState)> = judge
        .turns(state)
        .iter()
        .map(|turn| judge.after(state, turn))
        .map(|after| (judge.turns(&after).len(), after))
        .collect();
    if after.is_empty() {
        let outcome = judge.outcome(state).expect("no move, so it is over");
        return outcome.value_for(judge.to_move(state)) >= margin;
    }
    after.sort_by_key(|(replies, _)| *replies);
    after.iter().any(|(_, after)| !gets(after, 1 - margin))
}

/// A random position with this number of empty squares that is not the end.
fn random_position(dice: &mut Random, empties: u32) -> Position {
    let mut found = None;
    while found.is_none() {
        random_game(&Othello, dice, |position, _| {
            if position.empty().count_ones() == empties && Othello.outcome(position).is_none() {
                found = Some(position.clone());
            }
        });
    }
    found.expect("it was found")
}

#[test]
fn random_endgames_have_the_margins_of_the_judges_rules() {
    let wanted = std::env::var("PLYWOOD_ENDGAMES").map(|n| n.parse::<u32>().expect("a number"));
    let (positions, most) = wanted.map_or((60, 10), |positions| (positions, 12));
    let mut dice = Random::new(24);
    for number in 0..positions {
        let empties = most - number % 3;
        let position = random_position(&mut dice, empties);
        let solved = solve(&position, 1, false, None).0.expect("no limit");
        let (margin, line) = &solved[0];
        let text = Othello.position_text(&position);
        let state = OthelloJudge.read(&text).expect("the same text");
        let is_exact = gets(&state, *margin) && !gets(&state, margin + 1);
        assert!(is_exact, "{text}: not {margin:+}");
        assert_line(&position, *margin, line);
    }
    println!("{positions} positions agree");
}

/// Few empty squares, passes and wipe-outs: every position of random games.
#[test]
fn the_last_squares_have_the_margins_of_the_judges_rules() {
    let mut dice = Random::new(7);
    for _ in 0..150 {
        random_game(&Othello, &mut dice, |position, _| {
            if position.empty().count_ones() > 6 || Othello.outcome(position).is_some() {
                return;
            }
            let solved = solve(position, 1, false, None).0.expect("no limit");
            let text = Othello.position_text(position);
            let state = OthelloJudge.read(&text).expect("the same text");
            let margin = solved[0].0;
            assert!(gets(&state, margin) && !gets(&state, margin + 1), "{text}: not {margin:+}");
            assert_line(position, margin, &solved[0].1);
        });
    }
}

#[test]
fn a_limit_of_nodes_is_kept_to_the_last_one() {
    let record = ffo(21);
    let (solved, all) = solve(record.position(), 1, false, None);
    assert_eq!(solve(record.position(), 1, false, Some(all)), (solved, all), "the same again");
    for nodes in (0..200).chain([1000, 4321, all / 2, all - 1]) {
        let stopped = solve(record.position(), 1, false, Some(nodes));
        assert_eq!(stopped, (Err(StoppedBy::Nodes), nodes));
    }
}
