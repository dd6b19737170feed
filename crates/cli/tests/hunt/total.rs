//! `hunt --total`: from one number to the faults that give it.

use super::run::{broken, hunt};
use crate::program::{Run, finish, start};
use ox88_test_support::{assert_texts, file, kept};

/// The commands of the snapshot, each with its end and what is said.
#[test]
fn a_number_is_answered_in_a_sentence() {
    let rules = kept("total.answers").into_iter().map(|(rule, commands)| {
        let answers = commands.iter().map(|command| {
            let line = command.strip_prefix("$ ox88 hunt --total ").expect("it is a command");
            let words = shlex::split(line).expect("a shell reads it");
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let Run { code, out, err } = hunt(&[&["--total"], &words[..]].concat());
            assert!(out.lines().all(|line| line.chars().count() <= 80), "{line}: {out}");
            assert_eq!(out.is_empty(), code == Some(2), "{line}: {out}{err}");
            let code = code.expect("it ends by itself");
            format!(
                "$ ox88 hunt --total {line}\n  {}\n  exit code {code}\n",
                (out + &err).trim_end().replace('\n', "\n  ")
            )
        });
        (rule, answers.collect::<Vec<_>>().join("\n"))
    });
    assert_texts("total.answers", rules);
}

#[test]
fn a_number_has_no_report_and_whoever_reads_one_is_told_so() {
    let answer = hunt(&["--total", "5", "--json", "-"]);
    assert_eq!(answer.code, Some(2));
    for text in [&answer.err, &answer.out] {
        assert!(text.contains("there is no report"), "{text}");
    }
}

#[test]
fn a_suite_with_the_number_of_a_known_fault_says_so() {
    let path =
        file("total.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D5 4865351\n");
    let checked = finish(start(["suite", &path]), "");
    assert_eq!(checked.code, Some(1), "{}", checked.err);
    let text = checked.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("engines print 4865351 if en passant is never generated"),
        "{}",
        checked.out
    );
}

#[test]
fn an_engine_that_prints_totals_alone_is_told_which_faults_give_the_first_wrong_one() {
    let engine = broken("castling-missing --format total-only");
    let hunted = hunt(&["--engine", &engine, "--fen", "kiwipete", "--depth", "3"]);
    let text = hunted.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("if castling is never generated"), "{}", hunted.out);
}
