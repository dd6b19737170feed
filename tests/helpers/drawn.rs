//! Files in `docs/` that tests write when they are asked to, and hold to what they would write.

use std::path::Path;
use std::{env, fs};

/// The root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Compares such a file with what it has to be, or writes it if `OX88_DRAW` is set. The advice says what to
/// type if it differs.
#[track_caller]
pub fn assert_drawn(file: &str, drawn: &str, advice: &str) {
    let path = Path::new(ROOT).join(file);
    if env::var_os("OX88_DRAW").is_some() {
        fs::write(&path, drawn).expect("the file can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    // Its lines, because a checkout may have other ends of lines.
    assert!(kept.lines().eq(drawn.lines()), "{file} {advice}");
}
