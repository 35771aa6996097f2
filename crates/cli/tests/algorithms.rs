//! The pages in `docs/algorithms` and `docs/techniques` show what the program does:
//! every command on them prints what stands below it and draws the picture that is
//! committed, and every algorithm has its page.
//!
//! `PLYWOOD_UPDATE=1 cargo test -p plywood-cli --test algorithms` writes them
//! anew; then look at the pictures.

use plywood_workbench::ALGORITHMS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const REFRESH: &str = "PLYWOOD_UPDATE=1 cargo test -p plywood-cli --test algorithms";

fn folders() -> [PathBuf; 2] {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    [docs.join("algorithms"), docs.join("techniques")]
}

fn files() -> Vec<PathBuf> {
    let read = |folder| fs::read_dir(folder).expect("the folder of the pages");
    folders().iter().flat_map(read).map(|entry| entry.expect("a file").path()).collect()
}

fn pages() -> Vec<PathBuf> {
    let mut pages = files();
    pages.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    pages
}

fn is_updating() -> bool {
    std::env::var_os("PLYWOOD_UPDATE").is_some()
}

/// Runs a command line in a folder, as a person would.
fn run(line: &str, folder: &Path) -> String {
    let plywood = Path::new(env!("CARGO_BIN_EXE_plywood"));
    let path = std::env::var("PATH").unwrap_or_default();
    let here = plywood.parent().expect("a folder").display().to_string();
    let shell = Command::new("sh")
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{here}:{path}"))
        .env("NO_COLOR", "1")
        .output()
        .expect("a shell");
    assert!(shell.status.success(), "{line}\n{}", String::from_utf8_lossy(&shell.stderr));
    String::from_utf8(shell.stdout).expect("UTF-8")
}

/// The page with what its commands print now, which they are run for.
fn refreshed(page: &str, folder: &Path) -> String {
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        text.push_str(line);
        text.push('\n');
        if line == "```console" {
            let command = lines.next().and_then(|line| line.strip_prefix("$ "));
            let command = command.expect("a command, after '$ '");
            text.push_str(&format!("$ {command}\n{}```\n", run(command, folder)));
            lines.by_ref().find(|line| *line == "```").expect("the end of what it prints");
        }
    }
    text
}

#[test]
fn pages_say_and_show_what_the_program_does() {
    let mut pictures = 0;
    for page in pages() {
        let name = page.display();
        let text = fs::read_to_string(&page).expect("a page");
        let folder = tempfile::tempdir().expect("a folder");
        let now = refreshed(&text, folder.path());
        for drawn in fs::read_dir(folder.path()).expect("a folder") {
            let drawn = drawn.expect("a file");
            let committed = page.with_file_name(drawn.file_name());
            let file = drawn.file_name().to_string_lossy().into_owned();
            assert!(text.contains(&format!("]({file})")), "{name} does not show {file}");
            let picture = fs::read_to_string(drawn.path()).expect("a picture");
            if is_updating() {
                fs::write(&committed, &picture).expect("written");
            }
            let before = fs::read_to_string(&committed).unwrap_or_default();
            assert!(before == picture, "{file} is not what the search does now; {REFRESH}");
            pictures += 1;
        }
        if is_updating() {
            fs::write(&page, &now).expect("written");
        } else {
            assert_eq!(text, now, "{name} is not what the program says now; {REFRESH}");
        }
    }
    assert!(pictures >= 14, "only {pictures} pictures were drawn");
}

/// The headings of a page, as links name them.
fn headings(page: &Path) -> impl Iterator<Item = String> {
    let text = fs::read_to_string(page).expect("a page");
    let heading = |line: &str| {
        line.starts_with('#').then(|| line.trim_start_matches('#').trim().to_lowercase())
    };
    let named = |words: String| -> String {
        let kept =
            words.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
    };
    text.lines().filter_map(heading).map(named).collect::<Vec<String>>().into_iter()
}

#[test]
fn no_picture_is_left_over_and_every_link_leads_somewhere() {
    let mut shown = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if !link.starts_with("http") {
                let (file, heading) = link.split_once('#').unwrap_or((link, ""));
                let target = page.with_file_name("").join(file);
                assert!(target.exists(), "{}: there is no {link}", page.display());
                let found = heading.is_empty() || headings(&target).any(|one| one == heading);
                assert!(found, "{}: there is no {link}", page.display());
                shown.push(target);
            }
        }
    }
    for path in files() {
        let is_index = path.ends_with("README.md");
        assert!(is_index || shown.contains(&path), "nothing leads to {}", path.display());
    }
}

#[test]
fn every_algorithm_is_in_the_index() {
    let index = fs::read_to_string(folders()[0].join("README.md")).expect("an index");
    for algorithm in ALGORITHMS {
        let name = format!("| `{}` |", algorithm.name);
        assert!(index.contains(&name), "docs/algorithms/README.md has no {}", algorithm.name);
    }
}
