//! `plywood learn GAME --regression`: the best weights for games with known margins.

use super::{Files, read_games};
use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::interrupt;
use crate::numbers::whole;
use crate::save::{Existing, replace_file};
use crate::thinking::progress_bar;
use plywood_game::counted;
use plywood_lab::regression_errors;
use plywood_workbench::{
    EngineSpec, PhaseError, RegressionReport, RegressionRequest, RegressionStep, Start, Valued,
    Workbench,
};
use serde::Serialize;
use std::fs::OpenOptions;
use std::io::Write;
use std::time::Instant;

#[derive(clap::Args)]
#[command(next_help_heading = "Regression")]
#[group(id = "regression options")]
pub(super) struct Args {
    /// Compute the weights with the least squared errors for the games of --from, in games
    /// that count points
    #[arg(long, requires = "from", conflicts_with_all = ["games", "time"])]
    regression: bool,
    /// Correct the results by solving positions with at most this many moves left
    #[arg(long, value_name = "PLIES", default_value_t = 0, requires = "regression",
          value_parser = whole::<u32>(0, 30))]
    solved: u32,
    /// Add N positions after random moves for each game, valued by --valued-by
    #[arg(long, value_name = "N", default_value_t = 0, requires = "regression",
          value_parser = whole::<u32>(0, 1000))]
    variations: u32,
    /// Learn from one in N positions of each game, with the margin that the file or the solver
    /// has or the value of --valued-by, instead of all with margins between known ones
    #[arg(long, value_name = "N", default_value_t = 0, requires = "regression",
          value_parser = whole::<u32>(0, 1000))]
    sampled: u32,
    /// The engine that values positions
    #[arg(
        long,
        value_name = "PLAYER",
        default_value = "best[nodes=200,table=1]",
        requires = "regression"
    )]
    valued_by: String,
    /// Hold out games from this year on, and every sixteenth of the others
    #[arg(long, value_name = "YEAR", requires = "regression", value_parser = whole::<u16>(1, 9999))]
    held_out_from: Option<u16>,
    /// How strongly weights are kept near those of the next phase
    #[arg(long, value_name = "N", default_value_t = 1, requires = "regression",
          value_parser = whole::<u32>(1, 10_000))]
    ridge: u32,
}

impl Args {
    pub(super) fn is_on(&self) -> bool {
        self.regression
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: String,
    games: usize,
    positions: usize,
    seconds: f64,
    file: &'a str,
    bytes: usize,
    checksum: String,
    plot: &'a str,
    phases: &'a [PhaseError],
}

pub(super) fn run(workbench: &Workbench, args: &super::Args) -> Result<(), Failure> {
    let session = workbench.open(&args.game, &Start::default(), args.seed)?;
    let files = Files::of(args, &session.game());
    files.check(Existing::replaced_if(args.force || args.resume))?;
    let engine: EngineSpec = args.regression.valued_by.parse()?;
    let games = read_games(&args.from)?;
    let (valued, mut state) = args.state(&files, &games)?;
    let request = RegressionRequest { valued, ..args.regression_request() };
    let (began, stop, bar) = (Instant::now(), interrupt::stop_flag(), progress_bar());
    let mut unkept = None;
    let found = session.regress(&games, &engine, &request, &stop, &mut |step| {
        bar.set_message(brief(&step));
        if let RegressionStep::Games { part, values: Some(values), .. } = step
            && let Err(error) = state.add(&Valued::addition(part, &values))
        {
            unkept = Some(error);
        }
    });
    bar.finish_and_clear();
    if let Some(error) = unkept {
        complain(&format!("note: {}: what was found was not kept: {error}", files.state));
    }
    let found = found.map_err(|error| Failure::in_file(Some(&args.from), error))?;
    let Some(report) = found else {
        let resume = "--resume goes on from there".to_owned();
        return Err(Failure::Interrupted { resume });
    };
    replace_file(&files.file, &report.file, Existing::Replaced)?;
    let plot = regression_errors(&session.game(), &report.phases);
    replace_file(&files.plot, plot, Existing::Replaced)?;
    let document = document(session.game(), &files, &report, began.elapsed().as_secs_f64());
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, &document)?,
        false => out.write_all(in_full(&document).as_bytes())?,
    }
    Ok(())
}

impl super::Args {
    /// The values that an earlier run has found, and the file to which new ones are added.
    fn state(&self, files: &Files, games: &str) -> Result<(Valued, StateFile), Failure> {
        let Args { solved, variations, sampled, valued_by, .. } = &self.regression;
        let options = format!("{} {solved} {variations} {sampled} {valued_by}", self.seed);
        let depends_on = Valued::number_of(games, &options);
        let (valued, whole) = match self.resume {
            true => Valued::read(&self.read_state(files)?, depends_on)
                .map_err(|error| Failure::file(&files.state, error.to_string()))?,
            false => (Valued::default(), 0),
        };
        let beginning = Valued::beginning(depends_on);
        Ok((valued, StateFile { name: files.state.clone(), beginning, whole: Some(whole as u64) }))
    }

    fn regression_request(&self) -> RegressionRequest {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let Args { solved, variations, sampled, held_out_from, ridge, .. } = self.regression;
        RegressionRequest {
            seed: self.seed,
            threads: self.threads.unwrap_or_else(all),
            solved,
            variations,
            sampled,
            valued_by: self.regression.valued_by.clone(),
            valued: Valued::default(),
            held_out_from,
            ridge: ridge as f32,
        }
    }
}

/// The file of what was found. It is not touched before there is something to add: a command
/// that fails leaves it as it was.
struct StateFile {
    name: String,
    beginning: Vec<u8>,
    /// How much of the file to keep, until that is done.
    whole: Option<u64>,
}

impl StateFile {
    fn add(&mut self, part: &[u8]) -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.name)?;
        if let Some(whole) = self.whole.take() {
            file.set_len(whole)?;
        }
        if file.metadata()?.len() == 0 {
            file.write_all(&self.beginning)?;
        }
        file.write_all(part)
    }
}

fn brief(step: &RegressionStep) -> String {
    match step {
        RegressionStep::Games { done, .. } => counted(*done, "game"),
        RegressionStep::Phase(PhaseError { filled: (first, last), error, .. }) => {
            format!("{first} to {last} filled cells: wrong by {error:.2}")
        }
    }
}

fn document<'a>(
    game: String,
    files: &'a Files,
    report: &'a RegressionReport,
    seconds: f64,
) -> Document<'a> {
    Document {
        schema: 1,
        game,
        games: report.games,
        positions: report.positions,
        seconds,
        file: &files.file,
        bytes: report.file.len(),
        // It stands behind the mark and the version.
        checksum: report.file[20..24].iter().rev().map(|byte| format!("{byte:02x}")).collect(),
        plot: &files.plot,
        phases: &report.phases,
    }
}

fn in_full(document: &Document<'_>) -> String {
    let Document { game, games, positions, seconds, file, bytes, checksum, plot, .. } = document;
    let games = counted(*games, "game");
    let mut text = format!("{game}: {games}, {positions} positions in {seconds:.0} s\n");
    text.push_str(
        "filled   positions  held out  error  of 0  root of mean square  where learned\n",
    );
    for phase in document.phases {
        let filled = format!("{}-{}", phase.filled.0, phase.filled.1);
        text.push_str(&format!(
            "{filled:<7}  {:>9}  {:>8}  {:>5.2}  {:>4.1}  {:>19.2}  {:>13.2}\n",
            phase.learned,
            phase.held_out,
            phase.error,
            phase.of_nothing,
            phase.root_mean_square,
            phase.error_learned
        ));
    }
    text.push_str(&format!("wrote  {file} ({bytes} bytes, checksum {checksum}), {plot}\n"));
    text
}
