//! One description of everything that can be chosen: an option of a player, as
//! in `name[key=value]`, or a parameter of a game. Parsers, error messages,
//! lists and the page's forms are all made from it.

use serde::Serialize;
use std::borrow::Cow;
use std::time::Duration;

/// An option of a player, or a parameter of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Field {
    /// Its key: in brackets after a player's name, or in a game's pattern.
    pub name: &'static str,
    /// Its name on a form.
    pub label: &'static str,
    /// What it does, in a sentence; empty if the label says it all.
    pub about: &'static str,
    /// The value if none is chosen; empty if it depends on the player.
    pub default: Cow<'static, str>,
    /// What it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
}

/// What a field takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum FieldKind {
    /// A whole number.
    Number {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
        /// What it counts, if a message names that rather than the range.
        unit: Option<&'static str>,
        /// A word that may stand in place of a number.
        word: Option<&'static str>,
    },
    /// One of several words.
    Choice {
        /// The words.
        choices: Cow<'static, [FieldChoice]>,
        /// Other texts that may be typed: their form, and what accepts them.
        #[serde(skip)]
        other: Option<(&'static str, Accepts)>,
    },
    /// A whole number that starts a random generator.
    Seed,
    /// A time such as `500ms` or `2s`.
    Time,
    /// A text of some form.
    Text {
        /// The form, in words.
        form: &'static str,
        /// Whether a text has it.
        #[serde(skip)]
        accepts: Accepts,
    },
}

/// Whether a text has the form that a field asks for. All of them are equal:
/// fields are compared by what they say.
#[derive(Debug, Clone, Copy)]
pub struct Accepts(pub fn(&str) -> bool);

impl PartialEq for Accepts {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Accepts {}

/// A word that may be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FieldChoice {
    /// What goes into the pattern or the brackets.
    pub value: &'static str,
    /// What people read.
    pub label: &'static str,
}

impl FieldKind {
    /// On or off.
    pub const SWITCH: Self = Self::Choice {
        choices: Cow::Borrowed(&[FieldChoice::new("off", "off"), FieldChoice::new("on", "on")]),
        other: None,
    };

    /// A whole number in a range.
    #[must_use]
    pub const fn number(least: u64, most: u64) -> Self {
        Self::Number { least, most, unit: None, word: None }
    }

    /// A whole number in a range, or a word.
    #[must_use]
    pub const fn number_or(least: u64, most: u64, word: &'static str) -> Self {
        Self::Number { least, most, unit: None, word: Some(word) }
    }

    /// A text of this form.
    #[must_use]
    pub const fn text(form: &'static str, accepts: fn(&str) -> bool) -> Self {
        Self::Text { form, accepts: Accepts(accepts) }
    }

    /// Whether this value may be chosen.
    ///
    /// ```
    /// use plywood_players::FieldKind;
    /// assert!(FieldKind::SWITCH.accepts("on") && !FieldKind::SWITCH.accepts("yes"));
    /// assert!(!FieldKind::number(1, 9).accepts("10"));
    /// assert!(FieldKind::number_or(1, 9, "full").accepts("full"));
    /// ```
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        match self {
            Self::Number { least, most, word, .. } => {
                *word == Some(value) || number(value).is_some_and(|n| (*least..=*most).contains(&n))
            }
            Self::Choice { choices, other } => {
                choices.iter().any(|choice| choice.value == value)
                    || other.is_some_and(|(_, accepts)| accepts.0(value))
            }
            Self::Seed => number(value).is_some(),
            Self::Time => parse_time(value).is_some(),
            Self::Text { accepts, .. } => accepts.0(value),
        }
    }

    /// What may be chosen, in words that follow "expected".
    #[must_use]
    pub fn expected(&self) -> String {
        match self {
            Self::Number { least, most, unit, word } => {
                let number = match unit {
                    Some(unit) => format!("a number of {unit}"),
                    None if *most == u64::MAX => format!("a whole number from {least}"),
                    None => format!("a whole number from {least} to {most}"),
                };
                word.map_or(number.clone(), |word| format!("{number}, or {word}"))
            }
            Self::Choice { other: Some((form, _)), .. } | Self::Text { form, .. } => {
                (*form).to_owned()
            }
            _ if *self == Self::SWITCH => "on or off".to_owned(),
            Self::Choice { choices, .. } => {
                let words: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
                format!("one of {}", words.join(", "))
            }
            Self::Seed => format!("a whole number from 0 to {}", u64::MAX),
            Self::Time => "a time above zero, in ms, s or m, such as 500ms or 10s".to_owned(),
        }
    }
}

impl FieldChoice {
    /// The word `value`, which people read as `label`.
    #[must_use]
    pub const fn new(value: &'static str, label: &'static str) -> Self {
        Self { value, label }
    }
}

impl Field {
    /// An option `name`, called `label` on a form, which does what `about` says.
    #[must_use]
    pub const fn new(
        name: &'static str,
        label: &'static str,
        about: &'static str,
        default: &'static str,
        kind: FieldKind,
    ) -> Self {
        Self { name, label, about, default: Cow::Borrowed(default), kind }
    }

    /// A field for a whole number.
    #[must_use]
    pub fn number(
        name: &'static str,
        label: &'static str,
        default: u32,
        least: u64,
        most: u64,
    ) -> Self {
        let default = Cow::Owned(default.to_string());
        Self { default, ..Self::new(name, label, "", "", FieldKind::number(least, most)) }
    }

    /// A field for one of several words, each with what people read; the first
    /// is the default.
    #[must_use]
    pub fn choice(
        name: &'static str,
        label: &'static str,
        choices: &[(&'static str, &'static str)],
    ) -> Self {
        let default = choices.first().map_or("", |(value, _)| value);
        let choices = choices.iter().map(|&(value, label)| FieldChoice { value, label }).collect();
        Self::new(name, label, "", default, FieldKind::Choice { choices, other: None })
    }

    /// A field for the seed of a random generator; empty, the page draws one.
    #[must_use]
    pub const fn seed(name: &'static str, label: &'static str) -> Self {
        Self::new(name, label, "The same seed gives the same moves.", "", FieldKind::Seed)
    }
}

/// A whole number in digits alone.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// A time such as `500ms`, `10s` or `5m`; none if it is none.
///
/// ```
/// use plywood_players::parse_time;
/// use std::time::Duration;
/// assert_eq!(parse_time("500ms"), Some(Duration::from_millis(500)));
/// assert_eq!(parse_time("1.5s"), Some(Duration::from_millis(1500)));
/// assert_eq!(parse_time("soon"), None);
/// ```
#[must_use]
pub fn parse_time(text: &str) -> Option<Duration> {
    const UNITS: [(&str, f64); 3] = [("ms", 1e-3), ("s", 1.0), ("m", 60.0)];
    let (digits, unit) =
        UNITS.iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)))?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds = digits.parse::<f64>().ok().filter(|_| plain)? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| !time.is_zero())
}
