//! Desdemona, against which the players of the `OMatic` report were measured: a
//! Monte-Carlo tree search that knows nothing of Othello but its rules.

use crate::Character;
use plywood_game::NoOpinion;
use plywood_games::othello::Othello;
use plywood_search::{Mcts, MctsOptions};

pub(super) fn character() -> Character<Othello> {
    let about = "plain Monte-Carlo tree search, with the settings of the OMatic report's opponent";
    Character::new("desdemona", about, |&game: &Othello, brief| {
        let options = MctsOptions {
            seed: brief.seed.unwrap_or_default(),
            lines: brief.lines,
            ..MctsOptions::desdemona()
        };
        Ok(Box::new(Mcts::new(game, NoOpinion, options, brief.megabytes)?))
    })
    .from_source("the report of OMatic, I. Cornella and E. Gonzalez, 2022")
    .without_depth()
}
