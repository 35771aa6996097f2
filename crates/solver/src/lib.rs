//! # What is certain?
//!
//! A search gives a value; this crate gives a value that others can check.
//!
//! Two words keep the difference. A value is *exact* if a complete search by
//! the game's own rules found it. It is *proven* if there is a file, a
//! certificate or a table, that `plywood verify` accepts: code that shares neither
//! the prover's search nor its move generator, because it asks the game's
//! judge (`plywood-judges`).

mod certificate;
mod claim;
mod own_rules;
mod proof;
mod sealed;
mod solve;
pub mod table;

pub use certificate::{
    By, CERTIFICATE_MAGIC, Certificate, Checked, Contradiction, Part, verify_certificate,
};
pub use claim::Claim;
pub use own_rules::OwnRules;
pub use proof::{Progress, ProofSearch};
pub use sealed::FileError;
pub use solve::{Question, Solved, Solver, Unsolved};

/// Enough stack for a solver or a verifier on the largest boards. Only what is
/// used of it takes memory.
pub const SOLVER_STACK: usize = 1 << 28;
