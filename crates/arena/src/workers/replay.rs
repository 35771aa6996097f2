//! Checks a result of a worker by the rules, before it counts.
//!
//! Every move is played again from the opening that the event draws, and the result
//! must be the one that the rules give. What the rules cannot know is believed: that a
//! player crashed or took too long, what it searched, and that players proved a result
//! or agreed on it, where the event lets such games end.

use super::Returned;
use crate::Runner;
use crate::runner::Finished;
use crate::schedule::Pairing;
use crate::summary::End;
use plywood_game::{Outcome, Side};
use plywood_workbench::{Forfeit, Record, Session};
use std::sync::atomic::AtomicBool;

impl Runner<'_> {
    /// The game that a worker returned for a pairing; none if `stop` is set.
    ///
    /// # Errors
    /// If it is not a game of this pairing, or not played by the rules: why.
    pub(super) fn check(
        &self,
        pairing: &Pairing,
        text: &str,
        stop: &AtomicBool,
    ) -> Result<Option<Finished>, String> {
        let returned: Returned =
            serde_json::from_str(text).map_err(|error| format!("it cannot be read: {error}"))?;
        if returned.summary.pairing != *pairing {
            return Err("it is another game".to_owned());
        }
        let record: Record =
            returned.record.parse().map_err(|error| format!("its game cannot be read: {error}"))?;
        let opening = self.opening(pairing, stop).map_err(|error| error.to_string())?;
        let Some(opening) = opening else { return Ok(None) };
        let session = self.workbench().resume(&record);
        let session = session.map_err(|error| format!("its moves are not legal: {error}"))?;
        if !record.goes_on_from(&opening) {
            return Err("it does not begin with its opening".to_owned());
        }
        let names = pairing.players.map(|player| &*self.event().players[player as usize].name);
        for (key, name) in ["first", "second"].into_iter().zip(names) {
            if !record.notes.iter().any(|(known, text)| *known == key && text == name) {
                return Err(format!("its {key} player is not {name}"));
            }
        }
        let before = self.workbench().resume(&opening).map_err(|error| error.to_string())?.ply();
        check_counts(&returned, &*session, before)?;
        let failed = returned.failure();
        self.check_end(&returned, &record, &*session)?;
        let opening = opening.to_string();
        Ok(Some(Finished { summary: returned.summary, record, opening, failed }))
    }

    /// Whether the game ended as it says.
    fn check_end(
        &self,
        returned: &Returned,
        record: &Record,
        session: &dyn Session,
    ) -> Result<(), String> {
        let summary = &returned.summary;
        let Some(ending) = session.ending() else { return self.check_adjudication(returned) };
        if ending.outcome != summary.outcome {
            return Err(format!(
                "the rules give {:?}, and it says {:?}",
                ending.outcome, summary.outcome
            ));
        }
        let end = match record.forfeit {
            None => End::of_reason(ending.reason),
            Some(Forfeit::Resigned(_)) => End::Resignation,
            Some(Forfeit::Overtime(_)) => End::Timeout,
            Some(Forfeit::Failed(_, cause)) => End::of_failure(cause),
        };
        if end != summary.end {
            return Err(format!("it ended by {}, and it says {}", end.name(), summary.end.name()));
        }
        let loser = record.forfeit.filter(|_| end.is_fault()).map(Forfeit::loser);
        let loser = loser.map(|side| summary.pairing.players[side.index()] as usize);
        let failed = returned.failure();
        let cause = failed.as_ref().map(|(_, failure)| End::of_failure(failure.cause));
        match failed.map(|(player, _)| player) == loser && (cause == Some(end) || loser.is_none()) {
            true => Ok(()),
            false => Err("who failed is not who lost".to_owned()),
        }
    }

    /// Whether the event lets a game end so that the rules have not ended.
    fn check_adjudication(&self, returned: &Returned) -> Result<(), String> {
        let (summary, may) = (&returned.summary, self.event().adjudication);
        let is_allowed = match summary.end {
            End::Exact => may.exact,
            End::Agreement => may.agreement.is_some(),
            End::Length => {
                let long = may.length.is_some_and(|length| summary.plies as usize >= length);
                long && summary.outcome == Outcome::Draw
            }
            _ => false,
        };
        match is_allowed && returned.failed.is_none() {
            true => Ok(()),
            false => Err("it is not finished".to_owned()),
        }
    }
}

/// Whether the numbers of moves are those that were played after the opening.
fn check_counts(returned: &Returned, session: &dyn Session, before: usize) -> Result<(), String> {
    let summary = &returned.summary;
    let chosen: u32 = Side::BOTH.map(|side| summary.sides[side.index()].moves).iter().sum();
    let plies = session.ply();
    match summary.plies as usize == plies && before + chosen as usize == plies {
        true => Ok(()),
        false => Err(format!("it has {plies} moves, and it says {}", summary.plies)),
    }
}
