//! A session of any game: the one implementation of [`Session`](crate::Session).

use crate::algorithms::BEST;
use crate::compared::compared;
use crate::evaluators::{Evaluation, evaluation_of};
use crate::family::GameParts;
use crate::fingerprint::fingerprint;
use crate::learning;
use crate::meaning::Wording;
use crate::report::SCHEMA;
use crate::searcher::{check, named_player, searcher, unsupported};
use crate::{
    Analysis, ChangeGame, Choice, Compared, Ending, EngineSpec, Error, Forfeit, GamesText,
    Guidance, LearnPoint, LearnReport, LearnRequest, Meaning, Method, PlayerSpec, Progress,
    ReadGame, Reason, Record, RecordedTree, RegressionReport, RegressionRequest, RegressionStep,
    Request, Saved, ScoreReport, SearchGame, Snapshot, SolveProgress, SolveReport, SolveRequest,
    Start, Verification,
};
use plywood_game::{
    Content, History, Knowledge, Outcome, Picture, Playable, Random, Side, perft_until,
};
use plywood_players::{EnginePlayer, Listener, RandomPlayer, Turn, in_text};
use plywood_search::{Recorder, Report};
use plywood_solver::Certificate;
use std::sync::atomic::AtomicBool;

/// The one implementation of [`Session`](crate::Session), for any game.
pub(crate) struct GameSession<G: Playable, E> {
    parts: GameParts<G, E>,
    start: G::Position,
    has_own_start: bool,
    note: Option<String>,
    position: G::Position,
    played: Vec<(G::Move, G::Undo)>,
    history: History,
    forfeit: Option<Forfeit>,
}

impl<G: Playable, E: Knowledge<G> + Clone + 'static> GameSession<G, E> {
    pub(crate) fn open(parts: GameParts<G, E>, start: &Start) -> Result<Self, Error> {
        let game = &parts.game;
        let wrong = |source_name| move |error| Error::Text { source_name, error };
        let (position, moves) = match (&start.position, &start.file) {
            (Some(_), Some(_)) => return Err(Error::TwoStarts),
            (Some(text), None) => {
                (game.parse_position(text).map_err(wrong("position"))?, Vec::new())
            }
            (None, Some(text)) => game.parse_game(text).map_err(wrong("file"))?,
            (None, None) => (game.initial(), Vec::new()),
        };
        let in_file = match &start.file {
            Some(text) => game.count_in_file(text),
            None => start.saved_games,
        };
        let mut session = Self {
            note: (in_file > 1).then(|| {
                format!("of the {in_file} positions or games in the file, the first is used")
            }),
            start: position.clone(),
            // The moves of a file are played from the start of the game, mostly.
            has_own_start: !start.has_position()
                || (!moves.is_empty() && position == game.initial()),
            position,
            played: Vec::new(),
            history: History::default(),
            forfeit: None,
            parts,
        };
        session.history.push(session.parts.game.key(&session.position));
        moves.into_iter().for_each(|mv| session.push(mv));
        if let Some(moves) = &start.moves {
            session.play_all(moves)?;
        }
        Ok(session)
    }

    /// These first moves as text, and the position after them.
    fn texts(&self, played: &[(G::Move, G::Undo)]) -> (Vec<String>, G::Position) {
        let game = &self.parts.game;
        let mut position = self.start.clone();
        let text = |&(mv, _): &(G::Move, G::Undo)| {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            text
        };
        (played.iter().map(text).collect(), position)
    }

    /// What can be seen of an unfinished game after these first of its moves.
    fn seen_after(&self, played: &[(G::Move, G::Undo)]) -> Snapshot {
        let game = &self.parts.game;
        let (texts, position) = self.texts(played);
        Snapshot {
            schema: SCHEMA,
            game: self.game(),
            played: texts,
            opening: self.opening_of(played),
            position: game.position_text(&position),
            to_move: game.to_move(&position),
            ending: None,
            picture: game.picture(&position, played.last().map(|&(mv, _)| mv)),
        }
    }

    /// The name of the opening that these first moves are in.
    fn opening_of(&self, played: &[(G::Move, G::Undo)]) -> Option<String> {
        let GameParts { game, openings, .. } = &self.parts;
        let moves = played.iter().map(|&(mv, _)| mv);
        openings.last_named(game, &self.start, moves).map(str::to_owned)
    }

    /// The engine that a request names.
    fn engine(&self, request: &Request) -> Result<EnginePlayer<G>, Error> {
        Ok(EnginePlayer::new(self.parts.game.clone(), searcher(&self.parts, request)?))
    }

    /// The tree that was recorded of the search for a request.
    fn tree(
        &self,
        request: &Request,
        report: &Report<G::Move>,
        recorder: Recorder<G::Move>,
    ) -> Result<RecordedTree, Error> {
        let player = &request.engine.text;
        let threats = request.engine.threats && self.parts.engines.configure.is_some();
        let nothing = || Error::NothingSearched { player: player.clone(), threats };
        let recording = recorder.finish(report).ok_or_else(nothing)?;
        Ok(RecordedTree::new(&self.parts.game, &self.position, player, &recording))
    }

    /// How the values that a player finds here are put into words.
    fn wording(&self, player: &str) -> Wording {
        let own = self.parts.engines.meaning;
        let unit = match own {
            Meaning::Hundredths(unit) => Some(unit),
            _ => None,
        };
        let spec =
            player.parse::<EngineSpec>().and_then(|spec| spec.in_game(&self.parts.engines.best));
        let hundredths = unit.map_or(Meaning::Number, Meaning::Hundredths);
        let learned = spec.as_ref().is_ok_and(|spec| spec.evaluator.is_some());
        let estimates = match spec.map(|spec| spec.method) {
            Ok(Method::AlphaBeta(_)) if learned && !self.parts.game.counts_points() => {
                Meaning::Logistic { scale: plywood_learn::SCALE }
            }
            Ok(Method::AlphaBeta(_)) if learned => hundredths,
            Ok(Method::AlphaBeta(_)) => own,
            Ok(Method::Mcts(_)) => hundredths,
            Ok(Method::Named(name)) => match named_player(&self.parts.engines.players, &name) {
                Ok(player) if player.profile().in_hundredths => hundredths,
                _ => Meaning::Number,
            },
            Err(_) => Meaning::Number,
        };
        let names = self.parts.game.picture(&self.position, None).sides.map(|side| side.name);
        Wording { estimates, unit, names, to_move: self.parts.game.to_move(&self.position) }
    }

    /// Whether the game's knowledge shows without a search that a side does not lose.
    fn cannot_lose(&self, side: Side) -> bool {
        let GameParts { game, knowledge, .. } = &self.parts;
        if self.ending().is_some() || game.counts_points() {
            return false;
        }
        let state = knowledge.refresh(game, &self.position);
        knowledge.defence(game, &self.position, &state, side).is_some()
    }

    fn legal_moves(&self) -> Vec<G::Move> {
        match self.ending() {
            Some(_) => Vec::new(),
            None => self.parts.game.legal_moves(&self.position),
        }
    }

    fn push(&mut self, mv: G::Move) {
        let undo = self.parts.game.play(&mut self.position, mv);
        self.played.push((mv, undo));
        self.history.push(self.parts.game.key(&self.position));
    }
}

impl<G: Playable, E: Knowledge<G> + Clone + 'static> ReadGame for GameSession<G, E> {
    fn game(&self) -> String {
        self.parts.game.name()
    }

    fn ply(&self) -> usize {
        self.played.len()
    }

    fn to_move(&self) -> Side {
        self.parts.game.to_move(&self.position)
    }

    fn to_move_at(&self, ply: usize) -> Option<Side> {
        let mut position = self.start.clone();
        for &(mv, _) in self.played.get(..ply)? {
            self.parts.game.play(&mut position, mv);
        }
        Some(self.parts.game.to_move(&position))
    }

    fn ending(&self) -> Option<Ending> {
        if let Some(forfeit) = self.forfeit {
            let outcome = Outcome::Win(forfeit.loser().other());
            let reason = match forfeit {
                Forfeit::Resigned(_) => Reason::Resignation,
                Forfeit::Overtime(_) => Reason::Time,
                Forfeit::Failed(..) => Reason::Failure,
            };
            return Some(Ending { outcome, reason });
        }
        if let Some(outcome) = self.parts.game.outcome(&self.position) {
            return Some(Ending { outcome, reason: Reason::Rules });
        }
        let drawn = self.parts.game.can_repeat() && self.history.is_draw();
        drawn.then_some(Ending { outcome: Outcome::Draw, reason: Reason::Repetition })
    }

    fn is_forfeited(&self) -> bool {
        self.forfeit.is_some()
    }

    fn explained(&self, score: ScoreReport, player: &str, side: Side) -> ScoreReport {
        Wording { to_move: side, ..self.wording(player) }.explain(score)
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

    fn picture_after(&self, line: &[&str]) -> Result<Picture, Error> {
        let game = &self.parts.game;
        let mut position = self.position.clone();
        let mut last = self.played.last().map(|&(mv, _)| mv);
        for text in line {
            let mv = game.parse_move(&position, text).map_err(Error::Move)?;
            game.play(&mut position, mv);
            last = Some(mv);
        }
        Ok(game.picture(&position, last))
    }

    fn choices(&self) -> Vec<Choice> {
        let choice = |mv| Choice {
            text: self.parts.game.move_text(&self.position, mv),
            steps: self.parts.game.steps(&self.position, mv),
            preview: self.parts.game.preview(&self.position, mv),
        };
        self.legal_moves().into_iter().map(choice).collect()
    }

    fn guidance(&self) -> Guidance {
        let game = &self.parts.game;
        let guidance = Guidance {
            prompts: game.prompts(&self.position),
            most_plies_left: game.most_plies_left(&self.position),
            has_threat: self.ending().is_none() && game.pass_turn(&self.position).is_some(),
            ..Guidance::default()
        };
        let Some((mv, undo)) = self.played.last() else { return guidance };
        let mut before = self.position.clone();
        game.undo(&mut before, undo.clone());
        let preview = game.preview(&before, *mv);
        let shifts = game.shifts(&before, *mv);
        Guidance { changed: preview.cells, effect: preview.label, shifts, ..guidance }
    }

    fn threat(&self) -> Option<Turn> {
        let passed = self.parts.game.pass_turn(&self.position)?;
        let start = Some(self.parts.game.position_text(&passed));
        self.ending().is_none().then(|| Turn { start, ..Turn::default() })
    }

    fn setup_text(&self, cells: &[Content], to_move: Side) -> Option<String> {
        self.parts.game.setup_text(cells, to_move)
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }

    fn file_text(&self) -> String {
        self.parts.game.file_text(&self.position)
    }

    fn canonical_key(&self) -> u64 {
        self.parts.game.canonical_key(&self.position).0
    }

    fn record(&self) -> Record {
        let moves: Vec<G::Move> = self.played.iter().map(|&(mv, _)| mv).collect();
        Record {
            game: self.game(),
            position: (!self.has_own_start).then(|| self.parts.game.position_text(&self.start)),
            moves: self.parts.game.moves_text(&self.start, &moves),
            forfeit: self.forfeit,
            notes: Vec::new(),
        }
    }

    fn turn(&self) -> Turn {
        let moves = self.texts(&self.played).0;
        let start = (!self.has_own_start).then(|| self.parts.game.position_text(&self.start));
        Turn { start, moves, ..Turn::default() }
    }
}

impl<G: Playable, E: Knowledge<G> + Clone + 'static> ChangeGame for GameSession<G, E> {
    fn play(&mut self, text: &str) -> Result<String, Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        let mv = self.parts.game.parse_move(&self.position, text).map_err(Error::Move)?;
        let spelling = self.parts.game.move_text(&self.position, mv);
        self.push(mv);
        Ok(spelling)
    }

    fn play_all(&mut self, text: &str) -> Result<(), Error> {
        let wrong = |error| Error::Text { source_name: "moves", error };
        let moves = self.parts.game.parse_moves(&self.position, text).map_err(wrong)?;
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
        let text = self.parts.game.move_text(&self.position, mv);
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
        self.parts.game.undo(&mut self.position, undo);
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
}

impl<G: Playable, E: Knowledge<G> + Clone + 'static> SearchGame for GameSession<G, E> {
    fn analyse(
        &self,
        request: &Request,
        stop: &AtomicBool,
        listener: Option<&mut Progress<'_>>,
    ) -> Result<Analysis, Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        let player = &request.engine.text;
        let mut engine = self.engine(request)?;
        let mut recorder = request.tree.map(Recorder::new);
        if recorder.is_some() && !engine.has_tree() {
            return Err(Error::NoTree { player: player.clone() });
        }
        let turn = Turn { limits: request.limits, lines: request.lines, ..self.turn() };
        let mut told = listener.map(|listener| {
            move |report: &Report<String>| listener(&self.analysis(player, report))
        });
        let listener = told.as_mut().map(|told| told as &mut Listener<'_>);
        let report = engine.search(&turn, stop, listener, recorder.as_mut())?;
        let tree = recorder.map(|recorder| self.tree(request, &report, recorder)).transpose()?;
        let report = in_text(&self.parts.game, &self.position, &report);
        Ok(Analysis { tree, ..self.analysis(player, &report) })
    }

    fn analysis(&self, player: &str, report: &Report<String>) -> Analysis {
        let (game, position) = (&self.parts.game, &self.position);
        let (text, side) = (game.position_text(position), game.to_move(position));
        let analysis = Analysis::new(game.name(), text, side, game.counts_points(), player, report)
            .with_defences([side, side.other()].map(|side| self.cannot_lose(side)))
            .explained(&self.wording(player));
        Analysis { opening: self.opening_of(&self.played), ..analysis }
    }

    fn player(&self, player: &PlayerSpec) -> Result<Box<dyn plywood_players::Player>, Error> {
        match player {
            PlayerSpec::Human => Err(Error::NoPersonHere),
            PlayerSpec::External(_) => {
                Err(Error::external(player, "only players inside the program are known"))
            }
            PlayerSpec::Random { seed } => {
                let seed = seed.unwrap_or_default();
                Ok(Box::new(RandomPlayer::new(self.parts.game.clone(), seed)))
            }
            PlayerSpec::Engine(engine) => Ok(Box::new(self.engine(&Request::of_player(engine))?)),
        }
    }

    fn check(&self, engine: &EngineSpec) -> Result<(), Error> {
        check(&self.parts, engine)
    }

    fn evaluator(&self, engine: &EngineSpec) -> Result<String, Error> {
        let engine = engine.in_game(&self.parts.engines.best)?;
        let learned = evaluation_of(&self.parts, &engine)?;
        Ok(fingerprint(&self.parts.game, &Evaluation::of(self.parts.knowledge.clone(), learned)))
    }

    fn unsupported(&self) -> Vec<&'static str> {
        unsupported(&self.parts)
    }

    fn compared(&self, engine: &EngineSpec) -> Result<Compared, Error> {
        compared(&self.parts, engine)
    }

    fn perft(&self, depth: u32, stop: &AtomicBool) -> Option<u64> {
        if self.forfeit.is_some() && depth > 0 {
            return Some(0);
        }
        perft_until(&self.parts.game, &self.position, self.history.earlier(), depth, stop)
    }

    fn solve(
        &self,
        request: &SolveRequest,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(SolveProgress) + Send),
    ) -> Result<SolveReport, Error> {
        if self.ending().is_some() {
            return Err(Error::GameOver);
        }
        let mut report = self.parts.solve(&self.position, request, stop, listener)?;
        if report.exact && self.parts.game.counts_points() {
            report.score = self.wording(BEST).explain(report.score);
        }
        Ok(report)
    }

    fn learn(
        &self,
        games: GamesText<'_>,
        request: &LearnRequest,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&LearnPoint, Option<&Saved>),
    ) -> Result<LearnReport, Error> {
        learning::learn(&self.parts, games, request, stop, listener)
    }

    fn regress(
        &self,
        games: &str,
        engine: &EngineSpec,
        request: &RegressionRequest,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(RegressionStep) + Send),
    ) -> Result<Option<RegressionReport>, Error> {
        learning::regress(&self.parts, (games, engine), request, stop, listener)
    }

    fn verify(
        &self,
        certificate: &Certificate,
        stop: &AtomicBool,
        listener: &mut (dyn FnMut(u64) + Send),
    ) -> Result<Verification, Error> {
        self.parts.verify(certificate, stop, listener)
    }
}
