//! Azulejos.
