//! Whatever is read as a saved game and can be opened is saved as a text that
//! opens as the same game.
#![no_main]

use plywood_workbench::{Record, Workbench};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Ok(record) = text.parse::<Record>() else {
        return;
    };
    let workbench = Workbench::standard();
    let Ok(session) = workbench.resume(&record) else {
        return;
    };
    let again: Record = session.record().to_string().parse().expect("a saved game can be read");
    let reopened = workbench.resume(&again).expect("a saved game can be opened");
    assert_eq!(reopened.snapshot(), session.snapshot());
});
