//! The largest boards that there are: ten thousand cells.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Page, Wish};
use crate::serving::Server;
use std::time::{Duration, Instant};

/// How long the whole may take on a busy machine: choosing, loading, drawing,
/// and a move. On a free one it is a few seconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Begins such a game and clicks a marked cell in its middle.
async fn begin_and_move(page: &Page, family: &str, fields: &[(&str, &str)]) {
    let start = Instant::now();
    page.begin(&Wish::people(family, fields)).await;
    page.until("ten thousand cells", 10_000, async || page.count("#board .cell").await).await;
    let legal = page.legal().await;
    page.click_cell(legal[legal.len() / 2]).await;
    page.wait_for_moves(1).await;
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
    // Neither the board nor the coordinates beside it leave the window.
    let below: bool = page
        .eval("document.getElementById('status').getBoundingClientRect().bottom <= innerHeight")
        .await;
    let long: bool = page.eval("document.documentElement.scrollHeight <= innerHeight").await;
    assert!(below && long, "the page has to be scrolled");
}

#[tokio::test]
async fn a_board_of_100_by_100_is_drawn_and_played_on() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let fields = [("rows", "100"), ("columns", "100"), ("line", "5")];
        begin_and_move(page, "mnk", &fields).await;
        assert_eq!(page.moves().await, ["a50"]);
        assert_eq!(page.cell(5000).await, "a50: x, last move");
        assert_eq!(page.legal().await.len(), 9_999);
    })
    .await;
}

#[tokio::test]
async fn a_board_of_100_by_100_tiles_is_drawn_and_played_on() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let fields = [("rows", "100"), ("columns", "100"), ("colours", "2"), ("seed", "1")];
        begin_and_move(page, "azulejos", &fields).await;
        page.until("empty cells at the top", true, async || {
            page.count("#board .cell:not(.occupied)").await > 0
        })
        .await;
    })
    .await;
}
