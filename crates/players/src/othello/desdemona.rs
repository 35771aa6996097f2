//! Desdemona, against which the players of the `OMatic` report were measured: a
//! Monte-Carlo tree search that uses only the rules of Othello.

use crate::NamedPlayer;
use plywood_game::ZeroEvaluator;
use plywood_games::othello::Othello;
use plywood_search::{Mcts, MctsOptions};

pub(super) fn player() -> NamedPlayer<Othello> {
    let about = "plain Monte-Carlo tree search, with the settings of the OMatic report's opponent";
    NamedPlayer::new("desdemona", about, |&game: &Othello, build| {
        let options =
            MctsOptions { seed: build.seed.unwrap_or_default(), ..MctsOptions::desdemona() };
        Ok(Box::new(Mcts::new(game, ZeroEvaluator, options, build.megabytes)?))
    })
    .from_source("the report of OMatic, I. Cornella and E. Gonzalez, 2022")
    .without_depth()
    .in_hundredths()
}
