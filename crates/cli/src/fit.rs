//! `plywood fit`: how well shallow searches predict deep ones.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::numbers::{seed, whole};
use crate::save::{Existing, check_place, replace_file};
use crate::source::read_text;
use crate::tables::{progress_bar, table};
use clap::builder::NonEmptyStringValueParser;
use plywood_lab::{DepthPairs, Fit, FitReport, FittedPair, Samples, read_positions};
use plywood_workbench::{EngineSpec, Workbench};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood fit othello --self-play 200 --player 'pvs[evaluated=on,endgame=off]' --out othello.toml
  plywood fit gomoku --positions gomoku.txt --depths 1-3,2-4 --player 'pvs[near=2]' --plot fit.svg
  plywood match othello 'best[multiprobcut=othello.toml]' best --games 100 --time 20ms";

/// Measure how well shallow searches predict deep ones, for Multi-ProbCut.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES, after_help = "\
For each pair of depths, in each phase of the game, a line is fitted to the deep values against \
the shallow ones. An engine with the option multiprobcut=FILE leaves out a deep search where the \
prediction is outside the window by --threshold deviations.")]
pub(crate) struct Args {
    /// The game, such as othello or gomoku
    game: String,
    /// A file of positions, one on each line, with comments after #; - reads standard input
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(),
          conflicts_with = "self_play", required_unless_present = "self_play")]
    positions: Option<String>,
    /// Take positions from this number of games of the player against itself
    #[arg(long, value_name = "N", allow_hyphen_values = true,
          value_parser = whole::<usize>(1, 1_000_000))]
    self_play: Option<usize>,
    /// The pairs of depths
    #[arg(long, value_name = "S-D,..", default_value = "1-3,2-4,1-5,2-6,3-7,4-8")]
    depths: DepthPairs,
    /// The engine that searches
    #[arg(long, value_name = "PLAYER", default_value = "pvs")]
    player: String,
    /// How many phases the game is divided into, by the plies that are left
    #[arg(long, value_name = "N", default_value_t = 4, allow_hyphen_values = true,
          value_parser = whole::<usize>(1, 20))]
    phases: usize,
    /// How many deviations a prediction must lie outside the window
    #[arg(long, value_name = "T", default_value_t = 1.5, allow_hyphen_values = true,
          value_parser = threshold)]
    threshold: f64,
    /// What the games are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,
    /// Write the parameters to this file
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Draw the points with the lines into this file
    #[arg(long, value_name = "FILE")]
    plot: Option<String>,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

fn threshold(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=10.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 10, such as 1.5".to_owned())
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let existing = Existing::replaced_if(args.force);
    args.out.iter().chain(&args.plot).try_for_each(|name| check_place(name, existing))?;
    let engine: EngineSpec = args.player.parse()?;
    let positions = match &args.positions {
        Some(name) => read_positions(workbench, &args.game, &read_text(name)?)
            .map_err(|error| Failure::in_file(Some(name), error))?,
        None => Vec::new(),
    };
    let samples = match args.self_play {
        Some(games) => {
            let (game, seed) = (args.game.as_str(), args.seed);
            Samples::SelfPlay { workbench, game, engine: &engine, games, seed }
        }
        None => Samples::Positions(&positions),
    };
    let fit = Fit {
        engine: engine.clone(),
        pairs: args.depths.clone(),
        phases: args.phases,
        threshold: args.threshold,
    };
    let (stop, bar) = (interrupt::stop_flag(), progress_bar());
    let report = fit.run(&samples, &stop, &mut |done, of| {
        bar.set_length(of as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let report = report?;
    if !report.complete {
        let resume = format!("positions searched: {}; nothing was written", report.positions);
        return Err(Failure::Interrupted { resume });
    }
    if report.pairs.is_empty() {
        let problem = "too few positions with estimates at these depths; give more".to_owned();
        return Err(Failure::file(args.positions.as_deref().unwrap_or(&args.game), problem));
    }
    if let Some(name) = &args.out {
        replace_file(name, report.to_file(&args.command()).to_string(), existing)?;
    }
    if let Some(name) = &args.plot {
        replace_file(name, report.to_svg(), existing)?;
    }
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, &report),
        false => Ok(out.write_all(in_full(&report).as_bytes())?),
    }
}

impl Args {
    /// The command that repeats the measurement.
    fn command(&self) -> String {
        let source = match (self.self_play, &self.positions) {
            (Some(games), _) => format!("--self-play {games} --seed {}", self.seed),
            (None, name) => format!("--positions {}", name.as_deref().unwrap_or("-")),
        };
        let pairs = self.depths.0.iter().map(|(shallow, deep)| format!("{shallow}-{deep}"));
        let pairs = pairs.collect::<Vec<String>>().join(",");
        format!(
            "plywood fit {} {source} --depths {pairs} --player '{}' --phases {} --threshold {}",
            self.game, self.player, self.phases, self.threshold
        )
    }
}

fn in_full(report: &FitReport) -> String {
    let row = |FittedPair { pair, .. }: &FittedPair| {
        let [least, most] = pair.left;
        let most = if most == u32::MAX { String::new() } else { most.to_string() };
        vec![
            format!("{}-{}", pair.shallow, pair.deep),
            format!("{least}..{most}"),
            format!("{:.3}", pair.slope),
            format!("{:+.1}", pair.intercept),
            format!("{:.1}", pair.deviation),
            format!("{:.3}", pair.correlation),
            pair.points.to_string(),
        ]
    };
    let headings =
        ["<depths", "plies left", "slope", "intercept", "deviation", "correlation", "points"];
    let FitReport { game, player, positions, .. } = report;
    format!("{game}, {player}, {positions} positions\n\n")
        + &table(&headings, report.pairs.iter().map(row))
}
