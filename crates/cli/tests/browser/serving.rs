//! The command itself, serving on a port of its own with a store of its own.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{LazyLock, Mutex};

/// A server that ends with the test.
pub(crate) struct Server {
    process: Child,
    command: PathBuf,
    /// Its address without the key, which browsers of these tests have as a cookie.
    pub(crate) address: String,
    store: tempfile::TempDir,
}

impl Server {
    /// Starts `command serve`.
    pub(crate) fn start(command: impl AsRef<Path>) -> Self {
        let store = tempfile::tempdir().expect("a folder for the games");
        let command = command.as_ref().to_owned();
        let (process, address) = serve(&command, "127.0.0.1:0", store.path());
        Self { process, command, address, store }
    }

    /// Runs another command of the program on the store of its events, to its end.
    pub(crate) fn beside(&self, words: &[&str]) {
        let store = self.store.path().join("arena.sqlite");
        let mut command = Command::new(&self.command);
        command.args(words).arg("--store").arg(store).stdin(Stdio::null());
        let done = command.output().expect("the command starts");
        // A sequential test that accepts nothing has status 1.
        assert!(done.status.code() < Some(2), "{}", String::from_utf8_lossy(&done.stderr));
    }

    /// Kills the server without warning, as a power cut would.
    pub(crate) fn kill(&mut self) {
        self.process.kill().expect("the server can be killed");
        self.process.wait().expect("the server has ended");
    }

    /// Lets the server stand still, or go on: it answers nothing meanwhile, and
    /// does not refuse either.
    pub(crate) fn freeze(&self, frozen: bool) {
        let signal = if frozen { "-STOP" } else { "-CONT" };
        let told = Command::new("kill").arg(signal).arg(self.process.id().to_string()).status();
        assert!(told.expect("kill can be run").success());
    }

    /// Starts it again at the same address with the same games.
    pub(crate) fn start_again(&mut self) {
        let place = self.address.trim_start_matches("http://").to_owned();
        (self.process, self.address) = serve(&self.command, &place, self.store.path());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have been killed by the test already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn serve(command: &Path, place: &str, store: &Path) -> (Child, String) {
    let mut process = Command::new(command)
        .args(["serve", "--listen", place, "--store"])
        .arg(store.join("games.sqlite"))
        .arg("--events")
        .arg(store.join("arena.sqlite"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let output = process.stdout.take().expect("its output is ours");
    let line = first_match(output, "http://").expect("it says where it listens");
    let (address, key) = line.split_once("/?key=").expect("a key");
    KEYS.lock().expect("the keys").insert(address.to_owned(), key.to_owned());
    (process, address.to_owned())
}

/// The keys of the servers of these tests.
static KEYS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);

/// The address of a page with the key of its server, as the command prints it.
pub(crate) fn with_key(page: &str) -> String {
    let keys = KEYS.lock().expect("the keys");
    let Some((address, key)) = keys.iter().find(|(address, _)| page.starts_with(*address)) else {
        return page.to_owned();
    };
    let place = page[address.len()..].trim_start_matches('/');
    format!("{address}/?key={key}{place}")
}

/// The rest of the first line that holds `start`, from there on. Whatever comes
/// later is read and dropped, so that the process never waits for us.
pub(crate) fn first_match(
    output: impl std::io::Read + Send + 'static,
    start: &str,
) -> Option<String> {
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let found = lines.find_map(|line| line.find(start).map(|at| line[at..].trim_end().to_owned()));
    std::thread::spawn(move || lines.for_each(drop));
    found
}
