//! The list of players.

use crate::engine_options::ON_THE_PAGE;
use crate::{ALGORITHMS, EngineSpec, Field, FieldChoice, FieldKind, PlayerEntry};
use plywood_players::Profile;
use std::borrow::Cow;

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
