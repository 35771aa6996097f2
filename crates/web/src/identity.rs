//! Names of games and of pages, and the secret that lets people in. It stands in the
//! address that is printed at the start, then in a cookie, and in every page, which
//! proves by it that this server gave it.

use std::io::{self, Write};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The key of a store's server, 32 hexadecimal digits.
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

    /// The secret that is kept in a file which only its owner may read; a new one if
    /// there is none, or if others could read it.
    pub(crate) fn kept_in(path: &Path) -> io::Result<Self> {
        if let Ok(text) = std::fs::read_to_string(path)
            && is_private(path)
            && text.trim_end().len() == 32
            && text.trim_end().bytes().all(is_digit)
        {
            return Ok(Self(text.trim_end().to_owned()));
        }
        let secret = Self::new().ok_or(io::ErrorKind::Unsupported)?;
        // Made anew, so that it never has the permissions of another.
        match std::fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        writeln!(private_file(path)?, "{}", secret.0)?;
        Ok(secret)
    }

    /// The digits, for the address that is printed.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Whether this text is the secret. How long the comparison takes does not depend
    /// on where the two differ.
    pub(crate) fn is(&self, text: &str) -> bool {
        same(text, &self.0)
    }

    /// A token for one page: the secret, and a name for the page.
    pub(crate) fn token(&self) -> String {
        format!("{}-{}", self.0, new_id())
    }

    /// The page that shows this token; none if we gave no such token. A script may
    /// show the secret alone.
    pub(crate) fn client(&self, token: &str) -> Option<Client> {
        let (secret, client) = token.split_once('-').unwrap_or((token, SCRIPT));
        (self.is(secret) && is_id(client)).then(|| Client(client.to_owned()))
    }
}

/// The name of a client that is no page.
const SCRIPT: &str = "0000000000000000";

/// Whether two texts are the same, in a time that depends only on their lengths.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differs = one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == other.len() && differs == 0
}

/// A new file that only its owner may read and write.
fn private_file(path: &Path) -> io::Result<std::fs::File> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Whether only its owner may read a file; elsewhere the folder decides that.
fn is_private(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|data| data.permissions().mode().trailing_zeros() >= 6)
    }
    #[cfg(not(unix))]
    path.exists()
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
    text.len() == 16 && text.bytes().all(is_digit)
}

fn is_digit(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
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
        assert!(ours.client(ours.text()).is_some(), "a script shows the secret alone");
        for bad in ["", "-", "--", &one[1..], &one[..one.len() - 1], &one.to_uppercase()] {
            let changed = bad != one;
            assert!(!changed || ours.client(bad).is_none(), "{bad}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_kept_secret_stays_unless_others_could_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.sqlite-key");
        let first = Secret::kept_in(&path).expect("made");
        assert_eq!(Secret::kept_in(&path).expect("read").text(), first.text());
        let mode = |path| std::fs::metadata(path).expect("the file").permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("opened");
        let second = Secret::kept_in(&path).expect("made anew");
        assert_ne!(second.text(), first.text());
        assert_eq!(mode(&path), 0o600);
        std::fs::write(&path, "rubbish").expect("written");
        assert!(Secret::kept_in(&path).expect("made anew").text().bytes().all(is_digit));
    }
}
