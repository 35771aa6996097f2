//! An event written as flags.

use crate::limits::MoveLimitArgs;
use crate::numbers::{seed, whole};
use plywood_arena::{AdjudicationDraft, Draft, LimitsDraft, OpeningsDraft, Placed};
use plywood_workbench::{ClockRules, TimeKind};

/// What every game of an event begins with.
#[derive(clap::Args)]
pub(crate) struct OpeningArgs {
    /// Begin each pair of games with an opening of this file, in an order that the
    /// seed decides
    #[arg(long, value_name = "FILE", conflicts_with_all = ["opening_moves", "balanced", "opening_count"])]
    openings: Option<String>,
    /// How many random moves each pair of games begins with
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<usize>(0, 100))]
    opening_moves: Option<usize>,
    /// Draw N random openings for each pair, 256 if N is left out, and begin with
    /// the most even, as 'best' judges them
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "256", value_parser = whole::<usize>(2, 10_000))]
    balanced: Option<usize>,
    /// Draw this many different openings before the event begins, none of them
    /// another one turned or mirrored
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = whole::<usize>(1, 100_000))]
    opening_count: Option<usize>,
}

impl OpeningArgs {
    /// The same, with this many random moves where nothing is said.
    pub(crate) fn draft(&self, usual_moves: Option<usize>) -> OpeningsDraft {
        let nothing = self.openings.is_none();
        let moves = self.opening_moves.or(usual_moves.filter(|_| nothing));
        OpeningsDraft {
            file: placed(self.openings.clone()),
            moves: placed(moves),
            balanced: placed(self.balanced),
            count: placed(self.opening_count),
        }
    }
}

/// When games end before the rules end them.
#[derive(clap::Args)]
pub(crate) struct AdjudicationArgs {
    /// End a game when a player has proved its value
    #[arg(long)]
    adjudicate_exact: bool,
    /// End a game when both players have agreed for N moves each who wins
    #[arg(long, value_name = "N", requires = "agreement_value", value_parser = whole::<usize>(1, 1000))]
    agreement_moves: Option<usize>,
    /// The estimate from which a side counts as winning, in the game's own unit
    #[arg(long, value_name = "VALUE", requires = "agreement_moves", value_parser = whole::<i32>(1, 1_000_000))]
    agreement_value: Option<i32>,
    /// A game with N moves is drawn
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1_000_000))]
    longest: Option<usize>,
}

impl AdjudicationArgs {
    pub(crate) fn draft(&self) -> AdjudicationDraft {
        AdjudicationDraft {
            exact: self.adjudicate_exact,
            agreement_moves: placed(self.agreement_moves),
            agreement_value: placed(self.agreement_value),
            length: placed(self.longest),
        }
    }
}

/// Everything that an event file may say.
#[derive(clap::Args)]
pub(crate) struct EventFlags {
    /// A player of the event; give several
    #[arg(long = "player", value_name = "PLAYER")]
    players: Vec<String>,
    /// A game of the event; give several
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Who meets whom: match, round-robin, gauntlet, swiss or knockout
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
    /// The rounds of a Swiss event
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1000))]
    rounds: Option<usize>,
    /// How many of the first players play against all others in a gauntlet
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1000))]
    challengers: Option<usize>,
    /// How a Swiss or knockout event is drawn: random or listed
    #[arg(long, value_name = "HOW")]
    seeding: Option<String>,
    /// How many games two players play in each configuration
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, 1_000_000))]
    games_per_pair: Option<usize>,
    /// What games are worth: standard (1, 1/2, 0) or course (win as first 2, as
    /// second 3, by forfeit 2, draw 1)
    #[arg(long, value_name = "POINTS")]
    points: Option<String>,
    /// What pairings, openings and random players are drawn from
    #[arg(long, value_name = "N", value_parser = seed)]
    seed: Option<u64>,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    limits: MoveLimitArgs,
    /// Play with clocks: MAIN time for each side, and INC more with each move
    #[arg(long, value_name = "MAIN[+INC]", allow_hyphen_values = true, conflicts_with_all = ["time", "processor_time"])]
    clock: Option<ClockRules>,
    #[command(flatten)]
    adjudication: AdjudicationArgs,
}

impl EventFlags {
    /// Whether anything was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.players.is_empty() && self.games.is_empty()
    }

    pub(crate) fn draft(&self) -> Draft {
        Draft {
            players: self.players.iter().cloned().map(at_nothing).collect(),
            games: self.games.iter().cloned().map(at_nothing).collect(),
            format: placed(self.format.clone()),
            rounds: placed(self.rounds),
            challengers: placed(self.challengers),
            seeding: placed(self.seeding.clone()),
            games_per_pair: placed(self.games_per_pair),
            points: placed(self.points.clone()),
            seed: self.seed,
            openings: self.openings.draft(None),
            limits: limits_draft(&self.limits, self.clock),
            adjudication: self.adjudication.draft(),
            ..Draft::default()
        }
    }
}

/// Limits and clocks as a file would say them.
pub(crate) fn limits_draft(limits: &MoveLimitArgs, clock: Option<ClockRules>) -> LimitsDraft {
    let limits = limits.limits();
    let time = |kind| {
        let time = limits.time.filter(|_| limits.time_kind == kind);
        placed(time.map(|time| format!("{}ms", time.as_secs_f64() * 1000.0)))
    };
    LimitsDraft {
        time: time(TimeKind::Real),
        processor_time: time(TimeKind::Processor),
        clock: placed(clock.map(|clock| clock.to_string())),
        nodes: placed(limits.nodes),
        depth: placed(limits.depth),
    }
}

/// A value that has no place in a file.
pub(crate) fn at_nothing<T>(value: T) -> Placed<T> {
    Placed::new(0..0, value)
}

fn placed<T>(value: Option<T>) -> Option<Placed<T>> {
    value.map(at_nothing)
}
