//! Who may play on the page: players inside the program, and the external
//! engines that the operator named at the start. A game on the page knows such
//! an engine by its name alone; its command never leaves this file.

use plywood_engines::Engines;
use plywood_players::Player;
use plywood_workbench::{
    Error, ExternalSpec, PlayerEntry, PlayerSpec, Protocol, Restart, Session, Workbench,
};

/// The players of the page.
#[derive(Default)]
pub(crate) struct Roster {
    engines: Engines,
    named: Vec<(String, PlayerSpec)>,
}

impl Roster {
    /// The engines that the operator named, each as it is written.
    ///
    /// # Errors
    /// In words, if a name is taken or an engine cannot be read.
    pub(crate) fn new(workbench: &Workbench, named: &[(String, String)]) -> Result<Self, String> {
        let taken = workbench.players(None).unwrap_or_default();
        let mut roster = Self::default();
        for (name, text) in named {
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(plain) {
                return Err(format!("{name:?} is no name: use letters, digits, - and _"));
            }
            let same = |other: &str| other.eq_ignore_ascii_case(name);
            if taken.iter().any(|entry| same(&entry.name))
                || roster.named.iter().any(|(other, _)| same(other))
            {
                return Err(format!("there is a player {name} already; choose another name"));
            }
            let spec = match text.parse() {
                Ok(PlayerSpec::External(spec)) => spec,
                Ok(_) => return Err(format!("{text} is no external engine, such as ugi:COMMAND")),
                Err(error) => return Err(error.to_string()),
            };
            // A process belongs to the seat of a game, and ends with it.
            let spec = ExternalSpec { restart: Restart::EachGame, ..spec };
            let player = PlayerSpec::External(spec);
            Engines::startable(&player).map_err(|error| error.to_string())?;
            roster.named.push((name.to_ascii_lowercase(), player));
        }
        Ok(roster)
    }

    /// Whether a player can play in this session.
    pub(crate) fn admit(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        player: &PlayerSpec,
    ) -> Result<(), Error> {
        match (self.named(player), player) {
            (Some(engine), _) => {
                let hidden = |error| match error {
                    Error::External { problem, .. } => Error::external(player, problem),
                    error => error,
                };
                self.engines.admit(workbench, session, engine).map_err(hidden)
            }
            (None, PlayerSpec::External(_)) => {
                let problem = "the page plays only engines that were named at its start, with \
                               --engine NAME=PLAYER";
                Err(Error::external(player, problem))
            }
            (None, PlayerSpec::Engine(engine)) if engine.names_a_file() => {
                let problem = "the page opens no files that its visitors name; play such a \
                               player in the terminal";
                Err(Error::external(player, problem))
            }
            (None, _) => workbench.admit(session, player),
        }
    }

    /// A player of this session's game.
    pub(crate) fn player(
        &self,
        workbench: &Workbench,
        session: &dyn Session,
        player: &PlayerSpec,
    ) -> Result<Box<dyn Player>, Error> {
        match self.named(player) {
            // A player is made when it is to move.
            Some(engine) => self.engines.of(session.to_move()).player(workbench, session, engine),
            None => session.player(player),
        }
    }

    /// The player that a name stands for: the one whose limits count.
    pub(crate) fn real<'a>(&'a self, player: &'a PlayerSpec) -> &'a PlayerSpec {
        self.named(player).unwrap_or(player)
    }

    /// Whether an event with this player may be played from the page.
    pub(crate) fn may_play(&self, player: &PlayerSpec) -> bool {
        // An engine is written in an event as it was written at the start.
        let named = || self.named.iter().any(|(_, one)| one.to_string() == player.to_string());
        match player {
            PlayerSpec::Human => false,
            PlayerSpec::External(_) => named(),
            PlayerSpec::Engine(engine) => !engine.names_a_file(),
            PlayerSpec::Random { .. } => true,
        }
    }

    fn named(&self, player: &PlayerSpec) -> Option<&PlayerSpec> {
        let PlayerSpec::Engine(engine) = player else { return None };
        let mut named = self.named.iter();
        named.find(|(name, _)| engine.text.eq_ignore_ascii_case(name)).map(|(_, spec)| spec)
    }

    /// The named engines as the page lists them.
    pub(crate) fn entries(&self) -> impl Iterator<Item = PlayerEntry> + '_ {
        self.named.iter().map(|(name, spec)| {
            let game = match spec {
                PlayerSpec::External(spec) => match spec.protocol {
                    Protocol::Ugi => None,
                    Protocol::Gomocup | Protocol::Mnkgame => Some("mnk"),
                    Protocol::Nboard | Protocol::Gtp => Some("othello"),
                },
                _ => None,
            };
            PlayerEntry {
                name: name.clone(),
                about: "an external engine".to_owned(),
                game: game.map(str::to_owned),
                source: None,
                options: Vec::new(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_workbench::Start;

    #[test]
    fn only_named_engines_play_and_their_commands_stay_here() {
        let workbench = Workbench::standard();
        let named =
            |name: &str, spec: &str| Roster::new(&workbench, &[(name.to_owned(), spec.to_owned())]);
        let roster = named("Mine", "ugi[time=2s]:sh -c true").expect("a roster");
        let session = workbench.open("othello", &Start::default(), 0).expect("a game");
        let admit = |text: &str| roster.admit(&workbench, &*session, &text.parse()?);
        assert_eq!(admit("mine"), Ok(()));
        assert_eq!(admit("best"), Ok(()));
        assert!(admit("yours").is_err());
        let refused = admit("pvs[multiprobcut=/etc/passwd]").expect_err("a file").to_string();
        assert!(refused.contains("opens no files"), "{refused}");
        let refused = admit("ugi:sh -c true").expect_err("not named").to_string();
        assert!(refused.contains("--engine NAME=PLAYER"), "{refused}");
        assert_eq!(roster.entries().next().map(|entry| entry.name).as_deref(), Some("mine"));
        let mine = "mine".parse().expect("a name");
        let limit = roster.real(&mine).limits(false).time;
        assert_eq!(limit, Some(std::time::Duration::from_secs(2)));
        let elsewhere = named("reversi", "gomocup:sh").expect("a roster");
        let reversi = "reversi".parse().expect("a name");
        let error = elsewhere.admit(&workbench, &*session, &reversi).expect_err("another game");
        assert!(!error.to_string().contains("gomocup:sh"), "{error}");
        for (name, spec, problem) in [
            ("best", "ugi:sh", "a player best already"),
            ("a b", "ugi:sh", "is no name"),
            ("x", "best", "no external engine"),
            ("x", "ugi:", "there is no command"),
            ("x", "ugi:no-such-program --x", "there is no program no-such-program"),
            ("x", "ugi:/", "is a folder"),
            ("x", "ugi:/etc/passwd", "may not be run"),
        ] {
            let error = named(name, spec).err().expect(spec);
            assert!(error.contains(problem), "{name}={spec}: {error}");
        }
    }
}
