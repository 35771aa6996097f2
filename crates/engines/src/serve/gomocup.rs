//! A player that speaks Gomocup's protocol.

use super::{Desk, Meanwhile, Next, Speaker};
use crate::games::{Board, Cell, coordinates};
use plywood_players::{ClockState, Decision, Failure};
use plywood_search::Score;
use plywood_workbench::{Limits, Report, Start};
use std::io;
use std::time::Duration;

/// The board as the manager describes it, and its limits.
pub(super) struct Speaking {
    /// The board of the game that was asked for, until START names another.
    board: Board,
    started: bool,
    /// The marks in the order in which they came, and whether each is ours.
    marks: Vec<(Cell, bool)>,
    /// What the lines until DONE describe.
    listing: Listing,
    /// Whether the move that is looked for answers SWAP2BOARD.
    choosing: bool,
    turn_ms: i64,
    match_ms: i64,
    left_ms: i64,
    depth: Option<u32>,
    nodes: Option<u64>,
}

/// What is described by lines until DONE.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    Nothing,
    /// Marks and whose they are.
    Board,
    /// The stones of a swap2 opening in the order in which they were put.
    Swap2,
}

/// What stands for a clock without limit.
const NO_LIMIT: i64 = 2_147_483_647;
/// Kept back of the time for a move, or 1/5 of it if that is less.
const RESERVE: i64 = 50;
/// The time for a move where the manager wants it as fast as possible.
const FAST: i64 = 50;

impl Speaker for Speaking {
    fn meanwhile(&self, line: &str) -> Meanwhile {
        match line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "YXSTOP" | "STOP" => Meanwhile::Now,
            "ABOUT" | "END" => Meanwhile::Now,
            "START" | "RECTSTART" | "RESTART" => Meanwhile::Stop,
            _ => Meanwhile::Later,
        }
    }

    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Next> {
        match self.listing {
            Listing::Nothing => {}
            Listing::Board => return self.list(desk, line).map(|()| Next::Listen),
            Listing::Swap2 => return self.list_stone(desk, line).map(|()| Next::Listen),
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_ascii_uppercase().as_str() {
            "END" => return Ok(Next::Quit),
            "" => {}
            "ABOUT" => desk.say(&about(desk))?,
            "INFO" => self.info(desk, rest),
            "YXSTOP" | "STOP" => desk.stop(),
            "YXHASHCLEAR" => desk.new_game(),
            "START" => {
                let size = rest.parse().ok();
                self.start(desk, size.map(|size| (size, size)))?;
            }
            "RECTSTART" => {
                let size = coordinates(rest).and_then(|(width, height)| {
                    usize::try_from(width).ok().zip(usize::try_from(height).ok())
                });
                self.start(desk, size)?;
            }
            _ if !self.started => desk.say("ERROR begin with START")?,
            "RESTART" => {
                self.marks.clear();
                desk.new_game();
                desk.say("OK")?;
            }
            "BEGIN" if self.marks.is_empty() => self.think(desk)?,
            "BEGIN" => desk.say("ERROR the board is not empty")?,
            "TURN" => match self.cell(rest) {
                Ok(cell) => {
                    self.marks.push((cell, false));
                    self.think(desk)?;
                }
                Err(problem) => desk.say(&problem)?,
            },
            "TAKEBACK" => {
                let taken = coordinates(rest).and_then(|cell| self.take_back(cell));
                desk.say(if taken.is_some() { "OK" } else { "ERROR there is no such mark" })?;
            }
            "BOARD" | "SWAP2BOARD" => {
                self.marks.clear();
                let is_board = word.eq_ignore_ascii_case("BOARD");
                self.listing = if is_board { Listing::Board } else { Listing::Swap2 };
            }
            _ => desk.say(&format!("UNKNOWN {word}"))?,
        }
        Ok(Next::Listen)
    }

    fn thought(&mut self, _: &mut Desk, _: &Report<String>) -> io::Result<()> {
        Ok(())
    }

    fn moved(&mut self, desk: &mut Desk, chosen: Result<Decision, Failure>) -> io::Result<()> {
        let choosing = std::mem::take(&mut self.choosing);
        let decision = match chosen {
            Ok(decision) => decision,
            Err(failure) => return desk.say(&format!("ERROR {failure}")),
        };
        if let Some(report) = &decision.report {
            let found = desk.session.analysis("", report);
            let (depth, ms, nodes) = (found.depth, found.elapsed_ms, found.nodes);
            let (value, pv) = (found.score.words(), found.pv.join(" "));
            desk.say(&format!("MESSAGE depth {depth} {value} nodes {nodes} ms {ms} pv {pv}"))?;
        }
        let is_worse = |report: &Report<String>| report.value.score < Score::DRAW;
        if choosing && decision.report.as_ref().is_some_and(is_worse) {
            self.marks.iter_mut().for_each(|(_, ours)| *ours = !*ours);
            return desk.say("SWAP");
        }
        match self.board.cell(&decision.mv) {
            Some((x, y)) => {
                self.marks.push(((x, y), true));
                desk.say(&format!("{x},{y}"))
            }
            None => desk.say(&format!("ERROR no cell: {}", decision.mv)),
        }
    }
}

impl Speaking {
    /// Before anything is said, for the game that was asked for.
    pub(super) fn new(game: &str) -> Self {
        let gomoku = Board { rows: 15, columns: 15, k: 5, exact: false };
        Self {
            board: Board::of(game).unwrap_or(gomoku),
            started: false,
            marks: Vec::new(),
            listing: Listing::Nothing,
            choosing: false,
            // Gomocup's own defaults.
            turn_ms: 30_000,
            match_ms: 0,
            left_ms: NO_LIMIT,
            depth: None,
            nodes: None,
        }
    }

    fn start(&mut self, desk: &mut Desk, size: Option<(usize, usize)>) -> io::Result<()> {
        let Some((columns, rows)) =
            size.filter(|(columns, rows)| [columns, rows].iter().all(|n| (5..=100).contains(*n)))
        else {
            return desk.say("ERROR boards from 5 to 100 cells wide and high are played");
        };
        self.board = Board { rows, columns, ..self.board };
        self.marks.clear();
        desk.new_game();
        match desk.change_game(&self.board.game()) {
            Ok(()) => {
                self.started = true;
                desk.say("OK")
            }
            Err(error) => desk.say(&format!("ERROR {}", super::ugi::one_line(&error.to_string()))),
        }
    }

    fn info(&mut self, desk: &mut Desk, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        let number: Option<i64> = value.parse().ok();
        let Some(number) = number else { return };
        let positive = u64::try_from(number).ok().filter(|number| *number > 0);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn_ms = number,
            "timeout_match" => self.match_ms = number,
            "time_left" => self.left_ms = number,
            "max_depth" => self.depth = positive.and_then(|depth| u32::try_from(depth).ok()),
            "max_node" => self.nodes = positive,
            "rule" => self.board.exact = number & 1 == 1,
            "thread_num" => {
                // An engine without threads plays as it is.
                let _ = desk.change_option("threads", value);
            }
            _ => {}
        }
    }

    /// A line after BOARD.
    fn list(&mut self, desk: &mut Desk, line: &str) -> io::Result<()> {
        if line.eq_ignore_ascii_case("DONE") {
            self.listing = Listing::Nothing;
            return self.think(desk);
        }
        let (place, who) = line.rsplit_once(',').unwrap_or((line, ""));
        match (self.cell(place), who.trim()) {
            (Ok(cell), "1") => self.marks.push((cell, true)),
            (Ok(cell), "2") => self.marks.push((cell, false)),
            // Marks of a winning line or forbidden cells are no marks.
            (_, "3") => {}
            (Err(problem), _) => desk.say(&problem)?,
            (Ok(_), _) => desk.say(&format!("ERROR no mark: {line}"))?,
        }
        Ok(())
    }

    /// A line after SWAP2BOARD. Without stones it wants three, x, o and x. With three
    /// or five it wants to know who goes on as o, who is to move: the player searches
    /// and takes the side that its own value prefers. It never puts two more stones.
    fn list_stone(&mut self, desk: &mut Desk, line: &str) -> io::Result<()> {
        if !line.eq_ignore_ascii_case("DONE") {
            return match self.cell(line) {
                Ok(cell) => {
                    // Those of x are not ours as long as we do not swap.
                    self.marks.push((cell, self.marks.len() % 2 == 1));
                    Ok(())
                }
                Err(problem) => desk.say(&problem),
            };
        }
        self.listing = Listing::Nothing;
        match self.marks.len() {
            0 => {
                let stones = self.board.even_opening();
                self.marks = stones.iter().zip([true, false, true]).map(|(c, o)| (*c, o)).collect();
                let texts = stones.map(|(x, y)| format!("{x},{y}"));
                desk.say(&texts.join(" "))
            }
            3 | 5 => {
                self.choosing = true;
                self.think(desk)
            }
            stones => desk.say(&format!("ERROR SWAP2BOARD with {stones} stones, not 0, 3 or 5")),
        }
    }

    /// The free cell that a text names.
    fn cell(&self, text: &str) -> Result<Cell, String> {
        let numbers = coordinates(text).ok_or(format!("ERROR no cell: {text}"))?;
        let cell = usize::try_from(numbers.0).ok().zip(usize::try_from(numbers.1).ok());
        let inside = cell.filter(|cell| self.board.text(*cell).is_some());
        let cell = inside.ok_or(format!("ERROR {text} is not on the board"))?;
        match self.marks.iter().any(|(marked, _)| *marked == cell) {
            true => Err(format!("ERROR {text} is marked already")),
            false => Ok(cell),
        }
    }

    fn take_back(&mut self, (x, y): (i64, i64)) -> Option<()> {
        let cell = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let place = self.marks.iter().rposition(|(marked, _)| *marked == cell)?;
        self.marks.remove(place);
        Some(())
    }

    fn think(&mut self, desk: &mut Desk) -> io::Result<()> {
        if desk.game != self.board.game()
            && let Err(error) = desk.change_game(&self.board.game())
        {
            return desk.say(&format!("ERROR {error}"));
        }
        if let Err(error) = desk.set_up(&self.position()) {
            let error = super::ugi::one_line(&error.to_string());
            return desk.say(&format!("ERROR {error}"));
        }
        if desk.session.ending().is_some() {
            return desk.say("ERROR the game is over");
        }
        let (limits, clocks) = self.limits();
        desk.think(limits, clocks, 1);
        Ok(())
    }

    fn limits(&self) -> (Limits, Option<ClockState>) {
        let turn = match self.turn_ms {
            ..=0 => FAST,
            ms => ms - RESERVE.min(ms / 5),
        };
        let time = Duration::from_millis(u64::try_from(turn).unwrap_or(1).max(1));
        let limits =
            Limits { time: Some(time), depth: self.depth, nodes: self.nodes, ..Limits::default() };
        let timed = self.match_ms > 0 && self.left_ms < NO_LIMIT;
        let left = Duration::from_millis(u64::try_from(self.left_ms).unwrap_or(1).max(1));
        let clock = ClockState { own: left, other: left, increment: Duration::ZERO };
        (limits, timed.then_some(clock))
    }

    /// The marks as moves from an empty board where they alternate, so that the
    /// player keeps what it knows; otherwise as a position.
    fn position(&self) -> Start {
        let last_is_theirs = self.marks.last().is_none_or(|(_, ours)| !ours);
        let alternate = self.marks.windows(2).all(|pair| pair[0].1 != pair[1].1);
        if last_is_theirs && alternate {
            let texts = self.marks.iter().filter_map(|(cell, _)| self.board.text(*cell));
            let moves = texts.collect::<Vec<_>>().join(" ");
            return Start { moves: Some(moves), ..Start::default() };
        }
        let ours = self.marks.iter().filter(|(_, ours)| *ours).count();
        let first = ours >= self.marks.len() - ours;
        let (own, other) = if first { ('x', 'o') } else { ('o', 'x') };
        let mut rows = vec![vec!['.'; self.board.columns]; self.board.rows];
        for ((x, y), ours) in &self.marks {
            rows[*y][*x] = if *ours { own } else { other };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        Start { position: Some(format!("{} {own}", rows.join("/"))), ..Start::default() }
    }
}

fn about(desk: &Desk) -> String {
    let player = desk.spec.to_string().replace('"', "'");
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "name=\"Plywood {player}\", version=\"{version}\", author=\"the authors of Plywood\", \
         country=\"-\""
    )
}
