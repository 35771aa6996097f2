//! What the number of an estimate means, and how a value is put into words.

use crate::analysis::{ScoreKind, ScoreReport};
use plywood_game::Side;

/// How sure a value is. These are the only words for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// A guess of the evaluator.
    Estimate,
    /// A complete search by the game's own rules found it.
    Exact,
    /// There is a certificate or a table that `verify` accepts. Only commands that
    /// name such a file say so.
    Proven,
}

impl Certainty {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Estimate => "not exact",
            Self::Exact => "exact",
            Self::Proven => "proven",
        }
    }
}

/// What the estimates of an evaluator are.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum Meaning {
    /// A number that can only be compared with others of the same evaluator.
    #[default]
    Number,
    /// As [`Meaning::Logistic`], where no curve was fitted.
    Unfitted,
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

/// From here on the evaluator of (m,n,k) has seen two threats at once, and the
/// size of an estimate says nothing more. Of evaluators whose scale is not known
/// only this much is told.
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
            (ScoreKind::Estimate, meaning) => {
                let percent = match meaning {
                    Meaning::Logistic { scale } => Some(percent(score.value, scale)),
                    _ => None,
                };
                score.win_percent = percent;
                let words = self.estimate(score.value, meaning);
                let share = percent.map(|percent| format!(" ({} %)", percent.max(100 - percent)));
                score.text = format!("estimate{words}{}", share.unwrap_or_default());
            }
            _ => {}
        }
        score
    }

    /// ` +120 for White`: what follows the word estimate where nothing is counted.
    fn estimate(&self, value: i32, meaning: Meaning) -> String {
        let name = self.leader(value);
        match (value.unsigned_abs(), meaning) {
            (DECISIVE.., Meaning::Number) => format!(" over +{DECISIVE} for {name}"),
            (DECISIVE.., _) => format!(": {name} is about to win"),
            (size, _) => format!(" {}", self.lead(&size.to_string(), None, value)),
        }
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

/// A value of a recorded tree, which is MAX's, in the numbers of its windows.
pub(crate) fn in_tree(score: ScoreReport) -> ScoreReport {
    let names = ["MAX", "MIN"].map(str::to_owned);
    let (estimates, to_move) = (Meaning::Number, Side::First);
    Wording { estimates, unit: None, names, to_move }.explain(score)
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
        assert_eq!(words(fitted, ScoreKind::Estimate, 0), "estimate 0, even (50 %)");
    }

    #[test]
    fn an_estimate_without_a_fit_names_its_side_and_is_never_a_huge_number() {
        let number = |value| words(Meaning::Number, ScoreKind::Estimate, value);
        assert_eq!(number(28), "estimate +28 for Black");
        assert_eq!(number(-28), "estimate +28 for White");
        assert_eq!(number(0), "estimate 0, even");
        assert_eq!(number(-100_140), "estimate over +50000 for White");
        let unfitted = |value| words(Meaning::Unfitted, ScoreKind::Estimate, value);
        assert_eq!(unfitted(-28), "estimate +28 for White");
        assert_eq!(unfitted(100_140), "estimate: Black is about to win");
        assert_eq!(unfitted(i32::MIN), "estimate: White is about to win");
    }

    #[test]
    fn a_value_counts_what_its_unit_says() {
        let json = |estimates, kind, value| {
            let names = ["Black".to_owned(), "White".to_owned()];
            let wording = Wording { estimates, unit: Some("discs"), names, to_move: Side::First };
            let score = wording.explain(ScoreReport::plain(kind, value, None));
            let document = serde_json::to_value(score).expect("a document");
            (document["value"].clone(), document["unit"].clone())
        };
        let discs = Meaning::Hundredths("discs");
        assert_eq!(json(discs, ScoreKind::Estimate, -331), ((-3.31).into(), "discs".into()));
        assert_eq!(json(discs, ScoreKind::Margin, -4), ((-4).into(), "discs".into()));
        let none = serde_json::Value::Null;
        assert_eq!(json(Meaning::Number, ScoreKind::Estimate, -331), ((-331).into(), none));
    }
}
