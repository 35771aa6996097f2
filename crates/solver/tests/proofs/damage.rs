//! Every change of a certificate's file is noticed, and none makes the verifier
//! panic or accept something else.

use super::certificates::mnk;
use super::{certify, verify};
use plywood_game::{Game, Random};
use plywood_solver::{By, Certificate};

fn file() -> Vec<u8> {
    let (game, windows, _) = mnk(3, 3, 3);
    certify(&game, &windows, &game.initial()).1.to_bytes()
}

#[test]
fn every_changed_byte_and_every_truncation_is_detected() {
    let bytes = file();
    for place in 0..bytes.len() {
        for change in 1..=255 {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            assert!(Certificate::from_bytes(&changed).is_err(), "byte {place} ^ {change}");
        }
        assert!(Certificate::from_bytes(&bytes[..place]).is_err(), "{place} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Certificate::from_bytes(&longer).is_err());
}

#[test]
fn ten_thousand_random_mutations_of_the_file_are_detected() {
    let (bytes, mut dice) = (file(), Random::new(1));
    for _ in 0..10_000 {
        let mut changed = bytes.clone();
        for _ in 0..1 + dice.below(8) {
            let place = dice.below(changed.len());
            match dice.below(3) {
                0 => changed[place] ^= 1 + dice.below(255) as u8,
                1 => drop(changed.remove(place)),
                _ => changed.insert(place, dice.below(256) as u8),
            }
        }
        assert!(changed == bytes || Certificate::from_bytes(&changed).is_err());
    }
}

/// Behind the checksum: a strategy that was changed on purpose is refused, or it
/// is another strategy for the same claim, which is as true as before.
#[test]
fn ten_thousand_random_mutations_of_a_strategy_make_no_false_claim() {
    let (game, windows, judge) = mnk(4, 4, 3);
    let (_, certificate) = certify(&game, &windows, &game.initial());
    let (By::Strategy(strategy), mut dice) = (&certificate.parts[0].by, Random::new(2)) else {
        panic!("a win has a strategy");
    };
    let mut refused = 0;
    for _ in 0..10_000 {
        let mut changed = strategy.clone();
        let place = dice.below(changed.len());
        changed[place] = dice.below(24) as u8;
        let mut mutant = certificate.clone();
        mutant.parts[0].by = By::Strategy(changed);
        refused += u32::from(verify(&judge, &mutant).is_err());
        mutant.parts[0].claim = mutant.parts[0].claim.denial();
        assert!(verify(&judge, &mutant).is_err(), "the other side does not hold");
    }
    assert!(refused > 5_000, "{refused}");
}
