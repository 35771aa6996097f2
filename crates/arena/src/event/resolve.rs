//! From what is written to an event: everything is checked before a game is played.

use super::draft::{AdjudicationDraft, Draft, LimitsDraft, OpeningsDraft, SprtDraft, wrong};
use super::{
    Adjudication, Agreement, Configuration, Contestant, Event, Format, OpeningSource, Points,
    Seeding,
};
use crate::pair_opening::{configuration_seed, distinct_openings};
use crate::{Hypotheses, Model, Openings};
use plywood_engines::Engines;
use plywood_game::quoted;
use plywood_workbench::{
    ClockRules, Error, Limits, LimitsReport, PlayerSpec, Session, Start, Workbench, nearest,
    parse_time,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
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
/// The most openings that are drawn before an event begins.
const MOST_OPENINGS: usize = 100_000;
/// The longest name of an event or a player.
const LONGEST_NAME: usize = 100;

/// The text of the draft, for messages.
struct Reader<'a> {
    text: &'a str,
    around: &'a Surroundings<'a>,
}

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
        let players = self.contestants(&reader, &sessions)?;
        let format = self.format(&reader, players.len())?;
        let sprt = match &self.sprt {
            Some(draft) if format == Format::Match => Some(reader.hypotheses(draft)?),
            Some(_) => {
                let problem = "a sequential test has two players";
                return Err(wrong(text, 0, problem, "format = \"match\", or no [sprt]"));
            }
            None => None,
        };
        let usual = if sprt.is_some() { 20_000 } else { 2 };
        let event = Event {
            name: self.event_name(&reader)?,
            games_per_pair: reader.number(
                &self.games_per_pair,
                "games-per-pair",
                usual,
                1_000_000,
            )?,
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
            return Err(wrong(text, 0, problem, format!("at most {MOST_GAMES}")));
        }
        let concurrency = reader.number(&self.concurrency, "concurrency", 1, 256)?;
        Ok(Resolved { event, concurrency })
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
                Err(wrong(reader.text, 0, problem, expected))
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

impl Reader<'_> {
    /// An error of the workbench about a value, at its place.
    fn at<T>(&self, value: &Spanned<T>, error: &Error) -> Error {
        let (problem, expected) = match error {
            Error::Text { error, .. } => (error.problem().to_owned(), error.expected().to_owned()),
            Error::UnknownGame { .. } => (error.to_string(), "a game that is known".to_owned()),
            Error::UnknownPlayer { .. } => (error.to_string(), "a player that is known".to_owned()),
            Error::PlaysAnother { .. } => {
                (error.to_string(), "players that play every game of the event".to_owned())
            }
            // Messages that say themselves what to do have a semicolon.
            other => {
                let text = other.to_string();
                let parts = text.split_once("; ").map(|(a, b)| (a.to_owned(), b.to_owned()));
                parts.unwrap_or((text, "a value that can be used".to_owned()))
            }
        };
        wrong(self.text, value.span().start, problem, expected)
    }

    fn name(&self, name: &Spanned<String>) -> Result<String, Error> {
        let text = name.get_ref().trim();
        let fits = (1..=LONGEST_NAME).contains(&text.chars().count());
        if fits && !text.contains(char::is_control) {
            return Ok(text.to_owned());
        }
        let expected = format!("1 to {LONGEST_NAME} printable characters");
        let problem = format!("{} is no name", quoted(text));
        Err(wrong(self.text, name.span().start, problem, expected))
    }

    /// A number from 1 to `most`.
    fn number(
        &self,
        value: &Option<Spanned<usize>>,
        key: &str,
        usual: usize,
        most: usize,
    ) -> Result<usize, Error> {
        self.number_from(1, value, key, usual, most)
    }

    fn number_from(
        &self,
        least: usize,
        value: &Option<Spanned<usize>>,
        key: &str,
        usual: usize,
        most: usize,
    ) -> Result<usize, Error> {
        let Some(value) = value else { return Ok(usual) };
        match *value.get_ref() {
            number if (least..=most).contains(&number) => Ok(number),
            number => {
                let problem = format!("{key} is {number}");
                let expected = format!("a whole number from {least} to {most}");
                Err(wrong(self.text, value.span().start, problem, expected))
            }
        }
    }

    /// One of these words.
    fn choice(
        &self,
        value: &Option<Spanned<String>>,
        names: &[&'static str],
        usual: &'static str,
    ) -> Result<&'static str, Error> {
        let Some(value) = value else { return Ok(usual) };
        let word = value.get_ref();
        names.iter().find(|name| *name == word).copied().ok_or_else(|| {
            let hint = nearest(word, names.iter().copied());
            let hint = hint.map_or(String::new(), |name| format!(" (did you mean {name}?)"));
            let problem = format!("{} is unknown here{hint}", quoted(word));
            let expected = format!("one of {}", names.join(", "));
            wrong(self.text, value.span().start, problem, expected)
        })
    }

    fn time(&self, value: &Option<Spanned<String>>) -> Result<Option<Duration>, Error> {
        let Some(value) = value else { return Ok(None) };
        parse_time(value.get_ref()).map(Some).ok_or_else(|| {
            let problem = format!("{} is no time", quoted(value.get_ref()));
            wrong(self.text, value.span().start, problem, "a time in ms, s or m, such as 500ms")
        })
    }

    fn limits(&self, draft: &LimitsDraft) -> Result<(LimitsReport, Option<ClockRules>), Error> {
        let parse = |text: &Spanned<String>| {
            text.get_ref().parse::<ClockRules>().map_err(|error| self.at(text, &error))
        };
        let clock = draft.clock.as_ref().map(parse).transpose()?;
        let depth = draft.depth.as_ref().map(|depth| (*depth.get_ref() as usize, depth.span()));
        let depth = depth.map(|(depth, span)| Spanned::new(span, depth));
        let depth = match &depth {
            Some(_) => Some(self.number(&depth, "depth", 1, 1000)? as u32),
            None => None,
        };
        if let Some(nodes) = draft.nodes.as_ref().filter(|nodes| *nodes.get_ref() == 0) {
            let expected = "a whole number from 1";
            return Err(wrong(self.text, nodes.span().start, "nodes is 0", expected));
        }
        let nodes = draft.nodes.as_ref().map(|nodes| *nodes.get_ref());
        let limits = Limits { depth, nodes, time: self.time(&draft.time)?, ..Limits::default() };
        Ok((LimitsReport::from(&limits), clock))
    }

    fn openings(
        &self,
        game: &str,
        draft: &OpeningsDraft,
        seed: u64,
    ) -> Result<OpeningSource, Error> {
        let around = self.around;
        if let Some(file) = &draft.file {
            let others = [&draft.moves, &draft.balanced, &draft.count];
            if let Some(other) = others.into_iter().flatten().next() {
                let problem = "a file of openings and random openings are both given";
                return Err(wrong(self.text, other.span().start, problem, "one of them"));
            }
            let text = (around.read)(file.get_ref()).map_err(|problem| {
                wrong(self.text, file.span().start, problem, "a file with an opening on each line")
            })?;
            let openings = Openings::read(around.workbench, game, &text);
            let openings = openings.map_err(|error| match error {
                Error::Text { error, .. } => {
                    let line = error.line();
                    let problem = format!(
                        "line {line} of {}, for {game}: {}",
                        quoted(file.get_ref()),
                        error.problem()
                    );
                    wrong(self.text, file.span().start, problem, error.expected())
                }
                other => self.at(file, &other),
            })?;
            return Ok(OpeningSource::Listed(openings.into_lines()));
        }
        let usual = if draft.balanced.is_some() || draft.count.is_some() { 4 } else { 0 };
        let moves = self.number_from(0, &draft.moves, "moves", usual, 100)?;
        let balanced_of = self.number(&draft.balanced, "balanced", 1, 10_000)?;
        let Some(count) = &draft.count else {
            return Ok(match moves {
                0 => OpeningSource::Start,
                _ => OpeningSource::Random { moves, balanced_of },
            });
        };
        let many = self.number(&draft.count, "count", 1, MOST_OPENINGS)?;
        let drawn = distinct_openings(
            around.workbench,
            game,
            (moves, balanced_of),
            many,
            seed,
            around.stop,
        );
        let drawn = drawn.map_err(|error| self.at(count, &error))?;
        if drawn.len() < many && !around.stop.load(std::sync::atomic::Ordering::Relaxed) {
            let found = drawn.len();
            let problem =
                format!("only {found} openings of {moves} random moves in {game} are different");
            let expected = format!("count = {found}, or more moves");
            return Err(wrong(self.text, count.span().start, problem, expected));
        }
        Ok(OpeningSource::Listed(drawn))
    }

    fn adjudication(&self, draft: &AdjudicationDraft) -> Result<Adjudication, Error> {
        let agreement = match (&draft.agreement_moves, &draft.agreement_value) {
            (None, None) => None,
            (Some(_), Some(value)) => Some(Agreement {
                moves: self.number(&draft.agreement_moves, "agreement-moves", 1, 1000)?,
                value: match *value.get_ref() {
                    least @ 1.. => least,
                    _ => {
                        let problem = "agreement-value is not above 0";
                        let expected = "an estimate of the winning side, such as 500";
                        return Err(wrong(self.text, value.span().start, problem, expected));
                    }
                },
            }),
            (Some(moves), None) => {
                let problem = "agreement-value is missing";
                let expected = "an estimate from which a side counts as winning";
                return Err(wrong(self.text, moves.span().start, problem, expected));
            }
            (None, Some(value)) => {
                let problem = "agreement-moves is missing";
                let expected = "for how many moves of each player both agree";
                return Err(wrong(self.text, value.span().start, problem, expected));
            }
        };
        let length = match &draft.length {
            Some(_) => Some(self.number(&draft.length, "length", 1, 1_000_000)?),
            None => None,
        };
        Ok(Adjudication { exact: draft.exact, agreement, length })
    }

    fn hypotheses(&self, draft: &SprtDraft) -> Result<Hypotheses, Error> {
        let usual = Hypotheses::default();
        let model = match self.choice(&draft.model, &["normalized", "logistic"], "normalized")? {
            "logistic" => Model::Logistic,
            _ => Model::Normalized,
        };
        let hypotheses = Hypotheses {
            elo0: draft.elo0.unwrap_or(usual.elo0),
            elo1: draft.elo1.unwrap_or(usual.elo1),
            alpha: draft.alpha.unwrap_or(usual.alpha),
            beta: draft.beta.unwrap_or(usual.beta),
            model,
        };
        let place = draft.model.as_ref().map_or(0, |model| model.span().start);
        let checked = hypotheses.check();
        let checked = checked.map_err(|e| wrong(self.text, place, e.to_string(), "such a test"));
        checked.map(|()| hypotheses)
    }
}
