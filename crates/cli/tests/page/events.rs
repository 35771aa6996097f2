//! Events of the arena over the page's server: shown while another process plays
//! them, started and stopped here, and only with players that may play here.

use crate::served::{PLYWOOD, Served, folder};
use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long anything may take; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(90);

/// A server with stores of its own in this folder.
fn serve(folder: &Path, engines: &[&str]) -> Served {
    let mut command = Command::new(PLYWOOD);
    command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(folder.join("games.sqlite"));
    command.arg("--events").arg(folder.join("arena.sqlite"));
    for engine in engines {
        command.args(["--engine", engine]);
    }
    Served::start(&mut command)
}

fn arena(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(PLYWOOD);
    command.arg("arena").args(words).arg("--store").arg(folder.join("arena.sqlite"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The event once this holds of it.
fn view_when(served: &Served, name: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let answer = served.get(&format!("/api/events/{name}"));
        if answer.status == 200 && wanted(&answer.json()) {
            return answer.json();
        }
        assert!(start.elapsed() < PATIENCE, "{}", answer.text());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_event_of_the_terminal_is_seen_while_it_is_played_and_its_games_open() {
    let folder = folder();
    let served = serve(folder.path(), &[]);
    assert_eq!(served.get("/api/events").json()["events"], json!([]));
    assert_eq!(served.get("/api/events/cup").status, 404);
    let words = [
        ["run", "--name", "cup", "--clock", "1m+1s", "--opening-moves", "2"].as_slice(),
        &["--player", "alphabeta[depth=2]", "--player", "random[seed=1]"],
        &["--game", "othello", "--game", "mnk:5,5,4", "--games-per-pair", "200"],
    ];
    let mut playing = arena(folder.path(), &words.concat()).spawn().expect("it starts");
    let view = view_when(&served, "cup", |view| view["event"]["finished"].as_u64() > Some(0));
    assert_eq!(view["event"]["played"], true, "{view}");
    assert_eq!(view["event"]["here"], false);
    playing.kill().expect("it can be killed");
    playing.wait().expect("it ends");
    let view = view_when(&served, "cup", |view| view["event"]["played"] == false);
    assert_eq!(view["ranking"].as_array().map(Vec::len), Some(2));
    let revision = view["revision"].as_str().expect("a text");
    assert_eq!(served.get(&format!("/api/events/cup?seen={revision}")).status, 204);
    assert_eq!(served.get("/api/events/cup?seen=older").status, 200);

    let games = served.get("/api/events/cup/games?player=0&against=1").json();
    assert_eq!(games["total"], view["event"]["finished"]);
    let first = games["games"].as_array().and_then(|games| games.last()).expect("a game");
    let path = format!("/api/events/cup/games/{}", first["number"]);
    let opened = served.post(&path, &json!({}));
    let again = served.post(&path, &json!({}));
    assert_eq!(opened["id"], again["id"], "a game is copied once");
    assert_eq!(opened["names"]["first"], first["first"]);
    let nodes = opened["nodes"].as_array().expect("nodes");
    assert_eq!(nodes.len() as u64 - 1, first["plies"].as_u64().expect("a number"));
    let last = nodes.iter().rev().find(|node| !node["depth"].is_null()).expect("a searched move");
    assert!(last["value"].is_object() && last["time_ms"].is_u64(), "{last}");
    assert!(last["left_ms"].as_u64() > Some(30_000), "{last}");
    assert!(nodes[1].get("time_ms").is_none(), "moves of the opening took no time");
    assert_eq!(served.get("/api/games").json()["games"].as_array().map(Vec::len), Some(1));
}

#[test]
fn an_event_is_started_here_stopped_resumed_and_downloaded() {
    let folder = folder();
    let served = serve(folder.path(), &[]);
    let new = json!({
        "name": "mine & yours", "players": ["random[seed=1]", "alphabeta", "mcts"],
        "games": ["othello", "mnk:4,4,3"], "games_per_pair": 40, "nodes": 300, "opening_moves": 2,
    });
    assert_eq!(served.post("/api/events", &new)["name"], "mine & yours");
    let name = "mine%20%26%20yours";
    view_when(&served, name, |view| view["event"]["finished"].as_u64() > Some(2));
    let refused = served.change(
        "POST",
        "/api/events",
        &json!({
            "name": "second", "players": ["best", "random"], "games": ["tictactoe"],
        }),
    );
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert_eq!(served.change("POST", &format!("/api/events/{name}/stop"), &json!({})).status, 204);
    let stopped = view_when(&served, name, |view| view["event"]["played"] == false);
    assert_eq!(stopped["event"]["over"], false, "{}", stopped["event"]);
    // A killed server loses nothing, and the next one goes on.
    served.kill();
    let served = serve(folder.path(), &[]);
    assert_eq!(
        served.change("POST", &format!("/api/events/{name}/resume"), &json!({})).status,
        204
    );
    let over = view_when(&served, name, |view| view["event"]["over"] == true);
    assert_eq!(over["event"]["finished"], 240);
    assert_eq!(over["cross"][0].as_array().map(Vec::len), Some(3));
    for (form, words) in [
        ("html", "<h2>Cross table</h2>"),
        ("csv", "place,player,points"),
        ("txt", "plywood game 1"),
        ("json", "\"standings\""),
        ("ggf", "(;GM[Othello]"),
        ("psq", "Piskvorky 4x4"),
    ] {
        let file = served.get(&format!("/api/events/{name}/files/{form}"));
        assert!(file.text().contains(words), "{form}: {}", file.text());
        let disposition = format!("attachment; filename=\"mine---yours.{form}\"");
        assert_eq!(file.header("content-disposition"), Some(&*disposition));
    }
    assert_eq!(served.get(&format!("/api/events/{name}/files/exe")).status, 404);
    let ggf = over["files"].as_array().and_then(|all| all.iter().find(|one| one["form"] == "ggf"));
    assert_eq!(ggf.expect("GGF")["games"], 120);
}

#[test]
fn only_players_that_the_operator_named_play_and_their_commands_stay_secret() {
    let folder = folder();
    let secret = "ugi:python3 ../../examples/players/does-not-matter.py --secret";
    let served = serve(folder.path(), &[&format!("mine={secret}")]);
    let event = |players: Value| json!({ "name": "x", "players": players, "games": ["tictactoe"], "games_per_pair": 2 });
    for (players, words) in [
        (json!(["ugi:sh -c 'touch /tmp/x'", "random"]), "named at its start"),
        (json!(["UGI: sh", "random"]), "named at its start"),
        (json!(["yours", "random"]), "yours"),
        (json!(["human", "random"]), "person"),
        (json!(["best[table=900000000]", "random"]), "table"),
        (json!(["best"]), "players"),
    ] {
        let refused = served.change("POST", "/api/events", &event(players));
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert!(refused.text().contains(words), "{words}: {}", refused.text());
    }
    let large = json!({ "name": "x", "players": ["best", "random"], "games": ["tictactoe"],
        "games_per_pair": 30_000 });
    assert!(served.change("POST", "/api/events", &large).text().contains("at most 20000"));
    assert!(!folder.path().join("arena.sqlite").exists(), "nothing was begun");

    assert_eq!(served.post("/api/events", &event(json!(["mine", "random"])))["name"], "x");
    let over = view_when(&served, "x", |view| view["event"]["over"] == true);
    assert_eq!(over["faults"][0]["player"], "mine", "{over}");
    for path in ["", "/games", "/files/html", "/files/json"] {
        let text = served.get(&format!("/api/events/x{path}"));
        assert!(!text.text().contains("does-not-matter.py --secret"), "{path}: {}", text.text());
    }
    // An event of the terminal with a command of its own is shown, not played.
    let words = ["run", "--name", "foreign", "--player", "random", "--player", "ugi:sleep 60"];
    let words = [words.as_slice(), &["--game", "tictactoe"]].concat();
    let mut playing = arena(folder.path(), &words).spawn().expect("it starts");
    view_when(&served, "foreign", |_| true);
    playing.kill().expect("it can be killed");
    playing.wait().expect("it ends");
    let refused = served.change("POST", "/api/events/foreign/resume", &json!({}));
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert!(refused.text().contains("arena run"), "{}", refused.text());
}
