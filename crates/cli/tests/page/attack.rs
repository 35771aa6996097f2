//! The attack as one run with figures: rubbish, kills, damaged stores, idle streams and
//! slow requests, while an ordinary client plays. The tests run it small;
//! `cargo xtask attack` runs it in full and prints what it found.

use crate::faults::kill_while_making;
use crate::http::{Connection, PATIENCE};
use crate::keeping::{play_on, until};
use crate::rubbish::{random_message, send};
use crate::served::{Served, folder, fresh};
use crate::slowness::{half_requests, room_for_connections};
use plywood_game::Random;
use serde_json::json;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How much of everything.
struct Size {
    requests: u64,
    kills: u64,
    stores: u64,
    streams: usize,
    slow: usize,
    /// A server is killed at every n-th write while it makes a store.
    step: usize,
}

fn size() -> Size {
    match std::env::var_os("PLYWOOD_ATTACK") {
        Some(_) => {
            Size { requests: 60_000, kills: 100, stores: 150, streams: 512, slow: 1000, step: 1 }
        }
        None => Size { requests: 300, kills: 2, stores: 3, streams: 300, slow: 100, step: 40 },
    }
}

#[test]
fn the_attack_is_withstood() {
    let size = size();
    println!("\nattack, with an ordinary client who plays meanwhile:");
    rubbish(size.requests);
    streams(size.streams, size.slow);
    kills(size.kills);
    damage(size.stores);
    if let Some(kills) = kill_while_making(size.step) {
        println!("{kills} kills while a store was made or brought up to date: all games are there");
    }
}

/// What an ordinary client waits for each of its moves while `attack` goes on.
fn ordinary(served: &Served, attack: impl FnOnce() + Send) -> Vec<Duration> {
    let over = AtomicBool::new(false);
    let mut waits = Vec::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            attack();
            over.store(true, Ordering::SeqCst);
        });
        let id = served.begin(&json!({ "game": "othello" }));
        while !over.load(Ordering::SeqCst) || waits.len() < 20 {
            let asked = Instant::now();
            served.post(&format!("/api/games/{id}/play"), &json!({ "move": "f5", "ply": 0 }));
            waits.push(asked.elapsed());
            served.post(&format!("/api/games/{id}/undo"), &json!({}));
        }
    });
    waits.sort_unstable();
    waits
}

fn show(what: &str, waits: &[Duration]) {
    let (p50, p99) = (waits[waits.len() / 2], waits[waits.len() * 99 / 100]);
    println!("{what}; ordinary client: {} moves, p50 {p50:?}, p99 {p99:?}", waits.len());
}

fn rubbish(requests: u64) {
    let (mut served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello" }));
    let before = served.state(&id);
    let refused = AtomicUsize::new(0);
    let waits = ordinary(&served, || {
        let (mut dice, mut connection) = (Random::new(22), Connection::open(served.address));
        for _ in 0..requests {
            let (path, body) = random_message(&mut dice, &id);
            let answer = send(&served, &mut connection, "POST", &path, &body);
            assert!((400..500).contains(&answer.status), "{path}: {answer:?}");
            refused.fetch_add(1, Ordering::Relaxed);
        }
    });
    assert_eq!(served.state(&id), before, "nothing has changed");
    assert!(served.runs());
    let refused = refused.load(Ordering::Relaxed);
    show(&format!("{requests} random requests, {refused} refused"), &waits);
}

fn streams(streams: usize, slow: usize) {
    room_for_connections();
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let halves = half_requests(&served);
    let heard = AtomicUsize::new(0);
    let waits = ordinary(&served, || {
        let held: Vec<Connection> =
            (0..streams).map(|_| Connection::watch(served.address, &id)).collect();
        let half: Vec<Connection> = (0..slow)
            .map(|number| {
                let mut connection = Connection::open(served.address);
                let _ = connection.send(&halves[number % halves.len()]);
                connection
            })
            .collect();
        for _ in 0..20 {
            let mut page = Connection::watch(served.address, &id);
            heard.fetch_add(usize::from(page.event().is_ok()), Ordering::Relaxed);
        }
        drop((held, half));
    });
    let heard = heard.load(Ordering::Relaxed);
    assert_eq!(heard, 20, "new pages hear their game");
    let what = format!(
        "{streams} idle streams and {slow} slow half-requests, {heard} of 20 new pages served"
    );
    show(&what, &waits);
}

fn kills(kills: u64) {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let (mut acknowledged, mut lost) = (0, 0);
    let mut dice = Random::new(23);
    for _ in 0..kills {
        let served = Served::keeping(&store);
        let id = served.begin(&json!({ "game": "mnk:19,19,20" }));
        let answered = AtomicUsize::new(0);
        let (address, token) = (served.address, served.token.clone());
        let pause = Duration::from_millis(dice.below(200) as u64);
        std::thread::scope(|scope| {
            scope.spawn(|| play_on(address, &token, &id, &answered));
            until(|| answered.load(Ordering::SeqCst) > 0);
            std::thread::sleep(pause);
            served.kill();
        });
        let told = answered.load(Ordering::SeqCst);
        let served = Served::keeping(&store);
        let kept = served.state(&id)["ply"].as_u64().expect("a number") as usize;
        acknowledged += told;
        lost += told.saturating_sub(kept);
    }
    println!("{kills} kills: {acknowledged} moves acknowledged, {lost} lost");
    assert_eq!(lost, 0);
}

fn damage(stores: u64) {
    const GAMES: usize = 100;
    let folder = folder();
    let whole = folder.path().join("whole.sqlite");
    let served = Served::keeping(&whole);
    let ids: Vec<String> =
        (0..GAMES).map(|_| served.begin(&json!({ "game": "othello", "moves": "f5" }))).collect();
    let sound = served.end_with_all_in(&whole);
    let (mut found, mut refused, mut saved, mut unreadable) = (0, 0, 0, 0);
    for seed in 0..stores {
        let path = folder.path().join(format!("{seed}.sqlite"));
        let bytes = damaged(&sound, seed);
        std::fs::write(&path, &bytes).expect("a store");
        let served = Served::keeping(&path);
        let aside = folder.path().join(format!("{seed}.sqlite-damaged-1"));
        let (there, said) = settled(&served, &ids, &aside);
        if aside.exists() {
            found += 1;
            assert!(std::fs::read(&aside).expect("it") == bytes, "seed {seed}: it was written to");
        } else if said {
            refused += 1;
            assert!(std::fs::read(&path).expect("it") == bytes, "seed {seed}: it was written to");
        } else {
            assert_eq!(there, GAMES, "seed {seed}: games are missing and nothing is said");
        }
        saved += there;
        unreadable += GAMES - there;
    }
    println!(
        "{stores} damaged stores of {GAMES} games: {found} put aside unchanged, {refused} refused, \
         {} without harm; {saved} games saved, {unreadable} not readable",
        stores - found - refused
    );
}

/// How many of the games are there once the store is as it stays, and whether it is said
/// that something is wrong with it.
fn settled(served: &Served, ids: &[String], aside: &Path) -> (usize, bool) {
    let start = Instant::now();
    loop {
        let said = served.get("/api/catalogue").json()["storage"].clone();
        let said = said.as_str().unwrap_or_default();
        let there = ids.iter().filter(|id| served.get(&format!("/api/games/{id}")).status == 200);
        let there = there.count();
        let replaced = aside.exists() && said.contains("was damaged");
        let refused = said.contains("is not a store") || said.contains("belongs to another");
        if there == ids.len() || replaced || refused || start.elapsed() > PATIENCE {
            return (there, !said.is_empty());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A store with bytes changed, a page overwritten, or its end cut off.
fn damaged(sound: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Random::new(seed);
    let mut bytes = sound.to_vec();
    match seed % 3 {
        0 => {
            for _ in 0..30 {
                let place = dice.below(bytes.len());
                bytes[place] ^= 1 + dice.below(255) as u8;
            }
        }
        1 => {
            let page = dice.below(bytes.len() / 4096) * 4096;
            bytes[page..page + 4096].fill(0xa5);
        }
        _ => bytes.truncate(4096 + dice.below(bytes.len() - 4096)),
    }
    bytes
}
