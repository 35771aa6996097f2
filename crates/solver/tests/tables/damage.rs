//! Damaged files are noticed, whatever the damage.

use super::build;
use super::graph::{Nodes, random_graph};
use plywood_game::Random;
use plywood_solver::table::{
    BuildOptions, Forward, Sample, TableError, TableProblem, read_header, verify_table,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

struct Small {
    nodes: Nodes,
    bytes: Vec<u8>,
    folder: tempfile::TempDir,
}

impl Small {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let nodes = Nodes::new(random_graph(&mut Random::new(7)));
        let path = folder.path().join("table");
        build(&path, &nodes, &Forward::new(&nodes), BuildOptions::default()).expect("a table");
        Self { nodes, bytes: fs::read(&path).expect("the table"), folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("changed")
    }

    fn verified(&self, bytes: &[u8]) -> Result<(), TableProblem> {
        fs::write(self.path(), bytes).expect("written");
        verify(&self.path(), &self.nodes)
    }
}

fn verify(path: &Path, nodes: &Nodes) -> Result<(), TableProblem> {
    let stop = AtomicBool::new(false);
    verify_table(path, nodes, Sample::All, 1, &stop, &|_| {}).map(|_| ())
}

#[test]
fn every_changed_byte_is_noticed() {
    let small = Small::new();
    small.verified(&small.bytes).expect("undamaged");
    for at in 0..small.bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut bytes = small.bytes.clone();
            bytes[at] ^= change;
            let problem = small.verified(&bytes).expect_err("a byte was changed");
            let damaged = matches!(problem, TableProblem::File(TableError::Damaged { .. }));
            assert!(damaged, "byte {at}: {problem}");
        }
    }
}

#[test]
fn every_truncation_and_every_addition_is_noticed() {
    let small = Small::new();
    for length in 0..small.bytes.len() {
        small.verified(&small.bytes[..length]).expect_err("cut off");
    }
    let longer = [small.bytes.as_slice(), b"x"].concat();
    small.verified(&longer).expect_err("a byte was added");
}

#[test]
fn ten_thousand_random_mutations_are_noticed_and_none_panics() {
    let small = Small::new();
    let mut dice = Random::new(11);
    for _ in 0..10_000 {
        let mut bytes = small.bytes.clone();
        for _ in 0..1 + dice.below(6) {
            let at = dice.below(bytes.len());
            match dice.below(4) {
                0 => bytes[at] = dice.below(256) as u8,
                1 if bytes.len() > 1 => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, dice.below(256) as u8),
                _ => bytes.truncate(at.max(1)),
            }
        }
        if bytes != small.bytes {
            small.verified(&bytes).expect_err("mutated");
        }
    }
}

#[test]
fn other_files_and_tables_of_other_games_are_refused() {
    let small = Small::new();
    let said = |bytes: &[u8]| small.verified(bytes).expect_err("no table").to_string();
    assert!(said(b"").ends_with("changed: this is not a table"));
    assert!(said(&[0; 100]).ends_with("this is not a table, or one of another version"));
    fs::write(small.path(), &small.bytes).expect("written");
    let four = super::delta::four();
    let stop = AtomicBool::new(false);
    let problem = verify_table(&small.path(), &four, Sample::All, 1, &stop, &|_| {});
    let said = problem.expect_err("another game").to_string();
    assert!(said.ends_with("this is the table of tree; expected one of delta:pieces=4"), "{said}");
    assert_eq!(read_header(&small.path()).expect("a header").game, "tree");
    assert!(matches!(read_header(Path::new("/no/such/file")), Err(TableError::File { .. })));
}
