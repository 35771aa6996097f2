//! Gomocup's protocol, as its manager speaks it.
//!
//! The engine keeps the board itself, so it is told only the opponent's move
//! (`TURN`) where that continues what it knows, and everything (`BOARD`)
//! otherwise.

use super::{Ask, Language, Wire, ms};
use crate::games::{Board, Cell, coordinates};
use plywood_game::Side;
use plywood_players::{Cause, Decision, Failure, Listener};
use plywood_workbench::Session;
use std::time::Duration;

/// What the engine knows of its game.
#[derive(Default)]
pub(crate) struct Gomocup {
    board: Option<Board>,
    /// The start and the moves that the engine knows, its own with them.
    known: Option<(Option<String>, Vec<String>)>,
    /// The limits that it was told.
    told: Vec<String>,
}

/// How long RESTART may take; an engine that does not know it may say nothing.
const RESTART: Duration = Duration::from_secs(1);
/// What stands for no limit.
const NO_LIMIT: u64 = 2_147_483_647;

impl Language for Gomocup {
    fn greet(&mut self, wire: &mut Wire<'_>) -> Result<(), Failure> {
        wire.process.end_lines_with("\r\n");
        // An engine says nothing by itself, and START is its first command.
        Ok(())
    }

    fn new_game(&mut self, wire: &mut Wire<'_>, session: &dyn Session) -> Result<(), Failure> {
        let board = Board::of(&session.game());
        let board = board.ok_or_else(|| Failure::new(Cause::Protocol, "no board for Gomocup"))?;
        wire.drain()?;
        let restarted = self.board == Some(board) && restart(wire)?;
        if !restarted {
            start(wire, board)?;
        }
        self.board = Some(board);
        self.known = None;
        self.told.clear();
        if let Some(megabytes) = wire.spec.memory {
            wire.send(&format!("INFO max_memory {}", megabytes << 20))?;
        }
        wire.send("INFO game_type 1")?;
        wire.send(&format!("INFO rule {}", u8::from(board.exact)))?;
        for (name, value) in &wire.spec.options.clone() {
            wire.send(&format!("INFO {name} {value}"))?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        wire: &mut Wire<'_>,
        ask: &Ask<'_>,
        _: Option<&mut Listener<'_>>,
    ) -> Result<Decision, Failure> {
        let Some(board) = self.board else {
            return Err(Failure::new(Cause::Protocol, "no game was begun"));
        };
        wire.drain()?;
        self.tell_limits(wire, ask)?;
        self.tell_position(wire, ask, board)?;
        let mut waiting = ask.waiting();
        loop {
            let line = wire.answer(ask, &mut waiting, Some("YXSTOP"))?;
            if let Some((x, y)) = coordinates(&line) {
                let cell = usize::try_from(x).ok().zip(usize::try_from(y).ok());
                let mv = cell.and_then(|cell| board.text(cell));
                let outside =
                    || Failure::new(Cause::Illegal, format!("{line} is not on the board"));
                let mv = mv.ok_or_else(outside)?;
                let moves = ask.turn.moves.iter().cloned().chain([mv.clone()]);
                self.known = Some((ask.turn.start.clone(), moves.collect()));
                return Ok(Decision::of_move(mv));
            }
            let word = line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
            if matches!(word.as_str(), "ERROR" | "UNKNOWN") && !waiting.stopped {
                return Err(Failure::new(Cause::Protocol, format!("it answered {line}")));
            }
        }
    }

    fn farewell(&self) -> &'static str {
        "END"
    }
}

/// Whether the engine began again.
fn restart(wire: &mut Wire<'_>) -> Result<bool, Failure> {
    wire.send("RESTART")?;
    let time = wire.spec.ready.min(RESTART);
    let answered = wire.until(time, "OK", |line| Ok(verdict(line)));
    match answered {
        Ok(answer) => Ok(answer.is_ok()),
        Err(failure) if failure.cause == Cause::Timeout => Ok(false),
        Err(failure) => Err(failure),
    }
}

fn start(wire: &mut Wire<'_>, board: Board) -> Result<(), Failure> {
    let Board { rows, columns, .. } = board;
    match rows == columns {
        true => wire.send(&format!("START {rows}"))?,
        false => wire.send(&format!("RECTSTART {columns},{rows}"))?,
    }
    let refused = |line: String| {
        let detail = format!("it refuses a board of {columns} by {rows}: {line}");
        Failure::new(Cause::Protocol, detail)
    };
    wire.until(wire.spec.start, "OK to START", |line| Ok(verdict(line)))?.map_err(refused)
}

/// Whether a line answers a command that is answered by OK, and how.
fn verdict(line: &str) -> Option<Result<(), String>> {
    let word = line.split_whitespace().next()?.to_ascii_uppercase();
    match word.as_str() {
        "OK" => Some(Ok(())),
        "ERROR" | "UNKNOWN" => Some(Err(line.to_owned())),
        _ => None,
    }
}

impl Gomocup {
    /// Tells the limits that have changed, and the time that is left.
    fn tell_limits(&mut self, wire: &mut Wire<'_>, ask: &Ask<'_>) -> Result<(), Failure> {
        let (limits, clocks) = (ask.turn.limits, ask.turn.clocks);
        // An engine that knows neither depth nor nodes takes all of the time.
        let open = clocks.map_or(wire.spec.wait * 9 / 10, |clocks| clocks.own);
        let mut lines = vec![
            format!("INFO timeout_turn {}", ms(limits.time.unwrap_or(open))),
            format!("INFO timeout_match {}", clocks.map_or(0, |clocks| ms(clocks.own))),
        ];
        lines.extend(limits.depth.map(|depth| format!("INFO max_depth {depth}")));
        lines.extend(limits.nodes.map(|nodes| format!("INFO max_node {nodes}")));
        for line in &lines {
            // What is left of a clock changes; the clock itself is told once.
            let key = line.rsplit_once(' ').map_or(line.as_str(), |(key, _)| key);
            let known = self
                .told
                .iter()
                .any(|told| told == line || (clocks.is_some() && told.starts_with(key)));
            if !known {
                wire.send(line)?;
            }
        }
        if self.told.is_empty() || clocks.is_none() {
            self.told = lines;
        }
        wire.send(&format!("INFO time_left {}", clocks.map_or(NO_LIMIT, |clocks| ms(clocks.own))))
    }

    /// Tells what the engine does not know of the position, and asks for a move.
    fn tell_position(
        &self,
        wire: &mut Wire<'_>,
        ask: &Ask<'_>,
        board: Board,
    ) -> Result<(), Failure> {
        let turn = ask.turn;
        if turn.start.is_none() && turn.moves.is_empty() {
            return wire.send("BEGIN");
        }
        let unreadable = |text: &str| Failure::new(Cause::Protocol, format!("no cell: {text}"));
        let cell = |text: &String| board.cell(text).ok_or_else(|| unreadable(text));
        let known = self.known.as_ref().filter(|(start, _)| *start == turn.start);
        if let Some((_, moves)) = known
            && let Some([last]) = turn.moves.strip_prefix(moves.as_slice())
        {
            let (x, y) = cell(last)?;
            return wire.send(&format!("TURN {x},{y}"));
        }
        // In the order of the moves, as far as it is known.
        let own = ask.session.to_move();
        let mut marks: Vec<(Cell, Side)> = turn.start.as_deref().map_or(Vec::new(), Board::marks);
        let mut side = match turn.moves.len() % 2 {
            0 => own,
            _ => own.other(),
        };
        for text in &turn.moves {
            marks.push((cell(text)?, side));
            side = side.other();
        }
        let lines: String = marks
            .iter()
            .map(|((x, y), side)| format!("{x},{y},{}\r\n", if *side == own { 1 } else { 2 }))
            .collect();
        wire.send(&format!("BOARD\r\n{lines}DONE"))
    }
}
