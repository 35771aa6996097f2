//! The page's server as browsers, scripts and worse meet it: over real
//! connections to the command itself.

mod analysing;
mod attack;
mod attention;
mod azulejos;
mod events;
mod faults;
mod http;
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
