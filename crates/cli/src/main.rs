//! The binary `plywood`: the command with the games that come with it.

use plywood_workbench::Workbench;
use std::process::ExitCode;

fn main() -> ExitCode {
    plywood_cli::main(Workbench::standard())
}
