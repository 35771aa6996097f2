//! Proof numbers.

/// How hard it is to prove and to disprove a claim at a node: about the number
/// of leaves that are still to be decided (Allis, van der Meulen and van den
/// Herik, "Proof-number search", Artificial Intelligence 66, 1994).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    /// 0 when the claim is proven, [`INFINITE`] when it is disproven.
    pub(crate) proof: u32,
    /// The opposite.
    pub(crate) disproof: u32,
}

/// No finite number of leaves will do.
pub(crate) const INFINITE: u32 = 1 << 30;

impl Numbers {
    pub(crate) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };
    /// Limits that only a solved node reaches.
    pub(crate) const NO_LIMIT: Self = Self { proof: INFINITE, disproof: INFINITE };

    pub(crate) fn decided(is_true: bool) -> Self {
        if is_true { Self::PROVEN } else { Self::DISPROVEN }
    }

    /// Whether the claim is true, if that is known.
    pub(crate) fn verdict(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }

    /// The numbers as the side to move sees them, or back: at a node of the
    /// claim's side as they are, otherwise exchanged.
    pub(crate) fn for_mover(self, is_claimant: bool) -> Self {
        match is_claimant {
            true => self,
            false => Self { proof: self.disproof, disproof: self.proof },
        }
    }

    pub(crate) fn reaches(self, limit: Self) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}
