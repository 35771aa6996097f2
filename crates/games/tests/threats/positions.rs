//! The set of positions that are won by continuous fours, for the tests and for
//! the benchmarks.

/// Name, number of fours, position.
pub(crate) fn positions() -> impl Iterator<Item = (&'static str, usize, &'static str)> {
    let lines = include_str!("../data/fours-freestyle15.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut words = line.splitn(3, ' ');
        let mut word = || words.next().expect("three words a line");
        (word(), word().parse().expect("a number of fours"), word())
    })
}
