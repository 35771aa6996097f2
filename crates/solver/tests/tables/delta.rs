//! The table of Delta with four pieces.

use super::build;
use plywood_game::{Budget, Game, Limits, Notation, Outcome, Random, Side, Symmetry};
use plywood_games::delta::{Delta, Position, Potential};
use plywood_judges::{DeltaJudge, Judge};
use plywood_solver::table::{
    BuildOptions, DeltaNumbering, DeltaSweep, DeltaTables, Foreseen, Forward, Indexed, Judged,
    Known, Memory, Sample, Sweep, Table, TableValue, Tabulate, Values, verify_table,
};
use plywood_solver::{Claim, ProofSearch};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

pub(super) fn four() -> DeltaNumbering {
    DeltaNumbering::new(Delta::standard().with_pieces(4).expect("a variant"))
}

#[test]
fn the_table_of_four_pieces_is_what_the_judge_says() {
    let numbering = four();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("delta-4.table");
    let options = BuildOptions::default();
    let header = build(&path, &numbering, &DeltaSweep::new(&numbering), options).expect("a table");
    let census = &header.census;
    assert_eq!(census.positions() + census.impossible(), boards_up_to_symmetry(4));
    assert_eq!(census.longest_plies(), Some(9));
    let stop = AtomicBool::new(false);
    let sample = Sample::Random { count: 1_000_000, seed: 1 };
    let checked = verify_table(&path, &numbering, sample, 2, &stop, &|_| {}).expect("right");
    assert!(checked.positions > 900_000 && checked.successors > 20_000_000, "{checked:?}");
    let table = Table::open(&path, numbering).expect("a table");
    moves_agree(&table);
    before_the_table_values_are_those_of_plain_minimax(&table);
}

/// Positions one to four turns before the lifting phase.
fn before_the_table_values_are_those_of_plain_minimax(table: &Table<DeltaNumbering>) {
    let game = *table.indexed().game();
    let (mut dice, stop, mut memory) = (Random::new(5), AtomicBool::new(false), Memory::new(1));
    let mut decided = 0;
    for number in 0..400 {
        let mut position = game.initial();
        let turns = if number < 20 { 4 } else { 5 + number % 3 };
        for _ in 0..turns {
            let moves = game.legal_moves(&position);
            match moves.is_empty() {
                true => break,
                false => _ = game.play(&mut position, moves[dice.below(moves.len())]),
            }
        }
        if game.outcome(&position).is_some() {
            continue;
        }
        let expected = plain(table, &position);
        let mut budget = Budget::new(&Limits::default(), &stop);
        let found = table.foresee(&position, &mut memory, &mut budget).expect("a table");
        let found = found.expect("no limits");
        assert_eq!(found.value, expected, "{}", game.position_text(&position));
        decided += usize::from(expected != TableValue::Draw);
        // Best play keeps the value, a ply less each time.
        for mv in found.line {
            let plies = plain(table, &position).plies();
            game.play(&mut position, mv);
            let after = plain(table, &position);
            assert_eq!(after.plies(), plies.map(|plies| plies - 1));
        }
    }
    assert!(decided > 5, "{decided}");
}

/// Alpha-beta over distances against proof numbers, which share only the rules.
#[test]
fn what_is_foreseen_without_a_table_is_what_proof_search_finds() {
    let (game, stop) = (Delta::standard(), AtomicBool::new(false));
    let knowledge = Potential::default();
    let mut search = ProofSearch::new(&game, &knowledge, 64).expect("memory");
    let mut decide = |position: &Position, winner: Side, plies: u32| {
        let mut budget = Budget::new(&Limits::default(), &stop);
        let claim = Claim::win(winner);
        search.decide(position, claim, Some(plies), &mut budget, &mut |_| {}).expect("no limits")
    };
    let (mut dice, mut checked) = (Random::new(7), [0; 10]);
    for turn in (6..14).cycle().take(160) {
        let mut position = game.initial();
        for _ in 0..turn {
            let moves = game.legal_moves(&position);
            if !moves.is_empty() {
                game.play(&mut position, moves[dice.below(moves.len())]);
            }
        }
        if game.outcome(&position).is_some() {
            continue;
        }
        let limits = Limits { nodes: Some(200_000), ..Limits::default() };
        let mut budget = Budget::new(&limits, &stop);
        let found = DeltaTables(game).foresee(&position, &mut Memory::new(1), &mut budget);
        let Some(value) = found.map(|found| found.value) else { continue };
        let plies = value.plies().expect("no table, no draw");
        if plies > 9 {
            continue;
        }
        let mover = game.to_move(&position);
        let winner = if value.sign() > 0 { mover } else { mover.other() };
        let text = game.position_text(&position);
        assert!(decide(&position, winner, plies.into()), "{text}: {value:?}");
        assert!(!decide(&position, winner, u32::from(plies) - 1), "{text}: {value:?}");
        checked[usize::from(plies)] += 1;
    }
    assert!(checked[1..=6].iter().all(|&count| count > 0), "{checked:?}");
}

/// The value by trying every line into the table.
fn plain(table: &Table<DeltaNumbering>, position: &Position) -> TableValue {
    let game = *table.indexed().game();
    if let Some(value) = table.value(position).expect("a table") {
        return value;
    }
    match game.outcome(position) {
        Some(Outcome::Win(side)) if side == game.to_move(position) => TableValue::Win(0),
        Some(_) => TableValue::Loss(0),
        None => {
            let after = |mv| {
                let mut next = *position;
                game.play(&mut next, mv);
                plain(table, &next)
            };
            let values = game.legal_moves(position).into_iter().map(after);
            TableValue::of_successors(values).expect("values that fit")
        }
    }
}

/// Every line of the embedded file is what the solver finds, as far as that takes
/// little time; all agree with those one turn later.
#[test]
fn the_embedded_openings_are_exact() {
    let stop = AtomicBool::new(false);
    for game in [Delta::standard(), Delta::placement()] {
        let openings = DeltaTables(game);
        let start = openings.opening(&game.initial()).expect("the start");
        assert_eq!(start.value, TableValue::Win(15));
        let knowledge = Potential::default();
        let mut search = ProofSearch::new(&game, &knowledge, 64).expect("memory");
        let (mut level, mut seen, mut solved) = (vec![game.initial()], HashSet::new(), 0);
        for turn in 0..5 {
            let mut next = Vec::new();
            for position in level {
                let Some(Foreseen { value, line }) = openings.opening(&position) else { continue };
                let plies = u32::from(value.plies().expect("a win or a loss"));
                let after = |mv| {
                    let mut next = position;
                    game.play(&mut next, mv);
                    next
                };
                if let Some(best) = openings.opening(&after(line[0])) {
                    assert_eq!(TableValue::of_successors([best.value]), Some(value));
                }
                if let Some(moves) = openings.opening_moves(&position) {
                    assert_eq!(moves[0].1, value, "{}", game.position_text(&position));
                }
                if plies <= 7 {
                    let side = game.to_move(&position);
                    let claim = Claim::win(if value.sign() > 0 { side } else { side.other() });
                    let mut decide = |plies| {
                        let mut budget = Budget::new(&Limits::default(), &stop);
                        search.decide(&position, claim, Some(plies), &mut budget, &mut |_| {})
                    };
                    let sooner = plies > 1 && decide(plies - 1) == Ok(true);
                    let text = game.position_text(&position);
                    assert_eq!((decide(plies), sooner), (Ok(true), false), "{text} {value:?}");
                    solved += 1;
                }
                for next_position in game.legal_moves(&position).into_iter().map(after) {
                    if seen.insert(game.canonical_key(&next_position).0) {
                        next.push(next_position);
                    }
                }
            }
            assert!(!next.is_empty(), "turn {turn}");
            level = next;
        }
        assert!(solved > 100, "{solved}");
    }
}

/// By Burnside's lemma, the symmetries counted by hand: the identity; three
/// turns, which leave the centre; and four mirrors, which leave five cells.
fn boards_up_to_symmetry(pieces: u64) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, i| product * (n - i) / (i + 1));
    // Boards that a symmetry with `pairs` pairs or fours of cells of `size`
    // and `single` cells in place leaves as they are.
    let fixed = |cycles: u64, size: u64, single: u64| {
        let mut boards = 0;
        for own in 0..=single.min(pieces) {
            for other in 0..=(single - own).min(pieces) {
                if (pieces - own).is_multiple_of(size) && (pieces - other).is_multiple_of(size) {
                    let (mine, theirs) = ((pieces - own) / size, (pieces - other) / size);
                    if mine + theirs <= cycles {
                        boards += choose(single, own)
                            * choose(single - own, other)
                            * choose(cycles, mine)
                            * choose(cycles - mine, theirs);
                    }
                }
            }
        }
        boards
    };
    (fixed(0, 1, 25) + fixed(12, 2, 1) + 2 * fixed(6, 4, 1) + 4 * fixed(10, 2, 5)) / 8
}

#[test]
fn nine_pieces_have_2_935_332_400_numbers_for_2_921_569_750_boards_up_to_symmetry() {
    assert_eq!(boards_up_to_symmetry(9), 2_921_569_750);
    assert_eq!(DeltaNumbering::new(Delta::standard()).count(), 2_935_332_400);
}

/// The moves of a table are those of the judge, and the best of them is worth
/// what the position is worth.
fn moves_agree(table: &Table<DeltaNumbering>) {
    let numbering = table.indexed();
    let (game, judge) = (numbering.game(), numbering.judge());
    let mut dice = Random::new(2);
    let mut seen = 0;
    while seen < 300 {
        let index = dice.below(numbering.count() as usize) as u64;
        let Some(position) = numbering.position(index) else { continue };
        let value = table.at(index).expect("readable").expect("a value");
        let moves = table.moves(&position).expect("readable").expect("a position of the table");
        let state = judge.read(&game.position_text(&position)).expect("the judge reads it");
        assert_eq!(moves.len(), judge.turns(&state).len());
        assert!(moves.windows(2).all(|pair| pair[0].1.rank() >= pair[1].1.rank()));
        match moves.first() {
            Some(&(_, best)) => assert_eq!(best, value),
            None => assert!(matches!(value, TableValue::Loss(0) | TableValue::Win(0))),
        }
        seen += 1;
    }
    assert_eq!(table.moves(&game.initial()).expect("readable"), None);
}

/// Block by block and position by position are two ways to the same values;
/// compared on a part of the numbers, because the second is slow.
#[test]
fn the_blocks_of_delta_give_what_plain_successors_give() {
    let numbering = four();
    let sweep = DeltaSweep::new(&numbering);
    let values = Values::new(numbering.count() as usize);
    let mut scratch = sweep.scratch();
    let plain = Forward::new(&numbering);
    let mut dice = Random::new(3);
    for distance in 0..=5 {
        let before = Values::new(numbering.count() as usize);
        (0..numbering.count()).for_each(|index| before.set(index, values.get(index)));
        for unit in 0..sweep.units() {
            sweep.sweep(unit, distance, &values, &mut scratch);
        }
        for _ in 0..12 {
            let unit = dice.below(plain.units());
            plain.sweep(unit, distance, &before, &mut ());
            let from = (unit * numbering.block_len()) as u64;
            for index in from..from + numbering.block_len() as u64 {
                assert_eq!(before.get(index), values.get(index), "distance {distance}, {index}");
            }
        }
    }
}

#[test]
fn black_and_white_have_the_same_values() {
    let numbering = four();
    let game = *numbering.game();
    let text = "*...o/.o.../..*../.*.o./o...*";
    let exchanged = text.replace('*', "x").replace('o', "*").replace('x', "o");
    for side in Side::BOTH {
        let glyphs = if side == Side::First { ['*', 'o'] } else { ['o', '*'] };
        let index = |text: &str, side: char| {
            numbering.index(&game.parse_position(&format!("{text} {side}")).expect("a position"))
        };
        assert_eq!(index(text, glyphs[0]), index(&exchanged, glyphs[1]));
    }
}

/// The longest win that the documentation shows is one by the judge's rules.
#[test]
fn the_documented_longest_win_can_be_replayed() {
    let text = include_str!("../../../../docs/delta-tables.md");
    let after = |from: &str, start: &str| {
        from.split_once(start).map(|(_, rest)| rest.to_owned()).expect("the text is there")
    };
    let from = after(text, "A longest win with nine pieces, 57 plies, is `");
    let position = from.split('`').next().expect("a position");
    let moves = after(&from, "```text\n");
    let moves = moves.split("```").next().expect("moves");
    let judge = DeltaJudge { second_turn_must_place: false, pieces: 9 };
    let mut state = judge.read(position).expect("a position");
    let mut plies = 0;
    for name in moves.split_whitespace() {
        assert_eq!(judge.outcome(&state), None, "{name}");
        let turns = judge.turns(&state);
        let turn = turns.iter().find(|turn| judge.name(&state, turn) == name);
        state = judge.after(&state, turn.unwrap_or_else(|| panic!("{name} is legal")));
        plies += 1;
    }
    assert_eq!((plies, judge.outcome(&state)), (57, Some(Outcome::Win(Side::First))));
}
