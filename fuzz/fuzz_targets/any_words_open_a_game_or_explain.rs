//! Whatever is asked of the workbench, there is a session or an explanation.
#![no_main]

use plywood_workbench::{EngineSpec, PlayerSpec, Start, Workbench};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut parts = text.splitn(4, '\0').map(str::to_owned);
    let game = parts.next().unwrap_or_default();
    let given = |part: Option<String>| part.filter(|text| !text.is_empty());
    let start = Start {
        position: given(parts.next()),
        moves: given(parts.next()),
        file: given(parts.next()),
        ..Start::default()
    };
    match Workbench::standard().open(&game, &start, 7) {
        Ok(session) => {
            let snapshot = session.snapshot();
            assert_eq!(session.choices().is_empty(), snapshot.ending.is_some());
            assert!(!snapshot.status().is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(engine) = game.parse::<EngineSpec>() {
        assert_eq!(engine.text.parse(), Ok(engine));
    }
    if let Ok(player) = game.parse::<PlayerSpec>() {
        assert_eq!(player.to_string().parse(), Ok(player));
    }
});
