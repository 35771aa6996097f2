//! Events on a server, played by workers that are killed, frozen and cut off.

mod cluster;
mod disturbances;
#[allow(dead_code, reason = "the tests of the page use all of it")]
#[path = "../page/http.rs"]
mod http;
mod page;
mod people;
#[allow(dead_code, reason = "the tests of the page use all of it")]
#[path = "../page/served.rs"]
mod served;
mod solving;
mod speed;
mod tls;
mod trust;
