//! What can be wrong with a store.

use std::path::PathBuf;

/// What is wrong with a store.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be used.
    #[error("the store {} {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not, as the end of the sentence.
        problem: String,
    },
    /// There is no such event.
    #[error("the store {} has no event called {name}{hint}", path.display())]
    NoEvent {
        /// The file.
        path: PathBuf,
        /// What was asked for, quoted.
        name: String,
        /// The nearest name.
        hint: String,
    },
    /// An event of this name was begun with another definition.
    #[error(
        "the event {name} in {} was begun with other {difference}; give this one another name, or \
         take another store",
        path.display()
    )]
    OtherDefinition {
        /// The file.
        path: PathBuf,
        /// The event, quoted.
        name: String,
        /// What differs.
        difference: String,
    },
    /// Another process plays the event.
    #[error("the event {name} in {} is being played by another process; wait until it has ended, \
             or stop it", path.display())]
    Busy {
        /// The file.
        path: PathBuf,
        /// The event, quoted.
        name: String,
    },
    /// The lease is not the newest.
    #[error("another process has taken over this event; this one stops")]
    Late,
}
