//! Plays an event of a store, with its progress on the terminal.

use crate::failure::{Failure, complain};
use crate::interrupt;
use crate::thinking::tick;
use indicatif::{ProgressBar, ProgressStyle};
use plywood_arena::{Event, EventRun, Finished, Notice, Place, Runner, Schedule, Standings};
use plywood_engines::Engines;
use plywood_game::counted;
use plywood_workbench::Workbench;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An event after its games were played, or after an interruption.
pub(crate) struct Played {
    pub(crate) standings: Standings,
    pub(crate) interrupted: bool,
}

/// How often the message beside the bar is made anew.
const MESSAGES: Duration = Duration::from_millis(500);

/// Plays what is left of an event.
pub(crate) fn play(
    workbench: &Workbench,
    event: &Event,
    (store, concurrency): (&Place, usize),
    engines: Engines,
    stop: &Arc<AtomicBool>,
) -> Result<Played, Failure> {
    let (mut run, mut schedule) = EventRun::open(store, event)?;
    let before = schedule.progress();
    if before.over {
        complain(&format!("note: all {} are finished", counted(before.finished, "game")));
    } else if before.finished > 0 {
        complain(&format!("note: going on after {}", counted(before.finished, "game")));
    }
    let runner = Runner::new(workbench, event, engines, concurrency)?;
    let bar = progress_bar(&schedule);
    let mut told = Instant::now();
    let mut on_game = |schedule: &Schedule, _: &Finished| {
        if bar.is_hidden() {
            return;
        }
        let progress = schedule.progress();
        bar.set_length(progress.known as u64);
        bar.set_position(progress.finished as u64);
        if told.elapsed() > MESSAGES {
            bar.set_message(in_brief(schedule));
            told = Instant::now();
        }
    };
    let mut tell = |notice: &Notice| bar.suspend(|| complain(&notice.to_string()));
    let played = match store.is_server() {
        true => run.coordinate(&runner, &mut schedule, stop, &mut on_game, &mut tell),
        false => runner.run(&mut schedule, &mut run, stop, &mut on_game),
    };
    bar.finish_and_clear();
    run.close();
    played?;
    let interrupted = stop.load(Ordering::Relaxed) && !schedule.is_over();
    Ok(Played { standings: Standings::new(&schedule), interrupted })
}

/// A flag that Ctrl-C sets.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    interrupt::stop_flag()
}

fn progress_bar(schedule: &Schedule) -> ProgressBar {
    let progress = schedule.progress();
    let bar = ProgressBar::new(progress.known as u64).with_position(progress.finished as u64);
    let template = "{bar:30} {pos}/{len} {elapsed} {wide_msg}";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    tick(&bar, MESSAGES);
    bar
}

/// Who leads, or how far a test is.
fn in_brief(schedule: &Schedule) -> String {
    let standings = Standings::new(schedule);
    if let Some(test) = &standings.sprt {
        let ratio = test.llr.unwrap_or(0.0);
        return format!("ratio {ratio:.2} between {:.2} and {:.2}", test.lower, test.upper);
    }
    let leader = standings.players.first();
    leader.map_or(String::new(), |row| format!("{} leads with {} points", row.name, row.points))
}
