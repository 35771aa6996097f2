//! The rules of Delta, plainly.

use super::{Judge, board_and_side, step};
use plywood_game::{Outcome, Side, quoted};
use std::sync::LazyLock;

/// The judge of Delta. The first side is Black, `*`; White is `o`.
///
/// ```
/// use plywood_judges::{Judge, DeltaJudge};
/// let judge = DeltaJudge { second_turn_must_place: false, pieces: 9 };
/// let state = judge.read("...../...../..o../.*.../..... *")?;
/// let state = judge.play(&state, "b2e2")?;
/// assert_eq!(judge.write(&state), "...../...../..o../...**/..... o");
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeltaJudge {
    /// Whether White's second turn must be a placement (`delta:placement`);
    /// otherwise it may be one.
    pub second_turn_must_place: bool,
    /// Pieces a side: nine in the published game.
    pub pieces: usize,
}

const SIZE: usize = 5;
const WINNING_LINE: usize = 4;

/// The owner of each piece, row 5 (the top row) first.
type Board = [[Option<Side>; SIZE]; SIZE];

/// A row and a column, counted from 0 at the top left.
pub(crate) type Cell = (usize, usize);

/// A position of Delta.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeltaState {
    board: Board,
    to_move: Side,
}

/// A piece slides from one cell to another; `before` is the last cell passed.
#[derive(Debug, Clone, Copy)]
pub struct Slide {
    from: Cell,
    before: Cell,
    to: Cell,
}

/// A turn, by where the piece comes from that is put on the board.
#[derive(Debug, Clone, Copy)]
pub enum DeltaTurn {
    /// From the reserve, on any empty cell.
    Place(Cell),
    /// From the reserve, behind the piece that slides.
    Slide(Slide),
    /// From the board, behind the piece that slides.
    Lift(Slide, Cell),
}

const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

fn all_cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)))
}

/// The cells that hold a piece of `side`, or the empty ones.
fn cells_with(board: &Board, content: Option<Side>) -> Vec<Cell> {
    all_cells().filter(|&(row, column)| board[row][column] == content).collect()
}

/// Along a row, along a column, along either diagonal.
const LINES: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The 28 windows of four cells in a line.
fn windows() -> Vec<[Cell; WINNING_LINE]> {
    let mut windows = Vec::new();
    for start in all_cells() {
        for (down, right) in LINES {
            let cell = |number: isize| step(start, (down * number, right * number), (SIZE, SIZE));
            if let [Some(a), Some(b), Some(c), Some(d)] = [cell(0), cell(1), cell(2), cell(3)] {
                windows.push([a, b, c, d]);
            }
        }
    }
    windows
}

/// "Four or five own pieces in an unbroken line (row, column, any diagonal; 28
/// windows of four)": five in a line have four in a line.
fn has_line(board: &Board, side: Side) -> bool {
    static WINDOWS: LazyLock<Vec<[Cell; WINNING_LINE]>> = LazyLock::new(windows);
    let owns = |&(row, column): &Cell| board[row][column] == Some(side);
    WINDOWS.iter().any(|window| window.iter().all(owns))
}

/// "Slide one own piece at least two cells along a row, column or diagonal,
/// all cells passed and the destination empty (no jumping)."
fn slides(board: &Board, side: Side) -> Vec<Slide> {
    let mut slides = Vec::new();
    for from in cells_with(board, Some(side)) {
        for direction in DIRECTIONS {
            let mut last_passed = None;
            let mut next = step(from, direction, (SIZE, SIZE));
            while let Some((row, column)) = next {
                if board[row][column].is_some() {
                    break;
                }
                let to = (row, column);
                if let Some(before) = last_passed {
                    slides.push(Slide { from, before, to });
                }
                last_passed = Some(to);
                next = step(to, direction, (SIZE, SIZE));
            }
        }
    }
    slides
}

/// The board after a turn: "slide one own piece, then put a new piece on the
/// last cell passed", or one lifted from the board.
fn after(board: &Board, side: Side, turn: DeltaTurn) -> Board {
    let mut board = *board;
    let mut put = |(row, column): Cell, content| board[row][column] = content;
    match turn {
        DeltaTurn::Place(cell) => put(cell, Some(side)),
        DeltaTurn::Slide(slide) | DeltaTurn::Lift(slide, _) => {
            put(slide.from, None);
            put(slide.to, Some(side));
            if let DeltaTurn::Lift(_, lifted) = turn {
                put(lifted, None);
            }
            put(slide.before, Some(side));
        }
    }
    board
}

/// "Columns a-e, rows 1-5 from the bottom."
fn cell_name((row, column): Cell) -> String {
    format!("{}{}", char::from(b'a' + column as u8), SIZE - row)
}

/// "Placement `c3`; slide `b2e2`; lift `b2e2^a1`."
fn turn_name(turn: DeltaTurn) -> String {
    match turn {
        DeltaTurn::Place(cell) => cell_name(cell),
        DeltaTurn::Slide(slide) => cell_name(slide.from) + &cell_name(slide.to),
        DeltaTurn::Lift(slide, lifted) => {
            format!("{}{}^{}", cell_name(slide.from), cell_name(slide.to), cell_name(lifted))
        }
    }
}

fn read_board(text: &str) -> Result<Board, String> {
    let count = text.split('/').count();
    if count != SIZE {
        return Err(format!("the board has {count} rows; expected 5"));
    }
    let mut board = [[None; SIZE]; SIZE];
    for (row, cells) in text.split('/').enumerate() {
        let length = cells.chars().count();
        if length != SIZE {
            return Err(format!("the row {} has {length} cells; expected 5", quoted(cells)));
        }
        for (column, character) in cells.chars().enumerate() {
            board[row][column] = match character {
                '*' => Some(Side::First),
                'o' => Some(Side::Second),
                '.' => None,
                _ => {
                    let wrong = quoted(&character.to_string());
                    return Err(format!("{wrong} is no cell; expected *, o or ."));
                }
            };
        }
    }
    Ok(board)
}

/// "With nine and nine on the board" either side may be to move; "before that
/// the counts tell: equal is Black to move, one black more is White to move.
/// Other counts, a side that contradicts them, or lines of both colours are
/// errors."
fn check(state: &DeltaState, pieces: usize) -> Result<(), String> {
    let count = |side| state.board.iter().flatten().filter(|&&owner| owner == Some(side)).count();
    let [black, white] = Side::BOTH.map(count);
    if black > pieces || white > pieces {
        return Err(format!("{black} black and {white} white pieces; expected {pieces} at most"));
    }
    if black != white && black != white + 1 {
        let expected = "as many white as black ones or one fewer";
        return Err(format!("{black} black and {white} white pieces; expected {expected}"));
    }
    let by_the_counts = if black == white { Side::First } else { Side::Second };
    if (black, white) != (pieces, pieces) && state.to_move != by_the_counts {
        let expected = if by_the_counts == Side::First { "Black" } else { "White" };
        return Err(format!(
            "{black} black and {white} white pieces; expected {expected} to be on the move"
        ));
    }
    if has_line(&state.board, Side::First) && has_line(&state.board, Side::Second) {
        return Err("both sides have a line; expected one at most".to_owned());
    }
    Ok(())
}

impl DeltaState {
    /// The owner of each piece, the top row first.
    #[must_use]
    pub fn board(&self) -> &[[Option<Side>; SIZE]; SIZE] {
        &self.board
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }
}

impl DeltaJudge {
    /// The position with these pieces, the top row first.
    ///
    /// # Errors
    /// In words, if there is no such position.
    pub fn state(
        &self,
        board: [[Option<Side>; SIZE]; SIZE],
        to_move: Side,
    ) -> Result<DeltaState, String> {
        let state = DeltaState { board, to_move };
        check(&state, self.pieces)?;
        Ok(state)
    }
}

impl Judge for DeltaJudge {
    type State = DeltaState;
    type Turn = DeltaTurn;

    fn read(&self, text: &str) -> Result<DeltaState, String> {
        let (rows, side) = board_and_side(text)?;
        let to_move = match side {
            "*" => Side::First,
            "o" => Side::Second,
            _ => return Err(format!("{} is no side; expected * or o", quoted(side))),
        };
        self.state(read_board(rows)?, to_move)
    }

    fn write(&self, state: &DeltaState) -> String {
        let piece = |cell: &Option<Side>| match cell {
            Some(Side::First) => '*',
            Some(Side::Second) => 'o',
            None => '.',
        };
        let rows: Vec<String> =
            state.board.iter().map(|row| row.iter().map(piece).collect()).collect();
        format!("{} {}", rows.join("/"), piece(&Some(state.to_move)))
    }

    fn to_move(&self, state: &DeltaState) -> Side {
        state.to_move
    }

    /// Every legal turn; none where a side has a line.
    fn turns(&self, state: &DeltaState) -> Vec<DeltaTurn> {
        let board = &state.board;
        if has_line(board, Side::First) || has_line(board, Side::Second) {
            return Vec::new();
        }
        let own = cells_with(board, Some(state.to_move));
        let placements = || cells_with(board, None).into_iter().map(DeltaTurn::Place);
        let slides = slides(board, state.to_move).into_iter();
        match own.len() {
            // "Black places one piece on any cell, then White one on any
            // empty cell."
            0 => placements().collect(),
            // "White's second turn may also be a free placement"; in the
            // other variant it always is.
            1 if state.to_move == Side::Second && self.second_turn_must_place => {
                placements().collect()
            }
            1 if state.to_move == Side::Second => {
                placements().chain(slides.map(DeltaTurn::Slide)).collect()
            }
            // "With all nine pieces on the board, a player slides, then lifts
            // any own piece except the one just moved." Nine, or as many as
            // this game has.
            all if all == self.pieces => {
                let mut turns = Vec::with_capacity(slides.len() * own.len());
                for slide in slides {
                    for &lifted in own.iter().filter(|&&piece| piece != slide.from) {
                        turns.push(DeltaTurn::Lift(slide, lifted));
                    }
                }
                turns
            }
            _ => slides.map(DeltaTurn::Slide).collect(),
        }
    }

    fn after(&self, state: &DeltaState, turn: &DeltaTurn) -> DeltaState {
        let board = after(&state.board, state.to_move, *turn);
        DeltaState { board, to_move: state.to_move.other() }
    }

    fn name(&self, _: &DeltaState, turn: &DeltaTurn) -> String {
        turn_name(*turn)
    }

    /// From the lowest bit, five bits each: the cell a piece comes from or is
    /// placed on, the cell it slides to, the cell of the piece that is lifted,
    /// 31 for what there is not. A cell is 6 times its row and its column,
    /// counted from 0 at a5.
    fn code(&self, turn: &DeltaTurn) -> u32 {
        let number = |(row, column): Cell| (row * 6 + column) as u32;
        let (from, to, lifted) = match *turn {
            DeltaTurn::Place(cell) => (number(cell), 31, 31),
            DeltaTurn::Slide(slide) => (number(slide.from), number(slide.to), 31),
            DeltaTurn::Lift(slide, cell) => (number(slide.from), number(slide.to), number(cell)),
        };
        from | to << 5 | lifted << 10
    }

    /// "A player with four or five own pieces in an unbroken line wins. One who
    /// cannot move on their turn loses, even with pieces in reserve."
    fn outcome(&self, state: &DeltaState) -> Option<Outcome> {
        for side in Side::BOTH {
            if has_line(&state.board, side) {
                return Some(Outcome::Win(side));
            }
        }
        let stuck = self.turns(state).is_empty();
        stuck.then(|| Outcome::Win(state.to_move.other()))
    }
}
