//! Which players there are, for whoever wants to choose one.

use crate::{ALGORITHMS, Field, FieldChoice, FieldKind, PlayerEntry};
use plywood_players::{Form, Profile, Setting};

/// Every kind of player that plays all games, with the options that people
/// choose most; those who type may use all that the kind understands.
pub(crate) fn of_all_games() -> Vec<PlayerEntry> {
    let entry = |name: &str, about: &str, options| PlayerEntry {
        name: name.to_owned(),
        about: about.to_owned(),
        game: None,
        source: None,
        options,
    };
    let engines = ALGORITHMS.iter().map(|engine| entry(engine.name, engine.about, limits()));
    [
        entry("human", "a person", Vec::new()),
        entry("random", "any legal move, each as likely", vec![Field::seed("seed", "Seed")]),
    ]
    .into_iter()
    .chain(engines)
    .collect()
}

/// A player of one game.
pub(crate) fn of_character(profile: &Profile, game: &str) -> PlayerEntry {
    let own = profile.settings.iter().map(field);
    PlayerEntry {
        name: profile.name.to_owned(),
        about: profile.about.to_owned(),
        game: Some(game.to_owned()),
        source: profile.source.map(str::to_owned),
        options: limits().into_iter().chain(own).collect(),
    }
}

fn field(setting: &Setting) -> Field {
    let choice = |word: &&str| FieldChoice { value: (*word).to_owned(), label: (*word).to_owned() };
    let kind = match setting.form {
        Form::Switch => FieldKind::Choice { choices: ["off", "on"].iter().map(choice).collect() },
        Form::Number { least, most } => FieldKind::Number { least, most },
        Form::OneOf(words) => FieldKind::Choice { choices: words.iter().map(choice).collect() },
        Form::Text { examples, .. } => {
            FieldKind::Choice { choices: examples.iter().map(choice).collect() }
        }
    };
    Field::new(setting.key, setting.label, setting.default, kind)
}

/// What every engine can be told about how long to look.
fn limits() -> Vec<Field> {
    vec![
        Field::new("time", "Time a move", "", FieldKind::Time),
        Field::new("depth", "Moves ahead", "", FieldKind::Number { least: 1, most: 1000 }),
        Field::new("nodes", "Positions a move", "", FieldKind::Number { least: 1, most: u32::MAX }),
        Field::new("table", "Memory in MB", "", FieldKind::Number { least: 1, most: 1 << 20 }),
        Field::seed("seed", "Seed"),
    ]
}
