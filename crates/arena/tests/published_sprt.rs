//! Log-likelihood ratios equal those of 2,958 published tests of Stockfish
//! (tests.stockfishchess.org): model, bounds, counts of pairs and the ratio, to two
//! decimals. Four rows, marked `unmatched`, differ at the source, five more by up to
//! 0.011.

use plywood_arena::{Hypotheses, Model};

#[test]
fn ratios_equal_the_published_ones() {
    let table = include_str!("data/published_sprt.tsv");
    let (mut tests, mut far) = (0, Vec::new());
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |at: usize| fields[at].parse::<f64>().expect("a number");
        let model = match fields[0] {
            "logistic" => Model::Logistic,
            "normalized" | "unmatched" => Model::Normalized,
            other => panic!("no model: {other}"),
        };
        let test = Hypotheses { elo0: number(1), elo1: number(2), model, ..Hypotheses::default() };
        let pairs = [3, 4, 5, 6, 7].map(|at| fields[at].parse().expect("a count"));
        let ratio = test.log_likelihood_ratio(&pairs).expect("a ratio");
        if (ratio - number(8)).abs() > 0.0051 {
            far.push(format!("{line}: {ratio:.4}"));
        }
        tests += 1;
    }
    assert_eq!(tests, 2958);
    assert!(far.len() <= 9, "{} differ:\n{}", far.len(), far.join("\n"));
}
