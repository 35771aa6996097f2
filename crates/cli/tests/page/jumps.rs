//! The wall clock of a real server jumps, by years and while it runs: nothing that was
//! done is lost, no page is left with an old state, and no game clock runs down.

use crate::common::skipped;
use crate::http::Connection;
use crate::served::{Served, command, folder};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A wall clock that is set by a file. The clock that only ever goes forward is left alone,
/// as it is where a clock is set.
struct WallClock {
    library: PathBuf,
    file: PathBuf,
}

impl WallClock {
    /// None without the library of Debian's package faketime.
    fn new(folder: &Path) -> Option<Self> {
        let folders = std::fs::read_dir("/usr/lib").ok()?.flatten();
        let libraries = folders.map(|folder| folder.path().join("faketime/libfaketimeMT.so.1"));
        let library = libraries.into_iter().find(|library| library.exists())?;
        let clock = Self { library, file: folder.join("clock") };
        clock.set("+0d");
        Some(clock)
    }

    /// How far it is from the true time.
    fn set(&self, shift: &str) {
        // A reader of the file sees the old time or the new one.
        let new = self.file.with_extension("new");
        std::fs::write(&new, shift).expect("a file");
        std::fs::rename(new, &self.file).expect("another time");
    }

    fn served(&self, store: &Path) -> Served {
        let mut served = Command::new(crate::served::PLYWOOD);
        served.args(command(store).get_args());
        served.env("LD_PRELOAD", &self.library).env("FAKETIME_TIMESTAMP_FILE", &self.file);
        served.env("FAKETIME_NO_CACHE", "1").env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        Served::start(served.env("DONT_FAKE_MONOTONIC", "1"))
    }
}

/// The year in which a server believes to be.
fn year(served: &Served) -> u32 {
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let text = served.get(&format!("/api/games/{id}/text"));
    let date = text.text().lines().find_map(|line| line.strip_prefix("date ")).expect("a date");
    date.get(..4).and_then(|year| year.parse().ok()).expect("a year")
}

fn revision(state: &Value) -> u64 {
    state["revision"].as_u64().expect("a number")
}

#[test]
fn a_clock_that_is_set_while_the_server_runs_takes_nothing_away() {
    let folder = folder();
    let Some(clock) = WallClock::new(folder.path()) else {
        return skipped("a wall clock that is set, the package faketime is not installed");
    };
    let store = folder.path().join("games.sqlite");
    let mut served = clock.served(&store);
    let now = year(&served);
    let clocks = json!({ "initial_ms": 86_400_000, "increment_ms": 0 });
    let id = served.begin(&json!({ "game": "mnk:19,19,20", "clock": clocks }));
    let mut known = revision(&served.state(&id));
    let mut ply = 0;
    // The last ones with a restart between.
    for (shift, restart) in
        [("-3652d", false), ("+7304d", false), ("+0d", false), ("-3652d", true), ("+0d", true)]
    {
        let mut page = Connection::watch(served.address, &id);
        assert_eq!(revision(&page.event().expect("the state").1), known);
        clock.set(shift);
        if restart {
            served.kill();
            served = clock.served(&store);
            page = Connection::watch(served.address, &id);
            let state = page.event().expect("the state").1;
            assert!(revision(&state) > known, "{shift}: {} after {known}", revision(&state));
            known = revision(&state);
        }
        let years = shift[..shift.len() - 1].parse::<f64>().expect("days") / 365.25;
        let passed = f64::from(year(&served)) - f64::from(now);
        assert!((passed - years).abs() <= 1.0, "the clock is set: {passed} years for {shift}");
        for mv in [format!("a{}", ply / 2 + 1), format!("c{}", ply / 2 + 1)] {
            let words = json!({ "move": mv, "ply": ply });
            let state = served.post(&format!("/api/games/{id}/play"), &words);
            ply += 1;
            assert_eq!((&state["ply"], &state["storage"]), (&json!(ply), &Value::Null), "{shift}");
            assert!(revision(&state) > known, "{shift}: {} after {known}", revision(&state));
            known = revision(&state);
            while revision(&page.event().expect("the move").1) != known {}
        }
        let left = served.state(&id)["clocks"].clone();
        for side in ["first_ms", "second_ms"] {
            let left = left[side].as_u64().expect("a clock");
            assert!((80_000_000..=86_400_000).contains(&left), "{shift}: {side} {left}");
        }
    }
}
