//! An event as the page asks for it.

use super::ArenaEvents;
use crate::live_games::LiveGames;
use crate::refusal::Refusal;
use plywood_arena::{
    AdjudicationDraft, Draft, Event, LimitsDraft, OpeningsDraft, Placed, PlayerDraft, Resolved,
    SprtDraft, Surroundings,
};
use plywood_engines::Engines;
use plywood_workbench::{Error, PlayerSpec};
use serde::Deserialize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What `POST /api/events` takes. What is left out is as in an event file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(optional_fields = nullable))]
pub(crate) struct NewEvent {
    pub(crate) name: String,
    pub(crate) players: Vec<String>,
    pub(crate) games: Vec<String>,
    pub(crate) format: Option<String>,
    pub(crate) rounds: Option<usize>,
    pub(crate) games_per_pair: Option<usize>,
    pub(crate) points: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) time: Option<String>,
    pub(crate) clock: Option<String>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    /// How many random moves games begin with.
    pub(crate) opening_moves: Option<usize>,
    /// Whether games end when their value is certain.
    pub(crate) adjudicate_exact: Option<bool>,
    pub(crate) sprt: Option<Hoped>,
}

/// The hypotheses of a sequential test, in normalised Elo.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Hoped {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

/// The most games of an event that is started on the page.
const MOST_GAMES: usize = 20_000;

/// The most random moves of an opening.
const MOST_OPENING_MOVES: usize = 30;

/// A value that stands in no file.
fn placed<T>(value: T) -> Placed<T> {
    Placed::new(0..0, value)
}

impl NewEvent {
    /// The event, checked: players, games, sizes.
    pub(super) fn resolve(&self, live: &LiveGames) -> Result<Event, Refusal> {
        let moves = self.opening_moves.filter(|moves| *moves > MOST_OPENING_MOVES);
        if moves.is_some() {
            let what = "these are too many random moves";
            let expected = format!("at most {MOST_OPENING_MOVES}");
            return Err(Refusal::bad(what).at("opening_moves").expected(expected));
        }
        let nothing = |name: &str| Err(format!("{name}: files are not read for a page"));
        let around = Surroundings {
            workbench: &live.workbench,
            engines: &Engines::default(),
            read: &nothing,
            name: "event",
            stop: &AtomicBool::new(false),
        };
        let Resolved { event, .. } =
            self.draft(live)?.resolve("", &around).map_err(|error| plain(&error))?;
        if event.most_games() > MOST_GAMES {
            let what = format!("this event has {} games", event.most_games());
            let expected = format!("at most {MOST_GAMES}; 'plywood arena run' plays more");
            return Err(Refusal::bad(what).at("games_per_pair").expected(expected));
        }
        check_players(live, &event)?;
        Ok(event)
    }

    fn draft(&self, live: &LiveGames) -> Result<Draft, Refusal> {
        let text = |text: &Option<String>| text.clone().map(placed);
        let mut draft = Draft {
            name: Some(placed(self.name.clone())),
            games: self.games.iter().cloned().map(placed).collect(),
            format: text(&self.format),
            rounds: self.rounds.map(placed),
            games_per_pair: self.games_per_pair.map(placed),
            points: text(&self.points),
            seed: self.seed,
            openings: OpeningsDraft {
                moves: self.opening_moves.map(placed),
                ..OpeningsDraft::default()
            },
            limits: LimitsDraft {
                time: text(&self.time),
                clock: text(&self.clock),
                nodes: self.nodes.map(placed),
                depth: self.depth.map(placed),
                ..LimitsDraft::default()
            },
            adjudication: AdjudicationDraft {
                exact: self.adjudicate_exact.unwrap_or(false),
                ..AdjudicationDraft::default()
            },
            sprt: self.sprt.map(|hoped| {
                let (elo0, elo1) = (Some(hoped.elo0), Some(hoped.elo1));
                placed(SprtDraft { elo0, elo1, ..SprtDraft::default() })
            }),
            ..Draft::default()
        };
        for name in &self.players {
            let spec: PlayerSpec = name.parse()?;
            if spec != PlayerSpec::Human && !live.roster.may_play(live.roster.real(&spec)) {
                let what = "the page plays only engines that were named at its start";
                return Err(Refusal::bad(what).at("players").expected("--engine NAME=PLAYER"));
            }
            let player = live.roster.real(&spec).to_string();
            draft.player.push(PlayerDraft { name: placed(name.clone()), player: placed(player) });
        }
        Ok(draft)
    }
}

/// Refuses players that the page may not let play, or that want more than the
/// machine has.
pub(super) fn check_players(live: &LiveGames, event: &Event) -> Result<(), Refusal> {
    for one in &event.players {
        let spec: PlayerSpec = one.player.parse()?;
        if !live.roster.may_play(&spec) {
            let what = format!("{} is an engine that was not named at the page's start", one.name);
            return Err(Refusal::bad(what)
                .at("players")
                .expected("--engine NAME=PLAYER, or 'plywood arena run'"));
        }
        live.searches.check(&spec).map_err(|what| Refusal::bad(what).at("players"))?;
    }
    Ok(())
}

/// An error of a draft that stands in no file: without a line and column.
fn plain(error: &Error) -> Refusal {
    match error {
        Error::Text { error, .. } => Refusal::bad(error.problem()).expected(error.expected()),
        other => Refusal::bad(other.to_string()),
    }
}

impl ArenaEvents {
    /// Starts an event, and gives its name.
    pub(super) async fn begin(live: &Arc<LiveGames>, new: NewEvent) -> Result<String, Refusal> {
        let here = Arc::clone(live);
        // Checking players looks for programs, and may read files.
        let resolved = tokio::task::spawn_blocking(move || new.resolve(&here)).await;
        let event = resolved.map_err(|error| Refusal::conflict(error.to_string()))??;
        let name = event.name.clone();
        let known = live.arena.ask(async |store| store.events().await).await?.unwrap_or_default();
        if known.iter().any(|stored| stored.event.name == name) {
            let what = "there is an event of this name already";
            return Err(Refusal::conflict(what).at("name").expected("another name"));
        }
        Self::play(live, event).await?;
        Ok(name)
    }

    /// Goes on with an event that was stopped.
    pub(super) async fn resume(live: &Arc<LiveGames>, name: &str) -> Result<(), Refusal> {
        let stored = live.arena.stored(name).await?;
        if stored.progress.over {
            return Err(Refusal::conflict("all games of this event are finished"));
        }
        check_players(live, &stored.event)?;
        Self::play(live, stored.event).await
    }
}
