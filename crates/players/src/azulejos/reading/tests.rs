//! Opponents who can be read, and others.

use super::super::minimax::Minimax;
use super::*;
use plywood_game::{Random, Side};
use plywood_games::azulejos::Points;
use plywood_search::{Engine, Options, Root};
use std::sync::atomic::AtomicBool;

fn engine(game: &Azulejos) -> Box<dyn Searcher<Azulejos>> {
    let options = Options { null_windows: true, ..Options::default() };
    Box::new(Engine::new(game.clone(), Points, options, 1).expect("a table"))
}

fn search(searcher: &mut dyn Searcher<Azulejos>, at: &Position, limits: Limits) -> Report<Tile> {
    let (root, stop) = (Root { position: at, history: &[] }, AtomicBool::new(false));
    searcher.search(&Task { root, limits, stop: &stop }, &mut Audience::default())
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Plays a game, the first of them first; by how much it leads at the end.
fn play(
    game: &Azulejos,
    first: &mut dyn Searcher<Azulejos>,
    second: &mut dyn Searcher<Azulejos>,
    limits: Limits,
) -> i32 {
    let mut position = game.initial();
    while game.outcome(&position).is_none() {
        let report = match game.to_move(&position) {
            Side::First => search(first, &position, limits),
            Side::Second => search(second, &position, Limits::default()),
        };
        if game.to_move(&position) == Side::First {
            assert!(report.nodes <= limits.nodes.unwrap_or(u64::MAX));
        }
        game.play(&mut position, report.best().expect("a move"));
    }
    let [own, other] = [Side::First, Side::Second].map(|side| position.score(side) as i32);
    own - other
}

#[test]
fn answers_are_foretold_as_the_plain_search_gives_them() {
    let (stop, mut dice) = (AtomicBool::new(false), Random::new(3));
    for seed in 0..12 {
        let game = Azulejos::generated(7, 8, 3 + seed as usize % 2, seed).expect("a board");
        let mut position = game.initial();
        let foresight = foresight::for_boards_like(&position).expect("a small board");
        while game.outcome(&position).is_none() {
            for depth in SIGHTS {
                let mut plain = Minimax::new(game.clone(), true, Some(depth));
                let expected = search(&mut plain, &position, Limits::default()).best();
                let mut meter = Meter::new(&Limits::default(), &stop);
                let answer = foresight.answer(&position, depth, &mut meter);
                assert_eq!(answer, expected, "{seed}, {depth} ahead: {position:?}");
            }
            let moves = game.legal_moves(&position);
            game.play(&mut position, *dice.pick(&moves).expect("a move"));
        }
    }
}

#[test]
fn a_plain_player_is_seen_through_and_beaten_by_more() {
    let (mut gained, mut seen) = (0, 0);
    for seed in 0..8 {
        let game = Azulejos::generated(10, 10, 4, seed).expect("a board");
        let mut plain = Minimax::new(game.clone(), true, Some(4));
        let mut reader = Reader::new(game.clone(), engine(&game));
        gained += play(&game, &mut reader, &mut plain, nodes(50_000));
        gained -= play(&game, &mut *engine(&game), &mut plain, nodes(50_000));
        seen += usize::from(reader.believed() == Some(4));
    }
    assert!(seen >= 5, "{seen} of 8");
    assert!(gained >= 16, "{gained} points in 8 games");
}

#[test]
fn a_foretold_game_ends_as_well_as_the_search_expects_or_is_not_played() {
    const BOARDS: u64 = 20;
    let (stop, mut played) = (AtomicBool::new(false), 0);
    for seed in 0..BOARDS {
        let game = Azulejos::generated(10, 10, 4, seed).expect("a board");
        let initial = game.initial();
        let mut reader = Reader::new(game.clone(), engine(&game));
        reader.learnt.foresight = foresight::for_boards_like(&initial);
        // Hardly enough for a game.
        let limits = nodes(8000);
        let root = Root { position: &initial, history: &[] };
        let task = Task { root, limits, stop: &stop };
        let mut used = Used::default();
        let foretold = reader.foretell(4, &task, &mut used, &mut Audience::default());
        assert!(used.nodes <= 8000);
        let expected = search(&mut *engine(&game), &initial, nodes(1000)).value.score;
        if let Some(report) = foretold {
            assert!(report.value.score >= expected, "{seed}");
            played += 1;
        }
    }
    assert!(played > 0 && played < BOARDS, "{played} of {BOARDS}");
}

/// A player who draws its moves.
struct Drawing(Azulejos, Random);

impl Searcher<Azulejos> for Drawing {
    fn search(&mut self, task: &Task<'_, Position>, _: &mut Audience<'_, Tile>) -> Report<Tile> {
        let moves = self.0.legal_moves(task.root.position);
        let moves = self.1.pick(&moves).copied().into_iter().collect();
        let report = report(&Course::default(), &Meter::new(&task.limits, task.stop));
        Report { lines: vec![Line { value: report.value, moves }], ..report }
    }
}

#[test]
fn whoever_draws_its_moves_is_seldom_believed_to_look_ahead() {
    let believed = (0..20).filter(|&seed| {
        let game = Azulejos::generated(9, 9, 4, seed).expect("a board");
        let mut reader = Reader::new(game.clone(), engine(&game));
        play(&game, &mut reader, &mut Drawing(game.clone(), Random::new(seed)), nodes(2000));
        reader.believed().is_some()
    });
    let believed = believed.count();
    assert!(believed <= 3, "{believed} of 20");
}

#[test]
fn whoever_has_played_nothing_searches_as_before() {
    let game = Azulejos::generated(9, 9, 4, 1).expect("a board");
    let plain = search(&mut *engine(&game), &game.initial(), nodes(20_000));
    let mut reader = Reader::new(game.clone(), engine(&game));
    let read = search(&mut reader, &game.initial(), nodes(20_000));
    assert_eq!((read.lines, read.value, read.nodes), (plain.lines, plain.value, plain.nodes));
}
