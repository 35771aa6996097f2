//! `plywood match`: many games between two players.

use crate::failure::Failure;
use crate::games::print_json;
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::source::read_text;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_game::counted;
use plywood_workbench::{Contest, Openings, PlayerSpec, Standing, Workbench};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  plywood match othello best mcts --games 20 --time 100ms
  plywood match mnk:7,7,4 'pvs[depth=4]' random --games 10 --json
  plywood match othello best omatic-id --games 60 --time 100ms --openings xot.txt
  plywood match mnk:10,10,5 best crazyplayer --time 100ms --balanced

A file of openings has one on each line, as the game writes moves:
  f5d6c4d3c2b3b4b5    Othello: a transcript, such as those of XOT
  j8k11h9g8e5j11      (m,n,k): cells one after another, or with spaces between
  0,0, 0,-1, 2,-2     (m,n,k): offsets x,y from the centre, x to the right and y down
  b2 c3 a1e1          any game: moves with spaces between
Empty lines and those that begin with # or % are left out.

A limit of the match holds for players that have none of their own in brackets. An
engine for which neither it nor the match has a limit takes a second a move.";

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
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    #[command(flatten)]
    limits: LimitArgs,
    /// Begin each pair of games with an opening of this file, in an order that
    /// the seed decides; - reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "opening_moves")]
    openings: Option<String>,
    /// How many random moves each pair of games begins with
    #[arg(long, value_name = "N", default_value_t = 4, allow_hyphen_values = true,
          value_parser = clap::value_parser!(u64).range(0..=100))]
    opening_moves: u64,
    /// Draw N random openings for each pair, 256 if N is left out, and begin with
    /// the most even, as 'best' judges them
    #[arg(long, value_name = "N", conflicts_with = "openings", num_args = 0..=1,
          require_equals = true, default_missing_value = "256",
          value_parser = clap::value_parser!(u64).range(2..=10_000))]
    balanced: Option<u64>,
    /// What the random openings, or the order of those of a file, are drawn from
    #[arg(long, value_name = "N", default_value_t = 1, allow_hyphen_values = true)]
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
    /// Won, shared and lost by the first.
    pairs: [usize; 3],
    /// By how many points the first was ahead, where points are counted.
    margin: Option<f64>,
    /// How many different openings were played.
    openings: usize,
    faults: usize,
    /// Whether all games were played.
    complete: bool,
}

#[derive(Serialize)]
struct Side<'a> {
    player: &'a str,
    #[serde(flatten)]
    standing: &'a Standing,
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let contest = Contest {
        game: args.game.clone(),
        players: [args.player(&args.one)?, args.player(&args.other)?],
        games: args.games as usize,
        opening_moves: args.opening_moves as usize,
        openings_weighed: args.balanced.unwrap_or(1) as usize,
        openings: args.openings(workbench)?,
        seed: args.seed,
    };
    let stop = interrupt::stop_flag();
    let bar = progress_bar(args.games);
    if args.balanced.is_some() {
        bar.set_message("looking for even openings");
    }
    let played = contest.play(workbench, &stop, &mut |standing| {
        bar.set_position(standing.games() as u64);
        bar.set_message(in_words(standing));
    });
    bar.finish_and_clear();
    let standing = played?;
    let mut out = anstream::stdout().lock();
    if args.json {
        let document = Document {
            schema: 1,
            game: &args.game,
            games: standing.games(),
            first: Side { player: &args.one, standing: &standing },
            second: &args.other,
            score: (standing.games() > 0).then(|| standing.score()),
            interval: (standing.games() > 0).then(|| standing.interval()),
            pairs: standing.pairs(),
            margin: standing.margin,
            openings: standing.openings,
            faults: standing.faults,
            complete: standing.games() as u64 == args.games,
        };
        print_json(&mut out, &document)?;
    } else {
        tell(&mut out, args, &standing)?;
    }
    match stop.load(Ordering::Relaxed) {
        true => Err(Failure::Interrupted {
            resume: format!("{} of {} games were played", standing.games(), args.games),
        }),
        false => Ok(()),
    }
}

/// What a person wants to know of the match.
fn tell(out: &mut impl Write, args: &Args, standing: &Standing) -> io::Result<()> {
    writeln!(out, "{}: {} against {}", args.game, args.one, args.other)?;
    writeln!(out, "{}", in_words(standing))?;
    let [won, shared, lost] = standing.pairs();
    writeln!(out, "pairs: {won} won, {shared} shared, {lost} lost")?;
    if standing.openings < won + shared + lost {
        let met = counted(standing.openings, "opening");
        writeln!(out, "only {met}: players who always play alike repeat their games")?;
    }
    if let Some(margin) = standing.margin {
        // A loss of less than a twentieth is no loss: adding 0 takes its sign.
        let margin = (margin * 10.0).round() / 10.0 + 0.0;
        writeln!(out, "points: {margin:+.1} a game on average")?;
    }
    if standing.faults > 0 {
        writeln!(out, "moves against the rules, each a lost game: {}", standing.faults)?;
    }
    Ok(())
}

impl Args {
    /// The openings of the file that was named.
    fn openings(&self, workbench: &Workbench) -> Result<Option<Openings>, Failure> {
        let Some(name) = self.openings.as_deref() else { return Ok(None) };
        let openings = Openings::read(workbench, &self.game, &read_text(name)?);
        openings.map(Some).map_err(|error| Failure::in_file(Some(name), error))
    }

    /// A player with the limits of the match, where it has none of its own.
    fn player(&self, text: &str) -> Result<PlayerSpec, Failure> {
        let mut player: PlayerSpec = text.parse()?;
        if let PlayerSpec::Engine(engine) = &mut player {
            engine.limits = self.limits.of_player(&engine.limits);
        }
        Ok(player)
    }
}

fn progress_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {wide_msg}") {
        bar.set_style(style);
    }
    // Even openings and slow players leave the bar as it is for a while.
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn in_words(standing: &Standing) -> String {
    if standing.games() == 0 {
        return "no game was played to its end".to_owned();
    }
    let [low, high] = standing.interval().map(|bound| bound * 100.0);
    format!(
        "{}: {} won, {} drawn, {} lost; score {:.1} %, between {low:.1} and {high:.1}",
        counted(standing.games(), "game"),
        standing.wins,
        standing.draws,
        standing.losses,
        standing.score() * 100.0,
    )
}
