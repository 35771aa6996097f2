//! Two words for what is certain: "exact" for what a complete search found,
//! "proven" for what a file shows that `verify` accepts. Nothing else says the
//! second one.

use std::fs;
use std::path::{Path, PathBuf};

/// Who may: what puts the word into words, and what names the file.
const MAY_SAY_SO: [&str; 5] = [
    "workbench/src/meaning.rs",
    "workbench/src/solving.rs",
    "cli/src/solve.rs",
    "cli/src/solve_job.rs",
    "cli/src/table_work.rs",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path
            .extension()
            .is_some_and(|kind| ["rs", "js", "html"].iter().any(|&k| kind == k))
        {
            found.push(path);
        }
    }
}

/// Whether one of the texts in quotes on this line says it.
fn says_so(line: &str) -> bool {
    ['"', '\'', '`'].iter().any(|&quote| {
        line.split(quote).skip(1).step_by(2).any(|text| text.to_lowercase().contains("proven"))
    })
}

#[test]
fn nothing_but_solve_and_tables_says_proven() {
    let crates = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut files = Vec::new();
    for folder in fs::read_dir(crates).expect("the crates").flatten() {
        for part in ["src", "assets"] {
            let part = folder.path().join(part);
            if part.is_dir() {
                sources(&part, &mut files);
            }
        }
    }
    assert!(files.len() > 200, "{}", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let (name, line) = (file.display(), line.trim());
            let says = says_so(line) || line.contains("Certainty::Proven");
            let may = MAY_SAY_SO.iter().any(|name| file.ends_with(name));
            assert!(may || !says, "{name}: {line}");
        }
    }
}
