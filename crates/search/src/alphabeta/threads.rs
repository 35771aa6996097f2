//! Several threads on one position, each with a search of its own, that meet
//! only in the table: what one has found the others need not look for (the
//! "lazy SMP" of chess programs, first described on the Computer Chess Club
//! board, 2013), and what one is looking for they put off ([`Busy`]). The first
//! thread's answer counts; when it is done, the others are stopped.
//!
//! With one thread a search is repeatable. With more it is not: who comes first
//! changes what the others find in the table.
//!
//! Measured (`--bench threads`, two free cores): two threads reach a depth 1.7
//! to 1.8 times sooner than one, on midgame positions of all games together.
//! Threads that do not put off what others search reach 1.3.

use super::busy::Busy;
use super::engine::Root;
use super::lines::Lines;
use super::node::Search;
use crate::limits::{Allowance, Budget};
use crate::ordering::Experience;
use crate::path::Path;
use crate::{Limits, Observer, Options, Report, Table};
use plywood_game::{Candidates, Evaluator, ForcedWins, Symmetry};

/// What all threads of a search have in common.
pub(super) struct Common<'a, G: Symmetry, E> {
    pub(super) game: &'a G,
    pub(super) evaluator: &'a E,
    pub(super) candidates: &'a dyn Candidates<G>,
    pub(super) options: &'a Options,
    pub(super) table: Option<&'a Table>,
    /// What the threads are searching, if there are several.
    pub(super) busy: Option<&'a Busy>,
    pub(super) forced_wins: Option<&'a dyn ForcedWins<G>>,
    pub(super) root: Root<'a, G::Position>,
    pub(super) limits: Limits,
    pub(super) allowance: &'a Allowance<'a>,
    /// The first depth and the last.
    pub(super) depths: (u32, u32),
}

/// A search a thousand moves deep takes at most 4 KB a move, and some more.
pub const SEARCH_STACK: usize = 8 << 20;

impl<G: Symmetry, E: Evaluator<G>> Common<'_, G, E> {
    /// Searches with one thread for each experience, the first of them this
    /// one.
    pub(super) fn search<O: Observer<G::Move>>(
        &self,
        experiences: &mut [Experience<G::Move>],
        progress: &mut dyn FnMut(&Report<G::Move>),
        observer: &mut O,
    ) -> Report<G::Move> {
        let Some((first, others)) = experiences.split_first_mut() else {
            unreachable!("an engine has one experience at least")
        };
        let mut searching = self.begin(first, observer);
        let ask = |wins| searching.ask_for_a_win(wins, self.root.position, &self.limits);
        if let Some(report) = self.forced_wins.and_then(ask) {
            return report;
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .filter_map(|experience| {
                    let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
                    // A thread that cannot be had is done without.
                    thread.spawn_scoped(scope, move || self.help(experience)).ok()
                })
                .collect();
            let mut report = searching.deepen(self.root.position, self.depths, progress);
            self.allowance.finish();
            for helper in helpers {
                match helper.join() {
                    Ok(nodes) => report.nodes += nodes,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            report
        })
    }

    /// Searches for what the first thread may need, and returns how many nodes
    /// it took.
    fn help(&self, experience: &mut Experience<G::Move>) -> u64 {
        let mut nobody = ();
        let mut search = self.begin(experience, &mut nobody);
        search.deepen(self.root.position, self.depths, &mut |_| {}).nodes
    }

    fn begin<'s, O>(
        &'s self,
        experience: &'s mut Experience<G::Move>,
        observer: &'s mut O,
    ) -> Search<'s, G, E, O> {
        Search {
            game: self.game,
            evaluator: self.evaluator,
            candidates: self.candidates,
            options: self.options,
            table: self.table,
            busy: self.busy,
            experience,
            observer,
            budget: Budget::new(self.allowance),
            path: Path::new(self.root.history),
            lines: Lines::new(),
            sums: vec![self.evaluator.refresh(self.game, self.root.position)],
            spare_lists: Vec::new(),
            moves: Vec::new(),
            researches: 0,
        }
    }
}
