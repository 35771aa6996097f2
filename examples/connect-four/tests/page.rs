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
use thirtyfour::Key;

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

#[tokio::test]
async fn the_example_has_hints_notes_an_editor_a_result_and_a_rematch() {
    let server = Server::start(env!("CARGO_BIN_EXE_connect-four"));
    visit(&server.address, Screen::Wide, async |page| {
        page.expect("400 (Bad Request)");
        let game = serde_json::json!({ "game": "connect-four", "moves": "d a d a d a", "title": "Four" });
        page.begin_by_request(game).await;
        page.wait_for_moves(6).await;
        page.press("i").await;
        page.until("a hint", true, async || page.status().await.ends_with("try d")).await;
        // It marks where the disc comes to lie, and the next move is announced.
        let hinted = "(({ x, y }) => document.elementsFromPoint(x + 20, y + 20).map((node) => node.closest('.cell')?.dataset.cell).find(Boolean))
            (document.querySelector('#board .hinted').getBoundingClientRect())";
        assert_eq!(page.eval::<String>(hinted).await, "17");
        page.click_cell(3).await;
        page.until("the end", "x wins".to_owned(), async || page.status().await).await;
        assert_eq!(page.text(".result-words").await, "7 moves");
        assert_eq!(page.text("#announcer").await, "x: d. x wins.");
        page.fill("#note", "four upright").await;
        page.press_key(Key::Tab).await;
        page.until("a note", 1, async || page.count("#moves .move-note").await).await;
        page.click("#swap-sides").await;
        page.until("a new game", "x to move".to_owned(), async || page.status().await).await;
        assert_eq!(page.text("#title").await, "Four");
        // The editor refuses what no game can come to.
        page.press("e").await;
        page.click("#dialog-editor [data-cell=\"0\"]").await;
        page.until("no disc hangs in the air", false, async || {
            page.is_enabled("#dialog-editor [type=submit]").await
        })
        .await;
        page.click("#dialog-editor [data-cell=\"0\"]").await;
        page.click("#dialog-editor [data-cell=\"35\"]").await;
        page.select("#dialog-editor select", "second").await;
        page.until("a position", true, async || {
            page.is_enabled("#dialog-editor [type=submit]").await
        })
        .await;
        page.click("#dialog-editor [type=submit]").await;
        page.until("the position", "o to move".to_owned(), async || page.status().await).await;
        // Moves are pasted, and a mistake is shown where it is.
        page.press("w").await;
        page.fill("[name=paste]", "d d z").await;
        page.click("#dialog-share [type=submit]").await;
        page.until("the problem", 4, async || {
            page.eval::<u32>("document.querySelector('#dialog-share .problem').textContent ? document.querySelector('[name=paste]').selectionStart : 0").await
        })
        .await;
        page.fill("[name=paste]", "d d c").await;
        page.click("#dialog-share [type=submit]").await;
        page.wait_for_moves(3).await;
    })
    .await;
}

#[tokio::test]
async fn the_example_fits_every_screen_and_can_be_read_in_the_dark() {
    let server = Server::start(env!("CARGO_BIN_EXE_connect-four"));
    for (screen, width) in
        [(Screen::Phone, 300.0), (Screen::Landscape, 300.0), (Screen::Dark, 600.0)]
    {
        visit(&server.address, screen, async |page| {
            let game = serde_json::json!({ "game": "connect-four", "moves": "d d c e" });
            page.begin_by_request(game).await;
            page.click("#analyse").await;
            page.until("values", 7, async || page.count("#board .cell-value").await).await;
            page.until("how far it is from certain", true, async || {
                page.text(".proof").await.contains("of at most 38 moves ahead")
            })
            .await;
            let place = "['#board', '#thinking', '#controls'].map((name) => document.querySelector(name).getBoundingClientRect()).map(({ x, y, width, height }) => [x, y, width, height])";
            let before: Vec<[f64; 4]> = page.eval(place).await;
            assert!(before[0][2] >= width, "{screen:?}: {before:?}");
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            assert_eq!(page.eval::<Vec<[f64; 4]>>(place).await, before, "nothing moves while lines stream");
            let fits: bool = page.eval("document.documentElement.scrollWidth <= innerWidth").await;
            assert!(fits, "{screen:?}");
            assert_eq!(page.faint(".thought-value, .proof, .line-move, #status, .cell-value text").await, [""; 0]);
            assert_eq!(page.nameless().await, [""; 0]);
        })
        .await;
    }
}
