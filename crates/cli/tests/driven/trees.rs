//! `plywood analyze --tree`: what Graphviz and programs make of it.

use super::{folder, plywood};
use serde_json::Value;
use std::fs;
use std::process::Command;

/// Analyses with a tree in this file, and gives its text.
fn tree(game: &str, more: &[&str], file: &str) -> String {
    let here = folder();
    let words = [&["analyze", game, "--tree", file], more].concat();
    let said = plywood(here.path(), &words, "");
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    fs::read_to_string(here.path().join(file)).expect("a tree")
}

#[test]
fn graphviz_draws_every_tree() {
    let here = folder();
    let file = here.path().join("tree.dot");
    for (game, more) in [
        ("tictactoe", &["--depth", "3", "--player", "alphabeta"][..]),
        ("othello", &["--depth", "4", "--player", "aspiration[window=10]", "--tree-nodes", "60"]),
        ("delta", &["--depth", "2", "--player", "mtdf", "--tree-nodes", "100"]),
        ("azulejos:6x6,3,seed=1", &["--depth", "3", "--player", "pvs"]),
    ] {
        let dot = tree(game, more, "tree.dot");
        fs::write(&file, &dot).expect("written");
        let drawn = Command::new("dot").arg("-Tsvg").arg(&file).output().expect("graphviz");
        let (picture, complaint) = (drawn.stdout, String::from_utf8_lossy(&drawn.stderr));
        assert!(drawn.status.success() && complaint.is_empty(), "{game}: {complaint}");
        let picture = String::from_utf8(picture).expect("UTF-8");
        let nodes = dot.lines().filter(|line| line.contains("[label=")).count();
        assert_eq!(picture.matches("class=\"node\"").count(), nodes, "{game}");
        assert!(picture.contains("START"), "{game}");
    }
}

/// The visits of a node and below, shown or only counted.
fn visits(node: &Value) -> u64 {
    let children = node["children"].as_array().expect("children");
    let own = u64::from(!node["order"].is_null()) + node["hidden"].as_u64().expect("a number");
    own + children.iter().map(visits).sum::<u64>()
}

/// Every pruned node hangs below a cut, and one child is chosen where any was
/// visited.
fn check(node: &Value) {
    let children = node["children"].as_array().expect("children");
    let visited = children.iter().any(|child| !child["score"].is_null());
    let chosen = children.iter().filter(|child| child["chosen"] == true).count();
    assert_eq!(chosen, usize::from(visited), "{node}");
    for child in children {
        let pruned = child["reason"] == "pruned";
        assert!(!pruned || node["reason"] == "cut", "{node}");
        assert_eq!(pruned, child["score"].is_null() && child["reason"] != "left-out", "{child}");
        check(child);
    }
}

#[test]
fn a_tree_counts_what_it_does_not_show() {
    let wanted = ["--depth", "5", "--player", "alphabeta[deepening=off]"];
    let mut sums = Vec::new();
    for most in ["1", "5", "100", "1000000"] {
        let more = [&wanted[..], &["--tree-nodes", most]].concat();
        let tree: Value =
            serde_json::from_str(&tree("othello", &more, "tree.json")).expect("a document");
        let [root] = tree["passes"].as_array().expect("passes").as_slice() else {
            panic!("one pass");
        };
        check(root);
        sums.push(visits(root));
        // The best line is there however little else is.
        let mut node = root;
        for _ in 0..5 {
            let children = node["children"].as_array().expect("children");
            node = children.iter().find(|child| child["chosen"] == true).expect("the line");
        }
        assert_eq!(node["depth"], 0);
    }
    assert!(sums[0] > 500 && sums.iter().all(|&sum| sum == sums[0]), "{sums:?}");
}

#[test]
fn a_tree_that_cannot_be_had_is_an_error_and_no_file() {
    let here = folder();
    for (words, complaint) in [
        ("analyze othello --tree t.txt", "expected a name that ends in .svg, .dot or .json"),
        (
            "analyze othello --player mcts --nodes 10 --tree t.dot",
            "mcts searches no tree that could be shown",
        ),
        ("analyze othello --tree-nodes 10", "--tree is missing"),
        ("analyze gomoku --moves h8,a1,i8,a3,j8,a5 --tree t.dot", "threats=off"),
    ] {
        let words: Vec<String> = words.split(' ').map(|word| word.replace(',', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = plywood(here.path(), &words, "");
        assert_eq!(said.status, Some(2), "{words:?}");
        assert!(said.err.contains(complaint), "{}", said.err);
    }
    assert_eq!(fs::read_dir(here.path()).expect("a folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_is_refused_first_and_a_file_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let here = folder();
    let path = |name: &str| here.path().join(name);
    symlink(path("loop.svg"), path("loop.svg")).expect("a link to itself");
    fs::create_dir(path("folder.svg")).expect("a folder");
    for name in ["loop.svg", "folder.svg", "none/tree.svg"] {
        // So long that it would be noticed if the search came first.
        let words = ["analyze", "othello", "--time", "600s", "--tree", name];
        let said = plywood(here.path(), &words, "");
        assert_eq!(said.status, Some(2), "{name}");
        assert!(said.err.starts_with(&format!("plywood: {name}: ")), "{}", said.err);
    }
    fs::write(path("tree.svg"), "old").expect("written");
    fs::set_permissions(path("tree.svg"), PermissionsExt::from_mode(0o600)).expect("set");
    let words = ["analyze", "tictactoe", "--depth", "1", "--tree", "tree.svg", "--force"];
    assert_eq!(plywood(here.path(), &words, "").status, Some(0));
    let tree = fs::metadata(path("tree.svg")).expect("a file");
    assert_eq!(tree.permissions().mode() & 0o777, 0o600);
}
