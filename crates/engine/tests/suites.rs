//! Perft suites of other people: every format that is read, and what is refused.

use crate::suites::Entries;
use ox88::suite::{Count, Entry, EpdError};
use ox88_test_support::assert_texts;

/// The start position, with four, five and six fields.
const START_4: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const START_5: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
const START_6: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LONE_KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";

fn parse(suite: impl AsRef<[u8]>) -> Result<Vec<Entry>, EpdError> {
    Entries::of(suite.as_ref()).collect()
}

/// The entries of a suite in which `FEN` is short for the start position with all its fields.
fn entries(suite: &str) -> Vec<Entry> {
    parse(suite.replace("FEN", START_6)).unwrap()
}

/// The only entry of such a suite.
fn entry(suite: &str) -> Entry {
    let [entry] = entries(suite).try_into().unwrap();
    entry
}

/// Depths and counts of the only entry of such a suite.
fn counts(suite: &str) -> Vec<(u32, u128)> {
    pairs(&entry(suite))
}

fn pairs(entry: &Entry) -> Vec<(u32, u128)> {
    entry.counts.iter().map(|count| (count.depth, count.nodes)).collect()
}

// The formats.

#[test]
fn a_classic_line_names_its_depths() {
    let expected = Entry {
        line: 1,
        id: None,
        fen: START_6.to_owned(),
        counts: vec![Count { depth: 1, nodes: 20 }, Count { depth: 2, nodes: 400 }],
        comments: Vec::new(),
    };
    assert_eq!(entry("FEN ;D1 20 ;D2 400"), expected);
}

#[test]
fn blanks_around_the_semicolon_may_be_many_or_none() {
    assert_eq!(counts("FEN;D1 20;D2 400"), [(1, 20), (2, 400)]);
    assert_eq!(counts("FEN  ; D1   20 \t ;  D2\t400"), [(1, 20), (2, 400)]);
    assert_eq!(counts("FEN; D6 1134888"), [(6, 1_134_888)]);
}

#[test]
fn an_empty_operation_is_ignored() {
    assert_eq!(counts("FEN ;D1 20;"), [(1, 20)]);
    assert_eq!(counts("FEN ;;D1 20 ; ; D2 400 ; "), [(1, 20), (2, 400)]);
}

#[test]
fn depths_may_be_missing_or_out_of_order() {
    assert_eq!(counts("FEN ;D4 197281 ;D1 20 ;D3 8902"), [(1, 20), (3, 8902), (4, 197_281)]);
}

#[test]
fn counts_by_place_take_their_depth_from_their_position() {
    let expected = [(1, 20), (2, 400), (3, 8902)];
    assert_eq!(counts("FEN;20;400;8902"), expected);
    assert_eq!(counts("FEN ; 20 ; 400 ; 8902 ;"), expected);
    assert_eq!(counts("FEN,20,400,8902"), expected);
    assert_eq!(counts("FEN, 20, 400, 8902,,"), expected);
}

#[test]
fn counts_by_place_may_follow_a_fen_without_counters() {
    let [semicolons, commas] =
        parse(format!("{START_4};20;400\n{START_4},20,400")).unwrap().try_into().unwrap();
    assert_eq!((semicolons.fen.as_str(), pairs(&semicolons)), (START_4, vec![(1, 20), (2, 400)]));
    assert_eq!((commas.fen.as_str(), pairs(&commas)), (START_4, vec![(1, 20), (2, 400)]));
}

#[test]
fn perft_operations_name_the_depth_in_four_ways() {
    assert_eq!(counts("FEN; perft 6 = 1134888"), [(6, 1_134_888)]);
    assert_eq!(counts("FEN; perft 6 1134888"), [(6, 1_134_888)]);
    assert_eq!(counts("FEN; perft 6=1134888"), [(6, 1_134_888)]);
    assert_eq!(counts("FEN; perft4 197281"), [(4, 197_281)]);
}

#[test]
fn a_line_of_counted_work_is_a_position_with_its_count() {
    let found = entry("FEN ;times 12 ;depth 4 ;D4 197281");
    assert_eq!((found.fen.as_str(), pairs(&found)), (START_6, vec![(4, 197_281)]));
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
fn the_first_operation_may_follow_the_fen_without_a_semicolon() {
    let found = entry("FEN perft 6 = 824064 ; id the name;");
    assert_eq!(found.id.as_deref(), Some("the name"));
    assert_eq!(found.fen, START_6);
    assert_eq!(pairs(&found), [(6, 824_064)]);
    assert_eq!(counts("FEN perft4 197281"), [(4, 197_281)]);
}

#[test]
fn pipes_hold_one_depth_and_its_count() {
    assert_eq!(counts("FEN|3|8902"), [(3, 8902)]);
    assert_eq!(counts("FEN | 3 | 8902 |"), [(3, 8902)]);
}

#[test]
fn blocks_spread_a_position_over_lines() {
    let suite = format!(
        "id first\nepd {START_4}\nperft 1 20\nperft 2 400\n\nid second\nepd {LONE_KINGS}\nperft 1 3\n"
    );
    let [first, second] = parse(&suite).unwrap().try_into().unwrap();
    assert_eq!((first.line, first.id.as_deref(), first.fen.as_str()), (2, Some("first"), START_4));
    assert_eq!(pairs(&first), [(1, 20), (2, 400)]);
    assert_eq!(
        (second.line, second.id.as_deref(), second.fen.as_str()),
        (7, Some("second"), LONE_KINGS)
    );
    assert_eq!(pairs(&second), [(1, 3)]);
}

#[test]
fn blocks_need_no_id_no_empty_line_and_no_epd_in_front_of_the_fen() {
    let suite =
        format!("epd {START_4}\nperft 1 20\n{LONE_KINGS}\nperft 1 3\nid third\n{START_4} ;D2 400");
    let [first, second, third] = parse(&suite).unwrap().try_into().unwrap();
    assert_eq!((first.id.as_deref(), pairs(&first)), (None, vec![(1, 20)]));
    assert_eq!((second.id.as_deref(), pairs(&second)), (None, vec![(1, 3)]));
    assert_eq!((third.id.as_deref(), pairs(&third)), (Some("third"), vec![(2, 400)]));
}

#[test]
fn a_comment_does_not_end_a_block() {
    assert_eq!(counts("id start\n# its counts:\nepd FEN\n  // one\nperft 1 20"), [(1, 20)]);
}

#[test]
fn epd_operations_give_the_name_and_the_counts() {
    let found = parse(format!("{START_4} id \"the start\"; D1 20; hmvc 0; fmvn 1;")).unwrap();
    assert_eq!(found[0].id.as_deref(), Some("the start"));
    assert_eq!(found[0].fen, START_4);
    assert_eq!(pairs(&found[0]), [(1, 20)]);
}

#[test]
fn epd_operations_about_other_things_are_skipped() {
    let found =
        parse(format!("{START_4} acd 5; bm Nf3, Nc3; am f3; c0 \"a\"; c9 \"b\"; D1 20; noop;"))
            .unwrap();
    assert_eq!(pairs(&found[0]), [(1, 20)]);
}

#[test]
fn inside_quotation_marks_semicolons_and_comment_marks_are_ordinary() {
    let found = entry("FEN ;id \"one; two # three // four\" ;D1 20");
    assert_eq!(found.id.as_deref(), Some("one; two # three // four"));
    assert_eq!(pairs(&found), [(1, 20)]);
}

// What real files contain.

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

#[test]
fn blanks_between_the_fields_collapse_to_one() {
    assert_eq!(
        parse("  8/8/8/8/8/8/8/K1k5   w\t-  - 0   1 ;D1 3").unwrap()[0].fen,
        "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    );
}

#[test]
fn carriage_returns_nuls_and_blanks_at_line_ends_are_ignored() {
    let found = entries("FEN ;D1 20\r\nFEN ;D1 20 \t\r\nFEN ;D1 20\0\nFEN ;D1 20 \0\0\r\r\n\0");
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|entry| pairs(entry) == [(1, 20)]));
    assert_eq!(counts("id start\r\nepd FEN\r\nperft 1 20\r\n\r\n"), [(1, 20)]);
}

#[test]
fn a_byte_order_mark_in_front_is_ignored() {
    let found = parse(format!("\u{FEFF}{START_6} ;D1 20").as_bytes()).unwrap();
    assert_eq!(found[0].fen, START_6);
}

#[test]
fn the_last_line_needs_no_line_end() {
    assert_eq!(entries("FEN ;D1 20"), entries("FEN ;D1 20\n"));
    assert_eq!(entries("epd FEN\nperft 1 20"), entries("epd FEN\nperft 1 20\n"));
}

#[test]
fn an_empty_file_is_an_empty_suite() {
    assert_eq!(parse(""), Ok(vec![]));
    assert_eq!(parse(b"\xEF\xBB\xBF\r\n \0\n# nothing yet"), Ok(vec![]));
}

#[test]
fn comment_lines_and_empty_lines_count_as_lines() {
    assert_eq!(entry("# one\n% two\n  // three\n\nFEN ;D1 20").line, 5);
}

#[test]
fn a_comment_may_follow_the_data_after_a_blank() {
    assert_eq!(counts("FEN ;D1 20 # all moves"), [(1, 20)]);
    assert_eq!(counts("FEN ;D1 20 // they call it \"perft"), [(1, 20)]);
    assert_eq!(counts("FEN;20\t#400"), [(1, 20)]);
}

#[test]
fn the_two_slashes_of_a_fen_without_a_blank_begin_no_comment() {
    let found = entry("FEN ;id a//b#c ;D1 20");
    assert_eq!(found.id.as_deref(), Some("a//b#c"));
}

#[test]
fn digits_may_be_grouped_in_threes() {
    let expected = [(6, 1_134_888)];
    assert_eq!(counts("FEN ;D6 1,134,888"), expected);
    assert_eq!(counts("FEN ;D6 1_134_888"), expected);
    assert_eq!(counts("FEN|6|1,134,888"), expected);
    assert_eq!(counts("FEN; perft 6 = 1,134,888"), expected);
    assert_eq!(counts("FEN;8,902;1_134_888"), [(1, 8902), (2, 1_134_888)]);
}

#[test]
fn where_commas_separate_the_counts_they_group_no_digits() {
    assert_eq!(counts("FEN,8,902"), [(1, 8), (2, 902)]);
    assert_eq!(counts("FEN,8_902"), [(1, 8902)]);
}

#[test]
fn a_count_may_exceed_64_bits() {
    assert_eq!(counts("FEN ;D14 61,885,021,521,585,529,237"), [(14, 61_885_021_521_585_529_237)]);
    assert_eq!(counts(&format!("FEN ;D99 {}", u128::MAX)), [(99, u128::MAX)]);
}

#[test]
fn a_count_may_be_0() {
    assert_eq!(counts("FEN ;D1 0"), [(1, 0)]);
}

#[test]
fn depth_0_is_kept_when_its_count_is_1() {
    assert_eq!(counts("FEN ;D0 1 ;D1 20"), [(0, 1), (1, 20)]);
}

#[test]
fn the_same_position_may_be_read_twice() {
    assert_eq!(entries("FEN ;D1 20\nFEN ;D1 20").len(), 2);
}

#[test]
fn a_text_about_counts_that_holds_none_is_no_count() {
    for id in ["\"Kiwipete, perft 5\"", "gentest-1", "D1", "the D4 pawn", "xD1 20", "perft 3rd 8"] {
        assert_eq!(counts(&format!("FEN ;id {id} ;D1 20")), [(1, 20)], "{id}");
    }
    assert_eq!(counts("FEN ;c0 \"D1 99 was wrong; D1 20 is right\" ;D1 20"), [(1, 20)]);
}

// Names.

#[test]
fn a_name_is_the_id_in_snake_case() {
    let name = |id: &str| entry(&format!("FEN ;D1 20 ;id \"{id}\"")).name();
    assert_eq!(name("Kiwipete"), "kiwipete");
    assert_eq!(name("gentest-1"), "gentest_1");
    assert_eq!(name(" Rank pin: forbids (e.p.)! "), "rank_pin_forbids_e_p");
    assert_eq!(name("1. e4"), "position_1_e4");
}

#[test]
fn a_position_without_a_usable_id_is_named_after_its_line() {
    assert_eq!(entry("\n\nFEN ;D1 20").name(), "line_3");
    assert_eq!(entry("FEN ;D1 20 ;id ???").name(), "line_1");
}

// Refusals.

/// What cannot be read, and the line on which it is noticed.
const REFUSED: &[(&str, &[(&str, usize)])] = &[
    (
        "control characters inside a line",
        &[("# fine\nFEN ;D1\x07 20", 2), ("FEN ;D1 20\0;D2 400", 1), ("FEN ;D1 20\rFEN ;D1 20", 1)],
    ),
    (
        "a line that is not a position",
        &[("FEN ;D1 20\nhello world", 2), ("8/8/8/8/8/8/K1k5 w - - ;D1 3", 1), (";D1 20", 1)],
    ),
    (
        "a FEN without a side to move or without four fields",
        &[("8/8/8/8/8/8/8/K1k5 white - - ;D1 3", 1), ("8/8/8/8/8/8/8/K1k5 w - ;D1 3", 1)],
    ),
    (
        "a position without a count, on its own line",
        &[
            ("# suite\nFEN\n", 2),
            ("# suite\nFEN ;\n", 2),
            ("# suite\nFEN ;id start\n", 2),
            ("# suite\nFEN bm e4;\n", 2),
            ("# suite\nepd FEN\n", 2),
            ("# suite\nepd FEN\n\nFEN ;D1 20\n", 2),
        ],
    ),
    (
        "a number that cannot be read",
        &[
            ("FEN ;D1 2o", 1),
            ("FEN ;D1 -20", 1),
            ("FEN ;D1 +20", 1),
            ("FEN ;D1 20.0", 1),
            ("FEN ;D1 20 D2 400", 1),
            ("FEN ;D1x 20", 1),
            ("FEN;20;D2 400", 1),
            ("FEN,D1 20", 1),
            ("FEN|x|20", 1),
            ("FEN|1|20|400", 1),
        ],
    ),
    (
        "digits that are not grouped in threes",
        &[
            ("FEN ;D1 89,02", 1),
            ("FEN ;D1 8902,", 1),
            ("FEN ;D1 ,902", 1),
            ("FEN ;D1 8,,902", 1),
            ("FEN ;D1 1134,888", 1),
            ("FEN ;D1 8_9", 1),
        ],
    ),
    ("a number beyond 128 bits", &[("FEN ;D1 340282366920938463463374607431768211456", 1)]),
    (
        "a depth without its count",
        &[
            ("FEN ;D1", 1),
            ("FEN ;D120", 1),
            ("FEN perft 3 = ;", 1),
            ("FEN;20;;8902", 1),
            ("FEN,,400", 1),
        ],
    ),
    ("a depth above 255", &[("FEN ;D256 20", 1), ("FEN|4294967297|20", 1)]),
    ("depth 0 with a count other than 1", &[("FEN ;D0 20", 1)]),
    (
        "a depth with two counts, even when they agree",
        &[("FEN ;D1 20 ;D1 21", 1), ("epd FEN\nperft 1 20\nperft 1 20", 3)],
    ),
    (
        "an unknown operation",
        &[
            ("FEN ;D1 20 ;DD3 8902", 1),
            ("FEN ;d1 20", 1),
            ("FEN ;D1 20;400", 1),
            ("FEN perft(3) = 8902", 1),
            ("FEN perft = 8902", 1),
            ("FEN ;D1 20;# comment", 1),
        ],
    ),
    ("a number behind all six fields", &[("FEN 20 400", 1)]),
    ("a pipe without depth and count", &[("FEN|8902|", 1)]),
    ("an open quotation", &[("FEN ;D1 20 ;id \"start ;D2 400", 1)]),
    (
        "an id that is empty or not alone",
        &[("FEN ;D1 20 ;id", 1), ("FEN ;D1 20 ;id \" \"", 1), ("FEN id a; D1 20; id b;", 1)],
    ),
    (
        "a count that another operation swallows",
        &[
            ("FEN ;id swallowed D1 99 ;D3 8902", 1),
            ("FEN ;id new_one :D1 2 ;D3 8902", 1),
            ("FEN ;id new_one perft 1 = 99 ;D3 8902", 1),
            ("FEN ;id \"new one\" D1 99 ;D3 8902", 1),
            ("FEN ;id \"new one ;D1 99 \" ;D3 8902", 1),
            ("FEN ;c0 \"cannot arise\" D1 99 ;D3 8902", 1),
            ("FEN bm e4 D1 99; D3 8902;", 1),
            ("FEN ;times 12 D1 99 ;D3 8902", 1),
            ("# fine\nid swallowed perft 1 99\nepd FEN\nperft 3 8902", 2),
        ],
    ),
    (
        "a line of a block without its position",
        &[
            ("id start", 1),
            ("id start\n\nepd FEN\nperft 1 20", 1),
            ("id start\nid again\nepd FEN\nperft 1 20", 1),
            ("epd FEN\nperft 1 20\n\nperft 2 400", 4),
        ],
    ),
    ("the first of two errors", &[("FEN ;D1 x\nhello", 1)]),
];

#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    let mut texts = Vec::new();
    for (what, suites) in REFUSED {
        let mut refusals = Vec::new();
        for &(suite, line) in *suites {
            let error = parse(suite.replace("FEN", START_6)).expect_err(what);
            assert_eq!(error.line, line, "{what}: {suite:?}");
            refusals.push(format!("{suite:?}\n  {error}"));
        }
        texts.push((what, refusals.join("\n")));
    }
    assert_texts("suites.refusals", texts);
}

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
    assert_eq!(counts(&longest), [(1, 20)]);
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
