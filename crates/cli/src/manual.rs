//! The manual: one page for the command and all its subcommands, made from
//! what `--help` says.

use crate::failure::Failure;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io::Write;

/// What the exit status tells, as scripts rely on it.
const EXIT_STATUS: [(&str, &str); 4] = [
    ("0", "done"),
    ("1", "done, and the answer is negative: a check failed"),
    (
        "2",
        "bad usage or bad input, with nothing written; or not all of the output could be written, \
         without a message if its reader has closed the pipe",
    ),
    ("130", "interrupted, after what was finished had been printed"),
];

/// Writes the page.
pub(crate) fn render(mut command: Command, page: &mut Vec<u8>) -> Result<(), Failure> {
    // Fills in what commands have from each other, such as their full names.
    command.build();
    let man = Man::new(command.clone());
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    write_examples(&command, page)?;
    man.render_options_section(page)?;
    for sub in subcommands(&command) {
        write_subcommand(sub, page)?;
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXIT STATUS"]);
    for (status, meaning) in EXIT_STATUS {
        roff.control("TP", []).text([bold(status)]).text([roman(meaning)]);
    }
    roff.to_writer(page)?;
    man.render_version_section(page)?;
    Ok(())
}

/// The commands below a command, without the help on them.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|sub| sub.get_name() != "help")
}

/// The section of a subcommand and of its subcommands.
fn write_subcommand(command: &Command, page: &mut Vec<u8>) -> Result<(), Failure> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_uppercase();
    let mut roff = Roff::new();
    roff.control("SH", [name.as_str()]);
    let about = command.get_long_about().or(command.get_about());
    roff.text([roman(about.map(ToString::to_string).unwrap_or_default())]);
    roff.to_writer(page)?;
    let man = Man::new(command.clone());
    let mut parts = Vec::new();
    man.render_synopsis_section(&mut parts)?;
    write_examples(command, &mut parts)?;
    man.render_options_section(&mut parts)?;
    // Inside the part of a subcommand, sections are a level deeper.
    for line in String::from_utf8_lossy(&parts).lines() {
        match line.strip_prefix(".SH ") {
            Some(heading) => writeln!(page, ".SS {heading}")?,
            None => writeln!(page, "{line}")?,
        }
    }
    subcommands(command).try_for_each(|sub| write_subcommand(sub, page))
}

/// The examples that stand before the help of a command.
fn write_examples(command: &Command, page: &mut Vec<u8>) -> Result<(), Failure> {
    let Some(text) = command.get_before_help().map(ToString::to_string) else {
        return Ok(());
    };
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES"]).control("nf", []);
    for line in text.lines().filter(|line| *line != "Examples:") {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.to_writer(page)?;
    Ok(())
}
