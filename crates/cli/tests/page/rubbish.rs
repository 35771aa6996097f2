//! Whatever is sent, the answer is a refusal: never a failure of ours, never a
//! change, never memory that stays.

use crate::http::{Answer, Connection, request};
use crate::served::{Served, fresh};
use plywood_game::Random;
use serde_json::{Value, json};

/// How much more memory a server may have after all that.
const SLACK_KB: u64 = 24 << 10;

#[test]
fn twenty_thousand_random_bodies_are_refused_and_leave_nothing() {
    let (mut served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello" }));
    let before = served.state(&id);
    let mut dice = Random::new(1);
    let mut connection = Connection::open(served.address);
    let mut warm = 0;
    for number in 0..20_000 {
        let (path, body) = random_message(&mut dice, &id);
        let method = if path.ends_with(&id) { "PATCH" } else { "POST" };
        let answer = send(&served, &mut connection, method, &path, &body);
        let shown = String::from_utf8_lossy(&body);
        assert!((400..500).contains(&answer.status), "{path} {shown}: {answer:?}");
        if answer.header("content-type") == Some("application/json") {
            assert!(!answer.json()["error"]["what"].as_str().unwrap_or("").is_empty());
        }
        if number == 4_000 {
            warm = served.memory();
        }
    }
    let grown = served.memory().saturating_sub(warm);
    assert!(grown < SLACK_KB, "{grown} KB more");
    assert_eq!(served.state(&id), before, "nothing has changed");
    assert_eq!(served.get("/api/games").json()["games"].as_array().map(Vec::len), Some(1));
    assert!(served.runs());
    let said = served.last_words();
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn bytes_that_are_no_request_are_refused_or_cut_off() {
    let (mut served, _folder) = fresh();
    let mut dice = Random::new(2);
    for _ in 0..2_000 {
        let mut connection = Connection::open(served.address);
        let bytes = random_bytes(&mut dice, 400);
        // The server may have closed before it was all sent.
        let _ = connection.send(&bytes);
        let _ = connection.send(b"\r\n\r\n");
        if let Ok(answer) = connection.answer() {
            assert!((400..500).contains(&answer.status), "{bytes:?}: {answer:?}");
        }
    }
    assert!(served.runs());
    assert_eq!(served.get("/").status, 200);
}

#[test]
fn a_body_that_is_too_large_is_refused_at_64_kilobytes() {
    let (served, _folder) = fresh();
    let title = |length: usize| json!({ "game": "tictactoe", "title": "x".repeat(length) });
    let overhead = title(0).to_string().len();
    let fits = served.change("POST", "/api/games", &title((64 << 10) - overhead));
    assert_eq!(fits.status, 400, "read, though no title is so long");
    let over = served.change("POST", "/api/games", &title((64 << 10) - overhead + 1));
    assert_eq!(over.status, 413);
    let headers = format!("x-large: {}\r\n", "x".repeat(64 << 10));
    let mut connection = Connection::open(served.address);
    let head = format!("GET / HTTP/1.1\r\nhost: {}\r\n{headers}\r\n", served.address);
    // The server may have closed before it was all sent.
    let _ = connection.send(head.as_bytes());
    assert!(connection.answer().map_or(431, |answer| answer.status) == 431);
}

#[test]
fn a_body_with_broken_chunks_is_a_bad_request() {
    let (served, _folder) = fresh();
    let (host, token) = (served.address, &served.token);
    let mut connection = Connection::open(served.address);
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {host}\r\nx-plywood-token: {token}\r\n\
         content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{{}}\r\n"
    );
    connection.send(head.as_bytes()).expect("sent");
    assert_eq!(connection.answer().expect("an answer").status, 400);
}

/// Sends on the open connection, or on a new one where the server closed it.
pub(crate) fn send(
    served: &Served,
    connection: &mut Connection,
    method: &str,
    path: &str,
    body: &[u8],
) -> Answer {
    let headers =
        [("x-plywood-token", served.token.as_str()), ("content-type", "application/json")];
    let bytes = request(served.address, method, path, &headers, body);
    for _ in 0..3 {
        if connection.send(&bytes).is_ok()
            && let Ok(answer) = connection.answer()
        {
            return answer;
        }
        *connection = Connection::open(served.address);
    }
    panic!("no answer to {path} {}", String::from_utf8_lossy(body));
}

/// A path that takes bodies, and a body that nobody should send there.
pub(crate) fn random_message(dice: &mut Random, id: &str) -> (String, Vec<u8>) {
    const COMMANDS: [&str; 11] = [
        "play",
        "undo",
        "redo",
        "resign",
        "players",
        "move-now",
        "continue-from",
        "fly",
        "",
        "..",
        "play/play",
    ];
    let command = COMMANDS[dice.below(COMMANDS.len())];
    let path = match dice.below(4) {
        0 => "/api/games".to_owned(),
        1 => format!("/api/games/{id}"),
        2 => format!("/api/games/{:016x}/{command}", dice.next_u64()),
        _ => format!("/api/games/{id}/{command}"),
    };
    let body = match dice.below(4) {
        0 => [b"\x00".to_vec(), random_bytes(dice, 300)].concat(),
        1 => random_json(dice, 0).to_string().into_bytes(),
        2 => almost_right(dice).to_string().into_bytes(),
        _ => {
            let text = almost_right(dice).to_string();
            broken(dice, &text)
        }
    };
    (path, body)
}

fn random_bytes(dice: &mut Random, most: usize) -> Vec<u8> {
    (0..dice.below(most)).map(|_| dice.next_u64() as u8).collect()
}

fn random_text(dice: &mut Random) -> String {
    let letter = |dice: &mut Random| match dice.below(3) {
        0 => char::from(b' ' + dice.below(95) as u8),
        1 => char::from_u32(dice.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
        _ => char::from(b"0123456789,:;/[]=xXoO*-.()"[dice.below(26)]),
    };
    let length = dice.below(80);
    std::iter::once('!').chain((0..length).map(|_| letter(dice))).collect()
}

/// Any JSON that no request takes, because its keys are all unknown.
fn random_json(dice: &mut Random, depth: usize) -> Value {
    match dice.below(if depth < 6 { 7 } else { 5 }) {
        0 => Value::Null,
        1 => json!(dice.below(2) == 0),
        2 => json!(dice.next_u64() as i64),
        3 => json!(f64::from_bits(dice.next_u64())),
        4 => json!(random_text(dice)),
        5 => (0..dice.below(6)).map(|_| random_json(dice, depth + 1)).collect(),
        _ => {
            let entry = |dice: &mut Random| (random_text(dice), random_json(dice, depth + 1));
            Value::Object((0..=dice.below(5)).map(|_| entry(dice)).collect())
        }
    }
}

/// The right keys with values that cannot be right.
fn almost_right(dice: &mut Random) -> Value {
    let text = random_text(dice);
    match dice.below(10) {
        0 => json!({ "move": text, "ply": 0 }),
        1 => json!({ "move": text, "ply": dice.next_u64() }),
        2 => json!({ "ply": -1 }),
        3 => json!({ "ply": 1e300 }),
        4 => json!({ "game": text }),
        5 => json!({ "game": format!("mnk:{text}") }),
        6 => json!({ "game": "othello", "position": text }),
        7 => json!({ "game": "azulejos", "file": text, "moves": text }),
        8 => json!({ "first": text, "second": "human" }),
        _ => json!({ "second": format!("alphabeta[{text}]"), "side": text }),
    }
}

/// The text with a few bytes changed, so that it is no longer JSON or no longer
/// what it was: its first byte is never a bracket.
fn broken(dice: &mut Random, text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let place = dice.below(bytes.len());
        bytes[place] = dice.next_u64() as u8;
    }
    bytes[0] = b"}]:,x0"[dice.below(6)];
    bytes
}
