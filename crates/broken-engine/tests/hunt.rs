//! Each fault is found by a hunt over the built-in suites, and named rightly.

use super::partner::{Running, Script};
use crate::faults::Fault;
use crate::tests::helpers::harness::names_of_tests;
use crate::tests::helpers::position::position;
use ox88::Color;
use ox88::suite::{Suite, built_in};
use ox88_hunt::{
    Chess960, Diagnosis, Finding, Hunt, Limits, Line, Need, Oracle, Origin, Part, Partner, Plan,
    Until,
};
use rstest::{Context, rstest};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

/// What `ox88 hunt` asks where it is not told otherwise, and the engine says that it knows Chess960.
static PLAN: LazyLock<Plan> = LazyLock::new(|| plan(Chess960::AmongOthers));

/// All hunts of this process ask the same, so that each right answer is counted once.
static ORACLE: LazyLock<Arc<Oracle>> = LazyLock::new(|| Arc::new(Oracle::new()));

fn plan(chess960: Chess960) -> Plan {
    let suites: Vec<Suite> = built_in::suites().into_iter().cloned().collect();
    let max_nodes = 1_000_000;
    let limits = Limits { max_nodes, max_depth: None, chess960, has_impossible: false };
    Plan::of_suites(&suites, limits)
}

/// The first finding.
fn found(partner: &mut dyn Partner, plan: &Plan) -> Option<Finding> {
    let mut hunt = Hunt::new(&ORACLE, plan.clone(), Until::First, partner.can());
    while let Some(Need { experiment, end }) = hunt.next_experiment() {
        let heard = partner.run(&experiment, hunt.time_until(end));
        hunt.answer(heard);
    }
    hunt.outcome().findings.into_iter().next()
}

/// What is found when an engine with these switches is asked about one position at each depth up to one.
fn found_at(switches: &str, fen: &str, depth: u32) -> Finding {
    let plan = Plan::of_position(&ORACLE, "it", None, &Line::at(position(fen)), depth);
    let found = found(&mut Running::new(switches), &plan);
    found.unwrap_or_else(|| panic!("nothing is found of {switches}"))
}

/// The rule, the part at fault, and the rule that says what is wrong with the state, or `-`.
fn verdict(finding: Option<&Finding>) -> [&'static str; 3] {
    let Some(found) = finding.and_then(Finding::disagreement) else { return ["-"; 3] };
    let Diagnosis { origin, state, .. } = &found.diagnosis;
    [found.rule.id(), origin.part().id(), state.as_ref().map_or("-", |state| state.rule.id())]
}

fn reason(finding: &Finding) -> &str {
    let cause = finding.disagreement().and_then(|found| found.cause.as_ref());
    cause.map_or("-", |cause| &cause.reason)
}

/// The name of a case, as a switch.
fn name_of_case(context: &Context) -> String {
    context.description.expect("the case has a name").replace('_', "-")
}

/// The case is named after the fault. Then come the rule that the fault breaks, the part of the engine
/// that is at fault, and the rule that says what is wrong with the state of the engine, or `-` where
/// nothing is.
#[rstest]
#[case::ep_uncovers_the_king_along_the_rank("en-passant-uncovers-rank", "generation", "-")]
#[case::ep_of_the_checking_pawn_missing("en-passant-takes-checker", "generation", "-")]
#[case::ep_in_an_unrelated_check("en-passant-in-other-check", "generation", "-")]
#[case::ep_square_not_cleared("en-passant-too-late", "make", "en-passant-square-kept")]
#[case::ep_along_its_pin_missing("en-passant-shields-king", "generation", "-")]
#[case::ep_only_towards_the_a_file("en-passant", "generation", "-")]
#[case::ep_only_towards_the_h_file("en-passant", "generation", "-")]
#[case::ep_wraps_round_the_edge("round-the-edge", "generation", "-")]
#[case::ep_missing("en-passant", "generation", "-")]
#[case::ep_lasts_two_moves("en-passant-too-late", "make", "en-passant-square-kept")]
#[case::ep_square_after_a_single_step(
    "en-passant-without-double-push",
    "make",
    "en-passant-without-double-push"
)]
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
#[case::ep_tested_before_the_pawn_lands("en-passant-shields-king", "generation", "-")]
#[case::castling_through_an_attack("castling-through-attack", "generation", "-")]
#[case::castling_out_of_check("castling-out-of-check", "generation", "-")]
#[case::castling_into_check("castling-into-check", "generation", "-")]
#[case::castling_forbidden_by_attack_on_b1("castling-over-attacked-rook-way", "generation", "-")]
#[case::castling_forbidden_by_attack_on_rook("castling-with-attacked-rook", "generation", "-")]
#[case::castling_with_b1_occupied("castling-rook-way-blocked", "generation", "-")]
#[case::castling_with_f1_occupied("castling-king-way-blocked", "generation", "-")]
#[case::long_castling_to_the_b_file("castling", "generation", "-")]
#[case::castling_missing("castling", "unknown", "-")]
#[case::castling_made_on_the_other_wing("castling-on-other-wing", "make", "castling-on-other-wing")]
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
#[case::one_set_of_rook_files_for_both_sides("castling-rook-files-differ", "unknown", "-")]
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
#[case::promotion_by_capture_missing("promotion-by-capture", "generation", "-")]
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
#[case::fen_gives_no_rights("castling-right-lost", "fen", "-")]
#[case::fen_tells_wings_by_the_other_king(
    "castling-on-other-wing",
    "fen",
    "castling-on-other-wing"
)]
#[case::fen_gives_a1_both_wings("castling-on-other-wing", "fen", "castling-on-other-wing")]
#[case::fen_forgets_the_check("castling-out-of-check", "fen", "-")]
#[case::mate_counted_as_a_leaf("leaf-at-game-end", "counting", "-")]
#[case::mate_alone_counted_as_a_leaf("leaf-at-game-end", "counting", "-")]
#[case::draws_by_fifty_moves("ends-game-too-early", "counting", "-")]
#[case::draws_by_bare_kings("ends-game-too-early", "counting", "-")]
#[case::draws_by_repetition("ends-game-too-early", "counting", "-")]
#[case::hash_forgets_the_ep_square("table-key-lacks-en-passant", "recursion", "-")]
#[case::hash_forgets_the_rights("table-key-lacks-castling", "recursion", "-")]
#[case::counts_wrap_at_16_bits("count-only", "counting", "-")]
fn a_fault_is_found_and_named_rightly(
    #[context] context: Context,
    #[case] rule: &str,
    #[case] part: &str,
    #[case] state: &str,
) {
    let fault = name_of_case(&context);
    let finding = found(&mut Running::new(&fault), &PLAN);
    assert_eq!(verdict(finding.as_ref()), [rule, part, state], "{finding:#?}");
    if part == Part::Generation.id() {
        // A move that the engine lacks it may also refuse when it is played. That says nothing about
        // how it makes moves.
        let refusing = format!("{fault} --dialect legal-moves-only");
        let finding = found(&mut Running::new(&refusing), &PLAN);
        assert_eq!(verdict(finding.as_ref()), [rule, part, state], "refusing: {finding:#?}");
    }
}

#[test]
fn every_fault_is_a_case_of_this_test() {
    let name_of_fault = |test: String| {
        let case = test.split_once("a_fault_is_found_and_named_rightly::case_")?.1;
        Some(case.split_once('_')?.1.replace('_', "-"))
    };
    let cases: BTreeSet<String> =
        names_of_tests(&[]).into_iter().filter_map(name_of_fault).collect();
    assert_eq!(cases, Fault::ALL.iter().map(|fault| fault.name().to_owned()).collect());
}

fn men(finding: &Finding) -> usize {
    let position = finding.position();
    Color::BOTH.map(|color| position.board().pieces(color).count()).iter().sum()
}

/// The men that have nothing to do with it are off the board, whatever is at fault: making a move, a mate or a draw.
#[rstest]
#[case::rook_not_moved_by_castling(4)]
#[case::castling_forgets_the_kings_square(5)]
#[case::mate_counted_as_a_leaf(5)]
#[case::mate_alone_counted_as_a_leaf(4)]
#[case::draws_by_fifty_moves(2)]
#[case::draws_by_repetition(2)]
fn a_fault_is_shown_with_few_men(#[context] context: Context, #[case] most_men: usize) {
    let finding = found(&mut Running::new(&name_of_case(&context)), &PLAN).expect("it is found");
    assert!(men(&finding) <= most_men, "{}", finding.position());
}

/// The pawns on the h-file have nothing to do with it.
#[test]
fn a_table_of_counts_is_at_fault_with_few_men() {
    let fen = "4k3/4p2p/8/3P4/8/8/7P/4K3 b - - 0 1";
    let finding = found_at("hash-forgets-the-ep-square", fen, 4);
    assert_eq!(verdict(Some(&finding)), ["table-key-lacks-en-passant", "recursion", "-"]);
    assert_eq!(men(&finding), 4, "{}", finding.position());
}

/// In ordinary chess and in Chess960 no FEN shows that the engine castles.
#[test]
fn rights_that_no_fen_gives_are_shown_behind_the_start_position() {
    let found = found(&mut Running::new("fen-gives-no-rights"), &PLAN);
    let found = found.as_ref().and_then(Finding::disagreement).expect("it differs");
    let origin = &found.diagnosis.origin;
    assert!(matches!(origin, Origin::ReadRights { .. }), "{origin:?}");
}

/// Behind a step of the king the clock is at 100. Bare kings have no moves. From depth 5 on both kings can
/// have gone there and back.
#[rstest]
#[case::draws_by_fifty_moves("7k/8/8/8/8/8/7P/K7 w - - 99 80", 2, "the fifty-move rule")]
#[case::draws_by_bare_kings("7k/8/8/8/8/8/8/K7 w - - 0 1", 1, "too little for a mate")]
#[case::draws_by_repetition("7k/p7/P7/8/8/8/8/K7 w - - 0 1", 5, "the position occurred before")]
fn a_rule_of_draws_that_ends_the_game_is_named(
    #[context] context: Context,
    #[case] fen: &str,
    #[case] depth: u32,
    #[case] draw: &str,
) {
    let finding = found_at(&name_of_case(&context), fen, depth);
    assert_eq!(verdict(Some(&finding)), ["ends-game-too-early", "counting", "-"]);
    assert!(reason(&finding).contains(draw), "{}", reason(&finding));
}

/// The pawn on e5 gives check. By the FEN d5e6 is missing; played by e7e5 it is there, and so are moves
/// of other pieces to e6, which is another fault.
#[test]
fn a_square_lost_from_the_fen_is_named_though_the_played_position_has_another_fault() {
    let switches = "fen-loses-the-ep-square en-passant-by-another-piece";
    let finding = found_at(switches, "8/2N4k/Q7/3Pp3/5K2/8/8/8 w - e6 0 1", 1);
    let expected = ["en-passant-square-lost", "fen", "en-passant-square-lost"];
    assert_eq!(verdict(Some(&finding)), expected, "{finding:#?}");
}

/// After d7d5 the capture c5d6 would open the rank from the rook to the king. The FEN of that position
/// cannot show it to an engine that does not read its en passant square.
#[test]
fn a_wrong_capture_en_passant_is_generation_though_the_fen_does_not_show_it() {
    let switches = "fen-loses-the-ep-square ep-uncovers-the-king-along-the-rank";
    let finding = found_at(switches, "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 2);
    let expected = ["en-passant-uncovers-rank", "generation", "-"];
    assert_eq!(verdict(Some(&finding)), expected, "{finding:#?}");
}

const EN_PASSANT_ON_THE_FILE_OF_THE_KING: &str = "4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1";

/// One that takes towards the other side alone lacks the capture without the rook as well.
#[rstest]
#[case("ep-tested-before-the-pawn-lands", "en-passant-shields-king", "the rook on e8")]
#[case("ep-only-towards-the-a-file", "en-passant", "the pawn beside it")]
fn a_slider_is_why_en_passant_is_missing_only_if_it_is_there_without_the_slider(
    #[case] fault: &str,
    #[case] rule: &str,
    #[case] why: &str,
) {
    let finding = found_at(fault, EN_PASSANT_ON_THE_FILE_OF_THE_KING, 1);
    assert_eq!(verdict(Some(&finding)), [rule, "generation", "-"], "{finding:#?}");
    let wrong = &finding.disagreement().expect("it differs").moves[0];
    let explanation = wrong.explanation.as_ref().expect("a missing move has a reason");
    assert!(explanation.reason.contains(why), "{explanation:?}");
}

/// The capturing pawn is not pinned, and stays where no pin test is needed.
#[test]
fn a_pin_test_that_is_too_strict_is_right_on_the_file_of_the_pawn_that_is_taken() {
    let line = Line::at(position(EN_PASSANT_ON_THE_FILE_OF_THE_KING));
    let plan = Plan::of_position(&ORACLE, "it", None, &line, 3);
    assert_eq!(found(&mut Running::new("ep-along-its-pin-missing"), &plan), None);
}

/// The move that is missing ends the game, so that one ply deeper it has no leaves.
#[test]
fn a_missing_move_that_leads_to_stalemate_is_generation() {
    let fen = "7k/8/R5Q1/1BpP4/3K4/8/8/8 w - c6 0 1";
    let finding = found_at("ep-of-the-checking-pawn-missing", fen, 4);
    let expected = ["en-passant-takes-checker", "generation", "-"];
    assert_eq!(verdict(Some(&finding)), expected, "{finding:#?}");
}

#[rstest]
#[case("pin-seen-through-knights", "4k3/8/8/4r3/4n3/4B3/8/4K3 w - - 0 1", "taken-for-pinned")]
#[case("check-seen-through-knights", "4k3/8/8/4r3/4n3/8/R7/4K3 w - - 0 1", "taken-for-checked")]
fn many_missing_moves_have_one_cause(#[case] fault: &str, #[case] fen: &str, #[case] rule: &str) {
    let finding = found_at(fault, fen, 4);
    assert_eq!(verdict(Some(&finding)), [rule, "generation", "-"], "{finding:#?}");
    let reason = reason(&finding);
    assert!(reason.ends_with("by the rook on e5, through the knight on e4"), "{reason}");
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
    let finding = found(&mut Script::new(fault), &plan(Chess960::LeftOut));
    assert_eq!(verdict(finding.as_ref()), [rule, "unmake", rule], "{finding:#?}");
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
    let finding = found(&mut Running::new(&format!("{side}:{fault}")), &PLAN);
    assert_eq!(verdict(finding.as_ref())[0], rule, "{finding:#?}");
}
