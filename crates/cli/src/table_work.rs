//! Tables on the command line: `solve GAME --table F` builds one and answers
//! from it, `verify F` checks it.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::numbers::whole;
use crate::program;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_solver::table::{
    BuildOptions, Building, Header, Sample, Solution, TABLE_MAGIC, TableChecked, TableError,
    TableProblem, TableValue, TableWork, read_header,
};
use plywood_workbench::{Certainty, SCHEMA, ScoreKind, ScoreReport, Snapshot, Workbench};
use serde::Serialize;
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How tables are built and checked.
#[derive(clap::Args)]
pub(crate) struct TableArgs {
    /// Threads that build or check a table; all processors by default
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<u16>(1, 256))]
    threads: Option<u16>,
}

impl TableArgs {
    pub(crate) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(all, usize::from)
    }
}

/// Whether a file begins as a table does.
pub(crate) fn is_table(name: &str) -> bool {
    let mut start = [0; TABLE_MAGIC.len()];
    let read = File::open(name).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *TABLE_MAGIC
}

#[derive(Serialize)]
struct Solved<'a> {
    schema: u32,
    game: &'a str,
    position: &'a str,
    score: ScoreReport,
    exact: bool,
    best: Option<String>,
    nodes: u64,
    elapsed_ms: u64,
    certificate: Option<String>,
    table: Summary,
}

/// The value as `analyze` has it.
pub(crate) fn score(value: TableValue) -> ScoreReport {
    let kind = match value {
        TableValue::Draw => ScoreKind::Draw,
        TableValue::Win(_) => ScoreKind::Win,
        TableValue::Loss(_) => ScoreKind::Loss,
    };
    ScoreReport::plain(kind, value.sign(), value.plies().map(u32::from))
}

/// What there is to say about a table.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub(crate) game: String,
    file: String,
    positions: u64,
    wins: u64,
    losses: u64,
    draws: u64,
    longest: Option<u8>,
    bytes: u64,
    /// A position with the longest win.
    example: Option<String>,
}

impl Summary {
    pub(crate) fn new(file: &Path, header: &Header, work: &dyn TableWork) -> Self {
        let census = &header.census;
        Self {
            game: header.game.clone(),
            file: file.display().to_string(),
            positions: census.positions(),
            wins: census.wins(),
            losses: census.losses(),
            draws: census.draws(),
            longest: census.longest_plies(),
            bytes: file.metadata().map_or(0, |data| data.len()),
            example: census.longest.and_then(|index| work.position_text(index)),
        }
    }

    pub(crate) fn in_full(&self) -> String {
        let Self { game, file, positions, wins, losses, draws, bytes, .. } = self;
        let longest = match (self.longest, &self.example) {
            (Some(plies), Some(example)) => format!("longest win {plies} plies: {example}\n"),
            _ => String::new(),
        };
        format!(
            "table of {game} in {file}, {bytes} bytes\n\
             {positions} positions for the side to move: {wins} won, {losses} lost, {draws} drawn\n\
             {longest}"
        )
    }
}

/// Builds a table, or goes on with it, or takes the one that is there, and
/// says what it says about the position.
pub(crate) fn solve(
    workbench: &Workbench,
    snapshot: &Snapshot,
    file: &str,
    options: BuildOptions,
    json: bool,
) -> Result<(), Failure> {
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
    let header = built.map_err(|error| failure(error, file))?;
    bar.set_message("looking up the position");
    let found = work.solve(path, &snapshot.position, &stop);
    bar.finish_and_clear();
    let solution = found.map_err(|problem| problem_with(problem, file))?.ok_or_else(|| {
        let resume = format!("the table is in {file}; the same command looks for the value again");
        Failure::Interrupted { resume }
    })?;
    let summary = Summary::new(path, &header, &*work);
    let mut out = anstream::stdout().lock();
    if !json {
        write!(
            out,
            "{} {}\n{}",
            snapshot.game,
            snapshot.position,
            value_lines(&solution, Certainty::Exact)
        )?;
        write!(out, "{}", summary.in_full())?;
        writeln!(out, "'{} verify {file}' checks it", program::name())?;
        return Ok(());
    }
    let document = Solved {
        schema: SCHEMA,
        game: &snapshot.game,
        position: &snapshot.position,
        score: score(solution.value),
        exact: true,
        best: solution.best,
        nodes: solution.nodes,
        elapsed_ms: start.elapsed().as_millis() as u64,
        certificate: None,
        table: summary,
    };
    print_json(&mut out, &document)
}

pub(crate) fn value_lines(solution: &Solution, certainty: Certainty) -> String {
    let best = solution.best.as_ref().map(|text| format!("best   {text}\n"));
    let words = score(solution.value).words();
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

fn failure(error: TableError, file: &str) -> Failure {
    match error {
        TableError::Stopped => Failure::Interrupted {
            resume: format!("what is done is kept beside {file}; the same command goes on with it"),
        },
        error => Failure::Script(error.to_string()),
    }
}

fn problem_with(problem: TableProblem, file: &str) -> Failure {
    match problem {
        TableProblem::File(error) => failure(error, file),
        TableProblem::Stopped => {
            Failure::Interrupted { resume: "run again for the whole".to_owned() }
        }
        problem => Failure::Script(problem.to_string()),
    }
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

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    file: &'a str,
    kind: &'static str,
    valid: bool,
    checked: u64,
    problem: Option<String>,
    complete: bool,
    table: Option<Summary>,
}

/// What a table of a game is and what the judge of the game finds in it.
pub(crate) fn checked(
    workbench: &Workbench,
    path: &Path,
    (sample, threads): (Sample, usize),
    stop: &AtomicBool,
    progress: &(dyn Fn(f64) + Sync),
) -> Result<(Summary, TableChecked), TableProblem> {
    let header = read_header(path)?;
    let Ok(Some(work)) = workbench.table(&header.game) else {
        let problem = format!("this is the table of {}, which has none here", header.game);
        return Err(TableError::Damaged { path: path.into(), problem }.into());
    };
    let checked = work.verify(path, sample, threads, stop, progress)?;
    Ok((Summary::new(path, &header, &*work), checked))
}

/// What was checked of a table, in a line.
pub(crate) fn checked_in_words(checked: &TableChecked) -> String {
    let all = if checked.complete { "all of it" } else { "a random sample" };
    let proven = match checked.complete {
        true => format!("; its values are {}", Certainty::Proven.word()),
        false => String::new(),
    };
    format!(
        "checked  {} positions ({all}) against {} successors, by the judge's rules{proven}\n",
        checked.positions, checked.successors
    )
}

/// Checks a table with the judge of its game: all positions, or a sample.
pub(crate) fn verify(
    workbench: &Workbench,
    file: &str,
    sample: Option<u64>,
    args: &TableArgs,
    json: bool,
) -> Result<(), Failure> {
    let stop = interrupt::stop_flag();
    let bar = bar();
    let sample = sample.map_or(Sample::All, |count| Sample::Random { count, seed: 1 });
    let progress = |share: f64| bar.set_position((1000.0 * share) as u64);
    let checked = checked(workbench, Path::new(file), (sample, args.threads()), &stop, &progress);
    bar.finish_and_clear();
    if let Err(TableProblem::Stopped) = checked {
        return Err(Failure::Interrupted { resume: "run again for the whole".to_owned() });
    }
    let mut document = Document {
        schema: SCHEMA,
        file,
        kind: "table",
        valid: checked.is_ok(),
        checked: checked.as_ref().map_or(0, |(_, checked)| checked.positions),
        problem: checked.as_ref().err().map(ToString::to_string),
        complete: checked.as_ref().is_ok_and(|(_, checked)| checked.complete),
        table: None,
    };
    let mut out = anstream::stdout().lock();
    if let Ok((summary, checked)) = checked {
        if !json {
            write!(out, "{}{}", summary.in_full(), checked_in_words(&checked))?;
        }
        document.table = Some(summary);
    }
    if json {
        print_json(&mut out, &document)?;
    }
    match document.problem {
        None => Ok(()),
        Some(problem) => Err(Failure::Negative(problem)),
    }
}
