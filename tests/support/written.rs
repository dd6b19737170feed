//! Cases that are written in files of text beside the tests, one a line.

use crate::assert_texts;
use crate::texts::text_of;
use std::fmt::Display;

/// The rules of a text, which begin with `= `, with the cases below each. Empty lines and remarks are no cases.
pub fn rules(text: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    text.split("\n= ").skip(1).map(|part| {
        let (rule, lines) = part.split_once('\n').expect("there are cases");
        (rule, lines.lines().filter(|line| !line.is_empty() && !line.starts_with("// ")).collect())
    })
}

/// The cases below this rule.
#[track_caller]
pub fn cases<'a>(text: &'a str, rule: &str) -> Vec<&'a str> {
    rules(text).find(|it| it.0 == rule).expect("the rule is there").1
}

/// What is between a case and what comes of it.
const SIGN: &str = " ⇒";

/// The cases below this rule, each with what is written behind it: nothing where there is no sign.
#[track_caller]
pub fn rows<'a>(text: &'a str, rule: &str) -> Vec<(&'a str, &'a str)> {
    let split = |row: &'a str| row.split_once(SIGN).unwrap_or((row, ""));
    cases(text, rule).into_iter().map(split).map(|(case, told)| (case, told.trim_start())).collect()
}

/// Compares what comes of each case of a snapshot, by its rule and its line, with what stands behind it there, or below it
/// if that is more than a line. To add a case, write it into the snapshot and run the test with `INSTA_UPDATE=always`. A
/// line that begins with `// ` is a remark.
pub fn assert_rules(snapshot: &str, comes_of: impl Fn(&str, &str) -> String) {
    let all = kept(snapshot).into_iter().map(|(rule, cases)| {
        let told = |case: &String| {
            if is_remark(case) { case.clone() } else { row(case, &comes_of(&rule, case)) }
        };
        let lines = cases.iter().map(told).collect::<Vec<_>>().join("\n");
        (rule, lines)
    });
    assert_texts(snapshot, all);
}

/// A case and what comes of it.
pub fn row(case: &str, told: &str) -> String {
    let told = told.trim_end();
    let between = if told.contains('\n') { "\n" } else { " ⇒ " };
    format!("{case}{between}{told}").trim_end().replace('\n', "\n  ")
}

/// Compares what is told below each title, in rows below a rule.
pub fn assert_rows(
    snapshot: &str,
    rule: &str,
    rows: impl IntoIterator<Item = (impl Display, impl Display)>,
) {
    let row = |(title, told): (_, _)| row(&format!("{title}"), &format!("{told}"));
    let rows: Vec<String> = rows.into_iter().map(row).collect();
    assert_texts(snapshot, [(rule, rows.join("\n"))]);
}

/// Whether a line below a rule is no case.
pub fn is_remark(line: &str) -> bool {
    line.starts_with("// ")
}

/// The titles of a snapshot, which are rules, each with the cases that stand directly below it, without what comes of them.
pub fn kept(snapshot: &str) -> Vec<(String, Vec<String>)> {
    kept_to(0, snapshot)
}

/// The same with the lines that are indented by so much more.
///
/// # Panics
/// When it has no rule: then nothing would be tested.
pub fn kept_to(indentation: usize, snapshot: &str) -> Vec<(String, Vec<String>)> {
    let mut rules: Vec<(String, Vec<String>)> = Vec::new();
    for line in text_of(snapshot).lines().filter(|line| !line.is_empty()) {
        match (line.strip_prefix("  "), rules.last_mut()) {
            (None, _) => rules.push((line.to_owned(), Vec::new())),
            (Some(case), Some((_, cases)))
                if case.len() - case.trim_start().len() <= indentation =>
            {
                cases.push(case.split(SIGN).next().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }
    assert!(!rules.is_empty(), "{snapshot} has no rule");
    rules
}

/// A text with some of the escapes of Rust.
pub fn unescaped(text: &str) -> String {
    let escapes = [("\\t", "\t"), ("\\n", "\n"), ("\\r", "\r"), ("\\0", "\0")];
    let text = escapes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let mut parts = text.split("\\u{");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (number, rest) = part.split_once('}').expect("an escape has its end");
        let number = u32::from_str_radix(number, 16).expect("it is hexadecimal");
        text + &char::from_u32(number).expect("it is a letter").to_string() + rest
    })
}
