//! What asking for a forced win first is worth: every 20th of the positions of
//! Gomoku that are known to be won by fours, searched with and without, to the
//! same number of nodes; and how long the longest of all takes.
//!
//! `cargo bench -p plywood-search --bench forced_wins`

#![allow(missing_docs, reason = "a benchmark")]

#[path = "../../games/tests/threats/positions.rs"]
mod positions;

use plywood_game::Notation;
use plywood_games::mnk::{Cell, Mnk, Params, Threats, Windows};
use plywood_search::{Engine, Limits, Options, Report, Root};
use positions::positions;
use std::sync::atomic::AtomicBool;

const NODES: u64 = 400_000;

type Gomoku = Mnk<4>;

fn search(game: &Gomoku, position: &str, asks: bool) -> Report<Cell> {
    let position = &game.parse_position(position).expect("a position");
    let options = Options::default().with(|options| options.windows.null = true);
    let mut windows = Windows::new(game.params());
    windows.threats = asks.then_some(Threats::All);
    let mut engine = Engine::new(game.clone(), windows, options, 16).expect("memory");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    engine.search(&Root { position, history: &[] }, &limits, &AtomicBool::new(false), &mut |_| {})
}

fn main() {
    let game = Gomoku::new(Params::new(15, 15, 5).expect("good parameters"));
    for (name, asks) in [("asking first", true), ("wide search alone", false)] {
        let reports: Vec<_> =
            positions().step_by(20).map(|(_, _, position)| search(&game, position, asks)).collect();
        let won = reports.iter().filter(|report| report.value.exact && report.value.score.is_win());
        let nodes: u64 = reports.iter().map(|report| report.nodes).sum();
        println!(
            "{name:18} {} of {} won, {} nodes each on average",
            won.count(),
            reports.len(),
            nodes / reports.len() as u64
        );
    }
    let longest = positions().max_by_key(|&(_, fours, _)| fours).expect("positions");
    let report = search(&game, longest.2, true);
    let fours = report.lines[0].moves.len() / 2;
    println!("the longest: {fours} fours, {} nodes, {:.1?}", report.nodes, report.elapsed);
}
