//! `plywood azulejos ... -visual`: the board of a file on a page.

use crate::served::{PLYWOOD, Served, folder};
use serde_json::json;
use std::process::Command;

#[test]
fn visual_opens_the_board_for_a_person_against_the_machine() {
    let here = folder();
    std::fs::write(here.path().join("board.txt"), "2\n3\n5\n4\n212\n211\n").expect("a board");
    let mut command = Command::new(PLYWOOD);
    command.args("azulejos -file board.txt -depth 2 -visual -prune".split(' '));
    command.current_dir(here.path());
    // Its games are kept here, and no browser is to be found.
    command.env("HOME", here.path()).env("XDG_DATA_HOME", here.path()).env("PATH", "");
    let served = Served::start(&mut command);
    let state = served.state(&served.game);
    assert_eq!(state["snapshot"]["position"], "5,4;212/211 1");
    let machine = "azulejos-minimax[depth=2,prune=on]";
    assert_eq!(state["players"], json!({ "first": "human", "second": machine }));
    let path = format!("/api/games/{}/play", served.game);
    served.post(&path, &json!({ "move": "(0,1)", "ply": 0 }));
    let answered = served.wait_until(&served.game, |state| state["ply"] == 2);
    assert_eq!(answered["snapshot"]["played"], json!(["(0,1)", "(0,0)"]));
    assert!(served.last_words().contains("the browser cannot be opened"));
}
