//! The page's server without a network, for the fuzz targets: requests go in, answers come
//! out.

use crate::guard::{Guard, TOKEN};
use crate::identity::Secret;
use crate::live_games::LiveGames;
use crate::server::{Config, app};
use crate::store::Store;
use axum::body::Body;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use plywood_workbench::Workbench;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

/// A server that keeps its games in memory.
pub struct Answerer {
    runtime: Runtime,
    app: TowerToHyperService<axum::Router>,
    key: String,
    host: String,
}

impl Answerer {
    /// None where the system gives no threads or no random numbers.
    #[must_use]
    pub fn new() -> Option<Self> {
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).enable_all().build().ok()?;
        let (secret, config) = (Secret::new()?, Config::default());
        let key = secret.text().to_owned();
        let guard = Arc::new(Guard::new(secret, config.listen, &config));
        let workbench = Arc::new(Workbench::standard());
        let tables = LiveGames::new(workbench, Store::none(), Duration::from_secs(1));
        let app = TowerToHyperService::new(app(guard, Arc::new(tables)));
        Some(Self { runtime, app, key, host: config.listen.to_string() })
    }

    /// The status and the text of the answer to a request with the key; none if it cannot
    /// be a request.
    #[must_use]
    pub fn ask(&self, method: &str, path: &str, body: &[u8]) -> Option<(u16, String)> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::CONTENT_TYPE, "application/json")
            .header(TOKEN, &self.key)
            .body(Body::from(body.to_vec()))
            .ok()?;
        self.runtime.block_on(async {
            let answer = self.app.call(request).await.ok()?;
            let status = answer.status().as_u16();
            let text = answer.into_body().collect().await.ok()?.to_bytes();
            Some((status, String::from_utf8_lossy(&text).into_owned()))
        })
    }
}
