//! The accept loop. It is our own because the stock one keeps half-sent
//! requests for ever and takes any number of connections.

use crate::limits::{CONNECTIONS, HEADERS, HEADERS_BYTES, HEADERS_TIME, SENDING_TIME};
use crate::unstalled::Unstalled;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(50);

/// Takes connections for ever.
pub(crate) async fn accept(listener: TcpListener, app: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let app = app.clone();
        tokio::spawn(async move {
            serve(stream, app, SystemTime::now()).await;
            drop(place);
        });
    }
}

/// Answers a connection that was taken at this time.
async fn serve(stream: TcpStream, app: Router, now: SystemTime) {
    // Small answers should not wait for each other; without, it is only slower.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        // The date of an answer cannot be written before 1970.
        .auto_date_header(now >= SystemTime::UNIX_EPOCH)
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIME)
        .max_headers(HEADERS)
        .max_buf_size(HEADERS_BYTES)
        .serve_connection(
            TokioIo::new(Unstalled::new(stream, SENDING_TIME)),
            TowerToHyperService::new(app),
        );
    // A client that breaks off or breaks the protocol is no news.
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    /// What a connection that is taken at this time answers.
    async fn answer_at(now: SystemTime) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let app = Router::new().route("/", get(|| async { "here" }));
        let server = async {
            let (stream, _) = listener.accept().await.expect("a connection");
            serve(stream, app, now).await;
        };
        let client = async {
            let mut stream = TcpStream::connect(address).await.expect("a connection");
            let request = b"GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
            stream.write_all(request).await.expect("sent");
            let mut text = String::new();
            stream.read_to_string(&mut text).await.expect("an answer");
            text.to_ascii_lowercase()
        };
        tokio::join!(server, client).1
    }

    #[tokio::test]
    async fn with_a_clock_before_1970_answers_have_no_date() {
        let before = answer_at(SystemTime::UNIX_EPOCH - Duration::from_secs(1)).await;
        assert!(before.starts_with("http/1.1 200 ok") && before.ends_with("here"), "{before}");
        assert!(!before.contains("\r\ndate:"), "a date cannot be written: {before}");
        let after = answer_at(SystemTime::UNIX_EPOCH).await;
        assert!(after.contains("\r\ndate:"), "{after}");
    }
}
