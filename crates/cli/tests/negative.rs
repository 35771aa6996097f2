//! A negative answer is an exit status of its own.

use plywood_game::{Evaluator, ZeroEvaluator};
use plywood_games::othello::{Othello, Position};
use plywood_search::{Engine, Options};
use plywood_workbench::{BuildOptions, Family, GameEngines, NamedPlayer, Workbench};
use std::process::ExitCode;

/// Likes every position a little, for either side.
#[derive(Clone)]
struct Hopeful;

impl Evaluator<Othello> for Hopeful {
    fn evaluate(&self, _: &Othello, _: &Position) -> i32 {
        1
    }
}

fn player<E>(name: &'static str, evaluator: E) -> NamedPlayer<Othello>
where
    E: Evaluator<Othello> + Clone + 'static,
{
    NamedPlayer::new(name, "a player", move |&game: &Othello, build: &BuildOptions| {
        Ok(Box::new(Engine::new(game, evaluator.clone(), Options::plain(), build.megabytes)?))
    })
    .exact_under(|_| Some("nothing".to_owned()))
}

fn compare(engines: &str) -> ExitCode {
    let family = Family::new("othello", "othello", |setup| {
        let players = vec![player("honest", ZeroEvaluator), player("wrong", Hopeful)];
        Ok(setup.with_engines(
            Othello,
            ZeroEvaluator,
            GameEngines { players, ..GameEngines::default() },
        ))
    });
    let words = ["plywood", "compare", "othello", "--depth", "2", "--algorithms", engines];
    plywood_cli::run(&Workbench::empty().with(family), words)
}

#[test]
fn engines_that_disagree_give_exit_status_one() {
    assert_eq!(compare("honest,wrong"), ExitCode::from(1));
    assert_eq!(compare("honest,minimax"), ExitCode::SUCCESS);
}
