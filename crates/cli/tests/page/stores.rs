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
    let errors = served.last_words();
    assert!(errors.contains(&said), "{errors}");
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
fn a_damaged_store_is_named_and_left_alone() {
    let folder = folder();
    let path = folder.path().join("games.sqlite");
    let served = Served::keeping(&path);
    for _ in 0..20 {
        served.begin(&json!({ "game": "othello" }));
    }
    drop(served);
    // Everything into the file itself, then holes in all but its first page.
    drop(Served::keeping(&path));
    let journal = folder.path().join("games.sqlite-wal");
    let _ = fs::remove_file(&journal);
    let mut bytes = fs::read(&path).expect("the store");
    for byte in &mut bytes[100..] {
        *byte ^= 0x5a;
    }
    fs::write(&path, &bytes).expect("damage");
    let said = goes_on_in_memory(Served::keeping(&path));
    assert!(said.contains("damaged") && said.contains("games.sqlite"), "{said}");
    assert_eq!(fs::read(&path).expect("the store"), bytes, "left as it was");
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
    assert!(said.contains("/proc/plywood/games.sqlite"), "{said}");
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
