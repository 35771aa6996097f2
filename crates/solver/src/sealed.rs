//! Files that notice every change: a first line that says what they are, a line
//! that describes the content, the content compressed, and a checksum of it all.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use std::io::{Read, Write};

/// Why a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// The first line is another one.
    #[error("the file does not begin with '{0}'")]
    OtherKind(String),
    /// The checksum is another one.
    #[error(
        "the file is damaged or cut short: its checksum is {found:08x}, expected {expected:08x}"
    )]
    Damaged {
        /// What the bytes give.
        found: u32,
        /// What the file says.
        expected: u32,
    },
    /// The bytes are whole and say nothing.
    #[error("{0}")]
    Nonsense(String),
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The file with this first line, description (a line without its end) and
/// content.
pub(crate) fn seal(magic: &[u8], description: &[u8], content: &[u8]) -> Vec<u8> {
    let start = [magic, description, b"\n"].concat();
    let mut encoder = ZlibEncoder::new(start, Compression::best());
    // Writing to memory does not fail.
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    let mut bytes = written.unwrap_or_default();
    bytes.extend(checksum(&bytes).to_be_bytes());
    bytes
}

/// The description and the content of a file with this first line.
pub(crate) fn unseal<'b>(magic: &[u8], bytes: &'b [u8]) -> Result<(&'b [u8], Vec<u8>), FileError> {
    let other_kind = || {
        let magic = String::from_utf8_lossy(magic);
        FileError::OtherKind(magic.trim_end().to_owned())
    };
    let (rest, sum) = bytes.split_last_chunk::<4>().ok_or_else(other_kind)?;
    let content = rest.strip_prefix(magic).ok_or_else(other_kind)?;
    let (found, expected) = (checksum(rest), u32::from_be_bytes(*sum));
    if found != expected {
        return Err(FileError::Damaged { found, expected });
    }
    let nonsense = |problem: &str| FileError::Nonsense(problem.to_owned());
    let end = content.iter().position(|&byte| byte == b'\n');
    let end = end.ok_or_else(|| nonsense("the second line has no end"))?;
    let (description, compressed) = (&content[..end], &content[end + 1..]);
    let mut decoder = ZlibDecoder::new(compressed);
    let mut content = Vec::new();
    let read = decoder.read_to_end(&mut content);
    read.map_err(|_| nonsense("the content cannot be decompressed"))?;
    match decoder.total_in() == compressed.len() as u64 {
        true => Ok((description, content)),
        false => Err(nonsense("there is something after the content")),
    }
}
