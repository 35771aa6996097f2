//! Which players there are, for whoever wants to choose one.

use crate::{ALGORITHMS, Algorithm, Field, FieldKind, PlayerEntry};

/// Every kind of player with the options that people choose most; those who
/// type may use all that the kind understands.
///
/// ```
/// let names: Vec<String> =
///     plywood_workbench::players().into_iter().map(|player| player.name).collect();
/// assert!(names.starts_with(&["human".to_owned(), "random".to_owned()]));
/// ```
#[must_use]
pub fn players() -> Vec<PlayerEntry> {
    let entry = |name: &str, about: &str, options| PlayerEntry {
        name: name.to_owned(),
        about: about.to_owned(),
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

/// What people tell this engine most often: how long to look, and how.
fn options(engine: &Algorithm) -> Vec<Field> {
    let number =
        |name, label, least, most| Field::new(name, label, "", FieldKind::Number { least, most });
    let switch =
        |name, label| Field::choice(name, label, &[("", "as usual"), ("on", "on"), ("off", "off")]);
    let mut fields = vec![
        Field::new("time", "Time a move", "", FieldKind::Time),
        number("depth", "Moves ahead", 1, 1000),
        number("nodes", "Positions a move", 1, u32::MAX),
        number("threads", "Threads", 1, 256),
        number("table", "Memory in MB", 1, 1 << 20),
        switch("symmetry", "Turned and mirrored positions are one"),
        switch("threats", "Look for a forced win first"),
        number("near", "Only cells so near to others", 1, 100),
        number("quiescence", "Moves beyond the horizon", 0, 100),
        number("rollout", "Random moves before judging", 0, 10_000),
        Field::seed("seed", "Seed"),
    ];
    fields.retain(|field| engine.options().any(|name| name == field.name));
    fields
}
