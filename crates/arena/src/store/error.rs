//! What is wrong with a store.

use super::Place;

/// What is wrong with a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The store cannot be used.
    #[error("the store {place} {problem}")]
    Unusable {
        /// The store.
        place: Place,
        /// Why not, as the end of the sentence.
        problem: String,
        /// Whether a new connection may be luckier.
        passes: bool,
    },
    /// There is no such event.
    #[error("the store {place} has no event called {name}{hint}")]
    NoEvent {
        /// The store.
        place: Place,
        /// What was asked for, quoted.
        name: String,
        /// The nearest name.
        hint: String,
    },
    /// An event of this name was begun with another definition.
    #[error(
        "the event {name} in {place} was begun with other {difference}; give this one another \
         name, or take another store"
    )]
    OtherDefinition {
        /// The store.
        place: Place,
        /// The event, quoted.
        name: String,
        /// What differs.
        difference: String,
    },
    /// Another process plays the event.
    #[error(
        "the event {name} in {place} is being played by another process; wait until it has \
             ended, or stop it"
    )]
    Busy {
        /// The store.
        place: Place,
        /// The event, quoted.
        name: String,
    },
    /// The lease is not the newest.
    #[error("another process has taken over this event; this one stops")]
    Late,
}
