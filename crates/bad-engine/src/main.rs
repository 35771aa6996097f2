//! An engine for (m,n,k) that speaks UGI and has one fault, named by its first
//! argument. Without a fault it plays the first free cell.
//!
//! `bad-engine manage SPEC` is a manager instead: it starts an engine and waits,
//! or ends at once with `--end`.

use std::io::{BufRead, Write};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["manage", spec] => manage(spec, false),
        ["manage", spec, "--end"] => manage(spec, true),
        [fault, ..] => Engine { fault, ..Engine::default() }.run(),
        [] => Engine { fault: "none", ..Engine::default() }.run(),
    }
}

/// Starts an engine, says so, and waits to be killed.
fn manage(spec: &str, end: bool) {
    use plywood_workbench::{Start, Workbench};
    let workbench = Workbench::standard();
    let engines = plywood_engines::Engines::default();
    let session = workbench.open("mnk:5,5,4", &Start::default(), 0).expect("a game");
    let spec = spec.parse().expect("an engine");
    let mut player = engines.player(&workbench, &*session, &spec).expect("a player");
    player.new_game().expect("a game begins");
    println!("managing");
    if !end {
        sleep(Duration::from_secs(60));
    }
}

#[derive(Default)]
struct Engine<'a> {
    fault: &'a str,
    rows: usize,
    columns: usize,
    taken: Vec<String>,
}

impl Engine<'_> {
    fn run(mut self) {
        match self.fault {
            "crash-at-start" => {
                eprintln!("no book");
                std::process::exit(7);
            }
            "exit-at-start" => std::process::exit(0),
            "hang-at-start" => wait(),
            "endless-line-at-start" => endless_line(),
            "talks-in-the-others-time" => {
                std::thread::spawn(|| {
                    loop {
                        say("info depth 1 score cp 5 pv zz99");
                        say("hello");
                        sleep(Duration::from_millis(1));
                    }
                });
            }
            "stderr-flood" => {
                std::thread::spawn(|| {
                    loop {
                        eprintln!("{}", "x".repeat(1000));
                    }
                });
            }
            _ => {}
        }
        (self.rows, self.columns) = (3, 3);
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "ugi" => self.greet(),
                "isready" => self.ready(),
                "setoption" => self.set_option(rest),
                "uginewgame" => self.new_game(),
                "position" => self.position(rest),
                "go" => self.go(),
                "quit" if self.fault == "ignores-quit" => wait(),
                "quit" => return,
                _ => {}
            }
        }
    }

    fn greet(&self) {
        match self.fault {
            "no-greeting" => {}
            "wrong-greeting" => say("uciok"),
            "banners-and-tabs" => {
                say("Welcome to the engine!\n\n(c) nobody");
                print!("\u{feff}id\tname  Banner\r\n\0\r\n \t ugiok \r\n");
                flush();
            }
            _ => say("id name bad\nid author nobody\nugiok"),
        }
    }

    fn ready(&self) {
        match self.fault {
            "hang-in-ready" if !self.taken.is_empty() => wait(),
            "answers-out-of-order" => say("bestmove zz99\ninfo score cp 1 pv zz99\nreadyok"),
            "banners-and-tabs" => say("\treadyok \r"),
            _ => say("readyok"),
        }
    }

    fn set_option(&mut self, rest: &str) {
        if let Some(game) = rest.strip_prefix("name game value mnk:") {
            let mut numbers = game.split(',').filter_map(|number| number.parse().ok());
            self.rows = numbers.next().unwrap_or(3);
            self.columns = numbers.next().unwrap_or(3);
        }
    }

    fn new_game(&self) {
        match self.fault {
            "hang-in-new-game" => wait(),
            "crash-in-new-game" => std::process::exit(8),
            "children" | "crash-with-children" => {
                // One stays in the group, one leaves it, one leaves its parent too.
                start(Command::new("sleep").arg("300"));
                start(Command::new("setsid").args(["sleep", "301"]));
                start(Command::new("setsid").args(["-f", "sh", "-c", "sleep 302; sleep 303"]));
            }
            _ => {}
        }
    }

    fn position(&mut self, rest: &str) {
        let moves = rest.split_once("moves").map_or("", |(_, moves)| moves);
        self.taken = moves.split_whitespace().map(str::to_owned).collect();
        match self.fault {
            "bestmove-without-go" => say("bestmove a1"),
            "closed-input" => become_shell("exec 0<&-; echo readyok; exec sleep 60"),
            _ => {}
        }
    }

    fn free_cell(&self) -> String {
        let letters = ('a'..='z').take(self.columns);
        let mut cells =
            letters.flat_map(|column| (1..=self.rows).map(move |row| format!("{column}{row}")));
        cells.find(|cell| !self.taken.contains(cell)).unwrap_or_default()
    }

    fn go(&self) {
        let cell = self.free_cell();
        match self.fault {
            "crash-in-move" => std::process::exit(9),
            "crash-with-children" => std::process::exit(10),
            "panic-in-move" => panic!("as it was told to"),
            "killed-in-move" => become_shell("kill -9 $$"),
            "hang-in-move" => wait(),
            "ignores-term" => become_shell("trap '' TERM; while :; do sleep 1; done"),
            "late-move" => {
                sleep(Duration::from_secs(5));
                say(&format!("bestmove {cell}"));
            }
            "partial-line" => {
                print!("bestmove");
                flush();
                wait();
            }
            "partial-line-and-exit" => {
                print!("bestmo");
                flush();
                std::process::exit(0);
            }
            "endless-line" => endless_line(),
            "flood" => loop {
                say("info depth 1 score cp 1 nodes 1 pv a1 a2 a3");
            },
            "occupied-cell" => say(&format!("bestmove {}", self.taken.first().unwrap_or(&cell))),
            "outside-cell" => say("bestmove z99"),
            "no-cell" => say("bestmove \u{1F600}%s"),
            "empty-bestmove" => say("bestmove"),
            "bestmove-none" => say("bestmove (none)"),
            "closed-output" => become_shell("exec 1>&-; exec sleep 60"),
            "memory" => hoard(),
            "processor" => loop {
                std::hint::spin_loop();
            },
            "admitted" => say("info string fault resource no heap left"),
            "banners-and-tabs" => say(&format!("  bestmove\t {cell} \t ponder a1\r")),
            _ => say(&format!("info depth 1 score cp 0 nodes 1 pv {cell}\nbestmove {cell}")),
        }
    }
}

fn say(text: &str) {
    println!("{text}");
    flush();
}

fn flush() {
    // If nobody reads, the next line of input is the end.
    let _ = std::io::stdout().flush();
}

fn wait() -> ! {
    loop {
        sleep(Duration::from_secs(60));
    }
}

fn endless_line() -> ! {
    loop {
        print!("{}", "x".repeat(1000));
        flush();
    }
}

/// Takes memory until there is no more.
fn hoard() -> ! {
    let mut hoard = Vec::new();
    loop {
        hoard.push(vec![1_u8; 1 << 20]);
    }
}

#[expect(clippy::zombie_processes, reason = "children that are left behind are the fault")]
fn start(command: &mut Command) {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("a child");
}

/// Goes on as a shell, which can do what needs unsafe code here.
fn become_shell(script: &str) {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]);
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(&mut shell);
        panic!("no shell: {error}");
    }
    #[cfg(not(unix))]
    std::process::exit(shell.status().map_or(1, |status| status.code().unwrap_or(1)));
}
