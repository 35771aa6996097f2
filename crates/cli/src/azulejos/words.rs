//! The report's own words: `-file F (-maxtime n | -depth n) (-visual | -console)
//! [-prune] [-tree]`, in any order, each with a single dash and at most once.

use crate::usage::help_on;
use plywood_game::quoted;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wish {
    pub(super) file: String,
    pub(super) limit: Limit,
    pub(super) mode: Mode,
    pub(super) prune: bool,
}

/// What ends the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limit {
    Seconds(u64),
    Depth(u32),
}

/// What is to be done with the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// Play on it.
    Visual,
    /// Print the best move, and the tree if requested.
    Console { tree: bool },
}

/// The most seconds.
const MOST_SECONDS: u64 = 1_000_000;

/// The maximum depth in plies, as for every player.
const DEEPEST: u64 = 1000;

/// Reads the words; an error says what is wrong with them.
pub(super) fn read(words: &[String]) -> Result<Wish, String> {
    let mut said =
        Said { words, next: 0, file: None, limit: None, mode: None, switches: [None, None] };
    while let Some(word) = words.get(said.next) {
        said.take(word)?;
    }
    said.wish()
}

/// What has been read so far, each with the word that said it.
struct Said<'w> {
    words: &'w [String],
    /// The number of the next word.
    next: usize,
    file: Option<(&'w str, &'w str)>,
    limit: Option<(&'w str, Limit)>,
    mode: Option<(&'w str, bool)>,
    /// `-prune` and `-tree`.
    switches: [Option<(&'w str, ())>; 2],
}

impl<'w> Said<'w> {
    /// Takes a word, and the next one if it belongs to it.
    fn take(&mut self, word: &'w str) -> Result<(), String> {
        self.next += 1;
        match word {
            "-file" => {
                let file = self.value(word, "the name of a file")?;
                once(&mut self.file, word, file)
            }
            "-maxtime" => {
                let seconds = self.number(word, "seconds", MOST_SECONDS)?;
                once(&mut self.limit, word, Limit::Seconds(seconds))
            }
            "-depth" => {
                let depth = self.number(word, "moves", DEEPEST)? as u32;
                once(&mut self.limit, word, Limit::Depth(depth))
            }
            "-visual" | "-console" => once(&mut self.mode, word, word == "-visual"),
            "-prune" => once(&mut self.switches[0], word, ()),
            "-tree" => once(&mut self.switches[1], word, ()),
            _ if word.starts_with('-') => Err(format!("there is no option {word}{}", help())),
            _ => Err(format!("there is no use for {}{}", quoted(word), help())),
        }
    }

    /// The next word, which belongs to `word`.
    fn value(&mut self, word: &str, expected: &str) -> Result<&'w str, String> {
        let ours = |next: &str| next.starts_with('-') && next != "-" && !is_signed(next);
        match self.words.get(self.next) {
            Some(next) if !next.is_empty() && !ours(next) => {
                self.next += 1;
                Ok(next)
            }
            Some(next) if next.is_empty() => {
                Err(format!("{word} does not accept ''; expected {expected}"))
            }
            _ => Err(format!("{word} needs a value; expected {expected}")),
        }
    }

    /// The number that belongs to `word`.
    fn number(&mut self, word: &str, of: &str, most: u64) -> Result<u64, String> {
        let expected = format!("a whole number of {of} from 1 to {most}");
        let digits = self.value(word, &expected)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| plain && (1..=most).contains(number));
        number.ok_or_else(|| {
            format!("{word} does not accept {}; expected {expected}", quoted(digits))
        })
    }

    /// The request that the words make.
    fn wish(self) -> Result<Wish, String> {
        let missing = |what: &str| format!("{what} is missing{}", help());
        let (_, file) = self.file.ok_or_else(|| missing("-file"))?;
        let (_, limit) = self.limit.ok_or_else(|| missing("-maxtime or -depth"))?;
        let (_, visual) = self.mode.ok_or_else(|| missing("-visual or -console"))?;
        let [prune, tree] = self.switches.map(|switch| switch.is_some());
        let mode = match visual {
            true if tree => {
                return Err("-tree and -visual are both given; expected one of them".to_owned());
            }
            true => Mode::Visual,
            false => Mode::Console { tree },
        };
        Ok(Wish { file: file.to_owned(), limit, mode, prune })
    }
}

/// Keeps what a word said, if nothing has said the same before.
fn once<'w, T>(place: &mut Option<(&'w str, T)>, word: &'w str, said: T) -> Result<(), String> {
    match place.replace((word, said)) {
        None => Ok(()),
        Some((before, _)) if before == word => {
            Err(format!("{word} is given twice; expected it once"))
        }
        Some((before, _)) => {
            Err(format!("{word} and {before} are both given; expected one of them"))
        }
    }
}

/// Where the words are explained.
fn help() -> String {
    help_on(" azulejos")
}

/// Whether a word is a number with a sign, which is no word of ours.
fn is_signed(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Wish, String> {
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        super::read(&words)
    }

    #[test]
    fn the_words_come_in_any_order() {
        let wish = Wish {
            file: "F".to_owned(),
            limit: Limit::Depth(3),
            mode: Mode::Console { tree: true },
            prune: true,
        };
        assert_eq!(read("-file F -depth 3 -console -prune -tree"), Ok(wish));
        let wish = Wish {
            file: "-".to_owned(),
            limit: Limit::Seconds(10),
            mode: Mode::Visual,
            prune: false,
        };
        assert_eq!(read("-visual -maxtime 10 -file -"), Ok(wish));
    }

    #[test]
    fn every_other_way_to_say_it_is_refused_with_what_to_do() {
        for (text, problem) in [
            ("", "no use for ''"),
            ("-file -2 -depth -3 -console", "-depth does not accept '-3'"),
            ("--file F", "no option --file"),
            ("-file", "-file needs a value"),
            ("-file -depth 3 -console", "-file needs a value"),
            ("-file F -file G", "-file is given twice"),
            ("-file F -depth 3 -maxtime 3 -console", "-maxtime and -depth are both given"),
            ("-file F -depth 3 -visual -console", "-console and -visual are both given"),
            ("-file F -depth 3 -console -tree -tree", "-tree is given twice"),
            ("-file F -depth -1 -console", "-depth does not accept '-1'"),
            ("-file F -depth 0 -console", "-depth does not accept '0'"),
            ("-file F -depth 2.5 -console", "-depth does not accept '2.5'"),
            ("-file F -maxtime soon -console", "-maxtime does not accept 'soon'"),
            ("-depth 3 -console", "-file is missing"),
            ("-file F -console", "-maxtime or -depth is missing"),
            ("-file F -depth 3", "-visual or -console is missing"),
            ("-file F -depth 3 -visual -tree", "-tree and -visual are both given"),
            ("-file F -depth 3 -console more", "no use for 'more'"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
