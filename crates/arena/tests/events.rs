//! Events in a store: played, continued, refused.

use plywood_arena::{
    Configuration, Contestant, Draft, Event, EventRun, Finished, Format, Ledger, OpeningSource,
    Points, Progress, Runner, Schedule, Seeding, Standings, Store, StoreError, Summary,
    Surroundings,
};
use plywood_engines::Engines;
use plywood_game::Random;
use plywood_workbench::{Error, Workbench};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

fn event(format: Format) -> Event {
    let players = ["random", "random[seed=3]", "pvs[depth=1]", "pvs[depth=2]", "greedy"];
    let random = OpeningSource::Random { moves: 2, balanced_of: 1 };
    let tictactoe = Configuration { openings: random, ..Configuration::new("tictactoe") };
    let small = Configuration::new("mnk:4,3,3");
    let base = Event::of_two("an event", ["random", "random"], Configuration::new("tictactoe"));
    Event {
        players: players[..4].iter().map(|player| Contestant::new(player, player)).collect(),
        configurations: vec![tictactoe, small],
        format,
        games_per_pair: 4,
        points: Points::Course,
        ..base
    }
}

const SWISS: Format = Format::Swiss { rounds: 3, seeding: Seeding::Random };

fn without_times(schedule: &Schedule) -> Vec<Summary> {
    schedule.results().cloned().map(Summary::without_times).collect()
}

/// Plays an event in memory.
fn play(event: &Event, concurrency: usize) -> Schedule {
    let workbench = Workbench::standard();
    let runner = Runner::new(&workbench, event, Engines::default(), concurrency).expect("players");
    let mut schedule = Schedule::new(event);
    runner.run(&mut schedule, &mut (), &AtomicBool::new(false), &mut |_, _| {}).expect("played");
    assert!(schedule.is_over());
    schedule
}

/// Plays an event in a store until this many more games are finished.
fn play_some(path: &Path, event: &Event, games: usize) -> Result<Schedule, StoreError> {
    let workbench = Workbench::standard();
    let (mut run, mut schedule) = EventRun::open(path, event)?;
    let runner = Runner::new(&workbench, event, Engines::default(), 3).expect("players");
    let (stop, played) = (AtomicBool::new(games == 0), AtomicUsize::new(0));
    runner
        .run(&mut schedule, &mut run, &stop, &mut |_, _| {
            let played = played.fetch_add(1, Ordering::Relaxed) + 1;
            stop.store(played >= games, Ordering::Relaxed);
        })
        .expect("played");
    run.close();
    Ok(schedule)
}

#[test]
fn an_event_that_is_stopped_and_continued_ends_as_one_that_was_not() {
    for format in [Format::RoundRobin, SWISS, Format::Knockout { seeding: Seeding::Listed }] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("arena.sqlite");
        let event = event(format);
        let whole = play(&event, 1);
        assert_eq!(without_times(&play(&event, 4)), without_times(&whole), "at any concurrency");
        let mut rounds = 0;
        while !play_some(&path, &event, 5).expect("played").is_over() {
            rounds += 1;
        }
        assert!(rounds > 1, "{format:?} was continued {rounds} times");
        let (stored, schedule, records) = Store::ask(&path, async |store| {
            let stored = store.event("an event").await.expect("it is there");
            let schedule = store.schedule(&stored).await.expect("a schedule");
            let records = store.games(stored.id, 0, 10_000).await.expect("games");
            (stored, schedule, records)
        })
        .expect("a store");
        assert!(stored.progress.over && stored.progress == schedule.progress());
        assert_eq!(without_times(&schedule), without_times(&whole));
        assert_eq!(records.len(), whole.games().len());
        let workbench = Workbench::standard();
        for game in records {
            let record = game.record.parse().expect("a saved game");
            assert!(workbench.resume(&record).expect("it opens").ending().is_some());
        }
        let standings = Standings::new(&schedule);
        let points: f64 = standings.players.iter().map(|row| row.points).sum();
        let worth = |row: &plywood_arena::PlayerRow| {
            let course = row.course;
            2 * course.won_first + 3 * course.won_second + 2 * course.won_forfeit + course.drawn
        };
        let counted: u64 = standings.players.iter().map(worth).sum();
        assert!((points - counted as f64).abs() < 1e-9, "the course's points");
    }
}

#[test]
fn a_second_process_and_another_definition_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arena.sqlite");
    let event = event(Format::RoundRobin);
    let (run, _) = EventRun::open(&path, &event).expect("the first");
    let second = EventRun::open(&path, &event).map(|_| ()).expect_err("the second");
    assert!(matches!(second, StoreError::Busy { .. }), "{second}");
    run.close();
    let longer = Event { games_per_pair: 8, ..event.clone() };
    let other = EventRun::open(&path, &longer).map(|_| ()).expect_err("another event");
    assert!(other.to_string().contains("begun with other games per pair"), "{other}");
    let named = Event { name: "another".to_owned(), ..longer };
    EventRun::open(&path, &named).expect("a name of its own").0.close();
    let names = Store::ask(&path, async |store| store.events().await.expect("events").len());
    assert_eq!(names, Ok(2));
}

#[test]
fn a_result_under_an_old_lease_or_for_a_known_game_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arena.sqlite");
    let event = event(Format::RoundRobin);
    let (mut run, mut schedule) = EventRun::open(&path, &event).expect("a run");
    let workbench = Workbench::standard();
    let runner = Runner::new(&workbench, &event, Engines::default(), 1).expect("players");
    let pairing = schedule.take().expect("a game");
    let game: Finished =
        runner.play(&pairing, &AtomicBool::new(false)).expect("played").expect("not stopped");
    let progress = Progress { finished: 1, ..schedule.progress() };
    let id = run.stored().id;
    let newer = run.with(async |store| store.lease(id).await).expect("a lease");
    let late = run.keep(std::slice::from_ref(&game), &progress).expect_err("an old lease");
    assert!(late.contains("taken over"), "{late}");
    let kept =
        run.with(async |store| store.keep(&newer, std::slice::from_ref(&game), &progress).await);
    assert_eq!(kept, Ok(()));
    let twice = run.with(async |store| {
        let twice = store.keep(&newer, &[game], &Progress { finished: 2, ..progress }).await;
        (twice.is_err(), store.event("an event").await.expect("it is there").progress.finished)
    });
    assert_eq!(twice, (true, 1), "all or nothing");
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let (text, none) = (folder.path().join("text"), folder.path().join("none"));
    std::fs::write(&text, "these are no events, but a text of some length".repeat(100))
        .expect("written");
    let before = std::fs::read(&text).expect("read");
    let error =
        EventRun::open(&text, &event(Format::RoundRobin)).map(|_| ()).expect_err("no store");
    assert!(error.to_string().contains("left as it is"), "{error}");
    assert_eq!(std::fs::read(&text).expect("read"), before);
    let error = Store::ask(&none, async |_| ()).expect_err("nothing there");
    assert!(error.to_string().contains("does not exist"), "{error}");
    assert!(!none.exists());
}

fn resolved(text: &str) -> Result<Event, Error> {
    let workbench = Workbench::standard();
    let around = Surroundings {
        workbench: &workbench,
        engines: &Engines::default(),
        read: &|name| match name {
            "xot.txt" => Ok("f5d6\nd3c5\nf5f6\n".to_owned()),
            _ => Err(format!("there is no file {name}")),
        },
        name: "unnamed",
        stop: &AtomicBool::new(false),
    };
    Ok(Draft::read(text)?.resolve(text, &around)?.event)
}

#[test]
fn an_event_file_says_everything() {
    let text = r#"
name = "the course"
players = ["crazyplayer", "mrrobot[depth=2]"]
games = ["mnk:3,3,3", "mnk:4,3,3"]
format = "swiss"
rounds = 2
seeding = "listed"
games-per-pair = 4
points = "course"
seed = 7
concurrency = 2
time-margin = "2s"

[[player]]
name = "third"
player = "best"

[openings]
moves = 2
count = 5

[limits]
time = "100ms"
nodes = 1000

[adjudication]
exact = true
agreement-moves = 3
agreement-value = 500
length = 200
"#;
    let event = resolved(text).expect("an event");
    assert_eq!(event.players[2], Contestant::new("third", "best"));
    assert_eq!(event.format, Format::Swiss { rounds: 2, seeding: Seeding::Listed });
    assert_eq!((event.games_per_pair, event.seed, event.time_margin_ms), (4, 7, 2000));
    for configuration in &event.configurations {
        let OpeningSource::Listed(lines) = &configuration.openings else { panic!("a list") };
        assert_eq!(lines.len(), 5);
    }
    assert_eq!(event.configurations[1].limits.nodes, Some(1000));
    assert_eq!(event.adjudication.length, Some(200));
    assert_eq!(resolved(text).as_ref(), Ok(&event), "the same seed draws the same openings");
    let two = "players = ['best', 'random']\ngames = ['othello']\n[openings]\nfile = 'xot.txt'\n";
    let OpeningSource::Listed(lines) = &resolved(two).expect("an event").configurations[0].openings
    else {
        panic!("a list")
    };
    assert_eq!(lines, &["f5d6", "f5f6"], "the second is the first, mirrored");
}

#[test]
fn what_is_wrong_in_an_event_file_is_named_with_its_line() {
    let base = "players = ['best', 'random']\ngames = ['tictactoe']\n";
    let broken = [
        ("playrs = ['best']\n", "line 1", "did you mean players?"),
        (
            "players = ['best', 'random']\ngames = ['tictactoe']\nformt = 'swiss'\n",
            "line 3",
            "did you mean format?",
        ),
        (
            "players = ['best', 'random']\ngames = ['tictactoo']\n",
            "line 2",
            "did you mean tictactoe?",
        ),
        ("players = ['bset', 'random']\ngames = ['tictactoe']\n", "line 1", "did you mean best?"),
        (
            "players = ['best', 'best']\ngames = ['tictactoe']\n",
            "line 1",
            "two players are called 'best'",
        ),
        ("players = ['best', 'human']\ngames = ['tictactoe']\n", "line 1", "a person cannot play"),
        (
            "players = ['best', 'mrrobot']\ngames = ['othello']\n",
            "line 1",
            "plays mnk, not othello",
        ),
        (
            "players = ['best', 'ugi:/no/such/engine']\ngames = ['othello']\n",
            "line 1",
            "cannot be used",
        ),
        ("players = ['best']\ngames = ['tictactoe']\n", "line 1", "from 2 to 1000"),
        ("players = ['best', 'random']\n", "line 1", "no game is named"),
        ("players = [\n", "line 1", "unclosed array"),
        ("players = 3\n", "line 1", "expected a list"),
        ("players = [3, 4]\n", "line 1", "expected a string"),
        ("\u{0}", "line 1", ""),
    ];
    for (text, line, words) in broken {
        let error = resolved(text).expect_err(text).to_string();
        assert!(error.contains(words), "{text}: {error}");
        assert!(error.contains(line), "{text}: {error}");
    }
    let added = [
        ("games-per-pair = 0\n", "from 1 to 1000000"),
        ("games-per-pair = 3\n", "begins more often; expected 1, 2 or 4"),
        ("games-per-pair = -1\n", "expected a whole number from 0"),
        ("games-per-pair = 99999999999999999999\n", ""),
        ("format = 'swis'\n", "did you mean swiss?"),
        ("rounds = 3\n", "rounds has no use in this format"),
        ("concurrency = 1000\n", "from 1 to 256"),
        ("seed = -1\n", "expected a whole number from 0"),
        ("time-margin = '-1s'\n", "is no time"),
        ("[limits]\ntime = '0s'\n", "is no time"),
        ("[limits]\nnodes = 0\n", "nodes is 0"),
        ("[limits]\ndepth = 5000\n", "from 1 to 1000"),
        ("[limits]\nclock = '5'\n", "no clock"),
        ("[limits]\ntime = '1s'\nclock = '5s'\n", "both given"),
        ("[openings]\nfile = 'none.txt'\n", "there is no file none.txt"),
        ("[openings]\nfile = 'xot.txt'\n", "line 1 of 'xot.txt', for tictactoe"),
        ("[openings]\nmoves = 1\ncount = 50\n", "only 3 openings"),
        ("[openings]\nmoves = 9\ncount = 5\n", "over after 9 random moves"),
        ("[adjudication]\nagreement-moves = 3\n", "agreement-value is missing"),
        ("[sprt]\nelo0 = 5\nelo1 = 1\n", "elo1 must be larger"),
        ("[sprt]\nelo0 = nan\n", "must be numbers"),
        ("[sprt]\nmodel = 'normal'\n", "did you mean normalized?"),
        ("name = ''\n", "is no name"),
        ("name = \"a\\nb\"\n", "is no name"),
        ("[[player]]\nname = 'x'\n", "player is missing"),
    ];
    for (more, words) in added {
        let error = resolved(&format!("{base}{more}")).expect_err(more).to_string();
        assert!(error.contains(words), "{more}: {error}");
        assert!(error.contains("line ") && !error.contains("line 1,"), "{more}: {error}");
        assert!(!error.contains("expected expected"), "{more}: {error}");
    }
}

#[test]
fn openings_that_cannot_be_listed_are_refused() {
    let text = "players = ['best', 'random']\ngames = ['azulejos:5x5,3']\n[openings]\nmoves = 2\ncount = 5\n";
    let error = resolved(text).expect_err("its start is random").to_string();
    assert!(error.contains("the start of azulejos:5x5,3 is random"), "{error}");
}

/// Bytes of a good file are changed, left out, doubled and moved.
#[test]
fn no_event_file_makes_the_reader_panic_and_every_error_has_a_place() {
    let good = "name = 'x'\nplayers = ['best', 'random']\ngames = ['tictactoe', 'mnk:4,3,3']\n\
                format = 'swiss'\nrounds = 1\ngames-per-pair = 2\nseed = 3\n[openings]\nmoves = 2\n\
                count = 3\n[limits]\nclock = '5s+1s'\nnodes = 5\n[adjudication]\n\
                exact = true\nlength = 9\n[[player]]\nname = 'n'\nplayer = 'pvs[depth=1]'\n";
    assert!(resolved(good).is_ok(), "{:?}", resolved(good));
    let mut dice = Random::new(11);
    let (mut bad, rubbish) = (0, "\u{0}é'\"[]{}=#\n9-.,x\\");
    for _ in 0..3000 {
        let mut text: Vec<char> = good.chars().collect();
        for _ in 0..1 + dice.below(3) {
            let (from, to) = (dice.below(text.len()), dice.below(text.len()));
            match dice.below(4) {
                0 => text[from] = rubbish.chars().nth(dice.below(17)).unwrap_or('x'),
                1 => drop(text.remove(from)),
                2 => text.insert(from, text[to]),
                _ => text.truncate(from.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Err(error) = resolved(&text) {
            bad += 1;
            assert!(
                matches!(error, Error::Text { source_name: "event file", .. }),
                "{text}: {error}"
            );
        }
    }
    assert!(bad > 1000, "{bad} of 3000 were bad");
}

/// Results as a long event of the course has them.
#[test]
fn the_standings_of_many_games_are_computed_in_one_pass() {
    let players = (0..46).map(|n| Contestant::new(&format!("player {n}"), "random"));
    let event = Event {
        players: players.collect(),
        configurations: (0..25).map(|_| Configuration::new("tictactoe")).collect(),
        format: Format::RoundRobin,
        games_per_pair: 4,
        points: Points::Course,
        ..event(Format::RoundRobin)
    };
    let mut schedule = Schedule::new(&event);
    assert_eq!(schedule.games().len(), 103_500, "as the course's event of 2022");
    let one = play(&event_of_two(), 1);
    let model = one.results().next().expect("a game").clone();
    while let Some(pairing) = schedule.take() {
        assert!(schedule.record(Summary { pairing, ..model.clone() }));
    }
    let began = Instant::now();
    let standings = Standings::new(&schedule);
    let took = began.elapsed();
    let games: u64 = standings.players.iter().map(|row| row.games.games()).sum();
    assert_eq!(games, 2 * 103_500);
    // The release build takes some milliseconds; a busy machine may take longer.
    assert!(took.as_secs_f64() < 20.0, "{took:?}");
}

fn event_of_two() -> Event {
    Event::of_two("two", ["random[seed=1]", "random[seed=2]"], Configuration::new("tictactoe"))
}
