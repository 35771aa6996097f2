//! Players of Azulejos: the program of one report, by depth and by time, and
//! the way in which it used its time before.

mod by_levels;
mod minimax;

use minimax::Minimax;

use crate::{Field, FieldKind, NamedPlayer};
use by_levels::ByLevels;
use plywood_games::azulejos::Azulejos;

/// Where they come from.
const REPORT: &str = "the report on Azulejos, A. Bezdjian, F. Depascuali and E. Sakuda, 2014";

/// The default depth of the first: the report's program answered on 10 by 10
/// tiles in seconds.
const USUAL_DEPTH: u32 = 4;

/// Whether to prune, as the report's `-prune`.
const PRUNE: Field = Field::new(
    "prune",
    "Alpha-beta pruning",
    "Cut moves that cannot change the value.",
    "on",
    FieldKind::SWITCH,
);

/// Every player that plays Azulejos.
#[must_use]
pub fn players() -> Vec<NamedPlayer<Azulejos>> {
    vec![by_depth(), by_time(), by_levels()]
}

/// `azulejos-minimax`.
fn by_depth() -> NamedPlayer<Azulejos> {
    let about = "minimax to a fixed depth, by the scores alone, with and without pruning";
    NamedPlayer::new("azulejos-minimax", about, |game: &Azulejos, build| {
        let minimax = Minimax::new(game.clone(), build.is_on(PRUNE.name), Some(USUAL_DEPTH));
        Ok(Box::new(minimax))
    })
    .from_source(REPORT)
    .in_hundredths()
    .exact_under(|_| Some("the lead".to_owned()))
    .with(PRUNE)
}

/// `azulejos-dfs`.
fn by_time() -> NamedPlayer<Azulejos> {
    let about = "one depth-first search to the end of the game, as far as the time lasts";
    NamedPlayer::new("azulejos-dfs", about, |game: &Azulejos, build| {
        let minimax = Minimax::new(game.clone(), build.is_on(PRUNE.name), None);
        Ok(Box::new(minimax))
    })
    .from_source(REPORT)
    .in_hundredths()
    .with(PRUNE)
}

/// `azulejos-bfs`.
fn by_levels() -> NamedPlayer<Azulejos> {
    let about = "a tree for each move, a level deeper in turn as long as the time lasts";
    NamedPlayer::new("azulejos-bfs", about, |game: &Azulejos, _| {
        Ok(Box::new(ByLevels::new(game.clone())))
    })
    .from_source(REPORT)
    .in_hundredths()
}
