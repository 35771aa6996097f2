//! The requests, one function each. `API.md` describes them for authors of
//! clients.

use crate::command::{Command, obey};
use crate::events;
use crate::identity::Client;
use crate::limits::Body;
use crate::live_games::{Document, LiveGames, document};
use crate::refusal::Refusal;
use crate::state::{Catalogue, GameList, Look, NewGame, SCHEMA};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use plywood_workbench::{Start, seed_of_the_moment};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

type Shared = State<Arc<LiveGames>>;
type Answer = Result<Written, Refusal>;

/// A state, already written as JSON.
pub(crate) struct Written(Document);

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0.to_string()).into_response()
    }
}

pub(crate) fn routes() -> Router<Arc<LiveGames>> {
    Router::new()
        .route("/catalogue", get(catalogue))
        .route("/preview", get(preview))
        .route("/games", get(list).post(begin))
        .route("/games/{id}", get(state).patch(rename).delete(delete))
        .route("/games/{id}/text", get(text))
        .route("/games/{id}/events", get(watch))
        .route("/games/{id}/at/{ply}", get(at))
        .route("/games/{id}/{command}", post(command))
}

async fn catalogue(State(tables): Shared) -> Json<Catalogue> {
    let store = tables.store.path().filter(|_| tables.store.keeps());
    let players = tables.workbench.players(None).unwrap_or_default();
    Json(Catalogue {
        schema: SCHEMA,
        games: tables.workbench.games().cloned().collect(),
        players: players.into_iter().chain(tables.roster.entries()).collect(),
        store: store.map(|path| path.display().to_string()),
        storage: tables.store.problem().map(str::to_owned),
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
}

async fn preview(
    State(tables): Shared,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Look>, Refusal> {
    let Query(wanted) = wanted.map_err(|error| Refusal::bad(error.body_text()).at("query"))?;
    let session = tables.workbench.open(&wanted.game, &Start::default(), seed_of_the_moment())?;
    Ok(Json(Look::new(session.snapshot())))
}

async fn list(State(tables): Shared) -> Json<GameList> {
    Json(tables.list().await)
}

async fn begin(
    State(tables): Shared,
    Extension(client): Extension<Client>,
    Body(new): Body<NewGame>,
) -> Answer {
    tables.begin(new, client).await.map(Written)
}

async fn state(State(tables): Shared, Path(id): Path<String>) -> Answer {
    let table = tables.table(&id).await?;
    let mut game = table.game.lock().await;
    game.touched = Instant::now();
    Ok(Written(document(&game.state())))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Title {
    title: String,
}

async fn rename(State(tables): Shared, Path(id): Path<String>, Body(body): Body<Title>) -> Answer {
    tables.adjust(&id, move |game| game.rename(&body.title)).await.map(Written)
}

async fn delete(State(tables): Shared, Path(id): Path<String>) -> Result<StatusCode, Refusal> {
    tables.delete(&id).await.map(|()| StatusCode::NO_CONTENT)
}

async fn text(State(tables): Shared, Path(id): Path<String>) -> Result<Response, Refusal> {
    let table = tables.table(&id).await?;
    let game = table.game.lock().await;
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' };
    let name: String = game.title().chars().map(plain).collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "game" } else { name };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}.txt\"")),
    ];
    Ok((headers, game.record().to_string()).into_response())
}

async fn watch(State(tables): Shared, Path(id): Path<String>) -> Result<Response, Refusal> {
    let table = tables.table(&id).await?;
    Ok(events::watch(&tables, &table).await.into_response())
}

async fn at(
    State(tables): Shared,
    Path((id, ply)): Path<(String, String)>,
) -> Result<Json<Look>, Refusal> {
    let table = tables.table(&id).await?;
    let game = table.game.lock().await;
    let ply = ply.parse().ok();
    let snapshot = ply.and_then(|ply| game.session().snapshot_at(ply)).ok_or_else(|| {
        let expected = format!("a number of moves from 0 to {}", game.session().ply());
        Refusal::new(StatusCode::NOT_FOUND, "the game has no such place").expected(expected)
    })?;
    Ok(Json(Look::new(snapshot)))
}

async fn command(
    State(tables): Shared,
    Path((id, name)): Path<(String, String)>,
    Extension(client): Extension<Client>,
    Body(words): Body<Value>,
) -> Answer {
    let command = Command::read(&name, words)?;
    obey(&tables, &id, client, command).await.map(Written)
}
