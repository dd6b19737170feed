//! One divide that was saved, beside the right one.

use super::paste::{Request, printed, start_at};
use super::run::{WORKED, text};
use crate::program::{Run, finish, start};
use ox88_test_support::file;
use rstest::rstest;
use serde_json::Value;

const CASTLING: &str = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Runs `ox88 hunt --divide` with this on standard input.
fn divide(printed: &str, arguments: &[&str]) -> Run {
    finish(start([&["hunt", "--divide", "-"], arguments].concat()), printed)
}

#[test]
fn a_divide_that_powershell_saved_is_read() {
    let utf16 = |mark: u16, bytes: fn(u16) -> [u8; 2]| {
        let text = printed("castling-missing", &Request { fen: CASTLING.into(), ..start_at(1) });
        [mark].into_iter().chain(text.encode_utf16()).flat_map(bytes).collect::<Vec<u8>>()
    };
    for bytes in [utf16(0xFEFF, u16::to_le_bytes), utf16(0xFEFF, u16::to_be_bytes)] {
        let path = file("utf16.txt", bytes);
        let run = finish(start(["hunt", "--divide", &path, "--fen", CASTLING]), "");
        assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
        assert!(run.out.contains("missing   e1g1"), "{}", run.out);
    }
}

#[test]
fn a_saved_divide_leads_from_step_to_step() {
    let mut request = Request { fen: WORKED.to_owned(), ..start_at(5) };
    let mut steps = Vec::new();
    loop {
        let text = printed("ep-of-the-checking-pawn-missing", &request);
        let path = file("step.txt", text);
        let arguments = ["hunt", "--divide", &path, "--fen", &request.fen];
        let run = finish(start(arguments), "");
        assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
        assert!(!run.out.contains("further answers"), "{}", run.out);
        let (_, next) = run.out.split_once("\nnext: ").expect("it says what is next");
        steps.push(next.lines().next().expect("it has a line").to_owned());
        let Some((_, fen)) = next.split_once("\n        position fen ") else {
            assert!(run.out.contains("\nrule      en-passant-takes-checker\n"), "{}", run.out);
            break;
        };
        request.fen = fen.lines().next().expect("it has a line").to_owned();
        let (_, depth) = fen.split_once("--depth ").expect("it says how deep");
        request.depth = depth.lines().next().expect("it has a line").to_owned();
    }
    let moves: Vec<&str> = steps
        .iter()
        .filter_map(|step| step.split(' ').nth(3))
        .map(|it| it.trim_end_matches(','))
        .collect();
    assert_eq!(moves, ["b4f4", "h4g5", "a5b4", "c7c5", "moves"], "{steps:?}");
}

#[test]
fn moves_before_a_saved_divide_stay_in_the_next_step() {
    let fen = "4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1";
    let request = Request { fen: fen.to_owned(), moves: "a7a5".to_owned(), depth: "2".to_owned() };
    let whole = printed("--format no-total", &request);
    let kept = whole.split_inclusive('\n').filter(|row| !row.starts_with("e1d1"));
    let saved: String = kept.collect();
    let run = divide(&saved, &["--fen", fen, "--moves", "a7a5", "--depth", "2"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let next = "next: this position's own moves are wrong. Save what your program prints at\n      depth 1 \
                after\n        position fen 4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1 moves a7a5\n      Then compare it:\n        ox88 \
                hunt --divide FILE --fen \
                \"4k3/p7/8/1P6/8/8/8/4K3 b - - 0 1\" --moves \"a7a5\" --depth 1\n";
    assert!(run.out.ends_with(next), "{}", run.out);
    assert!(run.out.contains("note: no row for "), "{}", run.out);
}

#[test]
fn a_saved_divide_can_be_reported_as_json() {
    let text_of = printed("castling-missing", &Request { fen: CASTLING.into(), ..start_at(1) });
    let run = divide(&text_of, &["--fen", CASTLING, "--json", "-"]);
    let found: Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(text(&found, "/findings/0/missing/0/move"), "e1g1", "{found:#}");
    assert_eq!(text(&found, "/engine"), "--divide -");
}

#[test]
fn counts_that_fit_two_depths_equally_badly_are_refused_without_trying_all_depths() {
    let saved = "e1d1: 1\ne1d2: 1\ne1e2: 1\ne1f2: 18446744073709551615\n";
    let run = divide(saved, &["--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    assert!(
        run.err.contains("the counts of depth 1 or of depth 2: say which, like `--depth 2`"),
        "{}",
        run.err
    );
}

#[test]
fn rows_whose_sum_passes_128_bits_are_beside_any_total() {
    let most = format!("e2e4: {}\n", u128::MAX);
    let saved = printed("", &start_at(1))
        .replace("e2e4: 1\n", &most)
        .replace("searched: 20", "searched: 5");
    let run = divide(&saved, &["--fen", "startpos", "--depth", "1"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let note = format!("note: the total is 5, but the rows add up to {}\n", u128::MAX);
    assert!(run.out.replace("\n      ", " ").contains(&note), "{}", run.out);
}

#[test]
fn rows_of_another_position_are_named_so_and_not_asked_for_their_depth() {
    let rows = printed("", &Request { fen: KIWIPETE.to_owned(), ..start_at(3) });
    let run = divide(&rows, &["--fen", "startpos"]);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
    assert!(run.err.contains(" rows are not moves of this position"), "{}", run.err);
    assert!(run.err.contains("for depth DEPTH in this position:"), "{}", run.err);
}

#[rstest]
#[case::nothing("", &[], "there are no rows")]
#[case::another_depth("DEEPER", &["--depth", "1"], "these are the counts of depth 2, not of depth 1")]
#[case::no_file("", &["--divide", "/no/such/file"], "duplicate values")]
fn what_is_no_divide_of_the_position_is_refused(
    #[case] saved: &str,
    #[case] arguments: &[&str],
    #[case] expected: &str,
) {
    let deeper = || printed("", &start_at(2));
    let saved = if saved == "DEEPER" { deeper() } else { saved.to_owned() };
    let run = divide(&saved, &[&["--fen", "startpos"], arguments].concat());
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains(expected), "{}", run.err);
}

/// What is left of the divide of kiwipete at depth 3, sorted, if so much of it was saved.
fn part_of_kiwipete(part: &str) -> String {
    let request = Request { fen: KIWIPETE.to_owned(), ..start_at(3) };
    let whole = printed("--format sorted", &request);
    let (_, whole) = whole.split_once('\n').expect("the engine greets");
    let first = |rows: usize| whole.split_inclusive('\n').take(rows).collect::<String>();
    match part {
        "the first 20 rows" => first(20),
        "all rows but the last" => first(47),
        "all rows but two, and a cut one" => first(46) + "h1f1: 19",
        "without the queen side" => first(48).replace("e1c1: 1887\n", ""),
        "without both castlings" => {
            first(48).replace("e1c1: 1887\n", "").replace("e1g1: 2059\n", "")
        }
        "without its head" => whole.split_inclusive('\n').skip(5).collect(),
        other => unreachable!("{other}"),
    }
}

/// What is not whole lacks no move: whoever saved it left that out. What else it may be is tested where it arises.
#[rstest]
#[case("the first 20 rows", "no row for ")]
#[case("all rows but two, and a cut one", "the last line, `h1f1: 19`, may be broken off")]
#[case("without its head", ", but the total 97862 counts them")]
fn a_divide_that_is_not_whole_is_no_wrong_answer(#[case] part: &str, #[case] said: &str) {
    let saved = part_of_kiwipete(part);
    let run = divide(&saved, &["--fen", "kiwipete", "--depth", "3"]);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    assert!(run.err.contains(said) && run.out.is_empty(), "{}", run.err);
    let to_type = format!(
        "\nsave all that your program prints for depth 3 in this position:\n  position fen {KIWIPETE}\n"
    );
    assert!(run.err.contains(&to_type), "{}", run.err);
}

#[rstest]
#[case("without the queen side", "missing   e1c1")]
#[case("without both castlings", "missing   e1g1")]
fn an_engine_without_a_total_that_lacks_a_move_is_found(#[case] part: &str, #[case] found: &str) {
    let run = divide(&part_of_kiwipete(part), &["--fen", "kiwipete"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    assert!(run.out.contains("\nrule      castling\n") && run.out.contains(found), "{}", run.out);
    assert!(run.out.contains("note: no row for "), "{}", run.out);
}

#[test]
fn an_empty_line_after_the_rows_says_that_they_are_all() {
    let arguments = ["--fen", "kiwipete"];
    let saved = part_of_kiwipete("all rows but the last");
    let cut = divide(&saved, &arguments);
    assert!(
        cut.err.ends_with(
            "\nor, if it prints no total, put an empty line before its rows and one after them\n"
        ),
        "{}",
        cut.err
    );
    let whole = divide(&format!("{saved}\n"), &arguments);
    assert_eq!((cut.code, whole.code), (Some(2), Some(1)), "{}", whole.out);

    // In another order rows may be left out at the beginning, too.
    let mut rows: Vec<&str> = saved.lines().collect();
    rows.reverse();
    let in_reverse = rows.join("\n");
    let codes = [format!("{in_reverse}\n\n"), format!("\n{in_reverse}\n\n")]
        .map(|text| divide(&text, &arguments).code);
    assert_eq!(codes, [Some(2), Some(1)]);
}

#[test]
fn a_row_that_may_mean_two_moves_is_mentioned() {
    let fen = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1";
    let request = Request { fen: fen.to_owned(), ..start_at(2) };
    let rows = printed("--format san-without-hints", &request).replacen("Nd2: 5\n", "", 1);
    let (rows, _) = rows.split_once("Nodes searched").expect("there is a total");
    let run = divide(rows, &["--fen", fen]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("note: a row in SAN may mean more than one move"), "{}", run.out);
}
