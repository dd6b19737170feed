//! What is said about what was found: each kind of finding in the words of the report, and what is said about
//! all of them together.

use crate::tests::inside::script::{Script, behind_a_move};
use crate::tests::inside::wings::{BY_ROOK, reading, with_wing_rights};
use crate::tests::inside::{
    BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, CLOCK_99, HANGS, Inside, Keeping,
    LAST_PLY_WITHOUT_CASTLING, List, NO_CASTLING, NO_CASTLING_AT_ROOT, NO_CASTLING_BY_FEN, NO_MOVE,
    PAWN_ON_D5_GONE, Place, Print, RIGHT, RIGHT_IS_NOT_BACK, ROOK_LEFT_ON_F1, SAN, TOTALS, Watched,
    at_depth_1, by_fifty_moves, leaving_the_pawn_on_d5, legal_but, lines, many_positions,
    one_question, prints, questions, search, sum, take, total, with_pinned_en_passant, without,
    without_en_passant, without_rights, without_rights_of_white_to_move,
};
use crate::{
    Choices, CutShort, Finding, LeftOutByBudget, Line, Outcome, Partner, Plan, Protocol, Report,
    RowsFrom, Step, Style, Totals, Trouble, TroubleKind, Until,
};
use ox88::{Color, Move, Position, START};
use ox88_test_support::{assert_fits, assert_reports, assert_texts, position, square};
use serde_json::{Value, json};
use std::slice::from_ref;
use std::sync::LazyLock;
use std::time::Duration;

/// Black mates by h2h1, and h2b2 is stalemate.
const BEFORE_MATE: &str = "8/8/8/8/8/1k6/7r/K7 b - - 0 1";

pub fn style() -> Style {
    Style {
        command: "./my-engine".to_owned(),
        protocol: Protocol::Uci { perft: "go perft".to_owned() },
        knows_uci: true,
        castling: None,
        choices: Choices {
            max_nodes: Some("--max-nodes"),
            all: Some("--all"),
            chess960: Some("--chess960"),
            impossible: Some("--impossible"),
            whole: None,
            flush: Some("does it flush its output?"),
            more_time: Some("`--timeout` gives it more time"),
            smaller_depth: Some("a smaller `--depth` asks for less"),
            other_ways: Some(
                "if its perft command is different, add an option such as `--perft-command perft`",
            ),
            commands: Choices::OF_THE_PROGRAM,
        },
    }
}

/// The report of a hunt that has found this.
pub fn report_of(findings: &[Finding]) -> Report {
    report(&Outcome { findings: findings.to_vec(), ..Outcome::default() })
}

/// The report of a hunt that came to this end in no time.
pub fn report(outcome: &Outcome) -> Report {
    Report::new(outcome, &Plan::default(), &style(), Duration::ZERO)
}

/// What programs read in a report.
pub fn read_by_programs(report: &Report) -> Value {
    serde_json::from_str(&report.json()).expect("it is JSON")
}

/// A finding on one screen. An engine that was asked after moves, or is wrong, has answered before.
fn text_of(finding: &Finding) -> String {
    let has_answered = finding.origin().is_some() || !finding.line.moves.is_empty();
    let totals = Totals { nodes: u128::from(has_answered), ..Totals::default() };
    let outcome = Outcome { findings: vec![finding.clone()], totals, ..Outcome::default() };
    report(&outcome).findings[0].whole_text(false)
}

#[track_caller]
fn found(engine: Inside, fen: &str, moves: &str, depth: u32) -> Finding {
    found_by(engine, &one_question(fen, moves, depth))
}

#[track_caller]
fn found_by(mut engine: impl Partner, plan: &Plan) -> Finding {
    let outcome = search(&mut engine, plan, Until::First, |_, _| ());
    outcome.findings.into_iter().next().expect("something differs")
}

/// What is found by FENs alone where a script has this wrong.
fn found_by_fens(engine: Inside, fen: &str, depth: u32) -> Finding {
    let outcome = Script::new(engine).hunted(&behind_a_move(fen, depth));
    outcome.findings.into_iter().next().expect("something differs")
}

fn lacks_castling() -> Finding {
    found(NO_CASTLING, CASTLING, "", 1)
}

/// A finding of each kind, by an engine that has one thing wrong. These hunts take seconds, and many tests look at them.
pub static FINDINGS: LazyLock<Vec<(&str, Finding)>> = LazyLock::new(|| {
    [
        of_generation(),
        of_reading_and_making(),
        of_taking_back(),
        of_counting(),
        of_rows(),
        of_what_is_kept(),
        of_no_reply(),
    ]
    .concat()
});

fn has_no_move() -> Finding {
    list(|_, _| Vec::new(), START, 1)
}

fn lacks_a_slide() -> Finding {
    list(LACKS_A_SLIDE, CASTLING, 1)
}

const LACKS_A_SLIDE: List = |here, _| legal_but(here, |mv| mv.to == square("h5"));

fn hangs() -> Finding {
    found(Inside { print: |_, _, _| Err(HANGS), ..RIGHT }, START, "", 1)
}

fn list(list: List, fen: &str, depth: u32) -> Finding {
    found(Inside { list, ..RIGHT }, fen, "", depth)
}

fn of_generation() -> Vec<(&'static str, Finding)> {
    let pinned_en_passant =
        Inside { read: without_en_passant, list: |here, _| with_pinned_en_passant(here), ..RIGHT };
    let full: List = |here, _| here.legal_moves().into_iter().take(128).collect();
    let most_moves = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let slow = Watched { takes: |_| Duration::from_millis(600), ..Watched::new(NO_CASTLING) };
    let in_a_second = one_question(CASTLING, "", 1).within(Duration::from_secs(1));
    vec![
        ("it lists 128 moves at most", list(full, most_moves, 1)),
        ("castling is not listed", lacks_castling()),
        ("… at the root and where moves were played", list(NO_CASTLING_AT_ROOT, CASTLING, 1)),
        ("… and no other move keeps the right", list(NO_CASTLING_AT_ROOT, CASTLING_ALONE, 1)),
        ("… and the time ends before it is known why", found_by(slow, &in_a_second)),
        ("it has no move", has_no_move()),
        (
            "a castling is listed as on the other wing",
            found(reading(BY_ROOK), "8/6k1/8/8/8/8/8/1KR3N1 w C - 0 1", "", 1),
        ),
        ("… and made there", found(reading(BY_ROOK), "8/6k1/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", 1)),
        (
            "a pinned capture en passant is listed, and no FEN shows it",
            found(pinned_en_passant, "8/2p5/8/KP5r/8/8/8/4k3 b - - 0 1", "", 2),
        ),
    ]
}

fn of_reading_and_making() -> Vec<(&'static str, Finding)> {
    let when_played: List = |here, place| {
        let is_left_out = |mv: Move| ["a2", "b2", "b1"].map(square).contains(&mv.from);
        legal_but(here, |mv| place == Place::Played && is_left_out(mv))
    };
    let without_right = Inside { read: without_rights_of_white_to_move, ..RIGHT };
    let no_right = Inside { read: without_rights, ..RIGHT };
    let leaves_pawn = Inside { make: leaving_the_pawn_on_d5, ..RIGHT };
    let leaves_pawn_too = leaves_pawn.clone();
    let at_root = || Inside { list: NO_CASTLING_AT_ROOT, ..RIGHT };
    vec![
        (
            "castling is not listed where only a FEN was set up",
            list(NO_CASTLING_BY_FEN, CASTLING, 1),
        ),
        ("White's castling right is not read in a FEN", found(without_right, CASTLING, "", 1)),
        ("no right is read in any FEN", found(no_right, CASTLING, "", 1)),
        (
            "the pawn that is taken en passant is left on the board",
            found(leaves_pawn, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 2),
        ),
        (
            "queenside moves are not listed where moves were played",
            found(Inside { list: when_played, ..RIGHT }, START, "e2e4 e7e5", 1),
        ),
        (
            "a script that takes no moves leaves the pawn that is taken en passant",
            found_by_fens(leaves_pawn_too, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 2),
        ),
        (
            "a script that takes no moves lacks castling at the root",
            found_by_fens(at_root(), CASTLING, 1),
        ),
        (
            "… and no other move keeps the right, either",
            found_by_fens(at_root(), CASTLING_ALONE, 1),
        ),
    ]
}

fn of_taking_back() -> Vec<(&'static str, Finding)> {
    let right_is_gone = Inside { again: Some(without_rights), ..RIGHT };
    let pawn_is_gone = Inside { again: Some(|here| without(here, "b7")), ..RIGHT };
    vec![
        ("asked again, it has no castling right", found(right_is_gone, CASTLING, "", 2)),
        (
            "asked again, a pawn that nothing takes is gone",
            found(pawn_is_gone, "4k3/1p6/8/8/8/8/P7/4K2R w K - 0 1", "", 2),
        ),
        (
            "the rook stays on f1 when castling is taken back",
            found(ROOK_LEFT_ON_F1, CASTLING, "", 1),
        ),
        (
            "the pawn does not come back when en passant is taken back",
            found(PAWN_ON_D5_GONE, "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "", 1),
        ),
        (
            "castling is missing two plies below, and other moves of the rook above them",
            list(RIGHT_IS_NOT_BACK, BEFORE_CASTLING, 2),
        ),
        ("the last ply lacks castling", list(LAST_PLY_WITHOUT_CASTLING, BEFORE_CASTLING, 2)),
    ]
}

fn of_counting() -> Vec<(&'static str, Finding)> {
    let show = |show| found(Inside { show, ..RIGHT }, START, "", 3);
    let one_ply_too_many: Print = |here, depth, _| {
        let row = |mv| (here.move_text(mv), ox88::perft(&here.after(mv), depth));
        let rows: Vec<(String, u128)> = here.legal_moves().into_iter().map(row).collect();
        Ok(lines(&rows).chain(total(sum(&rows))).collect())
    };
    vec![
        ("some counts are wrong", show(|count| if count > 400 { count & 0xFF } else { count })),
        ("counts have 8 bits", show(|count| count & 0xFF)),
        (
            "a mate is counted as a leaf",
            found(Inside { count_at_end: |_, _| 1, ..RIGHT }, BEFORE_MATE, "", 3),
        ),
        ("the game ends by fifty moves", list(by_fifty_moves, CLOCK_99, 2)),
        (
            "a ply too many is counted everywhere",
            found_by(
                prints(one_ply_too_many),
                &questions(&[(CASTLING, 1), (CASTLING_ALONE, 2), (BARE_KINGS, 2), (START, 3)]),
            ),
        ),
    ]
}

fn of_rows() -> Vec<(&'static str, Finding)> {
    let print = |print| found(Inside { print, ..RIGHT }, START, "", 1);
    let two_missing =
        Inside { list: |here, _| legal_but(here, |mv| mv.to == square("a3")), ..TOTALS };
    let one_more: Print = |_, depth, rows| Ok(total(sum(rows) + u128::from(depth > 1)));
    let no_letters = Inside {
        list: |here, _| legal_but(here, |mv| mv.to == square("b5")),
        print: |_, _, rows| {
            Ok(rows.iter().map(|(mv, count)| format!("{}: {count}", &mv[..4])).collect())
        },
        ..RIGHT
    };
    let in_letters = Inside {
        print: |here, depth, rows| {
            let right = (RIGHT.print)(here, depth, rows)?;
            Ok(right.into_iter().chain(["O-O: 1".to_owned()]).collect())
        },
        ..RIGHT
    };
    let line = Line::at(position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    let two_depths = Plan::of_position(&crate::Oracle::new(), "it", None, &line, 2);
    let writes_san = Inside {
        print: |here, depth, rows| {
            // Its first answer shows how it writes moves.
            let queen = (depth > 1).then(|| "Qd5: 1".to_owned());
            Ok(SAN(here, depth, rows)?.into_iter().chain(queen).collect())
        },
        ..RIGHT
    };
    vec![
        ("it prints totals, and counts two moves too few", found(two_missing, START, "", 1)),
        (
            "it prints totals, which are wrong from two plies on",
            found(Inside { print: one_more, ..RIGHT }, START, "", 2),
        ),
        (
            "the rows do not add up to the total",
            print(|_, _, rows| Ok(lines(rows).chain(total(21)).collect())),
        ),
        (
            "rows that name no move, and one that comes twice",
            print(|here, depth, rows| {
                let others = ["e2e5: 1", "a2a3: 1", "h8h9: 1"].map(str::to_owned);
                let right = (RIGHT.print)(here, depth, rows)?;
                Ok(others.into_iter().chain(right).collect())
            }),
        ),
        (
            "castling without the right, in letters",
            found(in_letters, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", 1),
        ),
        ("a piece that is not there, in SAN", found_by(writes_san, &two_depths)),
        ("promotions have no letter", found(no_letters, "8/P1k5/K7/8/8/8/8/8 w - - 0 1", "", 1)),
    ]
}

fn of_what_is_kept() -> Vec<(&'static str, Finding)> {
    let found_later = |at_first, later| {
        found_by(
            Keeping { at_first, ..Keeping::new(later) },
            &questions(&[(START, 1), (CASTLING, 1)]),
        )
    };
    let lacks_h1 =
        Inside { list: |here, _| legal_but(here, |mv| mv.from == square("h1")), ..RIGHT };
    let mut in_one_process = Keeping::new(NO_CASTLING);
    in_one_process.is_later = |asked| asked.iter().any(|line| line == "started long ago");
    in_one_process.asked = vec![vec!["started long ago".to_owned()]];
    let after_ten = Keeping { is_later: |asked| asked.len() > 9, ..Keeping::new(NO_CASTLING) };
    let many = at_depth_1(&[many_positions(12), vec![CASTLING.to_owned()]].concat());
    let one = one_question(CASTLING, "", 1);
    let always = Keeping { is_later: |_| true, ..Keeping::new(NO_CASTLING) };
    let at_first = Keeping { is_later: |asked| asked.is_empty(), ..Keeping::new(NO_CASTLING) };
    let the_only_one =
        Keeping { does_not_start: Some(TroubleKind::ClosedItsOutput), ..always.clone() };
    let without_time = Keeping { does_not_start: Some(TroubleKind::CutShort), ..always };
    let by_fen = Inside { list: NO_CASTLING_BY_FEN, ..RIGHT };
    let at_times = Keeping { at_first: NO_CASTLING, ..Keeping::new(by_fen) };
    let slow: Print = |here, depth, rows| {
        take(Duration::from_millis(60));
        (RIGHT.print)(here, depth, rows)
    };
    let slow_afresh = Keeping {
        at_first: Inside { print: slow, ..RIGHT },
        limit: Duration::from_millis(50),
        ..in_one_process.clone()
    };
    vec![
        ("castling is not listed from the second question on", found_later(RIGHT, NO_CASTLING)),
        ("… and at first other moves are missing", found_later(lacks_h1, NO_CASTLING)),
        (
            "castling is not listed in one process, whatever it is asked",
            found_by(in_one_process, &one_question(CASTLING, "", 1)),
        ),
        ("… after many questions", found_by(after_ten, &many)),
        ("… at the first question, and is at the second", found_by(at_first, &one)),
        ("… in the only process that starts", found_by(the_only_one, &one)),
        ("… and there is no time for another process", found_by(without_time, &one)),
        ("… and there is no time to ask it questions", found_by(slow_afresh, &one)),
        (
            "castling is not listed after a FEN, and at first not when moves were played either",
            found_by(at_times, &questions(&[(BARE_KINGS, 1), (CASTLING_ALONE, 1)])),
        ),
    ]
}

fn of_no_reply() -> Vec<(&'static str, Finding)> {
    const NOT_FOUND: &str = "no program \"./my-engine\" was found";
    let hangs_later: Print = |here, depth, rows| match here.setup().fullmove_number {
        1 => (RIGHT.print)(here, depth, rows),
        _ => Err(HANGS),
    };
    let further = Inside { print: hangs_later, ..NO_CASTLING };
    let stops = |kind: fn() -> TroubleKind| {
        let stops = Watched::new(NO_CASTLING).failing(move |number| (number > 1).then(kind));
        found_by(stops, &one_question(BEFORE_CASTLING, "", 2))
    };
    vec![
        ("it hangs", hangs()),
        ("it hangs when it is asked further", found(further, CASTLING, "a2a3", 2)),
        ("there is only one answer", stops(|| TroubleKind::Ended)),
        ("it cannot be started again", stops(|| TroubleKind::NotStarted(NOT_FOUND.to_owned()))),
    ]
}

/// Those that are shown in full, in each form of a report: together they have each field.
pub const IN_FULL: [&str; 7] = [
    "castling is not listed",
    "the pawn that is taken en passant is left on the board",
    "the game ends by fifty moves",
    "a mate is counted as a leaf",
    "rows that name no move, and one that comes twice",
    "promotions have no letter",
    "it hangs",
];

/// The findings about these engines.
pub fn findings_of(engines: &[&str]) -> Vec<Finding> {
    let of_these = FINDINGS.iter().filter(|(engine, _)| engines.contains(engine));
    let findings: Vec<Finding> = of_these.map(|(_, finding)| finding.clone()).collect();
    assert_eq!(findings.len(), engines.len(), "each of {engines:?} is one of them");
    findings
}

/// Some are shown as they stand on a screen. Of the others boards, empty lines and what gives the correct answer are left
/// out.
#[test]
fn each_kind_of_finding_is_said_in_these_words() {
    let texts = FINDINGS.iter().map(|(engine, finding)| {
        let text = text_of(finding);
        assert_fits(engine, &text);
        (
            format!("An engine: {engine}"),
            if IN_FULL.contains(engine) { text } else { in_brief(&text) },
        )
    });
    assert_texts("hunt.findings", texts);
}

/// A report without its boards and without what gives the correct answer.
pub fn in_brief(text: &str) -> String {
    let is_kept = |part: &&str| !part.starts_with("  8 ") && !part.starts_with("Correct answer:");
    text.split("\n\n").filter(is_kept).collect::<Vec<_>>().join("\n")
}

/// A terminal takes codes for colours.
#[test]
fn in_colour_the_same_words_are_marked() {
    let finding = lacks_a_slide();
    let shown = report_of(from_ref(&finding)).findings[0].whole_text(true);
    for part in [
        "\x1b[1mMoves to h5 are missing",
        "\x1b[0m\n",
        "\n\x1b[1;31mmissing\x1b[0m   h1h5  the rook",
    ] {
        assert!(shown.contains(part), "expected {part:?} in\n{shown}");
    }
    let codes = ["\x1b[1m", "\x1b[1;31m", "\x1b[30;43m", "\x1b[0m"];
    let plain = codes.iter().fold(shown, |text, code| text.replace(code, ""));
    let without = text_of(&finding).replace(['[', ']'], " ");
    assert_eq!(plain.replace(['[', ']'], " "), without);
}

/// A script gets the moves as one argument. An engine has to know how castling is written before it gets a position.
#[test]
fn these_lines_are_to_be_copied() {
    const CHESS960: &str = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
    let script = Style { protocol: Protocol::Script, ..style() };
    let step = |fen, moves, depth| Step::anew(&one_question(fen, moves, 1).cases[0].line, depth);
    let again = Step { is_again: true, ..step(CHESS960, "", 1) };
    let plain = [step(CASTLING, "", 1), step(CHESS960, "", 1), again, step(START, "", 1)];
    let (played, two) = ("e2e4 e7e5", step(CASTLING, "", 2));
    let [one, three] = [1, 3].map(|depth| step(START, played, depth));
    let texts = [
        ("a script", script.lines_to_copy(&[two])),
        ("a script, with moves", script.lines_to_copy(&[one, three])),
        ("Chess960 is switched on and off where that changes", style().lines_to_copy(&plain)),
    ];
    assert_texts("report.lines", texts.map(|(title, lines)| (title, lines.join("\n"))));
}

/// Clocks that have nothing to do with an error are those of a new game. Others stay what they are.
#[test]
fn clocks_that_do_not_matter_are_those_of_a_new_game() {
    const FEN: &str = "4k3/8/8/8/8/8/8/4K2R w K - 99 80";
    let shown = |list: List| {
        let report = report_of(&[found(Inside { list, ..RIGHT }, FEN, "", 1)]);
        read_by_programs(&report)["findings"][0]["shown_by"]["root"].clone()
    };
    assert_eq!(shown(LACKS_A_SLIDE), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let only_late: List = |here, place| match here.setup().halfmove_clock {
        99 => LACKS_A_SLIDE(here, place),
        _ => here.legal_moves(),
    };
    assert_eq!(shown(only_late), FEN);
}

/// What stands above the findings, the rows that programs read of it, and the rules of all findings in the text.
fn table((title, findings): (&'static str, Vec<Finding>)) -> (&'static str, String) {
    let report = report_of(&findings);
    let text = report.whole_text(false);
    let is_rule =
        |line: &&str| line.strip_prefix("rule      ").is_some_and(|rule| !rule.starts_with(' '));
    let head = text.lines().take_while(|line| !is_rule(line)).map(str::to_owned);
    let rows = read_by_programs(&report)["rules"].clone();
    let rows = rows.as_array().expect("it is a list").iter().map(Value::to_string);
    let rules = text.lines().filter(is_rule).map(str::to_owned);
    (title, head.chain(rows).chain(rules).collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_table_says_what_to_fix_first() {
    let [few, many, far] = ["4K2R w K", "PP6/4K2R w K", "R3K2R w KQ"].map(|here| {
        let empty = if here.starts_with("PP") { "4k3/8/8/8/8/8" } else { "4k3/8/8/8/8/8/8" };
        found(NO_MOVE, &format!("{empty}/{here} - 0 1"), "", 1)
    });
    let leaves_pawn = Inside { make: leaving_the_pawn_on_d5, ..RIGHT };
    let make = found(leaves_pawn, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 2);
    let unmake = found(ROOK_LEFT_ON_F1, CASTLING, "", 1);
    let of_pawn = found(PAWN_ON_D5_GONE, "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "", 1);
    let when_played: List =
        |here, place| legal_but(here, |mv| place == Place::Played && mv.to == square("a6"));
    let corrupted = found(Inside { list: when_played, ..TOTALS }, START, "e2e4", 1);
    let (castling, no_move) = (lacks_castling(), has_no_move());
    // The smallest of all need not be the one that a new process shows.
    let mut engine = Keeping { at_first: NO_MOVE, ..Keeping::new(NO_MOVE) };
    engine.does_not_start = Some(HANGS);
    let alone = found_by(engine.clone(), &one_question(CASTLING_ALONE, "", 1));
    engine.does_not_start = None;
    let shown_again = found_by(engine, &one_question(CASTLING, "", 1));
    let counted =
        found(Inside { list: LAST_PLY_WITHOUT_CASTLING, ..RIGHT }, BEFORE_CASTLING, "", 2);
    let texts = [
        ("nothing", vec![]),
        // The moves to play count most, then the plies, and then the pieces.
        (
            "findings of one cause are one row with the smallest of them",
            vec![lacks_a_slide(), many, hangs(), few, far],
        ),
        ("a move that is played is named", vec![make.clone(), make.clone()]),
        // What is only known to be corrupted comes last, however often it is found.
        ("what explains itself comes first", vec![corrupted.clone(), corrupted, castling.clone()]),
        // It may come from what the process was asked before. The text has no more of it than its row.
        (
            "what no new process has shown is marked and comes last",
            vec![unconfirmed(), unconfirmed(), kept()],
        ),
        ("… alone", vec![unconfirmed()]),
        ("what a new process has shown is the example", vec![alone, shown_again]),
        ("what depends on questions, and castling", vec![kept(), castling.clone()]),
        ("castling", vec![castling.clone()]),
        ("unmake", vec![unmake.clone()]),
        ("unmake twice", vec![unmake.clone(), unmake.clone()]),
        ("castling, and no move", vec![castling.clone(), no_move]),
        // What the FEN alone shows is no symptom of it, as far as is known.
        ("unmake is to be fixed before castling", vec![castling.clone(), unmake]),
        ("make before unmake", vec![of_pawn, make, castling.clone()]),
        ("a count that generation cannot spoil is no symptom of it", vec![castling, counted]),
    ];
    assert_texts("report.tables", texts.map(table));
}

fn unconfirmed() -> Finding {
    let does_not_start = Some(TroubleKind::ClosedItsOutput);
    let has_no_slide = Inside { list: LACKS_A_SLIDE, ..RIGHT };
    let engine = Keeping { does_not_start, ..Keeping::new(has_no_slide) };
    found_by(engine, &questions(&[(START, 1), (CASTLING, 1)]))
}

fn kept() -> Finding {
    found_by(Keeping::new(NO_CASTLING), &questions(&[(START, 1), (CASTLING, 1)]))
}

#[test]
fn what_no_new_process_has_shown_is_marked_in_pages_and_json_too() {
    let report = report_of(&[unconfirmed(), unconfirmed(), kept()]);
    assert_eq!(report.html().matches("</a> ?</td>").count(), 1);
    let note = "ox88 has not reproduced this in a freshly started engine";
    assert_eq!(report.json().matches(note).count(), 2);
}

/// What is as in no other hunt.
type Change = fn(&mut Outcome, &mut Plan);

#[test]
fn what_was_left_out_and_why_the_hunt_ended_is_remarked_on() {
    fn by_budget(it: &mut Outcome, counts: usize, asked_up_to: u128, cut_short: Option<CutShort>) {
        let budget = Duration::from_secs(90);
        it.left_out_by_budget =
            Some(LeftOutByBudget { budget, counts, answered: 1, asked_up_to, cut_short });
    }
    let remarks: [(&str, Change); 22] = [
        ("nothing", |_, _| ()),
        ("counts above the limit", |_, plan| plan.left_out = 12),
        ("Chess960, which was asked for", |_, plan| {
            plan.left_out_of_chess960 = 1;
            plan.asked_for_chess960 = true;
        }),
        ("Chess960, which was not", |_, plan| plan.left_out_of_chess960 = 1),
        ("positions that cannot arise", |_, plan| plan.left_out_impossible = 3),
        ("a budget in which nothing was asked", |it, _| by_budget(it, 3, 0, None)),
        ("a budget for one leaf", |it, _| by_budget(it, 2, 1, None)),
        ("a budget that ended in the middle of a count", |it, _| {
            let (case, waited) = ("kiwipete".to_owned(), Duration::from_millis(1500));
            let cut_short = CutShort { case, depth: 4, waited, is_answered: false };
            by_budget(it, 1, 400, Some(cut_short));
        }),
        ("deeper counts", |it, _| it.left_out_below = 1),
        ("second questions", |it, _| it.not_asked_again = Some(TroubleKind::Floods)),
        ("rows on standard error", |it, _| it.source = RowsFrom::Stderr),
        ("totals only", |it, _| it.source = RowsFrom::Totals),
        ("a script that takes no moves", |it, _| {
            let kind = TroubleKind::Dies("exit status: 2".to_owned());
            let last_lines = vec!["stderr: usage: perft DEPTH FEN".to_owned()];
            it.refuses_moves = Some(Trouble { kind, last_lines });
        }),
        ("a row that is none", |it, _| it.unread_rows = 1),
        ("lines in unknown words", |it, _| it.learnt = Some("-> 400".to_owned())),
        ("an engine whose answers end in silence", |it, _| it.ends_in_silence = true),
        ("questions left out by hand", |it, _| it.skipped = 2),
        ("the first finding", |it, _| {
            it.not_asked = 7;
            it.totals = Totals { cases_planned: 9, questions: 12, ..Totals::default() };
        }),
        ("too many troubles", |it, _| (it.not_asked, it.gave_up) = (7, true)),
        ("an engine that could not be started", |it, _| {
            it.not_asked = 1;
            it.not_started = Some(TroubleKind::NotStarted("too many open files".to_owned()));
        }),
        ("an interrupt", |it, _| (it.not_asked, it.was_interrupted) = (7, true)),
        ("the end of the answers", |it, _| (it.not_asked, it.was_ended) = (1, true)),
    ];
    let texts = remarks.map(|(title, change)| {
        let (mut outcome, mut plan) = (Outcome::default(), Plan::default());
        change(&mut outcome, &mut plan);
        let text = Report::new(&outcome, &plan, &style(), Duration::ZERO).whole_text(false);
        // The first line has the totals.
        (title, text.lines().skip(1).collect::<Vec<&str>>().join("\n"))
    });
    assert_reports("hunt.remarks", texts);

    let mut outcome = Outcome::default();
    by_budget(&mut outcome, 3, 400, None);
    let expected = json!({ "seconds": 90.0, "counts": 3, "asked_up_to": 400, "cut_short": null });
    assert_eq!(read_by_programs(&report(&outcome))["left_out"]["by_budget"], expected);
}

#[test]
fn the_work_of_a_hunt_is_one_line() {
    let totals = Totals { positions: 1, questions: 2, nodes: 8902, ..Totals::default() };
    let of_12 = Totals { positions: 12, ..totals };
    let castling = lacks_castling;
    let hunts = [
        ("one position", vec![], totals, 0),
        ("of more", vec![], of_12, 580),
        ("of as many", vec![], of_12, 12),
        ("one finding", vec![castling()], totals, 0),
        ("two findings", vec![castling(), castling()], totals, 0),
    ];
    let line = |outcome: &Outcome, positions| {
        let plan = Plan { positions, ..Plan::default() };
        let report = Report::new(outcome, &plan, &style(), Duration::from_millis(112));
        let text = report.whole_text(false);
        let line = text.lines().find(|line| line.contains(" questions, "));
        format!("{}\n{}", line.expect("there is one"), report.headline().1)
    };
    let texts = hunts.map(|(title, findings, totals, planned)| {
        (title, line(&Outcome { findings, totals, ..Outcome::default() }, planned))
    });
    let so_far = Outcome { was_interrupted: true, totals, ..Outcome::default() };
    assert_texts("report.work", texts.into_iter().chain([("so far", line(&so_far, 0))]));
}

#[test]
fn a_hunt_that_could_not_be_run_is_json_of_the_same_shape() {
    let keys = |report: &Value| -> Vec<String> {
        report.as_object().expect("it is an object").keys().cloned().collect()
    };
    let refusal = Report::of_refusal("./my-engine", "it is gone");
    assert_eq!(refusal.whole_text(false), "it is gone\n");
    let refusal = read_by_programs(&refusal);
    let run = read_by_programs(&report_of(&[]));
    assert_eq!(keys(&refusal), keys(&run));
    let fields = ["engine", "verdict", "error"].map(|key| refusal[key].as_str());
    assert_eq!(fields, [Some("./my-engine"), Some("not-run"), Some("it is gone")]);
    assert_eq!((run["verdict"].as_str(), &run["error"]), (Some("no-difference"), &Value::Null));
    let interruption = read_by_programs(&Report::of_interruption("./my-engine"));
    assert_eq!(keys(&interruption), keys(&run));
    assert_eq!(interruption["verdict"].as_str(), Some("interrupted"));
    assert!(interruption["error"].is_string());
}

/// The pawn that was moved does not matter, and is taken off the board.
#[test]
fn each_report_has_the_moves_to_where_it_was_found() {
    let finding = found(NO_CASTLING, "4k3/p7/8/8/8/8/8/4K2R b K - 0 1", "a7a6", 1);
    let report = report_of(&[finding]);
    let json = read_by_programs(&report);
    assert_eq!(json["findings"][0]["path"]["moves"][0].as_str(), Some("a7a6"), "{json:#}");
    assert_eq!(json["findings"][0]["men_off"].as_u64(), Some(1), "{json:#}");
    let text = report.whole_text(false);
    let path = "\npath      a7a6 (one piece removed that did not matter)\n";
    assert!(text.contains(path), "{text}");
}

#[test]
fn a_hunt_that_was_interrupted_says_so_in_each_report() {
    for (findings, heading) in
        [(vec![], "The hunt was not run to its end"), (vec![lacks_castling()], "1 finding so far")]
    {
        let found = findings.len();
        let report = report(&Outcome { findings, was_interrupted: true, ..Outcome::default() });
        let json = read_by_programs(&report);
        assert_eq!((json["verdict"].as_str(), &json["error"]), (Some("interrupted"), &Value::Null));
        assert_eq!(json["findings"].as_array().map(Vec::len), Some(found));
        let html = report.html();
        assert!(html.contains(&format!("<h1>{heading}</h1>")), "{html}");
        let markdown = report.markdown();
        let so_far = if found > 0 { "1 finding so far: " } else { "no difference so far: " };
        assert!(markdown.contains(so_far), "{markdown}");
    }
}

/// What only JSON has: each field of what was found, where it is not empty.
#[test]
fn each_field_of_a_finding_is_in_the_json() {
    let findings = findings_of(&IN_FULL);
    let totals = Totals {
        positions: 7,
        questions: 8,
        nodes: 100_000_000_000_000_000_000,
        ..Totals::default()
    };
    let outcome = Outcome { findings, totals, ..Outcome::default() };
    let report = Report::new(&outcome, &Plan::default(), &style(), Duration::from_millis(112));
    let value = read_by_programs(&report);
    let line = |(key, value): (&String, &Value)| format!("{key}: {value}");
    let fields = |value: &Value| {
        value.as_object().expect("it is an object").iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let mut rest = value.clone();
    let findings = rest["findings"].take();
    let findings = findings.as_array().expect("it is a list").iter().map(fields);
    assert_texts(
        "hunt.json",
        IN_FULL.into_iter().zip(findings).chain([("the report", fields(&rest))]),
    );
}

/// What an issue shows. It has what the text has, set as Markdown.
#[test]
fn the_same_is_written_as_markdown() {
    let kept = [
        "castling is not listed",
        "it has no move",
        "castling without the right, in letters",
        "rows that name no move, and one that comes twice",
        "it hangs",
    ];
    let outcome = Outcome { findings: findings_of(&kept), ..Outcome::default() };
    let plan = Plan { left_out: 12, ..Plan::default() };
    let report = Report::new(&outcome, &plan, &style(), Duration::from_millis(112));
    let refusal = Report::of_refusal("./my-engine", "it is gone\nand its last words are\n  ```");
    let reports = [("of a hunt", report), ("of none", refusal)];
    assert_texts("hunt.markdown", reports.map(|(which, report)| (which, report.markdown())));
}

/// Whatever stands in it is shown, and ends no code, begins no element, and calls for nobody.
#[test]
fn what_would_be_markdown_or_shows_nothing_is_written_so_that_it_is_seen() {
    let hangs_with = |last_lines: &[&str]| {
        let last_lines = last_lines.iter().map(|&line| line.to_owned()).collect();
        let kind =
            TroubleKind::NotStarted("*no* `file` <b> [x](y) @all #1 a_b_c | $d$ ~e~".to_owned());
        let mut finding = hangs();
        if let crate::FindingKind::NoReply(no_reply) = &mut finding.kind {
            no_reply.trouble = Trouble { kind, last_lines };
        }
        finding.case = "``a|b``".to_owned();
        finding
    };
    assert!(report_of(&[hangs_with(&[])]).markdown().contains("\n- the engine printed nothing\n"));
    let findings = vec![hangs_with(&["````", "<script>\u{1}\u{202e}"])];
    let command = "a `b`` \u{7f}".to_owned();
    let outcome = Outcome { findings, ..Outcome::default() };
    let style = Style { command, ..style() };
    let shown = Report::new(&outcome, &Plan::default(), &style, Duration::ZERO).markdown();
    for part in [
        "## ox88 hunt of ``` a `b`` \u{fffd} ```\n",
        "- **case** ``` ``a|b``, depth 1 ```\n",
        r"\*no\* \`file\` \<b\> \[x\](y) @<!-- -->all #<!-- -->1 a\_b\_c \| \$d\$ \~e\~",
        "`````text\n````\n<script>␁\u{fffd}\n`````\n",
    ] {
        assert!(shown.contains(part), "expected {part:?} in\n{shown}");
    }
}

/// The right of a side outlives the rook that is captured where it began.
fn keeping_the_right(here: &Position, mv: Move, of: &[Color]) -> Position {
    let after = (RIGHT.make)(here, mv);
    let mut castling = after.castling_rights();
    for (color, side, rook) in here.castling_rights().iter() {
        if here.captured(mv) == Some(rook) && of.contains(&color) {
            castling.grant(color, side, rook);
        }
    }
    with_wing_rights(&after, castling)
}

#[test]
fn a_side_is_named_if_the_other_one_was_seen_to_be_right() {
    let of_both = Inside { make: |here, mv| keeping_the_right(here, mv, &Color::BOTH), ..RIGHT };
    let of_white =
        Inside { make: |here, mv| keeping_the_right(here, mv, &[Color::White]), ..RIGHT };
    let fault = |engine| {
        let found = found(engine, "7k/8/8/8/R7/8/r7/R3K3 b Q - 0 1", "a2a1 a4a1 h8g8", 1);
        read_by_programs(&report_of(&[found]))["findings"][0]["fault"].clone()
    };
    let kept = "keeps a castling right after its rook was captured";
    assert_eq!(fault(of_both), format!("a side {kept}"));
    assert_eq!(fault(of_white), format!("White {kept}"));
}
