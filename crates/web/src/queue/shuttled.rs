//! The queue under shuttle, which runs the same code in thousands of orders of its
//! steps, and fails where all wait for each other.

mod sync {
    pub(super) use shuttle::sync::atomic::AtomicBool;
    pub(super) use shuttle::sync::{Arc, Mutex, MutexGuard};
}

#[path = "turns.rs"]
#[expect(clippy::duplicate_mod, reason = "the same code on shuttle's locks")]
mod turns;

use crate::schedule::{Kind, SLICE, Wish};
use shuttle::sync::Arc;
use shuttle::sync::atomic::{AtomicUsize, Ordering};
use shuttle::{future, thread};
use std::task::Poll;
use std::time::{Duration, Instant};
use turns::{Place, Queue};

/// How many orders are tried.
const ORDERS: usize = 3000;

/// A queue for two processors, and how many of them are used.
struct Machine {
    queue: Arc<Queue>,
    used: AtomicUsize,
}

impl Machine {
    fn new() -> Arc<Self> {
        Arc::new(Self { queue: Arc::new(Queue::new(2)), used: AtomicUsize::new(0) })
    }

    fn place(&self, kind: Kind, page: &str, threads: usize) -> Place {
        self.queue.place(Wish { kind, page: page.to_owned(), threads })
    }

    /// Searches for a while with processors that it has.
    fn search(&self, threads: usize) {
        let before = self.used.fetch_add(threads, Ordering::SeqCst);
        assert!(
            before + threads <= 2,
            "{before} of 2 processors are used, {threads} more are given"
        );
        thread::yield_now();
        self.used.fetch_sub(threads, Ordering::SeqCst);
    }

    /// An analysis of three turns, which makes room when it is told to.
    fn analyse(&self, page: &str) {
        let mut place = self.place(Kind::Analysis, page, 2);
        for _ in 0..3 {
            future::block_on(place.granted());
            self.search(2);
            if place.interrupt.load(Ordering::Relaxed) {
                future::block_on(place.next_turn());
            }
        }
    }

    /// A search for a move.
    fn play(&self, kind: Kind) {
        let mut place = self.place(kind, "player", 1);
        future::block_on(place.granted());
        assert!(place.is_granted());
        self.search(1);
    }

    /// A search that is no longer wanted after it was asked once.
    fn give_up(&self) {
        let mut place = self.place(Kind::Long, "gone", 1);
        future::block_on(async {
            let mut granted = std::pin::pin!(place.granted());
            std::future::poll_fn(|context| {
                let _ = granted.as_mut().poll(context);
                Poll::Ready(())
            })
            .await;
        });
    }
}

type Work = Box<dyn FnOnce(&Machine) + Send>;

/// Runs all of these at once.
fn together(machine: &Arc<Machine>, work: Vec<Work>) {
    let threads: Vec<_> = work
        .into_iter()
        .map(|work| {
            let machine = Arc::clone(machine);
            thread::spawn(move || work(&machine))
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("it ends"));
    assert_eq!(machine.queue.count(), 0, "nobody is left behind");
}

#[test]
fn in_any_order_everybody_has_a_turn_and_no_processor_is_given_twice() {
    let tried = || {
        let machine = Machine::new();
        together(
            &machine,
            vec![
                Box::new(|machine| machine.analyse("a")),
                Box::new(|machine| machine.play(Kind::Short)),
                Box::new(|machine| machine.play(Kind::Long)),
                Box::new(Machine::give_up),
            ],
        );
    };
    shuttle::check_pct(tried, ORDERS, 3);
    shuttle::check_random(tried, ORDERS);
}

#[test]
fn in_any_order_analyses_that_take_turns_come_to_their_end() {
    let tried = || {
        let machine = Machine::new();
        together(
            &machine,
            vec![
                Box::new(|machine| machine.analyse("a")),
                Box::new(|machine| machine.analyse("b")),
                Box::new(|machine| {
                    for turn in 1..4_u32 {
                        machine
                            .queue
                            .tick(Instant::now() + turn * (SLICE + Duration::from_secs(1)));
                        thread::yield_now();
                    }
                }),
            ],
        );
    };
    shuttle::check_random(tried, ORDERS);
}
