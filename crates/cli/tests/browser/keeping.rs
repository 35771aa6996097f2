//! Games are kept: over a reload, over the death of the server, from page to
//! page, and in a list.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Page, Wish};
use crate::serving::Server;
use thirtyfour::prelude::*;

async fn begin_othello(page: &Page) {
    page.begin(&Wish::people("othello", &[])).await;
    for (count, cell) in [37, 43, 18].into_iter().enumerate() {
        page.click_cell(cell).await;
        page.wait_for_moves(count + 1).await;
    }
}

#[tokio::test]
async fn a_reload_restores_the_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        begin_othello(page).await;
        let cells = page.cells().await;
        page.browser().refresh().await.expect("a reload");
        page.until("the moves", "f5 d6 c3".to_owned(), async || page.moves().await.join(" ")).await;
        page.until("the same position", cells, async || page.cells().await).await;
    })
    .await;
}

#[tokio::test]
async fn a_killed_server_comes_back_with_the_game_and_the_page_goes_on() {
    let mut server = Server::start(PLYWOOD);
    let address = server.address.clone();
    visit(&address, Screen::Wide, async |page| {
        begin_othello(page).await;
        let cells = page.cells().await;
        page.expect("ERR_INCOMPLETE_CHUNKED_ENCODING");
        page.expect("ERR_CONNECTION_REFUSED");
        server.kill();
        page.until("the loss is shown", true, async || {
            page.status().await.starts_with("The server does not answer")
        })
        .await;
        server.start_again();
        page.until("the page goes on", "White to move".to_owned(), async || page.status().await)
            .await;
        assert_eq!(page.cells().await, cells);
        // The new server has a new token, which the page finds out by itself.
        page.click_cell(page.legal().await[0]).await;
        page.wait_for_moves(4).await;
    })
    .await;
}

#[tokio::test]
async fn an_address_of_a_game_that_is_not_here_is_answered_with_a_new_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.expect("404 (Not Found)");
        // From elsewhere, so that the page is loaded at this address, and once.
        page.browser().goto("about:blank").await.expect("elsewhere");
        page.browser().goto(format!("{}/#nowhere", server.address)).await.expect("the page");
        page.element("#welcome:not([hidden])").await;
        let words = "This game is not here; it may have been deleted.";
        page.until("said so", true, async || page.text("#errors").await.contains(words)).await;
        let in_front = "document.querySelector('#errors').matches(':popover-open')";
        assert!(page.eval::<bool>(in_front).await, "not behind the sheet");
        page.click("#errors button").await;
    })
    .await;
}

#[tokio::test]
async fn two_pages_of_one_game_show_the_same() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        begin_othello(page).await;
        let address = page.browser().current_url().await.expect("an address").to_string();
        let here = page.browser().window().await.expect("a window");
        let there = page.browser().new_window().await.expect("a second window");
        page.browser().switch_to_window(there.clone()).await.expect("the second window");
        page.browser().goto(&address).await.expect("the same game");
        page.wait_for_moves(3).await;
        page.click_cell(page.legal().await[0]).await;
        page.wait_for_moves(4).await;
        let cells = page.cells().await;
        page.browser().switch_to_window(here).await.expect("the first window");
        page.wait_for_moves(4).await;
        page.until("the same position", cells, async || page.cells().await).await;
        page.click_cell(page.legal().await[0]).await;
        page.wait_for_moves(5).await;
        let cells = page.cells().await;
        page.browser().switch_to_window(there).await.expect("the second window");
        page.wait_for_moves(5).await;
        page.until("the same position", cells, async || page.cells().await).await;
        page.assert_quiet().await;
    })
    .await;
}

#[tokio::test]
async fn games_are_listed_renamed_downloaded_reopened_and_deleted() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        begin_othello(page).await;
        page.begin(&Wish::people("delta", &[])).await;
        page.click("#open-games").await;
        page.until("two games", 2, async || page.count(".kept-game").await).await;
        page.click(".kept-game:last-child [aria-label=\"Rename Othello\"]").await;
        page.fill(".kept-game input", "Tiger").await;
        page.press_key(Key::Enter).await;
        page.until("the new name", 1, async || page.count("[aria-label=\"Download Tiger\"]").await)
            .await;
        let text: String = page.fetch("[aria-label=\"Download Tiger\"]").await;
        assert!(text.contains("f5 d6 c3") || text.contains("f5d6c3"), "{text}");
        page.click(".kept-game [aria-label=\"Delete Delta\"]").await;
        page.click("#dialog-ask [type=submit]").await;
        page.until("one game", 1, async || page.count(".kept-game").await).await;
        page.click(".kept-game .kept-open").await;
        page.wait_for_moves(3).await;
        assert_eq!(page.text("#title").await, "Tiger");
    })
    .await;
}
