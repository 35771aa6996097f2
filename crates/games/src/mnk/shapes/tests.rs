//! Shapes against their definition, and replies against all moves.

use super::super::bits::Bits;
use super::super::{Cell, Mnk, Position};
use super::codes::{Code, MOST_LACKING, lacking};
use super::{Shapes, Tables};
use plywood_game::testkit::assert_knowledge;
use plywood_game::{Game, Knowledge, Outcome, Random, Side};
use std::collections::{BTreeSet, HashMap};

/// The cells of a line through a cell that one side may use, by their distance.
struct Naive {
    k: i32,
    exact: bool,
    usable: BTreeSet<i32>,
    open: HashMap<BTreeSet<i32>, bool>,
}

impl Naive {
    /// The code of a mark at distance 0, with the marks that are there.
    fn code(&mut self, mut marks: BTreeSet<i32>) -> Code {
        marks.insert(0);
        match self.lacking(&marks) {
            None => 0,
            Some(0) => lacking(0, false),
            Some(many) if many > MOST_LACKING => lacking(many, false),
            Some(few) => lacking(few, self.is_open(&marks)),
        }
    }

    /// How many marks the nearest line through distance 0 lacks.
    fn lacking(&self, marks: &BTreeSet<i32>) -> Option<u32> {
        let windows = (1 - self.k..=0).filter(|first| {
            let inside = (*first..first + self.k).all(|at| self.usable.contains(&at));
            let beside = marks.contains(&(first - 1)) || marks.contains(&(first + self.k));
            inside && !(self.exact && beside)
        });
        let lacks = |first: i32| (first..first + self.k).filter(|at| !marks.contains(at)).count();
        windows.map(|first| lacks(first) as u32).min()
    }

    /// Lacking one: two cells complete a line. Otherwise: one more mark makes an
    /// open line that lacks one less.
    fn is_open(&mut self, marks: &BTreeSet<i32>) -> bool {
        if let Some(&known) = self.open.get(marks) {
            return known;
        }
        let few = self.lacking(marks);
        let with = |at: i32| marks.iter().copied().chain([at]).collect::<BTreeSet<i32>>();
        let empty = self.usable.difference(marks).copied();
        let is_nearer = |more: &BTreeSet<i32>| self.lacking(more).is_some_and(|n| Some(n) < few);
        let nearer: Vec<BTreeSet<i32>> = empty.map(with).filter(is_nearer).collect();
        let open = match few {
            Some(1) => nearer.len() > 1,
            _ => nearer.iter().any(|more| self.is_open(more)),
        };
        self.open.insert(marks.clone(), open);
        open
    }
}

fn naive_code<const W: usize>(
    game: &Mnk<W>,
    position: &Position<W>,
    (cell, side, direction): (usize, Side, usize),
) -> Code {
    let k = game.params().k() as i32;
    let content = |steps: i32| {
        let at = game.geometry.step(cell, direction, steps)?;
        Some((steps, position.mark(Cell(at as u16))))
    };
    let is_usable = |&(_, mark): &(i32, Option<Side>)| mark != Some(side.other());
    let way = |sign: i32| (1..=k).map_while(move |n| content(sign * n)).take_while(is_usable);
    let line: Vec<(i32, Option<Side>)> = way(1).chain(way(-1)).collect();
    let usable = line.iter().map(|&(steps, _)| steps).chain([0]).collect();
    let marks = line.iter().filter(|(_, mark)| mark.is_some()).map(|&(steps, _)| steps).collect();
    let exact = game.params().is_exact();
    Naive { k, exact, usable, open: HashMap::new() }.code(marks)
}

fn setting<const W: usize>(params: &str, near: Option<u16>) -> (Mnk<W>, Shapes) {
    let game = Mnk::new(params.parse().expect("good parameters"));
    let mut shapes = Shapes::new(game.params());
    shapes.windows.near = near;
    (game, shapes)
}

/// A position with marks anywhere, `density` of 100 cells, more of one side.
fn scattered<const W: usize>(game: &Mnk<W>, dice: &mut Random, density: usize) -> Position<W> {
    let mut marks = [Bits::EMPTY, Bits::EMPTY];
    for cell in 0..game.params().cells() {
        if dice.below(100) < density {
            marks[usize::from(dice.below(5) == 0)].insert(cell);
        }
    }
    game.position(marks, Side::First)
}

fn tables(shapes: &Shapes) -> &Tables {
    shapes.tables().expect("lines of a length that has tables")
}

#[test]
fn codes_are_those_of_the_definition() {
    fn check<const W: usize>(params: &str, positions: usize) {
        let (game, shapes) = setting::<W>(params, Some(2));
        let mut dice = Random::new(7);
        for _ in 0..positions {
            let density = 10 + dice.below(70);
            let position = scattered(&game, &mut dice, density);
            let state = shapes.refresh(&game, &position);
            for cell in 0..game.params().cells() {
                for (side, direction) in
                    Side::BOTH.into_iter().flat_map(|s| (0..4).map(move |d| (s, d)))
                {
                    let expected = match game.is_empty(&position, cell) {
                        true => naive_code(&game, &position, (cell, side, direction)),
                        false => 0,
                    };
                    let found = state.code(cell, side, direction);
                    assert_eq!(
                        found, expected,
                        "{params} {cell} {side:?} {direction} {position:?}"
                    );
                }
            }
        }
    }
    for rule in ["", ",exact"] {
        check::<1>(&format!("3,3,2{rule}"), 50);
        check::<1>(&format!("4,5,3{rule}"), 100);
        check::<1>(&format!("7,7,4{rule}"), 40);
        check::<1>(&format!("1,20,5{rule}"), 200);
        check::<4>(&format!("15,15,5{rule}"), 10);
        check::<2>(&format!("9,12,6{rule}"), 10);
        check::<4>(&format!("12,13,10{rule}"), 3);
    }
}

#[test]
fn shapes_obey_the_laws_of_knowledge() {
    fn check<const W: usize>(params: &str, games: u32) {
        for near in [None, Some(2)] {
            let (game, shapes) = setting::<W>(params, near);
            assert_knowledge(&game, &shapes, games, 11);
        }
    }
    check::<1>("3,3,3", 50);
    check::<1>("5,5,2", 20);
    check::<1>("7,7,4", 10);
    check::<1>("6,6,4,exact", 10);
    check::<1>("1,20,5,exact", 20);
    check::<2>("6,12,6", 5);
    check::<4>("15,15,5", 1);
    check::<4>("15,15,10", 1);
    check::<4>("15,15,11", 1);
    check::<1>("3,3,1", 10);
    check::<1>("3,3,4", 10);
}

/// Whether the side to move wins with at most this many moves of both sides.
fn wins_within<const W: usize>(game: &Mnk<W>, position: &mut Position<W>, plies: u32) -> bool {
    let side = position.to_move;
    game.legal_moves(position).into_iter().any(|mv| {
        let undo = game.play(position, mv);
        let won = match game.outcome(position) {
            Some(outcome) => outcome == Outcome::Win(side),
            None => plies >= 3 && loses_within(game, position, plies - 1),
        };
        game.undo(position, undo);
        won
    })
}

/// Whether every move of the side to move loses so soon.
fn loses_within<const W: usize>(game: &Mnk<W>, position: &mut Position<W>, plies: u32) -> bool {
    let side = position.to_move;
    game.legal_moves(position).into_iter().all(|mv| {
        let undo = game.play(position, mv);
        let lost = match game.outcome(position) {
            Some(outcome) => outcome == Outcome::Win(side.other()),
            None => wins_within(game, position, plies - 1),
        };
        game.undo(position, undo);
        lost
    })
}

/// Lists that are called complete are: a move that is left out wins no sooner than
/// the best of the list, or loses no later.
#[test]
fn forced_replies_are_complete() {
    for params in ["5,5,4", "6,4,4", "5,5,4,exact", "1,16,4", "4,4,3"] {
        let (game, shapes) = setting::<1>(params, Some(1));
        let mut dice = Random::new(3);
        let (mut won, mut stopped) = (0, 0);
        for _ in 0..400 {
            let density = 25 + dice.below(40);
            let mut position = scattered(&game, &mut dice, density);
            position.to_move = if dice.below(3) == 0 { Side::First } else { Side::Second };
            if game.outcome(&position).is_some() {
                continue;
            }
            let state = shapes.refresh(&game, &position);
            let all = game.legal_moves(&position);
            let mut kept = all.clone();
            let complete = shapes.candidates(&game, &position, &state, true, &mut kept);
            if !complete || kept.len() == all.len() {
                continue;
            }
            let side = position.to_move;
            let mut after = |mv: Cell, check: fn(&Mnk<1>, &mut Position<1>, u32) -> bool, plies| {
                let undo = game.play(&mut position, mv);
                let ended = game.outcome(&position);
                let result = ended.map(|outcome| outcome == Outcome::Win(side));
                let found = (result, result.is_none() && check(&game, &mut position, plies));
                game.undo(&mut position, undo);
                found
            };
            let wins_at_once = |(result, _): (Option<bool>, bool)| result == Some(true);
            if kept.iter().any(|&mv| wins_at_once(after(mv, wins_within, 1))) {
                continue;
            }
            if after(kept[0], loses_within, 2) == (None, true) && kept.len() == 1 {
                won += 1;
                continue;
            }
            stopped += 1;
            for &mv in all.iter().filter(|mv| !kept.contains(mv)) {
                let (result, lost) = after(mv, wins_within, 3);
                assert!(result.is_none() && lost, "{params}: {mv:?} is left out of {kept:?}");
            }
        }
        println!("{params}: {won} won, {stopped} stopped");
        assert!(won + stopped > 20, "{params}: {won} won, {stopped} stopped");
    }
}

#[test]
fn classes_and_counts_are_read_from_the_codes() {
    let (game, shapes) = setting::<2>("9,9,5", Some(2));
    let mut marks = [Bits::EMPTY, Bits::EMPTY];
    for (row, column) in [(4, 3), (4, 4), (4, 5), (2, 6), (3, 6)] {
        marks[0].insert(game.geometry.cell(row, column));
    }
    let position = game.position(marks, Side::First);
    let state = shapes.refresh(&game, &position);
    let class =
        |row, column| state.class(tables(&shapes), game.geometry.cell(row, column), Side::First);
    assert_eq!(class(4, 2), super::Class::TwoEnds);
    assert_eq!(class(4, 6), super::Class::TwoEnds);
    assert_eq!(class(4, 1), super::Class::Four);
    assert_eq!(class(1, 6), super::Class::Three);
    assert_eq!(state.count(Side::First, super::Class::Line), 0);
    assert_eq!(state.count(Side::First, super::Class::TwoEnds), 2);
}
