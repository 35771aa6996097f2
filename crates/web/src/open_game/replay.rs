//! A game that was played elsewhere, to be replayed here: what its record tells
//! about its moves goes into the tree.

use super::OpenGame;
use plywood_arena::StoredGame;
use plywood_game::Side;
use plywood_workbench::{ClockRules, MoveTree, Record, ScoreReport, Session};

/// How a game of an event was played, beside what its record tells.
pub(crate) struct Origin<'a> {
    /// The name under which it is kept here.
    pub(crate) id: String,
    pub(crate) title: String,
    /// What played each side, by which its values are understood.
    pub(crate) players: [&'a str; 2],
    pub(crate) clock: Option<ClockRules>,
    pub(crate) game: &'a StoredGame,
}

/// Writes times, depths and values of the moves into the tree of a game that was
/// opened from this record. `players` give the values their meaning.
pub(super) fn annotate(
    tree: &mut MoveTree,
    session: &dyn Session,
    record: &Record,
    players: [&str; 2],
    clock: Option<ClockRules>,
) {
    let path = tree.path(tree.current());
    let [times, depths, values] =
        ["times", "depths", "values"].map(|key| record.note_by_move(key, path.len()));
    let mut left = [clock.map(|rules| rules.initial_ms); 2];
    for (ply, node) in path.iter().enumerate() {
        let Some(side) = session.to_move_at(ply) else { break };
        let time_ms: Option<u64> = times[ply].and_then(|word| word.parse().ok());
        let depth = depths[ply].and_then(|word| word.parse().ok());
        let value = values[ply].and_then(ScoreReport::from_compact);
        let player = players[side.index()];
        let value = value.map(|score| session.explained(score, player, side));
        let own = &mut left[side.index()];
        // As the referee does: the very first move of a game has no increment.
        let more = clock.filter(|_| ply > 0).map_or(0, |rules| rules.increment_ms);
        *own = own.zip(time_ms).map(|(own, time)| own.saturating_sub(time) + more).or(*own);
        let left_ms = own.filter(|_| time_ms.is_some());
        tree.annotate(*node, |node| {
            (node.time_ms, node.depth, node.left_ms) = (time_ms, depth, left_ms);
            node.value = value.or(node.value.take());
        });
    }
    if let Some(words) = record.note("adjudicated").and_then(|note| adjudicated(note, session)) {
        tree.annotate(tree.current(), |node| node.note = Some(words));
    }
}

/// What the referee decided, in words.
fn adjudicated(note: &str, session: &dyn Session) -> Option<String> {
    let (winner, grounds) = note.split_once(' ')?;
    let names = session.snapshot().picture.sides.map(|side| side.name);
    let result = match winner {
        "first" => format!("{} wins", names[Side::First.index()]),
        "second" => format!("{} wins", names[Side::Second.index()]),
        _ => "a draw".to_owned(),
    };
    let why = match grounds {
        "exact" => "its value is certain",
        "agreement" => "both players agreed",
        _ => "it was long",
    };
    Some(format!("The referee ended the game here: {result}, because {why}."))
}

impl OpenGame {
    /// Who played this game elsewhere.
    pub(super) fn names_of(record: &Record) -> Option<[String; 2]> {
        let name = |key| record.note(key).map(str::to_owned);
        Some([name("first")?, name("second")?])
    }
}
