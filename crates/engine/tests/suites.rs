//! Perft suites of other people: every format that is read, and what is refused.

use crate::suites::Entries;
use ox88::suite::{Entry, EpdError};
use ox88_test_support::{assert_rules, assert_texts, unescaped};

/// The start position, with four, five and six fields.
const START_4: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const START_5: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
const START_6: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LONE_KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";

fn parse(suite: impl AsRef<[u8]>) -> Result<Vec<Entry>, EpdError> {
    Entries::of(suite.as_ref()).collect()
}

fn pairs(entry: &Entry) -> Vec<(u32, u128)> {
    entry.counts.iter().map(|count| (count.depth, count.nodes)).collect()
}

// The formats.

/// What is short in the snapshots for a position.
const SHORT: [(&str, &str); 3] = [("FEN-4", START_4), ("FEN", START_6), ("KINGS", LONE_KINGS)];

fn in_full(suite: &str) -> String {
    SHORT.iter().fold(unescaped(suite), |suite, (short, fen)| suite.replace(short, fen))
}

#[test]
fn every_format_is_read_to_its_last_count_or_refused_with_its_line() {
    assert_rules("suites.read", |_, suite| {
        let entries = parse(in_full(suite)).unwrap_or_else(|error| panic!("{suite}: {error}"));
        entries.iter().map(in_short).collect::<Vec<_>>().join("\n")
    });
    assert_rules("suites.refusals", |_, suite| parse(in_full(suite)).expect_err(suite).to_string());
    assert_eq!(parse(""), Ok(vec![]));
}

/// Its line, its name and its id, its FEN, and its counts and comments.
fn in_short(entry: &Entry) -> String {
    let counts: Vec<_> =
        entry.counts.iter().map(|it| format!("D{} {}", it.depth, it.nodes)).collect();
    let short = SHORT.iter().find(|(_, full)| entry.fen == *full);
    let fen = short.map_or(entry.fen.as_str(), |(short, _)| short);
    let id = entry.id.as_ref().map_or(String::new(), |id| format!(" {id:?}"));
    let comments: Vec<_> = entry.comments.iter().map(|it| format!(" # {it:?}")).collect();
    format!(
        "{} {}{id}: {fen}: {}{}",
        entry.line,
        entry.name(),
        counts.join(", "),
        comments.concat()
    )
}

#[test]
fn the_suites_of_ox88_are_read_as_ox88_reads_them() {
    for suite in ox88::suite::built_in::suites() {
        let path = format!("{}/../../{}", env!("CARGO_MANIFEST_DIR"), suite.file);
        let read = parse(std::fs::read(path).unwrap()).unwrap();
        let expected = suite.positions.iter().map(|position| &position.entry);
        assert!(read.iter().eq(expected), "{}", suite.file);
    }
}

#[test]
fn a_fen_has_four_five_or_six_fields() {
    for fen in [START_4, START_5, START_6] {
        for tail in [";D1 20", " ;D1 20", " D1 20;", ";20", ",20", "|1|20", " perft 1 = 20"] {
            let found = parse(format!("{fen}{tail}")).unwrap();
            assert_eq!(
                (found[0].fen.as_str(), pairs(&found[0])),
                (fen, vec![(1, 20)]),
                "{fen}{tail}"
            );
        }
    }
}

// Refusals.

#[test]
fn bytes_that_are_not_utf_8_are_refused_with_their_line() {
    let latin_1 = parse(b"# one\n# two \xE9\n").unwrap_err();
    let utf_16 = parse(b"\xFF\xFE8\0/\0").unwrap_err();
    assert_eq!((latin_1.line, utf_16.line), (2, 1));
    assert_texts("suites.bytes", [("Latin-1", latin_1), ("UTF-16", utf_16)]);
}

#[test]
fn a_line_of_more_than_64_kib_is_refused_however_well_it_reads() {
    let suite = |length: usize| {
        let line = format!("{START_6} ;D1 20 # ");
        line.clone() + &".".repeat(length - line.len() - 1) + "\n"
    };
    let longest = suite(64 << 10);
    assert_eq!(pairs(&parse(&longest).unwrap()[0]), [(1, 20)]);
    for too_long in
        [suite((64 << 10) + 1), suite((64 << 10) + 2), longest.clone() + &suite(1 << 20)]
    {
        let error = parse(&too_long).expect_err("it is too long");
        assert_eq!(error.line, too_long.lines().count());
        assert!(error.to_string().contains("the line is longer than 65536 bytes"), "{error}");
    }
}

#[test]
fn no_damaged_line_makes_the_reader_panic() {
    let samples = [
        "\u{FEFF}FEN ;D1 20 ;D2 400 # c\r\n",
        "FEN,20,400,8902\nFEN|3|8,902\n",
        "id \"ä; b\"\nepd FEN\nperft 1 20\nperft4 1_134_888\n\n",
        "FEN perft 6 = 824064 ; id X name; c0 \"é\";\0\n",
    ];
    for sample in samples.map(|sample| sample.replace("FEN", LONE_KINGS).into_bytes()) {
        for at in 0..sample.len() {
            for byte in *b"\0\n\r \t\";,|#/%=_-0D9x\xC3\xFF" {
                let mut damaged = sample.clone();
                damaged[at] = byte;
                let _ = parse(&damaged);
                damaged.truncate(at);
                let _ = parse(&damaged);
            }
        }
    }
}
