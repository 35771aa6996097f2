//! How Delta looks, and the clicks of a turn.

use super::board::{ALL, SIZE, Square, line_cells, squares};
use super::rules::{Delta, Phase, Position};
use super::slides::last_passed;
use super::turn::DeltaMove;
use plywood_game::{
    Caption, Cell, Content, Picture, Preview, Side, SideLook, Style, View, rows_of,
};

impl View for Delta {
    fn picture(&self, position: &Position, last: Option<DeltaMove>) -> Picture {
        let content = |square| position.piece(square).map_or(Content::Empty, Content::Piece);
        let sides = SideLook::pair(("Black", '*'), ("White", 'o'));
        let captions = Side::BOTH.map(|side| {
            let label = format!("{} in reserve", sides[side.index()].name);
            Caption::new(label, self.pieces - position.count(side))
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

    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        let rows = rows_of(cells, SIZE, ['*', 'o', '.']);
        Some(format!("{} {}", rows.join("/"), ['*', 'o'][to_move.index()]))
    }

    fn shifts(&self, _: &Position, turn: DeltaMove) -> Vec<[Cell; 2]> {
        match turn {
            DeltaMove::Place(_) => Vec::new(),
            DeltaMove::Slide { from, to } => vec![[cell(from), cell(to)]],
            DeltaMove::Lift { from, to, lift } => {
                let dropped = last_passed(from, to).map(|dropped| [cell(lift), cell(dropped)]);
                std::iter::once([cell(from), cell(to)]).chain(dropped).collect()
            }
        }
    }

    fn cells(&self, position: &Position, cells: &mut [u8]) {
        for (cell, square) in cells.iter_mut().zip(squares(ALL)) {
            *cell = position.piece(square).map_or(0, |side| 1 + side.index() as u8);
        }
    }

    fn prompts(&self, position: &Position) -> Vec<String> {
        let first = match self.phase(position) {
            Phase::Place => "put a piece on any empty cell",
            Phase::PlaceOrSlide => "put a piece on an empty cell, or choose one of yours to slide",
            Phase::Slide | Phase::Lift => "choose a piece of yours to slide",
        };
        let second = "choose where it slides to, two cells away or more; a piece from the reserve \
                      drops behind it";
        let lifting = [
            "choose where it slides to, two cells away or more",
            "choose the piece to lift; it drops behind the one that slid",
        ];
        let more = match self.phase(position) {
            Phase::Place => Vec::new(),
            Phase::Slide | Phase::PlaceOrSlide => vec![second],
            Phase::Lift => lifting.into(),
        };
        std::iter::once(first).chain(more).map(str::to_owned).collect()
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
