//! Reading GGF.

use super::{Played, Record, symbol};
use crate::othello::notation::{check_legal, read_discs, read_ply};
use crate::othello::view::name;
use crate::othello::{Othello, Ply, Position};
use plywood_game::{Game, Side, TextError, quoted};
use std::str::FromStr;

/// Whether a file looks like GGF: a game, or the number of games in front of
/// the first one, as some archives have it.
pub(in crate::othello) fn is_ggf(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c == '(' || c.is_ascii_digit())
}

/// The games of a file, one after the other; after an error there are no more.
/// A number in front of a game, as in archives, is skipped.
///
/// ```
/// use plywood_games::othello::ggf;
/// let empty_board = format!("(;GM[Othello]TY[8]BO[8 {} *];)", "-".repeat(64));
/// assert_eq!(ggf::records(&format!("1 {empty_board}\n1 {empty_board}\n")).count(), 2);
/// ```
pub fn records(text: &str) -> impl Iterator<Item = Result<Record, TextError>> {
    let mut reader = Reader { text, rest: text };
    let mut failed = false;
    std::iter::from_fn(move || {
        reader.skip_space();
        if failed || reader.rest.is_empty() {
            return None;
        }
        let record = reader.record();
        failed = record.is_err();
        Some(record)
    })
}

impl FromStr for Record {
    type Err = TextError;

    /// Reads a text that holds one game.
    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader { text, rest: text };
        let record = reader.record()?;
        reader.skip_space();
        if reader.rest.is_empty() {
            Ok(record)
        } else {
            Err(reader.error(reader.rest, "there is more text after the game", "only one game"))
        }
    }
}

/// The place in the text up to which it has been read.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
}

/// A tag with its value as it stands in the text.
#[derive(Clone, Copy)]
struct Tag<'t> {
    name: &'t str,
    value: &'t str,
}

impl<'t> Reader<'t> {
    fn error(&self, part: &str, problem: impl Into<String>, expected: &str) -> TextError {
        TextError::at_part(self.text, part, problem, expected)
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips white space and then `word`, if it comes next.
    fn skip(&mut self, word: &str) -> bool {
        self.skip_space();
        let after = self.rest.strip_prefix(word);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    fn record(&mut self) -> Result<Record, TextError> {
        self.skip_space();
        self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if !self.skip("(;") {
            return Err(self.error(self.rest, "no game begins here", "(; and a game in GGF"));
        }
        let mut draft = Draft { text: self.text, tags: Vec::new(), record: None };
        while !self.skip(";)") {
            draft.add(self.tag()?)?;
        }
        draft.finish(self.rest)
    }

    fn tag(&mut self) -> Result<Tag<'t>, TextError> {
        let not_in_name = |c: char| !c.is_ascii_uppercase();
        let (name, after) =
            self.rest.split_at(self.rest.find(not_in_name).unwrap_or(self.rest.len()));
        let Some(value) = after.strip_prefix('[').filter(|_| matches!(name.len(), 1 | 2)) else {
            let first = self.rest.chars().next();
            let problem = match first {
                Some(first) if name.is_empty() => {
                    format!("{} is no tag", quoted(&first.to_string()))
                }
                Some(_) => format!("{} is no tag", quoted(name)),
                None => "the game does not end".to_owned(),
            };
            return Err(self.error(self.rest, problem, "a tag such as PB[name], or ;)"));
        };
        let Some(length) = closing_bracket(value) else {
            return Err(self.error(after, format!("{name}[ is not closed"), "a ]"));
        };
        self.rest = &value[length + 1..];
        Ok(Tag { name, value: &value[..length] })
    }
}

/// The length of a value: up to the first bracket that is not escaped.
fn closing_bracket(value: &str) -> Option<usize> {
    let bytes = value.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b']' => return Some(at),
            b'\\' if matches!(bytes.get(at + 1), Some(b']' | b'\\')) => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// A value without its escapes. A backslash before anything else is itself.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|&next| letter == '\\' && matches!(next, ']' | '\\'));
        text.push(escaped.unwrap_or(letter));
    }
    text
}

/// A game of which some tags have been read.
struct Draft<'t> {
    text: &'t str,
    /// All but the moves, each name once.
    tags: Vec<Tag<'t>>,
    /// There from the board on.
    record: Option<Record>,
}

impl<'t> Draft<'t> {
    fn error(&self, part: &str, problem: impl Into<String>, expected: &str) -> TextError {
        TextError::at_part(self.text, part, problem, expected)
    }

    fn add(&mut self, tag: Tag<'t>) -> Result<(), TextError> {
        match tag.name {
            "B" => return self.add_move(Side::First, tag),
            "W" => return self.add_move(Side::Second, tag),
            name if self.tags.iter().any(|other| other.name == name) => {
                let problem = format!("{name} is there twice");
                return Err(self.error(name, problem, "each tag once, moves excepted"));
            }
            "GM" if !tag.value.trim().eq_ignore_ascii_case("othello") => {
                let problem = format!("the game is {}", quoted(tag.value));
                return Err(self.error(tag.value, problem, "Othello"));
            }
            "TY" if !is_eight_by_eight(tag.value.trim()) => {
                let problem = format!("the type is {}", quoted(tag.value));
                return Err(self.error(tag.value, problem, "8, a board of 8 by 8 squares"));
            }
            "BO" => self.record = Some(Record::new(self.board(tag.value)?)),
            _ => {}
        }
        self.tags.push(tag);
        Ok(())
    }

    /// The position that a value such as `8 -*O... *` describes. Archives
    /// write the rows apart.
    fn board(&self, value: &str) -> Result<Position, TextError> {
        let Some(board) = value.trim().strip_prefix('8') else {
            let problem = "the size of the board is not 8";
            return Err(self.error(value, problem, "8, 64 squares and the side to move"));
        };
        let last = board.char_indices().next_back().map_or(0, |(offset, _)| offset);
        let (squares, side) = board.split_at(last);
        let discs = read_discs(self.text, squares, '*')?;
        match Side::BOTH.into_iter().find(|&to_move| side.chars().eq([symbol(to_move)])) {
            Some(to_move) => Ok(Position::from_discs(discs, to_move)),
            None => Err(self.error(side, format!("{} is no side", quoted(side)), "* or O")),
        }
    }

    fn add_move(&mut self, side: Side, tag: Tag<'t>) -> Result<(), TextError> {
        let played = self.read_move(tag.value)?;
        let text = self.text;
        let Some(record) = &mut self.record else {
            let problem = "there is a move before the board";
            return Err(TextError::at_part(text, tag.name, problem, "BO[...] first"));
        };
        let over = Othello.outcome(record.position()).is_some();
        if over && played.ply == Ply::Pass {
            return Ok(());
        }
        let on_turn = record.position().to_move();
        if side != on_turn && !over {
            if !record.position().must_pass() {
                let problem = format!("it is {}'s turn", name(on_turn));
                let expected = format!("a move of {}", name(on_turn));
                return Err(TextError::at_part(text, tag.name, problem, expected));
            }
            record.push(Played { ply: Ply::Pass, evaluation: None, seconds: None });
        }
        check_legal(record.position(), played.ply, text, tag.value)?;
        record.push(played);
        Ok(())
    }

    /// A move with its evaluation and time, such as `F5/-1.25/0.3`.
    fn read_move(&self, value: &str) -> Result<Played, TextError> {
        let mut parts = value.split('/').map(str::trim);
        let word = parts.next().unwrap_or(value);
        let Some((ply, "")) = read_ply(word) else {
            let problem = format!("{} is no move", quoted(word));
            return Err(self.error(word, problem, "a square from A1 to H8, or PA"));
        };
        let evaluation = self.number(parts.next())?;
        let time = parts.next();
        let seconds = self.number(time)?;
        if let (Some(part), true) = (time, seconds.is_some_and(|seconds| seconds < 0.0)) {
            return Err(self.error(part, "the time is negative", "seconds"));
        }
        match parts.next() {
            None => Ok(Played { ply, evaluation, seconds }),
            Some(part) => {
                let expected = "only a move, an evaluation and a time";
                Err(self.error(part, "there is more after the time", expected))
            }
        }
    }

    /// The number that a part holds, if it holds anything.
    fn number(&self, part: Option<&str>) -> Result<Option<f64>, TextError> {
        let Some(part) = part.filter(|part| !part.is_empty()) else {
            return Ok(None);
        };
        let plain = part.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
        match part.parse::<f64>() {
            Ok(number) if plain && number.is_finite() => Ok(Some(number)),
            _ => {
                let problem = format!("{} is no number", quoted(part));
                Err(self.error(part, problem, "a number such as -1.25"))
            }
        }
    }

    /// The whole game, at whose end the text goes on with `rest`.
    fn finish(self, rest: &str) -> Result<Record, TextError> {
        let Some(mut record) = self.record else {
            let expected = "BO[8, 64 squares and the side to move]";
            return Err(TextError::at_part(self.text, rest, "the game has no board", expected));
        };
        for tag in self.tags {
            let value = unescaped(tag.value);
            match tag.name {
                "GM" | "BO" => {}
                "PC" => record.place = Some(value),
                "PB" => record.black = Some(value),
                "PW" => record.white = Some(value),
                "RE" => record.result = Some(value),
                "TI" => record.time = Some(value),
                "CO" => record.comment = Some(value),
                "TY" => record.kind = value,
                other => record.others.push((other.to_owned(), value)),
            }
        }
        Ok(record)
    }
}

/// Whether a type is `8`, or `8r20` or `s8r20`: the same board with a random
/// start, which the game's board shows, played once or twice.
fn is_eight_by_eight(kind: &str) -> bool {
    let kind = kind.strip_prefix('s').unwrap_or(kind);
    match kind.strip_prefix('8') {
        Some("") => true,
        Some(more) => more
            .strip_prefix('r')
            .is_some_and(|discs| discs.bytes().all(|byte| byte.is_ascii_digit())),
        None => false,
    }
}
