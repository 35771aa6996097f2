//! The table under loom, which tries every order of its reads and writes that the memory
//! model allows, up to a number of changes from one thread to another.

mod words {
    pub(super) use loom::sync::atomic::{AtomicU8, AtomicU64};

    pub(super) fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
        Some((0..words).map(|_| AtomicU64::new(0)).collect())
    }
}

#[path = "shared.rs"]
#[expect(clippy::duplicate_mod, reason = "the same code on loom's words")]
#[expect(dead_code, unreachable_pub, reason = "only what the tests here need is used")]
mod shared;

use crate::{Bound, Score, Value};
use loom::sync::Arc;
use loom::thread;
use shared::{Entry, Table};

/// How often a thread may be interrupted by another where it does not wait.
const CHANGES: usize = 2;

fn entry(depth: u32, raw: i32) -> Entry {
    let value = Value::estimate(Score::estimate(raw));
    Entry { value, bound: Bound::Lower, depth, best: Some(raw as u32) }
}

/// In every order, each of these is stored by a thread of its own while another looks
/// for both keys: it finds nothing, or what was stored under that key.
fn whole_or_nothing(stored: [(u64, Entry); 2]) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(CHANGES);
    model.check(move || {
        let table = Arc::new(Table::smallest().expect("a bucket"));
        let writers = stored.map(|(key, entry)| {
            let table = Arc::clone(&table);
            thread::spawn(move || table.store(key, &entry))
        });
        let look = || {
            for (key, _) in stored {
                let own = |found: &Entry| stored.contains(&(key, *found));
                assert!(table.probe(key).is_none_or(|found| own(&found)), "words are mixed");
            }
        };
        look();
        for writer in writers {
            writer.join().expect("it ends");
        }
        look();
    });
}

#[test]
fn two_results_of_one_position_are_never_mixed() {
    whole_or_nothing([(5, entry(9, 1)), (5, entry(3, 2))]);
}

#[test]
fn results_of_two_positions_in_one_place_are_never_mixed() {
    whole_or_nothing([(5, entry(9, 1)), (6, entry(9, 2))]);
}
