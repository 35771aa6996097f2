//! Learning the numbers of an evaluator: that it learns, and what it depends on.

use plywood_game::{Evaluator, Knowledge};
use plywood_games::delta::{Delta, Potential};
use plywood_games::othello::{Othello, Positional};
use plywood_learn::{LearnError, LearnReport, LearnRequest, ParameterFile, Plan, learn};
use std::sync::atomic::{AtomicBool, Ordering};

fn request(games: u64) -> LearnRequest {
    LearnRequest {
        games: Some(games),
        time: None,
        parameters: true,
        seed: 1,
        threads: 1,
        nodes: 20,
        resume: None,
    }
}

/// Delta's evaluator with no idea what anything is worth.
fn ignorant() -> Potential {
    let mut own = Potential::default();
    let count = Evaluator::parameters(&own).len();
    Evaluator::set_parameters(&mut own, &vec![0; count]);
    own
}

fn learned(request: &LearnRequest) -> Result<LearnReport, LearnError> {
    let game = Delta::standard();
    learn((&game, &ignorant()), &Plan::default(), None, request, &false.into(), &mut |_, _| {})
}

#[test]
fn an_evaluator_that_knew_nothing_learns_what_its_terms_are_worth() {
    let report = learned(&request(2000)).expect("learned");
    let last = report.points.last().expect("a batch");
    assert!(last.loss < 0.66, "{last:?}");
    assert!(last.elo.is_some_and(|elo| elo > 100.0), "{last:?}");
    let number = |name| report.parameters.iter().find(|(known, _)| known == name);
    assert!(number("threat").is_some_and(|(_, worth)| *worth > 20), "{:?}", report.parameters);
    let text = String::from_utf8(report.saved.file).expect("text");
    let file: ParameterFile = text.parse().expect("a file");
    let values = file.for_game("delta", &Evaluator::parameters(&ignorant())).expect("of Delta");
    let found: Vec<i32> = report.parameters.iter().map(|(_, value)| *value).collect();
    assert_eq!(values, found);
}

#[test]
fn neither_threads_nor_an_interruption_change_the_numbers() {
    let whole = learned(&request(200)).expect("learned").saved;
    let by_three = learned(&LearnRequest { threads: 3, ..request(200) }).expect("learned").saved;
    assert!(by_three.file == whole.file, "three threads give another file");
    let (stop, game, mut batches) = (AtomicBool::new(false), Delta::standard(), 0);
    let plan = Plan::default();
    let stopped = learn((&game, &ignorant()), &plan, None, &request(200), &stop, &mut |_, _| {
        batches += 1;
        stop.store(batches == 2, Ordering::Relaxed);
    });
    let stopped = stopped.expect("learned");
    assert!(stopped.interrupted);
    let resume = Some(stopped.saved.state);
    let resumed = learned(&LearnRequest { resume: resume.clone(), ..request(200) });
    assert!(resumed.expect("learned").saved.file == whole.file, "going on gives another file");
    let other = learned(&LearnRequest { resume, seed: 2, ..request(200) });
    assert!(other.expect_err("another seed").to_string().contains("--seed 1"));
}

#[test]
fn a_state_that_is_none_is_refused() {
    for state in [&b""[..], b"{}", b"[1]", b"\xff", br#"{"version":1}"#] {
        let resumed = learned(&LearnRequest { resume: Some(state.to_vec()), ..request(64) });
        assert!(matches!(resumed, Err(LearnError::State(_))), "{state:?}");
    }
}

#[test]
fn an_evaluator_without_named_numbers_is_told_so() {
    assert_eq!(Knowledge::<Othello>::parameters(&Positional), []);
    let (plan, stop) = (Plan::default(), false.into());
    let found = learn((&Othello, &Positional), &plan, None, &request(64), &stop, &mut |_, _| {});
    assert_eq!(found.err(), Some(LearnError::NoParameters));
}

#[test]
fn delta_has_the_numbers_that_it_is_given_and_ignores_too_few() {
    let mut own = Potential::default();
    let names = Evaluator::parameters(&own);
    let other: Vec<i32> = names.iter().map(|(_, value)| value + 1).collect();
    Evaluator::set_parameters(&mut own, &other);
    let found: Vec<i32> = Evaluator::parameters(&own).iter().map(|(_, value)| *value).collect();
    assert_eq!(found, other);
    Evaluator::set_parameters(&mut own, &other[1..]);
    assert_eq!(Evaluator::parameters(&own)[0].1, other[0]);
}
