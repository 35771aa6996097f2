//! What a table keeps and gives back.

use super::shared::BYTES_IN_BUCKET;
use super::{Entry, Table, TableError};
use crate::{Bound, Score, Value};
use std::sync::atomic::Ordering;

fn entry(depth: u32, raw: i32) -> Entry {
    let value = Value::estimate(Score::estimate(raw));
    Entry { value, bound: Bound::Lower, depth, best: Some(raw as u32) }
}

#[test]
fn what_is_stored_is_found() {
    let table = Table::new(1).expect("a megabyte");
    let bounds = [Bound::Upper, Bound::Lower, Bound::Exact];
    let scores = [Score::win_in(3), Score::loss_in(70_000), Score::margin(-64), Score::DRAW];
    for (number, bound) in bounds.into_iter().enumerate() {
        for (key, score) in (u64::MAX / 3 * number as u64..).step_by(1 << 58).zip(scores) {
            for (exact, best) in [(true, None), (false, Some(u32::MAX)), (true, Some(0))] {
                let kept = Entry { value: Value { score, exact }, bound, depth: 77, best };
                let table = Table::smallest().expect("a bucket");
                table.store(key, &kept);
                assert_eq!(table.probe(key), Some(kept));
                assert_eq!(table.probe(key ^ 1), None);
            }
        }
    }
    assert_eq!(table.probe(0), None, "an empty place is no entry, even for key 0");
}

#[test]
fn deep_entries_are_kept_until_they_are_old() {
    let table = Table::smallest().expect("a bucket");
    table.store(1, &entry(9, 1));
    table.store(2, &entry(3, 2));
    table.store(3, &entry(2, 3));
    assert_eq!(table.probe(1), Some(entry(9, 1)), "deep, kept");
    assert_eq!(table.probe(2), None, "shallow and not the newest");
    assert_eq!(table.probe(3), Some(entry(2, 3)), "the newest");
    table.new_generation();
    table.store(4, &entry(1, 4));
    assert_eq!(table.probe(1), None, "of an earlier search");
    assert_eq!(table.probe(4), Some(entry(1, 4)));
}

#[test]
fn words_of_different_entries_make_none() {
    let table = Table::smallest().expect("a bucket");
    table.store(5, &entry(9, 1));
    table.words[1].fetch_xor(1 << 40, Ordering::Relaxed);
    assert_eq!(table.probe(5), None);
}

#[test]
fn the_size_is_what_was_asked_for_or_an_error() {
    for megabytes in [1, 2, 64] {
        let bytes = Table::new(megabytes).expect("memory").words.len() * 8;
        assert!(bytes <= megabytes << 20 && bytes > (megabytes << 20) - BYTES_IN_BUCKET);
    }
    for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        // Unless it is used, the compiler may remove the allocation.
        let table = std::hint::black_box(Table::new(megabytes));
        assert_eq!(table.err(), Some(TableError { megabytes }));
    }
}
