//! How keys are printed: in hexadecimal digits, or in decimal ones.

/// How keys are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// In hexadecimal digits, with or without `0x`.
    Hex,
    /// In decimal digits, perhaps with a sign.
    Decimal,
}

impl Style {
    /// How these keys are written: in decimal only if none has a letter, and there are many.
    pub fn of(keys: &[String]) -> Style {
        let is_decimal =
            |key: &String| key.trim_start_matches('-').bytes().all(|it| it.is_ascii_digit());
        if keys.iter().all(is_decimal) { Style::Decimal } else { Style::Hex }
    }

    /// The number of a key.
    pub fn number(self, key: &str) -> Option<u128> {
        match self {
            Style::Hex => {
                let key = key.to_lowercase();
                let digits = key.strip_prefix("0x").unwrap_or(&key);
                let digits = digits.trim_end_matches(['u', 'l', 'h']);
                u128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))
            }
            // A key of 64 bits may be printed with a sign.
            Style::Decimal if key.starts_with('-') => {
                key.parse::<i64>().ok().map(|key| u128::from(key.cast_unsigned()))
            }
            Style::Decimal => key.parse().ok(),
        }
    }
}
