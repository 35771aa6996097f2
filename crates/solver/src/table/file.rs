//! The file of a table.
//!
//! | part | bytes |
//! |---|---|
//! | magic | `plywood-table-1` and a line feed |
//! | header | its length (4), JSON, its checksum (4) |
//! | blocks | each compressed on its own with zstd |
//! | directory | for each block its length (4) and its checksum (4) |
//! | trailer | where the directory begins (8), the number of blocks (8), the directory's checksum (4), the trailer's (4) |
//!
//! Numbers are little-endian, checksums CRC-32, which notices every change of a
//! single byte. The parts follow each other without a gap, so that every byte of
//! the file is covered. A build that is not finished leaves a file of the same
//! form, whose header says how far it is.

use super::error::TableError;
use super::indexed::Indexed;
use super::sweep::Values;
use super::value::{NO_POSITION, TableValue};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

/// The first bytes of every table.
pub const TABLE_MAGIC: &[u8; 16] = b"plywood-table-1\n";

/// The compression level of zstd: higher ones are 3 to 20 times slower for 4 to
/// 13 % less (measured on Delta with six pieces).
const LEVEL: i32 = 1;

const TRAILER: usize = 24;
/// The longest header that is believed.
const LONGEST_HEADER: u32 = 1 << 20;
/// Blocks that a thread compresses before they are written.
const BATCH: usize = 256;

/// What a table says about itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The game, as [`Indexed::name`] gives it.
    pub game: String,
    /// Numbers of positions.
    pub count: u64,
    /// Numbers in a block.
    pub block_len: u64,
    /// How far an unfinished build is; none for a table.
    pub unfinished: Option<Unfinished>,
    /// What the values are, in all; empty for an unfinished build.
    pub census: Census,
}

/// How far a build is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// The distance that is being looked for.
    pub distance: u8,
    /// Numbers decided at that distance so far.
    pub found: u64,
    /// Numbers decided in all.
    pub decided: u64,
    /// Seconds that the build has taken so far.
    pub seconds: u64,
}

/// How many positions have each value. A position with several numbers counts
/// once.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Census {
    /// Bytes and the number of positions that have it, without zeros.
    pub counts: Vec<(u8, u64)>,
    /// The smallest number of a position with the longest win.
    pub longest: Option<u64>,
}

impl Census {
    fn sum(&self, counts: impl Fn(TableValue) -> bool) -> u64 {
        let of = |&(byte, count): &(u8, u64)| {
            TableValue::from_byte(byte).filter(|&value| counts(value)).map_or(0, |_| count)
        };
        self.counts.iter().map(of).sum()
    }

    /// Positions in all.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.sum(|_| true)
    }

    /// Positions that the side to move wins.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.sum(|value| value.sign() == 1)
    }

    /// Positions that the side to move loses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.sum(|value| value.sign() == -1)
    }

    /// Positions that are drawn.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.sum(|value| value.sign() == 0)
    }

    /// Positions with a value.
    #[must_use]
    pub fn with_value(&self, wanted: TableValue) -> u64 {
        self.sum(|value| value == wanted)
    }

    /// Numbers that are boards but no positions, because both sides have won.
    #[must_use]
    pub fn impossible(&self) -> u64 {
        self.counts.iter().filter(|(byte, _)| *byte == NO_POSITION).map(|(_, count)| count).sum()
    }

    /// The plies of the longest win; none if nothing is won.
    #[must_use]
    pub fn longest_plies(&self) -> Option<u8> {
        let values = self.counts.iter().filter_map(|&(byte, _)| TableValue::from_byte(byte));
        values.filter(|value| value.sign() == 1).filter_map(TableValue::plies).max()
    }

    /// Counts the values.
    pub(super) fn take<I: Indexed>(indexed: &I, values: &Values, threads: usize) -> Self {
        let count = indexed.count();
        let threads = threads.max(1) as u64;
        let share = count.div_ceil(threads).max(1);
        let count_range = |from: u64| {
            let mut counts = [(0_u64, u64::MAX); 256];
            for index in from..(from + share).min(count) {
                if indexed.is_first(index) {
                    let (number, first) = &mut counts[usize::from(values.get(index))];
                    *number += 1;
                    *first = (*first).min(index);
                }
            }
            counts
        };
        let parts: Vec<[(u64, u64); 256]> = std::thread::scope(|scope| {
            let work = |thread: u64| scope.spawn(move || count_range(thread * share));
            let workers: Vec<_> = (0..threads).map(work).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let mut census = Self::default();
        let mut longest = None;
        for byte in 0..=255_u8 {
            let of_parts = || parts.iter().map(|part| part[usize::from(byte)]);
            let number = of_parts().map(|(number, _)| number).sum();
            if number > 0 {
                census.counts.push((byte, number));
                if let Some(TableValue::Win(plies)) = TableValue::from_byte(byte) {
                    longest =
                        longest.max(of_parts().map(|(_, first)| first).min().map(|i| (plies, i)));
                }
            }
        }
        census.longest = longest.map(|(_, index)| index);
        census
    }
}

/// Writes a table beside `path` and then puts it in its place, so that there is
/// always a whole file. What could not be written whole is removed.
pub(super) fn write(
    path: &Path,
    header: &Header,
    values: &Values,
    threads: usize,
) -> Result<(), TableError> {
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    let new = PathBuf::from(new);
    let written = write_whole(&new, header, values, threads)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|error| TableError::file(path, "write the table", error));
    if written.is_err() {
        // The reason why writing failed is worth more than this one.
        let _ = fs::remove_file(&new);
    }
    written
}

fn write_whole(path: &Path, header: &Header, values: &Values, threads: usize) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let json = serde_json::to_vec(header)?;
    let mut head = (json.len() as u32).to_le_bytes().to_vec();
    head.extend(&json);
    head.extend(crc32fast::hash(&head).to_le_bytes());
    file.write_all(TABLE_MAGIC)?;
    file.write_all(&head)?;
    let mut offset = (TABLE_MAGIC.len() + head.len()) as u64;
    let mut directory = Vec::new();
    let len = header.block_len as usize;
    let blocks = header.count.div_ceil(header.block_len) as usize;
    let mut first = 0;
    while first < blocks {
        let batches = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1))
                .map(|thread| {
                    let from = (first + thread * BATCH).min(blocks);
                    let to = (from + BATCH).min(blocks);
                    scope.spawn(move || compressed(values, from..to, len))
                })
                .collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, io::Result<Vec<Vec<u8>>>>| {
                worker.join().unwrap_or_else(|_| Err(io::Error::other("a thread failed")))
            };
            workers.into_iter().map(join).collect::<io::Result<Vec<_>>>()
        })?;
        for block in batches.iter().flatten() {
            file.write_all(block)?;
            directory.extend((block.len() as u32).to_le_bytes());
            directory.extend(crc32fast::hash(block).to_le_bytes());
            offset += block.len() as u64;
        }
        first += threads.max(1) * BATCH;
    }
    file.write_all(&directory)?;
    let mut trailer = offset.to_le_bytes().to_vec();
    trailer.extend((blocks as u64).to_le_bytes());
    trailer.extend(crc32fast::hash(&directory).to_le_bytes());
    trailer.extend(crc32fast::hash(&trailer).to_le_bytes());
    file.write_all(&trailer)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

fn compressed(
    values: &Values,
    blocks: std::ops::Range<usize>,
    len: usize,
) -> io::Result<Vec<Vec<u8>>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    let mut bytes = Vec::with_capacity(len);
    blocks
        .map(|block| {
            bytes.clear();
            bytes.extend(values.slice(block * len, len).iter().map(|byte| byte.load(Relaxed)));
            compressor.compress(&bytes)
        })
        .collect()
}

/// A table's file, opened: its header and directory are read and checked.
pub(super) struct OpenFile {
    path: PathBuf,
    file: File,
    pub(super) header: Header,
    /// Where each block begins, and where the last one ends.
    offsets: Vec<u64>,
    checksums: Vec<u32>,
}

impl OpenFile {
    pub(super) fn open(path: &Path) -> Result<Self, TableError> {
        let failed = |error| TableError::file(path, "read the table", error);
        let damaged = |problem: &str| TableError::damaged(path, problem);
        let file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        let (header, start) = header_of(path, &file, size)?;
        let trailer_at = size.checked_sub(TRAILER as u64).filter(|&at| at >= start);
        let trailer_at = trailer_at.ok_or_else(|| damaged("the table is cut off"))?;
        let mut trailer = [0; TRAILER];
        file.read_exact_at(&mut trailer, trailer_at).map_err(failed)?;
        if crc32fast::hash(&trailer[..20]) != number(&trailer[20..24]) as u32 {
            return Err(damaged("its last 24 bytes are damaged, or the table is cut off"));
        }
        let (directory_at, blocks) = (number(&trailer[..8]), number(&trailer[8..16]));
        let is_whole = blocks == header.count.div_ceil(header.block_len)
            && directory_at >= start
            && directory_at.checked_add(8 * blocks) == Some(trailer_at);
        if !is_whole {
            return Err(damaged("its parts do not fit together"));
        }
        let mut directory = vec![0; 8 * blocks as usize];
        file.read_exact_at(&mut directory, directory_at).map_err(failed)?;
        if crc32fast::hash(&directory) != number(&trailer[16..20]) as u32 {
            return Err(damaged("the list of its blocks is damaged"));
        }
        let mut offsets = vec![start];
        let mut checksums = Vec::new();
        for entry in directory.chunks_exact(8) {
            offsets.push(offsets[offsets.len() - 1] + number(&entry[..4]));
            checksums.push(number(&entry[4..]) as u32);
        }
        if offsets.last() != Some(&directory_at) {
            return Err(damaged("the lengths of its blocks do not add up"));
        }
        Ok(Self { path: path.to_owned(), file, header, offsets, checksums })
    }

    pub(super) fn blocks(&self) -> usize {
        self.checksums.len()
    }

    /// The values of a block, which must be one of the file's.
    pub(super) fn block(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let damaged = || TableError::damaged(&self.path, format!("block {block} is damaged"));
        let (from, to) = (self.offsets[block], self.offsets[block + 1]);
        let mut bytes = vec![0; (to - from) as usize];
        self.file
            .read_exact_at(&mut bytes, from)
            .map_err(|error| TableError::file(&self.path, "read the table", error))?;
        if crc32fast::hash(&bytes) != self.checksums[block] {
            return Err(damaged());
        }
        let Header { count, block_len, .. } = self.header;
        let len = block_len.min(count - block as u64 * block_len) as usize;
        let values = zstd::bulk::decompress(&bytes, len).map_err(|_| damaged())?;
        (values.len() == len).then_some(values).ok_or_else(damaged)
    }

    /// All values.
    pub(super) fn values(&self) -> Result<Values, TableError> {
        let values = Values::new(self.header.count as usize);
        for block in 0..self.blocks() {
            let from = block * self.header.block_len as usize;
            for (value, byte) in
                values.slice(from, self.header.block_len as usize).iter().zip(self.block(block)?)
            {
                value.store(byte, Relaxed);
            }
        }
        Ok(values)
    }
}

/// The header of a table, and where its blocks begin.
fn header_of(path: &Path, file: &File, size: u64) -> Result<(Header, u64), TableError> {
    let failed = |error| TableError::file(path, "read the table", error);
    let damaged = |problem: &str| TableError::damaged(path, problem);
    let mut start = [0; 20];
    if size < start.len() as u64 {
        return Err(damaged("this is not a table"));
    }
    file.read_exact_at(&mut start, 0).map_err(failed)?;
    if !start.starts_with(TABLE_MAGIC) {
        return Err(damaged("this is not a table, or one of another version"));
    }
    let length = number(&start[16..]) as u32;
    let end = 20 + u64::from(length) + 4;
    if length > LONGEST_HEADER || end > size {
        return Err(damaged("its header is damaged or cut off"));
    }
    let mut head = vec![0; length as usize + 8];
    file.read_exact_at(&mut head, 16).map_err(failed)?;
    let (text, checksum) = head.split_at(length as usize + 4);
    if crc32fast::hash(text) != number(checksum) as u32 {
        return Err(damaged("its header is damaged"));
    }
    let header: Header = serde_json::from_slice(&text[4..])
        .map_err(|error| damaged(&format!("its header cannot be read: {error}")))?;
    if header.block_len == 0 || header.count.div_ceil(header.block_len) > u64::from(u32::MAX) {
        return Err(damaged("its header has impossible numbers"));
    }
    Ok((header, end))
}

/// The header of a table's file. The blocks are not looked at.
///
/// # Errors
/// If the file cannot be read or is not a table.
pub fn read_header(path: &Path) -> Result<Header, TableError> {
    OpenFile::open(path).map(|file| file.header)
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}
