//! `plywood verify`: checks a certificate or a table from scratch.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::numbers::whole;
use crate::table_work::{self, TableArgs};
use crate::thinking::progress_bar;
use plywood_solver::{CERTIFICATE_MAGIC, Certificate, Contradiction};
use plywood_workbench::{SCHEMA, Start, Verification, Workbench};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  plywood verify delta.proof
  plywood verify delta-pieces-4.table
  plywood verify delta.table --sample 10000000
  plywood verify 775.proof --json";

/// Check a certificate or a table that 'plywood solve' wrote: replay it against every reply,
/// with the game's judge, a second statement of the rules that the solver does
/// not share. The exit status is 1 at the first contradiction.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file
    file: String,
    /// Check this many positions of a table, drawn at random, and not all
    #[arg(long, value_name = "N", allow_hyphen_values = true,
          value_parser = whole::<u64>(1, u64::MAX - 1))]
    sample: Option<u64>,
    #[command(flatten)]
    table_args: TableArgs,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    file: &'a str,
    kind: &'static str,
    valid: bool,
    checked: u64,
    problem: Option<String>,
    claims: Vec<String>,
    judged: bool,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    // A table may be large: it is not read whole.
    if table_work::is_table(&args.file) {
        return table_work::verify(workbench, &args.file, args.sample, &args.table_args, args.json);
    }
    let bytes = std::fs::read(&args.file)
        .map_err(|error| Failure::file(&args.file, format!("cannot be read: {error}")))?;
    // One line a kind of file.
    match &bytes {
        bytes if bytes.starts_with(CERTIFICATE_MAGIC) => certificate(workbench, args, bytes),
        _ => Err(Failure::file(&args.file, "is neither a certificate nor a table")),
    }
}

fn certificate(workbench: &Workbench, args: &Args, bytes: &[u8]) -> Result<(), Failure> {
    let mut document = Document {
        schema: SCHEMA,
        file: &args.file,
        kind: "certificate",
        valid: false,
        checked: 0,
        problem: None,
        claims: Vec::new(),
        judged: false,
    };
    let mut out = anstream::stdout().lock();
    let (heading, found) = match Certificate::from_bytes(bytes) {
        Err(error) => (String::new(), Err(error.to_string())),
        Ok(certificate) => {
            let heading = format!("{} {}\n", certificate.game, certificate.position);
            (heading, Ok(verified(workbench, args, &certificate)?))
        }
    };
    let words = match found {
        Ok(Verification { result: Err(Contradiction::Stopped), .. }) => {
            return Err(Failure::Interrupted { resume: "run again for the whole".to_owned() });
        }
        Ok(verification) => {
            document.judged = verification.judged;
            document.claims.clone_from(&verification.claims);
            match &verification.result {
                Ok(checked) => {
                    (document.valid, document.checked) = (true, checked.positions);
                }
                Err(problem) => document.problem = Some(problem.to_string()),
            }
            checked_in_words(&verification)
        }
        Err(problem) => {
            document.problem = Some(problem);
            String::new()
        }
    };
    match args.json {
        true => print_json(&mut out, &document)?,
        false => write!(out, "{heading}{words}")?,
    }
    match document.problem {
        None => Ok(()),
        Some(problem) => Err(Failure::Negative(format!("{}: {problem}", args.file))),
    }
}

fn verified(
    workbench: &Workbench,
    args: &Args,
    certificate: &Certificate,
) -> Result<Verification, Failure> {
    let position = Some(certificate.position.clone());
    let start = Start { position, ..Start::default() };
    let session = workbench
        .open(&certificate.game, &start, 0)
        .map_err(|error| Failure::file(&args.file, error.to_string()))?;
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |positions| bar.set_message(format!("{positions} positions"));
    let found = session.verify(certificate, &stop, &mut progress);
    bar.finish_and_clear();
    Ok(found?)
}

/// What was checked, with which rules, in lines; nothing if it does not hold.
pub(crate) fn checked_in_words(found: &Verification) -> String {
    let Ok(checked) = &found.result else { return String::new() };
    let mut text = String::new();
    for claim in &found.claims {
        text.push_str(&format!("holds  {claim}\n"));
    }
    let rules = match found.judged {
        true => "by the judge's rules",
        false => "by the game's own rules, since it has no judge",
    };
    text.push_str(&format!(
        "checked  {} positions, {} leaf searches of {} positions, {} pairings, {rules}\n",
        checked.positions, checked.searches, checked.searched, checked.pairings
    ));
    text
}
