//! Connections with TLS: a server with a certificate of a private authority is trusted
//! by who names the authority, and refused by everybody else.

use crate::cluster::{Cluster, Server};
use crate::people::{Stage, output, start, wait};

const SHORT: &str = r#"
players = ["random[seed=1]", "random[seed=2]"]
games = ["tictactoe"]
games-per-pair = 12
"#;

/// An authority, another one, and a certificate for `localhost` of the first, made
/// where this runs.
const CERTIFICATES: &str = "\
for name in ca other; do openssl req -x509 -newkey rsa:2048 -nodes -days 2 \
-subj /CN=$name -keyout $name.key -out $name.pem; done; \
openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr; \
echo subjectAltName=DNS:localhost > names; \
openssl x509 -req -days 2 -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial \
-extfile names -out server.pem";

/// Lets a server use TLS as long as this lives.
struct Encrypted<'c>(&'c mut Cluster);

impl<'c> Encrypted<'c> {
    fn start(cluster: &'c mut Cluster, stage: &Stage) -> Self {
        let folder = stage.path().display();
        cluster.shell(&format!("(cd {folder} && {CERTIFICATES}) > {folder}/openssl.log"));
        let data = cluster.sql("postgres", "SHOW data_directory");
        // The server reads a key only if it is its own and nobody else may.
        let install = "install -m 600 -o $(stat -c %u $D) -g $(stat -c %g $D)";
        let install = install.replace("$D", &data);
        for (file, setting) in [("server.pem", "ssl_cert_file"), ("server.key", "ssl_key_file")] {
            let said = cluster.shell(&format!("{install} {folder}/{file} {data}/tls-{file}"));
            assert_eq!(said, "");
            let set = format!("ALTER SYSTEM SET {setting} = '{data}/tls-{file}'");
            assert_eq!(cluster.sql("postgres", &set), "");
        }
        let mut encrypted = Self(cluster);
        encrypted.turn("on");
        encrypted
    }

    fn turn(&mut self, state: &str) {
        self.0.sql("postgres", &format!("ALTER SYSTEM SET ssl = {state}"));
        self.0.sql("postgres", "SELECT pg_reload_conf()");
        wait("TLS", || self.0.sql("postgres", "SHOW ssl") == state);
    }
}

impl Drop for Encrypted<'_> {
    fn drop(&mut self) {
        self.turn("off");
    }
}

#[test]
fn a_private_authority_is_trusted_by_who_names_it_and_by_nobody_else() {
    let mut server = Server::get();
    server.sql("postgres", "ALTER SYSTEM SET ssl = off");
    server.restart();
    let stage = Stage::new(&mut server, SHORT);
    let with = |options: &str| format!("{}?{options}", stage.url);
    let refused = |url: &str, reason: &str| {
        for command in [
            &["arena", "run", "event.toml", "--store", url][..],
            &["worker", "--store", url, "--lease-heartbeat", "200ms", "--missed", "1"],
        ] {
            let output = output(stage.path(), &stage.password, command);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{command:?}: {said}");
            assert!(said.contains(reason) && !said.contains(&stage.password), "{said}");
        }
    };
    refused(&with("sslmode=require"), "server does not support TLS");

    let encrypted = Encrypted::start(&mut server, &stage);
    let trusted = with("sslmode=verify-full&sslrootcert=ca.pem");
    refused(&with("sslmode=verify-full&sslrootcert=other.pem"), "certificate");
    refused(&with("sslmode=verify-full"), "certificate");
    let other_name = trusted.replace("@localhost:", "@127.0.0.1:");
    refused(&other_name, "certificate");
    refused(&with("sslmode=verify-full&sslrootcert=missing.pem"), "sslrootcert");

    let run = ["arena", "run", "event.toml", "--store", &trusted];
    let mut coordinator = start(stage.path(), &stage.password, &run, "coordinator.log");
    let connected = "SELECT count(*), bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity \
                     USING (pid) WHERE datname = current_database() AND pid <> pg_backend_pid()";
    wait("a connection", || encrypted.0.sql(&stage.database, connected) == "1|t");
    let worker = ["worker", "--store", &trusted, "--name", "w", "--until-done"];
    let mut worker = start(stage.path(), &stage.password, &worker, "w.log");
    assert_eq!((coordinator.end(), worker.end()), (Some(0), Some(0)));
    drop(encrypted);
    let (show, _) = stage.outcome();
    assert!(show.contains("\"finished\": 12"), "{show}");
}
