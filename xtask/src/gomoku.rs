//! The measurement of Gomoku: the set of wins by fours, and matches from balanced
//! openings, each a resumable event.

use crate::run::Step;
use std::path::Path;

const FOLDER: &str = "target/gomoku";

/// What `best` was before its late moves were learned.
const BEFORE: &str = "pvs[near=2,latemoves=on,quiescence=8,futility=200]";

/// Games against each opponent.
const GAMES: u32 = 40;

/// Solves the set, and plays `best` at 0.5 s a move against what it was and against the
/// programs that `PLYWOOD_PEERS` names, `NAME=COMMAND` separated by semicolons, which speak
/// the protocol of Gomocup; then counts the moves of `best` that lose to a forced win.
pub(crate) fn gomoku() -> Result<(), String> {
    let set = ["test", "--release", "--locked", "-p", "plywood-games", "--test", "threats"];
    Step::cargo("wins by fours", &[&set[..], &["--", "--nocapture", "set"]].concat()).run()?;
    std::fs::create_dir_all(FOLDER).map_err(|error| format!("{FOLDER}: {error}"))?;
    let peers = std::env::var("PLYWOOD_PEERS").unwrap_or_default();
    let peers = peers.split(';').filter_map(|peer| peer.split_once('='));
    let peers = peers.map(|(name, command)| (name.to_owned(), format!("gomocup:{command}")));
    let opponents = [("before".to_owned(), BEFORE.to_owned())].into_iter().chain(peers);
    for (name, player) in opponents {
        play(&name, &player)?;
    }
    Ok(())
}

/// Plays an event, or goes on with it, and looks at the games.
fn play(name: &str, player: &str) -> Result<(), String> {
    let (event, games) = (format!("{FOLDER}/{name}.toml"), format!("{FOLDER}/{name}.txt"));
    let store = format!("{FOLDER}/events.sqlite");
    if !Path::new(&event).exists() {
        let text = format!(
            "name = \"gomoku-{name}\"\nformat = \"match\"\ngames = [\"gomoku\"]\n\
             games-per-pair = {GAMES}\n[openings]\nfile = \"docs/openings/gomoku.txt\"\n\
             [limits]\ntime = \"500ms\"\n[[player]]\nname = \"best\"\nplayer = \"best\"\n\
             [[player]]\nname = \"{name}\"\nplayer = \"{player}\"\n"
        );
        std::fs::write(&event, text).map_err(|error| format!("{event}: {error}"))?;
    }
    let run = ["run", "--release", "--locked", "--quiet", "--", "arena"];
    let words = ["run", &event, "--store", &store];
    Step::cargo(name, &[&run[..], &words].concat()).run()?;
    let event = format!("gomoku-{name}");
    let words = ["export", &event, &games, "--store", &store, "--force"];
    Step::cargo("export", &[&run[..], &words].concat()).run()?;
    let refuted = ["run", "--release", "--locked", "-p", "plywood-lab", "--example", "refuted"];
    Step::cargo("refuted moves", &[&refuted[..], &["--", "best", &games]].concat()).run()
}
