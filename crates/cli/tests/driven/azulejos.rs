//! `plywood azulejos ... -tree`: what it writes, and that it writes nothing else.

use super::{Said, folder, plywood};
use std::fs;
use std::path::Path;

/// Runs the command on a board and gives what it said and the tree it wrote.
fn searched(folder: &Path, board: &str, words: &str) -> (Said, Option<String>) {
    fs::write(folder.join("board.txt"), board).expect("a board");
    let line = format!("azulejos -file board.txt {words}");
    let said = plywood(folder, &line.split(' ').collect::<Vec<_>>(), "");
    (said, fs::read_to_string(folder.join("tree.dot")).ok())
}

/// Player 1, MIN, takes two tiles and player 2 three for two points; or player
/// 1 takes three for two points, and player 2 the last three, whose bonus is
/// nothing.
const WORKED_OUT: &str = r#"digraph tree {
  label="azulejos 0,0;212/211 1, azulejos-minimax[depth=2,prune=off], depth 2"; node [style=filled, fillcolor=white];
  n0 [label="START\n0", shape=ellipse, tooltip="visit 0, depth 2, window (−∞, ∞): all its moves were searched; certain: margin 0, even"];
  n1 [label="(0,0)\n1", shape=box, tooltip="visit 1, depth 1, window (−∞, ∞): all its moves were searched; certain: margin +1 for MAX"];
  n0 -> n1;
  n2 [label="(0,0)\n1", shape=ellipse, fillcolor=red, tooltip="visit 2, depth 0, window (−∞, ∞): the game is over; certain: margin +1 for MAX"];
  n1 -> n2;
  n3 [label="(0,1)\n0", shape=box, fillcolor=red, tooltip="visit 3, depth 1, window (−∞, ∞): all its moves were searched; certain: margin 0, even"];
  n0 -> n3;
  n4 [label="(0,0)\n0", shape=ellipse, fillcolor=red, tooltip="visit 4, depth 0, window (−∞, ∞): the game is over; certain: margin 0, even"];
  n3 -> n4;
}
"#;

#[test]
fn the_tree_is_the_one_worked_out_by_hand() {
    let here = folder();
    let (said, tree) = searched(here.path(), "2\n3\n0\n0\n212\n211\n", "-depth 2 -console -tree");
    assert_eq!((said.status, said.err.as_str()), (Some(0), ""));
    assert!(said.out.starts_with("player 1 takes (0,1)\n0.0"), "{}", said.out);
    assert_eq!(tree.as_deref(), Some(WORKED_OUT));
}

#[test]
fn what_is_pruned_is_grey_and_has_no_value() {
    let here = folder();
    let board = "3\n3\n0\n0\n112\n212\n233\n";
    let (plain, whole) = searched(here.path(), board, "-depth 2 -console -tree");
    let (pruned, tree) = searched(here.path(), board, "-depth 2 -console -tree -prune");
    let first_line = |said: &Said| said.out.lines().next().map(str::to_owned);
    assert_eq!(first_line(&plain), first_line(&pruned), "pruning changes no move");
    let (whole, tree) = (whole.expect("a tree"), tree.expect("a tree"));
    assert!(!whole.contains("grey"), "{whole}");
    let nodes = |tree: &str| tree.lines().filter(|line| line.contains("[label=")).count();
    assert_eq!(nodes(&tree), nodes(&whole), "two moves deep, what is pruned are leaves");
    let grey: Vec<&str> = tree.lines().filter(|line| line.contains("grey")).collect();
    assert!(!grey.is_empty(), "{tree}");
    assert!(grey.iter().all(|line| line.contains(")\", shape=ellipse")), "{grey:?}");
}

#[test]
fn a_tree_that_time_cut_short_has_no_pruned_nodes_and_a_move() {
    let here = folder();
    let board =
        format!("20\n20\n0\n0\n{}", "12312312311231231231\n21221221222122122122\n".repeat(10));
    let (said, tree) = searched(here.path(), &board, "-maxtime 1 -console -tree");
    assert_eq!(said.status, Some(0), "{}", said.err);
    let tree = tree.expect("a tree");
    assert!(tree.contains("the search was stopped here") && !tree.contains("grey"));
    let best = said.out.lines().next().and_then(|line| line.strip_prefix("player 1 takes "));
    let chosen = format!("label=\"{}\\n", best.expect("a move"));
    assert!(tree.lines().any(|line| line.contains(&chosen) && line.contains("red")), "{chosen}");
}

/// Whether a tree is wanted changes nothing about the move: of a large one only
/// the upper levels are written.
#[test]
fn a_large_tree_is_cut_but_not_the_search() {
    let here = folder();
    let shown = plywood(here.path(), &["show", "azulejos:10x10,4,seed=3", "--as-file"], "");
    let (plain, none) = searched(here.path(), &shown.out, "-depth 6 -prune -console");
    assert_eq!(none, None);
    let (said, tree) = searched(here.path(), &shown.out, "-depth 6 -prune -console -tree");
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert_eq!(said.out.lines().next(), plain.out.lines().next());
    assert!(said.err.contains("tree.dot has its upper levels, because the search had "));
    let lines = tree.expect("a tree").lines().count();
    assert!((1000..250_000).contains(&lines), "{lines}");
}

#[test]
fn without_the_word_or_with_bad_ones_no_tree_is_written() {
    let here = folder();
    let board = "2\n3\n0\n0\n212\n211\n";
    for (words, status) in [
        ("-depth 2 -console", 0),
        ("-depth 2 -visual -tree", 2),
        ("-depth 0 -console -tree", 2),
        ("-console -tree", 2),
    ] {
        let (said, tree) = searched(here.path(), board, words);
        assert_eq!((said.status, tree), (Some(status), None), "{words}");
        assert_eq!(said.out.is_empty(), status == 2, "{words}");
    }
    let (said, tree) = searched(here.path(), "2\n3\n0\n0\n212\n21\n", "-depth 2 -console -tree");
    assert_eq!((said.status, tree), (Some(2), None));
    assert!(said.err.contains("in the file board.txt: line 6"), "{}", said.err);
}
