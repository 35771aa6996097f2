//! The list of players.

use crate::engine_options::ON_THE_PAGE;
use crate::{
    ALGORITHMS, EngineSpec, ExternalSpec, Field, FieldChoice, FieldKind, PlayerEntry, Protocol,
};
use plywood_players::Profile;
use serde::Serialize;
use std::borrow::Cow;

/// Everything about one player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerDetails {
    /// The name before the bracket.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// The family of games that it plays; none if it plays all.
    pub game: Option<String>,
    /// Where it comes from, if it was not made here.
    pub source: Option<String>,
    /// The engine that a name such as `best` stands for, game by game.
    pub stands_for: Vec<StandsFor>,
    /// Every option that may stand in the brackets.
    pub options: Vec<OptionDetails>,
}

/// What a name stands for in a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandsFor {
    /// The game.
    pub game: String,
    /// The engine.
    pub engine: String,
}

/// An option of a player, in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OptionDetails {
    /// The key before the equals sign.
    pub name: &'static str,
    /// What it does.
    pub meaning: String,
    /// The values that it accepts.
    pub range: String,
    /// The value if it is left out; none if nothing is set then.
    pub default: Option<String>,
    /// The families of games that support it, the others refuse it; none if all
    /// of the player's games do.
    pub games: Option<Vec<String>>,
}

impl From<Field> for OptionDetails {
    fn from(field: Field) -> Self {
        let meaning = match field.about {
            "" => format!("{}.", field.label),
            about => about.to_owned(),
        };
        let default = Some(field.default.into_owned()).filter(|default| !default.is_empty());
        Self { name: field.name, meaning, range: field.kind.expected(), default, games: None }
    }
}

/// Everything about a listed player; `own` are the options of its game's own
/// description, where it plays one game alone.
pub(crate) fn details(entry: PlayerEntry, own: Vec<Field>) -> PlayerDetails {
    let fields = match entry.name.as_str() {
        "human" | "random" => entry.options,
        name => EngineSpec::named(name).options().into_iter().chain(own).collect(),
    };
    PlayerDetails {
        name: entry.name,
        about: entry.about,
        game: entry.game,
        source: entry.source,
        stands_for: Vec::new(),
        options: fields.into_iter().map(OptionDetails::from).collect(),
    }
}

/// Everything about the engines that speak a protocol.
pub(crate) fn external_details(protocol: Protocol) -> PlayerDetails {
    let (about, game) = match protocol {
        Protocol::Ugi => ("an engine of the universal game interface: ugi:COMMAND", None),
        Protocol::Gomocup => ("an engine of Gomocup, K = 5: gomocup:COMMAND", Some("mnk")),
        Protocol::Nboard => ("an engine of NBoard: nboard:COMMAND", Some("othello")),
        Protocol::Gtp => ("an engine of the Go text protocol: gtp:COMMAND", Some("othello")),
        Protocol::Mnkgame => ("a Java class of the course: mnkgame:CLASSPATH:CLASS", Some("mnk")),
    };
    let named = Protocol::NAMES.into_iter().find(|(_, known)| *known == protocol);
    PlayerDetails {
        name: named.map_or("", |(name, _)| name).to_owned(),
        about: about.to_owned(),
        game: game.map(str::to_owned),
        source: None,
        stands_for: Vec::new(),
        options: ExternalSpec::fields().into_iter().map(OptionDetails::from).collect(),
    }
}

/// Every kind of player that plays all games, with the options that the page
/// offers; [`EngineSpec::options`] lists all.
pub(crate) fn of_all_games() -> Vec<PlayerEntry> {
    let entry = |name: &str, about: &str, options| PlayerEntry {
        name: name.to_owned(),
        about: about.to_owned(),
        game: None,
        source: None,
        options,
    };
    let engines =
        ALGORITHMS.iter().map(|engine| entry(engine.name, engine.about, offered(engine.name)));
    [
        entry("human", "a person", Vec::new()),
        entry("random", "any legal move, each as likely", vec![Field::seed("seed", "Seed")]),
    ]
    .into_iter()
    .chain(engines)
    .collect()
}

/// A player of one game.
pub(crate) fn of_one_game(profile: Profile, game: &str) -> PlayerEntry {
    let common = offered(profile.name);
    PlayerEntry {
        name: profile.name.to_owned(),
        about: profile.about.to_owned(),
        game: Some(game.to_owned()),
        source: profile.source.map(str::to_owned),
        options: common.into_iter().chain(profile.options).collect(),
    }
}

/// The options of this engine that the page offers. An empty value leaves the
/// option as it is: `best` is another engine in each game, with other defaults.
fn offered(name: &str) -> Vec<Field> {
    let engine = EngineSpec::named(name);
    let fields = ON_THE_PAGE.split(' ').filter_map(|key| Some(engine.option(key)?.1));
    fields
        .map(|mut field| {
            field.default = Cow::Borrowed("");
            if let FieldKind::Choice { choices, .. } = &mut field.kind {
                choices.to_mut().insert(0, FieldChoice::new("", "as usual"));
            }
            field
        })
        .collect()
}
