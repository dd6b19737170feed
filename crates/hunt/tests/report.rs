//! What is said about what was found: each kind of finding in the words of the report, and what is said about
//! all of them together.

use crate::tests::inside::script::{Script, behind_a_move};
use crate::tests::inside::wings::{BY_ROOK, reading};
use crate::tests::inside::{
    BEFORE_CASTLING, CASTLING, CASTLING_ALONE, CLOCK_99, HANGS, Inside, Keeping,
    LAST_PLY_WITHOUT_CASTLING, List, NO_CASTLING, NO_CASTLING_AT_ROOT, NO_CASTLING_BY_FEN, NO_MOVE,
    PAWN_ON_D5_GONE, Place, Print, RIGHT, RIGHT_IS_NOT_BACK, ROOK_LEFT_ON_F1, SAN, TOTALS, Watched,
    at_depth_1, by_fifty_moves, leaving_the_pawn_on_d5, legal_but, lines, many_positions,
    one_question, questions, search, sum, take, total, with_pinned_en_passant, without,
    without_en_passant, without_rights, without_rights_of_white_to_move,
};
use crate::{
    Choices, CutShort, Finding, LeftOutByBudget, Line, Outcome, Partner, Plan, Protocol, Report,
    RowsFrom, Step, Style, Totals, Trouble, TroubleKind, Until,
};
use ox88::{Move, Position, START};
use ox88_test_support::{assert_texts, in_one_line, position, square};
use serde_json::{Value, json};
use std::slice::from_ref;
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
            more_time: Some("`--timeout` gives it more time"),
            smaller_depth: Some("a smaller `--depth` asks for less"),
            other_ways: Some("if its perft has another command, name it with `--perft-command`"),
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

/// A finding on one screen.
fn text_of(finding: &Finding) -> String {
    report_of(from_ref(finding)).findings[0].text(false)
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

/// A finding of each kind, by an engine that has one thing wrong.
pub fn findings() -> Vec<(&'static str, Finding)> {
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
}

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
    vec![
        ("castling is not listed", lacks_castling()),
        ("… at the root and where moves were played", list(NO_CASTLING_AT_ROOT, CASTLING, 1)),
        ("… and no other move keeps the right", list(NO_CASTLING_AT_ROOT, CASTLING_ALONE, 1)),
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
        ("White's right to castle is not read in a FEN", found(without_right, CASTLING, "", 1)),
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
        ("asked again, it has no right to castle", found(right_is_gone, CASTLING, "", 2)),
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
    vec![
        ("some counts are wrong", show(|count| if count > 400 { count & 0xFF } else { count })),
        ("counts have 8 bits", show(|count| count & 0xFF)),
        (
            "a mate is counted as a leaf",
            found(Inside { count_at_end: |_, _| 1, ..RIGHT }, BEFORE_MATE, "", 3),
        ),
        ("the game ends by fifty moves", list(by_fifty_moves, CLOCK_99, 2)),
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
            "rows that are no moves, and one that comes twice",
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
    ]
}

fn of_no_reply() -> Vec<(&'static str, Finding)> {
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
        ("it cannot be started again", stops(|| TroubleKind::NotStarted("it is gone".to_owned()))),
    ]
}

/// The findings about these engines.
pub fn findings_of(engines: &[&str]) -> Vec<Finding> {
    let mut all = findings();
    all.retain(|(engine, _)| engines.contains(engine));
    assert_eq!(all.len(), engines.len(), "each of {engines:?} is one of them");
    all.into_iter().map(|(_, finding)| finding).collect()
}

#[test]
fn each_kind_of_finding_is_said_in_these_words() {
    let texts = findings();
    let texts =
        texts.iter().map(|(engine, finding)| (format!("An engine: {engine}\n"), text_of(finding)));
    assert_texts("hunt.findings", texts);
}

/// A terminal takes codes for colours.
#[test]
fn in_colour_the_same_words_are_marked() {
    let finding = lacks_a_slide();
    let shown = report_of(from_ref(&finding)).findings[0].text(true);
    for part in [
        "\x1b[1mA rook's move along a rank or file is missing",
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

#[test]
fn a_script_is_called_again_with_the_moves_as_one_argument() {
    let script = Style { protocol: Protocol::Script, ..style() };
    let lines = |fen: &str, moves: &str, depths: &[u32]| {
        let plan = one_question(fen, moves, 2);
        let line = &plan.cases[0].line;
        let asked = |&depth: &u32| Step::anew(line, depth);
        script.lines_to_copy(&depths.iter().map(asked).collect::<Vec<_>>())
    };
    assert_eq!(lines(CASTLING, "", &[2]), [format!("./my-engine 2 \"{CASTLING}\"")]);
    assert_eq!(
        lines(START, "e2e4 e7e5", &[1, 3]),
        [1, 3].map(|depth| format!("./my-engine {depth} \"{START}\" \"e2e4 e7e5\""))
    );
}

/// An engine has to know how castling is written before it gets a position.
#[test]
fn chess960_is_switched_on_and_off_where_that_changes() {
    let chess960 = "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1";
    let asked = |fen: &str, is_again| {
        let line = one_question(fen, "", 1).cases[0].line.clone();
        Step { is_again, ..Step::anew(&line, 1) }
    };
    let questions = [(CASTLING, false), (chess960, false), (chess960, true), (START, false)];
    let questions = questions.map(|(fen, is_again)| asked(fen, is_again));
    assert_eq!(
        style().lines_to_copy(&questions),
        [
            "ucinewgame",
            &format!("position fen {CASTLING}"),
            "go perft 1",
            "setoption name UCI_Chess960 value true",
            &format!("position fen {chess960}"),
            "go perft 1",
            "go perft 1",
            "setoption name UCI_Chess960 value false",
            &format!("position fen {START}"),
            "go perft 1",
        ]
    );
}

/// The moves to play count most, then the plies, and then the pieces.
#[test]
fn findings_of_one_cause_are_one_row_with_the_smallest_of_them() {
    let at = |fen, moves, depth| found(NO_MOVE, fen, moves, depth);
    let far = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", 1);
    let [few, many] = ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PP6/4K2R w K - 0 1"]
        .map(|fen| at(fen, "", 1));
    let slide = lacks_a_slide();
    let findings = [slide, many, hangs(), few, far];
    let report = report_of(&findings);
    let row = |rule, origin, found, smallest: usize, may_be_symptom| {
        let shown = read_by_programs(&report)["findings"][smallest].clone();
        json!({
            "rule": rule,
            "title": shown["title"],
            "fault": shown["fault"],
            "origin": origin,
            "found": found,
            "smallest": smallest,
            "may_be_symptom": may_be_symptom,
        })
    };
    let generation = Some("generation");
    assert_eq!(
        read_by_programs(&report)["rules"],
        json!([
            row("ends-game-too-early", generation, 3, 3, false),
            row("rook-slide", generation, 1, 0, true),
            row("hangs", None, 1, 2, false),
        ])
    );
    let table = format!(
        "Fix first: the engine ends the game while there are still legal moves\n\
         (ends-game-too-early, generation). 3 of 5 findings show this; 1 more may follow\n\
         from it.\n\
         \n\
         rule                 origin       found\n\
         \x20   smallest example\n\
         ends-game-too-early  generation       3\n\
         \x20   4k3/8/8/8/8/8/8/4K2R w K - 0 1: missing e1d1\n\
         \x20 rook-slide         generation       1\n\
         \x20   4k3/8/8/8/8/8/8/4K2R w K - 0 1: missing h1h5\n\
         hangs                no answer        1\n\
         \x20   {START}\n\
         \n\
         Indented rows may vanish once the rows above them are fixed. Below is the\n\
         smallest finding of each row that is not indented.\n\
         \n\
         The engine ends the game while there are still legal moves\n"
    );
    assert!(report.text(false).starts_with(&table), "{}", report.text(false));
}

#[test]
fn a_move_that_is_played_is_named_in_the_table() {
    let finding = found(
        Inside { make: leaving_the_pawn_on_d5, ..RIGHT },
        "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5",
        2,
    );
    let text = report_of(&[finding.clone(), finding]).text(false);
    let rows = "\ncaptured-pawn-left  make             2\n    \
                4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6: extra d5d4\n";
    assert!(text.contains(rows), "{text}");
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

/// The rules of the table, from its first row to its last.
fn rules(report: &Report) -> Vec<String> {
    let report = read_by_programs(report);
    let rows = report["rules"].as_array().expect("it is a list").iter();
    rows.filter_map(|row| row["rule"].as_str()).map(str::to_owned).collect()
}

/// What is only known to be corrupted comes last, however often it is found.
#[test]
fn what_explains_itself_comes_first_in_the_table() {
    let when_played = |here: &Position, place: Place| {
        legal_but(here, |mv| place == Place::Played && mv.to == square("a6"))
    };
    let corrupted = || found(Inside { list: when_played, ..TOTALS }, START, "e2e4", 1);
    let report = report_of(&[corrupted(), corrupted(), lacks_castling()]);
    assert_eq!(rules(&report), ["castling", "state-corrupted"]);
}

/// It may come from what the process was asked before.
#[test]
fn what_no_new_process_has_shown_is_marked_in_the_table_and_comes_last() {
    let unconfirmed = || {
        let does_not_start = Some(TroubleKind::ClosedItsOutput);
        let has_no_slide = Inside { list: LACKS_A_SLIDE, ..RIGHT };
        let engine = Keeping { does_not_start, ..Keeping::new(has_no_slide) };
        found_by(engine, &questions(&[(START, 1), (CASTLING, 1)]))
    };
    let kept = || found_by(Keeping::new(NO_CASTLING), &questions(&[(START, 1), (CASTLING, 1)]));
    let findings = [unconfirmed(), unconfirmed(), kept()];
    let report = report_of(&findings);
    assert_eq!(rules(&report), ["moves-depend-on-history", "rook-slide"]);
    let text = report.text(false);
    let lines: Vec<&str> = text.lines().collect();
    let rows: Vec<&[&str]> = lines.windows(2).filter(|rows| rows[1].ends_with(" ?")).collect();
    assert!(matches!(rows[..], [[row, _]] if row.starts_with("  rook-slide ")), "{rows:?}");
    // The row is all that the text has of it: it may vanish with the one above.
    assert!(!text.contains("\nrook-slide: "), "{text}");
    assert_eq!(report.html().matches("</a> ?</td>").count(), 1);
    assert_eq!(
        report.json().matches("ox88 has not reproduced this in a freshly started engine").count(),
        2
    );
    assert!(text.starts_with("Fix first: the moves depend on what was asked before ("), "{text}");
    assert_eq!(advised(&[unconfirmed()]), None);
    assert_eq!(advised(&[kept(), lacks_castling()]), None);
}

/// What is to be fixed first.
fn advised(findings: &[Finding]) -> Option<String> {
    let text = report_of(findings).text(false);
    text.lines().find(|line| line.starts_with("Fix first: ")).map(str::to_owned)
}

#[test]
fn unmake_is_to_be_fixed_first_if_there_is_something_else() {
    let unmake = || found(ROOK_LEFT_ON_F1, CASTLING, "", 1);
    assert_eq!(advised(&[]), None);
    assert_eq!(advised(&[lacks_castling()]), None);
    assert_eq!(advised(&[unmake()]), None);
    assert_eq!(advised(&[unmake(), unmake()]), None);
    assert_eq!(advised(&[lacks_castling(), has_no_move()]), None);
    let advice = advised(&[lacks_castling(), unmake()]).expect("there is some");
    assert!(advice.starts_with("Fix first: the rook does not go back when "), "{advice}");
    let report = report_of(&[lacks_castling(), unmake()]);
    assert_eq!(rules(&report), ["rook-not-moved-back", "castling"]);
    // What the FEN alone shows is no symptom of it, as far as is known.
    assert!(report.text(false).contains("\nrule      castling\n"));
}

#[test]
fn a_move_that_is_made_wrongly_is_to_be_fixed_before_taking_it_back() {
    let leaves_pawn = Inside { make: leaving_the_pawn_on_d5, ..RIGHT };
    let make = found(leaves_pawn, "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", 2);
    let unmake = found(PAWN_ON_D5_GONE, "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "", 1);
    let report = report_of(&[unmake, make, lacks_castling()]);
    assert_eq!(rules(&report), ["captured-pawn-left", "captured-piece-not-restored", "castling"]);
    assert!(report.text(false).contains("cannot be unmade correctly"));
}

#[test]
fn what_was_left_out_and_why_the_hunt_ended_is_remarked_on() {
    let nothing = Outcome::default;
    let plan = Plan::default;
    let by_budget = |counts, asked_up_to, cut_short: Option<CutShort>| Outcome {
        left_out_by_budget: Some(LeftOutByBudget {
            budget: Duration::from_secs(90),
            counts,
            answered: 1,
            asked_up_to,
            has_asked_larger: cut_short.is_some(),
            cut_short,
        }),
        ..nothing()
    };
    let cut_short = CutShort {
        case: "kiwipete".to_owned(),
        depth: 4,
        waited: Duration::from_millis(1500),
        is_answered: false,
    };
    let remarks: Vec<(&str, String)> = vec![
        ("nothing", nothing(), plan()),
        ("counts above the limit", nothing(), Plan { left_out: 12, ..plan() }),
        (
            "Chess960, which was asked for",
            nothing(),
            Plan { left_out_of_chess960: 1, asked_for_chess960: true, ..plan() },
        ),
        ("Chess960, which was not", nothing(), Plan { left_out_of_chess960: 1, ..plan() }),
        ("positions that cannot arise", nothing(), Plan { left_out_impossible: 3, ..plan() }),
        ("a budget in which nothing was asked", by_budget(3, 0, None), plan()),
        ("a budget for one leaf", by_budget(2, 1, None), plan()),
        (
            "a budget that ended in the middle of a count",
            by_budget(1, 400, Some(cut_short)),
            plan(),
        ),
        ("deeper counts", Outcome { left_out_below: 1, ..nothing() }, plan()),
        (
            "second questions",
            Outcome { not_asked_again: Some(TroubleKind::Floods), ..nothing() },
            plan(),
        ),
        ("rows on standard error", Outcome { source: RowsFrom::Stderr, ..nothing() }, plan()),
        ("totals only", Outcome { source: RowsFrom::Totals, ..nothing() }, plan()),
        (
            "a script that takes no moves",
            Outcome {
                refuses_moves: Some(Trouble {
                    kind: TroubleKind::Dies("exit status: 2".to_owned()),
                    last_lines: vec!["stderr: usage: perft DEPTH FEN".to_owned()],
                }),
                ..nothing()
            },
            plan(),
        ),
        ("a row that is none", Outcome { unread_rows: 1, ..nothing() }, plan()),
        (
            "lines in unknown words",
            Outcome { learnt: Some("-> 400".to_owned()), ..nothing() },
            plan(),
        ),
        ("questions left out by hand", Outcome { skipped: 2, ..nothing() }, plan()),
        (
            "the first finding",
            Outcome {
                not_asked: 7,
                totals: Totals { cases_planned: 9, questions: 12, ..Totals::default() },
                ..nothing()
            },
            plan(),
        ),
        ("too many troubles", Outcome { not_asked: 7, gave_up: true, ..nothing() }, plan()),
        (
            "an engine that could not be started",
            Outcome {
                not_asked: 1,
                not_started: Some(TroubleKind::NotStarted("too many open files".to_owned())),
                ..nothing()
            },
            plan(),
        ),
        ("an interrupt", Outcome { not_asked: 7, was_interrupted: true, ..nothing() }, plan()),
        ("the end of the answers", Outcome { not_asked: 1, was_ended: true, ..nothing() }, plan()),
    ]
    .into_iter()
    .map(|(title, outcome, plan)| {
        let text = Report::new(&outcome, &plan, &style(), Duration::ZERO).text(false);
        // The first line has the totals.
        (title, text.lines().skip(1).collect::<Vec<&str>>().join("\n"))
    })
    .collect();
    assert_texts("hunt.remarks", remarks);
}

#[test]
fn an_engine_that_hangs_after_its_answers_is_said_to_be_started_again() {
    let text = report(&Outcome { stays_away: true, ..Outcome::default() }).text(false);
    assert!(in_one_line(&text).contains(
        "note: the engine was not ready again after an answer, so ox88 started a new process for"
    ));
}

#[test]
fn a_list_that_ends_where_lists_often_are_full_is_said_to_be_full() {
    let cut: List = |here, _| here.legal_moves().into_iter().take(128).collect();
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let findings = vec![list(cut, fen, 1)];
    let told = in_one_line(&report(&Outcome { findings, ..Outcome::default() }).text(false));
    assert!(
        told.contains("the engine lists exactly 128 of the 136 moves, so its list may be full"),
        "{told}"
    );
}

#[test]
fn an_engine_whose_answers_end_in_silence_is_told_what_to_print() {
    let text = report(&Outcome { ends_in_silence: true, ..Outcome::default() }).text(false);
    let text = text.replace("\n      ", " ");
    assert!(text.contains("\nnote: the engine ends an answer with neither a total nor `readyok`"));
    assert!(text.contains("`Nodes searched: 400`"), "{text}");
}

#[test]
fn the_work_of_a_hunt_is_one_line() {
    let totals = Totals { positions: 1, questions: 2, nodes: 8902, ..Totals::default() };
    let time = Duration::from_millis(112);
    let last_line = |outcome: &Outcome| {
        let text = Report::new(outcome, &Plan::default(), &style(), time).text(false);
        text.lines().last().map(str::to_owned).expect("there is one")
    };
    let line = |findings| last_line(&Outcome { findings, totals, ..Outcome::default() });
    assert_eq!(line(vec![]), "no difference in 1 position: 2 questions, 8902 nodes, 0.112 s");
    let of_more = |planned| {
        let plan = Plan { positions: planned, ..Plan::default() };
        let outcome = Outcome { totals: Totals { positions: 12, ..totals }, ..Outcome::default() };
        Report::new(&outcome, &plan, &style(), time).text(false)
    };
    assert!(of_more(580).starts_with("no difference in 12 of 580 positions: 2 questions, "));
    assert!(of_more(12).starts_with("no difference in any of the 12 positions: 2 questions, "));
    let plan = Plan { positions: 580, ..Plan::default() };
    let page = Report::new(&Outcome { totals, ..Outcome::default() }, &plan, &style(), time).html();
    assert!(page.contains("No difference in 1 of 580 positions"), "{page}");
    assert!(line(vec![lacks_castling()]).starts_with("1 finding: 1 position, "));
    assert!(line(vec![lacks_castling(), lacks_castling()]).starts_with("2 findings: "));
    let so_far = report(&Outcome { was_interrupted: true, totals, ..Outcome::default() });
    assert!(so_far.text(false).starts_with("no difference so far in 1 position: "));
}

#[test]
fn a_hunt_that_could_not_be_run_is_json_of_the_same_shape() {
    let keys = |report: &Value| -> Vec<String> {
        report.as_object().expect("it is an object").keys().cloned().collect()
    };
    let refusal = Report::of_refusal("./my-engine", "it is gone");
    assert_eq!(refusal.text(false), "it is gone\n");
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
        let so_far = if found > 0 { "1 finding so far: " } else { "no difference so far in " };
        assert!(markdown.contains(so_far), "{markdown}");
    }
}

/// What only JSON has: each field of what was found, where it is not empty.
#[test]
fn each_field_of_a_finding_is_in_the_json() {
    let kept = [
        "castling is not listed",
        "the pawn that is taken en passant is left on the board",
        "the game ends by fifty moves",
        "a mate is counted as a leaf",
        "rows that are no moves, and one that comes twice",
        "promotions have no letter",
        "it hangs",
    ];
    let findings = findings_of(&kept);
    let totals = Totals {
        positions: 7,
        questions: 8,
        nodes: 100_000_000_000_000_000_000,
        ..Totals::default()
    };
    let outcome = Outcome { findings, totals, ..Outcome::default() };
    let report = Report::new(&outcome, &Plan::default(), &style(), Duration::from_millis(112));
    assert_texts("hunt.json", [("the report", report.json())]);
}

/// What an issue shows. It has what the text has, set as Markdown.
#[test]
fn the_same_is_written_as_markdown() {
    let kept = [
        "castling is not listed",
        "it has no move",
        "castling without the right, in letters",
        "rows that are no moves, and one that comes twice",
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
