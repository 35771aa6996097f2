//! Clocks on the page.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::serving::Server;
use serde_json::json;

#[tokio::test]
async fn whose_clock_runs_down_loses_and_can_take_that_back() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let clock = json!({ "initial_ms": 3000, "increment_ms": 0 });
        page.begin_by_request(json!({ "game": "tictactoe", "clock": clock })).await;
        assert_eq!(page.clock("second").await, "3.0");
        page.click_cell(4).await;
        page.wait_for_moves(1).await;
        page.until("the clock of o runs", true, async || *page.clock("second").await < *"2.9")
            .await;
        page.until("the end", "x wins: the time of o is up".to_owned(), async || {
            page.status().await
        })
        .await;
        assert!(page.is_over().await && page.legal().await.is_empty());
        assert_eq!(page.clock("second").await, "0.0");
        assert_eq!(page.clock("first").await, "3.0", "the first move is not timed");
        page.click_cell(0).await;
        page.until("no more moves", "The game is over.".to_owned(), async || page.status().await)
            .await;
        page.click("#undo").await;
        page.until("o is to move again", 8, async || page.legal().await.len()).await;
    })
    .await;
}
