//! Work that is split, counted and merged, step by step, as the snapshot has it: what the last command prints.
//!
//! | step | meaning |
//! |---|---|
//! | `count @w` | `ox88 work count` with the file `w` |
//! | `x = split 3 --plies 1` | what it prints is the file `x` |
//! | `x = change @r 'a' 'b'` | the file `r` with `b` in place of the first `a` |
//! | `x = lines @r 0 3 4` | the first three lines of the file `r`, and then those from the fifth on |
//! | `remove @parts/part-1.epd` | a file goes |
//!
//! `LINE 5` is a whole line of the results, counted from 1. There are the files `w`, the work of `split 3 --plies 1`, `r` with
//! its results, and `none`, which is empty.

use super::{new_path, read, right, work};
use crate::program::{Run, without_place};
use ox88_test_support::{assert_rules, file, folder, in_one_line, unescaped};
use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicU32, Ordering};

struct Session {
    /// What its files begin with.
    name: String,
    results: String,
}

impl Session {
    fn path(&self, name: &str) -> String {
        format!("{}/{}.{name}", folder().display(), self.name)
    }

    /// A text of a step: with the paths of files, the lines of the results, and escapes.
    fn text(&self, word: &str) -> String {
        match (word.strip_prefix('@'), word.strip_prefix("LINE ")) {
            (Some(name), _) => self.path(name),
            (_, Some(number)) => {
                let number: usize = number.parse().expect("the number of a line");
                self.results.lines().nth(number - 1).expect("it has so many").to_owned()
            }
            _ => unescaped(word),
        }
    }

    /// What a step prints, if it is a command.
    fn run(&self, step: &str) -> Option<Run> {
        let (into, step) = step.split_once(" = ").map_or((None, step), |it| (Some(it.0), it.1));
        let words = shlex::split(step).expect("a shell reads it");
        let words: Vec<String> = words.iter().map(|word| self.text(word)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let printed = match words[..] {
            ["change", path, from, to] => {
                let text = read(path);
                assert!(text.contains(from), "{step}: no {from:?} in\n{text}");
                text.replacen(from, to, 1)
            }
            ["lines", path, first, last, from] => {
                let [first, last, from] =
                    [first, last, from].map(|it| it.parse::<usize>().expect("a line"));
                let text = read(path);
                let lines: Vec<&str> = text.lines().collect();
                let kept =
                    lines[first..last.min(lines.len())].iter().chain(lines.iter().skip(from));
                kept.flat_map(|line| [*line, "\n"]).collect()
            }
            ["remove", path] => {
                fs::remove_file(path).expect("it is there");
                return None;
            }
            _ if into.is_some() => right(&words.join(" ")),
            _ => return Some(work(&words.join(" "))),
        };
        file(&format!("{}.{}", self.name, into.expect("a file takes it")), printed);
        None
    }
}

#[test]
fn work_is_counted_and_merged_or_refused_with_what_is_wrong() {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let split = right("split 3 --plies 1");
    let results = right(&format!("count {} --threads 1", file("session.w", &split)));
    assert_rules("sessions.work", |_, case| {
        let name = format!("session{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let session = Session { name, results: results.clone() };
        new_path(&format!("{}.parts", session.name));
        let given = HashMap::from([("w", &split), ("r", &results)]);
        for name in ["w", "r", "none"] {
            file(&format!("{}.{name}", session.name), given.get(name).map_or("", |it| it.as_str()));
        }
        let (_, steps) = case.split_once(": ").expect("it has a name");
        let run = steps.split(" ; ").filter_map(|step| session.run(step)).last();
        let Run { code, out, err } = run.expect("the last step is a command");
        let told = format!("exit code {}: {}", code.unwrap_or(-1), in_one_line(&(out + &err)));
        without_place(&told.replace(&session.path(""), "@"))
    });
}
