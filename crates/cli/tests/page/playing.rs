//! Games as pages play them.

use crate::http::Connection;
use crate::served::{PLYWOOD, Served, fresh};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

fn played(state: &Value) -> Vec<&str> {
    let moves = state["snapshot"]["played"].as_array().expect("moves");
    moves.iter().map(|mv| mv.as_str().expect("text")).collect()
}

fn nodes(state: &Value) -> &[Value] {
    state["nodes"].as_array().expect("nodes")
}

fn command(served: &Served, id: &str, name: &str, words: &Value) -> Value {
    served.post(&format!("/api/games/{id}/{name}"), words)
}

fn play(served: &Served, id: &str, mv: &str, ply: usize) -> Value {
    command(served, id, "play", &json!({ "move": mv, "ply": ply }))
}

#[test]
fn two_persons_play_to_the_end_by_the_choices_they_are_given() {
    let (served, _folder) = fresh();
    for game in ["tictactoe", "othello", "delta", "azulejos:4x4,3,seed=1"] {
        let mut state = served.post("/api/games", &json!({ "game": game }));
        let id = state["id"].as_str().expect("a name").to_owned();
        for ply in 0.. {
            assert_eq!(state["ply"], ply);
            let choices = state["choices"].as_array().expect("choices");
            if !state["snapshot"]["ending"].is_null() || ply == 40 {
                break;
            }
            let mv = choices[ply * 7 % choices.len()]["move"].as_str().expect("a move").to_owned();
            state = play(&served, &id, &mv, ply);
        }
        let over = !state["snapshot"]["ending"].is_null();
        assert!(over || state["ply"] == 40, "{game}: {state}");
    }
}

#[test]
fn undo_and_redo_go_from_one_turn_of_a_person_to_the_next() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe", "second": "alphabeta[depth=2]" }));
    play(&served, &id, "b2", 0);
    let answered = served.wait_until(&id, |state| state["ply"] == 2);
    let back = command(&served, &id, "undo", &json!({}));
    assert_eq!((&back["ply"], &back["last_ply"]), (&json!(0), &json!(2)));
    assert_eq!((&back["can_undo"], &back["can_redo"]), (&json!(false), &json!(true)));
    let again = command(&served, &id, "redo", &json!({}));
    assert_eq!(played(&again), played(&answered));
    let refused = served.change("POST", &format!("/api/games/{id}/redo"), &json!({}));
    assert_eq!(refused.status, 409);
    let id = served.begin(&json!({ "game": "tictactoe", "moves": "b2 a1 c1" }));
    for (ply, more) in [(2, true), (1, true), (0, false)] {
        let state = command(&served, &id, "undo", &json!({}));
        assert_eq!((&state["ply"], &state["can_undo"]), (&json!(ply), &json!(more)));
    }
    let other = play(&served, &id, "a3", 0);
    assert_eq!(other["last_ply"], 1, "another move is not followed by what was taken back");
    let moves: Vec<&str> = nodes(&other).iter().filter_map(|node| node["move"].as_str()).collect();
    assert_eq!(moves, ["", "b2", "a1", "c1", "a3"], "and nothing is lost");
}

#[test]
fn a_game_goes_on_from_any_of_its_places_and_shows_each() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello", "moves": "f5 d6 c3 d3 c4" }));
    for ply in 0..=5 {
        let look = served.get(&format!("/api/games/{id}/at/{ply}")).json();
        assert_eq!(look["snapshot"]["played"].as_array().map(Vec::len), Some(ply));
    }
    assert_eq!(served.get(&format!("/api/games/{id}/at/6")).status, 404);
    let state = command(&served, &id, "continue-from", &json!({ "node": 2 }));
    assert_eq!(played(&state), ["f5", "d6"]);
    let state = command(&served, &id, "continue-from", &json!({ "node": 5 }));
    assert_eq!(played(&state), ["f5", "d6", "c3", "d3", "c4"]);
}

#[test]
fn a_finished_game_stays_whole_when_it_goes_on_from_an_earlier_position() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe", "moves": "b2 a1 c3 a3 a2 c2 b3 b1 c1" }));
    command(&served, &id, "continue-from", &json!({ "node": 3 }));
    let state = play(&served, &id, "c1", 3);
    assert_eq!((played(&state), &state["node"]), (vec!["b2", "a1", "c3", "c1"], &json!(10)));
    let ended = served.get(&format!("/api/games/{id}/at/9")).json();
    assert_eq!(ended["status"], "A draw");
    let state = command(&served, &id, "continue-from", &json!({ "node": 9 }));
    assert_eq!((&state["status"], nodes(&state).len()), (&json!("A draw"), 11));
    let resigned = served.begin(&json!({ "game": "othello", "moves": "f5 d6" }));
    command(&served, &resigned, "resign", &json!({ "side": "first" }));
    command(&served, &resigned, "continue-from", &json!({ "node": 1 }));
    let state = command(&served, &resigned, "continue-from", &json!({ "node": 2 }));
    assert_eq!(state["status"], "White wins: Black resigned");
}

#[test]
fn moves_are_tried_in_any_position_while_the_game_stays_where_it_is() {
    let (served, _folder) = fresh();
    let game = json!({ "game": "gomoku", "moves": "h8 i9", "first": "alphabeta[time=60s]" });
    let id = served.begin(&game);
    let trial = json!({ "node": 1, "moves": ["g7", "f6"] });
    let state = command(&served, &id, "try", &trial);
    assert_eq!((&state["node"], &state["thinking"]["side"]), (&json!(2), &json!("first")));
    assert_eq!((&nodes(&state)[3]["parent"], &nodes(&state)[4]["move"]), (&json!(1), &json!("f6")));
    let again = command(&served, &id, "try", &trial);
    assert_eq!(nodes(&again).len(), 5, "what is there already is not added");
    let look = served.get(&format!("/api/games/{id}/at/4")).json();
    assert_eq!(played(&look), ["h8", "g7", "f6"]);
    assert_eq!(look["choices"].as_array().map(Vec::len), Some(222));
    for bad in [
        json!({ "node": 1, "moves": ["g8", "h8"] }),
        json!({ "node": 9, "moves": ["a1"] }),
        json!({ "node": -1, "moves": [] }),
    ] {
        let answer = served.change("POST", &format!("/api/games/{id}/try"), &bad);
        assert!([400, 404].contains(&answer.status), "{}", answer.text());
    }
    assert_eq!(nodes(&served.state(&id)).len(), 5, "all moves are tried or none");
    let looks = served.get(&format!("/api/games/{id}/looks?nodes=4,0,2")).json();
    let found: Vec<u64> = looks["looks"]
        .as_array()
        .expect("looks")
        .iter()
        .filter_map(|look| look["node"].as_u64())
        .collect();
    assert_eq!(found, [4, 0, 2]);
    for bad in ["nodes=5", "nodes=", "nodes=a", "", "nodes=0&more=1"] {
        let answer = served.get(&format!("/api/games/{id}/looks?{bad}"));
        assert!([400, 404].contains(&answer.status), "{bad}");
    }
}

#[test]
fn a_stale_click_and_a_click_out_of_turn_change_nothing() {
    let (served, _folder) = fresh();
    let id =
        served.begin(&json!({ "game": "tictactoe", "second": "alphabeta[depth=1000,time=60s]" }));
    let late = json!({ "move": "b2", "ply": 3 });
    let answer = served.change("POST", &format!("/api/games/{id}/play"), &late);
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (409, &json!("stale")));
    let id = served.begin(&json!({ "game": "gomoku", "first": "alphabeta[time=60s]" }));
    let hasty = json!({ "move": "b2", "ply": 0 });
    let answer = served.change("POST", &format!("/api/games/{id}/play"), &hasty);
    assert_eq!((answer.status, &answer.json()["error"]["code"]), (409, &json!("turn")));
    assert_eq!(served.state(&id)["ply"], 0);
}

#[test]
fn an_engine_can_be_hurried_stopped_and_let_go_on() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "gomoku", "first": "alphabeta[time=60s]" }));
    assert_eq!(served.state(&id)["thinking"]["side"], "first");
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    let stopped = command(&served, &id, "stop", &json!({}));
    assert_eq!((&stopped["paused"], &stopped["thinking"]), (&json!(true), &Value::Null));
    assert_eq!(stopped["ply"], 0);
    let going = command(&served, &id, "resume", &json!({}));
    assert_eq!(going["thinking"]["side"], "first");
    command(&served, &id, "move-now", &json!({}));
    let moved = served.wait_until(&id, |state| state["ply"] == 1);
    assert!(start.elapsed() < Duration::from_secs(50), "it took all its time");
    assert!(moved["thinking"].is_null());
    let refused = served.change("POST", &format!("/api/games/{id}/move-now"), &json!({}));
    assert_eq!(refused.status, 409, "nobody is looking for a move");
}

#[test]
fn engines_play_each_other_and_the_stream_tells_it() {
    let (served, _folder) = fresh();
    let game = json!({ "game": "tictactoe", "first": "alphabeta[depth=9]", "second": "random" });
    let id = served.begin(&game);
    let mut stream = Connection::watch(served.address, &id);
    let (mut states, mut thoughts, mut revision) = (0, 0, 0);
    loop {
        let (name, data) = stream.event().expect("an event");
        match name.as_str() {
            "state" => {
                states += 1;
                let newer = data["revision"].as_u64().expect("a number");
                assert!(newer >= revision, "the stream goes forward");
                revision = newer;
                if !data["snapshot"]["ending"].is_null() {
                    break;
                }
            }
            "thinking" => {
                thoughts += 1;
                assert!(!data["words"].as_str().unwrap_or("").is_empty());
                assert!(!data["analysis"]["pv"].as_array().expect("a line").is_empty());
            }
            other => panic!("{other}"),
        }
    }
    assert!(states > 3 && thoughts > 0, "{states} states, {thoughts} thoughts");
    served.change("DELETE", &format!("/api/games/{id}"), &json!({}));
    assert_eq!(stream.event().expect("an event").0, "gone");
    stream.until_closed().expect("the stream ends");
    assert_eq!(served.get(&format!("/api/games/{id}")).status, 404);
}

#[test]
fn what_a_search_found_is_told_before_its_move_and_to_later_clients() {
    let (served, _folder) = fresh();
    // A forced win is found before any depth is searched.
    let game = json!({ "game": "gomoku", "moves": "a1 h8 a3 h9 a5 h10", "second": "alphabeta" });
    let id = served.begin(&game);
    let mut stream = Connection::watch(served.address, &id);
    play(&served, &id, "o15", 6);
    let mut last = Value::Null;
    loop {
        let (name, data) = stream.event().expect("an event");
        match name.as_str() {
            "thinking" => last = data,
            _ if data["ply"] == 8 => break,
            _ => {}
        }
    }
    assert_eq!(
        (&last["words"], &last["analysis"]["exact"]),
        (&json!("win in 3 moves"), &json!(true))
    );
    assert_eq!(last["analysis"]["stopped_by"], "solved");
    let mut later = Connection::watch(served.address, &id);
    assert_eq!(later.event().expect("the state").1["ply"], 8);
    assert_eq!(later.event().expect("the thought"), ("thinking".to_owned(), last));
}

#[test]
fn players_change_at_any_moment() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "gomoku", "first": "alphabeta[time=60s]" }));
    let state = command(&served, &id, "players", &json!({ "first": "human" }));
    assert!(state["thinking"].is_null());
    assert_eq!(state["players"], json!({ "first": "human", "second": "human" }));
    let state = command(&served, &id, "players", &json!({ "first": "random[seed=1]" }));
    assert_eq!(state["thinking"]["side"], "first");
    served.wait_until(&id, |state| state["ply"] == 1);
    for bad in ["alphabeta[table=99999999]", "randon", "alphabeta[depth=0]", ""] {
        let words = json!({ "second": bad });
        let answer = served.change("POST", &format!("/api/games/{id}/players"), &words);
        assert_eq!((answer.status, &answer.json()["error"]["where"]), (400, &json!("second")));
    }
}

#[test]
fn a_player_that_cannot_play_the_game_is_refused_at_once() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello" }));
    for (player, problem) in [
        ("alphabeta[near=1]", "othello does not support the option near"),
        ("mrrobot", "mrrobot plays mnk, not othello"),
        ("omatic-di", "(did you mean omatic-id?)"),
    ] {
        let words = json!({ "game": "othello", "first": player });
        let refused = [
            served.change("POST", "/api/games", &words),
            served.change("POST", &format!("/api/games/{id}/players"), &json!({ "first": player })),
        ];
        for answer in refused {
            let said = answer.json()["error"]["what"].to_string();
            assert!(answer.status == 400 && said.contains(problem), "{said}");
        }
    }
    let state = command(&served, &id, "players", &json!({ "second": "omatic-id[time=10ms]" }));
    assert_eq!(state["players"]["second"], "omatic-id[time=10ms]");
}

#[test]
fn a_page_has_one_search_and_the_latest_wins_while_another_page_has_its_own() {
    let (served, _folder) = fresh();
    let thinker = json!({ "game": "gomoku", "first": "alphabeta[time=60s]" });
    let one = served.begin(&thinker);
    let other_page = served.new_token();
    let answer = served.change_as(&other_page, "POST", "/api/games", &thinker);
    let other = answer.json()["id"].as_str().expect("a name").to_owned();
    assert!(!served.state(&one)["thinking"].is_null(), "another page disturbs nobody");
    let two = served.begin(&thinker);
    let first = served.wait_until(&one, |state| state["paused"] == true);
    assert!(first["thinking"].is_null());
    assert!(!served.state(&two)["thinking"].is_null());
    assert!(!served.state(&other)["thinking"].is_null());
    command(&served, &one, "resume", &json!({}));
    served.wait_until(&two, |state| state["paused"] == true);
}

#[test]
fn searches_beyond_the_processors_wait_their_turn() {
    let (served, _folder) = fresh();
    let thinker = json!({ "game": "gomoku", "first": "alphabeta[time=60s]" });
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // One place is kept for short searches.
    let processors = processors.max(2) - 1;
    let mut ids = Vec::new();
    for _ in 0..=processors {
        let page = served.new_token();
        let answer = served.change_as(&page, "POST", "/api/games", &thinker);
        ids.push((page, answer.json()["id"].as_str().expect("a name").to_owned()));
    }
    let waiting = |id: &str| served.state(id)["thinking"]["waiting"] == true;
    assert!(waiting(&ids[processors].1), "no processor is left for the last");
    assert!(!ids[..processors].iter().any(|(_, id)| waiting(id)));
    let (page, id) = &ids[0];
    served.change_as(page, "POST", &format!("/api/games/{id}/stop"), &json!({}));
    served.wait_until(&ids[processors].1, |state| state["thinking"]["waiting"] == false);
}

#[test]
fn two_pages_see_the_same_game() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let mut pages = [(); 2].map(|()| Connection::watch(served.address, &id));
    let tokens = [served.token.clone(), served.new_token()];
    for (ply, mv) in ["b2", "a1", "c3", "a2"].into_iter().enumerate() {
        let words = json!({ "move": mv, "ply": ply });
        let path = format!("/api/games/{id}/play");
        assert_eq!(served.change_as(&tokens[ply % 2], "POST", &path, &words).status, 200);
        for page in &mut pages {
            while page.event().expect("an event").1["ply"] != ply + 1 {}
        }
    }
}

#[test]
fn clocks_run_down_and_end_the_game() {
    let (served, _folder) = fresh();
    let clock = json!({ "initial_ms": 400, "increment_ms": 100 });
    let id = served.begin(&json!({ "game": "tictactoe", "clock": clock }));
    assert_eq!(served.state(&id)["clocks"]["running"], Value::Null);
    let state = play(&served, &id, "b2", 0);
    assert_eq!(state["clocks"]["running"], "second");
    let state = served.wait_until(&id, |state| !state["snapshot"]["ending"].is_null());
    assert_eq!(state["snapshot"]["ending"]["reason"], "time");
    assert_eq!(state["status"], "x wins: the time of o is up");
    assert_eq!(state["clocks"]["second_ms"], 0);
    let state = command(&served, &id, "undo", &json!({}));
    assert!(state["snapshot"]["ending"].is_null());
    assert!(state["clocks"]["second_ms"].as_u64() > Some(300), "{state}");
    let engine = json!({
        "game": "othello", "first": "alphabeta[time=60s]", "second": "alphabeta[time=60s]",
        "clock": { "initial_ms": 3000, "increment_ms": 0 },
    });
    let id = served.begin(&engine);
    served.wait_until(&id, |state| state["ply"].as_u64() >= Some(4));
}

#[test]
fn a_resignation_can_be_taken_back() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "delta", "second": "alphabeta[depth=1]" }));
    let state = command(&served, &id, "resign", &json!({ "side": "first" }));
    assert_eq!(state["snapshot"]["ending"]["reason"], "resignation");
    let again =
        served.change("POST", &format!("/api/games/{id}/resign"), &json!({ "side": "first" }));
    assert_eq!(again.status, 409);
    let state = command(&served, &id, "undo", &json!({}));
    assert!(state["snapshot"]["ending"].is_null());
}

#[test]
fn a_preview_stores_nothing_and_names_the_fault() {
    let (served, _folder) = fresh();
    let look = served.get("/api/preview?game=mnk:3,4,3").json();
    assert_eq!(look["snapshot"]["picture"]["columns"], 4);
    let answer = served.get("/api/preview?game=mnk:3,101,3");
    assert_eq!((answer.status, &answer.json()["error"]["where"]), (400, &json!("game")));
    assert_eq!(served.get("/api/preview").status, 400);
    assert_eq!(served.get("/api/games").json()["games"], json!([]));
}

#[test]
fn a_seeded_random_player_plays_the_same_game_in_a_match_in_the_terminal_and_on_the_page() {
    let (served, folder) = fresh();
    let [first, second] = ["random[seed=7]", "random[seed=8]"];
    let run = |arguments: &[&str]| {
        let output = Command::new(PLYWOOD).args(arguments).output().expect("the command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let file = folder.path().join("games.txt");
    let file = file.to_str().expect("a name");
    let game = "mnk:4,4,4";
    run(&["match", game, first, second, "--games", "1", "--opening-moves", "0", "--save", file]);
    let saved = std::fs::read_to_string(file).expect("a saved game");
    let in_match = saved.lines().find_map(|line| line.strip_prefix("moves ")).expect("moves");
    let printed = run(&["play", game, "--first", first, "--second", second]);
    let in_terminal: Vec<&str> =
        printed.lines().filter_map(|line| Some(line.split_once(" plays ")?.1)).collect();
    assert_eq!(in_terminal.join(" "), in_match);
    let id = served.begin(&json!({ "game": game, "first": first, "second": second }));
    let state = served.wait_until(&id, |state| !state["snapshot"]["ending"].is_null());
    assert_eq!(played(&state).join(" "), in_match);
}
