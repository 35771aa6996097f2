//! The tree of a game: looking through it, trying moves in it, and addresses of
//! its positions.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Page, Seat, Wish};
use crate::serving::Server;
use thirtyfour::prelude::*;

/// Begins a game of two people by a program, with these moves.
async fn begin(page: &Page, game: &str, moves: &str) {
    page.begin_by_request(serde_json::json!({ "game": game, "moves": moves })).await;
    page.wait_for_moves(moves.split(' ').count()).await;
}

async fn shows(page: &Page, words: &str) {
    page.until("the status", words.to_owned(), async || page.status().await).await;
}

/// The node in the address; empty where the game stands.
async fn node(page: &Page) -> String {
    page.eval("location.hash.split('/')[1] ?? ''").await
}

#[tokio::test]
async fn a_move_in_an_earlier_position_is_a_variation_and_nothing_is_lost() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        // A finished game: x has won.
        begin(page, "tictactoe", "b2 a3 c3 b3 a1").await;
        shows(page, "x wins").await;
        page.click("#moves [data-ply=\"2\"]").await;
        page.until("all empty cells", 7, async || page.legal().await.len()).await;
        page.click_cell(6).await;
        shows(page, "After move 3 of 3, a variation").await;
        assert_eq!(page.moves().await, ["b2", "a3", "a1"]);
        assert_eq!(page.cell(6).await, "a1: x, last move");
        // The game stays where it was, in this page and in the list of moves.
        page.click("#moves .variations summary").await;
        assert_eq!(page.text("#moves .variations").await, "1 variation at a1c3b3a1");
        page.click("#back-to-game").await;
        shows(page, "x wins").await;
        assert_eq!(page.moves().await, ["b2", "a3", "c3", "b3", "a1"]);
        // The game goes on from the variation, and the finished line stays.
        page.click("#moves .variations .move").await;
        page.click("#play-from-here").await;
        shows(page, "o to move").await;
        page.until("o may move", 6, async || page.legal().await.len()).await;
        page.click_cell(8).await;
        page.wait_for_moves(4).await;
        assert_eq!(page.moves().await, ["b2", "a3", "a1", "c1"]);
        page.click("#moves .variations .move:last-child").await;
        shows(page, "After move 5 of 5, a variation").await;
        page.browser().refresh().await.expect("a reload");
        shows(page, "After move 5 of 5, a variation").await;
        assert_eq!(page.moves().await, ["b2", "a3", "c3", "b3", "a1"]);
    })
    .await;
}

#[tokio::test]
async fn every_press_of_a_key_is_a_step_though_the_server_stands_still() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let moves = "f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 f7 g6";
        begin(page, "othello", moves).await;
        let after = page.cells().await;
        // Those around are fetched with the first step back.
        page.press("j").await;
        shows(page, "After move 11 of 12").await;
        page.until("what is around is known", 1, async || {
            page.eval::<usize>(
                "performance.getEntriesByType('resource')
                    .filter(({ name, responseEnd }) => /looks\\?/.test(name) && responseEnd > 0).length",
            )
            .await
        })
        .await;
        server.freeze(true);
        page.press("jjjjj").await;
        shows(page, "After move 6 of 12").await;
        let sixth = page.cells().await;
        page.press(&"j".repeat(20)).await;
        shows(page, "The first position").await;
        page.until("the start", 4, async || {
            page.count("#board .cell.occupied").await
        })
        .await;
        page.press(&"k".repeat(6)).await;
        page.until("the same position", sixth, async || page.cells().await).await;
        page.press(&"k".repeat(5)).await;
        shows(page, "After move 11 of 12").await;
        server.freeze(false);
        page.press("k").await;
        shows(page, "Black to move").await;
        page.until("the last position", after, async || page.cells().await).await;
    })
    .await;
}

#[tokio::test]
async fn back_forward_reload_and_a_second_page_agree_on_the_position() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        begin(page, "delta", "b2 b4 b2e2 b4b1").await;
        assert_eq!(node(page).await, "");
        page.press("jj").await;
        page.until("in the address", "2".to_owned(), async || node(page).await).await;
        page.click("#moves [data-ply=\"1\"]").await;
        page.until("in the address", "1".to_owned(), async || node(page).await).await;
        shows(page, "After move 1 of 4").await;
        page.browser().back().await.expect("back");
        shows(page, "After move 2 of 4").await;
        page.browser().back().await.expect("back");
        shows(page, "Black to move: choose a piece of yours to slide").await;
        page.browser().forward().await.expect("forward");
        shows(page, "After move 2 of 4").await;
        page.until("its pieces", 2, async || page.count("#board .cell.occupied").await).await;
        page.browser().refresh().await.expect("a reload");
        shows(page, "After move 2 of 4").await;
        page.until("its pieces", 2, async || page.count("#board .cell.occupied").await).await;
        let address = page.browser().current_url().await.expect("an address").to_string();
        let here = page.browser().window().await.expect("a window");
        let there = page.browser().new_window().await.expect("a second window");
        page.browser().switch_to_window(there).await.expect("the second window");
        page.browser().goto(&address).await.expect("the same position");
        shows(page, "After move 2 of 4").await;
        // A move tried there is known here.
        page.click("#moves [data-ply=\"1\"]").await;
        page.until("moves to try", 24, async || page.legal().await.len()).await;
        page.click_cell(0).await;
        shows(page, "After move 2 of 2, a variation").await;
        page.browser().switch_to_window(here).await.expect("the first window");
        page.until("the variation", 1, async || page.count("#moves .variations").await).await;
        shows(page, "After move 2 of 4").await;
        page.assert_quiet().await;
    })
    .await;
}

#[tokio::test]
async fn a_game_is_not_taken_back_out_of_view_and_an_engine_is_not_disturbed() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let engine = Seat::Engine { name: "alphabeta", limit: "time", value: "600s" };
        let players = [Seat::Person, engine];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(1).await;
        page.press("j").await;
        shows(page, "The first position").await;
        assert!(!page.is_enabled("#undo").await && !page.is_enabled("#redo").await);
        page.press("u").await;
        page.until("moves to try", 4, async || page.legal().await.len()).await;
        page.click_cell(19).await;
        shows(page, "After move 1 of 1, a variation").await;
        assert!(page.is_enabled("#move-now").await, "the engine is still thinking");
        page.click("#back-to-game").await;
        page.until("it is White's turn", true, async || {
            page.status().await.starts_with("White to move")
        })
        .await;
        assert_eq!(page.moves().await, ["f5"]);
        page.press_key(Key::Escape).await;
    })
    .await;
}
