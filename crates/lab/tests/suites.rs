//! Sets of positions: each can be opened, and is what it says.

use plywood_lab::open_suite;
use plywood_workbench::{EngineList, Positions, Session, Suite, Workbench};
use std::collections::HashSet;

/// Games with suites, of every family.
const GAMES: [&str; 11] = [
    "tictactoe",
    "mnk:4,4,3",
    "mnk:7,7,5",
    "gomoku",
    "mnk:70,70,10",
    "othello",
    "delta",
    "delta:placement",
    "azulejos:5x5,3,seed=1",
    "azulejos:10x10,4,seed=1",
    "azulejos:20x20,4,seed=1",
];

fn open(suite: &Suite) -> Vec<Box<dyn Session>> {
    open_suite(&Workbench::standard(), suite)
        .unwrap_or_else(|error| panic!("{}: {error}", suite.name))
}

#[test]
fn every_suite_opens_and_its_players_play_it() {
    let workbench = Workbench::standard();
    for game in GAMES {
        let suites = workbench.suites(game).expect("a game");
        assert!(!suites.is_empty(), "{game}");
        for suite in suites {
            let sessions = open(&suite);
            let EngineList(engines) = suite.algorithms.unwrap_or("pvs").parse().expect("engines");
            for session in &sessions {
                assert!(session.ending().is_none(), "{game} {}", suite.name);
                for engine in &engines {
                    workbench.admit_engine(&**session, engine).expect("plays this game");
                }
            }
        }
    }
}

#[test]
fn the_report_on_delta_has_eighteen_positions_of_three_phases() {
    let workbench = Workbench::standard();
    for game in ["delta", "delta:placement"] {
        let suite = workbench.suite(game, "report").expect("the suite");
        assert!(matches!(suite.positions, Positions::Lines(_)));
        let snapshots: Vec<_> = open(&suite).iter().map(|session| session.snapshot()).collect();
        let texts: HashSet<&str> = snapshots.iter().map(|s| s.position.as_str()).collect();
        assert_eq!((snapshots.len(), texts.len()), (18, 18), "all distinct");
        assert_eq!(snapshots[0].position, "o.*../.*.../.*oo*/.*.o./*...o o", "its figure 2");
        let phase = |position: &str| match position.matches(['*', 'o']).count() - 1 {
            ..=3 => "placing",
            4..=17 => "sliding",
            _ => "lifting",
        };
        let phases = |wanted| texts.iter().filter(|text| phase(text) == wanted).count();
        assert_eq!([phases("placing"), phases("sliding"), phases("lifting")], [4, 9, 5]);
    }
}

#[test]
fn an_unknown_suite_gets_a_suggestion() {
    let workbench = Workbench::standard();
    let error = workbench.suite("delta", "reprot").expect_err("no such suite");
    assert_eq!(
        error.to_string(),
        "delta has no suite called 'reprot' (did you mean report?); it has report, bench"
    );
    let error = workbench.suite("mnk:6,6,4", "bench").expect_err("none at all");
    assert_eq!(error.to_string(), "mnk:6,6,4 has no suite called 'bench'; it has none at all");
}
