//! Proof numbers: how far a node is from being decided, and where to go on.

/// How many leaves must at least still turn out well to prove that the attack
/// wins, and how many to show that it does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    to_prove: u32,
    to_disprove: u32,
}

/// It cannot be done.
const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    pub(super) const LARGEST: Numbers = Numbers { to_prove: NEVER, to_disprove: NEVER };
    pub(super) const PROVEN: Numbers = Numbers { to_prove: 0, to_disprove: NEVER };
    pub(super) const DISPROVEN: Numbers = Numbers { to_prove: NEVER, to_disprove: 0 };

    /// Open, with this many moves that must all succeed.
    pub(super) fn open(ways: usize) -> Self {
        Self { to_prove: ways as u32, to_disprove: 1 }
    }

    pub(super) fn is_proven(self) -> bool {
        self.to_prove == 0
    }

    #[cfg(test)]
    fn is_disproven(self) -> bool {
        self.to_disprove == 0
    }

    /// Whether one of the two is as large as that of `limit`.
    pub(super) fn reach(self, limit: Numbers) -> bool {
        self.to_prove >= limit.to_prove || self.to_disprove >= limit.to_disprove
    }

    fn turned(self) -> Self {
        Self { to_prove: self.to_disprove, to_disprove: self.to_prove }
    }
}

/// Who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// One of his moves must win.
    Attacker,
    /// None of his moves may save him.
    Defender,
}

impl Role {
    pub(super) fn other(self) -> Self {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }

    /// The numbers as the side to move sees them: its own goal first.
    fn seen(self, numbers: Numbers) -> Numbers {
        match self {
            Role::Attacker => numbers,
            Role::Defender => numbers.turned(),
        }
    }

    /// The numbers of a node by those of its moves: one must succeed, or all
    /// must fail.
    pub(super) fn combined(self, moves: impl Iterator<Item = Numbers>) -> Numbers {
        let none = Numbers::DISPROVEN;
        let all = moves.map(|numbers| self.seen(numbers)).fold(none, |sum, next| Numbers {
            to_prove: sum.to_prove.min(next.to_prove),
            to_disprove: (sum.to_disprove + next.to_disprove).min(NEVER),
        });
        self.seen(all)
    }

    /// The move to search, and the limit for it: until another is clearly
    /// better, or the node itself reaches its limit.
    pub(super) fn choice(
        self,
        moves: impl Iterator<Item = Numbers>,
        node: Numbers,
        limit: Numbers,
    ) -> (usize, Numbers) {
        let (node, limit) = (self.seen(node), self.seen(limit));
        let (mut best, mut second) = ((0, Numbers::DISPROVEN), NEVER);
        for (index, numbers) in moves.map(|numbers| self.seen(numbers)).enumerate() {
            if numbers.to_prove < best.1.to_prove {
                second = best.1.to_prove;
                best = (index, numbers);
            } else {
                second = second.min(numbers.to_prove);
            }
        }
        let (index, chosen) = best;
        // A quarter more than the second best, so as not to go to and fro.
        let clearly_worse = second + second / 4 + 1;
        let limit = Numbers {
            to_prove: limit.to_prove.min(clearly_worse),
            to_disprove: (limit.to_disprove - node.to_disprove + chosen.to_disprove).min(NEVER),
        };
        (index, self.seen(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(to_prove: u32, to_disprove: u32) -> Numbers {
        Numbers { to_prove, to_disprove }
    }

    #[test]
    fn one_move_must_succeed_or_all_must_fail() {
        let moves = [numbers(3, 2), numbers(5, 4)];
        assert_eq!(Role::Attacker.combined(moves.into_iter()), numbers(3, 6));
        assert_eq!(Role::Defender.combined(moves.into_iter()), numbers(8, 2));
        assert!(Role::Attacker.combined([moves[0], Numbers::PROVEN].into_iter()).is_proven());
        assert!(Role::Defender.combined([moves[0], Numbers::DISPROVEN].into_iter()).is_disproven());
        assert!(Role::Defender.combined([Numbers::PROVEN; 2].into_iter()).is_proven());
        assert!(Role::Attacker.combined(std::iter::empty()).is_disproven());
    }

    #[test]
    fn the_choice_is_where_the_least_is_missing() {
        let moves = [numbers(3, 2), numbers(2, 7), numbers(9, 9)];
        let choose = |turn: Role| {
            let node = turn.combined(moves.into_iter());
            turn.choice(moves.into_iter(), node, Numbers::LARGEST)
        };
        assert_eq!(choose(Role::Attacker), (1, numbers(4, NEVER - 11)));
        assert_eq!(choose(Role::Defender), (0, numbers(NEVER - 11, 9)));
    }
}
