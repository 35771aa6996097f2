//! What the solver finds and how long it takes, as tables for `docs/`:
//! `cargo bench -p plywood-solver --bench solved -- mnk 600`, where 600 are the
//! seconds that a row may take, or `mnk-long`, or rows by their names (`9,4,4 4096MB`, with
//! a table of that size), `delta`, or `placement`. Times are processor time. `openings`
//! prints the lines of `src/table/delta/delta-openings.txt`, `exact` or `exact F.table` how
//! often the value of a random position is found in two seconds (`exact 6` after six
//! turns alone), `judge` how many positions of Delta the judge follows in a second,
//! `probe F.table` how soon the table of nine pieces answers.

mod exact;
mod judge;
mod openings;
mod probe;

use plywood_game::{Budget, Game, Knowledge, Limits, Notation, Side, Symmetry};
use plywood_games::delta::{Delta, DeltaMove, Potential};
use plywood_games::mnk::{Mnk, Params, Threats, Windows};
use plywood_judges::{DeltaJudge, Judge, MnkJudge};
use plywood_solver::{
    Claim, ProofSearch, Question, SOLVER_STACK, Solved, Solver, Unsolved, verify_certificate,
};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The rows of at most 49 cells whose values are published.
const ROWS: [&str; 21] = [
    "3,3,3", "4,3,3", "4,4,3", "4,4,4", "5,4,4", "5,5,4", "6,4,4", "7,4,4", "6,5,4", "6,6,4",
    "7,5,4", "7,6,4", "7,7,4", "5,5,5", "6,6,5", "7,5,5", "7,6,5", "7,7,5", "6,6,6", "7,7,6",
    "7,7,7",
];

/// Those that take long.
const LONG_ROWS: [&str; 3] = ["8,4,4", "9,4,4", "10,4,4"];

const MEGABYTES: usize = 1024;

/// What a row may take.
#[derive(Clone, Copy)]
struct Allowed {
    time: Duration,
    megabytes: usize,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let thread = std::thread::Builder::new().stack_size(SOLVER_STACK);
    let number = words.iter().find_map(|word| word.parse().ok());
    let megabytes = words.iter().find_map(|word| word.strip_suffix("MB")?.parse().ok());
    let allowed = Allowed {
        time: Duration::from_secs(number.unwrap_or(600)),
        megabytes: megabytes.unwrap_or(MEGABYTES),
    };
    let table = words.iter().find(|word| word.ends_with(".table")).map(PathBuf::from);
    let rows: Vec<String> = words.iter().filter(|word| word.contains(',')).cloned().collect();
    let wanted = move |word: &str| words.iter().any(|wanted| wanted == word);
    let work = move || {
        if wanted("mnk") {
            mnk(&ROWS, allowed);
        }
        if !rows.is_empty() {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            mnk(&rows, allowed);
        }
        if wanted("mnk-long") {
            mnk(&LONG_ROWS, allowed);
        }
        if wanted("exact") {
            exact::print(table.as_deref(), number.map(|turns| turns as usize));
        }
        if let Some(table) = table.as_deref().filter(|_| wanted("probe")) {
            probe::print(table);
        }
        if wanted("judge") {
            judge::print();
        }
        if wanted("openings") {
            openings::print();
        }
        for (name, game) in [("delta", Delta::standard()), ("placement", Delta::placement())] {
            if wanted(name) {
                delta(&game, allowed);
            }
        }
    };
    thread.spawn(work).expect("a thread").join().expect("no panic");
}

/// Seconds of processor time that this thread has taken: what other work on the machine
/// does not change.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.expect("Linux tells the processor time of a thread") / 1e9
}

/// A row of the table: the value, and what its certificate takes.
fn row<G: Notation + Symmetry, K: Knowledge<G> + Clone, J: Judge>(
    (game, knowledge, judge): (&G, &K, &J),
    Allowed { time, megabytes }: Allowed,
) {
    let limits = Limits { time: Some(time), ..Limits::default() };
    let question = Question { limits, megabytes, shortest: false, stop: &NEVER };
    let start = processor_time();
    let position = game.initial();
    let mut solver = Solver::new(game, knowledge, question).expect("memory");
    let solved = solver.solve(&position, &mut |_| {});
    let found = processor_time() - start;
    let name = game.name();
    let seconds = |time: f64| format!("{time:.2} s");
    let Solved { value, plies, nodes, .. } = match solved {
        Ok(ref solved) => solved.clone(),
        Err(Unsolved::Stopped(by, nodes)) => {
            println!("| {name} | not solved ({by:?}) | {nodes} | {} | | | | |", seconds(found));
            return;
        }
        Err(error) => panic!("{error:?}"),
    };
    let mut value = ["loss", "draw", "win"][(value + 1) as usize].to_owned();
    if let Some(plies) = plies {
        value.push_str(&format!(" in {plies}"));
    }
    let start = processor_time();
    let certificate = solver.certify(&position, &solved.expect("it was solved"));
    let written = processor_time() - start;
    let Ok(certificate) = certificate else {
        println!("| {name} | {value} | {nodes} | {} | not written | | | |", seconds(found));
        return;
    };
    let (bytes, start) = (certificate.to_bytes().len(), processor_time());
    let checked = verify_certificate(judge, &certificate, &NEVER, &mut |_| {});
    let verified = processor_time() - start;
    let positions = checked.unwrap_or_else(|error| panic!("{error}")).positions;
    println!(
        "| {name} | {value} | {nodes} | {} | {} | {bytes} | {positions} | {} |",
        seconds(found),
        seconds(written),
        seconds(verified),
    );
}

const HEADINGS: &str =
    "| game | value | nodes | found in | written in | bytes | positions | verified in |
|---|---|---|---|---|---|---|---|";

fn mnk(rows: &[&str], allowed: Allowed) {
    println!("{HEADINGS}");
    for text in rows {
        let params: Params = text.parse().expect("good parameters");
        let mut windows = Windows::new(params);
        windows.threats = Some(Threats::All);
        let judge = MnkJudge {
            rows: params.rows().into(),
            columns: params.columns().into(),
            k: params.k() as usize,
            exact: params.is_exact(),
        };
        row((&Mnk::<1>::new(params), &windows, &judge), allowed);
    }
}

/// The start, and then how soon Black wins after each first move and reply, up to
/// symmetry.
fn delta(game: &Delta, allowed: Allowed) {
    let judge = DeltaJudge { second_turn_must_place: *game == Delta::placement(), pieces: 9 };
    println!("{HEADINGS}");
    row((game, &Potential::default(), &judge), allowed);
    println!("\n| first move | Black wins in | after each reply |\n|---|---|---|");
    let knowledge = Potential::default();
    let mut search = ProofSearch::new(game, &knowledge, MEGABYTES).expect("memory");
    for (first, position) in different(game, &game.initial()) {
        let replies: Vec<(u32, String)> = different(game, &position)
            .into_iter()
            .map(|(reply, next)| {
                let distance = distance(&mut search, &next);
                (distance + 2, game.move_text(&position, reply))
            })
            .collect();
        let longest = replies.iter().map(|(distance, _)| *distance).max().unwrap_or(0);
        let mut groups = Vec::new();
        for plies in (0..=longest).rev() {
            let words: Vec<&str> = replies
                .iter()
                .filter(|(distance, _)| *distance == plies)
                .map(|(_, reply)| reply.as_str())
                .collect();
            if !words.is_empty() {
                groups.push(format!("{plies}: {}", words.join(" ")));
            }
        }
        let name = game.move_text(&game.initial(), first);
        println!("| {name} | {longest} | {} |", groups.join("; "));
    }
}

/// The moves that lead to different positions, up to symmetry.
fn different(game: &Delta, position: &Position) -> Vec<(DeltaMove, Position)> {
    let mut seen = BTreeSet::new();
    let mut different = Vec::new();
    for mv in game.legal_moves(position) {
        let mut next = *position;
        game.play(&mut next, mv);
        if seen.insert(game.canonical_key(&next).0) {
            different.push((mv, next));
        }
    }
    different
}

type Position = <Delta as Game>::Position;

/// Within how many plies Black wins.
fn distance(search: &mut ProofSearch<'_, Delta, Potential>, position: &Position) -> u32 {
    let claim = Claim::win(Side::First);
    let mut plies = 1;
    loop {
        let mut budget = Budget::new(&Limits::default(), &NEVER);
        let found = search.decide(position, claim, Some(plies), &mut budget, &mut |_| {});
        if found.expect("no limits") {
            return plies;
        }
        plies += 1;
    }
}
