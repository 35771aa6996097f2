//! Players of one game, by name: that they can be had where they belong, and
//! that they play.

use plywood_arena::{Match, Score};
use plywood_game::ZeroEvaluator;
use plywood_games::othello::Othello;
use plywood_search::{Engine, Options};
use plywood_workbench::{
    Error, Family, Field, GameEngines, Limits, NamedPlayer, PlayerEntry, PlayerSpec, Request,
    Start, Workbench,
};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Games on which players prove themselves: small, but of every family.
const BOARDS: [&str; 6] =
    ["mnk:3,3,3", "mnk:5,5,4", "mnk:9,9,5", "othello", "delta", "azulejos:5x5,3"];

/// Everybody who plays a game by itself, under these limits.
fn players_of(workbench: &Workbench, game: &str, limits: &str) -> Vec<String> {
    let written = |entry: PlayerEntry| match entry.name.as_str() {
        "human" => None,
        "random" => Some("random".to_owned()),
        name => Some(format!("{name}[table=1,{limits}]")),
    };
    let players = workbench.players(Some(game)).expect("a game has players");
    players.into_iter().filter_map(written).collect()
}

fn plan(game: &str, players: [&str; 2], games: usize, seed: u64) -> Match {
    let players = players.map(|player| player.parse().expect("a player"));
    Match { games, opening_moves: 2, seed, ..Match::new(game, players) }
}

fn play(plan: &Match) -> Score {
    let played = plan.play(&Workbench::standard(), &AtomicBool::new(false), &mut |_, _| {});
    let score = played.unwrap_or_else(|error| panic!("{plan:?} cannot be played: {error}"));
    assert_eq!(score.failed, [], "{plan:?}");
    score
}

/// How many games to play, unless the environment asks for more.
fn games_to_play(variable: &str, usually: usize) -> usize {
    std::env::var(variable).ok().and_then(|games| games.parse().ok()).unwrap_or(usually)
}

/// Everybody against the next but `round` in the list, round after round.
fn pairings(players: &[String]) -> impl Iterator<Item = [&str; 2]> {
    let count = players.len();
    (0..).flat_map(move |round| {
        (0..count).map(move |one| {
            let other = (one + 1 + round % count) % count;
            [players[one].as_str(), players[other].as_str()]
        })
    })
}

/// `PLYWOOD_FORFEITS=10000 cargo test --release -p plywood-arena --test
/// players forfeits` plays as many games as that.
#[test]
fn no_player_ever_forfeits_with_two_hundred_nodes_a_move() {
    let workbench = Workbench::standard();
    let share = games_to_play("PLYWOOD_FORFEITS", 300).div_ceil(BOARDS.len());
    for game in BOARDS {
        let players = players_of(&workbench, game, "nodes=200");
        let mut played = 0;
        for (seed, pair) in pairings(&players).take(share.div_ceil(2)).enumerate() {
            played += play(&plan(game, pair, 2, seed as u64)).games();
        }
        assert!(played >= share, "{game}: {played} games were played");
    }
}

/// `PLYWOOD_FORFEITS_IN_TIME=300` plays as many games as that.
#[test]
fn no_player_forfeits_with_ten_milliseconds_a_move_or_takes_much_longer() {
    // A search that does not see its limit takes minutes on most of these boards; a
    // busy machine takes a thread away for less.
    const PATIENCE: Duration = Duration::from_secs(30);
    let workbench = Workbench::standard();
    let boards = ["mnk:9,9,5", "othello", "delta", "azulejos:10x10,4"];
    let share = games_to_play("PLYWOOD_FORFEITS_IN_TIME", 30).div_ceil(boards.len());
    let stop = AtomicBool::new(false);
    for game in boards {
        let players = players_of(&workbench, game, "time=10ms");
        for (seed, pair) in pairings(&players).take(share).enumerate() {
            let mut session = workbench.open(game, &Start::default(), seed as u64).expect("a game");
            while session.ending().is_none() {
                let player: PlayerSpec = pair[session.to_move().index()].parse().expect("a player");
                let PlayerSpec::Engine(engine) = player else {
                    let mut dice = plywood_game::Random::new(session.ply() as u64);
                    session.play_random(&mut dice).expect("the game goes on");
                    continue;
                };
                let before = Instant::now();
                let found = session.analyse(&Request::of_player(&engine), &stop, None);
                let found = found.expect("a move");
                assert!(before.elapsed() < PATIENCE, "{} took {:?}", engine.text, before.elapsed());
                session.play(&found.best).expect("a legal move");
            }
        }
    }
}

#[test]
fn every_player_of_a_report_beats_random() {
    let deterministic = |name: &str| match name {
        // It looks to a depth of its own: fewer nodes than it wants would show
        // it only a part of the board.
        "mrrobot" => "mrrobot[depth=3]".to_owned(),
        "delta-alphabeta" => "delta-alphabeta[depth=4]".to_owned(),
        "omatic-minimax" => "omatic-minimax[depth=4]".to_owned(),
        "azulejos-minimax" => "azulejos-minimax[depth=2]".to_owned(),
        name => format!("{name}[nodes=5000,table=1]"),
    };
    let workbench = Workbench::standard();
    for entry in workbench.players(None).expect("players") {
        let boards: &[&str] = match entry.game.as_deref() {
            None => continue,
            Some("mnk") => &["mnk:7,7,4", "mnk:10,10,5"],
            // It is for small boards, which have a test of their own.
            Some("azulejos") if entry.name == "azulejos-dfs" => continue,
            Some("azulejos") => &["azulejos:10x10,4"],
            Some("delta") => &["delta"],
            Some(_) => &["othello"],
        };
        for game in boards {
            let player = deterministic(&entry.name);
            let score = play(&plan(game, [&player, "random"], 40, 1));
            assert!(score.score() >= 0.95, "{player} in {game}: {score:?}");
        }
    }
}

/// On boards that it can see to their end nobody can expect 92 % of random, as
/// `azulejos_players.rs` reckons; it comes close to that.
#[test]
fn azulejos_dfs_makes_of_random_nearly_what_can_be_made() {
    let players = ["azulejos-dfs[nodes=200000]", "random"];
    let score = play(&Match { opening_moves: 0, ..plan("azulejos:5x5,3", players, 200, 1) });
    assert!(score.score() >= 0.87, "{score:?}");
}

#[test]
fn random_players_of_a_match_draw_their_own_moves() {
    let game = |players| play(&plan("tictactoe", players, 60, 1));
    for players in [["random", "random"], ["random[seed=1]", "random[seed=2]"]] {
        let [won, shared, lost] = game(players).pairs();
        assert!(won > 3 && lost > 3, "{players:?}: {won} won, {shared} shared, {lost} lost");
    }
    let one = game(["random[seed=1]", "random[seed=9]"]);
    assert_eq!(one, game(["random[seed=1]", "random[seed=9]"]), "the same seeds, the same games");
    assert_ne!(one, game(["random[seed=2]", "random[seed=9]"]));
}

#[test]
fn a_match_tells_how_many_different_openings_it_met() {
    let start = |opening_moves, seed| {
        let players = ["random", "random"];
        let plan = Match { opening_moves, ..plan("tictactoe", players, 40, seed) };
        play(&plan).openings
    };
    assert_eq!(start(0, 1), 1);
    assert!((5..=9).contains(&start(1, 1)));
    let boards = plan("azulejos:4x4,3", ["random", "random"], 40, 7);
    assert_eq!(play(&Match { opening_moves: 0, ..boards }).openings, 20, "a board a pair");
}

#[test]
fn a_player_that_looks_to_a_fixed_depth_stops_at_a_limit_with_the_best_so_far() {
    let workbench = Workbench::standard();
    let stop = AtomicBool::new(false);
    for (game, player) in [
        ("mnk:15,15,5", "mrrobot"),
        ("othello", "omatic-minimax[depth=12]"),
        ("azulejos:20x20,4", "azulejos-minimax"),
    ] {
        let session = workbench.open(game, &Start::default(), 0).expect("a game");
        let engine = player.parse().expect("a player");
        let limits = Limits { nodes: Some(1000), ..Limits::default() };
        let request = Request { limits, engine, lines: 1, tree: None };
        let found = session.analyse(&request, &stop, None).expect("a move");
        assert_eq!((found.nodes, found.depth), (1000, 0), "{player}");
        assert!(session.choices().iter().any(|choice| choice.text == found.best));
    }
}

#[test]
fn a_player_of_another_game_says_which_and_a_slip_gets_a_suggestion() {
    let workbench = Workbench::standard();
    let admit = |game: &str, player: &str| {
        let session = workbench.open(game, &Start::default(), 0).expect("a game");
        let player: PlayerSpec = player.parse().expect("it may be a player");
        workbench.admit(&*session, &player)
    };
    for (game, player, explanation) in [
        ("othello", "crazyplayer", "crazyplayer plays mnk, not othello"),
        ("gomoku", "Desdemona", "desdemona plays othello, not mnk"),
        ("delta", "omatic-id[probcut=on]", "omatic-id plays othello, not delta"),
        ("gomoku", "crasyplayer", "'crasyplayer' (did you mean crazyplayer?)"),
        ("othello", "humam", "'humam' (did you mean human?)"),
        ("othello", "omatic-id[probcut=yes]", "probcut does not accept 'yes'; expected on or off"),
        ("othello", "omatic-id[near=1]", "omatic-id has no option 'near'; expected one of depth"),
        ("delta", "pvs[near=1]", "delta does not support the option near"),
    ] {
        let said = admit(game, player).expect_err(player).to_string();
        assert!(said.contains(explanation), "{player} in {game} gives {said}");
    }
    assert_eq!(admit("othello", "OMatic-ID[Weights=Row2,ProbCut=On,depth=2]"), Ok(()));
}

#[test]
fn a_game_of_ones_own_brings_its_own_players() {
    let shallow = |&game: &Othello, build: &plywood_workbench::BuildOptions| {
        assert_eq!(build.get("mood"), "good");
        let engine = Engine::new(game, ZeroEvaluator, Options::plain(), build.megabytes)?;
        Ok(Box::new(engine) as Box<dyn plywood_workbench::Searcher<Othello>>)
    };
    let mood = Field::choice("mood", "Mood", &[("good", "good")]);
    let iago = NamedPlayer::new("iago", "a player", shallow).with(mood);
    let mine = Family::new("mine", "mine", move |setup| {
        let engines = GameEngines { players: vec![iago.clone()], ..GameEngines::default() };
        Ok(setup.with_engines(Othello, ZeroEvaluator, engines))
    });
    let workbench = Workbench::standard().with(mine);
    let players = workbench.players(Some("mine")).expect("players");
    assert_eq!(players.last().map(|player| player.name.as_str()), Some("iago"));
    let session = workbench.open("mine", &Start::default(), 0).expect("a game");
    let engine = "iago[depth=2]".parse().expect("a player");
    let found = session.analyse(&Request::of_player(&engine), &AtomicBool::new(false), None);
    assert_eq!(found.expect("a move").depth, 2);
    let unwell = "iago[mood=bad]".parse().expect("it may be a player");
    assert!(matches!(workbench.admit(&*session, &unwell), Err(Error::Text { .. })));
}

#[test]
fn every_player_has_a_page() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/players");
    let players = Workbench::standard().players(None).expect("players");
    let reported = |player: &&PlayerEntry| player.game.is_some() || player.name == "greedy";
    for player in players.iter().filter(reported) {
        let page = pages.join(format!("{}.md", player.name));
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        assert!(text.starts_with(&format!("# {}\n", player.name)), "{} is missing", page.display());
        for part in ["## What the report says", "## What is done here", "## What differs"] {
            assert!(player.game.is_none() || text.contains(part), "{} lacks {part}", player.name);
        }
    }
}
