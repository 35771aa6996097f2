//! Finding everything that an engine started, wherever it has gone.
//!
//! A process can leave its group and its parent, but it keeps the environment it
//! was started with. Each engine gets a mark there, which its children inherit:
//! the manager's process, when that was started, and a number. So what an engine
//! leaves behind is found when it ends. What a manager leaves behind that was
//! killed is found by its watcher (`watch.rs`), and if that was killed too,
//! when the next manager starts an engine. Where there is no `/proc`, only the
//! group is ended.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable. Engines that manage engines add to it.
pub(crate) const VARIABLE: &str = "PLYWOOD_ENGINE";

/// The processes of one engine.
pub(crate) struct Kin {
    mark: String,
}

impl Kin {
    /// A new mark.
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        static SWEPT: OnceLock<()> = OnceLock::new();
        SWEPT.get_or_init(end_orphans);
        #[cfg(target_os = "linux")]
        super::watch::begin(&this_manager());
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { mark: format!("{}.{number}", this_manager()) }
    }

    /// The value of the variable for this engine.
    pub(crate) fn value(&self) -> String {
        match std::env::var(VARIABLE) {
            Ok(outer) if !outer.is_empty() => format!("{outer},{}", self.mark),
            _ => self.mark.clone(),
        }
    }

    /// Ends all that is left. What is being started meanwhile is found by the
    /// next look.
    pub(crate) fn kill(&self) {
        const LOOKS: usize = 50;
        for _ in 0..LOOKS {
            let left = marked(|mark| mark == self.mark);
            if left.is_empty() {
                return;
            }
            left.into_iter().for_each(kill);
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

/// Ends the engines of managers that have ended without doing so.
fn end_orphans() {
    marked(|mark| manager_of(mark).is_some_and(|manager| !is_alive(manager)))
        .into_iter()
        .for_each(kill);
}

/// The part of a mark that stands for the manager.
fn manager_of(mark: &str) -> Option<&str> {
    mark.rsplit_once('.').map(|(manager, _)| manager)
}

/// This process as a part of a mark.
fn this_manager() -> String {
    let id = std::process::id();
    format!("{id}.{}", started(id).unwrap_or_default())
}

/// Whether the manager that a mark names still runs. One that cannot be read is
/// taken to run.
fn is_alive(manager: &str) -> bool {
    let Some((id, start)) = manager.split_once('.') else { return true };
    let (Ok(id), Ok(start)) = (id.parse(), start.parse::<u64>()) else { return true };
    started(id) == Some(start)
}

/// When a process started, in the kernel's ticks. A number of a process is used
/// again; number and start together are not.
fn started(id: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name may hold anything, so the fields are counted from its end.
    let fields = &stat[stat.rfind(')')? + 1..];
    fields.split_whitespace().nth(19)?.parse().ok()
}

/// The processes with a mark for which this holds.
fn marked(holds: impl Fn(&str) -> bool) -> Vec<u32> {
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let ids = processes.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let own = std::process::id();
    ids.filter(|&id| id != own)
        .filter(|id| {
            let Ok(environment) = std::fs::read(format!("/proc/{id}/environ")) else {
                return false;
            };
            let mut variables = environment.split(|&byte| byte == 0);
            let value = variables.find_map(|variable| {
                variable.strip_prefix(VARIABLE.as_bytes())?.strip_prefix(b"=")
            });
            let value = value.map(String::from_utf8_lossy);
            value.is_some_and(|value| value.split(',').any(&holds))
        })
        .collect()
}

#[cfg(unix)]
fn kill(id: u32) {
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        // It may have ended by itself.
        let _ = rustix::process::kill_process(id, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manager_is_known_by_its_number_and_its_start() {
        let own = this_manager();
        assert!(is_alive(&own), "{own}");
        let (id, start) = own.split_once('.').expect("both");
        let later = start.parse::<u64>().expect("a number") + 1;
        assert!(!is_alive(&format!("{id}.{later}")));
        assert!(is_alive("unknown"));
        assert_eq!(manager_of("12.34.5"), Some("12.34"));
    }
}
