//! A throw-away `PostgreSQL` cluster: `pg_virtualenv` of Debian's postgresql-common
//! starts it, as root too, and drops it when the shell in it ends, which is when this
//! process ends in any way.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) struct Cluster {
    _shell: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    port: String,
    pub(crate) password: String,
    databases: usize,
}

/// Runs each line that it reads, and says when it has.
const SHELL: &str = "while read -r line; do eval \"$line\" 2>&1; echo; echo =done=; done";

/// Starts the cluster with that shell, which alone writes to us: `pg_virtualenv` says what
/// it drops, and would die of that when we have ended and nobody reads it.
const CLUSTER_SHELL: &str = "exec 3>&1 >/dev/null; \
    exec pg_virtualenv -t -o log_connections=on sh -c \"exec >&3; $1\"";

static CLUSTER: Mutex<Option<Cluster>> = Mutex::new(None);

/// The cluster of this process, for one test at a time: a test may restart it.
pub(crate) struct Server(MutexGuard<'static, Option<Cluster>>);

impl Server {
    pub(crate) fn get() -> Self {
        let mut cluster = CLUSTER.lock().unwrap_or_else(PoisonError::into_inner);
        cluster.get_or_insert_with(Cluster::start);
        Self(cluster)
    }
}

impl std::ops::Deref for Server {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        self.0.as_ref().expect("a cluster")
    }
}

impl std::ops::DerefMut for Server {
    fn deref_mut(&mut self) -> &mut Cluster {
        self.0.as_mut().expect("a cluster")
    }
}

impl Cluster {
    fn start() -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", CLUSTER_SHELL, "sh", SHELL]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut shell = command.spawn().expect("a shell");
        let input = shell.stdin.take().expect("a pipe");
        let output = BufReader::new(shell.stdout.take().expect("a pipe")).lines();
        let (port, password) = (String::new(), String::new());
        let mut cluster = Self { _shell: shell, input, output, port, password, databases: 0 };
        let first = cluster.shell("echo \"settings $PGPORT $PGPASSWORD\"");
        let words: Vec<&str> = first
            .lines()
            .find_map(|line| line.strip_prefix("settings "))
            .expect("settings")
            .split(' ')
            .collect();
        (cluster.port, cluster.password) = (words[0].to_owned(), words[1].to_owned());
        cluster
    }

    /// Runs a command among the cluster's environment; what it printed.
    pub(crate) fn shell(&mut self, command: &str) -> String {
        writeln!(self.input, "{command}").expect("the shell reads");
        let mut said = String::new();
        for line in &mut self.output {
            let line = line.expect("the shell answers");
            if line == "=done=" {
                return said.trim().to_owned();
            }
            said.push_str(&line);
            said.push('\n');
        }
        panic!(
            "there is no cluster, or it has ended: are the packages postgresql and \
             postgresql-common there, which 'cargo xtask test' installs? {said}"
        );
    }

    /// A new database; its name.
    pub(crate) fn database(&mut self) -> String {
        self.databases += 1;
        let name = format!("arena{}", self.databases);
        self.shell(&format!("createdb {name}"));
        name
    }

    /// What the server answers in this database.
    pub(crate) fn sql(&mut self, database: &str, statement: &str) -> String {
        let statement = statement.replace('\n', " ").replace('\'', "'\\''");
        self.shell(&format!("psql -AtqX -d {database} -c '{statement}'"))
    }

    /// Restarts the server as after a crash.
    pub(crate) fn restart(&mut self) {
        self.shell("pg_ctlcluster $PGVERSION regress restart -m immediate");
    }

    /// How a role reaches a database; the password is given otherwise.
    pub(crate) fn url(&self, role: &str, database: &str) -> String {
        format!("postgres://{role}@localhost:{}/{database}", self.port)
    }
}
