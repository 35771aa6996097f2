//! The reports' players of Delta and Azulejos beat a player that knows only the
//! rules.

use plywood_game::{Random, Side};
use plywood_workbench::{Contest, Error, Request, Session, Standing, Start, Workbench};

/// How a player fares against random moves, from random openings.
fn against_random(game: &str, player: &str, games: usize) -> Standing {
    let contest = Contest {
        game: game.to_owned(),
        players: [player, "random"].map(|text| text.parse().expect("a player")),
        games,
        opening_moves: 2,
        seed: 1,
    };
    let workbench = Workbench::standard();
    contest.play(&workbench, &false.into(), &mut |_| {}).expect("a contest")
}

fn assert_wins(game: &str, player: &str, games: usize) {
    let standing = against_random(game, player, games);
    assert_eq!(standing.games(), games);
    assert!(standing.score() >= 0.95, "{player} in {game}: {standing:?}");
}

#[test]
fn delta_alphabeta_beats_random_play() {
    assert_wins("delta", "delta-alphabeta[depth=4]", 100);
}

#[test]
fn delta_deepening_beats_random_play() {
    assert_wins("delta", "delta-deepening[nodes=5000]", 100);
}

#[test]
fn delta_aspiration_beats_random_play() {
    assert_wins("delta:placement", "delta-aspiration[delta=10,nodes=5000]", 100);
}

#[test]
fn delta_zero_beats_random_play() {
    assert_wins("delta", "delta-zero[nodes=5000]", 100);
}

#[test]
fn azulejos_minimax_beats_random_play_with_and_without_pruning() {
    assert_wins("azulejos:10x10,4", "azulejos-minimax[depth=2,prune=on]", 40);
    assert_wins("azulejos:10x10,4", "azulejos-minimax[depth=2,prune=off]", 40);
}

/// The best move, and its value, as a player sees it.
fn ask(session: &dyn Session, player: &str) -> Result<(String, i32, bool), Error> {
    let request = Request::of_player(&player.parse()?);
    let found = session.analyse(&request, &false.into(), &mut |_| {})?;
    Ok((found.best, found.score.value, found.exact))
}

/// Even perfect play loses one game in ten to random moves on boards so small:
/// most of them are decided by who begins. So nobody can win 95 % there, but
/// nobody who sees everything ends with less than the position is worth.
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
fn azulejos_bfs_beats_random_play() {
    assert_wins("azulejos:10x10,4", "azulejos-bfs[nodes=5000]", 40);
}
