//! Cases that are written in files of text beside the tests, one a line.

use crate::assert_texts;

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

/// Compares what comes of each case, by its rule and its line, with a snapshot, where it is below its line.
pub fn assert_rules(snapshot: &str, text: &str, comes_of: impl Fn(&str, &str) -> String) {
    let all = rules(text).map(|(rule, cases)| {
        let lines = cases.iter().map(|case| {
            let told = format!("{case}\n{}", comes_of(rule, case));
            told.trim_end().replace('\n', "\n  ")
        });
        (rule, lines.collect::<Vec<_>>().join("\n"))
    });
    assert_texts(snapshot, all);
}

/// What is written below a heading, which begins with this sign, up to the next such heading.
#[track_caller]
pub fn below<'a>(text: &'a str, sign: &str, heading: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{sign}{heading}\n")).expect("the heading is there");
    rest.split(&format!("\n{sign}")).next().unwrap_or_default()
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
