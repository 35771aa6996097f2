//! Debian's Chromium, driven through its driver, one for each test.

use super::page::Page;
use super::serving::{first_match, with_key};
use std::process::{Child, Command, Stdio};
use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};

/// How large a window is, in pixels of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Screen {
    Wide,
    /// As wide, of a user who prefers the dark.
    Dark,
    /// As wide, of a user who wants nothing to move.
    Still,
    /// 360 by 740, touched with a finger.
    Phone,
    /// The same phone on its side.
    Landscape,
}

/// What every start of Chromium is told: no window, no talk of its own with the
/// network. The sandbox does not work for root, who runs tests on a bare
/// machine.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
];

/// The driver's process, which ends with the test.
struct Driver {
    process: Child,
    address: String,
}

/// How often a driver is started: another process may take the port that it has chosen,
/// and then it ends.
const STARTS: usize = 5;

impl Driver {
    fn start() -> Self {
        (0..STARTS).find_map(|_| Self::listening()).expect("chromedriver says its port")
    }

    /// A driver that has told its port.
    fn listening() -> Option<Self> {
        let mut process = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts; `cargo xtask test` installs it");
        let output = process.stdout.take().expect("its output is ours");
        let line = first_match(output, "successfully on port ");
        let mut driver = Self { process, address: String::new() };
        let port: String = line?.chars().filter(char::is_ascii_digit).collect();
        driver.address = format!("http://127.0.0.1:{port}");
        Some(driver)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Opens the page at an address in a fresh browser, lets `test` use it, and checks
/// that the page had nothing to complain about. The browser is closed whether
/// the test succeeds or not.
pub(crate) async fn visit(address: &str, screen: Screen, test: impl AsyncFnOnce(&Page)) {
    let driver = Driver::start();
    let profile = tempfile::tempdir().expect("a folder for the browser");
    let mut capabilities = DesiredCapabilities::chrome();
    set_up(&mut capabilities, screen, profile.path()).expect("capabilities");
    let browser = WebDriver::new(&driver.address, capabilities).await.expect("a browser");
    let done = browser.run_and_quit(async |browser| {
        browser.goto(with_key(address)).await?;
        let page = Page::new(browser);
        test(&page).await;
        page.assert_quiet().await;
        WebDriverResult::Ok(())
    });
    done.await.expect("the browser opens the page and closes");
}

fn set_up(
    capabilities: &mut impl ChromiumLikeCapabilities,
    screen: Screen,
    profile: &std::path::Path,
) -> WebDriverResult<()> {
    for argument in ARGUMENTS {
        capabilities.add_arg(argument)?;
    }
    capabilities.add_arg(&format!("--user-data-dir={}", profile.display()))?;
    match screen {
        Screen::Dark => capabilities.add_arg("--force-dark-mode")?,
        Screen::Still => capabilities.add_arg("--force-prefers-reduced-motion")?,
        Screen::Wide | Screen::Phone | Screen::Landscape => {}
    }
    capabilities.set_browser_log_level(LoggingPrefsLogLevel::All)?;
    let phone = match screen {
        Screen::Wide | Screen::Dark | Screen::Still => None,
        Screen::Phone => Some((360, 740)),
        Screen::Landscape => Some((740, 360)),
    };
    if let Some((width, height)) = phone {
        let metrics = serde_json::json!({
            "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0, "touch": true }
        });
        capabilities.add_experimental_option("mobileEmulation", metrics)?;
    }
    Ok(())
}
