//! Whatever text is read as a move, or a series of moves, is in the list of
//! legal moves, and no other number is taken for a legal move.
#![no_main]

use plywood_fuzz::{Law, with_a_game};
use plywood_game::{Move, Playable};

struct LegalIsListed;

impl Law for LegalIsListed {
    fn check<G: Playable>(&self, game: &G, text: &str) {
        let mut position = game.initial();
        // The first line leads to a position, the rest is tried there.
        let (series, rest) = text.split_once('\n').unwrap_or((text, text));
        if let Ok(moves) = game.parse_moves(&position, series) {
            let again = game.parse_moves(&position, &game.moves_text(&position, &moves));
            assert_eq!(again.as_ref(), Ok(&moves));
            for mv in moves {
                assert!(game.legal_moves(&position).contains(&mv));
                game.try_play(&mut position, mv).expect("a move that was read is legal");
            }
        }
        if let Ok(mv) = game.parse_move(&position, rest) {
            assert!(game.legal_moves(&position).contains(&mv));
        }
        for bytes in text.as_bytes().chunks_exact(4) {
            let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            if let Some(mv) = G::Move::unpack(bits) {
                let listed = game.legal_moves(&position).contains(&mv);
                assert_eq!(game.is_legal(&position, mv), listed);
            }
        }
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| with_a_game(data, &LegalIsListed));
