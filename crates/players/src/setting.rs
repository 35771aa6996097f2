//! What can be chosen about a character.

/// Something that can be chosen about a character, as in `name[key=value]`.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name.
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// What holds where nothing is chosen.
    pub default: &'static str,
    /// What it takes.
    pub form: Form,
}

/// What a setting takes.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// On or off.
    Switch,
    /// A whole number.
    Number {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A text of some form.
    Text {
        /// The form, in words.
        form: &'static str,
        /// Whether a text has it.
        reads: fn(&str) -> bool,
        /// Texts that have it, for whoever wants to choose one.
        examples: &'static [&'static str],
    },
}

impl Form {
    /// Whether this may be chosen.
    ///
    /// ```
    /// use plywood_players::Form;
    /// assert!(Form::Switch.takes("on") && !Form::Switch.takes("yes"));
    /// assert!(!Form::Number { least: 1, most: 9 }.takes("10"));
    /// ```
    #[must_use]
    pub fn takes(&self, value: &str) -> bool {
        match self {
            Form::Switch => matches!(value, "on" | "off"),
            Form::Number { least, most } => {
                let plain = value.bytes().all(|byte| byte.is_ascii_digit());
                plain && value.parse().is_ok_and(|number| (least..=most).contains(&&number))
            }
            Form::OneOf(words) => words.contains(&value),
            Form::Text { reads, .. } => reads(value),
        }
    }

    /// What may be chosen, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Form::Switch => "on or off".to_owned(),
            Form::Number { least, most } => format!("a whole number from {least} to {most}"),
            Form::OneOf(words) => format!("one of {}", words.join(", ")),
            Form::Text { form, .. } => (*form).to_owned(),
        }
    }
}
