//! Reading games that Piskvork, the manager of Gomocup, saved.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0
//! 8,8,120
//! 9,9,85
//! Ann
//! Bob
//! -1
//! ```
//!
//! The first line tells columns and rows. A line a move follows: the column from
//! the left and the row from the top, both from 1, and the milliseconds that it
//! took. What comes after the moves (players, result) is not read.

use super::{Cell, Mnk};
use plywood_game::{Game, TextError, quoted};

const TITLE: &str = "Piskvorky";

/// Whether a file looks like a game of Piskvork.
pub(super) fn is_psq(text: &str) -> bool {
    text.trim_start().get(..TITLE.len()).is_some_and(|word| word.eq_ignore_ascii_case(TITLE))
}

impl<const W: usize> Mnk<W> {
    /// The moves of a saved game.
    pub(super) fn read_psq(&self, text: &str) -> Result<Vec<Cell>, TextError> {
        let mut lines = text.trim_start().lines();
        self.check_size(text, lines.next().unwrap_or_default())?;
        let mut position = self.initial();
        let mut moves = Vec::new();
        // The first line that is no move is the name of a player.
        for line in lines.take_while(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        {
            if !line.contains(',') {
                break;
            }
            let error = |problem: String, expected: &str| {
                Err(TextError::at_part(text, line, problem, expected))
            };
            if self.outcome(&position).is_some() {
                return error(format!("the game is over before {}", quoted(line)), "no more moves");
            }
            let Some(cell) = self.cell_of(line) else {
                let expected = format!(
                    "a column from 1 to {}, a row from 1 to {} and the time, as in 8,8,120",
                    self.params().columns(),
                    self.params().rows()
                );
                return error(format!("{} is no move", quoted(line)), &expected);
            };
            if position.mark(cell).is_some() {
                return error(format!("{} has a mark already", quoted(line)), "an empty cell");
            }
            self.play(&mut position, cell);
            moves.push(cell);
        }
        Ok(moves)
    }

    /// An error at the size of another board.
    fn check_size(&self, text: &str, line: &str) -> Result<(), TextError> {
        let rest = line.get(TITLE.len()..).unwrap_or_default().trim_start();
        let size = rest.split(',').next().unwrap_or_default().trim_end();
        let (columns, rows) = (self.params().columns(), self.params().rows());
        let found = size.split_once(['x', 'X']).and_then(|(columns, rows)| {
            Some((columns.trim().parse::<u16>().ok()?, rows.trim().parse::<u16>().ok()?))
        });
        match found {
            Some(found) if found == (columns, rows) => Ok(()),
            Some((wide, high)) => {
                let problem = format!("the board has {wide} columns and {high} rows");
                let expected = format!("{columns}x{rows}; open mnk:{high},{wide},K to read it");
                Err(TextError::at_part(text, rest, problem, expected))
            }
            None => {
                let problem = format!("{} is no size of a board", quoted(size));
                Err(TextError::at_part(text, rest, problem, format!("{columns}x{rows}")))
            }
        }
    }

    /// The cell of a move such as `8,8,120`; none if it is none of this board.
    fn cell_of(&self, line: &str) -> Option<Cell> {
        let numbers: Vec<&str> = line.trim_end().split(',').map(str::trim).collect();
        let (&[column, row], true) = (numbers.get(..2)?.as_array()?, numbers.len() <= 3) else {
            return None;
        };
        let within = |text: &str, size: u16| {
            text.parse::<u16>().ok().filter(|number| (1..=size).contains(number))
        };
        let column = within(column, self.params().columns())?;
        let row = within(row, self.params().rows())?;
        Some(Cell(self.geometry.cell(row - 1, column - 1) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mnk::Params;
    use plywood_game::Notation;

    fn read(text: &str) -> Result<String, String> {
        let game = Mnk::<4>::new(Params::new(14, 15, 5).expect("parameters"));
        let (start, moves) = game
            .parse_game(text)
            .map_err(|error| format!("{}:{}: {}", error.line(), error.column(), error.problem()))?;
        let mut end = start.clone();
        for &mv in &moves {
            game.play(&mut end, mv);
        }
        assert_eq!(game.parse_file(text), Ok(end));
        Ok(game.moves_text(&start, &moves))
    }

    #[test]
    fn a_game_of_piskvork_is_read_with_its_moves() {
        let text = "Piskvorky 15x14, 11:11, 0\r\n8,7,120\r\n15,14,3\r\n1,1\r\nAnn\r\nBob\r\n-1\r\n";
        assert_eq!(read(text), Ok("h8 o1 a14".to_owned()));
        assert_eq!(read("piskvorky 15x14\n"), Ok(String::new()));
        assert_eq!(read("Piskvorky 15x14\n1,1,0\n9 lives\n"), Ok("a14".to_owned()));
    }

    #[test]
    fn a_mistake_is_found_where_it_is() {
        for (text, problem) in [
            ("Piskvorky 20x20, 0", "1:11: the board has 20 columns and 20 rows"),
            ("Piskvorky", "1:10: '' is no size of a board"),
            ("Piskvorky 15x14\n8,8,0\n16,1,0\n", "3:1: '16,1,0' is no move"),
            ("Piskvorky 15x14\n8,8,0\n0,1,0\n", "3:1: '0,1,0' is no move"),
            ("Piskvorky 15x14\n8,8,0\n8,8,0\n", "3:1: '8,8,0' has a mark already"),
            ("Piskvorky 15x14\n8,x,0\n", "2:1: '8,x,0' is no move"),
        ] {
            assert_eq!(read(text), Err(problem.to_owned()));
        }
    }
}
