//! `plywood arena export`: games and standings in files.

use super::StoreArg;
use crate::failure::{Failure, complain};
use crate::save::{Existing, check_place, replace_file};
use plywood_arena::{Form, Store};
use plywood_game::counted;
use plywood_workbench::Workbench;
use std::io::Write;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  plywood arena export cup report.html    standings, tables and graphs on one page
  plywood arena export cup table.csv      the standings
  plywood arena export cup games.txt      the games; the page and 'show' open them
  plywood arena export cup games.ggf      games of Othello
  plywood arena export cup games.psq      games of (m,n,k), as Piskvork saves them
  plywood arena export cup games.json     games with all that is known about them
  plywood arena export cup - --format csv";

/// Write the games or the standings of an event into a file.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The name of the event
    #[arg(value_name = "EVENT")]
    event: String,
    /// The file; its ending says what is written. - writes to standard output
    #[arg(value_name = "FILE")]
    file: String,
    /// What is written, if the ending of the file does not say it
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<Form>)]
    format: Option<Form>,
    #[command(flatten)]
    store: StoreArg,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let form = args.form()?;
    let existing = Existing::replaced_if(args.force);
    if args.file != "-" {
        check_place(&args.file, existing)?;
    }
    let path = args.store.path()?;
    if is_same_file(&args.file, &path) {
        let problem = "this is the store itself; choose another file";
        return Err(Failure::file(&args.file, problem.to_owned()));
    }
    let export = Store::ask(&path, async |store| {
        let stored = store.event(&args.event).await?;
        store.export(workbench, stored, form).await
    })??;
    if export.left_out > 0 {
        let name = form.ending().to_uppercase();
        if export.games == 0 {
            let games = counted(export.left_out, "game");
            let problem = format!("none of its {games} has a form in {name}; export as text");
            return Err(Failure::file(&args.event, problem));
        }
        let (games, left_out) = (export.games, counted(export.left_out, "game"));
        let game = if form == Form::Ggf { "Othello" } else { "(m,n,k)" };
        complain(&format!(
            "note: {} written; {left_out} left out, because {name} knows {game} alone; .txt and \
             .json hold all games",
            counted(games, "game")
        ));
    }
    if args.file == "-" {
        anstream::stdout().lock().write_all(export.text.as_bytes())?;
        return Ok(());
    }
    replace_file(&args.file, &export.text, existing)
}

fn is_same_file(name: &str, path: &Path) -> bool {
    let [one, other] = [Path::new(name), path].map(std::fs::canonicalize);
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

impl Args {
    fn form(&self) -> Result<Form, Failure> {
        if let Some(form) = self.format {
            return Ok(form);
        }
        let ending = Path::new(&self.file).extension().and_then(|ending| ending.to_str());
        ending.unwrap_or_default().parse().map_err(|expected| {
            let problem = "its ending does not say what to write";
            Failure::file(&self.file, format!("{problem}; {expected}, or --format"))
        })
    }
}
