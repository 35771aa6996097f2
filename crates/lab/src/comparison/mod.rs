//! Engines side by side: what each needs at each depth, and whether those that
//! must agree do.

mod agreement;
mod report;
mod table;

pub use agreement::Disagreement;
pub use report::{ComparisonReport, ComparisonRow, Entrant};
pub use table::Summary;

use plywood_workbench::{
    Compared, EngineSpec, Error, Limits, Request, Session, StoppedBy, Workbench, limits_under,
};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is to be compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The engines; ratios are to the first.
    pub algorithms: Vec<EngineSpec>,
    /// The depths each searches to.
    pub depths: RangeInclusive<u32>,
    /// What ends a single search early, besides its depth. A search that ends
    /// early is shown, but not compared, and the engine goes no deeper there.
    pub limits: Limits,
}

/// A search that is about to begin.
#[derive(Debug, Clone, Copy)]
pub struct ComparisonStep<'a> {
    /// How many searches are done.
    pub done: usize,
    /// How many there are at most.
    pub of: usize,
    /// Who searches.
    pub algorithm: &'a str,
    /// How deep.
    pub depth: u32,
}

impl Comparison {
    /// Searches every position with every engine to every depth, each time with
    /// an empty table, until all is done or `stop` is set; an unfinished search
    /// is left out.
    ///
    /// ```
    /// use plywood_lab::Comparison;
    /// use plywood_workbench::{EngineList, Limits, Start, Workbench};
    /// let workbench = Workbench::standard();
    /// let session = workbench.open("tictactoe", &Start::default(), 0)?;
    /// let EngineList(algorithms) = "minimax,alphabeta".parse()?;
    /// let comparison = Comparison { algorithms, depths: 1..=9, limits: Limits::default() };
    /// let report = comparison.run(&workbench, &[session], &false.into(), &mut |_| {})?;
    /// assert!(report.agree);
    /// assert_eq!(report.rows[16].nodes, 549_945, "every sequence of moves");
    /// assert!(report.rows[17].nodes < 4_000);
    /// # Ok::<(), plywood_workbench::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an engine cannot play the game or sets a depth, or the game is over
    /// at a position.
    pub fn run(
        &self,
        workbench: &Workbench,
        positions: &[Box<dyn Session>],
        stop: &AtomicBool,
        progress: &mut dyn FnMut(ComparisonStep<'_>),
    ) -> Result<ComparisonReport, Error> {
        let compared = self.compared(workbench, positions)?;
        let mut report = ComparisonReport::new(positions, &compared, &self.limits);
        let searches = self.depths.clone().count() * compared.len();
        for (number, session) in positions.iter().enumerate() {
            let mut ended = vec![false; compared.len()];
            let all =
                self.depths.clone().flat_map(|depth| (0..compared.len()).map(move |c| (depth, c)));
            for (done, (depth, chosen)) in all.enumerate() {
                let compared = &compared[chosen];
                if ended[chosen] {
                    continue;
                }
                progress(ComparisonStep {
                    done: number * searches + done,
                    of: positions.len() * searches,
                    algorithm: &compared.engine.text,
                    depth,
                });
                let row = self.search(&**session, compared, depth, stop)?;
                if stop.load(Ordering::Relaxed) {
                    return Ok(report.judged(false));
                }
                ended[chosen] = !row.finished;
                report.rows.push(row);
            }
        }
        Ok(report.judged(true))
    }

    fn compared(
        &self,
        workbench: &Workbench,
        positions: &[Box<dyn Session>],
    ) -> Result<Vec<Compared>, Error> {
        for (session, engine) in
            positions.iter().flat_map(|s| self.algorithms.iter().map(move |e| (s, e)))
        {
            workbench.admit_engine(&**session, engine)?;
            if engine.limits.depth.is_some() {
                return Err(Error::OwnLimit { player: engine.text.clone(), limit: "depth" });
            }
            if session.ending().is_some() {
                return Err(Error::GameOver);
            }
        }
        let Some(session) = positions.first() else { return Ok(Vec::new()) };
        self.algorithms.iter().map(|engine| session.compared(engine)).collect()
    }

    fn search(
        &self,
        session: &dyn Session,
        compared: &Compared,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<ComparisonRow, Error> {
        let limits = limits_under(&compared.engine.limits, &self.limits);
        let limits = Limits { depth: Some(depth), ..limits };
        let request = Request { limits, engine: compared.engine.clone(), lines: 1, tree: None };
        let found = session.analyse(&request, stop, None)?;
        let to_its_end = matches!(found.stopped_by, Some(StoppedBy::Depth | StoppedBy::Solved));
        Ok(ComparisonRow {
            position: found.position,
            algorithm: found.player,
            depth,
            nodes: found.nodes,
            elapsed_ms: found.elapsed_ms,
            best: found.best,
            score: found.score,
            exact: found.exact,
            // Without a depth, a search may end for any reason.
            finished: to_its_end || !compared.has_depth,
            reached: found.depth,
            solved: found.stopped_by == Some(StoppedBy::Solved),
        })
    }
}
