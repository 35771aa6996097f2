//! The release build. A binary names the files that it was built from, in the places of
//! panics and in C code that reports its own: folders of the machine that built it, and
//! through them its user. This build writes other names for them, and then looks for them
//! in every byte of the binary.
//!
//! Cargo's own way, `trim-paths` in a profile, is not stable in 1.95.

use crate::run::Step;
use std::path::PathBuf;
use std::process::Command;

/// Apart from other builds, which have other flags: neither makes the other build
/// everything again.
const TARGET: &str = "target/dist";

/// Builds the binary and checks it.
pub(crate) fn release() -> Result<(), String> {
    let folders = Folders::of_this_machine()?;
    let config = folders.config();
    let build = ["build", "--release", "--locked", "--target-dir", TARGET, "--config", &config];
    let c_flags = std::env::var("CFLAGS").unwrap_or_default();
    let c_flags = format!("{c_flags} {}", folders.c_flags().join(" "));
    Step::cargo("release build", &build).env("CFLAGS", c_flags.trim()).run()?;
    check(&format!("{TARGET}/release/plywood{}", std::env::consts::EXE_SUFFIX))
}

/// An error if a binary names a folder of this machine.
pub(crate) fn check(file: &str) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let named = Folders::of_this_machine()?.named_in(&bytes);
    match named.first() {
        None => {
            println!("{file}: {} bytes, none of them a path of this machine", bytes.len());
            Ok(())
        }
        Some(first) => Err(format!(
            "{file} names {} paths of this machine, as in {first}; cargo xtask release builds \
             one without",
            named.len()
        )),
    }
}

/// The folders that must not be named, and what stands for each. Of two that fit, the
/// compilers take the last.
struct Folders(Vec<(PathBuf, &'static str)>);

impl Folders {
    fn of_this_machine() -> Result<Self, String> {
        let here = std::env::current_dir().and_then(|folder| folder.canonicalize());
        let here = here.map_err(|error| format!("this folder: {error}"))?;
        let home = std::env::home_dir().ok_or("there is no home folder")?;
        let cargo = std::env::var_os("CARGO_HOME").map_or(home.join(".cargo"), PathBuf::from);
        let rustc = Command::new("rustc").args(["--print", "sysroot"]).output();
        let rustc = rustc.map_err(|error| format!("rustc cannot run: {error}"))?;
        let sysroot = PathBuf::from(String::from_utf8_lossy(&rustc.stdout).trim());
        Ok(Self(vec![(home, "/home"), (sysroot, "/rust"), (cargo, "/cargo"), (here, "/plywood")]))
    }

    /// As a setting for cargo. It is added to the flags that `.cargo/config.toml` has for
    /// targets, where the variable `RUSTFLAGS` would take their place.
    fn config(&self) -> String {
        let flags: Vec<String> = self.rust_flags().iter().map(|flag| format!("{flag:?}")).collect();
        format!("target.'cfg(all())'.rustflags=[{}]", flags.join(", "))
    }

    fn rust_flags(&self) -> Vec<String> {
        self.pairs().map(|pair| format!("--remap-path-prefix={pair}")).collect()
    }

    fn c_flags(&self) -> Vec<String> {
        match cfg!(target_env = "msvc") {
            true => Vec::new(),
            false => self.pairs().map(|pair| format!("-ffile-prefix-map={pair}")).collect(),
        }
    }

    fn pairs(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(folder, name)| format!("{}={name}", folder.display()))
    }

    /// Every path in a folder that is named in these bytes, once each.
    fn named_in(&self, bytes: &[u8]) -> Vec<String> {
        let mut named = Vec::new();
        for (folder, _) in &self.0 {
            // A name that only begins with the folder's is another folder.
            let start = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
            let places = bytes.windows(start.len()).enumerate();
            let places = places.filter(|(_, part)| *part == start.as_bytes());
            named.extend(places.map(|(place, _)| path_at(&bytes[place..])));
        }
        named.sort();
        named.dedup();
        named
    }
}

/// The printable characters that these bytes begin with; texts in a binary have no end of
/// their own, so that they may be more than the path.
fn path_at(bytes: &[u8]) -> String {
    let path = bytes.iter().take(120).take_while(|byte| byte.is_ascii_graphic());
    path.map(|&byte| char::from(byte)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Builds a program that says where it panics, as a crate of a registry does, and
    /// gives its bytes.
    fn built(folder: &Path, flags: &[String]) -> Vec<u8> {
        let (source, program) = (folder.join("main.rs"), folder.join("program"));
        let text = "fn main() { assert!(std::env::args().count() > 5, \"no\"); }";
        std::fs::write(&source, text).expect("a source");
        let mut rustc = Command::new("rustc");
        let status = rustc.args(flags).arg("-o").args([&program, &source]).status();
        assert!(status.expect("rustc runs").success());
        std::fs::read(&program).expect("a program")
    }

    #[test]
    fn a_plain_build_names_its_folder_and_one_with_these_flags_does_not() {
        let folder = std::env::temp_dir().join(format!("plywood-release-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let folders = Folders(vec![(folder.clone(), "/elsewhere")]);
        let source = folder.join("main.rs").display().to_string();
        let plain = folders.named_in(&built(&folder, &[]));
        assert!(plain.iter().any(|path| path.starts_with(&source)), "{plain:?}");
        let clean = built(&folder, &folders.rust_flags());
        assert_eq!(folders.named_in(&clean), [""; 0]);
        let elsewhere = b"/elsewhere/main.rs";
        assert!(
            clean.windows(elsewhere.len()).any(|part| part == elsewhere),
            "it still says where"
        );
        std::fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_flags_of_the_repository_are_of_a_kind_to_which_others_can_be_added() {
        // Cargo reads `build.rustflags` only where no target has flags, and this build
        // gives every target some.
        let config = include_str!("../../.cargo/config.toml");
        let build = config.split("[build]").nth(1).unwrap_or_default();
        let build = build.split("\n[").next().unwrap_or_default();
        assert!(!build.contains("rustflags"), "write them as target.'cfg(...)'.rustflags");
    }
}
