//! `plywood generate`: shell completions and manual pages.

use crate::failure::Failure;
use crate::{Cli, manual, program};
use clap::{CommandFactory, Subcommand};
use clap_complete::Shell;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood generate completions bash > plywood.bash
  plywood generate man > plywood.1";

/// Write shell completions or the manual page to standard output.
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
    let mut command = program::renamed(Cli::command());
    match args.what {
        What::Completions { shell } => {
            clap_complete::generate(shell, &mut command, program::name(), &mut text);
        }
        What::Man => manual::render(command, &mut text)?,
    }
    std::io::stdout().lock().write_all(&text)?;
    Ok(())
}
