//! Builds that are stopped, run out of disk, or have too little memory.

use super::build;
use super::delta::four;
use plywood_game::Random;
use plywood_solver::table::{
    Build, BuildOptions, DeltaNumbering, DeltaSweep, TableError, partial_path, read_header,
};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;

/// Checkpoints as often as possible.
fn often() -> BuildOptions {
    BuildOptions { checkpoint: Duration::ZERO, ..BuildOptions::default() }
}

fn whole(path: &Path, numbering: &DeltaNumbering) -> Vec<u8> {
    let sweep = DeltaSweep::new(numbering);
    build(path, numbering, &sweep, BuildOptions::default()).expect("a table");
    fs::read(path).expect("the table")
}

#[test]
fn a_build_that_is_stopped_again_and_again_gives_the_same_file() {
    let numbering = four();
    let folder = tempfile::tempdir().expect("a folder");
    let expected = whole(&folder.path().join("whole"), &numbering);
    let path = folder.path().join("stopped");
    let mut dice = Random::new(5);
    let mut stops = 0;
    loop {
        // A new sweep each time: nothing is known but the checkpoint.
        let sweep = DeltaSweep::new(&numbering);
        let (stop, ticks) = (AtomicBool::new(false), AtomicU32::new(1 + dice.below(3) as u32));
        let options = BuildOptions { threads: 1 + stops % 2, ..often() };
        let build = Build { indexed: &numbering, sweep: &sweep, path: &path, options };
        let built = build.run(&stop, &mut |_| {
            stop.store(ticks.fetch_sub(1, Relaxed) == 1 && stops < 5, Relaxed);
        });
        match built {
            Ok(header) => {
                assert_eq!(header.unfinished, None);
                break;
            }
            Err(TableError::Stopped) => {
                stops += 1;
                assert!(!path.exists(), "a table that is not finished is not there");
                let header = read_header(&partial_path(&path)).expect("a checkpoint");
                assert!(header.unfinished.is_some());
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(fs::read(&path).expect("the table") == expected, "the files differ");
    assert!(!partial_path(&path).exists(), "the checkpoint is removed");
}

#[test]
fn a_checkpoint_that_is_damaged_is_told_and_not_used() {
    let numbering = four();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    fs::write(partial_path(&path), b"plywood-table-1\nrubbish").expect("written");
    let sweep = DeltaSweep::new(&numbering);
    let error = build(&path, &numbering, &sweep, often()).expect_err("damaged");
    assert!(matches!(error, TableError::Damaged { .. }), "{error}");
}

#[test]
fn too_little_memory_is_told_before_anything_is_written() {
    let numbering = four();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("table");
    let options = BuildOptions { megabytes: 5, ..BuildOptions::default() };
    let error = build(&path, &numbering, &DeltaSweep::new(&numbering), options);
    let said = error.expect_err("too little").to_string();
    assert_eq!(said, "the table needs 12 MB of memory; allowed are 5 MB");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_folder_that_does_not_exist_is_told_before_the_work() {
    let numbering = four();
    let path = Path::new("/no/such/folder/table");
    let error = build(path, &numbering, &DeltaSweep::new(&numbering), often());
    let said = error.expect_err("no folder").to_string();
    assert!(said.starts_with("/no/such/folder/table.partial: cannot write there"), "{said}");
}
