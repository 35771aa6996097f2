//! Names, turns and positions as text.
//!
//! A placement is written `c3`, a slide `b2e2`, one that lifts `b2e2^a1`. A
//! position is five rows, top row first, of `*` for Black, `o` for White and
//! `.`: on one line separated by `/` and followed by the side to move, or in a
//! file a line each.

use super::board::{ALL, squares};
use super::reading::{read_file, read_line};
use super::rules::{Delta, Position};
use super::spelling::read_turn;
use super::turn::DeltaMove;
use plywood_game::{Notation, Side, TextError};

/// The piece of a side as a character.
pub(super) fn glyph(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'o',
    }
}

/// A side in a sentence.
pub(super) fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

impl Notation for Delta {
    fn name(&self) -> String {
        let pieces = self.pieces;
        match (self.white_must_place, pieces == Self::standard().pieces) {
            (false, true) => "delta".to_owned(),
            (true, true) => "delta:placement".to_owned(),
            (false, false) => format!("delta:pieces={pieces}"),
            (true, false) => format!("delta:placement,pieces={pieces}"),
        }
    }

    fn move_text(&self, _: &Position, turn: DeltaMove) -> String {
        match turn {
            DeltaMove::Place(square) => square.to_string(),
            DeltaMove::Slide { from, to } => format!("{from}{to}"),
            DeltaMove::Lift { from, to, lift } => format!("{from}{to}^{lift}"),
        }
    }

    /// Takes capital letters too, the drop cell after a slide (`b2e2/d2`,
    /// refused if it is another), and ignores `+` and `!` at the end.
    ///
    /// ```
    /// use plywood_game::{Game, Notation};
    /// use plywood_games::delta::Delta;
    /// let game = Delta::standard();
    /// let position = game.parse_position("...../...../...../.o.../.*... *")?;
    /// let turn = game.parse_move(&position, "b1e1/d1!")?;
    /// assert_eq!(game.move_text(&position, turn), "b1e1");
    /// let error = game.parse_move(&position, "b1b4").unwrap_err();
    /// assert_eq!(error.problem(), "b2 is in the way of b1b4");
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    fn parse_move(&self, position: &Position, text: &str) -> Result<DeltaMove, TextError> {
        read_turn(self, position, text)
    }

    fn position_text(&self, position: &Position) -> String {
        format!("{} {}", rows(position).join("/"), glyph(position.to_move))
    }

    /// Reads the form of `position_text`; the side to move must be there and
    /// fit the numbers of pieces. A side with four in line has won, even where
    /// no play could have left that side to move.
    ///
    /// ```
    /// use plywood_game::Notation;
    /// use plywood_games::delta::Delta;
    /// let game = Delta::standard();
    /// let figure_2 = "o.*../.*.../.*oo*/.*.o./*...o o";
    /// assert_eq!(game.position_text(&game.parse_position(figure_2)?), figure_2);
    /// let error = game.parse_position("...../...../..*../...../..... *").unwrap_err();
    /// assert_eq!(error.problem(), "with 1 black and 0 white pieces it is White's turn");
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        read_line(self, text)
    }

    /// Five lines; a sixth with the side to move only where the numbers of
    /// pieces do not tell.
    fn file_text(&self, position: &Position) -> String {
        let mut lines = rows(position);
        if self.is_lifting(position) {
            lines.push(glyph(position.to_move).to_string());
        }
        lines.join("\n") + "\n"
    }

    /// Reads the form of `file_text`, in which the sixth line may always be
    /// there, or that of `position_text`, which alone has a `/`.
    fn parse_file(&self, text: &str) -> Result<Position, TextError> {
        if text.contains('/') { read_line(self, text) } else { read_file(self, text) }
    }
}

fn rows(position: &Position) -> Vec<String> {
    let cells: Vec<char> =
        squares(ALL).map(|square| position.piece(square).map_or('.', glyph)).collect();
    cells.chunks(super::board::SIZE).map(|row| row.iter().collect()).collect()
}
