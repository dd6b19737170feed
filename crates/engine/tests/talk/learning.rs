//! Engines that print their counts in lines that ox88 has no words for.

use super::played::{KINGS, LIMIT, Played, started, uci, uci_or};
use crate::{Line, Protocol, Reply, Step, by_squares};
use ox88::{Move, MoveKind, Position, START, divide, perft};
use ox88_test_support::printed::{in_san, sum};
use ox88_test_support::{cases, line, position, unescaped};
use rstest::rstest;

const CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";

/// What every engine is asked, in this order.
const QUESTIONS: [(&str, u32); 6] =
    [(START, 2), (START, 1), (KINGS, 2), (CASTLING, 1), (CASTLING, 2), (START, 3)];

/// An engine, with the moves that it does not list and what it prints, as `learnt.txt` says it.
#[derive(Clone, Copy)]
struct Inside<'a> {
    lacks: fn(MoveKind) -> bool,
    print: &'a str,
}

/// It prints rows and their total as many others do.
const RIGHT: Inside = Inside { lacks: |_| false, print: "row @M: @N; Nodes searched: @S" };

/// It prints no rows.
const TOTALS: Inside = Inside { print: "Nodes searched: @S", ..RIGHT };

const NO_CASTLING: Inside =
    Inside { lacks: |kind| matches!(kind, MoveKind::Castling { .. }), ..RIGHT };

/// What is printed about a position at a depth by an engine that has come to these counts.
fn printed(print: &str, here: &Position, depth: u32, rows: &[(String, u128)]) -> String {
    let lines = print.split("; ").map(|line| {
        let lines: Vec<String> = if let Some(line) = line.strip_prefix("row ") {
            (1..=rows.len()).map(|many| of_row(line, here, &rows[..many])).collect()
        } else if let Some(line) = line.strip_prefix("each ") {
            let lesser = (1..depth).map(|depth| of_sum(line, depth, perft(here, depth), rows));
            lesser.chain([of_sum(line, depth, sum(rows), rows)]).collect()
        } else {
            vec![of_sum(line, depth, sum(rows), rows)]
        };
        lines.join("; ")
    });
    lines.collect::<Vec<_>>().join("; ").replace(" / ", "; ")
}

fn filled(line: &str, values: &[(&str, String)]) -> String {
    values.iter().fold(unescaped(line), |line, (name, value)| line.replace(name, value))
}

/// The line of the last of these rows.
fn of_row(line: &str, here: &Position, rows: &[(String, u128)]) -> String {
    let row = &rows[rows.len() - 1];
    let san = in_san(here, row);
    let values = [
        ("@A", san.split(':').next().unwrap_or_default().to_owned()),
        ("@M", row.0.clone()),
        ("@N", row.1.to_string()),
        ("@I", format!("{:2}", rows.len())),
    ];
    filled(line, &values)
}

fn of_sum(line: &str, depth: u32, sum: u128, rows: &[(String, u128)]) -> String {
    let (thousands, rest) = (sum / 1000, sum % 1000);
    let in_thousands = |from| if sum < from { sum.to_string() } else { format!("{thousands}k") };
    let of_start = || perft(&Position::start(), depth).to_string();
    let many = || (0..8000).map(|number| format!("x{number}")).collect::<Vec<_>>().join("; ");
    let values = [
        ("@S", sum.to_string()),
        ("@P", format!("{sum:9}")),
        ("@G", if thousands == 0 { rest.to_string() } else { format!("{thousands}.{rest:03}") }),
        ("@T", format!("{rest:03}")),
        ("@K", in_thousands(1000)),
        ("@8", in_thousands(8001)),
        ("@+", (sum + 1).to_string()),
        ("@5", if depth == 5 { sum.to_string() } else { "12".to_owned() }),
        ("@R", rows.len().to_string()),
        ("@D", depth.to_string()),
        ("@0", if line.contains("@0") { of_start() } else { String::new() }),
        ("@W", if sum == 1 { "Stellung" } else { "Stellungen" }.to_owned()),
        ("@X", if line == "@X" { many() } else { String::new() }),
    ];
    filled(line, &values)
}

/// What it prints, line by line. It refuses a move that is not legal.
fn answer(inside: &Inside, position: &str, depth: &str) -> String {
    let Ok(line) = position.parse::<Line>() else { return "illegal move".to_owned() };
    let (here, depth) = (line.end(), depth.parse().expect("it is a depth"));
    let right = divide(&here, depth);
    let is_listed = |(mv, _): &(Move, u128)| !(inside.lacks)(mv.kind);
    let listed = right.rows().iter().filter(|row| is_listed(row));
    let rows: Vec<_> = listed.map(|&(mv, count)| (here.move_text(mv), count)).collect();
    printed(inside.print, &here, depth, &rows)
}

/// An engine that knows UCI.
fn engine(inside: Inside) -> Played {
    engine_or(inside, uci_or)
}

/// An engine that does this for a line, where that is what it prints for `go perft`.
fn engine_or(inside: Inside, plays: fn(&str, &str) -> String) -> Played {
    let mut position = String::new();
    started(uci(), LIMIT, move |line: &str| {
        if let Some(asked) = line.strip_prefix("position fen ") {
            asked.clone_into(&mut position);
        }
        let prints = |depth| answer(&inside, &position, depth);
        let go = line.strip_prefix("go perft ").map_or(String::new(), prints);
        plays(line, &go)
    })
}

/// A script with the same answers.
fn script(inside: Inside) -> Played {
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

/// By UCI and as a script, with a fault and without one.
#[rstest]
#[case("An engine with a total of its own is read as any other.", TOTALS)]
#[case("An engine with rows of its own is read as any other.", RIGHT)]
fn an_engine_with_words_of_its_own_is_read_as_any_other(#[case] rule: &str, #[case] known: Inside) {
    for start in [engine, script] {
        let lacks = [RIGHT.lacks, NO_CASTLING.lacks];
        let expected = lacks.map(|lacks| heard(start(Inside { lacks, ..known })));
        assert_ne!(expected[0], expected[1]);
        for (name, print) in written(rule) {
            let found = lacks.map(|lacks| heard(start(Inside { lacks, print })));
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn an_engine_whose_numbers_do_not_show_its_total_is_not_read() {
    for (name, print) in written("An engine whose numbers do not show its total is not read.") {
        for start in [engine, script] {
            let heard = heard(start(Inside { print, ..NO_CASTLING }));
            assert!(heard.iter().all(|it| it == "rubbish"), "{name}: {heard:?}");
        }
    }
}

/// What is printed below a rule of `learnt.txt`, each with its name.
fn written(rule: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = cases(include_str!("learnt.txt"), rule).into_iter();
    lines.map(|line| line.split_once(": ").expect("it has a name"))
}

/// It has no double step. Bare kings show where its total is, all the same.
#[test]
fn an_engine_that_is_wrong_in_the_start_position_is_read() {
    let lacks = |kind| kind == MoveKind::DoublePush;
    let expected = heard(engine(Inside { lacks, ..TOTALS }));
    assert_ne!(expected, heard(engine(TOTALS)));
    assert_eq!(heard(engine(Inside { lacks, print: "-> @S" })), expected);
}

#[test]
fn a_reply_has_the_line_that_was_read_where_the_counts_are() {
    for (print, expected) in
        [("x;   -> @S", Some("-> 3")), (TOTALS.print, None), (RIGHT.print, None)]
    {
        let mut engine = engine(Inside { print, ..RIGHT });
        let reply = engine.talk.ask(&Step::anew(&line(KINGS, ""), 1));
        let reply = reply.expect("it answers").expect("it is asked anew");
        assert_eq!(reply.learnt.as_deref(), expected);
    }
}

/// At depth 1 the number of moves is that of the leaves.
#[test]
fn the_number_of_moves_alone_is_no_total_from_depth_2_on() {
    for start in [engine, script] {
        let mut engine = start(Inside { print: "Moves: @R", ..RIGHT });
        assert_eq!([1, 2].map(|depth| ask(&mut engine, START, depth)), ["Some(20)", "refuses"]);
    }
}

/// It writes a large number in another way than all that it has shown. No count of it is called wrong.
#[test]
fn a_number_that_is_written_in_another_way_later_is_not_read() {
    let heard = heard(engine(Inside { print: "-> @8", ..RIGHT }));
    assert_eq!(heard[4..], ["Some(76)", "refuses"]);
}

/// What it was asked to learn from is not asked again, nor of the process that is asked later.
#[test]
fn an_engine_is_asked_only_once_where_its_total_is() {
    let mut played = engine(Inside { print: "-> @S", ..RIGHT });
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
    let says_nothing_else = |_: &str, go: &str| go.to_owned();
    let print = "row Zug @I @M ergibt @N Blatt";
    let mut engine = engine_or(Inside { print, ..RIGHT }, says_nothing_else);
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
        "position go position go start position go | 29666 ms | Hangs(20s)"
    );
}
