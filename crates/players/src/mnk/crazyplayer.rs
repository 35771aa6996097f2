//! `CrazyPlayer`, which won its course's tournament: deepening, few candidates,
//! ordered by evaluation, a table that knows mirrored and rotated boards.

use crate::{NamedPlayer, WithLimits};
use plywood_games::mnk::{Alignments, Mnk};
use plywood_search::{Engine, Limits, Options};

/// Cells beside a mark are candidates.
const DISTANCE: u16 = 1;

/// The part of its time that it uses, in hundredths.
const PATIENCE: u32 = 98;

pub(super) fn player<const W: usize>() -> NamedPlayer<Mnk<W>> {
    let about = "deepening over the cells beside marks, sorted by the threats they make and block";
    NamedPlayer::new("crazyplayer", about, |game: &Mnk<W>, build| {
        let options = Options::plain().with(|options| {
            options.deepening.on = true;
            options.table.on = true;
            options.table.symmetry = true;
            options.ordering.evaluated = true;
            options.tie_seed = build.seed;
        });
        let knowledge = Alignments { near: Some(DISTANCE) };
        let engine = Engine::new(game.clone(), knowledge, options, build.megabytes)?;
        Ok(Box::new(WithLimits::new(engine, leave_a_little_time)))
    })
    .from_source("the report of CrazyPlayer, M. Arto and A. Napoli, 2022")
}

fn leave_a_little_time(limits: Limits) -> Limits {
    Limits { time: limits.time.map(|time| time * PATIENCE / 100), ..limits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn it_stops_at_98_hundredths_of_its_time() {
        let limits = |time| Limits { time, ..Limits::default() };
        let ten = limits(Some(Duration::from_secs(10)));
        assert_eq!(leave_a_little_time(ten), limits(Some(Duration::from_millis(9800))));
        assert_eq!(leave_a_little_time(limits(None)), limits(None));
    }
}
