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
    /// A package of npm and its version, installed into the target directory.
    Npm(&'static str, &'static str),
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
const CHROMIUM: Tool =
    Tool { probe: ("chromium", "--version"), source: Source::Debian("chromium") };
const CHROMEDRIVER: Tool =
    Tool { probe: ("chromedriver", "--version"), source: Source::Debian("chromium-driver") };
/// Makes requests to the system go wrong, for the tests of the page's server.
const STRACE: Tool = Tool { probe: ("strace", "--version"), source: Source::Debian("strace") };
/// Sets the clock of a process, for the tests of the page's server.
const FAKETIME: Tool =
    Tool { probe: ("faketime", "--version"), source: Source::Debian("faketime") };
/// Finds the children of a process, for the tests of engines.
const PROCPS: Tool = Tool { probe: ("pgrep", "--version"), source: Source::Debian("procps") };
const GRAPHVIZ: Tool = Tool { probe: ("dot", "-V"), source: Source::Debian("graphviz") };
const NPM: Tool = Tool { probe: ("npm", "--version"), source: Source::Debian("npm") };
const TYPESCRIPT: Tool = Tool {
    probe: ("target/npm/node_modules/.bin/tsc", "--version"),
    source: Source::Npm("typescript", "7.0.2"),
};

/// A server of which the tests make throw-away clusters, and what makes them. The
/// server's programs are not in the path.
const POSTGRES: Tool = Tool {
    probe: ("perl", "-eexit !glob '/usr/lib/postgresql/*/bin/initdb'"),
    source: Source::Debian("postgresql"),
};
const POSTGRES_COMMON: Tool =
    Tool { probe: ("pg_virtualenv", "-h"), source: Source::Debian("postgresql-common") };

/// For sample players and the bridge to Java players.
const JAVA: Tool =
    Tool { probe: ("javac", "--version"), source: Source::Debian("default-jdk-headless") };
const PYTHON: Tool = Tool { probe: ("python3", "--version"), source: Source::Debian("python3") };

/// For `cargo xtask test`.
pub(crate) const TESTING: [Tool; 17] = [
    RUSTFMT,
    CLIPPY,
    CPLUSPLUS,
    CARGO_FUZZ,
    CARGO_DENY,
    CHROMIUM,
    CHROMEDRIVER,
    GRAPHVIZ,
    STRACE,
    FAKETIME,
    PROCPS,
    JAVA,
    PYTHON,
    NPM,
    TYPESCRIPT,
    POSTGRES,
    POSTGRES_COMMON,
];
/// For `cargo xtask measure workers`.
pub(crate) const SERVING: [Tool; 2] = [POSTGRES, POSTGRES_COMMON];
/// For `cargo xtask fuzz`.
pub(crate) const FUZZING: [Tool; 2] = [CPLUSPLUS, CARGO_FUZZ];
/// For `cargo xtask bench`.
pub(crate) const MEASURING: [Tool; 2] = [VALGRIND, GUNGRAUN];

/// Installs everything that is missing: crates, toolchain components and
/// packages of npm always, Debian packages as root only. Those come first,
/// since the others may need them.
pub(crate) fn ensure(tools: &[Tool]) -> Result<(), String> {
    let missing: Vec<&Tool> = tools.iter().filter(|tool| !tool.is_there()).collect();
    let packages: Vec<&str> = missing.iter().filter_map(|tool| tool.package()).collect();
    if !packages.is_empty() {
        install_packages(&packages)?;
    }
    for tool in missing {
        match tool.source {
            Source::Debian(_) => {}
            Source::Rustup(component) => {
                let arguments = ["component", "add", component];
                Step::program(&format!("install {component}"), "rustup", &arguments).run()?;
            }
            Source::Crate(name, version) => {
                let arguments = ["install", "--locked", "--version", version, name];
                Step::cargo(&format!("install {name}"), &arguments).run()?;
            }
            Source::Npm(name, version) => {
                let package = format!("{name}@{version}");
                let arguments = ["install", "--prefix", "target/npm", "--no-save", &package];
                Step::program(&format!("install {name}"), "npm", &arguments).run()?;
            }
        }
    }
    Ok(())
}

impl Tool {
    fn package(&self) -> Option<&'static str> {
        match self.source {
            Source::Debian(package) => Some(package),
            _ => None,
        }
    }

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
