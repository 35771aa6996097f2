//! The file of a certificate.

use crate::Claim;
use crate::sealed::{FileError, seal, unseal};
use plywood_game::Side;
use serde::{Deserialize, Serialize};

/// The first line of every certificate.
pub const CERTIFICATE_MAGIC: &[u8] = b"plywood certificate 1\n";

/// What is claimed about a position, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The words that name the game.
    pub game: String,
    /// The position as text.
    pub position: String,
    /// The claims, which hold together.
    pub parts: Vec<Part>,
}

/// A claim, and why it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What is claimed.
    pub claim: Claim,
    /// That the claim's side wins within this many plies.
    pub plies: Option<u32>,
    /// Why it is true.
    pub by: By,
}

/// Why a claim is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// A strategy, as the module's text describes it.
    Strategy(Vec<u8>),
    /// Strategy stealing: the claim's side is to move, and an extra move never
    /// hurts.
    Stealing,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    position: String,
    parts: Vec<HeaderPart>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderPart {
    side: Side,
    at_least: i32,
    plies: Option<u32>,
    by: HeaderBy,
    bytes: usize,
}

#[derive(Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum HeaderBy {
    Strategy,
    Stealing,
}

impl Part {
    fn strategy(&self) -> &[u8] {
        match &self.by {
            By::Strategy(strategy) => strategy,
            By::Stealing => &[],
        }
    }
}

impl Certificate {
    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let part = |part: &Part| HeaderPart {
            side: part.claim.side,
            at_least: part.claim.at_least,
            plies: part.plies,
            by: match part.by {
                By::Strategy(_) => HeaderBy::Strategy,
                By::Stealing => HeaderBy::Stealing,
            },
            bytes: part.strategy().len(),
        };
        let header = Header {
            game: self.game.clone(),
            position: self.position.clone(),
            parts: self.parts.iter().map(part).collect(),
        };
        // Strings and numbers can always be written.
        let header = serde_json::to_vec(&header).unwrap_or_default();
        let strategies: Vec<&[u8]> = self.parts.iter().map(Part::strategy).collect();
        seal(CERTIFICATE_MAGIC, &header, &strategies.concat())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is none, or not as it was written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let (header, strategies) = unseal(CERTIFICATE_MAGIC, bytes)?;
        Self::from_content(header, &strategies).map_err(FileError::Nonsense)
    }

    fn from_content(header: &[u8], mut strategies: &[u8]) -> Result<Self, String> {
        let header: Header = serde_json::from_slice(header)
            .map_err(|error| format!("the header cannot be read: {error}"))?;
        let mut parts = Vec::new();
        for HeaderPart { side, at_least, plies, by, bytes } in header.parts {
            let (strategy, rest) = strategies
                .split_at_checked(bytes)
                .ok_or("the strategies are shorter than the header says")?;
            strategies = rest;
            let by = match by {
                HeaderBy::Strategy => By::Strategy(strategy.to_vec()),
                HeaderBy::Stealing if bytes == 0 => By::Stealing,
                HeaderBy::Stealing => return Err("strategy stealing needs no bytes".to_owned()),
            };
            parts.push(Part { claim: Claim { side, at_least }, plies, by });
        }
        match strategies.is_empty() {
            true => Ok(Self { game: header.game, position: header.position, parts }),
            false => Err("the strategies are longer than the header says".to_owned()),
        }
    }
}
