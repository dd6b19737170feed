//! The format of the suites of ox88: what is read, and what is refused. Other formats are tested in `ox88-engine`.

use ox88::Position;
use ox88::suite::{Count, Entry, Suite, parse};
use ox88_test_support::assert_rules;
use rstest::rstest;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_line_has_a_fen_a_name_counts_and_comments() {
    let suite = format!("# A remark.\n\n{START} ;id start ;c0 \"one, two\" ;D2 400 ;D1 20\n");
    let expected = Entry {
        line: 3,
        id: Some("start".to_owned()),
        fen: START.to_owned(),
        counts: vec![Count { depth: 1, nodes: 20 }, Count { depth: 2, nodes: 400 }],
        comments: vec!["one, two".to_owned()],
    };
    assert_eq!(parse(&suite), Ok(vec![expected]));
}

#[test]
fn a_line_may_be_the_classic_one_of_other_people() {
    let suite = "4k3/8/8/8/8/8/8/4K3  w -  - ;D1  5;D2 25;D3 171\r\n";
    let [entry] = parse(suite).expect("it is a suite").try_into().expect("it is one line");
    assert_eq!((&*entry.fen, &*entry.name()), ("4k3/8/8/8/8/8/8/4K3 w - -", "line_1"));
    assert_eq!(entry.counts.len(), 3);
}

#[test]
fn a_count_may_be_0_at_depth_0_be_1_and_exceed_64_bits() {
    let suite = format!("{START} ;D0 1 ;D1 0 ;D255 {}", u128::MAX);
    let entries = parse(&suite).expect("it is a suite");
    let nodes: Vec<u128> = entries[0].counts.iter().map(|count| count.nodes).collect();
    assert_eq!(nodes, [1, 0, u128::MAX]);
}

#[rstest]
#[case::of_white(
    "r3k2r/8/8/3Pp3/8/8/8/R3K2R w KQkq e6 0 3",
    "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 3"
)]
#[case::of_black("1rk5/8/8/8/8/8/8/5RK1 b Fb - 3 9", "5rk1/8/8/8/8/8/8/1RK5 w Bf - 3 9")]
#[case::without_counters("4k3/P7/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/p7/4K3 b - -")]
fn a_line_may_ask_for_the_mirrored_position_as_well(#[case] fen: &str, #[case] expected: &str) {
    let line = format!("{fen} ;id a ;c0 \"b\" ;D1 5 ;D2 25 ;mirrored 1 ;c0 \"c\"");
    let [written, mirrored] = parse(&line).expect("it is a suite").try_into().expect("two");
    assert_eq!((&*written.fen, written.counts.len()), (fen, 2));
    assert_eq!((&*mirrored.name(), &*mirrored.fen), ("a_mirrored", expected));
    assert_eq!((mirrored.line, mirrored.counts), (1, vec![Count { depth: 1, nodes: 5 }]));
    assert_eq!((written.comments, mirrored.comments), (vec!["b".into()], vec!["c".into()]));
    let positions = [fen, expected].map(|fen| fen.parse::<Position>().expect("it is a position"));
    assert_eq!(positions[0].mirrored(), positions[1]);
}

/// The lines of the snapshot, in which `FEN` is short for the start position.
#[test]
fn what_cannot_be_read_is_refused_with_its_line() {
    assert_rules("epd.refusals", |_, line| {
        let error = parse(&format!("\n{}", line.replace("FEN", START))).expect_err(line);
        assert_eq!(error.line, 2, "{line}");
        error.message
    });
}

#[rstest]
#[case("", true)]
#[case(";c0 \"cannot arise\"", false)]
#[case(";c0 \"asked first: place 3, to depth 1\" ;c1 \"cannot arise\"", false)]
#[case(";c0 \"it cannot arise\"", true)]
fn a_comment_says_that_a_position_cannot_arise(#[case] comments: &str, #[case] expected: bool) {
    let suite = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 {comments}\n");
    let suite = Suite::read("marks.epd", &suite).expect("it is a suite");
    assert_eq!(suite.positions[0].can_arise(), expected);
}
