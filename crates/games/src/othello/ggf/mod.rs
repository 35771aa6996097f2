//! GGF: games with their players, result, evaluations and times.
//!
//! ```text
//! (;GM[Othello]PC[here]PB[Ann]PW[Bob]RE[+8.000]TI[15:00]TY[8]
//! BO[8 ---------------------------O*------*O--------------------------- *]
//! B[F5/0.00/1.50]W[D6//0.72]B[C3];)
//! ```
//!
//! A tag is a name and a value in brackets, in which `\]` is a bracket and
//! `\\` a backslash. `B` and `W` are moves: the square or `PA`, the
//! evaluation and the seconds it took, of which the last two may be missing.
//! Only games on eight by eight squares are read.

mod read;

use super::notation::board_text;
use super::{Othello, Ply, Position};
use plywood_game::{Game, IllegalMove, Side};
use std::fmt;

pub(super) use read::is_ggf;
pub use read::records;

/// A game as GGF has it.
///
/// ```
/// use plywood_game::{Game, Notation};
/// use plywood_games::othello::{Othello, ggf::Record};
/// let mut record = Record::new(Othello.initial());
/// record.black = Some("Ann [3 dan]".to_owned());
/// for ply in Othello.parse_moves(&Othello.initial(), "f5d6")? {
///     record.play(ply, None, Some(1.5))?;
/// }
/// let text = record.to_string();
/// assert!(text.starts_with(r"(;GM[Othello]PB[Ann [3 dan\]]TY[8]BO[8 -"));
/// assert!(text.ends_with("- *]B[F5//1.5]W[D6//1.5];)"));
/// assert_eq!(text.parse(), Ok(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Where it was played (`PC`).
    pub place: Option<String>,
    /// Who had black (`PB`).
    pub black: Option<String>,
    /// Who had white (`PW`).
    pub white: Option<String>,
    /// The result for black, such as `+8.000` or, resigned, `-4.000:r` (`RE`).
    pub result: Option<String>,
    /// The time control, such as `15:00` (`TI`).
    pub time: Option<String>,
    /// A comment on the game (`CO`).
    pub comment: Option<String>,
    /// Tags that mean nothing here and are only kept, with their values.
    others: Vec<(String, String)>,
    /// The type (`TY`), which may say more than that the board is 8 by 8.
    kind: String,
    start: Position,
    moves: Vec<Played>,
    position: Position,
}

/// A move with what the player thought of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Played {
    /// The move.
    pub ply: Ply,
    /// The player's evaluation in discs, for the mover.
    pub evaluation: Option<f64>,
    /// The time it took, in seconds.
    pub seconds: Option<f64>,
}

impl Record {
    /// A game that begins here, without moves and names.
    #[must_use]
    pub fn new(start: Position) -> Record {
        Record {
            place: None,
            black: None,
            white: None,
            result: None,
            time: None,
            comment: None,
            others: Vec::new(),
            kind: "8".to_owned(),
            position: start.clone(),
            start,
            moves: Vec::new(),
        }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The moves so far, passes included.
    #[must_use]
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The position after the moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Adds a move.
    ///
    /// # Errors
    /// If the move is not legal now.
    pub fn play(
        &mut self,
        ply: Ply,
        evaluation: Option<f64>,
        seconds: Option<f64>,
    ) -> Result<(), IllegalMove> {
        if !Othello.is_legal(&self.position, ply) {
            return Err(IllegalMove);
        }
        self.push(Played { ply, evaluation, seconds });
        Ok(())
    }

    /// Adds a move that is known to be legal.
    fn push(&mut self, played: Played) {
        Othello.play(&mut self.position, played.ply);
        self.moves.push(played);
    }
}

impl fmt::Display for Record {
    /// The game on one line, unless a name has line breaks in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(;GM[Othello]")?;
        let known = [
            ("PC", &self.place),
            ("PB", &self.black),
            ("PW", &self.white),
            ("RE", &self.result),
            ("TI", &self.time),
            ("CO", &self.comment),
        ];
        for (tag, value) in known {
            if let Some(value) = value {
                write_tag(f, tag, value)?;
            }
        }
        for (tag, value) in &self.others {
            write_tag(f, tag, value)?;
        }
        write_tag(f, "TY", &self.kind)?;
        write!(f, "BO[8 {} {}]", board_text(&self.start, '*'), symbol(self.start.to_move()))?;
        let mut mover = self.start.to_move();
        for played in &self.moves {
            write!(f, "{}[{played}]", if mover == Side::First { 'B' } else { 'W' })?;
            mover = mover.other();
        }
        f.write_str(";)")
    }
}

impl fmt::Display for Played {
    /// As in GGF: `F5/-1.25/0.3`. Numbers that are not finite are left out,
    /// for GGF cannot say them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ply {
            Ply::Place(square) => write!(f, "{}", square.to_string().to_ascii_uppercase())?,
            Ply::Pass => f.write_str("PA")?,
        }
        let finite = |number: Option<f64>| number.filter(|number| number.is_finite());
        match (finite(self.evaluation), finite(self.seconds)) {
            (None, None) => Ok(()),
            (Some(evaluation), None) => write!(f, "/{evaluation}"),
            (None, Some(seconds)) => write!(f, "//{seconds}"),
            (Some(evaluation), Some(seconds)) => write!(f, "/{evaluation}/{seconds}"),
        }
    }
}

/// How GGF writes a side to move.
fn symbol(side: Side) -> char {
    match side {
        Side::First => '*',
        Side::Second => 'O',
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, tag: &str, value: &str) -> fmt::Result {
    write!(f, "{tag}[{}]", value.replace('\\', r"\\").replace(']', r"\]"))
}
