//! How much one machine may take of a server that others can reach: changes in a time,
//! and games in a day.

use crate::refusal::Refusal;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What each machine may do. The size of what it sends is limited for everybody: 64 KB a
/// request, 20,000 moves and variations a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quotas {
    /// Changes in a second, in the long run.
    pub rate: u32,
    /// Changes at once.
    pub burst: u32,
    /// Games begun in a day.
    pub games: u32,
}

impl Default for Quotas {
    fn default() -> Self {
        Self { rate: 20, burst: 200, games: 1000 }
    }
}

/// Counts what each machine does.
pub(crate) struct Meter {
    quotas: Quotas,
    seen: Mutex<HashMap<IpAddr, Seen>>,
}

struct Seen {
    /// How many changes it may make now, and when that was.
    left: f64,
    at: Instant,
    /// Games begun since then.
    games: u32,
    since: Instant,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How many machines are remembered before those are not of which there is nothing to know:
/// they have all their changes again, and began no game today.
const MOST_SEEN: usize = 10_000;

/// What counts as one machine: an address, and in IPv6 all that a network gives to one of its
/// own, which may take another for each connection.
pub(crate) fn machine(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

impl Meter {
    pub(crate) fn new(quotas: Quotas) -> Self {
        Self { quotas, seen: Mutex::default() }
    }

    /// Counts a change, which may begin a game; an error if it is one too many.
    pub(crate) fn count(&self, peer: IpAddr, begins: bool) -> Result<(), Refusal> {
        self.count_at(peer, begins, Instant::now())
    }

    fn count_at(&self, peer: IpAddr, begins: bool, now: Instant) -> Result<(), Refusal> {
        let Quotas { rate, burst, games } = self.quotas;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() > MOST_SEEN {
            let again = Duration::from_secs(u64::from(burst.div_ceil(rate.max(1))));
            seen.retain(|_, one| {
                now.duration_since(one.at) < again
                    || one.games > 0 && now.duration_since(one.since) < DAY
            });
        }
        let fresh = || Seen { left: f64::from(burst), at: now, games: 0, since: now };
        let one = seen.entry(machine(peer)).or_insert_with(fresh);
        let waited = now.duration_since(one.at).as_secs_f64();
        one.left = (one.left + waited * f64::from(rate)).min(f64::from(burst));
        one.at = now;
        if now.duration_since(one.since) >= DAY {
            (one.games, one.since) = (0, now);
        }
        if one.left < 1.0 {
            let what = format!("at most {rate} changes a second; wait a little");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, what).code("quota"));
        }
        if begins && one.games >= games {
            let what = format!("at most {games} games a day; go on with one that there is");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, what).code("quota"));
        }
        one.left -= 1.0;
        one.games += u32::from(begins);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_is_one_machine_and_one_of_ipv4_is_the_same_in_both() {
        let of = |text: &str| machine(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }

    #[test]
    fn a_machine_is_forgotten_only_when_there_is_nothing_to_know_of_it() {
        let meter = Meter::new(Quotas { rate: 2, burst: 4, games: 1 });
        let start = Instant::now();
        let count = |number: u32, begins, after: u64| {
            let peer = IpAddr::V4(number.into());
            meter.count_at(peer, begins, start + Duration::from_secs(after)).is_ok()
        };
        assert!(count(0, true, 0) && count(1, false, 0));
        assert!((2..=MOST_SEEN as u32 + 2).all(|number| count(number, false, 10)));
        assert!(count(2, false, 11), "the next change, after which those are looked at");
        let known = meter.seen.lock().expect("no panic").len();
        assert_eq!(known, MOST_SEEN + 2, "one of the first two");
        assert!(!count(0, true, 12), "it has begun its game");
    }

    #[test]
    fn a_machine_has_its_changes_and_games_and_no_more() {
        let meter = Meter::new(Quotas { rate: 2, burst: 3, games: 5 });
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let start = Instant::now();
        let count = |peer, begins, after: u64| {
            meter.count_at(peer, begins, start + Duration::from_millis(after)).is_ok()
        };
        assert_eq!([0, 0, 0, 0].map(|at| count(one, false, at)), [true, true, true, false]);
        assert!(count(other, false, 0), "another machine has its own");
        assert_eq!(
            [400, 500, 600, 1001].map(|at| count(one, false, at)),
            [false, true, false, true]
        );
        // 5 games, however slowly.
        let games = (0..8).filter(|hour| count(one, true, 2_000 + hour * 3_600_000)).count();
        assert_eq!(games, 5);
        assert!(count(one, true, 86_400_000 + 3_000), "the next day");
    }
}
