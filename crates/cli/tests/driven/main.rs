//! The command as people and scripts drive it: typed lines in, what it says,
//! its exit status and the files it leaves.

mod azulejos;
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
use std::process::{Command, Output, Stdio};

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

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

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}
