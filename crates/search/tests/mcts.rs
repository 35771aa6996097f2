//! Monte-Carlo tree search ends small games with the oracle's value and move,
//! and calls nothing certain that is not.

#[path = "common/boards.rs"]
mod boards;
mod common;
#[path = "common/graphs.rs"]
mod graphs;

use boards::mnk;
use common::{Hashed, random_position};
use graphs::random_graph;
use plywood_game::{Budget, Game, Goal, Knowledge, Notation, Random, ZeroEvaluator};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::othello::Othello;
use plywood_search::{
    Limits, Line, Mcts, MctsOptions, Report, Root, Score, StoppedBy, Value, Verdict, minimax,
};
use std::sync::atomic::AtomicBool;

/// Settings that have little in common.
fn settings() -> [MctsOptions; 4] {
    let usual = MctsOptions::default();
    let judged = MctsOptions { first_play: Some(-0.1), ..MctsOptions::judged() };
    let patient = MctsOptions { expand_after: 5, known_draws: false, seed: 9, ..usual.clone() };
    [usual, MctsOptions::desdemona(), judged, patient]
}

/// A position whose value the oracle knows.
struct Case<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    history: Vec<u64>,
    /// How deep the oracle has to look for it.
    depth: u32,
    oracle: Value,
}

impl<G: Hashed> Case<'_, G> {
    fn search(&self, options: MctsOptions, limits: &Limits) -> Report<G::Move> {
        let mut mcts = Mcts::new(self.game.clone(), G::hash(false), options, 16).expect("memory");
        let root = Root { position: &self.position, history: &self.history };
        mcts.search(&root, limits, &AtomicBool::new(false), &mut |_| {})
    }

    /// Searches until all is known, and expects the oracle's value and a move
    /// that brings it.
    fn is_solved_with(&self, options: MctsOptions) {
        let words = format!("{options:?} {:?}", self.position);
        let report = self.search(options, &Limits::default());
        assert_eq!(report.stopped_by, Some(StoppedBy::Solved), "{words}");
        assert_eq!(report.value, self.oracle, "{words}");
        self.line_is_true(&report.lines[0], self.oracle.score, &words);
    }

    /// As many of the best moves as there are, or as are asked for, have the
    /// oracle's values.
    fn has_the_best_lines(&self, lines: usize) {
        let words = format!("{lines} lines {:?}", self.position);
        let options = MctsOptions { lines, ..MctsOptions::default() };
        let report = self.search(options, &Limits::default());
        let moves = self.game.legal_moves(&self.position);
        assert_eq!(report.lines.len(), lines.min(moves.len()), "{words}");
        let mut values: Vec<Score> = moves.iter().map(|&mv| self.value_of_move(mv)).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        for (line, &value) in report.lines.iter().zip(&values) {
            self.line_is_true(line, value, &words);
        }
    }

    /// The line has this value, and so has its move, and it shows why.
    fn line_is_true(&self, line: &Line<G::Move>, value: Score, words: &str) {
        assert_eq!(line.value, Value::exact(value), "{words}");
        assert_eq!(self.value_of_move(line.moves[0]), value, "{words}");
        self.line_leads_to(&line.moves, value, words);
    }

    /// The value of a move by the oracle.
    fn value_of_move(&self, mv: G::Move) -> Score {
        let game = self.game;
        let mut next = self.position.clone();
        game.play(&mut next, mv);
        let mut history = self.history.clone();
        // Within a search the second occurrence is a draw already.
        history.extend([game.key(&self.position); 2]);
        let repeated = history.iter().filter(|&&key| key == game.key(&next)).count() >= 2;
        let after = match game.can_repeat() && repeated && game.outcome(&next).is_none() {
            true => Value::exact(Score::DRAW),
            false => minimax(game, &ZeroEvaluator, &next, &history, self.depth - 1),
        };
        let same_side = game.to_move(&next) == game.to_move(&self.position);
        let score = if same_side { after.score } else { -after.score };
        match score.plies_to_end() {
            Some(plies) if score.is_win() => Score::win_in(plies + 1),
            Some(plies) => Score::loss_in(plies + 1),
            None => score,
        }
    }

    /// A line is legal, and ends where its value is plain to see.
    fn line_leads_to(&self, line: &[G::Move], value: Score, words: &str) {
        let game = self.game;
        let mut position = self.position.clone();
        let mut keys = self.history.clone();
        for &mv in line {
            keys.push(game.key(&position));
            game.try_play(&mut position, mv).expect(words);
        }
        let side = game.to_move(&self.position);
        match game.outcome(&position) {
            Some(outcome) => {
                assert_eq!(Score::of_outcome(outcome, side, line.len() as u32), value, "{words}");
            }
            None => {
                let repeated = game.can_repeat() && keys.contains(&game.key(&position));
                let (hash, never) = (G::hash(false), false.into());
                let state = hash.refresh(game, &position);
                let mut budget = Budget::new(&Limits::default(), &never);
                let mut proves =
                    |goal| hash.prove(game, &position, &state, goal, &mut budget).is_some();
                assert_eq!(value, Score::DRAW, "{words}");
                let known_draw = proves(Goal::NoWin) || proves(Goal::NoLoss);
                assert!(repeated || known_draw, "{line:?} ends early: {words}");
            }
        }
    }

    /// Whatever a search with few nodes calls certain is true, though a win
    /// may be shorter than it knows, and a loss longer.
    fn is_certain_only_of_the_truth(&self, options: MctsOptions, nodes: u64) -> bool {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let words = format!("{options:?} {nodes} {:?}", self.position);
        let report = self.search(options, &limits);
        assert!(report.nodes <= nodes, "{words}");
        let (found, truth) = (report.value.score, self.oracle.score);
        match report.value.verdict(self.game.counts_points()) {
            Verdict::Win { plies } => {
                assert!(truth.is_win() && truth.plies_to_end() <= Some(plies), "{words}");
            }
            Verdict::Loss { plies } => {
                assert!(truth.is_loss() && truth.plies_to_end() <= Some(plies), "{words}");
            }
            Verdict::Estimate { .. } => assert!(!report.value.exact, "{words}"),
            Verdict::Draw | Verdict::Margin { .. } => assert_eq!(found, truth, "{words}"),
        }
        for line in &report.lines {
            let mut position = self.position.clone();
            for &mv in &line.moves {
                self.game.try_play(&mut position, mv).expect(&words);
            }
        }
        report.value.exact
    }
}

/// No small game is longer.
const DEEP_ENOUGH: u32 = 60;

/// Runs `check` on random positions, some moves into a game, that the
/// oracle solves by looking `depth` moves deep.
fn each_solved<G: Hashed>(
    game: &G,
    positions: usize,
    plies: std::ops::Range<usize>,
    depth: u32,
    mut check: impl FnMut(&Case<'_, G>),
) {
    let mut dice = Random::new(plies.start as u64);
    let mut solved = 0;
    while solved < positions {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(game, &mut dice, moves);
        let oracle = minimax(game, &ZeroEvaluator, &position, &history, depth);
        if oracle.exact {
            solved += 1;
            check(&Case { game, position, history, depth, oracle });
        }
    }
}

/// Every setting solves every position.
fn solves<G: Hashed>(game: &G, positions: usize, plies: std::ops::Range<usize>, depth: u32) {
    each_solved(game, positions, plies, depth, |case| {
        settings().into_iter().for_each(|options| case.is_solved_with(options));
    });
}

#[test]
fn three_hundred_positions_of_mnk_end_with_the_oracles_value_and_move() {
    solves(&mnk::<1>(3, 3, 3), 150, 1..7, DEEP_ENOUGH);
    solves(&mnk::<1>(4, 3, 3), 100, 4..9, DEEP_ENOUGH);
    solves(&mnk::<1>(2, 4, 3), 50, 0..5, DEEP_ENOUGH);
}

#[test]
fn two_hundred_positions_of_othello_end_with_the_oracles_value_and_move() {
    solves(&Othello, 200, 54..60, DEEP_ENOUGH);
}

#[test]
fn two_hundred_positions_of_delta_end_with_the_oracles_value_and_move() {
    solves(&Delta::standard(), 70, 6..17, 3);
    solves(&Delta::placement(), 70, 6..17, 3);
    solves(&Delta::standard(), 60, 18..40, 2);
}

#[test]
fn two_hundred_boards_of_azulejos_end_with_the_oracles_value_and_move() {
    for seed in 0..200 {
        let game = Azulejos::generated(4, 4, 3, seed).expect("good parameters");
        solves(&game, 1, 0..1, DEEP_ENOUGH);
    }
}

/// Graphs with moves after which the same side moves again, half of them with
/// cycles, and a past in which positions have occurred once, twice or never.
#[test]
fn two_hundred_graphs_end_with_the_oracles_value_and_move() {
    let mut dice = Random::new(5);
    for round in 0..200 {
        let size = 3 + round % 12;
        let game = random_graph(size, round % 2 == 0, &mut dice);
        let position = game.initial();
        let passed = (0..6).map(|_| format!("n{}", 1 + dice.below(size - 1)));
        let key = |name: String| game.key(&game.parse_position(&name).expect("a node"));
        let history: Vec<u64> = passed.map(key).collect();
        let depth = DEEP_ENOUGH;
        let oracle = minimax(&game, &ZeroEvaluator, &position, &history, depth);
        let case = Case { game: &game, position, history, depth, oracle };
        settings().into_iter().for_each(|options| case.is_solved_with(options));
    }
}

#[test]
fn every_line_asked_for_has_the_oracles_value() {
    for lines in [2, 3, 100] {
        each_solved(&mnk::<1>(3, 3, 3), 30, 2..7, DEEP_ENOUGH, |case| {
            case.has_the_best_lines(lines);
        });
        each_solved(&Othello, 30, 54..60, DEEP_ENOUGH, |case| case.has_the_best_lines(lines));
    }
}

/// Small trees that have to forget what was visited least know less, but
/// nothing wrong.
#[test]
fn what_is_called_certain_is_true_however_few_the_nodes_and_small_the_tree() {
    let mut known = [0; 2];
    let mut dice = Random::new(2);
    for options in settings() {
        for most_nodes in [usize::MAX, 1000, 100, 10] {
            let options = MctsOptions { most_nodes, ..options.clone() };
            each_solved(&mnk::<1>(3, 3, 3), 40, 1..6, DEEP_ENOUGH, |case| {
                let nodes = 1 + dice.below(3000) as u64;
                let certain = case.is_certain_only_of_the_truth(options.clone(), nodes);
                known[usize::from(certain)] += 1;
            });
            each_solved(&Othello, 20, 52..60, DEEP_ENOUGH, |case| {
                let nodes = 1 + dice.below(3000) as u64;
                let certain = case.is_certain_only_of_the_truth(options.clone(), nodes);
                known[usize::from(certain)] += 1;
            });
        }
    }
    let [estimates, certain] = known;
    assert!(estimates > 100 && certain > 100, "{certain} certain, {estimates} not");
}
