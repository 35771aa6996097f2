//! Writing files. Only a saved game is replaced by one unasked, any other
//! regular file only with `--force`, and every file by a whole one or not at
//! all. Devices and pipes are written to.

use crate::failure::Failure;
use plywood_workbench::Record;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// Saves a game in a new file, or in place of a saved game: one that this one
/// continues, or any if requested.
pub(crate) fn save(name: &str, record: &Record, replace_any: bool) -> Result<(), Failure> {
    let path = Path::new(name);
    let refused = |problem: String| Failure::file(path, problem);
    let permissions = match fs::metadata(path) {
        Ok(found) => {
            may_be_replaced(path, &found)
                .map_err(|reason| refused(format!("{reason}; choose another name")))?;
            if !replace_any && !goes_on_from(record, path) {
                let hint = format!("save! {name} replaces it");
                return Err(refused(format!("holds another game; choose another name, or {hint}")));
            }
            Some(found.permissions())
        }
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(refused(cannot_be_written(&error))),
    };
    replace(&behind_links(path), record.to_string().as_bytes(), permissions)
        .map_err(|error| refused(cannot_be_written(&error)))
}

/// What happens to a regular file that exists where one is to be written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It stays, and this is an error.
    Kept,
    /// The new file takes its place.
    Replaced,
}

impl Existing {
    /// What `--force` asks for.
    pub(crate) fn replaced_if(force: bool) -> Self {
        if force { Self::Replaced } else { Self::Kept }
    }
}

/// Whether this is the name of a device or a pipe.
pub(crate) fn is_device(name: &str) -> bool {
    fs::metadata(name).is_ok_and(|found| !found.is_file() && !found.is_dir())
}

/// Writes a file, whole or not at all, or to a device or pipe.
pub(crate) fn replace_file(
    name: &str,
    content: impl AsRef<[u8]>,
    existing: Existing,
) -> Result<(), Failure> {
    check_place(name, existing)?;
    let path = Path::new(name);
    let written = match is_device(name) {
        true => OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(content.as_ref())),
        false => {
            let permissions = fs::metadata(path).ok().map(|found| found.permissions());
            replace(&behind_links(path), content.as_ref(), permissions)
        }
    };
    written.map_err(|error| Failure::file(path, cannot_be_written(&error)))
}

/// Sees whether [`replace_file`] could write a file, and writes nothing.
pub(crate) fn check_place(name: &str, existing: Existing) -> Result<(), Failure> {
    let path = Path::new(name);
    let refused = |problem| Err(Failure::file(path, problem));
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return refused("is a folder".to_owned()),
        Ok(found) if !found.is_file() => return Ok(()),
        Ok(_) if existing == Existing::Kept => {
            return refused("exists already; --force replaces it".to_owned());
        }
        Ok(found) if found.permissions().readonly() => return refused("is read-only".to_owned()),
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return refused(cannot_be_written(&error));
        }
        Ok(_) | Err(_) => {}
    }
    match tempfile::tempfile_in(folder_of(&behind_links(path))) {
        Ok(_) => Ok(()),
        Err(error) => refused(cannot_be_written(&error)),
    }
}

/// Whether what was found under a name is a saved game that may be replaced;
/// if not, why.
fn may_be_replaced(path: &Path, found: &Metadata) -> Result<(), String> {
    if found.is_dir() {
        return Err("is a folder".to_owned());
    }
    if !found.is_file() {
        return Err("is not an ordinary file".to_owned());
    }
    match head(path) {
        Ok(text) if Record::is_record(&text) && found.permissions().readonly() => {
            Err("is read-only".to_owned())
        }
        Ok(text) if Record::is_record(&text) => Ok(()),
        Ok(_) => Err("exists and is not a saved game".to_owned()),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Err("exists and you have no permission to read it".to_owned())
        }
        Err(error) => Err(format!("exists and cannot be read: {error}")),
    }
}

/// Whether nothing is lost if this game takes the place of the one in a file.
fn goes_on_from(record: &Record, path: &Path) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.parse().is_ok_and(|earlier| record.goes_on_from(&earlier))
}

/// The beginning of a file, by which a saved game is known.
fn head(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_start_matches('\u{feff}').to_owned())
}

/// The file that a chain of symbolic links leads to, which need not exist.
fn behind_links(path: &Path) -> PathBuf {
    const LONGEST_CHAIN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(target);
    }
    path
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Writes a file so that it is either the old one or the new one, whole, even
/// if the machine stops in between.
fn replace(path: &Path, content: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(content)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// What is wrong, without the name of the file that was to become the saved
/// one.
fn cannot_be_written(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "cannot be written: there is no such folder".to_owned(),
        kind => format!("cannot be written: {kind}"),
    }
}
