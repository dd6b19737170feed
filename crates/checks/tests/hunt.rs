//! Each fault is found by a hunt over the built-in suites, and named rightly.

use super::sampled;
use crate::exam::cases::Case;
use crate::exam::doors::Door;
use crate::exam::partners::{Running, Script};
use crate::exam::{ask, in_parallel};
use ox88::Color;
use ox88::suite::{Suite, built_in};
use ox88_broken_engine::faults::{Fault, Truth};
use ox88_hunt::{
    Chess960, Clock, Diagnosis, Evidence, Finding, Hunt, Limits, Line, Oracle, Part, Partner, Plan,
    Suspects, Until,
};
use ox88_test_support::position;
use rstest::{Context, rstest};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// What `ox88 hunt` asks where it is not told otherwise, and the engine says that it knows Chess960.
static PLAN: LazyLock<Plan> = LazyLock::new(|| plan(Chess960::AmongOthers));

/// All hunts of this process ask the same, so that each right answer is counted once. Its clock stands still: no
/// verdict depends on how busy the machine is.
static ORACLE: LazyLock<Arc<Oracle>> =
    LazyLock::new(|| Arc::new(Oracle::with_clock(Clock::new(|| Duration::ZERO))));

fn plan(chess960: Chess960) -> Plan {
    let suites: Vec<Suite> = built_in::suites().into_iter().cloned().collect();
    let max_nodes = 1_000_000;
    let limits = Limits { max_nodes, max_depth: None, chess960, has_impossible: false };
    Plan::of_suites(&suites, limits)
}

/// The first finding.
fn found(partner: &mut dyn Partner, plan: &Plan) -> Option<Finding> {
    let hunt = Hunt::new(&ORACLE, plan.clone(), Until::First, partner.can());
    hunt.run(partner, |_, _| ()).findings.into_iter().next()
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

/// Why many moves are wrong, and why the first of them is.
fn reasons(finding: &Finding) -> Vec<String> {
    let Some(found) = finding.disagreement() else { return Vec::new() };
    let cause = found.cause.as_ref().map(|cause| cause.reason.clone());
    let first = found.moves.first().and_then(|it| it.explanation.as_ref());
    cause.into_iter().chain(first.map(|it| it.reason.clone())).collect()
}

/// The name of a case, as a switch.
fn name_of_case(context: &Context) -> String {
    context.description.expect("the case has a name").replace('_', "-")
}

/// What stands in the list of faults.
#[test]
fn each_fault_of_a_sample_is_found_and_named_rightly() {
    let wrong: Vec<String> = in_parallel(&sampled(Fault::ALL), |&fault| {
        let Truth { rule, part, state } = fault.truth();
        let told = |switches: &str| {
            let finding = found(&mut Running::new(switches), &PLAN);
            let told = verdict(finding.as_ref());
            // What the list says, or what is right beside it.
            let is_also = fault.also().iter().any(|it| told[..2] == [it.rule, it.part]);
            let is_right = is_also || told == [rule, part, state];
            (!is_right).then(|| format!("{switches}: {told:?}: {finding:#?}"))
        };
        // A move that the engine lacks it may also refuse when it is played. That says nothing about how it makes
        // moves.
        let refusing = (part == Part::Generation.id())
            .then(|| told(&format!("{} --format legal-moves-only", fault.name())));
        told(fault.name()).or(refusing.flatten())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn men(finding: &Finding) -> usize {
    let position = finding.position();
    Color::BOTH.map(|color| position.board().pieces(color).count()).iter().sum()
}

/// The pieces that have nothing to do with it are off the board, whatever is at fault: making a move, a mate or a draw.
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
    assert_eq!(verdict(Some(&finding)), ["table-key-lacks-en-passant", "hash-table", "-"]);
    assert_eq!(men(&finding), 4, "{}", finding.position());
}

/// In ordinary chess and in Chess960 no FEN shows that the engine castles.
#[test]
fn rights_that_no_fen_gives_are_shown_after_the_start_position() {
    let found = found(&mut Running::new("fen-gives-no-rights"), &PLAN);
    let found = found.as_ref().and_then(Finding::disagreement).expect("it differs");
    let origin = &found.diagnosis.origin;
    assert!(matches!(origin.evidence, Evidence::CastlesByName { .. }), "{origin:?}");
}

/// Engines that are asked about one position at each depth up to one, by their switches, and behind `⇒` what is told: the
/// rule, the part at fault, what is wrong with the state, and words of the reason.
const TOLD: &str = "
    // Behind a step of the king the clock is at 100. Bare kings have no moves. From depth 5 on both kings can have gone there
    // and back.
    draws-by-fifty-moves, 7k/8/8/8/8/8/7P/K7 w - - 99 80, 2 ⇒ ends-game-too-early counting - by the fifty-move rule
    draws-by-bare-kings, 7k/8/8/8/8/8/8/K7 w - - 0 1, 1 ⇒ ends-game-too-early counting - by has the material to mate
    draws-by-repetition, 7k/p7/P7/8/8/8/8/K7 w - - 0 1, 5 ⇒ ends-game-too-early counting - by the position repeats an earlier one
    // The pawn on e5 gives check. By the FEN d5e6 is missing; played by e7e5 it is there, and so are moves of other pieces to
    // e6, which is another fault.
    fen-loses-the-ep-square en-passant-by-another-piece, 8/2N4k/Q7/3Pp3/5K2/8/8/8 w - e6 0 1, 1 ⇒ en-passant-square-lost fen en-passant-square-lost
    // After d7d5 the capture c5d6 would open the rank from the rook to the king. The FEN of that position cannot show it to an
    // engine that does not read its en passant square.
    fen-loses-the-ep-square ep-uncovers-the-king-along-the-rank, 3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1, 2 ⇒ en-passant-uncovers-rank generation -
    // A slider is why en passant is missing only if it is there without the slider. An engine that takes towards the other side
    // alone lacks it then, too.
    ep-tested-before-the-pawn-lands, 4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1, 1 ⇒ en-passant-shields-king generation - by the rook on e8
    ep-only-towards-the-a-file, 4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1, 1 ⇒ en-passant generation - by the pawn beside it
    // The capturing pawn is not pinned, and stays where no pin test is needed.
    ep-along-its-pin-missing, 4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1, 3 ⇒ - - -
    // The move that is missing ends the game, so that one ply deeper it has no leaves.
    ep-of-the-checking-pawn-missing, 7k/8/R5Q1/1BpP4/3K4/8/8/8 w - c6 0 1, 4 ⇒ en-passant-takes-checker generation -
    // Many missing moves have one cause.
    pin-seen-through-knights, 4k3/8/8/4r3/4n3/4B3/8/4K3 w - - 0 1, 4 ⇒ taken-for-pinned generation - by the rook on e5, through the knight on e4
    check-seen-through-knights, 4k3/8/8/4r3/4n3/8/R7/4K3 w - - 0 1, 4 ⇒ taken-for-checked generation - by the rook on e5, through the knight on e4
";

#[test]
fn one_position_shows_what_is_at_fault() {
    let rows = TOLD.trim().lines().map(str::trim).filter(|line| !line.starts_with("//"));
    for row in rows {
        let (asked, expected) = row.split_once(" ⇒ ").expect("something is told");
        let [depth, fen, switches] = asked.rsplitn(3, ", ").collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let (expected, why) = expected.split_once(" by ").unwrap_or((expected, ""));
        let depth = depth.parse().expect("a depth");
        let plan = Plan::of_position(&ORACLE, "it", None, &Line::at(position(fen)), depth);
        let finding = found(&mut Running::new(switches), &plan);
        assert_eq!(verdict(finding.as_ref()).join(" "), expected, "{switches}: {finding:#?}");
        let told = finding.iter().flat_map(reasons).collect::<Vec<_>>().join("; ");
        assert!(told.contains(why), "{switches}: {told}");
    }
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
#[case("captured-rook-keeps-the-right", "castling-right-kept-after-capture")]
fn a_fault_of_one_side_is_found(
    #[values("white", "black")] side: &str,
    #[case] fault: &str,
    #[case] rule: &str,
) {
    let finding = found(&mut Running::new(&format!("{side}:{fault}")), &PLAN);
    assert_eq!(verdict(finding.as_ref())[0], rule, "{finding:#?}");
}

/// Where a misread FEN, a move that is made wrongly, or what is left behind by trying moves gives the same answer, a
/// person is asked what tells them apart. Each has its door and its switches, and behind `⇒` what is told.
const SECOND_ANSWERS: &str = "
    rights that the fen does not give: paste fen-gives-all-rights ⇒ castling-right-kept fen
    rights that no fen gives: paste fen-gives-no-rights ⇒ castling unknown
    a castling made wrongly: paste-kiwipete king-side:castling-made-on-the-other-wing ⇒ castling-on-other-wing make
    a pawn that stays: paste black:queen-side:ep-leaves-the-taken-pawn ⇒ captured-pawn-left make
    a king left elsewhere: paste-kiwipete undo-forgets-the-kings-square ⇒ king-looked-for-elsewhere unmake
    a square left behind, or no test of it: paste undo-forgets-the-ep-square-generated-last ⇒ not-narrowed-down unknown
    the rook that was taken: paste taking-a-rook-clears-ones-own-rights ⇒ castling-right-lost make
    the rook that went: paste one-moved-rook-clears-both-rights ⇒ castling-after-other-rook-gone make
    a slider behind a knight: paste pin-seen-through-knights ⇒ taken-for-pinned generation
    an attacked rook: paste castling-forbidden-by-attack-on-rook ⇒ castling-with-attacked-rook generation
    a castling to another square: paste black:long-castling-to-the-b-file ⇒ castling generation
    a king left elsewhere by a function: check undo-forgets-the-kings-square ⇒ king-looked-for-elsewhere unmake
    a right in chess960: uci black:queen-side:fen-gives-all-rights ⇒ castling-right-kept fen
    a right that is kept by a script that takes no moves: script captured-rook-keeps-the-right ⇒ castling-right-kept-after-capture make
    a pawn that does not come back in a list: check-moves undo-of-ep-forgets-the-taken-pawn ⇒ captured-piece-not-restored unmake
    a piece beyond the rook of chess960: uci king-side:castling-with-a-piece-beyond-the-rook ⇒ castling-king-way-blocked generation
    a castling made wrongly by totals: totals king-side:castling-made-on-the-other-wing ⇒ castling-on-other-wing make
    san on a board without the piece that was taken: check-moves-san black:undo-forgets-the-piece-taken-by-promotion ⇒ unread-rows none
";

#[test]
fn a_second_answer_decides_what_is_at_fault() {
    let lines: Vec<&str> = SECOND_ANSWERS.trim().lines().map(str::trim).collect();
    let wrong: Vec<String> = in_parallel(&lines, |line| {
        let (_, rest) = line.split_once(": ").expect("it says something");
        let (asked, expected) = rest.split_once(" ⇒ ").expect("something is told");
        let (door, switches) = asked.split_once(' ').expect("a door and switches");
        let door =
            Door::ALL.into_iter().find(|it| it.name() == door).expect("there is such a door");
        let case = Case::read(switches).expect("forms of faults");
        let asked = ask(&case, door, 1).expect("there is something to ask");
        let told = format!("{} {}", asked.rule, asked.part);
        (told != expected).then(|| format!("{line}: {told}\n{}", asked.text))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// They try their moves in orders that ox88 does not know. One looks for its king elsewhere after that, and castles by
/// it; the other takes its own double push en passant.
#[rstest]
#[case(
    "shuffled-2:undo-forgets-the-kings-square",
    &[
        "r3k2r/4q3/8/3p2p1/4N2b/6B1/7p/R3K2R w KQkq d6 0 1",
        "5k2/R7/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/8/qR3K2 w B - 0 1",
    ],
)]
#[case(
    "shuffled-1:undo-forgets-the-ep-square-generated-last",
    &["kb6/pp6/8/8/K7/8/8/8 b - - 0 1"],
)]
fn generation_is_not_blamed_for_what_a_fault_of_unmake_would_explain_in_some_order(
    #[case] switches: &str,
    #[case] fens: &[&str],
) {
    let plans = fens.iter().map(|fen| {
        let line = Line::at(position(fen));
        Plan::of_position(&ORACLE, "it", None, &line, 1)
    });
    let plan = plans.reduce(Plan::and).expect("there is a position");
    let mut engine = Running::new(switches);
    let hunt = Hunt::new(&ORACLE, plan, Until::All, engine.can());
    let findings = hunt.run(&mut engine, |_, _| ()).findings;
    assert_eq!(findings.len(), fens.len(), "{findings:#?}");
    let mut origins = findings.iter().filter_map(Finding::origin);
    assert!(origins.all(|it| it.suspects.has(Suspects::UNMAKE)), "{findings:#?}");
}
