//! Moves an event from one store to another.

use super::{Store, StoreError, in_json};
use plywood_game::quoted;

impl Store {
    /// Copies an event with its games into another store, where it can go on. All its
    /// games arrive or none; how many.
    ///
    /// # Errors
    /// If there is no such event, the other store has games of one with this name, or
    /// a store cannot be used.
    pub async fn copy(&mut self, name: &str, into: &mut Store) -> Result<usize, StoreError> {
        let stored = self.event(name).await?;
        let rows = self.rows(stored.id).await?;
        let begun = into.begin(&stored.event).await?;
        if !into.results(begun.id).await?.is_empty() {
            let problem = format!("has games of an event called {} already", quoted(name));
            return Err(StoreError::Unusable { place: into.place.clone(), problem, passes: false });
        }
        let lease = into.lease(begun.id).await?;
        into.keep_rows(&lease, &rows, &in_json(&stored.progress)).await?;
        Ok(rows.len())
    }
}
