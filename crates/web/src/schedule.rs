//! Which searches may run, and which must make room: the rules alone. Nothing
//! here waits, wakes or reads a clock; `searches` does that.
//!
//! - A *short* search is over soon by its own limits. Room is kept for one: long
//!   searches never take the last place, and analyses make room at once.
//! - A *long* search may take minutes, and cannot be interrupted.
//! - An *analysis* has no end and can be interrupted without loss. Analyses use
//!   what is free; when there are more than places they take turns, the page
//!   that has had the least processor time first.
//! - A game of an *event* uses what all others leave, never the last place, and
//!   makes room for them after its move.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What a search is to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Over soon by its own limits.
    Short,
    /// Perhaps over late, and not to be interrupted.
    Long,
    /// Without an end; it can be interrupted and go on later.
    Analysis,
    /// A game of an event; it makes room after its move.
    Event,
}

/// A search that wants to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wish {
    pub(crate) kind: Kind,
    /// The page that wants it.
    pub(crate) page: String,
    pub(crate) threads: usize,
}

/// The number of a search that runs or waits.
pub(crate) type Id = u64;

/// What a change has brought about.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// These may run now.
    pub(crate) granted: Vec<Id>,
    /// These must be interrupted.
    pub(crate) interrupted: Vec<Id>,
}

/// The processor time of all its threads after which an analysis makes room for
/// one that waits.
pub(crate) const SLICE: Duration = Duration::from_millis(400);

/// All searches that run or wait.
pub(crate) struct Schedule {
    places: usize,
    entries: Vec<Entry>,
    /// The processor time of the pages that have analyses.
    used: HashMap<String, Duration>,
    next: Id,
}

struct Entry {
    id: Id,
    wish: Wish,
    /// Since when it runs; none while it waits.
    since: Option<Instant>,
    interrupted: bool,
}

impl Schedule {
    /// For this many processors. A machine with one runs two searches at once,
    /// so that a short one never waits for a long one.
    pub(crate) fn new(processors: usize) -> Self {
        let (entries, used) = (Vec::new(), HashMap::new());
        Self { places: processors.max(2), entries, used, next: 0 }
    }

    /// A search wants to run.
    pub(crate) fn request(&mut self, wish: Wish, now: Instant) -> (Id, Changes) {
        let id = self.next;
        self.next += 1;
        // One that comes new begins where the others are: it neither makes up for
        // the time before nor pays for it.
        let least = self.used.values().min().copied().unwrap_or_default();
        if wish.kind == Kind::Analysis {
            self.used.entry(wish.page.clone()).or_insert(least);
        }
        self.entries.push(Entry { id, wish, since: None, interrupted: false });
        (id, self.settle(now))
    }

    /// A search has ended, or no longer wants to run.
    pub(crate) fn release(&mut self, id: Id, now: Instant) -> Changes {
        self.account(id, now);
        self.entries.retain(|entry| entry.id != id);
        let Self { entries, used, .. } = self;
        used.retain(|page, _| entries.iter().any(|entry| entry.wish.page == *page));
        self.settle(now)
    }

    /// An interrupted analysis waits for its next turn.
    pub(crate) fn wait_again(&mut self, id: Id, now: Instant) -> Changes {
        self.account(id, now);
        if let Some(place) = self.entries.iter().position(|entry| entry.id == id) {
            let mut entry = self.entries.remove(place);
            (entry.since, entry.interrupted) = (None, false);
            self.entries.push(entry);
        }
        self.settle(now)
    }

    /// Time has passed: analyses whose turn is over make room for others.
    pub(crate) fn tick(&mut self, now: Instant) -> Changes {
        let mut changes = self.settle(now);
        let waits = |entry: &Entry| entry.since.is_none() && entry.wish.kind == Kind::Analysis;
        let pages: Vec<String> =
            self.entries.iter().filter(|e| waits(e)).map(|e| e.wish.page.clone()).collect();
        let others = |page: &str| pages.iter().any(|other| other != page);
        for at in 0..self.entries.len() {
            let threads = self.demand(&self.entries[at].wish) as u32;
            let entry = &mut self.entries[at];
            let used = entry.since.map(|since| now.duration_since(since) * threads);
            let over = entry.wish.kind == Kind::Analysis && used >= Some(SLICE);
            if over && others(&entry.wish.page) {
                changes.interrupt(entry);
            }
        }
        changes
    }

    /// Whether anything waits.
    pub(crate) fn is_crowded(&self) -> bool {
        self.entries.iter().any(|entry| entry.since.is_none())
    }

    /// Adds the time of a run to what its page has used.
    fn account(&mut self, id: Id, now: Instant) {
        let Some(entry) = self.entries.iter().find(|entry| entry.id == id) else { return };
        let Some(since) = entry.since.filter(|_| entry.wish.kind == Kind::Analysis) else { return };
        let time = now.duration_since(since) * self.demand(&entry.wish) as u32;
        *self.used.entry(entry.wish.page.clone()).or_default() += time;
    }

    /// How many places a search takes: never more than its kind can have.
    fn demand(&self, wish: &Wish) -> usize {
        let most = match wish.kind {
            Kind::Long | Kind::Event => self.places - 1,
            Kind::Short | Kind::Analysis => self.places,
        };
        wish.threads.clamp(1, most)
    }

    /// The places that running searches of these kinds take.
    fn taken(&self, kinds: &[Kind]) -> usize {
        let runs = |entry: &&Entry| entry.since.is_some() && kinds.contains(&entry.wish.kind);
        self.entries.iter().filter(runs).map(|entry| self.demand(&entry.wish)).sum()
    }

    /// How many places a search needs now: a short one is content with those that
    /// long ones leave.
    fn needed(&self, wish: &Wish) -> usize {
        let demand = self.demand(wish);
        match wish.kind {
            Kind::Short => demand.min(self.places - self.taken(&[Kind::Long])).max(1),
            Kind::Long | Kind::Analysis | Kind::Event => demand,
        }
    }

    /// Lets run what can, and asks analyses and events to make room for what cannot.
    fn settle(&mut self, now: Instant) -> Changes {
        let mut changes = Changes::default();
        let mut order: Vec<usize> =
            (0..self.entries.len()).filter(|&at| self.entries[at].since.is_none()).collect();
        order.sort_by_key(|&at| {
            let Entry { id, wish, .. } = &self.entries[at];
            let used = self.used.get(&wish.page).copied().unwrap_or_default();
            (wish.kind, if wish.kind == Kind::Analysis { used } else { Duration::ZERO }, *id)
        });
        let all = [Kind::Short, Kind::Long, Kind::Analysis, Kind::Event];
        for at in order {
            let wish = self.entries[at].wish.clone();
            let needed = self.needed(&wish);
            let bounded = matches!(wish.kind, Kind::Long | Kind::Event);
            if bounded && self.taken(&[wish.kind]) + needed > self.places - 1 {
                continue;
            }
            let free = self.places.saturating_sub(self.taken(&all));
            if needed <= free {
                self.entries[at].since = Some(now);
                changes.granted.push(self.entries[at].id);
            } else {
                self.make_room(wish.kind, needed - free, &mut changes);
                // What becomes free is not for those behind it.
                break;
            }
        }
        changes
    }

    /// Interrupts what makes room for this kind until this many places will be
    /// free, or nothing more can be interrupted.
    fn make_room(&mut self, kind: Kind, mut places: usize, changes: &mut Changes) {
        // An analysis ends at once, a game of an event after its move.
        let yielding: &[Kind] = match kind {
            Kind::Short | Kind::Long => &[Kind::Analysis, Kind::Event],
            Kind::Analysis => &[Kind::Event],
            Kind::Event => &[],
        };
        let leaving = |entry: &&Entry| entry.since.is_some() && entry.interrupted;
        let soon: usize =
            self.entries.iter().filter(leaving).map(|entry| self.demand(&entry.wish)).sum();
        places = places.saturating_sub(soon);
        let all =
            yielding.iter().flat_map(|kind| (0..self.entries.len()).map(move |at| (kind, at)));
        for (kind, at) in all.collect::<Vec<_>>() {
            let demand = self.demand(&self.entries[at].wish);
            let entry = &mut self.entries[at];
            let runs = entry.since.is_some() && entry.wish.kind == *kind;
            if places > 0 && runs && !entry.interrupted {
                changes.interrupt(entry);
                places = places.saturating_sub(demand);
            }
        }
    }
}

impl Changes {
    fn interrupt(&mut self, entry: &mut Entry) {
        if !entry.interrupted {
            entry.interrupted = true;
            self.interrupted.push(entry.id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(kind: Kind, page: &str, threads: usize) -> Wish {
        Wish { kind, page: page.to_owned(), threads }
    }

    #[test]
    fn endless_searches_leave_a_place_for_short_ones() {
        for processors in [1, 2, 4] {
            let (mut schedule, now) = (Schedule::new(processors), Instant::now());
            let mut running = 0;
            for page in 0..10 {
                let (_, changes) = schedule.request(wish(Kind::Long, &page.to_string(), 1), now);
                running += changes.granted.len();
            }
            assert_eq!(running, processors.max(2) - 1);
            let (short, changes) = schedule.request(wish(Kind::Short, "short", 4), now);
            assert_eq!(changes.granted, [short]);
        }
    }

    #[test]
    fn games_of_events_use_what_others_leave_and_make_room_after_their_move() {
        let (mut schedule, now) = (Schedule::new(4), Instant::now());
        let games: Vec<Id> =
            (0..4).map(|_| schedule.request(wish(Kind::Event, "event", 1), now).0).collect();
        let running = |schedule: &Schedule| schedule.taken(&[Kind::Event]);
        assert_eq!(running(&schedule), 3);
        // The last place is free for the next search, and each further one makes a game yield.
        let (short, changes) = schedule.request(wish(Kind::Short, "a", 1), now);
        assert_eq!(changes, Changes { granted: vec![short], interrupted: vec![] });
        let (analysis, changes) = schedule.request(wish(Kind::Analysis, "b", 1), now);
        assert_eq!(changes, Changes { granted: vec![], interrupted: vec![games[0]] });
        let changes = schedule.release(games[0], now);
        assert_eq!(changes.granted, [analysis]);
        // A further game takes no place from them.
        let (waiting, changes) = schedule.request(wish(Kind::Event, "event", 1), now);
        assert_eq!((changes, running(&schedule)), (Changes::default(), 2));
        assert_eq!(schedule.release(analysis, now).granted, [games[3]]);
        assert_eq!(schedule.release(short, now), Changes::default());
        assert_eq!(schedule.release(games[1], now).granted, [waiting]);
    }

    #[test]
    fn an_analysis_makes_room_for_a_move_at_once_and_goes_on_later() {
        let (mut schedule, now) = (Schedule::new(2), Instant::now());
        let (analysis, changes) = schedule.request(wish(Kind::Analysis, "a", 2), now);
        assert_eq!(changes.granted, [analysis]);
        let (short, changes) = schedule.request(wish(Kind::Short, "b", 1), now);
        assert_eq!(changes, Changes { granted: vec![], interrupted: vec![analysis] });
        let changes = schedule.wait_again(analysis, now);
        assert_eq!(changes, Changes { granted: vec![short], interrupted: vec![] });
        assert_eq!(schedule.release(short, now).granted, [analysis]);
    }

    #[test]
    fn a_search_that_gives_up_waiting_leaves_nothing_behind() {
        let (mut schedule, now) = (Schedule::new(2), Instant::now());
        let (long, _) = schedule.request(wish(Kind::Long, "a", 1), now);
        for _ in 0..100 {
            let (waiting, changes) = schedule.request(wish(Kind::Long, "b", 1), now);
            assert!(changes.granted.is_empty());
            schedule.release(waiting, now);
        }
        let (last, _) = schedule.request(wish(Kind::Long, "c", 1), now);
        assert_eq!(schedule.release(long, now).granted, [last]);
        schedule.release(last, now);
        assert!(schedule.entries.is_empty() && schedule.used.is_empty());
    }

    /// Lets analyses with these numbers of threads run for ten seconds, and
    /// gives the processor time of each page.
    fn shared(processors: usize, threads: &[usize]) -> Vec<f64> {
        let (mut schedule, start) = (Schedule::new(processors), Instant::now());
        let pages = ["a", "b", "c", "d", "e"];
        for (page, &threads) in pages.iter().zip(threads) {
            schedule.request(wish(Kind::Analysis, page, threads), start);
        }
        for step in 1..=1000 {
            let now = start + Duration::from_millis(10 * step);
            for id in schedule.tick(now).interrupted {
                schedule.wait_again(id, now);
            }
        }
        let end = start + Duration::from_secs(10);
        (0..threads.len() as Id).for_each(|id| schedule.account(id, end));
        pages[..threads.len()].iter().map(|page| schedule.used[*page].as_secs_f64()).collect()
    }

    #[test]
    fn pages_that_analyse_get_the_same_processor_time() {
        for (processors, threads) in [
            (2, &[1, 1, 1][..]),
            (2, &[2, 2]),
            (2, &[2, 1]),
            (4, &[4, 4, 4]),
            (4, &[4, 2, 1, 1, 1]),
        ] {
            let times = shared(processors, threads);
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            for time in &times {
                assert!((time - mean).abs() < 0.1 * mean, "{processors}, {threads:?}: {times:?}");
            }
        }
    }

    #[test]
    fn whatever_happens_the_places_are_never_exceeded_and_everybody_gets_a_turn() {
        let (mut schedule, start) = (Schedule::new(3), Instant::now());
        let mut dice = plywood_game::Random::new(1);
        let (mut open, mut waiting) = (Vec::new(), 0);
        for step in 0..20_000_u32 {
            let now = start + Duration::from_millis(step.into());
            let kinds = [Kind::Short, Kind::Long, Kind::Analysis];
            let changes = match dice.below(4) {
                0 if open.len() < 30 => {
                    let kind = *dice.pick(&kinds).expect("a kind");
                    let threads = 1 + dice.below(4);
                    let page = dice.below(5).to_string();
                    let (id, changes) = schedule.request(wish(kind, &page, threads), now);
                    open.push(id);
                    changes
                }
                1 | 2 if !open.is_empty() => {
                    let id = open.swap_remove(dice.below(open.len()));
                    schedule.release(id, now)
                }
                _ => schedule.tick(now),
            };
            let mut interrupted = changes.interrupted;
            while let Some(id) = interrupted.pop() {
                interrupted.extend(schedule.wait_again(id, now).interrupted);
            }
            let all = [Kind::Short, Kind::Long, Kind::Analysis];
            let running = schedule.entries.iter().filter(|e| e.since.is_some()).count();
            let fits = schedule.taken(&[Kind::Long]) <= 2 && running <= 4;
            assert!(fits && schedule.taken(&all[1..]) <= 3, "step {step}");
            waiting = waiting.max(schedule.entries.len() - running);
        }
        assert!(waiting > 3, "it was never crowded");
        while let Some(id) = open.pop() {
            schedule.release(id, start + Duration::from_secs(60));
        }
        assert!(!schedule.is_crowded());
    }
}
