//! A whole game of each game, by clicks.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::{Page, Wish};
use crate::serving::Server;
use plywood_game::Random;
use serde_json::json;

/// Plays a game to its end and returns the page's last words on it.
async fn play(page: &Page, wish: &Wish<'_>, seed: u64) -> String {
    page.begin(wish).await;
    let played = page.play_to_the_end(&mut Random::new(seed)).await;
    assert!(played > 0 && page.legal().await.is_empty());
    page.status().await
}

#[tokio::test]
async fn tic_tac_toe_is_won_by_clicks_and_the_line_is_shown() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("mnk", &[])).await;
        for (count, cell) in [4, 0, 2, 1, 6].into_iter().enumerate() {
            page.click_cell(cell).await;
            page.wait_for_moves(count + 1).await;
        }
        assert_eq!(page.moves().await, ["b2", "a3", "c3", "b3", "a1"]);
        assert_eq!(page.status().await, "x wins");
        assert_eq!(page.cell(4).await, "b2: x, decides the game");
        assert_eq!(page.cell(6).await, "a1: x, last move, decides the game");
        assert_eq!(page.cell(0).await, "a3: o");
        assert_eq!(page.count("#board .cell.decisive").await, 3);
    })
    .await;
}

#[tokio::test]
async fn an_illegal_click_is_answered_and_changes_nothing() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("othello", &[])).await;
        assert_eq!(page.legal().await, [19, 26, 37, 44]);
        page.click_cell(0).await;
        page.until("the refusal", "a1 cannot be played now.".to_owned(), async || {
            page.status().await
        })
        .await;
        assert_eq!(page.count("#board .cell.refused[data-cell=\"0\"]").await, 1);
        assert_eq!(page.moves().await.len(), 0);
        page.click_cell(19).await;
        page.wait_for_moves(1).await;
        assert_eq!(page.status().await, "White to move");
    })
    .await;
}

#[tokio::test]
async fn a_whole_game_of_othello_is_played_by_clicks() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        // With this seed a side has to pass, which is a button.
        let end = play(page, &Wish::people("othello", &[]), 0).await;
        let moves = page.moves().await;
        assert!(moves.iter().any(|text| text == "pass"), "{moves:?}");
        assert!(end.contains("wins by") || end == "A draw", "{end}");
    })
    .await;
}

#[tokio::test]
async fn a_whole_game_of_delta_is_played_by_clicks_of_two_and_three_steps() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let end = play(page, &Wish::people("delta", &[]), 1).await;
        let moves = page.moves().await;
        assert!(moves.iter().any(|text| text.len() == 4), "{moves:?}");
        assert!(["Black wins", "White wins"].contains(&end.as_str()) || end.starts_with("A draw"));
    })
    .await;
}

#[tokio::test]
async fn in_delta_a_piece_its_destination_and_a_piece_to_lift_are_clicked() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let position = ".ooo./.o.*o/.*o*./***o*/.oo** *";
        page.begin_by_request(json!({ "game": "delta", "position": position })).await;
        page.until("Black moves", true, async || {
            page.status().await.starts_with("Black to move: ")
        })
        .await;
        // From a2 to a4; a3, which is passed, gets the piece that is lifted.
        for cell in [15, 5] {
            assert!(page.legal().await.contains(&cell));
            page.click_cell(cell).await;
            page.until("the cell is chosen", true, async || {
                page.cell(cell).await.contains("chosen")
            })
            .await;
        }
        // Any own piece may be lifted but the one that moves.
        let liftable = page.legal().await;
        assert!(liftable.contains(&11) && !liftable.contains(&15), "{liftable:?}");
        assert_eq!(liftable.len(), 8);
        page.click_cell(11).await;
        page.wait_for_moves(1).await;
        assert_eq!(page.moves().await, ["a2a4^b3"]);
        page.until("White moves", true, async || {
            page.status().await.starts_with("White to move: ")
        })
        .await;
        for (cell, now) in
            [(15, "a2: empty"), (11, "b3: empty"), (5, "a4: Black"), (10, "a3: Black")]
        {
            assert!(page.cell(cell).await.starts_with(now), "{}", page.cell(cell).await);
        }
    })
    .await;
}

#[tokio::test]
async fn azulejos_shows_the_group_under_the_pointer_and_its_points() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let fields = [("rows", "5"), ("columns", "6"), ("colours", "3"), ("seed", "1")];
        page.begin(&Wish::people("azulejos", &fields)).await;
        // The board of the README: its second row from below begins 3 3 1 1.
        page.browser()
            .action_chain()
            .move_to_element_center(&page.element("#board .cell[data-cell=\"18\"]").await)
            .perform()
            .await
            .expect("the pointer moves");
        page.until("the points", "1 point".to_owned(), async || page.text(".tip").await).await;
        assert_eq!(page.count("#board .outline").await, 1);
        let end = play_on(page).await;
        assert!(end.contains("wins by") || end == "A draw", "{end}");
    })
    .await;
}

async fn play_on(page: &Page) -> String {
    page.play_to_the_end(&mut Random::new(1)).await;
    page.status().await
}

#[tokio::test]
async fn othello_shows_the_discs_that_would_turn() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin(&Wish::people("othello", &[])).await;
        let cell = page.element("#board .cell[data-cell=\"19\"]").await;
        let chain = page.browser().action_chain().move_to_element_center(&cell);
        chain.perform().await.expect("the pointer moves");
        page.until("the words", "turns 1".to_owned(), async || page.text(".tip").await).await;
        assert_eq!(page.count("#board .turning.first").await, 1);
        assert_eq!(page.count("#board .ghost").await, 1);
    })
    .await;
}
