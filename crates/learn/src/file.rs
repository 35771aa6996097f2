//! The file of an evaluator.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `plywood learned\n` |
//! | 4 | the version |
//! | 4 | CRC-32 of the version and all that follows |
//! | rest | compressed with zstd: the length of the header, the header as JSON, the weights |
//!
//! Of the weights, of two bytes each, first all high bytes and then all low bytes are
//! written: most high bytes are alike. Numbers are little-endian.

use crate::shape::Shape;
use crate::tables::{Predicts, Tables};
use plywood_game::quoted;
use serde::{Deserialize, Serialize};
use std::io::Read;

const MAGIC: &[u8; 16] = b"plywood learned\n";
const VERSION: u32 = 1;

/// What comes before the compressed part.
const HEAD: usize = 24;

/// The compression level of zstd. A file is written once and read often.
const LEVEL: i32 = 19;

/// The most bytes of an uncompressed file: no shape has more weights, and no state of
/// learning is larger.
const LARGEST: u64 = 1 << 29;

/// An evaluator, and where it comes from.
#[derive(Debug, PartialEq, Eq)]
pub struct Kept {
    /// The name of the game.
    pub game: String,
    /// How it was learned, in words, such as the command.
    pub made_by: String,
    /// The evaluator.
    pub tables: Tables,
}

/// What is wrong with the file of an evaluator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is something else.
    #[error("is not a learned evaluator; 'learn' writes them")]
    NotOne,
    /// It was written by a newer program.
    #[error("has version {0}, and this program reads version {VERSION}; use a newer program")]
    Newer(u32),
    /// It was changed or cut off.
    #[error("is damaged; copy it again, or learn it again")]
    Damaged,
    /// A readable file does not have its checksum.
    #[error("was changed or cut off: it does not have its checksum; learn it again")]
    Changed,
    /// It contradicts itself.
    #[error("cannot be used: {0}")]
    Impossible(&'static str),
    /// It was learned for another game.
    #[error("was learned for {}, not for {}", quoted(.found), quoted(.wanted))]
    OtherGame {
        /// The game it was learned for.
        found: String,
        /// The game it was to be used in.
        wanted: String,
    },
    /// It could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    made_by: String,
    predicts: Predicts,
    shift: u32,
    shape: Shape,
}

impl Kept {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes_for(true)
    }

    /// As [`Kept::to_bytes`], or larger and sooner for a file that is soon replaced.
    pub(crate) fn to_bytes_for(&self, ever: bool) -> Vec<u8> {
        let Self { game, made_by, tables } = self;
        let header = Header {
            game: game.clone(),
            made_by: made_by.clone(),
            predicts: tables.predicts(),
            shift: tables.shift(),
            shape: tables.shape().clone(),
        };
        let weights = tables.class_weights();
        let high = weights.iter().map(|weight| weight.to_le_bytes()[1]);
        let low = weights.iter().map(|weight| weight.to_le_bytes()[0]);
        let level = if ever { LEVEL } else { 1 };
        sealed(MAGIC, VERSION, &with_header(&header, high.chain(low)), level)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are not those of a file that this program has written, or anything in
    /// them was changed.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let content = opened(MAGIC, VERSION, bytes)?;
        let (header, weights): (Header, &[u8]) = split_header(&content)?;
        let Header { game, made_by, predicts, shift, shape } = header;
        if let Some(fault) = shape.fault() {
            return Err(FileError::Impossible(fault));
        }
        if shift > 15 {
            return Err(FileError::Impossible("its scale is not one"));
        }
        let (high, low) = weights.split_at(weights.len() / 2);
        let weight = |(&high, &low): (&u8, &u8)| i16::from_le_bytes([low, high]);
        let weights: Vec<i16> = high.iter().zip(low).map(weight).collect();
        let tables = Tables::new(shape, predicts, shift, &weights);
        let tables = tables.ok_or(FileError::Impossible("weights are missing"))?;
        Ok(Self { game, made_by, tables })
    }

    /// The tables, if they are those of this game.
    ///
    /// # Errors
    /// If they were learned for another.
    pub fn for_game(self, wanted: &str) -> Result<Tables, FileError> {
        match self.game == wanted {
            true => Ok(self.tables),
            false => Err(FileError::OtherGame { found: self.game, wanted: wanted.to_owned() }),
        }
    }
}

/// A header as JSON after its length, and what follows it.
pub(crate) fn with_header(header: &impl Serialize, rest: impl Iterator<Item = u8>) -> Vec<u8> {
    // Plain data always has a JSON form.
    let json = serde_json::to_vec(header).unwrap_or_default();
    let mut content = (json.len() as u32).to_le_bytes().to_vec();
    content.extend(json);
    content.extend(rest);
    content
}

/// The header of [`with_header`], and what follows it.
pub(crate) fn split_header<H: for<'a> Deserialize<'a>>(
    content: &[u8],
) -> Result<(H, &[u8]), FileError> {
    let (length, rest) = content.split_first_chunk().ok_or(FileError::Damaged)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (json, rest) = rest.split_at_checked(length).ok_or(FileError::Damaged)?;
    let header = serde_json::from_slice(json);
    Ok((header.map_err(|_| FileError::Impossible("its header is not one"))?, rest))
}

/// Content compressed, behind its mark, version and checksum.
pub(crate) fn sealed(magic: &[u8; 16], version: u32, content: &[u8], level: i32) -> Vec<u8> {
    // Memory is all that compression could lack.
    let body = zstd::bulk::compress(content, level).unwrap_or_default();
    let version = version.to_le_bytes();
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&version);
    checksum.update(&body);
    [&magic[..], &version, &checksum.finalize().to_le_bytes(), &body].concat()
}

/// What [`sealed`] has sealed.
pub(crate) fn opened(magic: &[u8; 16], known: u32, bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    if !bytes.starts_with(magic) {
        return Err(FileError::NotOne);
    }
    let number = |from: usize| {
        let four = bytes.get(from..from + 4).and_then(|four| four.try_into().ok());
        four.map(u32::from_le_bytes).ok_or(FileError::Damaged)
    };
    let (version, checksum) = (number(16)?, number(20)?);
    if version > known {
        return Err(FileError::Newer(version));
    }
    let mut found = crc32fast::Hasher::new();
    found.update(&version.to_le_bytes());
    found.update(&bytes[HEAD..]);
    if version != known || found.finalize() != checksum {
        return Err(FileError::Damaged);
    }
    let mut content = Vec::new();
    let read = zstd::stream::read::Decoder::new(&bytes[HEAD..])
        .and_then(|decoder| decoder.take(LARGEST).read_to_end(&mut content));
    read.map(|_| content).map_err(|_| FileError::Damaged)
}
