//! Whatever stands in an event file, there is an event within its limits or an explanation.
#![no_main]

use plywood_arena::{Draft, Surroundings};
use plywood_engines::Engines;
use plywood_workbench::Workbench;
use std::sync::atomic::AtomicBool;

libfuzzer_sys::fuzz_target!(|text: &str| {
    // The search for balanced openings ends at once, and no process is started.
    let (stop, engines, workbench) =
        (AtomicBool::new(true), Engines::default().elsewhere(), Workbench::standard());
    let around = Surroundings {
        workbench: &workbench,
        engines: &engines,
        read: &|_| Err("there are no files here".to_owned()),
        name: "fuzzed",
        stop: &stop,
    };
    let resolved = Draft::read(text).and_then(|draft| draft.resolve(text, &around));
    match resolved {
        Ok(resolved) => {
            assert!(resolved.event.most_games() <= 5_000_000);
            assert!(resolved.event.players.len() >= 2 && resolved.concurrency >= 1);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
