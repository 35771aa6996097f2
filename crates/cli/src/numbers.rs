//! Whole numbers on the command line.

/// Reads a whole number in a range.
pub(crate) fn whole<T>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: TryFrom<u64>,
{
    move |text| {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|number| digits && (least..=most).contains(number));
        number.and_then(|number: u64| T::try_from(number).ok()).ok_or_else(|| expected(least, most))
    }
}

/// Reads a seed: any whole number of 64 bits.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    whole(0, u64::MAX)(text)
}

fn expected(least: u64, most: u64) -> String {
    match most {
        // The range of a seed is worth naming, that of a limit is not.
        u64::MAX if least > 0 => format!("expected a whole number from {least}"),
        _ => format!("expected a whole number from {least} to {most}"),
    }
}
