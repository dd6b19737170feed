//! Engines that print their counts in lines that ox88 has no words for.

use super::played::{LIMIT, Played, started, uci, uci_or};
use crate::ask::Protocol;
use crate::tests::inside::{
    BARE_KINGS, CASTLING, Inside, List, NO_CASTLING, Print, RIGHT, TOTALS, in_san, in_short,
    legal_but, lines, questions, sum,
};
use crate::{Abilities, Experiment, Heard, Partner, Plan, Step, Until, run_each, search};
use ox88::{MoveKind, Position, START, perft};
use rstest::rstest;
use std::time::Duration;

/// An engine that speaks through its lines.
struct Spoken(Played<'static>);

impl Partner for Spoken {
    fn can(&self) -> Abilities {
        let is_script = self.0.talk.is_script();
        Abilities {
            again: !is_script,
            may_refuse_moves: is_script,
            ..Abilities::of_questions(LIMIT)
        }
    }

    fn run(&mut self, experiment: &Experiment, _: Duration) -> Vec<Heard> {
        run_each(experiment, |step| match self.0.talk.ask(step) {
            Ok(Some(reply)) => reply.into(),
            Ok(None) => Heard::Cannot,
            Err(kind) => Heard::Trouble(kind.into()),
        })
    }
}

/// What it prints, line by line. It refuses a move that is not legal.
fn answer(inside: &Inside, position: &str, depth: &str) -> String {
    let Ok(line) = position.parse() else { return "illegal move".to_owned() };
    let step = Step::anew(&line, depth.parse().expect("it is a depth"));
    inside.prints(&step).expect("it answers").join("; ")
}

/// An engine that knows UCI.
fn engine(inside: Inside) -> Spoken {
    let mut position = String::new();
    Spoken(started(uci(), LIMIT, move |line: &str| {
        if let Some(asked) = line.strip_prefix("position fen ") {
            asked.clone_into(&mut position);
        }
        let prints = |depth| answer(&inside, &position, depth);
        let go = line.strip_prefix("go perft ").map_or(String::new(), prints);
        uci_or(line, &go)
    }))
}

/// A script with the same answers.
fn script(inside: Inside) -> Spoken {
    Spoken(started(Protocol::Script, LIMIT, move |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let (root, moves) = (words[2..8].join(" "), words[8..].join(" "));
        format!("{}; exit 0", answer(&inside, &format!("{root} moves {moves}"), words[1]))
    }))
}

/// Everything that is found, in short, and how many questions there were.
fn hunted(mut engine: Spoken) -> (Vec<String>, u64) {
    let outcome = search(&mut engine, &plan(), Until::All, |_, _| ());
    (outcome.findings.iter().map(in_short).collect(), outcome.totals.questions)
}

fn plan() -> Plan {
    questions(&[(START, 1), (START, 2), (BARE_KINGS, 2), (CASTLING, 1), (CASTLING, 2), (START, 3)])
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
#[case::in_english(prints(|_, _, rows| Ok(vec![format!("Visited {} end positions (0.01 s)", sum(rows))])))]
#[case::without_a_word(prints(|_, _, rows| Ok(vec![format!("-> {}", sum(rows))])))]
#[case::in_another_line_than_the_time(prints(|_, _, rows| {
    Ok(vec!["Zeit 12 ms".to_owned(), format!("Stellungen........{:9}", sum(rows))])
}))]
#[case::with_points_and_a_singular(prints(|_, _, rows| {
    let total = sum(rows);
    let word = if total == 1 { "Stellung" } else { "Stellungen" };
    Ok(vec![format!("{} {word} in 0,01 s", in_german(total))])
}))]
#[case::beside_the_depth_and_the_number_of_moves(prints(|_, depth, rows| {
    Ok(vec![format!("profondeur {depth}, {} coups, {} feuilles", rows.len(), sum(rows))])
}))]
#[case::behind_a_word_for_the_depth_alone(prints(|_, depth, rows| {
    Ok(vec![format!("depth {depth} {}", sum(rows))])
}))]
#[case::in_a_table_of_depths(prints(|here, depth, rows| {
    Ok(table(here, depth, sum(rows), |depth, total| format!("Tiefe {depth} {total:10} 0.01")))
}))]
#[case::in_a_table_with_tabs(prints(|here, depth, rows| {
    Ok(table(here, depth, sum(rows), |depth, total| format!("{depth}:\t0\t{total}")))
}))]
#[case::in_a_table_with_times(prints(|here, depth, rows| {
    Ok(table(here, depth, sum(rows), |depth, total| format!("{depth}   {total}   00:00:00:001")))
}))]
#[case::in_a_table_with_speeds(prints(|here, depth, rows| {
    Ok(table(here, depth, sum(rows), |depth, total| format!(" {depth}  {total}  0.00  0.00nps")))
}))]
#[case::beside_the_number_of_moves_in_words_that_are_known(prints(|_, _, rows| {
    Ok(vec![format!("Moves: {}", rows.len()), format!("-> {}", sum(rows))])
}))]
#[case::in_words_that_others_have_for_the_number_of_moves(prints(|_, _, rows| {
    Ok(vec![format!("Moves: {}", sum(rows))])
}))]
fn an_engine_with_a_total_of_its_own_is_hunted_as_any_other(#[case] print: Print) {
    assert_is_hunted_as(print, TOTALS.print);
}

#[rstest]
#[case::without_a_total(prints(|_, _, rows| Ok(in_words(rows).collect())))]
#[case::with_a_total(prints(|_, _, rows| {
    Ok(in_words(rows).chain([format!("zusammen {} in 0 ms", sum(rows))]).collect())
}))]
#[case::with_the_number_of_moves(prints(|_, _, rows| {
    Ok(in_words(rows).chain([format!("Moves: {}", rows.len())]).collect())
}))]
#[case::with_the_number_of_moves_behind_rows_that_are_known(prints(|_, _, rows| {
    Ok(lines(rows).chain([format!("Moves: {}", rows.len())]).collect())
}))]
#[case::in_san(prints(|here, _, rows| {
    let row = |row| in_san(here, row).replace(": ", " leads to this many leaves: #");
    Ok(rows.iter().map(row).collect())
}))]
fn an_engine_with_rows_of_its_own_is_hunted_as_any_other(#[case] print: Print) {
    assert_is_hunted_as(print, RIGHT.print);
}

/// By UCI and as a script, with a fault and without one. What teaches nothing of the engine counts as no question.
#[track_caller]
fn assert_is_hunted_as(print: Print, known: Print) {
    for start in [engine, script] {
        let expected = [RIGHT, NO_CASTLING].map(|it| hunted(start(Inside { print: known, ..it })));
        assert_ne!(expected[0], expected[1]);
        let found = [RIGHT, NO_CASTLING].map(|it| hunted(start(Inside { print, ..it })));
        assert_eq!(found, expected);
    }
}

/// It has no double step. Bare kings show where its total is, all the same.
#[test]
fn an_engine_that_is_wrong_in_the_start_position_is_hunted() {
    let list: List = |here, _| legal_but(here, |mv| mv.kind == MoveKind::DoublePush);
    let print: Print = |_, _, rows| Ok(vec![format!("-> {}", sum(rows))]);
    let expected = hunted(engine(Inside { list, ..TOTALS }));
    assert_ne!(expected, hunted(engine(TOTALS)));
    assert_eq!(hunted(engine(Inside { list, print, ..RIGHT })), expected);
}

#[test]
fn the_outcome_has_a_line_that_was_read_where_the_counts_are() {
    let print: Print = |_, _, rows| Ok(vec!["x".to_owned(), format!("  -> {}", sum(rows))]);
    for (print, expected) in [(print, Some("-> 20")), (TOTALS.print, None), (RIGHT.print, None)] {
        let mut engine = engine(Inside { print, ..RIGHT });
        let outcome = search(&mut engine, &plan(), Until::All, |_, _| ());
        assert_eq!(outcome.learnt.as_deref(), expected);
    }
}

/// Nothing is learnt, and nothing is said of what the engine counts.
#[rstest]
#[case::a_time_that_is_right_once(prints(|_, depth, rows| {
    Ok(vec![format!("{} ms", if depth == 5 { sum(rows) } else { 12 })])
}))]
#[case::a_number_of_moves(prints(|_, depth, rows| Ok(vec![format!("depth {depth} {}", rows.len())])))]
#[case::a_speed_that_is_the_total_as_long_as_no_second_has_gone_by(prints(|_, _, rows| {
    Ok(vec![format!("{0} Stellungen, {0} in 1 s", sum(rows))])
}))]
#[case::the_total_of_the_start_position_whatever_was_asked(prints(|_, depth, _| {
    Ok(vec![format!("-> {}", perft(&Position::start(), depth))])
}))]
#[case::a_total_that_counts_the_root(prints(|_, _, rows| Ok(vec![format!("-> {}", sum(rows) + 1)])))]
#[case::large_numbers_in_thousands(prints(|_, _, rows| Ok(vec![match sum(rows) {
    few @ ..1000 => format!("-> {few}"),
    many => format!("-> {}k", many / 1000),
}])))]
#[case::the_depth(prints(|_, depth, _| Ok(vec![format!("depth {depth}")])))]
#[case::the_right_total_among_many_numbers(prints(|_, _, _| {
    Ok((0..8000).map(|number| format!("x{number}")).collect())
}))]
fn an_engine_whose_numbers_do_not_show_its_total_is_not_read(#[case] print: Print) {
    for start in [engine, script] {
        let (found, _) = hunted(start(Inside { print, ..NO_CASTLING }));
        let is_unread = |kind: &String| kind == "rubbish" || kind == "refuses";
        assert!(found.iter().all(is_unread) && found[0] == "rubbish", "{found:?}");
    }
}

/// At depth 1 the number of moves is that of the leaves.
#[test]
fn the_number_of_moves_alone_is_no_total_from_depth_2_on() {
    let print: Print = |_, _, rows| Ok(vec![format!("Moves: {}", rows.len())]);
    for start in [engine, script] {
        let (found, _) = hunted(start(Inside { print, ..NO_CASTLING }));
        assert!(found.iter().all(|kind| kind == "refuses"), "{found:?}");
    }
}

/// It writes a large number in another way than all that it has shown. No count of it is called wrong.
#[test]
fn a_number_that_is_written_in_another_way_later_is_not_read() {
    let print: Print = |_, _, rows| {
        let total = sum(rows);
        Ok(vec![if total > 8000 { format!("-> {}k", total / 1000) } else { format!("-> {total}") }])
    };
    let (found, _) = hunted(engine(Inside { print, ..RIGHT }));
    assert_eq!(found, ["refuses"]);
}

/// What it was asked to learn from is not asked again, nor of the process that is hunted.
#[test]
fn an_engine_is_asked_only_once_where_its_total_is() {
    let print: Print = |_, _, rows| Ok(vec![format!("-> {}", sum(rows))]);
    let Spoken(mut played) = engine(Inside { print, ..RIGHT });
    let asked = [BARE_KINGS, BARE_KINGS].map(|fen| played.ask(fen));
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
