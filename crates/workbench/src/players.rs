//! Which players there are, for whoever wants to choose one.

use crate::{ALGORITHMS, Field, FieldKind, PlayerEntry};

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
    let engines = ALGORITHMS.iter().map(|engine| entry(engine.name, engine.about, limits()));
    [
        entry("human", "a person", Vec::new()),
        entry("random", "any legal move, each as likely", vec![Field::seed("seed", "Seed")]),
    ]
    .into_iter()
    .chain(engines)
    .collect()
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
