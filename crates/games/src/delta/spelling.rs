//! Reading turns, and saying why those that are not legal are not.

use super::board::{SIZE, Square};
use super::notation::{colour, glyph};
use super::rules::{Delta, Phase, Position};
use super::slides::{last_passed, path, step};
use super::turn::DeltaMove;
use plywood_game::{Game, TextError, legal_moves_hint, quoted};

/// The legal turn that `text` stands for.
pub(super) fn read_turn(
    game: &Delta,
    position: &Position,
    text: &str,
) -> Result<DeltaMove, TextError> {
    let written = Written::read(text)?;
    let judge = Judge { game, position, text };
    let turn = judge.turn(&written)?;
    debug_assert!(game.is_legal(position, turn), "{text} was understood as {turn:?}");
    Ok(turn)
}

/// A cell and where it stands in the text.
#[derive(Clone, Copy)]
struct Named {
    square: Square,
    offset: usize,
}

/// A move as written, legal or not: `from`, `to`, `/drop` and `^lift`, of which
/// only the first must be there.
struct Written {
    from: Named,
    to: Option<Named>,
    drop: Option<Named>,
    lift: Option<Named>,
}

impl Written {
    fn read(text: &str) -> Result<Self, TextError> {
        let end = text.trim_end().trim_end_matches(['+', '!']).len();
        let mut cursor = Cursor { text, end, offset: 0 };
        let from = cursor.cell()?;
        let to = if cursor.at_end() { None } else { Some(cursor.cell()?) };
        let drop = if cursor.skip(b'/') { Some(cursor.cell()?) } else { None };
        let lift = if cursor.skip(b'^') { Some(cursor.cell()?) } else { None };
        if cursor.at_end() {
            Ok(Self { from, to, drop, lift })
        } else {
            let rest = &text[cursor.offset..end];
            let problem = format!("{} after a whole move", quoted(rest));
            Err(TextError::new(text, cursor.offset, problem, "the end of the move"))
        }
    }
}

struct Cursor<'t> {
    text: &'t str,
    end: usize,
    offset: usize,
}

impl Cursor<'_> {
    fn at_end(&self) -> bool {
        self.offset == self.end
    }

    fn next(&self) -> Option<char> {
        self.text[self.offset..self.end].chars().next()
    }

    fn skip(&mut self, sign: u8) -> bool {
        let found = self.next() == Some(sign.into());
        self.offset += usize::from(found);
        found
    }

    fn cell(&mut self) -> Result<Named, TextError> {
        let offset = self.offset;
        let column = self.coordinate('a', "column", "a cell such as c3")?;
        let row = self.coordinate('1', "row", "a digit from 1 to 5")?;
        Ok(Named { square: Square::at(column, SIZE - 1 - row), offset })
    }

    /// How far the next character is from `first`, if it is one of five.
    fn coordinate(&mut self, first: char, what: &str, expected: &str) -> Result<usize, TextError> {
        let error = |problem| Err(TextError::new(self.text, self.offset, problem, expected));
        let Some(character) = self.next() else {
            return error(format!("the {what} of a cell is missing"));
        };
        let distance = (character.to_ascii_lowercase() as usize).checked_sub(first as usize);
        match distance {
            Some(distance) if distance < SIZE => {
                self.offset += 1;
                Ok(distance)
            }
            _ => error(format!("{} is no {what}", quoted(&character.to_string()))),
        }
    }
}

/// Compares what was written with what the rules allow.
struct Judge<'a> {
    game: &'a Delta,
    position: &'a Position,
    text: &'a str,
}

impl Judge<'_> {
    fn error(
        &self,
        at: Named,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> TextError {
        TextError::new(self.text, at.offset, problem, expected)
    }

    fn turn(&self, written: &Written) -> Result<DeltaMove, TextError> {
        if self.game.outcome(self.position).is_some() {
            return Err(self.error(written.from, "the game is over", "no more moves"));
        }
        let Some(to) = written.to else {
            return self.placement(written.from);
        };
        let phase = self.game.phase(self.position);
        if phase == Phase::Place {
            let problem = "this turn places a new piece and slides none";
            return Err(self.error(written.from, problem, "an empty cell such as c3"));
        }
        self.slide(written.from, to, written.drop)?;
        let (from, to) = (written.from.square, to.square);
        match (phase == Phase::Lift, written.lift) {
            (false, None) => Ok(DeltaMove::Slide { from, to }),
            (true, Some(lift)) => self.lift(from, to, lift),
            (false, Some(lift)) => {
                let problem = "nothing is lifted as long as there are pieces in reserve";
                Err(self.error(lift, problem, format!("{from}{to} alone")))
            }
            (true, None) => {
                let problem = "all your pieces are on the board, so another must be lifted";
                Err(self.error(written.from, problem, format!("{from}{to}^ and its cell")))
            }
        }
    }

    fn placement(&self, cell: Named) -> Result<DeltaMove, TextError> {
        let square = cell.square;
        if !self.game.phase(self.position).places() {
            let moves = self.game.legal_moves(self.position);
            let expected = legal_moves_hint(self.game, self.position, &moves);
            return Err(self.error(cell, "this turn slides a piece", expected));
        }
        match self.position.piece(square) {
            None => Ok(DeltaMove::Place(square)),
            Some(_) => Err(self.error(cell, format!("{square} is not empty"), "an empty cell")),
        }
    }

    /// Whether the slide and the drop cell, if it is named, are right.
    fn slide(&self, from: Named, to: Named, drop: Option<Named>) -> Result<(), TextError> {
        self.own_piece(from)?;
        let slide = format!("{}{}", from.square, to.square);
        let Some(last) = last_passed(from.square, to.square) else {
            let problem = match step(from.square, to.square) {
                Some(_) => format!("{slide} goes only one cell"),
                None => format!("{slide} does not go along a row, column or diagonal"),
            };
            return Err(self.error(to, problem, "a cell at least two away in one of 8 directions"));
        };
        let taken = |square: &Square| self.position.piece(*square).is_some();
        if let Some(obstacle) = path(from.square, to.square).find(taken) {
            let problem = format!("{obstacle} is in the way of {slide}");
            return Err(self.error(to, problem, "a slide through empty cells"));
        }
        match drop {
            Some(drop) if drop.square != last => {
                let problem = format!("the second piece of {slide} goes to {last}");
                Err(self.error(drop, problem, last.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn lift(&self, from: Square, to: Square, lift: Named) -> Result<DeltaMove, TextError> {
        if [from, to].contains(&lift.square) {
            let problem = "the piece just moved cannot be lifted";
            return Err(self.error(lift, problem, "another of your pieces"));
        }
        self.own_piece(lift)?;
        Ok(DeltaMove::Lift { from, to, lift: lift.square })
    }

    fn own_piece(&self, cell: Named) -> Result<(), TextError> {
        let mover = self.position.to_move;
        let problem = match self.position.piece(cell.square) {
            Some(side) if side == mover => return Ok(()),
            Some(side) => format!("the piece on {} is {}'s", cell.square, colour(side)),
            None => format!("there is no piece on {}", cell.square),
        };
        let expected = format!("one of {}'s pieces ({})", colour(mover), glyph(mover));
        Err(self.error(cell, problem, expected))
    }
}
