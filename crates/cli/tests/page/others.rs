//! Servers that other machines can reach: passwords, looking without changing, quotas
//! and the log.

use crate::served::{PLYWOOD, Served, folder};
use serde_json::json;
use std::path::Path;
use std::process::Command;

const OK: u16 = 200;
const MISDIRECTED: u16 = 421;
const FORBIDDEN: u16 = 403;

/// A server with the password "open sesame".
fn open_to_others(folder: &Path) -> Command {
    let password = folder.join("password");
    std::fs::write(&password, "open sesame\nnot this\n").expect("a file");
    let mut command = public(folder);
    command.arg("--password-file").arg(password);
    command
}

fn public(folder: &Path) -> Command {
    let mut command = Command::new(PLYWOOD);
    command.args(["serve", "--listen", "0.0.0.0:0", "--allow-others", "--store"]);
    command.arg(folder.join("games.sqlite"));
    command
}

#[test]
fn others_reach_it_by_numbers_and_by_the_names_that_were_given() {
    let folder = folder();
    let served = Served::start(open_to_others(folder.path()).args(["--host", "games.example"]));
    let port = served.address.port();
    for (host, origin, expected) in [
        (format!("192.168.1.7:{port}"), format!("http://192.168.1.7:{port}"), OK),
        (format!("[fd00::7]:{port}"), format!("http://[fd00::7]:{port}"), OK),
        (format!("games.example:{port}"), format!("http://games.example:{port}"), OK),
        ("games.example".to_owned(), "https://games.example".to_owned(), OK),
        ("games.example".to_owned(), "https://evil.example".to_owned(), FORBIDDEN),
        (format!("192.168.1.7:{port}"), "null".to_owned(), FORBIDDEN),
        (format!("evil.example:{port}"), format!("http://evil.example:{port}"), MISDIRECTED),
        (format!("192.168.1.7:{}", port - 1), String::new(), MISDIRECTED),
    ] {
        let headers = [("host", host.as_str()), ("origin", origin.as_str())];
        let status = served.ask("GET", "/api/games", &headers, b"").status;
        assert_eq!(status, expected, "{host} from {origin}");
    }
    let said = served.last_words();
    assert!(said.contains("others can reach this address"), "{said}");
}

#[test]
fn a_password_lets_in_and_a_wrong_one_does_not() {
    let folder = folder();
    let log = folder.path().join("log");
    let served = Served::start(open_to_others(folder.path()).arg("--log").arg(&log));
    // Base64 of ":open sesame", "me:open sesame", ":not this" and "open sesame".
    for (shown, expected) in [
        ("Basic Om9wZW4gc2VzYW1l", 200),
        ("Basic bWU6b3BlbiBzZXNhbWU=", 200),
        ("Basic Om5vdCB0aGlz", 401),
        ("Basic b3BlbiBzZXNhbWU=", 401),
        ("Basic ****", 401),
        ("Bearer Om9wZW4gc2VzYW1l", 401),
    ] {
        let headers = [("cookie", ""), ("authorization", shown)];
        for path in ["/", "/api/games"] {
            let answer = served.ask("GET", path, &headers, b"");
            assert_eq!(answer.status, expected, "{path} with {shown}");
            let asks = answer.header("www-authenticate").is_some();
            assert_eq!(asks, expected == 401, "browsers ask for it: {path} with {shown}");
            assert_eq!(answer.header("set-cookie").is_some(), expected == 200 && path == "/");
        }
    }
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("127.0.0.1 GET \"/api/games\" refused: 401"), "{log}");
}

#[test]
fn everyone_may_look_at_a_server_for_reading_and_nobody_changes_it() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let served = Served::keeping(&store);
    let thinker = json!({ "game": "othello", "first": "alphabeta[time=60s]" });
    let id = served.begin(&thinker);
    served.kill();
    let served = Served::start(public(folder.path()).arg("--read-only"));
    for path in ["/", "/api/games", &format!("/api/games/{id}")] {
        assert_eq!(served.ask("GET", path, &[("cookie", "")], b"").status, 200, "{path}");
    }
    let key = std::fs::read_to_string(folder.path().join("games.sqlite-key")).expect("the key");
    let page = served.ask("GET", "/", &[("cookie", "")], b"");
    assert!(!page.text().contains(key.trim_end()), "the key is not for everyone");
    assert_eq!(page.header("set-cookie"), None);
    let mut stream = crate::http::Connection::watch(served.address, &id);
    let (_, state) = stream.event().expect("the state");
    assert!(state["thinking"].is_null(), "no engine is set to work by looking");
    let answer = served.change("POST", "/api/games", &thinker);
    assert_eq!(answer.status, FORBIDDEN);
    assert_eq!(answer.json()["error"]["code"], "read-only");
}

#[test]
fn a_machine_that_changes_too_much_is_told_to_wait() {
    let folder = folder();
    let served = Served::start(&mut open_to_others(folder.path()));
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let title = json!({ "title": "again" });
    let renamed = |_| served.change("PATCH", &format!("/api/games/{id}"), &title);
    let refused = (0..2000).map(renamed).find(|answer| answer.status != OK);
    let refused = refused.expect("20 a second, and 200 at once");
    assert_eq!(refused.status, 429);
    assert_eq!(refused.json()["error"]["code"], "quota");
    assert_eq!(served.get("/api/games").status, OK, "looking costs nothing");
}
