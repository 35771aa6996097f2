//! Connect Four in the workbench: a game of one's own in one short file.
//!
//! Two sides drop discs into seven columns of six cells, or fewer; four in a line
//! win. What the workbench asks for is below, trait by trait: the rules, how a
//! game is written, how the board may be turned, how it looks. In return it is
//! played, drawn, saved, counted and solved like every other game:
//!
//! ```console
//! $ cargo run --release -p plywood-connect-four -- play connect-four --second random
//! $ cargo run --release -p plywood-connect-four -- solve connect-four:6x5 --certificate F
//! ```
//!
//! The second file states the rules once more, so that what is solved can be
//! verified by other code.

mod judge;

use judge::Judge;
use plywood_game::{
    Content, Game, Move, Notation, Outcome, Picture, Preview, Side, SideLook, Style, Symmetry,
    TextError, View, mix, quoted,
};
use plywood_workbench::{Family, Workbench};
use std::process::ExitCode;

fn main() -> ExitCode {
    let connect_four = Family::new("connect-four", "connect-four[:CxR]", |setup| {
        let game = setup.parameters.map_or(Ok(ConnectFour::STANDARD), ConnectFour::sized)?;
        Ok(setup.game(game).judged_by(Judge { columns: game.columns, rows: game.rows }))
    });
    let connect_four =
        connect_four.title("Connect Four").about("drop discs, four in a line win").rules(RULES);
    plywood_cli::main(Workbench::standard().with(connect_four))
}

/// The rules as the page tells them.
const RULES: &str = "\
Two players drop discs into a board of seven columns and six rows that stands upright. Four in a line win.

# How to play

- x begins, and the two move in turn.
- A move drops one disc into a column that is not full. It falls to the lowest empty cell.
- Four of your discs next to each other in a row, a column or a diagonal win.
- If the board is full and nobody has a line, the game is a draw.";

const COLUMNS: usize = 7;
const ROWS: usize = 6;

/// The size of the board, up to seven columns of six cells.
#[derive(Clone, Copy)]
pub(crate) struct ConnectFour {
    columns: usize,
    rows: usize,
}

impl ConnectFour {
    pub(crate) const STANDARD: Self = Self { columns: COLUMNS, rows: ROWS };

    /// The board that `6x5` stands for: six columns of five cells.
    fn sized(text: &str) -> Result<Self, TextError> {
        let numbers = text
            .split_once('x')
            .and_then(|(columns, rows)| Some((columns.parse().ok()?, rows.parse().ok()?)));
        match numbers {
            Some((columns @ 1..=COLUMNS, rows @ 1..=ROWS)) => Ok(Self { columns, rows }),
            _ => {
                let problem = format!("{} is no size", quoted(text));
                Err(TextError::new(text, 0, problem, "columns and rows up to 7x6"))
            }
        }
    }

    /// A bit in each of the first columns.
    fn bottom(self) -> u64 {
        BOTTOM & ((1 << (self.columns * 7)) - 1)
    }
}

/// The discs of both sides as bits. Each column takes seven bits, the lowest
/// cell first; the seventh stays empty and keeps lines from running over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Position {
    pub(crate) discs: [u64; 2],
    pub(crate) to_move: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Column(u8);

impl Move for Column {
    fn pack(self) -> u32 {
        self.0.into()
    }

    fn unpack(bits: u32) -> Option<Self> {
        u8::try_from(bits).ok().map(Column)
    }
}

const fn bit(column: usize, row: usize) -> u64 {
    1 << (column * 7 + row)
}

/// The lowest cell of every column.
const BOTTOM: u64 = 0x0408_1020_4081;

impl Position {
    /// The lowest empty cell of every column, the seventh bit of a full one.
    fn next_cells(&self) -> u64 {
        (self.discs[0] | self.discs[1]) + BOTTOM
    }

    fn height(&self, column: usize) -> usize {
        (self.next_cells() >> (column * 7) & 0x7f).trailing_zeros() as usize
    }

    fn side_at(&self, column: usize, row: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.discs[side.index()] & bit(column, row) != 0)
    }
}

/// The lowest discs of all lines of four, and how far apart the discs stand.
fn lines(discs: u64) -> impl Iterator<Item = (u64, u32)> {
    let fours = [1, 6, 7, 8].map(|step| {
        let pairs = discs & (discs >> step);
        (pairs & (pairs >> (2 * step)), step)
    });
    fours.into_iter().filter(|(starts, _)| *starts != 0)
}

impl Game for ConnectFour {
    type Position = Position;
    type Move = Column;
    type Undo = Position;

    fn initial(&self) -> Position {
        Position { discs: [0, 0], to_move: Side::First }
    }

    fn to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = position.to_move.other();
        if lines(position.discs[last.index()]).next().is_some() {
            return Some(Outcome::Win(last));
        }
        let full = self.bottom() << self.rows;
        (position.next_cells() & full == full).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position, moves: &mut Vec<Column>) {
        if self.outcome(position).is_none() {
            let next = position.next_cells();
            let open = (0..self.columns).filter(|&column| next & bit(column, self.rows) == 0);
            moves.extend(open.map(|column| Column(column as u8)));
        }
    }

    fn play(&self, position: &mut Position, Column(column): Column) -> Position {
        let before = position.clone();
        let cell = position.next_cells() & (0x7f << (u64::from(column) * 7));
        position.discs[position.to_move.index()] |= cell;
        position.to_move = position.to_move.other();
        before
    }

    fn undo(&self, position: &mut Position, before: Position) {
        *position = before;
    }

    fn most_plies_left(&self, position: &Position) -> Option<u32> {
        let discs = (position.discs[0] | position.discs[1]).count_ones();
        Some((self.columns * self.rows) as u32 - discs)
    }

    fn key(&self, position: &Position) -> u64 {
        let [first, second] = position.discs;
        mix(mix(first) ^ second ^ (position.to_move.index() as u64) << 63)
    }
}

impl Symmetry for ConnectFour {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let mirrored = |discs: u64| {
            (0..self.columns).fold(0, |image, column| image << 7 | (discs >> (column * 7)) & 0x7f)
        };
        match symmetry {
            0 => position.clone(),
            _ => Position { discs: position.discs.map(mirrored), ..position.clone() },
        }
    }

    fn transform_move(&self, symmetry: usize, _: &Position, Column(column): Column) -> Column {
        Column(if symmetry == 0 { column } else { self.columns as u8 - 1 - column })
    }

    fn inverse(&self, symmetry: usize) -> usize {
        symmetry
    }
}

impl Notation for ConnectFour {
    fn name(&self) -> String {
        match (self.columns, self.rows) {
            (COLUMNS, ROWS) => "connect-four".to_owned(),
            (columns, rows) => format!("connect-four:{columns}x{rows}"),
        }
    }

    fn move_text(&self, _: &Position, Column(column): Column) -> String {
        char::from(b'a' + column).to_string()
    }

    /// The columns from the left, each from the bottom: `x/ox/////// o`.
    fn position_text(&self, position: &Position) -> String {
        let column = |column| {
            let discs = (0..self.rows).filter_map(|row| position.side_at(column, row));
            discs.map(|side| ['x', 'o'][side.index()]).collect::<String>()
        };
        let columns: Vec<String> = (0..self.columns).map(column).collect();
        format!("{} {}", columns.join("/"), ['x', 'o'][position.to_move.index()])
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let fail = |part: &str, problem: &str, expected: &str| {
            let problem = format!("{} {problem}", quoted(part));
            Err(TextError::at_part(text, part, problem, expected))
        };
        let side = |text: &str| match text {
            "x" => Some(Side::First),
            "o" => Some(Side::Second),
            _ => None,
        };
        let (board, mover) = text.trim_end().split_once(' ').unwrap_or((text, ""));
        let Some(to_move) = side(mover) else {
            return fail(mover, "is not a side to move", "x or o after the columns and a space");
        };
        let mut position = Position { discs: [0, 0], to_move };
        if board.split('/').count() != self.columns {
            let expected = format!("{} columns separated by /", self.columns);
            return fail(board, "is not a board", &expected);
        }
        for (column, discs) in board.split('/').enumerate() {
            if discs.len() > self.rows {
                let expected = format!("{} discs a column at the most", self.rows);
                return fail(discs, "is too high", &expected);
            }
            for (row, disc) in discs.split_terminator("").skip(1).enumerate() {
                let Some(side) = side(disc) else {
                    return fail(&discs[discs.floor_char_boundary(row)..], "is no disc", "x or o");
                };
                position.discs[side.index()] |= bit(column, row);
            }
        }
        if lines(position.discs[to_move.index()]).next().is_some() {
            return fail(mover, "to move has won already", "a line of the other side at the most");
        }
        Ok(position)
    }
}

impl View for ConnectFour {
    fn picture(&self, position: &Position, last: Option<Column>) -> Picture {
        let Self { columns, rows } = *self;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let content = |(column, row): (usize, usize)| {
            position.side_at(column, rows - 1 - row).map_or(Content::Empty, Content::Piece)
        };
        let shown = |place: u32| self.shown(place as usize / 7, place as usize % 7);
        let winner = position.discs[position.to_move.other().index()];
        let decisive = lines(winner).flat_map(|(starts, step)| {
            let starts = (0..49).filter(move |place| starts >> place & 1 != 0);
            starts.flat_map(move |place| (0..4).map(move |n| shown(place + n * step)))
        });
        Picture {
            rows: rows as u16,
            columns: columns as u16,
            row_labels: vec![String::new(); rows],
            column_labels: ('a'..='g').take(columns).map(String::from).collect(),
            style: Style::Discs,
            sides: SideLook::pair(("x", 'x'), ("o", 'o')),
            cells: cells.map(content).collect(),
            last: last.map(|Column(c)| self.top_disc(position, c.into())).into_iter().collect(),
            decisive: decisive.collect(),
            captions: Vec::new(),
        }
    }

    /// A disc over an empty cell has a dot under it, which no position has.
    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let disc = |column, row| match cells.get(usize::from(self.shown(column, row))) {
            Some(Content::Piece(side)) => ['x', 'o'][side.index()],
            _ => '.',
        };
        let column = |column| (0..self.rows).map(|row| disc(column, row)).collect::<String>();
        let columns: Vec<String> =
            (0..self.columns).map(|c| column(c).trim_end_matches('.').to_owned()).collect();
        Some(format!("{} {}", columns.join("/"), ['x', 'o'][to_move.index()]))
    }

    fn steps(&self, _: &Position, Column(column): Column) -> Vec<Vec<u16>> {
        vec![(0..self.rows).map(|row| self.shown(column.into(), row)).collect()]
    }

    /// The same as in the picture, and sooner, for evaluators that are learned.
    fn cells(&self, position: &Position, cells: &mut [u8]) {
        let places = (0..self.columns).flat_map(|c| (0..self.rows).map(move |r| (c, r)));
        for (column, row) in places {
            let [first, second] = position.discs.map(|discs| discs & bit(column, row) != 0);
            cells[usize::from(self.shown(column, row))] = u8::from(first) | u8::from(second) << 1;
        }
    }

    /// Any cell of the column will do; the disc falls on top of the others.
    fn preview(&self, position: &Position, Column(column): Column) -> Preview {
        let landing = self.shown(column.into(), position.height(column.into()));
        Preview { cells: vec![landing], label: None }
    }
}

impl ConnectFour {
    /// The number that the picture gives to a cell, whose row is counted from
    /// the bottom.
    fn shown(self, column: usize, row: usize) -> u16 {
        ((self.rows - 1 - row) * self.columns + column) as u16
    }

    /// The cell of the highest disc in a column.
    fn top_disc(self, position: &Position, column: usize) -> u16 {
        self.shown(column, position.height(column) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{ZeroEvaluator, perft, perft_played, testkit};
    use plywood_learn::{LearnRequest, Plan, learn};

    #[test]
    fn the_laws_hold() {
        testkit::assert_laws(&ConnectFour::STANDARD, 200, 1);
        testkit::assert_laws(&ConnectFour { columns: 5, rows: 4 }, 200, 1);
    }

    #[test]
    fn every_column_is_open_until_it_is_full() {
        // Seven to the seventh, but for the seven ways to fill one column.
        let game = ConnectFour::STANDARD;
        let start = game.initial();
        assert_eq!(perft(&game, &start, 7), 7_u64.pow(7) - 7);
        assert_eq!(perft_played(&game, &start, 7), 7_u64.pow(7) - 7);
    }

    #[test]
    fn the_cells_are_those_of_the_picture() {
        testkit::random_game(&ConnectFour::STANDARD, &mut plywood_game::Random::new(1), |at, _| {
            let picture = ConnectFour::STANDARD.picture(at, None).cells;
            let mut cells = vec![0; picture.len()];
            ConnectFour::STANDARD.cells(at, &mut cells);
            assert!(picture.iter().map(|content| content.number()).eq(cells));
        });
    }

    /// The gain is measured in 50 pairs of games at 100 nodes a move. Players of equal
    /// strength differ by 200 Elo, 76 of 100 points, once in millions of tests.
    #[test]
    fn an_evaluator_that_is_learned_in_seconds_beats_none() {
        let game = ConnectFour::STANDARD;
        let request = LearnRequest {
            parameters: false,
            games: Some(1000),
            time: None,
            seed: 1,
            threads: 2,
            nodes: 100,
            resume: None,
        };
        let (plan, stop) = (Plan::default(), false.into());
        let learned = learn((&game, &ZeroEvaluator), &plan, None, &request, &stop, &mut |_, _| {});
        let report = learned.expect("learned");
        let last = report.points.last().expect("a point");
        assert!(last.elo > Some(200.0), "{last:?}");
        assert!(report.saved.file.len() < 1 << 20, "{} bytes", report.saved.file.len());
    }

    #[test]
    fn bad_boards_are_errors() {
        for text in ["", "x", "////// z", "///// x", "xxxxxxx////// x", "é////// x", "xxxx////// x"]
        {
            assert!(ConnectFour::STANDARD.parse_position(text).is_err(), "{text}");
        }
    }
}
