//! Keeping games: after every change, and again if that failed.

use super::{LiveGame, LiveGames};
use crate::open_game::OpenGame;
use plywood_game::counted;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How long to wait before saving is tried again: twice as long each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

impl LiveGames {
    /// Keeps a game after a change, or sees to it that this is tried again.
    pub(super) async fn keep(&self, game: &mut OpenGame) {
        self.save(game).await;
        let known = match game.unsaved {
            true => self.unsaved.swap(true, Ordering::Relaxed),
            false => !self.unsaved.load(Ordering::Relaxed),
        };
        if game.unsaved && !known {
            let problem = game.storage.as_deref().unwrap_or_default();
            tracing::warn!("{problem}; it is tried again");
        }
        // The first that is refused, and the first that is not, are reasons to try all.
        if !known || self.store.is_suspect() {
            self.wake.notify_one();
        }
    }

    /// Saves a game as it is now, and remembers whether that succeeded.
    async fn save(&self, game: &mut OpenGame) {
        let saved = self.store.save(&game.row()).await;
        game.unsaved = saved.is_err() && self.store.path().is_some();
        game.storage = saved.err().or_else(|| self.store.notice());
    }

    /// Tries to keep what could not be kept, and gives how many games are safe now that
    /// were not; an error if some still are not.
    pub(crate) async fn keep_unsaved(&self) -> Result<usize, String> {
        self.unsaved.store(false, Ordering::Relaxed);
        let opened = self.store.keeps() || self.store.open_again().await;
        let open: Vec<Arc<LiveGame>> = self.open().values().cloned().collect();
        let (mut safe, mut problem) = (0, None);
        for table in open {
            let mut game = table.game.lock().await;
            if !game.unsaved || table.still_there().is_err() {
                continue;
            }
            self.save(&mut game).await;
            if game.unsaved {
                problem = game.storage.clone();
                continue;
            }
            safe += 1;
            game.look_again();
            table.publish(&mut game);
        }
        match problem.or_else(|| self.store.problem().filter(|_| !opened)) {
            Some(problem) => {
                self.unsaved.store(true, Ordering::Relaxed);
                Err(problem)
            }
            None => Ok(safe),
        }
    }

    /// Looks after the store: checks it, replaces it if it is damaged, and tries again,
    /// with growing pauses, to keep what could not be kept.
    pub(crate) async fn look_after_store(&self) {
        if self.store.path().is_none() {
            return std::future::pending().await;
        }
        self.store.check().await;
        self.unsaved.fetch_or(!self.store.keeps(), Ordering::Relaxed);
        let mut pause = FIRST_PAUSE;
        loop {
            if self.store.is_suspect() {
                self.store.rescue().await;
                // What is open is newer than what could be read.
                self.forget_what_is_kept().await;
            }
            match self.keep_unsaved().await {
                Ok(safe) => {
                    if safe > 0 {
                        tracing::warn!("{} kept now", are(safe));
                    }
                    pause = FIRST_PAUSE;
                }
                Err(_) => pause = (2 * pause).min(LONGEST_PAUSE),
            }
            match self.unsaved.load(Ordering::Relaxed) {
                true => drop(tokio::time::timeout(pause, self.wake.notified()).await),
                false => self.wake.notified().await,
            }
        }
    }

    /// All open games are to be kept again.
    async fn forget_what_is_kept(&self) {
        let open: Vec<Arc<LiveGame>> = self.open().values().cloned().collect();
        for table in open {
            table.game.lock().await.unsaved = true;
        }
    }
}

/// "1 game is", "2 games are".
fn are(games: usize) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, obey};
    use crate::identity::Client;
    use crate::state::NewGame;
    use crate::store::{Store, Wanted};
    use plywood_workbench::Workbench;
    use serde_json::{Value, json};
    use std::path::Path;

    async fn tables(path: &Path) -> Arc<LiveGames> {
        let store = Store::open(path).await;
        store.check().await;
        let workbench = Arc::new(Workbench::standard());
        Arc::new(LiveGames::new(workbench, store, Duration::from_secs(60)))
    }

    /// Begins a game and gives its name and whether it says that it is kept.
    async fn begin(tables: &Arc<LiveGames>) -> (String, bool) {
        let new = NewGame { game: Some("othello".to_owned()), ..NewGame::default() };
        let (id, state) = tables.seat(new, Client("page".to_owned())).await.expect("a game");
        let state: Value = serde_json::from_str(&state).expect("a state");
        (id, state["storage"].is_null())
    }

    async fn play(tables: &Arc<LiveGames>, id: &str) {
        let command = Command::read("play", json!({ "move": "f5", "ply": 0 })).expect("a command");
        obey(tables, id, Client("page".to_owned()), command).await.expect("played");
    }

    async fn kept(path: &Path) -> usize {
        let store = Store::open(path).await;
        let kept = store.list(&Wanted::default()).await.expect("a list").0.len();
        store.close().await;
        kept
    }

    #[tokio::test]
    async fn what_the_store_refused_is_kept_once_it_works_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let tables = tables(&path).await;
        tables.store.run("PRAGMA query_only = ON").await.expect("a store that refuses");
        let mut revisions = Vec::new();
        for _ in 0..55 {
            let (id, safe) = begin(&tables).await;
            assert!(!safe, "it cannot be written");
            let table = tables.table(&id).await.expect("the game");
            revisions.push((Arc::clone(&table), table.game.lock().await.revision()));
        }
        assert!(tables.keep_unsaved().await.is_err(), "it still cannot be written");
        tables.store.run("PRAGMA query_only = OFF").await.expect("one that works");
        let all_are_safe = async {
            for (table, revision) in revisions {
                let start = std::time::Instant::now();
                while table.game.lock().await.unsaved {
                    assert!(start.elapsed() < Duration::from_secs(60), "a minute is enough");
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                let game = table.game.lock().await;
                assert_eq!(game.storage, None, "the page is told");
                assert!(game.revision() > revision, "the page believes it");
            }
        };
        // As the server does, which tries again after a pause.
        tokio::select! {
            () = tables.look_after_store() => {}
            () = all_are_safe => {}
        }
        assert_eq!(tables.close().await, None);
        assert_eq!(kept(&path).await, 55);
    }

    #[tokio::test]
    async fn the_end_of_the_server_and_every_change_are_tries() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite");
        let other = Store::open(&path).await;
        let tables = tables(&path).await;
        let (first, safe) = begin(&tables).await;
        assert!(!safe, "another server has the store");
        let told = tables.close().await.expect("what is lost");
        assert!(told.contains("another plywood is using it"), "{told}");
        other.close().await;
        assert_eq!(tables.close().await, None, "now it is kept");
        assert_eq!(kept(&path).await, 1);
        // The store works again: the next change in any game keeps all.
        tables.store.open_again().await;
        tables.store.run("PRAGMA query_only = ON").await.expect("a store that refuses");
        let (second, safe) = begin(&tables).await;
        assert!(!safe);
        tables.store.run("PRAGMA query_only = OFF").await.expect("one that works");
        play(&tables, &first).await;
        let woken = tokio::time::timeout(Duration::from_secs(60), tables.wake.notified()).await;
        assert!(woken.is_ok(), "who looks after the store is woken");
        assert_eq!(tables.keep_unsaved().await, Ok(1));
        assert!(!tables.table(&second).await.expect("the game").game.lock().await.unsaved);
        assert_eq!(tables.close().await, None);
        assert_eq!(kept(&path).await, 2);
    }
}
