//! Learning an evaluator of a session's game.

use crate::evaluators::name_of;
use crate::family::GameParts;
use crate::searcher::searcher;
use crate::{EngineSpec, Error, Method, Record, Request};
use plywood_game::{History, Knowledge, Limits, Outcome, Playable, Side, TextError, quoted};
use plywood_learn::{
    KnownGame, LearnError, LearnPoint, LearnReport, LearnRequest, NewValuer, Plan, PlayedGame,
    RegressionReport, RegressionRequest, RegressionStep, Saved, Valuer,
};
use plywood_players::{Audience, Searcher, Task};
use plywood_search::Root;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// Where games come from: none are played, or those of a text, either saved games or
/// one game a line.
pub type GamesText<'a> = Option<&'a str>;

/// Learns an evaluator as [`plywood_learn::learn`] does, with the knowledge that `best`
/// has.
pub(crate) fn learn<G, K>(
    parts: &GameParts<G, K>,
    games: GamesText<'_>,
    request: &LearnRequest,
    stop: &AtomicBool,
    listener: &mut dyn FnMut(&LearnPoint, Option<&Saved>),
) -> Result<LearnReport, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let GameParts { game, knowledge, engines, .. } = parts;
    let best = &engines.best;
    let knowledge = match (engines.configure, &best.method) {
        (Some(configure), Method::AlphaBeta(_)) => {
            configure(knowledge.clone(), best.near, best.threats)
        }
        _ => knowledge.clone(),
    };
    let played = games.map(|text| played(game, text)).transpose()?;
    let plan = Plan { name: Some(name_of(parts)), ..engines.patterns.clone() };
    plywood_learn::learn((game, &knowledge), &plan, played.as_deref(), request, stop, listener)
        .map_err(|error: LearnError| Error::Learning(error.to_string()))
}

/// Finds the weights with the least squared errors as [`plywood_learn::regress`] does, for the
/// games of a text: those of a base with known margins, or others with their results.
/// Positions that no solver knows are valued by an engine.
pub(crate) fn regress<G, K>(
    parts: &GameParts<G, K>,
    (games, engine): (&str, &EngineSpec),
    request: &RegressionRequest,
    stop: &AtomicBool,
    listener: &mut (dyn FnMut(RegressionStep) + Send),
) -> Result<Option<RegressionReport>, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let GameParts { game, knowledge, engines, .. } = parts;
    let known = engines.known_games.and_then(|read| read(games));
    let mut known = match known {
        Some(known) => known.map_err(wrong)?,
        None => played(game, games)?.into_iter().map(with_result).collect(),
    };
    known.retain(|game| !game.values.is_empty());
    let plan = Plan { name: Some(name_of(parts)), ..engines.patterns.clone() };
    let search = Request::of_player(engine);
    let searchers: Result<Vec<_>, Error> =
        (0..request.threads.max(1)).map(|_| searcher(parts, &search)).collect();
    let searchers = Mutex::new(searchers?);
    let valuer = || -> Valuer<'_, G> {
        let taken = searchers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match taken {
            Some(searcher) => Box::new(value_by(searcher, search.limits, stop)),
            // There is one for each thread.
            None => Box::new(|_| 0.0),
        }
    };
    let games = (&known[..], &valuer as &NewValuer<'_, G>);
    plywood_learn::regress((game, knowledge), &plan, games, request, stop, listener)
        .map_err(|error: LearnError| Error::Learning(error.to_string()))
}

/// Values positions by a search that remembers nothing from one to the next: what it has
/// seen before depends on which thread looked at what.
fn value_by<'a, G: Playable>(
    mut searcher: Box<dyn Searcher<G>>,
    limits: Limits,
    stop: &'a AtomicBool,
) -> impl FnMut(&G::Position) -> f32 + 'a {
    move |position| {
        searcher.new_game();
        let root = Root { position, history: &[] };
        let task = Task { start: position, moves: &[], root, limits, clocks: None, lines: 1, stop };
        let found = searcher.search(&task, &mut Audience::default());
        found.map_or(0.0, |report| report.value.score.raw() as f32 / 100.0)
    }
}

/// A game whose margin is known at its end.
fn with_result<G: Playable>((start, moves, outcome): PlayedGame<G>) -> KnownGame<G> {
    let values = vec![(moves.len(), outcome.value_for(Side::First))];
    KnownGame { start, moves, values, year: None }
}

/// The finished games of a text.
fn played<G: Playable>(game: &G, text: &str) -> Result<Vec<PlayedGame<G>>, Error> {
    let mut games = Vec::new();
    if Record::is_record(text) {
        for saved in Record::split(text) {
            let record: Record = saved.parse()?;
            if record.game != game.name() {
                let (found, wanted) = (record.game, game.name());
                return Err(Error::OtherGame { found, wanted });
            }
            let start = match &record.position {
                Some(position) => game.parse_position(position).map_err(wrong)?,
                None => game.initial(),
            };
            let moves = game.parse_moves(&start, &record.moves).map_err(wrong)?;
            let forfeit = record.forfeit.map(|forfeit| Outcome::Win(forfeit.loser().other()));
            // A margin cannot be told from a game that was not played to its end.
            let forfeit = forfeit.filter(|_| !game.counts_points());
            games.extend(finished(game, start, moves, forfeit));
        }
        return Ok(games);
    }
    for (number, line) in text.lines().enumerate() {
        let moves = game.parse_moves(&game.initial(), line).map_err(|error| {
            let problem = format!("line {}: {}", number + 1, error.brief());
            let expected = "saved games, or the moves of one game a line";
            wrong(TextError::new(line, 0, format!("{} ({problem})", quoted(line)), expected))
        })?;
        games.extend(finished(game, game.initial(), moves, None));
    }
    Ok(games)
}

fn wrong(error: TextError) -> Error {
    Error::Text { source_name: "file", error }
}

/// The game, if it has ended by the rules, by repetition or in another way.
fn finished<G: Playable>(
    game: &G,
    start: G::Position,
    moves: Vec<G::Move>,
    forfeit: Option<Outcome>,
) -> Option<PlayedGame<G>> {
    let (mut position, mut history) = (start.clone(), History::default());
    history.push(game.key(&position));
    for &mv in &moves {
        game.play(&mut position, mv);
        history.push(game.key(&position));
    }
    let drawn = (game.can_repeat() && history.is_draw()).then_some(Outcome::Draw);
    let outcome = game.outcome(&position).or(drawn).or(forfeit)?;
    Some((start, moves, outcome))
}
