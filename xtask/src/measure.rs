//! Measurements that take too long for the tests. Each prints what it found;
//! `docs/measurements.md` has the last results.

use crate::run::Step;
use crate::{portable, techniques, tools};
use std::process::{Child, Command, Stdio};

/// Every measurement with what it measures.
pub(crate) const MEASUREMENTS: [(&str, &str); 17] = [
    ("arena", "10,000 games of random against random, and the standings of 100,000 games"),
    (
        "delta-table",
        "Delta's lifting phase with 4 to 9 pieces, built and verified; 50 kills; resumable",
    ),
    ("faults", "1,000 games of the bad engine: every cause exact, no process left; resumable"),
    (
        "gomoku",
        "wins by fours; 40 games against the last best and each of PLYWOOD_PEERS; resumable",
    ),
    ("java-faults", "the same of the bad Java player through the bridge; resumable"),
    ("flags", "1,000 games at 1 s + 10 ms beside four busy processes: no flag falls"),
    ("kills", "200 kills of a running event, resumed each time, against an uninterrupted run"),
    ("learn", "evaluators of Connect Four and Domineering, 10 minutes each, in matches; resumable"),
    ("othello-endgame", "FFO 20 to 34 and 40 to 49, and 1,000 endgames by the judge; resumable"),
    (
        "page",
        "how fast the page analyses, how two pages share the machine, 100x100 boards; resumable",
    ),
    ("portable", "the portable build finds the same; instructions of both builds"),
    ("probability", "1,200 different self-play games a game, and the fitted probability of a win"),
    ("selective", "certain values, and nodes to a depth, with and without selective techniques"),
    (
        "solver",
        "10,000 positions against the oracle; (m,n,k), Delta and Connect Four 6x5 solved; resumable",
    ),
    ("table", "400 games a game, table kept between moves against table cleared"),
    ("techniques", "a sequential test of every technique, in Othello and in Gomoku; resumable"),
    ("workers", "2,160 games by three workers with 60 disturbances; cost on a server; resumable"),
];

/// Runs a measurement.
pub(crate) fn measure(name: &str) -> Result<(), String> {
    match name {
        "arena" => arena(),
        "delta-table" => delta_table(),
        "faults" => faults("faults"),
        "java-faults" => faults("java"),
        "flags" => flags(),
        "gomoku" => crate::gomoku::gomoku(),
        "kills" => kills(),
        "learn" => learn(),
        "othello-endgame" => othello_endgame(),
        "page" => page(),
        "portable" => portable::measure(),
        "probability" => probability(),
        "selective" => selective(),
        "solver" => solver(),
        "table" => table(),
        "techniques" => techniques::measure(),
        "workers" => workers(),
        _ => {
            let known: Vec<&str> = MEASUREMENTS.iter().map(|(name, _)| *name).collect();
            Err(format!("there is no measurement {name}; there are {}", known.join(", ")))
        }
    }
}

/// The tables of Delta. Those that are in `target/tables` are not built again,
/// and a build that was stopped goes on. Four and five pieces are verified
/// completely, the others by a sample of ten million positions; a note beside a table
/// tells that it was verified, so that a run that was stopped does not begin anew.
fn delta_table() -> Result<(), String> {
    const FOLDER: &str = "target/tables";
    std::fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let kills = ["test", "--release", "--locked", "-p", "plywood-cli", "--test", "driven"];
    Step::cargo("kills", &[&kills[..], &["--", "killed_again"]].concat())
        .env("PLYWOOD_KILLS", "50")
        .run()?;
    let run = ["run", "--release", "--locked", "--quiet", "--"];
    for (game, name, sample) in [
        ("delta:pieces=4", "delta-pieces-4.table", None),
        ("delta:pieces=5", "delta-pieces-5.table", None),
        ("delta", "delta.table", Some("10000000")),
        ("delta:pieces=6", "delta-pieces-6.table", Some("10000000")),
        ("delta:pieces=7", "delta-pieces-7.table", Some("10000000")),
        ("delta:pieces=8", "delta-pieces-8.table", Some("10000000")),
    ] {
        let file = format!("{FOLDER}/{name}");
        Step::cargo(game, &[&run[..], &["solve", game, "--table", &file]].concat()).run()?;
        let note = format!("{file}.verified");
        if std::path::Path::new(&note).exists() {
            println!("== {game}: verified before; remove {note} to do it again");
            continue;
        }
        let mut verify = [&run[..], &["verify", &file]].concat();
        verify.extend(sample.into_iter().flat_map(|count| ["--sample", count]));
        Step::cargo(game, &verify).run()?;
        std::fs::write(&note, sample.unwrap_or("all"))
            .map_err(|error| format!("{note}: {error}"))?;
    }
    Ok(())
}

/// 1,000 games of a test of bad players, built as the test command builds it. Those
/// that a file in `target` holds are not played again; a run that ends well takes the
/// file away.
fn faults(test: &str) -> Result<(), String> {
    let done = format!("target/{test}.tsv");
    let place = std::env::current_dir().map_err(|error| error.to_string())?.join(&done);
    let words = ["test", "--locked", "-p", "plywood-bad-engine", "--test", test];
    Step::cargo(test, &[&words[..], &["--", "every_fault", "--nocapture"]].concat())
        .env("PLYWOOD_FAULTS", "1000")
        .env("PLYWOOD_FAULTS_FILE", &place.display().to_string())
        .run()?;
    std::fs::remove_file(&place).map_err(|error| format!("{done}: {error}"))
}

fn flags() -> Result<(), String> {
    let test = ["test", "--release", "--locked", "-p", "plywood-arena", "--test", "referee"];
    let one = ["--", "no_flag_falls", "--nocapture"];
    let step = Step::cargo("flags", &[&test[..], &one[..]].concat()).env("PLYWOOD_FLAGS", "250");
    Step::cargo("build", &[&test[..], &["--no-run"]].concat()).run()?;
    let _busy = (0..4).map(|_| Busy::start()).collect::<Result<Vec<_>, _>>()?;
    step.run()
}

/// Kills a running event 200 times, built as the test command builds it.
fn kills() -> Result<(), String> {
    let test = ["test", "--locked", "-p", "plywood-cli", "--test", "arena"];
    Step::cargo("kills", &[&test[..], &["--", "a_killed_event", "--nocapture"]].concat())
        .env("PLYWOOD_KILLS", "200")
        .run()
}

/// How fast short games are played and kept, and how fast standings are read.
fn arena() -> Result<(), String> {
    let test = ["test", "--release", "--locked", "-p", "plywood-arena", "--test", "speed"];
    Step::cargo("arena", &[&test[..], &["--", "--nocapture"]].concat())
        .env("PLYWOOD_STRICT", "1")
        .run()
}

/// What the page must hold, each test in full. Those that a file in `target` names have
/// ended well and are not run again; a run that ends well takes the file away.
fn page() -> Result<(), String> {
    const DONE: &str = "target/measure-page.txt";
    let mut done = std::fs::read_to_string(DONE).unwrap_or_default();
    for (test, name) in [
        ("page", "pace::the_first_line_of_another_position"),
        ("page", "pace::another_number_of_lines"),
        ("page", "pace::scrolling_through_a_game"),
        ("page", "pace::two_pages_get"),
        ("browser", "vast::"),
    ] {
        if done.lines().any(|line| line == name) {
            println!("{name}: done before");
            continue;
        }
        let words = ["test", "--locked", "-p", "plywood-cli", "--test", test];
        let one = ["--", name, "--nocapture", "--test-threads=1"];
        Step::cargo(name, &[&words[..], &one].concat()).env("PLYWOOD_MEASURE", "1").run()?;
        done += &format!("{name}\n");
        std::fs::write(DONE, &done).map_err(|error| format!("{DONE}: {error}"))?;
    }
    std::fs::remove_file(DONE).map_err(|error| format!("{DONE}: {error}"))
}

/// A process that keeps a processor busy for as long as this lives.
struct Busy(Child);

impl Busy {
    fn start() -> Result<Self, String> {
        let mut command = Command::new("sh");
        // It ends by itself when this process is killed.
        let parent = std::process::id();
        let spin = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done";
        let script = format!("while kill -0 {parent}; do {spin}; done");
        command.args(["-c", &script]).stdin(Stdio::null()).stderr(Stdio::null());
        command.spawn().map(Self).map_err(|error| format!("no busy process: {error}"))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        // It may have been ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Endgames of Othello with published margins, and random ones by the judge's
/// rules. Positions that a file in `target` holds are not solved again; a run that
/// ends well takes the file away.
fn othello_endgame() -> Result<(), String> {
    const DONE: &str = "target/othello-endgame.txt";
    let place = std::env::current_dir().map_err(|error| error.to_string())?.join(DONE);
    let test = ["test", "--release", "--locked", "-p"];
    let shown = ["--nocapture", "--test-threads=1"];
    let learned = ["plywood-workbench", "--lib", "--", "othello_endgames"];
    Step::cargo("endgames with the learned evaluator", &[&test[..], &learned, &shown].concat())
        .env("PLYWOOD_FFO", "20-34,40-49")
        .env("PLYWOOD_FFO_FILE", &place.display().to_string())
        .env("PLYWOOD_CONFIDENCE", "400")
        .run()?;
    let judged = ["plywood-games", "--test", "endgame", "--", "judges_rules"];
    Step::cargo("endgames by the judge's rules", &[&test[..], &judged, &shown].concat())
        .env("PLYWOOD_ENDGAMES", "1000")
        .run()?;
    std::fs::remove_file(&place).map_err(|error| format!("{DONE}: {error}"))
}

/// Lets `best` play against itself and fits the probability of a win to its
/// estimates; docs/probability.md holds the results. Both games of a pair are
/// the same, so 2,400 games are at most 1,200 different ones.
fn probability() -> Result<(), String> {
    Step::cargo("build", &["build", "--release", "--locked"]).run()?;
    let folder = std::env::temp_dir();
    for (game, name, nodes, seeds) in [
        ("gomoku", "gomoku", "500", &["16"][..]),
        ("mnk:7,7,4", "mnk-7-7-4", "500", &["16"]),
        ("delta", "delta", "200", &["16", "17", "18"]),
    ] {
        let run = ["run", "--release", "--locked", "--quiet", "--"];
        let saved = folder.join(format!("plywood-{name}.txt")).display().to_string();
        let mut all = String::new();
        for seed in seeds {
            let games = ["match", game, "best", "best", "--games", "2400", "--nodes", nodes];
            let start = ["--opening-moves", "4", "--seed", seed, "--force", "--save", &saved];
            Step::cargo(game, &[&run[..], &games, &start].concat()).run()?;
            let text = std::fs::read_to_string(&saved);
            all += &text.map_err(|error| format!("{saved}: {error}"))?;
        }
        std::fs::write(&saved, all).map_err(|error| format!("{saved}: {error}"))?;
        let picture = format!("docs/images/probability-{name}.svg");
        let fit = ["calibrate", &saved, "--force", "--plot", &picture];
        Step::cargo(game, &[&run[..], &fit].concat()).run()?;
    }
    Ok(())
}

/// What selective techniques save: certain values on more than 10,000 positions, and nodes
/// to a depth.
fn selective() -> Result<(), String> {
    let test = ["test", "--locked", "-p", "plywood-search", "--test", "selective"];
    Step::cargo("certain values", &test).env("PLYWOOD_SELECTIVE", "20").run()?;
    let run = ["run", "--release", "--locked", "--quiet", "--"];
    for (game, moves, depth, engines) in [
        ("othello", "f5d6c3d3c4", "12", &techniques::OTHELLO[..]),
        ("gomoku", "h8 h9 j8 g7", "8", &techniques::GOMOKU),
        ("delta", "b2 b4 b2e2 b4b1", "12", &techniques::OTHERS),
        ("azulejos:10x10,4,seed=1", "", "8", &techniques::OTHERS),
    ] {
        let changed = engines.iter().map(|option| format!("best[{option}]"));
        let engines = std::iter::once("best".to_owned()).chain(changed).collect::<Vec<_>>();
        let engines = engines.join(",");
        let compare = ["compare", game, "--moves", moves, "--depth", depth];
        let words = [&run[..], &compare, &["--algorithms", &engines]].concat();
        Step::cargo(game, &words).run()?;
    }
    Ok(())
}

/// The full form of the solver's checks, and what it solves; docs/delta-solved.md
/// and docs/measurements.md hold the results. A row of (m,n,k) gets four minutes at most, the
/// long ones half an hour and 8 GB.
/// Parts that a file in `target` names have ended well and are not run again; a run that
/// ends well takes the file away.
fn solver() -> Result<(), String> {
    const DONE: &str = "target/measure-solver.txt";
    let mut done = std::fs::read_to_string(DONE).unwrap_or_default();
    let test = ["test", "--release", "--locked", "-p", "plywood-solver", "--test", "proofs"];
    let solved = ["bench", "--locked", "-p", "plywood-solver", "--bench", "solved", "--"];
    let run = ["run", "--release", "--locked", "--quiet", "-p", "plywood-connect-four", "--"];
    let small = ["solve", "connect-four:6x5", "--certificate", "target/6x5.proof", "--force"];
    let mut parts = vec![("oracle", [&test[..], &["--", "oracle"]].concat())];
    for what in ["judge", "exact", "delta", "placement"] {
        parts.push((what, [&solved[..], &[what]].concat()));
    }
    parts.push(("connect-four", [&run[..], &small].concat()));
    parts.push(("mnk", [&solved[..], &["mnk", "240"]].concat()));
    parts.push(("mnk-long", [&solved[..], &["mnk-long", "1800", "8192MB"]].concat()));
    for (name, words) in parts {
        if done.lines().any(|line| line == name) {
            println!("{name}: done before");
            continue;
        }
        Step::cargo(name, &words).env("PLYWOOD_FULL", "1").run()?;
        done += &format!("{name}\n");
        std::fs::write(DONE, &done).map_err(|error| format!("{DONE}: {error}"))?;
    }
    std::fs::remove_file(DONE).map_err(|error| format!("{DONE}: {error}"))
}

/// Workers and server are killed, frozen, cut off and restarted, in ten rounds, of which
/// those that a file in `target` holds are not played again; then what a server costs, and
/// a table that was built by workers, verified whole.
fn workers() -> Result<(), String> {
    tools::ensure(&tools::SERVING)?;
    let done = "target/workers.txt";
    let place = std::env::current_dir().map_err(|error| error.to_string())?.join(done);
    let test = ["test", "--release", "--locked", "-p", "plywood-cli", "--test", "workers"];
    Step::cargo("rounds", &[&test[..], &["--", "every_game", "--nocapture"]].concat())
        .env("PLYWOOD_WORKERS_FILE", &place.display().to_string())
        .run()?;
    Step::cargo("speed", &[&test[..], &["--", "speed", "solving", "--nocapture"]].concat())
        .env("PLYWOOD_STRICT", "1")
        .run()?;
    std::fs::remove_file(&place).map_err(|error| format!("{done}: {error}"))
}

/// The table kept between the moves of a game against a table cleared before
/// each, at equal nodes per move.
fn table() -> Result<(), String> {
    Step::cargo("build", &["build", "--release", "--locked"]).run()?;
    for game in ["gomoku", "mnk:7,7,4", "othello", "delta", "azulejos:10x10,4"] {
        let run = ["run", "--release", "--locked", "--quiet", "--", "match", game];
        let players = ["best[nodes=10000,keep=on]", "best[nodes=10000,keep=off]"];
        let options = ["--games", "400", "--concurrency", "2", "--opening-moves", "6"];
        Step::cargo(game, &[&run[..], &players[..], &options[..]].concat()).run()?;
    }
    Ok(())
}

/// Learns an evaluator of each game that has none for ten minutes on two threads, and lets
/// `best` play with it against `best` without. An evaluator that is in `target` is not
/// learned again; a run that ends well takes it away.
fn learn() -> Result<(), String> {
    for (package, game) in
        [("plywood-connect-four", "connect-four"), ("plywood-domineering", "domineering")]
    {
        let run = ["run", "--release", "--locked", "--quiet", "-p", package, "--"];
        let file = format!("target/{game}.eval");
        if !std::path::Path::new(&file).exists() {
            let part = format!("target/{game}.part.eval");
            let words =
                ["learn", game, "--time", "10m", "--threads", "2", "--force", "--out", &part];
            Step::cargo(game, &[&run[..], &words].concat()).run()?;
            std::fs::rename(&part, &file).map_err(|error| format!("{file}: {error}"))?;
        }
        let learned = format!("best[evaluator={file}]");
        let words = ["match", game, &learned, "best", "--nodes", "1000", "--games", "200"];
        let start = ["--opening-moves", "4", "--seed", "1", "--concurrency", "2"];
        Step::cargo(game, &[&run[..], &words, &start].concat()).run()?;
        std::fs::remove_file(&file).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}
