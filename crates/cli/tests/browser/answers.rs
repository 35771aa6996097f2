//! What a click shows before the server has answered, and when it never does.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Wish;
use crate::serving::Server;

#[tokio::test]
async fn a_move_is_drawn_before_the_server_answers_and_played_once() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("othello", &[])).await;
        server.freeze(true);
        page.click_cell(19).await;
        page.until("the disc", true, async || page.cell(19).await.starts_with("d3: Black")).await;
        assert!(page.cell(27).await.starts_with("d4: Black"), "the disc between has turned");
        // Nothing else can be played before that move is.
        page.click_cell(26).await;
        page.click_cell(19).await;
        assert!(page.cell(26).await.starts_with("c4: empty"));
        assert_eq!(page.moves().await.len(), 0);
        server.freeze(false);
        page.wait_for_moves(1).await;
        page.until("White to move", "White to move".to_owned(), async || page.status().await).await;
        assert_eq!(page.moves().await, ["d3"]);
        assert_eq!(page.cell(19).await, "d3: Black, last move");
    })
    .await;
}

#[tokio::test]
async fn a_move_that_the_server_never_takes_leaves_the_board_again() {
    let mut server = Server::start(PLYWOOD);
    let address = server.address.clone();
    visit(&address, Screen::Wide, async |page| {
        page.begin(&Wish::people("othello", &[])).await;
        let before = page.cells().await;
        page.expect("ERR_INCOMPLETE_CHUNKED_ENCODING");
        page.expect("ERR_CONNECTION_RE");
        page.expect("ERR_EMPTY_RESPONSE");
        server.freeze(true);
        page.click_cell(19).await;
        page.until("the disc", true, async || page.cell(19).await.starts_with("d3: Black")).await;
        server.kill();
        page.until("the old position", before, async || page.cells().await).await;
        let words = "The server does not answer";
        page.until("said so", true, async || page.text("#errors").await.contains(words)).await;
        server.start_again();
        page.until("Black to move", "Black to move".to_owned(), async || page.status().await).await;
        page.click("#errors button").await;
        page.click_cell(19).await;
        page.wait_for_moves(1).await;
    })
    .await;
}
