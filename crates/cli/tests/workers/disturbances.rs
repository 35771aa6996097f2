//! Whatever happens to workers and server, every game has one result, and the table is
//! that of an event in a file.

use crate::cluster::{Cluster, Server};
use crate::people::{PATIENCE, Running, Stage, log, wait};
use std::io::Write;
use std::time::{Duration, Instant};

/// Players with node limits play the same games everywhere.
fn event(games_per_pair: usize, seed: usize) -> String {
    format!(
        r#"
players = ["pvs[nodes=4000]", "random", "crazyplayer[nodes=4000]", "mcts[nodes=2000]"]
games = ["mnk:5,4,4", "mnk:6,5,4"]
games-per-pair = {games_per_pair}
points = "course"
seed = {seed}

[openings]
moves = 2
"#
    )
}

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A worker, and until when it is frozen.
struct Hand {
    running: Running,
    name: String,
    frozen: Option<Instant>,
}

struct Crew<'a> {
    stage: &'a Stage,
    hands: Vec<Hand>,
    hired: usize,
    counts: [usize; 4],
}

const KINDS: [&str; 4] = ["kills", "freezes", "cut connections", "restarts of the server"];

impl<'a> Crew<'a> {
    fn new(stage: &'a Stage) -> Self {
        let mut crew = Self { stage, hands: Vec::new(), hired: 0, counts: [0; 4] };
        (0..3).for_each(|_| crew.hire());
        crew
    }

    fn hire(&mut self) {
        let name = format!("hand{}", self.hired);
        self.hired += 1;
        let running = self.stage.worker(&name, &[]);
        self.hands.push(Hand { running, name, frozen: None });
    }

    /// Wakes who was frozen longer than its lease.
    fn wake(&mut self) {
        for hand in &mut self.hands {
            if hand.frozen.is_some_and(|until| Instant::now() > until) {
                hand.frozen = None;
                hand.running.signal("-CONT");
            }
        }
    }

    fn disturb(&mut self, kind: usize, dice: &mut Dice, cluster: &mut Cluster) {
        let awake: Vec<usize> =
            (0..self.hands.len()).filter(|hand| self.hands[*hand].frozen.is_none()).collect();
        // One worker must be awake; then connections are cut instead.
        let kind = if kind < 2 && awake.len() < 2 { 2 } else { kind };
        match kind {
            0 => {
                let hand = awake[dice.below(awake.len())];
                self.hands.remove(hand);
                self.hire();
            }
            1 => {
                let hand = &mut self.hands[awake[dice.below(awake.len())]];
                hand.running.signal("-STOP");
                hand.frozen = Some(Instant::now() + Duration::from_secs(4));
            }
            2 => {
                let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                           WHERE datname = current_database() AND pid <> pg_backend_pid() \
                           AND backend_type = 'client backend' ORDER BY random() LIMIT 2";
                cluster.sql(&self.stage.database, cut);
            }
            _ => cluster.restart(),
        }
        self.counts[kind] += 1;
    }

    /// Waits until all have ended.
    fn dismiss(&mut self) {
        for hand in self.hands.iter().filter(|hand| hand.frozen.is_some()) {
            hand.running.signal("-CONT");
        }
        for hand in &mut self.hands {
            let log = log(self.stage.path(), &format!("{}.log", hand.name));
            assert_eq!(hand.running.end(), Some(0), "{}: {log}", hand.name);
        }
    }
}

/// `cargo xtask measure workers` plays ten such rounds: 2,160 games with 60 disturbances.
/// Those that a file holds are not played again.
#[test]
fn every_game_has_one_result_through_kills_freezes_cuts_and_restarts() {
    let file = std::env::var("PLYWOOD_WORKERS_FILE").ok();
    let played = file.as_ref().and_then(|file| std::fs::read_to_string(file).ok());
    let played = played.unwrap_or_default();
    let rounds = if file.is_some() { 10 } else { 1 };
    for round in played.lines().count()..rounds {
        let line = play_round(round);
        println!("round {}: {line}", round + 1);
        if let Some(file) = &file {
            let log = std::fs::File::options().create(true).append(true).open(file);
            writeln!(log.expect("a file"), "{line}").expect("written");
        }
    }
}

const GAMES_PER_PAIR: usize = 18;
const DISTURBANCES: usize = 6;

/// Games that no worker is given yet: however fast the machine is, they are there to be
/// disturbed.
struct Reserve {
    share: usize,
    given: usize,
}

impl Reserve {
    /// Holds back all games, before there are workers, and gives the first share.
    fn new(stage: &Stage, cluster: &mut Cluster, games: usize) -> Self {
        let hold = "UPDATE plywood.queue SET until = 'infinity'";
        wait("games held back", || cluster.sql(&stage.database, hold).is_empty());
        let mut reserve = Self { share: games / (DISTURBANCES + 1), given: 0 };
        reserve.give(stage, cluster);
        reserve
    }

    /// Gives another share; after the last disturbance all that is left.
    fn give(&mut self, stage: &Stage, cluster: &mut Cluster) {
        self.given += 1;
        let numbers = self.given * self.share;
        let last = self.given > DISTURBANCES;
        let give = format!(
            "UPDATE plywood.queue SET until = '-infinity' \
             WHERE until = 'infinity' AND (number < {numbers} OR {last})"
        );
        // The server may be restarting.
        wait("games given", || cluster.sql(&stage.database, &give).is_empty());
    }

    /// Whether half of the share before is played: with the next one, workers have games
    /// when they are disturbed.
    fn is_low(&self, counted: usize) -> bool {
        self.given <= DISTURBANCES && counted + self.share / 2 >= self.given * self.share
    }
}

/// Plays an event while workers and server are disturbed; what happened.
fn play_round(round: usize) -> String {
    let games = 12 * GAMES_PER_PAIR;
    let mut server = Server::get();
    let stage = Stage::new(&mut server, &event(GAMES_PER_PAIR, round + 1));
    let expected = stage.expected();
    let mut coordinator = stage.coordinator();
    let queued = "SELECT count(*) FROM plywood.queue";
    wait("games", || server.sql(&stage.database, queued) == games.to_string());
    let mut reserve = Reserve::new(&stage, &mut server, games);
    let (mut crew, mut dice) = (Crew::new(&stage), Dice(round as u64));
    let (mut counted, mut disturbances) = (0, 0);
    let began = Instant::now();
    while !coordinator.is_over() {
        crew.wake();
        let results = server.sql(&stage.database, "SELECT count(*) FROM plywood.results");
        counted = results.parse().unwrap_or(counted);
        if reserve.is_low(counted) {
            reserve.give(&stage, &mut server);
            // The first four are one of each.
            let any = dice.below(4);
            let kind = if disturbances < 4 { (disturbances + round) % 4 } else { any };
            crew.disturb(kind, &mut dice, &mut server);
            disturbances += 1;
        }
        assert!(began.elapsed() < 3 * PATIENCE, "{counted} games in {:?}", began.elapsed());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(coordinator.end(), Some(0), "{}", log(stage.path(), "coordinator.log"));
    let took = began.elapsed();
    crew.dismiss();
    assert_eq!(disturbances, DISTURBANCES);
    let rows = "SELECT count(*), count(DISTINCT number) FROM plywood.results";
    assert_eq!(server.sql(&stage.database, rows), format!("{games}|{games}"));
    assert_eq!(stage.outcome(), expected);
    let late = server.sql(&stage.database, "SELECT sum(late) FROM plywood.workers");
    let again = "SELECT count(*) FROM plywood.queue WHERE lease > 1";
    let again = server.sql(&stage.database, again);
    let kinds: Vec<String> =
        KINDS.iter().zip(crew.counts).map(|(kind, count)| format!("{count} {kind}")).collect();
    let kinds = kinds.join(", ");
    format!("{games} games in {took:.1?}, {kinds}; {again} handed out again, {late} late")
}

#[test]
fn a_late_result_of_a_frozen_worker_is_refused_and_logged() {
    let mut server = Server::get();
    let slow = r#"
players = ["pvs[nodes=60000]", "mcts[nodes=20000]"]
games = ["mnk:6,6,5"]
games-per-pair = 1
"#;
    let stage = Stage::new(&mut server, slow);
    let expected = stage.expected();
    let mut coordinator = stage.coordinator();
    let lease = "SELECT lease FROM plywood.queue";
    wait("a game", || server.sql(&stage.database, lease) == "0");
    let mut first = stage.worker("first", &[]);
    wait("the first lease", || server.sql(&stage.database, lease) == "1");
    first.signal("-STOP");
    let mut second = stage.worker("second", &[]);
    wait("the second lease", || server.sql(&stage.database, lease) == "2");
    assert_eq!(coordinator.end(), Some(0));
    first.signal("-CONT");
    assert_eq!((first.end(), second.end()), (Some(0), Some(0)));
    let said = log(stage.path(), "first.log");
    assert!(
        said.contains("late: game 1 of 'event'") && said.contains("0 games returned, 1 late"),
        "{said}"
    );
    let late = "SELECT name, late FROM plywood.workers ORDER BY name";
    assert_eq!(server.sql(&stage.database, late), "first|1\nsecond|0");
    assert_eq!(stage.outcome(), expected);
}

#[test]
fn a_worker_that_ends_gives_its_games_back_and_a_name_is_taken_once() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, &event(2, 7));
    let mut coordinator = stage.coordinator();
    wait("games", || server.sql(&stage.database, "SELECT count(*) FROM plywood.queue") == "24");
    let mut first = stage.worker("same", &["--concurrency", "2", "--batch", "5"]);
    let playing = "SELECT count(*) > 0 FROM plywood.queue WHERE state = 1";
    wait("a game", || server.sql(&stage.database, playing) == "t");
    let mut second = stage.worker("same", &[]);
    assert_eq!(second.end(), Some(2));
    assert!(log(stage.path(), "same.log").contains("has a worker called 'same'"));
    first.signal("-INT");
    assert_eq!(first.end(), Some(130));
    assert_eq!(server.sql(&stage.database, playing), "f");
    let mut third = stage.worker("same", &["--batch", "3"]);
    assert_eq!((coordinator.end(), third.end()), (Some(0), Some(0)));
    assert_eq!(stage.outcome(), stage.expected());
}
