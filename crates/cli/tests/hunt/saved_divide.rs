//! One divide that was saved, beside the right one.

use super::paste::{Request, printed, start_at};
use super::run::{WORKED, text};
use crate::program::{Run, finish, start};
use ox88_test_support::{assert_rules, file, in_one_line};
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
    assert_eq!(moves, ["b4f4", "h4g5", "a5b4", "c7c5", "the"], "{steps:?}");
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

/// A piece that is missing, and moves through it: nothing but the FEN need be misread, and no second divide is there.
#[test]
fn a_piece_that_neither_moves_nor_blocks_may_not_have_been_read() {
    let without = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let printed = printed("", &Request { fen: without.into(), ..start_at(1) });
    let run = divide(&printed, &["--fen", "4k3/8/8/8/8/8/8/R1N1K3 w - - 0 1", "--json", "-"]);
    let found: Value = serde_json::from_str(&run.out).expect("it is JSON");
    let origin = text(&found, "/findings/0/origin/sentence");
    assert!(origin.contains("misreads the FEN, or it generates moves wrongly"), "{origin}");
}

/// A divide of the snapshot: one of kiwipete at depth 3, sorted, of which this part was saved, or another.
fn saved(name: &str) -> String {
    let of_kiwipete = Request { fen: KIWIPETE.to_owned(), ..start_at(3) };
    let whole = printed("--format sorted", &of_kiwipete);
    let (_, whole) = whole.split_once('\n').expect("the engine greets");
    let first = |rows: usize| whole.split_inclusive('\n').take(rows).collect::<String>();
    let backwards = || first(47).lines().rev().collect::<Vec<_>>().join("\n");
    match name {
        "nothing" => String::new(),
        "start to depth 2" => printed("", &start_at(2)),
        "unsorted kiwipete" => printed("", &of_kiwipete),
        "two depths" => "e1d1: 1\ne1d2: 1\ne1e2: 1\ne1f2: 18446744073709551615\n".to_owned(),
        "beyond 128 bits" => {
            let most =
                printed("", &start_at(1)).replace("e2e4: 1\n", &format!("e2e4: {}\n", u128::MAX));
            most.replace("searched: 20", "searched: 5")
        }
        "the first 20 rows" => first(20),
        "all but the last row" => first(47),
        "all but the last row, and an empty line" => first(47) + "\n",
        "the same backwards" => backwards() + "\n\n",
        "the same backwards behind an empty line" => format!("\n{}\n\n", backwards()),
        "all rows but two, and a cut one" => first(46) + "h1f1: 19",
        "without the queen side" => first(48).replace("e1c1: 1887\n", ""),
        "without both castlings" => saved("without the queen side").replace("e1g1: 2059\n", ""),
        "without its head" => whole.split_inclusive('\n').skip(5).collect(),
        "two knights" => {
            let fen = "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1".to_owned();
            let rows = printed("--format san-without-hints", &Request { fen, ..start_at(2) });
            let rows = rows.replacen("Nd2: 5\n", "", 1);
            rows.split_once("Nodes searched").expect("there is a total").0.to_owned()
        }
        other => unreachable!("{other}"),
    }
}

/// What is said of each divide with these arguments: all of a refusal, and of a report the rule, what is missing, and the
/// notes. What is not whole lacks no move: whoever saved it left that out.
#[test]
fn a_saved_divide_is_doubted_or_shows_what_is_wrong() {
    assert_rules("saved_divide.answers", |_, case| {
        let (name, arguments) = case.split_once(": ").expect("a divide and arguments");
        let words = shlex::split(arguments).expect("a shell reads them");
        let run = divide(&saved(name), &words.iter().map(String::as_str).collect::<Vec<_>>());
        let out = run.out.replace("\n      ", " ");
        let is_told =
            |line: &&str| ["rule ", "missing ", "note: "].iter().any(|it| line.starts_with(it));
        let report: Vec<String> = out.lines().filter(is_told).map(in_one_line).collect();
        let told = if run.out.is_empty() { in_one_line(&run.err) } else { report.join("; ") };
        format!("exit code {}: {told}", run.code.unwrap_or(-1))
    });
}
