//! The suite format, one sentence per test: every dialect that is read, and every refusal word for word.

use ox88::internals::suite::epd::{Count, Entry, check_unique, parse, parse_bytes};

/// The start position, with four, five and six fields.
const START_4: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const START_5: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
const START_6: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const LONE_KINGS: &str = "8/8/8/8/8/8/8/K1k5 w - -";

/// The entries of a suite in which `FEN` stands for the start position with all its fields.
fn entries(suite: &str) -> Vec<Entry> {
    parse(&suite.replace("FEN", START_6)).unwrap()
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

/// What is printed when such a suite is refused.
fn refusal(suite: &str) -> String {
    parse(&suite.replace("FEN", START_6)).unwrap_err().to_string()
}

fn uniqueness_refusal(suite: &str) -> String {
    check_unique(&entries(suite)).unwrap_err().to_string()
}

// The dialects.

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
fn a_semicolon_at_the_end_or_twice_says_nothing() {
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
        parse(&format!("{START_4};20;400\n{START_4},20,400")).unwrap().try_into().unwrap();
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
    let found = parse(&format!("{START_4} id \"the start\"; D1 20; hmvc 0; fmvn 1;")).unwrap();
    assert_eq!(found[0].id.as_deref(), Some("the start"));
    assert_eq!(found[0].fen, START_4);
    assert_eq!(pairs(&found[0]), [(1, 20)]);
}

#[test]
fn epd_operations_about_other_things_are_skipped() {
    let found =
        parse(&format!("{START_4} acd 5; bm Nf3, Nc3; am f3; c0 \"a\"; c9 \"b\"; D1 20; noop;"))
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
            let found = parse(&format!("{fen}{tail}")).unwrap();
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
    let found = parse_bytes(format!("\u{FEFF}{START_6} ;D1 20").as_bytes()).unwrap();
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
    assert_eq!(parse_bytes(b"\xEF\xBB\xBF\r\n \0\n# nothing yet"), Ok(vec![]));
}

#[test]
fn comment_lines_and_empty_lines_count_as_lines() {
    assert_eq!(entry("# one\n% two\n  // three\n\nFEN ;D1 20").line, 5);
}

#[test]
fn a_comment_may_follow_the_data_behind_a_blank() {
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
fn a_count_may_be_nothing() {
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

// Keys, names, and what may stand in a suite only once.

#[test]
fn a_key_is_the_first_four_fields_with_the_castling_letters_in_one_order() {
    let keys = ["KQkq", "QqKk", "qkQK"].map(|castling| {
        let suite = format!("r3k2r/8/8/8/8/8/8/R3K2R b {castling} e3 7 9 ;D1 26");
        parse(&suite).unwrap()[0].key()
    });
    assert_eq!(keys, ["r3k2r/8/8/8/8/8/8/R3K2R b KQkq e3"; 3]);
}

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

#[test]
fn different_positions_with_different_names_are_unique() {
    let suite = format!("FEN ;D1 20\n{LONE_KINGS} ;D1 3\n");
    assert_eq!(check_unique(&entries(&suite)), Ok(()));
}

#[test]
fn a_position_may_stand_in_a_suite_once_whatever_its_counters_and_castling_order() {
    assert_eq!(
        uniqueness_refusal(
            "FEN ;D1 20\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QqKk - 5 9 ;D2 400"
        ),
        "3: the position `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -` already stands on line 1: \
         write each position once"
    );
}

#[test]
fn a_name_may_stand_in_a_suite_once_even_when_the_ids_differ() {
    assert_eq!(
        uniqueness_refusal(&format!("FEN ;D1 20 ;id The start\n{LONE_KINGS} ;D1 3 ;id the-start")),
        "2: the name `the_start` already stands on line 1: write each name once"
    );
}

// Refusals.

#[test]
fn bytes_that_are_not_utf_8_are_refused() {
    let error = parse_bytes(b"# one\n# two \xE9\n").unwrap_err();
    assert_eq!(error.to_string(), "2: byte 0xE9 is not UTF-8 text: save the file as UTF-8");
    let utf_16 = parse_bytes(b"\xFF\xFE8\0/\0").unwrap_err();
    assert_eq!(utf_16.to_string(), "1: byte 0xFF is not UTF-8 text: save the file as UTF-8");
}

#[test]
fn control_characters_inside_a_line_are_refused() {
    assert_eq!(
        refusal("# fine\nFEN ;D1\x07 20"),
        "2: the line contains the control character U+0007: write plain text"
    );
    assert_eq!(
        refusal("FEN ;D1 20\0;D2 400"),
        "1: the line contains the control character U+0000: write plain text"
    );
    assert_eq!(
        refusal("FEN ;D1 20\rFEN ;D1 20"),
        "1: the line contains the control character U+000D: write plain text"
    );
}

#[test]
fn a_line_that_is_not_a_position_is_refused() {
    assert_eq!(
        refusal("FEN ;D1 20\nhello world"),
        "2: `hello` begins no position: write a FEN, or `#` in front of a comment"
    );
    assert_eq!(
        refusal("8/8/8/8/8/8/K1k5 w - - ;D1 3"),
        "1: `8/8/8/8/8/8/K1k5` begins no position: write a FEN, or `#` in front of a comment"
    );
    assert_eq!(
        refusal(";D1 20"),
        "1: `` begins no position: write a FEN, or `#` in front of a comment"
    );
}

#[test]
fn a_fen_without_a_side_to_move_or_without_four_fields_is_refused() {
    assert_eq!(
        refusal("8/8/8/8/8/8/8/K1k5 white - - ;D1 3"),
        "1: `8/8/8/8/8/8/8/K1k5 white - -` is no FEN: write pieces, `w` or `b`, castling, en passant square"
    );
    assert_eq!(
        refusal("8/8/8/8/8/8/8/K1k5 w - ;D1 3"),
        "1: `8/8/8/8/8/8/8/K1k5 w -` is no FEN: write pieces, `w` or `b`, castling, en passant square"
    );
}

#[test]
fn a_position_without_a_count_is_refused_on_its_own_line() {
    let message = format!("2: `{START_6}` has no count: write one, as in `;D1 20`");
    for position in
        ["FEN", "FEN ;", "FEN ;id start", "FEN bm e4;", "epd FEN", "epd FEN\n\nFEN ;D1 20"]
    {
        assert_eq!(refusal(&format!("# suite\n{position}\n")), message);
    }
}

#[test]
fn a_number_that_cannot_be_read_is_refused() {
    let message =
        |number: &str| format!("1: `{number}` is not a number: write it as `8902` or as `8_902`");
    assert_eq!(refusal("FEN ;D1 2o"), message("2o"));
    assert_eq!(refusal("FEN ;D1 -20"), message("-20"));
    assert_eq!(refusal("FEN ;D1 +20"), message("+20"));
    assert_eq!(refusal("FEN ;D1 20.0"), message("20.0"));
    assert_eq!(refusal("FEN ;D1 20 D2 400"), message("20 D2 400"));
    assert_eq!(refusal("FEN ;D1x 20"), message("x 20"));
    assert_eq!(refusal("FEN;20;D2 400"), message("D2 400"));
    assert_eq!(refusal("FEN,D1 20"), message("D1 20"));
    assert_eq!(refusal("FEN|x|20"), message("x"));
    assert_eq!(refusal("FEN|1|20|400"), message("20|400"));
}

#[test]
fn digits_that_are_not_grouped_in_threes_are_refused() {
    let message =
        |number: &str| format!("1: `{number}` is not a number: write it as `8902` or as `8_902`");
    for number in ["89,02", "8902,", ",902", "8,,902", "1134,888", "8_9"] {
        assert_eq!(refusal(&format!("FEN ;D1 {number}")), message(number));
    }
}

#[test]
fn a_number_beyond_128_bits_is_refused() {
    assert_eq!(
        refusal("FEN ;D1 340282366920938463463374607431768211456"),
        "1: `340282366920938463463374607431768211456` does not fit into 128 bits: \
         write at most 340282366920938463463374607431768211455"
    );
}

#[test]
fn a_depth_without_its_count_is_refused() {
    assert_eq!(refusal("FEN ;D1"), "1: depth 1 has no count: write one, as in `D1 8902`");
    assert_eq!(refusal("FEN ;D120"), "1: depth 120 has no count: write one, as in `D120 8902`");
    assert_eq!(refusal("FEN perft 3 = ;"), "1: depth 3 has no count: write one, as in `D3 8902`");
    assert_eq!(refusal("FEN;20;;8902"), "1: depth 2 has no count: write one, as in `D2 8902`");
    assert_eq!(refusal("FEN,,400"), "1: depth 1 has no count: write one, as in `D1 8902`");
}

#[test]
fn a_depth_above_255_is_refused() {
    assert_eq!(
        refusal("FEN ;D256 20"),
        "1: depth 256 is above 255: write the depth, then the count"
    );
    assert_eq!(
        refusal("FEN|4294967297|20"),
        "1: depth 4294967297 is above 255: write the depth, then the count"
    );
}

#[test]
fn depth_0_with_a_count_other_than_1_is_refused() {
    assert_eq!(refusal("FEN ;D0 20"), "1: depth 0 has count 20: write 1, or count from depth 1");
}

#[test]
fn a_depth_with_two_counts_is_refused_even_when_they_agree() {
    assert_eq!(refusal("FEN ;D1 20 ;D1 21"), "1: depth 1 has two counts, 20 and 21: keep one");
    assert_eq!(
        refusal("epd FEN\nperft 1 20\nperft 1 20"),
        "3: depth 1 has two counts, 20 and 20: keep one"
    );
}

#[test]
fn an_unknown_operation_is_refused() {
    let message =
        |text: &str| format!("1: `{text}` is no known operation: write a count as in `D3 8902`");
    assert_eq!(refusal("FEN ;D1 20 ;DD3 8902"), message("DD3 8902"));
    assert_eq!(refusal("FEN ;d1 20"), message("d1 20"));
    assert_eq!(refusal("FEN ;D1 20;400"), message("400"));
    assert_eq!(refusal("FEN perft(3) = 8902"), message("perft(3) = 8902"));
    assert_eq!(refusal("FEN perft = 8902"), message("perft = 8902"));
    assert_eq!(refusal("FEN ;D1 20;# comment"), message("# comment"));
}

#[test]
fn a_number_behind_all_six_fields_is_refused() {
    assert_eq!(
        refusal("FEN 20 400"),
        "1: `20 400` follows the FEN: write counts as in `;D1 20 ;D2 400`"
    );
}

#[test]
fn a_pipe_without_depth_and_count_is_refused() {
    assert_eq!(refusal("FEN|8902|"), "1: `8902` is not a depth and a count: write `FEN|3|8902`");
}

#[test]
fn an_open_quotation_is_refused() {
    assert_eq!(
        refusal("FEN ;D1 20 ;id \"start ;D2 400"),
        "1: `id \"start ;D2 400` has an open quotation: write `\"` at its end"
    );
}

#[test]
fn an_id_that_is_empty_or_not_alone_is_refused() {
    assert_eq!(refusal("FEN ;D1 20 ;id"), "1: the `id` is empty: write a name, as in `id start`");
    assert_eq!(
        refusal("FEN ;D1 20 ;id \" \""),
        "1: the `id` is empty: write a name, as in `id start`"
    );
    assert_eq!(refusal("FEN id a; D1 20; id b;"), "1: two ids, `a` and `b`: keep one");
}

#[test]
fn a_block_line_without_its_position_is_refused() {
    let message = "1: the `id` has no position: write a FEN on the line below";
    assert_eq!(refusal("id start"), message);
    assert_eq!(refusal("id start\n\nepd FEN\nperft 1 20"), message);
    assert_eq!(refusal("id start\nid again\nepd FEN\nperft 1 20"), message);
    assert_eq!(
        refusal("epd FEN\nperft 1 20\n\nperft 2 400"),
        "4: `perft 2 400` has no position: write a FEN on the line above"
    );
}

#[test]
fn the_first_error_in_the_file_wins() {
    assert_eq!(
        refusal("FEN ;D1 x\nhello"),
        "1: `x` is not a number: write it as `8902` or as `8_902`"
    );
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
                let _ = parse_bytes(&damaged).map(|entries| check_unique(&entries));
                damaged.truncate(at);
                let _ = parse_bytes(&damaged).map(|entries| check_unique(&entries));
            }
        }
    }
}
