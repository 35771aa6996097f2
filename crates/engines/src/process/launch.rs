//! Starting a process: in its own group, marked, limited, and ended by the kernel
//! if this program is killed, before the watcher ends what it has started.
//!
//! The parent-death signal and the limits are set by `setpriv` and `prlimit` of
//! util-linux, because setting them between fork and exec needs unsafe code. The
//! kernel sends the signal when the thread that started the process ends, so
//! one thread, which never ends, starts them all.

use super::kin::{Kin, VARIABLE};
use plywood_players::{Cause, Failure};
use plywood_workbench::ExternalSpec;
use process_wrap::std::{ChildWrapper, CommandWrap};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A command to be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Launch {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    folder: Option<String>,
    environment: Vec<(String, String)>,
}

/// A process that has just been started.
pub(super) struct Launched {
    pub(super) child: Box<dyn ChildWrapper>,
    pub(super) program: String,
}

type Reply = Sender<io::Result<Box<dyn ChildWrapper>>>;

impl Launch {
    /// The command with these words, limited as `spec` says.
    ///
    /// # Errors
    /// In words, if there is no such program, or no means to limit it.
    pub(crate) fn new(spec: &ExternalSpec, words: Vec<String>) -> Result<Self, String> {
        let folder = spec.folder.clone();
        let Some(program) = words.first().filter(|word| !word.is_empty()) else {
            return Err("there is no command".to_owned());
        };
        if let Some(folder) = folder.as_deref().filter(|folder| !Path::new(folder).is_dir()) {
            return Err(format!("there is no folder {folder}"));
        }
        runnable(program, folder.as_deref())?;
        let mut limited = Vec::new();
        // Java reserves far more than it uses: its own option limits its heap.
        let memory = spec.memory.filter(|_| !program.ends_with("java"));
        if memory.is_some() || spec.cpu.is_some() {
            if in_path("prlimit").is_none() {
                return Err("limits need the program prlimit, which is not installed; \
                            leave memory and cpu out"
                    .to_owned());
            }
            limited.push("prlimit".to_owned());
            limited.extend(memory.map(|megabytes| format!("--as={}", megabytes << 20)));
            limited.extend(spec.cpu.map(|seconds| format!("--cpu={seconds}")));
            limited.push("--".to_owned());
        }
        limited.extend(words);
        Ok(Self { words: limited, folder, environment: Vec::new() })
    }

    /// Starts it.
    pub(super) fn start(mut self, kin: &Kin) -> Result<Launched, Failure> {
        let program = self.words.join(" ");
        if cfg!(target_os = "linux") && in_path("setpriv").is_some() {
            let guarded = ["setpriv", "--pdeathsig", "KILL", "--"].map(str::to_owned);
            self.words.splice(0..0, guarded);
        }
        self.environment.push((VARIABLE.to_owned(), kin.value()));
        let unable = |problem: &str| {
            Failure::new(Cause::Resource, format!("{program} cannot be started: {problem}"))
        };
        let (reply, started) = channel();
        starter().send((self, reply)).map_err(|_| unable("the starting thread has ended"))?;
        match started.recv() {
            Ok(Ok(child)) => Ok(Launched { child, program }),
            Ok(Err(error)) => Err(unable(&error.to_string())),
            Err(_) => Err(unable("the starting thread has ended")),
        }
    }

    fn spawn(&self) -> io::Result<Box<dyn ChildWrapper>> {
        let mut command = CommandWrap::with_new(&self.words[0], |command| {
            command.args(&self.words[1..]).envs(self.environment.iter().cloned());
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            if let Some(folder) = &self.folder {
                command.current_dir(folder);
            }
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        command.spawn()
    }
}

/// The thread that starts all processes.
fn starter() -> Sender<(Launch, Reply)> {
    static STARTER: OnceLock<Mutex<Sender<(Launch, Reply)>>> = OnceLock::new();
    let sender = STARTER.get_or_init(|| {
        let (sender, launches) = channel::<(Launch, Reply)>();
        std::thread::spawn(move || {
            for (launch, reply) in launches {
                // The asking thread waits for the answer.
                let _ = reply.send(launch.spawn());
            }
        });
        Mutex::new(sender)
    });
    sender.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether a program can be started by this name from this folder.
///
/// # Errors
/// In words, if not.
fn runnable(program: &str, folder: Option<&str>) -> Result<(), String> {
    let path = match program.contains('/') {
        true => Path::new(folder.unwrap_or(".")).join(program),
        false => in_path(program).ok_or_else(|| {
            format!(
                "there is no program {program}; write a path such as ./{program} or the name of \
                 an installed program"
            )
        })?,
    };
    if path.is_dir() {
        return Err(format!("{program} is a folder; name a program"));
    }
    if !path.is_file() {
        let place = folder.map_or(String::new(), |folder| format!(" in the folder {folder}"));
        return Err(format!("there is no program {program}{place}"));
    }
    if !may_run(&path) {
        return Err(format!("{program} may not be run; 'chmod +x {program}' allows it"));
    }
    match interpreter(&path).filter(|interpreter| !Path::new(interpreter).exists()) {
        Some(missing) => {
            let first = "which the first line of";
            Err(format!("there is no {missing}, {first} {program} names as its interpreter"))
        }
        None => Ok(()),
    }
}

/// The interpreter that the first line of a script names.
fn interpreter(path: &Path) -> Option<String> {
    let mut start = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    io::Read::read_to_end(&mut io::Read::take(file, 256), &mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line).into_owned();
    // The kernel takes a carriage return for a part of the name.
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    words.next().map(|word| word.replace('\r', "\\r"))
}

/// Whether a file has the permission to be run.
fn may_run(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}

/// The program of this name in the folders where programs are.
pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = [program.to_owned(), format!("{program}{}", std::env::consts::EXE_SUFFIX)];
    let mut paths = std::env::split_paths(&folders)
        .flat_map(|folder| names.clone().map(|name| folder.join(name)));
    paths.find(|path| path.is_file() && may_run(path))
}
