//! Every option of the algorithms, declared once: the parser, its error
//! messages, the lists and the page's forms come from here.

use crate::{EngineSpec, Field, FieldKind, Method, PredictionSource};
use plywood_players::parse_time;
use plywood_search::{
    DeepeningOptions, LateMoveOptions, MctsOptions, Options, RootWindows, Schedule, TimeKind,
};
use std::borrow::Cow;

/// An option of algorithms: its description, and what a value changes.
pub(crate) struct EngineOption {
    pub(crate) field: Field,
    set: Set,
}

/// What a value changes. The value is one that the field accepts.
enum Set {
    /// Limits and memory, which every player has.
    Common(fn(&mut EngineSpec, &str)),
    /// The seed, which every player has and each algorithm keeps elsewhere.
    Seed,
    /// A switch of both algorithms.
    Either(fn(&mut Options) -> &mut bool, fn(&mut MctsOptions) -> &mut bool),
    /// What an alpha-beta search takes from the game.
    Game(fn(&mut EngineSpec, &str)),
    /// The predictions of Multi-ProbCut: the game's own, or those in a file.
    Predictions,
    /// What both algorithms take from a file, whose name is kept as it is written.
    File(fn(&mut EngineSpec, &str)),
    /// A value of alpha-beta.
    AlphaBeta(fn(&mut Options, &str)),
    /// A switch of alpha-beta.
    Switch(fn(&mut Options) -> &mut bool),
    /// A value of Monte-Carlo tree search.
    Mcts(fn(&mut MctsOptions, &str)),
}

impl EngineOption {
    fn is_of(&self, method: &Method) -> bool {
        match (&self.set, method) {
            (Set::Common(_) | Set::Seed, _) => true,
            (Set::Either(..) | Set::File(_), method) => !matches!(method, Method::Named(_)),
            (Set::Mcts(_), method) => matches!(method, Method::Mcts(_)),
            (_, method) => matches!(method, Method::AlphaBeta(_)),
        }
    }

    /// Whether its value is the name of a file, in which case matters.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.set, Set::File(_) | Set::Predictions)
    }

    /// Sets it to a value that the field accepts.
    pub(crate) fn set(&self, spec: &mut EngineSpec, value: &str) {
        match (&self.set, &mut spec.method) {
            (Set::Common(set) | Set::Game(set) | Set::File(set), _) => set(spec, value),
            (Set::Predictions, _) => spec.predictions = PredictionSource::of(value),
            (Set::Seed, Method::AlphaBeta(options)) => options.tie_seed = value.parse().ok(),
            (Set::Seed, Method::Mcts(options)) => options.seed = value.parse().unwrap_or_default(),
            (Set::Either(place, _) | Set::Switch(place), Method::AlphaBeta(options)) => {
                *place(options) = value == "on";
            }
            (Set::Either(_, place), Method::Mcts(options)) => {
                *place(options) = value == "on";
                options.forced_rollouts = options.forced;
            }
            (Set::AlphaBeta(set), Method::AlphaBeta(options)) => set(options, value),
            (Set::Mcts(set), Method::Mcts(options)) => set(options, value),
            // A named player takes its seed when it is built.
            _ => {}
        }
    }

    /// Its description for an engine that has it, with the default that holds
    /// there.
    fn described(&self, spec: &EngineSpec) -> Field {
        let mut field = self.field.clone();
        let switch = |on: bool| Cow::Borrowed(if on { "on" } else { "off" });
        match (&self.set, &spec.method, &mut field.kind) {
            (Set::Switch(place) | Set::Either(place, _), Method::AlphaBeta(options), _) => {
                field.default = switch(*place(&mut options.clone()));
            }
            (Set::Either(_, place), Method::Mcts(options), _) => {
                field.default = switch(*place(&mut options.clone()));
            }
            (Set::Common(_), Method::AlphaBeta(options), _)
                if field.name == "table" && !options.table.on =>
            {
                field.default = Cow::Borrowed("off");
            }
            (Set::Predictions, ..) => field.default = spec.predictions.to_string().into(),
            (Set::Game(_), _, FieldKind::Choice { .. }) => field.default = switch(spec.threats),
            (Set::AlphaBeta(_), Method::AlphaBeta(options), _) if field.name == "window" => {
                if let RootWindows::Aspiration { delta } = options.windows.root {
                    field.default = Cow::Owned(delta.to_string());
                }
            }
            // Only alpha-beta can do without its table.
            (
                Set::Common(_),
                Method::Mcts(_) | Method::Named(_),
                FieldKind::Number { word, .. },
            ) => {
                *word = None;
            }
            _ => {}
        }
        field
    }
}

impl EngineSpec {
    /// The option of this key that the engine has, with its description.
    pub(crate) fn option(&self, key: &str) -> Option<(&'static EngineOption, Field)> {
        let found = OPTIONS.iter().find(|option| option.field.name == key)?;
        found.is_of(&self.method).then(|| (found, found.described(self)))
    }

    /// Every option that the engine has, each with its meaning, range and
    /// default. A named player has more: its game knows which.
    #[must_use]
    pub fn options(&self) -> Vec<Field> {
        let own = OPTIONS.iter().filter(|option| option.is_of(&self.method));
        own.map(|option| option.described(self)).collect()
    }
}

/// The options that the page offers, in its order; the others can be typed.
pub(crate) const ON_THE_PAGE: &str =
    "time depth nodes table seed threads symmetry threats near quiescence rollout";

const MEGABYTES: FieldKind =
    FieldKind::Number { least: 1, most: 1 << 40, unit: Some("megabytes"), word: Some("off") };

const SCHEDULE: FieldKind =
    FieldKind::text("depths by number of moves, such as 10:10/25:6/3", |text| {
        text.parse::<Schedule>().is_ok()
    });

const EXPLORATION: FieldKind = FieldKind::text("a number such as 0.7, from 0 to 100", |text| {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain && text.parse().is_ok_and(|constant: f64| (0.0..=100.0).contains(&constant))
});

/// Every option, in the order of lists and messages.
static OPTIONS: [EngineOption; 43] = [
    option(
        Field::new(
            "depth",
            "Moves ahead",
            "Stop after this depth.",
            "",
            FieldKind::number(1, 1000),
        ),
        Set::Common(|spec, value| spec.limits.depth = value.parse().ok()),
    ),
    option(
        Field::new("nodes", "Positions a move", "Stop after this number of nodes.", "", NODES),
        Set::Common(|spec, value| spec.limits.nodes = value.parse().ok()),
    ),
    option(
        Field::new("time", "Time a move", "Stop after this time.", "", FieldKind::Time),
        Set::Common(|spec, value| {
            (spec.limits.time, spec.limits.time_kind) = (parse_time(value), TimeKind::Real);
        }),
    ),
    option(
        Field::new("processortime", "Processor time a move", WORKED, "", FieldKind::Time),
        Set::Common(|spec, value| {
            (spec.limits.time, spec.limits.time_kind) = (parse_time(value), TimeKind::Processor);
        }),
    ),
    option(
        Field::new("table", "Memory in MB", "The size of the table or the tree.", "64", MEGABYTES),
        Set::Common(|spec, value| match (value.parse(), &mut spec.method) {
            (Ok(megabytes), _) => spec.megabytes = megabytes,
            (Err(_), Method::AlphaBeta(options)) => options.table.on = false,
            (Err(_), _) => {}
        }),
    ),
    option(Field::seed("seed", "Seed"), Set::Seed),
    option(
        on_or_off("forced", "Search only forced moves, where the game knows them"),
        Set::Either(|options| &mut options.proofs.forced_moves, |options| &mut options.forced),
    ),
    option(
        on_or_off("hopes", "End a line where neither side can still win"),
        Set::Either(|options| &mut options.proofs.known_draws, |options| &mut options.known_draws),
    ),
    option(
        Field::new("near", "Only cells so near to others", NEAR, "", FieldKind::number(1, 100)),
        Set::Game(|spec, value| spec.near = value.parse().ok()),
    ),
    option(
        on_or_off("threats", "Look for a forced win first"),
        Set::Game(|spec, value| spec.threats = value == "on"),
    ),
    switch("endgame", "Solve the end of the game where it is near", |o| &mut o.endgame.on),
    option(
        Field::new("evaluator", "Learned evaluator", EVALUATOR, "", FILE),
        Set::File(|spec, value| spec.evaluator = Some(value.to_owned())),
    ),
    option(
        Field::new("threads", "Threads", "Search in parallel.", "1", FieldKind::number(1, 256)),
        Set::AlphaBeta(|options, value| options.threads = value.parse().unwrap_or(1)),
    ),
    option(
        Field::new("window", "Aspiration window", WINDOW, "full", WINDOWS),
        Set::AlphaBeta(|options, value| {
            let aspiration = |delta| RootWindows::Aspiration { delta };
            options.windows.root = value.parse().map_or(RootWindows::Full, aspiration);
        }),
    ),
    switch("pruning", "Cut moves that cannot change the value", |o| &mut o.windows.pruning),
    switch("nullwindows", "Null windows for all moves but the first", |o| &mut o.windows.null),
    option(
        Field::new("schedule", "Depths", "The depth by the number of moves.", "", SCHEDULE),
        Set::AlphaBeta(|options, value| {
            options.deepening = DeepeningOptions { on: false, schedule: value.parse().ok() };
        }),
    ),
    switch("deepening", "Search depth 1, 2, 3 and so on", |o| &mut o.deepening.on),
    switch("symmetry", "Turned and mirrored positions are one", |o| &mut o.table.symmetry),
    switch("tablemove", "Search the move in the table first", |o| &mut o.ordering.table_move),
    switch("evaluated", "Order moves by the evaluation after them", |o| &mut o.ordering.evaluated),
    option(
        Field::new(
            "evaluatedfrom",
            "Evaluated from depth",
            EVALUATED,
            "1",
            FieldKind::number(1, 100),
        ),
        Set::AlphaBeta(|options, value| {
            options.ordering.evaluated_from = value.parse().unwrap_or(1);
        }),
    ),
    switch("killers", "Search moves early that cut at the same ply", |o| &mut o.ordering.killers),
    switch("history", "Order moves by the cuts they made elsewhere", |o| &mut o.ordering.history),
    switch("countermoves", "Search the last refutation early", |o| &mut o.ordering.countermoves),
    switch("estimates", "Evaluate unfinished positions at the last depth", |o| {
        &mut o.horizon.estimates
    }),
    option(
        Field::new("quiescence", "Moves beyond the horizon", NOISY, "0", FieldKind::number(0, 100)),
        Set::AlphaBeta(|options, value| {
            options.horizon.quiescence = value.parse().unwrap_or_default();
        }),
    ),
    switch("branchingcut", "Cut nodes with few moves, as OMatic does", |o| &mut o.branching_cut.on),
    switch("childentries", "Look all moves up in the table first", |o| &mut o.child_entries.on),
    option(
        Field::new("futility", "Margin of futility cuts", FUTILITY, "off", MARGIN),
        Set::AlphaBeta(|options, value| options.futility.margin = value.parse().ok()),
    ),
    switch("nullmove", "End a node that is good enough after a pass", |o| &mut o.null_move.on),
    option(
        Field::new("multiprobcut", "Predictions of Multi-ProbCut", PREDICTED, "off", PREDICTIONS),
        Set::Predictions,
    ),
    switch("internalreduction", "Search nodes without a table move less deep", |o| {
        &mut o.internal_reduction.on
    }),
    switch("latemoves", "Search moves late in the order less deep", |o| {
        &mut o.late_moves.reductions
    }),
    option(
        Field::new("latefactor", "How much less deep", LATE_FACTOR, "50", FACTOR),
        Set::AlphaBeta(|options, value| {
            options.late_moves.factor = value.parse().unwrap_or(LateMoveOptions::default().factor);
        }),
    ),
    option(
        Field::new("movecount", "Moves of a node", MOVE_COUNT, "off", COUNT),
        Set::AlphaBeta(|options, value| options.late_moves.count = value.parse().ok()),
    ),
    switch("extensions", "Search only moves deeper", |o| &mut o.extensions.only_moves),
    option(
        Field::new("singular", "Margin of singular moves", SINGULAR, "off", MARGIN),
        Set::AlphaBeta(|options, value| options.singular.margin = value.parse().ok()),
    ),
    switch("resistance", "Of equal losses, choose the hardest to win", |o| &mut o.resistance),
    switch("samedepth", "Use table entries of the same depth only", |o| {
        &mut o.table.same_depth_only
    }),
    switch("keep", "Keep the table from move to move of a game", |o| &mut o.table.keep),
    option(
        Field::new("exploration", "Exploration", "The constant of UCT.", "0.4", EXPLORATION),
        Set::Mcts(|options, value| {
            options.exploration = value.parse().unwrap_or(options.exploration);
        }),
    ),
    option(
        Field::new("rollout", "Random moves before judging", ROLLOUT, "full", MOVES),
        Set::Mcts(|options, value| options.rollout = value.parse().ok()),
    ),
];

const WORKED: &str = "Stop when each thread has worked this long, however long that takes.";
const EVALUATOR: &str =
    "Evaluate by the tables in this file, which learn wrote, or by those that come with the game.";
const FILE: FieldKind = FieldKind::text("the name of a file, or learned", |name| !name.is_empty());
const NODES: FieldKind = FieldKind::number(1, u64::MAX);
const NEAR: &str = "Search only cells within this distance of others.";
const WINDOW: &str = "The window at the root is the last value plus and minus this.";
const WINDOWS: FieldKind = FieldKind::number_or(1, 1_000_000, "full");
const NOISY: &str = "Search noisy moves this far beyond the last depth.";
const EVALUATED: &str = "Order by evaluation only where this many moves are left to search.";
const FUTILITY: &str =
    "Cut nodes whose evaluation is this far outside the window, for each ply left.";
const MARGIN: FieldKind = FieldKind::number_or(1, 1_000_000, "off");
const LATE_FACTOR: &str =
    "Late moves: hundredths of the product of the logarithms of depth and place.";
const FACTOR: FieldKind = FieldKind::number(1, 200);
const MOVE_COUNT: &str = "Search this many moves, and as many more as the depth allows.";
const COUNT: FieldKind = FieldKind::number_or(1, 10_000, "off");
const PREDICTED: &str = "Leave out deep searches that shallow ones predict: on, or a file of fit.";
const PREDICTIONS: FieldKind =
    FieldKind::text("the name of a file that fit wrote, on for the game's own, or off", |text| {
        !text.is_empty()
    });
const SINGULAR: &str = "Search the table's move a ply deeper where all others are this much worse.";
const ROLLOUT: &str = "Evaluate after this number of random moves, or play to the end.";
const MOVES: FieldKind = FieldKind::number_or(0, 10_000, "full");

const fn option(field: Field, set: Set) -> EngineOption {
    EngineOption { field, set }
}

const fn on_or_off(name: &'static str, label: &'static str) -> Field {
    Field::new(name, label, "", "", FieldKind::SWITCH)
}

/// A switch of alpha-beta; its label says all.
const fn switch(
    name: &'static str,
    label: &'static str,
    place: fn(&mut Options) -> &mut bool,
) -> EngineOption {
    option(on_or_off(name, label), Set::Switch(place))
}
