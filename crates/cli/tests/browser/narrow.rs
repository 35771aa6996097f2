//! A phone: everything fits, nothing is out of reach.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Wish;
use crate::serving::Server;

#[tokio::test]
async fn on_a_phone_the_page_is_as_wide_as_the_screen_and_the_board_nearly_so() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Phone, async |page| {
        let widths = async || -> (u32, u32) {
            page.eval("[innerWidth, document.documentElement.scrollWidth]").await
        };
        page.element("#dialog-new[open] .look svg").await;
        assert_eq!(widths().await, (360, 360));
        let families = [
            ("mnk", vec![("rows", "19"), ("columns", "19"), ("line", "5")]),
            ("othello", vec![]),
            ("delta", vec![]),
            ("azulejos", vec![("seed", "1")]),
        ];
        for (family, fields) in families {
            page.begin(&Wish::people(family, &fields)).await;
            page.until("a board", true, async || !page.legal().await.is_empty()).await;
            assert_eq!(widths().await, (360, 360), "{family}");
            let board: f64 =
                page.eval("document.querySelector('#board').getBoundingClientRect().width").await;
            assert!(board > 300.0, "{family}: {board}");
            page.click_cell(page.legal().await[0]).await;
            page.wait_for_moves(1).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_seed_of_six_digits_can_be_read() {
    let server = Server::start(PLYWOOD);
    for screen in [Screen::Wide, Screen::Phone] {
        visit(&server.address, screen, async |page| {
            page.click(".family input[value=azulejos]").await;
            page.fill(".fields [name=seed]", "888888").await;
            let widths = "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])
                (document.querySelector('.fields [name=seed]'))";
            let (digits, field): (u32, u32) = page.eval(widths).await;
            assert!(digits <= field, "{digits} in {field}");
        })
        .await;
    }
}
