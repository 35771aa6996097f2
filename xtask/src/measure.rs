//! Measurements that take too long for the tests. Each prints what it found;
//! `docs/measurements.md` has the last results.

use crate::run::Step;
use std::process::{Child, Command, Stdio};

/// Every measurement with what it measures.
pub(crate) const MEASUREMENTS: [(&str, &str); 4] = [
    ("faults", "1,000 games of the bad engine: every cause exact, no process left; resumable"),
    ("flags", "1,000 games at 1 s + 10 ms beside four busy processes: no flag falls"),
    ("probability", "1,200 different self-play games a game, and the fitted probability of a win"),
    ("table", "400 games a game, table kept between moves against table cleared"),
];

/// Runs a measurement.
pub(crate) fn measure(name: &str) -> Result<(), String> {
    match name {
        "faults" => faults(),
        "flags" => flags(),
        "probability" => probability(),
        "table" => table(),
        _ => {
            let known: Vec<&str> = MEASUREMENTS.iter().map(|(name, _)| *name).collect();
            Err(format!("there is no measurement {name}; there are {}", known.join(", ")))
        }
    }
}

/// The games of the bad engine. Those that `target/faults.tsv` holds are not played
/// again; a run that ends well takes the file away.
fn faults() -> Result<(), String> {
    const DONE: &str = "target/faults.tsv";
    let done = std::env::current_dir().map_err(|error| error.to_string())?.join(DONE);
    let test = ["test", "--release", "--locked", "-p", "plywood-bad-engine", "--test", "faults"];
    Step::cargo("faults", &[&test[..], &["--", "--nocapture"]].concat())
        .env("PLYWOOD_FAULTS", "1000")
        .env("PLYWOOD_FAULTS_FILE", &done.display().to_string())
        .run()?;
    std::fs::remove_file(&done).map_err(|error| format!("{DONE}: {error}"))
}

fn flags() -> Result<(), String> {
    let test = ["test", "--release", "--locked", "-p", "plywood-arena", "--test", "referee"];
    let one = ["--", "no_flag_falls", "--nocapture"];
    let step = Step::cargo("flags", &[&test[..], &one[..]].concat()).env("PLYWOOD_FLAGS", "250");
    Step::cargo("build", &[&test[..], &["--no-run"]].concat()).run()?;
    let _busy = (0..4).map(|_| Busy::start()).collect::<Result<Vec<_>, _>>()?;
    step.run()
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

/// Lets `best` play against itself and fits the probability of a win to its
/// estimates; docs/probability.md holds the results. Both games of a pair are
/// the same, so 2,400 games are 1,200 different ones.
fn probability() -> Result<(), String> {
    Step::cargo("build", &["build", "--release", "--locked"]).run()?;
    let folder = std::env::temp_dir();
    for (game, name, nodes) in
        [("gomoku", "gomoku", "500"), ("mnk:7,7,4", "mnk-7-7-4", "500"), ("delta", "delta", "200")]
    {
        let run = ["run", "--release", "--locked", "--quiet", "--"];
        let saved = folder.join(format!("plywood-{name}.txt")).display().to_string();
        let games = ["match", game, "best", "best", "--games", "2400", "--nodes", nodes];
        let start = ["--opening-moves", "4", "--seed", "16", "--force", "--save", &saved];
        Step::cargo(game, &[&run[..], &games, &start].concat()).run()?;
        let picture = format!("docs/images/probability-{name}.svg");
        let fit = ["calibrate", &saved, "--force", "--plot", &picture];
        Step::cargo(game, &[&run[..], &fit].concat()).run()?;
    }
    Ok(())
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
