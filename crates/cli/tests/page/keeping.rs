//! Games are kept as they are played.

use crate::served::{Served, command, folder, fresh};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The state without what may differ after a restart.
fn lasting(mut state: Value) -> Value {
    let fields = state.as_object_mut().expect("an object");
    for passing in ["revision", "clocks"] {
        fields.remove(passing);
    }
    state
}

#[test]
fn a_restart_restores_everything() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let served = Served::keeping(&store);
    let clock = json!({ "initial_ms": 600_000, "increment_ms": 1000 });
    let finished = json!({ "game": "tictactoe", "moves": "b2 a1 c3 a3 a2 c2 b3 b1 c1" });
    let ids = [
        served.begin(&finished),
        served.begin(&json!({ "game": "othello", "moves": "f5 d6", "title": "Ünïcode ⚫" })),
        served.begin(&json!({ "game": "azulejos:6x6,3", "second": "random[seed=5]" })),
        served.begin(&json!({ "game": "delta", "moves": "a1 b2", "clock": clock })),
        served.begin(&json!({ "game": "mnk:3,3,3", "position": "3/1x1/3 o", "moves": "a1" })),
    ];
    served.post(&format!("/api/games/{}/undo", ids[1]), &json!({}));
    served.post(&format!("/api/games/{}/resign", ids[4]), &json!({ "side": "second" }));
    let before = ids.clone().map(|id| lasting(served.state(&id)));
    let list = served.get("/api/games").json();
    let texts = ids.clone().map(|id| served.get(&format!("/api/games/{id}/text")).body);
    served.kill();
    let served = Served::keeping(&store);
    assert_eq!(served.get("/api/games").json(), list);
    assert_eq!(ids.clone().map(|id| lasting(served.state(&id))), before);
    assert_eq!(ids.clone().map(|id| served.get(&format!("/api/games/{id}/text")).body), texts);
    let clocks = &served.state(&ids[3])["clocks"];
    assert!(clocks["first_ms"].as_u64() <= Some(600_000 + 3000), "{clocks}");
    let redone = served.post(&format!("/api/games/{}/redo", ids[1]), &json!({}));
    assert_eq!(redone["snapshot"]["played"], json!(["f5", "d6"]));
}

/// A store that was written before games were trees.
pub(crate) const VERSION_1: &[u8] = include_bytes!("version-1.sqlite");

#[test]
fn a_store_of_version_1_is_brought_up_to_date_and_its_games_open_unchanged() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    std::fs::write(&store, VERSION_1).expect("a file");
    let expected = json!({
        "26ba9965a8cc262d": ["Taken back", "f5 d6 c3 d3", 6, "Black to move"],
        "d295743d0d61b9ff": ["Finished", "b2 a1 c3 a3 a2 c2 b3 b1 c1", 9, "A draw"],
        "2c77dbff0fb9ddd4": ["Resigned", "a1", 1, "x wins: o resigned"],
        "514be9d3c9733557": ["With clocks", "a1 b2", 2, "Black to move"],
        "0eac02ab47ff4bbf": ["Tiles", "", 0, "Player 1 to move"],
    });
    // Opened, and then opened once more as they were kept again.
    for _ in 0..2 {
        let served = Served::keeping(&store);
        for (id, facts) in expected.as_object().expect("games") {
            let state = served.state(id);
            let moves: Vec<&str> = state["snapshot"]["played"]
                .as_array()
                .expect("moves")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let found =
                json!([state["title"], moves.join(" "), state["last_ply"], state["status"]]);
            assert_eq!(&found, facts);
            let title = json!({ "title": state["title"] });
            assert_eq!(served.change("PATCH", &format!("/api/games/{id}"), &title).status, 200);
        }
        assert!(served.state("514be9d3c9733557")["clocks"]["first_ms"].as_u64() > Some(0));
        served.kill();
    }
    let served = Served::keeping(&store);
    let redone = served.post("/api/games/26ba9965a8cc262d/redo", &json!({}));
    assert_eq!(redone["snapshot"]["played"], json!(["f5", "d6", "c3", "d3", "c4", "b5"]));
}

/// The wall clock of one process cannot be set, so the store tells of a later one: it was
/// last written in the year 2100.
#[test]
fn a_clock_that_was_set_back_between_two_runs_takes_nothing_away() {
    const NEWEST: &str = "0eac02ab47ff4bbf";
    let (written, later) = (1_794_985_740_102_u64, 4_102_444_800_000_u64);
    let [written, in_2100] = [written, later].map(|time| time.to_be_bytes()[2..].to_vec());
    let mut bytes = VERSION_1.to_vec();
    let places = (0..bytes.len()).filter(|&place| bytes[place..].starts_with(&written));
    let places: Vec<usize> = places.collect();
    // When it began, when it last changed, and the index.
    assert_eq!(places.len(), 3);
    for place in places {
        bytes[place..place + in_2100.len()].copy_from_slice(&in_2100);
    }
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    std::fs::write(&store, bytes).expect("a file");
    let mut latest = later;
    for title in ["One", "Two"] {
        let served = Served::keeping(&store);
        let revision = || served.state(NEWEST)["revision"].as_u64().expect("a number");
        assert!(revision() > latest, "{} after {latest}", revision());
        latest = revision();
        let title = json!({ "title": title });
        assert_eq!(served.change("PATCH", &format!("/api/games/{NEWEST}"), &title).status, 200);
        assert!(revision() > latest, "{} after {latest}", revision());
        latest = revision();
        served.kill();
    }
    let state = Served::keeping(&store).state(NEWEST);
    assert_eq!(state["title"], "Two", "what was done after the jump is kept");
}

#[test]
fn a_kill_while_variations_are_tried_loses_at_most_the_one_in_flight() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let served = Served::keeping(&store);
    let id = served.begin(&json!({ "game": "mnk:19,19,20", "moves": "a1 b1" }));
    let answered = AtomicUsize::new(0);
    let (address, token) = (served.address, served.token.clone());
    let path = format!("/api/games/{id}/try");
    std::thread::scope(|scope| {
        scope.spawn(|| {
            change_until_gone(address, &token, &path, &answered, |number| {
                let mv = format!("{}{}", char::from(b'a' + (number % 19) as u8), number / 19 + 2);
                json!({ "node": number % 3, "moves": [mv] })
            });
        });
        until(|| answered.load(Ordering::SeqCst) > 20);
        served.kill();
    });
    let served = Served::keeping(&store);
    let kept = served.state(&id)["nodes"].as_array().map(Vec::len).expect("nodes") - 3;
    let told = answered.load(Ordering::SeqCst);
    assert!(kept == told || kept == told + 1, "{told} were answered, {kept} are kept");
}

#[test]
fn a_kill_in_the_middle_of_a_game_loses_at_most_the_move_in_flight() {
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let mut served = Served::keeping(&store);
    let id = served.begin(&json!({ "game": "mnk:19,19,20" }));
    let mut known = 0;
    for round in 0..5 {
        let answered = AtomicUsize::new(known);
        let (address, token) = (served.address, served.token.clone());
        std::thread::scope(|scope| {
            scope.spawn(|| play_on(address, &token, &id, &answered));
            until(|| answered.load(Ordering::SeqCst) > known);
            // Killed at a moment that has nothing to do with what it does.
            std::thread::sleep(std::time::Duration::from_millis(17 * round));
            served.kill();
        });
        served = Served::keeping(&store);
        let ply = served.state(&id)["ply"].as_u64().expect("a number") as usize;
        let told = answered.load(Ordering::SeqCst);
        assert!(ply == told || ply == told + 1, "{told} moves were answered, {ply} are kept");
        known = ply;
    }
}

/// Waits until something holds, however slow the machine is, within reason.
pub(crate) fn until(holds: impl Fn() -> bool) {
    let patience = std::time::Instant::now() + crate::http::PATIENCE;
    while !holds() {
        assert!(std::time::Instant::now() < patience, "in vain");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Plays moves until the server is gone, and counts those that were answered.
pub(crate) fn play_on(
    address: std::net::SocketAddr,
    token: &str,
    id: &str,
    answered: &AtomicUsize,
) {
    change_until_gone(address, token, &format!("/api/games/{id}/play"), answered, |ply| {
        let mv = format!("{}{}", char::from(b'a' + (ply % 19) as u8), ply / 19 + 1);
        json!({ "move": mv, "ply": ply })
    });
}

/// Sends changes until the server is gone, and counts those that were answered.
fn change_until_gone(
    address: std::net::SocketAddr,
    token: &str,
    path: &str,
    answered: &AtomicUsize,
    words: impl Fn(usize) -> Value,
) {
    use crate::http::{Connection, request};
    let mut connection = Connection::open(address);
    let headers = [("x-plywood-token", token), ("content-type", "application/json")];
    for number in answered.load(Ordering::SeqCst)..300 {
        let body = words(number).to_string();
        let bytes = request(address, "POST", path, &headers, body.as_bytes());
        match connection.send(&bytes).and_then(|()| connection.answer()) {
            Ok(answer) => assert_eq!(answer.status, 200, "{}", answer.text()),
            Err(_) => return,
        }
        answered.store(number + 1, Ordering::SeqCst);
    }
}

#[test]
fn games_are_listed_renamed_downloaded_opened_again_and_deleted() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "othello", "moves": "f5 d6" }));
    let renamed =
        served.change("PATCH", &format!("/api/games/{id}"), &json!({ "title": "Sunday" }));
    assert_eq!(renamed.json()["title"], "Sunday");
    for bad in ["", " ", "two\nlines", &"x".repeat(121)] {
        let answer = served.change("PATCH", &format!("/api/games/{id}"), &json!({ "title": bad }));
        assert_eq!(answer.status, 400);
    }
    let download = served.get(&format!("/api/games/{id}/text"));
    let moves =
        "plywood game 1\ngame othello\nmoves f5d6\nfirst human\nsecond human\ntitle Sunday\n";
    assert!(download.text().starts_with(moves), "{}", download.text());
    assert!(download.text().contains("\nopening Perpendicular\n"), "{}", download.text());
    let disposition = download.header("content-disposition");
    assert_eq!(disposition, Some("attachment; filename=\"Sunday.txt\""));
    let copy = served.post("/api/games", &json!({ "file": download.text() }));
    assert_eq!(copy["snapshot"]["played"], json!(["f5", "d6"]));
    assert_eq!(copy["snapshot"]["opening"], "Perpendicular");
    let games = served.get("/api/games").json();
    assert_eq!(games["games"][0]["id"], copy["id"], "the newest first");
    assert_eq!(games["games"][1]["title"], "Sunday");
    assert_eq!(served.change("DELETE", &format!("/api/games/{id}"), &json!({})).status, 204);
    assert_eq!(served.change("DELETE", &format!("/api/games/{id}"), &json!({})).status, 404);
    assert_eq!(served.get("/api/games").json()["games"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_file_opens_as_what_it_is_whatever_the_form_shows() {
    let (served, _folder) = fresh();
    let begin = |game: &str, file: &str| {
        served.post("/api/games", &json!({ "game": game, "file": file, "second": "best" }))
    };
    let saved = "plywood game 1\ngame azulejos:2x3,2,seed=5\n";
    for shown in ["othello", "azulejos:10x10,4,seed=6"] {
        assert_eq!(begin(shown, saved)["snapshot"]["game"], "azulejos:2x3,2,seed=5");
    }
    let board = begin("azulejos:10x10,4,seed=6", "2\n3\n5\n4\n212\n211\n");
    assert_eq!(board["snapshot"]["position"], "5,4;212/211 1");
    let id = board["id"].as_str().expect("a name");
    let again = served.get(&format!("/api/games/{id}/text"));
    let copy = served.post("/api/games", &json!({ "game": "othello", "file": again.text() }));
    assert_eq!(copy["snapshot"]["position"], "5,4;212/211 1");
    // How many in a line win is nowhere but in the name.
    let wish = json!({ "game": "mnk:3,3,3", "file": "..../..../..../....", "second": "best" });
    assert_eq!(served.change("POST", "/api/games", &wish).status, 400);
}

#[test]
fn more_games_than_stay_open_are_all_found_again() {
    let (served, _folder) = fresh();
    let moves = ["a1", "b1", "c1", "a2"].into_iter().cycle().take(300);
    let begun: Vec<(&str, String)> =
        moves.map(|mv| (mv, served.begin(&json!({ "game": "tictactoe", "moves": mv })))).collect();
    for (mv, id) in &begun {
        assert_eq!(served.state(id)["snapshot"]["played"], json!([mv]));
    }
    assert_eq!(served.get("/api/games").json()["games"].as_array().map(Vec::len), Some(300));
}

#[test]
fn a_deleted_game_stays_deleted_whatever_was_under_way() {
    let (served, _folder) = fresh();
    let thinker = json!({ "game": "gomoku", "first": "alphabeta[time=60s]" });
    let id = served.begin(&thinker);
    assert_eq!(served.change("DELETE", &format!("/api/games/{id}"), &json!({})).status, 204);
    for _ in 0..30 {
        let id = served.begin(&json!({ "game": "tictactoe" }));
        std::thread::scope(|scope| {
            for (ply, mv) in ["b2", "a1", "c3"].into_iter().enumerate() {
                let words = json!({ "move": mv, "ply": ply });
                let (served, path) = (&served, format!("/api/games/{id}/play"));
                scope.spawn(move || served.change("POST", &path, &words));
            }
            scope.spawn(|| served.change("DELETE", &format!("/api/games/{id}"), &json!({})));
        });
        assert_eq!(served.get(&format!("/api/games/{id}")).status, 404);
    }
    assert_eq!(served.get("/api/games").json()["games"], json!([]));
}

#[test]
fn a_store_in_a_folder_that_is_not_there_makes_no_folder() {
    let here = folder();
    let store = here.path().join("nowhere/games.sqlite");
    let served = Served::start(&mut command(&store));
    assert_eq!(served.get("/").status, 200);
    assert!(!here.path().join("nowhere").exists());
    let said = served.last_words();
    assert!(said.contains("there is no folder"), "{said}");
}
