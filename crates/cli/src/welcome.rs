//! `plywood` alone: the games, and what to try first.

use crate::failure::Failure;
use crate::games;
use plywood_workbench::{GameEntry, Workbench};
use std::io::Write;

pub(crate) fn run(workbench: &Workbench) -> Result<(), Failure> {
    let entries: Vec<&GameEntry> = workbench.games().collect();
    let mut out = anstream::stdout().lock();
    writeln!(out, "Plywood, a workbench for two-player games.\n")?;
    writeln!(out, "Games:")?;
    for line in games::list(&entries).lines() {
        writeln!(out, "  {line}")?;
    }
    writeln!(out, "\nTry:")?;
    writeln!(out, "  plywood play tictactoe --second random")?;
    writeln!(out, "  plywood show othello")?;
    writeln!(out, "  plywood perft othello --depth 8")?;
    writeln!(out, "  plywood --help")?;
    Ok(())
}
