//! The games that come with Plywood, a line or two each.

use crate::Family;
use plywood_game::{TextError, quoted};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{MOST_WORDS, Mnk, Params, words_needed};
use plywood_games::othello::Othello;

pub(crate) fn families() -> Vec<Family> {
    vec![
        Family::new("mnk", "mnk:M,N,K", |setup| {
            let params: Params = setup.parameters.unwrap_or("").parse()?;
            Ok(match words_needed(params.cells()) {
                1 => setup.game(Mnk::<1>::new(params)),
                2 => setup.game(Mnk::<2>::new(params)),
                3..=4 => setup.game(Mnk::<4>::new(params)),
                5..=8 => setup.game(Mnk::<8>::new(params)),
                _ => setup.game(Mnk::<MOST_WORDS>::new(params)),
            })
        })
        .about("mark cells of a board of M rows and N columns; K in a line win")
        .example("mnk:3,3,3")
        .alias("tictactoe", "mnk:3,3,3")
        .alias("gomoku", "mnk:15,15,5"),
        Family::from(Othello)
            .about("enclose the other side's discs to turn them; the most discs win"),
        Family::new("delta", "delta[:placement]", |setup| match setup.parameters {
            None => Ok(setup.game(Delta::standard())),
            Some("placement") => Ok(setup.game(Delta::placement())),
            Some(other) => {
                let problem = format!("{} is no variant", quoted(other));
                Err(TextError::new(other, 0, problem, "placement, or nothing"))
            }
        })
        .about(
            "place pieces, then slide them and drop new ones behind; four in a line win\n\
             with :placement, White's second turn must be a placement",
        ),
        Family::new("azulejos", "azulejos[:RxC[,COLOURS][,seed=S]]", |setup| {
            Ok(setup.game(match (setup.parameters, setup.has_position) {
                (None, true) => Azulejos::any(),
                (parameters, _) => Azulejos::parse_params(parameters.unwrap_or(""), setup.seed)?,
            }))
        })
        .about("take groups of equal tiles, the larger the better; R by C tiles from a seed")
        .example("azulejos:10x10,4,seed=1"),
    ]
}
