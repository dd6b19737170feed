//! Each fault of the broken engine is found by a hunt over the built-in suites, and named rightly.

use super::run::{FEW, broken, hunt, hunt_json, listed, name_of_case, number, text, verdict};
use crate::helpers::file::file;
use crate::helpers::harness::names_of_tests;
use crate::helpers::program::ROOT;
use rstest::{Context, rstest};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// The case is named after the fault. Then come the rule that the fault breaks, the part of the engine
/// that is at fault, and the rule that says what is wrong with the state of the engine, or `-` where
/// nothing is.
#[rstest]
#[case::ep_uncovers_the_king_along_the_rank("en-passant-uncovers-rank", "generation", "-")]
#[case::ep_of_the_checking_pawn_missing("en-passant-takes-checker", "generation", "-")]
#[case::ep_in_an_unrelated_check("en-passant-in-other-check", "generation", "-")]
#[case::ep_square_not_cleared("en-passant-too-late", "make", "en-passant-square-kept")]
#[case::ep_along_its_pin_missing("en-passant-along-pin", "generation", "-")]
#[case::ep_only_towards_the_a_file("en-passant", "generation", "-")]
#[case::ep_only_towards_the_h_file("en-passant", "generation", "-")]
#[case::ep_wraps_round_the_edge("round-the-edge", "generation", "-")]
#[case::ep_missing("en-passant", "generation", "-")]
#[case::ep_lasts_two_moves("en-passant-too-late", "make", "en-passant-square-kept")]
#[case::ep_leaves_the_taken_pawn("captured-pawn-left", "make", "captured-pawn-left")]
#[case::undo_of_ep_forgets_the_taken_pawn(
    "captured-piece-not-restored",
    "unmake",
    "captured-piece-not-restored"
)]
#[case::undo_forgets_the_ep_square("en-passant-square-lost", "unmake", "en-passant-square-lost")]
// The square is lost before en passant is generated, the first time as well as the second: from
// outside, this engine is one that knows no en passant.
#[case::undo_forgets_the_ep_square_generated_last("en-passant", "generation", "-")]
#[case::en_passant_by_another_piece("en-passant-by-another-piece", "generation", "-")]
#[case::capture_removes_another_pawn(
    "capture-removes-another-pawn",
    "make",
    "capture-removes-another-pawn"
)]
#[case::castling_through_an_attack("castling-through-attack", "generation", "-")]
#[case::castling_out_of_check("castling-out-of-check", "generation", "-")]
#[case::castling_into_check("castling-into-check", "generation", "-")]
#[case::castling_forbidden_by_attack_on_b1("castling-over-attacked-rook-way", "generation", "-")]
#[case::castling_forbidden_by_attack_on_rook("castling-with-attacked-rook", "generation", "-")]
#[case::castling_with_b1_occupied("castling-rook-way-blocked", "generation", "-")]
#[case::castling_with_f1_occupied("castling-king-way-blocked", "generation", "-")]
#[case::long_castling_to_the_b_file("castling", "generation", "-")]
#[case::castling_missing("castling", "generation", "-")]
#[case::rook_not_moved_by_castling("rook-not-moved", "make", "rook-not-moved")]
#[case::rook_not_moved_back("rook-not-moved-back", "unmake", "rook-not-moved-back")]
#[case::castling_forgets_the_kings_square(
    "king-looked-for-elsewhere",
    "make",
    "king-looked-for-elsewhere"
)]
#[case::captured_rook_keeps_the_right(
    "castling-right-lost-to-capture",
    "make",
    "castling-right-kept"
)]
#[case::captured_rook_keeps_the_right_for_another(
    "castling-right-lost-to-capture",
    "make",
    "castling-right-kept"
)]
#[case::promotion_taking_the_rook_keeps_the_right(
    "castling-right-lost-to-promotion",
    "make",
    "castling-right-kept"
)]
#[case::king_out_and_back_keeps_the_right(
    "castling-right-lost-to-king-move",
    "make",
    "castling-right-kept"
)]
#[case::rook_out_and_back_keeps_the_right(
    "castling-right-lost-to-rook-move",
    "make",
    "castling-right-kept"
)]
#[case::castling_without_the_rook(
    "castling-right-lost-to-rook-move",
    "make",
    "castling-right-kept"
)]
#[case::one_captured_rook_clears_both_rights(
    "castling-after-other-rook-gone",
    "make",
    "castling-right-lost"
)]
#[case::one_moved_rook_clears_both_rights(
    "castling-after-other-rook-gone",
    "make",
    "castling-right-lost"
)]
#[case::moved_rook_clears_the_other_right(
    "castling-after-other-rook-gone",
    "make",
    "castling-right-lost"
)]
#[case::taking_a_rook_clears_ones_own_rights("castling-right-lost", "make", "castling-right-lost")]
#[case::rights_not_restored_by_undo("castling-right-lost", "unmake", "castling-right-lost")]
#[case::one_set_of_rook_files_for_both_sides("castling-rook-files-differ", "generation", "-")]
#[case::pawn_capture_wraps_round_the_edge("round-the-edge", "generation", "-")]
#[case::double_push_jumps_a_piece("double-push-over-piece", "generation", "-")]
#[case::double_push_from_any_rank("double-push-not-from-home", "generation", "-")]
#[case::pawn_takes_straight_ahead("pawn-takes-straight", "generation", "-")]
#[case::promotion_to_queen_only("underpromotion", "generation", "-")]
#[case::promotion_without_knight("underpromotion", "generation", "-")]
#[case::promotion_without_bishop("underpromotion", "generation", "-")]
#[case::promotion_without_knight_and_bishop("underpromotion", "generation", "-")]
#[case::promotion_to_king("promotion-to-king-or-pawn", "generation", "-")]
#[case::promotion_to_pawn("promotion-to-king-or-pawn", "generation", "-")]
#[case::promotion_to_king_instead_of_knight("underpromotion", "generation", "-")]
#[case::promotion_by_capture_missing("underpromotion-by-capture", "generation", "-")]
#[case::promotion_by_capture_to_queen_only("underpromotion-by-capture", "generation", "-")]
#[case::promotion_that_blocks_a_check_missing("promotion-blocks-check", "generation", "-")]
#[case::promotion_that_takes_the_checker_missing("promotion-takes-checker", "generation", "-")]
#[case::promoted_pawn_stays_a_pawn("pawn-does-not-promote", "make", "pawn-does-not-promote")]
#[case::undo_of_promotion_leaves_the_piece("promoted-piece-left", "unmake", "promoted-piece-left")]
#[case::undo_forgets_the_piece_taken_by_promotion(
    "captured-piece-not-restored",
    "unmake",
    "captured-piece-not-restored"
)]
#[case::pin_ignored("pinned-piece-leaves-line", "generation", "-")]
#[case::pinned_piece_frozen("pinned-piece-along-pin", "generation", "-")]
#[case::double_check_answered_by_a_capture("double-check-needs-king", "generation", "-")]
#[case::double_check_answered_by_a_block("double-check-needs-king", "generation", "-")]
#[case::king_steps_back_along_the_ray("king-back-along-line", "generation", "-")]
#[case::king_takes_a_protected_piece("king-takes-protected", "generation", "-")]
#[case::kings_side_by_side("king-beside-king", "generation", "-")]
#[case::pawn_attacks_left_out("king-into-pawn-attack", "generation", "-")]
#[case::knight_attacks_left_out("king-into-attack", "generation", "-")]
#[case::knight_wraps_round_the_edge("round-the-edge", "generation", "-")]
#[case::bishop_slides_through_one_piece("jumps-over-piece", "generation", "-")]
#[case::rook_slides_through_one_piece("jumps-over-piece", "generation", "-")]
#[case::king_takes_its_own_piece("takes-own-piece", "generation", "-")]
#[case::slider_takes_its_own_piece("takes-own-piece", "generation", "-")]
#[case::queen_captures_generated_twice("listed-twice", "generation", "-")]
#[case::undo_forgets_the_taken_piece(
    "captured-piece-not-restored",
    "unmake",
    "captured-piece-not-restored"
)]
#[case::undo_forgets_the_kings_square(
    "king-looked-for-elsewhere",
    "unmake",
    "king-looked-for-elsewhere"
)]
#[case::pin_seen_through_knights("taken-for-pinned", "generation", "-")]
#[case::check_seen_through_knights("taken-for-checked", "generation", "-")]
#[case::fen_loses_the_ep_square("en-passant-square-lost", "fen", "en-passant-square-lost")]
#[case::fen_gives_all_rights("castling-right-kept", "fen", "castling-right-kept")]
#[case::fen_forgets_the_check("castling-out-of-check", "fen", "-")]
#[case::mate_counted_as_a_leaf("leaf-at-game-end", "counting", "-")]
#[case::mate_alone_counted_as_a_leaf("leaf-at-game-end", "counting", "-")]
#[case::draws_by_fifty_moves("ends-game-too-early", "counting", "-")]
#[case::draws_by_bare_kings("ends-game-too-early", "counting", "-")]
#[case::draws_by_repetition("ends-game-too-early", "counting", "-")]
#[case::hash_forgets_the_ep_square("count-depends-on-history", "recursion", "-")]
#[case::hash_forgets_the_rights("count-depends-on-history", "recursion", "-")]
#[case::counts_wrap_at_16_bits("count-only", "counting", "-")]
fn a_fault_is_found_in_seconds_and_named_rightly(
    #[context] context: Context,
    #[case] rule: &str,
    #[case] part: &str,
    #[case] state: &str,
) {
    let (code, found) = hunt_json(&["--engine", &broken(&name_of_case(&context))]);
    assert_eq!((code, verdict(&found)), (Some(1), [rule, part, state]), "{found:#}");
    assert!(found["seconds"].as_f64().is_some_and(|seconds| seconds <= 30.0), "{found:#}");
    if part == "generation" {
        // A move that the engine lacks it may also refuse when it is played. That says nothing about
        // how it makes moves.
        let refusing = format!("{} --dialect legal-moves-only", name_of_case(&context));
        let (code, found) = hunt_json(&["--engine", &broken(&refusing)]);
        assert_eq!((code, verdict(&found)), (Some(1), [rule, part, state]), "{found:#}");
    }
}

/// Behind a step of the king the clock is at 100. Bare kings have no moves. From depth 5 on both kings can
/// have gone there and back.
#[rstest]
#[case::draws_by_fifty_moves("7k/8/8/8/8/8/7P/K7 w - - 99 80", "2", "the fifty-move rule")]
#[case::draws_by_bare_kings("7k/8/8/8/8/8/8/K7 w - - 0 1", "1", "too little for a mate")]
#[case::draws_by_repetition("7k/p7/P7/8/8/8/8/K7 w - - 0 1", "5", "the position occurred before")]
fn a_rule_of_draws_that_ends_the_game_is_named(
    #[context] context: Context,
    #[case] fen: &str,
    #[case] depth: &str,
    #[case] draw: &str,
) {
    let engine = broken(&name_of_case(&context));
    let (code, found) = hunt_json(&["--engine", &engine, "--fen", fen, "--depth", depth]);
    assert_eq!((code, verdict(&found)), (Some(1), ["ends-game-too-early", "counting", "-"]));
    let reason = text(&found, "/findings/0/cause/reason");
    assert!(reason.contains(draw), "{reason}");
}

/// Such an engine refuses `e1g1`, and the lines to copy are in its own writing.
#[test]
fn moves_are_sent_with_castling_as_the_engine_writes_it() {
    let dialects = "--dialect castling-king-takes-rook --dialect legal-moves-only";
    let engine = broken(&format!("rook-not-moved-by-castling {dialects}"));
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let (_, found) = hunt_json(&["--engine", &engine, "--fen", fen, "--depth", "2"]);
    assert_eq!(verdict(&found), ["rook-not-moved", "make", "rook-not-moved"], "{found:#}");
    let lines = found["findings"][0]["shown_by"]["lines"].to_string();
    assert!(lines.contains("moves e1h1"), "{lines}");
}

/// The pawn on e5 gives check. By the FEN d5e6 is missing; played by e7e5 it is there, and so are moves
/// of other pieces to e6, which is another fault.
#[test]
fn a_square_lost_from_the_fen_is_named_though_the_played_position_has_another_fault() {
    let engine = broken("fen-loses-the-ep-square en-passant-by-another-piece");
    let fen = "8/2N4k/Q7/3Pp3/5K2/8/8/8 w - e6 0 1";
    let (_, found) = hunt_json(&["--engine", &engine, "--fen", fen, "--depth", "1"]);
    assert_eq!(verdict(&found), ["en-passant-square-lost", "fen", "en-passant-square-lost"]);
}

/// After d7d5 the capture c5d6 would open the rank from the rook to the king. The FEN of that position
/// cannot show it to an engine that does not read its en passant square.
#[test]
fn a_wrong_capture_en_passant_is_generation_though_the_fen_does_not_show_it() {
    let engine = broken("fen-loses-the-ep-square ep-uncovers-the-king-along-the-rank");
    let fen = "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1";
    let (_, found) = hunt_json(&["--engine", &engine, "--fen", fen, "--depth", "2"]);
    assert_eq!(verdict(&found), ["en-passant-uncovers-rank", "generation", "-"], "{found:#}");
}

/// The move that is missing ends the game, so that one ply deeper it has no leaves.
#[test]
fn a_missing_move_that_leads_to_stalemate_is_generation() {
    let fen = "7k/8/R5Q1/1BpP4/3K4/8/8/8 w - c6 0 1";
    let engine = broken("ep-of-the-checking-pawn-missing");
    let (_, found) = hunt_json(&["--engine", &engine, "--fen", fen]);
    assert_eq!(verdict(&found), ["en-passant-takes-checker", "generation", "-"], "{found:#}");
}

#[rstest]
#[case("pin-seen-through-knights", "4k3/8/8/4r3/4n3/4B3/8/4K3 w - - 0 1", "taken-for-pinned")]
#[case("check-seen-through-knights", "4k3/8/8/4r3/4n3/8/R7/4K3 w - - 0 1", "taken-for-checked")]
fn many_missing_moves_have_one_cause(#[case] fault: &str, #[case] fen: &str, #[case] rule: &str) {
    let (_, found) = hunt_json(&["--engine", &broken(fault), "--fen", fen]);
    assert_eq!(verdict(&found), [rule, "generation", "-"], "{found:#}");
    let reason = text(&found, "/findings/0/cause/reason");
    assert!(reason.ends_with("by the rook on e5, through the knight on e4"), "{reason}");
}

#[test]
fn every_fault_of_the_broken_engine_is_a_case_of_this_test() {
    let name_of_fault = |test: String| {
        let case = test.split_once("a_fault_is_found_in_seconds_and_named_rightly::case_")?.1;
        Some(case.split_once('_')?.1.replace('_', "-"))
    };
    let cases: BTreeSet<String> =
        names_of_tests(&[]).into_iter().filter_map(name_of_fault).collect();
    assert_eq!(cases, listed("faults").into_iter().collect());
}

#[rstest]
fn the_pages_say_how_many_faults_there_are(#[values("README.md", "docs/trust.md")] page: &str) {
    let text = std::fs::read_to_string(Path::new(ROOT).join(page))
        .expect("the tests run beside the pages");
    let number = format!(" {} faults ", listed("faults").len());
    assert!(text.contains(&number), "expected {number:?} in {page}");
}

/// A script is started for each question, so that nothing is left behind from one to the next: what
/// is at fault has to be found by experiments.
#[rstest]
#[case("undo-of-ep-forgets-the-taken-pawn", "captured-piece-not-restored")]
#[case("undo-of-promotion-leaves-the-piece", "promoted-piece-left")]
#[case("undo-forgets-the-taken-piece", "captured-piece-not-restored")]
#[case("undo-forgets-the-piece-taken-by-promotion", "captured-piece-not-restored")]
#[case("rights-not-restored-by-undo", "castling-right-lost")]
#[case("rook-not-moved-back", "rook-not-moved-back")]
fn unmake_is_distinguished_from_generation_without_a_second_question(
    #[case] fault: &str,
    #[case] rule: &str,
) {
    let script = broken(&format!("{fault} --script"));
    let (code, found) = hunt_json(&["--script", &script]);
    assert_eq!((code, verdict(&found)), (Some(1), [rule, "unmake", rule]));
}

/// The square is lost when the first move is taken back, but en passant was generated before that.
/// The counts are right, and only a second question without a new position shows the loss. A script
/// always gets a position.
#[test]
fn a_forgotten_en_passant_square_is_found_by_asking_twice_and_by_no_count() {
    let fault = "undo-forgets-the-ep-square";
    let suite = file("forgotten_square.epd", FEW);
    let arguments = ["--suite", suite.as_str(), "--json", "-"];
    let engine = broken(fault);
    let (code, found) = hunt_json(&[&["--engine", engine.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/rule"), "en-passant-square-lost");
    assert_eq!(
        found["findings"][0]["shown_by"]["lines"],
        json!(["position fen 8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "go perft 1", "go perft 1"])
    );
    let script = broken(&format!("{fault} --script"));
    let (code, _) = hunt_json(&[&["--script", script.as_str()][..], &arguments[..2]].concat());
    assert_eq!(code, Some(0));
}

#[rstest]
#[case("castling-through-an-attack", "castling-through-attack")]
#[case("undo-of-ep-forgets-the-taken-pawn", "captured-piece-not-restored")]
#[case("captured-rook-keeps-the-right", "castling-right-lost-to-capture")]
fn a_fault_of_one_side_is_found(
    #[values("white", "black")] side: &str,
    #[case] fault: &str,
    #[case] rule: &str,
) {
    let (code, found) = hunt_json(&["--engine", &broken(&format!("{side}:{fault}"))]);
    assert_eq!((code, text(&found, "/findings/0/rule")), (Some(1), rule));
}

#[rstest]
#[case("promotion-to-king-instead-of-knight", "a7a8n", "a7a8k")]
#[case("long-castling-to-the-b-file", "e1c1", "e1b1")]
fn two_errors_that_cancel_in_the_total_are_found(
    #[case] fault: &str,
    #[case] missing: &str,
    #[case] extra: &str,
) {
    let suite = file(&format!("{fault}.epd"), FEW);
    let (code, found) = hunt_json(&["--engine", &broken(fault), "--suite", &suite]);
    let moves = |list: &str| text(&found, &format!("/findings/0/{list}/0/move")).to_owned();
    assert_eq!(code, Some(1));
    assert_eq!((moves("missing"), moves("extra")), (missing.to_owned(), extra.to_owned()));
    assert_eq!(found["findings"][0]["total"], Value::Null);
}

#[test]
fn all_faults_are_grouped_by_rule_with_the_smallest_example_of_each() {
    let engine = broken("castling-out-of-check promotion-to-queen-only ep-square-not-cleared");
    let arguments = ["--engine", &engine, "--all", "--max-nodes", "3000"];
    let hunted = hunt(&arguments);
    assert_eq!(hunted.code, Some(1));
    assert!(hunted.out.contains("\nrule "), "{}", hunted.out);
    for (rule, part, example) in [
        ("castling-out-of-check", "generation", "4k3/8/8/8/8/8/1r6/RK6 w A - 0 1: b1a1"),
        ("underpromotion", "generation", "8/P1k5/K7/8/8/8/8/8 w - - 0 1: a7a8"),
        ("en-passant-too-late", "make", " moves "),
    ] {
        let row = hunted.out.lines().find(|line| {
            let columns: Vec<&str> = line.split_whitespace().take(2).collect();
            columns == [rule, part]
        });
        let row = row.unwrap_or_else(|| panic!("{rule} in\n{}", hunted.out));
        assert!(row.contains(example), "{row}");
    }
    let (_, found) = hunt_json(&arguments);
    let rules = found["rules"].as_array().expect("it is a list");
    let sum: u64 = rules.iter().map(|rule| number(rule, "/found")).sum();
    assert_eq!(sum, found["findings"].as_array().expect("it is a list").len() as u64);
    for rule in rules {
        let smallest = format!("/findings/{}/rule", number(rule, "/smallest"));
        assert_eq!(text(&found, &smallest), text(rule, "/rule"));
    }
}

#[test]
fn a_promotion_that_is_missing_is_found_where_all_letters_are() {
    let suite = file("letterless.epd", FEW);
    let engine = broken("promotion-without-knight --dialect no-promotion-letter");
    let (code, found) = hunt_json(&["--engine", &engine, "--suite", &suite]);
    assert_eq!(code, Some(1));
    assert_eq!(text(&found, "/findings/0/missing/0/rule"), "underpromotion");
    assert_eq!(found["findings"][0]["lacks_promotion_letters"], json!(true));
}
