//! Whatever stands in a row of a store, the game opens or there is an explanation, and what
//! opens can be exported as one saved game that opens again. The fuzz target
//! `any_kept_game_opens_or_explains` looks for more.

use plywood_game::Random;
use plywood_web::{Archive, KeptGame};
use plywood_workbench::{Record, Workbench};

const GAMES: &str = "plywood game 1\ngame mnk:3,3,3\nmoves b2 a1\nfirst human\nsecond best\n\
                     plywood game 1\ngame othello\nmoves f5 d6 c3\nresigned first\ntitle Short\n\
                     plywood game 1\ngame delta\nstart ...../...../..*../...../..... o\nmoves a1\n";

/// What is put in the place of a part.
const ODD: [&str; 12] =
    ["", " ", "\n", "\t", "\0", "é", "first", "plywood game 1\n", "[", "{}", "null", "human"];

fn opens_or_explains(workbench: &Workbench, game: &KeptGame) -> bool {
    match Archive::text(workbench, game) {
        Ok(text) => {
            assert_eq!(Record::split(&text).count(), 1, "{game:?}: {text}");
            let record: Record = text.parse().unwrap_or_else(|error| panic!("{error}: {text}"));
            assert!(workbench.resume(&record).is_ok(), "{text}");
            true
        }
        Err(problem) => {
            assert!(!problem.is_empty(), "{game:?}");
            false
        }
    }
}

#[test]
fn any_kept_game_opens_or_explains() {
    let workbench = Workbench::standard();
    let games = Archive::read(&workbench, GAMES).expect("saved games");
    assert_eq!(games.len(), 3);
    let (mut dice, mut opened) = (Random::new(11), 0);
    for number in 0..3000 {
        let mut game = games[number % games.len()].clone();
        game.clock = Some("{}".to_owned()).filter(|_| dice.below(2) == 0);
        for _ in 0..=dice.below(2) {
            let place = dice.below(6);
            let field = [
                &mut game.title,
                &mut game.game,
                &mut game.first,
                &mut game.second,
                &mut game.record,
                &mut game.tree,
            ]
            .into_iter()
            .nth(place)
            .expect("a field");
            let mut cuts = [dice.below(field.len() + 1), dice.below(field.len() + 1)];
            cuts.sort_unstable();
            if dice.below(3) == 0 {
                cuts = [0, field.len()];
            }
            if cuts.iter().all(|&cut| field.is_char_boundary(cut)) {
                field.replace_range(cuts[0]..cuts[1], ODD[dice.below(ODD.len())]);
            }
        }
        opened += usize::from(opens_or_explains(&workbench, &game));
    }
    assert!((500..2900).contains(&opened), "{opened} of 3000 opened");
}
