//! What the number of an estimate means, and how a value is put into words.

use crate::analysis::{ScoreKind, ScoreReport};
use plywood_game::Side;

/// What the estimates of an evaluator are.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Meaning {
    /// A number that can only be compared with others.
    #[default]
    Number,
    /// Hundredths of a disc, or of whatever else the game counts.
    Hundredths(&'static str),
    /// A number `v` with which the side to move won 1/(1 + exp(-v/scale)) of
    /// the games of `best` against itself; a draw counts as half a win.
    /// `plywood calibrate` fits the scale.
    Logistic {
        /// The scale of the curve.
        scale: f64,
    },
}

/// Above this an evaluator that is no count has seen a win that it cannot stop,
/// such as two threats at once; its size says nothing more.
const DECISIVE: u32 = 50_000;

/// Whose values are put into words, and what they mean.
pub(crate) struct Wording {
    /// What estimates mean.
    pub(crate) estimates: Meaning,
    /// What margins count.
    pub(crate) unit: Option<&'static str>,
    /// The names of the sides.
    pub(crate) names: [String; 2],
    /// From whose view the values are.
    pub(crate) to_move: Side,
}

impl Wording {
    /// The value with its unit, its side and its words.
    pub(crate) fn explain(&self, mut score: ScoreReport) -> ScoreReport {
        match (score.kind, self.estimates) {
            (ScoreKind::Margin, _) => {
                score.unit = self.unit.map(str::to_owned);
                let number = score.value.unsigned_abs().to_string();
                score.text = format!("margin {}", self.lead(&number, self.unit, score.value));
            }
            (ScoreKind::Estimate, Meaning::Hundredths(unit)) => {
                score.unit = Some(unit.to_owned());
                let number = format!("{:.1}", f64::from(score.value.unsigned_abs()) / 100.0);
                let value = if number == "0.0" { 0 } else { score.value };
                score.text = format!("estimate {}", self.lead(&number, Some(unit), value));
            }
            (ScoreKind::Estimate, Meaning::Logistic { scale }) => {
                let percent = percent(score.value, scale);
                score.win_percent = Some(percent);
                let leads = percent.max(100 - percent);
                let name = self.leader(score.value);
                score.text = match score.value.unsigned_abs() {
                    0 => "estimate 0 (50 %)".to_owned(),
                    DECISIVE.. => format!("estimate: {name} is about to win (99 %)"),
                    size => format!("estimate +{size} for {name} ({leads} %)"),
                };
            }
            _ => {}
        }
        score
    }

    /// The side that a value favours.
    fn leader(&self, value: i32) -> &str {
        let side = if value < 0 { self.to_move.other() } else { self.to_move };
        &self.names[side.index()]
    }

    /// `+3.3 discs for White`.
    fn lead(&self, number: &str, unit: Option<&str>, value: i32) -> String {
        let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
        match value {
            0 => format!("{number}{unit}, even"),
            value => format!("+{number}{unit} for {}", self.leader(value)),
        }
    }
}

/// How many games of a hundred are won with this estimate, from 1 to 99.
fn percent(value: i32, scale: f64) -> u8 {
    let share = 1.0 / (1.0 + (-f64::from(value) / scale).exp());
    (share * 100.0).round().clamp(1.0, 99.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(estimates: Meaning, kind: ScoreKind, value: i32) -> String {
        let names = ["Black".to_owned(), "White".to_owned()];
        let wording = Wording { estimates, unit: Some("discs"), names, to_move: Side::First };
        wording.explain(ScoreReport::plain(kind, value, None)).text
    }

    #[test]
    fn counts_are_decimals_for_the_side_that_leads() {
        let discs = Meaning::Hundredths("discs");
        assert_eq!(words(discs, ScoreKind::Estimate, -331), "estimate +3.3 discs for White");
        assert_eq!(words(discs, ScoreKind::Estimate, 250), "estimate +2.5 discs for Black");
        assert_eq!(words(discs, ScoreKind::Estimate, -4), "estimate 0.0 discs, even");
        assert_eq!(words(discs, ScoreKind::Margin, -4), "margin +4 discs for White");
        assert_eq!(words(discs, ScoreKind::Margin, 0), "margin 0 discs, even");
    }

    #[test]
    fn other_estimates_have_a_probability_where_it_was_fitted() {
        let fitted = Meaning::Logistic { scale: 100.0 };
        assert_eq!(words(fitted, ScoreKind::Estimate, 100), "estimate +100 for Black (73 %)");
        assert_eq!(words(fitted, ScoreKind::Estimate, -100), "estimate +100 for White (73 %)");
        let won = words(fitted, ScoreKind::Estimate, 100_140);
        assert_eq!(won, "estimate: Black is about to win (99 %)");
        assert_eq!(words(Meaning::Number, ScoreKind::Estimate, 28), "estimate +28");
    }
}
