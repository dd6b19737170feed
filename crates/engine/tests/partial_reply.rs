//! When a reply is complete, how long to wait for more of it, and which part of it counts.

use crate::talk::{Capabilities, Event, PartialReply};
use crate::{Line, Reply, RowsFrom, TroubleKind};
use ox88::START;
use ox88_test_support::{position, rows};
use rstest::rstest;
use std::time::Duration;

/// Three moves, and three after each of them: a1a2, a1b1, a1b2.
const THREE_MOVES: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// No limit that would end the waiting.
const LONG: Duration = Duration::from_secs(100);

fn nothing_of(fen: &str, depth: u32) -> PartialReply {
    expecting(Capabilities::default(), fen, depth)
}

fn expecting(known: Capabilities, fen: &str, depth: u32) -> PartialReply {
    PartialReply::new(&Line::at(position(fen)), depth, known, Duration::ZERO)
}

/// What has been read when an engine has printed these lines; those after `err ` on standard error.
fn read_into(reply: PartialReply, lines: &str) -> PartialReply {
    read_at(0, reply, lines)
}

/// The same, after so many milliseconds.
fn read_at(now: u64, mut reply: PartialReply, lines: &str) -> PartialReply {
    let now = Duration::from_millis(now);
    for line in lines.split('|').map(str::trim_start) {
        let event = match line.strip_prefix("err ") {
            Some(line) => Event::StderrLine(line.to_owned()),
            None => Event::Line(line.to_owned()),
        };
        reply.add(&event, now).expect("there is room");
    }
    reply
}

/// Compares what comes of each reply below a rule of `replies.txt` with what is written there.
fn assert_each(rule: &str, comes_of: impl Fn(&str) -> String) {
    for (line, expected) in rows(include_str!("replies.txt"), rule) {
        let (name, reply) = line.split_once(": ").expect("each has a name");
        assert_eq!(comes_of(reply), expected, "{name}");
    }
}

fn milliseconds(quiet: Option<Duration>) -> u128 {
    quiet.map_or(0, |quiet| quiet.as_millis())
}

/// The milliseconds to wait for more, and 0 where it is waited for as long as the limit allows.
#[rstest]
#[case::of_an_unknown_engine(
    "A reply is over after some silence.",
    THREE_MOVES,
    Capabilities::default()
)]
#[case::in_mate("Where there is no move, silence is a reply.", STALEMATE, Capabilities::default())]
#[case::of_totals("An engine that prints totals only is ready with its total.", THREE_MOVES, Capabilities { totals_only_to: 1, ..Capabilities::default() })]
#[case::with_a_total("An engine that ends with its total is waited for until it comes.", THREE_MOVES, Capabilities { prints_totals: true, ..Capabilities::default() })]
fn a_reply_is_over_after_some_silence(
    #[case] rule: &str,
    #[case] fen: &str,
    #[case] known: Capabilities,
) {
    assert_each(rule, |lines| {
        let reply = read_into(expecting(known.clone(), fen, 1), lines);
        milliseconds(reply.quiet_period(LONG)).to_string()
    });
}

#[test]
fn a_quarter_of_the_time_limit_is_enough() {
    let reply = read_into(nothing_of(THREE_MOVES, 1), "a1a2: 1");
    assert_eq!(milliseconds(reply.quiet_period(Duration::from_secs(2))), 500);
}

/// An engine that has been silent for long before a row may be so again before the next.
#[test]
fn an_engine_is_given_four_of_its_longest_pauses() {
    let reply = read_at(300, nothing_of(THREE_MOVES, 2), "a1a2: 3");
    assert_eq!(milliseconds(reply.quiet_period(LONG)), 1200);
    // It remains the longest, and talk is no row.
    let reply = read_at(400, reply, "a1b1: 3");
    assert_eq!(milliseconds(reply.quiet_period(LONG)), 1200);
    let reply = read_at(1000, reply, "still counting");
    assert_eq!(milliseconds(reply.quiet_period(LONG)), 1200);
    let reply = read_at(1000, reply, "err a1b1: 3");
    assert_eq!(milliseconds(reply.quiet_period(LONG)), 2400);
    assert_eq!(reply.silence(Duration::from_millis(1700)), Duration::from_millis(700));
}

#[test]
fn more_than_the_divide_of_any_position_is_a_flood() {
    let floods = Err(TroubleKind::Floods);
    let line = |text: &str| Event::Line(text.to_owned());
    // By bytes, with one for the end of each line.
    let mut reply = nothing_of(THREE_MOVES, 1);
    let mut add = |event: &Event| reply.add(event, Duration::ZERO);
    assert_eq!(add(&Event::Excess((1 << 20) - 1)), Ok(()));
    assert_eq!([add(&line("")), add(&line(""))], [Ok(()), floods.clone()]);
    let mut reply = nothing_of(THREE_MOVES, 1);
    let mut add = |event: &Event| reply.add(event, Duration::ZERO);
    let excess = [add(&Event::Excess(usize::MAX)), add(&Event::Excess(1))];
    assert_eq!(excess, [floods.clone(), floods.clone()]);
    // By rows, and by totals.
    let on_stderr = Event::StderrLine("a1a2: 1".to_owned());
    for event in [line("a1a2: 1"), line("1"), on_stderr] {
        let mut reply = nothing_of(THREE_MOVES, 1);
        for _ in 0..64 * 64 {
            assert_eq!(reply.add(&event, Duration::ZERO), Ok(()));
        }
        assert_eq!(reply.add(&event, Duration::ZERO), floods, "{event:?}");
    }
}

/// The rows and totals that count, and where they were found.
fn finished(fen: &str, lines: &str) -> String {
    let Reply { rows, totals, source, .. } = match read_into(nothing_of(fen, 1), lines).finish() {
        Ok(reply) => reply,
        Err(trouble) => return format!("{trouble:?}"),
    };
    let rows = rows.iter().map(ToString::to_string);
    let parts = rows.chain(totals.iter().map(u128::to_string));
    let source = if source == RowsFrom::Stderr { "stderr" } else { "stdout" };
    std::iter::once(source.to_owned()).chain(parts).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_rows_are_those_of_one_output_and_totals_may_be_on_both() {
    assert_each("The rows are those of one output, and totals may be on both.", |lines| {
        finished(THREE_MOVES, lines)
    });
    assert_each("Where there is no move, silence is right and a refusal is not.", |lines| {
        finished(STALEMATE, lines)
    });
}

/// The twenty moves of the start position, in this form.
fn start_rows(write: impl Fn(&str) -> String) -> String {
    let moves = position(START).legal_moves();
    moves.iter().map(|mv| write(&mv.to_string())).collect::<Vec<_>>().join("|")
}

#[test]
fn an_engine_that_answers_with_the_moves_of_the_start_position_ignores_the_position() {
    let rows = start_rows(|text| format!("{text}: 1"));
    let san = start_rows(|text| {
        let (from, to) = text.split_at(2);
        let knight = if from.ends_with('1') { "N" } else { "" };
        format!("{knight}{to}: 1")
    });
    for rows in [&rows, &san] {
        assert_eq!(finished(THREE_MOVES, rows), "IgnoresPosition");
        assert!(finished(START, rows).starts_with("stdout, "), "{rows}");
    }
    // Not with one row less, nor with another in its place.
    let (other, first) = (rows.split_once('|').expect("there are twenty").1, "a2a5: 1");
    assert!(finished(THREE_MOVES, other).starts_with("stdout, "));
    assert!(finished(THREE_MOVES, &format!("{first}|{other}")).starts_with("stdout, "));
    // Black has other moves at the start, and a row on standard error counts as well.
    let black = START.replace(" w ", " b ");
    assert_eq!(finished(&black, &format!("err {}", rows.replace('|', "|err "))), "IgnoresPosition");
}

#[test]
fn the_moves_of_the_start_position_are_right_where_white_has_none_but_these() {
    let rows = start_rows(|text| format!("{text}: 1"));
    let root = position(&START.replace(" w ", " b "));
    let played = Line::at(root).and(root.find_move("f7f5").expect("it is legal"));
    for asked in [Line::at(played.end()), played] {
        let reply = PartialReply::new(&asked, 1, Capabilities::default(), Duration::ZERO);
        assert!(read_into(reply, &rows).finish().is_ok(), "{asked:?}");
    }
}

/// Behind `to` is the depth of a question, and each row and total of its reply. A reply is complete, or has a total.
#[test]
fn of_the_rows_and_totals_of_each_depth_those_of_the_last_count() {
    assert_each("Of the rows and totals of each depth those of the last count.", |line| {
        let (depth, lines) = line.strip_prefix("to ").and_then(|it| it.split_once(' ')).unwrap();
        let lines = lines.replace("ONES", "a1a2: 1|a1b1: 1|a1b2: 1");
        let lines = lines.replace("THREES", "a1b1: 3|a1b2: 3|a1a2: 3");
        let reply = read_into(nothing_of(THREE_MOVES, depth.parse().unwrap()), &lines);
        let signs = [(reply.is_complete(), " complete"), (reply.has_total(), " total")];
        let signs = signs.map(|(is, sign)| if is { sign } else { "" }).concat();
        let Reply { rows, totals, .. } = reply.finish().unwrap_or_default();
        let rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
        format!("{} = {totals:?}{signs}", rows.join(", ")).trim_start().to_owned()
    });
}

/// What is known of a reply in the middle: e for empty, t for a total, o for other text, s for a search, and the
/// number of its entries.
fn known(lines: &str) -> String {
    let reply = read_into(nothing_of(THREE_MOVES, 1), lines);
    let letters = [
        (reply.is_empty(), 'e'),
        (reply.has_total(), 't'),
        (reply.is_other_text(), 'o'),
        (reply.is_search(), 's'),
        (reply.claims_no_move(), '0'),
    ];
    let letters: String =
        letters.into_iter().filter_map(|(is, letter)| is.then_some(letter)).collect();
    format!("{letters}{}", reply.len())
}

#[test]
fn what_has_come_is_known_before_the_end() {
    assert_each("What has come is known before the end.", known);
}

#[test]
fn rows_are_expected_where_there_are_moves() {
    assert!(nothing_of(THREE_MOVES, 1).has_moves());
    assert!(!nothing_of(STALEMATE, 1).has_moves());
}

#[test]
fn lines_that_cannot_be_read_are_known_by_their_place() {
    assert_each("Lines that cannot be read are known by their place.", |lines| {
        let reply = read_into(nothing_of(THREE_MOVES, 1), lines).finish().expect("there is a row");
        reply.unread_lines.join(", ")
    });
}
