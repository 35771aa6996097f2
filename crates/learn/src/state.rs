//! The state of learning, to go on from: the weights as they are, not rounded.

use crate::file::{FileError, opened, sealed, split_header, with_header};
use crate::learner::LearnPoint;
use crate::shape::Shape;
use crate::training::Weight;
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 16] = b"plywood learning";
const VERSION: u32 = 1;

/// The compression level: states are large and written often.
const LEVEL: i32 = 1;

/// A run of the learner.
pub(crate) struct LearningState {
    pub(crate) game: String,
    pub(crate) seed: u64,
    pub(crate) nodes: u64,
    /// How many games of others it learns from; none against itself.
    pub(crate) played: Option<u64>,
    pub(crate) games: u64,
    pub(crate) points: Vec<LearnPoint>,
    pub(crate) shape: Shape,
    pub(crate) weights: Vec<Weight>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    game: String,
    seed: u64,
    nodes: u64,
    played: Option<u64>,
    games: u64,
    points: Vec<LearnPoint>,
    shape: Shape,
}

impl LearningState {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Self { game, seed, nodes, played, games, points, shape, weights } = self;
        let header = Header {
            game: game.clone(),
            seed: *seed,
            nodes: *nodes,
            played: *played,
            games: *games,
            points: points.clone(),
            shape: shape.clone(),
        };
        let numbers = weights.iter().flat_map(|weight| [weight.value, weight.seen]);
        let content = with_header(&header, numbers.flat_map(f32::to_le_bytes));
        sealed(MAGIC, VERSION, &content, LEVEL)
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let content = opened(MAGIC, VERSION, bytes)?;
        let (header, weights): (Header, &[u8]) = split_header(&content)?;
        let Header { game, seed, nodes, played, games, points, shape } = header;
        let number = |four: &[u8]| four.try_into().map(f32::from_le_bytes).unwrap_or_default();
        let weight =
            |eight: &[u8]| Weight { value: number(&eight[..4]), seen: number(&eight[4..]) };
        let weights = weights.chunks_exact(8).map(weight).collect();
        Ok(Self { game, seed, nodes, played, games, points, shape, weights })
    }
}
