//! Names of openings: the positions that the players of a game call by a name.
//!
//! A game names its openings in a table, a line each: the name, a colon, and moves
//! that lead to the position. What counts is the position, from whichever side the
//! board is seen, so other orders of the moves and mirrored games are recognised too.
//! A game is in the opening that was named last on its way.

use plywood_game::{Playable, TextError};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The names of the openings of one game, read when the game is first set up.
///
/// ```
/// use plywood_games::othello::Othello;
/// use plywood_workbench::{Family, OpeningNames, Start, Workbench};
///
/// let names = OpeningNames::new("# a comment\nTiger: f5 d6 c3 d3 c4\n");
/// let othello = Family::new("othello", "othello", move |setup| {
///     setup.game(Othello).with_openings(&names)
/// });
/// let workbench = Workbench::empty().with(othello);
/// // The same opening, seen from the other side of the board, and a move on.
/// let start = Start { moves: Some("c4 e3 f6 e6 f5 c5".to_owned()), ..Start::default() };
/// let session = workbench.open("othello", &start, 0)?;
/// assert_eq!(session.snapshot().opening.as_deref(), Some("Tiger"));
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct OpeningNames {
    table: Arc<str>,
    read: Arc<OnceLock<Result<Arc<Openings>, TextError>>>,
}

impl OpeningNames {
    /// The names of this table. Lines that begin with `#` are comments. A name has no
    /// colon.
    #[must_use]
    pub fn new(table: &str) -> Self {
        Self { table: table.into(), read: Arc::default() }
    }

    /// The openings by their positions.
    pub(crate) fn of<G: Playable>(&self, game: &G) -> Result<Arc<Openings>, TextError> {
        self.read.get_or_init(|| Openings::read(game, &self.table).map(Arc::new)).clone()
    }
}

/// Openings by the keys of their positions, which all views of the board share.
#[derive(Debug, Default)]
pub(crate) struct Openings {
    names: HashMap<u64, Box<str>>,
    /// The number of moves of the longest.
    longest: usize,
}

impl Openings {
    fn read<G: Playable>(game: &G, table: &str) -> Result<Self, TextError> {
        let mut openings = Self::default();
        let lines = table.lines().map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let wrong = |part, problem: &str, expected: &str| {
                Err(TextError::at_part(table, part, problem, expected))
            };
            let Some((name, moves)) = line.split_once(':') else {
                return wrong(line, "no name stands here", "a name, a colon and moves");
            };
            let mut position = game.initial();
            let moves = game.parse_moves(&position, moves.trim()).map_err(|error| {
                TextError::at_part(table, moves.trim(), error.problem(), error.expected())
            })?;
            for &mv in &moves {
                game.play(&mut position, mv);
            }
            openings.longest = openings.longest.max(moves.len());
            let key = game.canonical_key(&position).0;
            if let Some(other) = openings.names.insert(key, name.trim().into()) {
                let problem = format!("this position is called {other} already");
                return wrong(line, &problem, "one name for a position");
            }
        }
        Ok(openings)
    }

    /// The last name on the way through these moves.
    pub(crate) fn last_named<G: Playable>(
        &self,
        game: &G,
        start: &G::Position,
        moves: impl Iterator<Item = G::Move>,
    ) -> Option<&str> {
        // Turning a vast board eight times takes a while.
        if self.names.is_empty() {
            return None;
        }
        let mut position = start.clone();
        let named = |position: &G::Position| self.names.get(&game.canonical_key(position).0);
        let mut last = named(&position);
        for mv in moves.take(self.longest) {
            game.play(&mut position, mv);
            last = named(&position).or(last);
        }
        last.map(|name| &**name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::{Game, Notation, Random, Symmetry};
    use plywood_games::othello::Othello;

    const TABLE: &str = include_str!("../openings/othello.txt");

    fn after(moves: &str) -> Vec<<Othello as Game>::Move> {
        Othello.parse_moves(&Othello.initial(), moves).expect("legal moves")
    }

    #[test]
    fn every_opening_of_othello_is_legal_and_its_name_is_found_from_all_sides() {
        let openings = Openings::read(&Othello, TABLE).expect("a table");
        assert_eq!(openings.names.len(), 85);
        let start = Othello.initial();
        for line in TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (name, moves) = line.split_once(": ").expect("a name and moves");
            let moves = after(moves);
            // Of the eight images of a game those begin at the start that leave it as it is.
            let views = (0..8).filter(|&view| Othello.transform(view, &start) == start);
            for view in views {
                let image = moves.iter().map(|&mv| Othello.transform_move(view, &start, mv));
                assert_eq!(openings.last_named(&Othello, &start, image), Some(name));
            }
        }
    }

    #[test]
    fn another_order_of_the_moves_is_the_same_opening() {
        let openings = Openings::read(&Othello, TABLE).expect("a table");
        let named = |moves: &str| {
            openings.last_named(&Othello, &Othello.initial(), after(moves).into_iter())
        };
        assert_eq!(named("f5f6e6d6c5"), Some("Cow"));
        assert_eq!(named("e6f6f5d6c5"), Some("Cow"));
        assert_eq!(named("f5f6e6d6c5e3"), Some("Cow"), "an unnamed move stays in the opening");
        assert_eq!((named(""), named("f5")), (None, None));
    }

    #[test]
    fn a_game_that_is_never_named_has_no_opening() {
        let openings = Openings::default();
        let (mut dice, mut position) = (Random::new(1), Othello.initial());
        let mut moves = Vec::new();
        while let Some(&mv) = dice.pick(&Othello.legal_moves(&position)) {
            Othello.play(&mut position, mv);
            moves.push(mv);
        }
        assert_eq!(openings.last_named(&Othello, &Othello.initial(), moves.into_iter()), None);
    }

    #[test]
    fn a_wrong_table_is_refused_with_the_place() {
        for (table, place, problem) in [
            ("Tiger f5d6", (1, 1), "no name stands here"),
            ("# x\nTiger: f5a1", (2, 8), "White turns no disc at a1"),
            ("Cow: f5f6e6d6c5\nOx: e6f6f5d6c5", (2, 1), "this position is called Cow already"),
        ] {
            let error = Openings::read(&Othello, table).expect_err(table);
            assert_eq!((error.line(), error.column()), place, "{table}");
            assert_eq!(error.problem(), problem);
        }
    }
}
