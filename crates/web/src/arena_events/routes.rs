//! The requests about events.

use super::{ArenaEvents, EventGames, EventList, NewEvent};
use crate::api::Written;
use crate::identity::Client;
use crate::limits::Body;
use crate::live_games::LiveGames;
use crate::open_game::Origin;
use crate::refusal::Refusal;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use plywood_arena::Form;
use plywood_game::mix;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type Shared = State<Arc<LiveGames>>;

pub(crate) fn routes() -> Router<Arc<LiveGames>> {
    Router::new()
        .route("/events", get(list).post(begin))
        .route("/events/{name}", get(view))
        .route("/events/{name}/games", get(games))
        .route("/events/{name}/games/{number}", post(open))
        .route("/events/{name}/files/{form}", get(file))
        .route("/events/{name}/stop", post(stop))
        .route("/events/{name}/resume", post(resume))
}

async fn list(State(live): Shared) -> Result<Json<EventList>, Refusal> {
    live.arena.list().await.map(Json)
}

#[derive(Serialize)]
struct Begun {
    schema: u32,
    name: String,
}

async fn begin(State(live): Shared, Body(new): Body<NewEvent>) -> Result<Json<Begun>, Refusal> {
    let name = ArenaEvents::begin(&live, new).await?;
    Ok(Json(Begun { schema: 1, name }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Looking {
    /// The revision that the page has.
    seen: Option<String>,
}

/// The event; without content if the page has this already.
async fn view(
    State(live): Shared,
    Path(name): Path<String>,
    looking: Result<Query<Looking>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(looking) = looking?;
    let seen = live.arena.see(&name).await?;
    if looking.seen.as_ref() == Some(&seen.revision) {
        return Ok(StatusCode::NO_CONTENT.into_response());
    }
    Ok(Written(Arc::clone(&seen.view)).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chosen {
    /// A player by its number, whose games are wanted.
    player: Option<usize>,
    /// Only those against this one.
    against: Option<usize>,
    /// Only those with lower numbers.
    before: Option<u32>,
}

/// The games that are listed at once.
const GAMES: usize = 50;

async fn games(
    State(live): Shared,
    Path(name): Path<String>,
    chosen: Result<Query<Chosen>, QueryRejection>,
) -> Result<Json<EventGames>, Refusal> {
    let Query(chosen) = chosen?;
    let seen = live.arena.see(&name).await?;
    let players: Vec<usize> = [chosen.player, chosen.against].into_iter().flatten().collect();
    Ok(Json(EventGames::new(&seen.schedule, &players, chosen.before, GAMES)))
}

/// Puts a copy of a game of an event among the kept games; the same one each time.
async fn open(
    State(live): Shared,
    Path((name, number)): Path<(String, u32)>,
    Extension(client): Extension<Client>,
) -> Result<Written, Refusal> {
    let (stored, game) = live.arena.game(&name, number).await?;
    let no_game = || Refusal::conflict("the record of this game cannot be read");
    let record: plywood_workbench::Record = game.record.parse()?;
    let event = &stored.event;
    let named = |key| record.note(key).map(str::to_owned);
    let [first, second] = [named("first"), named("second")].map(|name| name.ok_or_else(no_game));
    let (first, second) = (first?, second?);
    let player = |name: &str| {
        let mut players = event.players.iter();
        players.find(|one| one.name == name).map_or("", |one| &*one.player)
    };
    let seed = format!("{} {} {number}", stored.created, name);
    let hash = seed.bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
    let origin = Origin {
        id: format!("{hash:016x}"),
        title: format!("{name} · {} · {first} – {second}", number + 1),
        players: [player(&first), player(&second)],
        clock: event
            .configurations
            .iter()
            .find(|one| one.game == record.game)
            .and_then(|c| c.clock),
        game: &game,
    };
    live.replay(origin, client).await.map(Written)
}

async fn file(
    State(live): Shared,
    Path((name, form)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let form: Form = form.parse().map_err(|expected: String| {
        Refusal::new(StatusCode::NOT_FOUND, "there is no such file").expected(expected)
    })?;
    let export = live.arena.file(Arc::clone(&live.workbench), &name, form).await?;
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
    let stem: String = name.chars().map(plain).collect();
    let kind = match form {
        Form::Html => "text/html; charset=utf-8",
        Form::Csv => "text/csv; charset=utf-8",
        Form::Json => "application/json",
        Form::Text | Form::Ggf | Form::Psq => "text/plain; charset=utf-8",
    };
    let disposition = format!("attachment; filename=\"{stem}.{}\"", form.ending());
    let headers =
        [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    Ok((headers, export.text).into_response())
}

async fn stop(State(live): Shared, Path(name): Path<String>) -> Result<StatusCode, Refusal> {
    live.arena.stop(&name).map(|()| StatusCode::NO_CONTENT)
}

async fn resume(State(live): Shared, Path(name): Path<String>) -> Result<StatusCode, Refusal> {
    ArenaEvents::resume(&live, &name).await.map(|()| StatusCode::NO_CONTENT)
}
