//! Forms of a divide that programs really print, or might: each is read rightly, or refused with its rows quoted.

use crate::exam::doors::read_saved;
use ox88::START;
use ox88_hunt::Line;
use ox88_test_support::forms::{forms, printed};
use ox88_test_support::position;
use rstest::rstest;

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
        for has_total in [false, true] {
            let text = printed(&position(fen), depth, &form, between, has_total);
            let told = read_saved(text.lines(), &Line::at(position(fen)), depth);
            let refused = told.refused.unwrap_or_default();
            let is_quoted = refused.contains('`')
                || refused.contains("and no row")
                || refused.contains("of which");
            assert!(
                told.findings.is_empty() && (refused.is_empty() || is_quoted),
                "{form:?} {between:?} {has_total}: {refused}\n{text}{}",
                told.text
            );
        }
    }
}

/// A move that is missing is missed in each of these forms.
#[rstest]
#[case("@M,@D,@N", "\n")]
#[case("@M: @D @N", "\n")]
#[case("@M @N @D", "\n")]
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
    let told = read_saved(saved.lines(), &Line::at(position(KIWIPETE)), 2);
    let missing =
        told.findings.first().and_then(|it| it.missing.first()).map(|it| it.text.as_str());
    assert_eq!(missing, Some("e1g1"), "{saved}{}", told.text);
}
