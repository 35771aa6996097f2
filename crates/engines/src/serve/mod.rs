//! Any player as an engine for other programs: the game, the search that runs
//! beside it, and the commands that come meanwhile.
//!
//! A thread reads lines, another lets the player think; one loop hears both, so
//! that a command that arrives while the player thinks is answered at once,
//! kept until the move is made, or ends the search, as its protocol says.

mod gomocup;
mod gtp;
mod nboard;
mod ugi;

use crate::Engines;
use plywood_players::{Cause, ClockState, Decision, Failure, Player, Turn};
use plywood_workbench::{Error, Limits, PlayerSpec, Protocol, Report, Session, Start, Workbench};
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// What a protocol makes of what it hears.
trait Speaker {
    /// What to do with a line that comes while the player thinks.
    fn meanwhile(&self, line: &str) -> Meanwhile;

    /// Carries out a command.
    fn hear(&mut self, desk: &mut Desk, line: &str) -> io::Result<Next>;

    /// The search knows more.
    fn thought(&mut self, desk: &mut Desk, report: &Report<String>) -> io::Result<()>;

    /// The player has chosen.
    fn moved(&mut self, desk: &mut Desk, chosen: Result<Decision, Failure>) -> io::Result<()>;
}

/// What to do with a line that comes while the player thinks.
enum Meanwhile {
    /// Answer it now.
    Now,
    /// Keep it until the move is made.
    Later,
    /// Stop the search, and then as [`Meanwhile::Later`].
    Stop,
}

/// Whether the engine goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

enum Event {
    Line(String),
    End,
    Thought(Report<String>),
    Moved(Box<dyn Player>, Result<Decision, Failure>),
}

/// No command of any protocol is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// Whether a player can be an engine that speaks this protocol about this game.
///
/// # Errors
/// If not: why, and what to do.
pub fn check(
    workbench: &Workbench,
    session: &dyn Session,
    protocol: Protocol,
    player: &PlayerSpec,
) -> Result<(), Error> {
    crate::games::fits(protocol, &session.game())
        .map_err(|problem| Error::external(&protocol, problem))?;
    if *player == PlayerSpec::Human {
        return Err(Error::NoPersonHere);
    }
    Engines::default().admit(workbench, session, player)
}

/// Speaks a protocol until told to quit or until there is no more input.
///
/// # Errors
/// If the player cannot play, or the output cannot be written.
pub fn serve(
    workbench: &Workbench,
    session: Box<dyn Session>,
    protocol: Protocol,
    player: PlayerSpec,
    input: impl BufRead + Send + 'static,
    output: Box<dyn Write>,
) -> io::Result<()> {
    let (events, heard) = channel();
    let reading = events.clone();
    // It ends with the program, or when nobody hears any more.
    std::thread::spawn(move || read_lines(input, &reading));
    let mut speaker: Box<dyn Speaker> = match protocol {
        Protocol::Gomocup => Box::new(gomocup::Speaking::new(&session.game())),
        Protocol::Nboard => Box::new(nboard::Speaking::default()),
        Protocol::Gtp => Box::new(gtp::Speaking::default()),
        Protocol::Ugi | Protocol::Mnkgame => Box::new(ugi::Speaking::default()),
    };
    let mut desk = Desk {
        workbench: workbench.clone(),
        engines: Engines::default(),
        game: session.game(),
        session,
        spec: player,
        player: None,
        stop: Arc::default(),
        thinking: false,
        bounded: true,
        events,
        output,
    };
    run(&mut *speaker, &mut desk, &heard)
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut input, LONGEST_LINE).read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => Event::End,
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        let last = matches!(event, Event::End);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

fn run(speaker: &mut dyn Speaker, desk: &mut Desk, heard: &Receiver<Event>) -> io::Result<()> {
    let mut later = VecDeque::new();
    let mut ended = false;
    for event in heard {
        match event {
            Event::Line(line) if desk.thinking => match speaker.meanwhile(&line) {
                Meanwhile::Now => {
                    if speaker.hear(desk, &line)? == Next::Quit {
                        break;
                    }
                }
                Meanwhile::Later => later.push_back(line),
                Meanwhile::Stop => {
                    desk.stop();
                    later.push_back(line);
                }
            },
            Event::Line(line) => later.push_back(line),
            Event::End => {
                ended = true;
                // A search without limits would go on for nobody.
                if !desk.bounded {
                    desk.stop();
                }
            }
            Event::Thought(report) if desk.thinking => speaker.thought(desk, &report)?,
            Event::Thought(_) => {}
            Event::Moved(player, chosen) => {
                desk.player = Some(player);
                desk.thinking = false;
                speaker.moved(desk, chosen)?;
            }
        }
        while !desk.thinking
            && let Some(line) = later.pop_front()
        {
            if speaker.hear(desk, &line)? == Next::Quit {
                return Ok(());
            }
            // A search that was just begun hears what arrived before it.
            if desk.thinking && ended && !desk.bounded {
                desk.stop();
            }
        }
        if ended && !desk.thinking {
            break;
        }
    }
    desk.stop();
    Ok(())
}

/// The game on the board, the player, and the line to the manager.
struct Desk {
    workbench: Workbench,
    engines: Engines,
    /// The words that name the game.
    game: String,
    session: Box<dyn Session>,
    spec: PlayerSpec,
    /// None before the first move of a game, and while it thinks.
    player: Option<Box<dyn Player>>,
    stop: Arc<AtomicBool>,
    thinking: bool,
    /// Whether the search ends by itself.
    bounded: bool,
    events: Sender<Event>,
    output: Box<dyn Write>,
}

impl Desk {
    /// Says a line.
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    /// Begins a new game: the player forgets what it knows.
    fn new_game(&mut self) {
        self.player = None;
    }

    /// Sets up another position of the game.
    fn set_up(&mut self, start: &Start) -> Result<(), Error> {
        let game = match start.has_position() {
            true => self.workbench.at_a_position(&self.game)?.to_owned(),
            false => self.game.clone(),
        };
        self.session = self.workbench.open(&game, start, 0)?;
        Ok(())
    }

    /// Changes an option of the player, if a player with it can be made: the size
    /// of its table may be more than there is.
    fn change_option(&mut self, key: &str, value: &str) -> Result<(), Error> {
        let mut spec = self.spec.clone();
        let PlayerSpec::Engine(engine) = &mut spec else {
            let (option, engine) = (key.to_owned(), self.spec.to_string());
            return Err(Error::OptionOfOther { option, engine });
        };
        engine.change(key, value)?;
        self.engines.admit(&self.workbench, &*self.session, &spec)?;
        // Two tables at once may be more than there is.
        self.player = None;
        self.player = Some(self.engines.seated(&self.workbench, &*self.session, &spec)?);
        self.spec = spec;
        Ok(())
    }

    /// Changes the game.
    fn change_game(&mut self, game: &str) -> Result<(), Error> {
        let session = self.workbench.open(game, &Start::default(), 0)?;
        self.engines.admit(&self.workbench, &*session, &self.spec)?;
        if session.game() != self.game {
            self.player = None;
        }
        self.game = session.game();
        self.session = session;
        Ok(())
    }

    /// Lets the player think about the position, beside everything else.
    fn think(&mut self, limits: Limits, clocks: Option<ClockState>, lines: usize) {
        self.stop = Arc::default();
        self.thinking = true;
        self.bounded = limits != Limits::default() || clocks.is_some();
        let turn = Turn { limits, clocks, lines, ..self.session.turn() };
        let (events, stop) = (self.events.clone(), Arc::clone(&self.stop));
        let (player, record) = (self.player.take(), self.session.record());
        let (workbench, engines, spec) =
            (self.workbench.clone(), self.engines.clone(), self.spec.clone());
        let work = move || {
            // An engine behind this one may take its time to start.
            let seated = player.map_or_else(
                || engines.seated(&workbench, &*workbench.resume(&record)?, &spec),
                Ok,
            );
            let mut player = seated.unwrap_or_else(|error| Box::new(Nobody(error.to_string())));
            // Nobody hears it if the program is ending.
            let mut tell = |report: &Report<String>| {
                let _ = events.send(Event::Thought(report.clone()));
            };
            let chosen = player.choose(&turn, &stop, Some(&mut tell));
            let _ = events.send(Event::Moved(player, chosen));
        };
        std::thread::spawn(work);
    }

    /// Asks for the best move so far.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The limits of the player's own, where the manager gives none.
    fn own_limits(&self) -> Limits {
        self.spec.limits(false)
    }
}

/// A player that could not be made.
struct Nobody(String);

impl Player for Nobody {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(
        &mut self,
        _: &Turn,
        _: &AtomicBool,
        _: Option<&mut plywood_players::Listener<'_>>,
    ) -> Result<Decision, Failure> {
        Err(Failure::new(Cause::Resource, self.0.clone()))
    }
}
