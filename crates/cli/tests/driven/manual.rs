//! The manual page.

use super::{folder, plywood};

#[test]
fn the_manual_has_every_subcommand_and_refers_to_no_other_page() {
    let folder = folder();
    let page = plywood(folder.path(), &["generate", "man"], "").out;
    let headings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    for heading in ["EXAMPLES", "\"EXIT STATUS\"", "\"PLYWOOD PLAY\"", "\"PLYWOOD PERFT\""] {
        assert!(headings.contains(&heading), "{heading} in {headings:?}");
    }
    assert!(headings.contains(&"\"PLYWOOD GENERATE COMPLETIONS\""));
    assert!(headings.contains(&"\"PLYWOOD GENERATE MAN\""));
    assert!(!page.contains("(1)"));
    assert!(page.contains("plywood generate man | man \\-l \\-"));
    assert!(page.contains(".TP\n\\fB130\\fR\n"));
}

#[test]
fn completions_offer_the_names_of_games_and_players() {
    let folder = folder();
    for shell in ["bash", "zsh", "fish"] {
        let text = plywood(folder.path(), &["generate", "completions", shell], "").out;
        for name in ["tictactoe", "othello", "crazyplayer", "omatic-id"] {
            assert!(text.contains(name), "{name} in {shell}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_with_another_name_uses_it() {
    use std::os::unix::process::CommandExt;
    let said = |words: &[&str], input: &str| {
        let mut command = std::process::Command::new(super::PLYWOOD);
        super::run(command.arg0("/opt/our-games").args(words), input)
    };
    let help = said(&["--help"], "").out;
    assert!(help.contains("our-games play othello") && help.contains("Usage: our-games"), "{help}");
    assert!(!help.contains("plywood"), "{help}");
    let err = said(&["show", "tictactoo"], "").err;
    assert!(err.starts_with("our-games: ") && err.contains("'our-games games'"), "{err}");
    let err = said(&["play", "tictactoe"], "b2\nquit\n").err;
    assert!(err.contains(": our-games play mnk:3,3,3 --moves b2"), "{err}");
    let err = said(&["show", "--wrong"], "").err;
    assert!(err.contains("'our-games show --help'"), "{err}");
    assert!(
        said(&["generate", "man"], "").out.contains("OUR\\-GAMES PLAY")
            || said(&["generate", "man"], "").out.contains("OUR-GAMES PLAY")
    );
}
