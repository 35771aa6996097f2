//! Domineering in the workbench: a game that knows nothing but its rules, for which
//! an evaluator is learned.
//!
//! Two sides put dominoes on a board in turn, the first standing and the second lying.
//! Who cannot put one loses. No evaluator is written here: the picture tells the
//! learner what is on the cells.
//!
//! ```console
//! $ cargo run --release -p plywood-domineering -- learn domineering --time 10m
//! $ cargo run --release -p plywood-domineering -- match domineering \
//!       'best[evaluator=domineering.eval]' best --nodes 1000 --games 200 --opening-moves 4
//! ```

use plywood_game::{
    Content, Game, Move, Notation, Outcome, Picture, Side, SideLook, Style, Symmetry, TextError,
    View, mix, quoted,
};
use plywood_workbench::{Family, Workbench};
use std::process::ExitCode;

fn main() -> ExitCode {
    let domineering = Family::from(Domineering).title("Domineering");
    let about = "put dominoes on a board of 8 by 8, x standing and o lying; who cannot loses";
    plywood_cli::main(Workbench::standard().with(domineering.about(about)))
}

/// The rules. The board has eight rows and columns; cell 0 is at the top left.
#[derive(Clone)]
struct Domineering;

const SIZE: u32 = 8;

/// The cells that each side has covered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Position {
    covered: [u64; 2],
    to_move: Side,
}

/// The upper or left cell of a domino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Domino(u8);

impl Move for Domino {
    fn pack(self) -> u32 {
        self.0.into()
    }

    fn unpack(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Domino)
    }
}

/// The cells that have one to their right.
const LEFT_OF_ANOTHER: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Position {
    /// The upper or left cells of all dominoes that the side to move may put.
    fn free(&self) -> u64 {
        let empty = !(self.covered[0] | self.covered[1]);
        match self.to_move {
            Side::First => empty & (empty >> SIZE),
            Side::Second => empty & (empty >> 1) & LEFT_OF_ANOTHER,
        }
    }

    /// The cells of a domino of the side to move.
    fn cells(&self, Domino(cell): Domino) -> u64 {
        match self.to_move {
            Side::First => (1 | 1 << SIZE) << cell,
            Side::Second => 3 << cell,
        }
    }
}

impl Game for Domineering {
    type Position = Position;
    type Move = Domino;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { covered: [0, 0], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.free() == 0).then_some(Outcome::Win(position.to_move.other()))
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Domino>) {
        let free = position.free();
        moves.extend((0..64).filter(|cell| free >> cell & 1 != 0).map(Domino));
    }

    fn play(&self, position: &mut Position, domino: Domino) -> Position {
        let before = position.clone();
        position.covered[position.to_move.index()] |= position.cells(domino);
        position.to_move = position.to_move.other();
        before
    }

    fn undo(&self, position: &mut Position, before: Position) {
        *position = before;
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.covered;
        mix(mix(first) ^ mix(second ^ 0x5555) ^ position.to_move.index() as u64)
    }

    fn most_plies_left(&self, position: &Position) -> Option<u32> {
        Some((position.covered[0] | position.covered[1]).count_zeros() / 2)
    }
}

/// Left and right, and top and bottom, may be exchanged.
impl Symmetry for Domineering {
    fn symmetries(&self) -> usize {
        4
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let columns = |cells: u64| match symmetry & 1 {
            0 => cells,
            _ => u64::from_be_bytes(cells.to_be_bytes().map(u8::reverse_bits)),
        };
        let rows = |cells: u64| if symmetry & 2 == 0 { cells } else { cells.swap_bytes() };
        Position { covered: position.covered.map(|cells| rows(columns(cells))), ..*position }
    }

    fn transform_move(&self, symmetry: usize, position: &Position, domino: Domino) -> Domino {
        let image = Position { covered: [position.cells(domino), 0], to_move: Side::First };
        Domino(self.transform(symmetry, &image).covered[0].trailing_zeros() as u8)
    }

    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }
}

impl Notation for Domineering {
    fn name(&self) -> String {
        "domineering".to_owned()
    }

    /// The upper or left cell: `a8` is at the top left.
    fn move_text(&self, _: &Position, Domino(cell): Domino) -> String {
        format!("{}{}", char::from(b'a' + cell % 8), 8 - cell / 8)
    }

    /// The cells from the top left, row by row, and the side to move.
    fn position_text(&self, position: &Position) -> String {
        let letter = |cell: u32| match position.covered.map(|cells| cells >> cell & 1) {
            [0, 0] => '.',
            [1, _] => 'x',
            _ => 'o',
        };
        let board: String = (0..64).map(letter).collect();
        format!("{board} {}", ['x', 'o'][position.to_move.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let expected = "64 cells, each ., x or o, a space and x or o to move";
        let wrong = |part: &str| {
            let problem = format!("{} is no position", quoted(part));
            TextError::at_part(text, part, problem, expected)
        };
        let (board, side) = text.trim_end().split_once(' ').ok_or_else(|| wrong(text))?;
        let to_move = ["x", "o"].iter().position(|known| *known == side);
        let to_move = Side::BOTH[to_move.ok_or_else(|| wrong(side))?];
        if board.len() != 64 || !board.bytes().all(|cell| b".xo".contains(&cell)) {
            return Err(wrong(board));
        }
        let cells = |letter: u8| {
            let found = board.bytes().enumerate().filter(move |&(_, cell)| cell == letter);
            found.fold(0, |cells, (place, _)| cells | 1 << place)
        };
        Ok(Position { covered: [cells(b'x'), cells(b'o')], to_move })
    }
}

impl View for Domineering {
    fn picture(&self, position: &Position, last: Option<Domino>) -> Picture {
        let content = |cell: u32| {
            let holds = |side: &Side| position.covered[side.index()] >> cell & 1 != 0;
            Side::BOTH.into_iter().find(holds).map_or(Content::Empty, Content::Piece)
        };
        Picture {
            rows: SIZE as u16,
            columns: SIZE as u16,
            row_labels: (1..=SIZE).rev().map(|row| row.to_string()).collect(),
            column_labels: ('a'..='h').map(String::from).collect(),
            style: Style::Marks,
            sides: SideLook::pair(("x", 'x'), ("o", 'o')),
            cells: (0..64).map(content).collect(),
            last: last.map(|Domino(cell)| cell.into()).into_iter().collect(),
            decisive: Vec::new(),
            captions: Vec::new(),
        }
    }

    fn steps(&self, _: &Position, Domino(cell): Domino) -> Vec<Vec<u16>> {
        vec![vec![cell.into()]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{perft, testkit};

    #[test]
    fn the_laws_hold() {
        testkit::assert_laws(&Domineering, 100, 1);
    }

    #[test]
    fn sides_put_dominoes_in_their_own_direction() {
        // 56 places to begin with; a standing domino leaves 54 lying ones in the first
        // and last columns, where it covers one in each of two rows, and 52 elsewhere.
        assert_eq!(perft(&Domineering, &Domineering.initial(), 1), 56);
        assert_eq!(perft(&Domineering, &Domineering.initial(), 2), 14 * 54 + 42 * 52);
    }

    #[test]
    fn bad_boards_are_errors() {
        for text in
            ["", "x", ". x", &format!("{} z", ".".repeat(64)), &format!("{}é x", ".".repeat(62))]
        {
            assert!(Domineering.parse_position(text).is_err(), "{text}");
        }
    }
}
