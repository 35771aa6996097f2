//! What the program is called. A program with games of its own goes by its own
//! name in help, hints and errors.

use clap::Command;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

/// The name that the texts of this crate are written with.
const USUAL: &str = "plywood";

static NAME: OnceLock<String> = OnceLock::new();

/// The name by which the program was started.
pub(crate) fn name() -> &'static str {
    NAME.get().map_or(USUAL, String::as_str)
}

/// Takes the name from the first argument; the first call counts.
pub(crate) fn named_by(argument: Option<&OsStr>) {
    let stem = argument.and_then(|path| Path::new(path).file_stem()).and_then(OsStr::to_str);
    if let Some(stem) = stem.filter(|stem| !stem.is_empty()) {
        NAME.get_or_init(|| stem.to_owned());
    }
}

/// The command with the program's name in all its texts.
pub(crate) fn renamed(command: Command) -> Command {
    match name() {
        USUAL => command,
        name => rename_texts(command.name(name).bin_name(name), name),
    }
}

fn rename_texts(mut command: Command, name: &str) -> Command {
    let in_text = |text: String| text.replace("plywood", name);
    if let Some(text) = command.get_before_help().map(ToString::to_string) {
        command = command.before_help(in_text(text));
    }
    if let Some(text) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(in_text(text));
    }
    if let Some(text) = command.get_about().map(ToString::to_string) {
        command = command.about(in_text(text));
    }
    if let Some(text) = command.get_long_about().map(ToString::to_string) {
        command = command.long_about(in_text(text));
    }
    command
        .mut_args(|arg| match arg.get_help().map(ToString::to_string) {
            Some(text) => arg.help(text.replace("plywood", name)),
            None => arg,
        })
        .mut_subcommands(|sub| rename_texts(sub, name))
}
