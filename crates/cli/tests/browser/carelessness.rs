//! People who click twice, change their minds, mistype, or delete what another
//! else is looking at.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Seat, Wish};
use crate::serving::Server;
use thirtyfour::prelude::*;

#[tokio::test]
async fn a_double_click_on_start_begins_one_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.element("#dialog-new[open] .look svg").await;
        let script =
            "const start = document.getElementById('start-game'); start.click(); start.click();";
        page.browser().execute(script, Vec::new()).await.expect("the clicks");
        page.element("#table:not([hidden])").await;
        page.click("#open-games").await;
        page.until("one game", 1, async || page.count(".kept-game").await).await;
    })
    .await;
}

#[tokio::test]
async fn closing_the_first_sheet_still_offers_a_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.element("#dialog-new[open] .look svg").await;
        page.press_key(Key::Escape).await;
        page.until("no sheet", 0, async || page.count("dialog[open]").await).await;
        page.click("#welcome-new").await;
        page.begin(&Wish::people("delta", &[])).await;
        assert!(page.eval::<bool>("document.getElementById('welcome').hidden").await);
    })
    .await;
}

#[tokio::test]
async fn an_engine_in_a_persons_seat_has_a_limit_already() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.element("#dialog-new[open] .look svg").await;
        page.select("#dialog-new [aria-label=\"Who plays the first side\"]", "best").await;
        let limit =
            "document.querySelector('#dialog-new [aria-label=\"How much, for the first side\"]').value";
        page.until("a second a move", "1s".to_owned(), async || page.eval(limit).await).await;
        page.click("#start-game").await;
        page.element("#table:not([hidden])").await;
    })
    .await;
}

#[tokio::test]
async fn undo_and_redo_in_haste_while_an_engine_thinks_end_where_they_should() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let engine = Seat::Engine { name: "alphabeta", limit: "time", value: "600s" };
        let players = [Seat::Person, engine];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(1).await;
        page.until("the engine thinks", true, async || page.is_enabled("#move-now").await).await;
        // Keys ask whether there is anything to do or not: the pairs leave the
        // game as it was, and one undo more is enough.
        page.press(&("uy".repeat(10) + "uuuu")).await;
        let answered = "performance.getEntriesByType('resource')
            .filter(({ name }) => /(undo|redo)$/.test(name)).length";
        page.until("what made sense was sent", 21, async || page.eval(answered).await).await;
        page.until("Black to move", "Black to move".to_owned(), async || page.status().await).await;
        page.wait_for_moves(0).await;
        page.until("four moves", 4, async || page.legal().await.len()).await;
        page.click("#redo").await;
        page.wait_for_moves(1).await;
        assert_eq!(page.moves().await, ["f5"]);
    })
    .await;
}

#[tokio::test]
async fn a_game_deleted_by_another_page_leaves_no_sheet_about_it() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("delta", &[])).await;
        page.click("#seat-first").await;
        page.element("#dialog-player[open]").await;
        let script = "const [done] = arguments;
            const token = document.querySelector('[name=plywood-token]').content;
            const headers = { 'content-type': 'application/json', 'x-plywood-token': token };
            const path = '/api/games/' + location.hash.slice(1);
            fetch(path, { method: 'DELETE', headers, body: '{}' }).then(() => done());";
        page.browser().execute_async(script, Vec::new()).await.expect("it is deleted");
        page.element("#welcome:not([hidden])").await;
        assert_eq!(page.count("dialog[open]").await, 0);
        assert!(page.text("#errors").await.contains("it may have been deleted"));
        page.click("#errors button").await;
        page.until("the message is closed", String::new(), async || page.text("#errors").await)
            .await;
    })
    .await;
}

#[tokio::test]
async fn a_mistake_among_the_options_is_shown_and_mended_options_are_used() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.expect("400 (Bad Request)");
        let engine = Seat::Engine { name: "alphabeta", limit: "depth", value: "2" };
        page.begin(&Wish { family: "mnk", fields: &[], players: [Seat::Person, engine] }).await;
        page.click("#seat-second").await;
        page.click("#dialog-player summary").await;
        page.fill("#dialog-player [data-option=threads]", "257").await;
        page.click("#dialog-player summary").await;
        page.click("#dialog-player [type=submit]").await;
        // The browser points at the field, which cannot be done while it is hidden.
        page.element("#dialog-player details[open]").await;
        page.fill("#dialog-player [data-option=threads]", "2").await;
        page.select("#dialog-player [data-option=symmetry]", "on").await;
        page.fill("#dialog-player [aria-label=\"Other options of o\"]", "killers=maybe").await;
        page.click("#dialog-player [type=submit]").await;
        let problem = async || page.text("#dialog-player .problem").await;
        page.until("the problem", true, async || problem().await.contains("on or off")).await;
        page.fill("#dialog-player [aria-label=\"Other options of o\"]", "killers=off").await;
        page.click("#dialog-player [type=submit]").await;
        let words = "alphabeta · depth 2 · threads 2 · symmetry on · killers off";
        page.until("the new player", words.to_owned(), async || {
            page.text("#seat-second .seat-player").await
        })
        .await;
        page.click_cell(4).await;
        page.wait_for_moves(2).await;
    })
    .await;
}

#[tokio::test]
async fn back_and_forward_go_from_game_to_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        for family in ["othello", "delta"] {
            page.begin(&Wish::people(family, &[])).await;
        }
        let title = async || page.text("#title").await;
        page.until("the second game", "Delta".to_owned(), title).await;
        page.click("#open-games").await;
        page.browser().back().await.expect("back");
        page.until("the first game", "Othello".to_owned(), title).await;
        assert_eq!(page.count("dialog[open]").await, 0);
        page.browser().forward().await.expect("forward");
        page.until("the second game", "Delta".to_owned(), title).await;
    })
    .await;
}

#[tokio::test]
async fn back_leaves_a_page_that_chose_its_game_itself() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("othello", &[])).await;
        page.browser().goto("about:blank").await.expect("elsewhere");
        page.browser().goto(&server.address).await.expect("the page again");
        page.element("#table:not([hidden])").await;
        assert_ne!(page.eval::<String>("location.hash").await, "", "the game is in the address");
        page.browser().back().await.expect("back");
        let here = async || page.browser().current_url().await.expect("an address").to_string();
        page.until("elsewhere", "about:blank".to_owned(), here).await;
        page.browser().forward().await.expect("forward");
        page.element("#table:not([hidden])").await;
    })
    .await;
}
