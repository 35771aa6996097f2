//! Engines do not compute for nobody: a server in this process, which loses its
//! patience sooner than the one that people start.

use crate::http::{Connection, remember_key};
use crate::served::Visitor;
use plywood_web::{Config, Server, Where};
use plywood_workbench::Workbench;
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

const ATTENTION: Duration = Duration::from_millis(600);

#[test]
fn an_engine_stops_when_nobody_looks_and_begins_again_when_somebody_does() {
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        store: Where::Memory,
        attention: ATTENTION,
        ..Config::default()
    };
    let server = Server::start(Workbench::standard(), &config).expect("it starts");
    let address = server.address();
    remember_key(address, server.key());
    // It ends with the test's process.
    std::thread::spawn(|| server.run());
    let visitor = Visitor::of(address);
    let thinker = json!({ "game": "gomoku", "first": "alphabeta[time=600s]" });
    let id = visitor.begin(&thinker);
    let mut stream = Connection::watch(visitor.address, &id);
    stream.event().expect("the first state");
    std::thread::sleep(3 * ATTENTION);
    let thinks = || !visitor.state(&id)["thinking"].is_null();
    assert!(thinks(), "a page watches");
    drop(stream);
    // To ask is to look: so rarely that patience is lost in between.
    let lost = (0..5).any(|_| {
        std::thread::sleep(3 * ATTENTION);
        !thinks()
    });
    assert!(lost, "nobody watches, and yet it goes on");
    assert_eq!(visitor.state(&id)["paused"], false);
    let mut stream = Connection::watch(visitor.address, &id);
    let (_, state) = stream.event().expect("the state");
    assert_eq!(state["thinking"]["side"], "first", "a page watches again");
}
