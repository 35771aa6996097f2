//! Why a request is refused, in words that a person can act on.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plywood_workbench::Error;
use serde::Serialize;

/// The document that goes with every 4xx.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Refusal {
    pub(crate) schema: u32,
    pub(crate) error: Fault,
    #[serde(skip)]
    status: StatusCode,
}

/// What is wrong.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Fault {
    /// One sentence.
    pub(crate) what: String,
    /// In which part of the request.
    #[serde(rename = "where")]
    pub(crate) place: Option<String>,
    /// What would have been right.
    pub(crate) expected: Option<String>,
    /// What was perhaps meant.
    pub(crate) suggestion: Option<String>,
    /// A word for programs: only `token`, `stale` and `turn` mean more than
    /// the status.
    pub(crate) code: Option<&'static str>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, what: impl Into<String>) -> Self {
        let error =
            Fault { what: what.into(), place: None, expected: None, suggestion: None, code: None };
        Self { schema: 1, error, status }
    }

    pub(crate) fn bad(what: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, what)
    }

    pub(crate) fn conflict(what: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, what)
    }

    pub(crate) fn no_game() -> Self {
        let what = "there is no such game here; it may have been deleted";
        Self::new(StatusCode::NOT_FOUND, what)
    }

    pub(crate) fn at(mut self, place: impl Into<String>) -> Self {
        self.error.place = Some(place.into());
        self
    }

    pub(crate) fn expected(mut self, expected: impl Into<String>) -> Self {
        self.error.expected = Some(expected.into());
        self
    }

    pub(crate) fn code(mut self, code: &'static str) -> Self {
        self.error.code = Some(code);
        self
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::GameOver => StatusCode::CONFLICT,
            _ => StatusCode::BAD_REQUEST,
        };
        let mut refusal = Refusal::new(status, error.to_string());
        match error {
            Error::UnknownGame { suggestion, .. } | Error::UnknownPlayer { suggestion, .. } => {
                refusal.error.suggestion = suggestion;
            }
            Error::Parameters { error, form, .. } => {
                refusal = refusal.at("game").expected(form);
                error.problem().clone_into(&mut refusal.error.what);
            }
            Error::Text { source_name, error } => {
                let place =
                    format!("{source_name}, line {}, column {}", error.line(), error.column());
                refusal = refusal.at(place).expected(error.expected());
                error.problem().clone_into(&mut refusal.error.what);
            }
            Error::Move(error) => {
                refusal = refusal.at("move").expected(error.expected());
                error.problem().clone_into(&mut refusal.error.what);
            }
            Error::ImpossibleClock => {
                let expected = "initial_ms from 1 to 86400000, increment_ms from 0 to 86400000";
                refusal = refusal.at("clock").expected(expected);
            }
            _ => {}
        }
        refusal
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}
