//! The games that come with Plywood, a line or two each.

use crate::benchmark::{BENCHMARK, benchmark_suite};
use crate::evaluators::LEARNED;
use crate::othello_tables;
use crate::registry::split_name;
use crate::{
    EngineSpec, Family, Field, GameEngines, Meaning, OpeningNames, Positions, Prepared, Setup,
    Suite,
};
use plywood_game::{Game, Notation, TextError};
use plywood_games::azulejos::{Azulejos, Points};
use plywood_games::delta::{Delta, Potential};
use plywood_games::mnk::{MOST_WORDS, Mnk, Params, Shapes, Threats, words_needed};
use plywood_games::othello::wthor::{self, WthorGame};
use plywood_games::othello::{Othello, Positional, patterns};
use plywood_judges::{AzulejosJudge, DeltaJudge, MnkJudge, OthelloJudge};
use plywood_learn::{KnownGame, Plan};
use plywood_solver::table::{DeltaTables, Tabulate};
use std::sync::Arc;

pub(crate) fn families() -> Vec<Family> {
    let families = vec![mnk_family(), othello_family(), delta_family(), azulejos_family()];
    families.into_iter().map(with_benchmark).collect()
}

/// The family, with the benchmark's positions of its games.
fn with_benchmark(family: Family) -> Family {
    let mut games: Vec<&'static str> = Vec::new();
    for game in BENCHMARK.map(|search| search.game) {
        let (name, entry) = (split_name(game).0, family.entry());
        let alias = |(alias, _): &(String, String)| alias == name;
        if (name == entry.name || family.aliases().iter().any(alias)) && !games.contains(&game) {
            games.push(game);
        }
    }
    games.into_iter().fold(family, |family, game| family.suite(benchmark_suite(game)))
}

fn mnk_family() -> Family {
    Family::new("mnk", "mnk:M,N,K[,exact]", |setup| {
        let params: Params = setup.parameters.unwrap_or("").parse()?;
        Ok(match words_needed(params.cells()) {
            1 => mnk::<1>(setup, params),
            2 => mnk::<2>(setup, params),
            3..=4 => mnk::<4>(setup, params),
            5..=8 => mnk::<8>(setup, params),
            _ => mnk::<MOST_WORDS>(setup, params),
        })
    })
    .about(
        "mark cells of a board of M rows and N columns; K in a line win\n\
         with exact, more than K do not",
    )
    .example("mnk:3,3,3")
    .alias("tictactoe", "mnk:3,3,3")
    .alias("gomoku", "mnk:15,15,5")
    .rules(include_str!("../rules/mnk.txt"))
    .title("m,n,k")
    .preset("Tic-tac-toe", "mnk:3,3,3")
    .preset("Four in a line, 5 by 5", "mnk:5,5,4")
    .preset("Four in a line, 6 by 7", "mnk:6,7,4")
    .preset("Five in a line, 9 by 9", "mnk:9,9,5")
    .preset("Gomoku, 15 by 15", "mnk:15,15,5")
    .preset("Gomoku, 19 by 19", "mnk:19,19,5")
    .preset("Gomoku, 15 by 15, exactly five", "mnk:15,15,5,exact")
    .fields(
        "mnk:{rows},{columns},{line}{rule}",
        [
            Field::number("rows", "Rows", 3, 1, 100),
            Field::number("columns", "Columns", 3, 1, 100),
            Field::number("line", "In a line", 3, 1, 100),
            Field::choice("rule", "Longer lines", &[("", "win"), (",exact", "do not win")]),
        ],
    )
}

fn othello_family() -> Family {
    let openings = OpeningNames::new(include_str!("../openings/othello.txt"));
    Family::new("othello", "othello", move |setup| {
        setup.no_parameters()?;
        // Ordered by evaluation it scored 70.8 % (51.3 to 84.4) against
        // plain pvs: `plywood match othello "pvs[evaluated=on]" pvs --games
        // 24 --time 50ms --opening-moves 6`. Late-move reductions were accepted
        // after 84 pairs, +97.6 Elo, and futility cuts on top of them after 50,
        // +172.8 Elo, Multi-ProbCut on top of both won 22 pairs and lost 4 of 50
        // (docs/techniques). Learned tables in place of `Positional`: docs/matches.md.
        let engines = GameEngines {
            best: EngineSpec::named("pvs")
                .with("evaluated", "on")
                .with("evaluatedfrom", "3")
                .with("latemoves", "on")
                .with("futility", "400")
                .with("internalreduction", "on")
                .with("multiprobcut", "on")
                .with("evaluator", LEARNED),
            meaning: Meaning::Hundredths("discs"),
            players: plywood_players::othello::players(),
            patterns: plan_of_othello(),
            predictions: Some(include_str!("../predictions/othello.toml")),
            known_games: Some(known_games_of_othello),
            learned: Some(othello_tables::tables),
            ..GameEngines::default()
        };
        let othello = setup.with_engines(Othello, Positional, engines).judged_by(OthelloJudge);
        othello.with_openings(&openings)
    })
    .about("enclose the other side's discs to turn them; the most discs win")
    .rules(include_str!("../rules/othello.txt"))
    .title("Othello")
}

/// The patterns of a learned evaluation: what a position is worth to a side is what it is
/// worth to the other with the colours exchanged.
fn plan_of_othello() -> Plan {
    let (tuples, phases) = (patterns::tuples(), patterns::PHASES);
    Plan { tuples, phases, exchange: true, ..Plan::default() }
}

/// The games of a base in the form of WTHOR.
fn known_games_of_othello(text: &str) -> Option<Result<Vec<KnownGame<Othello>>, TextError>> {
    let known = |line| {
        let WthorGame { year, moves, values } = wthor::parse(line)?;
        Ok(KnownGame { start: Othello.initial(), moves, values, year: Some(year) })
    };
    wthor::is_wthor(text).then(|| text.lines().map(known).collect())
}

fn delta_family() -> Family {
    Family::new("delta", "delta[:placement|:pieces=N|:placement,pieces=N]", |setup| {
        let game = setup.parameters.map_or(Ok(Delta::standard()), str::parse)?;
        Ok(delta(setup, game))
    })
    .about(
        "place pieces, then slide them and drop new ones behind; four in a line win\n\
         with placement, White's second turn must be a placement; N is 4 to 9",
    )
    .rules(include_str!("../rules/delta.txt"))
    .title("Delta")
    .suite(delta_report("delta"))
    .suite(delta_report("delta:placement"))
    .tabulated([
        "delta:pieces=4",
        "delta:pieces=5",
        "delta:pieces=6",
        "delta:pieces=7",
        "delta:pieces=8",
        "delta",
    ])
    .fields(
        "delta{variant}",
        [Field::choice(
            "variant",
            "White's second turn, pieces a side",
            &[
                ("", "any move, 9 pieces"),
                (":placement", "a placement, 9 pieces"),
                (":pieces=8", "any move, 8 pieces"),
                (":pieces=7", "any move, 7 pieces"),
                (":pieces=6", "any move, 6 pieces"),
                (":pieces=5", "any move, 5 pieces"),
                (":pieces=4", "any move, 4 pieces"),
                (":placement,pieces=8", "a placement, 8 pieces"),
                (":placement,pieces=7", "a placement, 7 pieces"),
                (":placement,pieces=6", "a placement, 6 pieces"),
                (":placement,pieces=5", "a placement, 5 pieces"),
                (":placement,pieces=4", "a placement, 4 pieces"),
            ],
        )],
    )
}

/// The tables of the report on Delta: its algorithms, and as many positions.
fn delta_report(game: &'static str) -> Suite {
    Suite {
        name: "report",
        about: "the tables of the report on Delta: its figure 2 and 17 positions of its three phases",
        game,
        algorithms: Some(
            "delta-alphabeta,delta-aspiration[delta=10],delta-aspiration[delta=20],\
             delta-aspiration[delta=30],delta-deepening",
        ),
        depths: Some((1, 7)),
        positions: Positions::Lines(include_str!("../suites/delta-report.txt")),
    }
}

fn azulejos_family() -> Family {
    Family::new("azulejos", "azulejos[:RxC[,COLOURS][,seed=S]]", |setup| {
        let game = match (setup.parameters, setup.has_position) {
            (None, true) => Azulejos::any(),
            (parameters, _) => Azulejos::parse_params(parameters.unwrap_or(""), setup.seed)?,
        };
        let engines = GameEngines {
            meaning: Meaning::Hundredths("points"),
            players: plywood_players::azulejos::players(),
            patterns: plan_of_azulejos(&game),
            ..GameEngines::default()
        };
        Ok(setup.with_engines(game, Points, engines).judged_by(AzulejosJudge))
    })
    .about("take groups of equal tiles, the larger the better; R by C tiles from a seed")
    .example("azulejos:10x10,4,seed=1")
    .rules(include_str!("../rules/azulejos.txt"))
    .title("Azulejos")
    .preset("Small, 5 by 5, 3 colours", "azulejos:5x5,3")
    .preset("Usual, 10 by 10, 4 colours", "azulejos:10x10,4")
    .preset("Large, 20 by 20, 5 colours", "azulejos:20x20,5")
    .fields(
        "azulejos:{rows}x{columns},{colours},seed={seed}",
        [
            Field::number("rows", "Rows", 10, 1, 100),
            Field::number("columns", "Columns", 10, 1, 100),
            Field::number("colours", "Colours", 4, 1, 9),
            Field::seed("seed", "Seed"),
        ],
    )
}

/// An evaluator serves all boards of a size, and counts what is on the board: the
/// points so far are in the game's own evaluation.
fn plan_of_azulejos(game: &Azulejos) -> Plan {
    let name = game.name();
    let name = name.split_once(",seed=").map(|(name, _)| name.to_owned());
    Plan { name, adds: true, ..Plan::default() }
}

/// The (m,n,k)-game with boards of `W` machine words.
fn mnk<const W: usize>(setup: &Setup<'_>, params: Params) -> Prepared {
    let engines = GameEngines {
        configure: Some(|mut shapes: Shapes, near, threats| {
            shapes.windows.near = near;
            shapes.windows.threats = threats.then_some(Threats::All);
            shapes
        }),
        best: best_of_mnk(params),
        meaning: meaning_in_mnk(params),
        proves: params.cells() <= SMALL,
        players: plywood_players::mnk::players(),
        ..GameEngines::default()
    };
    let judge = MnkJudge {
        rows: params.rows().into(),
        columns: params.columns().into(),
        k: params.k() as usize,
        exact: params.is_exact(),
    };
    setup.with_engines(Mnk::<W>::new(params), Shapes::new(params), engines).judged_by(judge)
}

/// Boards of no more cells are played with proofs, and with all moves.
const SMALL: usize = 64;

/// What plays the (m,n,k)-game best depends on how much of it can be seen. On small
/// boards positions are few and many of them alike. On large ones only cells near
/// others are looked at, by shapes: docs/players/best.md says what each option is worth.
fn best_of_mnk(params: Params) -> EngineSpec {
    if params.cells() <= SMALL {
        return EngineSpec::named("pvs").with("symmetry", "on").with("evaluated", "on");
    }
    let options = [
        ("near", "2"),
        ("latemoves", "on"),
        ("latefactor", "95"),
        ("movecount", "5"),
        ("internalreduction", "on"),
        ("quiescence", "12"),
        ("futility", "130"),
        ("window", "200"),
    ];
    options.into_iter().fold(EngineSpec::named("pvs"), |spec, (key, value)| spec.with(key, value))
}

/// The scales that `cargo xtask measure probability` fitted
/// (docs/probability.md). Boards without a fit show no probability.
fn meaning_in_mnk(params: Params) -> Meaning {
    let scale = match params.to_string().as_str() {
        "15,15,5" => 1301.0,
        "7,7,4" => 149.0,
        _ => return Meaning::Unfitted,
    };
    Meaning::Logistic { scale }
}

/// A variant of Delta.
fn delta(setup: &Setup<'_>, game: Delta) -> Prepared {
    let players = plywood_players::delta::players();
    // As fitted for the game without the restriction (docs/probability.md).
    let meaning = match game == Delta::standard() {
        true => Meaning::Logistic { scale: 72.0 },
        false => Meaning::Number,
    };
    let second_turn_must_place = Delta::placement().with_pieces(game.pieces()) == Some(game);
    let judge = DeltaJudge { second_turn_must_place, pieces: game.pieces() as usize };
    let table: Option<Arc<dyn Tabulate<Delta>>> = Some(Arc::new(DeltaTables(game)));
    let engines = GameEngines { meaning, players, table, ..GameEngines::default() };
    setup.with_engines(game, Potential::default(), engines).judged_by(judge)
}
