//! `plywood solve`: the exact value of a position, and its certificate.

use crate::arena::place;
use crate::failure::Failure;
use crate::games::print_json;
use crate::limits::LimitArgs;
use crate::numbers::whole;
use crate::save::{Existing, check_place, is_device, replace_file};
use crate::solve_job::{self, Job};
use crate::source::Source;
use crate::table_work::{self, TableArgs};
use crate::thinking::progress_bar;
use crate::verify::checked_in_words;
use crate::{interrupt, program};
use clap::builder::NonEmptyStringValueParser;
use plywood_arena::{Goal, Solve};
use plywood_solver::Contradiction;
use plywood_solver::table::BuildOptions;
use plywood_workbench::{
    Certainty, Snapshot, SolveProgress, SolveReport, SolveRequest, StoppedBy, Workbench, in_moves,
};
use std::io::Write;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood solve mnk:5,5,4
  plywood solve delta --certificate delta.proof
  plywood solve delta:pieces=4 --table delta-pieces-4.table
  plywood solve mnk:7,7,5 --hash 2048 --certificate 775.proof
  plywood solve mnk:7,7,5 --certificate 775.proof --store postgres://ann@db.example/arena
  plywood solve mnk:3,3,3 --moves \"b2\" --json";

const STORE: &str = "Let workers of this server solve it ('plywood worker --solve'), as \
    postgres://USER@HOST/DATABASE, and verify their answer";

/// Find the exact value of a position: a win, a loss, a draw or a margin. With a
/// certificate, which 'plywood verify' accepts, the value is proven; without,
/// it is exact by the rules of the solver. Without limits the work ends with the
/// answer, or with Ctrl-C.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    limits: LimitArgs,
    /// Write a certificate of the value to this file, and verify it
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    certificate: Option<String>,
    /// Build the table of all positions of the game's last phase in this file,
    /// go on with it, or take it if it is there, and answer from it
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new(), conflicts_with_all =
          ["certificate", "resume", "depth", "nodes", "time", "shortest", "hash"])]
    table: Option<String>,
    #[command(flatten)]
    table_args: TableArgs,
    /// The time between checkpoints of a table, which is what a kill can cost
    #[arg(long, value_name = "SECONDS", default_value_t = 180, allow_hyphen_values = true,
          requires = "table", value_parser = whole::<u64>(0, 86_400))]
    checkpoint: u64,
    /// The most memory that a table may take while it is built, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 6_000, allow_hyphen_values = true,
          requires = "table", value_parser = whole::<u64>(1, 1 << 20))]
    memory: u64,
    /// Look for the shortest win, not for any
    #[arg(long)]
    shortest: bool,
    /// The memory of the table, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 512, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 1 << 20))]
    hash: u64,
    /// Go on from the state in this file if it exists, and save the state there
    /// if the work is interrupted or a limit is reached
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    resume: Option<String>,
    #[arg(long, value_name = "STORE", help = STORE, conflicts_with_all = ["resume", "depth", "nodes", "time"],
          value_parser = NonEmptyStringValueParser::new())]
    store: Option<String>,
    /// Ask the workers, and do not wait for the answer
    #[arg(long, requires = "store")]
    detach: bool,
    /// The moves that a worker plays before its first checkpoint; later ones are after an
    /// eighth of the moves played
    #[arg(long, value_name = "N", default_value_t = 200_000, requires = "store",
          conflicts_with = "table", value_parser = whole::<u64>(1, 1 << 40))]
    checkpoint_nodes: u64,
    /// Replace the file of the certificate if it exists
    #[arg(long, requires = "certificate")]
    force: bool,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let session = args.source.open(workbench)?;
    if args.limits.limits().depth.is_some() && !args.shortest {
        let problem = "--depth bounds the distance of a win; give it with --shortest";
        return Err(Failure::Usage(problem.to_owned()));
    }
    if let Some(file) = args.table.as_ref().filter(|_| args.store.is_none()) {
        let options = BuildOptions {
            threads: args.table_args.threads(),
            megabytes: args.memory,
            checkpoint: Duration::from_secs(args.checkpoint),
        };
        let report = table_work::solve(workbench, &session.snapshot(), file, options)?;
        print(args, &report)?;
        return table_work::end(file, &report);
    }
    if args.table.is_none() {
        args.table_args.refuse()?;
    }
    let existing = Existing::replaced_if(args.force);
    if let Some(store) = &args.store {
        return solve_job::run(workbench, &args.job(&session.snapshot(), store, existing)?);
    }
    if let Some(name) = &args.certificate {
        check_place(name, existing)?;
    }
    if let Some(name) = &args.resume {
        check_place(name, Existing::Replaced)?;
    }
    let request = SolveRequest {
        limits: args.limits.limits(),
        megabytes: args.hash as usize,
        shortest: args.shortest,
        certificate: args.certificate.is_some(),
        resume: args.resume.as_deref().map(read_if_there).transpose()?.flatten(),
        save: args.resume.is_some(),
    };
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |so_far: SolveProgress| bar.set_message(brief(so_far));
    let found = session.solve(&request, &stop, &mut progress);
    bar.finish_and_clear();
    let mut report = found?;
    if let (Some(name), Some(bytes)) = (&args.certificate, &report.certificate_file) {
        replace_file(name, bytes, existing)?;
        report.certificate = Some(name.clone());
    }
    if let (Some(name), Some(saved)) = (&args.resume, &report.saved) {
        replace_file(name, saved, Existing::Replaced)?;
    }
    print(args, &report)?;
    end(args.resume.as_deref(), &report)
}

fn print(args: &Args, report: &SolveReport) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, report),
        false => Ok(out.write_all(in_full(report).as_bytes())?),
    }
}

impl Args {
    /// The question for the workers of a server.
    fn job(
        &self,
        snapshot: &Snapshot,
        store: &str,
        existing: Existing,
    ) -> Result<Job<'_>, Failure> {
        let (goal, megabytes, file) = match &self.table {
            Some(file) => (Goal::Table { checkpoint: self.checkpoint }, self.memory, Some(file)),
            None => {
                let (shortest, slice) = (self.shortest, self.checkpoint_nodes);
                let goal = Goal::Certificate { shortest, slice };
                (goal, self.hash, self.certificate.as_ref())
            }
        };
        let (game, position) = (snapshot.game.clone(), snapshot.position.clone());
        Ok(Job {
            solve: Solve { game, position, goal, megabytes },
            place: place(store)?,
            file: file.map(String::as_str),
            existing,
            threads: self.table_args.threads(),
            detach: self.detach,
            json: self.json,
        })
    }
}

/// How the command ends after its output.
fn end(resume: Option<&str>, report: &SolveReport) -> Result<(), Failure> {
    match (report.verification.as_ref().map(|found| &found.result), &report.certificate) {
        (Some(Err(Contradiction::Stopped)), Some(name)) => {
            let check = format!("'{} verify {name}' checks it", program::name());
            let resume = format!("the certificate is written and not verified; {check}");
            return Err(Failure::Interrupted { resume });
        }
        (Some(Err(problem)), _) => {
            return Err(Failure::Negative(format!("the certificate is not accepted: {problem}")));
        }
        _ => {}
    }
    let missing = if report.exact { "the certificate is not written" } else { "not solved" };
    let resume = match resume {
        Some(name) => format!("run again with --resume {name} to go on"),
        None if report.can_be_saved => {
            "with --resume FILE the next attempt can go on from this one".to_owned()
        }
        None => "the next attempt begins anew".to_owned(),
    };
    match report.stopped_by {
        StoppedBy::Solved => Ok(()),
        StoppedBy::Interrupted => {
            Err(Failure::Interrupted { resume: format!("{missing}; {resume}") })
        }
        _ => Err(Failure::Negative(format!("{missing} within the limits; {resume}"))),
    }
}

/// The state of an earlier attempt; none if there is no file.
fn read_if_there(name: &str) -> Result<Option<Vec<u8>>, Failure> {
    match std::fs::read(name) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(name, format!("cannot be read: {error}"))),
    }
}

fn brief(SolveProgress { nodes, proof, disproof }: SolveProgress) -> String {
    format!("{nodes} nodes; about {proof} leaves to prove it, {disproof} to refute it")
}

fn in_full(report: &SolveReport) -> String {
    let certainty = match report.certainty() {
        Certainty::Estimate => String::new(),
        certainty => format!(", {}", certainty.word()),
    };
    let mut text = format!(
        "{} {}\nvalue  {}{certainty}\n",
        report.game,
        report.position,
        report.score.words()
    );
    if let Some(plies) = report.score.plies.filter(|_| report.proven) {
        let moves = in_moves(plies);
        text.push_str(&format!("exact  {moves} with best play; no certificate shows that\n"));
    }
    if let Some(best) = &report.best {
        text.push_str(&format!("best   {best}\n"));
    }
    text.push_str(&format!("nodes  {}\n", report.nodes));
    if let Some(table) = &report.table {
        text.push_str(&table.in_full());
        text.push_str(&format!("'{} verify {}' checks it\n", program::name(), table.file));
    }
    if let (Some(name), Some(found)) = (&report.certificate, &report.verification) {
        // What a device or a pipe got cannot be read again.
        let check = match is_device(name) {
            true => String::new(),
            false => format!("; '{} verify {name}' checks it", program::name()),
        };
        text.push_str(&format!("wrote  {name}{check}\n"));
        text.push_str(&checked_in_words(found));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Side;
    use plywood_solver::{By, Certificate, Claim, Part};
    use plywood_workbench::Start;

    #[test]
    fn ctrl_c_is_told_as_that_wherever_it_comes() {
        let session = Workbench::standard().open("mnk:3,3,3", &Start::default(), 0);
        let session = session.expect("a game");
        let stopped = SolveReport::from_table(&session.snapshot(), None, None, Duration::ZERO);
        let is_interrupted = |end| matches!(end, Err(Failure::Interrupted { .. }));
        assert_eq!((stopped.exact, stopped.stopped_by), (false, StoppedBy::Interrupted));
        assert!(is_interrupted(table_work::end("F", &stopped)), "while a table is built or asked");
        assert!(is_interrupted(end(None, &stopped)), "while the value is looked for");
        let (claim, by) = (Claim::win(Side::First), By::Strategy(Vec::new()));
        let parts = vec![Part { claim, plies: None, by }];
        let (game, position) = (stopped.game.clone(), stopped.position.clone());
        let certificate = Certificate { game, position, parts };
        let verification = session.verify(&certificate, &true.into(), &mut |_| {});
        let unverified = SolveReport {
            exact: true,
            stopped_by: StoppedBy::Solved,
            verification: Some(verification.expect("a verification")),
            certificate: Some("F".to_owned()),
            ..stopped
        };
        assert!(is_interrupted(end(None, &unverified)), "while the certificate is verified");
    }
}
