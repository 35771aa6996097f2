//! What it costs.
