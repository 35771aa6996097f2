//! Several threads search one position and share only the table: what one has
//! stored the others need not search ("lazy SMP" of chess programs, first
//! described on the Computer Chess Club board, 2013), and moves that one is
//! searching the others defer ([`MovesUnderSearch`]). The first thread's answer
//! counts; when it is done, the others are stopped.
//!
//! With one thread a search is repeatable. With more it is not: which thread is
//! first changes what the others find in the table.
//!
//! Measured (`--bench threads`, two free cores): two threads reach a depth 1.7
//! to 1.8 times sooner than one, on midgame positions of all games together;
//! without deferral 1.3 times.

use super::abdada::MovesUnderSearch;
use super::engine::Root;
use super::lines::Lines;
use super::node::Search;
use super::refutation::Refutations;
use super::states::States;
use crate::ordering::HistoryTables;
use crate::path::Path;
use crate::{Observer, Options, Report, Table};
use plywood_game::{Budget, Knowledge, Symmetry};

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Symmetry, K> {
    pub(super) game: &'a G,
    pub(super) knowledge: &'a K,
    pub(super) options: &'a Options,
    pub(super) table: Option<&'a Table>,
    /// What the threads are searching, if there are several.
    pub(super) under_search: Option<&'a MovesUnderSearch>,
    pub(super) root: Root<'a, G::Position>,
    /// The first depth and the last.
    pub(super) depths: (u32, u32),
}

/// The state of a helper thread.
type Helper<'s, M> = (&'s mut HistoryTables<M>, Budget<'s>);

/// A search 1,000 plies deep takes at most 6 KB a ply, plus a reserve.
pub const SEARCH_STACK: usize = 8 << 20;

impl<G: Symmetry, K: Knowledge<G>> Shared<'_, G, K> {
    /// Deepens the first thread's search on this thread, with a thread for each
    /// helper.
    pub(super) fn search<'s, O: Observer<G::Move>>(
        &'s self,
        mut first: Search<'s, G, K, O>,
        helpers: Vec<Helper<'s, G::Move>>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        std::thread::scope(|scope| {
            let help = |(tables, budget)| {
                let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
                let nodes = move || {
                    let mut unobserved = ();
                    let mut search = self.begin(tables, budget, &mut unobserved);
                    search.deepen(self.root.position, self.depths, &mut |_| {}).nodes
                };
                // If a thread cannot start, the others do its work.
                thread.spawn_scoped(scope, nodes).ok()
            };
            let threads: Vec<_> = helpers.into_iter().filter_map(help).collect();
            let mut report = first.deepen(self.root.position, self.depths, progress);
            first.budget.finish();
            for thread in threads {
                match thread.join() {
                    Ok(nodes) => report.nodes += nodes,
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            report
        })
    }

    pub(super) fn begin<'s, O>(
        &'s self,
        history_tables: &'s mut HistoryTables<G::Move>,
        budget: Budget<'s>,
        observer: &'s mut O,
    ) -> Search<'s, G, K, O> {
        Search {
            game: self.game,
            knowledge: self.knowledge,
            options: self.options,
            table: self.table,
            under_search: self.under_search,
            history_tables,
            observer,
            budget,
            path: Path::new(self.root.history),
            lines: Lines::new(),
            states: States::new(self.knowledge.refresh(self.game, self.root.position)),
            spare_lists: Vec::new(),
            moves: Vec::new(),
            scores: Vec::new(),
            most_extended: 0,
            estimates: Vec::new(),
            refutations: Refutations::new(),
            researches: 0,
        }
    }
}
