//! The report's own words: `-file F (-maxtime n | -depth n) (-visual | -console)
//! [-prune] [-tree]`, in any order, each with a single dash and at most once.

use plywood_game::{TextError, quoted};

/// The form of the whole.
pub(super) const FORM: &str =
    "-file F (-maxtime n | -depth n) (-visual | -console) [-prune] [-tree]";

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

/// Reads the words.
pub(super) fn read(words: &[String]) -> Result<Wish, TextError> {
    let mut said =
        Said { words, next: 0, file: None, limit: None, visual: None, switches: [false; 2] };
    while let Some(word) = words.get(said.next) {
        said.take(word)?;
    }
    said.wish()
}

/// What has been read so far.
struct Said<'w> {
    words: &'w [String],
    /// The number of the next word.
    next: usize,
    file: Option<String>,
    limit: Option<Limit>,
    visual: Option<bool>,
    /// `-prune` and `-tree`.
    switches: [bool; 2],
}

impl<'w> Said<'w> {
    /// Takes a word, and the next one if it belongs to it.
    fn take(&mut self, word: &str) -> Result<(), TextError> {
        let new = match word {
            "-file" => self.file.is_none(),
            "-maxtime" | "-depth" => self.limit.is_none(),
            "-visual" | "-console" => self.visual.is_none(),
            "-prune" => !self.switches[0],
            "-tree" => !self.switches[1],
            _ => {
                let problem = format!("{} is no word of this command", quoted(word));
                return Err(self.wrong(problem, FORM));
            }
        };
        if !new {
            let problem = format!("there is {} after another word of its kind", quoted(word));
            return Err(self.wrong(problem, FORM));
        }
        self.next += 1;
        match word {
            "-file" => self.file = Some(self.value(word, "the name of a file")?.to_owned()),
            "-maxtime" => {
                self.limit = Some(Limit::Seconds(self.number(word, "seconds", MOST_SECONDS)?));
            }
            "-depth" => {
                self.limit = Some(Limit::Depth(self.number(word, "moves", DEEPEST)? as u32));
            }
            "-prune" => self.switches[0] = true,
            "-tree" => self.switches[1] = true,
            _ => self.visual = Some(word == "-visual"),
        }
        Ok(())
    }

    /// The next word, which belongs to `word`.
    fn value(&mut self, word: &str, expected: &str) -> Result<&'w str, TextError> {
        let ours = |next: &str| next.starts_with('-') && next != "-" && !is_signed(next);
        match self.words.get(self.next) {
            Some(next) if !next.is_empty() && !ours(next) => {
                self.next += 1;
                Ok(next)
            }
            _ => Err(self.wrong(format!("{word} needs a word after it"), expected)),
        }
    }

    /// The number that belongs to `word`.
    fn number(&mut self, word: &str, of: &str, most: u64) -> Result<u64, TextError> {
        let expected = format!("a whole number of {of} from 1 to {most}");
        let digits = self.value(word, &expected)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| plain && (1..=most).contains(number));
        number.ok_or_else(|| {
            self.next -= 1;
            self.wrong(format!("{word} does not accept {}", quoted(digits)), &expected)
        })
    }

    /// The request that the words make.
    fn wish(self) -> Result<Wish, TextError> {
        let missing = |what: &str, expected: &str| self.wrong(what.to_owned(), expected);
        let Some(file) = &self.file else {
            return Err(missing("no board is named", "-file and its name"));
        };
        let Some(limit) = self.limit else {
            return Err(missing("nothing ends the search", "-maxtime n or -depth n"));
        };
        let [prune, tree] = self.switches;
        let mode = match self.visual {
            None => return Err(missing("neither page nor console", "-visual or -console")),
            Some(true) if tree => {
                return Err(missing("a page draws no tree", "-tree with -console only"));
            }
            Some(true) => Mode::Visual,
            Some(false) => Mode::Console { tree },
        };
        Ok(Wish { file: file.clone(), limit, mode, prune })
    }

    /// An error at the next word.
    fn wrong(&self, problem: String, expected: &str) -> TextError {
        let before = self.words[..self.next].iter().map(|word| word.len() + 1).sum();
        TextError::new(&self.words.join(" "), before, problem, expected)
    }
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
        super::read(&words).map_err(|error| error.brief())
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
            ("", "'' is no word"),
            ("-file -2 -depth -3 -console", "-depth does not accept '-3'"),
            ("--file F", "'--file' is no word"),
            ("-file", "-file needs a word"),
            ("-file -depth 3 -console", "-file needs a word"),
            ("-file F -file G", "after another word of its kind"),
            ("-file F -depth 3 -maxtime 3 -console", "after another word of its kind"),
            ("-file F -depth 3 -visual -console", "after another word of its kind"),
            ("-file F -depth 3 -console -tree -tree", "after another word of its kind"),
            ("-file F -depth -1 -console", "-depth does not accept '-1'"),
            ("-file F -depth 0 -console", "-depth does not accept '0'"),
            ("-file F -depth 2.5 -console", "-depth does not accept '2.5'"),
            ("-file F -maxtime soon -console", "-maxtime does not accept 'soon'"),
            ("-depth 3 -console", "no board is named"),
            ("-file F -console", "nothing ends the search"),
            ("-file F -depth 3", "neither page nor console"),
            ("-file F -depth 3 -visual -tree", "a page draws no tree"),
            ("-file F -depth 3 -console more", "'more' is no word"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
