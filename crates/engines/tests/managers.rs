//! Plywood as an engine: scripted managers that follow each protocol to the
//! letter, also with commands that arrive while it thinks.

use plywood_engines::serve;
use plywood_workbench::{PlayerSpec, Protocol, Start, Workbench};
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer than anything that is waited for, on the busiest machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// At once, on a busy machine: less than any search takes here that is not stopped.
const SOON: Duration = Duration::from_secs(20);

/// An engine behind pipes, and the manager who writes the script.
struct Manager {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    engine: Option<JoinHandle<()>>,
}

/// The end of a pipe that is read.
struct Pipe {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.bytes.recv().unwrap_or_default();
        }
        let read = self.rest.len().min(buffer.len());
        buffer[..read].copy_from_slice(&self.rest[..read]);
        self.rest.drain(..read);
        Ok(read)
    }
}

/// The end of a pipe that is written, line by line.
struct Lines(Sender<String>, String);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.push_str(std::str::from_utf8(bytes).expect("UTF-8"));
        while let Some((line, rest)) = self.1.split_once('\n') {
            let (line, rest) = (line.to_owned(), rest.to_owned());
            self.1 = rest;
            self.0.send(line).map_err(|_| io::ErrorKind::BrokenPipe)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Manager {
    fn of(game: &str, protocol: Protocol, player: &str) -> Self {
        let (input, bytes) = channel();
        let (lines, output) = channel();
        let (game, player): (String, PlayerSpec) =
            (game.to_owned(), player.parse().expect("a player"));
        let engine = std::thread::spawn(move || {
            let workbench = Workbench::standard();
            let session = workbench.open(&game, &Start::default(), 0).expect("a game");
            serve::check(&workbench, &*session, protocol, &player).expect("it fits");
            let input = BufReader::new(Pipe { bytes, rest: Vec::new() });
            let output = Box::new(Lines(lines, String::new()));
            serve::serve(&workbench, session, protocol, player, input, output).expect("served");
        });
        Self { input: Some(input), output, engine: Some(engine) }
    }

    /// Sends lines, ended as some managers do.
    fn send(&self, text: &str) {
        let lines: String = text.lines().map(|line| format!("{line}\r\n")).collect();
        self.input.as_ref().expect("open").send(lines.into_bytes()).expect("it listens");
    }

    fn line(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("a line")
    }

    /// The first line for which this holds; those before are skipped.
    fn until(&self, holds: impl Fn(&str) -> bool) -> String {
        loop {
            let line = self.line();
            if holds(&line) {
                return line;
            }
        }
    }

    fn starts(&self, with: &str) -> String {
        self.until(|line| line.starts_with(with))
    }

    /// Nothing is said for a while.
    fn silence(&self, ms: u64) {
        let heard = self.output.recv_timeout(Duration::from_millis(ms));
        assert!(heard.is_err(), "{heard:?}");
    }

    /// It ends soon: not only when a search of a minute or without limits has ended.
    fn ends(mut self) {
        let began = Instant::now();
        self.engine.take().expect("it ran").join().expect("no panic");
        assert!(began.elapsed() < SOON, "{:?}", began.elapsed());
    }
}

/// `x,y` of Gomocup.
fn is_cell(line: &str) -> bool {
    line.split_once(',').is_some_and(|(x, y)| x.parse::<u8>().is_ok() && y.parse::<u8>().is_ok())
}

#[test]
fn ugi_answers_the_whole_protocol() {
    let manager = Manager::of("tictactoe", Protocol::Ugi, "best");
    manager.send("ugi");
    assert!(manager.line().starts_with("id name Plywood"));
    let mut options = Vec::new();
    loop {
        match manager.line() {
            line if line == "ugiok" => break,
            line => options.push(line),
        }
    }
    assert!(options.iter().any(|line| line == "option name game type string default mnk:3,3,3"));
    manager.send("nonsense\nisready");
    assert_eq!(manager.line(), "readyok");
    manager.send("uginewgame\nposition startpos moves b2 a1 c1 a3\nquery p1turn\nquery gameover");
    assert_eq!(manager.line(), "response true");
    assert_eq!(manager.line(), "response false");
    manager.send("go depth 3");
    let info = manager.starts("info depth");
    for word in [" score ", " time ", " nodes ", " nps ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    assert_eq!(manager.starts("bestmove"), "bestmove a2");
    manager.send("position fen xx1/oo1/3 x\ngo nodes 50");
    assert_eq!(manager.starts("bestmove"), "bestmove c3");
    manager
        .send("position startpos moves a1 b1 a2 b2 a3\nquery result\nquery gameover\ngo depth 1");
    assert_eq!(manager.line(), "response p1win");
    assert_eq!(manager.line(), "response true");
    assert_eq!(manager.line(), "bestmove (none)");
    manager.send("position startpos moves a1 a1");
    assert!(manager.line().starts_with("info string"));
    manager.send("setoption name game value othello\nuginewgame\nposition startpos\ngo depth 1");
    assert!(["d3", "c4", "f5", "e6"].contains(&manager.starts("bestmove").split_at(9).1));
    manager.send("setoption name table value much\nsetoption name game value chess");
    assert!(manager.line().contains("table does not accept"));
    assert!(manager.line().contains("no game"), "an unknown game is explained");
    manager.send("quit");
    manager.ends();
}

#[test]
fn a_bad_option_keeps_the_old_value_and_the_player_plays_on() {
    let manager = Manager::of("tictactoe", Protocol::Ugi, "pvs[table=1]");
    for (option, problem) in [
        ("table value 1000000000000", "cannot be had"),
        ("table value 0", "table does not accept"),
        ("threads value 100000", "threads does not accept"),
        ("threads value x", "threads does not accept"),
        ("multipv value 0", "multipv does not accept"),
        ("multipv value 1000000000000", "multipv does not accept"),
        ("style value wild", "no option"),
        ("", ""),
    ] {
        manager.send(&format!("setoption name {option}"));
        let said = manager.line();
        assert!(said.starts_with("info string ") && said.contains(problem), "{option}: {said}");
        manager.send("position startpos\ngo depth 2");
        let mv = manager.starts("bestmove");
        assert!(mv != "bestmove (none)", "{option}");
    }
    manager.send("setoption name table value 2\nisready");
    assert_eq!(manager.line(), "readyok", "a good value is accepted without a word");
    manager.send("quit");
    manager.ends();
}

#[test]
fn ugi_offers_and_accepts_only_what_the_game_supports() {
    let manager = Manager::of("othello", Protocol::Ugi, "best");
    manager.send("ugi");
    let mut offered = Vec::new();
    loop {
        match manager.line() {
            line if line == "ugiok" => break,
            line => offered.push(line),
        }
    }
    let offers = |name: &str| offered.iter().any(|line| line.contains(&format!(" {name} type")));
    assert!(offers("symmetry") && !offers("quiescence") && !offers("forced"), "{offered:?}");
    manager.send("setoption name quiescence value 3\nposition startpos\ngo depth 1");
    assert!(manager.line().contains("othello does not support the option quiescence"));
    assert!(["d3", "c4", "f5", "e6"].contains(&manager.starts("bestmove").split_at(9).1));
    manager.send("quit");
    manager.ends();
}

#[test]
fn ugi_hears_while_it_thinks() {
    let manager = Manager::of("othello", Protocol::Ugi, "best");
    manager.send("position startpos\ngo infinite\nisready\nquery p1turn");
    let answers: Vec<String> =
        (0..2).map(|_| manager.until(|line| !line.starts_with("info"))).collect();
    assert_eq!(answers, ["readyok", "response true"]);
    // A command that must not disturb the search waits for its end.
    manager.send("position startpos moves f5");
    std::thread::sleep(Duration::from_millis(100));
    manager.send("stop\nquery p1turn");
    let rest = [(), ()].map(|()| manager.until(|line| !line.starts_with("info")));
    assert!(rest.iter().any(|line| line.starts_with("bestmove ")), "{rest:?}");
    manager.send("isready");
    manager.starts("readyok");
    manager.send("query p1turn");
    assert_eq!(manager.line(), "response false");
    // A search that ends by itself keeps its move until stop.
    manager.send("setoption name game value tictactoe\nposition startpos\ngo infinite");
    std::thread::sleep(Duration::from_millis(300));
    manager.send("isready");
    manager.starts("readyok");
    manager.silence(100);
    manager.send("stop");
    manager.starts("bestmove");
    manager.send("position startpos\ngo p1time 2000 p2time 2000 p1inc 10 p2inc 10");
    manager.starts("bestmove");
    manager.send("setoption name game value othello\nposition startpos\ngo movetime 60000\nquit");
    manager.ends();
}

#[test]
fn ugi_without_more_input_ends_a_search_without_limits() {
    let mut manager = Manager::of("othello", Protocol::Ugi, "best");
    manager.send("position startpos\ngo infinite");
    manager.starts("info");
    manager.input = None;
    manager.ends();
}

#[test]
fn gomocup_answers_the_whole_protocol() {
    let manager = Manager::of("gomoku", Protocol::Gomocup, "best");
    manager.send("ABOUT");
    let about = manager.line();
    for key in ["name=\"", "version=\"", "author=\"", "country=\""] {
        assert!(about.contains(key), "{about}");
    }
    manager.send("TURN 7,7\nSTART 3");
    assert!(manager.line().starts_with("ERROR"), "not before START");
    assert!(manager.line().starts_with("ERROR"), "too small");
    manager.send("START 15");
    assert_eq!(manager.line(), "OK");
    manager.send(
        "INFO timeout_turn 200\nINFO timeout_match 100000\nINFO max_memory 83886080\n\
         INFO game_type 1\nINFO rule 0\nINFO folder /tmp\nINFO unheard of\nINFO time_left 100000\n\
         BEGIN",
    );
    assert_eq!(manager.until(|line| !line.starts_with("MESSAGE")), "7,7");
    manager.send("INFO time_left -5\nTURN 8,8");
    assert!(is_cell(&manager.until(|line| !line.starts_with("MESSAGE"))));
    manager.send("TURN 8,8\nTURN 15,0\nTURN x");
    for _ in 0..3 {
        assert!(manager.line().starts_with("ERROR"));
    }
    manager.send("INFO time_left 2147483647\nBOARD\n7,7,1\n0,0,2\n8,7,1\n1,0,2\n9,7,1\n2,0,2\n10,7,1\n14,14,2\nDONE");
    let mv = manager.until(|line| !line.starts_with("MESSAGE"));
    assert!(["6,7", "11,7"].contains(&mv.as_str()), "five in a row: {mv}");
    manager.send("TAKEBACK 7,7\nTAKEBACK 7,7\nPLAY 0,1\nRESTART\nRECTSTART 20,10");
    let answers = [(); 5].map(|()| manager.line());
    assert_eq!(answers[0], "OK");
    assert!(answers[1].starts_with("ERROR") && answers[2].starts_with("UNKNOWN"), "{answers:?}");
    assert_eq!(answers[3..], ["OK", "OK"]);
    manager.send("TURN 19,9");
    assert!(is_cell(&manager.until(|line| !line.starts_with("MESSAGE"))));
    manager.send("END");
    manager.ends();
}

/// Exactly five in a line: six do not win. The opening is chosen by swap2.
#[test]
fn gomocup_plays_swap2_and_exactly_five() {
    let manager = Manager::of("gomoku", Protocol::Gomocup, "best");
    let answer = || manager.until(|line| !line.starts_with("MESSAGE"));
    manager.send("START 15\nINFO timeout_turn 200\nINFO rule 1\nSWAP2BOARD\nDONE");
    assert_eq!(manager.line(), "OK");
    let stones = answer();
    assert!(stones.split(' ').count() == 3 && stones.split(' ').all(is_cell), "{stones}");
    // x is far ahead, so its side is taken; the other way round it is not.
    manager.send("SWAP2BOARD\n7,7\n0,0\n8,7\nDONE");
    assert_eq!(answer(), "SWAP");
    manager.send("SWAP2BOARD\n0,0\n7,7\n14,14\n8,7\n14,0\nDONE");
    assert!(is_cell(&answer()));
    manager.send("SWAP2BOARD\n7,7\nDONE");
    assert!(manager.line().starts_with("ERROR"), "one stone");
    // 7,7 would make six, so it is 3,3 that makes five.
    manager.send(
        "BOARD\n4,7,1\n0,0,2\n5,7,1\n2,0,2\n6,7,1\n4,0,2\n8,7,1\n6,0,2\n9,7,1\n8,0,2\n\
         3,4,1\n10,0,2\n3,5,1\n12,0,2\n3,6,1\n0,2,2\n3,2,1\n14,2,2\nDONE",
    );
    assert_eq!(answer(), "3,3");
    manager.send("END");
    manager.ends();
}

#[test]
fn gomocup_hears_while_it_thinks() {
    let manager = Manager::of("gomoku", Protocol::Gomocup, "best[threats=off]");
    manager.send("START 15\nINFO timeout_turn 60000\nTURN 7,7\nABOUT\nINFO timeout_turn 100");
    assert_eq!(manager.line(), "OK");
    assert!(manager.line().starts_with("name="), "ABOUT is answered at once");
    manager.silence(100);
    manager.send("YXSTOP");
    let mv = manager.until(|line| !line.starts_with("MESSAGE"));
    assert!(is_cell(&mv), "{mv}");
    // A command that arrived meanwhile was not lost: a move now takes 100 ms.
    let began = Instant::now();
    manager.send(if mv == "0,0" { "TURN 1,0" } else { "TURN 0,0" });
    let heard = manager.until(|line| !line.starts_with("MESSAGE"));
    assert!(is_cell(&heard), "{heard}");
    assert!(began.elapsed() < SOON);
    manager.send("INFO timeout_turn 60000\nTURN 14,0\nEND");
    manager.ends();
}

const GGF: &str = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5//0.5];)";

#[test]
fn nboard_answers_the_whole_protocol() {
    let manager = Manager::of("othello", Protocol::Nboard, "best");
    manager.send("nboard 2\nunknown words\nping 1");
    assert!(manager.line().starts_with("set myname Plywood"));
    assert_eq!(manager.line(), "pong 1");
    manager.send(&format!(
        "set depth 3\nset contempt 0\nset game {GGF}\nmove D6/1.25/0.3\nping 2\ngo"
    ));
    assert_eq!(manager.line(), "pong 2");
    assert!(manager.line().starts_with("status"));
    let search = manager.starts("search");
    assert_eq!(search.split(' ').count(), 5, "{search}");
    let mv = manager.starts("===");
    let parts: Vec<&str> = mv[4..].split('/').collect();
    assert!(parts.len() == 3 && parts[0].len() == 2, "{mv}");
    // It has not played its own move: the board sends it back.
    manager.send(&format!("move {}\nhint 2\nping 3", &mv[4..]));
    manager.starts("pong 3");
    manager.send("hint 2");
    manager.starts("status");
    let lines = [(); 2].map(|()| manager.starts("search"));
    assert!(lines.iter().all(|line| line.split(' ').count() == 5), "{lines:?}");
    manager.send("learn");
    manager.starts("learned");
    manager.send("move a1");
    assert!(manager.starts("status Illegal").contains("a1"));
    manager.send("quit");
    manager.ends();
}

#[test]
fn nboard_stops_at_a_ping_and_gives_no_stale_move() {
    let manager = Manager::of("othello", Protocol::Nboard, "best[time=60s]");
    manager.send(&format!("nboard 2\nset game {GGF}\ngo"));
    manager.starts("search");
    let began = Instant::now();
    manager.send("ping 7");
    loop {
        let line = manager.line();
        assert!(!line.starts_with("==="), "a move for a position that may be gone");
        if line == "pong 7" {
            break;
        }
    }
    assert!(began.elapsed() < SOON);
    manager.send("set depth 1\nmove D6\ngo");
    manager.starts("===");
}

#[test]
fn gtp_answers_the_whole_protocol() {
    let manager = Manager::of("othello", Protocol::Gtp, "best");
    let ask = |command: &str| {
        manager.send(command);
        let mut answer = manager.line();
        loop {
            match manager.line() {
                line if line.is_empty() => return answer,
                line => answer = format!("{answer}\n{line}"),
            }
        }
    };
    assert_eq!(ask("protocol_version"), "= 2");
    assert!(ask("name").starts_with("= Plywood"));
    assert!(ask("version").starts_with("= "));
    assert_eq!(ask("7 known_command genmove"), "=7 true");
    assert_eq!(ask("known_command dance"), "= false");
    let commands = ask("list_commands");
    for command in ["boardsize", "clear_board", "komi", "play", "genmove", "undo", "quit"] {
        assert!(commands.contains(command), "{commands}");
    }
    assert_eq!(ask("boardsize 8"), "=");
    assert_eq!(ask("boardsize 19"), "? unacceptable size");
    assert_eq!(ask("clear_board # all of it"), "=");
    assert_eq!(ask("komi 0"), "=");
    assert_eq!(ask("time_settings 0 1 1"), "=");
    assert_eq!(ask("12 play b f5"), "=12");
    assert_eq!(ask("play b f5"), "? it is not that colour's turn");
    assert_eq!(ask("play w f5"), "? illegal move");
    assert_eq!(ask("time_left w 5 0"), "=");
    let mv = ask("13 genmove w");
    assert!(mv.starts_with("=13 ") && mv.len() == 6, "{mv}");
    assert_eq!(ask("undo"), "=");
    assert_eq!(ask("genmove b"), "? it is not that colour's turn");
    assert!(ask("showboard").contains("  abcdefgh\n1 --------"));
    assert_eq!(ask("play x y z"), "? syntax error");
    assert_eq!(ask("dance"), "? unknown command");
    assert_eq!(ask("quit"), "=");
    manager.ends();
}

#[test]
fn gtp_answers_in_order_what_comes_while_it_thinks() {
    let manager = Manager::of("othello", Protocol::Gtp, "best");
    manager.send("time_settings 0 1 1\n1 genmove b\n2 name\n3 known_command play");
    let said: Vec<String> = (0..8).map(|_| manager.line()).collect();
    let answers: Vec<&str> =
        said.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert!(answers[1].starts_with("=1 "), "{answers:?}");
    assert!(answers[2].starts_with("=2 Plywood") && answers[3] == "=3 true", "{answers:?}");
    manager.send("time_settings 3600 0 0\ngenmove w\nquit");
    let _ = manager.starts("=");
    manager.ends();
}
