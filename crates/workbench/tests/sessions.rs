//! Sessions as the command and the page use them.

use plywood_game::testkit::TreeGame;
use plywood_game::{Outcome, Random, Side};
use plywood_workbench::{
    Ending, EngineSpec, Error, Forfeit, Method, PlayerSpec, Reason, Record, Restart, Session,
    Start, Workbench,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn open(game: &str) -> Box<dyn Session> {
    Workbench::standard().open(game, &Start::default(), 0).expect(game)
}

fn moves(text: &str) -> Start {
    Start { moves: Some(text.to_owned()), ..Start::default() }
}

/// A workbench with a game that goes round in circles, or ends.
fn cyclic() -> Workbench {
    let game: TreeGame = "a: b 1; b: a 2".parse().expect("a graph");
    Workbench::empty().with(game)
}

fn error(game: &str, start: &Start) -> Error {
    match Workbench::standard().open(game, start, 0) {
        Ok(session) => panic!("{game} opened as {}", session.game()),
        Err(error) => error,
    }
}

#[test]
fn undo_takes_back_every_move_and_then_no_more() {
    let mut session = open("tictactoe");
    let start = session.snapshot();
    session.play_all("b2 a1 c3").expect("legal moves");
    assert_eq!(session.snapshot().played, ["b2", "a1", "c3"]);
    for _ in 0..3 {
        assert!(session.undo());
    }
    assert_eq!(session.snapshot(), start);
    assert!(!session.undo());
}

#[test]
fn a_series_of_moves_is_played_whole_or_not_at_all() {
    let mut session = open("tictactoe");
    session.play("b2").expect("a legal move");
    let before = session.snapshot();
    assert!(session.play_all("a1 c3 b2").is_err());
    assert_eq!(session.snapshot(), before);
}

#[test]
fn a_finished_game_takes_no_move_and_no_resignation() {
    let mut session = open("mnk:1,1,1");
    session.play("a1").expect("a legal move");
    assert_eq!(session.play("a1"), Err(Error::GameOver));
    assert_eq!(session.forfeit(Forfeit::Resigned(Side::First)), Err(Error::GameOver));
    assert_eq!(session.play_random(&mut Random::new(1)), Err(Error::GameOver));
    assert!(session.choices().is_empty());
    assert_eq!(session.snapshot().status(), "x wins");
}

#[test]
fn a_resignation_ends_the_game_until_it_is_taken_back() {
    let mut session = open("tictactoe");
    session.forfeit(Forfeit::Resigned(Side::First)).expect("the game goes on");
    let ending = Ending { outcome: Outcome::Win(Side::Second), reason: Reason::Resignation };
    assert_eq!(session.snapshot().ending, Some(ending));
    assert_eq!(session.snapshot().status(), "o wins: x resigned");
    assert!(session.choices().is_empty());
    assert_eq!(session.play("b2"), Err(Error::GameOver));
    assert!(session.undo());
    assert!(session.play("b2").is_ok());
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let start = moves("1 1 1 1");
    let mut session = cyclic().open("tree", &start, 0).expect("legal moves");
    let ending = Ending { outcome: Outcome::Draw, reason: Reason::Repetition };
    assert_eq!(session.snapshot().ending, Some(ending));
    assert!(session.choices().is_empty());
    assert_eq!(session.play("1"), Err(Error::GameOver));
    assert!(session.undo());
    assert_eq!(session.snapshot().ending, None);
    assert!(session.play("2").is_ok());
}

#[test]
fn moves_after_a_draw_by_repetition_are_refused() {
    let refused = cyclic().open("tree", &moves("1 1 1 1 1 1"), 0).err();
    assert_eq!(refused, Some(Error::MovesAfterRepetition { after: 4, more: 2 }));
}

#[test]
fn a_saved_game_goes_on_where_it_was_left() {
    let workbench = Workbench::standard();
    let start = Start {
        moves: Some("a1".to_owned()),
        position: Some("3/1x1/3 o".to_owned()),
        ..Start::default()
    };
    let mut session = workbench.open("tictactoe", &start, 0).expect("a position");
    session.forfeit(Forfeit::Resigned(Side::First)).expect("the game goes on");
    let text = session.record().to_string();
    let expected = "plywood game 1\ngame mnk:3,3,3\nstart 3/1x1/3 o\nmoves a1\nresigned first\n";
    assert_eq!(text, expected);
    let record: Record = text.parse().expect("a saved game");
    let resumed = workbench.resume(&record).expect("a saved game");
    assert_eq!(resumed.snapshot(), session.snapshot());
    let from_file = Start { file: Some(text), ..Start::default() };
    let opened = workbench.open("tictactoe", &from_file, 0).expect("a file may be a saved game");
    assert_eq!(opened.snapshot(), session.snapshot());
}

#[test]
fn a_note_without_a_text_is_read_again() {
    let record = Record {
        game: "mnk:3,3,3".to_owned(),
        position: None,
        moves: "b2".to_owned(),
        forfeit: None,
        notes: vec![("first", String::new()), ("second", "Anna".to_owned())],
    };
    let read: Record = record.to_string().parse().expect("a saved game");
    assert_eq!(read, record);
}

#[test]
fn a_saved_game_of_another_game_is_refused() {
    let file = Some("plywood game 1\ngame tictactoe\nmoves b2\n".to_owned());
    let refused = error("mnk:4,4,3", &Start { file, ..Start::default() });
    let expected = Error::OtherGame { found: "mnk:3,3,3".into(), wanted: "mnk:4,4,3".into() };
    assert_eq!(refused, expected);
}

#[test]
fn a_saved_game_is_never_replayed_under_other_rules() {
    let saved = |text: &str| Start { file: Some(text.to_owned()), ..Start::default() };
    let mnk = saved("plywood game 1\ngame mnk:3,3,3\nstart 3/1x1/3 o\nmoves a1 c3\n");
    let placement = saved("plywood game 1\ngame delta:placement\nmoves c3 b2\n");
    let azulejos = saved("plywood game 1\ngame azulejos:5x5,3,seed=1\n");
    for (asked, file, found) in [
        ("othello", &mnk, "mnk:3,3,3"),
        ("gomoku", &mnk, "mnk:3,3,3"),
        ("azulejos", &mnk, "mnk:3,3,3"),
        ("delta", &placement, "delta:placement"),
        ("mnk", &placement, "delta:placement"),
        ("azulejos:5x5,3,seed=2", &azulejos, "azulejos:5x5,3,seed=1"),
    ] {
        let expected = Error::OtherGame { found: found.into(), wanted: asked.into() };
        assert_eq!(error(asked, file), expected);
    }
}

#[test]
fn a_name_that_leaves_the_game_open_takes_the_saved_one() {
    let workbench = Workbench::standard();
    for (asked, seed) in [("azulejos", 5), ("mnk:3,3,3", 0), ("delta:placement", 0)] {
        let session = workbench.open(asked, &Start::default(), seed).expect(asked);
        let bare = asked.split(':').next().expect("a name");
        let name = if bare == "delta" { asked } else { bare };
        let file = Some(session.record().to_string());
        let again = workbench.open(name, &Start { file, ..Start::default() }, 99).expect(name);
        assert_eq!(again.snapshot(), session.snapshot());
    }
}

#[test]
fn counting_goes_on_from_the_game_as_it_was_played() {
    let never = AtomicBool::new(false);
    let perft = |session: &dyn Session, depth| session.perft(depth, &never);
    let mut session = cyclic().open("tree", &moves("1 1"), 0).expect("legal moves");
    let fresh = cyclic().open("tree", &Start::default(), 0).expect("a game");
    assert_eq!([perft(&*fresh, 3), perft(&*fresh, 5)], [Some(2), Some(0)]);
    assert_eq!([perft(&*session, 2), perft(&*session, 3)], [Some(2), Some(0)]);
    session.play_all("1 1").expect("legal moves");
    assert_eq!(session.snapshot().ending.map(|ending| ending.reason), Some(Reason::Repetition));
    assert_eq!(perft(&*session, 1), Some(0));
}

#[test]
fn counting_does_not_extend_a_game_that_was_given_up() {
    let never = AtomicBool::new(false);
    let mut session = open("tictactoe");
    session.forfeit(Forfeit::Resigned(Side::First)).expect("the game goes on");
    assert_eq!([session.perft(1, &never), session.perft(2, &never)], [Some(0), Some(0)]);
    assert!(session.undo());
    assert_eq!(session.perft(1, &never), Some(9));
}

#[test]
fn a_file_of_several_positions_is_noted() {
    let one = "---------------------------OX------XO--------------------------- X;\n";
    let open = |text: String| {
        let start = Start { file: Some(text), ..Start::default() };
        Workbench::standard().open("othello", &start, 0).expect("a position")
    };
    assert_eq!(open(one.to_owned()).note(), None);
    let note = "of the 3 positions or games in the file, the first is used";
    assert_eq!(open(one.repeat(3)).note().as_deref(), Some(note));
}

#[test]
fn another_name_takes_no_parameters() {
    for (words, explanation) in [
        ("gomoku:15,15,5", "gomoku takes no parameters; it is mnk:15,15,5"),
        ("TicTacToe:", "tictactoe takes no parameters; it is mnk:3,3,3"),
    ] {
        assert_eq!(error(words, &Start::default()).to_string(), explanation);
    }
}

#[test]
fn players_are_read_in_any_case_and_explained() {
    assert_eq!("Human".parse(), Ok(PlayerSpec::Human));
    assert_eq!("RANDOM[Seed=7]".parse(), Ok(PlayerSpec::Random { seed: Some(7) }));
    let engine: EngineSpec = "AlphaBeta[Depth=6,Symmetry=On]".parse().expect("an engine");
    assert_eq!(engine.limits.depth, Some(6));
    assert!(matches!(&engine.method, Method::AlphaBeta(options) if options.table.symmetry));
    let range = "a whole number from 0 to 18446744073709551615";
    for (text, explanation) in [
        ("random[seed=-1]", format!("column 13: '-1' is no seed; expected {range}")),
        ("random[seed=]", format!("column 13: '' is no seed; expected {range}")),
        ("random[seed=18446744073709551616]", format!("is no seed; expected {range}")),
        ("random[seed=1", "column 14: the bracket is not closed; expected ]".to_owned()),
        ("random[depth=1]", "random has no option 'depth=1'; expected seed=N".to_owned()),
    ] {
        let said = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(said.contains(&explanation), "{said}");
    }
}

#[test]
fn a_command_keeps_its_case_and_spaces() {
    for text in ["ugi:/opt/My Engine --x", "gtp:Edax -q [a=1]", "mnkgame:A.jar:b.C:D"] {
        let player: PlayerSpec = text.parse().expect("an external engine");
        assert!(matches!(player, PlayerSpec::External(_)));
        assert_eq!(player.to_string(), text);
        assert!(matches!(text.parse::<EngineSpec>(), Err(Error::External { .. })));
    }
    let said = "NBoard: ".parse::<PlayerSpec>().expect_err("no command").to_string();
    assert!(said.contains("column 8: there is no command here"), "{said}");
}

#[test]
fn an_external_engine_takes_its_options_before_the_command() {
    let text =
        "UGI[Time=2s,Nodes=9,restart=off,pause=on,folder=/tmp/x,option.Hash MB=64]:./e [a]:b";
    let Ok(PlayerSpec::External(spec)) = text.parse() else { panic!("an external engine") };
    assert_eq!((spec.text.as_str(), spec.command.as_str()), (text, "./e [a]:b"));
    assert_eq!((spec.limits.time, spec.limits.nodes), (Some(Duration::from_secs(2)), Some(9)));
    assert_eq!((spec.restart, spec.pause), (Restart::Never, true));
    assert_eq!(spec.folder.as_deref(), Some("/tmp/x"));
    assert_eq!(spec.options, [("Hash MB".to_owned(), "64".to_owned())]);
    for (text, explanation) in [
        ("ugi[time=2s:x", "the options are not closed; expected ]: and the command"),
        ("ugi[tame=2s]:x", "an external engine has no option 'tame'; expected one of time,"),
        ("ugi[time=soon]:x", "time does not accept 'soon'; expected a time above zero"),
        ("ugi[memory=0]:x", "expected a whole number from 1 to"),
    ] {
        let said = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(said.contains(explanation), "{said}");
    }
}

#[test]
fn every_listed_option_accepts_its_default() {
    for name in ["best", "minimax", "aspiration", "mcts", "greedy"] {
        for option in EngineSpec::named(name).options() {
            let set = EngineSpec::named(name).change(option.name, &option.default);
            assert!(option.default.is_empty() || set.is_ok(), "{name}[{}]", option.name);
            // Whether there is such a file is seen when it is opened.
            let is_file = ["evaluator", "multiprobcut"].contains(&option.name);
            let refused = EngineSpec::named(name).change(option.name, "?").is_err();
            assert!(refused || is_file, "{name}[{}]", option.name);
        }
    }
}

#[test]
fn damaged_saved_games_are_explained() {
    for (text, problem) in [
        (
            "plywood game 2\ngame tictactoe\n",
            "line 1, column 1: 'plywood game 2' is not the header",
        ),
        ("plywood game 1\n", "the game is not named"),
        (
            "plywood game 1\ngame tictactoe\nmoves b2 b2\n",
            "in the moves of the saved game: line 1, column 4",
        ),
        ("plywood game 1\ngame tictactoe\ngame othello\n", "line 3, column 1: 'game othello'"),
        ("plywood game 1\ngame tictactoe\nresigned x\n", "'resigned x' has no place here"),
        ("plywood game 1\r\ngame chess\r\n", "there is no game called 'chess'"),
    ] {
        let file = Some(text.to_owned());
        let said = error("tictactoe", &Start { file, ..Start::default() }).to_string();
        assert!(said.contains(problem), "{text:?} gives {said}");
    }
}

#[test]
fn unknown_games_get_a_suggestion() {
    for (word, suggestion) in [
        ("otello", Some("othello")),
        ("tic-tac-toe", Some("tictactoe")),
        ("Gomoko", Some("gomoku")),
        ("qqqq", None),
        ("", None),
    ] {
        let Error::UnknownGame { suggestion: given, .. } = error(word, &Start::default()) else {
            panic!("{word} is no game");
        };
        assert_eq!(given.as_deref(), suggestion, "{word}");
    }
}

#[test]
fn names_are_read_in_any_case_and_written_in_one() {
    assert_eq!(open("TicTacToe").game(), "mnk:3,3,3");
    assert_eq!(open("MNK:4,5,3").game(), "mnk:4,5,3");
    assert_eq!(open("delta:Placement").game(), "delta:placement");
    assert_eq!(open("Azulejos:5X6,SEED=3").game(), "azulejos:5x6,4,seed=3");
    assert_eq!(open("gomoku").game(), "mnk:15,15,5");
}

#[test]
fn a_position_and_a_file_at_once_are_refused() {
    let text = Some("3/3/3 x".to_owned());
    let start = Start { position: text.clone(), file: text, ..Start::default() };
    assert_eq!(error("tictactoe", &start), Error::TwoStarts);
}
