//! Who may ask. A server on this machine can be reached by every web page that
//! the browser on this machine opens, so being on loopback protects nothing by
//! itself. Three things do:
//!
//! - The `Host` must be a name of ours. A page of another name that was made to
//!   point here (DNS rebinding) sends its own.
//! - An `Origin`, which browsers send with every changing request, must be the
//!   same as the `Host`; pages without an origin (`null`) are refused.
//! - A request that changes something must show a token that stands in our
//!   page, and that other sites cannot read.

use crate::identity::Secret;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The header that carries the token.
pub(crate) const TOKEN: HeaderName = HeaderName::from_static("x-plywood-token");

/// What decides.
pub(crate) struct Guard {
    pub(crate) secret: Secret,
    address: SocketAddr,
    /// Names that the operator added, in lower case.
    names: Vec<String>,
}

impl Guard {
    pub(crate) fn new(secret: Secret, address: SocketAddr, names: &[String]) -> Self {
        let names = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { secret, address, names }
    }

    /// Whether this is one of our own names.
    fn is_own(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        if self.names.contains(&host) {
            return true;
        }
        let (name, port) = match host.rsplit_once(':') {
            Some((name, port)) if !port.ends_with(']') => (name, port),
            _ => (host.as_str(), "80"),
        };
        if port != self.address.port().to_string() {
            return false;
        }
        if name == "localhost" || self.names.iter().any(|own| own == name) {
            return true;
        }
        let plain = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
        let Ok(number) = plain.parse::<IpAddr>() else { return false };
        // A number cannot be made to point elsewhere. On loopback only
        // loopback's own are ours; otherwise we cannot know which are.
        !self.address.ip().is_loopback() || number.is_loopback()
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let headers = request.headers();
        let host = only(headers, &header::HOST);
        let host = host.filter(|host| self.is_own(host)).ok_or_else(|| {
            let what = "this server does not answer to that name";
            Refusal::new(StatusCode::MISDIRECTED_REQUEST, what).at("Host").expected(format!(
                "http://{}, or a name given with --host when the server was started",
                self.address
            ))
        })?;
        let foreign = || {
            let what = "requests from other sites are refused";
            Refusal::new(StatusCode::FORBIDDEN, what).at("Origin")
        };
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, &header::ORIGIN).map(str::to_ascii_lowercase);
            let own = |scheme| Some(format!("{scheme}{}", host.to_ascii_lowercase()));
            // A name of the operator's may stand behind a proxy that encrypts.
            let named = self.names.contains(&host.to_ascii_lowercase());
            if origin != own("http://") && !(named && origin == own("https://")) {
                return Err(foreign());
            }
        }
        let site = only(headers, &HeaderName::from_static("sec-fetch-site"));
        let api = request.uri().path().starts_with("/api");
        if api && matches!(site, Some("cross-site" | "same-site")) {
            return Err(foreign());
        }
        Ok(())
    }
}

/// The value of a header that stands there exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// Lets through what may come in. What changes something carries the page that
/// it comes from further on.
pub(crate) async fn admit(
    State(guard): State<Arc<Guard>>,
    mut request: Request,
    next: Next,
) -> Response {
    if let Err(refusal) = guard.check(&request) {
        return refusal.into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let token = only(request.headers(), &TOKEN);
        let Some(client) = token.and_then(|token| guard.secret.client(token)) else {
            let what = match request.headers().contains_key(TOKEN) {
                true => "the page is out of date: the server was started again; reload it",
                false => "whatever changes something needs the header x-plywood-token",
            };
            return Refusal::new(StatusCode::FORBIDDEN, what)
                .at("x-plywood-token")
                .expected("the token that stands in the page")
                .code("token")
                .into_response();
        };
        request.extensions_mut().insert(client);
    }
    next.run(request).await
}

/// What a page of ours may do: load its own files and talk to its own server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action \
    'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// Puts the headers on every answer that keep browsers strict.
pub(crate) async fn dress(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
