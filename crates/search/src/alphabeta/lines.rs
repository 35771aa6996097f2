//! The principal variation: the best play found from each ply on.
//!
//! Every ply keeps a line. A node that finds a better move takes over its
//! child's line with that move in front. As an entry of the table ends a node
//! only when its value lies outside the window (see `node`), every value inside
//! a window was searched, and its line reaches the horizon or the game's end.

pub(crate) struct Lines<M> {
    by_ply: Vec<Vec<M>>,
}

impl<M: Copy> Lines<M> {
    pub(crate) fn new() -> Self {
        Self { by_ply: Vec::new() }
    }

    /// Begins the line of a node.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        while self.by_ply.len() < ply + 2 {
            self.by_ply.push(Vec::new());
        }
        self.by_ply[ply].clear();
    }

    /// Makes the line at `ply` this move and the line of the child.
    #[inline]
    pub(crate) fn extend(&mut self, ply: usize, mv: M) {
        let (head, tail) = self.by_ply.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(mv);
        head[ply].extend_from_slice(&tail[0]);
    }

    pub(crate) fn line(&self, ply: usize) -> &[M] {
        &self.by_ply[ply]
    }
}
