//! The page's server as browsers, scripts and worse meet it: over real
//! connections to the command itself.

mod analysing;
mod archive;
mod attack;
mod attention;
mod azulejos;
#[path = "../common/mod.rs"]
mod common;
mod events;
mod faults;
mod http;
mod jumps;
mod keeping;
mod others;
mod pace;
mod playing;
mod rubbish;
mod served;
mod slowness;
mod speed;
mod stores;
mod strangers;
