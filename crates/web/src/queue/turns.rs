//! Waiting for a turn and being woken. Which search may run is decided by [`Schedule`];
//! what it decides is told under the same lock, so that nobody is woken for a turn that
//! another has meanwhile.

use super::sync::{Arc, AtomicBool, Mutex, MutexGuard};
use crate::schedule::{Changes, Id, Schedule, Wish};
use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, Waker};
use std::time::Instant;

/// All searches that run or wait.
pub(crate) struct Queue {
    room: Mutex<Room>,
}

/// The schedule, and those whom it concerns.
struct Room {
    schedule: Schedule,
    holders: HashMap<Id, Holder>,
}

struct Holder {
    /// Whether it has its processors.
    granted: bool,
    /// Who waits for them.
    waker: Option<Waker>,
    /// Set when the search must make room.
    interrupt: Arc<AtomicBool>,
}

/// A place in the queue, and then processors to search on, until it is dropped.
pub(crate) struct Place {
    queue: Arc<Queue>,
    id: Id,
    /// Set when the search must make room. The searching thread may set it too.
    pub(crate) interrupt: Arc<AtomicBool>,
}

impl Queue {
    /// A queue for this many processors.
    pub(crate) fn new(processors: usize) -> Self {
        let room = Room { schedule: Schedule::new(processors), holders: HashMap::new() };
        Self { room: Mutex::new(room) }
    }

    /// A place for this search.
    pub(crate) fn place(self: &Arc<Self>, wish: Wish) -> Place {
        let interrupt = Arc::new(AtomicBool::new(false));
        let holder = Holder { granted: false, waker: None, interrupt: Arc::clone(&interrupt) };
        let mut room = self.room();
        let (id, changes) = room.schedule.request(wish, Instant::now());
        room.holders.insert(id, holder);
        room.tell(&changes);
        Place { queue: Arc::clone(self), id, interrupt }
    }

    /// Time has passed: it is this late.
    pub(crate) fn tick(&self, now: Instant) {
        let mut room = self.room();
        if room.schedule.is_crowded() {
            let changes = room.schedule.tick(now);
            room.tell(&changes);
        }
    }

    /// How many searches run or wait.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.room().holders.len()
    }

    fn room(&self) -> MutexGuard<'_, Room> {
        self.room.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Wakes and interrupts those whom a change concerns.
    fn tell(&mut self, changes: &Changes) {
        for id in &changes.granted {
            // A search that no longer waits gives its place back when it is dropped.
            if let Some(holder) = self.holders.get_mut(id) {
                holder.granted = true;
                holder.waker.take().into_iter().for_each(Waker::wake);
            }
        }
        for holder in changes.interrupted.iter().filter_map(|id| self.holders.get(id)) {
            holder.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Place {
    /// Whether it has its processors already.
    pub(crate) fn is_granted(&mut self) -> bool {
        self.queue.room().holders.get(&self.id).is_some_and(|holder| holder.granted)
    }

    /// Waits for the processors. Only one may wait for a place, which therefore is its
    /// own.
    pub(crate) async fn granted(&mut self) {
        poll_fn(|context| self.poll(context)).await;
    }

    fn poll(&self, context: &Context<'_>) -> Poll<()> {
        let mut room = self.queue.room();
        match room.holders.get_mut(&self.id) {
            Some(holder) if !holder.granted => {
                // Under the lock under which it is granted, so that no word is missed.
                holder.waker = Some(context.waker().clone());
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }

    /// Makes room, and waits for the next turn.
    pub(crate) async fn next_turn(&mut self) {
        {
            let mut room = self.queue.room();
            self.interrupt.store(false, Ordering::Relaxed);
            if let Some(holder) = room.holders.get_mut(&self.id) {
                holder.granted = false;
            }
            let changes = room.schedule.wait_again(self.id, Instant::now());
            room.tell(&changes);
        }
        self.granted().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut room = self.queue.room();
        let changes = room.schedule.release(self.id, Instant::now());
        room.holders.remove(&self.id);
        room.tell(&changes);
    }
}
