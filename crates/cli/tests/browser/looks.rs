//! How the page looks on any screen, in light and dark, for those who want no
//! movement, and when its views are there twice.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::page::Page;
use crate::serving::Server;
use serde_json::json;

/// A position of every game.
const GAMES: [(&str, &str); 4] = [
    ("gomoku", "h8 i9 h10"),
    ("othello", "f5 d6 c3 d3"),
    ("delta", "b2 b4 b2e2"),
    ("azulejos:8x8,4,seed=3", ""),
];

/// Where the page says something.
const WORDS: &str = ".thought-value, .thought-facts, .proof, .line-value, .line-move, .move-text, \
    .move-side, .seat-name, .seat-player, #status, .button, .labels span";

/// Puts a game on the table and analyses it.
async fn analysed(page: &Page, (game, moves): (&str, &str)) {
    page.begin_by_request(json!({ "game": game, "moves": moves })).await;
    if page.count("#analyse[aria-pressed=true]").await == 0 {
        page.click("#analyse").await;
    }
    page.until("its lines", true, async || page.count(".line").await == 3).await;
    page.until("values on its cells", true, async || page.count(".cell-value").await > 1).await;
}

#[tokio::test]
async fn a_phone_on_its_side_shows_the_whole_board_and_nothing_is_cut_off() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Landscape, async |page| {
        for game in GAMES {
            analysed(page, game).await;
            let board: [f64; 3] = page
                .eval("(({ width, top, bottom }) => [width, top, bottom])(document.querySelector('#board').getBoundingClientRect())")
                .await;
            assert!(board[0] > 270.0 && board[1] >= 0.0 && board[2] <= 360.0, "{game:?}: {board:?}");
            let sizes: (f64, f64) = page
                .eval("[document.documentElement.scrollWidth, document.getElementById('status').getBoundingClientRect().bottom]")
                .await;
            assert!(sizes.0 <= 740.0 && sizes.1 <= 360.0, "{game:?}: {sizes:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn everything_can_be_read_in_light_and_dark_and_has_a_name() {
    let server = Server::start(PLYWOOD);
    for screen in [Screen::Wide, Screen::Dark] {
        visit(&server.address, screen, async |page| {
            for game in [GAMES[1], GAMES[3]] {
                analysed(page, game).await;
                for words in [WORDS, "#board .cell-value text"] {
                    assert_eq!(page.faint(words).await, [""; 0], "{game:?}, {screen:?}");
                }
                assert_eq!(page.nameless().await, [""; 0], "{game:?}");
            }
        })
        .await;
    }
}

#[tokio::test]
async fn tiles_fall_unless_the_user_wants_no_movement() {
    let server = Server::start(PLYWOOD);
    let count = "(() => {
        const animate = Element.prototype.animate;
        window.animated = 0;
        Element.prototype.animate = function (...words) { window.animated += 1; return animate.apply(this, words); };
        return true;
    })()";
    for (screen, moves) in [(Screen::Wide, true), (Screen::Still, false)] {
        visit(&server.address, screen, async |page| {
            page.begin_by_request(json!({ "game": "azulejos:8x8,3,seed=2" })).await;
            page.until("a board", true, async || page.legal().await.len() > 20).await;
            assert!(page.eval::<bool>(count).await);
            // A tile in the last row has others above it.
            let below = page.legal().await.into_iter().max().expect("a tile");
            page.click_cell(below).await;
            page.wait_for_moves(1).await;
            page.until("what was taken", 1, async || page.count("#board .taken").await).await;
            assert_eq!(page.eval::<u32>("window.animated").await > 0, moves, "{screen:?}");
        })
        .await;
    }
}

#[tokio::test]
async fn views_can_be_on_the_page_twice() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.begin_by_request(json!({ "game": "othello", "moves": "f5 d6" })).await;
        let script = "const [done] = arguments;
            Promise.all(['boardview', 'analysispanel', 'movelist', 'statusline', 'seats', 'controls', 'notes', 'valuebar']
                .map((name) => import(`/assets/${name}.js`))).then((modules) => {
                const mounts = Object.assign({}, ...modules);
                const place = document.createElement('div');
                place.id = 'twin';
                place.style = 'position: fixed; inset: 0 0 auto auto; width: 300px; z-index: 9; background: white';
                document.body.append(place);
                const part = (name) => place.appendChild(Object.assign(document.createElement('div'), { className: name }));
                const board = mounts.mountBoard(part('stage'));
                mounts.mountValueBar(board.frame);
                for (const name of ['Analysis', 'Moves', 'Status', 'Seats', 'Controls', 'Note']) mounts[`mount${name}`](part(name));
                done(true);
            });";
        page.browser().execute_async(script, Vec::new()).await.expect("views");
        // They are drawn with the next news, and there are no two things of one name.
        page.press("jk").await;
        page.until("a second board", 64, async || page.count("#twin .cell").await).await;
        let twice: Vec<String> = page
            .eval("[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)")
            .await;
        assert_eq!(twice, [""; 0]);
        // A click on either is a move on both.
        page.click("#twin .cell[data-cell=\"18\"]").await;
        page.wait_for_moves(3).await;
        for board in ["#board", "#twin"] {
            let label = format!("document.querySelector('{board} .cell[data-cell=\"18\"]').ariaLabel");
            page.until(board, "c3: Black, last move".to_owned(), async || page.eval(&label).await).await;
        }
        page.until("the moves twice", 3, async || page.count("#twin .move-row .move-text").await).await;
        page.click("#twin .Analysis button").await;
        page.until("lines in both", (3, 3), async || {
            (page.count("#twin .line").await, page.count("#thinking .line").await)
        })
        .await;
        page.until("values on both", true, async || {
            let (one, other) = (page.count("#board .cell-value").await, page.count("#twin .cell-value").await);
            one > 1 && one == other
        })
        .await;
    })
    .await;
}
