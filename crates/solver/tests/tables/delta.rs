//! The table of Delta with four pieces.

use super::build;
use plywood_game::{Game, Notation, Random, Side};
use plywood_games::delta::Delta;
use plywood_judges::Judge;
use plywood_solver::table::{
    BuildOptions, DeltaNumbering, DeltaSweep, Forward, Indexed, Judged, Sample, Sweep, Table,
    TableValue, Values, verify_table,
};
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
    moves_agree(&Table::open(&path, numbering).expect("a table"));
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
