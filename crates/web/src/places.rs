//! A limited number of places, for connections and for streams. When all are taken, a
//! new one is not refused and does not wait: the holder of the most gives one up, the
//! least useful and then the oldest first. A client that takes them all loses its own
//! places, and the next client is served at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// The places, each held by someone.
pub(crate) struct Places<K> {
    most: usize,
    taken: Mutex<HashMap<u64, Taken<K>>>,
    /// No number is given twice: one whose place has ended must not change another's.
    next: AtomicU64,
}

struct Taken<K> {
    holder: K,
    use_: Use,
    since: Instant,
    end: Arc<End>,
}

/// What a place is used for, the least useful first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Use {
    /// It waits for a request, or for the rest of one.
    Waiting,
    /// A request is being answered.
    Answering,
    /// A page watches.
    Watching,
}

#[derive(Default)]
struct End {
    over: AtomicBool,
    told: Notify,
}

/// A place, until it is dropped.
pub(crate) struct Place<K: Eq + Hash> {
    places: Arc<Places<K>>,
    number: u64,
    end: Arc<End>,
}

impl<K: Clone + Eq + Hash> Places<K> {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Mutex::default(), next: AtomicU64::new(0) }
    }

    /// A place for this holder. Another ends if all are taken.
    pub(crate) fn take(self: &Arc<Self>, holder: K, use_: Use) -> Place<K> {
        while self.taken().len() >= self.most {
            self.free_one();
        }
        let end = Arc::<End>::default();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let since = Instant::now();
        self.taken().insert(number, Taken { holder, use_, since, end: Arc::clone(&end) });
        Place { places: Arc::clone(self), number, end }
    }

    /// Waits until there is a place, or the one that ends next has been held for this long:
    /// a client that arrives among many others can send its request before it is closed.
    pub(crate) async fn until_one_is_used(&self, long: Duration) {
        loop {
            let since = {
                let taken = self.taken();
                match least(&taken).and_then(|number| taken.get(&number)) {
                    Some(place) if taken.len() >= self.most => place.since,
                    _ => return,
                }
            };
            match long.checked_sub(since.elapsed()) {
                // A place may be given up before.
                Some(left) => tokio::time::sleep(left.min(Duration::from_millis(10))).await,
                None => return,
            }
        }
    }

    /// Ends the place that is missed least.
    pub(crate) fn free_one(&self) {
        let mut taken = self.taken();
        let freed = least(&taken).and_then(|number| taken.remove(&number));
        if let Some(freed) = freed {
            freed.end.over.store(true, Ordering::Release);
            freed.end.told.notify_one();
        }
    }
}

/// The place that is missed least.
fn least<K: Eq + Hash>(taken: &HashMap<u64, Taken<K>>) -> Option<u64> {
    let mut held: HashMap<&K, usize> = HashMap::new();
    for place in taken.values() {
        *held.entry(&place.holder).or_default() += 1;
    }
    let fewest = |place: &Taken<K>| std::cmp::Reverse(held.get(&place.holder).copied());
    let order =
        |(number, place): &(&u64, &Taken<K>)| (fewest(place), place.use_, place.since, **number);
    taken.iter().min_by_key(order).map(|(number, _)| *number)
}

impl<K> Places<K> {
    fn taken(&self) -> MutexGuard<'_, HashMap<u64, Taken<K>>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Place<K> {
    /// From now on the place is used for this.
    pub(crate) fn is_for(&self, use_: Use) {
        if let Some(place) = self.places.taken().get_mut(&self.number) {
            (place.use_, place.since) = (use_, Instant::now());
        }
    }

    /// Waits until the place is needed for another.
    pub(crate) async fn ended(&self) {
        while !self.end.over.load(Ordering::Acquire) {
            self.end.told.notified().await;
        }
    }
}

impl<K: Eq + Hash> Drop for Place<K> {
    fn drop(&mut self) {
        if !self.end.over.load(Ordering::Acquire) {
            self.places.taken().remove(&self.number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The holders in the order in which their places end.
    fn ended(places: &Arc<Places<&'static str>>, times: usize) -> Vec<&'static str> {
        let mut gone = Vec::new();
        for _ in 0..times {
            let least = least(&places.taken()).expect("one");
            gone.push(places.taken()[&least].holder);
            places.free_one();
        }
        gone
    }

    #[tokio::test]
    async fn the_holder_of_the_most_gives_way() {
        let places = Arc::new(Places::new(10));
        let quiet = places.take("quiet", Use::Waiting);
        let greedy: Vec<_> = (0..30).map(|_| places.take("greedy", Use::Watching)).collect();
        assert_eq!(places.taken().len(), 10);
        let new = places.take("new", Use::Waiting);
        // The oldest of the greedy were told, the others were not.
        for (number, place) in greedy.iter().enumerate() {
            let over = place.end.over.load(Ordering::Acquire);
            assert_eq!(over, number < 22, "{number}");
        }
        greedy[0].ended().await;
        assert!(![&quiet, &new].iter().any(|place| place.end.over.load(Ordering::Acquire)));
        drop(greedy);
        assert_eq!(places.taken().len(), 2, "places are given back once");
    }

    #[tokio::test]
    async fn nobody_gives_way_before_he_had_time_to_ask() {
        // A busy machine may take this thread away for less.
        const LONG: Duration = Duration::from_secs(1);
        let places = Arc::new(Places::new(2));
        let start = Instant::now();
        let first = places.take("a", Use::Waiting);
        places.until_one_is_used(LONG).await;
        assert!(start.elapsed() < LONG, "there is another place");
        let second = places.take("a", Use::Waiting);
        places.until_one_is_used(LONG).await;
        assert!(start.elapsed() >= LONG, "both have just come");
        second.is_for(Use::Answering);
        places.until_one_is_used(LONG).await;
        assert!(start.elapsed() < 2 * LONG, "the first has been there long enough");
        drop(first);
    }

    #[test]
    fn who_waits_gives_way_before_who_is_answered_and_the_oldest_first() {
        let places = Arc::new(Places::new(100));
        let holders = ["a", "b", "c", "d"];
        let held: Vec<_> = holders.map(|holder| places.take(holder, Use::Waiting)).into();
        held[0].is_for(Use::Watching);
        held[1].is_for(Use::Answering);
        assert_eq!(ended(&places, 4), ["c", "d", "b", "a"]);
    }
}
