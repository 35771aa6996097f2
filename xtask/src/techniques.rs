//! The sequential tests that decide which techniques of the search `best` uses.

use crate::run::Step;

/// Options that are tried with `best`, each by itself. What is on already is tried by being
/// turned off.
pub(crate) const OTHELLO: [&str; 11] = [
    "latemoves=off",
    "futility=off",
    "multiprobcut=off",
    "internalreduction=off",
    "evaluated=off",
    "childentries=on",
    "window=100",
    "singular=200",
    "movecount=6",
    "extensions=on",
    "nullmove=on",
];
pub(crate) const GOMOKU: [&str; 10] = [
    "latemoves=off",
    "futility=off",
    "movecount=off",
    "internalreduction=off",
    "quiescence=0",
    "window=full",
    "childentries=on",
    "singular=50",
    "extensions=on",
    "nullmove=on",
];
/// The other games test the whole set only.
pub(crate) const OTHERS: [&str; 1] = ["evaluated=on,evaluatedfrom=2,latemoves=on"];

/// The tests, one after another. They are kept in `target`: a test that has ended is not
/// played again, and one that was interrupted goes on.
pub(crate) fn measure() -> Result<(), String> {
    Step::cargo("build", &["build", "--release", "--locked"]).run()?;
    for (game, openings, options) in [
        ("othello", "docs/openings/xot.txt", &OTHELLO[..]),
        ("gomoku", "docs/openings/gomoku.txt", &GOMOKU),
    ] {
        for option in options {
            test(game, openings, option);
        }
    }
    Ok(())
}

/// The test of one option. The player with more of the technique comes first, so that "accepted"
/// always speaks for it.
fn test(game: &str, openings: &str, option: &str) {
    let (changed, best) = (format!("best[{option}]"), "best".to_owned());
    let turns_off = ["=off", "=0", "=full"].into_iter().any(|end| option.ends_with(end));
    let (with, without) = if turns_off { (best, changed) } else { (changed, best) };
    let run = ["run", "--release", "--locked", "--quiet", "--", "sprt", game, &with, &without];
    let bounds = ["--elo0", "0", "--elo1", "25", "--alpha", "0.05", "--beta", "0.05"];
    let limits = ["--processor-time", "20ms", "--games", "2000", "--openings", openings];
    let kept = ["--store", "target/techniques.sqlite"];
    // Rejected and undecided are results too.
    if let Err(verdict) = Step::cargo(option, &[&run[..], &bounds, &limits, &kept].concat()).run() {
        eprintln!("{verdict}");
    }
}
