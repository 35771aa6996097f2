//! Drawing a snapshot in the terminal, with colour where there is any.

use anstyle::{AnsiColor, Style};
use plywood_game::{Content, Side};
use plywood_workbench::Snapshot;

/// The board with its counters, the name of its opening, and whose turn it is.
pub(crate) fn draw(snapshot: &Snapshot) -> String {
    let picture = &snapshot.picture;
    let mut text = picture.draw(|cell, glyph| {
        let mut style = content_style(picture.cells[usize::from(cell)]);
        if picture.last.contains(&cell) {
            style = style.underline();
        }
        if picture.decisive.contains(&cell) {
            style = style.invert();
        }
        format!("{style}{glyph}{style:#}")
    });
    if !picture.captions.is_empty() {
        let counters = picture.captions.iter().map(|c| format!("{}: {}", c.label, c.value));
        text.push_str(&counters.collect::<Vec<_>>().join("   "));
        text.push('\n');
    }
    if let Some(opening) = &snapshot.opening {
        text.push_str(&format!("Opening: {opening}\n"));
    }
    let bold = Style::new().bold();
    text.push_str(&format!("{bold}{}{bold:#}\n", snapshot.status()));
    text
}

fn content_style(content: Content) -> Style {
    const TILES: [AnsiColor; 9] = [
        AnsiColor::BrightRed,
        AnsiColor::BrightGreen,
        AnsiColor::BrightBlue,
        AnsiColor::BrightYellow,
        AnsiColor::BrightMagenta,
        AnsiColor::BrightCyan,
        AnsiColor::White,
        AnsiColor::Red,
        AnsiColor::Green,
    ];
    let bold = Style::new().bold();
    match content {
        Content::Empty => Style::new().dimmed(),
        Content::Piece(Side::First) => bold.fg_color(Some(AnsiColor::BrightCyan.into())),
        Content::Piece(Side::Second) => bold.fg_color(Some(AnsiColor::BrightYellow.into())),
        Content::Tile(colour) => {
            let number = usize::from(colour).wrapping_sub(1) % TILES.len();
            bold.fg_color(Some(TILES[number].into()))
        }
    }
}
