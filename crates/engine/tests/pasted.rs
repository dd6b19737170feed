//! What people paste: when an answer is complete, and whether it can be the answer to the question.

use crate::{Doubt, DoubtKind, Line, PartialPaste, PasteProgress, Pasted, RightAnswers, Step};
use ox88::{Divide, Move, Position, START, divide};
use ox88_test_support::{assert_rules, position, unescaped};
use rstest::rstest;
use std::sync::Arc;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

struct ByDefinition;

impl RightAnswers for ByDefinition {
    fn divide(&self, position: &Position, depth: u32) -> Arc<Divide> {
        Arc::new(divide(position, depth))
    }
}

/// The lines `a2a3: 1` and so on of a position, and their total.
fn printed(fen: &str, depth: u32) -> String {
    let divide = divide(&position(fen), depth);
    let rows = divide.texts().map(|(text, count)| format!("{text}: {count}\n"));
    format!("{}\nNodes searched: {}\n", rows.collect::<String>(), divide.total())
}

/// Text with what is short for a divide: that of the start position, the same without its first row, one ply
/// deeper, and that of another position.
fn text(short: &str) -> String {
    let right = printed(START, 1);
    let first = |many: usize, is_kept: &dyn Fn(&str) -> bool| {
        let rows = right.lines().take(many).filter(|row| is_kept(row));
        rows.collect::<Vec<_>>().join("\n")
    };
    match short {
        "RIGHT" => right,
        "TAIL" => right.split_once('\n').expect("it has lines").1.to_owned(),
        "TWICE" => right.repeat(2),
        "DEEPER" => printed(START, 2),
        "KIWIPETE" => printed(KIWIPETE, 1),
        "TWO" => printed(KIWIPETE, 1) + &right,
        "HEAD" => first(17, &|_| true),
        "HEAD\n" => format!("{}\n\n", text("HEAD")),
        "HEAD UNSORTED" => {
            first(20, &|row| row.starts_with("g2"))
                + "
" + &first(20, &|row| !row.starts_with('g'))
        }
        "SINGLE STEPS" => {
            let is_double = |row: &str| row.as_bytes()[1] == b'2' && row.as_bytes()[3] == b'4';
            first(20, &|row| !is_double(row))
        }
        "NO SQUARE" => right.replace("a2a3: 1", "a2-: 1"),
        _ if short.ends_with("\nWITHOUT ONE") => short.replace("WITHOUT ONE", &text("WITHOUT ONE")),
        "BROKEN TOTAL" => right.replace("searched: 20\n", "searched: 2"),
        "OFTEN" => "e2e4: 1\n".repeat(100_000),
        "WITHOUT ONE" => right.replace("a2a3: 1\n", "").replace("Nodes searched: 20", ""),
        text => text.to_owned(),
    }
}

fn pasted(lines: &str) -> Pasted {
    let mut pasted = Pasted::default();
    lines.lines().for_each(|line| pasted.add(line));
    if !lines.ends_with('\n') {
        pasted.note_broken_line();
    }
    pasted
}

/// The doubt about the divide of a position at depth 1, with the first letter of its kind: `!` for one on which nobody
/// can insist, `?` for an unlikely answer, `/` for one that may be cut off and `…` for one that nothing confirms.
fn doubt(fen: &str, lines: &str, before: Option<&str>) -> String {
    let before = before.map(|fen| Step::anew(&Line::at(position(fen)), 1));
    let line = Line::at(position(fen));
    let nothing = Pasted::default();
    let before = before.as_ref().map(|step| (step, &nothing));
    let doubt = pasted(lines).doubt(&ByDefinition, &Step::anew(&line, 1), before);
    let Some(Doubt { kind, sentence }) = doubt else { return String::new() };
    let sign = match kind {
        DoubtKind::Unreadable => '!',
        DoubtKind::Unlikely => '?',
        DoubtKind::CutOff => '/',
        DoubtKind::Incomplete => '…',
    };
    format!("{sign} {sentence}")
}

#[test]
fn what_is_pasted_wrongly_is_no_wrong_move() {
    assert_rules("pasted.doubts", |fen, line| {
        let (_, paste) = line.split_once(':').expect("each has a name");
        let doubt = doubt(fen, &text(&unescaped(paste.trim_start())), None);
        if doubt.is_empty() { "It is taken.".to_owned() } else { doubt }
    });
}

#[test]
fn the_position_before_is_recognised() {
    let said = doubt(START, &text("KIWIPETE"), Some(KIWIPETE));
    assert!(said.ends_with("but of the previous question"), "{said}");
    assert!(doubt(KIWIPETE, &text("RIGHT"), None).ends_with("but of the start position"));
    let mut line = Line::at(position(KIWIPETE));
    line = line.and(position(KIWIPETE).find_move("e1g1").expect("it is legal"));
    let doubt = pasted(&text("KIWIPETE")).doubt(&ByDefinition, &Step::anew(&line, 1), None);
    let sentence = doubt.expect("it is another position").sentence;
    assert!(sentence.ends_with("but of the position before the moves"), "{sentence}");
}

/// Nothing else is known of the rows than their counts.
#[rstest]
#[case::at_one("RIGHT", 1)]
#[case::at_two("DEEPER", 2)]
#[case::with_a_count_that_has_wrapped("WRAPPED", 1)]
#[case::of_another_position("b4b5 400\n", 2)]
#[case::nothing("", 1)]
fn the_depth_of_a_divide_shows_in_its_counts(#[case] lines: &str, #[case] depth: u32) {
    let wrapped = || text("RIGHT").replace("e2e4: 1\n", "e2e4: 18446744073709551615\n");
    let lines = if lines == "WRAPPED" { wrapped() } else { text(lines) };
    assert_eq!(pasted(&lines).depth_that_fits(&ByDefinition, &Position::start()), Ok(depth));
}

/// What is said of each line, with `~` for silence and `|` between the lines: `.` where more may come, `=` where
/// nothing more comes, `<` where the line is of the next answer.
fn progress(lines: &str) -> String {
    let mut paste = PartialPaste::default();
    let mut sign = |line| {
        let progress = if line == "~" { paste.on_silence() } else { paste.on_line(line) };
        match progress {
            PasteProgress::GoesOn => '.',
            PasteProgress::Complete => '=',
            PasteProgress::BeginsNext => '<',
        }
    };
    lines.split('|').map(&mut sign).collect()
}

#[test]
fn an_answer_is_complete_after_its_rows() {
    for (lines, expected) in [
        ("", "="),
        ("~|~", ".."),
        ("a2a3 1|~|~|a2a4 1", "...."),
        ("a2a3 1|a2a4 1||~", "...="),
        ("a2a3 1|a2a4 1|2|~", "...="),
        // Another total than that of the rows.
        ("a2a3 1|a2a4 1|3|~|~", "....."),
        ("a2a3 1||1|Time: 12|~", "....="),
        ("a2a3 1||7|Time: 12|~", "....="),
        // The number of moves after the total, and what is of the next answer.
        ("a2a3 5|5|1|~", "...="),
        ("a2a3 5|5|7", "..<"),
        ("a2a3 1||a2a4 1", "..<"),
        ("a2a3 1||{\"a2a4\": 1}", "..<"),
        ("hello|~|~", "..="),
        ("hello||a2a3 1|1|~", "....="),
        ("20|~|~", "..="),
    ] {
        assert_eq!(progress(lines), expected, "{lines}");
    }
}

#[test]
fn talk_after_the_rows_is_not_kept_and_their_total_is() {
    let mut paste = PartialPaste::default();
    assert!(paste.pasted.is_empty() && !paste.may_end_in_silence());
    for line in ["  hello ", "a2a3 1", "", "1", "Time: 12"] {
        paste.on_line(line);
    }
    assert!(paste.has_all_rows && paste.may_end_in_silence());
    let Pasted { reply, unread, .. } = paste.pasted;
    assert_eq!((reply.rows.len(), reply.totals, unread), (1, vec![1], vec!["hello".to_owned()]));
}

#[test]
fn no_more_rows_are_kept_than_a_position_can_have() {
    let kept = pasted(&"e2e4: 1\n".repeat(5000)).reply.rows.len();
    assert_eq!(kept, 64 * 64 + 1);
    assert_eq!(pasted(&"hello\n".repeat(5000)).unread.len(), 64 * 64);
}

/// Yesterday's paste: the start position to depth 2 in place of depth 1, by an engine whose counts are all wrong.
#[test]
fn rows_that_were_pasted_before_are_doubted_at_another_question() {
    let right = ox88::divide(&Position::start(), 2);
    let row =
        |(mv, count): &(Move, u128)| format!("{}: {}", Position::start().move_text(*mv), count + 7);
    let rows = right.rows().iter().map(row).collect::<Vec<_>>().join("\n");
    let (first, before) =
        (Line::at(Position::start()), pasted(&format!("{rows}\nNodes searched: 540\n")));
    let asked = |depth| {
        let question = Step::anew(&first, 2);
        let doubt =
            before.doubt(&ByDefinition, &Step::anew(&first, depth), Some((&question, &before)));
        doubt.map(|doubt| (doubt.kind, doubt.sentence))
    };
    assert_eq!(asked(2), None);
    let sentence = "these rows are the answer to the previous question".to_owned();
    assert_eq!(asked(1), Some((DoubtKind::Unlikely, sentence)));
}

#[test]
fn a_row_of_no_leaves_that_is_missing_beside_another_one_is_doubted_whatever_the_total() {
    let mates = position("7k/4N2p/4P2P/1ppPP3/1PpKP3/2P1P3/8/8 w - c6 0 1");
    let asked = Step::anew(&Line::at(mates), 3);
    let said = |lines: &str| pasted(lines).doubt(&ByDefinition, &asked, None).map(|it| it.sentence);
    assert_eq!(said("b4c5: 9\nd4c5: 0\nd5c6: 0\n\nNodes searched: 9\n"), None);
    let sentence = "no row for d5c6, and no total shows a row of 0 leaves";
    assert_eq!(said("b4c5: 9\nd4c5: 0\n\nNodes searched: 9\n").as_deref(), Some(sentence));
}
