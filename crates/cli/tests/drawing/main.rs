//! How soon a move is drawn, in a program of its own, so that no other test
//! takes the processor meanwhile.

#![allow(dead_code, reason = "the other tests of the page use the rest")]

#[path = "../browser/browser.rs"]
mod browser;
#[path = "../browser/page.rs"]
mod page;
#[path = "../browser/serving.rs"]
mod serving;

use browser::{Screen, visit};
use page::Wish;
use serving::Server;

const PLYWOOD: &str = env!("CARGO_BIN_EXE_plywood");

/// Clicks one marked cell after the other. Tells for each, in milliseconds, when
/// a frame with the piece on the cell had been painted, and, as a control, how
/// long the frame before took in which nothing was asked of the page.
const PLAY_AND_MEASURE: &str = "
    const [clicks, done] = arguments, times = { drawn: [], control: [] };
    // A message sent from within a frame arrives when it has been painted.
    const painted = () => new Promise((tell) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => tell(performance.now());
        channel.port2.postMessage(null);
    }));
    // Clicks come at any moment of a frame.
    const pause = () => new Promise((tell) => setTimeout(tell, 5 + times.drawn.length * 7 % 17));
    const play = async () => {
        for (let click = 0; click < clicks; click += 1) {
            await pause();
            const idle = performance.now();
            times.control.push((await painted()) - idle);
            await pause();
            const moves = document.querySelectorAll('#moves .move').length;
            const cells = document.querySelectorAll('#board .cell.legal');
            const cell = cells[click * 31 % cells.length];
            const start = performance.now();
            cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
            let end;
            do end = await painted(); while (cell.querySelector('.piece') === null);
            times.drawn.push(end - start);
            while (document.querySelectorAll('#moves .move').length === moves) await pause();
        }
    };
    play().then(() => done(times));";

#[derive(serde::Deserialize)]
struct Times {
    drawn: Vec<f64>,
    control: Vec<f64>,
}

/// The median, and what all but one in a hundred stay under.
fn median_and_worst(mut times: Vec<f64>) -> (f64, f64) {
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// All but one in a hundred moves are on the screen 50 ms after the click. What
/// the machine adds to the slowest idle frames, which are measured between the
/// clicks, is allowed for, and of several rounds the best counts. Rounds in which
/// idle frames are slow themselves say nothing about that, and two other rounds
/// may be bad luck; then at least the usual move must take little longer than an
/// idle frame.
#[tokio::test]
async fn moves_are_drawn_within_50_ms_of_the_click_but_for_one_in_a_hundred() {
    const CLICKS: usize = 110;
    const MOST: f64 = 50.0;
    const FREE: f64 = 40.0;
    const ROUNDS: usize = 6;
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        let fields = [("rows", "19"), ("columns", "19"), ("line", "19")];
        let (mut rounds, mut free_rounds, mut usual_is_light) = (Vec::new(), 0, false);
        for _ in 0..ROUNDS {
            // A board of its own: on one board the cells would run out.
            page.begin(&Wish::people("mnk", &fields)).await;
            page.until("a board", 361, async || page.legal().await.len()).await;
            let answer = page.browser().execute_async(PLAY_AND_MEASURE, vec![CLICKS.into()]).await;
            let times: Times = answer.expect("moves").convert().expect("times");
            assert_eq!(times.drawn.len(), CLICKS);
            let (usual, worst) = median_and_worst(times.drawn);
            let (idle, slow) = median_and_worst(times.control);
            rounds.push(format!("{usual:.0} and {worst:.0} ms; idle {idle:.0} and {slow:.0} ms"));
            usual_is_light |= usual < idle + MOST / 2.0;
            free_rounds += usize::from(slow < FREE);
            if slow < FREE && usual_is_light && worst < MOST + (slow - idle) {
                println!("median and worst of a hundred: {rounds:?}");
                return;
            }
        }
        assert!(
            usual_is_light && free_rounds < ROUNDS / 2,
            "median and worst of a hundred: {rounds:#?}"
        );
        println!("too busy to tell more than the median: {rounds:?}");
    })
    .await;
}
