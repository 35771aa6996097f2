//! How fast short games are played and kept, and how fast the standings of many are
//! read. `cargo xtask measure arena` demands the figures of a release build; here
//! they are only demanded within the patience of a busy machine.

use plywood_arena::{
    Configuration, Contestant, Event, EventRun, Finished, Format, Ledger, Points, Runner, Schedule,
    Standings, Store, Summary,
};
use plywood_engines::Engines;
use plywood_workbench::Workbench;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The time that something may take: in a measurement what is promised.
fn patience(promised: Duration) -> Duration {
    if std::env::var_os("PLYWOOD_STRICT").is_some() { promised } else { 60 * promised }
}

#[test]
fn ten_thousand_random_games_are_played_and_kept_in_five_seconds() {
    let strict = std::env::var_os("PLYWOOD_STRICT").is_some();
    let games = if strict { 10_000 } else { 2_000 };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arena.sqlite");
    let two = Event::of_two("random", ["random", "random"], Configuration::new("mnk:3,3,3"));
    let event = Event { games_per_pair: games, ..two };
    let workbench = Workbench::standard();
    for concurrency in [1, 2] {
        let name = format!("random {concurrency}");
        let event = Event { name, ..event.clone() };
        let began = Instant::now();
        let (mut run, mut schedule) = EventRun::open(&path, &event).expect("a store");
        let runner = Runner::new(&workbench, &event, Engines::default(), concurrency);
        let runner = runner.expect("players");
        let stop = AtomicBool::new(false);
        runner.run(&mut schedule, &mut run, &stop, &mut |_, _| {}).expect("played");
        run.close();
        let took = began.elapsed();
        assert_eq!(schedule.progress().finished, games);
        println!("{games} games, {concurrency} at once, kept in a store: {took:?}");
        assert!(took < patience(Duration::from_secs(5)), "{took:?}");
    }
}

/// An event as large as the course's of 2022, with the results of a short one.
fn fill(path: &Path) -> Event {
    let two = Event::of_two("two", ["random", "random"], Configuration::new("mnk:3,3,3"));
    let workbench = Workbench::standard();
    let runner = Runner::new(&workbench, &two, Engines::default(), 1).expect("players");
    let games: Vec<Finished> = Schedule::new(&Event { games_per_pair: 200, ..two.clone() })
        .games()
        .iter()
        .map(|game| runner.play(game, &AtomicBool::new(false)).expect("a game").expect("played"))
        .collect();
    let players = (0..46).map(|n| Contestant::new(&format!("player {n}"), "random")).collect();
    let event = Event {
        name: "large".to_owned(),
        players,
        configurations: (0..25).map(|_| Configuration::new("mnk:3,3,3")).collect(),
        format: Format::RoundRobin,
        games_per_pair: 4,
        points: Points::Course,
        ..two
    };
    let (mut run, mut schedule) = EventRun::open(path, &event).expect("a store");
    let mut batch = Vec::new();
    while let Some(pairing) = schedule.take() {
        let model = &games[pairing.number as usize % games.len()];
        let summary = Summary { pairing, ..model.summary.clone() };
        assert!(schedule.record(summary.clone()));
        batch.push(Finished { summary, ..model.clone() });
        if batch.len() == 500 {
            run.keep(&std::mem::take(&mut batch), &schedule.progress()).expect("kept");
        }
    }
    run.keep(&batch, &schedule.progress()).expect("kept");
    run.close();
    event
}

#[test]
fn the_standings_of_a_hundred_thousand_games_are_read_in_a_fifth_of_a_second() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("arena.sqlite");
    let event = fill(&path);
    let mut fastest = Duration::MAX;
    for _ in 0..5 {
        let began = Instant::now();
        let standings = Store::ask(&path, async |store| {
            let stored = store.event(&event.name).await.expect("the event");
            Standings::new(&store.schedule(&stored).await.expect("its games"))
        });
        fastest = fastest.min(began.elapsed());
        assert_eq!(standings.expect("a store").progress.finished, 103_500);
    }
    println!("standings of 103,500 games of 46 players: {fastest:?}");
    assert!(fastest < patience(Duration::from_millis(200)), "{fastest:?}");
}
