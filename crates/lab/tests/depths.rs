//! How far players look in given times.

mod common;

use common::polylines_and_texts;
use plywood_lab::{Depths, DepthsReport};
use plywood_workbench::{EngineList, Session, Start, Workbench};
use std::time::Duration;

fn measure(positions: &[&str], players: &str, times: &[u64]) -> DepthsReport {
    let workbench = Workbench::standard();
    let open = |moves: &&str| {
        let moves = Some((*moves).to_owned());
        workbench.open("othello", &Start { moves, ..Start::default() }, 0).expect("a position")
    };
    let sessions: Vec<Box<dyn Session>> = positions.iter().map(open).collect();
    let EngineList(players) = players.parse().expect("players");
    let times = times.iter().map(|&time| Duration::from_millis(time)).collect();
    Depths { players, times }
        .run(&workbench, &sessions, &false.into(), &mut |_| {})
        .expect("a report")
}

#[test]
fn every_player_has_a_row_for_every_position_and_time() {
    let report = measure(&["f5", "f5d6", "f5f6"], "pvs,omatic-id", &[40, 80]);
    assert_eq!((report.rows.len(), report.medians.len()), (3 * 2 * 2, 2 * 2));
    assert!(report.complete && report.rows.iter().all(|row| row.depth >= Some(1)));
    assert!(report.medians.iter().all(|median| median.positions == 3));
    let csv = report.to_csv().expect("CSV");
    assert_eq!(csv::Reader::from_reader(csv.as_bytes()).records().count(), report.rows.len());
}

#[test]
fn players_without_a_depth_have_nodes_alone() {
    let report = measure(&["f5"], "mcts,desdemona,pvs", &[40]);
    let depths: Vec<bool> = report.rows.iter().map(|row| row.depth.is_some()).collect();
    assert_eq!(depths, [false, false, true]);
    assert!(report.rows.iter().all(|row| row.nodes > 0));
    let (lines, texts) = polylines_and_texts(&report.to_svg());
    assert_eq!(lines.len(), 4, "one has depths, three have nodes");
    let labels = |name: &str| texts.iter().filter(|text| *text == name).count();
    assert_eq!([labels("mcts"), labels("desdemona"), labels("pvs")], [1, 1, 2]);
}

#[test]
fn the_time_axis_has_the_times_that_were_given() {
    let report = measure(&["f5"], "pvs", &[3, 7, 40]);
    let (_, texts) = polylines_and_texts(&report.to_svg());
    for time in ["3", "7", "40"] {
        assert!(texts.iter().filter(|text| *text == time).count() >= 2, "{time} in both panels");
    }
}
