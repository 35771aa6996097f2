//! Starting the page's server, and not being able to.

use super::{folder, plywood};
use std::net::TcpListener;

#[test]
fn a_port_that_is_taken_is_said_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("its address").to_string();
    let here = folder();
    let said = plywood(here.path(), &["serve", "--listen", &address, "--store", "x.sqlite"], "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains(&format!("{address} is in use")), "{}", said.err);
    assert!(said.err.contains("--listen 127.0.0.1:0"), "{}", said.err);
    assert_eq!(said.out, "");
    assert!(!here.path().join("x.sqlite").exists(), "nothing was written");
}

#[test]
fn others_are_let_in_only_if_that_is_said() {
    let here = folder();
    let said = plywood(here.path(), &["serve", "--listen", "0.0.0.0:0"], "");
    assert_eq!(said.status, Some(2));
    for word in ["others can reach this address", "TLS", "--allow-others", "--password-file"] {
        assert!(said.err.contains(word), "{}", said.err);
    }
    let open = ["serve", "--listen", "0.0.0.0:0", "--allow-others"];
    let said = plywood(here.path(), &open, "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("needs --password-file FILE, or --read-only"), "{}", said.err);
    std::fs::write(here.path().join("short"), "1234567\n").expect("a file");
    let said = plywood(here.path(), &[&open[..], &["--password-file", "short"]].concat(), "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("fewer than 8 characters"), "{}", said.err);
    let said = plywood(here.path(), &["serve", "--listen", "somewhere"], "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("--listen does not accept 'somewhere'"), "{}", said.err);
}

/// A store that was left by a crash, with its journal, and belongs to another
/// user. Root may write everything, so as root it is opened as nobody.
#[cfg(target_os = "linux")]
#[test]
fn a_store_of_another_user_is_reported_as_such() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let here = folder();
    let program = here.path().join("plywood");
    std::fs::copy(super::PLYWOOD, &program).expect("a copy that others may run");
    let store = here.path().join("s.sqlite");
    let serve = |mut command: Command| {
        command.args(["serve", "--listen", "127.0.0.1:0", "--store"]).arg(&store);
        let piped = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut server = piped.expect("it starts");
        let mut lines = BufReader::new(server.stderr.take().expect("a pipe")).lines();
        let said = lines.next().expect("a line").expect("text");
        server.kill().and_then(|()| server.wait()).expect("it ends");
        said
    };
    // Not the copy: another thread that starts a process may still have it open.
    let said = serve(Command::new(super::PLYWOOD));
    assert!(said.contains("games are kept in "), "the store is made: {said}");
    let journal = here.path().join("s.sqlite-wal");
    let mut closed = Command::new("chmod");
    closed.arg("555").arg(here.path()).arg(&program).status().expect("chmod");
    Command::new("chmod").arg("444").arg(&store).arg(&journal).status().expect("chmod");
    let nobody = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    let can = Command::new("setpriv").args(nobody).arg("true").status();
    let other = match can.is_ok_and(|status| status.success()) {
        true => {
            let mut command = Command::new("setpriv");
            command.args(nobody).arg(&program);
            command
        }
        false => Command::new(&program),
    };
    let said = serve(other);
    Command::new("chmod").arg("755").arg(here.path()).status().expect("chmod");
    assert!(said.contains("s.sqlite; does it belong to another user?"), "{said}");
}

/// As a user who may start no further thread: a limit that root does not have, so
/// only root can ask for another user's.
#[cfg(target_os = "linux")]
#[test]
fn a_system_without_threads_is_reported() {
    use std::process::Command;
    let limits = ["--reuid=65534", "--regid=65534", "--clear-groups", "prlimit", "--nproc=1"];
    let here = folder();
    let program = here.path().join("plywood");
    std::fs::copy(super::PLYWOOD, &program).expect("a copy that others may run");
    let mut open = Command::new("chmod");
    open.args(["755"]).arg(here.path()).arg(&program).status().expect("chmod");
    let run = |arguments: &[&str]| {
        let mut limited = Command::new("setpriv");
        limited.args(limits).arg(&program).args(arguments).current_dir("/").output()
    };
    let can = Command::new("setpriv").args(limits).arg("true").status();
    if !can.is_ok_and(|status| status.success()) {
        return;
    }
    let analysis = ["analyze", "tictactoe", "--depth", "2"];
    let service = ["serve", "--listen", "127.0.0.1:0", "--store", "/x.sqlite"];
    for arguments in [analysis.as_slice(), &service] {
        let said = run(arguments).expect("it starts");
        let error = String::from_utf8_lossy(&said.stderr);
        assert_eq!(said.status.code(), Some(2), "{error}");
        assert!(error.contains("thread"), "{error}");
    }
}
