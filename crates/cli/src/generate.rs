//! `plywood generate`: shell completions and manual pages.

use crate::Cli;
use crate::failure::Failure;
use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood generate completions bash > plywood.bash
  plywood generate man > plywood.1";

/// Write shell completions or the manual to standard output.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Completions for a shell
    #[command(before_help = "Examples:\n  plywood generate completions zsh > _plywood")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// The manual, all subcommands in one page
    #[command(before_help = "Examples:\n  plywood generate man | man -l -")]
    Man,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut text = Vec::new();
    let mut command = Cli::command();
    match args.what {
        What::Completions { shell } => {
            clap_complete::generate(shell, &mut command, "plywood", &mut text);
        }
        What::Man => {
            command.build();
            render_manual(&command, &mut text)?;
        }
    }
    std::io::stdout().lock().write_all(&text)?;
    Ok(())
}

/// The page of the command, and below it a part for each subcommand.
fn render_manual(command: &clap::Command, text: &mut Vec<u8>) -> Result<(), Failure> {
    clap_mangen::Man::new(command.clone()).render(text)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let name = sub.get_name().to_uppercase();
        writeln!(text, ".SH \"{name}\"")?;
        let man = clap_mangen::Man::new(sub.clone());
        man.render_description_section(text)?;
        man.render_synopsis_section(text)?;
        man.render_options_section(text)?;
    }
    Ok(())
}
