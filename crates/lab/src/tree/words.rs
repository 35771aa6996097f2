//! What is said of a node, for every printer.

use plywood_search::{Ending, Score};
use plywood_workbench::{RecordedNode, Says, ScoreKind, ScoreReport, Why};

/// The move that leads to a node.
pub(super) fn name(node: &RecordedNode) -> &str {
    node.mv.as_deref().unwrap_or("START")
}

/// A value in as few words as possible.
pub(super) fn short(score: &ScoreReport) -> String {
    match score.kind {
        ScoreKind::Estimate => signed(score.value),
        ScoreKind::Win => format!("win in {}", score.plies.unwrap_or(0)),
        ScoreKind::Loss => format!("loss in {}", score.plies.unwrap_or(0)),
        ScoreKind::Draw => "draw".to_owned(),
        // In the unit of estimates, and of windows: hundredths of a point.
        ScoreKind::Margin => signed(score.value.saturating_mul(100)),
    }
}

fn signed(value: i32) -> String {
    let digits = grouped(u64::from(value.unsigned_abs()));
    match value.signum() {
        1 => format!("+{digits}"),
        -1 => format!("\u{2212}{digits}"),
        _ => digits,
    }
}

/// The window as an open interval.
pub(super) fn window(node: &RecordedNode) -> Option<String> {
    let end = |raw: Option<i32>, none: &str| raw.map_or(none.to_owned(), in_window);
    let [low, high] = node.window?;
    Some(format!("({}, {})", end(low, "\u{2212}\u{221e}"), end(high, "\u{221e}")))
}

fn in_window(raw: i32) -> String {
    let score = Score::from_raw(raw);
    match score.plies_to_end() {
        Some(plies) if score.is_win() => format!("win {plies}"),
        Some(plies) => format!("loss {plies}"),
        None => signed(raw),
    }
}

/// What a score says of the true value.
pub(super) fn sign(bound: Option<Says>) -> &'static str {
    match bound {
        Some(Says::AtLeast) => "\u{2265} ",
        Some(Says::AtMost) => "\u{2264} ",
        Some(Says::Exactly) | None => "",
    }
}

/// Why a node is as it is.
pub(super) fn because(why: Why) -> &'static str {
    match why {
        Why::Searched => "all its moves were searched",
        Why::Cut => "its last move made the others needless",
        Why::Pruned => "not visited: a move before it made it needless",
        Why::LeftOut => "not looked at: others are forced, or nearer, or this one is too quiet",
        Why::Ended(Ending::Stopped) => "the search was stopped here",
        Why::Ended(Ending::Over) => "the game is over",
        Why::Ended(Ending::Repeated) => "the position was there before",
        Why::Ended(Ending::Hopeless) => "nobody who would have to can win any more",
        Why::Ended(Ending::Certain) => "what can be made next decides the game",
        Why::Ended(Ending::Horizon) => "as deep as the search goes",
        Why::Ended(Ending::Table) => "the table knew enough",
        Why::Ended(Ending::Margin) => "its evaluation is far outside the window",
        Why::Ended(Ending::NullMove) => "good enough even after a pass",
        Why::Ended(Ending::Prediction) => "a shallow search predicts it outside the window",
        Why::Ended(Ending::FewMoves) => "so few moves that it was not searched",
    }
}

/// When a node was visited, with which window, and why it is as it is.
pub(super) fn tooltip(node: &RecordedNode) -> String {
    let why = because(node.reason);
    let (Some(window), Some(order)) = (window(node), node.order) else { return why.to_owned() };
    let again = if node.again { ", again" } else { "" };
    let certain = match &node.score {
        Some(score) if score.kind == ScoreKind::Margin => format!("; certain: {}", score.words()),
        _ => String::new(),
    };
    format!("visit {order}{again}, depth {}, window {window}: {why}{certain}", node.depth)
}

/// A number whose thousands can be told apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let numbers = [0, 7, 999, 1000, 12345, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn a_window_is_in_words_where_it_is_no_number() {
        let ends = [0, 25, -3, Score::win_in(5).raw(), Score::loss_in(2).raw()].map(in_window);
        assert_eq!(ends, ["0", "+25", "\u{2212}3", "win 5", "loss 2"]);
    }
}
