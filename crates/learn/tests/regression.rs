//! Regression: what it depends on, and that margins are predicted.

use plywood_game::{Game, Random, Side};
use plywood_games::othello::{Othello, Position, Positional, patterns};
use plywood_learn::file::Kept;
use plywood_learn::{
    KnownGame, LearnError, NewValuer, PhaseError, Plan, RegressionReport, RegressionRequest,
    RegressionStep, Valued, regress,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Random games with their results.
fn games(seeds: std::ops::Range<u64>) -> Vec<KnownGame<Othello>> {
    let game = |seed| {
        let (mut dice, mut position, mut moves) =
            (Random::new(seed), Othello.initial(), Vec::new());
        while let Some(&mv) = dice.pick(&Othello.legal_moves(&position)) {
            moves.push(mv);
            Othello.play(&mut position, mv);
        }
        let margin = Othello.outcome(&position).map_or(0, |end| end.value_for(Side::First));
        let values = vec![(moves.len(), margin)];
        let year = Some(2000 + (seed % 10) as u16);
        KnownGame { start: Othello.initial(), moves, values, year }
    };
    seeds.map(game).collect()
}

fn request() -> RegressionRequest {
    RegressionRequest {
        seed: 1,
        threads: 1,
        solved: 4,
        variations: 1,
        sampled: 0,
        valued_by: "nobody".to_owned(),
        valued: Valued::default(),
        held_out_from: None,
        ridge: 1.0,
    }
}

fn plan() -> Plan {
    let tuples = patterns::tuples().split_off(3);
    Plan { tuples, phases: 4, exchange: true, ..Plan::default() }
}

fn regressed(
    games: &[KnownGame<Othello>],
    request: &RegressionRequest,
) -> Result<Option<RegressionReport>, LearnError> {
    let own = (&Othello, &Positional);
    let by_discs: &NewValuer<'_, Othello> = &|| Box::new(discs);
    let games = (games, by_discs);
    regress(own, &plan(), games, request, &false.into(), &mut |_: RegressionStep| {})
}

/// Values a position by its discs.
fn discs(position: &Position) -> f32 {
    position.own().count_ones() as f32 - position.opponent().count_ones() as f32
}

#[test]
fn sampled_positions_have_the_value_of_a_search() {
    let phases = |sampled| {
        let request = RegressionRequest { sampled, variations: 0, solved: 0, ..request() };
        regressed(&games(0..800), &request).expect("games").expect("not stopped").phases
    };
    let (all, some) = (phases(0), phases(3));
    let learned =
        |phases: &[PhaseError]| -> f64 { phases.iter().map(|phase| phase.learned as f64).sum() };
    assert!((learned(&all) / learned(&some) - 3.0).abs() < 0.1, "one in three");
    // Discs can be seen, results cannot.
    assert!(some[0].error_learned < 0.3 * all[0].error_learned, "{:?} {:?}", some[0], all[0]);
}

#[test]
fn margins_of_other_games_are_predicted() {
    let report = regressed(&games(0..800), &request()).expect("games").expect("not stopped");
    let (first, last) = (report.phases[0], report.phases[report.phases.len() - 1]);
    assert!(last.error < 0.8 * last.of_nothing, "{last:?}");
    assert!(first.error > last.error, "the end is easier to predict than the beginning");
    assert!(last.held_out > 0 && last.learned > 10 * last.held_out, "{last:?}");
    let kept = Kept::from_bytes(&report.file).expect("a file");
    assert!(kept.made_by.contains("a file of 800 games --solved 4"), "{}", kept.made_by);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let games = games(0..600);
    let file = |threads| {
        let request = RegressionRequest { threads, ..request() };
        regressed(&games, &request).expect("games").expect("not stopped").file
    };
    assert!(file(1) == file(3));
}

#[test]
fn what_an_earlier_run_has_found_is_not_asked_again() {
    let games = games(0..600);
    let mut file = Valued::beginning(1);
    let run = |valued: Valued, file: &mut Vec<u8>| {
        let asked = AtomicUsize::new(0);
        let counted: &NewValuer<'_, Othello> = &|| {
            Box::new(|position| {
                asked.fetch_add(1, Ordering::Relaxed);
                discs(position)
            })
        };
        let request = RegressionRequest { sampled: 3, valued, ..request() };
        let (own, games) = ((&Othello, &Positional), (&games[..], counted));
        let found = regress(own, &plan(), games, &request, &false.into(), &mut |step| {
            if let RegressionStep::Games { part, values: Some(values), .. } = step {
                file.extend(Valued::addition(part, &values));
            }
        });
        let evaluator = found.expect("games").expect("not stopped").file;
        (evaluator, asked.into_inner())
    };
    let (whole, asked) = run(Valued::default(), &mut file);
    assert!(asked > 1_000, "{asked}");
    // The last of three parts was cut off.
    let (valued, _) = Valued::read(&file[..file.len() - 1], 1).expect("a file");
    let (again, asked_again) = run(valued, &mut Vec::new());
    assert!(again == whole && asked_again < asked / 3, "{asked_again} of {asked}");
}

#[test]
fn games_from_a_year_on_are_held_out() {
    let held_out = |held_out_from| {
        let request = RegressionRequest { held_out_from, variations: 0, ..request() };
        let report = regressed(&games(0..100), &request).expect("games").expect("not stopped");
        report.phases.iter().map(|phase| phase.held_out).sum::<usize>() as f64
            / report.positions as f64
    };
    assert!((held_out(None) - 6.0 / 100.0).abs() < 0.01);
    // Of the years 2000 to 2009 one, and every sixteenth of the other games.
    assert!((held_out(Some(2009)) - 16.0 / 100.0).abs() < 0.02);
}

#[test]
fn there_is_nothing_to_learn_from_no_games_or_when_it_is_stopped() {
    assert_eq!(regressed(&[], &request()).map(|_| ()), Err(LearnError::NoGames));
    let own = (&Othello, &Positional);
    let games = games(0..9);
    let by_discs: &NewValuer<'_, Othello> = &|| Box::new(discs);
    let games = (&games[..], by_discs);
    let stopped = regress(own, &plan(), games, &request(), &true.into(), &mut |_| {});
    assert!(stopped.expect("games").is_none());
}
