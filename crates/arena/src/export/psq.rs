//! Games of (m,n,k) as Piskvork, the manager of Gomocup, saves them: a line a move
//! with the column from the left and the row from the top, both from 1, and the
//! milliseconds that it took.

use plywood_engines::Board;
use plywood_workbench::{Record, Workbench};
use std::fmt::Write as _;

/// A saved game as PSQ; none if it is not a game of (m,n,k) that began on the empty
/// board.
#[must_use]
pub fn psq(workbench: &Workbench, record: &Record) -> Option<String> {
    let board = Board::of(&record.game).filter(|_| record.position.is_none())?;
    let moves = workbench.resume(record).ok()?.turn().moves;
    let times = record.note_by_move("times", moves.len());
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\r\n", board.columns, board.rows);
    for (mv, time) in moves.iter().zip(times) {
        let (x, y) = board.cell(mv)?;
        let time: u64 = time.and_then(|word| word.parse().ok()).unwrap_or(0);
        let _ = write!(text, "{},{},{time}\r\n", x + 1, y + 1);
    }
    let one_line = |key| record.note(key).unwrap_or_default().replace(['\r', '\n'], " ");
    let _ = write!(text, "{}\r\n{}\r\n-1\r\n", one_line("first"), one_line("second"));
    Some(text)
}
