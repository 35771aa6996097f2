//! What a server costs: for each game, and to fill the queue. `cargo xtask measure
//! workers` demands the figures; here a busy machine has patience.

use crate::cluster::Server;
use crate::people::{Stage, wait};
use std::time::{Duration, Instant};

fn patience(promised: Duration) -> Duration {
    if std::env::var_os("PLYWOOD_STRICT").is_some() { promised } else { 30 * promised }
}

fn event(games: usize) -> String {
    format!(
        "players = [\"random[seed=1]\", \"random[seed=2]\"]\ngames = [\"tictactoe\"]\n\
         games-per-pair = {games}\n[openings]\nmoves = 2\n"
    )
}

#[test]
fn a_game_costs_at_most_20_ms_more_than_in_a_file() {
    const GAMES: u32 = 300;
    let mut server = Server::get();
    let stage = Stage::new(&mut server, &event(GAMES as usize));
    let began = Instant::now();
    let expected = stage.expected();
    let in_file = began.elapsed();
    let mut coordinator = stage.coordinator();
    let filled = "SELECT count(*) FROM plywood.queue";
    wait("games", || server.sql(&stage.database, filled) == GAMES.to_string());
    let began = Instant::now();
    let mut worker = stage.worker("w", &[]);
    assert_eq!(coordinator.end(), Some(0));
    let on_server = began.elapsed();
    assert_eq!(worker.end(), Some(0));
    assert_eq!(stage.outcome(), expected);
    let more = on_server.saturating_sub(in_file) / GAMES;
    println!("{GAMES} games: {in_file:?} in a file, {on_server:?} on a server: {more:?} a game");
    assert!(more < patience(Duration::from_millis(20)), "{more:?}");
}

#[test]
fn a_queue_of_a_hundred_thousand_games_is_filled_in_a_minute() {
    let games = if std::env::var_os("PLYWOOD_STRICT").is_some() { 100_000 } else { 20_000 };
    let mut server = Server::get();
    let stage = Stage::new(&mut server, &event(games));
    let began = Instant::now();
    let coordinator = stage.coordinator();
    let filled = "SELECT count(*) FROM plywood.queue";
    wait("games", || server.sql(&stage.database, filled) == games.to_string());
    let took = began.elapsed();
    coordinator.signal("-INT");
    println!("{games} games queued in {took:?}");
    assert!(took < patience(Duration::from_secs(60) * games as u32 / 100_000), "{took:?}");
}
