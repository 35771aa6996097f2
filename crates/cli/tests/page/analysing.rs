//! Analyses of positions, and how searches share the machine.

use crate::http::{Connection, PATIENCE, request};
use crate::served::{Served, folder, fresh};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The page that a token was given to.
fn page_of(token: &str) -> &str {
    token.split_once('-').expect("a secret and a page").1
}

/// Watches a game as a page does.
pub(crate) fn watch(served: &Served, id: &str, token: &str) -> Connection {
    let mut stream = Connection::open(served.address);
    let path = format!("/api/games/{id}/events?page={}", page_of(token));
    stream.send(&request(served.address, "GET", &path, &[], b"")).expect("it is sent");
    stream
}

pub(crate) fn analyse(served: &Served, id: &str, token: &str, wanted: &Value) {
    let answer = served.change_as(token, "POST", &format!("/api/games/{id}/analysis"), wanted);
    assert_eq!(answer.status, 204, "{}", answer.text());
}

/// The next news of an analysis that holds.
pub(crate) fn heard(stream: &mut Connection, holds: impl Fn(&Value) -> bool) -> Value {
    let patience = Instant::now() + PATIENCE;
    loop {
        let (name, data) = stream.event().expect("an event");
        if name == "analysis" && holds(&data) {
            return data;
        }
        assert!(Instant::now() < patience, "never; last {data}");
    }
}

#[test]
fn an_analysis_follows_its_page_from_position_to_position_and_leaves_the_game_alone() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello", "moves": "f5 d6 c3" }));
    let mut stream = watch(&served, &id, &served.token);
    analyse(&served, &id, &served.token, &json!({ "node": 3, "lines": 2 }));
    let news = heard(&mut stream, |news| news["analysis"]["depth"].as_u64() >= Some(3));
    assert_eq!((&news["node"], &news["running"]), (&json!(3), &json!(true)));
    assert_eq!(news["analysis"]["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(news["analysis"]["score"]["unit"], "discs");
    analyse(&served, &id, &served.token, &json!({ "node": 1, "lines": 0 }));
    // What was told of the first position may still be on its way.
    let news = heard(&mut stream, |news| {
        news["node"] == 1 && news["analysis"]["depth"].as_u64() >= Some(2)
    });
    assert_eq!(news["analysis"]["to_move"], "second");
    assert_eq!(news["analysis"]["lines"].as_array().map(Vec::len), Some(3), "every legal move");
    let state = served.state(&id);
    assert_eq!((&state["node"], &state["thinking"]), (&json!(3), &Value::Null));
    let stopped = served.change("DELETE", &format!("/api/games/{id}/analysis"), &json!({}));
    assert_eq!(stopped.status, 204);
    for bad in [
        json!({ "node": 9 }),
        json!({ "node": 1, "player": "random" }),
        json!({ "node": 1, "player": "human" }),
        json!({ "node": 1, "player": "nobody" }),
        json!({ "node": 1, "player": "alphabeta[table=99999999]" }),
    ] {
        let answer = served.change("POST", &format!("/api/games/{id}/analysis"), &bad);
        assert!([400, 404].contains(&answer.status), "{bad}: {}", answer.text());
    }
}

#[test]
fn what_an_analysis_came_to_is_kept_beside_the_move() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let served = Served::keeping(&store);
    let id = served.begin(&json!({ "game": "tictactoe", "moves": "b2 a1 c3" }));
    let mut stream = watch(&served, &id, &served.token);
    analyse(&served, &id, &served.token, &json!({ "node": 2 }));
    heard(&mut stream, |news| news["running"] == false);
    // x is to move and has a draw; o, who moved, has one too.
    let state = served.wait_until(&id, |state| !state["nodes"][2]["value"].is_null());
    assert_eq!(state["nodes"][2]["value"]["kind"], "draw");
    analyse(&served, &id, &served.token, &json!({ "node": 0, "player": "best" }));
    heard(&mut stream, |news| news["node"] == 0 && news["running"] == false);
    served.kill();
    let again = Served::keeping(&store).state(&id);
    assert_eq!(again["nodes"][2]["value"], state["nodes"][2]["value"]);
    assert_eq!(again["nodes"][0]["value"], Value::Null, "the start is no move");
}

#[test]
fn a_small_position_is_solved_and_a_threat_is_shown_for_the_other_side() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe", "moves": "b2 a1 c3" }));
    let mut stream = watch(&served, &id, &served.token);
    analyse(&served, &id, &served.token, &json!({ "node": 3, "lines": 0 }));
    let news = heard(&mut stream, |news| news["running"] == false);
    assert_eq!(news["analysis"]["exact"], true);
    assert_eq!(news["analysis"]["lines"].as_array().map(Vec::len), Some(6));
    // o has a1; if o passed, x would go on.
    analyse(&served, &id, &served.token, &json!({ "node": 3, "threat": true }));
    let news = heard(&mut stream, |news| news["threat"] == true && news["running"] == false);
    assert_eq!(news["analysis"]["to_move"], "first");
    assert_eq!(news["analysis"]["score"]["kind"], "win");
    let delta = served.begin(&json!({ "game": "delta", "moves": "b2" }));
    let wanted = json!({ "node": 1, "threat": true });
    let answer = served.change("POST", &format!("/api/games/{delta}/analysis"), &wanted);
    assert!([204, 409].contains(&answer.status), "{}", answer.text());
}

/// Begins searches without an end until none more is let run.
fn occupy(served: &Served) -> usize {
    let endless = json!({ "game": "gomoku", "first": "alphabeta[depth=1000]" });
    for number in 0.. {
        let page = served.new_token();
        let state = served.change_as(&page, "POST", "/api/games", &endless).json();
        if state["thinking"]["waiting"] == true {
            return number;
        }
        assert!(number < 300, "endless searches must be bounded");
    }
    0
}

#[test]
fn endless_searches_that_are_watched_leave_others_their_turn() {
    let (served, _folder) = fresh();
    assert!(occupy(&served) > 0);
    let game = json!({ "game": "othello", "second": "alphabeta[time=100ms]" });
    let id = served.begin(&game);
    served.post(&format!("/api/games/{id}/play"), &json!({ "move": "f5", "ply": 0 }));
    served.wait_until(&id, |state| state["ply"] == 2);
}

#[test]
fn move_now_is_obeyed_at_once_on_a_busy_machine() {
    let (served, _folder) = fresh();
    occupy(&served);
    let engines = json!({
        "game": "gomoku", "first": "alphabeta[depth=1000]", "second": "alphabeta[depth=1000]",
    });
    let id = served.begin(&engines);
    // Within the 200 ms by which two engines are slowed down, and after.
    for (ply, wait) in [0, 50, 250].into_iter().enumerate() {
        std::thread::sleep(Duration::from_millis(wait));
        served.post(&format!("/api/games/{id}/move-now"), &json!({}));
        served.wait_until(&id, |state| state["ply"].as_u64() > Some(ply as u64));
    }
}

#[test]
fn a_clock_stands_while_its_side_waits_for_a_processor() {
    let (served, _folder) = fresh();
    occupy(&served);
    let waits = json!({
        "game": "gomoku", "moves": "h8", "second": "alphabeta[depth=1000]",
        "clock": { "initial_ms": 86_400_000, "increment_ms": 0 },
    });
    let id = served.begin(&waits);
    let before = served.wait_until(&id, |state| state["thinking"]["waiting"] == true);
    assert_eq!(before["clocks"]["running"], Value::Null);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(served.state(&id)["clocks"]["second_ms"], before["clocks"]["second_ms"]);
}

#[test]
fn idle_streams_do_not_lock_anybody_out() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let path = format!("/api/games/{id}/events");
    let mut streams = Vec::new();
    for _ in 0..600 {
        let mut stream = Connection::open(served.address);
        stream.send(&request(served.address, "GET", &path, &[], b"")).expect("it is sent");
        streams.push(stream);
    }
    let state = served.post(&format!("/api/games/{id}/play"), &json!({ "move": "b2", "ply": 0 }));
    assert_eq!(state["ply"], 1);
    drop(streams);
}

#[test]
fn a_game_is_downloaded_with_all_that_is_known_and_opened_again() {
    let (served, _folder) = fresh();
    let wish = json!({
        "game": "tictactoe", "moves": "b2 a3 c3 b3 a1", "title": "Sunday", "second": "random[seed=1]",
    });
    let id = served.begin(&wish);
    served.post(&format!("/api/games/{id}/try"), &json!({ "node": 2, "moves": ["a1"] }));
    served.post(&format!("/api/games/{id}/note"), &json!({ "node": 5, "text": " the end " }));
    let text = served.get(&format!("/api/games/{id}/text"));
    let text = text.text();
    for line in ["first human", "second random[seed=1]", "title Sunday", "result x wins", "date 20"]
    {
        assert!(text.contains(&format!("\n{line}")), "{line}: {text}");
    }
    let copy = served.post("/api/games", &json!({ "file": text }));
    assert_eq!((&copy["title"], &copy["status"]), (&json!("Sunday"), &json!("x wins")));
    assert_eq!(copy["nodes"], served.state(&id)["nodes"]);
    assert_eq!(copy["nodes"][5]["note"], "the end");
    let again = served.post(&format!("/api/games/{id}/rematch"), &json!({ "swap": true }));
    assert_eq!(again["players"], json!({ "first": "random[seed=1]", "second": "human" }));
    let long = json!({ "node": 5, "text": "x".repeat(2001) });
    assert_eq!(served.change("POST", &format!("/api/games/{id}/note"), &long).status, 400);
}

#[test]
fn every_game_tells_its_rules() {
    let (served, _folder) = fresh();
    for game in ["tictactoe", "othello", "delta:placement", "azulejos"] {
        let rules = served.get(&format!("/api/rules?game={game}")).json();
        let text = rules["text"].as_str().expect("a text");
        assert!(text.len() > 800 && text.contains("# "), "{game}");
    }
    assert_eq!(served.get("/api/rules?game=chess").status, 400);
}
