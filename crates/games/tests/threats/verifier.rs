//! Checks that a claimed win is one, without the code that found it.
//!
//! After each move of the winner every empty cell is tried as a reply. A reply
//! after which the winner still has a line to complete has lost at once. One
//! that goes along with the claimed line is followed further. For every other
//! reply a source that need not be trusted is asked how to win against it, and
//! that answer is checked in the same way.

use plywood_game::Side;
use plywood_judges::{Judge, MnkJudge};
use std::collections::HashSet;

type Place = (usize, usize);

/// Asked how the side to move wins in the position of this text.
pub(crate) type Witness<'a> = dyn Fn(&str) -> Option<Vec<String>> + 'a;

pub(crate) struct Verifier<'a> {
    pub(crate) rules: MnkJudge,
    pub(crate) witness: &'a Witness<'a>,
    won: HashSet<String>,
}

/// A position as the verifier sees it.
#[derive(Clone)]
struct Marks {
    board: Vec<Vec<char>>,
    winner: char,
    loser: char,
}

impl<'a> Verifier<'a> {
    pub(crate) fn new(rules: MnkJudge, witness: &'a Witness<'a>) -> Self {
        Self { rules, witness, won: HashSet::new() }
    }

    /// Replays the line by the plain rules: it must end with the win of the
    /// side to move, and not before its last move.
    pub(crate) fn replay(&self, position: &str, line: &[String]) -> Result<(), String> {
        let mut state = self.rules.read(position)?;
        let winner = if position.ends_with('x') { Side::First } else { Side::Second };
        for mv in line {
            state = self.rules.play(&state, mv)?;
        }
        match self.rules.outcome(&state) {
            Some(plywood_game::Outcome::Win(side)) if side == winner => Ok(()),
            other => Err(format!("{line:?} ends with {other:?}")),
        }
    }

    /// Checks that the side to move wins with this line, whatever the replies.
    pub(crate) fn verify(&mut self, position: &str, line: &[String]) -> Result<(), String> {
        self.replay(position, line)?;
        let (rows, side) = position.split_once(' ').ok_or("no side")?;
        let winner = side.chars().next().ok_or("no side")?;
        let loser = if winner == 'x' { 'o' } else { 'x' };
        let board = rows.split('/').map(spelt_out).collect();
        self.follow(Marks { board, winner, loser }, line).map_err(|e| format!("{e} in {position}"))
    }

    fn follow(&mut self, mut marks: Marks, line: &[String]) -> Result<(), String> {
        for turn in line.chunks(2) {
            let (row, column) = self.place(&turn[0])?;
            marks.board[row][column] = marks.winner;
            let Some(reply) = turn.get(1) else { return Ok(()) };
            if let Some(place) = self.ends(&marks, marks.loser).first() {
                return Err(format!("after {} the defender wins at {place:?}", turn[0]));
            }
            let ends = self.ends(&marks, marks.winner);
            let expected = self.place(reply)?;
            for reply in self.empty(&marks).filter(|&reply| reply != expected) {
                if !ends.iter().any(|&end| end != reply) {
                    self.refute(&marks, reply)?;
                }
            }
            marks.board[expected.0][expected.1] = marks.loser;
        }
        Err("the line ends with a reply".to_owned())
    }

    /// Checks that a reply which is not in the line loses too.
    fn refute(&mut self, marks: &Marks, (row, column): Place) -> Result<(), String> {
        let mut after = marks.clone();
        after.board[row][column] = marks.loser;
        let rows: Vec<String> = after.board.iter().map(|row| row.iter().collect()).collect();
        let text = format!("{} {}", rows.join("/"), marks.winner);
        if self.won.contains(&text) {
            return Ok(());
        }
        let line = (self.witness)(&text).ok_or(format!("no answer to a reply: {text}"))?;
        self.verify(&text, &line)?;
        self.won.insert(text);
        Ok(())
    }

    /// The empty cells that complete a line of `mark`.
    fn ends(&self, marks: &Marks, mark: char) -> Vec<Place> {
        self.empty(marks).filter(|&place| self.completes(marks, mark, place)).collect()
    }

    fn completes(&self, marks: &Marks, mark: char, place: Place) -> bool {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right): (isize, isize)| {
            let run = |down: isize, right: isize| {
                (1..)
                    .map(|step| {
                        let row = place.0.checked_add_signed(step * down)?;
                        let column = place.1.checked_add_signed(step * right)?;
                        marks.board.get(row)?.get(column).copied()
                    })
                    .take_while(|&found| found == Some(mark))
                    .count()
            };
            let length = run(down, right) + run(-down, -right) + 1;
            if self.rules.exact { length == self.rules.k } else { length >= self.rules.k }
        })
    }

    fn empty(&self, marks: &Marks) -> impl Iterator<Item = Place> + use<> {
        let board = marks.board.clone();
        let (rows, columns) = (self.rules.rows, self.rules.columns);
        (0..rows)
            .flat_map(move |row| (0..columns).map(move |column| (row, column)))
            .filter(move |&(row, column)| board[row][column] == '.')
    }

    /// The cell of a name such as `h8`; columns beyond `z` are not needed.
    fn place(&self, name: &str) -> Result<Place, String> {
        let bad = || format!("{name} is no cell");
        let column = name.bytes().next().ok_or_else(bad)? - b'a';
        let row: usize = name[1..].parse().map_err(|_| bad())?;
        Ok((self.rules.rows - row, usize::from(column)))
    }
}

/// A row with a character for each cell.
fn spelt_out(row: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut number = 0;
    for character in row.chars().chain(['/']) {
        if let Some(digit) = character.to_digit(10) {
            number = number * 10 + digit as usize;
        } else {
            cells.extend(std::iter::repeat_n('.', number));
            number = 0;
            cells.extend(Some(character).filter(|&character| character != '/'));
        }
    }
    cells
}

/// Nobody to ask.
fn nobody(_: &str) -> Option<Vec<String>> {
    None
}

fn checked(position: &str, line: &str) -> Result<(), String> {
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let rules = MnkJudge { rows: 5, columns: 5, k: 4, exact: false };
    Verifier::new(rules, &nobody).verify(position, &line)
}

#[test]
fn the_verifier_lets_a_true_win_pass() {
    checked("5/1xx2/5/2oo1/5 x", "d4 a4 e4").expect("a three with two ends");
    checked("xxx2/ooo2/5/5/5 x", "d5").expect("a line to complete");
}

#[test]
fn the_verifier_notices_a_false_win() {
    for (position, line, problem) in [
        ("5/xx3/5/2oo1/5 x", "c4 d4 c3", "ends with"),
        ("5/xx3/5/2oo1/5 x", "c4 a3 d4", "no answer"),
        ("5/1xx2/5/1ooo1/5 x", "d4 a4 e4", "the defender wins"),
        ("5/1xx2/5/2oo1/5 x", "d4 a4", "ends with"),
        ("5/1xx2/5/2oo1/5 x", "d4 a4 d4", "not a legal move"),
    ] {
        let error = checked(position, line).expect_err("no win");
        assert!(error.contains(problem), "{error}");
    }
}
