//! How to go on with a game that was left.

use crate::program;
use plywood_workbench::{ClockRules, PlayerSpec, ReadGame};

/// The command that opens an unfinished game again.
pub(super) fn resume_command(
    session: &dyn ReadGame,
    players: &[PlayerSpec; 2],
    clock: Option<ClockRules>,
) -> Option<String> {
    let record = session.record();
    if session.snapshot().ending.is_some() || record.moves.is_empty() {
        return None;
    }
    let options = table_options(players, clock);
    let mut command = format!("{} play {}{options}", program::name(), shell_word(&record.game));
    if let Some(position) = record.position {
        command.push_str(&format!(" --position {}", shell_word(&position)));
    }
    Some(format!("{command} --moves {}", shell_word(&record.moves)))
}

/// What has to be said of a table besides the game: who plays, if not a person,
/// and the clocks.
pub(super) fn table_options(players: &[PlayerSpec; 2], clock: Option<ClockRules>) -> String {
    let mut options = String::new();
    for (option, player) in ["first", "second"].into_iter().zip(players) {
        if *player != PlayerSpec::Human {
            options.push_str(&format!(" --{option} {}", shell_word(&player.to_string())));
        }
    }
    if let Some(clock) = clock {
        options.push_str(&format!(" --clock {clock}"));
    }
    options
}

/// A text as one word of a shell's command line, quoted where it must be.
fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+=:,./".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn words_are_quoted_where_a_shell_would_misread_them() {
        for (text, word) in [
            ("mnk:3,3,3", "mnk:3,3,3"),
            ("random[seed=7]", "'random[seed=7]'"),
            ("b2 a1", "'b2 a1'"),
            ("(0,1)", "'(0,1)'"),
            ("it's", r"'it'\''s'"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(text), word);
        }
    }
}
