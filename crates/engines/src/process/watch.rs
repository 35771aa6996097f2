//! Ending what is left if this program is killed.
//!
//! A shell in a group of its own waits for the end of its input, which is a pipe
//! that this program holds and never writes to. The kernel closes it however this
//! program ends; then the shell ends every process with this manager's mark. So
//! also children that have left their group and their parent end within a moment.
//! Linux alone has the `/proc` that this needs; a process that has cleared its
//! environment is not found.

use super::kin::VARIABLE;
use super::launch::in_path;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

/// Looks at most 50 times, because what it looks for may be starting more.
const SCRIPT: &str = r#"
trap '' HUP INT QUIT TERM
read -r _
look=0
while [ $look -lt 50 ]; do
    look=$((look + 1))
    found=$(grep -lszE "^$1=(.*,)?$2[.]" /proc/[0-9]*/environ)
    [ "$found" ] || exit 0
    for file in $found; do
        id=${file#/proc/}
        kill -9 "${id%/environ}"
    done
done
"#;

/// Starts the shell, once for this program. Without it, the next manager ends
/// what is left.
pub(super) fn begin(manager: &str) {
    static WATCH: OnceLock<Option<Child>> = OnceLock::new();
    // Never dropped: the pipe is closed by the end of this program alone.
    WATCH.get_or_init(|| start(manager));
}

fn start(manager: &str) -> Option<Child> {
    in_path("grep")?;
    let manager = manager.replace('.', "[.]");
    let mut shell = Command::new(in_path("sh")?);
    shell.args(["-c", SCRIPT, "plywood-watch", VARIABLE, &manager]).process_group(0);
    shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    shell.current_dir("/").spawn().ok()
}
