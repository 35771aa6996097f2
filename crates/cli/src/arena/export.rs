//! `plywood arena export`: games and standings in files.

use super::StoreArg;
use super::show::find;
use crate::failure::Failure;
use crate::save::{Existing, check_place, replace_file};
use plywood_arena::{
    Event, Standings, Store, StoreError, StoredEvent, StoredFault, StoredGame, Summary, ggf,
    html_report, psq,
};
use plywood_game::{Side, counted};
use plywood_workbench::{Record, Workbench};
use serde::Serialize;
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
    #[arg(long, value_name = "FORMAT", value_parser = form)]
    format: Option<Form>,
    #[command(flatten)]
    store: StoreArg,
    /// Replace the file if it exists
    #[arg(long)]
    force: bool,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Html,
    Csv,
    Text,
    Ggf,
    Psq,
    Json,
}

const FORMS: [(&str, Form); 6] = [
    ("html", Form::Html),
    ("csv", Form::Csv),
    ("txt", Form::Text),
    ("ggf", Form::Ggf),
    ("psq", Form::Psq),
    ("json", Form::Json),
];

fn form(word: &str) -> Result<Form, String> {
    let word = if word.eq_ignore_ascii_case("text") { "txt" } else { word };
    let known = FORMS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    known
        .map(|(_, form)| form)
        .ok_or_else(|| "expected html, csv, text, ggf, psq or json".to_owned())
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    event: &'a Event,
    standings: &'a Standings,
    games: Vec<GameDocument<'a>>,
}

#[derive(Serialize)]
struct GameDocument<'a> {
    /// From 1.
    number: u32,
    game: &'a str,
    first: &'a str,
    second: &'a str,
    /// Both games of a pair have the same, from 1.
    pair: u32,
    round: u32,
    winner: Option<&'static str>,
    /// The first side's points minus the second's, where the game counts them.
    margin: Option<i32>,
    end: &'static str,
    plies: u32,
    /// Microseconds that the sides used.
    time_us: [u64; 2],
    fault: Option<&'a str>,
    /// The saved game, with moves, times, depths and values.
    record: &'a str,
}

/// Everything that is known about an event.
struct Whole {
    stored: StoredEvent,
    results: Vec<Summary>,
    standings: Standings,
    faults: Vec<StoredFault>,
    games: Vec<StoredGame>,
}

/// The faults that a report names one by one.
const FAULTS_SHOWN: u32 = 50;

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let form = args.form()?;
    let existing = Existing::replaced_if(args.force);
    if args.file != "-" {
        check_place(&args.file, existing)?;
    }
    let with_games = !matches!(form, Form::Html | Form::Csv);
    let path = args.store.path()?;
    if is_same_file(&args.file, &path) {
        let problem = "this is the store itself; choose another file";
        return Err(Failure::file(&args.file, problem.to_owned()));
    }
    let whole = Store::ask(&path, async |store| read(store, &args.event, with_games).await)??;
    let text = match form {
        Form::Html => html_report(&whole.stored.event, &whole.standings, &whole.faults),
        Form::Csv => csv_table(&whole.standings)
            .map_err(|error| Failure::file(&args.file, error.to_string()))?,
        Form::Text => {
            let records: Vec<&str> = whole.games.iter().map(|game| game.record.as_str()).collect();
            records.join("\n")
        }
        Form::Ggf => whole.translated("GGF", |record| ggf(workbench, record))?,
        Form::Psq => whole.translated("PSQ", |record| psq(workbench, record))?,
        Form::Json => {
            let text = serde_json::to_string_pretty(&whole.document());
            text.map_err(std::io::Error::from)? + "\n"
        }
    };
    if args.file == "-" {
        anstream::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    replace_file(&args.file, &text, existing)
}

fn is_same_file(name: &str, path: &Path) -> bool {
    let [one, other] = [Path::new(name), path].map(std::fs::canonicalize);
    matches!((one, other), (Ok(one), Ok(other)) if one == other)
}

async fn read(store: &mut Store, name: &str, with_games: bool) -> Result<Whole, StoreError> {
    let stored = find(store, Some(name)).await?;
    let schedule = store.schedule(&stored).await?;
    let results: Vec<Summary> = schedule.results().cloned().collect();
    let last = results.last().map_or(0, |result| result.pairing.number + 1);
    let most = if with_games { u32::MAX } else { FAULTS_SHOWN };
    let faults = store.faults(stored.id, most).await?;
    let mut games = Vec::new();
    if with_games {
        games = store.games(stored.id, 0, last).await?;
        // A decided test may hold games that finished after its end.
        games.retain(|game| game.number < last);
    }
    Ok(Whole { standings: Standings::new(&schedule), stored, results, faults, games })
}

impl Args {
    fn form(&self) -> Result<Form, Failure> {
        if let Some(form) = self.format {
            return Ok(form);
        }
        let ending = Path::new(&self.file).extension().and_then(|ending| ending.to_str());
        form(ending.unwrap_or_default()).map_err(|expected| {
            let problem = "its ending does not say what to write";
            Failure::file(&self.file, format!("{problem}; {expected}, or --format"))
        })
    }
}

impl Whole {
    /// The games in another form, those that have one.
    fn translated(
        &self,
        name: &str,
        form: impl Fn(&Record) -> Option<String>,
    ) -> Result<String, Failure> {
        let records = self.games.iter().filter_map(|game| game.record.parse().ok());
        let texts: Vec<String> = records.filter_map(|record| form(&record)).collect();
        if texts.is_empty() && !self.games.is_empty() {
            let games = counted(self.games.len(), "game");
            let problem = format!("none of its {games} has a form in {name}; export as text");
            return Err(Failure::file(&self.stored.event.name, problem));
        }
        Ok(texts.iter().map(|text| format!("{text}\n")).collect())
    }

    fn document(&self) -> Document<'_> {
        let both = self.results.iter().zip(&self.games);
        let games = both.filter_map(|(result, game)| self.game(result, game)).collect();
        Document { schema: 1, event: &self.stored.event, standings: &self.standings, games }
    }

    fn game<'a>(&'a self, result: &Summary, game: &'a StoredGame) -> Option<GameDocument<'a>> {
        let (event, pairing) = (&self.stored.event, result.pairing);
        let name = |side: usize| event.players.get(pairing.players[side] as usize);
        let place = self.faults.binary_search_by_key(&pairing.number, |fault| fault.number);
        let outcome = result.outcome;
        Some(GameDocument {
            number: pairing.number + 1,
            game: &event.configurations.get(pairing.configuration as usize)?.game,
            first: &name(0)?.name,
            second: &name(1)?.name,
            pair: pairing.pair + 1,
            round: pairing.stage + 1,
            winner: outcome.winner().map(|side| ["first", "second"][side.index()]),
            margin: outcome.margin().map(|_| outcome.value_for(Side::First)),
            end: result.end.name(),
            plies: result.plies,
            time_us: result.sides.map(|side| side.time_us),
            fault: place.ok().map(|place| self.faults[place].detail.as_str()),
            record: &game.record,
        })
    }
}

/// The standings as comma-separated values.
fn csv_table(standings: &Standings) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "place",
        "player",
        "points",
        "games",
        "won",
        "drawn",
        "lost",
        "won_first",
        "won_second",
        "won_forfeit",
        "lost_first",
        "lost_second",
        "lost_forfeit",
        "elo",
        "elo_low",
        "elo_high",
    ])?;
    for (place, row) in standings.players.iter().enumerate() {
        let games = row.games;
        let counts = [games.games(), games.won, games.drawn, games.lost];
        let elo = row.elo.map(|elo| [elo.mid, elo.low, elo.high].map(|elo| format!("{elo:.2}")));
        let mut cells = vec![(place + 1).to_string(), row.name.clone(), row.points.to_string()];
        // Drawn games, the last column, stand among the counts already.
        let course = row.course.in_order().into_iter().take(6);
        cells.extend(counts.into_iter().chain(course).map(|count| count.to_string()));
        cells.extend(elo.unwrap_or_default());
        writer.write_record(cells)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
