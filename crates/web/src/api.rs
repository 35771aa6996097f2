//! The requests, one function each. `API.md` describes them for authors of
//! clients.

use crate::command::{Command, obey};
use crate::events;
use crate::identity::{Client, is_id};
use crate::limits::Body;
use crate::live_games::{Document, LiveGames, document};
use crate::refusal::Refusal;
use crate::state::{
    Catalogue, GameList, Look, Looks, NewGame, Rules, SCHEMA, Setup, WantedAnalysis,
};
use crate::store;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use plywood_workbench::{NodeId, Start, seed_of_the_moment};
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;

type Shared = State<Arc<LiveGames>>;
type Answer = Result<Written, Refusal>;

/// A state, already written as JSON.
pub(crate) struct Written(pub(crate) Document);

impl IntoResponse for Written {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0.to_string()).into_response()
    }
}

pub(crate) fn routes() -> Router<Arc<LiveGames>> {
    Router::new()
        .route("/catalogue", get(catalogue))
        .route("/preview", get(preview))
        .route("/rules", get(rules))
        .route("/setup", post(set_up))
        .route("/games", get(list).post(begin))
        .route("/games/{id}", get(state).patch(rename).delete(delete))
        .route("/games/{id}/text", get(text))
        .route("/games/{id}/events", get(watch))
        .route("/games/{id}/at/{node}", get(at))
        .route("/games/{id}/looks", get(looks))
        .route("/games/{id}/ahead", get(ahead))
        .route("/games/{id}/analysis", post(analyse).delete(stop_analysis))
        .route("/games/{id}/rematch", post(rematch))
        .route("/games/{id}/{command}", post(command))
        .merge(crate::arena_events::routes())
}

async fn catalogue(State(tables): Shared) -> Json<Catalogue> {
    let store = tables.store.path().filter(|_| tables.store.keeps());
    let players = tables.workbench.players(None).unwrap_or_default();
    Json(Catalogue {
        schema: SCHEMA,
        games: tables.workbench.games().cloned().collect(),
        players: players.into_iter().chain(tables.roster.entries()).collect(),
        store: store.and_then(|path| path.file_name()).map(|name| name.display().to_string()),
        storage: tables.store.problem_without_folder().or_else(|| tables.store.notice()),
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
    let Query(wanted) = wanted?;
    let session = tables.workbench.open(&wanted.game, &Start::default(), seed_of_the_moment())?;
    Ok(Json(Look::new(0, &*session)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
#[derive(Default)]
struct Listing {
    search: String,
    skip: usize,
}

async fn list(
    State(tables): Shared,
    listing: Result<Query<Listing>, QueryRejection>,
) -> Result<Json<GameList>, Refusal> {
    let Query(Listing { search, skip }) = listing?;
    Ok(Json(tables.list(&store::Wanted { search: search.trim().to_owned(), skip }).await))
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
    Ok((headers, game.document().to_string()).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Watching {
    page: Option<String>,
}

async fn watch(
    State(tables): Shared,
    Path(id): Path<String>,
    watching: Result<Query<Watching>, QueryRejection>,
) -> Result<Response, Refusal> {
    let Query(watching) = watching?;
    let page = watching.page.filter(|page| is_id(page)).map(Client);
    let table = tables.table(&id).await?;
    let stream = events::watch(&tables, &table, page).await;
    // A stream that made room for another leaves no connection behind.
    Ok(([(header::CONNECTION, "close")], stream).into_response())
}

async fn analyse(
    State(tables): Shared,
    Path(id): Path<String>,
    Extension(client): Extension<Client>,
    Body(wanted): Body<WantedAnalysis>,
) -> Result<StatusCode, Refusal> {
    let table = tables.table(&id).await?;
    let order = table.game.lock().await.order(&tables, &wanted)?;
    tables.analyses.desk(&client)?.ask(&tables, order);
    Ok(StatusCode::NO_CONTENT)
}

async fn stop_analysis(State(tables): Shared, Extension(client): Extension<Client>) -> StatusCode {
    tables.analyses.stop(&client);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rematch {
    /// Whether the players change sides.
    swap: bool,
}

async fn rematch(
    State(tables): Shared,
    Path(id): Path<String>,
    Extension(client): Extension<Client>,
    Body(body): Body<Rematch>,
) -> Answer {
    tables.rematch(&id, body.swap, client).await.map(Written)
}

/// The position that was set up, if it is one of the game.
async fn set_up(State(tables): Shared, Body(setup): Body<Setup>) -> Result<Json<Look>, Refusal> {
    let workbench = &*tables.workbench;
    let usual = workbench.open(&setup.game, &Start::default(), seed_of_the_moment())?;
    let cells = usual.snapshot().picture.cells.len();
    if setup.cells.len() != cells {
        return Err(Refusal::bad("the board has another size")
            .at("cells")
            .expected(cells.to_string()));
    }
    let none = || Refusal::conflict("positions of this game cannot be set up cell by cell");
    let position = usual.setup_text(&setup.cells, setup.to_move).ok_or_else(none)?;
    let start = Start { position: Some(position), ..Start::default() };
    let game = workbench.at_a_position(&setup.game)?;
    let session = workbench.open(game, &start, 0)?;
    Ok(Json(Look::new(0, &*session)))
}

async fn rules(
    State(tables): Shared,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Rules>, Refusal> {
    let Query(wanted) = wanted?;
    let entry = tables.workbench.entry(&wanted.game)?;
    // A game that brings no rules has its line about them.
    let text = if entry.rules.is_empty() { &entry.about } else { &entry.rules };
    Ok(Json(Rules { schema: SCHEMA, title: entry.title.clone(), text: text.clone() }))
}

async fn at(
    State(tables): Shared,
    Path((id, node)): Path<(String, String)>,
) -> Result<Json<Look>, Refusal> {
    let table = tables.table(&id).await?;
    let game = table.game.lock().await;
    game.look(&tables.workbench, number(&node)?).map(Json)
}

/// The number of a node, as it stands in an address.
fn number(text: &str) -> Result<NodeId, Refusal> {
    let wrong = |_| Refusal::new(StatusCode::NOT_FOUND, "the game has no such place").at("node");
    text.parse().map_err(wrong)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Places {
    nodes: String,
}

async fn looks(
    State(tables): Shared,
    Path(id): Path<String>,
    places: Result<Query<Places>, QueryRejection>,
) -> Result<Json<Looks>, Refusal> {
    let Query(places) = places?;
    let nodes: Vec<NodeId> = places.nodes.split(',').map(number).collect::<Result<_, _>>()?;
    let table = tables.table(&id).await?;
    let game = table.game.lock().await;
    let looks = game.looks(&tables.workbench, &nodes)?;
    Ok(Json(Looks { schema: SCHEMA, looks }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ahead {
    node: NodeId,
    /// Moves with a space between them.
    moves: String,
}

async fn ahead(
    State(tables): Shared,
    Path(id): Path<String>,
    ahead: Result<Query<Ahead>, QueryRejection>,
) -> Result<Json<Look>, Refusal> {
    let Query(ahead) = ahead?;
    let moves: Vec<&str> = ahead.moves.split_whitespace().collect();
    let table = tables.table(&id).await?;
    let game = table.game.lock().await;
    game.ahead(&tables.workbench, ahead.node, &moves).map(Json)
}

impl From<QueryRejection> for Refusal {
    fn from(error: QueryRejection) -> Self {
        Refusal::bad(error.body_text()).at("query")
    }
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
