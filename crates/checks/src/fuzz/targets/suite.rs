//! Suites: read, written, and read again.
//!
//! - Every entry has a FEN of four to six fields, a name that is fit for a test, and counts in order.
//! - It does not matter in which pieces the bytes come.
//! - A refusal names a line that is there, and is not much longer than that line.
//! - Only one entry is kept at a time: [`crate::fuzz::Target::most_memory`] does not depend on the length.

use super::fen::check_length;
use ox88::suite::Entry;
use ox88_hunt::suites::Entries;
use std::io::{BufReader, Read};

/// A longer line is refused without quoting it.
const LONGEST_QUOTED: usize = 64 << 10;

pub fn run(data: &[u8]) {
    let pieces = BufReader::with_capacity(7, data);
    let mut entries = Entries::of(pieces.take(u64::MAX));
    for entry in Entries::of(data) {
        assert_eq!(entries.next().as_ref(), Some(&entry));
        match entry {
            Ok(entry) => check(&entry),
            Err(error) => {
                let mut lines = data.split_inclusive(|&byte| byte == b'\n');
                assert!(lines.nth(error.line - 1).is_some(), "{error}: the line is not there");
                let longest = data.split(|&byte| byte == b'\n').max_by_key(|line| line.len());
                let longest = &longest.unwrap_or_default();
                let longest = &longest[..longest.len().min(LONGEST_QUOTED)];
                check_length(&error.to_string(), &String::from_utf8_lossy(longest));
            }
        }
    }
    assert!(entries.next().is_none());
}

fn check(entry: &Entry) {
    let fields = entry.fen.split(' ').count();
    assert!((4..=6).contains(&fields), "{entry:?}");
    assert!(!entry.counts.is_empty(), "{entry:?}");
    assert!(entry.counts.windows(2).all(|two| two[0].depth < two[1].depth), "{entry:?}");
    assert!(entry.counts.iter().all(|count| count.depth <= 255), "{entry:?}");
    let name = entry.name();
    let is_of_name = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
    assert!(!name.is_empty() && name.chars().all(is_of_name), "{name:?}");
    assert!(!name.starts_with(|first: char| first.is_ascii_digit()), "{name:?}");
}
