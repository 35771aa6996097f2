//! The page as a place to study: analysis, hints, notes, rules, a rematch.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Page, Seat, Wish};
use crate::serving::Server;
use serde_json::json;
use thirtyfour::prelude::*;

async fn shows(page: &Page, selector: &str, words: &str) {
    page.until(selector, words.to_owned(), async || page.text(selector).await).await;
}

async fn has(page: &Page, selector: &str, words: &str) {
    page.until(&format!("{words} in {selector}"), true, async || {
        page.text(selector).await.contains(words)
    })
    .await;
}

/// Where the board, the moves and the controls are.
async fn places(page: &Page) -> Vec<[f64; 4]> {
    page.eval(
        "['#board', '#moves', '.controls', '#thinking'].map((name) => document.querySelector(name)
            .getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])",
    )
    .await
}

#[tokio::test]
async fn a_position_is_analysed_live_and_nothing_moves_while_lines_stream() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin_by_request(json!({ "game": "othello", "moves": "f5 d6 c3 d3" })).await;
        page.click("#analyse").await;
        page.until("three lines", 3, async || page.count(".line").await).await;
        let before = places(page).await;
        has(page, ".thought-facts", "depth").await;
        page.until("a value for every move", true, async || {
            let values = page.count("#board .cell-value").await;
            values > 3 && values == page.legal().await.len()
        })
        .await;
        has(page, ".thought-value", "discs").await;
        has(page, ".proof", "of at most").await;
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        assert_eq!(places(page).await, before, "nothing moves");
        // Another position, another analysis; the value belongs to it.
        page.press("j").await;
        has(page, ".proof", "of at most").await;
        let key = "[...document.querySelectorAll('.line-move')].length > 3";
        page.until("lines", true, async || page.eval::<bool>(key).await).await;
        page.press("k").await;
        // A line is seen on the board, and its moves join the tree.
        let cells = page.cells().await;
        // The line may be replaced by a better one meanwhile.
        page.until("the pointer is on the line", true, async || {
            let second = page.element(".line .line-move:nth-child(2)").await;
            let hover = page.browser().action_chain().move_to_element_center(&second);
            hover.perform().await.is_ok()
        })
        .await;
        page.until("the line on the board", true, async || page.cells().await != cells).await;
        page.click(".line .line-move:nth-child(2)").await;
        page.until("two moves more", 6, async || page.moves().await.len()).await;
        // The settings are remembered, and changes take effect at once.
        page.click("#analysis-settings").await;
        page.fill("#dialog-analysis [name=lines]", "5").await;
        page.click("#dialog-analysis [type=submit]").await;
        page.until("five lines", 5, async || page.count(".line").await).await;
        page.browser().refresh().await.expect("a reload");
        page.until("five lines again", 5, async || page.count(".line").await).await;
        page.click("#analyse").await;
        page.until("no values", 0, async || page.count("#board .cell-value").await).await;
    })
    .await;
}

#[tokio::test]
async fn an_exact_value_looks_different_and_names_the_winner() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin_by_request(json!({ "game": "tictactoe", "moves": "b2 a2 c3" })).await;
        page.press("a").await;
        shows(page, ".thought-value", "x wins in 4 moves, exact").await;
        shows(page, ".proof", "Exact: nothing is left to search.").await;
        page.until("exact values", 6, async || page.count("#board .cell-value.exact").await).await;
        // What x would do if o passed.
        page.press("t").await;
        shows(page, ".thought-value", "Threat: x wins in 1 move, exact").await;
        page.press("tj").await;
        has(page, ".thought-value", "wins in").await;
        // Each move of Othello has its margin at the end of the game on its square.
        let board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
        page.begin_by_request(json!({ "game": "othello", "position": board })).await;
        shows(page, ".thought-value", "Black wins by 6 discs, exact").await;
        page.until("a margin for every move", true, async || {
            let margins = page.count("#board .cell-value.exact").await;
            margins > 1 && margins == page.legal().await.len()
        })
        .await;
        // An estimate tells what is certain about it: the side that begins cannot lose.
        page.begin_by_request(json!({ "game": "gomoku" })).await;
        has(page, ".proof", "of at most 225 moves ahead; x has at least a draw").await;
        page.begin_by_request(json!({ "game": "delta", "moves": "b2 b4 b2e2" })).await;
        has(page, ".proof", "moves exact").await;
    })
    .await;
}

#[tokio::test]
async fn a_value_is_shown_only_with_its_position() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let engine = Seat::Engine { name: "alphabeta", limit: "depth", value: "4" };
        let players = [Seat::Person, engine];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(2).await;
        has(page, ".thought-value", "discs").await;
        assert_eq!(page.count("#moves .move-value").await, 1);
        page.press("u").await;
        shows(page, ".thought-value", "Not analysed").await;
        page.press("y").await;
        has(page, ".thought-value", "discs").await;
        page.press("h").await;
        shows(page, ".thought-value", "Not analysed").await;
    })
    .await;
}

#[tokio::test]
async fn hint_note_rules_and_rematch() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin_by_request(
            json!({ "game": "tictactoe", "moves": "b2 a3 c3 b3", "title": "Three" }),
        )
        .await;
        page.press("i").await;
        has(page, "#status", "try a1").await;
        page.until("its cell", 1, async || page.count("#board .hinted").await).await;
        page.click_cell(6).await;
        shows(page, "#status", "x wins").await;
        page.fill("#note", "the diagonal").await;
        page.press_key(Key::Tab).await;
        page.until("a note", 1, async || page.count("#moves .move-note").await).await;
        page.press("j").await;
        let note = "document.getElementById('note').value";
        page.until("its own note", String::new(), async || page.eval(note).await).await;
        page.press("k").await;
        page.until("the note", "the diagonal".to_owned(), async || page.eval(note).await).await;
        page.press("r").await;
        has(page, "#dialog-rules", "never taken away").await;
        page.press_key(Key::Escape).await;
        page.click("#swap-sides").await;
        shows(page, "#status", "x to move").await;
        assert_eq!(page.text("#title").await, "Three");
        page.wait_for_moves(0).await;
    })
    .await;
}

#[tokio::test]
async fn what_was_taken_is_shown_and_a_turn_is_explained_in_words() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin_by_request(json!({ "game": "azulejos:6x6,3,seed=9" })).await;
        assert_eq!(page.count("#board .taken").await, 0);
        page.click_cell(page.legal().await[0]).await;
        page.until("where the group was", 1, async || page.count("#board .taken").await).await;
        assert_eq!(page.count("#board .cell.last").await, 0, "no fallen tile is marked");
        has(page, "#announcer", "point").await;
        let label: String = page.eval("document.getElementById('seat-first').ariaLabel").await;
        assert!(label.contains("points"), "{label}");
        page.begin_by_request(json!({ "game": "delta", "moves": "b2 b4" })).await;
        shows(page, "#status", "Black to move: choose a piece of yours to slide").await;
        page.click_cell(16).await;
        has(page, "#status", "Choose where it slides to").await;
        page.click_cell(19).await;
        page.wait_for_moves(3).await;
        page.until("an arrow", 1, async || page.count("#board .arrow").await).await;
        has(page, "#announcer", "Black: b2e2").await;
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_taken_back_is_not_a_key_away_and_what_was_chosen_stays() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("delta", &[])).await;
        page.press("f").await;
        page.browser().refresh().await.expect("a reload");
        page.element("#table:not([hidden])").await;
        let first = "document.querySelector('#board .cell')?.ariaLabel.slice(0, 2) ?? ''";
        page.until("still flipped", "e1".to_owned(), async || page.eval(first).await).await;
        page.press("n").await;
        let chosen = "document.querySelector('.family input:checked')?.value ?? ''";
        page.until("chosen before", "delta".to_owned(), async || page.eval(chosen).await).await;
        page.press_key(Key::Escape).await;
        page.press("g").await;
        page.click(".kept-game [aria-label=\"Rename Delta\"]").await;
        page.press_key(Key::Escape).await;
        assert_eq!(page.count("#dialog-games[open] .kept-open").await, 1, "the list stays");
        page.click(".kept-game [aria-label=\"Delete Delta\"]").await;
        page.element("#dialog-ask[open]").await;
        let focused: String = page.eval("document.activeElement.textContent").await;
        assert_eq!(focused, "Cancel");
        page.click("#dialog-ask [type=submit]").await;
        page.until("no game", 0, async || page.count(".kept-game").await).await;
        assert_eq!(page.count("#dialog-new[open]").await, 0, "no new game is begun by Enter");
        page.press_key(Key::Escape).await;
        page.element("#welcome:not([hidden])").await;
    })
    .await;
}

#[tokio::test]
async fn the_opening_is_named_for_the_position_that_is_looked_at() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Phone, async |page| {
        // The Tiger, seen from White's side, and a move that leads to no other name.
        page.begin_by_request(json!({ "game": "othello", "moves": "c4e3f6e6f5g4" })).await;
        shows(page, ".opening-name", "Opening: Tiger").await;
        page.press("hk").await;
        shows(page, ".opening-name", "").await;
        page.press("k").await;
        shows(page, ".opening-name", "Opening: Perpendicular").await;
        page.press("l").await;
        shows(page, ".opening-name", "Opening: Tiger").await;
        let (inside, scrolled): (u32, u32) =
            page.eval("[innerWidth, document.documentElement.scrollWidth]").await;
        assert_eq!(inside, scrolled, "nothing is wider than the screen");
        page.begin_by_request(json!({ "game": "tictactoe", "moves": "b2 a2" })).await;
        shows(page, ".opening-name", "").await;
    })
    .await;
}
