//! Engines side by side: those that must agree do, one that does not is
//! noticed, and what is written can be read.

mod common;

use common::polylines_and_texts;
use plywood_game::{Evaluator, Knowledge};
use plywood_games::othello::{Othello, Position, Positional};
use plywood_lab::{Comparison, ComparisonReport};
use plywood_search::{Engine, Options};
use plywood_workbench::{
    BuildOptions, EngineList, Error, Family, GameEngines, Limits, NamedPlayer, Session, Start,
    Workbench,
};
use std::collections::HashSet;
use std::ops::RangeInclusive;

const STANDARD: &str = "minimax,alphabeta,aspiration,pvs,mtdf";

fn comparison(engines: &str, depths: RangeInclusive<u32>) -> Comparison {
    let EngineList(algorithms) = engines.parse().expect("engines");
    Comparison { algorithms, depths, limits: Limits::default() }
}

fn after(workbench: &Workbench, game: &str, moves: &str) -> Box<dyn Session> {
    let moves = Some(moves.to_owned()).filter(|moves| !moves.is_empty());
    workbench.open(game, &Start { moves, ..Start::default() }, 1).expect("a position")
}

fn compare(
    game: &str,
    moves: &str,
    engines: &str,
    depths: RangeInclusive<u32>,
) -> ComparisonReport {
    let workbench = Workbench::standard();
    let sessions = [after(&workbench, game, moves)];
    comparison(engines, depths)
        .run(&workbench, &sessions, &false.into(), &mut |_| {})
        .expect("a comparison")
}

#[test]
fn exact_engines_agree_in_every_game() {
    let engines = format!(
        "{STANDARD},best,pvs[evaluated=on,table=off],mtdf[symmetry=on],\
         alphabeta[deepening=off],aspiration[window=3,nullwindows=on],alphabeta[forced=off]"
    );
    let games = [
        ("tictactoe", "", 9),
        ("mnk:4,4,3", "b2 c3", 5),
        ("mnk:5,5,4", "c3 b2 c2", 4),
        ("othello", "f5d6c3d3c4", 5),
        ("delta", "b2 b4 b2e2 b4b1", 4),
        ("delta:placement", "c3 b2", 3),
        ("azulejos:4x4,3,seed=1", "", 6),
    ];
    for (game, moves, depth) in games {
        // Tiles fall down: no board of Azulejos looks like another one.
        let engines = match game.starts_with("azulejos") {
            true => engines.replace("[symmetry=on]", "[evaluated=on]"),
            false => engines.clone(),
        };
        let is_mnk = game.starts_with("mnk") || game == "tictactoe";
        let engines = match is_mnk {
            true => engines,
            false => engines.replace("[forced=off]", "[table=off]"),
        };
        // What plays Othello best leaves moves out, and says so.
        let engines = match game {
            "othello" => engines.replace(",best", ""),
            _ => engines,
        };
        let report = compare(game, moves, &engines, 1..=depth);
        assert!(report.agree && report.complete, "{game}: {:?}", report.disagreements);
        assert!(report.algorithms.iter().all(|entrant| entrant.exact_under.is_some()), "{game}");
        assert_eq!(report.rows.len(), report.algorithms.len() * depth as usize);
    }
}

#[test]
fn players_of_a_report_agree_among_themselves() {
    let delta = "delta-alphabeta,delta-deepening,delta-aspiration[delta=10]";
    let games = [
        ("delta", "b2 b4 b2e2 b4b1", delta, 5),
        ("othello", "f5d6c3", "omatic-minimax,omatic-id,omatic-id[weights=2:15:30:50:2]", 4),
        ("azulejos:5x5,3,seed=1", "", "azulejos-minimax[prune=off],azulejos-minimax", 3),
    ];
    for (game, moves, players, depth) in games {
        let report = compare(game, moves, players, 1..=depth);
        let evaluators: HashSet<_> =
            report.algorithms.iter().map(|entrant| entrant.exact_under.clone()).collect();
        assert_eq!(evaluators.len(), 1, "{game}: one evaluator");
        assert!(!evaluators.contains(&None) && report.agree, "{game}");
    }
    let report = compare("othello", "f5d6c3", "omatic-id,omatic-id[weights=row1],minimax", 2..=2);
    let scores: HashSet<_> = report.rows.iter().map(|row| row.score.value).collect();
    assert!(scores.len() > 1 && report.agree, "others evaluate otherwise, and may");
}

#[test]
fn who_does_not_search_plain_minimax_is_not_judged() {
    let selective = "minimax,alphabeta[quiescence=4],alphabeta[branchingcut=on],\
                     pvs[samedepth=off],pvs[hopes=on],pvs[threats=on],pvs[near=1],\
                     pvs[estimates=off],mcts[nodes=500],greedy";
    let report = compare("mnk:5,5,4", "c3 b2 c2", selective, 1..=3);
    let judged = report.algorithms.iter().filter(|entrant| entrant.exact_under.is_some());
    assert_eq!(judged.map(|entrant| entrant.name.as_str()).collect::<Vec<_>>(), ["minimax"]);
    assert!(report.agree);
    assert_eq!(report.rows.len(), 3 * 10, "all of them are shown");
}

/// Values positions as the honest evaluator does, and a little higher.
#[derive(Clone)]
struct Wrong;

impl Evaluator<Othello> for Wrong {
    fn evaluate(&self, _: &Othello, position: &Position) -> i32 {
        Positional.margin(position) + 1
    }
}

/// A player of Othello by an evaluator, that says it is measured as others are.
fn player<K>(name: &'static str, evaluator: K) -> NamedPlayer<Othello>
where
    K: Knowledge<Othello> + Clone + 'static,
{
    NamedPlayer::new(name, "a player", move |&game: &Othello, build: &BuildOptions| {
        Ok(Box::new(Engine::new(game, evaluator.clone(), Options::plain(), build.megabytes)?))
    })
    .exact_under(|_| Some("positional".to_owned()))
}

#[test]
fn an_engine_that_finds_another_value_is_noticed() -> Result<(), Error> {
    let family = Family::new("othello", "othello", |setup| {
        let players = vec![player("honest", Positional), player("wrong", Wrong)];
        Ok(setup.with_engines(
            Othello,
            Positional,
            GameEngines { players, ..GameEngines::default() },
        ))
    });
    let workbench = Workbench::empty().with(family);
    let session = || [after(&workbench, "othello", "f5d6c3")];
    let run = |engines| {
        comparison(engines, 1..=4).run(&workbench, &session(), &false.into(), &mut |_| {})
    };
    let report = run("honest,wrong")?;
    assert!(!report.agree);
    let first = &report.disagreements[0];
    assert_eq!(first.found.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["honest", "wrong"]);
    assert_ne!(first.found[0].1, first.found[1].1);
    assert!(run("honest,minimax")?.agree, "other evaluators are not compared");
    Ok(())
}

#[test]
fn the_same_comparison_has_the_same_nodes() {
    let nodes = || -> Vec<u64> {
        let report = compare("othello", "f5d6c3", STANDARD, 1..=5);
        report.rows.iter().map(|row| row.nodes).collect()
    };
    assert_eq!(nodes(), nodes());
}

#[test]
fn minimax_counts_every_sequence_of_moves() {
    let workbench = Workbench::standard();
    for (game, moves) in [("othello", ""), ("delta", "b2 b4 b2e2"), ("mnk:4,4,3", "b2")] {
        let session = after(&workbench, game, moves);
        let report = compare(game, moves, "minimax", 1..=4);
        let mut sum = 0;
        for row in &report.rows {
            sum += session.perft(row.depth, &false.into()).expect("a count");
            assert_eq!(row.nodes, sum, "{game} at depth {}", row.depth);
        }
    }
}

#[test]
fn a_search_that_ends_early_is_not_judged_and_goes_no_deeper() {
    let workbench = Workbench::standard();
    let sessions = [after(&workbench, "othello", "f5d6c3")];
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let report = Comparison { limits, ..comparison("minimax,pvs", 1..=6) }
        .run(&workbench, &sessions, &false.into(), &mut |_| {})
        .expect("a comparison");
    let of_minimax = report.rows.iter().filter(|row| row.algorithm == "minimax");
    let finished: Vec<(u32, bool)> = of_minimax.map(|row| (row.depth, row.finished)).collect();
    assert_eq!(finished.last(), Some(&(4, false)), "{finished:?}");
    assert!(report.agree && report.complete);
    let summary = report.summary.iter().find(|all| all.depth == 5 && all.algorithm == "minimax");
    assert_eq!(summary.map(|all| (all.finished, all.unfinished, all.ratio)), Some((0, 1, None)));
}

#[test]
fn what_was_done_before_an_interruption_is_reported() {
    let workbench = Workbench::standard();
    let sessions = [after(&workbench, "othello", "f5d6c3")];
    let stop = false.into();
    let report = comparison("pvs", 1..=3).run(&workbench, &sessions, &stop, &mut |step| {
        let last = step.depth == 3;
        stop.store(last, std::sync::atomic::Ordering::Relaxed);
    });
    let report = report.expect("a comparison");
    assert_eq!(report.rows.len(), 2);
    assert!(!report.complete && report.agree);
}

#[test]
fn a_depth_of_its_own_is_refused() {
    let workbench = Workbench::standard();
    let sessions = [after(&workbench, "othello", "")];
    let error = comparison("pvs[depth=3]", 1..=3)
        .run(&workbench, &sessions, &false.into(), &mut |_| {})
        .expect_err("a depth of its own");
    assert!(error.to_string().contains("pvs[depth=3] has a depth of its own"), "{error}");
}

#[test]
fn csv_has_a_line_for_every_row_of_the_json() {
    let report = compare("delta", "b2 b4", "pvs,delta-aspiration[delta=10]", 1..=3);
    let json = serde_json::to_value(&report).expect("JSON");
    let rows = json["rows"].as_array().expect("rows");
    let csv = report.to_csv().expect("CSV");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let heading = reader.headers().expect("a heading").clone();
    let records: Vec<csv::StringRecord> =
        reader.records().collect::<Result<_, _>>().expect("records");
    assert_eq!((records.len(), rows.len()), (6, 6));
    for (record, row) in records.iter().zip(rows) {
        for key in ["position", "algorithm", "depth", "nodes", "elapsed_ms", "best", "exact"] {
            let column = heading.iter().position(|name| name == key).expect("a column");
            assert_eq!(record[column], row[key].to_string().trim_matches('"').to_owned());
        }
    }
}

/// `plywood compare othello --moves f5d6c3 --depth 1..7 --plot
/// docs/images/compare.svg` draws it anew.
#[test]
fn the_picture_in_the_readme_is_what_is_drawn() {
    let drawn = compare("othello", "f5d6c3", STANDARD, 1..=7).to_svg();
    let shown = include_str!("../../../docs/images/compare.svg");
    assert!(drawn == shown, "draw docs/images/compare.svg anew");
}

#[test]
fn the_picture_has_a_line_and_a_label_for_every_engine() {
    let report = compare("othello", "f5d6c3", STANDARD, 1..=4);
    let (lines, texts) = polylines_and_texts(&report.to_svg());
    assert_eq!(lines, [4; 5], "five lines of four points");
    for name in STANDARD.split(',') {
        assert_eq!(texts.iter().filter(|text| *text == name).count(), 1, "{name}");
    }
}
