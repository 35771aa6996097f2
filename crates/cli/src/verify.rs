//! `plywood verify`: checks a certificate or a table from scratch.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::numbers::whole;
use crate::save::is_device;
use crate::table_work::{self, TableArgs};
use crate::thinking::progress_bar;
use clap::builder::NonEmptyStringValueParser;
use plywood_solver::table::TABLE_MAGIC;
use plywood_solver::{CERTIFICATE_MAGIC, Certificate, Contradiction};
use plywood_workbench::{SCHEMA, Start, Verification, Workbench};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

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
    /// The file; - reads standard input
    #[arg(value_parser = NonEmptyStringValueParser::new())]
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

/// The document of a verification.
#[derive(Serialize)]
pub(crate) struct Verified<'a, D> {
    schema: u32,
    file: &'a str,
    kind: &'static str,
    valid: bool,
    checked: u64,
    problem: Option<String>,
    #[serde(flatten)]
    details: D,
}

impl<'a, D: Serialize> Verified<'a, D> {
    /// Of a file of which nothing is known yet.
    pub(crate) fn new(file: &'a str, kind: &'static str, details: D) -> Self {
        Self { schema: SCHEMA, file, kind, valid: false, checked: 0, problem: None, details }
    }

    /// Says that the file holds, by this many positions: in these words, or as a
    /// document.
    pub(crate) fn accept(mut self, json: bool, checked: u64, text: &str) -> Result<(), Failure> {
        (self.valid, self.checked) = (true, checked);
        self.print(json, text)
    }

    /// Says what is wrong with the file.
    pub(crate) fn refuse(mut self, json: bool, problem: String) -> Result<(), Failure> {
        let answer = match problem.contains(self.file) {
            true => problem.clone(),
            false => format!("{}: {problem}", self.file),
        };
        self.problem = Some(problem);
        self.print(json, "")?;
        Err(Failure::Negative(answer))
    }

    fn print(&self, json: bool, text: &str) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        match json {
            true => print_json(&mut out, self),
            false => Ok(out.write_all(text.as_bytes())?),
        }
    }
}

/// What a document says of a certificate besides.
#[derive(Default, Serialize)]
struct Details {
    claims: Vec<String>,
    judged: bool,
}

/// The most bytes of a certificate that are read.
const LARGEST_CERTIFICATE: u64 = 1 << 32;

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let name = &*args.file;
    let unreadable = |error: io::Error| Failure::file(name, format!("cannot be read: {error}"));
    let mut file: Box<dyn Read> = match name {
        "-" => Box::new(io::stdin().lock()),
        name => Box::new(File::open(name).map_err(unreadable)?),
    };
    // A table may be large: it is not read whole.
    let mut start = Vec::new();
    file.by_ref().take(TABLE_MAGIC.len() as u64).read_to_end(&mut start).map_err(unreadable)?;
    if begins_as(&start, TABLE_MAGIC) {
        let TableFile { path, .. } = &TableFile::of(name, &start, file).map_err(unreadable)?;
        return table_work::verify(workbench, name, path, args.sample, &args.table_args, args.json);
    }
    if args.sample.is_some() {
        return Err(Failure::Usage("--sample is for tables".to_owned()));
    }
    args.table_args.refuse()?;
    file.take(LARGEST_CERTIFICATE).read_to_end(&mut start).map_err(unreadable)?;
    match begins_as(&start, CERTIFICATE_MAGIC) {
        true => certificate(workbench, args, &start),
        false => Err(Failure::file(name, "is neither a certificate nor a table")),
    }
}

/// Whether a file that begins with these bytes, all of it if it is short, can be of
/// this kind.
fn begins_as(bytes: &[u8], magic: &[u8]) -> bool {
    let shared = bytes.len().min(magic.len());
    shared > "plywood ".len() && bytes[..shared] == magic[..shared]
}

/// A table as a regular file, in which any place can be read.
struct TableFile {
    path: PathBuf,
    /// Removed in the end.
    _copy: Option<tempfile::TempPath>,
}

impl TableFile {
    /// The file itself, or a copy of what a pipe holds.
    fn of(name: &str, start: &[u8], mut rest: impl Read) -> io::Result<Self> {
        if name != "-" && !is_device(name) {
            return Ok(Self { path: name.into(), _copy: None });
        }
        let mut copy = tempfile::NamedTempFile::new()?;
        copy.write_all(start)?;
        io::copy(&mut rest, &mut copy)?;
        let copy = copy.into_temp_path();
        Ok(Self { path: copy.to_path_buf(), _copy: Some(copy) })
    }
}

fn certificate(workbench: &Workbench, args: &Args, bytes: &[u8]) -> Result<(), Failure> {
    let document = |details| Verified::new(&args.file, "certificate", details);
    let read = Certificate::from_bytes(bytes).map_err(|error| error.to_string());
    let found = read.and_then(|certificate| {
        let heading = format!("{} {}\n", certificate.game, certificate.position);
        Ok((heading, verified(workbench, &certificate)?))
    });
    let (heading, verification) = match found {
        Ok(found) => found,
        Err(problem) => return document(Details::default()).refuse(args.json, problem),
    };
    let Verification { claims, judged, result, .. } = verification.clone();
    match result {
        Err(Contradiction::Stopped) => {
            Err(Failure::Interrupted { resume: "run again for the whole".to_owned() })
        }
        Err(problem) => document(Details { claims, judged }).refuse(args.json, problem.to_string()),
        Ok(checked) => {
            let text = heading + &checked_in_words(&verification);
            document(Details { claims, judged }).accept(args.json, checked.positions, &text)
        }
    }
}

/// What the judge of the certificate's game finds, or why it cannot be asked.
fn verified(workbench: &Workbench, certificate: &Certificate) -> Result<Verification, String> {
    let position = Some(certificate.position.clone());
    let start = Start { position, ..Start::default() };
    let session =
        workbench.open(&certificate.game, &start, 0).map_err(|error| error.to_string())?;
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut progress = |positions| bar.set_message(format!("{positions} positions"));
    let found = session.verify(certificate, &stop, &mut progress);
    bar.finish_and_clear();
    found.map_err(|error| error.to_string())
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
