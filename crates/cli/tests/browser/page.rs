//! The page as a person sees it: what it shows, and what one can do with it.

use std::cell::RefCell;
use std::fmt::Debug;
use std::time::{Duration, Instant};
use thirtyfour::prelude::*;

/// How long anything may take before a test gives up; the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser.
pub(crate) struct Page {
    browser: WebDriver,
    /// What the console may say without anything being wrong.
    expected: RefCell<Vec<&'static str>>,
}

impl Page {
    pub(crate) fn new(browser: WebDriver) -> Self {
        Self { browser, expected: RefCell::default() }
    }

    pub(crate) fn browser(&self) -> &WebDriver {
        &self.browser
    }

    /// Lets the console say this.
    pub(crate) fn expect(&self, words: &'static str) {
        self.expected.borrow_mut().push(words);
    }

    /// Waits until what is asked for is as it should be.
    pub(crate) async fn until<T: PartialEq + Debug>(
        &self,
        what: &str,
        wanted: T,
        ask: impl AsyncFn() -> T,
    ) {
        let start = Instant::now();
        loop {
            let now = ask().await;
            if now == wanted {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{what}: {now:?}, never {wanted:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Evaluates an expression in the page.
    pub(crate) async fn eval<T: serde::de::DeserializeOwned>(&self, expression: &str) -> T {
        let script = format!("return ({expression});");
        let answer = self.browser.execute(script, Vec::new()).await.expect(expression);
        answer.convert().expect(expression)
    }

    /// The first element for a selector, once it can be clicked.
    pub(crate) async fn element(&self, selector: &str) -> WebElement {
        let query = self.browser.query(By::Css(selector)).wait(PATIENCE, Duration::from_millis(20));
        query.first().await.expect(selector)
    }

    pub(crate) async fn click(&self, selector: &str) {
        let start = Instant::now();
        // The page may be drawing: an element can go away between finding it
        // and clicking it.
        while let Err(error) = self.element(selector).await.click().await {
            assert!(start.elapsed() < PATIENCE, "{selector}: {error}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.browser.find_all(By::Css(selector)).await.expect(selector).len()
    }

    pub(crate) async fn text(&self, selector: &str) -> String {
        self.eval(&format!("document.querySelector({selector:?})?.textContent ?? ''")).await
    }

    /// Types, wherever the focus is.
    pub(crate) async fn press(&self, keys: &str) {
        let chain = self.browser.action_chain().send_keys(keys);
        chain.perform().await.expect("keys can be pressed");
    }

    pub(crate) async fn press_key(&self, key: Key) {
        self.press(&key.value().to_string()).await;
    }

    /// Writes into a field in place of what is there.
    pub(crate) async fn fill(&self, selector: &str, text: &str) {
        let field = self.element(selector).await;
        field.clear().await.expect(selector);
        field.send_keys(text).await.expect(selector);
    }

    /// Chooses an option of a list.
    pub(crate) async fn select(&self, selector: &str, value: &str) {
        self.click(&format!("{selector} option[value=\"{value}\"]")).await;
    }

    /// Starts a game of this family, with these presets or parameters, between
    /// two players. Where the new game's sheet is not open, opens it.
    pub(crate) async fn begin(&self, wish: &Wish<'_>) {
        // The page opens a game or, on the first visit, the sheet of a new one.
        self.element("#dialog-new[open], #table:not([hidden])").await;
        if self.count("#dialog-new[open]").await == 0 {
            self.click("#new-game").await;
        }
        self.click(&format!(".family input[value={:?}]", wish.family)).await;
        for (name, value) in wish.fields {
            self.fill(&format!(".fields [name={name:?}]"), value).await;
        }
        for (side, player) in ["first", "second"].into_iter().zip(wish.players) {
            self.seat(&format!("#dialog-new [aria-label=\"{{}} the {side} side\"]"), player).await;
        }
        self.click("#start-game").await;
        self.until("the new game's sheet is closed", 0, async || {
            self.count("#dialog-new[open]").await
        })
        .await;
        self.until("the game is on the table", false, async || {
            self.eval("document.getElementById('table').hidden").await
        })
        .await;
    }

    /// Begins a game with what the sheet does not offer, as a program would, and
    /// gives its name.
    pub(crate) async fn create(&self, game: serde_json::Value) -> String {
        self.element("#dialog-new[open], #table:not([hidden])").await;
        let script = "const [game, done] = arguments;
            const token = document.querySelector('[name=plywood-token]').content;
            const headers = { 'content-type': 'application/json', 'x-plywood-token': token };
            fetch('/api/games', { method: 'POST', headers, body: JSON.stringify(game) })
                .then((answer) => answer.json())
                .then(({ id }) => done(id));";
        let begun = self.browser.execute_async(script, vec![game]).await;
        begun.expect("the server begins a game").convert().expect("its name")
    }

    /// Begins such a game and puts it on the table.
    pub(crate) async fn begin_by_request(&self, game: serde_json::Value) {
        let id = self.create(game).await;
        let _: String = self.eval(&format!("location.hash = {id:?}")).await;
        self.until("the game is on the table, without sheets", true, async || {
            self.eval("!document.getElementById('table').hidden && !document.querySelector('dialog[open]')")
                .await
        })
        .await;
    }

    /// The words that are too faint to read: the text of each with its contrast, which
    /// should be 4.5.
    pub(crate) async fn faint(&self, selector: &str) -> Vec<String> {
        let script = "((selector) => {
            const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
            const rgba = (colour) => {
                canvas.clearRect(0, 0, 1, 1);
                canvas.fillStyle = colour;
                canvas.fillRect(0, 0, 1, 1);
                return [...canvas.getImageData(0, 0, 1, 1).data];
            };
            const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
                .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
            const behind = (node) => {
                const plate = node.previousElementSibling;
                if (node instanceof SVGElement && plate) return rgba(getComputedStyle(plate).fill);
                for (let at = node; at; at = at.parentElement) {
                    const colour = rgba(getComputedStyle(at).backgroundColor);
                    if (colour[3] > 128) return colour;
                }
                return [255, 255, 255, 255];
            };
            return [...document.querySelectorAll(selector)].filter((node) => node.textContent.trim() && !node.disabled).map((node) => {
                const style = getComputedStyle(node);
                const [one, other] = [light(rgba(node instanceof SVGElement ? style.fill : style.color)), light(behind(node))];
                return [node.textContent.trim(), (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)];
            }).filter(([, contrast]) => contrast < 4.5).map(([text, contrast]) => `${text}: ${contrast.toFixed(2)}`);
        })";
        self.eval(&format!("{script}({selector:?})")).await
    }

    /// The buttons and fields in view that have no name for a screen reader.
    pub(crate) async fn nameless(&self) -> Vec<String> {
        self.eval(
            "[...document.querySelectorAll('button, input, select, textarea, [role=grid], [role=img]')]
                .filter((node) => node.checkVisibility() && !(node.textContent.trim() || node.ariaLabel || node.title || node.labels?.length))
                .map((node) => node.outerHTML.slice(0, 90))",
        )
        .await
    }

    /// Fills in who plays. In `selector`, `{}` stands for what the field is
    /// called.
    async fn seat(&self, selector: &str, player: Seat<'_>) {
        let field = |words| selector.replace("{}", words);
        match player {
            Seat::Person => self.select(&field("Who plays"), "human").await,
            Seat::Engine { name, limit, value } => {
                self.select(&field("Who plays"), name).await;
                self.select(&field("Limit for"), limit).await;
                self.fill(&selector.replace("{}", "How much, for"), value).await;
            }
        }
    }

    pub(crate) async fn status(&self) -> String {
        self.text("#status").await
    }

    /// What the clock of a side shows.
    pub(crate) async fn clock(&self, side: &str) -> String {
        self.text(&format!("#seat-{side} .seat-clock")).await
    }

    /// The moves in the list that lead to where the game stands, or to what is
    /// looked at.
    pub(crate) async fn moves(&self) -> Vec<String> {
        let moves = "[...document.querySelectorAll('#moves .move-row .move:not(.ahead, .none) .move-text')]";
        self.eval(&format!("{moves}.map((move) => move.textContent)")).await
    }

    pub(crate) async fn wait_for_moves(&self, count: usize) {
        self.until("moves played", count, async || self.moves().await.len()).await;
    }

    /// The cells that may be clicked next.
    pub(crate) async fn legal(&self) -> Vec<u32> {
        self.eval(
            "[...document.querySelectorAll('#board .cell.legal')].map((c) => +c.dataset.cell)",
        )
        .await
    }

    pub(crate) async fn click_cell(&self, cell: u32) {
        self.click(&cell_selector(cell)).await;
    }

    /// What a screen reader says about a cell.
    pub(crate) async fn cell(&self, cell: u32) -> String {
        let element = self.element(&cell_selector(cell)).await;
        element.attr("aria-label").await.expect("a label").unwrap_or_default()
    }

    /// What is said about all cells.
    pub(crate) async fn cells(&self) -> Vec<String> {
        self.eval("[...document.querySelectorAll('#board .cell')].map((c) => c.ariaLabel)").await
    }

    pub(crate) async fn is_over(&self) -> bool {
        self.count("#status.over").await == 1
    }

    pub(crate) async fn is_enabled(&self, selector: &str) -> bool {
        self.eval(&format!("!document.querySelector({selector:?}).disabled")).await
    }

    /// Plays until the game is over, choosing among the marked cells as the
    /// dice fall, and returns the number of moves.
    pub(crate) async fn play_to_the_end(&self, dice: &mut plywood_game::Random) -> usize {
        let mut played = self.moves().await.len();
        while !self.is_over().await {
            let legal = self.legal().await;
            if legal.is_empty() {
                self.click("#status-actions .primary").await;
            } else {
                self.click_cell(*dice.pick(&legal).expect("a marked cell")).await;
            }
            // A click may be a part of a move: either the move is in the list,
            // or its cell is chosen, before the next one is clicked.
            let start = Instant::now();
            loop {
                let now = self.moves().await.len();
                if now > played {
                    played = now;
                    break;
                }
                if self.count("#board .cell.chosen").await > 0 {
                    break;
                }
                assert!(start.elapsed() < PATIENCE, "a click on a marked cell did nothing");
            }
            self.until("the page knows whose turn it is", true, async || {
                self.is_over().await
                    || !self.legal().await.is_empty()
                    || self.count("#status-actions .primary").await > 0
            })
            .await;
        }
        played
    }

    /// The text behind a link.
    pub(crate) async fn fetch(&self, selector: &str) -> String {
        let script = "const [selector, done] = arguments;
            fetch(document.querySelector(selector).href).then((a) => a.text()).then(done);";
        let answer = self.browser.execute_async(script, vec![selector.into()]).await;
        answer.expect(selector).convert().expect("a text")
    }

    /// Fails if the console holds errors, of which a violated content-security
    /// policy would be one, or if the page shows one.
    pub(crate) async fn assert_quiet(&self) {
        let expected = self.expected.take();
        let log = self.browser.browser_log().await.expect("the console can be read");
        let bad: Vec<String> = log
            .into_iter()
            .filter(|entry| entry.level == "SEVERE" || entry.level == "WARNING")
            .map(|entry| entry.message)
            .filter(|message| !expected.iter().any(|words| message.contains(words)))
            .collect();
        assert!(bad.is_empty(), "the console says {bad:#?}");
        assert_eq!(self.text("#errors").await, "", "the page complains");
    }
}

fn cell_selector(cell: u32) -> String {
    format!("#board .cell[data-cell=\"{cell}\"]")
}

/// What a new game should be.
pub(crate) struct Wish<'a> {
    pub(crate) family: &'a str,
    pub(crate) fields: &'a [(&'a str, &'a str)],
    pub(crate) players: [Seat<'a>; 2],
}

/// Who takes a seat.
#[derive(Clone, Copy)]
pub(crate) enum Seat<'a> {
    Person,
    Engine { name: &'a str, limit: &'a str, value: &'a str },
}

impl<'a> Wish<'a> {
    /// A game between two people.
    pub(crate) fn people(family: &'a str, fields: &'a [(&'a str, &'a str)]) -> Self {
        Self { family, fields, players: [Seat::Person; 2] }
    }
}
