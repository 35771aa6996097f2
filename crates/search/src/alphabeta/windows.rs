//! Which windows the root and the nodes are searched with: two choices, which
//! together give alpha-beta, aspiration, principal variation search and MTD(f).

use crate::options::Technique;

/// The options of the windows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WindowOptions {
    /// Alpha-beta cuts. Without them the search is plain minimax: every move is
    /// searched.
    pub pruning: bool,
    /// Principal variation search: all moves but the first get a null window,
    /// and a re-search if they are better.
    pub null: bool,
    /// The windows with which the root is searched.
    pub root: RootWindows,
}

impl Default for WindowOptions {
    fn default() -> Self {
        Self { pruning: true, null: false, root: RootWindows::Full }
    }
}

impl Technique for WindowOptions {
    fn is_exact(&self) -> bool {
        true
    }
}

/// The windows with which the root is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RootWindows {
    /// A window that contains every value.
    Full,
    /// One that reaches `delta` below and above the value of the last depth,
    /// widened when the value is not inside.
    Aspiration {
        /// Half of its width.
        delta: i32,
    },
    /// Null windows, until the bounds that they prove meet: MTD(f).
    Mtdf,
}
