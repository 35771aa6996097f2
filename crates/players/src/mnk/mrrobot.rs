//! `MrRobot`: plain alpha-beta to a depth that the number of free cells fixes,
//! and the last mark judged by the sub-vectors of its lines.

use crate::{Audience, Failure, NamedPlayer, Searcher, Task};
use plywood_game::Game;
use plywood_games::mnk::{Cell, Mnk, SubVectors};
use plywood_search::{Engine, Options, Report};

/// The depth by the number of free cells. The report has such ranges, chosen so
/// that a move fits into ten seconds, but does not give them. These took three
/// seconds at most on boards up to 19 by 19, and five on 70 by 70, in the positions
/// tried (`plywood analyze mnk:5,5,4 --moves "c3 b2 d4" --player mrrobot`).
const DEPTHS: &str = "10:10/16:8/25:7/36:6/64:5/225:4/400:3/2";

pub(super) fn player<const W: usize>() -> NamedPlayer<Mnk<W>> {
    let about = "alpha-beta to a depth by the number of free cells, judging the last mark's lines";
    NamedPlayer::new("mrrobot", about, |game: &Mnk<W>, build| {
        let options = Options::plain().with(|options| {
            options.deepening.schedule = DEPTHS.parse().ok();
            options.tie_seed = build.seed;
        });
        Ok(Box::new(MrRobot { game: game.clone(), options }))
    })
    .from_source("the report of MrRobot, I. Burri and B. Zamagna")
}

/// Its evaluation is always the maximum from its own view, so it has to know
/// which side it plays before it searches.
struct MrRobot<const W: usize> {
    game: Mnk<W>,
    options: Options,
}

impl<const W: usize> Searcher<Mnk<W>> for MrRobot<W> {
    fn new_game(&mut self) {}

    fn search(
        &mut self,
        task: &Task<'_, Mnk<W>>,
        audience: &mut Audience<'_, Cell>,
    ) -> Result<Report<Cell>, Failure> {
        let judge = SubVectors { player: self.game.to_move(task.root.position) };
        let mut engine = Engine::with_table(self.game.clone(), judge, self.options.clone(), None);
        Searcher::search(&mut engine, task, audience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_search::Schedule;

    #[test]
    fn the_fewer_cells_are_free_the_deeper_it_looks() {
        let schedule: Schedule = DEPTHS.parse().expect("a schedule");
        assert_eq!([9, 25, 100, 225, 2500].map(|free| schedule.depth(free)), [10, 7, 4, 4, 2]);
    }
}
