//! Undo and redo, the list of moves, and playing on from an earlier position.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Seat, Wish};
use crate::serving::Server;

#[tokio::test]
async fn undo_and_redo_go_by_both_plies_against_an_engine() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let engine = Seat::Engine { name: "alphabeta", limit: "depth", value: "2" };
        let players = [Seat::Person, engine];
        page.begin(&Wish { family: "othello", fields: &[], players }).await;
        page.click_cell(37).await;
        page.wait_for_moves(2).await;
        let (moves, cells) = (page.moves().await, page.cells().await);
        page.click("#undo").await;
        page.wait_for_moves(0).await;
        assert!(!page.is_enabled("#undo").await);
        page.click("#redo").await;
        page.wait_for_moves(2).await;
        assert_eq!(page.moves().await, moves);
        page.until("the same position", cells, async || page.cells().await).await;
        assert!(!page.is_enabled("#redo").await);
    })
    .await;
}

#[tokio::test]
async fn an_earlier_position_is_looked_at_and_played_on_from() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("mnk", &[])).await;
        for (count, cell) in [4, 0, 8].into_iter().enumerate() {
            page.click_cell(cell).await;
            page.wait_for_moves(count + 1).await;
        }
        page.click("#moves [data-ply=\"1\"]").await;
        page.until("looking back", "After move 1 of 3".to_owned(), async || page.status().await)
            .await;
        page.until("moves to try", 8, async || page.legal().await.len()).await;
        assert_eq!(page.cell(0).await, "a3: empty, can be played");
        page.click("#back-to-game").await;
        page.until("back", "o to move".to_owned(), async || page.status().await).await;
        page.click("#moves [data-ply=\"1\"]").await;
        page.click("#play-from-here").await;
        page.wait_for_moves(1).await;
        page.until("o may move", 8, async || page.legal().await.len()).await;
        page.click_cell(2).await;
        page.wait_for_moves(2).await;
        assert_eq!(page.moves().await, ["b2", "c3"]);
    })
    .await;
}
