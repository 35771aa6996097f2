//! Law 3: every combination of exact options gives the oracle's value.
//!
//! `PLYWOOD_EQUIVALENCE=10 cargo test -p plywood-search --test equivalence`
//! tries ten times as many positions: more than three million combinations.

mod common;
#[path = "common/graphs.rs"]
mod graphs;

use common::{Hashed, random_position};
use graphs::random_graph;
use plywood_game::{Game, Knowledge, Random};
use plywood_games::azulejos::Azulejos;
use plywood_games::delta::Delta;
use plywood_games::mnk::{Mnk, Params};
use plywood_games::othello::Othello;
use plywood_search::{
    ChildEntryOptions, DeepeningOptions, EndgameOptions, Engine, InjectedFault, Limits, Line,
    Observer, Options, OrderingOptions, ProofOptions, Root, RootWindows, Score, Table,
    TableOptions, Value, WindowOptions, minimax,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What kind of table an engine has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TableKind {
    None,
    Usual,
    Smallest,
}

/// Every combination of the exact options.
fn combinations() -> Vec<(Options, TableKind)> {
    let mut all = Vec::new();
    let tables = [TableKind::None, TableKind::Usual, TableKind::Smallest];
    let windows = [RootWindows::Full, RootWindows::Aspiration { delta: 10 }, RootWindows::Mtdf];
    for (table, root) in tables.iter().flat_map(|t| windows.map(|w| (*t, w))) {
        for bits in 0..1_u32 << 9 {
            let on = |bit: u32| bits >> bit & 1 != 0;
            let table_is_on = table != TableKind::None;
            let (symmetry, same_depth_only) = (on(1), true);
            let options = Options {
                deepening: DeepeningOptions { on: on(0), schedule: None },
                table: TableOptions { on: table_is_on, symmetry, same_depth_only, keep: true },
                ordering: OrderingOptions {
                    table_move: on(2),
                    evaluated: on(3),
                    evaluated_from: 1 + u32::from(on(4)),
                    killers: on(4),
                    history: on(5),
                    countermoves: on(6),
                },
                proofs: ProofOptions {
                    forced_moves: on(7),
                    known_draws: false,
                    refutations: false,
                },
                endgame: EndgameOptions { on: false, selective: false },
                windows: WindowOptions { pruning: true, null: on(8), root },
                // Both values beside both of every other switch.
                child_entries: ChildEntryOptions { on: on(6) != on(2) },
                ..Options::default()
            };
            assert!(options.is_exact());
            all.push((options, table));
        }
    }
    all.extend(tables.into_iter().flat_map(without_pruning));
    all
}

/// Plain minimax, as the engine does it.
fn without_pruning(table: TableKind) -> [(Options, TableKind); 2] {
    [false, true].map(|deepening| {
        let plain = Options::plain().with(|options| {
            options.windows.pruning = false;
            options.table.same_depth_only = true;
        });
        (
            plain.with(|options| {
                options.deepening.on = deepening;
                options.table.on = table != TableKind::None;
            }),
            table,
        )
    })
}

static COMPARED: AtomicU64 = AtomicU64::new(0);

/// A position to compare engine and oracle on.
struct Case<'a, G: Game> {
    game: &'a G,
    position: G::Position,
    history: Vec<u64>,
    depth: u32,
}

impl<G: Hashed> Case<'_, G> {
    /// Compares every combination with the oracle; the first difference in
    /// words, if there is one.
    fn compare<O: Observer<G::Move> + Default>(
        &self,
        combinations: &[(Options, TableKind)],
    ) -> Result<(), String> {
        let oracles = [false, true].map(|canonical| {
            let hash = G::hash(canonical);
            minimax(self.game, &hash, &self.position, &self.history, self.depth)
        });
        for (options, table) in combinations {
            let canonical = options.table.symmetry;
            let oracle = oracles[usize::from(canonical)];
            self.compare_one::<O>(options.clone(), *table, G::hash(canonical), oracle)?;
        }
        Ok(())
    }

    fn compare_one<O: Observer<G::Move> + Default>(
        &self,
        options: Options,
        table: TableKind,
        hash: G::Hash,
        oracle: Value,
    ) -> Result<(), String> {
        let words = format!("{options:?} {table:?} depth {} {:?}", self.depth, self.position);
        let shared = match table {
            TableKind::None => None,
            TableKind::Usual => Table::new(1).ok().map(Arc::new),
            TableKind::Smallest => Table::smallest().map(Arc::new),
        };
        let null_windows_only = options.windows.root == RootWindows::Mtdf;
        let mut engine = Engine::with_table(self.game.clone(), hash, options, shared);
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let root = Root { position: &self.position, history: &self.history };
        let (stop, mut observer) = (AtomicBool::new(false), O::default());
        let report = engine.search_observed(&root, &limits, &stop, &mut |_| {}, &mut observer);
        if O::FAULT.is_none() {
            COMPARED.fetch_add(1, Ordering::Relaxed);
        }
        if report.value.score != oracle.score {
            return Err(format!("{:?} is not {:?}: {words}", report.value, oracle));
        }
        // What a null window proves has no line of its own: the table's moves
        // are legal, but may be of another depth.
        let to_the_end = !null_windows_only;
        self.check_line(&hash, &report.lines[0], report.depth, to_the_end)
            .map_err(|problem| format!("{problem}: {words}"))
    }

    /// The line is legal, reaches the horizon or the end, and what is there has
    /// the value that was reported.
    fn check_line(
        &self,
        hash: &G::Hash,
        line: &Line<G::Move>,
        depth: u32,
        to_the_end: bool,
    ) -> Result<(), String> {
        let game = self.game;
        let side = game.to_move(&self.position);
        let mut position = self.position.clone();
        let mut path = Vec::new();
        for &mv in &line.moves {
            path.push(game.key(&position));
            game.try_play(&mut position, mv).map_err(|_| format!("{:?} is illegal", line.moves))?;
        }
        if !to_the_end {
            return Ok(());
        }
        let key = game.key(&position);
        let in_game = self.history.iter().filter(|&&old| old == key).count();
        let repeated = game.can_repeat() && (path.contains(&key) || in_game >= 2);
        let mover = game.to_move(&position);
        let score = if let Some(outcome) = game.outcome(&position) {
            Score::of_outcome(outcome, mover, line.moves.len() as u32)
        } else if repeated {
            Score::DRAW
        } else if line.moves.len() == depth as usize {
            let sums = hash.refresh(game, &position);
            Score::estimate(hash.evaluate(game, &position, None, &sums))
        } else {
            return Err(format!("the line {:?} ends before the horizon", line.moves));
        };
        let seen = if mover == side { score } else { -score };
        match seen == line.value.score {
            true => Ok(()),
            false => Err(format!("the line {:?} leads to {seen:?}", line.moves)),
        }
    }
}

/// Compares on random positions of a game, `plies` moves from its start.
fn compare_game<G: Hashed, O: Observer<G::Move> + Default>(
    game: &G,
    positions: usize,
    plies: std::ops::Range<usize>,
    depth: u32,
) -> Result<(), String> {
    let all = combinations();
    // A fault shows with a few of them, and may need many positions.
    let step = if O::FAULT.is_some() { 67 } else { 1 };
    let tried: Vec<_> = all.into_iter().step_by(step).collect();
    let mut dice = Random::new(depth.into());
    for _ in 0..positions {
        let moves = plies.start + dice.below(plies.len());
        let (position, history) = random_position(game, &mut dice, moves);
        let depth = 1 + dice.below(depth as usize) as u32;
        Case { game, position, history, depth }.compare::<O>(&tried)?;
    }
    Ok(())
}

fn mnk(rows: u16, columns: u16, k: u32) -> Mnk<1> {
    Mnk::new(Params::new(rows, columns, k).expect("good parameters"))
}

/// How many times the usual number of positions is tried.
fn factor() -> usize {
    std::env::var("PLYWOOD_EQUIVALENCE").map_or(1, |text| text.parse().expect("a number"))
}

fn mnk_has_the_oracles_values() -> Result<(), String> {
    for (game, plies) in [(mnk(3, 3, 3), 2..6), (mnk(4, 3, 3), 3..8), (mnk(2, 4, 3), 0..4)] {
        compare_game::<_, ()>(&game, 5 * factor(), plies, 5)?;
    }
    Ok(())
}

fn othello_has_the_oracles_values() -> Result<(), String> {
    compare_game::<_, ()>(&Othello, 4 * factor(), 2..40, 3)?;
    compare_game::<_, ()>(&Othello, 7 * factor(), 54..60, 5)
}

fn delta_has_the_oracles_values() -> Result<(), String> {
    compare_game::<_, ()>(&Delta::standard(), 4 * factor(), 2..12, 2)?;
    compare_game::<_, ()>(&Delta::placement(), 4 * factor(), 4..17, 3)
}

fn azulejos_has_the_oracles_values() -> Result<(), String> {
    for seed in 0..5 * factor() as u64 {
        let game = Azulejos::generated(4, 4, 3, seed).expect("good parameters");
        compare_game::<_, ()>(&game, 1, 0..3, 4)?;
    }
    Ok(())
}

fn graphs_have_the_oracles_values() -> Result<(), String> {
    let mut dice = Random::new(5);
    for round in 0..34 * factor() {
        let game = random_graph(4 + round % 24, round % 2 == 0, &mut dice);
        compare_game::<_, ()>(&game, 1, 0..4, 7)?;
    }
    Ok(())
}

#[test]
fn every_combination_of_exact_options_has_the_oracles_value() {
    let parts = [
        mnk_has_the_oracles_values,
        othello_has_the_oracles_values,
        delta_has_the_oracles_values,
        azulejos_has_the_oracles_values,
        graphs_have_the_oracles_values,
    ];
    std::thread::scope(|scope| {
        let running = parts.map(|part| scope.spawn(part));
        let _ = running.map(|part| part.join().expect("no panic").unwrap());
    });
    let compared = COMPARED.load(Ordering::Relaxed);
    println!("{compared} combinations of position and options compared");
    assert!(compared >= 100_000 * factor() as u64, "{compared}");
}

/// A mistake in the engine that some comparison must notice.
macro_rules! notices {
    ($name:ident, $fault:ident) => {
        #[test]
        fn $name() {
            #[derive(Default)]
            struct Faulty;
            impl<M> Observer<M> for Faulty {
                const FAULT: Option<InjectedFault> = Some(InjectedFault::$fault);
            }
            let noticed = || -> Result<(), String> {
                compare_game::<_, Faulty>(&mnk(3, 3, 3), 100, 1..4, 6)?;
                compare_game::<_, Faulty>(&Othello, 50, 50..60, 5)?;
                let mut dice = Random::new(5);
                for round in 0..2_000 {
                    let game = random_graph(24, round % 2 == 0, &mut dice);
                    compare_game::<_, Faulty>(&game, 1, 0..4, 7)?;
                }
                Ok(())
            };
            let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(noticed));
            assert!(!matches!(outcome, Ok(Ok(()))), "the fault goes unnoticed");
        }
    };
}

notices!(a_sign_that_is_not_turned_is_noticed, SignKept);
notices!(a_mislabelled_bound_is_noticed, BoundMislabelled);
notices!(a_forgotten_undo_is_noticed, UndoForgotten);
notices!(a_distance_from_the_root_is_noticed, DistanceFromRoot);
notices!(a_missed_repetition_is_noticed, RepetitionMissed);
