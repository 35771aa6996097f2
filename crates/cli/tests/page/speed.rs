//! How long things take, on a machine that has other things to do as well.

use crate::http::{Connection, request};
use crate::served::{Served, folder, fresh};
use serde_json::json;
use std::time::{Duration, Instant};

/// The best of several tries shows what the server needs, the others what the
/// machine was doing.
const TRIES: usize = 8;

#[test]
fn it_listens_within_a_tenth_of_a_second() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let fastest = |store: &dyn Fn(usize) -> std::path::PathBuf| {
        (0..TRIES).map(|number| Served::keeping(&store(number)).started_in).min()
    };
    let with_new_store = fastest(&|number| folder.path().join(format!("{number}.sqlite")));
    let with_old_store = fastest(&|_| store.clone());
    for best in [with_new_store, with_old_store] {
        assert!(best < Some(Duration::from_millis(100)), "{best:?}");
    }
}

#[test]
fn a_move_is_answered_and_seen_within_fifty_milliseconds() {
    const MOVES: usize = 360;
    let best = (0..TRIES).map(|_| slow_moves(MOVES)).find(|slow| slow * 100 <= MOVES);
    assert!(best.is_some(), "more than one in a hundred took longer, every time");
}

/// How many of the moves took longer than that until the answer and the
/// news of it were there.
fn slow_moves(moves: usize) -> usize {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "mnk:19,19,20" }));
    let mut stream = Connection::watch(served.address, &id);
    stream.event().expect("the first state");
    let mut connection = Connection::open(served.address);
    let headers =
        [("x-plywood-token", served.token.as_str()), ("content-type", "application/json")];
    let took_long = |ply: &usize| {
        let body = json!({ "move": cell(*ply), "ply": ply }).to_string();
        let path = format!("/api/games/{id}/play");
        let bytes = request(served.address, "POST", &path, &headers, body.as_bytes());
        let start = Instant::now();
        connection.send(&bytes).expect("it is sent");
        let answer = connection.answer().expect("an answer");
        assert_eq!(answer.status, 200, "{}", answer.text());
        let revision = answer.json()["revision"].clone();
        while stream.event().expect("news").1["revision"] != revision {}
        start.elapsed() > Duration::from_millis(50)
    };
    (0..moves).filter(took_long).count()
}

/// The cells row by row: nobody ever has a line of twenty.
fn cell(ply: usize) -> String {
    format!("{}{}", char::from(b'a' + (ply % 19) as u8), ply / 19 + 1)
}
