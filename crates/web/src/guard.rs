//! Who may ask. A server on this machine can be reached by every user of it, and by
//! every web page that a browser on it opens, so being on loopback protects nothing by
//! itself. Four things do:
//!
//! - Each request must show the secret that is printed at the start: in the page's
//!   address once (`/?key=...`), then in a cookie; scripts in a header. Only the
//!   program's own files (`/assets`) are for everyone.
//! - The `Host` must be a name of ours. A page of another name that was made to
//!   point here (DNS rebinding) sends its own.
//! - An `Origin`, which browsers send with every changing request, must be the
//!   same as the `Host`; pages without an origin (`null`) are refused.
//! - A request that changes something must show a token that stands in our
//!   page, and that other sites cannot read: a cookie alone could be sent by them.

use crate::identity::{Client, Secret, same};
use crate::listen::Peer;
use crate::quotas::Meter;
use crate::refusal::Refusal;
use crate::server::{Access, Config};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The header that carries the token.
pub(crate) const TOKEN: HeaderName = HeaderName::from_static("x-plywood-token");

/// What decides.
pub(crate) struct Guard {
    pub(crate) secret: Secret,
    address: SocketAddr,
    /// Names that the operator added, in lower case.
    names: Vec<String>,
    access: Access,
    read_only: bool,
    meter: Option<Meter>,
}

/// Marks the requests of those who know the key or the password.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Insider;

/// How a request shows that it may come in.
enum Pass {
    /// By nothing: what it asks for is for everyone.
    Unneeded,
    /// By the secret in a cookie or in the page's address.
    Known,
    /// By the token of this page, or of a script.
    Client(Client),
}

impl Guard {
    /// The guard of a server that listens here.
    pub(crate) fn new(secret: Secret, address: SocketAddr, config: &Config) -> Self {
        let names = config.hosts.iter().map(|name| name.to_ascii_lowercase()).collect();
        let (access, read_only) = (config.access.clone(), config.read_only);
        let meter = config.quotas.map(Meter::new);
        Self { secret, address, names, access, read_only, meter }
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

    /// The cookie that remembers the secret. Cookies are shared by all ports of a
    /// machine, so its name tells the port.
    fn cookie_name(&self) -> String {
        format!("plywood-{}", self.address.port())
    }

    fn cookie(&self) -> Option<HeaderValue> {
        let (name, secret) = (self.cookie_name(), self.secret.text());
        let cookie =
            format!("{name}={secret}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict");
        HeaderValue::from_str(&cookie).ok()
    }

    /// How a request shows that it may come in; none if it does not.
    fn pass(&self, request: &Request) -> Option<Pass> {
        let token = only(request.headers(), &TOKEN);
        if let Some(client) = token.and_then(|token| self.secret.client(token)) {
            return Some(Pass::Client(client));
        }
        let path = request.uri().path();
        let name = self.cookie_name();
        let cookies = only(request.headers(), &header::COOKIE).unwrap_or_default();
        let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        let by_cookie = pairs.any(|(key, value)| key == name && self.secret.is(value));
        let query = request.uri().query().filter(|_| path == "/").unwrap_or_default();
        let by_address = query.split('&').filter_map(|pair| pair.strip_prefix("key="));
        if by_cookie || by_address.into_iter().any(|key| self.secret.is(key)) {
            return Some(Pass::Known);
        }
        let by_password = match &self.access {
            Access::Password(password) => {
                shown_password(request.headers()).is_some_and(|shown| same(&shown, password))
            }
            _ => false,
        };
        let public = self.access == Access::Everyone || path.starts_with("/assets/");
        match by_password {
            true => Some(Pass::Known),
            false => public.then_some(Pass::Unneeded),
        }
    }

    /// Who does not show the key, in words; browsers ask for a password if there is one.
    fn turned_away(&self, first: bool) -> Response {
        let mut response = if first { unknown_page() } else { unknown().into_response() };
        if matches!(self.access, Access::Password(_)) {
            let ask = HeaderValue::from_static("Basic realm=\"Plywood\", charset=\"UTF-8\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, ask);
        }
        response
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
    let first = request.uri().path() == "/";
    let Some(pass) = guard.pass(&request) else {
        if request.headers().contains_key(header::AUTHORIZATION) {
            // Guessing takes its time.
            tokio::time::sleep(GUESS).await;
        }
        return guard.turned_away(first);
    };
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    if changes && guard.read_only {
        let what = "this server only shows its games";
        return Refusal::new(StatusCode::FORBIDDEN, what).code("read-only").into_response();
    }
    let begins = changes && request.uri().path() == "/api/games";
    let peer = request.extensions().get::<Peer>().copied();
    if let (true, Some(meter), Some(Peer(peer))) = (changes, &guard.meter, peer)
        && let Err(refusal) = meter.count(peer, begins)
    {
        return refusal.into_response();
    }
    let knows = !matches!(pass, Pass::Unneeded);
    match pass {
        Pass::Client(client) => {
            request.extensions_mut().insert(client);
        }
        _ if changes => return without_token(request.headers()).into_response(),
        Pass::Known | Pass::Unneeded => {}
    }
    if knows {
        request.extensions_mut().insert(Insider);
    }
    let mut response = next.run(request).await;
    if let Some(cookie) = guard.cookie().filter(|_| first && knows) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// How long an answer to a wrong password takes.
const GUESS: Duration = Duration::from_secs(1);

/// The password of a request, by the one scheme that every browser and script knows
/// (RFC 7617). The name before it does not matter.
fn shown_password(headers: &HeaderMap) -> Option<String> {
    let shown = only(headers, &header::AUTHORIZATION)?;
    let encoded = shown.strip_prefix("Basic ")?;
    let bytes = base64::engine::general_purpose::STANDARD.decode(encoded.trim()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    text.split_once(':').map(|(_, password)| password.to_owned())
}

/// The answer to a request that does not show the secret.
fn unknown() -> Refusal {
    let what = "this server answers only to those who know its key";
    Refusal::new(StatusCode::UNAUTHORIZED, what)
        .at("x-plywood-token")
        .expected("the key that stands in the address which plywood printed at its start")
        .code("key")
}

/// The same for people. A link to a game from another site comes without the cookie,
/// and a link on this page brings it.
fn unknown_page() -> Response {
    let page = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Plywood</title>\
        <h1>Plywood</h1><p>This page is for those who know its key. Open the whole address that \
        <code>plywood</code> printed when it was started: it ends in <code>/?key=...</code>.</p>\
        <p>If you have done that in this browser before: <a href=\"/\">go on</a>.</p>";
    (StatusCode::UNAUTHORIZED, Html(page)).into_response()
}

fn without_token(headers: &HeaderMap) -> Refusal {
    let what = match headers.contains_key(TOKEN) {
        true => "the page is out of date: the server has another key now; reload it",
        false => "whatever changes something needs the header x-plywood-token",
    };
    Refusal::new(StatusCode::FORBIDDEN, what)
        .at("x-plywood-token")
        .expected("the token that stands in the page")
        .code("token")
}

/// What a page of ours may do: load its own files and talk to its own server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' \
    data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action \
    'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// The answers that are logged as refusals.
const REFUSALS: [StatusCode; 6] = [
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::PAYLOAD_TOO_LARGE,
    StatusCode::MISDIRECTED_REQUEST,
    StatusCode::TOO_MANY_REQUESTS,
];

/// Puts the headers on every answer that keep browsers strict.
pub(crate) async fn dress(request: Request, next: Next) -> Response {
    let peer =
        request.extensions().get::<Peer>().map_or_else(String::new, |peer| peer.0.to_string());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let mut response = next.run(request).await;
    let status = response.status();
    if REFUSALS.contains(&status) {
        // Without the query, in which the key may stand.
        tracing::info!("{peer} {method} {path:?} refused: {status}");
    }
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
