//! A fixed depth for each number of legal moves: for players that measured how
//! deep they can search in their time and do not use iterative deepening.

use std::fmt;
use std::str::FromStr;

/// Ranges of numbers of legal moves, each with a depth.
///
/// It is written as `MOVES:DEPTH` for each range, the fewest moves first, and
/// last the depth for all positions with more:
///
/// ```
/// use plywood_search::Schedule;
/// let schedule: Schedule = "10:10/25:6/3".parse().expect("a schedule");
/// assert_eq!(schedule.depth(9), 10);
/// assert_eq!(schedule.depth(11), 6);
/// assert_eq!(schedule.depth(225), 3);
/// assert_eq!(schedule.to_string(), "10:10/25:6/3");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// The largest number of moves, and the depth for it.
    ranges: Vec<(u64, u32)>,
    otherwise: u32,
}

/// The text is not a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a schedule of depths, such as 10:10/25:6/3")]
pub struct ScheduleError;

impl Schedule {
    /// The depth for a position with this many legal moves.
    #[must_use]
    pub fn depth(&self, moves: u64) -> u32 {
        let range = self.ranges.iter().find(|(most, _)| moves <= *most);
        range.map_or(self.otherwise, |(_, depth)| *depth)
    }
}

fn number(text: &str) -> Result<u64, ScheduleError> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain).ok_or(ScheduleError)
}

fn depth(text: &str) -> Result<u32, ScheduleError> {
    let depth = number(text)?;
    u32::try_from(depth).ok().filter(|depth| (1..=1000).contains(depth)).ok_or(ScheduleError)
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let (ranges, otherwise) = text.rsplit_once('/').unwrap_or(("", text));
        let ranges = ranges
            .split('/')
            .filter(|range| !range.is_empty())
            .map(|range| {
                let (most, deep) = range.split_once(':').ok_or(ScheduleError)?;
                Ok((number(most)?, depth(deep)?))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let ascending = ranges.is_sorted_by(|a, b| a.0 < b.0);
        let schedule = Self { ranges, otherwise: depth(otherwise)? };
        if ascending { Ok(schedule) } else { Err(ScheduleError) }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (most, depth) in &self.ranges {
            write!(f, "{most}:{depth}/")?;
        }
        write!(f, "{}", self.otherwise)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_schedules_are_read() {
        for text in ["4", "1:1/2", "10:10/25:6/3", "0:5/1"] {
            assert_eq!(text.parse::<Schedule>().map(|s| s.to_string()), Ok(text.to_owned()));
        }
        for text in ["", "/", "a", "5:", ":5", "5:5", "5:5/", "0", "1001", "9:2/5:3/1", "5:+5/1"] {
            assert_eq!(text.parse::<Schedule>(), Err(ScheduleError), "{text}");
        }
    }
}
