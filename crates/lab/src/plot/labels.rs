//! Labels that do not lie on one another.

/// Heights as near as possible to the wanted ones, `gap` apart, between `top`
/// and `bottom` if there is room.
///
/// Labels that would touch are put together into a block that lies where its
/// labels want to be on average; blocks that touch become one.
pub(super) fn spread(wanted: &[i32], gap: i32, top: i32, bottom: i32) -> Vec<i32> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&label| wanted[label]);
    // Each block: the sum of where its labels want it to begin, and how many.
    let mut blocks: Vec<(i64, i64)> = Vec::new();
    let begin = |&(sum, count): &(i64, i64)| {
        let lowest = i64::from(bottom) - (count - 1) * i64::from(gap);
        (sum / count).min(lowest).max(i64::from(top))
    };
    for &label in &order {
        blocks.push((i64::from(wanted[label]), 1));
        while let [.., before, last] = blocks.as_slice() {
            if begin(before) + before.1 * i64::from(gap) <= begin(last) {
                break;
            }
            // The labels of the last block lie this much lower than its first.
            let shift = last.1 * before.1 * i64::from(gap);
            let joined = (before.0 + last.0 - shift, before.1 + last.1);
            blocks.truncate(blocks.len() - 2);
            blocks.push(joined);
        }
    }
    let mut heights = vec![0; wanted.len()];
    let mut labels = order.into_iter();
    for block in &blocks {
        let first = begin(block);
        for (number, label) in (0..block.1).zip(labels.by_ref()) {
            heights[label] = (first + number * i64::from(gap)) as i32;
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use plywood_game::Random;

    #[test]
    fn labels_with_room_stay_where_they_are() {
        assert_eq!(spread(&[200, 40, 100], 16, 0, 400), [200, 40, 100]);
        assert_eq!(spread(&[], 16, 0, 400), [] as [i32; 0]);
    }

    #[test]
    fn labels_at_one_height_lie_around_it() {
        assert_eq!(spread(&[100, 100, 100], 10, 0, 400), [90, 100, 110]);
        assert_eq!(spread(&[0, 0], 10, 0, 400), [0, 10], "nothing leaves the picture");
        assert_eq!(spread(&[400, 400], 10, 0, 400), [390, 400]);
    }

    #[test]
    fn labels_never_touch_and_keep_their_order() {
        let mut dice = Random::new(3);
        for _ in 0..1000 {
            let wanted: Vec<i32> = (0..dice.below(12)).map(|_| dice.below(300) as i32).collect();
            let heights = spread(&wanted, 16, 0, 300);
            for (a, b) in (0..wanted.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                assert!((heights[a] - heights[b]).abs() >= 16, "{wanted:?} {heights:?}");
                let order = wanted[a].cmp(&wanted[b]);
                assert!(order.is_eq() || order == heights[a].cmp(&heights[b]));
            }
        }
    }
}
