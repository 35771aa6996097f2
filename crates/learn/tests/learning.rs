//! Learning: what it depends on, and that it learns.

use plywood_game::{Game, Outcome, Playable, Random, ZeroEvaluator};
use plywood_games::mnk::Mnk;
use plywood_games::othello::{Othello, Positional};
use plywood_learn::file::Kept;
use plywood_learn::{
    LearnError, LearnReport, LearnRequest, Plan, PlayedGame, Predicts, Saved, learn,
};
use std::sync::atomic::{AtomicBool, Ordering};

fn board() -> Mnk<1> {
    Mnk::new("4,4,3".parse().expect("a board"))
}

fn request(games: u64) -> LearnRequest {
    LearnRequest {
        games: Some(games),
        time: None,
        parameters: false,
        seed: 1,
        threads: 1,
        nodes: 20,
        resume: None,
    }
}

fn learned<G: Playable>(
    game: &G,
    played: Option<&[PlayedGame<G>]>,
    request: &LearnRequest,
) -> Result<LearnReport, LearnError> {
    learn((game, &ZeroEvaluator), &Plan::default(), played, request, &false.into(), &mut |_, _| {})
}

#[test]
fn neither_threads_nor_an_interruption_change_what_is_learned() {
    let whole = learned(&board(), None, &request(300)).expect("learned").saved;
    let threads = LearnRequest { threads: 3, ..request(300) };
    let by_three = learned(&board(), None, &threads).expect("learned").saved;
    assert!(by_three.file == whole.file, "three threads give another file");
    // Stopped in its third batch, at a moment that is never the same.
    let (stop, mut batches) = (AtomicBool::new(false), 0);
    let stopped =
        learn((&board(), &ZeroEvaluator), &Plan::default(), None, &threads, &stop, &mut |_, _| {
            batches += 1;
            stop.store(batches == 2, Ordering::Relaxed);
        });
    let stopped = stopped.expect("learned");
    assert!(stopped.interrupted);
    assert_eq!(stopped.points.last().map(|point| point.games), Some(128));
    let after_128 = learned(&board(), None, &request(128)).expect("learned").saved;
    assert!(stopped.saved.file == after_128.file, "what is left is that of 128 games");
    let resume = Some(stopped.saved.state);
    let resumed = learned(&board(), None, &LearnRequest { resume, ..request(300) });
    let Saved { file, .. } = resumed.expect("learned").saved;
    assert!(file == whole.file, "going on gives another file");
    let other = learned(&board(), None, &LearnRequest { seed: 2, ..request(300) });
    assert!(other.expect("learned").saved.file != whole.file, "another seed gives the same file");
}

#[test]
fn a_state_of_another_run_is_refused() {
    let state = learned(&board(), None, &request(64)).expect("learned").saved.state;
    let resumed = |change: &dyn Fn(&mut LearnRequest)| {
        let mut request = LearnRequest { resume: Some(state.clone()), ..request(128) };
        change(&mut request);
        learned(&board(), None, &request).map(|_| ())
    };
    assert_eq!(resumed(&|_| {}), Ok(()));
    let words = |result: Result<(), LearnError>| result.expect_err("refused").to_string();
    assert!(words(resumed(&|request| request.seed = 2)).contains("--seed 1 and --nodes 20"));
    let damaged = |request: &mut LearnRequest| {
        if let Some(state) = &mut request.resume {
            let last = state.len() - 1;
            state[last] ^= 1;
        }
    };
    assert!(words(resumed(&damaged)).contains("is damaged"));
    let other = Mnk::<1>::new("4,4,4".parse().expect("a board"));
    let request = LearnRequest { resume: Some(state), ..request(128) };
    assert!(learned(&other, None, &request).is_err());
}

/// Random games of Othello.
fn random_games(seeds: std::ops::Range<u64>) -> Vec<PlayedGame<Othello>> {
    let game = |seed| {
        let (mut dice, mut position, mut moves) =
            (Random::new(seed), Othello.initial(), Vec::new());
        while let Some(&mv) = dice.pick(&Othello.legal_moves(&position)) {
            moves.push(mv);
            Othello.play(&mut position, mv);
        }
        let outcome = Othello.outcome(&position).unwrap_or(Outcome::Draw);
        (Othello.initial(), moves, outcome)
    };
    seeds.map(game).collect()
}

#[test]
fn margins_are_learned_from_games_of_others() {
    let games = random_games(0..600);
    let plan = Plan { exchange: true, ..Plan::default() };
    let request = LearnRequest { threads: 2, ..request(1800) };
    let stop = false.into();
    let learned =
        learn((&Othello, &Positional), &plan, Some(&games), &request, &stop, &mut |_, _| {});
    let report = learned.expect("learned");
    assert_eq!(report.predicts, Predicts::Margin);
    let kept = Kept::from_bytes(&report.saved.file).expect("a file");
    assert_eq!(kept.game, "othello");
    assert!(kept.made_by.contains("a file of 600 games --games 1800"), "{}", kept.made_by);
    // Ten plies before the end of other games, who wins is mostly seen.
    let mut seen = 0;
    for (mut position, moves, outcome) in random_games(1000..1200) {
        for &mv in &moves[..moves.len() - 10] {
            Othello.play(&mut position, mv);
        }
        let side = Othello.to_move(&position);
        let state = kept.tables.refresh(&Othello, &position);
        let value = kept.tables.evaluate(&Othello, &position, &state);
        seen += i32::from(value.signum() == outcome.value_for(side).signum());
    }
    assert!(seen > 130, "{seen} of 200");
}

#[test]
fn there_is_nothing_to_learn_from_no_games() {
    let none = learned(&board(), Some(&[]), &request(64)).map(|_| ());
    assert_eq!(none, Err(LearnError::NoGames));
}
