//! What can be wrong with a store.

use super::{Row, Store, Summary};
use sqlx::query;
use std::path::Path;

fn row(id: &str, moves: i64) -> Row {
    Row {
        id: id.to_owned(),
        title: "a game".to_owned(),
        record: format!("plywood game 1\ngame othello\nmoves {}\n", "f5 ".repeat(moves as usize)),
        future: "d6\nc3".to_owned(),
        tree: "{}".to_owned(),
        first: "human".to_owned(),
        second: "random[seed=1]".to_owned(),
        clock: Some("{}".to_owned()),
        paused: true,
        created: 1,
        line: Summary { game: "othello".to_owned(), moves, ending: None, updated: moves },
    }
}

async fn with_store(work: impl AsyncFnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    work(&folder.path().join("games.sqlite")).await;
}

#[tokio::test]
async fn what_is_kept_is_found_by_the_next_to_open_it() {
    with_store(async |path| {
        let store = Store::open(path).await;
        assert_eq!(store.problem(), None);
        for moves in [1, 3, 2] {
            store.save(&row(&format!("game {moves}"), moves)).await.expect("saved");
        }
        store.save(&row("game 1", 5)).await.expect("saved again");
        assert_eq!(store.delete("game 2").await, Ok(true));
        assert_eq!(store.delete("game 2").await, Ok(false));
        store.close().await;
        let store = Store::open(path).await;
        assert_eq!(store.load("game 1").await, Ok(Some(row("game 1", 5))));
        assert_eq!(store.load("game 2").await, Ok(None));
        let listed = store.list().await.expect("a list");
        let ids: Vec<&str> = listed.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["game 1", "game 3"], "the newest first");
    })
    .await;
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_left_alone() {
    with_store(async |path| {
        let store = Store::open(path).await;
        store.save(&row("game", 1)).await.expect("saved");
        let later = "INSERT INTO _sqlx_migrations (version, description, installed_on, success, \
                     checksum, execution_time) VALUES (9999, 'later', 0, 1, x'00', 0)";
        store.run(later).await.expect("it is ours");
        store.close().await;
        let before = std::fs::read(path).expect("the file");
        let store = Store::open(path).await;
        let problem = store.problem().expect("it is newer");
        assert!(problem.contains("newer Plywood") && problem.contains("games.sqlite"), "{problem}");
        assert!(!store.keeps());
        drop(store);
        assert_eq!(std::fs::read(path).expect("the file"), before);
    })
    .await;
}

#[tokio::test]
async fn the_database_of_another_program_is_left_alone() {
    with_store(async |path| {
        let store = Store::open(path).await;
        store.run("PRAGMA application_id = 7").await.expect("it is ours");
        store.close().await;
        let before = std::fs::read(path).expect("the file");
        let store = Store::open(path).await;
        let problem = store.problem().expect("it is another's");
        assert!(problem.contains("another program"), "{problem}");
        drop(store);
        assert_eq!(std::fs::read(path).expect("the file"), before);
    })
    .await;
}

#[tokio::test]
async fn a_full_disk_is_named_and_what_was_kept_stays() {
    with_store(async |path| {
        let store = Store::open(path).await;
        store.save(&row("game", 1)).await.expect("saved");
        // SQLite's own way to say how much room there is.
        store.run("PRAGMA max_page_count = 1").await.expect("a limit");
        let problem = store.save(&row("game", 50_000)).await.expect_err("no room");
        assert!(problem.contains("full") && problem.contains("games.sqlite"), "{problem}");
        assert_eq!(store.load("game").await, Ok(Some(row("game", 1))));
        store.run("PRAGMA max_page_count = 100000").await.expect("room");
        store.save(&row("game", 50_000)).await.expect("saved, now that there is room");
    })
    .await;
}

impl Store {
    /// Runs a statement that the store itself never would.
    async fn run(&self, statement: &'static str) -> Result<(), sqlx::Error> {
        let mut connection = self.connection.lock().await;
        let connection = connection.as_mut().expect("an open store");
        query(statement).execute(connection).await.map(|_| ())
    }
}
