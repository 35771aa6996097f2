//! The command as a server: a process of its own, on a port that is free.

use crate::http::{Answer, Connection, PATIENCE, remember_key, request};
use rustix::process::Pid;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::ops::Deref;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// A server and a page that it gave.
pub(crate) struct Served {
    child: Child,
    visitor: Visitor,
    /// The game that it opened by itself, if any.
    pub(crate) game: String,
    /// How long it took until it said where it listens.
    pub(crate) started_in: Duration,
    /// The processor time that it had used by then.
    pub(crate) started_with: Duration,
}

/// A user with a page of a server.
pub(crate) struct Visitor {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
}

impl Deref for Served {
    type Target = Visitor;

    fn deref(&self) -> &Visitor {
        &self.visitor
    }
}

impl Served {
    /// A server that keeps its games in this file.
    pub(crate) fn keeping(store: &Path) -> Self {
        Self::start(&mut command(store))
    }

    pub(crate) fn start(command: &mut Command) -> Self {
        let start = Instant::now();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("a pipe");
        BufReader::new(output).read_line(&mut line).expect("it says something");
        let started_in = start.elapsed();
        let started_with = processor_time(child.id());
        let place = line.trim().rsplit_once("http://").map_or("", |(_, place)| place);
        let (place, game) = place.split_once('#').unwrap_or((place, ""));
        let (address, key) = place.split_once("/?key=").unwrap_or((place, ""));
        let Ok(address) = address.parse() else {
            panic!("it does not say where it listens: {line:?}");
        };
        remember_key(address, key);
        let game = game.to_owned();
        Self { child, visitor: Visitor::of(address), game, started_in, started_with }
    }

    /// Its process.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// The memory that the server uses, in kilobytes.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the process runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its memory");
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
    }

    /// The processor time that the server has used.
    pub(crate) fn processor_time(&self) -> Duration {
        processor_time(self.child.id())
    }

    /// The threads of the server with the processor time of each, in seconds.
    pub(crate) fn threads(&self) -> Vec<(u32, f64)> {
        let folder = format!("/proc/{}/task", self.child.id());
        let tasks = std::fs::read_dir(folder).expect("the process runs");
        let time = |task: std::io::Result<std::fs::DirEntry>| {
            let task = task.ok()?;
            let time = time_in(&std::fs::read_to_string(task.path().join("stat")).ok()?)?;
            Some((task.file_name().to_str()?.parse().ok()?, time))
        };
        tasks.filter_map(time).collect()
    }

    /// Ends the server without a warning, as a power cut would.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// Tells the server to end, and waits until it has.
    pub(crate) fn end(mut self) {
        let told = Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(told.expect("kill can be run").success());
        self.child.wait().expect("it ends");
    }

    /// Ends the server, and gives its store once all of it is in its file: a server that ends
    /// while its first check still reads leaves games in the journal, where another copy of the
    /// file does not have them.
    pub(crate) fn end_with_all_in(self, store: &Path) -> Vec<u8> {
        self.end();
        let mut journal = store.as_os_str().to_owned();
        journal.push("-wal");
        for _ in 0..50 {
            if std::fs::metadata(&journal).map_or(0, |journal| journal.len()) == 0 {
                return std::fs::read(store).expect("the store");
            }
            Served::keeping(store).end();
        }
        panic!("games stay in the journal");
    }

    /// Whether the server still runs.
    pub(crate) fn runs(&mut self) -> bool {
        self.child.try_wait().expect("its status").is_none()
    }

    /// Kills the server and gives what it said on standard error.
    pub(crate) fn last_words(mut self) -> String {
        self.child.kill().expect("it can be killed");
        let mut errors = self.child.stderr.take().expect("a pipe");
        let mut text = String::new();
        std::io::Read::read_to_string(&mut errors, &mut text).expect("UTF-8");
        text
    }
}

/// The processor time in a `stat` of /proc, in seconds.
fn time_in(stat: &str) -> Option<f64> {
    /// Clock ticks a second, the same on every Linux.
    const TICKS: f64 = 100.0;
    // After the name in brackets: the state, and 11 numbers on the times.
    let numbers: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = numbers[11].parse::<f64>().ok()? + numbers[12].parse::<f64>().ok()?;
    Some(ticks / TICKS)
}

/// The processor time of a process; none for one that has ended.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    Duration::from_secs_f64(time_in(&stat).unwrap_or_default())
}

impl Visitor {
    /// Loads the page of the server at this address, whose key is remembered.
    pub(crate) fn of(address: SocketAddr) -> Self {
        let mut visitor = Self { address, token: String::new() };
        visitor.token = visitor.new_token();
        visitor
    }

    /// What stands in a page that is loaded now.
    pub(crate) fn new_token(&self) -> String {
        let page = self.get("/");
        let page = page.text();
        let after = page.split("name=\"plywood-token\" content=\"").nth(1).expect("a token");
        after.split('"').next().expect("its end").to_owned()
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[], b"")
    }

    pub(crate) fn ask(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Answer {
        let mut connection = Connection::open(self.address);
        connection.send(&request(self.address, method, path, headers, body)).expect("it is sent");
        connection.answer().unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    /// Changes something as our page would.
    pub(crate) fn change(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.change_as(&self.token, method, path, body)
    }

    /// Changes something as the page with this token would.
    pub(crate) fn change_as(&self, token: &str, method: &str, path: &str, body: &Value) -> Answer {
        let headers = [("x-plywood-token", token), ("content-type", "application/json")];
        self.ask(method, path, &headers, body.to_string().as_bytes())
    }

    /// Carries out a command that must succeed, and gives the new state.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.change("POST", path, body);
        assert_eq!(answer.status, 200, "{path} {body}: {}", answer.text());
        answer.json()
    }

    /// Begins a game and gives its name.
    pub(crate) fn begin(&self, game: &Value) -> String {
        self.post("/api/games", game)["id"].as_str().expect("a name").to_owned()
    }

    pub(crate) fn state(&self, id: &str) -> Value {
        self.get(&format!("/api/games/{id}")).json()
    }

    /// Waits until the state is as wanted.
    pub(crate) fn wait_until(&self, id: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let state = self.state(id);
            if wanted(&state) {
                return state;
            }
            assert!(start.elapsed() < PATIENCE, "still {state}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The command that serves on a free port and keeps its games in this file.
pub(crate) fn command(store: &Path) -> Command {
    let mut command = Command::new(PLYWOOD);
    command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(store);
    command
}

/// A user whom permissions and limits bind, and who has no other processes.
const NOBODY_ELSE: u32 = 54_321;

/// Makes a command run as a user whom limits bind, if we are the superuser, whom they do
/// not.
pub(crate) fn another_user(command: &mut Command) -> &mut Command {
    if rustix::process::getuid().is_root() {
        std::os::unix::process::CommandExt::uid(command, NOBODY_ELSE);
    }
    command
}

/// Makes a command of these words run the server as that user, whose folder it is.
pub(crate) fn as_another_user(words: &mut Command, folder: &Path, store: &Path) {
    let program = folder.join("plywood");
    if !program.exists() {
        std::fs::copy(PLYWOOD, &program).expect("a copy that anybody may run");
    }
    words.arg(program).args(command(store).get_args());
    if rustix::process::getuid().is_root() {
        std::os::unix::fs::chown(folder, Some(NOBODY_ELSE), None).expect("a folder of its own");
    }
    another_user(words);
}

/// A folder with room for a store.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A server with a store of its own.
pub(crate) fn fresh() -> (Served, tempfile::TempDir) {
    let folder = folder();
    (Served::keeping(&folder.path().join("games.sqlite")), folder)
}
