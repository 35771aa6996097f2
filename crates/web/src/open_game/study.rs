//! A game as a thing to study: its positions, and moves that are tried in them
//! while the game stays where it is.

use super::OpenGame;
use super::opening::read_player;
use crate::analyses::Order;
use crate::live_games::LiveGames;
use crate::refusal::Refusal;
use crate::state::{Look, NewGame, WantedAnalysis};
use axum::http::StatusCode;
use plywood_game::Side;
use plywood_players::Turn;
use plywood_workbench::{
    Analysis, Clock, Error, Limits, MoveNode, NodeId, PlayerSpec, Record, ScoreKind, ScoreReport,
    Session, Walk, Workbench,
};
use std::time::Duration;

/// The most moves and variations of a game to which more can be added.
const MOST_NODES: usize = 20_000;

/// The most positions that one request may ask for.
const MOST_LOOKS: usize = 64;

/// A session after further moves, and these moves with their sides.
type Continued = (Box<dyn Session>, Vec<(String, Side)>);

/// The most moves whose values are told.
const MOST_LINES: usize = 400;

/// The longest note on a move, in characters.
const LONGEST_NOTE: usize = 2000;

/// A moment in milliseconds since 1970 as a day, in universal time.
fn date(moment: i64) -> String {
    // Days to a date by counting years of 400, after Howard Hinnant's
    // "chrono-compatible low-level date algorithms".
    let days = moment.div_euclid(86_400_000) + 719_468;
    let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

/// A value for the side to move as one for the side that has moved.
fn turned(score: &ScoreReport) -> ScoreReport {
    let kind = match score.kind {
        ScoreKind::Win => ScoreKind::Loss,
        ScoreKind::Loss => ScoreKind::Win,
        kind => kind,
    };
    let text = match kind {
        ScoreKind::Win | ScoreKind::Loss => {
            ScoreReport::plain(kind, -score.value, score.plies).text
        }
        // Its words name the side that it favours.
        _ => score.text.clone(),
    };
    let win_percent = score.win_percent.map(|percent| 100 - percent.min(100));
    ScoreReport { kind, value: -score.value, win_percent, text, ..score.clone() }
}

#[test]
fn a_value_is_turned_with_its_words() {
    let win = turned(&ScoreReport::plain(ScoreKind::Loss, -1, Some(4)));
    assert_eq!((win.kind, win.value, win.text.as_str()), (ScoreKind::Win, 1, "win in 4 moves"));
    let mut even = ScoreReport::plain(ScoreKind::Estimate, 80, None);
    (even.win_percent, even.text) = (Some(63), "estimate +80 for White".to_owned());
    let other = turned(&even);
    assert_eq!((other.value, other.win_percent, &other.text), (-80, Some(37), &even.text));
    assert_eq!(turned(&other), even);
}

#[test]
fn a_moment_is_a_day() {
    for (moment, day) in [
        (0, "1970-01-01"),
        (951_782_400_000, "2000-02-29"),
        (1_795_003_200_000, "2026-11-18"),
        (-1, "1969-12-31"),
    ] {
        assert_eq!(date(moment), day);
    }
}

impl OpenGame {
    /// An error if the game has no such node.
    pub(super) fn known(&self, node: NodeId) -> Result<(), Refusal> {
        let last = self.tree.nodes().len() - 1;
        self.tree.node(node).map(|_| ()).ok_or_else(|| {
            let what = "the game has no such place";
            let expected = format!("the number of a node, from 0 to {last}");
            Refusal::new(StatusCode::NOT_FOUND, what).at("node").expected(expected)
        })
    }

    /// One position, with the moves that can be tried in it.
    pub(crate) fn look(&self, workbench: &Workbench, node: NodeId) -> Result<Look, Refusal> {
        self.known(node)?;
        let mut walk = Walk::new(workbench, &self.record(), &self.tree)?;
        let session = walk.go(node)?;
        let choices = Some(session.choices());
        Ok(Look { choices, ..Look::new(node, session) })
    }

    /// The position after further moves from a node, which stay outside the tree.
    pub(crate) fn ahead(
        &self,
        workbench: &Workbench,
        node: NodeId,
        moves: &[&str],
    ) -> Result<Look, Refusal> {
        let session = self.played_on(workbench, node, moves)?.0;
        Ok(Look::new(node, &*session))
    }

    /// A session after further moves from a node, and these moves with their sides.
    fn played_on(
        &self,
        workbench: &Workbench,
        node: NodeId,
        moves: &[&str],
    ) -> Result<Continued, Refusal> {
        self.known(node)?;
        let mut walk = Walk::new(workbench, &self.record(), &self.tree)?;
        walk.go(node)?;
        let mut session = walk.into_session();
        let mut played = Vec::with_capacity(moves.len());
        for mv in moves {
            let side = session.to_move();
            played.push((session.play(mv)?, side));
        }
        Ok((session, played))
    }

    /// Several positions, without their moves.
    pub(crate) fn looks(
        &self,
        workbench: &Workbench,
        nodes: &[NodeId],
    ) -> Result<Vec<Look>, Refusal> {
        if nodes.len() > MOST_LOOKS {
            let what = format!("at most {MOST_LOOKS} positions at once");
            return Err(Refusal::bad(what).at("nodes"));
        }
        let mut walk = Walk::new(workbench, &self.record(), &self.tree)?;
        let look = |&node| {
            self.known(node)?;
            Ok(Look::new(node, walk.go(node)?))
        };
        nodes.iter().map(look).collect()
    }

    /// What a page wants to have analysed, if it can be.
    pub(crate) fn order(
        &self,
        tables: &LiveGames,
        wanted: &WantedAnalysis,
    ) -> Result<Order, Refusal> {
        self.known(wanted.node)?;
        let workbench = &*tables.workbench;
        let mut walk = Walk::new(workbench, &self.record(), &self.tree)?;
        walk.go(wanted.node)?;
        let mut session = walk.into_session();
        let threat = wanted.threat.unwrap_or(false);
        if threat {
            let nothing = || Refusal::conflict("nothing can be threatened here").at("threat");
            let position = session.threat().ok_or_else(nothing)?.start;
            let game = workbench.at_a_position(&session.game())?.to_owned();
            let record = Record { game, position, moves: String::new(), ..session.record() };
            session = workbench.resume(&record)?;
        }
        if session.ending().is_some() {
            return Err(Error::GameOver.into());
        }
        let text = wanted.player.clone().unwrap_or("best".to_owned());
        let known = (workbench, &tables.roster);
        let spec = read_player(known, &*session, Some(text), "player")?;
        if !matches!(spec, PlayerSpec::Engine(_)) {
            return Err(Refusal::bad("this player does not search").at("player"));
        }
        tables.searches.check(&spec).map_err(|what| Refusal::bad(what).at("player"))?;
        let lines = match wanted.lines.unwrap_or(1) {
            0 => session.choices().len(),
            lines => lines,
        };
        let time = wanted.time_ms.map(Duration::from_millis);
        let limits = Limits { time, ..Limits::default() };
        let turn = Turn { limits, lines: lines.min(MOST_LINES), ..session.turn() };
        let spec = tables.searches.fitted(&spec);
        Ok(Order { game: self.id.clone(), node: wanted.node, threat, session, turn, spec })
    }

    /// Writes a note on a node; an empty one takes it away.
    pub(crate) fn note(&mut self, node: NodeId, text: &str) -> Result<(), Refusal> {
        self.known(node)?;
        let text = text.trim();
        if text.chars().count() > LONGEST_NOTE {
            let what = format!("a note has at most {LONGEST_NOTE} characters");
            return Err(Refusal::bad(what).at("text"));
        }
        let text = Some(text.to_owned()).filter(|text| !text.is_empty());
        self.tree.annotate(node, |node| node.note = text);
        self.changed();
        Ok(())
    }

    /// Notes what an analysis thinks of a position beside the move that led to it. An
    /// exact value stays.
    pub(crate) fn value(&mut self, node: NodeId, analysis: &Analysis) -> Result<(), Refusal> {
        self.known(node)?;
        let Analysis { score, to_move, .. } = analysis;
        let Some(MoveNode { side: Some(mover), value: old, .. }) = self.tree.node(node) else {
            return Ok(());
        };
        let new = Some(if mover == to_move { score.clone() } else { turned(score) });
        let certain = old.as_ref().is_some_and(|old| old.exact);
        if *old != new && (score.exact || !certain) {
            self.tree.annotate(node, |node| node.value = new);
            // No change of the game: what it says and when it was played stay.
            self.look_again();
        }
        Ok(())
    }

    /// The same game once more, from its start.
    pub(crate) fn rematch(&self, swap: bool) -> NewGame {
        let record = self.record();
        let [first, second] = self.players.each_ref().map(ToString::to_string);
        let [first, second] = if swap { [second, first] } else { [first, second] };
        NewGame {
            game: Some(record.game),
            position: record.position,
            first: Some(first),
            second: Some(second),
            clock: self.clock().map(Clock::rules),
            title: Some(self.title.clone()),
            ..NewGame::default()
        }
    }

    /// The game as it is downloaded: its line, and beside it players, title, date,
    /// opening, result, notes and variations.
    pub(crate) fn document(&self) -> Record {
        let snapshot = self.session().snapshot();
        let players = self.players.each_ref().map(ToString::to_string);
        let [first, second] = self.names.clone().unwrap_or(players);
        let mut notes = vec![("first", first), ("second", second), ("title", self.title.clone())];
        notes.push(("date", date(self.created)));
        notes.extend(snapshot.opening.as_ref().map(|name| ("opening", name.clone())));
        if snapshot.ending.is_some() {
            notes.push(("result", snapshot.status()));
        }
        let more =
            |node: &MoveNode| node.note.is_some() || node.value.is_some() || node.time_ms.is_some();
        let lines = self.tree.nodes().len() > self.session().ply() + 1;
        if lines || self.tree.nodes().iter().any(more) {
            // A tree is plain data, which serde_json always writes.
            notes.push(("variations", serde_json::to_string(&self.tree).unwrap_or_default()));
        }
        Record { notes, ..self.record() }
    }

    /// Tries moves from a node, one after another. They join the tree; the game
    /// stays where it is.
    pub(crate) fn try_moves(
        &mut self,
        workbench: &Workbench,
        node: NodeId,
        moves: &[String],
    ) -> Result<(), Refusal> {
        if self.tree.nodes().len() + moves.len() > MOST_NODES {
            let what = format!("this game has {MOST_NODES} moves and variations, and no room");
            return Err(Refusal::conflict(what));
        }
        // All or none: an illegal one refuses them before any has joined.
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let (_, played) = self.played_on(workbench, node, &moves)?;
        let mut at = node;
        for (mv, side) in played {
            at = self.tree.add(at, &mv, side);
        }
        self.changed();
        Ok(())
    }
}
