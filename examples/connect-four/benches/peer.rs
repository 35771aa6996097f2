//! The engine beside a peer: the crate `minimax` 0.6, its `IterativeSearch`
//! with a table, on the same rules, the same evaluation, the same positions, to
//! the same depth, in one run. Both must find the same value.
//!
//! `cargo bench -p plywood-connect-four --bench peer`

#![allow(
    missing_docs,
    dead_code,
    unused_imports,
    reason = "a benchmark that borrows the example's file"
)]

#[path = "../src/main.rs"]
mod connect_four;

use connect_four::ConnectFour;
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};
use plywood_game::{Evaluator, Game, Notation, Symmetry};
use plywood_games::mnk::{Mnk, Params};
use plywood_search::{Engine, Limits, Options, Root};
use std::marker::PhantomData;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A game that both engines can be given: `minimax` knows no values of games,
/// so the one value has to be found from the type.
trait Shared: Symmetry {
    fn game() -> &'static Self;
    /// What both engines think of an unfinished position.
    fn opinion(&self, position: &Self::Position) -> i16;
}

static MNK: LazyLock<Mnk<1>> =
    LazyLock::new(|| Mnk::new(Params::new(7, 7, 5).expect("good parameters")));

impl Shared for Mnk<1> {
    fn game() -> &'static Self {
        &MNK
    }

    fn opinion(&self, position: &Self::Position) -> i16 {
        mixed(self.key(position))
    }
}

static CONNECT_FOUR: ConnectFour = ConnectFour;

impl Shared for ConnectFour {
    fn game() -> &'static Self {
        &CONNECT_FOUR
    }

    fn opinion(&self, position: &Self::Position) -> i16 {
        mixed(self.key(position))
    }
}

/// A number that looks like an evaluation and costs both engines the same.
fn mixed(key: u64) -> i16 {
    (key % 201) as i16 - 100
}

#[derive(Clone, Copy)]
struct Opinion;

impl<G: Shared> Evaluator<G> for Opinion {
    type Accumulator = ();
    fn refresh(&self, _: &G, _: &G::Position) {}
    fn update(&self, _: &G, (): &mut (), _: G::Move, _: &G::Undo, _: &G::Position) {}
    fn evaluate(&self, game: &G, position: &G::Position, _: Option<G::Move>, (): &()) -> i32 {
        game.opinion(position).into()
    }
}

/// The game as the peer sees it. Positions are copied or undone as the game
/// itself does it.
struct Peer<G>(PhantomData<G>);

#[derive(Clone)]
struct State<G: Game> {
    position: G::Position,
    undone: Vec<G::Undo>,
}

impl<G: Shared> minimax::Game for Peer<G> {
    type S = State<G>;
    type M = G::Move;

    fn generate_moves(state: &State<G>, moves: &mut Vec<G::Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            G::game().moves(&state.position, moves);
        }
        winner
    }

    fn apply(state: &mut State<G>, mv: G::Move) -> Option<State<G>> {
        let undo = G::game().play(&mut state.position, mv);
        state.undone.push(undo);
        None
    }

    fn undo(state: &mut State<G>, _: G::Move) {
        if let Some(undo) = state.undone.pop() {
            G::game().undo(&mut state.position, undo);
        }
    }

    fn get_winner(state: &State<G>) -> Option<Winner> {
        let to_move = G::game().to_move(&state.position);
        G::game().outcome(&state.position).map(|outcome| match outcome.winner() {
            None => Winner::Draw,
            Some(side) if side == to_move => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State<G>) -> u64 {
        G::game().key(&state.position)
    }
}

struct PeerOpinion<G>(PhantomData<G>);

impl<G: Shared> minimax::Evaluator for PeerOpinion<G> {
    type G = Peer<G>;

    fn evaluate(&self, state: &State<G>) -> i16 {
        G::game().opinion(&state.position)
    }
}

/// A table of the same size for both.
const MEGABYTES: usize = 64;

fn time_ours<G: Shared>(position: &G::Position, depth: u32) -> (Duration, u64, i32) {
    let start = Instant::now();
    let options = Options { hopes: false, same_depth_only: false, ..Options::default() };
    let mut engine =
        Engine::new(G::game().clone(), Opinion, options, MEGABYTES).expect("memory for a table");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root { position, history: &[] };
    let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    let score = report.value.score;
    let value = match (score.is_win(), score.is_loss()) {
        (true, _) => i32::from(minimax::BEST_EVAL),
        (_, true) => i32::from(minimax::WORST_EVAL),
        _ => score.raw(),
    };
    (start.elapsed(), report.nodes, value)
}

fn time_peer<G: Shared>(position: &G::Position, depth: u32) -> (Duration, i32) {
    let start = Instant::now();
    let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let mut search = IterativeSearch::new(PeerOpinion::<G>(PhantomData), options);
    search.set_max_depth(depth as u8);
    search.choose_move(&State { position: position.clone(), undone: Vec::new() });
    (start.elapsed(), search.root_value().into())
}

/// Runs both in turn, three times, and prints the best times.
fn compare<G: Shared + Notation>(openings: &[&str], depth: u32) -> (Duration, Duration) {
    let game = G::game();
    let mut total = (Duration::ZERO, Duration::ZERO);
    for opening in openings {
        let mut position = game.initial();
        for mv in game.parse_moves(&position, opening).expect("an opening") {
            game.play(&mut position, mv);
        }
        let mut best = (Duration::MAX, Duration::MAX);
        let (mut nodes, mut values) = (0, (0, 0));
        for _ in 0..3 {
            let ours = time_ours::<G>(&position, depth);
            let peer = time_peer::<G>(&position, depth);
            best = (best.0.min(ours.0), best.1.min(peer.0));
            (nodes, values) = (ours.1, (ours.2, peer.1));
        }
        let agree = if values.0 == values.1 { "same value" } else { "DIFFERENT VALUES" };
        let per_node = best.0.as_nanos() / u128::from(nodes.max(1));
        println!(
            "{:14} {opening:14} depth {depth}  ours {:>8.1?}, {nodes} nodes, {per_node} ns each  peer {:>8.1?}  ratio {:.2}  {agree} {values:?}",
            game.name(),
            best.0,
            best.1,
            best.1.as_secs_f64() / best.0.as_secs_f64(),
        );
        total = (total.0 + best.0, total.1 + best.1);
    }
    total
}

fn main() {
    let four = compare::<ConnectFour>(&["", "d", "d d", "d d e c", "a g b f"], 11);
    let five = compare::<Mnk<1>>(&["", "d4", "d4 e5", "d4 c4 d5 d6"], 5);
    let (ours, peer) = (four.0 + five.0, four.1 + five.1);
    let ratio = peer.as_secs_f64() / ours.as_secs_f64();
    println!(
        "in total: ours {ours:.2?}, peer {peer:.2?}, ratio {ratio:.2} (above 1 ours is faster)"
    );
}
