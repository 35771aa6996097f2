//! Events on a server, played by workers that are killed, frozen and cut off.

mod cluster;
mod disturbances;
mod people;
mod speed;
mod trust;
