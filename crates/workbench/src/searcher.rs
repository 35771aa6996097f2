//! The search that a request asks for, with any algorithm.

use crate::error::nearest;
use crate::family::GameParts;
use crate::{ALGORITHMS, EngineSpec, Error, Method, Request};
use plywood_game::{Knowledge, Playable, TextError, quoted};
use plywood_players::{NamedPlayer, Refusal, Searcher};
use plywood_search::{Engine, Mcts};

/// The search that a request asks for, with its own table.
pub(crate) fn searcher<G, K>(
    parts: &GameParts<G, K>,
    request: &Request,
) -> Result<Box<dyn Searcher<G>>, Error>
where
    G: Playable,
    K: Knowledge<G> + Clone + 'static,
{
    let GameParts { game, knowledge, engines } = parts.clone();
    let spec = request.engine.in_game(&engines.best)?;
    let options = match &spec.method {
        Method::AlphaBeta(options) => options.clone(),
        Method::Mcts(options) => {
            return Ok(Box::new(Mcts::new(game, knowledge, options.clone(), spec.megabytes)?));
        }
        Method::Named(name) => {
            let player = named_player(&engines.players, name)?;
            let built = player.searcher(&game, &spec.build_options());
            return built.map_err(|refusal| refused(&spec, refusal));
        }
    };
    let knowledge = match engines.configure {
        Some(configure) => configure(knowledge, spec.near, spec.threats),
        None if spec.near.is_some() => return Err(Error::NoCandidates { game: game.name() }),
        None => knowledge,
    };
    Ok(Box::new(Engine::new(game, knowledge, options, spec.megabytes)?))
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
        _ if spec.near.is_some() && parts.engines.configure.is_none() => {
            Err(Error::NoCandidates { game: parts.game.name() })
        }
        _ => check_support(parts, engine),
    }
}

/// Whether the game supports the options that were chosen.
fn check_support<G: Playable, K>(
    parts: &GameParts<G, K>,
    engine: &EngineSpec,
) -> Result<(), Error> {
    let supported =
        [("threats", parts.engines.configure.is_some()), ("symmetry", parts.game.symmetries() > 1)];
    match supported.into_iter().find(|&(key, has_it)| !has_it && engine.has_chosen(key)) {
        Some((option, _)) => Err(Error::Unsupported { option, game: parts.game.name() }),
        None => Ok(()),
    }
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
