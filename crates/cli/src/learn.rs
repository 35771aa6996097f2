//! `plywood learn`: an evaluator for any game, from games against itself or in a file.

mod regression;

use crate::failure::{Failure, complain};
use crate::games::print_json;
use crate::limits::time;
use crate::numbers::{seed, whole};
use crate::save::{Existing, check_place, replace_file};
use crate::thinking::progress_bar;
use crate::{interrupt, program};
use plywood_game::counted;
use plywood_lab::learning_curve;
use plywood_workbench::{LearnPoint, LearnReport, LearnRequest, Predicts, Saved, Start, Workbench};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood learn mnk:7,7,4 --time 10m --out mnk774.eval
  plywood match mnk:7,7,4 'best[evaluator=mnk774.eval]' best --nodes 1000
  plywood learn mnk:7,7,4 --time 10m --out mnk774.eval --resume
  plywood learn othello --from games.txt --games 100000 --out othello.eval
  plywood learn delta --parameters --games 10000 --out delta.toml

  plywood learn othello --regression --from wthor.txt --solved 10 --out othello.eval

The same seed and --games give the same file, with any number of threads. With --time the
games that repeat the run are printed at the end. FILE.state is what --resume goes on from,
FILE.svg shows the loss and the gain; neither is needed to play.";

/// Learn an evaluator of a game, tables of patterns on its cells or the numbers of its own
/// evaluator, from games against itself or from games in a file.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as othello, mnk:7,7,4 or gomoku
    game: String,
    /// Where games come from: self-play, or a file of saved games or of one game a line
    #[arg(long, value_name = "self-play|FILE", default_value = SELF_PLAY)]
    from: String,
    /// Stop after TIME, at the end of a batch of games; 10m if nothing else is given
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = time)]
    time: Option<Duration>,
    /// Stop after this many games in all
    #[arg(long, value_name = "N", allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 1_000_000_000))]
    games: Option<u64>,
    /// What openings, random moves and random patterns are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,
    /// How many threads play and learn; all processors if not given
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<usize>(1, 256))]
    threads: Option<usize>,
    /// The nodes of each search in games against itself
    #[arg(long, value_name = "N", default_value_t = 100, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 1_000_000))]
    nodes: u64,
    /// The file of the evaluator; the game's name with .eval if not given
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Learn the named numbers of the game's own evaluator instead of tables
    #[arg(long, conflicts_with = "regression")]
    parameters: bool,
    /// Go on from the state that an earlier run has left beside the file
    #[arg(long)]
    resume: bool,
    /// Replace the files if they exist
    #[arg(long)]
    force: bool,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    regression: regression::Args,
}

const SELF_PLAY: &str = "self-play";

/// How long it learns if neither time nor games are given.
const USUAL_TIME: Duration = Duration::from_secs(600);

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: String,
    games: u64,
    positions: u64,
    /// In predicting the results of games that were not learned from.
    loss: f64,
    /// What the loss is: `logarithmic`, or `points`.
    loss_in: &'static str,
    /// Over the game's own evaluation.
    elo: Option<f64>,
    seconds: f64,
    file: &'a str,
    bytes: usize,
    state: &'a str,
    plot: &'a str,
    /// The command that gives the same file.
    repeat: String,
    interrupted: bool,
    /// The learned numbers of the game's own evaluator, if those were learned.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<&'a str, i32>,
    points: &'a [LearnPoint],
}

/// The files of a run.
struct Files {
    file: String,
    state: String,
    plot: String,
}

impl Files {
    fn of(args: &Args, game: &str) -> Self {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let ending = if args.parameters { "toml" } else { "eval" };
        let usual = || format!("{}.{ending}", game.chars().map(plain).collect::<String>());
        let file = args.out.clone().unwrap_or_else(usual);
        Self { state: format!("{file}.state"), plot: format!("{file}.svg"), file }
    }

    /// Sees whether all can be written.
    fn check(&self, existing: Existing) -> Result<(), Failure> {
        [&self.file, &self.state, &self.plot]
            .iter()
            .try_for_each(|name| check_place(name, existing))
    }

    /// Writes the evaluator and the state, each whole or not at all.
    fn keep(&self, saved: &Saved) -> Result<(), Failure> {
        replace_file(&self.file, &saved.file, Existing::Replaced)?;
        replace_file(&self.state, &saved.state, Existing::Replaced)
    }
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    if args.regression.is_on() {
        return regression::run(workbench, args);
    }
    let session = workbench.open(&args.game, &Start::default(), args.seed)?;
    let files = Files::of(args, &session.game());
    files.check(Existing::replaced_if(args.force || args.resume))?;
    let games = (args.from != SELF_PLAY).then(|| read_games(&args.from)).transpose()?;
    let request = args.request(&files)?;
    let stop = interrupt::stop_flag();
    let bar = progress_bar();
    let mut unkept = None;
    let found = session.learn(games.as_deref(), &request, &stop, &mut |point, saved| {
        bar.set_message(brief(point));
        if let Some(Err(failure)) = saved.map(|saved| files.keep(saved)) {
            unkept = Some(failure);
        }
    });
    bar.finish_and_clear();
    let report = found.map_err(|error| Failure::in_file(Some(&args.from), error))?;
    if let Some(failure) = unkept {
        complain(&format!("note: a checkpoint was not kept: {failure}"));
    }
    let Some(&last) = report.points.last() else {
        let resume = "no batch of games was finished, so nothing was written".to_owned();
        return Err(Failure::Interrupted { resume });
    };
    files.keep(&report.saved)?;
    let curve = learning_curve(&session.game(), report.predicts, &report.points);
    replace_file(&files.plot, curve, Existing::Replaced)?;
    let document = args.document(&session.game(), &files, &report, last);
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, &document)?,
        false => out.write_all(in_full(&document).as_bytes())?,
    }
    match report.interrupted {
        true => Err(Failure::Interrupted { resume: "--resume goes on from there".to_owned() }),
        false => Ok(()),
    }
}

impl Args {
    /// The state that an earlier run has left.
    fn read_state(&self, files: &Files) -> Result<Vec<u8>, Failure> {
        let (name, missing) =
            (&files.state, "there is no state of an earlier run; begin without --resume");
        std::fs::read(name).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Failure::file(name, missing),
            kind => Failure::file(name, format!("cannot be read: {kind}")),
        })
    }

    fn request(&self, files: &Files) -> Result<LearnRequest, Failure> {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        let usual_time = self.games.is_none().then_some(USUAL_TIME);
        Ok(LearnRequest {
            games: self.games,
            time: self.time.or(usual_time),
            parameters: self.parameters,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(all),
            nodes: self.nodes,
            resume: self.resume.then(|| self.read_state(files)).transpose()?,
        })
    }

    fn document<'a>(
        &self,
        game: &str,
        files: &'a Files,
        report: &'a LearnReport,
        last: LearnPoint,
    ) -> Document<'a> {
        let from = match self.from.as_str() {
            SELF_PLAY => String::new(),
            file => format!(" --from {file}"),
        };
        Document {
            schema: 1,
            game: game.to_owned(),
            games: last.games,
            positions: last.positions,
            loss: last.loss,
            loss_in: match report.predicts {
                Predicts::Result => "logarithmic",
                Predicts::Margin => "points",
            },
            elo: last.elo,
            seconds: last.seconds,
            file: &files.file,
            bytes: report.saved.file.len(),
            state: &files.state,
            plot: &files.plot,
            repeat: format!(
                "{} learn {game}{}{from} --games {} --seed {} --nodes {}",
                program::name(),
                if self.parameters { " --parameters" } else { "" },
                last.games,
                self.seed,
                self.nodes
            ),
            interrupted: report.interrupted,
            parameters: report.parameters.iter().map(|(name, n)| (name.as_str(), *n)).collect(),
            points: &report.points,
        }
    }
}

/// No file of games is larger.
const LARGEST_FILE: u64 = 1 << 30;

/// The text of a file of games, which may be larger than other files.
fn read_games(name: &str) -> Result<String, Failure> {
    let mut text = String::new();
    let most = LARGEST_FILE + 1;
    let read = File::open(name).and_then(|file| file.take(most).read_to_string(&mut text));
    read.map_err(|error| Failure::file(name, format!("cannot be read: {error}")))?;
    match text.len() as u64 > LARGEST_FILE {
        true => Err(Failure::file(name, "is larger than 1 GB; learn from a part of it")),
        false => Ok(text),
    }
}

fn brief(point: &LearnPoint) -> String {
    let gain = point.elo.map(|elo| format!("  {elo:+.0} Elo")).unwrap_or_default();
    format!("{} games  {} positions  loss {:.3}{gain}", point.games, point.positions, point.loss)
}

fn in_full(document: &Document<'_>) -> String {
    let Document { game, positions, loss, seconds, file, bytes, state, plot, repeat, .. } =
        document;
    let games = counted(document.games as usize, "game");
    let meaning = match document.loss_in {
        "points" => " points, root of the mean square",
        _ => "; 0.693 knows nothing",
    };
    let mut text = format!("{game}: {games}, {positions} positions in {seconds:.0} s\n");
    text.push_str(&format!("loss   {loss:.3}{meaning}, on games that were not learned from\n"));
    if let Some(elo) = document.elo {
        text.push_str(&format!("gain   {elo:+.0} Elo over the game's own evaluation\n"));
    }
    if !document.parameters.is_empty() {
        let all = document.parameters.iter().map(|(name, number)| format!("{name} {number}"));
        text.push_str(&format!("found  {}\n", all.collect::<Vec<_>>().join(", ")));
    }
    text.push_str(&format!("wrote  {file} ({bytes} bytes), {plot}, {state}\n"));
    text.push_str(&format!("again  {repeat}\n"));
    text
}
