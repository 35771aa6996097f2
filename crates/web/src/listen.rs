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
            serve(stream, app).await;
            drop(place);
        });
    }
}

async fn serve(stream: TcpStream, app: Router) {
    // Small answers should not wait for each other; without, it is only slower.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        // The date of an answer cannot be written before 1970.
        .auto_date_header(SystemTime::now() >= SystemTime::UNIX_EPOCH)
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
