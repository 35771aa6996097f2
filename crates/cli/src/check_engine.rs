//! `plywood check-engine`: tells the author of an engine what is wrong with it.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use plywood_engines::{Check, Checked, check};
use plywood_workbench::{Start, Workbench, seed_of_the_moment};
use serde::Serialize;
use std::io::Write;
use std::sync::atomic::Ordering;

const EXAMPLES: &str = "\
Examples:
  plywood check-engine tictactoe 'ugi:python3 my_player.py'
  plywood check-engine gomoku gomocup:./pbrain-mine
  plywood check-engine mnk:7,7,5 mnkgame:out:player.MyPlayer --json

The exit status is 1 if something failed. What is only noted is no fault.";

/// Run an engine through its protocol and the situations of a match.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as othello or mnk:7,7,4
    #[arg(value_name = "GAME")]
    game: String,
    /// The engine: ugi:COMMAND, gomocup:COMMAND, nboard:COMMAND, gtp:COMMAND or
    /// mnkgame:CLASSPATH:CLASS
    #[arg(value_name = "PLAYER")]
    player: String,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: String,
    player: &'a str,
    passed: bool,
    checks: &'a [Check],
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let player = args.player.parse()?;
    let session = workbench.open(&args.game, &Start::default(), seed_of_the_moment())?;
    let stop = interrupt::stop_flag();
    let mut out = anstream::stdout().lock();
    let mut written = Ok(());
    let checks = check(workbench, &*session, &player, &stop, &mut |check| {
        if !args.json && written.is_ok() {
            written = tell(&mut out, check);
        }
    })?;
    written?;
    let failed = checks.iter().filter(|check| check.result == Checked::Failed).count();
    if args.json {
        let (game, passed) = (session.game(), failed == 0);
        let document = Document { schema: 1, game, player: &args.player, passed, checks: &checks };
        print_json(&mut out, &document)?;
    }
    match failed {
        _ if stop.load(Ordering::Relaxed) => {
            let resume = format!("{} situations were tried", checks.len());
            Err(Failure::Interrupted { resume })
        }
        0 => Ok(()),
        _ => Err(Failure::Negative(format!("{failed} of {} checks failed", checks.len()))),
    }
}

fn tell(out: &mut impl Write, check: &Check) -> std::io::Result<()> {
    let word = match check.result {
        Checked::Passed => "passed ",
        Checked::Failed => "FAILED ",
        Checked::Noted => "noted  ",
        Checked::Skipped => "skipped",
    };
    writeln!(out, "{word}  {}: {}", check.name, check.detail)?;
    out.flush()
}
