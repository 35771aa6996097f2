//! The page's modules are checked against the types that the server declares.

use std::path::Path;
use std::process::Command;

#[test]
fn the_modules_agree_with_the_declared_types() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compiler = here.join("../../target/npm/node_modules/.bin/tsc");
    let check = Command::new(&compiler).arg("--project").arg(here.join("tsconfig.json")).output();
    let output = check.unwrap_or_else(|error| {
        panic!("{}: {error}; `cargo xtask test` installs it", compiler.display())
    });
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn every_module_asks_to_be_checked_and_says_what_it_is_for() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let files = std::fs::read_dir(assets).expect("the folder of the page");
    let mut modules = 0;
    for file in files {
        let path = file.expect("a file of the page").path();
        if path.extension().is_some_and(|extension| extension == "js") {
            let text = std::fs::read_to_string(&path).expect("a module");
            assert!(text.starts_with("// @ts-check\n// "), "{}", path.display());
            modules += 1;
        }
    }
    assert!(modules > 10);
}

#[test]
fn pure_modules_do_what_they_say_outside_a_browser() {
    let units = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/units");
    let files = std::fs::read_dir(&units).expect("the folder of the units");
    let files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    let output = Command::new("node").args(["--test", "--test-reporter=tap"]).args(&files).output();
    let output = output.expect("node starts; `cargo xtask test` installs it");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("# pass 11"), "{said}");
}
