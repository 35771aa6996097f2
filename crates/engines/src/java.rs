//! Java players of the course's framework `mnkgame`: the command that starts the
//! bridge to them.
//!
//! The bridge is a class of ours that speaks UGI. It is compiled once, into a
//! folder named after its source and the version of Java; where there is no
//! `javac`, `java` starts it from its source each time.

use crate::process::in_path;
use plywood_game::mix;
use plywood_workbench::ExternalSpec;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The bridge, and the name of its class.
const SOURCE: &str = include_str!("../java/PlywoodBridge.java");
const CLASS: &str = "PlywoodBridge";
/// Megabytes of heap, unless the option memory says another number.
const HEAP: u64 = 1024;

/// The words that start the bridge for `CLASSPATH:CLASS`.
///
/// # Errors
/// In words, if something is missing.
pub(crate) fn command(spec: &ExternalSpec) -> Result<Vec<String>, String> {
    let (path, class) = spec.command.rsplit_once(':').ok_or(
        "expected CLASSPATH:CLASS, such as mnkgame:out:player.MyPlayer; the last colon separates",
    )?;
    let missing = path.split(':').find(|entry| {
        let entry = entry.strip_suffix("/*").unwrap_or(entry);
        !entry.is_empty() && !Path::new(entry).exists()
    });
    if let Some(entry) = missing {
        return Err(format!("the class path names {entry}, which does not exist"));
    }
    let java = in_path("java").ok_or("there is no java; install a JDK, version 11 or later")?;
    let java = java.to_string_lossy().into_owned();
    static BRIDGE: OnceLock<Result<Bridge, String>> = OnceLock::new();
    let bridge = BRIDGE.get_or_init(|| Bridge::prepare(&java)).clone()?;
    let heap = format!("-Xmx{}m", spec.memory.unwrap_or(HEAP));
    // Small heaps start and stop faster with one collecting thread.
    let mut words = vec![java, heap, "-XX:+UseSerialGC".to_owned(), "-cp".to_owned()];
    match bridge {
        Bridge::Compiled(folder) => {
            words.push(format!("{}:{path}", folder.display()));
            words.push(CLASS.to_owned());
        }
        Bridge::Source(file) => {
            words.push(path.to_owned());
            words.push(file.display().to_string());
        }
    }
    words.push(class.to_owned());
    Ok(words)
}

/// How the bridge is started.
#[derive(Clone)]
enum Bridge {
    /// From the classes in this folder.
    Compiled(PathBuf),
    /// From this source.
    Source(PathBuf),
}

impl Bridge {
    fn prepare(java: &str) -> Result<Self, String> {
        let key = fingerprint(SOURCE) ^ fingerprint(&identity(Path::new(java))?);
        let folder = cache().join(format!("bridge-{key:016x}"));
        if folder.join(format!("{CLASS}.class")).is_file() {
            return Ok(Self::Compiled(folder));
        }
        let unwritable = |error| format!("{}: {error}", folder.display());
        // Another process may do the same; each works in a folder of its own.
        let work = cache().join(format!("bridge-{key:016x}-{}", std::process::id()));
        std::fs::create_dir_all(&work).map_err(unwritable)?;
        let source = work.join(format!("{CLASS}.java"));
        std::fs::write(&source, SOURCE).map_err(unwritable)?;
        let Some(javac) = in_path("javac") else {
            return Self::from_source(java, &source);
        };
        let compiled = Command::new(javac).arg("-d").arg(&work).arg(&source).output();
        let compiled = compiled.map_err(|error| format!("javac cannot be started: {error}"))?;
        if !compiled.status.success() {
            return Err(format!("javac refuses the bridge: {}", errors_of(&compiled)));
        }
        if std::fs::rename(&work, &folder).is_err() {
            // Another process was first.
            let _ = std::fs::remove_dir_all(&work);
        }
        Ok(Self::Compiled(folder))
    }

    /// Starts from the source, if this Java has a compiler in it.
    fn from_source(java: &str, source: &Path) -> Result<Self, String> {
        let modules = said(Command::new(java).arg("--list-modules")).unwrap_or_default();
        match modules.contains("jdk.compiler") {
            true => Ok(Self::Source(source.to_owned())),
            false => Err("this Java can only run programs; to play with Java players install a \
                          JDK, such as the package default-jdk-headless"
                .to_owned()),
        }
    }
}

/// What is different for another Java, without starting it: asking it for its
/// version would take as long as starting an engine.
fn identity(java: &Path) -> Result<String, String> {
    let unreadable = |error| format!("{}: {error}", java.display());
    let java = java.canonicalize().map_err(unreadable)?;
    let file = java.metadata().map_err(unreadable)?;
    Ok(format!("{} {} {:?}", java.display(), file.len(), file.modified().ok()))
}

/// Where compiled classes are kept.
fn cache() -> PathBuf {
    use etcetera::BaseStrategy;
    let base = etcetera::choose_base_strategy().map(|folders| folders.cache_dir());
    base.unwrap_or_else(|_| std::env::temp_dir()).join("plywood")
}

/// What a command prints, on either stream.
fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("java cannot be started: {error}"))?;
    match output.status.success() {
        true => Ok(format!("{}{}", String::from_utf8_lossy(&output.stdout), errors_of(&output))),
        false => Err(format!("java fails: {}", errors_of(&output))),
    }
}

fn errors_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// A number for a text; another text has another one, as good as always.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}
