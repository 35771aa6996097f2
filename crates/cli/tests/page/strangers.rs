//! Who is let in, and what strangers get.

use crate::served::{Served, folder, fresh};
use serde_json::json;

/// What a `Host` should lead to.
const OK: u16 = 200;
const MISDIRECTED: u16 = 421;
const FORBIDDEN: u16 = 403;

#[test]
fn only_our_own_names_and_origins_are_answered() {
    let (served, _folder) = fresh();
    let port = served.address.port();
    let own = [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("LOCALHOST:{port}"),
        format!("[::1]:{port}"),
    ];
    let foreign = [
        format!("evil.example:{port}"),
        "evil.example".to_owned(),
        "localhost".to_owned(),
        "127.0.0.1".to_owned(),
        "127.0.0.1:80".to_owned(),
        format!("127.0.0.1:{}", port - 1),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.nip.io:{port}"),
        format!("192.168.1.7:{port}"),
        format!("0.0.0.0:{port}"),
        format!("localhost:{port}@evil.example"),
        format!("evil.example#localhost:{port}"),
        format!("localhost:{port}:{port}"),
        format!("localhost:0{port}"),
        format!("[::1]:{port}]"),
        String::new(),
    ];
    let body = json!({ "game": "tictactoe" }).to_string();
    for host in own.iter().chain(&foreign) {
        let known = own.contains(host);
        let origins = [
            (None, true),
            (Some(format!("http://{host}")), true),
            (Some("null".to_owned()), false),
            (Some("http://evil.example".to_owned()), false),
            (Some(format!("http://evil.example:{port}")), false),
            (Some(format!("https://{host}")), false),
            (Some(format!("http://{host}.evil.example")), false),
            (Some(format!("http://127.0.0.1:{}", port - 1)), false),
            (Some("file://".to_owned()), false),
            (Some(String::new()), false),
        ];
        for (origin, same) in origins {
            let expected = match (known, same) {
                (false, _) => MISDIRECTED,
                (true, false) => FORBIDDEN,
                (true, true) => OK,
            };
            let mut headers = vec![("host", host.as_str())];
            headers.extend(origin.as_deref().map(|origin| ("origin", origin)));
            for path in ["/", "/api/catalogue", "/api/games"] {
                let status = served.ask("GET", path, &headers, b"").status;
                assert_eq!(status, expected, "GET {path} as {host:?} from {origin:?}");
            }
            headers.push(("x-plywood-token", &served.token));
            headers.push(("content-type", "application/json"));
            let status = served.ask("POST", "/api/games", &headers, body.as_bytes()).status;
            assert_eq!(status, expected, "POST as {host:?} from {origin:?}");
        }
    }
}

#[test]
fn two_hosts_or_two_origins_are_refused() {
    let (served, _folder) = fresh();
    let host = served.address.to_string();
    let origin = format!("http://{host}");
    for (headers, expected) in [
        (vec![("host", host.as_str()), ("host", host.as_str())], MISDIRECTED),
        (vec![("host", &host), ("host", "evil.example")], MISDIRECTED),
        (vec![("origin", &origin), ("origin", "http://evil.example")], FORBIDDEN),
        (vec![("sec-fetch-site", "cross-site")], FORBIDDEN),
        (vec![("sec-fetch-site", "same-site")], FORBIDDEN),
        (vec![("sec-fetch-site", "same-origin"), ("origin", &origin)], OK),
    ] {
        let answer = served.ask("GET", "/api/games", &headers, b"");
        // The protocol's own parser may refuse two hosts before we see them.
        let refused = expected == MISDIRECTED && answer.status == 400;
        assert!(answer.status == expected || refused, "{headers:?}: {}", answer.status);
    }
}

#[test]
fn nothing_changes_without_the_token() {
    let (served, _folder) = fresh();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let good = served.token.clone();
    let mut almost = good.clone().into_bytes();
    almost[0] = if almost[0] == b'0' { b'1' } else { b'0' };
    let almost = String::from_utf8(almost).expect("digits");
    let (other, _other_folder) = fresh();
    let bad = ["", "-", "x", &almost, &good[..good.len() - 1], &good[1..], &other.token];
    let requests = [
        ("POST", "/api/games".to_owned(), json!({ "game": "tictactoe" })),
        ("POST", format!("/api/games/{id}/play"), json!({ "move": "b2", "ply": 0 })),
        ("POST", format!("/api/games/{id}/undo"), json!({})),
        ("PATCH", format!("/api/games/{id}"), json!({ "title": "x" })),
        ("DELETE", format!("/api/games/{id}"), json!({})),
        ("PUT", format!("/api/games/{id}"), json!({})),
        ("OPTIONS", "/api/games".to_owned(), json!({})),
    ];
    for (method, path, body) in &requests {
        for token in bad {
            let answer = served.change_as(token, method, path, body);
            assert_eq!(answer.status, FORBIDDEN, "{method} {path} with {token:?}");
            assert_eq!(answer.json()["error"]["code"], "token");
        }
        let headers = [("content-type", "application/json")];
        let answer = served.ask(method, path, &headers, body.to_string().as_bytes());
        assert_eq!(answer.status, FORBIDDEN, "{method} {path} without a token");
        let said = answer.json()["error"]["what"].to_string();
        assert!(said.contains("needs the header x-plywood-token"), "{said}");
    }
    assert_eq!(served.state(&id)["revision"], 1, "nothing has happened");
    assert_eq!(served.get("/api/games").json()["games"].as_array().map(Vec::len), Some(1));
}

#[test]
fn every_answer_keeps_browsers_strict() {
    let (served, _folder) = fresh();
    for path in ["/", "/api/games", "/nothing", "/api/nothing", "/assets/nothing.js"] {
        for host in [None, Some(("host", "evil.example"))] {
            let headers: Vec<_> = host.into_iter().collect();
            let answer = served.ask("GET", path, &headers, b"");
            let policy = answer.header("content-security-policy").unwrap_or_default();
            for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"] {
                assert!(policy.contains(rule), "{path}: {policy}");
            }
            assert!(!policy.contains("unsafe"), "{policy}");
            for (name, value) in [
                ("x-content-type-options", "nosniff"),
                ("referrer-policy", "no-referrer"),
                ("cross-origin-resource-policy", "same-origin"),
            ] {
                assert_eq!(answer.header(name), Some(value), "{path} {name}");
            }
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
    }
}

#[test]
fn no_path_leads_out_of_the_pages_files() {
    let (served, _folder) = fresh();
    let up = ["..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "....", "%c0%ae%c0%ae", "..;"];
    let slash = ["/", "%2f", "\\", "%5c", "//", "/./", "%252f"];
    let targets = ["Cargo.toml", "src/lib.rs", "etc/passwd", "migrations/0001_games.sql"];
    let mut paths = Vec::new();
    for (up, slash) in up.iter().flat_map(|up| slash.iter().map(move |slash| (up, slash))) {
        for (target, depth) in targets.iter().flat_map(|t| [1, 2, 8].map(|depth| (t, depth))) {
            let way = format!("{up}{slash}").repeat(depth);
            paths.push(format!("/assets/{way}{target}"));
            paths.push(format!("/assets/main.js/{way}{target}"));
            paths.push(format!("/{way}{target}"));
            paths.push(format!("/api/games/{way}{target}"));
        }
    }
    for path in [
        "/assets//etc/passwd",
        "/assets/%2fetc/passwd",
        "/assets/C:%5cwindows%5cwin.ini",
        "/assets/file:///etc/passwd",
        "/assets/.",
        "/assets/",
        "/assets/index.html",
        "/assets/types.d.ts",
        "/assets/%00",
        "/assets/index.html%00.js",
        "/assets/.hidden.js",
        "/assets/CON.js",
    ] {
        paths.push(path.to_owned());
    }
    for path in &paths {
        let answer = served.get(path);
        assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        let text = String::from_utf8_lossy(&answer.body);
        for secret in ["[package]", "root:", "CREATE TABLE", "//!"] {
            assert!(!text.contains(secret), "{path}: {text}");
        }
    }
    assert!(paths.len() > 1000);
}

#[test]
fn only_who_knows_the_key_is_let_in() {
    let (served, folder) = fresh();
    let key = std::fs::read_to_string(folder.path().join("games.sqlite-key")).expect("the key");
    let key = key.trim_end();
    let id = served.begin(&json!({ "game": "tictactoe" }));
    let own = format!("plywood-{}", served.address.port());
    let paths = ["/", "/api/games", "/api/catalogue", &format!("/api/games/{id}/events")];
    let zeros = "0".repeat(32);
    let strange = [
        String::new(),
        format!("{own}="),
        format!("{own}={zeros}"),
        format!("{own}={}", &key[1..]),
        format!("{own}={key}0"),
        format!("plywood={key}"),
        format!("plywood-1={key}"),
    ];
    for path in paths {
        for cookie in &strange {
            let answer = served.ask("GET", path, &[("cookie", cookie)], b"");
            assert_eq!(answer.status, 401, "{path} with {cookie:?}");
            assert!(!answer.text().contains(key), "{path}");
            assert_eq!(answer.header("set-cookie"), None, "{path}");
        }
    }
    let by_address = |query: &str| served.ask("GET", query, &[("cookie", "")], b"");
    assert_eq!(by_address(&format!("/?key={zeros}")).status, 401);
    assert_eq!(by_address(&format!("/api/games?key={key}")).status, 401, "only the page's own");
    let page = by_address(&format!("/?key={key}"));
    assert_eq!(page.status, 200);
    let cookie = page.header("set-cookie").expect("a cookie").to_owned();
    for part in [&format!("{own}={key};"), "SameSite=Strict", "HttpOnly", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let both = format!("other=1; {own}={key}");
    assert_eq!(served.ask("GET", "/api/games", &[("cookie", &both)], b"").status, 200);
    let script = [("cookie", ""), ("x-plywood-token", key), ("content-type", "application/json")];
    assert_eq!(served.ask("GET", "/api/games", &script, b"").status, 200);
    let begun = served.ask("POST", "/api/games", &script, br#"{"game":"tictactoe"}"#);
    assert_eq!(begun.status, 200, "a script needs no page");
    assert_eq!(served.ask("GET", "/assets/main.js", &[("cookie", "")], b"").status, 200);
}

#[test]
fn a_bookmark_survives_a_restart_and_others_on_the_machine_can_read_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let store = folder.path().join("games.sqlite");
    let served = Served::keeping(&store);
    served.begin(&json!({ "game": "tictactoe" }));
    let token = served.token.clone();
    for file in std::fs::read_dir(folder.path()).expect("the folder") {
        let file = file.expect("a file");
        let mode = file.metadata().expect("its facts").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{:?}", file.file_name());
    }
    served.kill();
    let served = Served::keeping(&store);
    let begun = served.change_as(&token, "POST", "/api/games", &json!({ "game": "tictactoe" }));
    assert_eq!(begun.status, 200, "the page of the earlier run goes on");
    let other = crate::served::fresh().0;
    assert_ne!(served.token[..32], other.token[..32], "another store has another key");
}
