//! Random positions of all kinds of boards: what is claimed is true.

use super::verifier::Verifier;
use super::{Board, any, find, random_position, texts};
use plywood_game::{Notation, Random};
use plywood_games::mnk::Threats;
use plywood_judges::MnkJudge;

/// Verifies the claims on random positions of a board, and returns how many
/// there were and how many moves the longest had.
fn verify_claims(game: &Board, positions: usize, seed: u64) -> (usize, usize) {
    let params = game.params();
    let rules = MnkJudge {
        rows: params.rows().into(),
        columns: params.columns().into(),
        k: params.k() as usize,
        exact: params.is_exact(),
    };
    let witness = |text: &str| {
        let position = game.parse_position(text).expect("the verifier's text");
        find(Threats::All, game, &position, 200_000).map(|line| texts(game, &position, &line))
    };
    let mut verifier = Verifier::new(rules, &witness);
    let mut dice = Random::new(seed);
    let (mut claims, mut longest) = (0, 0);
    for _ in 0..positions {
        let marks = dice.below(params.cells() * 3 / 4);
        let position = random_position(game, marks, &mut dice, any);
        let Some(line) = find(Threats::All, game, &position, 20_000) else { continue };
        let text = game.position_text(&position);
        let line = texts(game, &position, &line);
        verifier.verify(&text, &line).unwrap_or_else(|error| panic!("{params} {text}: {error}"));
        claims += 1;
        longest = longest.max(line.len());
    }
    (claims, longest)
}

#[test]
fn no_claim_is_false_on_random_positions() {
    for (params, positions) in [
        ("5,5,4", 2000),
        ("6,6,4", 2000),
        ("4,9,4", 2000),
        ("7,7,5", 2000),
        ("9,8,5", 1000),
        ("10,10,6", 500),
        ("15,15,5", 200),
        ("6,7,4,exact", 2000),
        ("9,9,5,exact", 1000),
        ("15,15,5,exact", 200),
    ] {
        let game = Board::new(params.parse().expect("good parameters"));
        let seed = u64::from(game.params().k());
        let (claims, longest) = verify_claims(&game, positions, seed);
        println!("{params}: {claims} of {positions}, longest {longest}");
        assert!(claims * 50 > positions, "{params}: only {claims} claims");
    }
}
