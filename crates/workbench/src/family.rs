//! A family of games: one name, and the games its parameters make.

use crate::game_session::GameSession;
use crate::openings::{OpeningNames, Openings};
use crate::players::StandsFor;
use crate::registry::split_name;
use crate::searcher::unsupported;
use crate::session::{Session, Start};
use crate::solving::{Verifier, verifier};
use crate::{EngineSpec, Error, Field, GameEntry, Meaning, Preset, Suite};
use plywood_game::{Knowledge, Playable, TextError, ZeroEvaluator};
use plywood_judges::Judge;
use plywood_learn::{FileError, KnownGame, Plan, Tables};
use plywood_players::{NamedPlayer, Profile};
use plywood_solver::table::{TableWork, Tabulate};
use std::sync::Arc;

/// What a family is given to set up one of its games.
#[derive(Debug, Clone, Copy)]
pub struct Setup<'a> {
    /// What follows the colon after the family's name; none without a colon.
    pub parameters: Option<&'a str>,
    /// Whether a position is given, so that no random start is needed.
    pub has_position: bool,
    /// A number for games whose start is random and that were not given one.
    pub seed: u64,
}

/// A name, a line about it, and how its games are set up.
#[derive(Clone)]
pub struct Family {
    entry: GameEntry,
    aliases: Vec<(String, String)>,
    suites: Vec<Suite>,
    tabulated: Vec<String>,
    build: Arc<Build>,
}

type Build = dyn Fn(&Setup<'_>) -> Result<Box<dyn ErasedGame>, TextError> + Send + Sync;

/// A game whose types are known only inside.
pub(crate) trait ErasedGame {
    fn name(&self) -> String;

    fn open(&self, start: &Start) -> Result<Box<dyn Session>, Error>;

    /// What there is to know about the players of this game alone.
    fn profiles(&self) -> Vec<Profile>;

    /// The engine that plays the game best, as text.
    fn best(&self) -> String;

    /// The options of engines that do nothing in this game.
    fn unsupported(&self) -> Vec<&'static str>;

    fn set_verifier(&mut self, verifier: Verifier);

    fn name_openings(&mut self, names: &OpeningNames) -> Result<(), TextError>;

    /// The table that the game can have.
    fn table(&self) -> Option<Arc<dyn TableWork>>;
}

/// A game, its knowledge and its engines.
#[derive(Clone)]
pub(crate) struct GameParts<G: Playable, K> {
    pub(crate) game: G,
    pub(crate) knowledge: K,
    pub(crate) engines: GameEngines<G, K>,
    /// Asks the judge of the game, if it has one.
    pub(crate) verifier: Option<Verifier>,
    /// The names of its openings.
    pub(crate) openings: Arc<Openings>,
}

/// Sets what engine options choose about a game's knowledge: the largest
/// distance of candidates (`near`) and whether to look for forced wins
/// (`threats`).
pub type Configure<K> = fn(K, Option<u16>, bool) -> K;

/// The engines of a game: which one is best, which play no other game, and how
/// options change its knowledge.
pub struct GameEngines<G: Playable, K> {
    /// How its knowledge is configured, where it has candidates and threats.
    pub configure: Option<Configure<K>>,
    /// The engine that plays the game best.
    pub best: EngineSpec,
    /// What the estimates of its knowledge mean.
    pub meaning: Meaning,
    /// Players of this game alone, with their own names.
    pub players: Vec<NamedPlayer<G>>,
    /// The predictions of Multi-ProbCut that the game brings, as a file of `fit`.
    pub predictions: Option<&'static str>,
    /// The table that holds the game or a phase of it, if it can have one.
    pub table: Option<Arc<dyn Tabulate<G>>>,
    /// Whether positions are so small that the best engine asks for a proof first.
    pub proves: bool,
    /// The patterns of evaluators that are learned for it.
    pub patterns: Plan,
    /// Reads a file of games with known margins, if the text is one.
    pub known_games: Option<ReadKnownGames<G>>,
    /// The learned evaluator that comes with the game: `evaluator=learned`.
    pub learned: Option<LearnedTables>,
}

/// Gives the learned evaluator that comes with a game.
pub type LearnedTables = fn() -> Result<Arc<Tables>, FileError>;

/// Reads games whose margins are known along the way; none if the text is something else.
pub type ReadKnownGames<G> = fn(&str) -> Option<Result<Vec<KnownGame<G>>, TextError>>;

/// The best engine of a game that does not choose one.
const USUAL_BEST: &str = "pvs";

impl<G: Playable, K> Default for GameEngines<G, K> {
    fn default() -> Self {
        Self {
            configure: None,
            best: EngineSpec::named(USUAL_BEST),
            meaning: Meaning::Number,
            players: Vec::new(),
            predictions: None,
            table: None,
            proves: false,
            patterns: Plan::default(),
            known_games: None,
            learned: None,
        }
    }
}

impl<G: Playable, K> Clone for GameEngines<G, K> {
    fn clone(&self) -> Self {
        let (best, players) = (self.best.clone(), self.players.clone());
        let (table, patterns) = (self.table.clone(), self.patterns.clone());
        let Self { configure, meaning, predictions, proves, known_games, learned, .. } = *self;
        Self {
            configure,
            best,
            meaning,
            players,
            predictions,
            table,
            proves,
            patterns,
            known_games,
            learned,
        }
    }
}

impl<G: Playable, K: Knowledge<G> + Clone + 'static> ErasedGame for GameParts<G, K> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn open(&self, start: &Start) -> Result<Box<dyn Session>, Error> {
        Ok(Box::new(GameSession::open(self.clone(), start)?))
    }

    fn profiles(&self) -> Vec<Profile> {
        self.engines.players.iter().map(|player| player.profile().clone()).collect()
    }

    fn best(&self) -> String {
        self.engines.best.text.clone()
    }

    fn unsupported(&self) -> Vec<&'static str> {
        unsupported(self)
    }

    fn set_verifier(&mut self, verifier: Verifier) {
        self.verifier = Some(verifier);
    }

    fn name_openings(&mut self, names: &OpeningNames) -> Result<(), TextError> {
        self.openings = names.of(&self.game)?;
        Ok(())
    }

    fn table(&self) -> Option<Arc<dyn TableWork>> {
        self.engines.table.clone().map(|table| table as Arc<dyn TableWork>)
    }
}

impl Family {
    /// The games called `name`, written as in `form`, such as `mnk:M,N,K`.
    /// Each game is set up by a `builder` that joins it with
    /// [`Setup::game`] or chooses among several types.
    pub fn new<B>(name: &str, form: &str, builder: B) -> Self
    where
        B: Fn(&Setup<'_>) -> Result<Prepared, TextError> + Send + Sync + 'static,
    {
        Self {
            entry: GameEntry {
                name: name.to_owned(),
                form: form.to_owned(),
                about: String::new(),
                aliases: Vec::new(),
                example: name.to_owned(),
                title: name.to_owned(),
                presets: Vec::new(),
                pattern: None,
                fields: Vec::new(),
                unsupported: Vec::new(),
                rules: String::new(),
            },
            aliases: Vec::new(),
            suites: Vec::new(),
            tabulated: Vec::new(),
            build: Arc::new(move |setup| builder(setup).map(|game| game.0)),
        }
    }

    /// A line or two about the games.
    #[must_use]
    pub fn about(mut self, about: &str) -> Self {
        about.clone_into(&mut self.entry.about);
        self
    }

    /// The rules in full, for a person who has never played: paragraphs, with an
    /// empty line between them. One that begins with `# ` is a heading, lines that
    /// begin with `- ` are a list.
    #[must_use]
    pub fn rules(mut self, rules: &str) -> Self {
        rules.clone_into(&mut self.entry.rules);
        self
    }

    /// A game of the family to try first, where its name alone is not one.
    #[must_use]
    pub fn example(mut self, example: &str) -> Self {
        example.clone_into(&mut self.entry.example);
        self
    }

    /// Another name for one of the games.
    #[must_use]
    pub fn alias(mut self, alias: &str, game: &str) -> Self {
        self.aliases.push((alias.to_owned(), game.to_owned()));
        self.entry.aliases.push(format!("{alias} = {game}"));
        self
    }

    /// What a page calls the family; without, its name.
    #[must_use]
    pub fn title(mut self, title: &str) -> Self {
        title.clone_into(&mut self.entry.title);
        self
    }

    /// A game with a well-known name.
    #[must_use]
    pub fn preset(mut self, label: &str, game: &str) -> Self {
        self.entry.presets.push(Preset { label: label.to_owned(), game: game.to_owned() });
        self
    }

    /// What can be chosen: `pattern` becomes the words that name a game when
    /// each `{field}` in it is replaced by what was chosen.
    #[must_use]
    pub fn fields(mut self, pattern: &str, fields: impl IntoIterator<Item = Field>) -> Self {
        self.entry.pattern = Some(pattern.to_owned());
        self.entry.fields = fields.into_iter().collect();
        self
    }

    /// A set of positions of one of the games, on which engines are compared.
    #[must_use]
    pub fn suite(mut self, suite: Suite) -> Self {
        self.suites.push(suite);
        self
    }

    /// Games that can have a table, to be listed.
    #[must_use]
    pub fn tabulated<'n>(mut self, games: impl IntoIterator<Item = &'n str>) -> Self {
        self.tabulated = games.into_iter().map(str::to_owned).collect();
        self
    }

    pub(crate) fn with_tables(&self) -> &[String] {
        &self.tabulated
    }

    pub(crate) fn suites(&self) -> &[Suite] {
        &self.suites
    }

    /// The family as a list shows it.
    #[must_use]
    pub fn entry(&self) -> &GameEntry {
        &self.entry
    }

    pub(crate) fn aliases(&self) -> &[(String, String)] {
        &self.aliases
    }

    /// The players of these games alone: those of the example, which stands for
    /// all of them.
    pub(crate) fn profiles(&self) -> Vec<Profile> {
        self.build_example().map(|game| game.profiles()).unwrap_or_default()
    }

    /// The family with the options that its example does not support.
    pub(crate) fn with_unsupported(mut self) -> Self {
        self.entry.unsupported = self.build_example().map_or(Vec::new(), |game| game.unsupported());
        self
    }

    fn build_example(&self) -> Option<Box<dyn ErasedGame>> {
        let (_, parameters) = split_name(&self.entry.example);
        self.build(&Setup { parameters, has_position: false, seed: 0 }).ok()
    }

    /// What `best` stands for in the example and in the games with a well-known
    /// name.
    pub(crate) fn best_engines(&self) -> Vec<StandsFor> {
        let presets = self.entry.presets.iter().map(|preset| &preset.game);
        let games = std::iter::once(&self.entry.example).chain(presets);
        let mut engines: Vec<StandsFor> = Vec::new();
        for game in games.filter(|game| !game.is_empty()) {
            let setup = Setup { parameters: split_name(game).1, has_position: false, seed: 0 };
            let Ok(built) = self.build(&setup) else { continue };
            let here = StandsFor { game: game.clone(), engine: built.best() };
            if !engines.iter().any(|known| known.game == here.game) {
                engines.push(here);
            }
        }
        engines
    }

    pub(crate) fn build(&self, setup: &Setup<'_>) -> Result<Box<dyn ErasedGame>, TextError> {
        (self.build)(setup)
    }
}

/// A game that has been set up.
pub struct Prepared(Box<dyn ErasedGame>);

impl Prepared {
    /// The same game with a judge: a second statement of its rules, by which
    /// `verify` checks what was solved with the first.
    #[must_use]
    pub fn judged_by<J: Judge + Send + Sync + 'static>(mut self, judge: J) -> Self {
        self.0.set_verifier(verifier(judge));
        self
    }

    /// The same game with names for its openings.
    ///
    /// # Errors
    /// At the first line of the table that is wrong.
    pub fn with_openings(mut self, names: &OpeningNames) -> Result<Self, TextError> {
        self.0.name_openings(names)?;
        Ok(self)
    }
}

impl Setup<'_> {
    /// This game, without knowledge: searches find only certain values.
    pub fn game<G: Playable>(&self, game: G) -> Prepared {
        self.evaluated(game, ZeroEvaluator)
    }

    /// This game, with what it knows for its search, or just an evaluator.
    pub fn evaluated<G, K>(&self, game: G, knowledge: K) -> Prepared
    where
        G: Playable,
        K: Knowledge<G> + Clone + 'static,
    {
        self.with_engines(game, knowledge, GameEngines::default())
    }

    /// As [`Setup::evaluated`], for a game that chooses its best engine or has
    /// its own players.
    pub fn with_engines<G, K>(&self, game: G, knowledge: K, engines: GameEngines<G, K>) -> Prepared
    where
        G: Playable,
        K: Knowledge<G> + Clone + 'static,
    {
        let openings = Arc::default();
        Prepared(Box::new(GameParts { game, knowledge, engines, verifier: None, openings }))
    }

    /// An error if there are parameters, for a game that takes none.
    ///
    /// # Errors
    /// If there are any.
    pub fn no_parameters(&self) -> Result<(), TextError> {
        match self.parameters {
            None => Ok(()),
            Some(text) => {
                Err(TextError::new(text, 0, "this game takes no parameters", "its name alone"))
            }
        }
    }
}

/// A single game is a family of one.
impl<G: Playable> From<G> for Family {
    fn from(game: G) -> Self {
        let name = game.name();
        Family::new(&name, &name, move |setup| {
            setup.no_parameters()?;
            Ok(setup.game(game.clone()))
        })
    }
}
