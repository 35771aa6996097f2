//! An engine outside the program, as it is written: a protocol, options in
//! brackets if there are any, a colon and the command that starts it.

use crate::{Error, Field, FieldKind, Limits, parse_time};
use plywood_game::{TextError, quoted};
use std::fmt;
use std::time::Duration;

/// A process that speaks a protocol, its limits and how it is treated.
///
/// ```
/// use plywood_workbench::{PlayerSpec, Protocol, Restart};
/// let player: PlayerSpec = "ugi[time=2s,memory=512,option.Style=wild]:'/opt/My Engine' -x".parse()?;
/// let PlayerSpec::External(spec) = player else { panic!("an external engine") };
/// assert_eq!((spec.protocol, spec.command.as_str()), (Protocol::Ugi, "'/opt/My Engine' -x"));
/// assert_eq!(spec.memory, Some(512));
/// assert_eq!(spec.options, [("Style".to_owned(), "wild".to_owned())]);
/// assert_eq!(spec.restart, Restart::AfterFault);
/// # Ok::<(), plywood_workbench::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ExternalSpec {
    /// As it was written.
    pub text: String,
    /// The protocol.
    pub protocol: Protocol,
    /// The command line; words are separated as a shell does, with quotes.
    pub command: String,
    /// Its own limits of a move.
    pub limits: Limits,
    /// How long it may take from its start to its greeting.
    pub start: Duration,
    /// How long it may take until it is ready for a game or a move.
    pub ready: Duration,
    /// How long a move may take under limits that are not a time.
    pub wait: Duration,
    /// Megabytes of memory that it may use.
    pub memory: Option<u64>,
    /// Seconds of processor time that it may use.
    pub cpu: Option<u64>,
    /// When a new process is started.
    pub restart: Restart,
    /// Whether the process stands still while the opponent thinks.
    pub pause: bool,
    /// The folder in which it is started.
    pub folder: Option<String>,
    /// Options that the engine itself has, and their values.
    pub options: Vec<(String, String)>,
}

/// When a new process is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restart {
    /// After a fault; otherwise the process plays one game after another.
    AfterFault,
    /// For every game.
    EachGame,
    /// Never: after a fault the engine loses its other games too.
    Never,
}

/// A protocol between Plywood and an external engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The universal game interface.
    Ugi,
    /// Gomocup's, for (m,n,k).
    Gomocup,
    /// `NBoard`'s, for Othello.
    Nboard,
    /// The Go text protocol, for Othello.
    Gtp,
    /// Java classes of the framework `mnkgame`.
    Mnkgame,
}

impl Protocol {
    /// Every protocol with the name before the colon.
    pub const NAMES: [(&str, Self); 5] = [
        ("ugi", Self::Ugi),
        ("gomocup", Self::Gomocup),
        ("nboard", Self::Nboard),
        ("gtp", Self::Gtp),
        ("mnkgame", Self::Mnkgame),
    ];

    /// The protocol of this name, in any case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::NAMES.into_iter();
        all.find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, protocol)| protocol)
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = Self::NAMES.iter().find(|(_, protocol)| protocol == self);
        found.map_or(Ok(()), |(name, _)| f.write_str(name))
    }
}

/// The prefix of options that go to the engine.
const TO_THE_ENGINE: &str = "option.";

impl ExternalSpec {
    /// What can be written in the brackets, besides `option.NAME`.
    #[must_use]
    pub fn fields() -> Vec<Field> {
        let megabytes = FieldKind::number(1, 1 << 20);
        let restart = FieldKind::text("on, off or auto", |text| restart(text).is_some());
        let folder = FieldKind::text("a folder", |text| !text.is_empty());
        [
            ("time", "Time", "time for a move", "", FieldKind::Time),
            ("nodes", "Nodes", "nodes for a move", "", FieldKind::number(1, u64::MAX)),
            ("depth", "Depth", "depth of a move", "", FieldKind::number(1, 1000)),
            ("start", "Start", "time until its greeting", "10s", FieldKind::Time),
            ("ready", "Ready", "time until it is ready", "10s", FieldKind::Time),
            ("wait", "Wait", "time for a move under other limits", "60s", FieldKind::Time),
            ("memory", "Memory", "megabytes it may use", "", megabytes),
            ("cpu", "Processor", "seconds of processor time", "", FieldKind::number(1, 1 << 30)),
            ("restart", "Restart", "a new process for each game", "auto", restart),
            ("pause", "Pause", "stands still in the opponent's time", "", FieldKind::SWITCH),
            ("folder", "Folder", "where it is started", "", folder),
        ]
        .map(|(name, label, about, default, kind)| Field::new(name, label, about, default, kind))
        .into()
    }

    /// Whether it knows only games that begin on the empty board.
    #[must_use]
    pub fn needs_the_empty_board(&self) -> bool {
        self.protocol == Protocol::Mnkgame
    }

    /// The engine written as `text`, if it begins with a protocol's name and a
    /// colon or bracket.
    pub(crate) fn parse(text: &str) -> Option<Result<Self, Error>> {
        let end = text.find([':', '['])?;
        let protocol = Protocol::named(&text[..end])?;
        let wrong = |error| Error::Text { source_name: "player", error };
        Some(Self::read(text, protocol, &text[end..]).map_err(wrong))
    }

    /// Reads what follows the protocol's name.
    fn read(text: &str, protocol: Protocol, rest: &str) -> Result<Self, TextError> {
        let (options, command) = match rest.strip_prefix('[') {
            Some(inside) => inside.split_once("]:").ok_or_else(|| {
                let problem = "the options are not closed";
                TextError::new(text, text.len(), problem, "]: and the command")
            })?,
            None => ("", &rest[1..]),
        };
        if command.trim().is_empty() {
            let (problem, expected) =
                ("there is no command here", "the command that starts the engine");
            return Err(TextError::at_part(text, command, problem, expected));
        }
        let mut spec = Self::new(text, protocol, command);
        let mut given = Vec::new();
        for word in options.split(',').filter(|_| !options.is_empty()) {
            let key = word.split_once('=').map_or(word, |(key, _)| key).to_ascii_lowercase();
            if given.contains(&key) {
                return Err(given_twice(text, word, &key));
            }
            spec.set(text, word)?;
            given.push(key);
        }
        Ok(spec)
    }

    fn new(text: &str, protocol: Protocol, command: &str) -> Self {
        Self {
            text: text.to_owned(),
            protocol,
            command: command.to_owned(),
            limits: Limits::default(),
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            wait: Duration::from_secs(60),
            memory: None,
            cpu: None,
            // A Java player is made for one game.
            restart: match protocol {
                Protocol::Mnkgame => Restart::EachGame,
                _ => Restart::AfterFault,
            },
            // Java players of the course think in threads that they never end.
            pause: protocol == Protocol::Mnkgame,
            folder: None,
            options: Vec::new(),
        }
    }

    /// Sets the option written as `word`, a part of `text`.
    fn set(&mut self, text: &str, word: &str) -> Result<(), TextError> {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let of_engine = key.get(..TO_THE_ENGINE.len()).zip(key.get(TO_THE_ENGINE.len()..));
        if let Some((prefix, name)) = of_engine
            && prefix.eq_ignore_ascii_case(TO_THE_ENGINE)
            && !name.is_empty()
        {
            self.options.push((name.to_owned(), value.to_owned()));
            return Ok(());
        }
        let (fields, key) = (Self::fields(), key.to_ascii_lowercase());
        let Some(field) = fields.iter().find(|field| field.name == key) else {
            let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
            let problem = format!("an external engine has no option {}", quoted(&key));
            let expected = format!("one of {} or option.NAME", names.join(", "));
            return Err(TextError::at_part(text, word, problem, expected));
        };
        if !field.kind.accepts(value) {
            let problem = format!("{key} does not accept {}", quoted(value));
            return Err(TextError::at_part(text, value, problem, field.kind.expected()));
        }
        self.put(&key, value);
        Ok(())
    }

    /// Sets an option to a value that its field accepts.
    fn put(&mut self, key: &str, value: &str) {
        let time = parse_time(value);
        match key {
            "time" => self.limits.time = time,
            "nodes" => self.limits.nodes = value.parse().ok(),
            "depth" => self.limits.depth = value.parse().ok(),
            "start" => self.start = time.unwrap_or(self.start),
            "ready" => self.ready = time.unwrap_or(self.ready),
            "wait" => self.wait = time.unwrap_or(self.wait),
            "memory" => self.memory = value.parse().ok(),
            "cpu" => self.cpu = value.parse().ok(),
            "restart" => self.restart = restart(value).unwrap_or(self.restart),
            "pause" => self.pause = value == "on",
            _ => self.folder = Some(value.to_owned()),
        }
    }
}

/// The error of an option that stands twice in the brackets of `text`, the second
/// time as `word`.
pub(crate) fn given_twice(text: &str, word: &str, key: &str) -> TextError {
    TextError::at_part(text, word, format!("{key} is given twice"), "it once")
}

fn restart(text: &str) -> Option<Restart> {
    match text {
        "auto" => Some(Restart::AfterFault),
        "on" => Some(Restart::EachGame),
        "off" => Some(Restart::Never),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::PlayerSpec;

    #[test]
    fn an_option_that_is_given_twice_is_an_error_that_names_it() {
        for (text, key) in [
            ("ugi[time=1s,time=2s]:x", "time"),
            ("ugi[time=1s,TIME=1s]:x", "time"),
            ("gtp[option.Level=1,option.level=2]:x", "option.level"),
            ("pvs[depth=1,depth=2]", "depth"),
            ("pvs[depth=1,table=2,Depth=2]", "depth"),
            ("best[table=1,table=1]", "table"),
            ("omatic-id[weights=1:1:1:1:1,weights=2:2:2:2:2]", "weights"),
        ] {
            let error = text.parse::<PlayerSpec>().expect_err(text).to_string();
            assert!(error.contains(&format!("{key} is given twice")), "{error}");
        }
        assert!("ugi[time=1s,option.time=2]:x".parse::<PlayerSpec>().is_ok());
    }
}
