//! `plywood calibrate`: how likely a win is, by the estimate.

use crate::failure::Failure;
use crate::games::print_json;
use crate::save::{Existing, check_place, replace_file};
use crate::source::read_text;
use plywood_lab::{Calibration, FEWEST_GAMES};
use plywood_workbench::Workbench;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood match gomoku best best --games 2400 --nodes 500 --save games.txt
  plywood calibrate games.txt --plot gomoku.svg";

/// Fit the probability of a win to the estimates in saved games.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = "\
The side with the estimate v wins 1/(1 + exp(-v/scale)) of the games, draws counted as \
half a win. Of games with the same moves one is counted. The scale is fitted to all games; the loss \
and the picture show each half of the games by the curve of the other half.")]
pub(crate) struct Args {
    /// A file of games that a match has saved; - reads standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// Draw the share that was won against the probability into this file
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Replace the picture if it exists
    #[arg(long, requires = "plot")]
    force: bool,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let existing = Existing::replaced_if(args.force);
    if let Some(name) = &args.plot {
        check_place(name, existing)?;
    }
    let fitted = Calibration::of_games(workbench, &read_text(&args.file)?)
        .map_err(|error| Failure::in_file(Some(&args.file), error))?;
    let Some(found) = fitted else {
        let problem = format!("fewer than {FEWEST_GAMES} different finished games with estimates");
        return Err(Failure::file(&args.file, problem));
    };
    if let Some(name) = &args.plot {
        replace_file(name, found.to_svg(), existing)?;
    }
    let mut out = anstream::stdout().lock();
    if args.json {
        return print_json(&mut out, &found);
    }
    let Calibration { game, games, estimates, scale, interval: [low, high], .. } = &found;
    writeln!(out, "{game}: scale {scale:.0}, 95 % interval {low:.0} to {high:.0}")?;
    let Calibration { halves: [one, other], loss, .. } = &found;
    writeln!(out, "{estimates} estimates of {games} different games")?;
    writeln!(out, "halves {one:.0} and {other:.0}; each by the other's curve: loss {loss:.3}")?;
    Ok(())
}
