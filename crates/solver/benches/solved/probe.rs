//! How soon a table answers in a running program: the value of a random position of the
//! lifting phase, its moves with theirs, and best play to the end.

use super::{NEVER, Position};
use plywood_game::{Game, Random};
use plywood_games::delta::Delta;
use plywood_solver::table::{
    BuildOptions, DeltaNumbering, DeltaTables, Indexed, Known, Table, TableWork, Tabulate,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const POSITIONS: usize = 2_000;

/// Prints a row: what most answers take by the clock, and what the slowest take.
pub(super) fn print(path: &Path) {
    let game = Delta::standard();
    let numbering = DeltaNumbering::new(game);
    if !path.exists() {
        build(path);
    }
    let start = Instant::now();
    let table = DeltaTables(game).open(path).expect("the table");
    let opened = start.elapsed().as_secs_f64() * 1e3;
    let held = Table::open(path, numbering).expect("the table");
    let (mut dice, mut times, mut longest) = (Random::new(17), Vec::new(), 0);
    while times.len() < POSITIONS {
        let number = dice.next_u64() % held.indexed().count();
        let position = held.indexed().position(number);
        let Some(position) = position.filter(|at| game.outcome(at).is_none()) else { continue };
        let start = Instant::now();
        let plies = line(&game, &table, position);
        times.push(start.elapsed().as_secs_f64() * 1e3);
        longest = longest.max(plies);
    }
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() - 1) * share / 1000];
    println!("| positions | half within | 99 % within | slowest | longest line | opened in |");
    println!("|---|---|---|---|---|---|");
    let [half, most, slowest] = [500, 990, 1000].map(at);
    println!(
        "| {POSITIONS} | {half:.3} ms | {most:.3} ms | {slowest:.3} ms | {longest} plies | {opened:.0} ms |"
    );
}

/// Builds the table, or goes on with a build that was stopped.
fn build(path: &Path) {
    let (start, options) = (Instant::now(), BuildOptions { threads: 1, ..BuildOptions::default() });
    let mut told = 0;
    let built = DeltaTables(Delta::standard()).build(path, options, &NEVER, &mut |so_far| {
        if so_far.distance > told {
            told = so_far.distance;
            eprintln!("distance {told}: {} s", start.elapsed().as_secs());
        }
    });
    let header = built.expect("the table");
    let processor = super::processor_time();
    println!("built in {} s, {processor:.0} s of this thread", start.elapsed().as_secs());
    println!("{:?}", header.census);
}

/// Follows best play, of both sides, until the game is over or drawn.
fn line(game: &Delta, table: &Arc<dyn Known<Delta>>, mut position: Position) -> u32 {
    let mut plies = 0;
    loop {
        let moves = table.valued_moves(&position).expect("a table").unwrap_or_default();
        let Some(&(best, _)) = moves.first().filter(|(_, value)| value.sign() != 0) else {
            return plies;
        };
        game.play(&mut position, best);
        plies += 1;
    }
}
