//! The processor must have the instructions that the program was compiled for: without
//! this check it would end with an illegal instruction and no word of why. Builds from
//! source use those of x86-64-v3 (`.cargo/config.toml`); other builds are checked for what
//! they were given.
//!
//! The processor is asked itself: the standard library answers for features that are
//! compiled in without looking.

use std::process::ExitCode;

/// A feature that programs may be compiled for.
struct Feature {
    name: &'static str,
    /// Whether this program was.
    wanted: bool,
    /// Where the processor tells that it has it.
    register: Register,
    bit: u32,
}

/// The registers of the instruction `cpuid` that tell of features.
#[derive(Clone, Copy)]
enum Register {
    /// ECX of leaf 1.
    First,
    /// EBX of leaf 7.
    Seventh,
    /// ECX of leaf 0x80000001.
    Extended,
}

/// What these registers hold.
#[derive(Clone, Copy)]
struct Registers {
    first: u32,
    seventh: u32,
    extended: u32,
}

macro_rules! features {
    ($($name:tt in $register:ident at $bit:literal,)*) => {
        [$(Feature {
            name: $name,
            wanted: cfg!(target_feature = $name),
            register: Register::$register,
            bit: $bit,
        }),*]
    };
}

/// Those of x86-64-v3, by Intel's and AMD's manuals.
static FEATURES: [Feature; 13] = features! {
    "sse3" in First at 0,
    "ssse3" in First at 9,
    "fma" in First at 12,
    "sse4.1" in First at 19,
    "sse4.2" in First at 20,
    "movbe" in First at 22,
    "popcnt" in First at 23,
    "avx" in First at 28,
    "f16c" in First at 29,
    "bmi1" in Seventh at 3,
    "avx2" in Seventh at 5,
    "bmi2" in Seventh at 8,
    "lzcnt" in Extended at 5,
};

impl Registers {
    #[cfg(target_arch = "x86_64")]
    fn of_this_machine() -> Self {
        use std::arch::x86_64::{__cpuid, __cpuid_count};
        let has = |leaf: u32| __cpuid(leaf & 0x8000_0000).eax >= leaf;
        Self {
            first: __cpuid(1).ecx,
            seventh: if has(7) { __cpuid_count(7, 0).ebx } else { 0 },
            extended: if has(0x8000_0001) { __cpuid(0x8000_0001).ecx } else { 0 },
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn of_this_machine() -> Self {
        Self { first: u32::MAX, seventh: u32::MAX, extended: u32::MAX }
    }

    fn has(self, feature: &Feature) -> bool {
        let register = match feature.register {
            Register::First => self.first,
            Register::Seventh => self.seventh,
            Register::Extended => self.extended,
        };
        register >> feature.bit & 1 != 0
    }
}

/// The names of the features that are wanted and not there.
fn missing(registers: Registers, wanted: impl Fn(&Feature) -> bool) -> Vec<&'static str> {
    let missing = FEATURES.iter().filter(|feature| wanted(feature) && !registers.has(feature));
    missing.map(|feature| feature.name).collect()
}

/// Whether this processor can run the program. [`main`](crate::main) asks too; a program
/// that does much before should ask first.
///
/// # Errors
/// If it cannot, the exit status, after a message that names what is missing.
#[inline(never)]
pub fn check_processor() -> Result<(), ExitCode> {
    let missing = missing(Registers::of_this_machine(), |feature| feature.wanted);
    if missing.is_empty() {
        return Ok(());
    }
    eprintln!(
        "plywood: this program was built for processors with {}, which this one lacks; build it \
         for every processor with RUSTFLAGS=\"-C target-cpu=x86-64\" cargo build --release",
        missing.join(", ")
    );
    Err(ExitCode::from(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Registers = Registers { first: 0, seventh: 0, extended: 0 };

    #[test]
    fn what_a_processor_lacks_is_named_if_it_is_wanted() {
        assert_eq!(missing(NOTHING, |_| true).len(), FEATURES.len());
        assert!(missing(NOTHING, |_| false).is_empty());
        let without_avx2 = Registers { first: u32::MAX, seventh: !(1 << 5), extended: u32::MAX };
        assert_eq!(missing(without_avx2, |_| true), ["avx2"]);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_registers_say_what_the_standard_library_finds() {
        let here = Registers::of_this_machine();
        let has = |name| {
            let feature = FEATURES.iter().find(|feature| feature.name == name);
            here.has(feature.expect("a feature"))
        };
        assert_eq!(has("sse3"), is_x86_feature_detected!("sse3"));
        assert_eq!(has("popcnt"), is_x86_feature_detected!("popcnt"));
        assert_eq!(has("avx2"), is_x86_feature_detected!("avx2"));
        assert_eq!(has("bmi1"), is_x86_feature_detected!("bmi1"));
        assert_eq!(has("bmi2"), is_x86_feature_detected!("bmi2"));
        assert_eq!(has("lzcnt"), is_x86_feature_detected!("lzcnt"));
    }
}
