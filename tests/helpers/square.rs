//! A square from its name.

use ox88::Square;

#[track_caller]
pub fn square(name: &str) -> Square {
    Square::from_name(name).unwrap_or_else(|| panic!("{name} is not a square"))
}
