//! How much of us a client may take: bytes, time, connections.

use crate::refusal::Refusal;
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use std::error::Error;
use std::time::Duration;

/// The most connections at once; one more takes the place of one that waits.
pub(crate) const CONNECTIONS: usize = 512;

/// The most streams at once, so that there are always connections for requests.
pub(crate) const STREAMS: usize = 256;

/// How long the headers of a request may take, the first byte included.
pub(crate) const HEADERS_TIME: Duration = Duration::from_secs(5);

/// The most headers, and the most bytes of them.
pub(crate) const HEADERS: usize = 64;
/// See [`HEADERS`].
pub(crate) const HEADERS_BYTES: usize = 16 << 10;

/// How long a body may take.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(5);

/// The largest body.
pub(crate) const BODY_BYTES: usize = 64 << 10;

/// How long we wait for a client that does not take what we send.
pub(crate) const SENDING_TIME: Duration = Duration::from_secs(10);

/// A body that is JSON of the right form.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.unwrap_or("").split(';').next().unwrap_or("").trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            let what = "the body must be JSON";
            return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what)
                .at("Content-Type")
                .expected("application/json"));
        }
        let body = tokio::time::timeout(BODY_TIME, to_bytes(request.into_body(), BODY_BYTES));
        let late = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long");
        let wrong = |error: axum::Error| match error.source() {
            Some(cause) if cause.is::<LengthLimitError>() => {
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is larger than 64 KB")
            }
            _ => Refusal::bad("the body is broken off or its chunks are malformed").at("body"),
        };
        let bytes = body.await.map_err(late)?.map_err(wrong)?;
        // serde would also read an array as the fields in order.
        if bytes.trim_ascii_start().first() != Some(&b'{') {
            return Err(Refusal::bad("the body must be an object").at("body").expected("{...}"));
        }
        serde_json::from_slice(&bytes).map(Body).map_err(|error| {
            let place = format!("body, line {}, column {}", error.line(), error.column());
            Refusal::bad(error.to_string()).at(place)
        })
    }
}
