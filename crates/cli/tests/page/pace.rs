//! How an analysis keeps up with its page, and how pages share the machine. Short
//! forms of what `cargo xtask measure page` measures: with `PLYWOOD_MEASURE` set they
//! run in full, print what they found and hold it to the limits.

use crate::analysing::{analyse, heard, watch};
use crate::http::Connection;
use crate::served::{Served, fresh};
use serde_json::json;
use std::time::{Duration, Instant};

/// The first line of another position.
const FIRST_LINE: Duration = Duration::from_millis(200);

/// The first news after the number of lines was changed, in 99 of 100 cases.
const OTHER_LINES: Duration = Duration::from_millis(300);

const GAMES: [&str; 5] =
    ["gomoku", "othello", "delta", "azulejos:10x10,4,seed=1", "azulejos:30x30,4,seed=1"];

pub(crate) fn in_full() -> bool {
    std::env::var_os("PLYWOOD_MEASURE").is_some()
}

/// Begins a game with at most this many moves, and gives its name and their number.
fn begin(served: &Served, game: &str, moves: usize) -> (String, usize) {
    let id = served.begin(&json!({ "game": game }));
    for node in 0..moves {
        let look = served.get(&format!("/api/games/{id}/at/{node}")).json();
        let choices = look["choices"].as_array().expect("the legal moves");
        if choices.is_empty() {
            return (id, node);
        }
        let choice = &choices[(node * node * 11 + node * 37 + 3) % choices.len()]["move"];
        let tried = json!({ "node": node, "moves": [choice] });
        served.post(&format!("/api/games/{id}/try"), &tried);
    }
    (id, moves)
}

/// The time that all but one in a hundred stay within, and the middle one.
fn spread(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[(times.len() * 99).div_ceil(100) - 1])
}

/// Checks the 99th of 100 in full, on a machine that has nothing else to do;
/// otherwise the best, which shows what it takes.
fn check(what: &str, times: Vec<Duration>, limit: Duration) {
    let best = times.iter().min().copied();
    let (middle, slow) = spread(times);
    if in_full() {
        println!("{what}: median {middle:.1?}, p99 {slow:.1?}");
        assert!(slow <= limit, "{what}: p99 {slow:?}");
    }
    assert!(best <= Some(limit), "{what}: {best:?}");
}

#[test]
fn the_first_line_of_another_position_is_there_within_a_fifth_of_a_second() {
    let (served, _folder) = fresh();
    let (moves, tries) = if in_full() { (20, 100) } else { (4, 8) };
    for game in GAMES {
        let (id, moves) = begin(&served, game, moves);
        let mut stream = watch(&served, &id, &served.token);
        // The value of every move, which the page asks for, is the most work.
        let mut first_line = |number: usize| {
            let node = number % moves;
            let start = Instant::now();
            analyse(&served, &id, &served.token, &json!({ "node": node, "lines": 0 }));
            heard(&mut stream, |news| news["node"] == node && !news["analysis"].is_null());
            start.elapsed()
        };
        // The first of all makes the player.
        first_line(1);
        let times = (2..tries + 2).map(first_line).collect();
        check(&format!("first line, {game}"), times, FIRST_LINE);
    }
}

#[test]
fn another_number_of_lines_is_there_at_once() {
    let (served, _folder) = fresh();
    for game in GAMES {
        let (id, _) = begin(&served, game, 2);
        let mut stream = watch(&served, &id, &served.token);
        let mut change = |number: usize| {
            let lines = 1 + number % 5;
            let start = Instant::now();
            analyse(&served, &id, &served.token, &json!({ "node": 2, "lines": lines }));
            heard(&mut stream, |news| {
                news["analysis"]["lines"].as_array().map(Vec::len) == Some(lines)
            });
            start.elapsed()
        };
        change(0);
        let times = (1..if in_full() { 101 } else { 9 }).map(change).collect();
        check(&format!("another number of lines, {game}"), times, OTHER_LINES);
    }
}

#[test]
fn scrolling_through_a_game_leaves_no_search_of_the_positions_passed() {
    let (served, _folder) = fresh();
    let moves = if in_full() { 40 } else { 12 };
    let (id, moves) = begin(&served, "othello", moves);
    let mut stream = watch(&served, &id, &served.token);
    for node in (1..moves).chain((0..moves).rev()) {
        analyse(&served, &id, &served.token, &json!({ "node": node, "lines": 0 }));
    }
    // What was on its way when the last was asked for is all that comes of others.
    heard(&mut stream, |news| news["node"] == 0);
    for _ in 0..3 {
        let news = heard(&mut stream, |_| true);
        assert_eq!(news["node"], 0, "a position that was passed is still searched");
    }
}

/// The processor time of the two threads of the server that have used most of it
/// since, in seconds.
fn busiest(before: &[(u32, f64)], after: &[(u32, f64)]) -> [f64; 2] {
    let used = |(thread, time): &(u32, f64)| {
        let then = before.iter().find(|(known, _)| known == thread).map_or(0.0, |(_, then)| *then);
        time - then
    };
    let mut times: Vec<f64> = after.iter().map(used).collect();
    times.sort_by(|one, other| other.total_cmp(one));
    [times[0], times[1]]
}

/// The nodes of all searches of a page so far.
fn nodes(stream: &mut Connection, until: Instant) -> u64 {
    let mut nodes = 0;
    while Instant::now() < until {
        // A stream that has nothing to tell says so.
        let Some((name, news)) = stream.event_or_sign().expect("a stream") else { continue };
        if name == "analysis" {
            nodes = news["analysis"]["nodes"].as_u64().unwrap_or(nodes);
        }
    }
    nodes
}

/// Lets two pages analyse the same position with this many threads each, and gives
/// the nodes that each has searched and the time of the busiest threads.
fn shared(threads: usize, time: Duration) -> ([u64; 2], [f64; 2]) {
    let (served, _folder) = fresh();
    let (id, _) = begin(&served, "othello", 8);
    let tokens = [served.token.clone(), served.new_token()];
    let mut streams = tokens.each_ref().map(|token| watch(&served, &id, token));
    let wanted = json!({ "node": 8, "lines": 1, "player": format!("best[threads={threads}]") });
    for (token, stream) in tokens.iter().zip(&mut streams) {
        analyse(&served, &id, token, &wanted);
        heard(stream, |news| !news["analysis"].is_null());
    }
    let before = served.threads();
    let until = Instant::now() + time;
    let counted = streams.map(|mut stream| std::thread::spawn(move || nodes(&mut stream, until)));
    std::thread::sleep(time);
    let after = served.threads();
    (counted.map(|thread| thread.join().expect("a count")), busiest(&before, &after))
}

/// By how much the smaller of two is below the larger.
fn apart(one: f64, other: f64) -> f64 {
    1.0 - one.min(other) / one.max(other)
}

#[test]
fn two_pages_get_the_same_processor_time() {
    let time = Duration::from_secs(if in_full() { 10 } else { 2 });
    // One thread each: both run all the time, as threads of the server.
    let (_, [one, other]) = shared(1, time);
    // All processors each: they take turns. What they have searched of the same
    // position tells how long.
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    let ([first, second], _) = shared(processors.max(2), time);
    if in_full() {
        println!("two pages, one thread each: {one:.2} and {other:.2} s of processor time");
        println!("two pages, all processors each: {first} and {second} nodes");
        assert!(apart(one, other) <= 0.1 && apart(first as f64, second as f64) <= 0.1);
    }
    // On a busy machine they still both go on.
    assert!(one > 0.0 && other > 0.0 && first > 0 && second > 0);
    assert!(apart(first as f64, second as f64) < 0.8, "{first} and {second} nodes");
}

#[test]
fn the_99th_of_a_hundred_is_found() {
    let times = (1..=200).rev().map(Duration::from_millis).collect();
    assert_eq!(spread(times), (Duration::from_millis(101), Duration::from_millis(198)));
}
