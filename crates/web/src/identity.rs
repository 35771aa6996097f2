//! Names of games and of pages, and the secret by which a page proves that this
//! server gave it.

use std::time::{SystemTime, UNIX_EPOCH};

/// The secret of this run of the server, 32 hexadecimal digits.
#[derive(Clone)]
pub(crate) struct Secret(String);

/// The page that a request comes from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Client(pub(crate) String);

impl Secret {
    /// A new secret; none on a machine that has no randomness to give.
    pub(crate) fn new() -> Option<Self> {
        let halves = [getrandom::u64().ok()?, getrandom::u64().ok()?];
        Some(Self(halves.map(|half| format!("{half:016x}")).concat()))
    }

    /// A token for one page: the secret, and a name for the page.
    pub(crate) fn token(&self) -> String {
        format!("{}-{}", self.0, new_id())
    }

    /// The page that shows this token; none if we gave no such token. How long
    /// the comparison takes does not depend on where the two differ.
    pub(crate) fn client(&self, token: &str) -> Option<Client> {
        let (secret, client) = token.split_once('-')?;
        let same_length = secret.len() == self.0.len();
        let differs = secret.bytes().zip(self.0.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
        (same_length && differs == 0 && is_id(client)).then(|| Client(client.to_owned()))
    }
}

/// A new name, 16 hexadecimal digits.
pub(crate) fn new_id() -> String {
    let bits = getrandom::u64().unwrap_or_else(|_| {
        // It need not be a secret, only new.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        plywood_game::mix(now.as_nanos() as u64)
    });
    format!("{bits:016x}")
}

/// Whether a text can be such a name.
pub(crate) fn is_id(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_good_at_the_server_that_gave_it_and_names_its_page() {
        let (ours, theirs) = (Secret::new().expect("chance"), Secret::new().expect("chance"));
        let (one, other) = (ours.token(), ours.token());
        assert!(ours.client(&one).is_some());
        assert_ne!(ours.client(&one), ours.client(&other));
        assert_eq!(theirs.client(&one), None);
        for bad in ["", "-", "--", &one[1..], &one[..one.len() - 1], &one.to_uppercase()] {
            let changed = bad != one;
            assert!(!changed || ours.client(bad).is_none(), "{bad}");
        }
    }
}
