//! `plywood engine`: any player as an engine for other programs; and where the
//! players of the other commands come from.

use crate::failure::Failure;
use plywood_engines::{Dialogue, Engines, serve};
use plywood_workbench::{PlayerSpec, Protocol, Start, Workbench, seed_of_the_moment};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const EXAMPLES: &str = "\
Examples:
  plywood engine othello --protocol ugi
  plywood engine gomoku --protocol gomocup --player 'best[table=64]'
  plywood engine othello --protocol nboard --player omatic-id
  plywood engine othello --protocol gtp
  plywood engine othello --protocol nboard --player 'gtp:./edax -gtp'

The last one makes an engine of one protocol speak another.";

/// Be an engine for another program: speak a protocol on standard input and output.
#[derive(clap::Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game, such as othello or mnk:15,15,5
    #[arg(value_name = "GAME")]
    game: String,
    /// The protocol: ugi for any game, gomocup for mnk with k = 5, nboard or gtp
    /// for othello
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol)]
    protocol: Protocol,
    /// Who chooses the moves: a name from 'plywood players', or another engine
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    player: String,
}

fn protocol(text: &str) -> Result<Protocol, String> {
    let spoken = Protocol::named(text).filter(|protocol| *protocol != Protocol::Mnkgame);
    spoken.ok_or_else(|| "expected ugi, gomocup, nboard or gtp".to_owned())
}

pub(crate) fn run(workbench: &Workbench, args: &Args) -> Result<(), Failure> {
    let player: PlayerSpec = args.player.parse()?;
    let session = workbench.open(&args.game, &Start::default(), seed_of_the_moment())?;
    serve::check(workbench, &*session, args.protocol, &player)?;
    let input = io::BufReader::new(io::stdin());
    serve::serve(workbench, session, args.protocol, player, input, Box::new(io::stdout()))?;
    Ok(())
}

/// Where players come from, until `stop` is set; with a log of dialogues, if a
/// file is named.
pub(crate) fn engines(dialogue: Option<&str>, stop: &Arc<AtomicBool>) -> Result<Engines, Failure> {
    let Some(name) = dialogue else { return Ok(Engines::default().until(Arc::clone(stop))) };
    let dialogue = Dialogue::create(name).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::file(name, "exists already; choose another name"),
        kind => Failure::file(name, format!("cannot be written: {kind}")),
    })?;
    Ok(Engines::logged(dialogue).until(Arc::clone(stop)))
}
