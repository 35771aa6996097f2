//! Tables: built, killed, verified, listed, and asked by `best`.

use super::{PLYWOOD, Said, folder, plywood, run};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const FOUR: [&str; 4] = ["solve", "delta:pieces=4", "--table", "delta-pieces-4.table"];

/// The command with `folder` as the folder of tables.
fn with_tables(folder: &Path, arguments: &[&str]) -> Said {
    run(Command::new(PLYWOOD).args(arguments).current_dir(folder).env("PLYWOOD_TABLES", folder), "")
}

fn json(said: &Said) -> serde_json::Value {
    serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {}", said.err))
}

#[test]
fn a_table_is_built_verified_listed_and_asked() {
    let here = folder();
    let listed = with_tables(here.path(), &["tables"]);
    assert!(listed.out.contains("no table of delta:pieces=4; it is built by"), "{}", listed.out);

    let built = with_tables(here.path(), &[&FOUR[..], &["--json"]].concat());
    let document = json(&built);
    assert_eq!((&document["exact"], &document["proven"]), (&true.into(), &false.into()));
    assert_eq!(
        (&document["to_move"], &document["stopped_by"]),
        (&"first".into(), &"solved".into())
    );
    assert_eq!(
        (&document["score"]["kind"], &document["score"]["value"]),
        (&"draw".into(), &0.into())
    );
    assert_eq!(document["table"]["positions"], 9_469_917);

    let verify = ["verify", "delta-pieces-4.table", "--sample", "20000"];
    let said = with_tables(here.path(), &verify);
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert!(said.out.contains("(a random sample)"), "{}", said.out);
    assert!(!said.out.contains("proven"), "a sample proves nothing");
    let document = json(&with_tables(here.path(), &[&verify[..], &["--json"]].concat()));
    assert_eq!((&document["kind"], &document["valid"]), (&"table".into(), &true.into()));
    assert_eq!(document["complete"], false);

    let document = json(&with_tables(here.path(), &["tables", "--json"]));
    let table = &document["tables"][0];
    assert_eq!((&table["game"], &table["longest"]), (&"delta:pieces=4".into(), &9.into()));
    best_knows(here.path(), table["example"].as_str().expect("a position"));
    best_looks_ahead(here.path());
    best_knows_draws_after_a_repetition(here.path());
    a_wrong_value_is_found(here.path());
    a_table_of_another_name_is_not_used(here.path());
}

/// `best` gives the table's value at once, in both variants.
fn best_knows(folder: &Path, longest: &str) {
    for game in ["delta:pieces=4", "delta:placement,pieces=4"] {
        let analyze = ["analyze", game, "--position", longest, "--json"];
        let document = json(&with_tables(folder, &analyze));
        let score = &document["score"];
        assert_eq!((&score["kind"], &score["plies"]), (&"win".into(), &9.into()), "{document}");
        assert_eq!((&document["exact"], &document["stopped_by"]), (&true.into(), &"solved".into()));
        let line = document["pv"].as_array().expect("a line");
        assert_eq!(line.len(), 9);
        // The line is legal and ends the game.
        let moves: Vec<&str> = line.iter().filter_map(|mv| mv.as_str()).collect();
        let moves = moves.join(" ");
        let perft = ["perft", game, "--position", longest, "--moves", &moves, "--depth", "1"];
        let said = with_tables(folder, &perft);
        assert!(said.out.ends_with("    1  0\n"), "{}{}", said.out, said.err);
    }
}

/// Both sides have gone to and fro: a third time would be a draw, which a drawn
/// position is already.
fn best_knows_draws_after_a_repetition(folder: &Path) {
    let position = ["--position", "...oo/.*.../..*../*..../o*o.. *"];
    let moves = ["--moves", "c3e1^b4 d5b5^e5 d2b4^e1 c5e5^b5"];
    let analyze = ["analyze", "delta:pieces=4", "--nodes", "1000", "--json"];
    let document = json(&with_tables(folder, &[&analyze[..], &position, &moves].concat()));
    assert_eq!((&document["score"]["kind"], &document["exact"]), (&"draw".into(), &true.into()));
    assert_eq!(document["stopped_by"], "solved", "{document}");
}

/// Two turns before the lifting phase the value is exact too.
fn best_looks_ahead(folder: &Path) {
    let position = "*..../.*o../..o*./...o./..... *";
    let analyze = ["analyze", "delta:pieces=4", "--position", position, "--json"];
    let document = json(&with_tables(folder, &[&analyze[..], &["--nodes", "100000"]].concat()));
    assert_eq!((&document["exact"], &document["stopped_by"]), (&true.into(), &"solved".into()));
    let lines = json(&with_tables(folder, &[&analyze[..], &["--lines", "3"]].concat()));
    assert_eq!(lines["lines"][0]["score"], document["score"], "{lines}");
}

/// The header tells whose table a file is; a file that cannot be used is told
/// about once, and the player searches.
fn a_table_of_another_name_is_not_used(folder: &Path) {
    fs::copy(folder.join("delta-pieces-4.table"), folder.join("delta-pieces-5.table"))
        .expect("copied");
    let listed = with_tables(folder, &["tables"]);
    assert!(listed.out.contains("cannot be used: "), "{}", listed.out);
    assert!(listed.out.contains("this is the table of delta:pieces=4"), "{}", listed.out);
    let position = "***../.*.../*..../...oo/o..oo *";
    let analyze = ["analyze", "delta:pieces=5", "--position", position, "--nodes", "1000"];
    let said = with_tables(folder, &analyze);
    assert_eq!(said.status, Some(0), "{}", said.err);
    assert_eq!(said.err.matches("note: ").count(), 1, "{}", said.err);
    assert!(said.err.contains("'best' searches without it"), "{}", said.err);
}

/// A table whose values are wrong although its checksums are right.
fn a_wrong_value_is_found(folder: &Path) {
    let path = folder.join("delta-pieces-4.table");
    let mut bytes = fs::read(&path).expect("the table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.join("changed"), &bytes).expect("written");
    let said = plywood(folder, &["verify", "changed", "--json"], "");
    assert_eq!(said.status, Some(1), "{}", said.err);
    assert_eq!(json(&said)["valid"], false);
    fs::write(folder.join("cut"), &bytes[..middle]).expect("written");
    let said = plywood(folder, &["verify", "cut"], "");
    assert_eq!(said.status, Some(1));
    assert!(said.err.contains("cut off"), "{}", said.err);
}

#[test]
fn a_build_that_is_killed_again_and_again_gives_the_same_file() {
    let here = folder();
    let kills = std::env::var("PLYWOOD_KILLS").ok().and_then(|kills| kills.parse().ok());
    let kills: u64 = kills.unwrap_or(5);
    let start = Instant::now();
    let whole = plywood(here.path(), &["solve", "delta:pieces=4", "--table", "whole"], "");
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    let mut needed = start.elapsed().as_millis() as usize;
    let (mut dice, mut interrupted) = (plywood_game::Random::new(9), 0);
    // The machine may be less busy than it was before.
    for kill in 0..kills + 10 {
        if kill >= kills && interrupted > 0 {
            break;
        }
        let mut command = Command::new(PLYWOOD);
        command.args(FOUR).args(["--checkpoint", "0"]).current_dir(here.path());
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(dice.below(needed / 2 + 1) as u64));
        child.kill().expect("killed");
        child.wait().expect("it ends");
        match here.path().join(FOUR[3]).exists() {
            true => {
                fs::remove_file(here.path().join(FOUR[3])).expect("removed, to build it again");
                needed /= 2;
            }
            false => interrupted += 1,
        }
    }
    assert!(interrupted > 0, "every kill was too late");
    let last = plywood(here.path(), &FOUR, "");
    assert_eq!(last.status, Some(0), "{}", last.err);
    let read = |name: &str| fs::read(here.path().join(name)).expect("a table");
    assert!(read(FOUR[3]) == read("whole"), "the files differ");
    assert!(!here.path().join("delta-pieces-4.table.partial").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_stops_the_build_and_space_lets_it_go_on() {
    let here = folder();
    let unshare = if is_root() { "-m" } else { "-Urm" };
    let probe = "mount -t tmpfs -o size=400k none /mnt";
    let probe = run(Command::new("unshare").args([unshare, "sh", "-c", probe]), "");
    if probe.status != Some(0) {
        super::common::skipped("a table on a full disk, this user may not mount a small disk");
        return;
    }
    fs::create_dir(here.path().join("small")).expect("a folder");
    // A name space of its own: nothing stays mounted.
    let script = format!(
        "mount -t tmpfs -o size=400k none small || exit 77\n\
         {PLYWOOD} solve delta:pieces=4 --table small/t --checkpoint 0\n\
         echo status $? >&2\n\
         ls small >&2\n\
         mount -o remount,size=10m small || exit 77\n\
         {PLYWOOD} solve delta:pieces=4 --table small/t || exit 78\n\
         cp small/t table"
    );
    let said = run(
        Command::new("unshare").args([unshare, "sh", "-c", &script]).current_dir(here.path()),
        "",
    );
    assert_eq!(said.status, Some(0), "{}{}", said.out, said.err);
    assert!(said.err.contains("the disk is full"), "{}", said.err);
    assert!(said.err.contains("status 2\n"), "{}", said.err);
    assert!(!said.err.contains("t.partial.new"), "nothing useless is left: {}", said.err);
    let whole = plywood(here.path(), &["solve", "delta:pieces=4", "--table", "whole"], "");
    assert_eq!(whole.status, Some(0), "{}", whole.err);
    let read = |name: &str| fs::read(here.path().join(name)).expect("a table");
    assert!(read("table") == read("whole"), "the files differ");
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    let said = run(Command::new("id").arg("-u"), "");
    said.out.trim() == "0"
}

#[test]
fn what_cannot_be_done_is_told_and_writes_nothing() {
    let here = folder();
    for (arguments, problem) in [
        (
            vec!["solve", "othello", "--table", "t"],
            "othello cannot have a table; these games can: ",
        ),
        (vec!["solve", "delta:pieces=4", "--table", "no/t"], "cannot write there"),
        (
            vec!["solve", "delta", "--table", "t", "--memory", "100"],
            "the table needs 3304 MB of memory; allowed are 100 MB",
        ),
    ] {
        let said = plywood(here.path(), &arguments, "");
        assert_eq!(said.status, Some(2), "{}", said.err);
        assert!(said.err.contains(problem), "{}", said.err);
        assert_eq!(fs::read_dir(here.path()).expect("a folder").count(), 0);
    }
}
