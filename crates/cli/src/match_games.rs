//! `plywood match`: many games between two players.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::limits::MoveLimitArgs;
use crate::numbers::{seed, whole};
use crate::save::{Existing, check_place, is_device};
use crate::source::read_text;
use crate::thinking::tick;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_arena::{Failed, Match, MatchGame, Openings, Score};
use plywood_game::counted;
use plywood_workbench::{ClockRules, LimitsReport, PlayerSpec, Workbench};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood match othello best mcts --games 20 --time 100ms
  plywood match mnk:7,7,4 'pvs[depth=4]' random --games 10 --json
  plywood match othello best omatic-id --games 60 --time 100ms --openings xot.txt
  plywood match mnk:10,10,5 best crazyplayer --time 100ms --balanced
  plywood match gomoku best mrrobot --clock 10s+100ms --concurrency 2 --save games.txt
  plywood match othello best 'ugi[time=2s]:python3 my_player.py' --dialogue said.txt

A file of openings has one on each line, as the game writes moves:
  f5d6c4d3c2b3b4b5    Othello: a transcript, such as those of XOT
  j8k11h9g8e5j11      (m,n,k): cells one after another, or with spaces between
  0,0, 0,-1, 2,-2     (m,n,k): offsets x,y from the centre, x to the right and y down
  b2 c3 a1e1          any game: moves with spaces between
Empty lines and those that begin with # or % are left out.

A limit in the brackets of a player wins over the match's limit of the same kind. An
engine for which neither it nor the match has a limit takes a second a move; with --clock
it decides itself how much of its clock a move gets.

A player that crashes, overruns its time or gives an illegal move loses that game; the
match goes on.";

/// Let two players play many games, in pairs with sides changed.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as othello or mnk:7,7,4
    #[arg(value_name = "GAME")]
    game: String,
    /// One player
    #[arg(value_name = "PLAYER")]
    one: String,
    /// The other player
    #[arg(value_name = "PLAYER")]
    other: String,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 20, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 1_000_000))]
    games: u64,
    #[command(flatten)]
    limits: MoveLimitArgs,
    /// Begin each pair of games with an opening of this file, in an order that
    /// the seed decides; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "opening_moves")]
    openings: Option<String>,
    /// Play with clocks: MAIN time for each side, and INC more with each move,
    /// such as 1m or 10s+100ms
    #[arg(long, value_name = "MAIN[+INC]", allow_hyphen_values = true, conflicts_with_all = ["time", "processor_time"])]
    clock: Option<ClockRules>,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = whole::<u64>(1, 256))]
    concurrency: u64,
    /// Save the games in this file, one after another, each with its players and
    /// with the time, depth and value of each move
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
    /// Write what external engines are told and say to a new file, with times
    #[arg(long, value_name = "FILE")]
    dialogue: Option<String>,
    /// Replace the file of the saved games if it exists
    #[arg(long, requires = "save")]
    force: bool,
    /// How many random moves each pair of games begins with; 0 begins at the
    /// start of the game
    #[arg(long, value_name = "N", default_value_t = 4, allow_hyphen_values = true,
          value_parser = whole::<u64>(0, 100))]
    opening_moves: u64,
    /// Draw N random openings for each pair, 256 if N is left out, and begin with
    /// the most even, as 'best' judges them
    #[arg(long, value_name = "N", conflicts_with = "openings", num_args = 0..=1,
          require_equals = true, default_missing_value = "256",
          value_parser = whole::<u64>(2, 10_000))]
    balanced: Option<u64>,
    /// What the random openings, or the order of those of a file, are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
          value_parser = seed)]
    seed: u64,
    /// Print a JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    game: &'a str,
    games: usize,
    first: Side<'a>,
    second: &'a str,
    /// None before the first game has ended.
    score: Option<f64>,
    interval: Option<[f64; 2]>,
    /// The limits of a move of the first and of the second player.
    limits: [LimitsReport; 2],
    /// The clocks, if there are any.
    clock: Option<String>,
    /// As the first player sees them.
    pairs: Pairs,
    /// By how many points the first was ahead, where points are counted.
    margin: Option<f64>,
    /// How many different openings were played.
    openings: usize,
    faults: usize,
    causes: Vec<CauseDocument<'a>>,
    /// Whether all games were played.
    complete: bool,
}

#[derive(Serialize)]
struct Side<'a> {
    player: &'a str,
    #[serde(flatten)]
    score: &'a Score,
}

#[derive(Serialize)]
struct Pairs {
    won: usize,
    shared: usize,
    lost: usize,
}

/// Why a player lost a game without losing it on the board.
#[derive(Serialize)]
struct CauseDocument<'a> {
    game: usize,
    player: &'a str,
    cause: &'static str,
    detail: &'a str,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    if let Some(name) = args.save.as_deref().filter(|_| args.save == args.dialogue) {
        return Err(Failure::file(name, "--save and --dialogue need two files"));
    }
    let stop = interrupt::stop_flag();
    let plan = Match {
        games: args.games as usize,
        opening_moves: args.opening_moves as usize,
        balanced_of: args.balanced.unwrap_or(1) as usize,
        openings: args.openings(workbench)?,
        seed: args.seed,
        clock: args.clock,
        concurrency: args.concurrency as usize,
        engines: crate::engine::engines(args.dialogue.as_deref(), &stop)?,
        ..Match::new(&args.game, [args.player(&args.one)?, args.player(&args.other)?])
    };
    let limits = plan
        .players
        .each_ref()
        .map(|player| LimitsReport::of(&player.limits(args.clock.is_some()), player));
    let bar = progress_bar(args.games);
    if args.balanced.is_some() {
        bar.set_message("searching for balanced openings");
    }
    let mut saving = args.saving()?;
    let mut unsaved = None;
    let played = plan.play(workbench, &stop, &mut |score, game| {
        bar.set_position(score.games() as u64);
        bar.set_message(in_words(score));
        if let Some(failure) = saving.as_mut().and_then(|saving| saving.add(game).err()) {
            unsaved = Some(failure);
            stop.store(true, Ordering::Relaxed);
        }
    });
    bar.finish_and_clear();
    if let (Err(_), Some(saving)) = (&played, saving) {
        saving.remove_if_empty();
    }
    let score = played?;
    let mut out = anstream::stdout().lock();
    match args.json {
        true => print_json(&mut out, &document(args, limits, &score))?,
        false => tell(&mut out, args, limits, &score)?,
    }
    match unsaved {
        Some(failure) => Err(failure),
        None if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted {
            resume: format!("{} of {} games were played", score.games(), args.games),
        }),
        None => Ok(()),
    }
}

fn document<'a>(args: &'a Args, limits: [LimitsReport; 2], score: &'a Score) -> Document<'a> {
    let [won, shared, lost] = score.pairs();
    let cause = |failed: &'a Failed| CauseDocument {
        game: failed.game,
        player: [&args.one, &args.other][failed.player],
        cause: failed.failure.cause.name(),
        detail: &failed.failure.detail,
    };
    Document {
        schema: 1,
        game: &args.game,
        games: score.games(),
        first: Side { player: &args.one, score },
        second: &args.other,
        score: (score.games() > 0).then(|| score.score()),
        interval: (score.games() > 0).then(|| score.interval()),
        limits,
        clock: args.clock.map(|clock| clock.to_string()),
        pairs: Pairs { won, shared, lost },
        margin: score.margin,
        openings: score.openings,
        faults: score.failed.len(),
        causes: score.failed.iter().map(cause).collect(),
        complete: score.games() as u64 == args.games,
    }
}

/// The file in which games are saved as they end.
struct Saving<'a> {
    name: &'a str,
    file: File,
}

impl<'a> Saving<'a> {
    fn new(name: &'a str, existing: Existing) -> Result<Self, Failure> {
        check_place(name, existing)?;
        let opened = match is_device(name) {
            true => File::options().write(true).open(name),
            false => File::create(name),
        };
        let file = opened
            .map_err(|error| Failure::file(name, format!("cannot be written: {}", error.kind())))?;
        Ok(Self { name, file })
    }

    /// Takes the file away again if the match could not begin.
    fn remove_if_empty(self) {
        if self.file.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
            // The error that is reported is the reason why the match failed.
            let _ = std::fs::remove_file(self.name);
        }
    }

    fn add(&mut self, game: &MatchGame) -> Result<(), Failure> {
        let space = if game.number == 1 { "" } else { "\n" };
        let written = self.file.write_all(format!("{space}{}", game.record).as_bytes());
        written.map_err(|error| Failure::file(self.name, format!("cannot be written: {error}")))
    }
}

/// The result of the match for a person.
fn tell(
    out: &mut impl Write,
    args: &Args,
    limits: [LimitsReport; 2],
    score: &Score,
) -> io::Result<()> {
    writeln!(out, "{}: {} against {}", args.game, args.one, args.other)?;
    writeln!(out, "{}", args.limits_in_words(limits))?;
    if args.openings.is_none() && args.opening_moves == 0 {
        writeln!(out, "all games begin at the start, without random moves")?;
    }
    writeln!(out, "{}", in_words(score))?;
    let [won, shared, lost] = score.pairs();
    writeln!(out, "pairs: {won} won, {shared} shared, {lost} lost")?;
    if score.openings < won + shared + lost {
        let met = counted(score.openings, "opening");
        writeln!(out, "only {met}: players who always play alike repeat their games")?;
    }
    if let Some(margin) = score.margin {
        // A loss of less than a twentieth is no loss: adding 0 takes its sign.
        let margin = (margin * 10.0).round() / 10.0 + 0.0;
        writeln!(out, "points: {margin:+.1} a game on average")?;
    }
    for failed in &score.failed {
        let player = [&args.one, &args.other][failed.player];
        writeln!(out, "game {}: {player} lost by a failure, {}", failed.game, failed.failure)?;
    }
    Ok(())
}

impl Args {
    fn saving(&self) -> Result<Option<Saving<'_>>, Failure> {
        let existing = Existing::replaced_if(self.force);
        self.save.as_deref().map(|name| Saving::new(name, existing)).transpose()
    }

    /// Under which limits and clocks the players chose their moves.
    fn limits_in_words(&self, limits: [LimitsReport; 2]) -> String {
        let clock = self.clock.map(|clock| format!("; clocks {clock}")).unwrap_or_default();
        let [one, other] = limits.map(|limits| limits.words());
        match one == other {
            true => format!("limits of a move: {one}{clock}"),
            false => format!(
                "limits of a move: {one} for {}, {other} for {}{clock}",
                self.one, self.other
            ),
        }
    }

    /// The openings of the file that was named.
    fn openings(&self, workbench: &Workbench) -> Result<Option<Openings>, Failure> {
        let Some(name) = self.openings.as_deref() else { return Ok(None) };
        let openings = Openings::read(workbench, &self.game, &read_text(name)?);
        openings.map(Some).map_err(|error| Failure::in_file(Some(name), error))
    }

    /// A player with the limits of the match, unless it has limits.
    fn player(&self, text: &str) -> Result<PlayerSpec, Failure> {
        let player: PlayerSpec = text.parse()?;
        Ok(player.under(&self.limits.limits()))
    }
}

fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    // Even openings and slow players leave the bar as it is for a while.
    tick(&bar, Duration::from_millis(500));
    bar
}

fn in_words(score: &Score) -> String {
    if score.games() == 0 {
        return "no game was played to its end".to_owned();
    }
    let [low, high] = score.interval().map(|bound| bound * 100.0);
    format!(
        "{}: {} won, {} drawn, {} lost; score {:.1} %, between {low:.1} and {high:.1}",
        counted(score.games(), "game"),
        score.wins,
        score.draws,
        score.losses,
        score.score() * 100.0,
    )
}
