//! Situations of one protocol, in its own words: unknown commands, odd spacing,
//! other line ends, and the commands that a match does not use.

use super::{Attempt, Seen, Trial, noted, passed};
use crate::games::coordinates;
use crate::host::{Wire, gtp};
use plywood_players::{Cause, Failure};
use plywood_workbench::{Protocol, Session};
use std::time::Duration;

/// The situations of a protocol.
pub(super) fn of(protocol: Protocol) -> &'static [(&'static str, Attempt)] {
    match protocol {
        Protocol::Ugi => &UGI,
        Protocol::Gomocup => &GOMOCUP,
        Protocol::Nboard => &NBOARD,
        Protocol::Gtp => &GTP,
        // The bridge that speaks is our own.
        Protocol::Mnkgame => &[],
    }
}

const UGI: [(&str, Attempt); 5] = [
    ("unknown commands", |trial| {
        let lines = ["", "   ", "xyzzy", "debug on", "setoption name NoSuchOption value 3"];
        ugi_move(trial, &lines, "\n", " ")
    }),
    ("lines that end with CR LF", |trial| ugi_move(trial, &[], "\r\n", " ")),
    ("odd spacing", |trial| ugi_move(trial, &[], "\n", " \t  ")),
    ("one answer to each go", ugi_one_answer),
    ("query", ugi_query),
];

const GOMOCUP: [(&str, Attempt); 4] = [
    ("ABOUT", gomocup_about),
    ("unknown commands", gomocup_unknown),
    ("no time left", gomocup_no_time),
    ("RESTART and TAKEBACK", gomocup_optional),
];

const NBOARD: [(&str, Attempt); 2] = [("unknown commands", nboard_unknown), ("hint", nboard_hint)];

const GTP: [(&str, Attempt); 4] = [
    ("unknown commands", gtp_unknown),
    ("numbered commands", gtp_numbered),
    ("odd spacing and comments", gtp_spacing),
    ("list of commands", gtp_list),
];

fn protocol(detail: impl Into<String>) -> Failure {
    Failure::new(Cause::Protocol, detail)
}

/// How long an answer may take that needs no search.
const SOON: Duration = Duration::from_secs(2);

/// Sends `before`, then asks for a move of a game of three moves, with the words of
/// each line parted by `space` and the lines ended with `line_end`.
fn ugi_move(trial: &mut Trial<'_>, before: &[&str], line_end: &'static str, space: &str) -> Seen {
    let mut session = trial.game_after(3, 3)?;
    if session.ending().is_some() {
        session = trial.game_from_start()?;
    }
    let moves = session.turn().moves;
    let mut position = vec!["position", "startpos"];
    if !moves.is_empty() {
        position.push("moves");
        position.extend(moves.iter().map(String::as_str));
    }
    let go = ["go", "movetime", "300"];
    let margin = if space == " " { "" } else { space };
    let spaced = |words: &[&str]| format!("{margin}{}{margin}", words.join(space));
    let mv = trial.ready()?.talk(|wire| {
        wire.process.end_lines_with(line_end);
        for line in before {
            wire.send(line)?;
        }
        wire.send(&spaced(&position))?;
        wire.send(&spaced(&["isready"]))?;
        wire.until(SOON, "readyok", |line| Ok((line == "readyok").then_some(())))?;
        wire.send(&spaced(&go))?;
        let mv = wire.until(SOON, "bestmove", |line| Ok(bestmove(line)));
        wire.process.end_lines_with("\n");
        mv
    })?;
    legal(&mut *session, &mv)
}

/// The move that a line gives.
fn bestmove(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    words.next().filter(|word| *word == "bestmove")?;
    Some(words.next().unwrap_or_default().to_owned())
}

fn legal(session: &mut dyn Session, mv: &str) -> Seen {
    match session.play(mv) {
        Ok(mv) => passed(mv),
        Err(error) => Err(Failure::new(Cause::Illegal, error.to_string())),
    }
}

fn ugi_one_answer(trial: &mut Trial<'_>) -> Seen {
    trial.limited(trial.usual(super::MOVE))?;
    let Some(player) = &mut trial.player else { return trial.skipped() };
    // A stop that comes too late is usual: the answer was on its way.
    let more = player.talk(|wire| {
        wire.send("stop")?;
        wire.send("isready")?;
        let mut more = Vec::new();
        wire.until(SOON, "readyok", |line| {
            more.extend(bestmove(line));
            Ok((line == "readyok").then_some(()))
        })?;
        Ok(more)
    })?;
    match more.as_slice() {
        [] => passed("nothing was said to a stop that came too late"),
        _ => noted(format!(
            "a second bestmove ({}) without go; Plywood leaves it out, other managers may not",
            more.join(", ")
        )),
    }
}

fn ugi_query(trial: &mut Trial<'_>) -> Seen {
    let asked = [("query p1turn", "true"), ("query gameover", "false"), ("query result", "none")];
    let said = trial.ready()?.talk(|wire| {
        wire.send("position startpos")?;
        asked.iter().try_for_each(|(question, _)| wire.send(question))?;
        wire.send("isready")?;
        let mut said = Vec::new();
        wire.until(SOON, "readyok", |line| {
            said.extend(line.strip_prefix("response ").map(|word| word.trim().to_owned()));
            Ok((line == "readyok").then_some(()))
        })?;
        Ok(said)
    })?;
    if said.is_empty() {
        return noted("not answered; Plywood does not ask, but other managers may");
    }
    match said.iter().zip(asked).find(|(answer, (_, right))| answer != right) {
        Some((answer, (question, right))) => {
            let detail = format!("'{question}' at the start was answered {answer}, not {right}");
            Err(protocol(detail))
        }
        None if said.len() < asked.len() => {
            let detail = format!("{} of {} questions answered", said.len(), asked.len());
            Err(protocol(detail))
        }
        None => passed(said.join(", ")),
    }
}

/// Asks the engine for its name; every line up to it.
fn about(wire: &mut Wire<'_>) -> Result<Vec<String>, Failure> {
    wire.send("ABOUT")?;
    let mut said = Vec::new();
    wire.until(SOON, "name=\"...\" after ABOUT", |line| {
        said.push(line.to_owned());
        // Some write spaces around the sign.
        Ok(line.replace(' ', "").contains("name=").then_some(()))
    })?;
    Ok(said)
}

fn gomocup_about(trial: &mut Trial<'_>) -> Seen {
    let said = trial.ready()?.talk(about)?;
    passed(said.last().map_or("", String::as_str))
}

fn gomocup_unknown(trial: &mut Trial<'_>) -> Seen {
    let said = trial.ready()?.talk(|wire| {
        wire.send("INFO xyzzy 3")?;
        wire.send("XYZZY")?;
        about(wire)
    })?;
    match said.iter().find(|line| line.to_ascii_uppercase().starts_with("UNKNOWN")) {
        Some(line) => passed(line),
        None => noted("an unknown command should be answered by UNKNOWN"),
    }
}

/// Managers send what is left of a clock also below zero, and 0 for a move that is
/// wanted as fast as possible.
fn gomocup_no_time(trial: &mut Trial<'_>) -> Seen {
    let mut session = trial.game_from_start()?;
    let board = crate::games::Board::of(&session.game());
    let cell = trial.ready()?.talk(|wire| {
        wire.send("INFO timeout_turn 0")?;
        wire.send("INFO time_left -100")?;
        wire.send("BEGIN")?;
        wire.until(SOON, "move", |line| Ok(coordinates(line)))
    })?;
    let place = usize::try_from(cell.0).ok().zip(usize::try_from(cell.1).ok());
    let mv = board.zip(place).and_then(|(board, place)| board.text(place));
    let mv = mv.ok_or_else(|| Failure::new(Cause::Illegal, "a cell outside the board"))?;
    legal(&mut *session, &mv)
}

fn gomocup_optional(trial: &mut Trial<'_>) -> Seen {
    let answers = trial.ready()?.talk(|wire| {
        wire.send("INFO timeout_turn 100")?;
        wire.send("BEGIN")?;
        let (x, y) = wire.until(SOON, "move", |line| Ok(coordinates(line)))?;
        let mut answers = Vec::new();
        for command in [format!("TAKEBACK {x},{y}"), "RESTART".to_owned()] {
            wire.send(&command)?;
            let answer = wire.until(SOON, "answer", |line| {
                let word = line.split_whitespace().next().unwrap_or_default();
                Ok(["OK", "ERROR", "UNKNOWN"].contains(&word).then(|| word.to_owned()))
            });
            match answer {
                Ok(answer) => answers.push((command, answer)),
                Err(failure) if failure.cause == Cause::Timeout => {
                    answers.push((command, "nothing".to_owned()));
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(answers)
    })?;
    let refused = answers.iter().find(|(_, answer)| answer != "OK");
    match refused {
        None => passed("both answered OK"),
        Some((command, answer)) => noted(format!(
            "{command} was answered by {answer}; both are optional, Plywood does without"
        )),
    }
}

/// Waits for the answer to a ping; what came before it.
fn ping(wire: &mut Wire<'_>, number: u32, time: Duration) -> Result<Vec<String>, Failure> {
    let pong = format!("pong {number}");
    wire.send(&format!("ping {number}"))?;
    let mut said = Vec::new();
    wire.until(time, &pong, |line| {
        said.push(line.to_owned());
        Ok(line.split_whitespace().eq(pong.split_whitespace()).then_some(()))
    })?;
    Ok(said)
}

fn nboard_unknown(trial: &mut Trial<'_>) -> Seen {
    let (mut session, limits) = (trial.game_from_start()?, trial.usual(super::MOVE));
    let player = trial.ready()?;
    player.talk(|wire| {
        for line in ["", "xyzzy", "set xyzzy 3", "set contempt 0"] {
            wire.send(line)?;
        }
        ping(wire, 4711, SOON)
    })?;
    passed(Trial::ask(player, &mut *session, limits, None)?)
}

fn nboard_hint(trial: &mut Trial<'_>) -> Seen {
    let (mut session, limits) = (trial.game_from_start()?, trial.usual(super::MOVE));
    let player = trial.ready()?;
    // The game and the depth are those of this move.
    Trial::ask(player, &mut *session, limits, None)?;
    let found = player.talk(|wire| {
        wire.send("hint 2")?;
        let found = wire.until(SOON, "search", |line| {
            let word = line.split_whitespace().next().unwrap_or_default();
            Ok(["search", "book"].contains(&word).then(|| line.to_owned()))
        });
        ping(wire, 4712, SOON)?;
        Ok(found)
    })?;
    match found {
        Ok(line) => passed(line),
        Err(_) => noted("no line 'search' or 'book' came; Plywood does not ask for hints"),
    }
}

/// The answer to a command.
fn answered(trial: &mut Trial<'_>, commands: &[&str]) -> Result<Vec<gtp::Answer>, Failure> {
    trial
        .ready()?
        .talk(|wire| commands.iter().map(|command| gtp::ask(wire, command, SOON)).collect())
}

fn gtp_unknown(trial: &mut Trial<'_>) -> Seen {
    match answered(trial, &["xyzzy", "play b a1"])?.as_slice() {
        [Ok(_), _] => Err(protocol("the command xyzzy was answered by =, not by ?")),
        [_, Ok(_)] => Err(protocol("the illegal first move a1 was answered by =, not by ?")),
        _ => passed("refused, as was an illegal move"),
    }
}

fn gtp_numbered(trial: &mut Trial<'_>) -> Seen {
    let first = trial.ready()?.talk(|wire| {
        wire.send("17 name")?;
        let first = wire.until(SOON, "answer", |line| {
            Ok(line.starts_with(['=', '?']).then(|| line.to_owned()))
        })?;
        wire.until(SOON, "empty line after the answer", |line| Ok(line.is_empty().then_some(())))?;
        Ok(first)
    })?;
    match first.starts_with("=17") {
        true => passed(first),
        false => Err(protocol(format!("'17 name' was answered by '{first}', not by '=17 ...'"))),
    }
}

fn gtp_spacing(trial: &mut Trial<'_>) -> Seen {
    let answers = answered(trial, &[" \tplay \t b   f5  # the first move", "undo"])?;
    match answers.as_slice() {
        [Err(said), _] => Err(protocol(format!("tabs, spaces and a comment were refused: {said}"))),
        [_, Err(said)] => noted(format!("undo was refused ({said}); Plywood does without")),
        _ => passed("understood, and taken back by undo"),
    }
}

fn gtp_list(trial: &mut Trial<'_>) -> Seen {
    let used = ["boardsize", "clear_board", "play", "genmove", "quit"];
    let lines = trial.ready()?.talk(|wire| {
        wire.send("list_commands")?;
        let mut lines = Vec::new();
        wire.until(SOON, "empty line after the answer", |line| {
            lines.push(line.trim_start_matches('=').trim().to_owned());
            Ok(line.is_empty().then_some(()))
        })?;
        Ok(lines)
    })?;
    match used.iter().find(|name| !lines.iter().any(|line| line == *name)) {
        None => passed(format!("{} commands", lines.len() - 1)),
        Some(name) => noted(format!("list_commands does not name {name}, which managers use")),
    }
}
