//! The accept loop. It is our own because the stock one keeps half-sent
//! requests for ever and takes any number of connections. Here a connection that is one
//! too many takes the place of one that waits.

use crate::limits::{CONNECTIONS, HEADERS, HEADERS_BYTES, HEADERS_TIME, SENDING_TIME};
use crate::places::{Place, Places, Use};
use crate::quotas::machine;
use crate::unstalled::Unstalled;
use axum::Router;
use axum::http::{Request, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::{TcpListener, TcpStream};

/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(50);

/// How long a connection that waits has before it makes room for another.
const TIME_TO_ASK: Duration = Duration::from_millis(250);

/// The machine that a request comes from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Takes connections for ever.
pub(crate) async fn accept(listener: TcpListener, app: Router) {
    let places = Arc::new(Places::new(CONNECTIONS));
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                places.until_one_is_used(TIME_TO_ASK).await;
                let place = places.take(machine(from.ip()), Use::Waiting);
                tokio::spawn(serve(stream, app.clone(), place, from.ip(), SystemTime::now()));
            }
            Err(problem) => {
                // Perhaps there are no more descriptors, and one that waits has one.
                tracing::warn!("a connection cannot be taken: {problem}");
                places.free_one();
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

/// Answers a connection that was taken at this time, until it ends or its place is
/// needed.
async fn serve(
    stream: TcpStream,
    app: Router,
    place: Place<IpAddr>,
    peer: IpAddr,
    now: SystemTime,
) {
    let place = Arc::new(place);
    let seen = Arc::clone(&place);
    let app = TowerToHyperService::new(app);
    let service = service_fn(move |mut request: Request<Incoming>| {
        seen.is_for(Use::Answering);
        request.extensions_mut().insert(Peer(peer));
        let (answer, seen) = (app.call(request), Arc::clone(&seen));
        async move {
            let answer = answer.await;
            let kind = answer.as_ref().ok().and_then(|a| a.headers().get(header::CONTENT_TYPE));
            let watching = kind.is_some_and(|kind| kind == "text/event-stream");
            seen.is_for(if watching { Use::Watching } else { Use::Waiting });
            answer
        }
    });
    // Small answers should not wait for each other; without, it is only slower.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        // The date of an answer cannot be written before 1970.
        .auto_date_header(now >= SystemTime::UNIX_EPOCH)
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_TIME)
        .max_headers(HEADERS)
        .max_buf_size(HEADERS_BYTES)
        .serve_connection(TokioIo::new(Unstalled::new(stream, SENDING_TIME)), service);
    tokio::select! {
        // A client that breaks off or breaks the protocol is no news.
        _ = connection => {}
        () = place.ended() => tracing::info!("{peer}: a connection made room for a new one"),
    }
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
            let peer = address.ip();
            let place = Arc::new(Places::new(1)).take(peer, Use::Waiting);
            serve(stream, app, place, peer, now).await;
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
