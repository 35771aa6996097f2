//! A process with the language that it speaks.

use super::{Language, Wire};
use crate::process::Process;
use plywood_game::Side;
use plywood_players::{Cause, Failure};
use plywood_workbench::ExternalSpec;
use std::sync::atomic::AtomicBool;

/// A process that has greeted, with its language.
pub(crate) struct Running {
    pub(super) process: Option<Process>,
    language: Box<dyn Language>,
    pub(super) side: Option<Side>,
}

impl Running {
    /// Waits for the greeting.
    pub(crate) fn greeted(
        mut process: Process,
        mut language: Box<dyn Language>,
        spec: &ExternalSpec,
        stop: Option<&AtomicBool>,
    ) -> Result<Self, Failure> {
        language.greet(&mut Wire { process: &mut process, spec, side: None, stop })?;
        Ok(Self { process: Some(process), language, side: None })
    }

    /// Lets the language speak with the process. After a failure the process is
    /// ended.
    pub(super) fn talk<T>(
        &mut self,
        spec: &ExternalSpec,
        stop: Option<&AtomicBool>,
        words: impl FnOnce(&mut dyn Language, &mut Wire<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Some(process) = &mut self.process else {
            return Err(Failure::new(Cause::Crash, "it has ended"));
        };
        process.pause(false);
        let said = words(&mut *self.language, &mut Wire { process, spec, side: self.side, stop });
        match &said {
            Ok(_) if spec.pause => process.pause(true),
            Ok(_) => {}
            Err(_) => self.process = None,
        }
        said
    }

    /// Ends the process; whether it ended when it was asked to.
    pub(crate) fn end(&mut self) -> bool {
        self.process.take().is_some_and(|process| process.end(self.language.farewell()))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.end();
    }
}
