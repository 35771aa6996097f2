//! The predictions that games bring can be used by a search of the game, and by no
//! other.

use plywood_workbench::{Error, Limits, Request, Start, Workbench};

fn search(game: &str, player: &str, depth: u32) -> Result<u64, Error> {
    let session = Workbench::standard().open(game, &Start::default(), 0)?;
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let request = Request { limits, engine: player.parse()?, lines: 1, tree: None };
    session.analyse(&request, &false.into(), None).map(|found| found.nodes)
}

#[test]
fn othellos_own_predictions_leave_out_searches() {
    // To depth 8 the shallow searches still cost what they save.
    let plain = search("othello", "pvs[evaluator=learned]", 11).expect("a search");
    let predicted = "pvs[evaluator=learned,multiprobcut=on]";
    let predicted = search("othello", predicted, 11).expect("a search");
    assert!(3 * predicted < 2 * plain, "{predicted} nodes instead of {plain}");
}

#[test]
fn predictions_that_there_are_not_are_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Own.toml");
    let own = include_str!("../predictions/othello.toml");
    std::fs::write(&file, own).expect("written");
    let player = format!("pvs[evaluator=learned,multiprobcut={}]", file.display());
    assert!(search("othello", &player, 1).is_ok(), "capital letters are kept");
    for (game, player, problem) in [
        (
            "delta",
            player.replace("evaluator=learned,", "").as_str(),
            "it was measured in othello, not in delta",
        ),
        ("delta", "pvs[multiprobcut=on]", "delta has no predictions of its own"),
        ("othello", "pvs[multiprobcut=/nowhere.toml]", "multiprobcut=/nowhere.toml: "),
        ("othello", "pvs[multiprobcut=/dev/null]", "it is not a file"),
    ] {
        let error = search(game, player, 1).expect_err(player).to_string();
        assert!(error.contains(problem), "{error}");
    }
    std::fs::write(&file, "secret = 1\n").expect("written");
    let error = search("othello", &player, 1).expect_err("no parameters").to_string();
    assert!(!error.contains("= 1"), "the text of a file is not told: {error}");
}
