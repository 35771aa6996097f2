//! Finding games by the words that name them.

use crate::algorithms::BEST;
use crate::error::nearest;
use crate::family::ErasedGame;
use crate::players::{details, external_details, of_all_games, of_one_game};
use crate::{
    EngineSpec, Error, Family, GameEntry, Method, OptionDetails, PlayerDetails, PlayerEntry,
    PlayerSpec, Protocol, Record, Session, Setup, Start, Suite,
};
use plywood_game::quoted;
use plywood_solver::table::TableWork;
use std::sync::Arc;

/// All the games there are.
#[derive(Clone, Default)]
pub struct Workbench {
    families: Vec<Family>,
}

impl Workbench {
    /// A workbench with no games at all.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// The games built into Plywood.
    #[must_use]
    pub fn standard() -> Self {
        crate::standard::families().into_iter().fold(Self::empty(), Self::with)
    }

    /// Adds a game, or a [`Family`] of them. A family of the same name takes
    /// the place of the one before.
    #[must_use]
    pub fn with(mut self, family: impl Into<Family>) -> Self {
        let family = family.into().with_unsupported();
        self.families.retain(|other| other.entry().name != family.entry().name);
        self.families.push(family);
        self
    }

    /// Every family as a list shows it.
    pub fn games(&self) -> impl Iterator<Item = &GameEntry> {
        self.families.iter().map(Family::entry)
    }

    /// Opens a game, such as `othello` or `mnk:15,15,5`, at `start`. Where the
    /// start of the game is random and no seed is given in its name, `seed`
    /// decides.
    ///
    /// # Errors
    /// If there is no such game, or no such start.
    pub fn open(&self, game: &str, start: &Start, seed: u64) -> Result<Box<dyn Session>, Error> {
        if let Some(record) = start.record()? {
            return self.open_record(game, &record, start, seed);
        }
        self.find(game)?.build(start.has_position(), seed)?.open(start)
    }

    /// The table that this game can have, if it can have one.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn table(&self, game: &str) -> Result<Option<Arc<dyn TableWork>>, Error> {
        Ok(self.find(game)?.build(false, 0)?.table())
    }

    /// The games that can have a table, by name.
    pub fn tabulated(&self) -> impl Iterator<Item = &str> {
        self.families.iter().flat_map(Family::with_tables).map(String::as_str)
    }

    /// The words for this game at a position that is given, without what the
    /// position tells itself.
    ///
    /// ```
    /// use plywood_workbench::Workbench;
    /// let workbench = Workbench::standard();
    /// assert_eq!(workbench.at_a_position("azulejos:5x5,3")?, "azulejos");
    /// assert_eq!(workbench.at_a_position("mnk:7,7,5")?, "mnk:7,7,5");
    /// assert_eq!(workbench.at_a_position("delta:placement")?, "delta:placement");
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such game.
    pub fn at_a_position<'w>(&'w self, game: &'w str) -> Result<&'w str, Error> {
        let family = self.find(game)?.family;
        let name = family.entry().name.as_str();
        let bare = Named { words: name, family, parameters: None };
        Ok(if bare.is_open() && bare.build(true, 0).is_ok() { name } else { game })
    }

    /// The family of a game, as a list shows it, with its rules.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn entry<'w>(&'w self, game: &'w str) -> Result<&'w GameEntry, Error> {
        Ok(self.find(game)?.family.entry())
    }

    /// Goes on with a saved game.
    ///
    /// # Errors
    /// If its game does not exist or its moves cannot be played.
    pub fn resume(&self, record: &Record) -> Result<Box<dyn Session>, Error> {
        self.resume_from(record, 1)
    }

    /// Goes on with the first of this many saved games.
    fn resume_from(&self, record: &Record, games: usize) -> Result<Box<dyn Session>, Error> {
        let start = Start { saved_games: games, ..record.start() };
        let mut session = self.open(&record.game, &start, 0).map_err(Error::in_a_saved_game)?;
        if let Some(forfeit) = record.forfeit {
            session.forfeit(forfeit)?;
        }
        Ok(session)
    }

    /// Opens the saved game that the file given as a start turned out to hold,
    /// if it is one of the game that was asked for.
    fn open_record(
        &self,
        game: &str,
        record: &Record,
        start: &Start,
        seed: u64,
    ) -> Result<Box<dyn Session>, Error> {
        let (asked, saved) = (self.find(game)?, self.find(&record.game)?);
        let has_position = record.position.is_some();
        let found = saved.build(has_position, 0)?.name();
        let fits = match asked.is_open() {
            true => asked.family.entry() == saved.family.entry(),
            false => asked.build(has_position, seed)?.name() == found,
        };
        if !fits {
            return Err(Error::OtherGame { found, wanted: game.to_owned() });
        }
        let games = start.file.as_deref().map_or(0, |text| Record::split(text).count());
        let mut session = self.resume_from(record, games)?;
        if let Some(moves) = &start.moves {
            session.play_all(moves)?;
        }
        Ok(session)
    }

    /// Whether a player can play in this session.
    ///
    /// ```
    /// use plywood_workbench::{Start, Workbench};
    /// let workbench = Workbench::standard();
    /// let session = workbench.open("othello", &Start::default(), 0)?;
    /// let admit = |text: &str| workbench.admit(&*session, &text.parse()?);
    /// assert_eq!(admit("pvs"), Ok(()));
    /// let error = admit("mrrobot").expect_err("a player of another game");
    /// assert_eq!(error.to_string(), "mrrobot plays mnk, not othello");
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such player, or it plays another game, or does not
    /// understand its options.
    pub fn admit(&self, session: &dyn Session, player: &PlayerSpec) -> Result<(), Error> {
        match player {
            PlayerSpec::Human | PlayerSpec::Random { .. } => Ok(()),
            PlayerSpec::Engine(engine) => self.admit_engine(session, engine),
            PlayerSpec::External(_) => {
                Err(Error::external(player, "only players inside the program are known"))
            }
        }
    }

    /// As [`Workbench::admit`], for an engine.
    ///
    /// # Errors
    /// If there is no such engine, or it plays another game, or does not
    /// understand its options.
    pub fn admit_engine(&self, session: &dyn Session, engine: &EngineSpec) -> Result<(), Error> {
        let checked = session.check(engine);
        let (Err(Error::UnknownPlayer { .. }), Method::Named(name)) = (&checked, &engine.method)
        else {
            return checked;
        };
        let plays = |family: &&Family| family.profiles().iter().any(|known| known.name == name);
        let Some(family) = self.families.iter().find(plays) else { return checked };
        let here = split_name(&session.game()).0.to_owned();
        Err(Error::PlaysAnother { player: name.clone(), plays: family.entry().name.clone(), here })
    }

    /// Every player that can be chosen, those of all games first; of `game`
    /// alone if it is given.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn players(&self, game: Option<&str>) -> Result<Vec<PlayerEntry>, Error> {
        let wanted = game.map(|game| self.find(game)).transpose()?;
        let families = self.families.iter().filter(|family| {
            wanted.as_ref().is_none_or(|named| named.family.entry().name == family.entry().name)
        });
        let own = families.flat_map(|family| {
            let name = family.entry().name.clone();
            family.profiles().into_iter().map(move |profile| of_one_game(profile, &name))
        });
        let mut players: Vec<PlayerEntry> = of_all_games().into_iter().chain(own).collect();
        if let Some(Named { family, .. }) = wanted {
            let unsupported = &family.entry().unsupported;
            for player in players.iter_mut().filter(|player| player.game.is_none()) {
                player.options.retain(|option| !unsupported.contains(&option.name));
            }
        }
        Ok(players)
    }

    /// Everything about the player of this name, with every option.
    ///
    /// ```
    /// use plywood_workbench::Workbench;
    /// let player = Workbench::standard().player("mcts")?;
    /// let option = player.options.iter().find(|option| option.name == "exploration");
    /// assert_eq!(option.and_then(|option| option.default.as_deref()), Some("0.4"));
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such player.
    pub fn player(&self, name: &str) -> Result<PlayerDetails, Error> {
        if let Some(protocol) = Protocol::named(name) {
            return Ok(external_details(protocol));
        }
        let entries = self.players(None)?;
        let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let mut found = entries.into_iter().filter(|entry| entry.name.eq_ignore_ascii_case(name));
        let entry = found.next().ok_or_else(|| {
            let known = names.iter().map(String::as_str);
            Error::UnknownPlayer { word: quoted(name), suggestion: nearest(name, known) }
        })?;
        let mut profiles = self.families.iter().flat_map(Family::profiles);
        let own = profiles.find(|profile| profile.name == entry.name && entry.game.is_some());
        let mut player = details(entry, own.map(|profile| profile.options).unwrap_or_default());
        if player.game.is_none() {
            player.options.iter_mut().for_each(|option| option.games = self.supporting(option));
        }
        if player.name == BEST {
            player.stands_for = self.families.iter().flat_map(Family::best_engines).collect();
        }
        Ok(player)
    }

    /// The families whose games support an option; none if all do.
    fn supporting(&self, option: &OptionDetails) -> Option<Vec<String>> {
        let supports = |game: &&GameEntry| !game.unsupported.contains(&option.name);
        let games: Vec<String> =
            self.games().filter(supports).map(|game| game.name.clone()).collect();
        (games.len() < self.families.len()).then_some(games)
    }

    /// The sets of positions that a game has.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn suites(&self, game: &str) -> Result<Vec<Suite>, Error> {
        let asked = self.find(game)?;
        let name = asked.build(true, 0)?.name();
        let same = |suite: &&Suite| {
            let other = self.find(suite.game).and_then(|named| Ok(named.build(true, 0)?.name()));
            other.is_ok_and(|other| other == name)
        };
        Ok(asked.family.suites().iter().filter(same).cloned().collect())
    }

    /// The family that the words belong to, and their parameters.
    fn find<'a>(&'a self, words: &'a str) -> Result<Named<'a>, Error> {
        let (name, parameters) = split_name(words);
        let mut aliases = self.families.iter().flat_map(Family::aliases);
        let alias = aliases.rfind(|(alias, _)| alias.eq_ignore_ascii_case(name));
        let words = match alias {
            Some((alias, game)) if parameters.is_some() => {
                return Err(Error::AliasWithParameters {
                    alias: alias.clone(),
                    game: game.clone(),
                });
            }
            Some((_, game)) => game,
            None => words,
        };
        let (name, parameters) = split_name(words);
        let mut families = self.families.iter();
        let family = families
            .find(|family| family.entry().name.eq_ignore_ascii_case(name))
            .ok_or_else(|| self.unknown(name))?;
        Ok(Named { words, family, parameters })
    }

    fn unknown(&self, name: &str) -> Error {
        let names = self.families.iter().map(|family| family.entry().name.as_str());
        let aliases = self.families.iter().flat_map(Family::aliases);
        let candidates = names.chain(aliases.map(|(alias, _)| alias.as_str()));
        Error::UnknownGame { word: quoted(name), suggestion: nearest(name, candidates) }
    }
}

/// The words that name a game, with the family they belong to.
struct Named<'a> {
    words: &'a str,
    family: &'a Family,
    parameters: Option<&'a str>,
}

impl Named<'_> {
    fn build(&self, has_position: bool, seed: u64) -> Result<Box<dyn ErasedGame>, Error> {
        let setup = Setup { parameters: self.parameters, has_position, seed };
        self.family.build(&setup).map_err(|error| Error::Parameters {
            word: quoted(self.words),
            form: self.family.entry().form.clone(),
            error,
        })
    }

    /// Whether these words leave open which game of the family is meant: a
    /// bare name that is not itself the name of a game.
    fn is_open(&self) -> bool {
        let name = &self.family.entry().name;
        self.parameters.is_none() && !self.build(false, 0).is_ok_and(|game| game.name() == *name)
    }
}

/// The name before the colon and the parameters after it.
pub(crate) fn split_name(words: &str) -> (&str, Option<&str>) {
    match words.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (words, None),
    }
}
