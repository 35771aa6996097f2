//! The verification of a table, position by position.
//!
//! The values of a table are right if each agrees with those of its successors:
//! a finished game has its result; a win in `d` has a successor that is lost in
//! `d - 1` and none that is lost sooner; all successors of a loss in `d` are
//! won, the last in `d - 1`; a draw has no lost successor and a drawn one. Wins
//! and losses are then right by induction on `d`, and from a draw either side
//! can go from draw to draw for ever.
//!
//! Successors and results come from the game's judge. What is shared with the
//! builder is how positions are numbered; that a position and its images have
//! the same number, and other positions have others, is a test of the numbering.

use super::error::TableError;
use super::file::Census;
use super::indexed::Indexed;
use super::probe::open_finished;
use super::sweep::Values;
use super::value::TableValue;
use plywood_game::{Outcome, Random};
use plywood_judges::Judge;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// A numbering that a judge's positions can be translated to.
pub trait Judged: Indexed {
    /// The judge of the game.
    type Judge: Judge + Sync;

    /// The judge of the game.
    fn judge(&self) -> Self::Judge;

    /// The judge's position of a number; none if it stands for none.
    fn state(&self, index: u64) -> Option<<Self::Judge as Judge>::State>;

    /// The number of a judge's position; none if it has none.
    fn number(&self, state: &<Self::Judge as Judge>::State) -> Option<u64>;
}

/// Which positions of a table are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sample {
    /// Every one.
    All,
    /// This many, drawn with a seed.
    Random {
        /// How many.
        count: u64,
        /// The seed.
        seed: u64,
    },
}

/// What was checked of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableChecked {
    /// Positions compared with their successors.
    pub positions: u64,
    /// Successors looked at.
    pub successors: u64,
    /// Whether these were all positions.
    pub complete: bool,
    /// The values in all, counted again.
    pub census: Census,
}

/// Why a table is not accepted.
#[derive(Debug, thiserror::Error)]
pub enum TableProblem {
    /// The file cannot be read or is damaged.
    #[error(transparent)]
    File(#[from] TableError),
    /// The text is no position.
    #[error(transparent)]
    Text(#[from] plywood_game::TextError),
    /// The values contradict the rules or each other.
    #[error("{position}: the table says {found}; {expected}")]
    Contradiction {
        /// The position.
        position: String,
        /// Its value in the table.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// The header's counts are not those of the values.
    #[error("the counts in the header are not those of the values")]
    Census,
    /// It was told to stop.
    #[error("stopped before the end")]
    Stopped,
}

/// Numbers that a thread checks between two looks at the others.
const CHUNK: u64 = 4096;

/// Checks a table. `listener` is told what share of the positions has been
/// checked.
///
/// # Errors
/// At the first contradiction, or if the file is damaged.
pub fn verify_table<I: Judged>(
    path: &Path,
    indexed: &I,
    sample: Sample,
    threads: usize,
    stop: &AtomicBool,
    listener: &(dyn Fn(f64) + Sync),
) -> Result<TableChecked, TableProblem> {
    let file = open_finished(path, indexed)?;
    let values = file.values()?;
    let census = Census::take(indexed, &values, threads);
    if census != file.header.census {
        return Err(TableProblem::Census);
    }
    let (total, seed) = match sample {
        Sample::All => (indexed.count(), None),
        Sample::Random { count, seed } => (count, Some(seed)),
    };
    let (next, positions, successors) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let problem = Mutex::new(None);
    let worker = || {
        let judge = indexed.judge();
        loop {
            let chunk = next.fetch_add(1, Relaxed);
            let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(total);
            if range.is_empty() || stop.load(Relaxed) {
                break;
            }
            listener(range.start as f64 / total as f64);
            let mut dice = seed.map(|seed| Random::new(seed ^ plywood_game::mix(chunk + 1)));
            for number in range {
                let index = dice.as_mut().map_or(number, |dice| below(dice, indexed.count()));
                match check(indexed, &judge, &values, index) {
                    Ok(None) => {}
                    Ok(Some(looked_at)) => {
                        positions.fetch_add(1, Relaxed);
                        successors.fetch_add(looked_at, Relaxed);
                    }
                    Err(found) => {
                        problem.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                        next.store(u64::MAX / (2 * CHUNK), Relaxed);
                        return;
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(worker);
        }
    });
    if let Some(problem) = problem.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(problem);
    }
    if stop.load(Relaxed) {
        return Err(TableProblem::Stopped);
    }
    let (positions, successors) = (positions.into_inner(), successors.into_inner());
    Ok(TableChecked { positions, successors, complete: seed.is_none(), census })
}

/// A random number below a limit that may not fit into 32 bits.
fn below(dice: &mut Random, limit: u64) -> u64 {
    dice.next_u64() % limit.max(1)
}

/// Compares one number with its successors. Returns how many it has; none if
/// the number is a second one or stands for no position.
fn check<I: Judged>(
    indexed: &I,
    judge: &I::Judge,
    values: &Values,
    index: u64,
) -> Result<Option<u64>, TableProblem> {
    let found = TableValue::from_byte(values.get(index));
    let Some(state) = indexed.state(index) else {
        let contradiction = |_| TableProblem::Contradiction {
            position: format!("number {index}"),
            found: words(found),
            expected: "there is no such position".to_owned(),
        };
        return found.map_or(Ok(None), |value| Err(contradiction(value)));
    };
    let wrong = |expected: String| TableProblem::Contradiction {
        position: judge.write(&state),
        found: words(found),
        expected,
    };
    let first = indexed.number(&state).ok_or_else(|| wrong("it has no number".to_owned()))?;
    if first != index {
        // A second number must hold the same value as the first.
        let value = TableValue::from_byte(values.get(first));
        let same = value == found;
        return if same { Ok(None) } else { Err(wrong(format!("elsewhere {}", words(value)))) };
    }
    // A finished game has no moves; whether it is over is asked only then, since
    // the judge looks for moves to answer that.
    let turns = judge.turns(&state);
    if turns.is_empty() {
        let right = match judge.outcome(&state) {
            None => return Err(wrong("it has no move and is not over".to_owned())),
            Some(Outcome::Win(side)) if side == judge.to_move(&state) => TableValue::Win(0),
            Some(Outcome::Win(_)) => TableValue::Loss(0),
            Some(Outcome::Draw | Outcome::Margin(_)) => TableValue::Draw,
        };
        return match found == Some(right) {
            true => Ok(Some(0)),
            false => Err(wrong(format!("the game is over: {}", words(Some(right))))),
        };
    }
    let mut successors = Vec::with_capacity(turns.len());
    for turn in &turns {
        let next = judge.after(&state, turn);
        let number = indexed.number(&next);
        let value = number.and_then(|number| TableValue::from_byte(values.get(number)));
        let name = || judge.name(&state, turn);
        successors.push(value.ok_or_else(|| wrong(format!("{} leads out of it", name())))?);
    }
    let right = TableValue::of_successors(successors);
    match right.is_some() && right == found {
        true => Ok(Some(turns.len() as u64)),
        false => Err(wrong(format!("its moves lead to {}", words(right)))),
    }
}

fn words(value: Option<TableValue>) -> String {
    match value {
        None => "no value".to_owned(),
        Some(TableValue::Draw) => "a draw".to_owned(),
        Some(TableValue::Win(plies)) => format!("a win in {plies}"),
        Some(TableValue::Loss(plies)) => format!("a loss in {plies}"),
    }
}
