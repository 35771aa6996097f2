//! What the search may spend: nodes to the last one, and no time after a stop.

use super::positions::positions;
use super::{any, board, find, random_position};
use plywood_game::{Budget, Limits, Notation, Random};
use plywood_games::mnk::{Cell, MOST_WORDS, Mnk, Params, Position, Threats};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[test]
fn the_same_budget_gives_the_same_answer_and_is_never_exceeded() {
    let game = board(15, 15, 5);
    for (name, _, text) in positions().step_by(40) {
        let position = game.parse_position(text).expect("a position");
        let mut most_without = 0;
        for nodes in [0, 1, 2, 3, 10, 100, 1000, 10_000, 100_000, 1_000_000] {
            let ask = || {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let never = AtomicBool::new(false);
                let mut budget = Budget::new(&limits, &never);
                (Threats::Fours.forced_win(&game, &position, &mut budget), budget.nodes())
            };
            let (line, used) = ask();
            assert!(used <= nodes, "{name}: {used} of {nodes}");
            assert_eq!(ask(), (line.clone(), used), "{name}");
            if line.is_none() {
                assert_eq!(used, nodes, "{name}: there is a win, so it went on looking");
                most_without = nodes;
            }
        }
        assert!(most_without < 1_000_000, "{name} is not solved");
    }
}

/// Whether nobody completes a line on an empty cell in line with `mv`.
fn stays_quiet(game: &Large, position: &Position<MOST_WORDS>, mv: Cell) -> bool {
    let side = i32::from(game.params().columns());
    let (row, column) = (i32::from(mv.0) / side, i32::from(mv.0) % side);
    let reach = game.params().k() as i32 - 1;
    let cells = (-reach..=reach).flat_map(|step| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .map(|(down, right)| (row + step * down, column + step * right))
    });
    let on_board = cells.filter(|&(r, c)| (0..side).contains(&r) && (0..side).contains(&c));
    let mut empty: Vec<Cell> = on_board
        .map(|(row, column)| Cell((row * side + column) as u16))
        .filter(|&cell| position.mark(cell).is_none())
        .collect();
    let all = empty.len();
    game.keep_forced(position, &mut empty);
    empty.len() == all
}

type Large = Mnk<MOST_WORDS>;

/// How long the search goes on after a stop that comes `after` its start; none
/// if it ended before.
fn delay(game: &Large, position: &Position<MOST_WORDS>, after: Duration) -> Option<Duration> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        Threats::All.forced_win(game, position, &mut Budget::new(&Limits::default(), &stop));
        let end = Instant::now();
        end.checked_duration_since(stopper.join().expect("no panic"))
    })
}

/// On the clock of a machine that may be busy with other work, so it looks at the
/// shortest quarter of the delays: a search that does not see the flag has none
/// that short.
#[test]
fn a_stop_is_noticed_within_five_milliseconds_on_the_largest_board() {
    let mut all = Vec::new();
    for (k, marks) in [(4, 200), (5, 200), (6, 1000), (10, 5000), (50, 9000)] {
        let game = Large::new(Params::new(100, 100, k).expect("good parameters"));
        let allowed = |position: &Position<MOST_WORDS>, mv| stays_quiet(&game, position, mv);
        let position = random_position(&game, marks, &mut Random::new(k.into()), allowed);
        all.extend((1..20).filter_map(|n| delay(&game, &position, Duration::from_millis(n))));
    }
    all.sort_unstable();
    assert!(all.len() > 20, "stopped only {} times", all.len());
    let most = all[all.len() / 4];
    assert!(most < Duration::from_millis(5), "{most:?}");
}

#[test]
fn after_a_stop_nothing_is_done() {
    let game = board(15, 15, 5);
    let (_, _, text) = positions().max_by_key(|&(_, fours, _)| fours).expect("a set");
    let position = game.parse_position(text).expect("a position");
    let stopped = AtomicBool::new(true);
    let mut budget = Budget::new(&Limits::default(), &stopped);
    assert_eq!(Threats::All.forced_win(&game, &position, &mut budget), None);
    assert_eq!(budget.nodes(), 0);
}

#[test]
fn lines_too_short_or_too_long_are_none_of_its_business() {
    let mut dice = Random::new(3);
    for (rows, columns, k) in [(3, 3, 3), (1, 1, 1), (5, 5, 2), (6, 6, 7), (3, 3, u32::MAX)] {
        let game = board(rows, columns, k);
        let position = random_position(&game, 0, &mut dice, any);
        assert_eq!(find(Threats::All, &game, &position, 1000), None);
    }
    for (rows, columns, k) in [(1, 4, 4), (4, 1, 4), (2, 5, 5), (100, 1, 100)] {
        let game = board(rows, columns, k);
        let position = random_position(&game, 0, &mut dice, any);
        assert_eq!(find(Threats::All, &game, &position, 1000), None);
    }
}
