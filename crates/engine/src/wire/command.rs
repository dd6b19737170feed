//! A command as one text: how it is split into its words, and how words become a text again.

use std::borrow::Cow;

/// Who would split a command that is typed on this system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Splitting {
    /// A shell of Unix: with quotation marks of both kinds, and backslashes before single letters.
    Unix,
    /// Windows, where a backslash is a letter like any other, because paths are written with it. Double
    /// quotation marks hold words together, and two of them within such are one that is meant. Single ones do
    /// so where a word begins, as in commands that are copied from Unix.
    Windows,
}

impl Splitting {
    /// What is used on this system.
    pub const HERE: Splitting = if cfg!(windows) { Splitting::Windows } else { Splitting::Unix };

    /// Splits a command into the program and its arguments.
    ///
    /// # Errors
    /// What was expected, if there is no program, or a quotation mark or a backslash is open at the end.
    pub fn split(self, command: &str) -> Result<Vec<String>, String> {
        let (words, open) = match self {
            Splitting::Unix => (
                shlex::split(command),
                "a quotation mark or a backslash is open at its end: expected words as in a shell",
            ),
            Splitting::Windows => (
                split_on_windows(command),
                "a quotation mark is open at its end: expected words, with quotation marks around one that \
                 has blanks",
            ),
        };
        let words = words.ok_or(open)?;
        if words.is_empty() { Err("expected the name of a program".to_owned()) } else { Ok(words) }
    }

    /// The text that is split into these words. No word has a zero byte, which the system allows in none.
    pub fn join(self, words: &[String]) -> String {
        let quoted = |word: &String| match self {
            Splitting::Unix => {
                shlex::try_quote(word).map_or_else(|_| word.clone(), Cow::into_owned)
            }
            Splitting::Windows => quoted_on_windows(word),
        };
        words.iter().map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// Nothing if a quotation mark is open at the end.
fn split_on_windows(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() {
            words.extend(word.take());
        } else if letter == '"' || letter == '\'' && word.is_none() {
            let word = word.get_or_insert_default();
            loop {
                let quoted = letters.next()?;
                let is_mark = quoted == letter;
                if is_mark && (letter == '\'' || letters.next_if_eq(&letter).is_none()) {
                    break;
                }
                word.push(quoted);
            }
        } else {
            word.get_or_insert_default().push(letter);
        }
    }
    words.extend(word);
    Some(words)
}

fn quoted_on_windows(word: &str) -> String {
    let is_plain = |letter: char| !letter.is_whitespace() && letter != '"';
    if !word.is_empty() && !word.starts_with('\'') && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('"', "\"\""))
    }
}
