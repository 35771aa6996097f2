//! The report's players of Azulejos: what can be said of their play for certain.

use plywood_game::{Game, Random, Side};
use plywood_games::azulejos::{Azulejos, Position};
use plywood_workbench::{Error, Request, Session, Start, Workbench};
use std::collections::HashMap;

/// The best move, and its value, as a player sees it.
fn ask(session: &dyn Session, player: &str) -> Result<(String, i32, bool), Error> {
    let request = Request::of_player(&player.parse()?);
    let found = session.analyse(&request, &false.into(), None)?;
    Ok((found.best, found.score.value, found.exact))
}

/// The most that a side can expect of an opponent who moves at random, with half
/// a point for a draw: of its own moves it takes the best, of the opponent's all
/// are equally likely. No player expects more.
struct AgainstRandom {
    game: Azulejos,
    side: Side,
    known: HashMap<Position, f64>,
}

impl AgainstRandom {
    fn expectation(&mut self, position: &mut Position) -> f64 {
        if let Some(outcome) = self.game.outcome(position) {
            return f64::from(outcome.value_for(self.side).signum() + 1) / 2.0;
        }
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let moves = self.game.legal_moves(position);
        let (mut best, mut sum) = (0.0_f64, 0.0);
        for &mv in &moves {
            let undo = self.game.play(position, mv);
            let expected = self.expectation(position);
            self.game.undo(position, undo);
            best = best.max(expected);
            sum += expected;
        }
        let is_ours = self.game.to_move(position) == self.side;
        let expected = if is_ours { best } else { sum / moves.len() as f64 };
        self.known.insert(position.clone(), expected);
        expected
    }
}

/// The mean of the most that can be expected on some boards, each played from
/// both sides, and how far the mean of all boards may be from it, 19 times in 20.
fn most_against_random(side_length: usize, colours: usize, boards: usize) -> (f64, f64) {
    let expected: Vec<f64> = (0..boards as u64)
        .map(|seed| {
            let game = Azulejos::generated(side_length, side_length, colours, seed);
            let game = game.expect("a board");
            let both = Side::BOTH.map(|side| {
                let known = HashMap::new();
                AgainstRandom { game: game.clone(), side, known }.expectation(&mut game.initial())
            });
            (both[0] + both[1]) / 2.0
        })
        .collect();
    let count = boards as f64;
    let mean = expected.iter().sum::<f64>() / count;
    let variance = expected.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 1.96 * (variance / count).sqrt())
}

/// Why no player is asked for 95 % against random on boards so small.
/// `PLYWOOD_BOARDS=300 cargo test --release -p plywood-workbench --test
/// azulejos_players nobody -- --nocapture` looks at as many boards as that.
#[test]
fn nobody_can_expect_95_percent_of_random_on_five_by_five() {
    let asked = std::env::var("PLYWOOD_BOARDS").ok().and_then(|boards| boards.parse().ok());
    for colours in [3, 4, 5] {
        let (mean, error) = most_against_random(5, colours, asked.unwrap_or(120));
        println!("5x5,{colours}: {:.1} % plus or minus {:.1}", mean * 100.0, error * 100.0);
        assert!(mean + error < 0.95, "{colours} colours: {mean} and {error} more");
    }
    // The reckoning itself: a board with one group is won by the side to move,
    // one without any is a draw.
    let lone = |text| {
        let game = Azulejos::any();
        let mut position = plywood_game::Notation::parse_position(&game, text).expect("a board");
        AgainstRandom { game, side: Side::First, known: HashMap::new() }.expectation(&mut position)
    };
    assert_eq!(["0,0;11 1", "0,0;11 2", "0,0;12 1"].map(lone), [1.0, 0.0, 0.5]);
    // Random moves take the wrong one of two groups half of the time.
    assert_eq!(["0,0;112333 2", "0,0;112333 1"].map(lone), [0.5, 1.0]);
}

/// Even perfect play loses one game in ten to random moves on boards so small:
/// most of them are decided by who begins. But nobody who sees everything ends
/// with less than the position is worth.
#[test]
fn on_five_by_five_azulejos_dfs_never_gets_less_than_a_position_is_worth() -> Result<(), Error> {
    let workbench = Workbench::standard();
    for (seed, side) in (0..25).flat_map(|seed| Side::BOTH.map(|side| (seed, side))) {
        let mut session = workbench.open("azulejos:5x5,3", &Start::default(), seed)?;
        let mut dice = Random::new(seed);
        let mut worth = None;
        while session.ending().is_none() {
            if session.to_move() != side {
                session.play_random(&mut dice)?;
                continue;
            }
            let (mv, _, exact) = ask(&*session, "azulejos-dfs[nodes=1000000]")?;
            assert!(exact, "it sees everything: seed {seed}");
            if worth.is_none() {
                worth = Some(ask(&*session, "pvs[depth=100]")?.1);
            }
            session.play(&mv)?;
        }
        let margin = session.ending().map_or(0, |ending| ending.outcome.value_for(side));
        assert!(worth.is_none_or(|worth| margin >= worth), "seed {seed}: {margin} for {worth:?}");
    }
    Ok(())
}

#[test]
fn pruning_changes_neither_move_nor_value_and_saves_nodes() -> Result<(), Error> {
    let workbench = Workbench::standard();
    let mut nodes = [0, 0];
    for seed in 0..10 {
        let session = workbench.open("azulejos:8x8,4", &Start::default(), seed)?;
        let found = ["on", "off"].map(|prune| {
            let player = format!("azulejos-minimax[depth=3,prune={prune}]");
            let request = Request::of_player(&player.parse()?);
            session.analyse(&request, &false.into(), None)
        });
        let [pruned, whole] = found;
        let (pruned, whole) = (pruned?, whole?);
        assert_eq!((&pruned.best, pruned.score), (&whole.best, whole.score), "seed {seed}");
        nodes = [nodes[0] + pruned.nodes, nodes[1] + whole.nodes];
    }
    assert!(2 * nodes[0] < nodes[1], "{nodes:?}");
    Ok(())
}

/// The time that all threads of this process have been running on a processor: a
/// search has a thread of its own.
#[cfg(target_os = "linux")]
fn processor_time() -> std::time::Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.try_into().expect("a time since the start")
}

/// A move of this board takes longest of all games. What else runs on the machine
/// may hold up an attempt, not four of them.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_a_millisecond_is_kept_on_the_largest_board() {
    use plywood_workbench::Limits;
    use std::time::Duration;
    const ATTEMPTS: usize = 4;
    let workbench = Workbench::standard();
    let session = workbench.open("azulejos:100x100,4,seed=1", &Start::default(), 1).expect("open");
    let time_of = |player: &str, time: Duration| {
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request { limits, ..Request::of_player(&player.parse().expect("a player")) };
        let before = processor_time();
        session.analyse(&request, &false.into(), None).expect("a move");
        processor_time() - before
    };
    for player in
        ["best", "alphabeta", "mtdf", "mcts", "azulejos-minimax", "azulejos-dfs", "azulejos-bfs"]
    {
        let attempts = || (0..ATTEMPTS).map(|_| time_of(player, Duration::from_millis(1)));
        let least = attempts().min().expect("attempts");
        assert!(least < Duration::from_millis(20), "{player}: {least:?} of processor time");
    }
    // The time of the search is counted.
    let long = (0..ATTEMPTS).map(|_| time_of("best", Duration::from_millis(200))).max();
    assert!(long > Some(Duration::from_millis(20)), "{long:?}");
}
