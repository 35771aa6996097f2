//! How Delta looks, and the clicks of a turn.

use super::board::{ALL, SIZE, Square, line_cells, squares};
use super::rules::{Delta, Position};
use super::slides::last_passed;
use super::turn::DeltaMove;
use plywood_game::{Caption, Cell, Content, Picture, Preview, Side, SideLook, Style, View};

impl View for Delta {
    fn picture(&self, position: &Position, last: Option<DeltaMove>) -> Picture {
        let content = |square| position.piece(square).map_or(Content::Empty, Content::Piece);
        let sides = SideLook::pair(("Black", '*'), ("White", 'o'));
        let captions = Side::BOTH.map(|side| {
            let label = format!("{} in reserve", sides[side.index()].name);
            Caption::new(label, position.reserve(side))
        });
        let lines = position.pieces.map(line_cells);
        Picture {
            rows: SIZE as u16,
            columns: SIZE as u16,
            row_labels: (1..=SIZE).rev().map(|row| row.to_string()).collect(),
            column_labels: ('a'..='e').map(String::from).collect(),
            style: Style::Discs,
            sides,
            cells: squares(ALL).map(content).collect(),
            last: last.map(changed_cells).unwrap_or_default(),
            decisive: squares(lines[0] | lines[1]).map(cell).collect(),
            captions: captions.into(),
        }
    }

    /// A placement is one click. A slide is two, the piece and where it goes,
    /// and a third names the piece to be lifted.
    fn steps(&self, _: &Position, turn: DeltaMove) -> Vec<Vec<Cell>> {
        let clicks = match turn {
            DeltaMove::Place(square) => vec![square],
            DeltaMove::Slide { from, to } => vec![from, to],
            DeltaMove::Lift { from, to, lift } => vec![from, to, lift],
        };
        clicks.into_iter().map(|square| vec![cell(square)]).collect()
    }

    fn preview(&self, _: &Position, turn: DeltaMove) -> Preview {
        let label = match turn {
            DeltaMove::Place(_) | DeltaMove::Slide { .. } => None,
            DeltaMove::Lift { lift, .. } => Some(format!("lift {lift}")),
        };
        Preview { cells: changed_cells(turn), label }
    }
}

fn cell(square: Square) -> Cell {
    square.index() as Cell
}

/// The cells that a turn fills or empties, in the order in which it does.
fn changed_cells(turn: DeltaMove) -> Vec<Cell> {
    let (slide, lift) = match turn {
        DeltaMove::Place(square) => return vec![cell(square)],
        DeltaMove::Slide { from, to } => ([from, to], None),
        DeltaMove::Lift { from, to, lift } => ([from, to], Some(lift)),
    };
    let dropped = last_passed(slide[0], slide[1]);
    slide.into_iter().chain(lift).chain(dropped).map(cell).collect()
}
