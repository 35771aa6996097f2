//! Delta.
