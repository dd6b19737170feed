//! Engines that print their counts in lines that ox88 has no words for.

use super::played::{KINGS, LIMIT, MATE, Played, started, uci, uci_or};
use crate::{Line, Protocol, Reply, Step, by_squares};
use ox88::{Move, MoveKind, Position, START, divide, perft};
use ox88_test_support::line;
use ox88_test_support::printed::{in_san, lines, sum, total};
use ox88_test_support::{position, position as position_of};
use rstest::rstest;

const CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";

/// What every engine is asked, in this order.
const QUESTIONS: [(&str, u32); 6] =
    [(START, 2), (START, 1), (KINGS, 2), (CASTLING, 1), (CASTLING, 2), (START, 3)];

/// What an engine prints, in lines, where it is asked about a position at a depth, and has come to these counts.
type Print = fn(&Position, u32, &[(String, u128)]) -> Vec<String>;

/// An engine, with the moves that it does not list.
#[derive(Clone, Copy)]
struct Inside {
    lacks: fn(MoveKind) -> bool,
    print: Print,
}

/// It prints rows and their total as many others do.
const RIGHT: Inside =
    Inside { lacks: |_| false, print: |_, _, rows| lines(rows).chain(total(sum(rows))).collect() };

/// It prints no rows.
const TOTALS: Inside = Inside { print: |_, _, rows| total(sum(rows)), ..RIGHT };

const NO_CASTLING: Inside =
    Inside { lacks: |kind| matches!(kind, MoveKind::Castling { .. }), ..RIGHT };

/// What it prints, line by line. It refuses a move that is not legal.
fn answer(inside: &Inside, position: &str, depth: &str) -> String {
    let Ok(line) = position.parse::<Line>() else { return "illegal move".to_owned() };
    let (here, depth) = (line.end(), depth.parse().expect("it is a depth"));
    let right = divide(&here, depth);
    let is_listed = |(mv, _): &(Move, u128)| !(inside.lacks)(mv.kind);
    let listed = right.rows().iter().filter(|row| is_listed(row));
    let rows: Vec<_> = listed.map(|&(mv, count)| (here.move_text(mv), count)).collect();
    (inside.print)(&here, depth, &rows).join("; ")
}

/// An engine that knows UCI.
fn engine(inside: Inside) -> Played<'static> {
    let mut position = String::new();
    started(uci(), LIMIT, move |line: &str| {
        if let Some(asked) = line.strip_prefix("position fen ") {
            asked.clone_into(&mut position);
        }
        let prints = |depth| answer(&inside, &position, depth);
        let go = line.strip_prefix("go perft ").map_or(String::new(), prints);
        uci_or(line, &go)
    })
}

/// A script with the same answers.
fn script(inside: Inside) -> Played<'static> {
    started(Protocol::Script, LIMIT, move |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (root, moves) = (words[2..8].join(" "), words[8..].join(" "));
        format!("{}; exit 0", answer(&inside, &format!("{root} moves {moves}"), words[1]))
    })
}

/// What is heard in answer to all questions.
fn heard(mut engine: Played) -> [String; QUESTIONS.len()] {
    QUESTIONS.map(|(fen, depth)| ask(&mut engine, fen, depth))
}

/// What is heard in answer to one: the rows by their squares or, if there are none, the total.
fn ask(engine: &mut Played, fen: &str, depth: u32) -> String {
    let reply = match engine.talk.ask(&Step::anew(&line(fen, ""), depth)) {
        Ok(reply) => reply.expect("it is asked anew"),
        Err(kind) => return kind.id().to_owned(),
    };
    let (position, reply) = (position(fen), Reply { is_san: true, ..reply });
    let total = reply.total();
    let rows = by_squares(&position, &divide(&position, depth), &reply, &[]).reply.rows;
    if rows.is_empty() {
        return format!("{total:?}");
    }
    let mut rows: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.text, row.count)).collect();
    rows.sort();
    rows.join(", ")
}

/// Of this type is what is printed.
const fn prints(print: Print) -> Print {
    print
}

/// A number as it is written in German.
fn in_german(number: u128) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{thousands}.{rest:03}"),
    }
}

/// A line for each depth, of which this is the last.
fn table(here: &Position, depth: u32, total: u128, line: fn(u32, u128) -> String) -> Vec<String> {
    let lesser = (1..depth).map(|depth| line(depth, perft(here, depth)));
    lesser.chain([line(depth, total)]).collect()
}

/// Rows that have words between the move and its count, and the number of the row in front of it.
fn in_words(rows: &[(String, u128)]) -> impl Iterator<Item = String> {
    rows.iter()
        .zip(1..)
        .map(|((mv, count), number)| format!("Zug {number:2} {mv} ergibt {count} Blatt"))
}

#[rstest]
#[case::in_english(prints(|_, _, rows| vec![format!("Visited {} end positions (0.01 s)", sum(rows))]))]
#[case::without_a_word(prints(|_, _, rows| vec![format!("-> {}", sum(rows))]))]
#[case::in_another_line_than_the_time(prints(|_, _, rows| {
    vec!["Zeit 12 ms".to_owned(), format!("Stellungen........{:9}", sum(rows))]
}))]
#[case::with_points_and_a_singular(prints(|_, _, rows| {
    let total = sum(rows);
    let word = if total == 1 { "Stellung" } else { "Stellungen" };
    vec![format!("{} {word} in 0,01 s", in_german(total))]
}))]
#[case::beside_the_depth_and_the_number_of_moves(prints(|_, depth, rows| {
    vec![format!("profondeur {depth}, {} coups, {} feuilles", rows.len(), sum(rows))]
}))]
#[case::after_a_word_for_the_depth_alone(prints(|_, depth, rows| {
    vec![format!("depth {depth} {}", sum(rows))]
}))]
#[case::in_a_table_of_depths(prints(|here, depth, rows| {
    table(here, depth, sum(rows), |depth, total| format!("Tiefe {depth} {total:10} 0.01"))
}))]
#[case::in_a_table_with_tabs(prints(|here, depth, rows| {
    table(here, depth, sum(rows), |depth, total| format!("{depth}:\t0\t{total}"))
}))]
#[case::in_a_table_with_a_heading_and_times_that_differ(prints(|here, depth, rows| {
    let line = |depth, total| format!("{depth:5}{total:9}   00:00:0{depth}:{:03}", total % 1000);
    let heading = ["Depth   Result   Time elapsed".to_owned()];
    heading.into_iter().chain(table(here, depth, sum(rows), line)).collect()
}))]
#[case::in_a_table_with_speeds(prints(|here, depth, rows| {
    table(here, depth, sum(rows), |depth, total| format!(" {depth}  {total}  0.00  0.00nps"))
}))]
#[case::beside_the_number_of_moves_in_words_that_are_known(prints(|_, _, rows| {
    vec![format!("Moves: {}", rows.len()), format!("-> {}", sum(rows))]
}))]
#[case::in_words_that_others_have_for_the_number_of_moves(prints(|_, _, rows| {
    vec![format!("Moves: {}", sum(rows))]
}))]
fn an_engine_with_a_total_of_its_own_is_read_as_any_other(#[case] print: Print) {
    assert_is_read_as(print, TOTALS.print);
}

#[rstest]
#[case::without_a_total(prints(|_, _, rows| in_words(rows).collect()))]
#[case::with_a_total(prints(|_, _, rows| {
    in_words(rows).chain([format!("zusammen {} in 0 ms", sum(rows))]).collect()
}))]
#[case::with_the_number_of_moves(prints(|_, _, rows| {
    in_words(rows).chain([format!("Moves: {}", rows.len())]).collect()
}))]
#[case::with_the_number_of_moves_after_rows_that_are_known(prints(|_, _, rows| {
    lines(rows).chain([format!("Moves: {}", rows.len())]).collect()
}))]
#[case::in_san(prints(|here, _, rows| {
    let row = |row| in_san(here, row).replace(": ", " leads to this many leaves: #");
    rows.iter().map(row).collect()
}))]
fn an_engine_with_rows_of_its_own_is_read_as_any_other(#[case] print: Print) {
    assert_is_read_as(print, RIGHT.print);
}

/// By UCI and as a script, with a fault and without one.
#[track_caller]
fn assert_is_read_as(print: Print, known: Print) {
    for start in [engine, script] {
        let expected = [RIGHT, NO_CASTLING].map(|it| heard(start(Inside { print: known, ..it })));
        assert_ne!(expected[0], expected[1]);
        let found = [RIGHT, NO_CASTLING].map(|it| heard(start(Inside { print, ..it })));
        assert_eq!(found, expected);
    }
}

/// It has no double step. Bare kings show where its total is, all the same.
#[test]
fn an_engine_that_is_wrong_in_the_start_position_is_read() {
    let lacks = |kind| kind == MoveKind::DoublePush;
    let print: Print = |_, _, rows| vec![format!("-> {}", sum(rows))];
    let expected = heard(engine(Inside { lacks, ..TOTALS }));
    assert_ne!(expected, heard(engine(TOTALS)));
    assert_eq!(heard(engine(Inside { lacks, print })), expected);
}

#[test]
fn a_reply_has_the_line_that_was_read_where_the_counts_are() {
    let print: Print = |_, _, rows| vec!["x".to_owned(), format!("  -> {}", sum(rows))];
    for (print, expected) in [(print, Some("-> 3")), (TOTALS.print, None), (RIGHT.print, None)] {
        let mut engine = engine(Inside { print, ..RIGHT });
        let reply = engine.talk.ask(&Step::anew(&line(KINGS, ""), 1));
        let reply = reply.expect("it answers").expect("it is asked anew");
        assert_eq!(reply.learnt.as_deref(), expected);
    }
}

/// Nothing is learnt, and nothing is said of what the engine counts.
#[rstest]
#[case::a_time_that_is_right_once(prints(|_, depth, rows| {
    vec![format!("{} ms", if depth == 5 { sum(rows) } else { 12 })]
}))]
#[case::a_number_of_moves(prints(|_, depth, rows| vec![format!("depth {depth} {}", rows.len())]))]
#[case::a_speed_that_is_the_total_as_long_as_no_second_has_gone_by(prints(|_, _, rows| {
    vec![format!("{0} Stellungen, {0} in 1 s", sum(rows))]
}))]
#[case::the_total_of_the_start_position_whatever_was_asked(prints(|_, depth, _| {
    vec![format!("-> {}", perft(&Position::start(), depth))]
}))]
#[case::a_total_that_counts_the_root(prints(|_, _, rows| vec![format!("-> {}", sum(rows) + 1)]))]
#[case::large_numbers_in_thousands(prints(|_, _, rows| vec![match sum(rows) {
    few @ ..1000 => format!("-> {few}"),
    many => format!("-> {}k", many / 1000),
}]))]
#[case::the_depth(prints(|_, depth, _| vec![format!("depth {depth}")]))]
#[case::the_right_total_among_many_numbers(prints(|_, _, _| {
    (0..8000).map(|number| format!("x{number}")).collect()
}))]
fn an_engine_whose_numbers_do_not_show_its_total_is_not_read(#[case] print: Print) {
    for start in [engine, script] {
        let heard = heard(start(Inside { print, ..NO_CASTLING }));
        assert!(heard.iter().all(|it| it == "rubbish"), "{heard:?}");
    }
}

/// The sum of the rows shows which number is their total, and where there is no move it is none.
#[rstest]
#[case::in_front(prints(|_, _, rows| vec![format!("{} positions reached in 0.1 s", sum(rows))]))]
#[case::after_words(prints(|_, depth, rows| {
    vec![format!("Perft depth {depth} returned a total number of moves of {}", sum(rows))]
}))]
fn a_total_is_learnt_from_the_rows(#[case] total: Print) {
    let asked = [(KINGS, 1), (MATE, 1), (START, 1), (MATE, 1), (START, 2), (MATE, 3)];
    let answers = |says_ready: bool| {
        let mut position = String::new();
        let engine = move |sent: &str| {
            if let Some(asked) = sent.strip_prefix("position fen ") {
                asked.clone_into(&mut position);
            }
            let go = sent.strip_prefix("go perft ").map_or(String::new(), |depth| {
                let depth = depth.parse().expect("it is a depth");
                let here = position_of(&position);
                let texts = divide(&here, depth);
                let rows: Vec<_> = texts.texts().map(|(mv, count)| (mv.clone(), count)).collect();
                let printed: Vec<String> = lines(&rows).chain(total(&here, depth, &rows)).collect();
                printed.join("; ")
            });
            if sent == "isready" && !says_ready { String::new() } else { uci_or(sent, &go) }
        };
        let mut engine = started(uci(), LIMIT, engine);
        asked.map(|(fen, depth)| {
            let before = engine.talk.wire.now;
            let reply = engine.talk.ask(&Step::anew(&line(fen, ""), depth));
            let reply = reply.expect("it answers").expect("it is asked anew");
            let took = engine.talk.wire.now.saturating_sub(before).as_millis();
            (reply.rows.len(), reply.totals, took)
        })
    };
    // Before it is learnt, an engine that is mated is waited for about a second, and no longer.
    let until_ready = [
        (3, vec![], 200),
        (0, vec![], 1200),
        (20, vec![], 0),
        (0, vec![0], 0),
        (20, vec![400], 0),
        (0, vec![0], 0),
    ];
    assert_eq!(answers(true), until_ready);
    let in_silence = [
        (3, vec![], 200),
        (0, vec![], 1000),
        (20, vec![], 200),
        (0, vec![0], 10),
        (20, vec![400], 10),
        (0, vec![0], 10),
    ];
    assert_eq!(answers(false), in_silence);
}

/// It counts its moves as it goes on, and is slow. That the last number is their sum says nothing.
#[test]
fn a_number_that_grows_with_the_rows_is_no_total() {
    let print: Print = |_, _, rows| {
        let mut all = 0;
        let counted = rows.iter().flat_map(|(mv, count)| {
            all += count;
            [format!("{mv}: {count}"), format!("{all} done"), "+500".to_owned()]
        });
        counted.collect()
    };
    let mut engine = engine(Inside { print, ..RIGHT });
    let rows = [KINGS, START, KINGS, START].map(|fen| {
        let reply = engine.talk.ask(&Step::anew(&line(fen, ""), 1)).expect("it answers");
        reply.map(|reply| (reply.rows.len(), reply.totals))
    });
    let (kings, start) = (Some((3, vec![])), Some((20, vec![])));
    assert_eq!(rows, [kings.clone(), start.clone(), kings, start]);
}

/// At depth 1 the number of moves is that of the leaves.
#[test]
fn the_number_of_moves_alone_is_no_total_from_depth_2_on() {
    let print: Print = |_, _, rows| vec![format!("Moves: {}", rows.len())];
    for start in [engine, script] {
        let mut engine = start(Inside { print, ..RIGHT });
        assert_eq!([1, 2].map(|depth| ask(&mut engine, START, depth)), ["Some(20)", "refuses"]);
    }
}

/// It writes a large number in another way than all that it has shown. No count of it is called wrong.
#[test]
fn a_number_that_is_written_in_another_way_later_is_not_read() {
    let print: Print = |_, _, rows| {
        let total = sum(rows);
        vec![if total > 8000 { format!("-> {}k", total / 1000) } else { format!("-> {total}") }]
    };
    let heard = heard(engine(Inside { print, ..RIGHT }));
    assert_eq!(heard[4..], ["Some(76)", "refuses"]);
}

/// What it was asked to learn from is not asked again, nor of the process that is asked later.
#[test]
fn an_engine_is_asked_only_once_where_its_total_is() {
    let print: Print = |_, _, rows| vec![format!("-> {}", sum(rows))];
    let mut played = engine(Inside { print, ..RIGHT });
    let asked = [KINGS, KINGS].map(|fen| played.ask(fen));
    let learnt = "position go isready ".repeat(4);
    assert_eq!(
        asked,
        [
            &format!(
                "position go isready {learnt}start uci ucinewgame isready position go isready | 1200 ms | = 3"
            ),
            "position go isready | 0 ms | = 3"
        ]
    );
}

/// It prints no total, and never says that it is ready.
#[test]
fn learning_takes_no_longer_than_a_question() {
    let mut position = String::new();
    let engine = |line: &str| {
        if let Some(asked) = line.strip_prefix("position fen ") {
            asked.clone_into(&mut position);
        }
        let print: Print = |_, _, rows| in_words(rows).collect();
        let prints = |depth| answer(&Inside { print, ..RIGHT }, &position, depth);
        line.strip_prefix("go perft ").map_or(String::new(), prints)
    };
    let mut engine = started(uci(), LIMIT, engine);
    let answers = [KINGS, KINGS].map(|fen| engine.ask(fen));
    assert_eq!(
        answers,
        [
            "position go position go position go position go position go start position go | 1010 ms | a1a2 a1b1 a1b2 = ?",
            "position go | 200 ms | a1a2 a1b1 a1b2 = ?",
        ]
    );
}

/// It answers the first question in a form that is not known, and no other one.
#[test]
fn an_engine_from_which_nothing_is_learnt_is_known_soon() {
    let mut asked = 0;
    let engine = |line: &str| {
        asked += usize::from(line.starts_with("go"));
        if asked > 1 { String::new() } else { "-> 3".to_owned() }
    };
    let mut engine = started(uci(), LIMIT, engine);
    assert_eq!(
        engine.ask(KINGS),
        "position go position go start position go | 60000 ms | Hangs(20s)"
    );
}
