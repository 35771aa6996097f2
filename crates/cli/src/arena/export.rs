//! `plywood arena export`: games and standings in files.

use super::{StoreArg, place};
use crate::failure::{Failure, complain};
use crate::save::{Existing, check_place, replace_file};
use plywood_arena::{Form, Place, Store};
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
  plywood arena export cup - --format csv
  plywood arena export cup other.sqlite   the whole event, into another store
  plywood arena export cup postgres://ann@db.example/arena";

/// Write the games or the standings of an event into a file.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The name of the event
    #[arg(value_name = "EVENT")]
    event: String,
    #[arg(value_name = "FILE", help = FILE)]
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

const FILE: &str = "The file; its ending says what is written. - writes to standard output; a name \
    that ends in .sqlite, or postgres://USER@HOST/DATABASE, is a store into which the event is copied";

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    if let Some(into) = args.other_store()? {
        return copy(&args.store.place()?, &into, &args.event);
    }
    let form = args.form()?;
    let existing = Existing::replaced_if(args.force);
    if args.file != "-" {
        check_place(&args.file, existing)?;
    }
    let place = args.store.place()?;
    if place.file().is_some_and(|path| is_same_file(&args.file, path)) {
        let problem = "this is the store itself; choose another file";
        return Err(Failure::file(&args.file, problem.to_owned()));
    }
    let export = Store::ask(&place, async |store| {
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

/// Copies an event from one store into another.
fn copy(from: &Place, into: &Place, name: &str) -> Result<(), Failure> {
    let games = Store::ask(from, async |store| {
        let mut other = Store::open(into, true).await?;
        let games = store.copy(name, &mut other).await;
        other.close().await;
        games
    })??;
    complain(&format!("{} copied into {into}", counted(games, "game")));
    Ok(())
}

impl Args {
    /// The store that the file is, if it is one.
    fn other_store(&self) -> Result<Option<Place>, Failure> {
        let into = place(&self.file)?;
        let is_store = into.is_server() || self.file.ends_with(".sqlite");
        Ok(Some(into).filter(|_| is_store && self.format.is_none()))
    }

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
