//! Whatever is read as OBF or GGF is written and read as the same records.
#![no_main]

use plywood_games::othello::{ggf, obf};

libfuzzer_sys::fuzz_target!(|text: &str| {
    for record in obf::records(text).map_while(Result::ok) {
        assert_eq!(record.to_string().parse(), Ok(record));
    }
    for record in ggf::records(text).map_while(Result::ok) {
        assert_eq!(record.to_string().parse(), Ok(record));
    }
});
