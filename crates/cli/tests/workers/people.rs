//! The commands of the tests: who runs an event, and workers.

use crate::cluster::Cluster;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub(crate) const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// How long a loaded machine may take for anything.
pub(crate) const PATIENCE: Duration = Duration::from_secs(300);

/// A command that ends with this.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.0.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().expect("kill").success());
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.0.try_wait().expect("a child").is_some()
    }

    /// Waits for its end; its exit status.
    pub(crate) fn end(&mut self) -> Option<i32> {
        wait("the end of a command", || self.0.try_wait().expect("a child").is_some());
        self.0.wait().expect("it has ended").code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until something is so.
pub(crate) fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < PATIENCE, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

pub(crate) fn plywood(folder: &Path, password: &str) -> Command {
    let mut command = Command::new(PLYWOOD);
    command.env("NO_COLOR", "1").env("PGPASSWORD", password).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// A command in the background, whose complaints go to a file.
pub(crate) fn start(folder: &Path, password: &str, arguments: &[&str], log: &str) -> Running {
    let log = std::fs::File::options().create(true).append(true).open(folder.join(log));
    let mut command = plywood(folder, password);
    let started = command.args(arguments).stderr(log.expect("a log")).spawn();
    Running(started.expect("plywood starts"))
}

pub(crate) fn output(folder: &Path, password: &str, arguments: &[&str]) -> Output {
    let mut command = plywood(folder, password);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.output().expect("plywood")
}

/// What a command prints that must succeed.
pub(crate) fn text(folder: &Path, password: &str, arguments: &[&str]) -> String {
    let output = output(folder, password, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

pub(crate) fn log(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

/// Everything about an event but times: the standings and the games.
pub(crate) fn outcome(folder: &Path, password: &str, store: &str) -> (String, String) {
    let show = text(folder, password, &["arena", "show", "event", "--json", "--store", store]);
    let timed = ["mean_ms", "longest_ms", "nodes_per_second"];
    let show: Vec<&str> =
        show.lines().filter(|line| !timed.iter().any(|key| line.contains(key))).collect();
    let export = ["arena", "export", "event", "-", "--format", "text", "--store", store];
    let games = text(folder, password, &export);
    let games: Vec<&str> = games.lines().filter(|line| !line.starts_with("times ")).collect();
    (show.join("\n"), games.join("\n"))
}

/// Runs the statements of the guide in this database, for roles of its own, whose
/// passwords are their kinds: `reader` and `worker`.
pub(crate) fn guide(cluster: &mut Cluster, stage: &Stage) {
    let text = include_str!("../../../../docs/many-machines.md");
    let blocks = text.split("```sql\n").skip(1).filter_map(|part| part.split_once("```"));
    let statements: String = blocks.map(|(block, _)| block).collect();
    assert!(statements.contains("CREATE ROLE"), "the guide has statements");
    let mut statements =
        statements.replace("DATABASE arena", &format!("DATABASE {}", stage.database));
    for kind in ["reader", "worker"] {
        let role = stage.role(kind);
        statements = statements.replace(&format!("plywood_{kind}"), &role);
        statements.push_str(&format!("ALTER ROLE {role} PASSWORD '{kind}';\n"));
    }
    let file = stage.path().join("roles.sql");
    std::fs::write(&file, statements).expect("a file");
    let run = format!("psql -qX -v ON_ERROR_STOP=1 -d {} < {}", stage.database, file.display());
    assert_eq!(cluster.shell(&run), "");
}

/// A test's stage: a folder, a database, an event that was played in a file.
pub(crate) struct Stage {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) database: String,
    pub(crate) url: String,
    pub(crate) password: String,
}

impl Stage {
    pub(crate) fn new(cluster: &mut Cluster, event: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("event.toml"), event).expect("an event");
        let database = cluster.database();
        let url = cluster.url("postgres", &database);
        Self { folder, url, password: cluster.password.clone(), database }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The role of the guide of this kind.
    pub(crate) fn role(&self, kind: &str) -> String {
        format!("{}_{kind}", self.database)
    }

    pub(crate) fn text(&self, arguments: &[&str]) -> String {
        text(self.path(), &self.password, arguments)
    }

    /// What the event gives in a file on this machine.
    pub(crate) fn expected(&self) -> (String, String) {
        self.text(&["arena", "run", "event.toml", "--store", "file.sqlite"]);
        outcome(self.path(), &self.password, "file.sqlite")
    }

    pub(crate) fn outcome(&self) -> (String, String) {
        outcome(self.path(), &self.password, &self.url)
    }

    /// Who runs the event.
    pub(crate) fn coordinator(&self) -> Running {
        let run = ["arena", "run", "event.toml", "--store", &self.url];
        start(self.path(), &self.password, &run, "coordinator.log")
    }

    /// A worker, with a lease of 3 s, that ends when the event is over.
    pub(crate) fn worker(&self, name: &str, more: &[&str]) -> Running {
        let usual = ["worker", "--store", &self.url, "--name", name, "--until-done"];
        let lease = ["--lease-heartbeat", "1s", "--missed", "3"];
        let words = [&usual[..], &lease, more].concat();
        start(self.path(), &self.password, &words, &format!("{name}.log"))
    }
}
