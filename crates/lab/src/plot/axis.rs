//! Axes: what lies where, and where there is a number.

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// What is measured along an axis, and how.
#[derive(Debug, Clone)]
pub struct Axis {
    /// What stands beside it.
    pub name: String,
    /// How numbers become places.
    pub scale: Scale,
    /// Where there is a number; none: at round ones.
    pub ticks: Option<Vec<f64>>,
}

/// How numbers become places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long.
    Logarithmic,
}

impl Scale {
    fn place(self, number: f64) -> f64 {
        match self {
            Scale::Linear => number,
            Scale::Logarithmic => number.max(f64::MIN_POSITIVE).log10(),
        }
    }

    fn number(self, place: f64) -> f64 {
        match self {
            Scale::Linear => place,
            Scale::Logarithmic => 10_f64.powf(place),
        }
    }
}

/// An axis laid out for the numbers that it has to show.
#[derive(Clone)]
pub(super) struct Laid {
    scale: Scale,
    /// The places of its ends.
    least: f64,
    most: f64,
    /// The numbers at its ticks.
    pub(super) ticks: Vec<f64>,
}

/// How many round numbers an axis shows at most.
const MOST_TICKS: f64 = 10.0;

impl Axis {
    /// The axis for these numbers.
    pub(super) fn lay(&self, numbers: impl Iterator<Item = f64>) -> Laid {
        let scale = self.scale;
        let given = self.ticks.iter().flatten().copied();
        let places: Vec<f64> = numbers.chain(given).map(|number| scale.place(number)).collect();
        let least = places.iter().copied().reduce(f64::min).unwrap_or(0.0);
        let most = places.iter().copied().reduce(f64::max).unwrap_or(1.0);
        let (least, most, ticks) = match &self.ticks {
            // A little room, so that points do not lie on the frame.
            Some(ticks) => {
                let room = ((most - least) / 40.0).max(if most > least { 0.0 } else { 0.5 });
                (least - room, most + room, ticks.clone())
            }
            None => {
                let step = round_step((most - least) / MOST_TICKS);
                let (first, last) = ((least / step).floor(), (most / step).ceil());
                let last = last.max(first + 1.0);
                let ticks = (0..=(last - first) as usize).map(|n| (first + n as f64) * step);
                let ticks = ticks.map(|tick| scale.number(tick));
                (first * step, last * step, ticks.collect())
            }
        };
        Laid { scale, least, most, ticks }
    }
}

/// The next step up of the series 1, 2, 5, 10: whole powers of ten where ratios are
/// shown, and whole numbers where differences are.
fn round_step(least: f64) -> f64 {
    if least <= 1.0 {
        return 1.0;
    }
    let power = 10_f64.powf(least.log10().floor());
    let fits = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    fits.into_iter().find(|step| *step >= least).unwrap_or(10.0 * power)
}

impl Laid {
    /// How a number is written beside the axis.
    pub(super) fn text(number: f64) -> String {
        let rounded = (number * 1000.0).round() / 1000.0;
        grouped(&rounded.to_string())
    }
}

impl Ranged for Laid {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, number: &f64, (first, last): (i32, i32)) -> i32 {
        let share = (self.scale.place(*number) - self.least) / (self.most - self.least);
        (f64::from(first) + share * f64::from(last - first)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.scale.number(self.least)..self.scale.number(self.most)
    }
}

/// A number with its thousands apart.
fn grouped(number: &str) -> String {
    let (whole, rest) = match number.find('.') {
        Some(point) => number.split_at(point),
        None => (number, ""),
    };
    let mut text = String::new();
    for (place, digit) in whole.char_indices() {
        let left = whole.len() - place;
        if place > 0 && left % 3 == 0 && !text.ends_with('-') {
            text.push(',');
        }
        text.push(digit);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(scale: Scale, numbers: &[f64]) -> Laid {
        Axis { name: String::new(), scale, ticks: None }.lay(numbers.iter().copied())
    }

    #[test]
    fn a_logarithmic_axis_has_ticks_at_powers_of_ten() {
        let axis = laid(Scale::Logarithmic, &[9.0, 70_000.0]);
        let texts: Vec<String> = axis.ticks.iter().map(|&tick| Laid::text(tick)).collect();
        assert_eq!(texts, ["1", "10", "100", "1,000", "10,000", "100,000"]);
    }

    #[test]
    fn a_linear_axis_has_ticks_at_round_numbers() {
        let axis = laid(Scale::Linear, &[3.0, 61.0]);
        let texts: Vec<String> = axis.ticks.iter().map(|&tick| Laid::text(tick)).collect();
        assert_eq!(texts, ["0", "10", "20", "30", "40", "50", "60", "70"]);
    }

    #[test]
    fn one_number_or_none_still_makes_an_axis() {
        for numbers in [&[][..], &[7.0], &[1.0]] {
            for scale in [Scale::Linear, Scale::Logarithmic] {
                let axis = laid(scale, numbers);
                assert!(axis.least < axis.most && axis.ticks.len() >= 2, "{numbers:?}");
            }
        }
    }
}
