//! `plywood store`: the kept games, also while a server uses them.

use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::save::{Existing, check_place, replace_file};
use crate::source::read_text;
use clap::Subcommand;
use clap::builder::NonEmptyStringValueParser;
use plywood_game::counted;
use plywood_web::{Archive, KeptGame};
use plywood_workbench::{Record, Workbench};
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  plywood store backup games-monday.sqlite     a copy of all kept games
  plywood store check                          is every game whole?
  plywood store export games.txt               all games as text
  plywood store export games.json              all games with everything that is kept
  plywood store import games.json              add games from another store";

/// Copy, check, export and import the games that the page keeps, also while it is served.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Copy all games into a new file, which is a store itself
    Backup(Backup),
    /// Read everything and tell what is damaged; exit status 1 if anything is
    Check(Check),
    /// Write all games into a file, as text (.txt) or with everything that is kept (.json)
    Export(Export),
    /// Add games from a file that was exported, or from saved games
    Import(Import),
}

/// Which store.
#[derive(clap::Args)]
struct Place {
    /// The file in which games are kept; without, the one that plywood serve uses
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    store: Option<String>,
}

#[derive(clap::Args)]
struct Backup {
    /// The new file; one that exists is not replaced
    file: String,
    #[command(flatten)]
    place: Place,
}

#[derive(clap::Args)]
struct Check {
    #[command(flatten)]
    place: Place,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
struct Export {
    /// The file, whose name ends in .txt or .json
    file: String,
    #[command(flatten)]
    place: Place,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

#[derive(clap::Args)]
struct Import {
    /// A file that was exported, or saved games as text; - reads standard input
    file: String,
    #[command(flatten)]
    place: Place,
}

/// All games of a store.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: u32,
    games: Vec<KeptGame>,
}

#[derive(Serialize)]
struct Checked<'a> {
    schema: u32,
    store: String,
    games: usize,
    problems: &'a [String],
}

impl Place {
    fn path(&self) -> Result<PathBuf, Failure> {
        let named = self.store.as_ref().map(PathBuf::from);
        let none = || Failure::file("games.sqlite", "there is no home folder; name a --store");
        named.or_else(Archive::usual).ok_or_else(none)
    }

    fn open(&self) -> Result<Archive, Failure> {
        Archive::open(&self.path()?).map_err(Failure::Script)
    }
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Backup(args) => backup(args),
        Command::Check(args) => check(args),
        Command::Export(args) => export(workbench, args),
        Command::Import(args) => import(workbench, args),
    }
}

fn backup(args: &Backup) -> Result<(), Failure> {
    let mut archive = args.place.open()?;
    if Path::new(&args.file).is_file() {
        return Err(Failure::file(&args.file, "exists already; name a new file"));
    }
    check_place(&args.file, Existing::Kept)?;
    let games = archive.backup(Path::new(&args.file)).map_err(Failure::Script)?;
    writeln!(anstream::stdout(), "{} copied to {}", counted(games, "game"), args.file)?;
    Ok(())
}

fn check(args: &Check) -> Result<(), Failure> {
    let found = args.place.open()?.check().map_err(Failure::Script)?;
    let store = args.place.path()?.display().to_string();
    let mut out = anstream::stdout().lock();
    if args.json {
        let problems = &found.problems;
        let document = Checked { schema: 1, store: store.clone(), games: found.games, problems };
        print_json(&mut out, &document)?;
    } else {
        writeln!(out, "{store}: {} can be read", counted(found.games, "game"))?;
        for problem in &found.problems {
            writeln!(out, "{problem}")?;
        }
    }
    match found.problems.is_empty() {
        true => Ok(()),
        false => {
            let advice = "plywood serve copies what can be read into a new one";
            Err(Failure::Negative(format!("the store {store} is damaged; {advice}")))
        }
    }
}

fn export(workbench: &Workbench, args: &Export) -> Result<(), Failure> {
    let name = args.file.to_ascii_lowercase();
    if !name.ends_with(".txt") && !name.ends_with(".json") {
        return Err(Failure::file(&args.file, "expected a name that ends in .txt or .json"));
    }
    let existing = Existing::replaced_if(args.force);
    check_place(&args.file, existing)?;
    let (games, unreadable) = args.place.open()?.games().map_err(Failure::Script)?;
    let count = games.len();
    let mut left_out = 0;
    let content = if name.ends_with(".json") {
        serde_json::to_string_pretty(&Document { schema: 1, games })
            .map_err(|error| Failure::file(&args.file, error.to_string()))?
    } else {
        let mut all = String::new();
        for game in &games {
            match Archive::text(workbench, game) {
                Ok(text) => all.push_str(&text),
                Err(problem) => {
                    complain(&format!("the game {} is left out: {problem}", game.id));
                    left_out += 1;
                }
            }
        }
        all
    };
    replace_file(&args.file, content, existing)?;
    writeln!(anstream::stdout(), "{} written to {}", counted(count - left_out, "game"), args.file)?;
    match unreadable + left_out {
        0 => Ok(()),
        missing => {
            let why = "what is wrong, plywood store check tells";
            Err(Failure::Negative(format!("{} left out; {why}", are(missing))))
        }
    }
}

/// "1 game is", "2 games are".
fn are(games: usize) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "is" } else { "are" })
}

fn import(workbench: &Workbench, args: &Import) -> Result<(), Failure> {
    let mut archive = args.place.open()?;
    let text = read_text(&args.file)?;
    let wrong = |problem: String| Failure::file(&args.file, problem);
    let games = if Record::is_record(&text) {
        Archive::read(workbench, &text).map_err(wrong)?
    } else {
        let document: Document = serde_json::from_str(&text).map_err(|error| {
            wrong(format!("it is neither saved games nor an exported store: {error}"))
        })?;
        document.games
    };
    let added = archive.import(workbench, &games).map_err(wrong)?;
    let there = games.len() - added;
    writeln!(anstream::stdout(), "{} added, {there} there already", counted(added, "game"))?;
    Ok(())
}
