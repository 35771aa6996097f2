//! From what is written to an event: everything is checked before a game is played.

use super::draft::{Draft, wrong};
use super::reader::Reader;
use super::{Configuration, Contestant, Event, Format, Points, Seeding};
use crate::pair_opening::configuration_seed;
use plywood_engines::Engines;
use plywood_game::quoted;
use plywood_workbench::{Error, PlayerSpec, Session, Start, Workbench};
use std::sync::atomic::AtomicBool;
use toml::Spanned;

/// What a draft is resolved with.
pub struct Surroundings<'a> {
    /// The games.
    pub workbench: &'a Workbench,
    /// The players' processes.
    pub engines: &'a Engines,
    /// Reads a file that the draft names.
    pub read: &'a dyn Fn(&str) -> Result<String, String>,
    /// The name of an event that has none.
    pub name: &'a str,
    /// Ends the search for balanced openings.
    pub stop: &'a AtomicBool,
}

/// An event, and how it is to be played here.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolved {
    /// The event.
    pub event: Event,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// The most games of an event.
const MOST_GAMES: usize = 5_000_000;
/// The most players of an event.
const MOST_PLAYERS: usize = 1000;
/// The most configurations of an event.
const MOST_CONFIGURATIONS: usize = 1000;

impl Draft {
    /// The event that this draft stands for; `text` is what it was read from, or
    /// nothing.
    ///
    /// # Errors
    /// If anything is missing, unknown or impossible.
    pub fn resolve(&self, text: &str, around: &Surroundings<'_>) -> Result<Resolved, Error> {
        let reader = Reader { text, around };
        let seed = self.seed.unwrap_or(1);
        let (configurations, sessions) = self.configurations(&reader, seed)?;
        let players = self.contestants(&reader, &configurations, &sessions)?;
        let format = self.format(&reader, players.len())?;
        let sprt = match &self.sprt {
            Some(draft) if format == Format::Match => Some(reader.hypotheses(draft)?),
            Some(draft) => {
                let (problem, expected) =
                    ("a sequential test has two players", "format = \"match\", or no [sprt]");
                return Err(wrong(text, draft.span().start, problem, expected));
            }
            None => None,
        };
        let usual = if sprt.is_some() { 20_000 } else { 2 };
        let event = Event {
            name: self.event_name(&reader)?,
            games_per_pair: self.games_per_pair(&reader, usual)?,
            players,
            configurations,
            format,
            points: self.points(&reader)?,
            adjudication: reader.adjudication(&self.adjudication)?,
            sprt,
            seed,
            time_margin_ms: reader.time(&self.time_margin)?.map_or(1000, |t| t.as_millis() as u64),
        };
        if event.most_games() > MOST_GAMES {
            let problem = format!("this event has {} games", event.most_games());
            let place = self.games_per_pair.as_ref().map_or(0, |games| games.span().start);
            return Err(wrong(text, place, problem, format!("at most {MOST_GAMES}")));
        }
        let concurrency = reader.number(&self.concurrency, "concurrency", 1, 256)?;
        Ok(Resolved { event, concurrency })
    }

    /// Pairs of games with sides changed, or a single game.
    fn games_per_pair(&self, reader: &Reader<'_>, usual: usize) -> Result<usize, Error> {
        let games = reader.number(&self.games_per_pair, "games-per-pair", usual, 1_000_000)?;
        match &self.games_per_pair {
            Some(value) if games > 1 && !games.is_multiple_of(2) => {
                let problem = format!("with {games} games one of two players begins more often");
                let expected = format!("1, {} or {}", games - 1, games + 1);
                Err(wrong(reader.text, value.span().start, problem, expected))
            }
            _ => Ok(games),
        }
    }

    fn event_name(&self, reader: &Reader<'_>) -> Result<String, Error> {
        match &self.name {
            Some(name) => reader.name(name),
            None => Ok(reader.around.name.to_owned()),
        }
    }

    /// The configurations, each with a game of it.
    #[expect(clippy::type_complexity, reason = "two lists of one length")]
    fn configurations(
        &self,
        reader: &Reader<'_>,
        seed: u64,
    ) -> Result<(Vec<Configuration>, Vec<Box<dyn Session>>), Error> {
        let shared = self.games.iter().map(|game| (game, &self.openings, &self.limits));
        let own = self.configuration.iter().map(|one| {
            let openings = one.openings.as_ref().unwrap_or(&self.openings);
            (&one.game, openings, one.limits.as_ref().unwrap_or(&self.limits))
        });
        let (mut configurations, mut sessions) = (Vec::new(), Vec::new());
        for (index, (game, openings, limits)) in shared.chain(own).enumerate() {
            let session = reader.around.workbench.open(game.get_ref(), &Start::default(), seed);
            sessions.push(session.map_err(|error| reader.at(game, &error))?);
            let (limits, clock) = reader.limits(limits)?;
            let seed = configuration_seed(seed, index);
            let openings = reader.openings(game.get_ref(), openings, seed)?;
            let game = game.get_ref().clone();
            configurations.push(Configuration { game, openings, limits, clock });
        }
        match configurations.len() {
            0 => {
                let expected = "games = [\"othello\"], for example, or [[configuration]] tables";
                Err(wrong(reader.text, 0, "no game is named", expected))
            }
            many if many > MOST_CONFIGURATIONS => {
                let problem = format!("there are {many} games");
                Err(wrong(reader.text, 0, problem, format!("at most {MOST_CONFIGURATIONS}")))
            }
            _ => Ok((configurations, sessions)),
        }
    }

    fn contestants(
        &self,
        reader: &Reader<'_>,
        configurations: &[Configuration],
        sessions: &[Box<dyn Session>],
    ) -> Result<Vec<Contestant>, Error> {
        let bare = self.players.iter().map(|player| (player, player));
        let named = self.player.iter().map(|one| (&one.name, &one.player));
        let mut contestants: Vec<Contestant> = Vec::new();
        for (name, player) in bare.chain(named) {
            let spec: PlayerSpec = player.get_ref().parse().map_err(|e| reader.at(player, &e))?;
            if spec == PlayerSpec::Human {
                return Err(reader.at(player, &Error::NoPersonHere));
            }
            for configuration in configurations {
                let limited = spec.clone().under(&configuration.limits());
                let checked = limited.check_time(configuration.clock.is_some());
                checked.map_err(|error| reader.at(player, &error))?;
            }
            for session in sessions {
                let admitted =
                    reader.around.engines.admit(reader.around.workbench, &**session, &spec);
                admitted.map_err(|error| reader.at(player, &error))?;
            }
            let name_text = if std::ptr::eq(name, player) {
                name.get_ref().clone()
            } else {
                reader.name(name)?
            };
            if contestants.iter().any(|known| known.name == name_text) {
                let problem = format!("two players are called {}", quoted(&name_text));
                let expected = "a name of its own in a [[player]] table";
                return Err(wrong(reader.text, name.span().start, problem, expected));
            }
            contestants.push(Contestant::new(&name_text, player.get_ref()));
        }
        match contestants.len() {
            2..=MOST_PLAYERS => Ok(contestants),
            many => {
                let problem = format!("the number of players is {many}");
                let expected =
                    format!("from 2 to {MOST_PLAYERS}, as in players = [\"best\", \"random\"]");
                let named = self.player.iter().map(|one| &one.name);
                let first = self.players.iter().chain(named).next();
                let place = first.map_or(0, |player| player.span().start);
                Err(wrong(reader.text, place, problem, expected))
            }
        }
    }

    fn format(&self, reader: &Reader<'_>, players: usize) -> Result<Format, Error> {
        const NAMES: [&str; 5] = ["match", "round-robin", "gauntlet", "swiss", "knockout"];
        let usual = if players == 2 { "match" } else { "round-robin" };
        let name = reader.choice(&self.format, &NAMES, usual)?;
        let seeding = match reader.choice(&self.seeding, &["random", "listed"], "random")? {
            "listed" => Seeding::Listed,
            _ => Seeding::Random,
        };
        let most = players.saturating_sub(1).max(1);
        let enough = players.next_power_of_two().trailing_zeros() as usize;
        let misplaced = |key: Option<usize>, word: &str, format: &str| match key {
            Some(offset) => Err(wrong(
                reader.text,
                offset,
                format!("{word} has no use in this format"),
                format!("format = \"{format}\", or no {word}"),
            )),
            None => Ok(()),
        };
        let place = |key: &Option<Spanned<usize>>| key.as_ref().map(|key| key.span().start);
        if name != "swiss" {
            misplaced(place(&self.rounds), "rounds", "swiss")?;
        }
        if name != "gauntlet" {
            misplaced(place(&self.challengers), "challengers", "gauntlet")?;
        }
        if !["swiss", "knockout"].contains(&name) {
            let place = self.seeding.as_ref().map(|key| key.span().start);
            misplaced(place, "seeding", "swiss")?;
        }
        Ok(match name {
            "match" if players == 2 => Format::Match,
            "match" => {
                let problem = format!("a match has two players, not {players}");
                let offset = self.format.as_ref().map_or(0, |format| format.span().start);
                return Err(wrong(reader.text, offset, problem, "format = \"round-robin\""));
            }
            "gauntlet" => Format::Gauntlet {
                challengers: reader.number(&self.challengers, "challengers", 1, most)?,
            },
            "swiss" => Format::Swiss {
                rounds: reader.number(&self.rounds, "rounds", enough, most)?,
                seeding,
            },
            "knockout" => Format::Knockout { seeding },
            _ => Format::RoundRobin,
        })
    }

    fn points(&self, reader: &Reader<'_>) -> Result<Points, Error> {
        let name = reader.choice(&self.points, &["standard", "course"], "standard")?;
        Ok(if name == "course" { Points::Course } else { Points::Standard })
    }
}
