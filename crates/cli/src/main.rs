//! The binary `plywood`: the command with the games that come with it.

use plywood_workbench::Workbench;
use std::process::ExitCode;

fn main() -> ExitCode {
    // First: the games already use every instruction of the build.
    match plywood_cli::check_processor() {
        Ok(()) => plywood_cli::main(Workbench::standard()),
        Err(status) => status,
    }
}
