//! A new process is asked about a finding. What it does not show depends on what was asked before.

use crate::tests::inside::{
    BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, HANGS, Inside, Keeping, NO_CASTLING,
    NO_CASTLING_BY_FEN, NO_MOVE, NO_RIGHT, Print, RIGHT, RIGHT_AGAIN, Read, TOTALS, at_depth_1,
    in_short, is_castling, legal_but, many_positions, questions, search, setup, take,
    without_rights,
};
use crate::{After, Confirmation, Disagreement, Evidence, Finding, FindingKind, Plan, Until};
use ox88::{Position, START, Setup};
use ox88_engine::{Abilities, Experiment, Heard, Partner, Step, TroubleKind};
use ox88_test_support::square;
use rstest::rstest;
use std::time::Duration;

const CASTLING_IS_MISSING: &str = "castling fen|generation CastlesByNoFen by the FEN at 1: -";
const DIFFERENT_ANSWERS: &str = "different-answers unknown DependsOnHistory by the FEN at 1: -";
const MOVES_DEPEND: &str = "moves-depend-on-history unknown DependsOnHistory by the FEN at 1: -";

/// It loses the right to castle where it is asked again.
const LOSES_THE_RIGHT: Inside = Inside { again: Some(without_rights), ..RIGHT };

/// Where it can castle, it does not, and its rook does not move either.
const ROOK_STAYS: Inside = Inside {
    list: |here, _| legal_but(here, |mv| is_castling(mv) || mv.from == square("h1")),
    ..RIGHT
};

const COUNTS_TO_256: Inside = Inside { show: |count| count & 0xFF, ..RIGHT };
const COUNTS_TO_128: Inside = Inside { show: |count| count & 0x7F, ..RIGHT };

fn findings(engine: &mut Keeping, of: &[(&str, u32)]) -> Vec<Finding> {
    search(engine, &questions(of), Until::All, |_, _| ()).findings
}

const NO_MOVE_IS_LISTED: &str = "ends-game-too-early generation ByFen by the FEN at 1: -";

/// What is found in all of these questions, in short.
fn found(engine: &mut Keeping, of: &[(&str, u32)]) -> Vec<String> {
    findings(engine, of).iter().map(in_short).collect()
}

#[rstest]
#[case::moves(NO_CASTLING, NO_CASTLING, (CASTLING_ALONE, 1), CASTLING_IS_MISSING)]
// Whatever the counts are: a table may have had some of them.
#[case::counts(
    COUNTS_TO_128,
    COUNTS_TO_256,
    (START, 3),
    "count-only counting Counted by the FEN at 3: \
     counts wrap at 2^8: the counter has only 8 bits"
)]
#[case::an_answer_to_a_second_question(
    LOSES_THE_RIGHT,
    LOSES_THE_RIGHT,
    (CASTLING_ALONE, 1),
    "castling-right-lost unmake AskedTwice by the FEN at 1: \
     the castling rights had not been restored after moves were made and unmade"
)]
fn what_a_new_process_shows_as_well_is_called_by_its_rule(
    #[case] at_first: Inside,
    #[case] later: Inside,
    #[case] question: (&str, u32),
    #[case] expected: &str,
) {
    let mut engine = Keeping { at_first, ..Keeping::new(later) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), question]);
    assert_eq!(findings.iter().map(in_short).collect::<Vec<_>>(), [expected]);
    let (line, depth) = findings[0].shortest_question();
    let mut lines = vec![format!("{} {depth}", line.root)];
    if expected.contains("unmake") {
        lines.push(format!("again {} {depth}", line.root));
    }
    assert_eq!(engine.asked[1..], [lines]);
}

#[rstest]
#[case::moves(NO_CASTLING, |asked: &[_]| !asked.is_empty(), (CASTLING, 1), MOVES_DEPEND)]
#[case::counts(
    COUNTS_TO_256,
    |asked: &[_]| !asked.is_empty(),
    (START, 3),
    "count-depends-on-history unknown DependsOnHistory by the FEN at 3: -"
)]
#[case::an_answer_to_a_second_question(
    LOSES_THE_RIGHT,
    |asked: &[_]| asked.len() > 2,
    (CASTLING, 1),
    MOVES_DEPEND
)]
fn what_a_new_process_does_not_show_depends_on_what_was_asked_before(
    #[case] later: Inside,
    #[case] is_later: fn(&[String]) -> bool,
    #[case] question: (&str, u32),
    #[case] expected: &str,
) {
    let mut engine = Keeping { is_later, ..Keeping::new(later) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), question]);
    assert_eq!(findings.iter().map(in_short).collect::<Vec<_>>(), [expected]);
    assert!(kept(&findings[0]).0);
}

/// Whether another process was right, and the questions that one has to be asked before, or what else is known of
/// them.
#[track_caller]
fn kept(finding: &Finding) -> (bool, Vec<String>) {
    let Evidence::DependsOnHistory { is_right_when_new, after, .. } =
        &disagreement(finding).diagnosis.origin.evidence
    else {
        panic!("{finding:?}")
    };
    let text = |asked: &Step| {
        let again = if asked.is_again { "again " } else { "" };
        format!("{again}{} {}", asked.line.end(), asked.depth)
    };
    let after = match after {
        After::Questions(questions) => questions.iter().map(text).collect(),
        other => vec![format!("{other:?}")],
    };
    (*is_right_when_new, after)
}

#[track_caller]
fn disagreement(finding: &Finding) -> &Disagreement {
    let FindingKind::Disagreement(disagreement) = &finding.kind else { panic!("{finding:?}") };
    disagreement
}

#[test]
fn a_new_process_may_be_wrong_in_another_way() {
    let mut engine = Keeping { at_first: ROOK_STAYS, ..Keeping::new(NO_CASTLING) };
    let findings = findings(&mut engine, &[(START, 1), (CASTLING, 1)]);
    assert_eq!(in_short(&findings[0]), MOVES_DEPEND);
    assert!(!kept(&findings[0]).0);
}

/// That is a finding of its own, if it is seen again.
#[test]
fn what_a_new_process_does_wrong_in_another_way_comes_first() {
    let mut engine = Keeping { at_first: ROOK_STAYS, ..Keeping::new(NO_CASTLING) };
    engine.is_later = |asked| was_asked(asked, START);
    let findings = findings(&mut engine, &[(START, 1), (CASTLING, 1)]);
    assert_eq!(findings.len(), 1);
    assert_eq!(in_short(&findings[0]), "rook-slide generation ByFen by the FEN at 1: -");
    assert!(findings[0].is_confirmed());
}

/// To start one may take time.
#[rstest]
#[case::the_smaller_one_comes_first(&[CASTLING_ALONE, CASTLING], &[CASTLING_ALONE])]
#[case::the_smaller_one_comes_last(&[CASTLING, CASTLING_ALONE], &[CASTLING, CASTLING_ALONE])]
fn another_process_is_asked_about_the_smallest_example_so_far(
    #[case] fens: &[&str],
    #[case] expected: &[&str],
) {
    let mut engine = Keeping { at_first: NO_MOVE, ..Keeping::new(NO_MOVE) };
    let questions: Vec<_> = fens.iter().map(|&fen| (fen, 1)).collect();
    let findings = findings(&mut engine, &questions);
    assert!(findings.iter().map(in_short).eq([NO_MOVE_IS_LISTED; 2]));
    let expected: Vec<String> = expected.iter().map(|fen| format!("{fen} 1")).collect();
    assert_eq!(engine.asked[1..].concat(), expected);
    let smallest = findings.iter().find(|it| it.position().to_string() == CASTLING_ALONE);
    assert!(smallest.is_some_and(Finding::is_confirmed));
}

#[test]
fn a_rule_that_no_new_process_has_broken_is_tried_each_time() {
    let mut engine = Keeping::new(NO_CASTLING);
    let questions = [(START, 1), (CASTLING, 1), (CASTLING_ALONE, 1)];
    assert_eq!(found(&mut engine, &questions), [MOVES_DEPEND; 2]);
}

/// What is known of the engine is what it has answered, and the process that answers goes on.
#[rstest]
#[case::it_does_not_start(Some(TroubleKind::ClosedItsOutput), TroubleKind::ClosedItsOutput)]
#[case::it_does_not_answer(None, HANGS)]
fn another_process_that_does_not_answer_shows_nothing(
    #[case] does_not_start: Option<TroubleKind>,
    #[case] trouble: TroubleKind,
) {
    let at_first = Inside { print: |_, _, _| Err(HANGS), ..RIGHT };
    let mut engine = Keeping { at_first, does_not_start, ..Keeping::new(NO_CASTLING) };
    engine.asked = vec![vec!["started long ago".to_owned()]];
    let findings = findings(&mut engine, &[(CASTLING, 1), (CASTLING_ALONE, 1)]);
    assert!(findings.iter().map(in_short).eq([CASTLING_IS_MISSING; 2]));
    for finding in &findings {
        let confirmation = &disagreement(finding).confirmation;
        assert_eq!(*confirmation, Confirmation::NoAnswer(trouble.clone()));
    }
    assert!(engine.asked[0].contains(&format!("{CASTLING_ALONE} 1")));
}

/// It is the same engine: what its first process has shown need not be found out again.
#[test]
fn another_process_is_known_to_count() {
    let totals = Inside { print: TOTALS.print, ..NO_CASTLING };
    let mut engine = Keeping { at_first: totals.clone(), ..Keeping::new(totals) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), (NO_RIGHT, 1), (CASTLING, 1)]);
    assert!(findings[0].is_confirmed(), "{findings:?}");
    let is_start = |asked: &String| asked.starts_with(START);
    assert!(!engine.asked[1].iter().any(is_start), "{:?}", engine.asked[1]);
}

/// The first process was asked again and has answered.
#[test]
fn another_process_that_does_not_answer_a_second_question_shows_nothing() {
    let marked: Read = |here| setup(here, |it| Setup { fullmove_number: 999, ..it });
    let hangs_when_asked_again: Print = |here, depth, rows| match here.setup().fullmove_number {
        999 => Err(HANGS),
        _ => (RIGHT.print)(here, depth, rows),
    };
    let at_first = Inside { again: Some(marked), print: hangs_when_asked_again, ..RIGHT };
    let (is_later, may_be_later) = (|_: &[String]| true, |process| process == 0);
    let mut engine = Keeping { at_first, is_later, may_be_later, ..Keeping::new(LOSES_THE_RIGHT) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), (CASTLING, 1)]);
    let confirmation = &disagreement(&findings[0]).confirmation;
    assert_eq!(*confirmation, Confirmation::NoAnswer(HANGS));
}

/// To ask one may take time.
#[test]
fn a_finding_is_counted_before_another_process_is_asked_about_it() {
    let mut engine = Keeping::new(NO_CASTLING);
    let plan = questions(&[(START, 1), (CASTLING, 1), (BARE_KINGS, 1)]);
    let mut seen = Vec::new();
    search(&mut engine, &plan, Until::All, |totals, _| seen.push((totals.cases, totals.findings)));
    assert_eq!(seen, [(0, 0), (1, 0), (2, 1), (2, 1)]);
}

#[test]
fn no_process_is_started_when_the_time_is_over() {
    let later = Inside {
        print: |here, depth, rows| {
            take(Duration::from_millis(200));
            (RIGHT_AGAIN.print)(here, depth, rows)
        },
        ..NO_CASTLING
    };
    let mut engine = Keeping { is_later: |_| true, ..Keeping::new(later) };
    let budget = Some(Duration::from_millis(100));
    let plan = Plan { budget, ..questions(&[(CASTLING, 1)]) };
    let outcome = search(&mut engine, &plan, Until::First, |_, _| ());
    let found: Vec<String> = outcome.findings.iter().map(in_short).collect();
    assert_eq!(found, ["castling unknown NoAnswer by the FEN at 1: -"]);
    assert_eq!(disagreement(&outcome.findings[0]).confirmation, Confirmation::NoTime);
    assert_eq!(engine.asked.len(), 1);
}

/// Then it is not the FEN, nor that moves were played.
#[rstest]
#[case::moves(NO_CASTLING, CASTLING, 1)]
#[case::counts(Inside { show: |count| count + 1, ..RIGHT }, START, 2)]
fn what_is_right_when_it_is_repeated_is_only_said_to_be_wrong_at_times(
    #[case] at_times: Inside,
    #[case] fen: &str,
    #[case] depth: u32,
) {
    let is_later = |asked: &[String]| asked.is_empty();
    let mut engine = Keeping { is_later, at_first: RIGHT, ..Keeping::new(at_times) };
    let expected = format!("different-answers unknown RightWhenRepeated by the FEN at {depth}: -");
    assert_eq!(found(&mut engine, &[(fen, depth)]), [expected]);
}

// Which part is at fault.

/// An engine that lacks castling after a FEN, and when moves were played as well if nothing was asked before.
#[rstest]
#[case::both_ways_are_as_they_were(Inside { list: NO_CASTLING_BY_FEN, ..RIGHT }, "fen")]
#[case::the_way_that_was_right_is_wrong(NO_CASTLING, "unknown")]
fn a_part_is_blamed_only_if_the_other_way_is_right_once_more(
    #[case] at_first: Inside,
    #[case] expected: &str,
) {
    let later = Inside { list: NO_CASTLING_BY_FEN, ..RIGHT };
    let mut engine = Keeping { at_first, ..Keeping::new(later) };
    let findings = findings(&mut engine, &[(BARE_KINGS, 1), (CASTLING_ALONE, 1)]);
    assert_eq!(findings.len(), 1);
    assert!(findings[0].is_confirmed());
    let short = in_short(&findings[0]);
    assert_eq!(short.split(' ').nth(1), Some(expected), "{short}");
    assert_eq!(short.contains("NotSettled"), expected == "unknown", "{short}");
}

/// There the same process is asked both ways again.
#[test]
fn without_another_process_both_ways_are_asked_once_more() {
    struct Alone(Keeping);
    impl Partner for Alone {
        fn can(&self) -> Abilities {
            Abilities { fresh: false, ..self.0.can() }
        }

        fn run(&mut self, experiment: &Experiment, within: Duration) -> Vec<Heard> {
            self.0.run(experiment, within)
        }
    }
    let found = |is_later: fn(&[String]) -> bool| {
        let engine = Keeping {
            at_first: Inside { list: NO_CASTLING_BY_FEN, ..RIGHT },
            is_later,
            ..Keeping::new(NO_CASTLING)
        };
        let plan = questions(&[(CASTLING_ALONE, 1)]);
        let outcome = search(&mut Alone(engine), &plan, Until::All, |_, _| ());
        in_short(&outcome.findings[0])
    };
    assert!(found(|_| false).contains(" fen "));
    // From the time on when it is asked for the trial.
    assert!(
        found(|asked| asked.len() > 4).contains(" unknown NotSettled "),
        "{}",
        found(|asked| asked.len() > 4)
    );
}

// Which questions have to come before.

/// What had to come before one finding mostly has to come before others.
#[test]
fn questions_that_are_known_to_matter_are_tried_first() {
    let mut engine = Keeping::new(NO_CASTLING);
    engine.is_later = |asked| was_asked(asked, NO_RIGHT);
    let asked = [NO_RIGHT, START, BARE_KINGS, CASTLING, BEFORE_CASTLING, CASTLING_ALONE];
    let findings = findings(&mut engine, &asked.map(|fen| (fen, 1)));
    let expected = vec![format!("{NO_RIGHT} 1")];
    for finding in &findings {
        assert_eq!(kept(finding), (true, expected.clone()));
    }
    assert_eq!(findings.len(), 2);
    // The second one alone, after what is known, and both twice more.
    let last = [CASTLING_ALONE, NO_RIGHT, NO_RIGHT, CASTLING_ALONE, NO_RIGHT, CASTLING_ALONE];
    let first_lines = engine.asked[engine.asked.len() - 6..].iter().map(|asked| asked[0].clone());
    assert!(first_lines.eq(last.map(|fen| format!("{fen} 1"))), "{:?}", engine.asked);
}

fn was_asked(asked: &[String], what: &str) -> bool {
    asked.iter().any(|line| line.strip_suffix(" 1") == Some(what))
}

#[rstest]
#[case::the_last_one(|asked: &[_]| was_asked(asked, BEFORE_CASTLING), &[BEFORE_CASTLING])]
#[case::one_long_ago(|asked: &[_]| was_asked(asked, START), &[START])]
#[case::two_of_them(
    |asked: &[_]| was_asked(asked, NO_RIGHT) && was_asked(asked, BEFORE_CASTLING),
    &[NO_RIGHT, BEFORE_CASTLING]
)]
#[case::two_with_others_between(
    |asked: &[_]| was_asked(asked, START) && was_asked(asked, NO_RIGHT),
    &[START, NO_RIGHT]
)]
fn the_questions_that_have_to_come_before_are_found(
    #[case] is_later: fn(&[String]) -> bool,
    #[case] expected: &[&str],
) {
    let mut engine = Keeping { is_later, ..Keeping::new(NO_CASTLING) };
    let asked = [START, BARE_KINGS, NO_RIGHT, BEFORE_CASTLING, CASTLING];
    let findings = findings(&mut engine, &asked.map(|fen| (fen, 1)));
    let expected: Vec<String> = expected.iter().map(|fen| format!("{fen} 1")).collect();
    assert_eq!(kept(&findings[0]), (true, expected));
}

/// It needs the question before it.
#[test]
fn a_question_without_a_position_may_have_to_come_before() {
    let is_later = |asked: &[String]| asked.iter().any(|line| line.starts_with("again 4k3"));
    let no_castling = Inside { again: RIGHT_AGAIN.again, ..NO_CASTLING };
    let mut engine = Keeping { is_later, ..Keeping::new(no_castling) };
    let findings = findings(&mut engine, &[(START, 1), (NO_RIGHT, 1), (CASTLING_ALONE, 1)]);
    let expected = vec![format!("{NO_RIGHT} 1"), format!("again {NO_RIGHT} 1")];
    assert_eq!(kept(&findings[0]), (true, expected));
}

/// For example chance, or how long it has been running.
#[test]
fn it_may_be_that_no_question_has_to_come_before() {
    let mut engine = Keeping::new(NO_CASTLING);
    engine.is_later = |asked| asked.iter().any(|line| line == "started long ago");
    engine.asked = vec![vec!["started long ago".to_owned()]];
    let findings = findings(&mut engine, &[(START, 1), (CASTLING, 1)]);
    assert_eq!(in_short(&findings[0]), DIFFERENT_ANSWERS);
    assert_eq!(kept(&findings[0]), (true, vec!["Nothing".to_owned()]));
}

/// It is wrong by chance. The first process is asked as planned, the second one the question alone, the third one
/// both; and then each is tried once more.
#[rstest]
#[case::after_the_question_no_longer(|asked: &[_]| !asked.is_empty(), |process: usize| process < 3)]
#[case::after_the_question_not_always(|asked: &[_]| !asked.is_empty(), |process: usize| process < 5)]
#[case::without_it_as_well(|_: &[_]| true, |process: usize| process != 1)]
fn what_is_not_always_so_is_not_said_to_depend_on_questions(
    #[case] is_later: fn(&[String]) -> bool,
    #[case] may_be_later: fn(usize) -> bool,
) {
    let mut engine = Keeping { is_later, may_be_later, ..Keeping::new(NO_CASTLING) };
    let findings = findings(&mut engine, &[(START, 1), (CASTLING, 1)]);
    assert_eq!(in_short(&findings[0]), DIFFERENT_ANSWERS);
    assert_eq!(kept(&findings[0]), (true, vec!["Nothing".to_owned()]));
}

/// More than eight would be of no use.
#[rstest]
#[case::eight(|asked: &[_]| asked.len() > 7, "8 questions")]
#[case::more(|asked: &[_]| asked.len() > 8, "ManyQuestions(9)")]
fn at_most_eight_questions_are_said_to_come_before(
    #[case] is_later: fn(&[String]) -> bool,
    #[case] expected: &str,
) {
    let mut engine = Keeping { is_later, ..Keeping::new(NO_CASTLING) };
    let finding = found_after(&mut engine, &many_positions(20));
    assert_eq!(in_short(&finding), MOVES_DEPEND);
    let found = match &kept(&finding).1[..] {
        [only] => only.clone(),
        questions => format!("{} questions", questions.len()),
    };
    assert_eq!(found, expected);
}

#[test]
fn what_was_asked_long_ago_is_not_asked_again() {
    let mut engine = Keeping::new(NO_CASTLING);
    engine.is_later = |asked| was_asked(asked, NO_RIGHT);
    let long = [vec![NO_RIGHT.to_owned()], many_positions(300)].concat();
    assert_eq!(kept(&found_after(&mut engine, &long)), (true, vec!["Nothing".to_owned()]));
    // Each of them was asked twice as many questions as the one before.
    assert!(engine.asked.len() < 20, "{} processes", engine.asked.len());
}

/// What is found where it can castle, after these positions.
fn found_after(engine: &mut Keeping, fens: &[String]) -> Finding {
    let plan = at_depth_1(&[fens, &[CASTLING.to_owned()]].concat());
    search(engine, &plan, Until::First, |_, _| ()).findings.remove(0)
}

/// The process that was asked has ended.
#[test]
fn what_had_no_answer_is_not_asked_again() {
    let hangs_at_start: Print = |here, depth, rows| {
        if *here == Position::start() { Err(HANGS) } else { (RIGHT.print)(here, depth, rows) }
    };
    let mut engine = Keeping::new(NO_CASTLING);
    engine.at_first = Inside { print: hangs_at_start, ..RIGHT };
    engine.is_later = |asked| asked.len() > 2;
    let harmless = [BARE_KINGS, NO_RIGHT, BEFORE_CASTLING];
    let asked = [&[NO_RIGHT, START], &harmless[..], &[CASTLING]].concat();
    let asked: Vec<(&str, u32)> = asked.iter().map(|&fen| (fen, 1)).collect();
    let findings = findings(&mut engine, &asked);
    assert_eq!(in_short(&findings[0]), "hangs");
    assert_eq!(kept(&findings[1]).1.len(), 3);
    let times = engine.asked.concat().into_iter().filter(|line| line.starts_with(START)).count();
    assert_eq!(times, 1);
}

/// They are questions like others.
#[test]
fn what_is_asked_again_is_counted() {
    let mut engine = Keeping::new(NO_CASTLING);
    let plan = questions(&[(START, 1), (CASTLING, 1)]);
    let outcome = search(&mut engine, &plan, Until::All, |_, _| ());
    assert!(engine.asked.len() > 2);
    assert_eq!(outcome.totals.questions, engine.asked.concat().len() as u64);
}

/// Ten milliseconds for each leave time for 1, 2, 4 and 8 of them, and not for all that there are.
#[test]
fn to_find_them_ends_in_the_middle() {
    let slow: Print = |here, depth, rows| {
        take(Duration::from_millis(10));
        (RIGHT.print)(here, depth, rows)
    };
    let mut engine = Keeping::new(Inside { print: slow, ..NO_CASTLING });
    engine.at_first.print = slow;
    engine.limit = Duration::from_millis(230);
    engine.is_later = |asked| asked.iter().any(|line| line == "started long ago");
    engine.asked = vec![vec!["started long ago".to_owned()]];
    assert_eq!(
        kept(&found_after(&mut engine, &many_positions(40))),
        (true, vec!["NoTime".to_owned()])
    );
    let asked: usize = engine.asked[2..].iter().map(Vec::len).sum();
    assert!(asked < 100, "{asked} questions");
}

#[test]
fn all_trials_take_as_long_as_one_question_may_take() {
    let slow_afresh: Print = |here, depth, rows| {
        take(Duration::from_millis(320));
        (RIGHT.print)(here, depth, rows)
    };
    let mut engine = Keeping { limit: Duration::from_millis(300), ..Keeping::new(NO_CASTLING) };
    engine.at_first.print = slow_afresh;
    engine.is_later = |asked| asked.iter().any(|line| line == "started long ago");
    engine.asked = vec![vec!["started long ago".to_owned()]];
    let findings = findings(&mut engine, &[(CASTLING, 1), (CASTLING_ALONE, 1)]);
    assert_eq!(kept(&findings[0]), (true, vec!["NoTime".to_owned()]));
    assert_eq!(disagreement(&findings[1]).confirmation, Confirmation::NoTime);
    assert_eq!(engine.asked.len(), 2);
}
