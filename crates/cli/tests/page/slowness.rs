//! Clients that take their time must not take anybody else's.

use crate::http::{Connection, request};
use crate::served::{Served, fresh};
use serde_json::json;
use std::time::{Duration, Instant};

/// How long a client may be silent in the middle of something: the server closes after 5
/// seconds, and a busy machine takes a while to do so.
const SILENCE: Duration = Duration::from_secs(30);

/// Requests that stop in the middle, in every part of a request.
pub(crate) fn half_requests(served: &Served) -> Vec<Vec<u8>> {
    let address = served.address;
    let headers =
        [("x-plywood-token", served.token.as_str()), ("content-type", "application/json")];
    let body = json!({ "game": "tictactoe" }).to_string();
    let whole = request(address, "POST", "/api/games", &headers, body.as_bytes());
    let places =
        [0, 1, 4, 17, 40, whole.len() - body.len() - 1, whole.len() - body.len(), whole.len() - 1];
    places.iter().map(|&end| whole[..end].to_vec()).collect()
}

#[test]
fn half_requests_are_closed_while_others_are_served() {
    let (served, _folder) = fresh();
    let halves = half_requests(&served);
    let start = Instant::now();
    let mut slow: Vec<Connection> = (0..200)
        .map(|number| {
            let mut connection = Connection::open(served.address);
            connection.send(&halves[number % halves.len()]).expect("it is sent");
            connection
        })
        .collect();
    let mut waits = Vec::new();
    while start.elapsed() < Duration::from_secs(3) {
        let asked = Instant::now();
        assert_eq!(served.get("/api/games").status, 200);
        waits.push(asked.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    waits.sort_unstable();
    assert!(waits[waits.len() / 2] < Duration::from_secs(1), "others waited {waits:?}");
    for connection in &mut slow {
        connection.until_closed().expect("closed by the server");
    }
    assert!(start.elapsed() < SILENCE, "closed after {:?}", start.elapsed());
    assert_eq!(served.get("/api/games").json()["games"], json!([]), "nothing was begun");
}

/// How long the quickest of five visitors waits who come at once: what a visitor waits
/// for, without what the machine does otherwise.
fn visitors_wait(served: &Served, path: &str) -> Duration {
    let visit = || {
        let asked = Instant::now();
        assert_eq!(served.get(path).status, 200);
        asked.elapsed()
    };
    std::thread::scope(|scope| {
        let visits: Vec<_> = (0..5).map(|_| scope.spawn(visit)).collect();
        visits.into_iter().map(|visit| visit.join().expect("served")).min().expect("five")
    })
}

#[test]
fn a_thousand_slow_half_requests_keep_nobody_waiting() {
    room_for_connections();
    let (served, _folder) = fresh();
    let halves = half_requests(&served);
    let slow: Vec<Connection> = (0..1000)
        .map(|number| {
            let mut connection = Connection::open(served.address);
            // The server may have made room already.
            let _ = connection.send(&halves[number % halves.len()]);
            connection
        })
        .collect();
    let wait = visitors_wait(&served, "/api/games");
    assert!(wait < Duration::from_secs(3), "the quickest waited {wait:?}");
    drop(slow);
}

#[test]
fn five_hundred_idle_streams_keep_nobody_out() {
    room_for_connections();
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let idle: Vec<Connection> = (0..512).map(|_| Connection::watch(served.address, &id)).collect();
    let wait = visitors_wait(&served, "/api/games");
    assert!(wait < Duration::from_secs(3), "the quickest waited {wait:?}");
    // A page that comes now watches too, and hears what happens.
    let mut page = Connection::watch(served.address, &id);
    assert_eq!(page.event().expect("the state").1["ply"], 0);
    served.post(&format!("/api/games/{id}/play"), &json!({ "move": "b2", "ply": 0 }));
    assert_eq!(page.event().expect("the move").1["ply"], 1);
    drop(idle);
}

/// Lets this process have as many connections as the system allows.
pub(crate) fn room_for_connections() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).expect("the limit can be raised");
}

#[test]
fn a_client_that_sends_a_byte_at_a_time_is_closed_too() {
    let (served, _folder) = fresh();
    let whole = request(served.address, "GET", "/api/games", &[("x-long", &"x".repeat(500))], b"");
    let mut connection = Connection::open(served.address);
    let start = Instant::now();
    for byte in whole {
        if connection.send(&[byte]).is_err() {
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    assert!(start.elapsed() < SILENCE, "it went on for {:?}", start.elapsed());
}

#[test]
fn a_watcher_that_reads_nothing_is_let_go_and_costs_nobody_anything() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "mnk:60,60,5" }));
    let _deaf: Vec<Connection> = (0..20).map(|_| Connection::watch(served.address, &id)).collect();
    let before = served.memory();
    for number in 0..40 {
        let mv = if number % 2 == 0 { "a1" } else { "b1" };
        let asked = Instant::now();
        served.post(&format!("/api/games/{id}/play"), &json!({ "move": mv, "ply": 0 }));
        served.post(&format!("/api/games/{id}/undo"), &json!({}));
        assert!(asked.elapsed() < SILENCE);
    }
    let grown = served.memory().saturating_sub(before);
    assert!(grown < 100_000, "{grown} KB more");
}
