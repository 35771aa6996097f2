//! A report of an event as one HTML page that needs nothing else: standings, points,
//! cross table, ratings with their intervals, the first side's advantage, time,
//! faults, and the graph of a sequential test.

mod chart;

use crate::event::{Event, OpeningSource, Points};
use crate::standings::{PlayerRow, Standings, TwoPlayers};
use crate::store::StoredFault;
use plywood_game::counted;
use std::fmt::Write as _;

/// The style of the page, for light and dark screens.
const STYLE: &str = include_str!("style.css");

/// The page. `faults` are the first of the event.
#[must_use]
pub fn html_report(event: &Event, standings: &Standings, faults: &[StoredFault]) -> String {
    let title = escaped(&standings.event);
    let progress = standings.progress;
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p class=\"lead\">{}, {}, {} of {} finished.</p>\n",
        standings.format,
        counted(standings.players.len(), "player"),
        progress.finished,
        counted(progress.known, "game"),
    );
    page.push_str(&section("Standings", &player_table(standings)));
    if standings.points == Points::Course {
        page.push_str(&section("Points of the course", &course_table(standings)));
    }
    if let Some(two) = &standings.two_players {
        page.push_str(&section("Pairs of games", &pairs(standings, two)));
    }
    if let Some(test) = &standings.sprt {
        page.push_str(&section("Sequential test", &sequential(standings, test)));
    }
    if standings.players.len() > 2 {
        page.push_str(&section("Cross table", &cross_table(standings)));
    }
    page.push_str(&section("Games and the first side", &configuration_table(standings)));
    page.push_str(&section("Time, depth and speed", &effort_table(standings)));
    page.push_str(&section("Ends and faults", &ends(event, standings, faults)));
    page.push_str(&section("Conditions", &conditions(event)));
    page.push_str("</body>\n</html>\n");
    page
}

fn section(title: &str, body: &str) -> String {
    format!("<h2>{title}</h2>\n{body}\n")
}

/// A table; columns whose heading begins with `<` are words. Cells are HTML.
fn table(headings: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let class = |heading: &str| if heading.starts_with('<') { " class=\"word\"" } else { "" };
    let mut text = String::from("<div class=\"scroll\"><table>\n<thead><tr>");
    for heading in headings {
        let name = escaped(heading.trim_start_matches('<'));
        let _ = write!(text, "<th{}>{name}</th>", class(heading));
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        text.push_str("<tr>");
        for (cell, heading) in row.iter().zip(headings) {
            let _ = write!(text, "<td{}>{cell}</td>", class(heading));
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody></table></div>");
    text
}

fn player_table(standings: &Standings) -> String {
    let encounters = standings.players.iter().any(|row| row.encounters.is_some());
    let name = if standings.format == "knockout" { "rounds" } else { "encounters" };
    let mut headings = vec!["", "<player"];
    headings.extend(encounters.then_some(name));
    headings.extend(["points", "games", "won", "drawn", "lost", "score", "Elo", "<95 % interval"]);
    let ratings = standings.players.iter().filter_map(|row| row.elo);
    let widest = ratings.map(|elo| elo.low.abs().max(elo.high.abs())).fold(10.0, f64::max);
    let rows = standings.players.iter().enumerate().map(|(place, row)| {
        let mut cells = vec![(place + 1).to_string(), named(row)];
        cells.extend(encounters.then(|| row.encounters.unwrap_or(0.0).to_string()));
        let games = row.games;
        cells.push(row.points.to_string());
        cells.extend([games.games(), games.won, games.drawn, games.lost].map(|n| n.to_string()));
        cells.push(row.score.map_or(String::new(), |score| format!("{:.1} %", 100.0 * score)));
        cells.push(row.elo.map_or(String::new(), |elo| elo.to_string()));
        cells.push(row.elo.map_or(String::new(), |elo| chart::interval(&elo, widest)));
        cells
    });
    let note = "<p class=\"note\">Elo points are relative to the average of all players and fitted \
                for all of them together, with a term for the first side; each player, and the \
                first side, counts as having drawn one more game.</p>";
    format!("{}\n{note}", table(&headings, rows))
}

fn course_table(standings: &Standings) -> String {
    let headings = [
        "",
        "<player",
        "points",
        "won as first",
        "won as second",
        "won by forfeit",
        "lost as first",
        "lost as second",
        "lost by forfeit",
        "drawn",
    ];
    let rows = standings.players.iter().enumerate().map(|(place, row)| {
        let mut cells = vec![(place + 1).to_string(), escaped(&row.name), row.points.to_string()];
        cells.extend(row.course.in_order().map(|number| number.to_string()));
        cells
    });
    let note =
        "<p class=\"note\">A win as first counts 2, as second 3, by forfeit 2, a draw 1.</p>";
    format!("{}\n{note}", table(&headings, rows))
}

fn pairs(standings: &Standings, two: &TwoPlayers) -> String {
    let numbers = two.pairs.map(|count| count.to_string());
    let mut text = table(&["0", "1/2", "1", "3/2", "2 points"], [numbers.to_vec()]);
    if let Some(rating) = &two.rating {
        let _ = write!(
            text,
            "\n<p>As the pairs show, {} is {} Elo stronger, {} normalised; it is the stronger one \
             with a probability of {:.2} %.</p>",
            escaped(standings.named_first()),
            rating.elo,
            rating.nelo,
            100.0 * rating.los
        );
    }
    text
}

fn sequential(standings: &Standings, test: &crate::standings::Sequential) -> String {
    let ratio = test.llr.map_or("none".to_owned(), |ratio| format!("{ratio:.2}"));
    let test_words = format!(
        "<p>Strength of at least {} against at most {} ({}), with error rates {} and {}. The \
         log-likelihood ratio is {ratio}, between {:.2} and {:.2}; {}.</p>",
        test.hypotheses.elo1,
        test.hypotheses.elo0,
        match test.hypotheses.model {
            crate::statistics::Model::Normalized => "normalised Elo",
            crate::statistics::Model::Logistic => "Elo",
        },
        test.hypotheses.alpha,
        test.hypotheses.beta,
        test.lower,
        test.upper,
        test.verdict,
    );
    format!("{test_words}\n<div class=\"chart\">{}</div>", chart::ratio(standings, test))
}

fn cross_table(standings: &Standings) -> String {
    let numbers: Vec<String> = (1..=standings.players.len()).map(|n| n.to_string()).collect();
    let mut headings = vec!["", "<player"];
    headings.extend(numbers.iter().map(String::as_str));
    let rows = standings.players.iter().zip(&standings.cross).enumerate();
    let rows = rows.map(|(place, (row, cells))| {
        let mut texts = vec![(place + 1).to_string(), escaped(&row.name)];
        texts.extend(cells.iter().map(|cell| {
            cell.map_or(String::new(), |cell| {
                let games = cell.games;
                let title =
                    format!("{} won, {} drawn, {} lost", games.won, games.drawn, games.lost);
                format!("<span title=\"{title}\">{}</span>", cell.points)
            })
        }));
        texts
    });
    let note = "<p class=\"note\">Points of the player of the row against that of the column.</p>";
    format!("{}\n{note}", table(&headings, rows))
}

fn configuration_table(standings: &Standings) -> String {
    let headings = ["<game", "games", "first won", "drawn", "second won", "first's score", "moves"];
    let rows = standings.configurations.iter().map(|row| {
        let first = row.first;
        let mut cells = vec![escaped(&row.game)];
        cells.extend([first.games(), first.won, first.drawn, first.lost].map(|n| n.to_string()));
        let score = first.score();
        cells.push(score.map_or(String::new(), |score| format!("{:.1} %", 100.0 * score)));
        cells.push(row.mean_plies.map_or(String::new(), |plies| format!("{plies:.1}")));
        cells
    });
    let advantage = standings.first_advantage.map_or(String::new(), |advantage| {
        format!("\n<p>The first side is worth {advantage} Elo in this event.</p>")
    });
    table(&headings, rows) + &advantage
}

fn effort_table(standings: &Standings) -> String {
    let headings =
        ["<player", "ms a move", "longest ms", "depth", "nodes a move", "nodes a second"];
    let shown = |value: Option<f64>, digits: usize| {
        value.map_or(String::new(), |value| format!("{value:.digits$}"))
    };
    let rows = standings.players.iter().map(|row| {
        vec![
            escaped(&row.name),
            shown(row.mean_ms, 1),
            shown(row.longest_ms, 1),
            shown(row.mean_depth, 1),
            shown(row.mean_nodes, 0),
            shown(row.nodes_per_second, 0),
        ]
    });
    table(&headings, rows)
}

fn ends(event: &Event, standings: &Standings, faults: &[StoredFault]) -> String {
    let games = standings.ends.iter();
    let ends = games.map(|(end, count)| vec![end.name().to_owned(), count.to_string()]);
    let mut text = table(&["<ended by", "games"], ends);
    let failing = standings.players.iter().filter(|row| !row.faults.is_empty());
    let rows: Vec<Vec<String>> = failing
        .map(|row| {
            let faults: Vec<String> =
                row.faults.iter().map(|(end, count)| format!("{count} {}", end.name())).collect();
            vec![escaped(&row.name), faults.join(", ")]
        })
        .collect();
    if rows.is_empty() {
        text.push_str("\n<p>No player failed.</p>");
        return text;
    }
    text.push_str(&table(&["<player", "<games lost by a fault"], rows));
    let first = faults.iter().map(|fault| {
        let name = event.players.get(fault.player).map_or("", |player| &player.name);
        vec![(fault.number + 1).to_string(), escaped(name), escaped(&fault.detail)]
    });
    text.push_str("\n<p>The first of them:</p>\n");
    text.push_str(&table(&["game", "<player", "<what happened"], first));
    text
}

fn conditions(event: &Event) -> String {
    let rows = event.configurations.iter().map(|one| {
        let openings = match &one.openings {
            OpeningSource::Start => "the start of the game".to_owned(),
            OpeningSource::Random { moves, balanced_of: 0 | 1 } => format!("{moves} random moves"),
            OpeningSource::Random { moves, balanced_of } => {
                format!("{moves} random moves, the most balanced of {balanced_of}")
            }
            OpeningSource::Listed(lines) => counted(lines.len(), "listed opening"),
        };
        let clock = one.clock.map_or(String::new(), |clock| format!("; clocks {clock}"));
        vec![escaped(&one.game), openings, format!("{}{clock}", one.limits.words())]
    });
    let players = event.players.iter().map(|one| vec![escaped(&one.name), escaped(&one.player)]);
    format!(
        "{}\n<p>{} for each pair of players and game; seed {}.</p>\n{}",
        table(&["<game", "<openings", "<limits of a move"], rows),
        counted(event.games_per_pair, "game"),
        event.seed,
        table(&["<name", "<player"], players),
    )
}

/// A player's name, with what plays as a hint.
fn named(row: &PlayerRow) -> String {
    format!("<span title=\"{}\">{}</span>", escaped(&row.player), escaped(&row.name))
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\'' => result.push_str("&#39;"),
            _ => result.push(c),
        }
    }
    result
}
