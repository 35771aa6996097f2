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
    for word in ["others can reach this address", "no passwords", "--allow-others"] {
        assert!(said.err.contains(word), "{}", said.err);
    }
    let said = plywood(here.path(), &["serve", "--listen", "somewhere"], "");
    assert_eq!(said.status, Some(2));
    assert!(said.err.contains("--listen does not accept 'somewhere'"), "{}", said.err);
}
