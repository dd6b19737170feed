//! A new process is asked about a finding. What it does not show depends on what was asked before.

use crate::tests::engines::{assert_rows, below};
use crate::tests::inside::{
    BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, HANGS, Inside, Keeping, NO_CASTLING,
    NO_CASTLING_BY_FEN, NO_MOVE, NO_RIGHT, Print, RIGHT, RIGHT_AGAIN, Read, TOTALS, at_depth_1,
    in_short, is_castling, legal_but, many_positions, questions, search, setup, take,
    without_rights,
};
use crate::{After, Confirmation, Disagreement, Evidence, Finding, FindingKind, Plan, Until};
use ox88::{Position, START, Setup};
use ox88_engine::{Abilities, Experiment, Heard, Partner, Step, TroubleKind};
use ox88_explain::Rule;
use ox88_test_support::square;
use std::time::Duration;

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

/// An engine, and the questions that it is asked, each at its depth.
type Row = (&'static str, Keeping, Vec<(&'static str, u32)>);

/// What is found, how it was confirmed or what it depends on, and what each other process was asked.
fn told((name, mut engine, questions): Row) -> String {
    let findings = findings(&mut engine, &questions);
    let found = findings.iter().map(|finding| {
        let FindingKind::Disagreement(it) = &finding.kind else { return in_short(finding) };
        let shown = match &it.diagnosis.origin.evidence {
            Evidence::DependsOnHistory { .. } => {
                let (is_right, after) = kept(finding);
                let new = if is_right { "right" } else { "wrong in another way" };
                format!("a new process is {new}; before: {}", after.join(", "))
            }
            _ => format!("{:?}", it.confirmation),
        };
        format!("{}\n  {shown}", in_short(finding))
    });
    // Whatever it does, the process that is asked what is planned goes on.
    for (fen, depth) in &questions {
        assert!(engine.asked[0].contains(&format!("{fen} {depth}")), "{name}: {:?}", engine.asked);
    }
    let first = |asked: &[String]| asked[..asked.len().min(2)].join(", ");
    let asked = engine.asked[1..].iter().map(|asked| format!("asked: {}", first(asked)));
    below(name, &found.chain(asked.take(2)).collect::<Vec<_>>())
}

#[test]
fn a_new_process_is_asked_about_a_finding() {
    let rules = [
        ("What a new process shows as well is called by its rule.", shown_as_well()),
        ("What it does not show depends on what was asked before.", not_shown()),
        ("Another process is asked about the smallest example so far.", smallest_examples()),
        ("One that does not answer shows nothing.", without_an_answer()),
        ("What is right when it is repeated is only wrong at times.", at_times()),
        ("A part is blamed only if the other way is right once more.", other_way()),
        ("The questions that have to come before are found.", questions_before()),
        ("What is not always so is not said to depend on questions.", not_always()),
    ];
    assert_rows("other_process.found", rules, told);
}

fn shown_as_well() -> Vec<Row> {
    let as_at_first = |engine: Inside| Keeping { at_first: engine.clone(), ..Keeping::new(engine) };
    // Whatever the counts are: a table may have had some of them.
    let counts = Keeping { at_first: COUNTS_TO_128, ..Keeping::new(COUNTS_TO_256) };
    let again = as_at_first(LOSES_THE_RIGHT);
    vec![
        ("moves", as_at_first(NO_CASTLING), vec![(BARE_KINGS, 1), (CASTLING_ALONE, 1)]),
        ("counts", counts, vec![(BARE_KINGS, 1), (START, 3)]),
        ("an answer to a second question", again, vec![(BARE_KINGS, 1), (CASTLING_ALONE, 1)]),
    ]
}

fn not_shown() -> Vec<Row> {
    let again = Keeping { is_later: |asked| asked.len() > 2, ..Keeping::new(LOSES_THE_RIGHT) };
    let rook_stays = Keeping { at_first: ROOK_STAYS, ..Keeping::new(NO_CASTLING) };
    let is_later = |asked: &[String]| was_asked(asked, START);
    let rook_stays_twice = Keeping { is_later, ..rook_stays.clone() };
    let twice = vec![(START, 1), (CASTLING, 1), (CASTLING_ALONE, 1)];
    vec![
        ("moves", Keeping::new(NO_CASTLING), vec![(BARE_KINGS, 1), (CASTLING, 1)]),
        ("counts", Keeping::new(COUNTS_TO_256), vec![(BARE_KINGS, 1), (START, 3)]),
        ("an answer to a second question", again, vec![(BARE_KINGS, 1), (CASTLING, 1)]),
        ("another thing is wrong there", rook_stays, vec![(START, 1), (CASTLING, 1)]),
        // That is a finding of its own, if it is seen again.
        ("… and is seen again", rook_stays_twice, vec![(START, 1), (CASTLING, 1)]),
        (
            "a rule that no new process has broken is tried each time",
            Keeping::new(NO_CASTLING),
            twice,
        ),
    ]
}

/// To start one may take time.
fn smallest_examples() -> Vec<Row> {
    let engine = || Keeping { at_first: NO_MOVE, ..Keeping::new(NO_MOVE) };
    vec![
        ("it comes first", engine(), vec![(CASTLING_ALONE, 1), (CASTLING, 1)]),
        ("it comes last", engine(), vec![(CASTLING, 1), (CASTLING_ALONE, 1)]),
    ]
}

/// What is known of the engine is what it has answered, and the process that answers goes on.
fn without_an_answer() -> Vec<Row> {
    let hangs = Inside { print: |_, _, _| Err(HANGS), ..RIGHT };
    let long_ago = Keeping { at_first: hangs, ..running_long(Keeping::new(NO_CASTLING)) };
    let does_not_start = Some(TroubleKind::ClosedItsOutput);
    let questions = vec![(CASTLING, 1), (CASTLING_ALONE, 1)];
    // The first process was asked again and has answered.
    let marked: Read = |here| setup(here, |it| Setup { fullmove_number: 999, ..it });
    let hangs_when_asked_again: Print = |here, depth, rows| match here.setup().fullmove_number {
        999 => Err(HANGS),
        _ => (RIGHT.print)(here, depth, rows),
    };
    let at_first = Inside { again: Some(marked), print: hangs_when_asked_again, ..RIGHT };
    let (is_later, may_be_later) = (|_: &[String]| true, |process| process == 0);
    let again = Keeping { at_first, is_later, may_be_later, ..Keeping::new(LOSES_THE_RIGHT) };
    let not_started = Keeping { does_not_start, ..long_ago.clone() };
    vec![
        ("it does not start", not_started, questions.clone()),
        ("it hangs", long_ago, questions),
        ("it hangs at a second question", again, vec![(BARE_KINGS, 1), (CASTLING, 1)]),
    ]
}

/// Then it is not the FEN, nor that moves were played.
fn at_times() -> Vec<Row> {
    let engine = |at_times| Keeping {
        is_later: |asked| asked.is_empty(),
        at_first: RIGHT,
        ..Keeping::new(at_times)
    };
    let one_more = Inside { show: |count| count + 1, ..RIGHT };
    vec![
        ("moves", engine(NO_CASTLING), vec![(CASTLING, 1)]),
        ("counts", engine(one_more), vec![(START, 2)]),
    ]
}

/// An engine that lacks castling after a FEN, and when moves were played as well if nothing was asked before.
fn other_way() -> Vec<Row> {
    let by_fen = || Inside { list: NO_CASTLING_BY_FEN, ..RIGHT };
    let engine = |at_first| Keeping { at_first, ..Keeping::new(by_fen()) };
    let questions = vec![(BARE_KINGS, 1), (CASTLING_ALONE, 1)];
    vec![
        ("both ways are as they were", engine(by_fen()), questions.clone()),
        ("the way that was right is wrong", engine(NO_CASTLING), questions),
    ]
}

fn questions_before() -> Vec<Row> {
    let engine = |is_later| Keeping { is_later, ..Keeping::new(NO_CASTLING) };
    let asked = [START, BARE_KINGS, NO_RIGHT, BEFORE_CASTLING, CASTLING].map(|fen| (fen, 1));
    let all = |is_later| (engine(is_later), asked.to_vec());
    let last = all(|asked| was_asked(asked, BEFORE_CASTLING));
    let long_ago = all(|asked| was_asked(asked, START));
    let two = all(|asked| was_asked(asked, NO_RIGHT) && was_asked(asked, BEFORE_CASTLING));
    let apart = all(|asked| was_asked(asked, START) && was_asked(asked, NO_RIGHT));
    // It needs the question before it.
    let again = Inside { again: RIGHT_AGAIN.again, ..NO_CASTLING };
    let is_later = |asked: &[String]| asked.iter().any(|line| line.starts_with("again 4k3"));
    let again = Keeping { is_later, ..Keeping::new(again) };
    vec![
        ("the last one", last.0, last.1),
        ("one long ago", long_ago.0, long_ago.1),
        ("two of them", two.0, two.1),
        ("two with others between", apart.0, apart.1),
        ("one without a position", again, vec![(START, 1), (NO_RIGHT, 1), (CASTLING_ALONE, 1)]),
    ]
}

/// It is wrong by chance. The first process is asked as planned, the second one the question alone, the third one
/// both; and then each is tried once more.
fn not_always() -> Vec<Row> {
    let engine =
        |is_later, may_be_later| Keeping { is_later, may_be_later, ..Keeping::new(NO_CASTLING) };
    let is_asked = |asked: &[String]| !asked.is_empty();
    let questions = || vec![(START, 1), (CASTLING, 1)];
    vec![
        ("after the question no longer", engine(is_asked, |process| process < 3), questions()),
        ("after it not always", engine(is_asked, |process| process < 5), questions()),
        ("without it as well", engine(|_| true, |process| process != 1), questions()),
        // For example chance, or how long it has been running.
        ("after no question", running_long(Keeping::new(NO_CASTLING)), questions()),
    ]
}

/// Its first process is wrong whatever it is asked.
fn running_long(engine: Keeping) -> Keeping {
    let is_later = |asked: &[String]| asked.iter().any(|line| line == "started long ago");
    Keeping { is_later, asked: vec![vec!["started long ago".to_owned()]], ..engine }
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

#[test]
fn however_many_questions_have_to_come_before_all_are_shown() {
    let is_later = |asked: &[String]| asked.len() > 8;
    let finding =
        found_after(&mut Keeping { is_later, ..Keeping::new(NO_CASTLING) }, &many_positions(20));
    assert_eq!(finding.rule().map(Rule::id), Some("moves-depend-on-history"));
    assert_eq!(kept(&finding).1.len(), 9);
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
    engine = running_long(engine);
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
    engine = running_long(engine);
    let findings = findings(&mut engine, &[(CASTLING, 1), (CASTLING_ALONE, 1)]);
    assert_eq!(kept(&findings[0]), (true, vec!["NoTime".to_owned()]));
    assert_eq!(disagreement(&findings[1]).confirmation, Confirmation::NoTime);
    assert_eq!(engine.asked.len(), 2);
}
