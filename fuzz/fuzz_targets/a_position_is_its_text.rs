//! Whatever text is read as a position is written and read as the same one.
#![no_main]

use plywood_fuzz::{Law, with_a_game};
use plywood_game::Playable;

struct TextRoundTrips;

impl Law for TextRoundTrips {
    fn check<G: Playable>(&self, game: &G, text: &str) {
        for position in [game.parse_position(text), game.parse_file(text)].into_iter().flatten() {
            let line = game.parse_position(&game.position_text(&position));
            assert_eq!(line.as_ref(), Ok(&position));
            let file = game.parse_file(&game.file_text(&position));
            assert_eq!(file.as_ref(), Ok(&position));
            let over = game.outcome(&position).is_some();
            assert_eq!(game.legal_moves(&position).is_empty(), over);
            assert_eq!(game.count_moves(&position), game.legal_moves(&position).len() as u64);
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| with_a_game(data, &TextRoundTrips));
