//! What the fuzz targets share: choosing a game by the first byte (a letter, so
//! that seeds are texts one can read), and running a law on whichever it is.

use plywood_game::Playable;
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;

/// A law that holds for the text of any game.
pub trait Law {
    /// Checks the law, and panics if it is broken.
    fn check<G: Playable>(&self, game: &G, text: &str);
}

/// Runs the law on the game that the first byte chooses, with the rest as text.
pub fn with_a_game(data: &[u8], law: &impl Law) {
    let Some((choice, Ok(text))) =
        data.split_first().map(|(choice, text)| (choice, std::str::from_utf8(text)))
    else {
        return;
    };
    let mnk = |rows, columns, k| Params::new(rows, columns, k).expect("good parameters");
    match choice {
        b'3' => law.check(&Mnk::<1>::new(mnk(3, 3, 3)), text),
        b'm' => law.check(&Mnk::<2>::new(mnk(2, 40, 5)), text),
        b'o' => law.check(&Othello, text),
        b'd' => law.check(&Delta::standard(), text),
        b'p' => law.check(&Delta::placement(), text),
        b'a' => law.check(&Azulejos::any(), text),
        _ => {}
    }
}
