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
