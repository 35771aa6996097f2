//! How well a shallow search predicts a deep one: the parameters of Multi-ProbCut.
//!
//! Every position is searched once, depth by depth; the values of all depths are
//! kept. For each pair of depths, in each phase of the game, a line is fitted to
//! the deep values against the shallow ones by least squares. Certain values are
//! left out: they are no estimates, and a cut may not touch them.

mod line;
mod report;
mod samples;

pub use line::{FittedLine, fitted_line};
pub use report::{FitReport, FittedPair};
pub use samples::Samples;

use plywood_workbench::{Analysis, EngineSpec, Error, Limits, Request, ScoreKind, Session};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The engine that searches.
    pub engine: EngineSpec,
    /// The pairs of depths.
    pub pairs: DepthPairs,
    /// How many phases the game is divided into, each with as many positions.
    pub phases: usize,
    /// How many deviations a prediction must lie outside the window.
    pub threshold: f64,
}

/// Pairs of a shallow and a deep depth, written `1-3,2-4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepthPairs(pub Vec<(u32, u32)>);

impl FromStr for DepthPairs {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let pair = |word: &str| {
            let (shallow, deep) = word.trim().split_once('-')?;
            let (shallow, deep) = (shallow.parse().ok()?, deep.parse().ok()?);
            ((1..deep).contains(&shallow) && deep <= 30).then_some((shallow, deep))
        };
        let pairs: Option<Vec<(u32, u32)>> = text.split(',').map(pair).collect();
        let expected =
            "expected pairs of depths from 1 to 30, the shallow one first, such as 1-3,2-4";
        pairs.map(Self).ok_or_else(|| expected.to_owned())
    }
}

/// The values of one position by depth.
#[derive(Debug, Clone, PartialEq)]
struct Searched {
    /// The plies that may be left in the game, if it knows.
    left: Option<u32>,
    /// By depth; none where there is no estimate.
    values: Vec<Option<f64>>,
}

impl Fit {
    /// Searches the positions and fits, until all is done or `stop` is set. The
    /// listener hears how many of how many samples are done.
    ///
    /// # Errors
    /// If the engine cannot play the game, or sets a depth of its own.
    pub fn run(
        &self,
        samples: &Samples<'_>,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<FitReport, Error> {
        if self.engine.limits.depth.is_some() {
            let player = self.engine.text.clone();
            return Err(Error::OwnLimit { player, limit: "depth" });
        }
        let mut searched = Vec::new();
        let mut measured = None;
        samples.for_each(stop, progress, &mut |session| {
            if measured.is_none() {
                measured = Some((session.game(), session.evaluator(&self.engine)?));
            }
            let found = self.search(session, stop)?;
            // A search that was stopped has not seen all depths.
            searched.extend(Some(found).filter(|_| !stop.load(Ordering::Relaxed)));
            Ok(())
        })?;
        let complete = !stop.load(Ordering::Relaxed);
        Ok(FitReport::new(measured.unwrap_or_default(), self, &searched, complete))
    }

    fn search(&self, session: &dyn Session, stop: &AtomicBool) -> Result<Searched, Error> {
        let deepest = self.pairs.0.iter().map(|(_, deep)| *deep).max().unwrap_or(1);
        let mut values = vec![None; deepest as usize + 1];
        let limits = Limits { depth: Some(deepest), ..self.engine.limits };
        let request = Request { limits, engine: self.engine.clone(), lines: 1, tree: None };
        let mut listen = |found: &Analysis| {
            if let Some(value) = values.get_mut(found.depth as usize) {
                let is_estimate = found.score.kind == ScoreKind::Estimate && !found.exact;
                *value = is_estimate.then(|| f64::from(found.score.value));
            }
        };
        session.analyse(&request, stop, Some(&mut listen))?;
        Ok(Searched { left: session.guidance().most_plies_left, values })
    }
}

#[cfg(test)]
mod tests {
    use super::DepthPairs;

    #[test]
    fn pairs_of_depths_are_read_or_refused() {
        assert_eq!("1-3, 2-4".parse(), Ok(DepthPairs(vec![(1, 3), (2, 4)])));
        for wrong in ["", "3-1", "0-2", "2-2", "1-31", "1", "1-3,", "a-b", "1-99999999999"] {
            assert!(wrong.parse::<DepthPairs>().is_err(), "{wrong}");
        }
    }
}
