//! How long it takes to lay a tree out: `cargo bench -p plywood-lab --bench
//! layout`. The time grows with the number of boxes and no faster.

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use plywood_game::Random;
use plywood_lab::tree::layout::{Boxes, Gaps};

const GAPS: Gaps = Gaps { siblings: 9.0, cousins: 22.0, levels: 46.0 };

/// A tree that grows at random, with boxes of different widths.
fn grown(count: usize) -> Boxes {
    let mut dice = Random::new(1);
    let mut boxes = Boxes::new();
    for number in 0..count {
        // Mostly among the last boxes: some levels, and some families.
        let parent = number.saturating_sub(1 + dice.below(number.clamp(1, 40)));
        boxes.add(Some(parent), 30.0 + dice.below(60) as f64, 40.0);
    }
    boxes
}

fn layout(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("layout");
    for count in [2_000, 20_000] {
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| {
            bencher.iter_batched(
                || grown(count),
                |boxes| boxes.lay_out(GAPS),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, layout);
criterion_main!(benches);
