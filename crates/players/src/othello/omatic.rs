//! The two players of the `OMatic` report: one looks to a depth that is fixed
//! beforehand, the other deepens until its time is up. Both are plain
//! alpha-beta over five factors.

use crate::{
    Accepts, Audience, BuildOptions, Failure, Field, FieldChoice, FieldKind, NamedPlayer, Searcher,
    Task,
};
use plywood_games::othello::{Factors, Othello, Ply, Weights};
use plywood_search::{Engine, Limits, Options, Report};
use std::borrow::Cow;

const SOURCE: &str = "the report of OMatic, I. Cornella and E. Gonzalez, 2022";

/// The default depth of the first: what the report calls deep, beyond which its
/// program took long.
const USUAL_DEPTH: u32 = 6;

/// `omatic-minimax`.
pub(super) fn minimax() -> NamedPlayer<Othello> {
    let about = "alpha-beta to a fixed depth, by corners, edges, mobility and discs";
    NamedPlayer::new("omatic-minimax", about, |_: &Othello, build| {
        let depth = Some(USUAL_DEPTH);
        Ok(Box::new(OMatic { options: options(build), weights: weights(build), depth }))
    })
    .from_source(SOURCE)
    .exact_under(factors)
    .with(PROBCUT)
    .with(WEIGHTS)
}

/// `omatic-id`.
pub(super) fn deepening() -> NamedPlayer<Othello> {
    let about = "alpha-beta that deepens until its time is up, by the factors of omatic-minimax";
    NamedPlayer::new("omatic-id", about, |_: &Othello, build| {
        let options = options(build).with(|options| options.deepening.on = true);
        Ok(Box::new(OMatic { options, weights: weights(build), depth: None }))
    })
    .from_source(SOURCE)
    .exact_under(factors)
    .with(PROBCUT)
    .with(WEIGHTS)
}

const PROBCUT: Field = Field::new(
    "probcut",
    "Cut nodes with few moves",
    "Leave out positions with few moves, as the report's probabilistic cut does.",
    "off",
    FieldKind::SWITCH,
);

const WEIGHTS: Field = Field::new(
    "weights",
    "Weights of mobility:edges:stable:corners:parity, or a row of the report's table",
    "The weight of each factor of the evaluation.",
    "2:15:30:50:2",
    FieldKind::Choice {
        choices: Cow::Borrowed(&[
            FieldChoice::new("2:15:30:50:2", "2:15:30:50:2"),
            FieldChoice::new("row1", "row1"),
            FieldChoice::new("row2", "row2"),
            FieldChoice::new("row3", "row3"),
            FieldChoice::new("row4", "row4"),
            FieldChoice::new("row5", "row5"),
        ]),
        other: Some((
            "row1 to row5, or five whole numbers such as 2:15:30:50:2",
            Accepts(|text| read_weights(text).is_some()),
        )),
    },
);

fn read_weights(text: &str) -> Option<Weights> {
    let row = text.strip_prefix("row").and_then(|number| number.parse::<usize>().ok());
    match row {
        Some(number) => Weights::ROWS.get(number.checked_sub(1)?).copied(),
        None => text.parse().ok(),
    }
}

fn weights(build: &BuildOptions) -> Weights {
    read_weights(build.get(WEIGHTS.name)).unwrap_or_default()
}

/// Its evaluator; cuts by the number of moves make other values.
fn factors(build: &BuildOptions) -> Option<String> {
    (!build.is_on(PROBCUT.name)).then(|| format!("factors {:?}", weights(build)))
}

fn options(build: &BuildOptions) -> Options {
    Options::plain().with(|options| {
        options.branching_cut.on = build.is_on(PROBCUT.name);
        options.tie_seed = build.seed;
    })
}

/// Its heuristic counts its own mobility alone, so it has to know which side it
/// plays before it searches.
struct OMatic {
    options: Options,
    weights: Weights,
    /// Its default depth.
    depth: Option<u32>,
}

impl Searcher<Othello> for OMatic {
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        task: &Task<'_, Othello>,
        audience: &mut Audience<'_, Ply>,
    ) -> Result<Report<Ply>, Failure> {
        let judge = Factors { player: task.root.position.to_move(), weights: self.weights };
        let limits = Limits { depth: task.limits.depth.or(self.depth), ..task.limits };
        let mut engine = Engine::with_table(Othello, judge, self.options.clone(), None);
        Searcher::search(&mut engine, &task.under(limits), audience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_a_row_of_the_table_or_five_numbers() {
        assert_eq!(read_weights("row1"), Some(Weights::ROWS[0]));
        assert_eq!(read_weights("row5"), "2:15:50:100:2".parse().ok());
        assert_eq!(read_weights(&WEIGHTS.default), Some(Weights::default()));
        for text in ["row0", "row6", "row", "rows", "1:2", ""] {
            assert_eq!(read_weights(text), None, "{text}");
        }
    }
}
