//! One question after another: what is asked, what is counted, and how a hunt ends.

use crate::tests::engines::{LAST_PLY_WITHOUT_D8, assert_rows, below};
use crate::tests::inside::{
    Answers, BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, HANGS, Inside,
    LAST_PLY_WITHOUT_CASTLING, NO_CASTLING, NO_RIGHT, Print, RIGHT, RIGHT_AGAIN, TOTALS, Watched,
    at_depth_1, in_short, leaving_the_pawn_on_d5, many_positions, partner, questions, search,
    without_rights_of_white_to_move,
};
use crate::{Clock, Hunt, Need, Oracle, Outcome, Plan, Until};
use ox88::START;
use ox88_engine::{Partner, Reply, Step, Trouble, TroubleKind};
use ox88_test_support::assert_texts;
use rstest::rstest;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

fn all(engine: &mut Watched, plan: &Plan) -> Outcome {
    search(engine, plan, Until::All, |_, _| ())
}

/// What was found, in short.
fn found(outcome: &Outcome) -> Vec<String> {
    outcome.findings.iter().map(in_short).collect()
}

#[test]
fn what_is_asked_and_counted_is_counted() {
    let mut engine = Watched::new(RIGHT_AGAIN);
    let mut seen = Vec::new();
    let plan = questions(&[(CASTLING, 1), (NO_RIGHT, 1), (CASTLING, 2)]);
    let outcome = search(&mut engine, &plan, Until::First, |totals, case| {
        seen.push((totals.cases, totals.positions, totals.questions, totals.nodes, case.depth));
    });
    // 17 moves with castling, 16 without it, and 76 leaves.
    assert_eq!(seen, [(0, 0, 0, 0, 1), (1, 1, 2, 34, 1), (2, 2, 4, 66, 2)]);
    let totals = outcome.totals;
    assert_eq!((totals.cases, totals.cases_planned, totals.findings), (3, 3, 0));
    assert_eq!((totals.positions, totals.questions, totals.nodes), (2, 6, 66 + 2 * 76));
    assert_eq!(engine.asked.len(), 6);
}

/// An engine of whose answers these lines, from the last on, were read where it puts its counts.
struct Learnt(Vec<Option<&'static str>>);

impl Answers for Learnt {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let learnt = self.0.pop().flatten().map(Into::into);
        RIGHT.clone().ask(question).map(|reply| Reply { learnt, ..reply })
    }
}

partner!(Learnt);

#[test]
fn the_outcome_has_the_first_line_that_was_read_where_the_counts_are() {
    let plan = questions(&[(CASTLING, 1), (NO_RIGHT, 1), (CASTLING, 2)]);
    for (lines, expected) in
        [(vec![Some("-> 76"), Some("-> 16"), None], Some("-> 16")), (vec![None, None, None], None)]
    {
        let outcome = search(&mut Learnt(lines), &plan, Until::All, |_, _| ());
        assert_eq!(outcome.learnt.as_deref(), expected);
    }
}

/// An engine, what it is asked, and how long the hunt goes on.
type Row = (&'static str, Watched, Plan, Until);

/// What came of a hunt: what was found, in short, and all else that is not as if nothing had happened.
fn told((name, mut engine, plan, until): Row) -> String {
    let outcome = search(&mut engine, &plan, until, |_, _| ());
    let mut told = found(&outcome);
    told.dedup();
    if engine.is_person {
        let lines = outcome.findings.iter().map(|it| &it.line);
        told.extend(lines.map(|line| format!("at {} [{}]", line.root, line.texts().join(" "))));
        told.extend(engine.asked.iter().map(|asked| format!("asked {asked}")));
    }
    let rest = format!("{:#?}", Outcome { findings: Vec::new(), ..outcome });
    let nothing = format!("{:#?}", Outcome::default());
    let is_new = |line: &&str| !nothing.lines().any(|it| it == *line);
    let rest: Vec<&str> = rest.lines().filter(is_new).map(str::trim_start).collect();
    told.push(format!("asked {}, {}", engine.asked.len(), rest.join(" ")));
    below(name, &told)
}

#[test]
fn a_hunt_ends_with_what_was_found_and_what_was_not_asked() {
    let rules = [
        ("A position with a finding is not asked about again.", after_a_finding()),
        ("An engine that never answers is given up.", given_up()),
        ("A person may leave a question out, or answer no more.", ended()),
        ("One that hangs on the way down hangs.", hanging()),
        ("One that gives no second answer at first is not asked again.", second_answers()),
        ("What does not fit into the time is left out.", too_late()),
        ("No engine is in trouble because the time is over.", cut_short()),
        ("The cause of a finding may take half of the time more.", finished()),
        ("A person is asked as little as possible.", people()),
    ];
    assert_rows("search.ends", rules, told);
}

/// Deeper down the same would be found again and again.
fn after_a_finding() -> Vec<Row> {
    let engine = || Watched::new(NO_CASTLING);
    let all = questions(&[(CASTLING, 1), (CASTLING, 2), (NO_RIGHT, 1)]);
    let first = questions(&[(NO_RIGHT, 1), (CASTLING, 1), (CASTLING, 2), (BARE_KINGS, 1)]);
    vec![
        ("a hunt for all findings", engine(), all, Until::All),
        ("a hunt for one finding ends with it", engine(), first, Until::First),
    ]
}

fn given_up() -> Vec<Row> {
    let row = |name, fails: fn(usize) -> Option<TroubleKind>, positions| {
        let plan = at_depth_1(&many_positions(positions));
        (name, Watched::new(RIGHT).failing(fails), plan, Until::All)
    };
    let after_an_answer = |number| (number != 1).then_some(HANGS);
    // Ten time limits are enough, however few the questions.
    let takes_all_the_time = Watched {
        takes: |number| late(number != 2, 600),
        limit: Duration::from_millis(100),
        ..Watched::new(RIGHT).failing(|_| Some(HANGS))
    };
    let five = at_depth_1(&many_positions(5));
    vec![
        row("three times from the start", |_| Some(HANGS), 12),
        row("three times, and there are no more", |_| Some(HANGS), 3),
        row("ten times after an answer", after_an_answer, 12),
        row("ten times, and there are no more", after_an_answer, 11),
        row("with answers between", |number| (number % 3 != 0).then_some(HANGS), 18),
        ("it takes all the time there is", takes_all_the_time, five, Until::All),
    ]
}

fn ended() -> Vec<Row> {
    let fails = |number| match number {
        1 => Some(TroubleKind::Skipped),
        3 => Some(TroubleKind::Ended),
        _ => None,
    };
    let kind = || TroubleKind::NotStarted("too many open files".to_owned());
    let gone = Watched::new(RIGHT).failing(move |number| (number >= 2).then(kind));
    let all = [CASTLING, NO_RIGHT, BARE_KINGS, START, BEFORE_CASTLING].map(|fen| (fen, 1));
    vec![
        // What is left out is no question.
        ("a person", Watched::new(RIGHT).failing(fails), questions(&all), Until::All),
        ("an engine that cannot be started again", gone, questions(&all[..4]), Until::All),
    ]
}

/// It has one more thing wrong, and that is found first.
fn hanging() -> Vec<Row> {
    let engine =
        |last| Watched::new(NO_CASTLING).failing(move |number| (number > last).then_some(HANGS));
    let plan = || questions(&[(BEFORE_CASTLING, 2)]);
    vec![
        ("from the second question on", engine(1), plan(), Until::All),
        ("from the third question on", engine(2), plan(), Until::All),
    ]
}

/// It may be one that ends after each answer, or waits for a position.
fn second_answers() -> Vec<Row> {
    let hanging_at = |question| {
        let hangs = move |number| (number == question).then_some(HANGS);
        Watched::new(RIGHT_AGAIN).failing(hangs)
    };
    let plan = || questions(&[(CASTLING, 1), (NO_RIGHT, 1)]);
    vec![
        ("it gives none", hanging_at(2), plan(), Until::All),
        ("it gave one before", hanging_at(4), plan(), Until::All),
    ]
}

fn too_late() -> Vec<Row> {
    let two = || questions(&[(CASTLING, 1), (START, 2)]);
    // Small questions say nothing of a speed, since talk is most of their time. Were it all counting, the last of these
    // would take sixteen seconds.
    let small = questions(&[(BARE_KINGS, 1), (NO_RIGHT, 1), (START, 3)]);
    let takes = |number| late(number < 3, 30);
    let talks = Watched { takes, ..Watched::new(RIGHT) };
    // The second question comes too late, and the first was right.
    let takes = |_| Duration::from_millis(600);
    let slow_again = Watched { takes, ..Watched::new(RIGHT_AGAIN) };
    let one = questions(&[(CASTLING, 1)]);
    vec![
        ("all of it", Watched::new(RIGHT), with_budget(0, two()), Until::All),
        ("nothing while the pace is unknown", talks, with_budget(10_000, small), Until::All),
        // Not all counts of 2039 leaves are asked.
        ("the rest", slow(), with_budget(3_000, questions(&SLOW_QUESTIONS)), Until::All),
        ("a second question", slow_again, with_budget(500, one), Until::All),
    ]
}

/// An engine that was not given its time does not hang, and one that dies does so all the same.
fn cut_short() -> Vec<Row> {
    let row = |name, kind: TroubleKind| {
        let engine = Watched::new(RIGHT).failing(move |_| Some(kind.clone()));
        let engine = Watched { takes: |_| Duration::from_millis(600), ..engine };
        (name, engine, with_budget(500, questions(&[(CASTLING, 1)])), Until::All)
    };
    // Nor while it is asked after each move, because it prints totals.
    let totals = Watched::new(Inside { print: TOTALS.print, ..NO_CASTLING });
    let totals = Watched {
        takes: |number| late(number == 5, 600),
        ..totals.failing(|number| (number == 5).then_some(HANGS))
    };
    let plan = with_budget(500, questions(&[(CASTLING, 1)]));
    vec![
        row("it hangs", HANGS),
        row("it has not said all", TroubleKind::TooFewRows),
        row("it dies", TroubleKind::Dies("exit code 1".to_owned())),
        row("it floods", TroubleKind::Floods),
        ("it hangs on the way down from a total", totals, plan, Until::All),
    ]
}

fn finished() -> Vec<Row> {
    let row = |name, takes| {
        let engine = Watched { takes, ..Watched::new(NO_CASTLING) };
        (name, engine, with_budget(1000, questions(&[(BEFORE_CASTLING, 2)])), Until::All)
    };
    vec![
        row("while there is time", |number| late(number == 1, 1050)),
        row("until it is over on the way down", |number| late(number == 1, 1600)),
        row("until it is over afterwards", |number| late(number == 2, 1600)),
    ]
}

/// A person sets up positions, and is not asked the same twice.
fn people() -> Vec<Row> {
    let person = |engine| Watched { is_person: true, ..Watched::new(engine) };
    let list = LAST_PLY_WITHOUT_D8;
    let late = questions(&[("4k3/8/8/8/8/8/8/4K2R w - - 99 80", 2)]);
    let pawn = questions(&[("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", 4)]);
    let leaves_pawn = person(Inside { make: leaving_the_pawn_on_d5, ..RIGHT });
    let castling = questions(&[(BEFORE_CASTLING, 2)]);
    // Both kings have one move, to e7. One question, for both, is whether the engine reads the right.
    let kings = ["R2k4/8/8/1N2N2N/8/8/8/4K2R b K - 0 1", "R4k2/8/8/1N2N2N/8/8/8/4K2R b K - 0 1"];
    // If there is a leaf after the first of the missing moves, the others are not asked about.
    let print: Print =
        |here, depth, rows| (RIGHT.print)(here, depth, if depth == 1 { rows } else { &[] });
    let no_rows = person(Inside { print, ..RIGHT });
    vec![
        ("nothing about other clocks", person(Inside { list, ..RIGHT }), late, Until::All),
        // Only then do they show something else. From the last position that shows nothing by itself.
        ("to play moves where positions alone are right", leaves_pawn, pawn, Until::All),
        ("each question once", person(NO_CASTLING), castling, Until::All),
        (
            "one question where other moves lead to the same position",
            person(NO_CASTLING),
            questions(&kings.map(|fen| (fen, 2))),
            Until::All,
        ),
        ("about one missing move", no_rows, questions(&[(BARE_KINGS, 2)]), Until::All),
    ]
}

/// What is wrong stays wrong, whatever happens to the questions after it.
#[rstest]
#[case::no_further_answers(TroubleKind::Ended, "not-narrowed-down")]
#[case::a_question_left_out(TroubleKind::Skipped, "not-narrowed-down")]
#[case::no_engine(TroubleKind::NotStarted("it is gone".to_owned()), "count-not-explained")]
fn a_wrong_answer_is_a_finding_if_no_other_follows_it(
    #[case] kind: TroubleKind,
    #[case] rule_of_the_first: &str,
) {
    // No piece can be taken off the board, where there is only one.
    let plan = questions(&[("4k3/8/8/8/8/8/8/4K2R b K - 0 1", 2)]);
    let without_failure = all(&mut Watched::new(NO_CASTLING), &plan);
    let whole = found(&without_failure);
    let mut unknown = 0;
    for last in 1..without_failure.totals.questions {
        let last = usize::try_from(last).expect("they are few");
        let kind = kind.clone();
        let mut engine =
            Watched::new(NO_CASTLING).failing(move |number| (number > last).then(|| kind.clone()));
        let outcome = all(&mut engine, &plan);
        let [short] = &found(&outcome)[..] else { panic!("{last}: {outcome:?}") };
        if *short == whole[0] {
            // Only what the engine teaches about other positions is not known.
            continue;
        }
        unknown += 1;
        let rule = if last == 1 { rule_of_the_first } else { "castling" };
        assert!(short.starts_with(&format!("{rule} unknown NoAnswer by ")), "{last}: {short}");
    }
    assert!(unknown > 10, "{unknown}");
}

/// An engine that does not read a right to castle.
const READS_NO_RIGHT: Inside = Inside { read: without_rights_of_white_to_move, ..RIGHT };

/// An experiment without an answer is none that failed.
#[test]
fn what_is_at_fault_is_not_known_where_an_experiment_could_not_be_made() {
    let plan = questions(&[(CASTLING_ALONE, 1)]);
    let mut whole = Watched::new(READS_NO_RIGHT);
    let outcome = all(&mut whole, &plan);
    assert!(
        found(&outcome)[0].starts_with("castling-right-lost fen WrongByFen by "),
        "{outcome:?}"
    );
    // The last two ask once more both ways in which it was asked.
    let questions = whole.asked.len() - 2;
    for last in 1..questions {
        let kind = || TroubleKind::NotStarted("it is gone".to_owned());
        let engine = Watched::new(READS_NO_RIGHT);
        let mut engine = engine.failing(move |number| (number > last).then(kind));
        assert_eq!(
            found(&all(&mut engine, &plan)),
            ["castling unknown NoAnswer by the FEN at 1: -"],
            "{last}"
        );
    }
    // For the last of them there is no time.
    assert_eq!(questions, 6);
    let takes = |number| late(number == 5, 1600);
    let mut engine = Watched { takes, ..Watched::new(READS_NO_RIGHT) };
    let outcome = all(&mut engine, &with_budget(1000, plan));
    assert_eq!(found(&outcome), ["castling unknown NoAnswer by the FEN at 1: -"]);
}

/// The counts are wrong, and nothing more is known.
#[test]
fn an_engine_that_hangs_when_it_is_asked_about_a_wrong_count_has_a_wrong_count() {
    let list = LAST_PLY_WITHOUT_CASTLING;
    let engine = || Watched::new(Inside { list, ..RIGHT });
    let plan = questions(&[(BEFORE_CASTLING, 2)]);
    let mut whole = engine();
    assert_eq!(
        found(&all(&mut whole, &plan)),
        ["count-only make|unmake|hash-table|counting RightAfterEachMove by the FEN at 2: -"]
    );
    let questions = whole.asked.len();
    let mut hangs = engine().failing(move |number| (number == questions).then_some(HANGS));
    assert_eq!(found(&all(&mut hangs, &plan)), ["count-only unknown NoAnswer by the FEN at 2: -"]);
}

// The time of a hunt.

/// How long a question takes, if it is one of those.
fn late(is_late: bool, milliseconds: u64) -> Duration {
    Duration::from_millis(if is_late { milliseconds } else { 0 })
}

fn with_budget(milliseconds: u64, plan: Plan) -> Plan {
    Plan { budget: Some(Duration::from_millis(milliseconds)), ..plan }
}

#[test]
fn what_fits_into_the_time_is_asked() {
    let plan = with_budget(100_000, questions(&[(CASTLING, 1), (START, 2)]));
    let mut left = Vec::new();
    let outcome = search(&mut Watched::new(RIGHT), &plan, Until::All, |totals, _| {
        left.push(totals.time_left.expect("there is an end"));
    });
    assert_eq!((outcome.left_out_by_budget, outcome.totals.questions), (None, 2));
    assert!(left.iter().all(|left| (90..=100).contains(&left.as_secs())), "{left:?}");
}

/// Two plies from there are 2039 leaves, and from the mirrored position as well.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MIRRORED: &str = "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1";

/// An engine that takes 0.6 s for the 416 leaves of its second and third answer, by which its pace is known.
fn slow() -> Watched {
    let takes = |number| late(number == 3, 600);
    Watched { takes, ..Watched::new(RIGHT) }
}

const SLOW_QUESTIONS: [(&str, u32); 5] =
    [(KIWIPETE, 2), (NO_RIGHT, 1), (START, 2), (MIRRORED, 2), (BARE_KINGS, 1)];

#[test]
fn how_long_the_rest_takes_is_known_when_the_pace_is() {
    let mut left = Vec::new();
    let outcome = search(&mut slow(), &questions(&SLOW_QUESTIONS), Until::All, |totals, _| {
        left.push((totals.time_left, totals.leaves_per_second));
    });
    assert_eq!((outcome.findings, outcome.totals.questions), (vec![], 5));
    assert_eq!(left[..3], [(None, None); 3]);
    // Twice 2039 leaves, since each question may be asked again.
    let (time, speed) = left[3];
    let seconds = time.expect("the pace is known").as_secs_f64();
    let speed = u32::try_from(speed.expect("it is known")).expect("it is slow");
    assert!(seconds > 5.0 && speed <= 693, "{seconds} s at {speed}");
    assert!((3_500.0..4_700.0).contains(&(seconds * f64::from(speed))), "{seconds} s at {speed}");
    assert!(left[4].0.expect("the pace is known") < time.expect("it is known") / 10, "{left:?}");
}

#[test]
fn what_an_engine_is_waited_on_in_vain_is_no_work_of_it() {
    let mut speeds = Vec::new();
    let mut engine = Watched { silence: Duration::from_secs(1), ..slow() };
    search(&mut engine, &questions(&SLOW_QUESTIONS), Until::All, |totals, _| {
        speeds.push(totals.leaves_per_second);
    });
    assert_eq!(speeds, [None; 5]);
}

/// A question that is asked before it is not waited for beyond it.
#[test]
fn the_engine_is_asked_to_the_end_of_the_time_and_beyond_it_for_a_finding() {
    for (engine, milliseconds) in [(RIGHT, 8_000..=10_000), (NO_CASTLING, 12_000..=15_000)] {
        let mut engine = Watched::new(engine);
        all(&mut engine, &with_budget(10_000, questions(&[(CASTLING, 1)])));
        let within = engine.within;
        assert!(milliseconds.contains(&within.as_millis()), "{within:?}");
    }
}

/// Somebody who sees that the hunt takes too long gives it a budget on the way.
#[test]
fn a_hunt_that_has_begun_can_be_given_a_budget() {
    let plan = questions(&[(BARE_KINGS, 1), (BARE_KINGS, 5), (CASTLING, 2), (NO_RIGHT, 1)]);
    let clock = Arc::new(AtomicU64::new(0));
    let seconds = Arc::clone(&clock);
    let read = Clock::new(move || Duration::from_secs(seconds.load(Ordering::Relaxed)));
    let oracle = Arc::new(Oracle::with_clock(read));
    let mut engine = Watched::new(RIGHT);
    let mut hunt = Hunt::new(&oracle, plan, Until::All, Partner::can(&engine));
    while let Some(Need { experiment, end }) = hunt.next_experiment() {
        hunt.answer(engine.run(&experiment, hunt.time_until(end)));
        clock.fetch_add(4, Ordering::Relaxed);
        if engine.asked.len() == 1 {
            hunt.limit(Duration::from_secs(20));
        }
    }
    // What costs most comes last, and by then the time is over: each question is asked twice.
    let expected = [(BARE_KINGS, 1), (NO_RIGHT, 1), (CASTLING, 2)];
    assert_eq!(engine.asked, expected.map(|(fen, depth)| format!("{fen} [] {depth}")));
    let left_out = hunt.outcome().left_out_by_budget.expect("something was left out");
    assert_eq!((left_out.budget.as_secs(), left_out.answered, left_out.counts), (20, 3, 1));
}

/// The findings of the questions before, and the wrong answer that is followed down, with no more said about
/// it than it shows by itself.
#[test]
fn an_interrupted_hunt_has_all_that_was_found_so_far() {
    let plan = questions(&[(NO_RIGHT, 1), (BEFORE_CASTLING, 2), (CASTLING, 1), (BARE_KINGS, 1)]);
    let mut engine = NO_CASTLING;
    let mut hunt = Hunt::new(&Arc::new(Oracle::new()), plan, Until::All, Partner::can(&engine));
    // What was found, in short, and how many questions of the plan had no answer.
    let mut stages = vec![(found(&hunt.outcome()), hunt.outcome().not_asked)];
    while let Some(Need { experiment, .. }) = hunt.next_experiment() {
        let outcome = hunt.outcome();
        assert!(outcome.was_interrupted);
        assert_eq!(outcome.totals.findings, outcome.findings.len());
        stages.push((found(&outcome), outcome.not_asked));
        hunt.answer(engine.run(&experiment, Duration::MAX));
    }
    let outcome = hunt.outcome();
    stages.dedup();
    let texts = stages
        .iter()
        .map(|(found, not_asked)| (format!("{not_asked} without an answer"), found.join("\n")));
    assert_texts("search.interrupted", texts);
    assert!(!outcome.was_interrupted);
}
