//! The children of a node, and what they say about it.

use super::numbers::{INFINITE, Numbers};

/// A move, and the numbers of the position after it.
pub(crate) struct Child<M> {
    pub(crate) mv: M,
    /// As the parent's mover sees them: `proof` is what it takes to show that
    /// the move is good for it.
    pub(crate) numbers: Numbers,
    /// The higher, the earlier it is tried among equals.
    pub(crate) order: i32,
}

/// What the children say of their parent, whose mover chooses among them.
pub(crate) struct Summary {
    /// The parent's numbers, as its mover sees them.
    pub(crate) numbers: Numbers,
    /// The child to be searched next.
    pub(crate) best: usize,
    /// The limits under which to search it, as the parent's mover sees them.
    pub(crate) limit: Numbers,
}

/// Sums up at least one child under the limits of the parent.
pub(crate) fn sum_up<M>(children: &[Child<M>], limit: Numbers) -> Summary {
    let (mut best, mut second) = (0, INFINITE);
    let (mut hardest, mut open) = (0, 0);
    for (index, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        if index == 0 || proof < children[best].numbers.proof {
            second = if index == 0 { INFINITE } else { children[best].numbers.proof };
            best = index;
        } else {
            second = second.min(proof);
        }
        hardest = hardest.max(disproof);
        open += u32::from(disproof > 0);
    }
    let proof = children[best].numbers.proof;
    let others = open.saturating_sub(1);
    let disproof = match (proof, hardest) {
        (0, _) => INFINITE,
        (_, 0) => 0,
        _ => (hardest + others).min(INFINITE - 1),
    };
    let limit = Numbers {
        proof: limit.proof.min(second.saturating_add(second / 4 + 1)).min(INFINITE),
        disproof: limit.disproof.saturating_sub(others).max(children[best].numbers.disproof + 1),
    };
    Summary { numbers: Numbers { proof, disproof }, best, limit }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(numbers: &[(u32, u32)]) -> Summary {
        let child =
            |&(proof, disproof)| Child { mv: (), numbers: Numbers { proof, disproof }, order: 0 };
        sum_up(&numbers.iter().map(child).collect::<Vec<_>>(), Numbers::NO_LIMIT)
    }

    #[test]
    fn the_easiest_child_is_next_and_the_rest_bound_it() {
        let Summary { numbers, best, limit } = summary(&[(4, 5), (2, 3), (8, 1)]);
        assert_eq!((numbers, best), (Numbers { proof: 2, disproof: 7 }, 1));
        assert_eq!(limit, Numbers { proof: 6, disproof: INFINITE - 2 });
    }

    #[test]
    fn one_proof_is_enough_and_every_disproof_is_needed() {
        let proven = (0, INFINITE);
        let disproven = (INFINITE, 0);
        assert_eq!(summary(&[(3, 3), proven]).numbers, Numbers::PROVEN);
        assert_eq!(summary(&[disproven, disproven]).numbers, Numbers::DISPROVEN);
        assert_eq!(summary(&[disproven, (3, 4)]).numbers, Numbers { proof: 3, disproof: 4 });
    }
}
