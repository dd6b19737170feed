//! A command is split into words as it is typed on its system, and words are joined to such a command.

use crate::Splitting::{Unix, Windows};
use ox88_test_support::{assert_rules, unescaped};

#[test]
fn a_command_is_split_into_these_words_or_refused() {
    assert_rules("splitting.commands", |_, command| {
        let words = [Unix, Windows].map(|by| match by.split(&unescaped(command)) {
            Ok(words) => format!("{words:?}"),
            Err(error) => error,
        });
        format!("Unix     {}\nWindows  {}", words[0], words[1])
    });
    assert_eq!(Unix.split(""), Unix.split(" "));
    assert_eq!(Windows.split(""), Windows.split(" "));
}

#[test]
fn words_that_are_joined_are_split_into_the_same_words() {
    let words =
        "engine|| |two words|'|'quoted'|\"|\"\"|a\"b c|it's|C:\\x\\|a \\|-o=1|tab\there|$HOME|\\";
    for by in [Unix, Windows] {
        for first in words.split('|') {
            for second in words.split('|') {
                let both = [first, second].map(str::to_owned);
                assert_eq!(by.split(&by.join(&both)).expect("it can be split"), both);
            }
        }
        let plain = ["python3", "my_engine.py"].map(str::to_owned);
        assert_eq!(by.join(&plain), "python3 my_engine.py");
    }
}
