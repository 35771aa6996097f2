//! Players of Azulejos: the program of one report, by depth and by time, and
//! the way in which it used its time before.

mod by_levels;
mod minimax;

use minimax::Minimax;

use crate::{Character, Form, Setting};
use by_levels::ByLevels;
use plywood_games::azulejos::Azulejos;

/// Where they come from.
const REPORT: &str = "the report on Azulejos, A. Bezdjian, F. Depascuali and E. Sakuda, 2014";

/// How deep the first looks if nobody says: the report's program answered on 10
/// by 10 tiles in seconds.
const USUAL_DEPTH: u32 = 4;

/// Whether to prune, as the report's `-prune`.
const PRUNE: Setting =
    Setting { key: "prune", label: "Alpha-beta pruning", default: "on", form: Form::Switch };

/// Every character that plays Azulejos.
#[must_use]
pub fn characters() -> Vec<Character<Azulejos>> {
    vec![by_depth(), by_time(), by_levels()]
}

/// `azulejos-minimax`.
fn by_depth() -> Character<Azulejos> {
    let about = "minimax to a fixed depth, by the scores alone, with and without pruning";
    Character::new("azulejos-minimax", about, |game: &Azulejos, brief| {
        let minimax = Minimax::new(game.clone(), brief.is_on(PRUNE.key), Some(USUAL_DEPTH));
        Ok(Box::new(minimax.reporting(brief.lines)))
    })
    .from_source(REPORT)
    .measured_by(|_| Some("the lead".to_owned()))
    .with(PRUNE)
}

/// `azulejos-dfs`.
fn by_time() -> Character<Azulejos> {
    let about = "one depth-first search to the end of the game, as far as the time lasts";
    Character::new("azulejos-dfs", about, |game: &Azulejos, brief| {
        let minimax = Minimax::new(game.clone(), brief.is_on(PRUNE.key), None);
        Ok(Box::new(minimax.reporting(brief.lines)))
    })
    .from_source(REPORT)
    .with(PRUNE)
}

/// `azulejos-bfs`.
fn by_levels() -> Character<Azulejos> {
    let about = "a tree for each move, a level deeper in turn as long as the time lasts";
    Character::new("azulejos-bfs", about, |game: &Azulejos, brief| {
        Ok(Box::new(ByLevels::new(game.clone(), brief.lines)))
    })
    .from_source(REPORT)
}
