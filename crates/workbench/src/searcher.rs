//! The search that a request asks for, with any algorithm.

use crate::error::nearest;
use crate::evaluators::{Evaluation, evaluation_of};
use crate::family::GameParts;
use crate::fingerprint::fingerprint;
use crate::{ALGORITHMS, EngineSpec, Error, Method, PredictionSource, Request, tables};
use plywood_game::{Knowledge, Playable, TextError, quoted};
use plywood_players::{FromProof, FromTable, NamedPlayer, Refusal, Searcher};
use plywood_search::{Engine, Mcts, Predictions};
use std::sync::Arc;

/// The search that a request asks for, with its own table.
pub(crate) fn searcher<G, K>(
    parts: &GameParts<G, K>,
    request: &Request,
) -> Result<Box<dyn Searcher<G>>, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let GameParts { game, knowledge, engines, .. } = parts.clone();
    let spec = request.engine.in_game(&engines.best)?;
    check_support(parts, &request.engine, &spec)?;
    let learned = evaluation_of(parts, &spec)?;
    let mut options = match &spec.method {
        Method::AlphaBeta(options) => options.clone(),
        Method::Mcts(options) => {
            let mut options = options.clone();
            if learned.as_ref().is_some_and(|learned| learned.predicts_results(&game)) {
                options.evaluation_scale = THREE_QUARTERS;
            }
            let knowledge = Evaluation::of(knowledge, learned);
            return Ok(Box::new(Mcts::new(game, knowledge, options, spec.megabytes)?));
        }
        Method::Named(name) => {
            let player = named_player(&engines.players, name)?;
            let built = player.searcher(&game, &spec.build_options());
            return built.map_err(|refusal| refused(&spec, refusal));
        }
    };
    options.multi_probcut.predictions = predictions(parts, &request.engine, &spec)?;
    // The game's own predictions are those of the evaluator with which its solver of endgames
    // was measured.
    let own = spec.predictions == PredictionSource::Game;
    options.endgame.selective = own && options.multi_probcut.predictions.is_some();
    let configured = |near, threats| match engines.configure {
        Some(configure) => configure(knowledge.clone(), near, threats),
        None => knowledge.clone(),
    };
    let knowledge = configured(spec.near, spec.threats);
    let prover = (engines.proves && request.engine.is_best()).then(|| configured(None, true));
    let knowledge = Evaluation::of(knowledge, learned);
    let engine = Box::new(Engine::new(game.clone(), knowledge, options, spec.megabytes)?);
    Ok(match (engines.table, prover) {
        (Some(table), _) if request.engine.is_best() => {
            let certainties = Box::new(tables::Tables(table));
            Box::new(FromTable::new(game, certainties, engine))
        }
        (_, Some(prover)) => Box::new(FromProof::new(game, prover, engine)),
        _ => engine,
    })
}

/// The learned evaluation that stands for a winning chance of 3/4.
const THREE_QUARTERS: f64 = 109.9;

/// What an engine, which is `spec` in this game, takes for granted of deep searches.
/// The game's own predictions are made for its own evaluator: an engine that gets
/// another does without, unless it asks for them.
fn predictions<G, K>(
    parts: &GameParts<G, K>,
    engine: &EngineSpec,
    spec: &EngineSpec,
) -> Result<Option<Arc<Predictions>>, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    if engine.has_chosen("evaluator") && !engine.has_chosen("multiprobcut") {
        return Ok(None);
    }
    let learned = evaluation_of(parts, spec)?;
    let evaluator = || fingerprint(&parts.game, &Evaluation::of(parts.knowledge.clone(), learned));
    spec.predictions.load(&parts.game.name(), parts.engines.predictions, evaluator)
}

/// Whether an engine can play this game as it is written.
pub(crate) fn check<G, K>(parts: &GameParts<G, K>, engine: &EngineSpec) -> Result<(), Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let spec = engine.in_game(&parts.engines.best)?;
    match &spec.method {
        Method::Named(name) => {
            let player = named_player(&parts.engines.players, name)?;
            player.check(&spec.build_options().chosen).map_err(|refusal| refused(&spec, refusal))
        }
        _ => {
            check_support(parts, engine, &spec)?;
            predictions(parts, engine, &spec).map(|_| ())
        }
    }
}

/// The options that do nothing in this game, because it lacks what they need.
pub(crate) fn unsupported<G, K>(parts: &GameParts<G, K>) -> Vec<&'static str>
where
    G: Playable,
    K: Knowledge<G>,
{
    let (offers, configured) = (parts.knowledge.offers(), parts.engines.configure.is_some());
    let (game, start) = (&parts.game, parts.game.initial());
    let has_pass = game.pass_turn(&start).is_some() || game.outcome(&start).is_some();
    let supported = [
        ("forced", offers.forced_moves),
        ("hopes", offers.known_draws),
        ("endgame", offers.endgames),
        ("near", configured),
        ("threats", configured),
        ("symmetry", game.symmetries() > 1),
        ("quiescence", offers.noisy_moves),
        ("childentries", !game.can_repeat()),
        ("nullmove", has_pass),
    ];
    supported.into_iter().filter(|(_, has_it)| !has_it).map(|(key, _)| key).collect()
}

/// Whether the game supports the options that were chosen for an engine, which
/// is `spec` in this game.
fn check_support<G, K>(
    parts: &GameParts<G, K>,
    engine: &EngineSpec,
    spec: &EngineSpec,
) -> Result<(), Error>
where
    G: Playable,
    K: Knowledge<G>,
{
    if matches!(spec.method, Method::Named(_)) {
        return Ok(());
    }
    evaluation_of(parts, spec)?;
    let unsupported = unsupported(parts);
    let Some(&option) = unsupported.iter().find(|key| engine.has_chosen(key)) else {
        return Ok(());
    };
    let options = spec.options();
    let names = options.iter().map(|option| option.name);
    let supported: Vec<&str> = names.filter(|name| !unsupported.contains(name)).collect();
    Err(Error::Unsupported {
        option,
        game: parts.game.name(),
        player: engine.text.split('[').next().unwrap_or_default().to_owned(),
        supported: supported.join(", "),
    })
}

/// The player of this name.
pub(crate) fn named_player<'a, G: Playable>(
    players: &'a [NamedPlayer<G>],
    name: &str,
) -> Result<&'a NamedPlayer<G>, Error> {
    let names = || players.iter().map(|player| player.profile().name);
    let found = players.iter().find(|player| player.profile().name == name);
    found.ok_or_else(|| {
        let others = ["human", "random"]
            .into_iter()
            .chain(ALGORITHMS.iter().map(|algorithm| algorithm.name));
        Error::UnknownPlayer {
            word: quoted(name),
            suggestion: nearest(name, names().chain(others)),
        }
    })
}

/// Why a named player cannot be built as it is written.
fn refused(spec: &EngineSpec, refusal: Refusal) -> Error {
    let text = spec.text.as_str();
    // The last that was said: it may have been said beside the text.
    let place = |part: &str| text.to_ascii_lowercase().rfind(part).unwrap_or(text.len());
    let (at, problem, expected) = match refusal {
        Refusal::Table(error) => return Error::Table(error),
        Refusal::UnknownOption { key, known } => {
            let name = text.split('[').next().unwrap_or(text);
            let common = spec.options();
            let common = common.iter().map(|option| option.name);
            let all: Vec<&str> = common.chain(known).collect();
            let problem = format!("{name} has no option {}", quoted(&key));
            (place(&key), problem, format!("one of {}", all.join(", ")))
        }
        Refusal::BadValue { key, value, expected } => {
            let said = format!("{key}={value}");
            let at = (place(&said) + key.len() + 1).min(text.len());
            (at, format!("{key} does not accept {}", quoted(&value)), expected)
        }
    };
    Error::Text { source_name: "player", error: TextError::new(text, at, problem, expected) }
}
