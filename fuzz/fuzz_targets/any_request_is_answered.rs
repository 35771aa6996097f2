//! Whatever is sent to the page's server as the body of a request, it answers, and a
//! refusal says why.
#![no_main]

use plywood_web::fuzzing::Answerer;
use serde_json::Value;
use std::sync::LazyLock;

static SERVER: LazyLock<Answerer> =
    LazyLock::new(|| Answerer::new().expect("threads and random numbers"));

/// The requests, each chosen by a letter; `ID` stands for a game that was begun before.
const REQUESTS: [(u8, &str, &str); 14] = [
    (b'b', "POST", "/api/games"),
    (b's', "POST", "/api/setup"),
    (b't', "PATCH", "/api/games/ID"),
    (b'p', "POST", "/api/games/ID/play"),
    (b'u', "POST", "/api/games/ID/undo"),
    (b'r', "POST", "/api/games/ID/redo"),
    (b'g', "POST", "/api/games/ID/resign"),
    (b'c', "POST", "/api/games/ID/players"),
    (b'f', "POST", "/api/games/ID/continue-from"),
    (b'y', "POST", "/api/games/ID/try"),
    (b'n', "POST", "/api/games/ID/note"),
    (b'm', "POST", "/api/games/ID/rematch"),
    (b'a', "POST", "/api/games/ID/analysis"),
    (b'l', "POST", "/api/games/ID/stop"),
];

/// A game with moves to take back and to try others instead of.
const GAME: &[u8] = br#"{"game":"othello","moves":"f5 d6 c3"}"#;

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The name of the game in an answer.
fn id(text: &str) -> Option<String> {
    document(text)["id"].as_str().map(str::to_owned)
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((choice, body)) = data.split_first() else { return };
    let chosen = REQUESTS.iter().find(|(letter, ..)| letter == choice);
    let Some((_, method, path)) = chosen else { return };
    let begun = SERVER.ask("POST", "/api/games", GAME).and_then(|(_, text)| id(&text));
    let game = begun.expect("a game");
    let answer = SERVER.ask(method, &path.replace("ID", &game), body);
    let (status, text) = answer.expect("an answer");
    match status {
        200 => assert!(document(&text).is_object()),
        204 => assert!(text.is_empty()),
        400..500 => assert!(document(&text)["error"]["what"].is_string(), "{text}"),
        _ => panic!("{status}: {text}"),
    }
    // What was begun goes, and with it the searches of its engines.
    let new = (status == 200).then(|| id(&text)).flatten();
    for game in [Some(game), new].into_iter().flatten() {
        let _ = SERVER.ask("DELETE", &format!("/api/games/{game}"), b"");
    }
    let _ = SERVER.ask("DELETE", "/api/games/0000000000000000/analysis", b"");
});
