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
    for (key, depth) in [(1, 9), (2, 3), (3, 2), (4, 5)] {
        table.store(key, &entry(depth, key as i32));
    }
    table.store(5, &entry(1, 5));
    assert_eq!(table.probe(3), None, "the shallowest of four gives way");
    for (key, depth) in [(1, 9), (2, 3), (4, 5), (5, 1)] {
        assert_eq!(table.probe(key), Some(entry(depth, key as i32)));
    }
    table.new_generation();
    table.store(6, &entry(0, 6));
    table.store(7, &entry(0, 7));
    assert_eq!(table.probe(5), None, "of an earlier search, the shallowest");
    assert_eq!(table.probe(2), None, "the next");
    assert_eq!(table.probe(6), Some(entry(0, 6)), "of this search, though less deep than others");
    assert_eq!(table.probe(1), Some(entry(9, 1)));
}

#[test]
fn a_bucket_is_a_cache_line() {
    for megabytes in [1, 3] {
        let mut table = Table::new(megabytes).expect("memory");
        let line = |table: &Table| std::ptr::from_ref(&table.words[table.first]).addr() % 64;
        assert_eq!((BYTES_IN_BUCKET, line(&table)), (64, 0));
        table.clear();
        assert_eq!(line(&table), 0);
    }
}

#[test]
fn words_of_different_entries_make_none() {
    let table = Table::smallest().expect("a bucket");
    table.store(5, &entry(9, 1));
    table.words[table.first + 1].fetch_xor(1 << 40, Ordering::Relaxed);
    assert_eq!(table.probe(5), None);
}

#[test]
fn the_size_is_what_was_asked_for_or_an_error() {
    for megabytes in [1, 2, 64] {
        let bytes = Table::new(megabytes).expect("memory").words.len() * 8;
        // A part of a line before the first bucket.
        assert_eq!(bytes, (megabytes << 20) + BYTES_IN_BUCKET - 8);
    }
    for megabytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
        // Unless it is used, the compiler may remove the allocation.
        let table = std::hint::black_box(Table::new(megabytes));
        assert_eq!(table.err(), Some(TableError { megabytes }));
    }
}
