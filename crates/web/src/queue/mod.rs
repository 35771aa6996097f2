//! The queue of searches: who waits, who runs, and how each is told. [`turns`] is
//! written with locks and wakers alone, without a runtime, so that the tests can run it
//! under every order of its steps that a scheduler of their own chooses (`shuttled`).

mod turns;

#[cfg(test)]
mod shuttled;

pub(crate) use turns::{Place, Queue};

/// What [`turns`] is built on; the tests put others in their place.
mod sync {
    pub(super) use std::sync::atomic::AtomicBool;
    pub(super) use std::sync::{Arc, Mutex, MutexGuard};
}
