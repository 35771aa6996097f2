//! Moves and positions to and from text.

use crate::{Game, TextError, quoted};

/// How a game is written down.
///
/// Everything written here can be read back: `parse_position` of
/// `position_text` is the same position, `parse_move` of `move_text` the same
/// move. Parsers take any text (they are fuzzed): they return an error that
/// points at the offending character, never panic, and never use more memory
/// than a few times the input.
pub trait Notation: Game {
    /// The words that name this very game, parameters included: `mnk:3,3,3`.
    fn name(&self) -> String;

    /// A legal move as text. No two moves of a position share it.
    fn move_text(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// The legal move that `text` stands for.
    ///
    /// The default compares `text` with the text of every legal move.
    ///
    /// # Errors
    /// If the text names no move, or one that is not legal here.
    fn parse_move(&self, position: &Self::Position, text: &str) -> Result<Self::Move, TextError> {
        let moves = self.legal_moves(position);
        moves
            .iter()
            .copied()
            .find(|&mv| self.move_text(position, mv).eq_ignore_ascii_case(text))
            .ok_or_else(|| {
                let problem = format!("{} is not a legal move here", quoted(text));
                TextError::new(text, 0, problem, legal_moves_hint(self, position, &moves))
            })
    }

    /// The position as one line of text.
    fn position_text(&self, position: &Self::Position) -> String;

    /// The position that a line of text describes.
    ///
    /// # Errors
    /// If the text describes no position of this game.
    fn parse_position(&self, text: &str) -> Result<Self::Position, TextError>;

    /// The position in the game's file format, which may take several lines.
    fn file_text(&self, position: &Self::Position) -> String {
        self.position_text(position) + "\n"
    }

    /// The position that a file holds, the first if there are several.
    ///
    /// # Errors
    /// If the file holds no position of this game.
    fn parse_file(&self, text: &str) -> Result<Self::Position, TextError> {
        self.parse_position(text.trim_end_matches(['\n', '\r']))
    }

    /// The game that a file holds, the first if there are several: where it begins
    /// and its moves. `parse_file` gives the position after them. A file without
    /// moves is a position.
    ///
    /// # Errors
    /// If the file holds no game and no position of this game.
    fn parse_game(&self, text: &str) -> Result<(Self::Position, Vec<Self::Move>), TextError> {
        Ok((self.parse_file(text)?, Vec::new()))
    }

    /// How many positions or games a file holds from which `parse_file` takes
    /// the first. Most formats hold one.
    fn count_in_file(&self, _: &str) -> usize {
        1
    }

    /// A series of moves as text.
    fn moves_text(&self, start: &Self::Position, moves: &[Self::Move]) -> String {
        let mut position = start.clone();
        let mut words = Vec::with_capacity(moves.len());
        for &mv in moves {
            words.push(self.move_text(&position, mv));
            self.play(&mut position, mv);
        }
        words.join(" ")
    }

    /// The series of legal moves that `text` stands for: moves separated by
    /// white space, unless a game knows more forms.
    ///
    /// # Errors
    /// At the first word that is not a legal move in its place.
    fn parse_moves(
        &self,
        start: &Self::Position,
        text: &str,
    ) -> Result<Vec<Self::Move>, TextError> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for word in text.split_whitespace() {
            let point_at_word = |error: TextError| {
                TextError::at_part(text, word, error.problem(), error.expected())
            };
            if self.outcome(&position).is_some() {
                let problem = format!("the game is over before {}", quoted(word));
                return Err(TextError::at_part(text, word, problem, "no more moves"));
            }
            let mv = self.parse_move(&position, word).map_err(point_at_word)?;
            self.play(&mut position, mv);
            moves.push(mv);
        }
        Ok(moves)
    }
}

/// The legal moves in words, for error messages: all of them where they are
/// few, otherwise some.
pub fn legal_moves_hint<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> String {
    const SHOWN: usize = 8;
    if moves.is_empty() {
        return "no move, for the game is over".to_owned();
    }
    let mut words: Vec<String> =
        moves.iter().take(SHOWN).map(|&mv| game.move_text(position, mv)).collect();
    if moves.len() > SHOWN {
        words.push(format!("... ({} in all)", moves.len()));
    }
    format!("one of {}", words.join(" "))
}
