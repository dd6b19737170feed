//! Forms of a divide that programs really print, or might: each is read rightly, or refused with its rows quoted.

use super::run::text;
use crate::program::{Run, finish, start};
use ox88::START;
use ox88_test_support::forms::{forms, printed};
use ox88_test_support::position;
use rstest::rstest;
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const PROMOTIONS: &str = "8/P1k5/K7/8/8/8/8/8 w - - 0 1";

/// Each form is read rightly, or refused with one of its rows. A right divide differs in none.
#[rstest]
#[case::start(START, 3)]
#[case::each_count_alike(START, 2)]
#[case::each_count_the_depth(START, 1)]
#[case::thousands(START, 4)]
#[case::with_captures(KIWIPETE, 2)]
#[case::with_promotions(PROMOTIONS, 3)]
fn a_right_divide_is_wrong_in_no_form(#[case] fen: &str, #[case] depth: u32) {
    for (form, between) in forms() {
        for total in [false, true] {
            let saved = printed(&position(fen), depth, &form, between, total);
            let depth = depth.to_string();
            let with_depth = ["--fen", fen, "--depth", &depth];
            for arguments in [&with_depth[..2], &with_depth].into_iter().skip(total.into()) {
                let arguments = [&["hunt", "--divide", "-"], arguments].concat();
                let Run { code, out, err } = finish(start(arguments), &saved);
                let is_quoted = || err.contains('`') || err.contains("and no row");
                assert!(
                    code == Some(0) || code == Some(2) && is_quoted(),
                    "{form:?} {between:?} {total}: {code:?}\n{saved}{out}{err}"
                );
            }
        }
    }
}

/// What ox88 writes, it reads, also without its heading.
#[test]
fn a_table_of_ox88_is_read_with_its_heading_and_without() {
    for depth in ["1", "2", "3", "4"] {
        let Run { out, .. } = finish(start(["divide", depth, "startpos", "--csv"]), "");
        let (_, rows) = out.split_once('\n').expect("it has a heading");
        for table in [&out[..], rows] {
            let run = finish(start(["hunt", "--divide", "-", "--fen", "startpos"]), table);
            assert_eq!(run.code, Some(0), "{table}{}{}", run.out, run.err);
        }
    }
}

/// A move that is missing is missed in each of these forms.
#[rstest]
#[case("@M,@D,@N", "\n")]
#[case("@M: @D @N", "\n")]
#[case("@M @N @D", "\n")]
#[case("@N @M", "\n")]
#[case("@M: @N", ", ")]
#[case("Move: @M\nNodes: @N", "\n")]
#[case("@F/@T: @N", "\n")]
#[case("\u{1B}[32m@M\u{1B}[0m: @N", "\n")]
fn a_missing_move_is_found_in_other_forms(#[case] form: &str, #[case] between: &str) {
    let castling = printed(&position(KIWIPETE), 2, form, between, false);
    let lines: Vec<&str> = castling.split(between).collect();
    // A row may take two lines.
    let length = 1 + form.matches('\n').count() * usize::from(between == "\n");
    let rows = lines.chunks(length).map(|row| row.join(between));
    let rows = rows.filter(|row| !["e1g1", "e1/g1"].iter().any(|mv| row.contains(mv)));
    let saved = format!("\n{}\n\n", rows.collect::<Vec<String>>().join(between).trim_end());
    let arguments = ["hunt", "--divide", "-", "--fen", KIWIPETE, "--depth", "2", "--json", "-"];
    let run = finish(start(arguments), &saved);
    let found: Value = serde_json::from_str(&run.out).unwrap_or_default();
    assert_eq!(text(&found, "/findings/0/missing/0/move"), "e1g1", "{saved}{}{}", run.out, run.err);
}
