//! Whatever stands in a row of a store, the game opens or there is an explanation, and what
//! opens can be exported as one saved game.
#![no_main]

use plywood_web::{Archive, KeptGame};
use plywood_workbench::{Record, Workbench};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut parts = text.split('\0').map(str::to_owned);
    let mut next = || parts.next().unwrap_or_default();
    let (record, tree, clock) = (next(), next(), next());
    let game = KeptGame {
        id: "0123456789abcdef".to_owned(),
        title: next(),
        game: next(),
        first: next(),
        second: next(),
        moves: 1,
        ending: None,
        created: 1,
        updated: 1,
        record,
        tree,
        clock: Some(clock).filter(|text| !text.is_empty()),
    };
    let workbench = Workbench::standard();
    match Archive::text(&workbench, &game) {
        Ok(text) => {
            assert_eq!(Record::split(&text).count(), 1, "{text}");
            let record: Record = text.parse().expect("a saved game");
            assert!(workbench.resume(&record).is_ok(), "{text}");
        }
        Err(problem) => assert!(!problem.is_empty()),
    }
});
