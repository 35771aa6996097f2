//! Moves and positions as text.
//!
//! A move is `f5` or `pass`, a game a transcript such as `f5d6c3`, a position
//! 64 squares and the side to move. Case never matters when reading. Files may
//! also be transcripts, OBF or GGF, see [`obf`] and [`ggf`].

use super::view::name;
use super::{Othello, Ply, Position, Square, ggf, obf};
use plywood_game::{Game, Notation, Side, TextError, counted, legal_moves_hint, quoted};

/// What should have stood where no move could be read.
const A_MOVE: &str = "a square from a1 to h8, or pass";

impl Notation for Othello {
    fn name(&self) -> String {
        "othello".to_owned()
    }

    fn move_text(&self, _: &Position, ply: Ply) -> String {
        match ply {
            Ply::Place(square) => square.to_string(),
            Ply::Pass => "pass".to_owned(),
        }
    }

    /// Reads `f5`, and a pass as `pass`, `pa`, `ps` or `--`.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Ply, TextError> {
        match read_ply(text) {
            Some((ply, "")) => {
                check_legal(position, ply, text, text)?;
                Ok(ply)
            }
            _ => Err(TextError::new(text, 0, format!("{} is no move", quoted(text)), A_MOVE)),
        }
    }

    /// 64 of `X`, `O` and `-`, row by row from `a1`, then the side to move.
    ///
    /// ```
    /// use plywood_game::{Game, Notation};
    /// use plywood_games::othello::Othello;
    /// let text = "---------------------------OX------XO--------------------------- X";
    /// assert_eq!(Othello.parse_position(text), Ok(Othello.initial()));
    /// assert_eq!(Othello.position_text(&Othello.initial()), text);
    /// ```
    fn position_text(&self, position: &Position) -> String {
        let mut text = board_text(position, 'X');
        text.push(' ');
        text.push(if position.to_move() == Side::First { 'X' } else { 'O' });
        text
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        read_position(text, text.trim_end())
    }

    /// The first position of an OBF file, of which a bare position is the
    /// simplest, or the position after the moves of the first game of a GGF
    /// file, or after a transcript. The whole file must be in order.
    fn parse_file(&self, text: &str) -> Result<Position, TextError> {
        let (mut position, moves) = self.parse_game(text)?;
        for ply in moves {
            self.play(&mut position, ply);
        }
        Ok(position)
    }

    fn parse_game(&self, text: &str) -> Result<(Position, Vec<Ply>), TextError> {
        match Format::of(text) {
            Format::Transcript => {
                let start = self.initial();
                let moves = self.parse_moves(&start, text)?;
                Ok((start, moves))
            }
            Format::Ggf => first_of(text, ggf::records(text)).map(|game| {
                (game.start().clone(), game.moves().iter().map(|played| played.ply).collect())
            }),
            Format::Obf => {
                first_of(text, obf::records(text)).map(|line| (line.position().clone(), Vec::new()))
            }
        }
    }

    fn count_in_file(&self, text: &str) -> usize {
        match Format::of(text) {
            Format::Transcript => 1,
            Format::Ggf => ggf::records(text).count(),
            Format::Obf => obf::records(text).count(),
        }
    }

    /// The moves as a transcript. A pass is left out, for the placement after
    /// it tells; only one that comes last is written.
    ///
    /// ```
    /// use plywood_game::{Game, Notation};
    /// use plywood_games::othello::Othello;
    /// let start = Othello.initial();
    /// let moves = Othello.parse_moves(&start, "F5 d6 C3")?;
    /// assert_eq!(Othello.moves_text(&start, &moves), "f5d6c3");
    /// # Ok::<(), plywood_game::TextError>(())
    /// ```
    fn moves_text(&self, _: &Position, moves: &[Ply]) -> String {
        let last_is_pass = moves.last() == Some(&Ply::Pass);
        let placements = moves.iter().filter_map(|ply| match ply {
            Ply::Place(square) => Some(square.to_string()),
            Ply::Pass => None,
        });
        placements.chain(last_is_pass.then(|| "--".to_owned())).collect()
    }

    /// Reads a transcript: moves joined or apart, passes written or left out.
    /// Passes after the end of the game are read and not played.
    fn parse_moves(&self, start: &Position, text: &str) -> Result<Vec<Ply>, TextError> {
        let mut position = start.clone();
        let mut moves = Vec::new();
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let Some((ply, tail)) = read_ply(rest) else {
                let word: String =
                    rest.chars().take(2).take_while(|c| !c.is_whitespace()).collect();
                let problem = format!("{} is no move", quoted(&word));
                return Err(TextError::at_part(text, rest, problem, A_MOVE));
            };
            if ply != Ply::Pass && position.must_pass() {
                self.play(&mut position, Ply::Pass);
                moves.push(Ply::Pass);
            }
            let closing = ply == Ply::Pass && self.outcome(&position).is_some();
            if !closing {
                check_legal(&position, ply, text, rest)?;
                self.play(&mut position, ply);
                moves.push(ply);
            }
            rest = tail.trim_start();
        }
        Ok(moves)
    }
}

/// What a file may be.
enum Format {
    Transcript,
    Ggf,
    Obf,
}

impl Format {
    /// What a file seems to be: no board begins with the name of a square.
    fn of(text: &str) -> Self {
        if matches!(read_ply(text.trim_start()), Some((Ply::Place(_), _))) {
            Format::Transcript
        } else if ggf::is_ggf(text) {
            Format::Ggf
        } else {
            Format::Obf
        }
    }
}

/// The first of a file's records, if there is one and all are in order.
fn first_of<R>(
    text: &str,
    mut records: impl Iterator<Item = Result<R, TextError>>,
) -> Result<R, TextError> {
    let Some(first) = records.next() else {
        let expected = "a position, a transcript, an OBF file or a GGF game";
        return Err(TextError::new(text, 0, "the file holds no position", expected));
    };
    let first = first?;
    records.try_for_each(|record| record.map(drop))?;
    Ok(first)
}

/// The move that `text` begins with, and what follows it.
pub(super) fn read_ply(text: &str) -> Option<(Ply, &str)> {
    for pass in ["pass", "pa", "ps", "--"] {
        if text.get(..pass.len()).is_some_and(|head| head.eq_ignore_ascii_case(pass)) {
            return Some((Ply::Pass, &text[pass.len()..]));
        }
    }
    let &[column, row @ b'1'..=b'8', ..] = text.as_bytes() else {
        return None;
    };
    let column = column.to_ascii_lowercase();
    if !(b'a'..=b'h').contains(&column) {
        return None;
    }
    let square = Square::new((row - b'1') * 8 + (column - b'a'))?;
    Some((Ply::Place(square), &text[2..]))
}

/// Refuses an illegal move with an error at `part` of `text` that says why.
pub(super) fn check_legal(
    position: &Position,
    ply: Ply,
    text: &str,
    part: &str,
) -> Result<(), TextError> {
    if Othello.is_legal(position, ply) {
        return Ok(());
    }
    let mover = name(position.to_move());
    let word = Othello.move_text(position, ply);
    let problem = match ply {
        _ if Othello.outcome(position).is_some() => format!("the game is over before {word}"),
        Ply::Pass => format!("{mover} can place a disc and may not pass"),
        Ply::Place(square) if square.bit() & position.empty() == 0 => format!("{word} is taken"),
        Ply::Place(_) => format!("{mover} turns no disc at {word}"),
    };
    let expected = legal_moves_hint(&Othello, position, &Othello.legal_moves(position));
    Err(TextError::at_part(text, part, problem, expected))
}

/// The 64 squares with `black` for the first side, `O` and `-`.
pub(super) fn board_text(position: &Position, black: char) -> String {
    let content = |cell: u32| match 1 << cell {
        bit if position.discs(Side::First) & bit != 0 => black,
        bit if position.discs(Side::Second) & bit != 0 => 'O',
        _ => '-',
    };
    (0..64).map(content).collect()
}

/// The position that `part` of `text` describes.
pub(super) fn read_position(text: &str, part: &str) -> Result<Position, TextError> {
    let board_end = part.find(char::is_whitespace).unwrap_or(part.len());
    let (board, side) = part.split_at(board_end);
    let discs = read_discs(text, board, 'X')?;
    let side = side.trim_start();
    let mut letters = side.chars();
    let to_move = match letters.next() {
        Some('X' | 'x') => Side::First,
        Some('O' | 'o') => Side::Second,
        Some(other) => {
            let problem = format!("{} is no side", quoted(&other.to_string()));
            return Err(TextError::at_part(text, side, problem, "X or O"));
        }
        None => {
            return Err(TextError::at_part(text, side, "the side to move is missing", "X or O"));
        }
    };
    let rest = letters.as_str().trim_start();
    if !rest.is_empty() {
        let problem = "there is more text after the side to move";
        return Err(TextError::at_part(text, rest, problem, "the end of the line"));
    }
    Ok(Position::from_discs(discs, to_move))
}

/// The black and white discs on the squares that `board`, a part of `text`,
/// lists; white space between them is skipped.
pub(super) fn read_discs(text: &str, board: &str, black: char) -> Result<[u64; 2], TextError> {
    let expected = || format!("64 squares, each {black}, O or -");
    let mut discs = [0, 0];
    let mut squares = 0;
    for (offset, content) in board.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        let fail = |problem| Err(TextError::at_part(text, &board[offset..], problem, expected()));
        if squares == 64 {
            return fail("the board has more than 64 squares".to_owned());
        }
        match content.to_ascii_uppercase() {
            '-' => {}
            'O' => discs[1] |= 1 << squares,
            disc if disc == black => discs[0] |= 1 << squares,
            _ => return fail(format!("{} is no square", quoted(&content.to_string()))),
        }
        squares += 1;
    }
    if squares < 64 {
        let problem = format!("the board has {}", counted(squares, "square"));
        return Err(TextError::at_part(text, &board[board.len()..], problem, expected()));
    }
    Ok(discs)
}
