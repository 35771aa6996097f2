//! A game that is being played on the page: the session, its tree of moves, who
//! plays, the clocks. No network, no store, no threads.

mod opening;
mod replay;
mod study;

pub(crate) use replay::Origin;

use crate::identity::Client;
use crate::refusal::Refusal;
use crate::roster::Roster;
use crate::searches::Ticket;
use crate::state::{Players, SCHEMA, State, Thinking};
use opening::{checked_title, now_ms, read_player};
use plywood_arena::Referee;
use plywood_players::{Decision, Turn};
use plywood_workbench::{
    Clock, Error, Forfeit, Limits, MoveTree, NodeId, PlayerSpec, Record, ScoreReport, Session,
    Workbench,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub(crate) struct OpenGame {
    pub(crate) id: String,
    title: String,
    /// The game, its clocks and what is known about its moves.
    referee: Referee,
    /// All moves that were played or tried; its current node is where the
    /// referee stands.
    tree: MoveTree,
    players: [PlayerSpec; 2],
    /// Who played it, if that was elsewhere.
    names: Option<[String; 2]>,
    paused: bool,
    problem: Option<String>,
    /// What there is to know about how it is kept: why it could not be, or that the
    /// store was damaged.
    pub(crate) storage: Option<String>,
    /// Whether its last change is not kept.
    pub(crate) unsaved: bool,
    /// The search for the move of the side to move.
    pub(crate) search: Option<Arc<Ticket>>,
    /// The page that asked for the engine's moves.
    pub(crate) owner: Option<Client>,
    revision: u64,
    created: i64,
    updated: i64,
    /// When this game was last requested.
    pub(crate) touched: Instant,
}

impl OpenGame {
    /// What the page shows.
    pub(crate) fn state(&self) -> State {
        let session = self.session();
        let snapshot = session.snapshot();
        let human = self.players[snapshot.to_move.index()] == PlayerSpec::Human;
        let ply = snapshot.played.len();
        let [first, second] = self.players.each_ref().map(ToString::to_string);
        State {
            schema: SCHEMA,
            id: self.id.clone(),
            title: self.title.clone(),
            revision: self.revision,
            choices: if human { session.choices() } else { Vec::new() },
            guidance: session.guidance(),
            ply,
            last_ply: ply + self.tree.moves_ahead(self.tree.current()),
            node: self.tree.current(),
            nodes: self.tree.nodes().to_vec(),
            players: Players { first, second },
            names: self.names.clone().map(|[first, second]| Players { first, second }),
            thinking: self.search.as_ref().map(|search| Thinking {
                side: snapshot.to_move,
                since_ms: search.began.elapsed().as_millis() as u64,
                waiting: search.waiting.load(Ordering::Relaxed),
            }),
            clocks: self.clock().map(Clock::shown),
            can_undo: self.plies_to_undo().is_some(),
            can_redo: self.next().is_some(),
            paused: self.paused,
            problem: self.problem.clone(),
            storage: self.storage.clone(),
            note: session.note(),
            status: snapshot.status(),
            snapshot,
        }
    }

    pub(crate) fn session(&self) -> &dyn Session {
        self.referee.session()
    }

    pub(crate) fn record(&self) -> Record {
        self.session().record()
    }

    /// The same, with who played it, if that was elsewhere.
    fn named_record(&self) -> Record {
        let names = self.names.iter().flatten().cloned();
        Record { notes: ["first", "second"].into_iter().zip(names).collect(), ..self.record() }
    }

    pub(crate) fn title(&self) -> &str {
        &self.title
    }

    pub(crate) fn players(&self) -> &[PlayerSpec; 2] {
        &self.players
    }

    /// Where the game stands in its tree.
    pub(crate) fn node(&self) -> NodeId {
        self.tree.current()
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Who moves, if that is no person.
    pub(crate) fn mover(&self) -> Option<&PlayerSpec> {
        let goes_on = !self.paused && self.session().ending().is_none();
        let player = &self.players[self.session().to_move().index()];
        (goes_on && *player != PlayerSpec::Human).then_some(player)
    }

    /// What the player to move is asked, under these limits.
    pub(crate) fn turn(&self, limits: Limits) -> Turn {
        self.referee.turn(limits)
    }

    /// The clocks, if the game has any.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.referee.clock()
    }

    /// A person's move. `ply` is the number of moves that the person saw.
    pub(crate) fn play(&mut self, text: &str, ply: usize) -> Result<(), Refusal> {
        if self.session().ply() != ply {
            let what = "the game has gone on meanwhile; look at it again";
            return Err(Refusal::conflict(what).at("ply").code("stale"));
        }
        if self.session().ending().is_none() && !self.is_persons_turn() {
            let what = "it is not a person's turn; stop the engine or change who plays";
            return Err(Refusal::conflict(what).code("turn"));
        }
        let decision = Decision::of_move(text.to_owned());
        self.push(&decision, None).map_err(Refusal::from)
    }

    /// Plays a move of a person or an engine, with the value that an engine gave
    /// it. A move that was not played here before begins a variation.
    pub(crate) fn push(
        &mut self,
        decision: &Decision,
        value: Option<ScoreReport>,
    ) -> Result<(), Error> {
        let side = self.session().to_move();
        let spelling = self.referee.play(decision)?;
        let node = self.tree.add(self.tree.current(), &spelling, side);
        self.tree.go(node);
        // From here on it is another game.
        self.names = None;
        let known = self.referee.log().last().filter(|_| value.is_some());
        let (time, depth) = known.map(|entry| (entry.time, entry.depth)).unzip();
        if value.is_some() {
            self.tree.annotate(node, |node| {
                node.value = value;
                node.time_ms = time.map(|time| time.as_millis() as u64);
                node.depth = depth.flatten();
            });
        }
        self.changed();
        Ok(())
    }

    /// Takes back moves until a person is to move; without any person one, and
    /// then the engines wait.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        let nothing = || Refusal::conflict("there is no move to take back");
        let plies = self.plies_to_undo().ok_or_else(nothing)?;
        self.tree.annotate(self.tree.current(), |node| node.forfeit = None);
        self.take_back_to(self.session().ply() - plies);
        self.paused = self.no_person();
        self.changed();
        Ok(())
    }

    /// Plays taken-back moves again until a person is to move.
    pub(crate) fn redo(&mut self) -> Result<(), Refusal> {
        if self.next().is_none() {
            return Err(Refusal::conflict("there is no move to play again"));
        }
        while let Some(next) = self.next() {
            self.step(next)?;
            if self.no_person() || self.is_persons_turn() {
                break;
            }
        }
        self.paused = self.no_person();
        Ok(())
    }

    /// Moves the game to a node of its tree, whence it goes on. The line that
    /// it leaves stays in the tree.
    pub(crate) fn continue_from(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.known(node)?;
        let (from, to) = (self.tree.path(self.tree.current()), self.tree.path(node));
        let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        self.take_back_to(common);
        for &next in &to[common..] {
            self.step(next)?;
        }
        if let Some(forfeit) = self.tree.node(node).and_then(|node| node.forfeit) {
            self.referee.forfeit(forfeit)?;
        }
        self.paused = false;
        self.changed();
        Ok(())
    }

    pub(crate) fn forfeit(&mut self, forfeit: Forfeit) -> Result<(), Error> {
        self.referee.forfeit(forfeit)?;
        self.tree.annotate(self.tree.current(), |node| node.forfeit = Some(forfeit));
        self.changed();
        Ok(())
    }

    /// The players after a change; a side that is not named stays.
    pub(crate) fn with_players(
        &self,
        known: (&Workbench, &Roster),
        first: Option<String>,
        second: Option<String>,
    ) -> Result<[PlayerSpec; 2], Refusal> {
        let mut players = self.players.clone();
        if first.is_some() {
            players[0] = read_player(known, self.session(), first, "first")?;
        }
        if second.is_some() {
            players[1] = read_player(known, self.session(), second, "second")?;
        }
        Ok(players)
    }

    /// Others play; engines go on.
    pub(crate) fn seat(&mut self, players: [PlayerSpec; 2]) {
        self.players = players;
        self.names = None;
        self.paused = false;
        self.changed();
    }

    pub(crate) fn rename(&mut self, title: &str) -> Result<(), Refusal> {
        self.title = checked_title(title)?;
        self.changed();
        Ok(())
    }

    /// Lets the engines wait, or go on.
    pub(crate) fn pause(&mut self, paused: bool) {
        self.paused = paused;
        self.changed();
    }

    /// An engine could not move; it waits for the next command.
    pub(crate) fn stumble(&mut self, problem: String) {
        self.paused = true;
        self.changed();
        self.problem = Some(problem);
    }

    /// Something to be seen has changed, though nothing to be kept.
    pub(crate) fn look_again(&mut self) {
        self.revision += 1;
    }

    /// Lets the right clock run. A side does not pay for the time in which it
    /// waits for a processor.
    pub(crate) fn set_clock_going(&mut self) {
        let waits =
            self.search.as_ref().is_some_and(|search| search.waiting.load(Ordering::Relaxed));
        self.referee.run_clock(self.session().ply() > 0 && !self.paused && !waits);
    }

    fn changed(&mut self) {
        self.problem = None;
        self.revision += 1;
        self.updated = now_ms();
    }

    fn is_persons_turn(&self) -> bool {
        self.players[self.session().to_move().index()] == PlayerSpec::Human
    }

    fn no_person(&self) -> bool {
        !self.players.contains(&PlayerSpec::Human)
    }

    /// How many moves an undo takes back; 0 if only a forfeit.
    fn plies_to_undo(&self) -> Option<usize> {
        if self.session().is_forfeited() {
            return Some(0);
        }
        let played = self.session().ply();
        if self.no_person() {
            return (played > 0).then_some(1);
        }
        (1..=played).find(|&plies| {
            let before = self.session().to_move_at(played - plies);
            before.is_some_and(|side| self.players[side.index()] == PlayerSpec::Human)
        })
    }

    /// The continuation that can be played again.
    fn next(&self) -> Option<NodeId> {
        let goes_on = self.session().ending().is_none();
        self.tree.next(self.tree.current()).filter(|_| goes_on)
    }

    /// Plays the move of a node that follows the current one.
    fn step(&mut self, node: NodeId) -> Result<(), Error> {
        let mv = self.tree.nodes()[node as usize].mv.clone();
        self.push(&Decision::of_move(mv), None)
    }

    /// Takes back a forfeit, and every move after the first `ply`. They stay in
    /// the tree.
    fn take_back_to(&mut self, ply: usize) {
        let path = self.tree.path(self.tree.current());
        let node = ply.checked_sub(1).map_or(0, |last| path[last]);
        self.referee.take_back_to(ply);
        self.tree.go(node);
    }
}
