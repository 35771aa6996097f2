//! Pictures of trees: of every game and every algorithm that has one they are
//! well-formed, the same every time, and account for every visit.

use plywood_lab::tree::to_svg;
use plywood_workbench::{RecordedTree, Request, Session, Start, Why, Workbench};
use roxmltree::{Document, Node};

/// Positions of every game, from which a tree is small or large.
const POSITIONS: [(&str, &str, &str); 6] = [
    ("tictactoe", "b2 a2", "depth=4"),
    ("mnk:6,7,4", "d1 d2 d3", "depth=3,threats=off"),
    ("gomoku", "h8 i9", "depth=2,threats=off"),
    ("othello", "", "depth=5"),
    ("delta", "c3 b2", "depth=2"),
    ("azulejos:6x6,3,seed=1", "", "depth=4"),
];

const ALGORITHMS: [&str; 6] = ["best", "alphabeta", "aspiration", "pvs", "mtdf", "greedy"];

fn open(game: &str, moves: &str) -> Box<dyn Session> {
    let moves = (!moves.is_empty()).then(|| moves.to_owned());
    let start = Start { moves, ..Start::default() };
    Workbench::standard().open(game, &start, 0).expect("a session")
}

fn recorded(session: &dyn Session, player: &str, most: usize) -> RecordedTree {
    let spec = player.parse().expect("a player");
    let request = Request { tree: Some(most), ..Request::of_player(&spec) };
    let found = session.analyse(&request, &false.into(), None);
    found.unwrap_or_else(|error| panic!("{player}: {error}")).tree.expect("it was requested")
}

fn drawn(session: &dyn Session, tree: &RecordedTree) -> String {
    to_svg(tree, &|line| session.picture_after(line).ok())
}

/// The tooltips of the boxes.
fn tooltips<'a>(svg: &'a Document<'_>) -> Vec<&'a str> {
    let titles = svg.descendants().filter(|node| node.has_tag_name("title"));
    let of_boxes = titles.filter(|node| node.parent().is_some_and(|it| it.has_tag_name("g")));
    of_boxes.filter_map(|node| node.text()).collect()
}

/// The number before these words.
fn number(text: &str, words: &str) -> u64 {
    let Some((before, _)) = text.split_once(words) else { return 0 };
    let digits: String = before.rsplit(' ').next().unwrap_or_default().replace(',', "");
    digits.parse().expect("a number")
}

/// How many visits a picture shows, and how many it counts.
fn accounted(svg: &Document<'_>) -> (u64, u64) {
    let tooltips = tooltips(svg);
    let shown = tooltips.iter().filter(|text| text.contains(": visit ")).count();
    let counted = |text: &&str| {
        number(text, " more visits below it") + number(text, " visits that are not shown")
    };
    (shown as u64, tooltips.iter().map(counted).sum())
}

/// Whether all rectangles lie on the paper.
fn is_on_paper(svg: &Document<'_>) -> bool {
    let attribute = |node: &Node<'_, '_>, name: &str| {
        node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0)
    };
    let root = svg.root_element();
    let paper = (attribute(&root, "width"), attribute(&root, "height"));
    let inside = |node: Node<'_, '_>| {
        let [x, y, width, height] = ["x", "y", "width", "height"].map(|it| attribute(&node, it));
        x >= 0.0 && y >= 0.0 && x + width <= paper.0 && y + height <= paper.1
    };
    svg.descendants().filter(|node| node.has_tag_name("rect")).all(inside)
}

#[test]
fn pictures_are_well_formed_and_account_for_every_visit() {
    let (mut folded, mut whole) = (0, 0);
    for (game, moves, limits) in POSITIONS {
        let session = open(game, moves);
        for algorithm in ALGORITHMS {
            let limits = if algorithm == "greedy" { "seed=1" } else { limits };
            let tree = recorded(&*session, &format!("{algorithm}[{limits}]"), 2000);
            let svg = drawn(&*session, &tree);
            let document = Document::parse(&svg).expect("well-formed");
            let (shown, counted) = accounted(&document);
            assert_eq!(shown + counted, tree.visits(), "{game} {algorithm}");
            assert!(shown <= 260, "{game} {algorithm}: {shown} nodes are open");
            assert!(is_on_paper(&document), "{game} {algorithm}");
            assert!(document.descendants().all(|node| !node.has_tag_name("script")));
            assert_eq!(drawn(&*session, &recorded(&*session, &tree.player, 2000)), svg);
            if counted > 0 { folded += 1 } else { whole += 1 }
        }
    }
    assert!(folded > 5 && whole > 2, "{folded} folded, {whole} whole");
}

#[test]
fn whatever_is_recorded_the_picture_accounts_for_the_same_visits() {
    let session = open("othello", "f5 d6");
    let sums: Vec<u64> = [1, 5, 30, 300, 1_000_000]
        .map(|most| {
            let tree = recorded(&*session, "pvs[depth=5,deepening=off]", most);
            let svg = drawn(&*session, &tree);
            let (shown, counted) = accounted(&Document::parse(&svg).expect("well-formed"));
            shown + counted
        })
        .to_vec();
    assert!(sums[0] > 300 && sums.iter().all(|&sum| sum == sums[0]), "{sums:?}");
}

#[test]
fn every_player_that_searches_a_tree_shows_it() {
    let players = [
        ("delta", "c3 b2", "delta-alphabeta[depth=2]"),
        ("delta", "c3 b2", "delta-deepening[depth=2]"),
        ("delta", "c3 b2", "delta-aspiration[depth=2]"),
        ("delta", "c3 b2", "delta-zero[depth=2]"),
        ("azulejos:5x5,3,seed=1", "", "azulejos-minimax[depth=3]"),
        ("azulejos:5x5,3,seed=1", "", "azulejos-minimax[depth=3,prune=off]"),
        ("azulejos:4x4,3,seed=1", "", "azulejos-dfs"),
    ];
    for (game, moves, player) in players {
        let session = open(game, moves);
        let tree = recorded(&*session, player, 1_000_000);
        assert!(tree.visits() > 3, "{player}");
        let svg = drawn(&*session, &tree);
        assert!(Document::parse(&svg).is_ok(), "{player}");
    }
}

fn has_pruned(node: &plywood_workbench::RecordedNode) -> bool {
    node.reason == Why::Pruned || node.children.iter().any(has_pruned)
}

#[test]
fn the_report_s_minimax_prunes_what_it_says_and_nothing_else() {
    let session = open("azulejos:5x5,3,seed=1", "");
    let values = ["on", "off"].map(|prune| {
        let player = format!("azulejos-minimax[depth=4,prune={prune}]");
        let tree = recorded(&*session, &player, 1_000_000);
        assert_eq!(has_pruned(&tree.passes[0]), prune == "on");
        (tree.passes[0].score.clone(), tree.visits())
    });
    assert_eq!(values[0].0, values[1].0, "the value is the same");
    assert!(values[0].1 < values[1].1, "{values:?}");
}

#[test]
fn words_in_moves_and_names_are_no_markup() {
    let session = open("tictactoe", "");
    let mut tree = recorded(&*session, "alphabeta[depth=1]", 100);
    tree.player = "<script>&\"'".to_owned();
    tree.passes[0].children[0].mv = Some("]]></text><a>".to_owned());
    let svg = drawn(&*session, &tree);
    let document = Document::parse(&svg).expect("well-formed");
    assert!(
        document.descendants().all(|node| !["script", "a"].iter().any(|it| node.has_tag_name(*it)))
    );
    assert!(document.descendants().any(|node| node.text() == Some("]]></text><a>")));
}

#[test]
fn every_player_of_a_report_that_searches_a_tree_shows_it() {
    let workbench = Workbench::standard();
    for entry in workbench.players(None).expect("players") {
        let Some(game) = entry.game.as_deref() else { continue };
        let (game, moves, _) = POSITIONS
            .into_iter()
            .find(|(name, ..)| name.starts_with(game))
            .unwrap_or(("tictactoe", "b2 a2", ""));
        // Both look at moves, but not along branches of one tree.
        if ["desdemona", "azulejos-bfs"].contains(&entry.name.as_str()) {
            continue;
        }
        let session = open(game, moves);
        let tree = recorded(&*session, &format!("{}[depth=2]", entry.name), 2000);
        assert!(tree.visits() > 1, "{}", entry.name);
    }
}
