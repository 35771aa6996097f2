//! Everything without a pointer.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Page;
use crate::serving::Server;
use thirtyfour::prelude::*;

async fn press_all<const N: usize>(page: &Page, keys: [Key; N]) {
    for key in keys {
        page.press_key(key).await;
    }
}

#[tokio::test]
async fn a_whole_game_is_set_up_and_played_by_keys_alone() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        // The first visit opens the sheet of a new game, with the focus on its
        // button: tic-tac-toe against an engine.
        page.element("#dialog-new[open] .look svg").await;
        page.press_key(Key::Enter).await;
        page.until("the game is on the table", false, async || {
            page.eval("document.getElementById('table').hidden").await
        })
        .await;
        let corner = "a3: empty, can be played".to_owned();
        page.until("the focus is on the board", corner, async || focused(page).await).await;
        // A person takes the engine's seat.
        page.press("2").await;
        page.element("#dialog-player[open] select").await;
        page.press("Pe").await;
        press_all(page, [Key::Tab, Key::Enter]).await;
        page.until("the seat is taken", "Person".to_owned(), async || {
            page.text("#seat-second .seat-player").await
        })
        .await;
        // The news of it may come before the answer that closes the sheet.
        page.until("the sheet is closed", 0, async || page.count("#dialog-player[open]").await)
            .await;
        page.press("b").await;
        let corner = "a3: empty, can be played".to_owned();
        page.until("the focus is on the board again", corner, async || focused(page).await).await;
        page.press_key(Key::Enter).await;
        page.wait_for_moves(1).await;
        press_all(page, [Key::Down, Key::Enter]).await;
        page.wait_for_moves(2).await;
        press_all(page, [Key::Up, Key::Right]).await;
        assert_eq!(focused(page).await, "b3: empty, can be played");
        page.press(" ").await;
        page.wait_for_moves(3).await;
        press_all(page, [Key::Down, Key::Enter]).await;
        page.wait_for_moves(4).await;
        press_all(page, [Key::Up, Key::End, Key::Enter]).await;
        page.wait_for_moves(5).await;
        assert_eq!(page.moves().await, ["a3", "a2", "b3", "b2", "c3"]);
        assert_eq!(page.status().await, "x wins");
    })
    .await;
}

/// What a screen reader says about the cell with the focus.
async fn focused(page: &Page) -> String {
    page.eval("document.activeElement.ariaLabel ?? document.activeElement.id").await
}

#[tokio::test]
async fn letters_look_back_flip_take_back_and_show_the_keys() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&crate::page::Wish::people("othello", &[])).await;
        for (count, cell) in [37, 43, 18].into_iter().enumerate() {
            page.click_cell(cell).await;
            page.wait_for_moves(count + 1).await;
        }
        let says = async |keys: &str, words: &str| {
            page.press(keys).await;
            page.until(keys, words.to_owned(), async || page.status().await).await;
        };
        says("h", "The first position").await;
        says("k", "After move 1 of 3").await;
        says("k", "After move 2 of 3").await;
        says("j", "After move 1 of 3").await;
        says("l", "White to move").await;
        says("u", "Black to move").await;
        page.wait_for_moves(2).await;
        says("y", "White to move").await;
        page.wait_for_moves(3).await;
        says("h", "The first position").await;
        says("c", "Black to move").await;
        page.wait_for_moves(0).await;
        page.press("f").await;
        let first: String = page.eval("document.querySelector('#board .cell').ariaLabel").await;
        assert_eq!(first, "h8: empty");
        page.press("?").await;
        assert!(page.text("#dialog-keys").await.contains("flip the board"));
        page.press_key(Key::Escape).await;
        page.press("x").await;
        page.element("#dialog-ask[open]").await;
        press_all(page, [Key::Tab, Key::Enter]).await;
        let over = "White wins: Black resigned";
        page.until("resigned", over.to_owned(), async || page.status().await).await;
    })
    .await;
}
