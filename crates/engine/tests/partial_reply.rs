//! When a reply is complete, how long to wait for more of it, and which part of it counts.

use crate::talk::{Capabilities, Event, PartialReply};
use crate::{Reply, RowsFrom, TroubleKind};
use ox88::START;
use ox88_test_support::position;
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
    PartialReply::new(&position(fen), depth, known, Duration::ZERO)
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

fn milliseconds(quiet: Option<Duration>) -> u128 {
    quiet.map_or(0, |quiet| quiet.as_millis())
}

/// The milliseconds to wait for more, and 0 where it is waited for as long as the limit allows.
#[rstest]
#[case::nothing_at_all("", 0)]
#[case::talk("hello", 0)]
#[case::a_total_in_info_lines_alone("info nodes 3", 0)]
#[case::what_says_that_it_did_not_understand("Unknown command: go", 1000)]
#[case::a_row("a1a2: 1", 1000)]
#[case::two_rows("a1a2: 1|a1b1: 1", 1000)]
#[case::all_rows("a1a2: 1|a1b1: 1|a1b2: 1", 200)]
#[case::more_rows_than_moves("a1a2: 1|a1b1: 1|a1b2: 1|a1a1: 1", 200)]
#[case::all_rows_on_standard_error("err a1a2: 1|err a1b1: 1|err a1b2: 1", 200)]
#[case::all_rows_and_their_total("a1a2: 1|a1b1: 1|a1b2: 1|3", 10)]
#[case::all_rows_and_another_total("a1a2: 1|a1b1: 1|a1b2: 1|4", 200)]
#[case::all_rows_and_one_of_two_totals("a1a2: 1|a1b1: 1|a1b2: 1|3|4", 10)]
#[case::too_few_rows_and_their_total("a1a2: 1|a1b1: 1|2", 10)]
#[case::rows_and_their_total_on_standard_error("err a1a2: 1|err 1", 10)]
#[case::rows_and_no_total_of_theirs_on_standard_error("a1a2: 1|err 1", 1000)]
#[case::rows_and_their_total_and_talk_on_standard_error("err a1a2: 1|err 1|err that is all", 10)]
#[case::a_total_before_them_and_a_row_on_standard_error("3|a1a2: 3|err a1b1: 1", 1000)]
#[case::a_row_and_the_total_of_none("a1a2: 1|0", 1000)]
#[case::rows_in_info_lines_and_their_total("info currmove a1a2 nodes 1|info nodes 1", 10)]
#[case::a_total_alone("3", 1000)]
#[case::the_sum_of_the_first_rows_before_them("3|a1a2: 3", 1000)]
#[case::a_total_before_all_rows("3|a1a2: 1|a1b1: 1|a1b2: 1", 10)]
#[case::another_total_before_all_rows("4|a1a2: 1|a1b1: 1|a1b2: 1", 200)]
#[case::a_total_before_rows_on_standard_error("err 3|err a1a2: 3", 1000)]
#[case::no_move("0", 200)]
#[case::no_move_twice("0|0", 200)]
#[case::no_move_and_another_total("0|3", 1000)]
fn a_reply_is_over_after_some_silence(#[case] lines: &str, #[case] expected: u128) {
    let reply = read_into(nothing_of(THREE_MOVES, 1), lines);
    assert_eq!(milliseconds(reply.quiet_period(LONG)), expected);
}

#[rstest]
#[case::nothing_at_all("", 1000)]
#[case::talk("mated", 1000)]
#[case::what_says_that_it_did_not_understand("invalid position", 200)]
#[case::no_leaf("Nodes searched: 0", 10)]
#[case::no_leaf_in_an_info_line("info nodes 0", 10)]
#[case::a_leaf("Nodes searched: 1", 200)]
#[case::a_move("h8h7: 0", 200)]
fn where_there_is_no_move_silence_is_a_reply(#[case] lines: &str, #[case] expected: u128) {
    let reply = read_into(nothing_of(STALEMATE, 1), lines);
    assert_eq!(milliseconds(reply.quiet_period(LONG)), expected);
}

#[rstest]
#[case::nothing_at_all("", 0)]
#[case::talk("hello", 0)]
#[case::its_total("3", 10)]
#[case::its_total_on_standard_error("err 3", 10)]
#[case::a_row_that_it_prints_all_the_same("a1a2: 1|3", 1000)]
fn an_engine_that_prints_totals_only_is_ready_with_its_total(
    #[case] lines: &str,
    #[case] expected: u128,
) {
    let known = Capabilities { totals_only_to: 1, ..Capabilities::default() };
    let reply = expecting(known, THREE_MOVES, 1);
    let reply = read_into(reply, lines);
    assert_eq!(milliseconds(reply.quiet_period(LONG)), expected);
}

/// Half of the limit is given to an engine that is in the middle of its rows.
#[rstest]
#[case::nothing_at_all("", 0)]
#[case::a_row("a1a2: 1", 50_000)]
#[case::a_total_before_it("3|a1a2: 3", 50_000)]
#[case::another_total_after_it("a1a2: 1|3", 1000)]
#[case::a_total_alone("3", 1000)]
#[case::all_rows("a1a2: 1|a1b1: 1|a1b2: 1", 200)]
#[case::all_rows_and_their_total("a1a2: 1|a1b1: 1|a1b2: 1|3", 10)]
fn an_engine_that_ends_with_its_total_is_waited_for_until_it_comes(
    #[case] lines: &str,
    #[case] expected: u128,
) {
    let known = Capabilities { prints_totals: true, ..Capabilities::default() };
    let reply = expecting(known, THREE_MOVES, 1);
    let reply = read_into(reply, lines);
    assert_eq!(milliseconds(reply.quiet_period(LONG)), expected);
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

#[rstest]
#[case::smaller("perft(2) = 9", "")]
#[case::the_same("perft(3) = 9", "9")]
#[case::greater("perft(4) = 9", "9")]
#[case::none("nodes: 9", "9")]
fn a_total_of_a_smaller_depth_than_was_asked_for_is_none(
    #[case] line: &str,
    #[case] expected: &str,
) {
    let reply = read_into(nothing_of(THREE_MOVES, 3), line);
    assert_eq!(reply.has_total(), !expected.is_empty());
    let totals = reply.finish().map(|reply| reply.totals).unwrap_or_default();
    assert_eq!(totals.iter().map(u128::to_string).collect::<String>(), expected);
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

#[rstest]
#[case::nothing("", "Rubbish")]
#[case::talk("hello", "Rubbish")]
#[case::rows("a1a2: 1|1", "stdout, a1a2 1, 1")]
#[case::other_rows_on_standard_error("a1a2: 1|err a1b1: 1|err 2", "stdout, a1a2 1")]
#[case::a_total_on_standard_error("a1a2: 1|err 2", "stdout, a1a2 1")]
#[case::rows_on_standard_error("err a1a2: 1|err 1", "stderr, a1a2 1, 1")]
#[case::rows_there_and_a_total_here("1|err a1a2: 1", "stderr, a1a2 1, 1")]
#[case::a_total_on_either("3|err 4", "stdout, 3, 4")]
#[case::a_total_there_alone("err 4", "stderr, 4")]
#[case::no_move_in_an_info_line("info nodes 0", "stdout, 0")]
#[case::a_total_in_an_info_line("info nodes 3 nps 3000 time 1", "stdout, 3")]
#[case::a_total_of_this_depth_in_an_info_line("info time 1 depth 1 nodes 3", "stdout, 3")]
#[case::a_total_of_another_depth_in_an_info_line("info depth 2 nodes 9", "Rubbish")]
#[case::totals_in_info_lines_as_a_search_has_them("info nodes 3|info nodes 9", "Rubbish")]
#[case::a_total_in_front_of_rows_in_such_lines("info nodes 3|info string a1a2 1", "stdout, a1a2 1")]
#[case::no_leaf_of_a_search("info nodes 0|info depth 1 score cp 3 nodes 9", "Rubbish")]
#[case::no_leaf_and_a_refusal("info nodes 0|Unknown command", "Rubbish")]
fn the_rows_are_those_of_one_output_and_totals_may_be_on_both(
    #[case] lines: &str,
    #[case] expected: &str,
) {
    assert_eq!(finished(THREE_MOVES, lines), expected);
}

#[rstest]
#[case::nothing("", "stdout")]
#[case::talk("stalemate", "stdout")]
#[case::no_leaf("0", "stdout, 0")]
#[case::unknown("Unknown command: 'go'", "Rubbish")]
#[case::invalid("Invalid FEN", "Rubbish")]
#[case::illegal("illegal position", "Rubbish")]
#[case::unrecognized("error: unrecognized", "Rubbish")]
#[case::not_understood("not understood", "Rubbish")]
#[case::a_search("  bestmove (none)", "Rubbish")]
#[case::the_best_move_of_something("no bestmove here", "stdout")]
fn where_there_is_no_move_silence_is_right_and_a_refusal_is_not(
    #[case] lines: &str,
    #[case] expected: &str,
) {
    assert_eq!(finished(STALEMATE, lines), expected);
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

/// The rows and totals of a reply to a question of this depth.
fn finished_at(depth: u32, lines: &str) -> String {
    let reply = read_into(nothing_of(THREE_MOVES, depth), lines);
    let is_complete = reply.is_complete();
    let reply = reply.finish().expect("there are rows");
    format!(
        "{} {is_complete}",
        reply.rows.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )
}

#[test]
fn of_the_rows_of_each_depth_those_of_the_last_count() {
    let first = "a1a2: 1|a1b1: 1|a1b2: 1";
    let second = "a1b1: 3|a1b2: 3|a1a2: 3";
    let last = "a1b1 3, a1b2 3, a1a2 3 ";
    assert_eq!(finished_at(2, &format!("{first}|{second}")), format!("{last}false"));
    assert_eq!(finished_at(2, &format!("{first}|3|{second}|9")), format!("{last}true"));
    assert_eq!(finished_at(3, &format!("{first}|{first}|{second}|9")), format!("{last}true"));
    // What is not legal has no leaves at any depth.
    let with_none = format!("{first}|a1a1: 0|3|{second}|a1a1: 0|9");
    assert_eq!(finished_at(2, &with_none), format!("{}, a1a1 0 true", last.trim_end()));
    // A generator that lists its moves twice counts them twice, and seldom one leaf after each.
    let all = |rows: &str| rows.replace('|', ", ").replace(':', "");
    for (depth, lines, total) in [
        (1, format!("{first}|{second}"), ""),
        (2, format!("{first}|{first}"), "|6"),
        (2, format!("{second}|{second}"), ""),
        (3, format!("{first}|{second}"), ""),
        (2, format!("{first}|{second}"), "|12"),
        (2, format!("{first}|a1b1: 3|a1b2: 3|a1b1: 3"), ""),
    ] {
        let is_complete = !total.is_empty();
        assert_eq!(
            finished_at(depth, &format!("{lines}{total}")),
            format!("{} {is_complete}", all(&lines))
        );
    }
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

#[rstest]
#[case::nothing("", "e0")]
#[case::blanks("  ", "e0")]
#[case::talk("hello", "eo0")]
#[case::talk_on_standard_error("err hello", "e0")]
#[case::a_total("3", "t1")]
#[case::no_move("0", "t01")]
#[case::no_move_on_standard_error("err 0", "t01")]
#[case::a_row("a1a2: 1", "1")]
#[case::a_row_and_talk("a1a2: 1|hello", "1")]
#[case::a_row_and_its_total("a1a2: 1|1", "t2")]
#[case::the_end_of_a_search("bestmove a1a2", "eos0")]
#[case::what_a_search_thinks("info depth 1 score cp 3 pv a1a2", "eos0")]
#[case::what_something_else_says_of_a_score("note depth 1 score cp 3", "eo0")]
#[case::what_an_engine_says_of_a_score("info string score 3 of all", "eo0")]
#[case::other_things_of_a_search("info depth 1 seldepth 1", "eo0")]
#[case::a_move_that_a_search_looks_at("info currmove a1a2 nodes 1|bestmove a1a2", "s1")]
#[case::a_divide_and_the_end_of_a_search("a1a2: 1|bestmove a1a2", "1")]
#[case::a_whole_divide_and_the_end_of_a_search(
    "{\"moves\": {\"a1a2\": 1}, \"total\": 1}|bestmove a1a2",
    "t2"
)]
#[case::a_divide_on_standard_error("err a1a2: 1|bestmove a1a2", "1")]
fn what_has_come_is_known_before_the_end(#[case] lines: &str, #[case] expected: &str) {
    assert_eq!(known(lines), expected);
}

#[test]
fn rows_are_expected_where_there_are_moves() {
    assert!(nothing_of(THREE_MOVES, 1).has_moves());
    assert!(!nothing_of(STALEMATE, 1).has_moves());
}

/// The lines that may be rows, whatever is missing.
#[rstest]
#[case::all_is_read("a1a2: 1|a1b1: 1|a1b2: 1|3", "")]
#[case::among_the_rows("a1a2: 1|a1b1 -> ?|a1b2: 1", "a1b1 -> ?")]
#[case::among_rows_on_standard_error("a1b1 -> ?|err a1a2: 1|err a1b2: 1", "")]
#[case::among_them_on_standard_error("err a1a2: 1|err a1b1 -> ?|err a1b2: 1", "a1b1 -> ?")]
#[case::above_the_rows("A banner|kb1: 1|a1a2: 1", "kb1: 1")]
#[case::above_an_empty_line("kb1: 1||a1a2: 1", "")]
#[case::below_the_rows("a1a2: 1|kb1 1|king to b2, 1", "kb1 1, king to b2, 1")]
#[case::below_an_empty_line("a1a2: 1||kb1 1", "")]
#[case::below_a_total("a1a2: 1|3|kb1 1", "")]
#[case::among_rows_below_a_total("a1a2: 1|3|kb1 1|a1b2: 1", "kb1 1")]
#[case::below_a_total_of_a_smaller_depth("a1a2: 1|perft(0) = 1|kb1 1", "")]
#[case::in_lines_of_info("a1a2: 1|info depth 1 seldepth 1|a1b2: 1", "")]
#[case::among_rows_in_lines_of_info(
    "info string a1a2 1|info string kb1 1|info string a1b2 1",
    "info string kb1 1"
)]
#[case::an_option_among_rows_in_such_lines("info string a1a2 1|option name Hash|info nodes 1", "")]
fn lines_that_cannot_be_read_are_known_by_their_place(#[case] lines: &str, #[case] expected: &str) {
    let reply = read_into(nothing_of(THREE_MOVES, 1), lines).finish().expect("there is a row");
    assert_eq!(reply.unread_lines.join(", "), expected);
}
