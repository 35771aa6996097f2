//! A game being played or looked at, with its types erased.

use crate::{
    Analysis, Choice, Compared, Ending, EngineSpec, Error, Forfeit, GamesText, Guidance,
    LearnPoint, LearnReport, LearnRequest, PlayerSpec, Record, RegressionReport, RegressionRequest,
    RegressionStep, Request, Saved, ScoreReport, Snapshot, SolveProgress, SolveReport,
    SolveRequest, Verification,
};
use plywood_game::{Content, Picture, Random, Side};
use plywood_players::Turn;
use plywood_search::Report;
use plywood_solver::Certificate;
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
    /// The number of games in the file that the start was taken from; 0 if it
    /// was not taken from a file of saved games.
    pub saved_games: usize,
}

impl Start {
    /// Whether a position is given, on a line or as a file.
    #[must_use]
    pub fn has_position(&self) -> bool {
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

/// Receives a report after each depth.
pub type Progress<'a> = dyn FnMut(&Analysis) + Send + 'a;

/// A game being played or looked at: [`ReadGame`], [`ChangeGame`] and
/// [`SearchGame`] together. A function that only reads takes `&dyn ReadGame`.
pub trait Session: ReadGame + ChangeGame + SearchGame + Send + Sync {}

impl<T: ReadGame + ChangeGame + SearchGame + Send + Sync> Session for T {}

/// What a game tells about itself.
pub trait ReadGame {
    /// The words that name the game.
    fn game(&self) -> String;

    /// The number of moves played.
    fn ply(&self) -> usize;

    /// The side to move; after the end, the side that would be.
    fn to_move(&self) -> Side;

    /// The side to move after the first `ply` moves; none if fewer were played.
    fn to_move_at(&self, ply: usize) -> Option<Side>;

    /// How the game ended, if it has.
    fn ending(&self) -> Option<Ending>;

    /// Whether it ended by a loss that the rules do not know.
    fn is_forfeited(&self) -> bool;

    /// A value that this player found for its side, with unit and words.
    fn explained(&self, score: ScoreReport, player: &str, side: Side) -> ScoreReport;

    /// Everything that can be seen now.
    fn snapshot(&self) -> Snapshot;

    /// Everything that could be seen after the first `ply` moves; none if
    /// fewer were played.
    fn snapshot_at(&self, ply: usize) -> Option<Snapshot>;

    /// The board after these further moves.
    ///
    /// # Errors
    /// At the first that is not a legal move.
    fn picture_after(&self, line: &[&str]) -> Result<Picture, Error>;

    /// The legal moves; none once the game is over.
    fn choices(&self) -> Vec<Choice>;

    /// What helps to follow the game here.
    fn guidance(&self) -> Guidance;

    /// The position with the other side to move, as a player is told it, to see
    /// what that side threatens; none where passing makes no sense.
    fn threat(&self) -> Option<Turn>;

    /// The text of a position with these contents and this side to move, to be
    /// opened as one; none where positions cannot be set up cell by cell.
    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String>;

    /// A note for the user who opened the game, if there is one: the file held
    /// more games or positions than the one that is used.
    fn note(&self) -> Option<String>;

    /// The position in the game's file format.
    fn file_text(&self) -> String;

    /// A key that the position shares with its mirror images and rotations.
    fn canonical_key(&self) -> u64;

    /// The game so far, to be saved.
    fn record(&self) -> Record;

    /// The game so far as a player is told it; the limits are left open.
    fn turn(&self) -> Turn;
}

/// Moves, their undo, and forfeits.
pub trait ChangeGame {
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

    /// Ends the game: a side resigns, its clock has run down, or its player
    /// failed.
    ///
    /// # Errors
    /// If the game is over.
    fn forfeit(&mut self, forfeit: Forfeit) -> Result<(), Error>;
}

/// Searches of the position, and the players of the game.
pub trait SearchGame {
    /// The best move within the limits, found by an engine that begins a new
    /// game. The listener gets a report after each depth; when `stop` is set,
    /// the best move so far is returned.
    ///
    /// # Errors
    /// If the game is over, the engine cannot play it, the table does not fit into
    /// memory, or the search has no tree and one was requested.
    fn analyse(
        &self,
        request: &Request,
        stop: &AtomicBool,
        listener: Option<&mut Progress<'_>>,
    ) -> Result<Analysis, Error>;

    /// What a player reported about this position, as a document.
    fn analysis(&self, player: &str, report: &Report<String>) -> Analysis;

    /// A player of this game, which lives for one game.
    ///
    /// # Errors
    /// If it is a person, or cannot play this game as it is written.
    fn player(&self, player: &PlayerSpec) -> Result<Box<dyn plywood_players::Player>, Error>;

    /// Whether an engine can play this game as it is written. Where a name may
    /// belong to another game, [`Workbench::admit`](crate::Workbench::admit)
    /// knows more.
    ///
    /// # Errors
    /// If not: why.
    fn check(&self, engine: &EngineSpec) -> Result<(), Error>;

    /// The fingerprint of the evaluator that an engine has in this game: what was
    /// measured with another evaluator is wrong for it.
    ///
    /// # Errors
    /// If the file of a learned evaluator cannot be used.
    fn evaluator(&self, engine: &EngineSpec) -> Result<String, Error>;

    /// The options of engines that this game refuses, because it lacks what they
    /// need.
    fn unsupported(&self) -> Vec<&'static str>;

    /// The engine as it is compared with others in this game.
    ///
    /// # Errors
    /// If it cannot play this game as it is written.
    fn compared(&self, engine: &EngineSpec) -> Result<Compared, Error>;

    /// The number of move sequences of this length in the game as it was
    /// played, or none if `stop` is set before it is found.
    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64>;

    /// The exact value of the position, without what was played before it, and
    /// a certificate if one is requested.
    ///
    /// # Errors
    /// If the game is over, the table does not fit into memory, or the state of
    /// an earlier attempt cannot be used.
    fn solve(
        &self,
        request: &SolveRequest,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(SolveProgress) + Send),
    ) -> Result<SolveReport, Error>;

    /// Learns an evaluator of the game from its start, from games against itself or
    /// from those in a text. The listener hears of every batch of games, and now and
    /// then gets what is to be kept.
    ///
    /// # Errors
    /// If the games cannot be read, or the state of an earlier run cannot be used.
    fn learn(
        &self,
        games: GamesText<'_>,
        request: &LearnRequest,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&LearnPoint, Option<&Saved>),
    ) -> Result<LearnReport, Error>;

    /// Finds an evaluator for the games of a text by least squares, as
    /// [`plywood_learn::regress`] does. Positions that no solver knows are valued by this
    /// engine. None if it was stopped.
    ///
    /// # Errors
    /// If the games cannot be read, the engine cannot be used, or the game does not count
    /// points.
    fn regress(
        &self,
        games: &str,
        engine: &EngineSpec,
        request: &RegressionRequest,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(RegressionStep) + Send),
    ) -> Result<Option<RegressionReport>, Error>;

    /// Checks a certificate of this game. The listener hears the number of
    /// positions now and then.
    ///
    /// # Errors
    /// If there is no thread for it.
    fn verify(
        &self,
        certificate: &Certificate,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Verification, Error>;
}
