//! Stores that cannot be used: the file is named, the game goes on, nothing is
//! overwritten.

use crate::served::{PLYWOOD, Served, command, folder};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Plays a game on a server whose store does not work, and gives what it says
/// about that.
fn goes_on_in_memory(served: Served) -> String {
    let state = served.post("/api/games", &json!({ "game": "tictactoe" }));
    let id = state["id"].as_str().expect("a name");
    let words = json!({ "move": "b2", "ply": 0 });
    let state = served.post(&format!("/api/games/{id}/play"), &words);
    assert_eq!(state["ply"], 1);
    let listed = served.get("/api/games").json();
    let found = listed["games"].as_array().expect("a list").iter().any(|game| game["id"] == id);
    assert!(found, "{listed}");
    let said = state["storage"].as_str().expect("what is wrong").to_owned();
    assert_eq!(served.get("/api/catalogue").json()["storage"], Value::from(said.clone()));
    assert!(!said.contains('/'), "answers tell no folders: {said}");
    let errors = served.last_words();
    assert!(errors.contains("games are not being kept: the store /"), "{errors}");
    said
}

#[test]
fn a_file_that_is_no_store_is_named_and_left_alone() {
    let folder = folder();
    for (content, about) in [
        (vec![b'x'; 5000], "is not a store of games"),
        (b"plywood game 1\ngame othello\n".to_vec(), "is not a store of games"),
    ] {
        let path = folder.path().join("notes.txt");
        fs::write(&path, &content).expect("a file");
        let said = goes_on_in_memory(Served::keeping(&path));
        assert!(said.contains(about) && said.contains("notes.txt"), "{said}");
        assert_eq!(fs::read(&path).expect("the file"), content);
        assert_eq!(
            fs::read_dir(folder.path()).expect("the folder").count(),
            1,
            "nothing beside it"
        );
    }
}

#[test]
fn a_store_in_use_is_left_to_the_one_that_uses_it() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    let first = Served::keeping(&path);
    let id = first.begin(&json!({ "game": "othello" }));
    let said = goes_on_in_memory(Served::keeping(&path));
    assert!(said.contains("another plywood") && said.contains("games.sqlite"), "{said}");
    let state = first.post(&format!("/api/games/{id}/play"), &json!({ "move": "f5", "ply": 0 }));
    assert!(state["storage"].is_null(), "{state}");
}

#[test]
fn a_damaged_store_is_put_aside_unchanged_and_what_can_be_read_goes_on() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    let served = Served::keeping(&path);
    let ids: Vec<String> =
        (0..200).map(|_| served.begin(&json!({ "game": "othello", "moves": "f5" }))).collect();
    let mut bytes = served.end_with_all_in(&path);
    // A page in the middle.
    let middle = bytes.len() / 2 / 4096 * 4096;
    for byte in &mut bytes[middle..middle + 4096] {
        *byte ^= 0x5a;
    }
    fs::write(&path, &bytes).expect("damage");
    let served = Served::keeping(&path);
    let said = told(&served);
    for word in ["games.sqlite was damaged", "could not be read", "games.sqlite-damaged-1"] {
        assert!(said.contains(word), "{said}");
    }
    assert!(!said.contains('/'), "answers tell no folders: {said}");
    let aside = folder.path().join("games.sqlite-damaged-1");
    assert_eq!(fs::read(&aside).expect("the damaged store"), bytes, "left as it was");
    let there = ids.iter().filter(|id| served.get(&format!("/api/games/{id}")).status == 200);
    let there = there.count();
    assert!((100..200).contains(&there), "{there} of 200 are there");
    let id = served.begin(&json!({ "game": "othello" }));
    served.kill();
    let served = Served::keeping(&path);
    assert_eq!(served.state(&id)["ply"], 0, "it is kept again");
}

/// What the list says about the store, once it says something.
fn told(served: &Served) -> String {
    for _ in 0..3000 {
        let said = served.get("/api/games").json()["storage"].clone();
        if let Some(said) = said.as_str().filter(|said| said.contains("was damaged")) {
            return said.to_owned();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("nothing is said about the store");
}

#[test]
fn games_that_a_store_in_use_refused_are_in_it_later() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    let first = Served::keeping(&path);
    let second = Served::keeping(&path);
    let kept = first.begin(&json!({ "game": "othello" }));
    let refused = second.begin(&json!({ "game": "othello", "moves": "f5 d6" }));
    assert!(second.state(&refused)["storage"].is_string());
    let answer = second.get(&format!("/api/games/{kept}"));
    assert_eq!(answer.status, 503, "{}", answer.text());
    assert!(!answer.text().contains("deleted"), "{}", answer.text());
    first.kill();
    second.wait_until(&refused, |state| state["storage"].is_null());
    assert_eq!(second.state(&kept)["ply"], 0, "what was kept is there too");
    second.kill();
    let third = Served::keeping(&path);
    assert_eq!(third.state(&refused)["ply"], 2);
}

#[test]
fn a_store_that_is_deleted_while_the_server_runs_is_missed() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    let served = Served::keeping(&path);
    let id = served.begin(&json!({ "game": "othello" }));
    fs::remove_file(&path).expect("deleted");
    let play = format!("/api/games/{id}/play");
    let state = served.post(&play, &json!({ "move": "f5", "ply": 0 }));
    let said = state["storage"].as_str().expect("it is not kept");
    assert!(said.contains("was deleted while the server ran"), "{said}");
    served.wait_until(&id, |now| now["revision"] != state["revision"]);
    served.kill();
    let served = Served::keeping(&path);
    assert_eq!(served.state(&id)["ply"], 1);
}

#[test]
fn a_store_that_may_not_be_written_is_named() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    drop(Served::keeping(&path));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("permissions");
    let said = goes_on_in_memory(Served::start(&mut unprivileged(folder.path(), &path)));
    assert!(said.contains("games.sqlite"), "{said}");
    let nowhere = Path::new("/proc/plywood/games.sqlite");
    let said = goes_on_in_memory(Served::keeping(nowhere));
    assert!(said.contains("there is no folder"), "{said}");
}

/// The command as a user whom permissions bind: the superuser may write
/// whatever is read-only.
fn unprivileged(folder: &Path, store: &Path) -> std::process::Command {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    const NOBODY: u32 = 65534;
    if fs::metadata(folder).expect("the folder").uid() != 0 {
        return command(store);
    }
    let program = folder.join("plywood");
    fs::copy(PLYWOOD, &program).expect("a copy that anybody may run");
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut command = std::process::Command::new(program);
    command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(store).uid(NOBODY);
    command
}
