//! What can be wrong with a store.

use super::{Row, Store, Summary, Wanted};
use sqlx::query;
use std::path::Path;

pub(super) fn row(id: &str, moves: i64) -> Row {
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
        revision: moves,
        line: Summary { game: "othello".to_owned(), moves, ending: None, updated: moves },
    }
}

/// A store that was opened and checked.
pub(super) async fn opened(path: &Path) -> Store {
    let store = Store::open(path).await;
    store.check().await;
    store
}

pub(super) async fn with_store(work: impl AsyncFnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder");
    work(&folder.path().join("games.sqlite")).await;
}

#[tokio::test]
async fn what_is_kept_is_found_by_the_next_to_open_it() {
    with_store(async |path| {
        let store = opened(path).await;
        assert_eq!(store.problem(), None);
        for moves in [1, 3, 2] {
            store.save(&row(&format!("game {moves}"), moves)).await.expect("saved");
        }
        store.save(&row("game 1", 5)).await.expect("saved again");
        assert_eq!(store.delete("game 2").await, Ok(true));
        assert_eq!(store.delete("game 2").await, Ok(false));
        store.close().await;
        let store = opened(path).await;
        assert_eq!(store.load("game 1").await, Ok(Some(row("game 1", 5))));
        assert_eq!(store.load("game 2").await, Ok(None));
        let listed = store.list(&Wanted::default()).await.expect("a list").0;
        let ids: Vec<&str> = listed.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["game 1", "game 3"], "the newest first");
    })
    .await;
}

#[tokio::test]
async fn a_store_of_a_newer_version_is_left_alone() {
    with_store(async |path| {
        let store = opened(path).await;
        store.save(&row("game", 1)).await.expect("saved");
        let later = "INSERT INTO _sqlx_migrations (version, description, installed_on, success, \
                     checksum, execution_time) VALUES (9999, 'later', 0, 1, x'00', 0)";
        store.run(later).await.expect("it is ours");
        store.close().await;
        let before = std::fs::read(path).expect("the file");
        let store = opened(path).await;
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
        let store = opened(path).await;
        store.run("PRAGMA application_id = 7").await.expect("it is ours");
        store.close().await;
        let before = std::fs::read(path).expect("the file");
        let store = opened(path).await;
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
        let store = opened(path).await;
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

/// What the damaged store is called, if there is one.
pub(super) fn damaged_name(path: &Path) -> std::path::PathBuf {
    super::file::beside(path, "-damaged-1")
}

/// A store with this many games, written back into its file.
pub(super) async fn filled(path: &Path, games: i64) {
    let store = opened(path).await;
    for number in 0..games {
        store.save(&row(&format!("{number:016x}"), number % 40)).await.expect("saved");
    }
    store.close().await;
}

/// Looks after a store as the server does, and gives how many games it has then.
pub(super) async fn after_rescue(path: &Path) -> (Store, usize) {
    let store = opened(path).await;
    if store.is_suspect() {
        store.rescue().await;
    }
    let listed = store.list(&Wanted::default()).await.expect("a list").0.len();
    (store, listed)
}

#[tokio::test]
async fn what_can_be_read_of_a_damaged_store_is_copied_and_the_file_is_left_as_it_is() {
    const GAMES: usize = 120;
    let mut rescued = 0;
    let mut sound = Vec::new();
    with_store(async |path| {
        filled(path, GAMES as i64).await;
        sound = std::fs::read(path).expect("the file");
    })
    .await;
    for seed in 0..24 {
        with_store(async |path| {
            let mut bytes = sound.clone();
            let mut dice = plywood_game::Random::new(seed);
            for _ in 0..40 {
                let place = 100 + dice.below(bytes.len() - 100);
                bytes[place] ^= 1 + dice.below(255) as u8;
            }
            std::fs::write(path, &bytes).expect("damage");
            let (store, kept) = after_rescue(path).await;
            assert_eq!(store.problem(), None, "seed {seed}");
            let notice = store.notice();
            let left = std::fs::read(damaged_name(path));
            match notice {
                Some(notice) => {
                    assert_eq!(left.expect("the damaged file"), bytes, "seed {seed}");
                    assert!(notice.contains("was damaged"), "{notice}");
                    assert!(notice.contains("games.sqlite-damaged-1"), "{notice}");
                    rescued += kept;
                }
                // Only where nothing is kept.
                None => assert_eq!(kept, GAMES, "seed {seed}"),
            }
            // Whatever is there can be read, and the store is sound.
            for row in store.list(&Wanted::default()).await.expect("a list").0 {
                let number = i64::from_str_radix(&row.id, 16).expect("a number");
                let read = store.load(&row.id).await.expect("readable");
                assert_eq!(read, Some(self::row(&row.id, number % 40)), "seed {seed}");
            }
            store.save(&self::row("another", 1)).await.expect("saved");
            store.close().await;
            let (again, _) = after_rescue(path).await;
            assert_eq!((again.problem(), again.notice()), (None, None), "seed {seed}");
        })
        .await;
    }
    assert!(rescued > 0, "nothing was rescued in any of them");
}

#[tokio::test]
async fn a_changed_byte_in_a_game_is_noticed_and_nothing_is_written_before_the_check() {
    with_store(async |path| {
        filled(path, 5).await;
        let mut bytes = std::fs::read(path).expect("the file");
        let text = b"plywood game 1\ngame othello";
        let places = bytes.windows(text.len()).enumerate().filter(|(_, part)| part == text);
        let place = places.map(|(place, _)| place).next_back().expect("a game");
        bytes[place] = b'P';
        std::fs::write(path, &bytes).expect("damage");
        let store = Store::open(path).await;
        assert_eq!(store.problem(), None, "the database does not notice");
        let new = row("new", 1);
        let late = store.save(&new);
        let waited = tokio::time::timeout(std::time::Duration::from_millis(200), late).await;
        assert!(waited.is_err(), "it is not checked yet");
        store.check().await;
        assert!(store.is_suspect());
        store.rescue().await;
        let notice = store.notice().expect("a report");
        assert!(
            notice.contains("4 games were copied") && notice.contains("1 game could not be read")
        );
        assert_eq!(std::fs::read(damaged_name(path)).expect("the file"), bytes);
    })
    .await;
}

#[tokio::test]
async fn a_store_that_is_deleted_while_it_is_open_is_missed_and_written_again() {
    with_store(async |path| {
        let store = opened(path).await;
        store.save(&row("one", 1)).await.expect("saved");
        for ending in ["", "-wal", "-shm"] {
            std::fs::remove_file(super::file::beside(path, ending)).expect("deleted");
        }
        let problem = store.save(&row("two", 2)).await.expect_err("it is not there");
        assert!(problem.contains("games.sqlite was deleted while the server ran"), "{problem}");
        assert!(store.open_again().await);
        store.save(&row("three", 3)).await.expect("saved");
        store.close().await;
        let store = opened(path).await;
        let kept = store.list(&Wanted::default()).await.expect("a list").0;
        let ids: Vec<&str> = kept.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["three", "two", "one"]);
        store.close().await;
        // A file in its place is another's.
        let store = opened(path).await;
        std::fs::write(path.with_extension("other"), "notes").expect("a file");
        std::fs::rename(path.with_extension("other"), path).expect("replaced");
        let problem = store.save(&row("four", 4)).await.expect_err("it is another file");
        assert!(problem.contains("replaced"), "{problem}");
        assert_eq!(std::fs::read(path).expect("the file"), b"notes");
    })
    .await;
}

#[tokio::test]
async fn a_refused_store_says_so_instead_of_having_no_games() {
    with_store(async |path| {
        std::fs::write(path, "notes of another program, which is no store").expect("a file");
        let store = opened(path).await;
        let problem = store.load("0123456789abcdef").await.expect_err("it cannot be read");
        assert!(problem.contains("is not a store"), "{problem}");
        assert!(store.delete("0123456789abcdef").await.is_err());
        let folder = path.parent().expect("a folder").display().to_string();
        assert!(store.problem().expect("a problem").contains(&folder));
        assert!(!problem.contains(&folder), "answers tell no folders: {problem}");
    })
    .await;
}

#[tokio::test]
async fn a_list_is_searched_and_goes_on() {
    with_store(async |path| {
        let store = opened(path).await;
        for number in 0..super::LONGEST_LIST as i64 + 20 {
            let mut row = row(&format!("{number:016x}"), 1);
            row.line.updated = number;
            if number % 100 == 7 {
                row.title = "100%_Élan".to_owned();
            }
            store.save(&row).await.expect("saved");
        }
        let list = async |search: &str, skip| {
            let wanted = Wanted { search: search.to_owned(), skip };
            let (rows, more) = store.list(&wanted).await.expect("a list");
            (rows.len(), more)
        };
        assert_eq!(list("", 0).await, (super::LONGEST_LIST, true));
        assert_eq!(list("", super::LONGEST_LIST).await, (20, false));
        assert_eq!(list("%_", 0).await, (6, false));
        assert_eq!(list("OTHELLO", 0).await, (super::LONGEST_LIST, true));
        assert_eq!(list("a game_", 0).await, (0, false));
        assert_eq!(list("", usize::MAX).await, (0, false));
    })
    .await;
}

#[tokio::test]
async fn two_hundred_thousand_games_are_opened_at_once_and_checked_later() {
    with_store(async |path| {
        let store = opened(path).await;
        store.save(&row("0000000000000000", 60)).await.expect("saved");
        let copies = "INSERT INTO games SELECT printf('%016x', n), title, record, future, first, second, \
                      clock, paused, game, moves, ending, created, n, tree, revision, NULL FROM games, \
                      (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 200000) \
                      SELECT n FROM c)";
        store.run(copies).await.expect("copies");
        store.close().await;
        let mut quickest = std::time::Duration::MAX;
        for _ in 0..5 {
            let start = std::time::Instant::now();
            let store = Store::open(path).await;
            quickest = quickest.min(start.elapsed());
            assert_eq!(store.problem(), None);
            store.close().await;
        }
        assert!(quickest < std::time::Duration::from_millis(200), "{quickest:?}");
    })
    .await;
}

impl Store {
    /// Runs a statement that the store itself never would.
    pub(crate) async fn run(&self, statement: &'static str) -> Result<(), sqlx::Error> {
        let mut connection = self.open.lock().await;
        let file = connection.as_mut().expect("an open store");
        query(statement).execute(&mut file.connection).await.map(|_| ())
    }
}
