//! What a referee guarantees: failures lose a game and no more, results do not
//! depend on what runs beside them, clocks hold, and what is saved can be read.

use plywood_arena::{Match, Referee, Score};
use plywood_game::{Game, Stopwatch, TimeKind};
use plywood_games::othello::Othello;
use plywood_players::{Audience, Cause, Failure, Player, Searcher, Task, Turn};
use plywood_search::{Line, Report, Score as Value, Value as Exactness};
use plywood_workbench::{
    Family, GameEngines, Limits, NamedPlayer, Record, Session, Start, Workbench,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Ways to misbehave at the third move of a game.
#[derive(Clone, Copy)]
enum Misbehaviour {
    Panic,
    Late,
    Working,
    Illegal,
}

/// Plays the first legal move, and misbehaves at its third.
struct Faulty {
    how: Misbehaviour,
    asked: usize,
}

type OthelloMove = <Othello as Game>::Move;

impl Searcher<Othello> for Faulty {
    fn new_game(&mut self) {
        self.asked = 0;
    }

    fn search(
        &mut self,
        task: &Task<'_, Othello>,
        _: &mut Audience<'_, OthelloMove>,
    ) -> Result<Report<OthelloMove>, Failure> {
        let legal = Othello.legal_moves(task.root.position);
        let mut mv = legal[0];
        self.asked += 1;
        match self.how {
            // From its third move on: what it plays may happen to be legal once.
            Misbehaviour::Illegal if self.asked >= 3 => {
                mv = Othello.legal_moves(&Othello.initial())[0];
            }
            _ if self.asked != 3 => {}
            Misbehaviour::Panic => panic!("out of ideas"),
            Misbehaviour::Late => std::thread::sleep(Duration::from_millis(300)),
            Misbehaviour::Working => {
                let watch = Stopwatch::start(TimeKind::Processor);
                while watch.elapsed() < Duration::from_millis(300) {
                    std::hint::spin_loop();
                }
            }
            Misbehaviour::Illegal => {}
        }
        let value = Exactness::estimate(Value::DRAW);
        let lines = vec![Line { value, moves: vec![mv] }];
        let (elapsed, stopped_by) = (Duration::ZERO, None);
        Ok(Report {
            lines,
            value,
            depth: 1,
            nodes: 1,
            confidence: None,
            researches: 0,
            elapsed,
            stopped_by,
        })
    }
}

/// Othello with players that fail.
fn workbench() -> Workbench {
    let faulty = |name, how| {
        NamedPlayer::new(name, "fails at its third move", move |_: &Othello, _: &_| {
            Ok(Box::new(Faulty { how, asked: 0 }) as Box<dyn Searcher<Othello>>)
        })
    };
    let players = vec![
        faulty("panics", Misbehaviour::Panic),
        faulty("late", Misbehaviour::Late),
        faulty("works", Misbehaviour::Working),
        faulty("cheats", Misbehaviour::Illegal),
    ];
    let family = Family::new("othello", "othello", move |setup| {
        let engines = GameEngines { players: players.clone(), ..GameEngines::default() };
        Ok(setup.with_engines(Othello, plywood_game::ZeroEvaluator, engines))
    });
    Workbench::standard().with(family)
}

fn play(plan: &Match) -> (Score, Vec<Record>) {
    let mut records = Vec::new();
    let played = plan.play(&workbench(), &AtomicBool::new(false), &mut |_, game| {
        records.push(game.record.clone());
    });
    (played.unwrap_or_else(|error| panic!("{plan:?}: {error}")), records)
}

fn plan(game: &str, players: [&str; 2]) -> Match {
    Match::new(game, players.map(|text| text.parse().expect("a player")))
}

#[test]
fn a_player_that_fails_loses_that_game_with_its_cause_and_the_match_goes_on() {
    for (player, cause, detail) in [
        ("panics", Cause::Crash, "out of ideas"),
        ("late[time=1ms]", Cause::Timeout, "ms used of 1"),
        ("cheats", Cause::Illegal, "cannot"),
    ] {
        let time_margin = Duration::from_millis(100);
        let plan = Match { games: 4, time_margin, ..plan("othello", [player, "random"]) };
        let (score, records) = play(&plan);
        assert_eq!((score.wins, score.draws, score.losses), (0, 0, 4), "{player}");
        assert_eq!(score.failed.iter().map(|failed| failed.game).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for failed in &score.failed {
            assert_eq!((failed.player, failed.failure.cause), (0, cause), "{player}");
            let said = &failed.failure.detail;
            assert!(player == "cheats" || said.contains(detail), "{player}: {said}");
        }
        let word = if cause == Cause::Timeout { "overtime" } else { cause.name() };
        assert!(records[0].to_string().contains(&format!("\n{word} first\n")), "{}", records[0]);
        assert!(records[1].to_string().contains(&format!("\n{word} second\n")), "{}", records[1]);
    }
}

#[test]
fn a_limit_of_processor_time_is_compared_with_the_work_of_the_search() {
    let time_margin = Duration::from_millis(100);
    let losses = |player: &str| {
        let plan = Match { games: 2, time_margin, ..plan("othello", [player, "random[seed=1]"]) };
        let (score, _) = play(&plan);
        let timeouts =
            score.failed.iter().filter(|failed| failed.failure.cause == Cause::Timeout).count();
        assert_eq!(timeouts, score.failed.len(), "{:?}", score.failed);
        timeouts
    };
    assert_eq!(losses("late[time=1ms]"), 2);
    assert_eq!(losses("late[processortime=1ms]"), 0, "a thread that sleeps does not work");
    assert_eq!(losses("works[processortime=1ms]"), 2);
    assert_eq!(losses("works[processortime=1s]"), 0);
}

#[test]
fn processor_time_limits_neither_a_clock_nor_another_program() {
    let nobody = AtomicBool::new(false);
    for (player, clock, why) in [
        ("pvs[processortime=5ms]", Some("1s"), "clock"),
        ("best[processortime=5ms]", Some("1s"), "clock"),
        ("ugi:true", None, "another program"),
    ] {
        let clock = clock.map(|clock| clock.parse().expect("a clock"));
        let given = Limits {
            time: Some(Duration::from_millis(5)),
            time_kind: TimeKind::Processor,
            ..Limits::default()
        };
        let plan = plan("othello", [player, "random"]);
        let players = plan.players.clone().map(|player| player.under(&given));
        let plan = Match { clock, players, ..plan };
        let error = plan.play(&workbench(), &nobody, &mut |_, _| {}).expect_err(player);
        assert!(error.to_string().contains(why), "{player}: {error}");
    }
}

/// Six answers of a player in a new game against itself, with their nodes.
fn answers(session: &dyn Session, player: &mut dyn Player, nodes: u64) -> Vec<(String, u64)> {
    player.new_game().expect("a new game");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut turn = Turn { limits, ..session.turn() };
    let mut answers = Vec::new();
    for _ in 0..6 {
        let chosen = player.choose(&turn, &false.into(), None).expect("a move");
        turn.moves.push(chosen.mv.clone());
        answers.push((chosen.mv, chosen.report.map_or(0, |report| report.nodes)));
    }
    answers
}

#[test]
fn after_new_game_the_same_requests_get_the_same_answers() {
    for (game, spec) in [
        ("mnk:7,7,5", "best"),
        ("mnk:9,9,5", "pvs[keep=on]"),
        ("othello", "best[keep=on]"),
        ("othello", "omatic-id"),
        ("delta", "best[keep=on]"),
        ("azulejos:8x8,3,seed=1", "best[keep=on]"),
        ("azulejos:8x8,3,seed=1", "mcts"),
        ("othello", "random[seed=3]"),
    ] {
        let session = Workbench::standard().open(game, &Start::default(), 0).expect("a game");
        let spec = spec.parse().expect("a player");
        let mut player = session.player(&spec).expect("it plays here");
        let first = answers(&*session, &mut *player, 3000);
        assert_eq!(answers(&*session, &mut *player, 3000), first, "{game} {spec}: again");
        let mut other = session.player(&spec).expect("it plays here");
        assert_eq!(answers(&*session, &mut *other, 3000), first, "{game} {spec}: another");
    }
}

#[test]
fn a_kept_table_changes_the_work_of_later_moves_and_a_cleared_one_does_not() {
    let session = Workbench::standard().open("othello", &Start::default(), 0).expect("a game");
    let nodes = |spec: &str, moves: &[String]| {
        let mut player = session.player(&spec.parse().expect("a player")).expect("it plays");
        let limits = Limits { depth: Some(6), ..Limits::default() };
        let mut turn = Turn { limits, ..session.turn() };
        let mut nodes = Vec::new();
        for mv in moves {
            let chosen = player.choose(&turn, &false.into(), None).expect("a move");
            nodes.push(chosen.report.map_or(0, |report| report.nodes));
            turn.moves.push(mv.clone());
        }
        nodes
    };
    let moves = ["f5", "d6", "c3", "d3"].map(str::to_owned);
    let [kept, cleared] = ["pvs[keep=on]", "pvs[keep=off]"].map(|spec| nodes(spec, &moves));
    assert_eq!(kept[0], cleared[0]);
    assert_ne!(kept[1..], cleared[1..]);
}

#[test]
fn the_score_and_the_games_are_the_same_at_any_concurrency() {
    let plan = Match { games: 11, ..plan("mnk:5,5,4", ["pvs[nodes=300]", "random"]) };
    let without_times = |(score, records): (Score, Vec<Record>)| {
        let moves: Vec<_> =
            records.into_iter().map(|record| (record.moves, record.forfeit)).collect();
        (score, moves)
    };
    let one = without_times(play(&plan));
    assert_eq!(one.0.games(), 11);
    for concurrency in [2, 5, 100] {
        assert_eq!(without_times(play(&Match { concurrency, ..plan.clone() })), one);
    }
}

#[test]
fn a_saved_game_of_a_match_opens_again_with_what_is_known_of_its_moves() {
    let (_, records) = play(&Match { games: 2, ..plan("tictactoe", ["pvs[depth=3]", "random"]) });
    let file: String = records.iter().map(|record| format!("{record}\n")).collect();
    let start = Start { file: Some(file), ..Start::default() };
    let session = workbench().open("tictactoe", &start, 0).expect("a saved game");
    assert!(session.ending().is_some());
    assert_eq!(session.record().moves, records[0].moves);
    assert!(session.note().is_some_and(|note| note.starts_with("of the 2 ")));
    let again: Record = records[0].to_string().parse().expect("a record");
    assert_eq!(again, records[0]);
    let moves = records[0].moves.split(' ').count();
    let notes: Vec<_> = again.notes.iter().map(|(key, text)| (*key, text.as_str())).collect();
    assert_eq!(notes[..2], [("first", "pvs[depth=3]"), ("second", "random")]);
    // The random opening of 4 moves was not played by the players.
    for (key, text) in &notes[2..] {
        assert_eq!(text.split(' ').count(), moves - 4, "{key}: {text}");
    }
}

#[test]
fn a_clock_that_runs_down_loses_and_taking_back_sets_it_back() {
    let session = Workbench::standard().open("tictactoe", &Start::default(), 0).expect("a game");
    let clock = plywood_workbench::Clock::new("20ms".parse().expect("rules"), 0).expect("a clock");
    let mut referee = Referee::new(session, Some(clock));
    referee.play_text("b2").expect("a move");
    referee.run_clock(true);
    std::thread::sleep(Duration::from_millis(30));
    assert!(referee.end_overtime());
    let ending = referee.session().ending().expect("an ending");
    assert_eq!(ending.outcome.winner(), Some(plywood_game::Side::First));
    referee.take_back_to(1);
    assert!(referee.session().ending().is_none());
    let left = referee.clock().map(|clock| clock.left(plywood_game::Side::Second));
    assert_eq!(left, Some(Duration::from_millis(20)));
    referee.take_back_to(0);
    assert_eq!((referee.moves().len(), referee.log().len()), (0, 0));
}

/// 40 games of the four built-in games at 1 s + 10 ms; the documented run plays
/// 1,000 (`cargo xtask measure flags`).
#[test]
fn no_flag_falls_at_one_second_and_ten_milliseconds() {
    let games = std::env::var("PLYWOOD_FLAGS").ok().and_then(|text| text.parse().ok());
    for game in ["mnk:9,9,5", "othello", "delta", "azulejos:10x10,4"] {
        let plan = Match {
            games: games.unwrap_or(10),
            clock: Some("1s+10ms".parse().expect("rules")),
            concurrency: 2,
            ..plan(game, ["best", "pvs"])
        };
        let mut failed = play(&plan).0.failed;
        // A busy machine may take a thread away for as long as a clock has: not every time.
        for _ in 0..if games.is_some() { 0 } else { 4 } {
            if !failed.is_empty() {
                println!("{game}, once more: {failed:?}");
                failed = play(&plan).0.failed;
            }
        }
        assert_eq!(failed, [], "{game}");
    }
}
