//! A check that cannot fail is no check: each law of the testkit notices a
//! game that breaks it, and accepts the same game without the flaw.

use plywood_game::testkit::assert_laws;
use plywood_game::{
    Content, Game, Move, Notation, Outcome, Picture, Side, SideLook, Style, Symmetry, TextError,
    View, mix,
};

/// What is wrong with the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    None,
    UndoForgets,
    KeyIgnoresSide,
    KeyStandsStill,
    ListsTwice,
    ListsAfterTheEnd,
    CountsWrong,
    PacksWrong,
    AcceptsAnything,
    WritesWrong,
    ReadsWrongSide,
    MovesShareText,
    MirrorsOnlyTheBoard,
    MirrorsOnlyOneWay,
    SharesClicks,
    ClicksOffTheBoard,
    PassKeepsTheSide,
}

/// Two heaps; a move takes one or two from one of them; who takes the last
/// match wins.
#[derive(Clone)]
struct Heaps(Flaw);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    heaps: [u8; 2],
    to_move: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Take {
    heap: u8,
    count: u8,
}

impl Move for Take {
    fn pack(self) -> u32 {
        u32::from(self.heap) << 8 | u32::from(self.count)
    }

    fn unpack(bits: u32) -> Option<Self> {
        let [count, heap, 0, 0] = bits.to_le_bytes() else {
            return None;
        };
        // Three matches are never taken: the value that a flawed game packs.
        (count != 3).then_some(Take { heap, count })
    }
}

impl Game for Heaps {
    type Position = Position;
    type Move = Take;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { heaps: [4, 3], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.heaps == [0, 0]).then(|| Outcome::Win(position.to_move.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Take>) {
        for heap in 0..2 {
            let most = position.heaps[usize::from(heap)].min(2);
            moves.extend((1..=most).map(|count| Take { heap, count }));
        }
        match (self.0, moves.first().copied()) {
            (Flaw::ListsTwice, Some(first)) => moves.push(first),
            (Flaw::ListsAfterTheEnd, None) => moves.push(Take { heap: 0, count: 0 }),
            (Flaw::PacksWrong, Some(_)) if position.heaps[0] >= 3 => {
                moves.push(Take { heap: 0, count: 3 });
            }
            _ => {}
        }
    }

    fn play(&self, position: &mut Position, mv: Take) -> Position {
        let before = position.clone();
        let heap = &mut position.heaps[usize::from(mv.heap)];
        *heap = heap.saturating_sub(mv.count);
        position.to_move = position.to_move.other();
        before
    }

    fn undo(&self, position: &mut Position, before: Position) {
        let side = position.to_move;
        *position = before;
        if self.0 == Flaw::UndoForgets {
            position.to_move = side;
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let [left, right] = position.heaps.map(u64::from);
        let side = position.to_move.index() as u64;
        mix(match self.0 {
            Flaw::KeyIgnoresSide => left << 8 | right,
            Flaw::KeyStandsStill => 0,
            _ => side << 16 | left << 8 | right,
        })
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.legal_moves(position).len() as u64 + u64::from(self.0 == Flaw::CountsWrong)
    }

    fn is_legal(&self, position: &Position, mv: Take) -> bool {
        self.0 == Flaw::AcceptsAnything || self.legal_moves(position).contains(&mv)
    }

    fn pass_turn(&self, position: &Position) -> Option<Position> {
        let mut passed = position.clone();
        if self.0 != Flaw::PassKeepsTheSide {
            passed.to_move = passed.to_move.other();
        }
        self.outcome(position).is_none().then_some(passed)
    }
}

impl Symmetry for Heaps {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let mut image = position.clone();
        if symmetry == 1 {
            image.heaps.reverse();
            if self.0 == Flaw::MirrorsOnlyOneWay {
                image.heaps[0] = image.heaps[0].saturating_sub(1);
            }
        }
        image
    }

    fn transform_move(&self, symmetry: usize, _: &Position, mv: Take) -> Take {
        let exchanged = symmetry == 1 && self.0 != Flaw::MirrorsOnlyTheBoard;
        Take { heap: mv.heap ^ u8::from(exchanged), ..mv }
    }

    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }
}

impl Notation for Heaps {
    fn name(&self) -> String {
        "heaps".to_owned()
    }

    fn move_text(&self, _: &Position, mv: Take) -> String {
        let heap = if self.0 == Flaw::MovesShareText { 0 } else { mv.heap };
        format!("{heap}-{}", mv.count)
    }

    fn position_text(&self, position: &Position) -> String {
        let [left, right] = position.heaps;
        let left = left + u8::from(self.0 == Flaw::WritesWrong);
        format!("{left} {right} {}", position.to_move.index())
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let numbers: Vec<u8> = text.split(' ').flat_map(str::parse).collect();
        let &[left, right, side] = numbers.as_slice() else {
            return Err(TextError::new(text, 0, "not three numbers", "three"));
        };
        let first = side == 0 || self.0 == Flaw::ReadsWrongSide;
        Ok(Position {
            heaps: [left, right],
            to_move: if first { Side::First } else { Side::Second },
        })
    }
}

impl View for Heaps {
    fn picture(&self, _: &Position, _: Option<Take>) -> Picture {
        Picture {
            rows: 1,
            columns: 4,
            row_labels: vec![String::new()],
            column_labels: vec![String::new(); 4],
            style: Style::Tiles,
            sides: SideLook::pair(("First", '1'), ("Second", '2')),
            cells: vec![Content::Empty; 4],
            last: Vec::new(),
            decisive: Vec::new(),
            captions: Vec::new(),
        }
    }

    fn steps(&self, _: &Position, mv: Take) -> Vec<Vec<u16>> {
        let cell = u16::from(mv.heap * 2 + mv.count.saturating_sub(1));
        vec![vec![match self.0 {
            Flaw::SharesClicks => 0,
            Flaw::ClicksOffTheBoard => cell + 4,
            _ => cell,
        }]]
    }
}

/// The message of the law that the flawed game breaks.
fn broken_law(flaw: Flaw) -> String {
    let broken = std::panic::catch_unwind(|| assert_laws(&Heaps(flaw), 20, 1));
    let panic = broken.expect_err("a flawed game passes every law");
    panic.downcast_ref::<String>().expect("a message").clone()
}

#[test]
fn a_game_without_a_flaw_passes() {
    assert_laws(&Heaps(Flaw::None), 20, 1);
}

#[test]
fn every_flaw_is_noticed_by_its_law() {
    for (flaw, law) in [
        (Flaw::UndoForgets, "restores"),
        (Flaw::KeyIgnoresSide, "a pass changes the key"),
        (Flaw::KeyStandsStill, "changes the key"),
        (Flaw::ListsTwice, "is listed once"),
        (Flaw::ListsAfterTheEnd, "exactly while the game goes on"),
        (Flaw::CountsWrong, "count_moves counts moves"),
        (Flaw::PacksWrong, "packs"),
        (Flaw::AcceptsAnything, "is refused"),
        (Flaw::WritesWrong, "text round-trips"),
        (Flaw::ReadsWrongSide, "text round-trips"),
        (Flaw::MovesShareText, "round-trips"),
        (Flaw::MirrorsOnlyTheBoard, "commutes"),
        (Flaw::MirrorsOnlyOneWay, "inverts"),
        (Flaw::SharesClicks, "share their clicks"),
        (Flaw::ClicksOffTheBoard, "on the board"),
        (Flaw::PassKeepsTheSide, "a pass turns the side"),
    ] {
        let message = broken_law(flaw);
        assert!(message.contains(law), "{flaw:?} is noticed as: {message}");
    }
}
