//! The page shows events of a server as it shows those of a file, and no password.

use crate::cluster::Server;
use crate::people::{Stage, guide, wait};
use crate::served::{PLYWOOD, Served};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

const EVENT: &str = r#"
players = ["pvs[nodes=40000]", "mcts[nodes=20000]", "greedy"]
games = ["mnk:6,6,5"]
games-per-pair = 8

[openings]
moves = 2
"#;

fn serve(folder: &Path, events: &str) -> Served {
    let mut command = Command::new(PLYWOOD);
    command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(folder.join("games.sqlite"));
    Served::start(command.args(["--events", events]))
}

/// The event once this holds of it.
fn view_when(served: &Served, wanted: impl Fn(&Value) -> bool) -> Value {
    let mut view = Value::Null;
    wait("a view of the event", || {
        let answer = served.get("/api/events/event");
        view = if answer.status == 200 { answer.json() } else { Value::Null };
        wanted(&view)
    });
    view
}

/// Names and points of the players.
fn points(ranking: &Value) -> Vec<(String, Value)> {
    let rows = ranking.as_array().into_iter().flatten();
    rows.map(|row| (row["name"].to_string(), row["points"].clone())).collect()
}

#[test]
fn the_page_shows_an_event_of_a_server_with_the_readers_role() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, EVENT);
    stage.expected();
    let show = ["arena", "show", "event", "--json", "--store", "file.sqlite"];
    let expected: Value = serde_json::from_str(&stage.text(&show)).expect("JSON");
    let coordinator = stage.coordinator();
    let queued = "SELECT count(*) FROM plywood.queue";
    wait("games", || server.sql(&stage.database, queued) == "24");
    guide(&mut server, &stage);
    let url = server.url(&format!("{}:reader", stage.role("reader")), &stage.database);
    let served = serve(stage.path(), &url);
    let list = served.get("/api/events");
    assert_eq!(list.json()["events"][0]["played"], true, "{}", list.text());
    assert_eq!(list.json()["elsewhere"], true);
    assert!(!list.text().contains(":reader"), "{}", list.text());

    let mut worker = stage.worker("w", &[]);
    let counted = "SELECT count(*) > 0 FROM plywood.results";
    wait("a result", || server.sql(&stage.database, counted) == "t");
    worker.signal("-STOP");
    let view = view_when(&served, |view| view["event"]["finished"].as_u64() > Some(0));
    assert!(view["event"]["played"] == true && view["event"]["here"] == false, "{view}");
    // The process that runs it is lost, the server is restarted, and the page goes on.
    coordinator.signal("-KILL");
    view_when(&served, |view| view["event"]["played"] == false);
    server.restart();
    let mut coordinator = stage.coordinator();
    worker.signal("-CONT");
    let over = view_when(&served, |view| view["event"]["over"] == true);
    assert_eq!((coordinator.end(), worker.end()), (Some(0), Some(0)));
    assert_eq!(points(&over["ranking"]), points(&expected["players"]));
    assert_eq!(over["event"]["finished"], 24);

    let games = served.get("/api/events/event/games").json();
    assert_eq!(games["total"], 24);
    let latest = &games["games"][0];
    let opened = served.post(&format!("/api/events/event/games/{}", latest["number"]), &json!({}));
    let nodes = opened["nodes"].as_array().map(|nodes| nodes.len() as u64 - 1);
    assert_eq!(nodes, latest["plies"].as_u64(), "{opened}");
    assert_eq!(opened["names"]["first"], latest["first"]);
    let csv = served.get("/api/events/event/files/csv");
    assert!(csv.text().contains("place,player,points"), "{}", csv.text());

    // It is shown, and not changed.
    let begin = json!({ "name": "x", "players": ["best", "random"], "games": ["tictactoe"] });
    for (path, body) in [("/api/events", &begin), ("/api/events/event/resume", &json!({}))] {
        assert_eq!(served.change("POST", path, body).status, 409, "{path}");
    }
    assert!(!served.last_words().contains(":reader"));
}

#[test]
fn a_page_whose_server_is_away_says_so_without_the_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = serve(folder.path(), "postgres://ann:sesame@127.0.0.1:1/arena?password=sesame");
    for path in ["/api/events", "/api/events/cup", "/api/events/cup/files/csv"] {
        let answer = served.get(path);
        assert_eq!(answer.status, 409, "{path}: {}", answer.text());
        let text = answer.text();
        assert!(text.contains("cannot be reached") && !text.contains("sesame"), "{text}");
    }
    assert_eq!(served.get("/api/games").status, 200, "games are played without events");
    assert!(!served.last_words().contains("sesame"));
    for option in ["--store", "--events"] {
        let mut command = Command::new(PLYWOOD);
        command.args(["serve", "--listen", "127.0.0.1:0", option, "postgres://a:sesame@h:x/d"]);
        let refused = command.output().expect("plywood");
        assert_eq!(refused.status.code(), Some(2));
        assert!(!String::from_utf8_lossy(&refused.stderr).contains("sesame"));
    }
}
