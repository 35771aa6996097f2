//! The page's type declarations, made from the types that the server sends and
//! takes, so that a script that misreads a document does not pass the checks.

use crate::arena_events::{
    Board, EventFault, EventFile, EventGame, EventGames, EventLine, EventList, EventView, Hoped,
    Met, NewEvent, PairCounts, Range, Ranked, Ratio,
};
use crate::command::Command;
use crate::refusal::{Fault, Refusal};
use crate::state::{AnalysisNews, Rules, Setup, WantedAnalysis};
use crate::state::{
    Catalogue, GameList, Listed, Look, Looks, NewGame, Players, State, Thinking, Thought,
};
use plywood_game::{Caption, Content, Outcome, Picture, Preview, Side, SideLook, Style};
use plywood_workbench::{
    Analysis, Bounds, Choice, ClockRules, Clocks, Ending, Field, FieldChoice, FieldKind, GameEntry,
    Guidance, LineReport, MoveNode, PlayerEntry, Preset, Reason, ScoreKind, ScoreReport, Snapshot,
    StoppedBy,
};
use ts_rs::{Config, TS};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/types.d.ts");

fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = "// Made from the server's types by `PLYWOOD_DECLARATIONS=write cargo test -p \
                    plywood-web declarations`.\n"
        .to_owned();
    let mut declare = |declaration: String| {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    };
    macro_rules! all {
        ($($name:ty),* $(,)?) => { $(declare(<$name>::decl(&config));)* };
    }
    all![
        State,
        Players,
        Thinking,
        Clocks,
        Thought<'_>,
        WantedAnalysis,
        AnalysisNews,
        Rules,
        Setup,
        Guidance,
        Catalogue,
        GameList,
        Listed,
        Look,
        Looks,
        MoveNode,
        NewGame,
        ClockRules,
        Command,
        Refusal,
        Fault,
        Snapshot,
        Choice,
        Preview,
        Picture,
        Content,
        Style,
        SideLook,
        Caption,
        Side,
        Outcome,
        Ending,
        Reason,
        Analysis,
        Bounds,
        LineReport,
        ScoreReport,
        ScoreKind,
        StoppedBy,
        GameEntry,
        Preset,
        Field,
        FieldKind,
        FieldChoice,
        PlayerEntry,
        EventList,
        EventLine,
        EventView,
        Range,
        Ranked,
        Met,
        Board,
        PairCounts,
        Ratio,
        EventFault,
        EventFile,
        EventGames,
        EventGame,
        NewEvent,
        Hoped,
    ];
    text
}

#[test]
fn the_pages_declarations_are_those_of_the_servers_types() {
    let made = declarations();
    if std::env::var_os("PLYWOOD_DECLARATIONS").is_some() {
        std::fs::write(FILE, &made).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == made, "{FILE} is out of date; its first line says how to make it again");
}
