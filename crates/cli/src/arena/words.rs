//! Standings for a person in a terminal.

use crate::tables::table;
use plywood_arena::{PlayerRow, Points, Sequential, Standings, TwoPlayers};
use plywood_game::counted;

/// Cross tables of more players than this are left to the report.
const WIDEST_CROSS: usize = 12;

/// Everything about an event.
pub(crate) fn standings(standings: &Standings) -> String {
    let progress = standings.progress;
    let mut text = format!(
        "{}: {}, {} of {} finished\n",
        standings.event,
        standings.format,
        progress.finished,
        counted(progress.known, "game")
    );
    text.push_str(&player_table(standings));
    if standings.points == Points::Course {
        text.push_str(&course_table(standings));
    }
    if (3..=WIDEST_CROSS).contains(&standings.players.len()) {
        text.push_str(&cross_table(standings));
    }
    if standings.configurations.len() > 1 {
        text.push_str(&configuration_table(standings));
    }
    let first = standings.first;
    if let (Some(score), Some(advantage)) = (first.score(), standings.first_advantage) {
        let share = 100.0 * score;
        text.push_str(&format!("first side: {share:.1} % of the points, {advantage} Elo\n"));
    }
    if let Some(two) = &standings.two_players {
        text.push_str(&format!("results of {}:\n", standings.named_first()));
        text.push_str(&two_players(two));
    }
    if let Some(test) = &standings.sprt {
        text.push_str(&sequential(test));
    }
    text
}

fn player_table(standings: &Standings) -> String {
    let encounters = match standings.format {
        "swiss" => Some("encounters"),
        "knockout" => Some("rounds"),
        _ => None,
    };
    let mut headings = vec!["", "<player"];
    headings.extend(encounters);
    headings.extend(["points", "games", "won", "drawn", "lost", "score", "<Elo", "faults"]);
    let rows = standings.players.iter().enumerate().map(|(place, row)| {
        let mut cells = vec![(place + 1).to_string(), row.name.clone()];
        cells.extend(encounters.map(|_| row.encounters.unwrap_or(0.0).to_string()));
        let games = row.games;
        let faults: u64 = row.faults.values().sum();
        cells.push(row.points.to_string());
        cells.extend([games.games(), games.won, games.drawn, games.lost].map(|n| n.to_string()));
        cells.push(row.score.map_or(String::new(), |score| format!("{:.1} %", 100.0 * score)));
        cells.push(row.elo.map_or(String::new(), |elo| elo.to_string()));
        cells.push(faults.to_string());
        cells
    });
    table(&headings, rows)
}

/// The columns that the course publishes.
fn course_table(standings: &Standings) -> String {
    let headings = [
        "<course points",
        "points",
        "won first",
        "won second",
        "won forfeit",
        "lost first",
        "lost second",
        "lost forfeit",
        "drawn",
    ];
    let row = |row: &PlayerRow| {
        let numbers = row.course.in_order().map(|number| number.to_string());
        [row.name.clone(), row.points.to_string()].into_iter().chain(numbers).collect()
    };
    format!("\n{}", table(&headings, standings.players.iter().map(row)))
}

fn cross_table(standings: &Standings) -> String {
    let numbers: Vec<String> = (1..=standings.players.len()).map(|n| n.to_string()).collect();
    let mut headings = vec!["", "<points against"];
    headings.extend(numbers.iter().map(String::as_str));
    let rows = standings.players.iter().zip(&standings.cross).enumerate();
    let rows = rows.map(|(place, (row, cells))| {
        let mut texts = vec![(place + 1).to_string(), row.name.clone()];
        texts.extend(cells.iter().enumerate().map(|(other, cell)| match cell {
            Some(cell) => cell.points.to_string(),
            None if other == place => "x".to_owned(),
            None => "-".to_owned(),
        }));
        texts
    });
    format!("\n{}", table(&headings, rows))
}

fn configuration_table(standings: &Standings) -> String {
    let headings = ["<game", "games", "first won", "drawn", "second won", "moves"];
    let rows = standings.configurations.iter().map(|row| {
        let first = row.first;
        let mut cells = vec![row.game.clone()];
        cells.extend([first.games(), first.won, first.drawn, first.lost].map(|n| n.to_string()));
        cells.push(row.mean_plies.map_or(String::new(), |plies| format!("{plies:.1}")));
        cells
    });
    format!("\n{}\n", table(&headings, rows))
}

/// Time, depth, speed and faults of each player.
pub(crate) fn effort_table(standings: &Standings) -> String {
    let headings =
        ["<player", "ms a move", "longest", "depth", "nodes a move", "nodes/s", "<faults"];
    let shown = |value: Option<f64>, digits: usize| {
        value.map_or(String::new(), |value| format!("{value:.digits$}"))
    };
    let rows = standings.players.iter().map(|row| {
        let faults: Vec<String> =
            row.faults.iter().map(|(end, count)| format!("{count} {}", end.name())).collect();
        vec![
            row.name.clone(),
            shown(row.mean_ms, 1),
            shown(row.longest_ms, 1),
            shown(row.mean_depth, 1),
            shown(row.mean_nodes, 0),
            shown(row.nodes_per_second, 0),
            faults.join(", "),
        ]
    });
    table(&headings, rows)
}

pub(crate) fn two_players(two: &TwoPlayers) -> String {
    let [ll, ld, mid, wd, ww] = two.pairs;
    let pairs = format!("pairs: {ll} {ld} {mid} {wd} {ww} with 0, 1/2, 1, 3/2 and 2 points\n");
    let Some(rating) = &two.rating else { return pairs };
    let (elo, nelo, los) = (rating.elo, rating.nelo, 100.0 * rating.los);
    format!("{pairs}by pairs: {elo} Elo, normalised {nelo}, likelihood of superiority {los:.1} %\n")
}

pub(crate) fn sequential(test: &Sequential) -> String {
    let ratio = test.llr.map_or("none".to_owned(), |ratio| format!("{ratio:.2}"));
    let (lower, upper) = (test.lower, test.upper);
    let verdict = test.verdict;
    format!("log-likelihood ratio {ratio} between {lower:.2} and {upper:.2}; {verdict}\n")
}
