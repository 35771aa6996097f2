//! The clocks of a game in the terminal.

use plywood_game::Side;
use plywood_workbench::{Clock, ClockRules, Error, Forfeit, Limits, Session};
use std::time::Duration;

/// The clocks, if the game is played with any.
pub(super) struct TableClocks {
    rules: Option<ClockRules>,
    clock: Option<Clock>,
}

impl TableClocks {
    /// Clocks that have not begun to run.
    pub(super) fn new(rules: Option<ClockRules>, session: &dyn Session) -> Result<Self, Error> {
        let clock = rules.map(|rules| Clock::new(rules, session.ply())).transpose()?;
        Ok(Self { rules, clock })
    }

    pub(super) fn rules(&self) -> Option<ClockRules> {
        self.rules
    }

    /// Lets the clock of the side to move run, as soon as a move was played.
    pub(super) fn run(&mut self, session: &dyn Session) {
        if let Some(clock) = &mut self.clock {
            let begun = session.ply() > 0 && session.ending().is_none();
            clock.run(begun.then(|| session.to_move()));
        }
    }

    /// How long the side whose clock runs may still think.
    pub(super) fn until_down(&self) -> Option<Duration> {
        self.clock.as_ref()?.until_down().map(|(_, left)| left)
    }

    /// Ends the game if the side to move has no time left.
    pub(super) fn end_overtime(&mut self, session: &mut dyn Session) -> Result<bool, Error> {
        let Some(clock) = &mut self.clock else { return Ok(false) };
        match clock.until_down() {
            Some((side, Duration::ZERO)) if session.ending().is_none() => {
                clock.end();
                session.forfeit(Forfeit::Overtime(side)).map(|()| true)
            }
            _ => Ok(false),
        }
    }

    /// Stops the clock of a side that has moved.
    pub(super) fn moved(&mut self, side: Side) {
        if let Some(clock) = &mut self.clock {
            clock.moved(side);
        }
    }

    /// Sets the clocks to what they showed when this position was reached.
    pub(super) fn set_back(&mut self, session: &dyn Session) {
        if let Some(clock) = &mut self.clock {
            clock.set_back(session.ply());
        }
    }

    /// What an engine may use.
    pub(super) fn limit(&self, side: Side, own: Limits) -> Limits {
        self.clock.as_ref().map_or(own, |clock| clock.limit(side, own))
    }

    /// What is left of a side's time, for a prompt.
    pub(super) fn words(&self, side: Side) -> String {
        let Some(clock) = &self.clock else { return String::new() };
        let seconds = clock.left(side).as_secs();
        format!(" {}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_workbench::{Start, Workbench};

    #[test]
    fn clocks_begin_with_the_first_move_and_end_the_game() {
        let mut session =
            Workbench::standard().open("tictactoe", &Start::default(), 0).expect("a game");
        let rules = ClockRules { initial_ms: 20, increment_ms: 0 };
        let mut clocks = TableClocks::new(Some(rules), &*session).expect("clocks");
        clocks.run(&*session);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(clocks.end_overtime(&mut *session), Ok(false), "nobody has moved");
        let side = session.to_move();
        session.play("b2").expect("a move");
        clocks.moved(side);
        clocks.run(&*session);
        std::thread::sleep(Duration::from_millis(30));
        assert_eq!(clocks.words(Side::Second), " 0:00");
        assert_eq!(clocks.end_overtime(&mut *session), Ok(true));
        let ending = session.ending().expect("an ending");
        assert_eq!(ending.outcome.winner(), Some(Side::First));
        assert!(session.undo());
        clocks.set_back(&*session);
        assert_eq!(clocks.clock.expect("a clock").left(Side::Second), Duration::from_millis(20));
    }
}
