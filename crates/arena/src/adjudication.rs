//! Results that the referee gives before the rules do.

use crate::event::{Adjudication, Agreement};
use crate::referee::MoveRecord;
use plywood_game::{Outcome, Side};
use plywood_workbench::{ScoreKind, ScoreReport};
use serde::{Deserialize, Serialize};

/// Why a game was adjudicated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grounds {
    /// A value that is certain.
    Exact,
    /// Both players agree.
    Agreement,
    /// The number of moves.
    Length,
}

impl Grounds {
    /// Its name in saved games.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Agreement => "agreement",
            Self::Length => "length",
        }
    }
}

impl Adjudication {
    /// The result of a game with these moves, if there is one already. `proves`
    /// says which sides have players whose certain values are proofs.
    pub(crate) fn result(
        &self,
        log: &[MoveRecord],
        ply: usize,
        proves: [bool; 2],
    ) -> Option<(Outcome, Grounds)> {
        let exact = if self.exact { exact_result(log, proves) } else { None };
        let agreed = || self.agreement.and_then(|agreement| agreed(log, agreement));
        let long = self.length.is_some_and(|length| ply >= length);
        exact
            .map(|outcome| (outcome, Grounds::Exact))
            .or_else(|| agreed().map(|outcome| (outcome, Grounds::Agreement)))
            .or_else(|| long.then_some((Outcome::Draw, Grounds::Length)))
    }
}

/// The exact result that the last move's player found, or that the last moves of
/// both name.
fn exact_result(log: &[MoveRecord], proves: [bool; 2]) -> Option<Outcome> {
    let claim =
        |entry: &MoveRecord| certain(entry.value.as_ref().filter(|_| entry.exact)?, entry.side);
    let last = log.last()?;
    let outcome = claim(last)?;
    let other = log.iter().rev().find(|entry| entry.side != last.side).and_then(claim);
    (proves[last.side.index()] || other == Some(outcome)).then_some(outcome)
}

/// The result that a value claims for a game, if it is certain.
fn certain(value: &ScoreReport, side: Side) -> Option<Outcome> {
    match value.kind {
        ScoreKind::Win => Some(Outcome::Win(side)),
        ScoreKind::Loss => Some(Outcome::Win(side.other())),
        ScoreKind::Draw => Some(Outcome::Draw),
        ScoreKind::Margin => Some(Outcome::Margin(value.value * side.sign())),
        ScoreKind::Estimate => None,
    }
}

/// The side that both players have seen winning for some moves.
fn agreed(log: &[MoveRecord], agreement: Agreement) -> Option<Outcome> {
    let ahead = |entry: &MoveRecord| -> Option<Side> {
        let value = entry.value.as_ref()?;
        let strength = match value.kind {
            ScoreKind::Win => i32::MAX,
            ScoreKind::Loss => -i32::MAX,
            ScoreKind::Draw => 0,
            // Estimates of games that count are hundredths of a point.
            ScoreKind::Margin => value.value.saturating_mul(100),
            ScoreKind::Estimate => value.value,
        };
        match strength {
            _ if strength >= agreement.value => Some(entry.side),
            _ if strength <= -agreement.value => Some(entry.side.other()),
            _ => None,
        }
    };
    let mut winner = None;
    for side in Side::BOTH {
        let mut last = log.iter().rev().filter(|entry| entry.side == side);
        for _ in 0..agreement.moves {
            let seen = ahead(last.next()?)?;
            if *winner.get_or_insert(seen) != seen {
                return None;
            }
        }
    }
    winner.map(Outcome::Win)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn entry(side: Side, kind: ScoreKind, value: i32) -> MoveRecord {
        let value = ScoreReport {
            kind,
            value,
            plies: None,
            unit: None,
            win_percent: None,
            exact: kind != ScoreKind::Estimate,
            text: String::new(),
        };
        MoveRecord {
            side,
            mv: String::new(),
            time: Duration::ZERO,
            value: Some(value),
            exact: kind != ScoreKind::Estimate,
            depth: None,
            nodes: None,
        }
    }

    #[test]
    fn a_claim_of_an_engine_from_outside_needs_the_agreement_of_its_opponent() {
        let rules = Adjudication { exact: true, ..Adjudication::default() };
        let win = entry(Side::First, ScoreKind::Win, 1);
        let proved = rules.result(std::slice::from_ref(&win), 1, [true, false]);
        assert_eq!(proved, Some((Outcome::Win(Side::First), Grounds::Exact)));
        assert_eq!(rules.result(std::slice::from_ref(&win), 1, [false, true]), None);
        let both = [win.clone(), entry(Side::Second, ScoreKind::Loss, -1)];
        let agreed = rules.result(&both, 2, [false; 2]);
        assert_eq!(agreed, Some((Outcome::Win(Side::First), Grounds::Exact)));
        let contrary = [win, entry(Side::Second, ScoreKind::Win, 1)];
        assert_eq!(rules.result(&contrary, 2, [false; 2]), None);
    }

    #[test]
    fn agreement_needs_both_players_for_as_many_moves_as_were_asked_for() {
        let agreement = Some(Agreement { moves: 2, value: 100 });
        let rules = Adjudication { agreement, ..Adjudication::default() };
        let round = |first, second| {
            [
                entry(Side::First, ScoreKind::Estimate, first),
                entry(Side::Second, ScoreKind::Estimate, second),
            ]
        };
        let log = [round(150, -120), round(200, -100)].concat();
        assert_eq!(rules.result(&log[..3], 3, [true; 2]), None, "one move is missing");
        let expected = Some((Outcome::Win(Side::First), Grounds::Agreement));
        assert_eq!(rules.result(&log, 4, [true; 2]), expected);
        let doubted = [round(150, -120), round(200, -99)].concat();
        assert_eq!(rules.result(&doubted, 4, [true; 2]), None);
        let rivals = [round(150, 120), round(200, 100)].concat();
        assert_eq!(rules.result(&rivals, 4, [true; 2]), None, "both think they win");
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rules = Adjudication { length: Some(3), ..Adjudication::default() };
        assert_eq!(rules.result(&[], 2, [true; 2]), None);
        assert_eq!(rules.result(&[], 3, [true; 2]), Some((Outcome::Draw, Grounds::Length)));
    }
}
