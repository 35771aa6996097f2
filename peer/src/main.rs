//! The engine beside a peer: the crate `minimax` 0.6, its `IterativeSearch`
//! with a table, on the same rules, the same evaluation, the same positions, to
//! the same depth, in one run. Both must find the same value.
//!
//! `cargo run --release --manifest-path peer/Cargo.toml`, or `cargo xtask bench`. It is a
//! workspace of its own, because the peer depends on crates that nobody maintains.

#![allow(
    missing_docs,
    dead_code,
    unused_imports,
    reason = "a benchmark that borrows the example's file"
)]

#[path = "../../examples/connect-four/src/main.rs"]
mod connect_four;

use connect_four::{Column, ConnectFour, Position};
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};
use plywood_game::{Game, Knowledge, Notation, Step, Symmetry};
use plywood_games::mnk::{Mnk, Params, Windows};
use plywood_search::{Engine, Limits, Options, Root};
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A game that both engines can be given: `minimax` knows no values of games,
/// so the one value has to be found from the type.
trait Shared: Symmetry {
    type Judge: Knowledge<Self>;
    fn game() -> &'static Self;
    fn judge() -> &'static Self::Judge;
}

static MNK: LazyLock<(Mnk<1>, Windows)> = LazyLock::new(|| {
    let params = Params::new(7, 7, 5).expect("good parameters");
    (Mnk::new(params), Windows::new(params))
});

impl Shared for Mnk<1> {
    type Judge = Windows;

    fn game() -> &'static Self {
        &MNK.0
    }

    fn judge() -> &'static Windows {
        &MNK.1
    }
}

static CONNECT_FOUR: ConnectFour = ConnectFour::STANDARD;

impl Shared for ConnectFour {
    type Judge = LinesThrough;

    fn game() -> &'static Self {
        &CONNECT_FOUR
    }

    fn judge() -> &'static LinesThrough {
        &LinesThrough
    }
}

/// For Connect Four: a disc is worth the lines of four through its cell.
#[derive(Clone, Copy)]
struct LinesThrough;

/// By column, seven numbers for the cells from the bottom; the last is no cell.
const LINES_THROUGH: [[i32; 7]; 7] = [
    [3, 4, 5, 5, 4, 3, 0],
    [4, 6, 8, 8, 6, 4, 0],
    [5, 8, 11, 11, 8, 5, 0],
    [7, 10, 13, 13, 10, 7, 0],
    [5, 8, 11, 11, 8, 5, 0],
    [4, 6, 8, 8, 6, 4, 0],
    [3, 4, 5, 5, 4, 3, 0],
];

impl Knowledge<ConnectFour> for LinesThrough {
    type State = i32;

    fn refresh(&self, _: &ConnectFour, position: &Position) -> i32 {
        let worth = |discs: u64| -> i32 {
            let cells = (0..49).filter(|place| discs >> place & 1 != 0);
            cells.map(|place| LINES_THROUGH[place / 7][place % 7]).sum()
        };
        worth(position.discs[0]) - worth(position.discs[1])
    }

    fn update(
        &self,
        _: &ConnectFour,
        before: &i32,
        step: Step<'_, ConnectFour>,
        after: &Position,
        slot: &mut i32,
    ) {
        *slot = *before;
        if let Step::Move(_, undo) = step {
            let mover = after.to_move.other().index();
            let place = (after.discs[mover] ^ undo.discs[mover]).trailing_zeros() as usize;
            *slot += [1, -1][mover] * LINES_THROUGH[place / 7][place % 7];
        }
    }

    fn evaluate(&self, _: &ConnectFour, at: &Position, _: Option<Column>, sum: &i32) -> i32 {
        [1, -1][at.to_move.index()] * sum
    }
}

/// The peer's evaluations have 16 bits: both engines get what fits.
const WIDEST: i32 = 30_000;

/// The game's knowledge with evaluations that fit.
#[derive(Clone, Copy)]
struct Narrow;

macro_rules! narrow {
    ($($game:ty),*) => {$(
        impl Knowledge<$game> for Narrow {
            type State = <<$game as Shared>::Judge as Knowledge<$game>>::State;

            fn refresh(&self, game: &$game, position: &<$game as Game>::Position) -> Self::State {
                <$game>::judge().refresh(game, position)
            }

            fn update(
                &self,
                game: &$game,
                before: &Self::State,
                step: Step<'_, $game>,
                after: &<$game as Game>::Position,
                slot: &mut Self::State,
            ) {
                <$game>::judge().update(game, before, step, after, slot);
            }

            fn evaluate(
                &self,
                game: &$game,
                position: &<$game as Game>::Position,
                last: Option<<$game as Game>::Move>,
                state: &Self::State,
            ) -> i32 {
                <$game>::judge().evaluate(game, position, last, state).clamp(-WIDEST, WIDEST)
            }

            fn candidates(
                &self,
                game: &$game,
                position: &<$game as Game>::Position,
                state: &Self::State,
                forced: bool,
                moves: &mut Vec<<$game as Game>::Move>,
            ) -> bool {
                <$game>::judge().candidates(game, position, state, forced, moves)
            }
        }
    )*};
}
narrow!(Mnk<1>, ConnectFour);

thread_local! {
    /// The moves that the peer has played, which is what we count as nodes.
    static PEER_NODES: Cell<u64> = const { Cell::new(0) };
}

/// The game as the peer sees it. Positions are copied or undone as the game
/// itself does it.
struct Peer<G>(PhantomData<G>);

struct State<G: Shared> {
    position: G::Position,
    undone: Vec<G::Undo>,
    /// The knowledge's states, one a ply, as in our engine.
    states: Vec<<G::Judge as Knowledge<G>>::State>,
}

impl<G: Shared> Clone for State<G> {
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), undone: Vec::new(), states: self.states.clone() }
    }
}

impl<G: Shared> State<G> {
    fn new(position: &G::Position) -> Self {
        let states = vec![G::judge().refresh(G::game(), position)];
        Self { position: position.clone(), undone: Vec::new(), states }
    }
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
        PEER_NODES.set(PEER_NODES.get() + 1);
        let undo = G::game().play(&mut state.position, mv);
        let before = state.states.last().expect("the root's");
        let mut after = before.clone();
        let step = Step::Move(mv, &undo);
        G::judge().update(G::game(), before, step, &state.position, &mut after);
        state.states.push(after);
        state.undone.push(undo);
        None
    }

    fn undo(state: &mut State<G>, _: G::Move) {
        if let Some(undo) = state.undone.pop() {
            G::game().undo(&mut state.position, undo);
            state.states.pop();
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
        let last = state.states.last().expect("the root's");
        let value = G::judge().evaluate(G::game(), &state.position, None, last);
        value.clamp(-WIDEST, WIDEST) as i16
    }
}

/// A table of the same size for both.
const MEGABYTES: usize = 16;

/// What a search took and found.
#[derive(Clone, Copy)]
struct Run {
    time: Duration,
    nodes: u64,
    value: i32,
}

impl Run {
    fn nanoseconds_a_node(&self) -> u128 {
        self.time.as_nanos() / u128::from(self.nodes.max(1))
    }
}

fn run_ours<G: Shared>(position: &G::Position, depth: u32) -> Run
where
    Narrow: Knowledge<G>,
{
    let start = Instant::now();
    let options = Options::default().with(|options| {
        options.proofs.known_draws = false;
        options.windows.null = true;
    });
    let mut engine =
        Engine::new(G::game().clone(), Narrow, options, MEGABYTES).expect("memory for a table");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let root = Root { position, history: &[] };
    let report = engine.search(&root, &limits, &AtomicBool::new(false), &mut |_| {});
    let time = start.elapsed();
    let score = report.value.score;
    let value = match (score.is_win(), score.is_loss()) {
        (true, _) => i32::from(minimax::BEST_EVAL),
        (_, true) => i32::from(minimax::WORST_EVAL),
        _ => score.raw(),
    };
    Run { time, nodes: report.nodes, value }
}

fn run_peer<G: Shared>(position: &G::Position, depth: u32) -> Run {
    PEER_NODES.set(0);
    let start = Instant::now();
    let options = IterativeOptions::new().with_table_byte_size(MEGABYTES << 20);
    let mut search = IterativeSearch::new(PeerOpinion::<G>(PhantomData), options);
    search.set_max_depth(depth as u8);
    search.choose_move(&State::new(position));
    let time = start.elapsed();
    Run { time, nodes: PEER_NODES.get(), value: search.root_value().into() }
}

/// Runs both in turn, three times, prints the best times and returns them.
fn compare<G: Shared + Notation>(openings: &[&str], depth: u32) -> [Duration; 2]
where
    Narrow: Knowledge<G>,
{
    let game = G::game();
    let mut total = [Duration::ZERO; 2];
    for opening in openings {
        let mut position = game.initial();
        for mv in game.parse_moves(&position, opening).expect("an opening") {
            game.play(&mut position, mv);
        }
        let fastest = |run: fn(&G::Position, u32) -> Run| {
            let runs = (0..3).map(|_| run(&position, depth));
            runs.min_by_key(|run| run.time).expect("three runs")
        };
        let [ours, peer] = [fastest(run_ours::<G>), fastest(run_peer::<G>)];
        let agree = if ours.value == peer.value { "same value" } else { "DIFFERENT VALUES" };
        let told = |run: Run| {
            let (time, nodes, each) = (run.time, run.nodes, run.nanoseconds_a_node());
            format!("{time:>8.1?} {nodes:>8} nodes {each:>4} ns each")
        };
        println!(
            "{:9} {opening:12} depth {depth:2}  ours {}  peer {}  ratio {:.2}  {agree} {}",
            game.name(),
            told(ours),
            told(peer),
            peer.time.as_secs_f64() / ours.time.as_secs_f64(),
            ours.value,
        );
        total = [total[0] + ours.time, total[1] + peer.time];
    }
    total
}

fn main() {
    let four = compare::<ConnectFour>(&["", "d", "d d", "d d e c", "a g b f"], 14);
    let five = compare::<Mnk<1>>(&["", "d4", "d4 e5", "d4 c4 d5 d6"], 6);
    let [ours, peer] = [four[0] + five[0], four[1] + five[1]];
    let ratio = peer.as_secs_f64() / ours.as_secs_f64();
    println!(
        "in total: ours {ours:.2?}, peer {peer:.2?}, ratio {ratio:.2} (above 1 ours is faster)"
    );
}
