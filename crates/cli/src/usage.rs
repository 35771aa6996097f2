//! Bad usage, in the words of this program: what is wrong, and what is
//! expected.

use crate::program;
use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plywood_game::quoted;
use std::error::Error as _;

/// What is wrong with the arguments; none if help or the version was asked for.
pub(crate) fn problem(error: &Error) -> Option<String> {
    let part = |kind| text_of(error, kind).unwrap_or_default();
    let arg = option_name(&part(ContextKind::InvalidArg));
    let value = part(ContextKind::InvalidValue);
    let words = match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return None,
        ErrorKind::ValueValidation => {
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            let expected = reason.find("expected").map_or(&reason[..], |at| &reason[at..]);
            format!("{arg} does not accept {}; {expected}", quoted(&value))
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("{arg} needs a value{}", valid(error))
        }
        ErrorKind::InvalidValue => {
            format!("{arg} does not accept {}{}", quoted(&value), valid(error))
        }
        ErrorKind::UnknownArgument => {
            let near = hint(&option_name(&part(ContextKind::SuggestedArg)));
            let problem = match arg.starts_with('-') {
                true => format!("there is no option {arg}"),
                false => format!("there is no use for {}", quoted(&arg)),
            };
            format!("{problem}{near}{}", help(error))
        }
        ErrorKind::InvalidSubcommand => {
            let near = hint(&part(ContextKind::SuggestedSubcommand));
            let word = quoted(&part(ContextKind::InvalidSubcommand));
            format!("there is no subcommand {word}{near}{}", help(error))
        }
        ErrorKind::MissingRequiredArgument => {
            let are = if arg.contains(", ") { "are" } else { "is" };
            format!("{arg} {are} missing{}", help(error))
        }
        ErrorKind::ArgumentConflict => {
            let other = option_name(&part(ContextKind::PriorArg));
            match arg == other {
                true => format!("{arg} is given twice; expected it once"),
                false => format!("{arg} and {other} are both given; expected one of them"),
            }
        }
        ErrorKind::TooManyValues => format!("{arg} takes no value; expected {arg} alone"),
        ErrorKind::InvalidUtf8 => "an argument is not UTF-8; expected text".to_owned(),
        _ => first_paragraph(&error.to_string()),
    };
    Some(words)
}

/// What clap knows about a part of an error, as one text.
fn text_of(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        ContextValue::StyledStr(text) => Some(text.to_string()),
        _ => None,
    }
}

/// `--depth` of `--depth <N>`, and `GAME` of `<GAME>`; each of a list.
fn option_name(shown: &str) -> String {
    let name = |one: &str| {
        let word = one.split([' ', '=']).next().unwrap_or_default();
        word.trim_matches(['<', '>', '[', ']', '.']).to_owned()
    };
    shown.split(", ").map(name).collect::<Vec<_>>().join(", ")
}

/// The values that an option accepts, if it accepts only some words.
fn valid(error: &Error) -> String {
    match text_of(error, ContextKind::ValidValue) {
        Some(words) if !words.is_empty() => format!("; expected one of {words}"),
        _ => String::new(),
    }
}

fn hint(suggestion: &str) -> String {
    match suggestion {
        "" => String::new(),
        name => format!(" (did you mean {name}?)"),
    }
}

/// Where the command that was meant is explained.
fn help(error: &Error) -> String {
    let usage = text_of(error, ContextKind::Usage).unwrap_or_default();
    let mut words = usage.split_whitespace().skip_while(|word| *word != program::name()).skip(1);
    let name = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let subcommand = words.next().filter(name).map(|word| format!(" {word}"));
    help_on(&subcommand.unwrap_or_default())
}

/// Where a subcommand, after a space, is explained.
pub(crate) fn help_on(subcommand: &str) -> String {
    format!("; '{}{subcommand} --help' explains what there is", program::name())
}

/// What clap says about anything else, without its frame.
fn first_paragraph(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    text.split("\n\n").next().unwrap_or(text).trim_end().to_owned()
}
