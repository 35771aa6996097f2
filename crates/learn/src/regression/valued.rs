//! What positions were found to be worth, in a file that grows with every part of the
//! games: a run that was stopped, or killed, goes on from there.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `plywood valued 1` |
//! | 4 | what the values depend on, as a number |
//! | rest | parts: number, count and CRC-32 of the values, and as many values |
//!
//! Numbers are little-endian, of four bytes each. What follows the last whole part is left
//! out: it was being written when the run ended.

use crate::file::FileError;
use std::collections::BTreeMap;

const MAGIC: &[u8; 16] = b"plywood valued 1";

/// What comes before the parts, and before the values of a part.
const HEAD: usize = 20;
const PART_HEAD: usize = 12;

/// The values of the parts that are done.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Valued(BTreeMap<usize, Vec<f32>>);

impl Valued {
    /// The number of what values depend on.
    #[must_use]
    pub fn number_of(games: &str, options: &str) -> u32 {
        let mut sum = crc32fast::Hasher::new();
        sum.update(options.as_bytes());
        sum.update(games.as_bytes());
        sum.finalize()
    }

    /// The beginning of a file.
    #[must_use]
    pub fn beginning(depends_on: u32) -> Vec<u8> {
        [&MAGIC[..], &depends_on.to_le_bytes()].concat()
    }

    /// What a part adds to a file.
    #[must_use]
    pub fn addition(number: usize, values: &[f32]) -> Vec<u8> {
        let values: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let count = (values.len() / 4) as u32;
        let head = [number as u32, count, crc32fast::hash(&values)];
        [&head.map(u32::to_le_bytes).concat()[..], &values].concat()
    }

    /// Reads a file: what it holds, and how many of its bytes are whole parts.
    ///
    /// # Errors
    /// If it is something else, or its values depend on something else.
    pub fn read(bytes: &[u8], depends_on: u32) -> Result<(Self, usize), FileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FileError::NotOne);
        }
        if !bytes.starts_with(&Self::beginning(depends_on)) {
            return Err(FileError::Impossible(
                "it is of other games or other options than these; begin without --resume",
            ));
        }
        let (mut found, mut at) = (Self::default(), HEAD);
        while let Some((number, values)) = part(&bytes[at..]) {
            at += PART_HEAD + 4 * values.len();
            found.0.insert(number, values);
        }
        Ok((found, at))
    }

    /// The values of a part, if it is done.
    pub(super) fn of(&self, number: usize) -> Option<&[f32]> {
        self.0.get(&number).map(Vec::as_slice)
    }
}

/// The part that these bytes begin with, if it is whole.
fn part(bytes: &[u8]) -> Option<(usize, Vec<f32>)> {
    let number = |place: usize| -> Option<u32> {
        Some(u32::from_le_bytes(bytes.get(4 * place..4 * place + 4)?.try_into().ok()?))
    };
    let (name, count, checksum) = (number(0)?, number(1)? as usize, number(2)?);
    let values = bytes.get(PART_HEAD..count.checked_mul(4)?.checked_add(PART_HEAD)?)?;
    let value = |four: &[u8]| four.try_into().map(f32::from_le_bytes).unwrap_or_default();
    let is_whole = crc32fast::hash(values) == checksum;
    is_whole.then(|| (name as usize, values.chunks_exact(4).map(value).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_parts_are_read_and_what_was_cut_off_is_not() {
        let parts = [(3, vec![1.5, -2.0]), (0, vec![]), (1, vec![0.25; 9])];
        let mut file = Valued::beginning(7);
        let mut ends = vec![file.len()];
        for (number, values) in &parts {
            file.extend(Valued::addition(*number, values));
            ends.push(file.len());
        }
        for length in HEAD..=file.len() {
            let (found, whole) = Valued::read(&file[..length], 7).expect("it is one");
            let done = ends.iter().filter(|&&end| end <= length).count() - 1;
            assert_eq!(found, Valued(parts[..done].iter().cloned().collect()));
            assert_eq!(whole, ends[done]);
        }
        assert!(Valued::read(&file, 8).is_err());
        assert!(Valued::read(&file[1..], 7).is_err());
        file[HEAD + PART_HEAD] ^= 1;
        assert_eq!(Valued::read(&file, 7).map(|(_, whole)| whole), Ok(HEAD));
    }
}
