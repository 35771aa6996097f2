//! The laws of a tidy tree, on random trees of boxes of any size.

use plywood_lab::tree::layout::{Boxes, Gaps, Layout};
use proptest::prelude::*;
use std::time::{Duration, Instant};

const GAPS: Gaps = Gaps { siblings: 4.0, cousins: 10.0, levels: 20.0 };

/// Nothing is compared more exactly than this.
const CLOSE: f64 = 1e-6;

/// A box: how far before it its parent is, its width, its height.
type Given = (usize, u8, u8);

struct Drawing {
    parents: Vec<Option<usize>>,
    sizes: Vec<(f64, f64)>,
    layout: Layout,
}

impl Drawing {
    fn new(given: &[Given]) -> Self {
        let (mut boxes, mut parents, mut sizes) = (Boxes::new(), Vec::new(), Vec::new());
        for (number, &(back, width, height)) in given.iter().enumerate() {
            let parent = number.checked_sub(1).map(|last| last - back % number);
            let size = (f64::from(width) + 1.0, f64::from(height) + 1.0);
            assert_eq!(boxes.add(parent, size.0, size.1), number);
            parents.push(parent);
            sizes.push(size);
        }
        Self { parents, sizes, layout: boxes.lay_out(GAPS) }
    }

    fn x(&self, number: usize) -> f64 {
        self.layout.places[number].0
    }

    fn children(&self, number: usize) -> Vec<usize> {
        (0..self.parents.len()).filter(|&child| self.parents[child] == Some(number)).collect()
    }

    /// The subtree below a box: of each one the parent, the size and the place,
    /// as the subtree's root sees them.
    fn subtree(&self, root: usize) -> Vec<(usize, (f64, f64), f64)> {
        let mut members = vec![root];
        for number in root + 1..self.parents.len() {
            if self.parents[number].is_some_and(|parent| members.contains(&parent)) {
                members.push(number);
            }
        }
        let seen = |&number: &usize| {
            let parent = self.parents[number].filter(|_| number != root);
            let place = members.iter().position(|&member| Some(member) == parent).unwrap_or(0);
            (place, self.sizes[number], self.x(number) - self.x(root))
        };
        members.iter().map(seen).collect()
    }
}

fn trees() -> impl Strategy<Value = Vec<Given>> {
    let given = (0..8_usize, any::<u8>(), any::<u8>());
    proptest::collection::vec(given, 1..90)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_boxes_touch(given in trees()) {
        let it = Drawing::new(&given);
        for one in 0..given.len() {
            for other in 0..one {
                let apart = |at: [f64; 2], size: [f64; 2], gap: f64| {
                    (at[0] - at[1]).abs() + CLOSE >= (size[0] + size[1]) / 2.0 + gap
                };
                let ((x1, y1), (x2, y2)) = (it.layout.places[one], it.layout.places[other]);
                let ((w1, h1), (w2, h2)) = (it.sizes[one], it.sizes[other]);
                let beside = apart([x1, x2], [w1, w2], GAPS.siblings);
                let middles = [y1 + h1 / 2.0, y2 + h2 / 2.0];
                prop_assert!(beside || apart(middles, [h1, h2], GAPS.levels));
            }
        }
    }

    #[test]
    fn parents_stand_over_the_middle_of_their_children_in_order(given in trees()) {
        let it = Drawing::new(&given);
        for number in 0..given.len() {
            let children = it.children(number);
            if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
                let middle = f64::midpoint(it.x(first), it.x(last));
                prop_assert!((middle - it.x(number)).abs() < CLOSE);
                prop_assert!(children.is_sorted_by(|&a, &b| it.x(a) < it.x(b)));
                let tops = children.iter().map(|&child| it.layout.places[child].1);
                let lower = it.layout.places[number].1 + it.sizes[number].1;
                prop_assert!(tops.clone().all(|top| top >= lower + GAPS.levels - CLOSE));
            }
        }
    }

    #[test]
    fn everything_is_inside_and_touches_the_edges(given in trees()) {
        let it = Drawing::new(&given);
        let numbers = || 0..given.len();
        let left = numbers().map(|n| it.x(n) - it.sizes[n].0 / 2.0).fold(f64::MAX, f64::min);
        let right = numbers().map(|n| it.x(n) + it.sizes[n].0 / 2.0).fold(f64::MIN, f64::max);
        let bottom =
            numbers().map(|n| it.layout.places[n].1 + it.sizes[n].1).fold(f64::MIN, f64::max);
        prop_assert!(left.abs() < CLOSE);
        prop_assert!((right - it.layout.width).abs() < CLOSE);
        prop_assert!((bottom - it.layout.height).abs() < CLOSE);
    }

    #[test]
    fn a_subtree_is_drawn_alike_wherever_it_stands(given in trees(), back in 0..8_usize) {
        let alone = Drawing::new(&given);
        // The same tree again below a box of another one.
        let host: Vec<Given> = (0..9).map(|n| (back + n, (n * 20) as u8, 3)).collect();
        let mut both = host.clone();
        both.push((back, given[0].1, given[0].2));
        both.extend(given[1..].iter().enumerate().map(|(n, &(back, width, height))| {
            (back % (n + 1), width, height)
        }));
        let beside = Drawing::new(&both);
        let (expected, found) = (alone.subtree(0), beside.subtree(host.len()));
        prop_assert_eq!(expected.len(), found.len());
        for (one, other) in expected.iter().zip(&found) {
            prop_assert_eq!((one.0, one.1), (other.0, other.1));
            prop_assert!((one.2 - other.2).abs() < CLOSE);
        }
    }
}

fn seconds(boxes: &Boxes) -> Duration {
    let times = (0..5).map(|_| {
        let start = Instant::now();
        assert!(boxes.lay_out(GAPS).width > 0.0);
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

#[test]
fn twenty_thousand_boxes_take_less_than_half_a_second_in_any_shape() {
    /// The number of the parent of a box.
    type Parent = fn(usize) -> usize;
    let shapes: [(&str, Parent); 4] = [
        ("a line", |number| number - 1),
        ("a fan", |_| 0),
        ("a comb", |number| (number - 1) / 2 * 2),
        ("three moves a node", |number| (number - 1) / 3),
    ];
    for (name, parent) in shapes {
        let mut boxes = Boxes::new();
        for number in 0..20_000 {
            boxes.add((number > 0).then(|| parent(number)), 30.0 + (number % 50) as f64, 20.0);
        }
        let taken = seconds(&boxes);
        assert!(taken < Duration::from_millis(500), "{name}: {taken:?}");
    }
}

#[test]
fn nothing_takes_no_room() {
    let layout = Boxes::new().lay_out(GAPS);
    assert_eq!((layout.places.len(), layout.width, layout.height), (0, 0.0, 0.0));
}
