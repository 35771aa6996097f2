//! Engines at the table: against each other, stopped, hurried, replaced.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Seat, Wish};
use crate::serving::Server;
use std::time::Duration;

const fn engine<'a>(limit: &'a str, value: &'a str) -> Seat<'a> {
    Seat::Engine { name: "alphabeta", limit, value }
}

#[tokio::test]
async fn two_engines_play_a_game_to_its_end() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let players = [engine("depth", "3"), engine("depth", "2")];
        page.begin(&Wish { family: "mnk", fields: &[], players }).await;
        page.until("the end", "A draw".to_owned(), async || page.status().await).await;
        assert_eq!(page.moves().await.len(), 9);
        let answer = page.text("#thinking").await;
        assert!(answer.starts_with("A draw, exact"), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn an_engine_is_stopped_goes_on_and_moves_at_once_when_told() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let players = [Seat::Person, engine("time", "600s")];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(1).await;
        page.until("a thought", true, async || page.text("#thinking").await.contains("depth"))
            .await;
        // The page is alive meanwhile.
        page.click("#flip").await;
        page.click("#previous").await;
        page.until("looking back", "The first position".to_owned(), async || page.status().await)
            .await;
        page.click("#last").await;
        page.click("#stop").await;
        page.until("stopped", true, async || page.status().await.ends_with("is stopped")).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.moves().await.len(), 1);
        page.click("#stop").await;
        page.until("going on", true, async || page.is_enabled("#move-now").await).await;
        page.click("#move-now").await;
        page.wait_for_moves(2).await;
        page.until("a person is to move", "Black to move".to_owned(), async || page.status().await)
            .await;
    })
    .await;
}

#[tokio::test]
async fn what_an_engine_thought_stays_with_its_move_over_a_reload_and_a_restart() {
    let mut server = Server::start(PLYWOOD);
    let address = server.address.clone();
    visit(&address, Screen::Wide, async |page| {
        page.expect("ERR_INCOMPLETE_CHUNKED_ENCODING");
        page.expect("ERR_CONNECTION_REFUSED");
        let players = [Seat::Person, engine("depth", "3")];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(2).await;
        let words = async || page.text("#thinking").await;
        page.until("the last depth", true, async || words().await.contains("depth 3")).await;
        let (before, value) = (words().await, page.text(".thought-value").await);
        page.browser().refresh().await.expect("a reload");
        page.until("the same thought", before, words).await;
        server.kill();
        server.start_again();
        page.browser().refresh().await.expect("a reload");
        // Its value is kept with the game; how it was found is not.
        page.until("the same value", value, async || page.text(".thought-value").await).await;
        assert_eq!(page.text(".thought-facts").await, "");
    })
    .await;
}

#[tokio::test]
async fn who_plays_is_changed_in_the_middle_of_a_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("mnk", &[])).await;
        page.click_cell(4).await;
        page.wait_for_moves(1).await;
        page.click("#seat-second").await;
        page.select("#dialog-player [aria-label=\"Who plays o\"]", "random").await;
        page.click("#dialog-player [type=submit]").await;
        page.wait_for_moves(2).await;
        assert!(page.text("#seat-second .seat-player").await.starts_with("random"));
        page.until("a person is to move", "x to move".to_owned(), async || page.status().await)
            .await;
    })
    .await;
}

#[tokio::test]
async fn what_nobody_changed_is_not_among_a_players_words() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let engine = Seat::Engine { name: "azulejos-minimax", limit: "time", value: "1s" };
        page.begin(&Wish { family: "azulejos", fields: &[], players: [Seat::Person, engine] })
            .await;
        let words = async || page.text("#seat-second .seat-player").await;
        assert_eq!(words().await, "azulejos-minimax · 1 s");
        page.click("#seat-second").await;
        page.click("#dialog-player summary").await;
        let prune = "#dialog-player [data-option=prune]";
        let shown: String = page.eval(&format!("document.querySelector({prune:?}).value")).await;
        assert_eq!(shown, "on", "as it is by default");
        page.select(prune, "off").await;
        page.click("#dialog-player [type=submit]").await;
        let changed = "azulejos-minimax · 1 s · prune off".to_owned();
        page.until("the new player", changed, words).await;
    })
    .await;
}
