//! Tables on the command line: `solve GAME --table F` builds one and answers
//! from it, `verify F` checks it.

use crate::failure::Failure;
use crate::interrupt;
use crate::numbers::whole;
use crate::verify::Verified;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_solver::table::{
    BuildOptions, Building, Sample, Solution, TableChecked, TableError, TableProblem, TableWork,
    read_header,
};
use plywood_workbench::tables::TableSummary;
use plywood_workbench::{Certainty, Error, ScoreReport, Snapshot, SolveReport, Workbench};
use serde::Serialize;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How tables are built and checked.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Threads that build or check a table; as many as there are processors by default
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<u16>(1, 256))]
    threads: Option<u16>,
}

impl TableArgs {
    /// Refuses options of tables where there is none.
    pub(crate) fn refuse(&self) -> Result<(), Failure> {
        match self.threads {
            Some(_) => Err(Failure::Usage("--threads is for tables".to_owned())),
            None => Ok(()),
        }
    }

    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Builds a table, or goes on with it, or takes the one that is there, and
/// returns what it says about the position.
pub(crate) fn solve(
    workbench: &Workbench,
    snapshot: &Snapshot,
    file: &str,
    options: BuildOptions,
) -> Result<SolveReport, Failure> {
    if snapshot.ending.is_some() {
        return Err(Error::GameOver.into());
    }
    let start = Instant::now();
    let path = Path::new(file);
    let work = table_of(workbench, &snapshot.game)?;
    // The folder that 'plywood tables' names is made; no other one is.
    let folder = plywood_workbench::tables::folder();
    if let Some(folder) = folder.filter(|folder| path.parent() == Some(folder)) {
        let made = std::fs::create_dir_all(&folder);
        made.map_err(|error| Failure::file(folder, format!("cannot be made: {error}")))?;
    }
    let stop = interrupt::stop_flag();
    let bar = bar();
    let built = work.build(path, options, &stop, &mut |so_far| {
        bar.set_position((1000.0 * so_far.decided as f64 / so_far.count as f64) as u64);
        bar.set_message(brief(so_far));
    });
    let (table, found) = match built {
        Err(TableError::Stopped) => (None, None),
        Err(error) => return Err(Failure::Script(error.to_string())),
        Ok(header) => {
            bar.set_message("looking up the position");
            let found = work.solve(path, &snapshot.position, &stop);
            let found = found.map_err(|problem| Failure::Script(problem.to_string()))?;
            (Some(TableSummary::new(path, &header, &*work)), found)
        }
    };
    bar.finish_and_clear();
    Ok(SolveReport::from_table(snapshot, table, found, start.elapsed()))
}

/// How the command ends after its output.
pub(crate) fn end(file: &str, report: &SolveReport) -> Result<(), Failure> {
    let resume = match (report.exact, &report.table) {
        (true, _) => return Ok(()),
        (false, Some(_)) => {
            format!("the table is in {file}; the same command looks for the value again")
        }
        (false, None) => {
            format!("what is done is kept beside {file}; the same command goes on with it")
        }
    };
    Err(Failure::Interrupted { resume })
}

/// The lines of a value that a table has.
pub(crate) fn value_lines(solution: &Solution, certainty: Certainty) -> String {
    let best = solution.best.as_ref().map(|text| format!("best   {text}\n"));
    let words = ScoreReport::of_table(solution.value).words();
    format!("value  {words}, {}\n{}", certainty.word(), best.unwrap_or_default())
}

/// The table that a game can have.
pub(crate) fn table_of(workbench: &Workbench, game: &str) -> Result<Arc<dyn TableWork>, Failure> {
    workbench.table(game)?.ok_or_else(|| {
        let games: Vec<&str> = workbench.tabulated().collect();
        let games = games.join(", ");
        Failure::Script(format!("{game} cannot have a table; these games can: {games}"))
    })
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(1000);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    crate::thinking::tick(&bar, Duration::from_millis(200));
    bar
}

fn brief(so_far: &Building) -> String {
    let remaining =
        so_far.remaining.map_or(String::new(), |left| format!(", about {} s more", left.as_secs()));
    format!(
        "distance {}, {:.0} % of it; {} of {} decided{remaining}",
        so_far.distance,
        100.0 * so_far.share,
        so_far.decided,
        so_far.count
    )
}

/// What a document says of a table besides.
#[derive(Default, Serialize)]
struct Details {
    complete: bool,
    table: Option<TableSummary>,
}

/// What a table of a game is and what the judge of the game finds in it.
pub(crate) fn checked(
    workbench: &Workbench,
    path: &Path,
    (sample, threads): (Sample, usize),
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(TableSummary, TableChecked), TableProblem> {
    let header = read_header(path)?;
    let Ok(Some(work)) = workbench.table(&header.game) else {
        let problem = format!("this is the table of {}, which has none here", header.game);
        return Err(TableError::Damaged { path: path.into(), problem }.into());
    };
    let checked = work.verify(path, sample, threads, stop, progress)?;
    Ok((TableSummary::new(path, &header, &*work), checked))
}

/// Checks a table with the judge of its game: all positions, or a sample. `name`
/// is what the file is called.
pub(crate) fn verify(
    workbench: &Workbench,
    name: &str,
    path: &Path,
    sample: Option<u64>,
    args: &TableArgs,
    json: bool,
) -> Result<(), Failure> {
    let stop = interrupt::stop_flag();
    let bar = bar();
    let sample = sample.map_or(Sample::All, |count| Sample::Random { count, seed: 1 });
    let progress = |share: f64| bar.set_position((1000.0 * share) as u64);
    let checked = checked(workbench, path, (sample, args.threads()), &stop, &progress);
    bar.finish_and_clear();
    match checked {
        Err(TableProblem::Stopped) => {
            Err(Failure::Interrupted { resume: "run again for the whole".to_owned() })
        }
        Err(problem) => {
            Verified::new(name, "table", Details::default()).refuse(json, problem.to_string())
        }
        Ok((mut table, checked)) => {
            table.file = name.to_owned();
            let text = table.in_full() + &checked_in_words(&checked);
            let details = Details { complete: checked.complete, table: Some(table) };
            Verified::new(name, "table", details).accept(json, checked.positions, &text)
        }
    }
}

/// What was checked of a table, in a line.
pub(crate) fn checked_in_words(checked: &TableChecked) -> String {
    let TableChecked { positions, successors, complete, .. } = checked;
    let (all, proven) = match complete {
        true => ("all of it", format!("; its values are {}", Certainty::Proven.word())),
        false => ("a random sample", String::new()),
    };
    format!(
        "checked  {positions} positions ({all}) against {successors} successors, by the judge's \
         rules{proven}\n"
    )
}
