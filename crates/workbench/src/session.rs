//! A game being played or looked at, with its types erased.

use crate::analysis::in_text;
use crate::family::Kit;
use crate::report::SCHEMA;
use crate::searcher::{check, searcher};
use crate::{
    Analysis, Choice, Ending, EngineSpec, Error, Forfeit, Reason, Record, Request, Snapshot,
};
use plywood_game::{Evaluator, History, Outcome, Playable, Random, Side, perft_until};
use plywood_search::{Root, SEARCH_STACK};
use std::sync::atomic::AtomicBool;

/// Where a session starts: a position or a file if one is given, otherwise the
/// start of the game, and moves played from there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// A position as one line of text.
    pub position: Option<String>,
    /// The text of a file in the game's own format, or of a saved game.
    pub file: Option<String>,
    /// Moves to play from there.
    pub moves: Option<String>,
}

impl Start {
    pub(crate) fn has_position(&self) -> bool {
        self.position.is_some() || self.file.is_some()
    }

    /// The saved game that the file holds, if it is one.
    pub(crate) fn record(&self) -> Result<Option<Record>, Error> {
        match (&self.file, &self.position) {
            (Some(_), Some(_)) => Err(Error::TwoStarts),
            (Some(text), None) if Record::is_record(text) => text.parse().map(Some),
            _ => Ok(None),
        }
    }
}

/// Hears what a search knows after each depth.
pub type Progress<'a> = dyn FnMut(&Analysis) + Send + 'a;

/// A game being played or looked at.
pub trait Session: Send {
    /// The words that name the game.
    fn game(&self) -> String;

    /// How many moves were played.
    fn ply(&self) -> usize;

    /// Whose turn it is, or would be.
    fn to_move(&self) -> Side;

    /// Whose turn it was after the first `ply` moves; none if fewer were played.
    fn to_move_at(&self, ply: usize) -> Option<Side>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// Everything that can be seen now.
    fn snapshot(&self) -> Snapshot;

    /// Everything that could be seen after the first `ply` moves; none if
    /// fewer were played.
    fn snapshot_at(&self, ply: usize) -> Option<Snapshot>;

    /// The legal moves; none once the game is over.
    fn choices(&self) -> Vec<Choice>;

    /// Plays the move that `text` stands for, and returns its usual spelling.
    ///
    /// # Errors
    /// If it is not a legal move, or the game is over.
    fn play(&mut self, text: &str) -> Result<String, Error>;

    /// Plays a series of moves, all or none.
    ///
    /// # Errors
    /// At the first that cannot be played.
    fn play_all(&mut self, text: &str) -> Result<(), Error>;

    /// Plays a random legal move and returns its text.
    ///
    /// # Errors
    /// If the game is over.
    fn play_random(&mut self, dice: &mut Random) -> Result<String, Error>;

    /// Takes back a forfeit or else the last move; false if there is none.
    fn undo(&mut self) -> bool;

    /// Ends the game: a side gives up, or its clock has run down.
    ///
    /// # Errors
    /// If the game is over.
    fn forfeit(&mut self, forfeit: Forfeit) -> Result<(), Error>;

    /// Ends the game: `side` gives up.
    ///
    /// # Errors
    /// If the game is over.
    fn resign(&mut self, side: Side) -> Result<(), Error> {
        self.forfeit(Forfeit::Resigned(side))
    }

    /// What whoever opened this game should be told, if anything: that its
    /// file held more than was used.
    fn note(&self) -> Option<String>;

    /// The position in the game's file format.
    fn file_text(&self) -> String;

    /// The game so far, to be saved.
    fn record(&self) -> Record;

    /// The best move, as far as the limits let a search see. What is known
    /// after each depth goes to `progress`; when `stop` is set, the best so far
    /// comes back.
    ///
    /// # Errors
    /// If the game is over, or the machine cannot do it.
    fn analyse(
        &self,
        request: &Request,
        stop: &AtomicBool,
        progress: &mut Progress<'_>,
    ) -> Result<Analysis, Error>;

    /// Whether an engine can play this game as it is written. Where a name may
    /// belong to another game, [`Workbench::admit`](crate::Workbench::admit)
    /// knows more.
    ///
    /// # Errors
    /// If not: why.
    fn check(&self, engine: &EngineSpec) -> Result<(), Error>;

    /// The number of move sequences of this length in the game as it was
    /// played, or none if `stop` is set before it is found.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;
}

/// The one implementation of [`Session`], for any game.
pub(crate) struct GameSession<G: Playable, E> {
    kit: Kit<G, E>,
    start: G::Position,
    has_own_start: bool,
    note: Option<String>,
    position: G::Position,
    played: Vec<(G::Move, G::Undo)>,
    history: History,
    forfeit: Option<Forfeit>,
}

impl<G: Playable, E: Evaluator<G> + Clone + 'static> GameSession<G, E> {
    pub(crate) fn open(kit: Kit<G, E>, start: &Start) -> Result<Self, Error> {
        let game = &kit.game;
        let wrong = |source_name| move |error| Error::Text { source_name, error };
        let position = match (&start.position, &start.file) {
            (Some(_), Some(_)) => return Err(Error::TwoStarts),
            (Some(text), None) => game.parse_position(text).map_err(wrong("position"))?,
            (None, Some(text)) => game.parse_file(text).map_err(wrong("file"))?,
            (None, None) => game.initial(),
        };
        let in_file = start.file.as_ref().map_or(1, |text| game.count_in_file(text));
        let mut session = Self {
            note: (in_file > 1).then(|| {
                format!("of the {in_file} positions or games in the file, the first is used")
            }),
            start: position.clone(),
            has_own_start: !start.has_position(),
            position,
            played: Vec::new(),
            history: History::default(),
            forfeit: None,
            kit,
        };
        session.history.push(session.kit.game.key(&session.position));
        if let Some(moves) = &start.moves {
            session.play_all(moves)?;
        }
        Ok(session)
    }

    /// What can be seen of an unfinished game after these first of its moves.
    fn seen_after(&self, played: &[(G::Move, G::Undo)]) -> Snapshot {
        let game = &self.kit.game;
        let mut position = self.start.clone();
        let texts = played.iter().map(|&(mv, _)| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        });
        Snapshot {
            schema: SCHEMA,
            game: self.game(),
            played: texts.collect(),
            position: game.position_text(&position),
            to_move: game.to_move(&position),
            ending: None,
            picture: game.picture(&position, played.last().map(|&(mv, _)| mv)),
        }
    }

    fn legal_moves(&self) -> Vec<G::Move> {
        match self.ending() {
            Some(_) => Vec::new(),
            None => self.kit.game.legal_moves(&self.position),
        }
    }

    fn played_moves(&self) -> Vec<G::Move> {
        self.played.iter().map(|&(mv, _)| mv).collect()
    }

    fn push(&mut self, mv: G::Move) {
        let undo = self.kit.game.play(&mut self.position, mv);
        self.played.push((mv, undo));
        self.history.push(self.kit.game.key(&self.position));
    }
}

impl<G: Playable, E: Evaluator<G> + Clone + 'static> Session for GameSession<G, E> {
    fn game(&self) -> String {
        self.kit.game.name()
    }

    fn ply(&self) -> usize {
        self.played.len()
    }

    fn to_move(&self) -> Side {
        self.kit.game.to_move(&self.position)
    }

    fn to_move_at(&self, ply: usize) -> Option<Side> {
        let mut position = self.start.clone();
        for &(mv, _) in self.played.get(..ply)? {
            self.kit.game.play(&mut position, mv);
        }
        Some(self.kit.game.to_move(&position))
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(forfeit) = self.forfeit {
            let outcome = Outcome::Win(forfeit.loser().other());
            let reason = match forfeit {
                Forfeit::Resigned(_) => Reason::Resignation,
                Forfeit::Overtime(_) => Reason::Time,
            };
            return Some(Ending { outcome, reason });
        }
        if let Some(outcome) = self.kit.game.outcome(&self.position) {
            return Some(Ending { outcome, reason: Reason::Rules });
        }
        let drawn = self.kit.game.can_repeat() && self.history.is_draw();
        drawn.then_some(Ending { outcome: Outcome::Draw, reason: Reason::Repetition })
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { ending: self.ending(), ..self.seen_after(&self.played) }
    }

    fn snapshot_at(&self, ply: usize) -> Option<Snapshot> {
        match ply == self.played.len() {
            true => Some(self.snapshot()),
            false => self.played.get(..ply).map(|played| self.seen_after(played)),
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |mv| Choice {
            text: self.kit.game.move_text(&self.position, mv),
            steps: self.kit.game.steps(&self.position, mv),
            preview: self.kit.game.preview(&self.position, mv),
        };
        self.legal_moves().into_iter().map(choice).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        let mv = self.kit.game.parse_move(&self.position, text).map_err(Error::Move)?;
        let spelling = self.kit.game.move_text(&self.position, mv);
        self.push(mv);
        Ok(spelling)
    }

    fn play_all(&mut self, text: &str) -> Result<(), Error> {
        let moves = self
            .kit
            .game
            .parse_moves(&self.position, text)
            .map_err(|error| Error::Text { source_name: "moves", error })?;
        let before = self.played.len();
        for (number, &mv) in moves.iter().enumerate() {
            if self.ending().is_some() {
                while self.played.len() > before {
                    self.undo();
                }
                let more = moves.len() - number;
                return Err(match self.ending() {
                    Some(_) => Error::GameOver,
                    None => Error::MovesAfterRepetition { after: number, more },
                });
            }
            self.push(mv);
        }
        Ok(())
    }

    fn play_random(&mut self, dice: &mut Random) -> Result<String, Error> {
        let moves = self.legal_moves();
        let mv = *dice.pick(&moves).ok_or(Error::GameOver)?;
        let text = self.kit.game.move_text(&self.position, mv);
        self.push(mv);
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        if self.forfeit.take().is_some() {
            return true;
        }
        let Some((_, undo)) = self.played.pop() else {
            return false;
        };
        self.kit.game.undo(&mut self.position, undo);
        self.history.pop();
        true
    }

    fn forfeit(&mut self, forfeit: Forfeit) -> Result<(), Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        self.forfeit = Some(forfeit);
        Ok(())
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }

    fn file_text(&self) -> String {
        self.kit.game.file_text(&self.position)
    }

    fn record(&self) -> Record {
        Record {
            game: self.game(),
            position: (!self.has_own_start).then(|| self.kit.game.position_text(&self.start)),
            moves: self.kit.game.moves_text(&self.start, &self.played_moves()),
            forfeit: self.forfeit,
        }
    }

    fn analyse(
        &self,
        request: &Request,
        stop: &AtomicBool,
        progress: &mut Progress<'_>,
    ) -> Result<Analysis, Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        let mut engine = searcher(&self.kit, request)?;
        let (game, position) = (&self.kit.game, &self.position);
        let counts = game.counts_points();
        let player = &request.engine.text;
        let root = Root { position, history: self.history.earlier() };
        let search = move || {
            engine.search(&root, &request.limits, stop, &mut |report| {
                progress(&in_text(game, position, report, player, counts));
            })
        };
        let report = std::thread::scope(|scope| -> Result<_, Error> {
            let thread = std::thread::Builder::new().stack_size(SEARCH_STACK);
            let no_thread = |error: std::io::Error| Error::NoThread { problem: error.to_string() };
            let searching = thread.spawn_scoped(scope, search).map_err(no_thread)?;
            Ok(searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })?;
        Ok(in_text(game, position, &report, player, counts))
    }

    fn check(&self, engine: &EngineSpec) -> Result<(), Error> {
        check(&self.kit, engine)
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        if self.forfeit.is_some() && depth > 0 {
            return Some(0);
        }
        perft_until(&self.kit.game, &self.position, self.history.earlier(), depth, stop)
    }
}
