//! Workers are not trusted: their results are checked, their engines are their own,
//! their role has few rights, and nobody is told a password.

use crate::cluster::Server;
use crate::people::{PLYWOOD, Stage, guide, log, output, start, wait};

const SHORT: &str = r#"
players = ["random[seed=1]", "random[seed=2]"]
games = ["tictactoe"]
games-per-pair = 12

[openings]
moves = 1
"#;

/// A result that a worker returned, changed in this way in the database.
fn forge(server: &mut Server, stage: &Stage, game: usize, change: &str) {
    let update = format!(
        "UPDATE plywood.returns SET worker = $$mallory$$, result = {change} WHERE number = {game}"
    );
    assert_eq!(server.sql(&stage.database, &update), "");
}

#[test]
fn forged_results_are_refused_and_their_worker_is_named_and_excluded() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, SHORT);
    let expected = stage.expected();
    let mut coordinator = stage.coordinator();
    wait("games", || server.sql(&stage.database, "SELECT count(*) FROM plywood.queue") == "12");
    // Nobody checks what is returned now.
    coordinator.signal("-STOP");
    let mut worker = stage.worker("honest", &[]);
    let returned = "SELECT count(*) FROM plywood.returns";
    wait("results", || server.sql(&stage.database, returned) == "12");
    forge(&mut server, &stage, 0, "regexp_replace(result, $$moves ([a-c][1-3])$$, $$moves a9$$)");
    forge(
        &mut server,
        &stage,
        1,
        "regexp_replace(result, $$moves ([a-c][1-3] )$$, $$moves \\1\\1$$)",
    );
    forge(&mut server, &stage, 2, "$$rubbish$$");
    forge(&mut server, &stage, 3, "(SELECT result FROM plywood.returns WHERE number = 4)");
    let winner = "CASE WHEN result LIKE $$%{\"win\":\"first\"}%$$ \
                  THEN replace(result, $${\"win\":\"first\"}$$, $${\"win\":\"second\"}$$) \
                  WHEN result LIKE $$%{\"win\":\"second\"}%$$ \
                  THEN replace(result, $${\"win\":\"second\"}$$, $${\"win\":\"first\"}$$) \
                  ELSE replace(result, $$\"draw\"$$, $${\"win\":\"first\"}$$) END";
    forge(&mut server, &stage, 5, winner);
    coordinator.signal("-CONT");
    assert_eq!((coordinator.end(), worker.end()), (Some(0), Some(0)));
    assert_eq!(stage.outcome(), expected, "the games were played again");
    let refused = "SELECT number, reason FROM plywood.refusals ORDER BY number";
    let refused = server.sql(&stage.database, refused);
    for reason in [
        "0|its moves are not legal",
        "1|its moves are not legal",
        "2|it cannot be read",
        "3|it is another game",
        "5|the rules give",
    ] {
        assert!(refused.contains(reason), "{reason}: {refused}");
    }
    let said = log(stage.path(), "coordinator.log");
    assert!(said.contains("of worker mallory: its moves are not legal"), "{said}");
    let list = stage.text(&["arena", "workers", "--store", &stage.url]);
    let mallory = list.lines().find(|line| line.contains("mallory")).expect("it is named");
    assert!(mallory.contains("excluded") && mallory.contains("5"), "{list}");
    let admit = ["arena", "workers", "--admit", "mallory", "--json", "--store", &stage.url];
    assert!(!stage.text(&admit).contains("\"excluded\": true"));
    let unknown = ["arena", "workers", "--exclude", "nobody", "--store", &stage.url];
    assert_eq!(output(stage.path(), &stage.password, &unknown).status.code(), Some(2));
}

#[test]
fn an_excluded_worker_gets_no_game() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, SHORT);
    let mut coordinator = stage.coordinator();
    wait("games", || server.sql(&stage.database, "SELECT count(*) FROM plywood.queue") == "12");
    let insert = "INSERT INTO plywood.workers (name, engines) VALUES ($$bad$$, $${}$$)";
    server.sql(&stage.database, insert);
    stage.text(&["arena", "workers", "--exclude", "bad", "--store", &stage.url]);
    let mut bad = stage.worker("bad", &[]);
    wait("its complaint", || log(stage.path(), "bad.log").contains("this worker is excluded"));
    let taken = "SELECT count(*) FROM plywood.queue WHERE lease > 0";
    assert_eq!(server.sql(&stage.database, taken), "0");
    let mut good = stage.worker("good", &[]);
    let ends = (coordinator.end(), good.end(), bad.end());
    assert_eq!(ends, (Some(0), Some(0), Some(0)));
}

#[test]
fn a_game_goes_only_to_a_worker_that_has_its_engines() {
    let mut server = Server::get();
    // What stands in the event is never run: this machine has no such program.
    let event = r#"
players = ["random[seed=1]", "greedy"]
games = ["tictactoe"]
games-per-pair = 4

[[player]]
name = "Ann"
player = "ugi:/nowhere/ann --now"

[[player]]
name = "Bob"
player = "ugi:/nowhere/bob"
"#;
    let stage = Stage::new(&mut server, event);
    let mut coordinator = stage.coordinator();
    wait("games", || server.sql(&stage.database, "SELECT count(*) FROM plywood.queue") == "24");
    let engine = |name: &str, seed| {
        format!("{name}=ugi:{PLYWOOD} engine tictactoe --protocol ugi --player random[seed={seed}]")
    };
    let (ann, bob) = (engine("Ann", 5), engine("Bob", 6));
    let mut plain = stage.worker("plain", &[]);
    let mut wrong = stage.worker("wrong", &["--engine", &engine("ann", 5)]);
    let counted = "SELECT count(*) FROM plywood.results";
    wait("the games without engines", || server.sql(&stage.database, counted) == "4");
    let mut half = stage.worker("half", &["--engine", &ann]);
    wait("the games with one", || server.sql(&stage.database, counted) == "12");
    let left = "SELECT count(*), max(lease) FROM plywood.queue WHERE needs @> $${Bob}$$";
    assert_eq!(server.sql(&stage.database, left), "12|0", "nobody took a game of Bob");
    wait("a notice", || {
        log(stage.path(), "coordinator.log").contains("wait for a worker with --engine Bob")
    });
    let mut both = stage.worker("both", &["--engine", &ann, "--engine", &bob]);
    assert_eq!(coordinator.end(), Some(0));
    for worker in [&mut plain, &mut wrong, &mut half, &mut both] {
        assert_eq!(worker.end(), Some(0));
    }
    let who = "SELECT DISTINCT worker FROM plywood.queue WHERE needs @> $${Bob}$$";
    assert_eq!(server.sql(&stage.database, who), "both");
    let faults = "SELECT count(*) FROM plywood.results WHERE fault IS NOT NULL";
    assert_eq!(server.sql(&stage.database, faults), "0");
    let nothing = ["worker", "--store", &stage.url, "--engine", "Ann=ugi:/nowhere/ann"];
    assert_eq!(output(stage.path(), &stage.password, &nothing).status.code(), Some(2));
    let twice = ["worker", "--store", &stage.url, "--engine", &ann, "--engine", &ann];
    let twice = output(stage.path(), &stage.password, &twice);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("is given twice"));
}

#[test]
fn the_guides_role_can_work_and_can_change_nothing_that_counts() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, SHORT);
    let expected = stage.expected();
    let mut coordinator = stage.coordinator();
    wait("games", || server.sql(&stage.database, "SELECT count(*) FROM plywood.queue") == "12");
    guide(&mut server, &stage);
    let role = stage.role("worker");
    let url = server.url(&role, &stage.database);
    let worker = ["worker", "--store", &url, "--name", "w", "--until-done"];
    let mut worker = start(stage.path(), "worker", &worker, "w.log");
    assert_eq!(coordinator.end(), Some(0));
    assert_eq!(worker.end(), Some(0), "{}", log(stage.path(), "w.log"));
    assert_eq!(stage.outcome(), expected);
    for forbidden in [
        "INSERT INTO plywood.results VALUES (1, 999, $$[]$$, NULL)",
        "UPDATE plywood.results SET summary = $$[]$$",
        "UPDATE plywood.events SET lease = 100",
        "UPDATE plywood.workers SET barred = false",
        "UPDATE plywood.queue SET needs = $${}$$",
        "DELETE FROM plywood.queue",
        "DELETE FROM plywood.records",
    ] {
        let said = server.sql(&stage.database, &format!("SET ROLE {role}; {forbidden}"));
        assert!(said.contains("permission denied"), "{forbidden}: {said}");
    }
    let reader = server.url(&stage.role("reader"), &stage.database);
    let show = ["arena", "show", "--store", &reader];
    let shown = crate::people::text(stage.path(), "reader", &show);
    assert!(shown.contains("random[seed=1]"), "{shown}");
    let run = ["arena", "run", "event.toml", "--name", "mine", "--store", &reader];
    let refused = output(stage.path(), "reader", &run);
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("permission denied") && said.contains("many-machines.md"), "{said}");
}

#[test]
fn an_event_moves_between_a_file_and_a_server() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, SHORT);
    let expected = stage.expected();
    stage.text(&["arena", "export", "event", &stage.url, "--store", "file.sqlite"]);
    assert_eq!(stage.outcome(), expected, "from a file to a server");
    stage.text(&["arena", "export", "event", "back.sqlite", "--store", &stage.url]);
    let back = crate::people::outcome(stage.path(), &stage.password, "back.sqlite");
    assert_eq!(back, expected, "and back");
    let again = ["arena", "export", "event", "back.sqlite", "--store", &stage.url];
    let again = output(stage.path(), &stage.password, &again);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("has games of an event"));
    let list = stage.text(&["arena", "list", "--json", "--store", &stage.url]);
    assert!(list.contains("\"finished\": 12") && !list.contains(&stage.password), "{list}");
}

#[test]
fn no_message_shows_a_password() {
    let mut server = Server::get();
    let stage = Stage::new(&mut server, SHORT);
    let with = |url: &str| url.replacen("postgres@", "postgres:sesame@", 1);
    let (wrong, nowhere) =
        (with(&stage.url), "postgres://ann:sesame@127.0.0.1:1/arena?password=sesame");
    let places = [
        &*wrong,
        nowhere,
        "postgres://ann:sesame@host:port/arena",
        "postgres://ann:sesame@127.0.0.1:1/arena?sslmode=sesame",
        "postgres://ann:12/sesame@db.example/arena",
        "mysql://ann:sesame@db.example/arena",
        "https://ann:sesame@db.example/arena",
    ];
    for place in places {
        for command in [
            &["arena", "run", "event.toml", "--store", place][..],
            &["arena", "list", "--json", "--store", place],
            &["arena", "workers", "--store", place],
            &["arena", "export", "event", place, "--store", "file.sqlite"],
            &["worker", "--store", place, "--lease-heartbeat", "200ms", "--missed", "1"],
            &["worker", "--stroe", place],
            &["sprt", "tictactoe", "random", "greedy", "--games", "2", "--store", place],
        ] {
            let output = output(stage.path(), "wrong", command);
            assert_eq!(output.status.code(), Some(2), "{command:?}");
            for said in [&output.stdout, &output.stderr] {
                let said = String::from_utf8_lossy(said);
                assert!(!said.contains("sesame"), "{command:?}: {said}");
            }
        }
    }
    let log = server.shell("cat $PG_CLUSTER_CONF_ROOT/../log/*.log");
    assert!(!log.contains("sesame") && log.contains("password authentication failed"));
}
