//! Events: started on the page, watched, their games replayed, and on a phone.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Page;
use crate::serving::Server;

/// Whether nothing is wider than the window.
async fn fits(page: &Page) -> bool {
    page.eval("document.documentElement.scrollWidth <= document.documentElement.clientWidth").await
}

#[tokio::test]
async fn an_event_is_started_watched_and_its_games_are_replayed() {
    let server = Server::start(PLYWOOD);
    visit(&format!("{}/#events", server.address), Screen::Wide, async |page| {
        page.click("#new-event").await;
        page.fill("#dialog-event [name=name]", "Spring & autumn").await;
        page.click("#dialog-event [data-add=Player]").await;
        page.click("#dialog-event [data-add=Game]").await;
        for (field, values) in [
            ("Player", ["alphabeta", "random[seed=1]", "mcts"].as_slice()),
            ("Game", &["mnk:4,4,3", "othello"]),
        ] {
            for (index, value) in values.iter().enumerate() {
                let row = format!(".event-row:nth-child({}) [aria-label={field}]", index + 1);
                page.fill(&row, value).await;
            }
        }
        page.select("#dialog-event [name=limit]", "nodes").await;
        page.fill("#dialog-event [name=amount]", "200").await;
        page.click("#start-event").await;
        page.until("the end", "finished, 12 games".to_owned(), async || {
            page.text(".event .event-state").await
        })
        .await;
        assert_eq!(page.text("#title").await, "Spring & autumn");
        assert_eq!(page.count("#met-0-1, #met-1-0, #met-0-2").await, 3);
        // The games of two players: two of each game.
        page.click("#met-0-1").await;
        page.until("four games", 4, async || page.count("[data-game]").await).await;
        let report = page.fetch(".event-files [data-form=html]").await;
        assert!(report.contains("<h1>Spring &amp; autumn</h1>"), "{report}");
        assert!(page.text(".event-files [data-form=ggf]").await.ends_with("6 of 12"));

        page.click("[data-game]").await;
        page.until("the first position", "The first position".to_owned(), async || {
            page.status().await
        })
        .await;
        let title = page.text("#title").await;
        assert!(title.starts_with("Spring & autumn · "), "{title}");
        let seats = page.text("#seats").await;
        assert!(seats.contains("alphabeta") && seats.contains("random"), "{seats}");
        page.click("#last").await;
        page.until("the last move's time", true, async || {
            page.text(".move-facts").await.contains(" ms")
        })
        .await;
        assert!(page.count(".move-value").await > 0, "values stand beside moves");
        page.browser().back().await.expect("back");
        page.browser().back().await.expect("back");
        page.until("the event again", "Spring & autumn".to_owned(), async || {
            page.text(".event h2").await
        })
        .await;
        page.click("#open-events").await;
        page.until("the list", 1, async || page.count(".event-line").await).await;
    })
    .await;
}

#[tokio::test]
async fn events_of_the_terminal_are_seen_on_a_phone_with_graph_and_clocks() {
    let server = Server::start(PLYWOOD);
    let test = ["sprt", "delta", "alphabeta[depth=1]", "random[seed=2]", "--elo1", "50"];
    server.beside(&[test.as_slice(), &["--games", "20", "--clock", "1m+1s"]].concat());
    visit(&format!("{}/#events", server.address), Screen::Phone, async |page| {
        assert!(fits(page).await, "the list fits");
        page.click(".event-line a").await;
        page.until("a graph", 1, async || page.count("svg.ratio polyline").await).await;
        let words = page.text(".verdict").await;
        assert!(words.contains("log-likelihood ratio"), "{words}");
        assert!(fits(page).await, "the event fits");
        page.click("[data-game]").await;
        page.until("the game", false, async || {
            page.eval("document.getElementById('table').hidden").await
        })
        .await;
        page.click("#last").await;
        page.until("clocks", true, async || {
            let facts = page.text(".move-facts").await;
            facts.contains("Black 1:") || facts.contains("Black 59")
        })
        .await;
        assert!(fits(page).await, "the game fits");
    })
    .await;
}

#[tokio::test]
async fn a_refused_event_says_why_and_the_sheet_stays() {
    let server = Server::start(PLYWOOD);
    visit(&format!("{}/#events", server.address), Screen::Wide, async |page| {
        page.expect("400");
        page.click("#new-event").await;
        page.fill(".event-row [aria-label=Player]", "ugi:sh").await;
        page.click("#start-event").await;
        page.until("a reason", true, async || {
            page.text("#dialog-event .problem").await.contains("named at its start")
        })
        .await;
        assert_eq!(page.count("#dialog-event[open]").await, 1);
    })
    .await;
}
