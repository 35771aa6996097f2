//! What is said about a player's options is what the parser accepts.

use plywood_workbench::{EngineSpec, Error, PlayerSpec, Start, Workbench};
use std::collections::BTreeMap;

/// A value that the option of this range accepts.
fn sample(range: &str) -> &'static str {
    match range {
        _ if range.contains("such as 10:10/25:6/3") => "10:10/25:6/3",
        _ if range.contains("such as 0.7") => "0.7",
        _ if range.contains("such as 500ms") => "1s",
        _ if range.contains("such as 2:15:30:50:2") => "1:2:3:4:5",
        _ if range == "on or off" => "on",
        _ if range.contains("number") => "10",
        _ => range.trim_start_matches("one of ").split(',').next().map_or("", |_| "first"),
    }
}

/// Whether the player takes the option, in a game that it plays.
fn takes(workbench: &Workbench, game: &str, player: &str, key: &str, value: &str) -> bool {
    let session = workbench.open(game, &Start::default(), 1).expect("a game");
    let text = format!("{player}[{key}={value}]");
    let parsed: Result<PlayerSpec, Error> = text.parse();
    // A file that is missing belongs to an option that is there.
    parsed.is_ok_and(|player| {
        use Error::{Evaluator, Predictions};
        let admitted = workbench.admit(&*session, &player);
        matches!(admitted, Ok(()) | Err(Evaluator { .. } | Predictions { .. }))
    })
}

#[test]
fn every_option_is_described_and_nothing_else_is_accepted() {
    let workbench = Workbench::standard();
    let names = workbench.players(None).expect("players").into_iter().map(|entry| entry.name);
    let players: Vec<_> = names.map(|name| workbench.player(&name).expect("listed")).collect();
    let mut keys = BTreeMap::new();
    for option in players.iter().flat_map(|player| &player.options) {
        assert!(!option.meaning.is_empty() && !option.range.is_empty(), "{option:?}");
        keys.entry(option.name).or_insert_with(Vec::new).push(sample(&option.range));
    }
    for player in players.iter().filter(|player| player.name != "human") {
        let games = workbench.games();
        let own = games.filter(|game| Some(&game.name) == player.game.as_ref());
        let game = own.map(|game| game.example.clone()).next().unwrap_or("mnk:3,3,3".to_owned());
        for (key, values) in &keys {
            let listed = player.options.iter().find(|option| option.name == *key);
            let accepted = match listed {
                Some(option) => {
                    // Some options are of other games than the one at hand.
                    let has_it = |name| option.games.as_ref().is_none_or(|g| g.contains(name));
                    let mut examples = workbench.games().filter(|game| has_it(&game.name));
                    let example = examples.next().expect("a game").example.clone();
                    let game = if player.game.is_some() { &game } else { &example };
                    takes(&workbench, game, &player.name, key, sample(&option.range))
                }
                None => {
                    values.iter().any(|value| takes(&workbench, &game, &player.name, key, value))
                }
            };
            assert_eq!(accepted, listed.is_some(), "{} {key}", player.name);
        }
    }
}

#[test]
fn an_algorithm_lists_the_parsers_own_table() {
    let workbench = Workbench::standard();
    for name in ["best", "minimax", "pvs", "mtdf", "mcts", "greedy"] {
        let known: Vec<_> =
            EngineSpec::named(name).options().into_iter().map(|option| option.name).collect();
        let listed = workbench.player(name).expect("a player").options;
        assert_eq!(listed.iter().map(|option| option.name).collect::<Vec<_>>(), known);
    }
}

#[test]
fn options_that_a_game_does_not_support_are_refused() {
    let workbench = Workbench::standard();
    for (game, key, value) in [
        ("othello", "near", "1"),
        ("othello", "threats", "on"),
        ("othello", "forced", "on"),
        ("othello", "hopes", "off"),
        ("delta", "endgame", "on"),
        ("delta", "quiescence", "2"),
        ("delta", "threats", "off"),
        ("azulejos:5x5,3,seed=1", "symmetry", "on"),
    ] {
        for player in ["pvs", "best"] {
            assert!(!takes(&workbench, game, player, key, value), "{game} {player} {key}");
        }
    }
    assert!(takes(&workbench, "othello", "pvs", "symmetry", "on"));
    assert!(takes(&workbench, "othello", "best", "endgame", "off"));
    assert!(takes(&workbench, "mnk:3,3,3", "pvs", "threats", "on"));
}

/// What an option needs is asked of the game in one place, so that the list of a
/// player's options, the list of a game's players and the refusal agree.
#[test]
fn an_option_is_refused_exactly_in_the_games_that_its_description_leaves_out() {
    let workbench = Workbench::standard();
    for name in ["best", "pvs", "mcts", "minimax", "greedy"] {
        let player = workbench.player(name).expect("a player");
        for option in &player.options {
            for game in workbench.games() {
                let listed = option.games.as_ref().is_none_or(|games| games.contains(&game.name));
                let value = sample(&option.range);
                let taken = takes(&workbench, &game.example, name, option.name, value);
                assert_eq!(taken, listed, "{name} {} in {}", option.name, game.name);
            }
        }
    }
}

#[test]
fn the_refusal_names_the_game_and_what_it_supports() {
    let workbench = Workbench::standard();
    let session = workbench.open("othello", &Start::default(), 1).expect("a game");
    let player = "mcts[forced=on]".parse().expect("a player");
    let error = workbench.admit(&*session, &player).expect_err("not in Othello").to_string();
    assert_eq!(
        error,
        "othello does not support the option forced; in this game mcts has depth, nodes, time, \
         processortime, table, seed, evaluator, exploration, rollout"
    );
}

#[test]
fn a_player_is_written_on_one_line() {
    for text in ["random\n", "ugi:a\nb", "pvs[depth=\t3]", "best\r"] {
        let problem = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(problem.contains("on one line"), "{text:?}: {problem}");
    }
}
