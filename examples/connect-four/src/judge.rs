//! The rules of Connect Four once more, on plain lists, for `verify`.

use plywood_game::{Outcome, Side};

/// The judge of boards of this size.
pub(crate) struct Judge {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// The discs of each column from the bottom, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    columns: Vec<Vec<Side>>,
    to_move: Side,
}

impl Judge {
    /// Whether four discs of a side stand in a line.
    fn has_line(&self, state: &State, side: Side) -> bool {
        let disc = |column: isize, row: isize| {
            let column = state.columns.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        };
        let starts = (0..self.columns as isize)
            .flat_map(|column| (0..self.rows as isize).map(move |row| (column, row)));
        starts.into_iter().any(|(column, row)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
                (0..4).all(|step| disc(column + step * right, row + step * up) == Some(side))
            })
        })
    }
}

impl plywood_judges::Judge for Judge {
    type State = State;
    type Turn = usize;

    fn read(&self, text: &str) -> Result<State, String> {
        let (board, mover) = text.split_once(' ').ok_or("the side to move is missing")?;
        let side = |letter: char| match letter {
            'x' => Ok(Side::First),
            'o' => Ok(Side::Second),
            _ => Err(format!("{letter} is neither x nor o")),
        };
        let column = |discs: &str| discs.chars().map(side).collect::<Result<Vec<_>, _>>();
        let columns = board.split('/').map(column).collect::<Result<Vec<_>, _>>()?;
        let to_move = mover.chars().map(side).next().ok_or("the side to move is missing")??;
        let fits =
            columns.len() == self.columns && columns.iter().all(|column| column.len() <= self.rows);
        if fits { Ok(State { columns, to_move }) } else { Err("the board is too large".to_owned()) }
    }

    fn write(&self, state: &State) -> String {
        let letter = |side: &Side| ['x', 'o'][side.index()];
        let columns: Vec<String> =
            state.columns.iter().map(|column| column.iter().map(letter).collect()).collect();
        format!("{} {}", columns.join("/"), letter(&state.to_move))
    }

    fn to_move(&self, state: &State) -> Side {
        state.to_move
    }

    /// Any column that is not full.
    fn turns(&self, state: &State) -> Vec<usize> {
        if self.outcome(state).is_some() {
            return Vec::new();
        }
        (0..self.columns).filter(|&column| state.columns[column].len() < self.rows).collect()
    }

    fn after(&self, state: &State, &column: &usize) -> State {
        let mut next = state.clone();
        next.columns[column].push(state.to_move);
        next.to_move = state.to_move.other();
        next
    }

    fn name(&self, _: &State, &column: &usize) -> String {
        char::from(b'a' + column as u8).to_string()
    }

    /// The number of the column, from 0.
    fn code(&self, &column: &usize) -> u32 {
        column as u32
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_line(state, side));
        let is_full = state.columns.iter().all(|column| column.len() == self.rows);
        winner.map(Outcome::Win).or_else(|| is_full.then_some(Outcome::Draw))
    }
}
