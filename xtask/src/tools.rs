//! What the tasks need on the machine, and how to get it.

use crate::run::Step;
use std::process::{Command, Stdio};

/// A program that a task needs.
pub(crate) struct Tool {
    /// What to run to see whether it is there, with an argument that makes it
    /// answer.
    probe: (&'static str, &'static str),
    source: Source,
}

enum Source {
    /// A component of the Rust toolchain.
    Rustup(&'static str),
    /// A Debian package.
    Debian(&'static str),
    /// A crate with a binary, and its version.
    Crate(&'static str, &'static str),
}

const RUSTFMT: Tool = Tool { probe: ("cargo-fmt", "--version"), source: Source::Rustup("rustfmt") };
const CLIPPY: Tool =
    Tool { probe: ("cargo-clippy", "--version"), source: Source::Rustup("clippy") };
const CPLUSPLUS: Tool = Tool { probe: ("c++", "--version"), source: Source::Debian("g++") };
const VALGRIND: Tool =
    Tool { probe: ("valgrind", "--version"), source: Source::Debian("valgrind") };
const CARGO_FUZZ: Tool =
    Tool { probe: ("cargo-fuzz", "--version"), source: Source::Crate("cargo-fuzz", "0.13.2") };
const CARGO_DENY: Tool =
    Tool { probe: ("cargo-deny", "--version"), source: Source::Crate("cargo-deny", "0.20.2") };
const GUNGRAUN: Tool = Tool {
    probe: ("gungraun-runner", "--version"),
    source: Source::Crate("gungraun-runner", "0.20.0"),
};

/// For `cargo xtask test`.
pub(crate) const TESTING: [Tool; 5] = [RUSTFMT, CLIPPY, CPLUSPLUS, CARGO_FUZZ, CARGO_DENY];
/// For `cargo xtask fuzz`.
pub(crate) const FUZZING: [Tool; 2] = [CPLUSPLUS, CARGO_FUZZ];
/// For `cargo xtask bench`.
pub(crate) const MEASURING: [Tool; 2] = [VALGRIND, GUNGRAUN];

/// Installs whatever is missing: crates and toolchain components always,
/// Debian packages as root only.
pub(crate) fn ensure(tools: &[Tool]) -> Result<(), String> {
    let mut packages = Vec::new();
    for tool in tools.iter().filter(|tool| !tool.is_there()) {
        match tool.source {
            Source::Debian(package) => packages.push(package),
            Source::Rustup(component) => {
                let arguments = ["component", "add", component];
                Step::program(&format!("install {component}"), "rustup", &arguments).run()?;
            }
            Source::Crate(name, version) => {
                let arguments = ["install", "--locked", "--version", version, name];
                Step::cargo(&format!("install {name}"), &arguments).run()?;
            }
        }
    }
    if packages.is_empty() { Ok(()) } else { install_packages(&packages) }
}

impl Tool {
    fn is_there(&self) -> bool {
        let (program, argument) = self.probe;
        let answer = Command::new(program)
            .arg(argument)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        answer.is_ok_and(|status| status.success())
    }
}

fn install_packages(packages: &[&str]) -> Result<(), String> {
    if !is_root() {
        let list = packages.join(" ");
        return Err(format!("some packages are missing; run: sudo apt-get install {list}"));
    }
    Step::program("update of the package lists", "apt-get", &["update"]).run()?;
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    Step::program("install packages", "apt-get", &install)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The names of the fuzz targets: the files in `fuzz/fuzz_targets`.
pub(crate) fn fuzz_targets() -> Result<Vec<String>, String> {
    let folder = "fuzz/fuzz_targets";
    let files = std::fs::read_dir(folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut names = Vec::new();
    for file in files {
        let path = file.map_err(|error| format!("{folder}: {error}"))?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|stem| stem.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    if names.is_empty() { Err(format!("{folder} has no targets")) } else { Ok(names) }
}
