//! What can be typed besides moves.

/// A command of the game loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    Resign,
    Quit,
    Save {
        name: String,
        /// The game that the file holds.
        replace: bool,
    },
    Load(String),
}

/// What `help` prints after the line on moves.
pub(super) const HELP: &str = ", or
  moves        list the legal moves
  board        draw the board again
  hint         what the best moves are worth
  undo         take back your last move, and the answer to it
  resign       give up
  save FILE    save the game, to go on another time; save! replaces another game
  load FILE    go on with a saved game
  quit         leave
";

impl Command {
    /// The command that a line stands for, in any case: none if it is none, an error in
    /// words if it is one but incomplete.
    pub(super) fn parse(line: &str) -> Option<Result<Self, String>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        let file = |make: fn(String) -> Command| match rest.trim() {
            "" | "-" => Err(format!("{word} needs a file name, as in {word} game.txt")),
            name => Ok(make(name.to_owned())),
        };
        let command = match word.as_str() {
            "help" | "?" => Ok(Command::Help),
            "board" => Ok(Command::Board),
            "moves" => Ok(Command::Moves),
            "hint" => Ok(Command::Hint),
            "undo" | "takeback" => Ok(Command::Undo),
            "resign" => Ok(Command::Resign),
            "quit" | "exit" => Ok(Command::Quit),
            "save" => file(|name| Command::Save { name, replace: false }),
            "save!" => file(|name| Command::Save { name, replace: true }),
            "load" => file(Command::Load),
            _ => return None,
        };
        let takes_file = matches!(word.as_str(), "save" | "save!" | "load");
        if !takes_file && !rest.trim().is_empty() {
            return Some(Err(format!("{word} stands alone")));
        }
        Some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_moves() {
        assert_eq!(Command::parse("undo"), Some(Ok(Command::Undo)));
        assert_eq!(Command::parse("Load A"), Some(Ok(Command::Load("A".into()))));
        let save = |replace| Some(Ok(Command::Save { name: "a b".into(), replace }));
        assert_eq!(Command::parse("save a b"), save(false));
        assert_eq!(Command::parse("SAVE! a b"), save(true));
        assert_eq!(Command::parse("b2"), None);
        let incomplete = "save needs a file name, as in save game.txt";
        assert_eq!(Command::parse("save "), Some(Err(incomplete.into())));
        assert_eq!(Command::parse("save -"), Some(Err(incomplete.into())));
        assert_eq!(Command::parse("undo 2"), Some(Err("undo stands alone".into())));
    }
}
