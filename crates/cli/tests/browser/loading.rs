//! How much is loaded.

use crate::PLYWOOD;
use crate::browser::{Screen, visit};
use crate::serving::Server;

#[tokio::test]
async fn the_first_load_is_under_200_kilobytes() {
    let server = Server::start(PLYWOOD);
    visit(&server.address, Screen::Wide, async |page| {
        page.element("#dialog-new[open] .look svg").await;
        let bytes: u64 = page
            .eval(
                "['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
                    .reduce((sum, entry) => sum + entry.transferSize, 0)",
            )
            .await;
        assert!((20_000..200_000).contains(&bytes), "{bytes} bytes");
    })
    .await;
}
