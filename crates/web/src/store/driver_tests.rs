//! The description of the tables is no text, and the driver's thread ends.

use super::Wanted;
use super::tests::{after_rescue, damaged_name, filled, opened, row, with_store};
use std::path::Path;

/// One of those that [`filled`] makes.
const GAME: &str = "0000000000000001";

/// Changes a part of the description of the tables, of the same length.
async fn misdescribed(path: &Path, part: &str, damage: &[u8]) -> Vec<u8> {
    filled(path, 7).await;
    let mut bytes = std::fs::read(path).expect("the file");
    let place = bytes.windows(part.len()).position(|found| found == part.as_bytes());
    let place = place.unwrap_or_else(|| panic!("{part:?} is in the file"));
    bytes[place..place + damage.len()].copy_from_slice(damage);
    std::fs::write(path, &bytes).expect("damage");
    bytes
}

/// The driver's thread ends where it meets a type or a name that is no text, and what is
/// asked after that may never be answered.
#[tokio::test]
async fn a_description_that_is_no_text_is_damage_and_the_games_are_saved() {
    let damages: [(&str, &[u8], usize); 4] = [
        ("version BIGINT", b"version BI\xffINT", 7),
        ("second TEXT", b"se\xffond TEXT", 7),
        // A name that is another one.
        ("first TEXT", b"f1rst TEXT", 7),
        // With such a type the database reads nothing.
        ("title TEXT NOT NULL,", b"title T\xffXT NOT NULL,", 0),
    ];
    for (part, damage, saved) in damages {
        with_store(async |path| {
            let bytes = misdescribed(path, part, damage).await;
            let limit = std::time::Duration::from_secs(60);
            let work = tokio::time::timeout(limit, async {
                let (store, kept) = after_rescue(path).await;
                assert_eq!((store.problem(), kept), (None, saved), "{part}");
                let notice = store.notice().expect("a report");
                assert!(notice.contains(&format!("{saved} games were copied")), "{notice}");
                store.save(&row("another", 1)).await.expect("saved");
                store.close().await;
            });
            work.await.unwrap_or_else(|_| panic!("{part}: an answer did not come"));
            assert_eq!(std::fs::read(damaged_name(path)).expect("the file"), bytes, "{part}");
        })
        .await;
    }
}

/// Damages the description of the tables, and makes all who have the store open read it
/// again.
async fn misdescribe_while_open(path: &Path) {
    use sqlx::ConnectOptions;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
    let mut other = options.connect().await.expect("another program");
    for statement in [
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET sql = replace(sql, 'second TEXT', \
         CAST(X'7365FF6F6E642054455854' AS TEXT)) WHERE name = 'games'",
        "PRAGMA schema_version = 1000",
    ] {
        sqlx::query(statement).execute(&mut other).await.expect("damage");
    }
}

#[tokio::test]
async fn a_driver_that_ends_while_the_store_is_used_is_noticed_and_the_games_are_saved() {
    with_store(async |path| {
        filled(path, 7).await;
        let store = opened(path).await;
        misdescribe_while_open(path).await;
        let limit = std::time::Duration::from_secs(60);
        let work = tokio::time::timeout(limit, async {
            // The description is read again by the first question after that, and met by
            // the next one.
            assert!(store.list(&Wanted::default()).await.is_err());
            let said = store.load(GAME).await.expect_err("the driver has ended");
            assert!(said.contains("cannot open this game"), "{said}");
            assert!(store.is_suspect() && !store.keeps());
            // Nobody waits for a driver that is not there.
            assert!(store.save(&row("another", 1)).await.is_err());
            assert!(store.load("0000000000000002").await.is_err());
            store.rescue().await;
            assert_eq!(store.problem(), None);
            assert!(store.notice().is_some_and(|notice| notice.contains("7 games were copied")));
            store.save(&row("another", 1)).await.expect("saved");
            assert_eq!(store.load(GAME).await, Ok(Some(row(GAME, 1))));
        });
        work.await.expect("every answer comes");
    })
    .await;
}

#[tokio::test]
async fn a_visitor_is_told_of_a_description_that_is_no_text_and_reads_the_games() {
    with_store(async |path| {
        misdescribed(path, "second TEXT", b"se\xffond TEXT").await;
        let mut visitor = super::Visitor::open(path).await.expect("it is a store");
        let (games, problems) = visitor.check().await;
        assert_eq!(games, 7);
        assert!(
            problems.iter().any(|text| text.contains("description of the tables")),
            "{problems:?}"
        );
        assert_eq!(visitor.rows().await.map(|(rows, besides)| (rows.len(), besides)), Ok((7, 0)));
    })
    .await;
}
