//! A place in the lines of an engine at which it puts a number, by what is around it: between which words, and after a
//! move or not. Where the counts are is learnt in [`crate::talk`], from answers that are known to be right.

use super::name::Name;
use super::plain;
use super::row::{OutputLine, Row};
use super::rows::read_count;
use super::unread::for_people;

/// Stands for a number, and for a move, where only what is around them matters.
const NUMBER: char = '\u{1}';
const MOVE: char = '\u{2}';

/// How many numbers of a line are looked at.
const MOST_NUMBERS: usize = 16;

/// Where a number is in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountPlace {
    /// The line up to the number.
    before: String,
    /// Which of the numbers before it is the depth, if lines of other depths look the same.
    depth: Option<usize>,
    /// Whether points separate groups of digits, like `8.902`.
    has_points: bool,
    /// The words that may come right after it: a `M` that is none of them would make the number something else.
    behind: Vec<String>,
}

/// A number of a line.
struct Number<'a> {
    before: String,
    text: &'a str,
    /// The word right after it.
    behind: &'a str,
    /// The first move in front of it.
    mv: Option<&'a str>,
}

impl CountPlace {
    /// The places of all numbers in a line. Each is a place of its own for each number in front of it that may be the
    /// depth.
    pub fn all_in(line: &str) -> Vec<CountPlace> {
        let line = plain(line);
        let places = numbers(&line).into_iter().enumerate().flat_map(|(index, number)| {
            let depths = std::iter::once(None).chain((0..index).map(Some));
            depths.map(move |depth| CountPlace {
                before: number.before.clone(),
                depth,
                has_points: read_count(number.text).is_none(),
                behind: vec![number.behind.to_owned()],
            })
        });
        places.collect()
    }

    /// Whether the number is that of a move.
    pub fn is_of_row(&self) -> bool {
        self.before.contains(MOVE)
    }

    /// Whether both are the same, whatever shows the depth.
    pub fn is_like(&self, other: &CountPlace) -> bool {
        (&self.before, self.has_points) == (&other.before, other.has_points)
    }

    /// Takes what is after the number in a line for what may be there.
    pub fn allow_behind(&mut self, line: &str) {
        let line = plain(line);
        let here = numbers(&line).into_iter().find(|number| number.before == self.before);
        if let Some(Number { behind, .. }) = here
            && !self.allows(behind)
        {
            self.behind.push(behind.to_owned());
        }
    }

    /// What a line of an answer to a question of this depth says here. Nothing if it looks different.
    pub fn read(&self, line: &str, depth: u32) -> Option<OutputLine> {
        let line = plain(line);
        let numbers = numbers(&line);
        let here = numbers.iter().find(|number| number.before == self.before)?;
        let depth_here = self.depth.map(|index| numbers.get(index).and_then(|it| self.count(it)));
        let is_here =
            self.allows(here.behind) && depth_here.is_none_or(|here| here == Some(depth.into()));
        let count = self.count(here).filter(|_| is_here)?;
        Some(match here.mv {
            Some(mv) => {
                let mut row = Row::new(mv, count);
                row.line = Some(for_people(&line));
                row.into()
            }
            None => count.into(),
        })
    }

    fn allows(&self, behind: &str) -> bool {
        self.behind.iter().any(|word| word == behind)
    }

    fn count(&self, number: &Number) -> Option<u128> {
        count(number.text, self.has_points)
    }
}

/// Whether this number is anywhere in a line.
pub fn has_number(line: &str, wanted: u128) -> bool {
    let line = plain(line);
    let is_wanted = |text| [false, true].map(|points| count(text, points)).contains(&Some(wanted));
    numbers(&line).iter().any(|number| is_wanted(number.text))
}

fn count(number: &str, has_points: bool) -> Option<u128> {
    if has_points { read_count(&number.replace('.', "_")) } else { read_count(number) }
}

/// The first numbers of a line, from left to right.
fn numbers(line: &str) -> Vec<Number<'_>> {
    let mut found = Vec::new();
    let (mut before, mut mv, mut rest) = (String::new(), None, line);
    while let Some(next) = rest.chars().next()
        && found.len() < MOST_NUMBERS
    {
        let is_in_word = before.ends_with(|last: char| last.is_alphanumeric() || is_stand_in(last));
        let named = if is_in_word { None } else { Name::at_start_of(rest) };
        let (sign, length) = if let Some((_, written)) = named {
            mv.get_or_insert(written);
            (MOVE, written.len())
        } else if next.is_ascii_digit() {
            let length = length_of_number(rest);
            let behind = rest[length..].trim_start();
            let word = behind.split(|letter: char| !letter.is_alphabetic()).next();
            found.push(Number {
                before: without_filling(&before),
                text: &rest[..length],
                behind: word.unwrap_or_default(),
                mv,
            });
            (NUMBER, length)
        } else {
            (next, next.len_utf8())
        };
        before.push(sign);
        rest = &rest[length..];
    }
    found
}

fn is_stand_in(letter: char) -> bool {
    [NUMBER, MOVE].contains(&letter)
}

/// How long the number is with which a text begins. What separates digits belongs to it.
fn length_of_number(text: &str) -> usize {
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let is_of_number = |at: usize| {
        let separates = || matches!(text.as_bytes()[at], b',' | b'_' | b'\'' | b'.');
        is_digit(at) || separates() && is_digit(at + 1)
    };
    (0..text.len()).find(|&at| !is_of_number(at)).unwrap_or(text.len())
}

/// The text without what only fills columns: blanks around numbers, and signs that are repeated.
fn without_filling(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        let letter = if letter.is_whitespace() { ' ' } else { letter };
        let is_filling = letter != NUMBER && !letter.is_alphanumeric() && plain.ends_with(letter)
            || letter == ' ' && (plain.is_empty() || plain.ends_with(is_stand_in));
        if is_stand_in(letter) && plain.ends_with(' ') {
            plain.pop();
        }
        if !is_filling {
            plain.push(letter);
        }
    }
    plain.trim_end().to_owned()
}
