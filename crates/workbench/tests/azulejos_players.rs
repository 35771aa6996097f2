//! The report's players of Azulejos: what can be said of their play for certain.

use plywood_game::{Random, Side};
use plywood_workbench::{Error, Request, Session, Start, Workbench};

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
fn pruning_changes_neither_move_nor_value_and_saves_nodes() -> Result<(), Error> {
    let workbench = Workbench::standard();
    let mut nodes = [0, 0];
    for seed in 0..10 {
        let session = workbench.open("azulejos:8x8,4", &Start::default(), seed)?;
        let found = ["on", "off"].map(|prune| {
            let player = format!("azulejos-minimax[depth=3,prune={prune}]");
            let request = Request::of_player(&player.parse()?);
            session.analyse(&request, &false.into(), &mut |_| {})
        });
        let [pruned, whole] = found;
        let (pruned, whole) = (pruned?, whole?);
        assert_eq!((&pruned.best, pruned.score), (&whole.best, whole.score), "seed {seed}");
        nodes = [nodes[0] + pruned.nodes, nodes[1] + whole.nodes];
    }
    assert!(2 * nodes[0] < nodes[1], "{nodes:?}");
    Ok(())
}
