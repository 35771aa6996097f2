//! A recording of a search is a proof of its value, which this checker goes
//! through without the engine: every value follows from those below it, every
//! move left out is one that a cut made needless, and what the table said is
//! true.

mod common;

use common::{Hash, random_position};
use plywood_game::testkit::TreeGame;
use plywood_game::{Evaluator, Outcome, Random, Side, Symmetry};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;
use plywood_search::{
    Bound, Ending, Engine, Limits, Options, Recorder, Recording, Report, Root, RootWindows, Score,
    StoppedBy, Verdict, Visit, Window, minimax,
};
use std::sync::atomic::AtomicBool;

const HASH: Hash = Hash { canonical: false };

/// Every exact algorithm, with a table and without.
fn algorithms() -> Vec<Options> {
    // Values of one depth, so that every visit can be compared with the oracle.
    let usual = Options::default().with(|options| {
        options.table.same_depth_only = true;
        options.proofs.known_draws = false;
        options.proofs.forced_moves = false;
    });
    let windows = [RootWindows::Full, RootWindows::Aspiration { delta: 2 }, RootWindows::Mtdf];
    let mut all = Vec::new();
    for root_windows in windows {
        for (table, null_windows) in [(true, true), (true, false), (false, true), (false, false)] {
            all.push(usual.clone().with(|options| {
                options.windows.root = root_windows;
                options.table.on = table;
                options.windows.null = null_windows;
            }));
        }
    }
    all
}

fn record<G: Symmetry>(
    game: &G,
    root: &Root<'_, G::Position>,
    options: &Options,
    limits: &Limits,
    most: usize,
) -> (Report<G::Move>, Option<Recording<G::Move>>) {
    let mut engine = Engine::new(game.clone(), HASH, options.clone(), 1).expect("a megabyte");
    let mut recorder = Recorder::new(most);
    let never = AtomicBool::new(false);
    let report = engine.search_observed(root, limits, &never, &mut |_| {}, &mut recorder);
    let recording = recorder.finish(&report);
    (report, recording)
}

/// A visit as the side to move sees it.
fn own<M: Copy>(visit: &Visit<M>) -> (Window, Score) {
    let score = visit.value.expect("it was left").score;
    if visit.same_side { (visit.window, score) } else { (-visit.window, -score) }
}

struct Checker<'a, G: Symmetry> {
    game: &'a G,
    recording: &'a Recording<G::Move>,
    children: Vec<Vec<usize>>,
    /// The keys of the game so far and of the way to the current node.
    way: Vec<u64>,
    before: usize,
    table_hits: usize,
    cuts: usize,
    researches: usize,
}

impl<'a, G: Symmetry> Checker<'a, G> {
    fn new(game: &'a G, history: &[u64], recording: &'a Recording<G::Move>) -> Self {
        let mut children = vec![Vec::new(); recording.visits.len()];
        let mut last_of_ply = Vec::new();
        for (number, visit) in recording.visits.iter().enumerate() {
            last_of_ply.truncate(visit.ply as usize);
            if let Some(&parent) = last_of_ply.last() {
                let siblings: &mut Vec<usize> = &mut children[parent];
                siblings.push(number);
            }
            last_of_ply.push(number);
        }
        let (way, before) = (history.to_vec(), history.len());
        Self { game, recording, children, way, before, table_hits: 0, cuts: 0, researches: 0 }
    }

    /// The value that the passes over the root prove.
    fn proven(&mut self, position: &G::Position) -> Score {
        let (mut lower, mut upper) = (Score::WORST, Score::BEST);
        for (number, visit) in self.recording.visits.iter().enumerate() {
            if visit.ply == 0 {
                self.check(number, &mut position.clone());
                let (window, score) = own(visit);
                let bound = window.bound(score);
                if bound != Bound::Upper {
                    lower = lower.max(score);
                }
                if bound != Bound::Lower {
                    upper = upper.min(score);
                }
            }
        }
        assert_eq!(lower, upper, "the bounds meet");
        lower
    }

    fn check(&mut self, number: usize, position: &mut G::Position) {
        let visit = &self.recording.visits[number];
        match visit.ending {
            None => self.check_searched(number, position),
            Some(ending) => {
                assert!(self.children[number].is_empty(), "{visit:?}");
                assert_eq!(visit.below, 0);
                self.check_ended(visit, ending, position);
            }
        }
    }

    fn check_searched(&mut self, number: usize, position: &mut G::Position) {
        let visit = &self.recording.visits[number];
        let (window, score) = own(visit);
        let mut best = Score::WORST;
        let mut visited = Vec::new();
        let children = self.children[number].clone();
        let mut again = None;
        for &child in &children {
            let step = &self.recording.visits[child];
            let mv = step.mv.expect("only the root has none");
            let wide = Window { alpha: window.alpha.max(best), beta: window.beta };
            assert!(best < window.beta, "nothing is searched after a cut");
            assert_eq!(step.window.alpha, wide.alpha);
            assert!(step.window.beta <= wide.beta);
            if let Some(again) = again.take() {
                assert_eq!((mv, step.window), (again, wide), "a search with room");
                self.researches += 1;
            } else {
                visited.push(mv);
            }
            self.way.push(self.game.key(position));
            let undo = self.game.play(position, mv);
            self.check(child, position);
            self.game.undo(position, undo);
            self.way.pop();
            let found = step.value.expect("it was left").score;
            if found >= step.window.beta && found < wide.beta {
                again = Some(mv);
            } else {
                best = best.max(found);
            }
        }
        assert!(again.is_none(), "a bound is no value");
        assert_eq!(score, best, "the best of the moves");
        assert_eq!(visit.cut, best >= window.beta);
        let below: u64 = children.iter().map(|&child| self.recording.visits[child].below + 1).sum();
        assert_eq!(visit.below, below);
        let mut legal = self.game.legal_moves(position);
        assert!(visited.iter().all(|mv| legal.contains(mv)));
        if visit.cut {
            self.cuts += 1;
        } else {
            legal.retain(|mv| !visited.contains(mv));
            assert!(legal.is_empty(), "a move is missing: {legal:?}");
        }
    }

    fn check_ended(&mut self, visit: &Visit<G::Move>, ending: Ending, position: &G::Position) {
        let (window, score) = own(visit);
        let side = self.game.to_move(position);
        match ending {
            Ending::Over => {
                let outcome = self.game.outcome(position).expect("the end");
                assert_eq!(score, of_outcome(outcome, side, visit.ply));
            }
            Ending::Repeated => {
                let key = self.game.key(position);
                let (before, way) = self.way.split_at(self.before);
                let times = before.iter().filter(|&&seen| seen == key).count();
                assert!(way.contains(&key) || times > 1, "it was there before");
                assert_eq!(score, Score::DRAW);
            }
            Ending::Horizon => {
                assert_eq!(visit.depth, 0);
                let opinion = HASH.evaluate(self.game, position);
                assert_eq!(score, Score::estimate(opinion));
            }
            Ending::Table => {
                self.table_hits += 1;
                let oracle = minimax(self.game, &HASH, position, &self.way, visit.depth);
                let true_score = from_root(&oracle.verdict(self.game.counts_points()), visit.ply)
                    .unwrap_or(oracle.score);
                match window.bound(score) {
                    Bound::Upper => assert!(true_score <= score),
                    Bound::Lower => assert!(true_score >= score),
                    Bound::Exact => panic!("inside the window its line would be wanted"),
                }
            }
            Ending::Hopeless
            | Ending::Certain
            | Ending::FewMoves
            | Ending::Margin
            | Ending::NullMove
            | Ending::Prediction
            | Ending::Stopped => {
                panic!("not an exact search of one depth")
            }
        }
    }
}

/// Distances to wins and losses, which the oracle counts from the node.
fn from_root(verdict: &Verdict, ply: u32) -> Option<Score> {
    match verdict {
        Verdict::Win { plies } => Some(Score::win_in(plies + ply)),
        Verdict::Loss { plies } => Some(Score::loss_in(plies + ply)),
        _ => None,
    }
}

fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> Score {
    match outcome {
        Outcome::Margin(points) if side == Side::First => Score::margin(points),
        Outcome::Margin(points) => Score::margin(-points),
        Outcome::Win(winner) if winner == side => Score::win_in(ply),
        Outcome::Win(_) => Score::loss_in(ply),
        Outcome::Draw => Score::DRAW,
    }
}

/// What the checker met in all recordings of a game.
#[derive(Debug, Default)]
struct Met {
    positions: usize,
    cuts: usize,
    researches: usize,
    table_hits: usize,
}

fn recordings_prove_values<G: Symmetry>(
    game: &G,
    plies: std::ops::Range<usize>,
    depth: u32,
    positions: usize,
) -> Met {
    let mut dice = Random::new(5);
    let mut met = Met::default();
    for _ in 0..positions {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(game, &mut dice, moves);
        let oracle = minimax(game, &HASH, &position, &history, depth);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        for options in algorithms() {
            let root = Root { position: &position, history: &history };
            let (report, recording) = record(game, &root, &options, &limits, usize::MAX);
            let recording = recording.expect("a depth was searched");
            let mut checker = Checker::new(game, &history, &recording);
            // Certain before the last depth: then a smaller one was the last.
            if recording.depth == depth {
                assert_eq!(checker.proven(&position), oracle.score, "{options:?} {position:?}");
            } else {
                assert_eq!(report.stopped_by, Some(StoppedBy::Solved));
                assert_eq!(checker.proven(&position), report.value.score);
            }
            met.cuts += checker.cuts;
            met.researches += checker.researches;
            met.table_hits += checker.table_hits;
        }
        met.positions += 1;
    }
    met
}

#[test]
fn a_recording_proves_the_value() {
    let mnk = Mnk::<1>::new(Params::new(4, 3, 3).expect("good parameters"));
    let tiles = Azulejos::generated(4, 4, 3, 1).expect("a board");
    let tree: TreeGame = "a: b c d; b: a e f; c: a f 1; d: e 1 2; e: b 2 =; f: c = 1"
        .parse()
        .expect("a tree with cycles");
    let all = [
        recordings_prove_values(&mnk, 1..7, 4, 300),
        recordings_prove_values(&Othello, 10..58, 3, 200),
        recordings_prove_values(&Delta::placement(), 0..14, 2, 150),
        recordings_prove_values(&tiles, 0..4, 4, 200),
        recordings_prove_values(&tree, 0..3, 5, 150),
    ];
    for met in &all {
        assert!(met.cuts > 0 && met.researches > 0, "{all:?}");
    }
    assert!(all.iter().map(|met| met.table_hits).sum::<usize>() > 1000, "{all:?}");
    assert!(all.iter().map(|met| met.positions).sum::<usize>() >= 1000, "{all:?}");
}

#[test]
fn what_does_not_fit_is_counted() {
    let position = plywood_game::Game::initial(&Othello);
    let root = Root { position: &position, history: &[] };
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let whole =
        record(&Othello, &root, &Options::default(), &limits, usize::MAX).1.expect("a tree");
    for most in [1, 4, 5, 30, 200, 1000] {
        let part = record(&Othello, &root, &Options::default(), &limits, most).1.expect("a tree");
        assert!(part.visits.len() <= most, "{} of {most}", part.visits.len());
        let level = part.whole_to;
        let expected: Vec<_> =
            whole.visits.iter().filter(|visit| visit.ply <= level).copied().collect();
        assert_eq!(part.visits, expected, "whole levels, with the same counts");
        let next = whole.visits.iter().filter(|visit| visit.ply <= level + 1).count();
        assert!(next > most, "another level would not fit");
        assert_eq!(part.principal, whole.principal);
    }
    assert_eq!(whole.principal.len(), 6);
    assert_eq!(whole.visits[0].below + 1, whole.visits.len() as u64);
}

#[test]
fn the_last_completed_depth_is_kept() {
    let position = plywood_game::Game::initial(&Othello);
    let root = Root { position: &position, history: &[] };
    for nodes in [1, 3, 10, 100, 1000, 5000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (report, recording) = record(&Othello, &root, &Options::default(), &limits, 500);
        let recording = recording.expect("something was searched");
        assert_eq!(recording.depth, report.depth.max(1));
        assert_eq!(recording.visits[0].value.is_some(), report.depth > 0, "{nodes} nodes");
    }
}
