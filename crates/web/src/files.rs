//! The page's own files, which are part of the program. (In a build for
//! development they are read from their folder, so that they can be edited.)

use crate::guard::{Guard, Insider};
use crate::identity::new_id;
use crate::refusal::Refusal;
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use std::fmt::Write;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Files;

/// What kinds of files there are, by the end of their names.
const KINDS: [(&str, &str); 6] = [
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".woff2", "font/woff2"),
    (".webmanifest", "application/manifest+json"),
];

/// The page, with its own token. Where everyone may look, the key is not for everyone.
pub(crate) async fn page(
    State(guard): State<Arc<Guard>>,
    insider: Option<Extension<Insider>>,
) -> Response {
    let Some(file) = Files::get("index.html") else { return missing() };
    let page = String::from_utf8_lossy(&file.data);
    let token = insider.map_or_else(|| format!("-{}", new_id()), |_| guard.secret.token());
    Html(page.replace("{{token}}", &token)).into_response()
}

/// A file of the page.
pub(crate) async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    let kind = KINDS.iter().find(|(end, _)| name.ends_with(end)).map(|(_, kind)| *kind);
    let (Some(kind), Some(file)) = (kind.filter(|_| is_plain(&name)), Files::get(&name)) else {
        return missing();
    };
    let tag = tag(&file);
    let known = headers.get(header::IF_NONE_MATCH).and_then(|known| known.to_str().ok());
    let caching = [(header::ETAG, tag.as_str()), (header::CACHE_CONTROL, "no-cache")];
    if known.is_some_and(|known| known.split(',').any(|one| one.trim().ends_with(&tag))) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    (caching, [(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}

/// Whether a name stays inside the folder, on every system.
fn is_plain(name: &str) -> bool {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && part.bytes().all(good))
}

/// A name for what is in the file.
fn tag(file: &EmbeddedFile) -> String {
    let mut tag = "\"".to_owned();
    for byte in &file.metadata.sha256_hash()[..8] {
        // Writing into a string cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

fn missing() -> Response {
    Refusal::new(StatusCode::NOT_FOUND, "there is nothing here").into_response()
}
