//! Which players there are, for whoever wants to choose one.

use crate::{ALGORITHMS, Algorithm, Field, FieldChoice, FieldKind, PlayerEntry};
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
    let engines = ALGORITHMS.iter().map(|engine| entry(engine.name, engine.about, options(engine)));
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

/// What every engine can be told about how long to look, and with how much.
fn limits() -> Vec<Field> {
    vec![
        Field::new("time", "Time a move", "", FieldKind::Time),
        number("depth", "Moves ahead", 1, 1000),
        number("nodes", "Positions a move", 1, u32::MAX),
        number("table", "Memory in MB", 1, 1 << 20),
        Field::seed("seed", "Seed"),
    ]
}

fn number(name: &str, label: &str, least: u32, most: u32) -> Field {
    Field::new(name, label, "", FieldKind::Number { least, most })
}

/// What people tell this engine most often: how long to look, and how.
fn options(engine: &Algorithm) -> Vec<Field> {
    let switch =
        |name, label| Field::choice(name, label, &[("", "as usual"), ("on", "on"), ("off", "off")]);
    let mut fields = limits();
    fields.extend([
        number("threads", "Threads", 1, 256),
        switch("symmetry", "Turned and mirrored positions are one"),
        switch("threats", "Look for a forced win first"),
        number("near", "Only cells so near to others", 1, 100),
        number("quiescence", "Moves beyond the horizon", 0, 100),
        number("rollout", "Random moves before judging", 0, 10_000),
    ]);
    let understood = engine.options();
    fields.retain(|field| understood.contains(&field.name.as_str()));
    fields
}
