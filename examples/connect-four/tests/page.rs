//! The example on the page: not a line of JavaScript was written for it.

#[path = "../../../crates/cli/tests/browser/browser.rs"]
#[allow(dead_code, reason = "shared with the tests of the page itself, which do more")]
mod browser;
#[path = "../../../crates/cli/tests/browser/page.rs"]
#[allow(dead_code, reason = "as above")]
mod page;
#[path = "../../../crates/cli/tests/browser/serving.rs"]
#[allow(dead_code, reason = "as above")]
mod serving;

use browser::{Screen, visit};
use page::Wish;
use plywood_game::Random;
use serving::Server;

#[tokio::test]
async fn the_example_is_chosen_and_played_to_its_end_by_clicks() {
    let server = Server::start(env!("CARGO_BIN_EXE_connect-four"));
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("connect-four", &[])).await;
        // Any cell of a column will do, and the disc falls down.
        page.click_cell(3).await;
        page.wait_for_moves(1).await;
        assert_eq!(page.moves().await, ["d"]);
        assert!(page.cell(38).await.ends_with("x, can be played, last move"));
        page.play_to_the_end(&mut Random::new(1)).await;
        let end = page.status().await;
        assert!(["x wins", "o wins", "A draw"].contains(&end.as_str()), "{end}");
    })
    .await;
}

#[tokio::test]
async fn the_example_is_analysed_and_studied_like_any_game() {
    let server = Server::start(env!("CARGO_BIN_EXE_connect-four"));
    visit(&server.address, Screen::Wide, async |page| {
        let game = serde_json::json!({ "game": "connect-four", "moves": "d d d d d c" });
        page.begin_by_request(game).await;
        page.wait_for_moves(6).await;
        page.press("a").await;
        page.until("three lines", 3, async || page.count(".line").await).await;
        page.until("a value for each column", 7, async || page.count("#board .cell-value").await)
            .await;
        // A move in an earlier position is a variation, and the game stays.
        page.press("jjj").await;
        page.until("moves to try", 42, async || page.legal().await.len()).await;
        page.click_cell(0).await;
        page.until("a variation", true, async || page.status().await.ends_with("a variation"))
            .await;
        assert_eq!(page.moves().await, ["d", "d", "d", "a"]);
        page.click("#back-to-game").await;
        page.wait_for_moves(6).await;
        page.press("r").await;
        page.until("its rules", true, async || {
            page.text("#dialog-rules").await.contains("lowest empty cell")
        })
        .await;
    })
    .await;
}
