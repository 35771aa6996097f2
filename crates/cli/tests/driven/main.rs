//! The command as people and scripts drive it: typed lines in, what it says,
//! its exit status and the files it leaves.

mod azulejos;
#[path = "../common/mod.rs"]
mod common;
mod engines;
mod files;
mod learning;
mod manual;
mod outputs;
mod playing;
mod saving;
mod serving;
mod solving;
mod tables;
mod trees;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// Longer than anything that is waited for, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the command said.
struct Said {
    status: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Self { status: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// Runs the command in a folder, with these lines on standard input.
fn plywood(folder: &Path, arguments: &[&str], input: &str) -> Said {
    run(Command::new(PLYWOOD).args(arguments).current_dir(folder), input)
}

fn run(command: &mut Command, input: &str) -> Said {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.env("NO_COLOR", "1").spawn().expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that has seen enough reads no further.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    child.wait_with_output().expect("the command ends").into()
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused_in_our_words() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"oth\xffello");
    let said = run(Command::new(PLYWOOD).arg("show").arg(word), "");
    let complaint = "plywood: an argument is not UTF-8; expected text\n";
    assert_eq!((said.status, said.out.as_str(), said.err.as_str()), (Some(2), "", complaint));
}

/// Waits until a command listens to Ctrl-C and to the request to end.
#[cfg(target_os = "linux")]
fn until_it_listens(child: &Child) {
    let listens = || {
        let status = format!("/proc/{}/status", child.id());
        let status = std::fs::read_to_string(status).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let signals = caught.and_then(|text| u64::from_str_radix(text.trim(), 16).ok());
        // Signal 2, SIGINT, is bit 1, and signal 15, SIGTERM, bit 14.
        signals.is_some_and(|signals| signals >> 1 & signals >> 14 & 1 == 1)
    };
    let start = Instant::now();
    while !listens() {
        assert!(start.elapsed() < PATIENCE, "it never listens to Ctrl-C");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Where it cannot be seen, it is given time.
#[cfg(all(unix, not(target_os = "linux")))]
fn until_it_listens(_: &Child) {
    std::thread::sleep(Duration::from_secs(2));
}

/// Starts a command that takes long in a folder of its own, sends it a signal, and waits
/// for its end. If that came too early for what is wanted, it is given longer.
#[cfg(unix)]
fn interrupted(
    arguments: &[&str],
    signal: &str,
    wanted: impl Fn(&Said, &Path) -> bool,
) -> (Said, tempfile::TempDir) {
    for seconds in [2, 10, 60] {
        let here = folder();
        let mut command = Command::new(PLYWOOD);
        command.args(arguments).current_dir(here.path()).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("it starts");
        until_it_listens(&child);
        std::thread::sleep(Duration::from_secs(seconds));
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let said = child.wait_with_output().expect("it ends").into();
        if wanted(&said, here.path()) || seconds == 60 {
            return (said, here);
        }
    }
    unreachable!("the last attempt returns")
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}
