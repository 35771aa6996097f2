//! Every sequence of events up to a length, and what must hold after each: the queue of
//! searches has no thread and no clock of its own, so all of its histories can be tried.

use crate::schedule::{Changes, Id, Kind, SLICE, Schedule, Wish};
use std::collections::BTreeMap;
use std::time::Instant;

/// What can happen. The first searches of a kind stand for the others: the rules know
/// only the order in which they came.
#[derive(Debug, Clone, Copy)]
enum Event {
    Request(Kind, &'static str, usize),
    /// The oldest one that runs ends.
    End,
    /// The oldest one that waits is no longer wanted.
    GiveUp,
    /// The oldest one that was interrupted waits for its next turn.
    Yield,
    /// A turn passes.
    Tick,
}

const EVENTS: [Event; 10] = [
    Event::Request(Kind::Short, "a", 1),
    Event::Request(Kind::Short, "b", 2),
    Event::Request(Kind::Long, "a", 2),
    Event::Request(Kind::Analysis, "a", 1),
    Event::Request(Kind::Analysis, "b", 2),
    Event::Request(Kind::Event, "", 1),
    Event::End,
    Event::GiveUp,
    Event::Yield,
    Event::Tick,
];

const LENGTH: u32 = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Standing {
    Waits,
    Runs,
    Interrupted,
}

struct Model {
    schedule: Schedule,
    now: Instant,
    searches: BTreeMap<Id, (Kind, Standing)>,
}

impl Model {
    fn new(processors: usize) -> Self {
        let schedule = Schedule::new(processors);
        Self { schedule, now: Instant::now(), searches: BTreeMap::new() }
    }

    fn first(&self, wanted: Standing) -> Option<Id> {
        self.searches.iter().find(|(_, (_, standing))| *standing == wanted).map(|(id, _)| *id)
    }

    fn happen(&mut self, event: Event) {
        let changes = match event {
            Event::Request(kind, page, threads) => {
                let wish = Wish { kind, page: page.to_owned(), threads };
                let (id, changes) = self.schedule.request(wish, self.now);
                assert!(self.searches.insert(id, (kind, Standing::Waits)).is_none());
                changes
            }
            Event::End => match self.first(Standing::Runs) {
                Some(id) => self.release(id),
                None => return,
            },
            Event::GiveUp => match self.first(Standing::Waits) {
                Some(id) => self.release(id),
                None => return,
            },
            Event::Yield => match self.first(Standing::Interrupted) {
                Some(id) => {
                    self.stand(id, Standing::Waits);
                    self.schedule.wait_again(id, self.now)
                }
                None => return,
            },
            Event::Tick => {
                self.now += SLICE;
                self.schedule.tick(self.now)
            }
        };
        self.take_in(&changes);
    }

    fn release(&mut self, id: Id) -> Changes {
        self.searches.remove(&id);
        self.schedule.release(id, self.now)
    }

    fn stand(&mut self, id: Id, standing: Standing) {
        self.searches.get_mut(&id).expect("it is known").1 = standing;
    }

    /// Checks what a change says and what it leaves.
    fn take_in(&mut self, changes: &Changes) {
        for &id in &changes.granted {
            assert_eq!(self.searches[&id].1, Standing::Waits, "only who waits is let in");
            self.stand(id, Standing::Runs);
        }
        for &id in &changes.interrupted {
            let (kind, standing) = self.searches[&id];
            assert!(matches!(kind, Kind::Analysis | Kind::Event), "moves are not interrupted");
            assert_eq!(standing, Standing::Runs);
            self.stand(id, Standing::Interrupted);
        }
        let is = |kind, standing| self.searches.values().any(|found| *found == (kind, standing));
        if is(Kind::Short, Standing::Waits) && is(Kind::Analysis, Standing::Runs) {
            let leaves = |kind| is(kind, Standing::Interrupted);
            assert!(leaves(Kind::Analysis) || leaves(Kind::Event), "a search makes room");
        }
        if !self.searches.is_empty() {
            let at_work = self.searches.values().any(|(_, standing)| *standing != Standing::Waits);
            assert!(at_work, "a search waits and none is at work");
        }
        let waits = self.searches.values().any(|(_, standing)| *standing == Standing::Waits);
        assert_eq!(self.schedule.is_crowded(), waits);
    }

    /// Everybody has a turn once the others are done.
    fn drain(&mut self) {
        for _ in 0..100 {
            self.happen(Event::Yield);
            self.happen(Event::End);
            self.happen(Event::Tick);
            if self.searches.is_empty() {
                return;
            }
        }
        panic!("some wait for ever: {:?}", self.searches);
    }
}

#[test]
fn in_every_history_only_who_waits_is_let_in_and_nobody_waits_for_ever() {
    for processors in [1, 3] {
        for history in 0..EVENTS.len().pow(LENGTH) {
            let mut model = Model::new(processors);
            let mut rest = history;
            for _ in 0..LENGTH {
                model.happen(EVENTS[rest % EVENTS.len()]);
                rest /= EVENTS.len();
            }
            model.drain();
        }
    }
}
