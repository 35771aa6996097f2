//! Setting up, copying, downloading and opening positions.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Page;
use crate::serving::Server;
use serde_json::json;
use thirtyfour::prelude::*;

async fn value(page: &Page, label: &str) -> String {
    page.eval(&format!("document.querySelector('input[aria-label=\"{label}\"]')?.value ?? ''"))
        .await
}

#[tokio::test]
async fn link_position_and_moves_are_copied_and_any_text_is_opened() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.expect("400 (Bad Request)");
        page.begin_by_request(json!({ "game": "othello", "moves": "f5 d6 c3" })).await;
        page.press("j").await;
        page.until("looking back", "After move 2 of 3".to_owned(), async || page.status().await)
            .await;
        page.click("#open-share").await;
        page.element("#dialog-share[open]").await;
        assert!(value(page, "Link to this position").await.ends_with("/2"));
        assert!(value(page, "Position").await.ends_with(" X"));
        assert_eq!(value(page, "Moves").await, "f5 d6");
        // A mistake is shown where it is.
        page.fill("[name=paste]", "f5 d6 z9").await;
        page.click("#dialog-share [type=submit]").await;
        page.until("the problem", true, async || {
            page.text("#dialog-share .problem").await.contains("z9")
        })
        .await;
        let at: u32 = page.eval("document.querySelector('[name=paste]').selectionStart").await;
        assert_eq!(at, 6);
        page.fill("[name=paste]", "F5D6C3D3C4").await;
        page.click("#dialog-share [type=submit]").await;
        page.wait_for_moves(5).await;
        page.click("#open-share").await;
        let ggf = "(;GM[Othello]PC[x]DT[x]PB[a]PW[b]RE[?]TI[1]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6];)";
        page.fill("[name=paste]", ggf).await;
        page.click("#dialog-share [type=submit]").await;
        page.until("a game from another program", vec!["f5".to_owned(), "d6".to_owned()], async || {
            page.moves().await
        })
        .await;
        // Its mistakes are shown where they are.
        page.click("#open-share").await;
        page.fill("[name=paste]", &ggf.replace("W[d6]", "W[d1]")).await;
        page.click("#dialog-share [type=submit]").await;
        page.until("the problem", true, async || {
            page.text("#dialog-share .problem").await.contains("turns no disc at d1")
        })
        .await;
        let at: usize = page.eval("document.querySelector('[name=paste]').selectionStart").await;
        assert_eq!(Some(at), ggf.find("d6]"));
        page.press_key(Key::Escape).await;
        page.begin_by_request(json!({ "game": "gomoku" })).await;
        page.click("#open-share").await;
        page.fill("[name=paste]", "Piskvorky 15x15, 11:11, 0\n8,8,10\n9,9,85\nAnn\nBob\n-1\n").await;
        page.click("#dialog-share [type=submit]").await;
        page.until("a game of Gomocup", vec!["h8".to_owned(), "i7".to_owned()], async || {
            page.moves().await
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_board_is_a_picture_that_needs_no_style_sheet() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        for game in ["othello", "azulejos:5x5,3,seed=1"] {
            page.begin_by_request(json!({ "game": game })).await;
            let script = "const [done] = arguments;
                import('/assets/export.js').then(({ boardPicture }) => done(boardPicture().text));";
            let answer = page.browser().execute_async(script, Vec::new()).await;
            let text: String = answer.expect("a picture").convert().expect("a text");
            assert!(text.starts_with("<svg") && !text.contains("class="), "{game}");
            assert!(text.contains("rgb("), "{game}: its colours are written out");
        }
    })
    .await;
}

#[tokio::test]
async fn a_position_is_set_up_cell_by_cell_and_checked_by_the_game() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.expect("400 (Bad Request)");
        page.begin_by_request(json!({ "game": "tictactoe" })).await;
        page.press("e").await;
        let cell = |number: u32| format!("#dialog-editor [data-cell=\"{number}\"]");
        for number in [0, 1, 2] {
            page.click(&cell(number)).await;
        }
        page.click("#dialog-editor .brush [aria-label=o]").await;
        for number in [3, 4, 5] {
            page.click(&cell(number)).await;
        }
        page.until("two lines are no position", false, async || {
            page.is_enabled("#dialog-editor [type=submit]").await
        })
        .await;
        assert_ne!(page.text("#dialog-editor .problem").await, "");
        // A click on the same once more takes it away.
        page.click(&cell(4)).await;
        page.click(&cell(5)).await;
        page.click("#dialog-editor .brush [aria-label=x]").await;
        page.click(&cell(2)).await;
        page.until("a position", true, async || {
            page.is_enabled("#dialog-editor [type=submit]").await
        })
        .await;
        page.select("#dialog-editor select", "second").await;
        page.until("o is to move", String::new(), async || {
            page.text("#dialog-editor .problem").await
        })
        .await;
        // At once: what is opened is what is seen.
        page.click("#dialog-editor [type=submit]").await;
        page.until("the position", "o to move".to_owned(), async || page.status().await).await;
        page.until("its marks", 3, async || page.count("#board .cell.occupied").await).await;
    })
    .await;
}
