//! How much memory is free: on the machine, and in the control groups that this
//! process runs in, as those of containers and services.

use std::fs;
use std::path::Path;

/// Taken where the system does not tell.
const GUESS: u64 = 1024 << 20;

/// The memory that is free now, in megabytes.
pub(crate) fn free_megabytes() -> usize {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let group = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let free = free_of_machine(&text).unwrap_or(GUESS);
    let in_groups = free_of_groups(Path::new("/sys/fs/cgroup"), &group);
    (in_groups.map_or(free, |group| group.min(free)) >> 20) as usize
}

fn free_of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// The least that a control group of the process, or one above it, leaves. `root`
/// is where the groups of version 2 are; `own` is `/proc/self/cgroup`.
fn free_of_groups(root: &Path, own: &str) -> Option<u64> {
    let path = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    // In a container the path may be that of the host; the root is then its own.
    let inner = root.join(path);
    let groups = inner.ancestors().take_while(|group| group.starts_with(root));
    groups.filter_map(free_of_group).min()
}

fn free_of_group(group: &Path) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(group.join(name)).ok()?.trim().parse::<u64>().ok();
    // Without a limit the file says "max".
    let limit = number("memory.max")?;
    // Files that the kernel has read and can drop count as used.
    let stat = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let cached = stat.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse().ok());
    let used = number("memory.current").unwrap_or(0).saturating_sub(cached.unwrap_or(0));
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_control_group_counts() {
        let root = tempfile::tempdir().expect("a folder");
        let write = |file: &str, text: &str| {
            let file = root.path().join(file);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("written");
        };
        write("a/b/memory.max", "max\n");
        write("a/memory.max", "1000000\n");
        write("a/memory.current", "700000\n");
        write("a/memory.stat", "anon 1\ninactive_file 200000\n");
        assert_eq!(free_of_groups(root.path(), "1:name=x:/\n0::/a/b\n"), Some(500_000));
        assert_eq!(free_of_groups(root.path(), "0::/\n"), None);
        assert_eq!(free_of_groups(root.path(), ""), None);
    }

    #[test]
    fn the_machine_tells_what_is_available() {
        assert_eq!(free_of_machine("MemTotal: 9 kB\nMemAvailable:   2048 kB\n"), Some(2 << 20));
        assert_eq!(free_of_machine(""), None);
    }
}
