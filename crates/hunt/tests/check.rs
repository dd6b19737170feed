//! The hunt as one line of an author's own tests: each door, what may come in by it, and each option.

mod san;

use crate::tests::inside::{
    BARE_KINGS, CASTLING, is_castling, leaving_the_pawn_on_d5, legal_but, without_en_passant,
    without_rights,
};
use crate::{
    Check, Choices, Clock, Generator, Report, Verdict, check, check_generator, check_moves,
};
use ox88::suite::built_in;
use ox88::{CastlingNotation, Color, Move, MoveKind, PieceKind, Position, is_attacked};
use ox88_test_support::{assert_reports, assert_texts, position};
use rstest::rstest;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::error::Error;
use std::panic::{self, AssertUnwindSafe};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use std::{env, thread};

/// White can take the pawn on d5 en passant.
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

/// A pawn becomes something.
const PROMOTION: &str = "7k/P7/8/8/8/8/8/7K w - - 0 1";

/// Which moves of a position a generator lists.
type List = fn(&Position) -> Vec<Move>;

fn legal(here: &Position) -> Vec<Move> {
    here.legal_moves()
}

fn no_castling(here: &Position) -> Vec<Move> {
    legal_but(here, is_castling)
}

fn queens_alone(here: &Position) -> Vec<Move> {
    legal_but(here, |mv| mv.promotion().is_some_and(|kind| kind != PieceKind::Queen))
}

fn here(fen: &str, moves: &[&str]) -> Position {
    moves
        .iter()
        .fold(position(fen), |here, text| here.after(here.find_move(text).expect("it is legal")))
}

fn count(list: List, here: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    list(here).into_iter().map(|mv| count(list, &here.after(mv), depth - 1)).sum()
}

fn divide(list: List, fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u64)> {
    let here = here(fen, moves);
    let row = |mv| (here.move_text(mv), count(list, &here.after(mv), depth - 1));
    list(&here).into_iter().map(row).collect()
}

fn right(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u64)> {
    divide(legal, fen, moves, depth)
}

fn wrong(fen: &str, moves: &[&str], depth: u32) -> Vec<(String, u64)> {
    divide(no_castling, fen, moves, depth)
}

/// What was found, each with the case, the rule, the part and the path.
fn keys(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|found| found.key.as_str()).collect()
}

/// The text of a check that takes no time.
fn text(check: Check) -> String {
    check.clock(Clock::new(|| Duration::ZERO)).report().whole_text(false)
}

#[test]
fn a_right_generator_passes() {
    check(right).whole().assert();
    check(right).max_nodes(100).chess960().assert();
}

/// Both lack castling where a position has one, and are right where there is none.
macro_rules! is_an_answer {
    ($($check:expr),+ $(,)?) => {
        $(
            let wrong = $check.position(CASTLING, 2).report();
            assert_eq!(keys(&wrong), [format!("position: castling, unknown, {CASTLING}")]);
            $check.position(PROMOTION, 2).assert();
        )+
    };
}

#[test]
fn what_iterates_over_moves_and_counts_is_an_answer() {
    is_an_answer!(
        check(wrong),
        check(|fen, moves, depth| wrong(fen, moves, depth).into_iter().rev().collect::<Vec<_>>()),
        check(|fen, moves, depth| HashMap::<String, u64>::from_iter(wrong(fen, moves, depth))),
        check(|fen, moves, depth| BTreeMap::from_iter(wrong(fen, moves, depth))),
        check(|fen, moves, depth| wrong(fen, moves, depth).into_iter()),
        check(|fen, moves, depth| {
            let signed = |(text, count)| (text, i64::try_from(count).expect("it is small"));
            wrong(fen, moves, depth).into_iter().map(signed)
        }),
        check(|fen, moves, depth| Ok::<_, Box<dyn Error>>(wrong(fen, moves, depth))),
        check(|fen, moves, depth| Ok::<_, String>(BTreeMap::from_iter(wrong(fen, moves, depth)))),
    );
}

#[test]
fn an_array_of_small_numbers_is_an_answer() {
    check(|_, _, _| [("a1a2", 1_u8), ("a1b1", 1), ("a1b2", 1)]).position(BARE_KINGS, 1).assert();
}

#[test]
fn what_iterates_over_moves_is_a_list() {
    let list = |fen: &str, moves: &[&str]| {
        let here = here(fen, moves);
        no_castling(&here).into_iter().map(move |mv| here.move_text(mv))
    };
    is_an_answer!(
        check_moves(list),
        check_moves(|fen, moves| list(fen, moves).collect::<Vec<_>>()),
        check_moves(|fen, moves| list(fen, moves).collect::<HashSet<_>>()),
        check_moves(|fen, moves| Ok::<_, String>(list(fen, moves))),
    );
}

#[test]
fn the_moves_are_those_that_lead_to_the_position() {
    let asked = RefCell::new(Vec::new());
    let divide = |fen: &str, moves: &[&str], depth| {
        asked.borrow_mut().push((fen.to_owned(), moves.join(" "), depth));
        right(fen, moves, depth)
    };
    check(divide).position("startpos moves e2e4 e7e5", 2).assert();
    let start = Position::start().to_string();
    let asked = asked.into_inner();
    assert_eq!(asked, [1, 2].map(|depth| (start.clone(), "e2e4 e7e5".to_owned(), depth)));
}

#[test]
fn castling_is_played_as_the_generator_writes_it() {
    let asked = RefCell::new(HashSet::new());
    // Behind a castling it counts nothing.
    let by_the_rook = |fen: &str, moves: &[&str], depth| {
        asked.borrow_mut().insert(moves.join(" "));
        let here = here(fen, moves);
        let row = |mv: Move| {
            let is_forgotten = depth > 1 && is_castling(mv);
            let count = if is_forgotten { 0 } else { count(legal, &here.after(mv), depth - 1) };
            (mv.text(CastlingNotation::KingTakesRook), count)
        };
        here.legal_moves().into_iter().map(row).collect::<Vec<_>>()
    };
    assert_eq!(check(by_the_rook).position(CASTLING, 2).report().findings.len(), 1);
    let asked = asked.into_inner();
    assert!(asked.contains("e1h1") && !asked.contains("e1g1"), "{asked:?}");
}

#[test]
fn what_gives_no_whole_answer_is_told_so() {
    let refuse = |fen: &str, moves: &[&str], depth| {
        let why = || format!("this is not a position:\n{fen}");
        if fen.contains(" w K ") { Err(why()) } else { Ok(right(fen, moves, depth)) }
    };
    let panic = |fen: &str, moves: &[&str], depth| {
        assert!(here(fen, moves).side_to_move() == ox88::Color::White, "Black\nis to move");
        right(fen, moves, depth)
    };
    let below = |fen: &str, moves: &[&str], depth| -> Vec<(&str, i32)> {
        let _ = (fen, moves, depth);
        vec![("e1d1", 1), ("e1e2", -1)]
    };
    let many = |_: &str, _: &[&str], _| (0..).map(|number| (number, 1));
    // What the hunt leaves out of a position may be missed.
    let strict = |fen: &str, moves: &[&str], depth| {
        if !fen.contains('R') {
            Err(format!("there is no rook in {fen}"))
        } else if depth > 1 {
            Err(format!("{depth} half moves are too many"))
        } else {
            Ok(right(fen, moves, depth))
        }
    };
    let nothing = |fen: &str, moves: &[&str], depth| {
        (fen != CASTLING).then(|| Ok::<_, String>(wrong(fen, moves, depth)))
    };
    let never = check_moves(|_, _| None::<Vec<String>>).position(CASTLING, 1);
    let mut panics = true;
    let once = move |fen: &str, moves: &[&str], depth| {
        assert!(!std::mem::take(&mut panics), "this once");
        right(fen, moves, depth)
    };
    let no_letters = |fen: &str, moves: &[&str]| {
        let here = here(fen, moves);
        let text = move |mv: Move| here.move_text(mv)[..4].to_owned();
        here.legal_moves().into_iter().map(text)
    };
    let left_out = check(nothing).position(CASTLING, 1).position(PROMOTION, 1);
    let texts = [
        ("it returns an error", text(check(refuse).position(CASTLING, 2))),
        ("it panics", text(check(panic).position("7k/8/8/8/8/8/P7/K7 b - - 0 1", 2))),
        ("a count is below 0", text(check(below).position(CASTLING, 1))),
        ("it goes on for ever", text(check(many).position(CASTLING, 1))),
        ("it refuses smaller positions in other words", text(check(strict).position(CASTLING, 2))),
        ("it returns nothing for one position", text(left_out)),
        ("it returns nothing for any", text(never)),
        ("it panics once", text(check(once).position(CASTLING, 2))),
        // The moves are not called wrong for another reason.
        ("its promotions have no letters", text(check_moves(no_letters).position(PROMOTION, 2))),
    ];
    assert_reports("check.troubles", texts.map(|(title, text)| (title, without_lines(&text))));
}

/// A text without the lines of this file.
fn without_lines(text: &str) -> String {
    let file = "tests/check.rs:";
    let mut parts = text.split(file);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ':');
        format!("{text}{file}…{rest}")
    })
}

#[test]
fn a_panic_that_is_caught_says_nothing_by_itself_and_all_others_do() {
    const CHILD: &str = "OX88_TEST_OF_PANICS";
    if env::var_os(CHILD).is_some() {
        let panicking = |_: &str, _: &[&str], _| -> Vec<(String, u64)> { panic!("caught") };
        let report = check(panicking).position(CASTLING, 2).report();
        assert_eq!(keys(&report).len(), 1);
        thread::spawn(|| panic!("of another thread")).join().expect_err("it panics");
        panic!("of the test itself");
    }
    let test = thread::current().name().expect("a test has a name").to_owned();
    let mut child = Command::new(env::current_exe().expect("it runs"));
    let output = child.args([&test, "--exact", "--nocapture"]).env(CHILD, "1").output();
    let output = output.expect("it runs again");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert_eq!(printed.matches("panicked at").count(), 2, "{printed}");
    assert!(printed.contains("of another thread") && printed.contains("of the test itself"));
}

#[test]
fn a_failed_check_panics_with_the_report_whose_lines_are_those_of_the_closure() {
    let checks: [(&str, Check); 3] = [
        ("by its FEN", check(wrong).max_nodes(1000)),
        ("as it is played", check_moves(with_the_taken_pawn_left).position(EN_PASSANT, 2)),
        (
            "asked again",
            check_generator(|| Board::new(Faults { unmake: loses_rights, ..RIGHT }))
                .position(CASTLING, 2),
        ),
    ];
    let texts = checks.map(|(title, check)| {
        let check = AssertUnwindSafe(check.clock(Clock::new(|| Duration::ZERO)));
        let panicked = panic::catch_unwind(|| ({ check }.0).assert()).expect_err("it is wrong");
        (title, *panicked.downcast::<String>().expect("it is a report"))
    });
    assert_reports("check.reports", texts);
}

#[test]
fn the_read_me_shows_the_report_of_its_test() {
    let my_moves = |fen: &str, moves: &[&str]| -> Vec<String> {
        let here = here(fen, moves);
        let texts = here.legal_moves().into_iter().map(|mv| here.move_text(mv));
        texts.filter(|text| text.len() < 5 || text.ends_with('q')).collect()
    };
    let report = check_moves(my_moves).report().text(false);
    let shown = include_str!("../README.md").split("```text\n").nth(1);
    let shown = shown.and_then(|rest| rest.split("```").next()).expect("it shows the report");
    let mut lines = report.lines();
    for line in shown.lines().filter(|line| !line.is_empty() && *line != "…") {
        assert!(lines.any(|it| it == line), "{line} is not the next in\n{report}");
    }
}

fn whole(check: Check) -> Check {
    check.whole()
}

/// The positions that a check asks a right generator about, each with the most leaves that it has to count there.
fn asked(options: impl Fn(Check) -> Check) -> HashMap<String, u64> {
    let mut asked = HashMap::new();
    let divide = |fen: &str, moves: &[&str], depth| {
        let rows = right(fen, moves, depth);
        let leaves: u64 = rows.iter().map(|(_, count)| count).sum();
        let most = asked.entry(here(fen, moves).to_string()).or_insert(leaves);
        *most = leaves.max(*most);
        rows
    };
    options(check(divide)).assert();
    asked
}

#[test]
fn no_question_has_more_leaves_than_it_may_have() {
    let most = |max_nodes| asked(|check| check.max_nodes(max_nodes)).into_values().max();
    assert!((900..=1000).contains(&most(1000).expect("something is asked")));
    let by_default = asked(whole).into_values().max();
    assert!((9000..=10_000).contains(&by_default.expect("something is asked")));
}

/// How many positions of built-in suites are asked about that are like this.
fn known(asked: &HashMap<String, u64>, is_it: impl Fn(&str, &Position, bool) -> bool) -> usize {
    let suites = built_in::suites().into_iter();
    let positions = suites.flat_map(|suite| suite.positions.iter().map(move |it| (suite, it)));
    let is_it = positions.filter(|(suite, known)| {
        let is_asked = asked.contains_key(&known.position.to_string());
        is_asked && is_it(suite.name(), &known.position, known.can_arise())
    });
    is_it.count()
}

#[test]
fn positions_of_chess960_and_those_that_cannot_arise_are_asked_about_if_that_is_asked_for() {
    let is_chess960 = |_: &str, position: &Position, _| {
        position.castling_notation() == CastlingNotation::KingTakesRook
    };
    let is_impossible = |_: &str, _: &Position, can_arise: bool| !can_arise;
    let plain = asked(|check| check.max_nodes(250));
    assert_eq!((known(&plain, is_chess960), known(&plain, is_impossible)), (0, 0));
    assert!(known(&asked(|check| check.max_nodes(250).chess960()), is_chess960) > 5);
    assert!(known(&asked(|check| check.max_nodes(250).impossible()), is_impossible) > 2);
}

#[rstest]
#[case::by_its_name("kings")]
#[case::by_its_file("../../suites/kings.epd")]
fn a_suite_is_asked_about_alone(#[case] suite: &str) {
    let asked = asked(|check| check.max_nodes(100).suite(suite));
    let is_of_another = |suite: &str, _: &Position, _| suite != "kings";
    assert!(known(&asked, |suite, _, _| suite == "kings") > 5);
    assert_eq!(known(&asked, is_of_another), 0, "{asked:?}");
}

#[test]
fn a_position_is_named_as_the_suites_name_it() {
    let report = check(wrong).position("kiwipete", 1).report();
    let kiwipete = built_in::by_id("kiwipete").expect("it is built in").position;
    assert_eq!(keys(&report).len(), 1);
    assert!(keys(&report)[0].starts_with("kiwipete: castling, unknown, "), "{kiwipete}");
}

#[test]
fn an_option_that_cannot_be_used_is_refused_and_nothing_is_asked() {
    let asked = RefCell::new(0);
    let check = || {
        check(|fen, moves, depth| {
            *asked.borrow_mut() += 1;
            right(fen, moves, depth)
        })
    };
    let texts = [
        ("no FEN", text(check().position("a board", 2).position("neither", 2))),
        ("no legal move", text(check().position("startpos moves e2e4 e2e4", 2))),
        ("no depth", text(check().position("startpos", 0))),
        ("no leaf", text(check().max_nodes(0))),
        ("no suite in a file", text(check().suite("../../LICENSE"))),
        ("no question", text(check().suite("chess960"))),
    ];
    assert_texts("check.refusals", texts);
    // Why there is no file is said by the system.
    let no_file = text(check().suite("no-such-suite"));
    assert!(no_file.starts_with("suite: no-such-suite: "), "{no_file}");
    assert!(no_file.contains("expected a perft suite, or the name of a built-in one: bishops, "));
    assert_eq!(*asked.borrow(), 0);
    assert_eq!(check().position("a board", 2).report().verdict, Verdict::NotRun);
}

#[test]
fn options_are_known_by_their_names_too() {
    let with = |options: &[(&str, &str)]| {
        let owned = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        check(right).report_with(&owned.collect::<Vec<_>>())
    };
    let asked = |report: &Report| (report.verdict, report.positions, report.positions_planned);
    for (options, check) in [
        (
            &[("suite", "kings"), ("max_nodes", "100")][..],
            check(right).suite("kings").max_nodes(100),
        ),
        (
            &[("position", "2 startpos moves e2e4"), ("all", "")],
            check(right).position("startpos", 2),
        ),
    ] {
        assert_eq!(
            asked(&with(options).expect("it was asked")),
            asked(&check.report()),
            "{options:?}"
        );
    }
    for option in [("depth", "4"), ("budget", "-1"), ("position", "kiwipete"), ("max_nodes", "x")] {
        assert!(with(&[option]).is_err(), "{option:?}");
    }
}

#[test]
fn a_caller_in_another_language_reads_its_own_names_of_the_options() {
    let choices = Choices { max_nodes: Some("`maxNodes`"), ..Choices::default() };
    let text = text(check(right).suite("kings").max_nodes(100).choices(choices));
    assert!(text.contains("`maxNodes` raises it"), "{text}");
}

#[test]
#[should_panic(expected = "no question is left to ask")]
fn a_check_of_nothing_fails() {
    check(right).suite("chess960").assert();
}

/// A clock that goes on by so much whenever it is looked at.
fn clock(step: Duration) -> Clock {
    let (looked_at, step) =
        (AtomicU64::new(0), u64::try_from(step.as_millis()).expect("it is short"));
    Clock::new(move || Duration::from_millis(looked_at.fetch_add(step, Ordering::Relaxed)))
}

#[test]
fn a_budget_leaves_out_what_takes_longer() {
    let within = |seconds| {
        let check = check(right).max_nodes(1000).clock(clock(Duration::from_millis(100)));
        check.budget(Duration::from_secs(seconds)).report()
    };
    let text = within(120).whole_text(false);
    assert!(text.starts_with("OK: no difference: "), "{text}");
    assert!(text.contains(" that did not fit into the budget of 120 s"), "{text}");
    let too_small = within(1);
    assert_eq!(too_small.verdict, Verdict::NotRun);
    let text = too_small.whole_text(false);
    assert!(text.starts_with("the engine finished none of the larger counts "), "{text}");
    assert!(text.contains("within the budget of 1 s"), "{text}");
}

/// The counts of the catch-all suite that are small enough, by position.
fn of_catch_all() -> HashMap<String, u64> {
    let suite = built_in::suites().into_iter().find(|suite| suite.name() == "catch_all");
    let positions = suite.expect("it is built in").positions.iter();
    let most = |known: &ox88::suite::SuitePosition| {
        let counts = known.entry.counts.iter().map(|count| count.nodes);
        u64::try_from(counts.filter(|&nodes| nodes <= 10_000).max().expect("one is"))
            .expect("it is small")
    };
    positions.map(|known| (known.position.to_string(), most(known))).collect()
}

#[test]
fn without_options_the_catch_all_suite_is_asked_whole_and_of_the_others_what_fits_into_seconds() {
    // However slow the machine is.
    let check = |step| check(right).clock(clock(Duration::from_millis(step)));
    let slow = asked(|check| check.clock(clock(Duration::from_secs(60))));
    for (fen, leaves) in of_catch_all() {
        assert!(slow.get(&fen).is_some_and(|&asked| asked >= leaves), "{fen}");
    }
    let quicker = asked(|check| check.clock(clock(Duration::from_millis(10))));
    assert!(slow.keys().all(|fen| quicker.contains_key(fen)));
    let (few, more, all) = (slow.len(), quicker.len(), asked(whole).len());
    assert!(few < more && more < all, "{few} {more} {all}");
    let report = check(60_000).assert();
    assert!(report.positions < report.positions_planned);
    let text = report.whole_text(false);
    let (positions, planned) = (report.positions, report.positions_planned);
    assert!(
        text.starts_with(&format!(
            "OK: no difference: {positions} of {planned} positions checked, "
        )),
        "{text}"
    );
    assert!(text.contains(" that did not fit into 3 s (`.whole()` checks them)"), "{text}");
    let whole = check(60_000).whole().assert();
    assert_eq!((whole.positions, whole.positions_planned), (planned, planned));
    assert!(!whole.whole_text(false).contains("did not fit"), "{}", whole.whole_text(false));
}

#[test]
fn what_is_named_is_asked_whole() {
    let slow = || check(right).clock(clock(Duration::from_secs(60)));
    for check in [slow().suite("kings"), slow().max_nodes(100), slow().position("kiwipete", 2)] {
        let report = check.assert();
        assert_eq!(report.positions, report.positions_planned);
    }
}

#[test]
fn in_one_question_a_list_that_was_right_is_not_asked_for_again_and_in_the_next_it_is() {
    let asked = RefCell::new(Vec::new());
    let list = |fen: &str, moves: &[&str]| {
        let here = here(fen, moves);
        asked.borrow_mut().push(here.to_string());
        here.legal_moves().into_iter().map(move |mv| here.move_text(mv))
    };
    check_moves(list).position(BARE_KINGS, 4).assert();
    let asked = asked.into_inner();
    let questions: Vec<&[String]> = asked.split(|fen| *fen == asked[0]).skip(1).collect();
    // The king cannot be back at home with the same clock.
    assert_eq!(questions.len(), 4);
    for question in &questions {
        let distinct: HashSet<&String> = question.iter().collect();
        assert_eq!(distinct.len(), question.len());
    }
    assert!(questions[2].iter().all(|fen| questions[3].contains(fen)));
}

#[test]
fn a_list_that_is_wrong_after_some_moves_is_right_after_others_that_lead_to_the_same_position() {
    let asked = RefCell::new(Vec::new());
    let list = |fen: &str, moves: &[&str]| {
        asked.borrow_mut().push(moves.join(" "));
        let here = here(fen, moves);
        let forgets = moves == ["a1a2", "h8h7", "a2b1"];
        legal_but(&here, |mv| forgets && mv.to.to_string() == "h6")
            .into_iter()
            .map(move |mv| here.move_text(mv))
    };
    let fen = "7k/8/8/8/8/7P/8/K7 w - - 0 1";
    let report = check_moves(list).position(fen, 4).report();
    let [key] = keys(&report)[..] else { panic!("{:?}", keys(&report)) };
    assert!(
        key.ends_with(&format!(", {fen} moves a1a2 h8h7 a2b1")),
        "{}",
        report.whole_text(false)
    );
    // The king comes to b1 by b2 as well.
    let is_asked = |moves: &str| asked.borrow().iter().any(|asked| asked == moves);
    assert!(is_asked("a1a2 h8h7 a2b1") && is_asked("a1b2 h8h7 b2b1"));
}

/// Tries the moves of Black on one board, and takes captures back without the piece that was taken.
fn forgets_what_it_takes(here: &Position) -> Vec<Move> {
    let (us, kings) = (here.side_to_move(), Color::BOTH.map(|color| here.king(color)));
    let mut setup = here.setup();
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let after = Position::unchecked(setup, kings).after(mv);
        if let Some(taken) = here.captured(mv).filter(|_| us == Color::Black) {
            setup.board.clear(taken);
        }
        !is_attacked(after.board(), after.king(us), !us)
    });
    moves
}

/// The same moves of a pinned rook are too many as where it has taken what pins it, and that has not come back.
fn lets_a_pinned_rook_go_down(here: &Position) -> Vec<Move> {
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let is_rook = here.board().at(mv.from).is_some_and(|man| man.kind() == PieceKind::Rook);
        here.is_legal(mv) || is_rook && !here.is_check() && mv.to.rank() < mv.from.rank()
    });
    moves
}

/// A pinned rook goes wherever it could without the pin, unless its king is in check.
fn ignores_pins_of_rooks(here: &Position) -> Vec<Move> {
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let is_rook = here.board().at(mv.from).is_some_and(|man| man.kind() == PieceKind::Rook);
        here.is_legal(mv) || is_rook && !here.is_check()
    });
    moves
}

/// A pawn on d5 that is taken en passant stays where it is, for a generator that is given moves.
fn with_the_taken_pawn_left(fen: &str, moves: &[&str]) -> Vec<String> {
    let here = moves.iter().fold(position(fen), |here, text| {
        let mv = here.find_move(text).expect("it is listed");
        leaving_the_pawn_on_d5(&here, mv)
    });
    here.legal_moves().into_iter().map(|mv| here.move_text(mv)).collect()
}

fn steps_into_attacks(here: &Position) -> Vec<Move> {
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| here.is_legal(mv) || mv.from == here.king(here.side_to_move()));
    moves
}

/// What is wrong with a generator that makes moves and takes them back.
#[derive(Clone, Copy)]
struct Faults {
    list: List,
    make: fn(&Position, Move) -> Position,
    /// The position that it has again, where this was the one before.
    unmake: fn(&Position, Move) -> Position,
    /// The position of a FEN, where so many were set up before.
    set_up: fn(&Position, usize) -> Position,
}

const RIGHT: Faults = Faults {
    list: legal,
    make: |here, mv| here.after(mv),
    unmake: |before, _| *before,
    set_up: |here, _| *here,
};

struct Board {
    here: Position,
    before: Vec<Position>,
    were_set_up: usize,
    faults: Faults,
}

impl Board {
    fn new(faults: Faults) -> Board {
        Board { here: Position::start(), before: Vec::new(), were_set_up: 0, faults }
    }
}

impl Generator for Board {
    type Move = Move;

    fn set_up(&mut self, fen: &str) {
        self.here = (self.faults.set_up)(&position(fen), self.were_set_up);
        self.before.clear();
        self.were_set_up += 1;
    }

    fn moves(&mut self) -> Vec<Move> {
        (self.faults.list)(&self.here)
    }

    fn text(&self, mv: &Move) -> String {
        self.here.move_text(*mv)
    }

    fn make(&mut self, mv: &Move) {
        self.before.push(self.here);
        self.here = (self.faults.make)(&self.here, *mv);
    }

    fn unmake(&mut self, mv: &Move) {
        let before = self.before.pop().expect("it was made");
        self.here = (self.faults.unmake)(&before, *mv);
    }
}

fn loses_rights(before: &Position, mv: Move) -> Position {
    if is_castling(mv) { without_rights(before) } else { *before }
}

#[test]
fn a_right_generator_that_takes_moves_back_passes() {
    check_generator(|| Board::new(RIGHT)).max_nodes(1000).chess960().assert();
}

/// A list of moves, and a generator that makes moves and takes them back.
#[test]
fn a_fault_of_each_part_is_named() {
    let list = |list: List| {
        check_moves(move |fen: &str, moves: &[&str]| {
            let here = here(fen, moves);
            list(&here).into_iter().map(move |mv| here.move_text(mv))
        })
    };
    let rook = "8/8/8/k2r3R/8/8/8/7K b - - 0 1";
    let lists = [
        ("a move too many", list(steps_into_attacks).max_nodes(1000)),
        ("a kind of moves too few", list(queens_alone).max_nodes(1000)),
        // One list has both explanations, and nobody is blamed for it.
        ("moves are taken back wrongly", list(forgets_what_it_takes).position(rook, 1)),
        ("a pin is ignored downwards", list(lets_a_pinned_rook_go_down).position(rook, 1)),
        ("a pin is ignored", list(ignores_pins_of_rooks).position(rook, 1)),
        ("a move is made wrongly", check_moves(with_the_taken_pawn_left).position(EN_PASSANT, 2)),
    ];
    let unmakes_another_move: fn(&Position, Move) -> Position = |before, mv| match mv.kind {
        MoveKind::EnPassant => without_en_passant(before),
        _ => *before,
    };
    let loses_rights_later: fn(&Position, usize) -> Position =
        |here, before| if before > 0 { without_rights(here) } else { *here };
    let panics: fn(&Position, Move) -> Position = |here, mv| {
        assert!(mv.promotion().is_none(), "a pawn remains one");
        here.after(mv)
    };
    let boards = [
        ("generation", PROMOTION, Faults { list: queens_alone, ..RIGHT }),
        ("generation or set-up", CASTLING, Faults { list: no_castling, ..RIGHT }),
        ("make", EN_PASSANT, Faults { make: leaving_the_pawn_on_d5, ..RIGHT }),
        ("unmake", CASTLING, Faults { unmake: loses_rights, ..RIGHT }),
        ("unmake of another move", EN_PASSANT, Faults { unmake: unmakes_another_move, ..RIGHT }),
        ("set-up", CASTLING, Faults { set_up: loses_rights_later, ..RIGHT }),
        ("a panic", PROMOTION, Faults { make: panics, ..RIGHT }),
    ];
    let boards = boards.map(|(name, fen, faults)| {
        (name, check_generator(move || Board::new(faults)).position(fen, 3))
    });
    let named = lists.into_iter().chain(boards);
    assert_texts(
        "check.parts",
        named.map(|(name, check)| (name, keys(&check.report()).join("\n"))),
    );
}

#[test]
fn behind_a_move_that_a_generator_does_not_list_it_is_asked_by_the_fen() {
    let board = || Board::new(Faults { list: no_castling, ..RIGHT });
    check_generator(board).position(&format!("{CASTLING} moves e1g1 e8d8"), 2).assert();
}

#[test]
fn the_name_of_the_function_stands_above_the_report() {
    let report = check(right).position(CASTLING, 1).report();
    let name = "## ox88 hunt of `ox88_hunt::tests::check::right`";
    assert_eq!(report.markdown().lines().next(), Some(name));
    let report =
        check(|fen, moves, depth| right(fen, moves, depth).into_iter()).position(CASTLING, 1);
    let report = report.report();
    let name = name.replace("right", "the_name_of_the_function_stands_above_the_report");
    assert_eq!(report.markdown().lines().next(), Some(&*name));
}
