//! The depths that players reach in a given time.

mod report;

pub use report::{DepthsReport, DepthsRow, Median, Watched};

use plywood_workbench::{EngineSpec, Error, Limits, Request, Session, Workbench};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What is to be measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Depths {
    /// The players.
    pub players: Vec<EngineSpec>,
    /// The times that each is given.
    pub times: Vec<Duration>,
}

/// A search that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct DepthsStep<'a> {
    /// How many searches are done.
    pub done: usize,
    /// How many there are.
    pub of: usize,
    /// Who searches.
    pub player: &'a str,
    /// For how long.
    pub time: Duration,
}

impl Depths {
    /// Gives every player each of the times at every position, each time with
    /// an empty table, until all is done or `stop` is set; an unfinished search
    /// is left out.
    ///
    /// # Errors
    /// If a player cannot play the game or sets a time, or the game is over at a
    /// position.
    pub fn run(
        &self,
        workbench: &Workbench,
        positions: &[Box<dyn Session>],
        stop: &AtomicBool,
        progress: &mut dyn FnMut(DepthsStep<'_>),
    ) -> Result<DepthsReport, Error> {
        let players = self.watched(workbench, positions)?;
        let mut report = DepthsReport::new(positions, players, &self.times);
        let of = positions.len() * self.players.len() * self.times.len();
        for session in positions {
            for (number, engine) in self.players.iter().enumerate() {
                for &time in &self.times {
                    let done = report.rows.len();
                    progress(DepthsStep { done, of, player: &engine.text, time });
                    let limits = Limits { time: Some(time), ..engine.limits };
                    let request = Request { limits, engine: engine.clone(), lines: 1, tree: None };
                    let found = session.analyse(&request, stop, None)?;
                    if stop.load(Ordering::Relaxed) {
                        return Ok(report.summed(false));
                    }
                    report.add(number, time, found);
                }
            }
        }
        Ok(report.summed(true))
    }

    fn watched(
        &self,
        workbench: &Workbench,
        positions: &[Box<dyn Session>],
    ) -> Result<Vec<Watched>, Error> {
        let mut watched = Vec::new();
        for engine in &self.players {
            if engine.limits.time.is_some() {
                return Err(Error::OwnLimit { player: engine.text.clone(), limit: "time" });
            }
            for session in positions {
                workbench.admit_engine(&**session, engine)?;
                if session.ending().is_some() {
                    return Err(Error::GameOver);
                }
            }
            if let Some(session) = positions.first() {
                let has_depth = session.compared(engine)?.has_depth;
                watched.push(Watched { name: engine.text.clone(), has_depth });
            }
        }
        Ok(watched)
    }
}
