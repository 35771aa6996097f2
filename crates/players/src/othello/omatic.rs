//! The two players of the `OMatic` report: one looks to a depth that is fixed
//! beforehand, the other deepens until its time is up. Both are plain
//! alpha-beta over five factors.

use crate::{Audience, Brief, Character, Form, Searcher, Setting, Task};
use plywood_games::othello::{Factors, Othello, Ply, Position, Weights};
use plywood_search::{Engine, Limits, Options, Report};

const SOURCE: &str = "the report of OMatic, I. Cornella and E. Gonzalez, 2022";

/// How deep the first looks if nobody says: what the report calls deep, beyond
/// which its program took long.
const USUAL_DEPTH: u32 = 6;

/// `omatic-minimax`.
pub(super) fn minimax() -> Character<Othello> {
    let about = "alpha-beta to a fixed depth, by corners, edges, mobility and discs";
    Character::new("omatic-minimax", about, |_: &Othello, brief| {
        let depth = Some(USUAL_DEPTH);
        Ok(Box::new(OMatic { options: options(brief), weights: weights(brief), depth }))
    })
    .from_source(SOURCE)
    .measured_by(factors)
    .with(PROBCUT)
    .with(WEIGHTS)
}

/// `omatic-id`.
pub(super) fn deepening() -> Character<Othello> {
    let about = "alpha-beta that deepens until its time is up, by the factors of omatic-minimax";
    Character::new("omatic-id", about, |_: &Othello, brief| {
        let options = Options { deepening: true, ..options(brief) };
        Ok(Box::new(OMatic { options, weights: weights(brief), depth: None }))
    })
    .from_source(SOURCE)
    .measured_by(factors)
    .with(PROBCUT)
    .with(WEIGHTS)
}

const PROBCUT: Setting = Setting {
    key: "probcut",
    label: "Cut nodes with few moves",
    default: "off",
    form: Form::Switch,
};

const WEIGHTS: Setting = Setting {
    key: "weights",
    label: "Weights of mobility:edges:stable:corners:parity, or a row of the report's table",
    default: "2:15:30:50:2",
    form: Form::Text {
        form: "row1 to row5, or five whole numbers such as 2:15:30:50:2",
        reads: |text| read_weights(text).is_some(),
        examples: &["2:15:30:50:2", "row1", "row2", "row3", "row4", "row5"],
    },
};

fn read_weights(text: &str) -> Option<Weights> {
    let row = text.strip_prefix("row").and_then(|number| number.parse::<usize>().ok());
    match row {
        Some(number) => Weights::ROWS.get(number.checked_sub(1)?).copied(),
        None => text.parse().ok(),
    }
}

fn weights(brief: &Brief) -> Weights {
    read_weights(brief.get(WEIGHTS.key)).unwrap_or_default()
}

/// Its evaluator; what cuts by the number of moves is not measured by it.
fn factors(brief: &Brief) -> Option<String> {
    (!brief.is_on(PROBCUT.key)).then(|| format!("factors {:?}", weights(brief)))
}

fn options(brief: &Brief) -> Options {
    Options {
        branching_cut: brief.is_on(PROBCUT.key),
        lines: brief.lines,
        tie_seed: brief.seed,
        ..Options::plain()
    }
}

/// Its heuristic counts its own mobility alone, so it has to know which side it
/// plays before it searches.
struct OMatic {
    options: Options,
    weights: Weights,
    /// How deep it looks if nobody says.
    depth: Option<u32>,
}

impl Searcher<Othello> for OMatic {
    fn search(
        &mut self,
        task: &Task<'_, Position>,
        audience: &mut Audience<'_, Ply>,
    ) -> Report<Ply> {
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
        assert_eq!(read_weights(WEIGHTS.default), Some(Weights::default()));
        for text in ["row0", "row6", "row", "rows", "1:2", ""] {
            assert_eq!(read_weights(text), None, "{text}");
        }
    }
}
