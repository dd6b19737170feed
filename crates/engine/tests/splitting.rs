//! A command is split into words as it is typed on its system, and words are joined to such a command.

use crate::Splitting;
use crate::Splitting::{Unix, Windows};
use rstest::rstest;

#[rstest]
#[case::a_relative_path(r".\my-engine.exe", &[r".\my-engine.exe"])]
#[case::a_path_with_arguments(r"C:\chess\engine.exe --hash 16", &[r"C:\chess\engine.exe", "--hash", "16"])]
#[case::a_path_with_blanks(r#""C:\My Engines\engine.exe" --quiet"#, &[r"C:\My Engines\engine.exe", "--quiet"])]
#[case::a_folder_in_quotation_marks(r#"run "C:\My Engines\" now"#, &["run", r"C:\My Engines\", "now"])]
#[case::marks_within_a_word(r#"C:\"My Engines"\engine.exe"#, &[r"C:\My Engines\engine.exe"])]
#[case::a_share(r"\\server\engine.exe", &[r"\\server\engine.exe"])]
#[case::single_marks_around_a_word("python 'my engine.py'", &["python", "my engine.py"])]
#[case::a_single_mark_within_a_word(r"C:\O'Brien\engine.exe", &[r"C:\O'Brien\engine.exe"])]
#[case::two_marks_for_one(r#"engine "say ""this""" x"#, &["engine", r#"say "this""#, "x"])]
#[case::an_empty_argument(r#"engine "" ''"#, &["engine", "", ""])]
#[case::blanks_of_all_kinds(" \tengine \t --quiet\n", &["engine", "--quiet"])]
fn on_windows_a_backslash_is_a_letter(#[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(Windows.split(command).expect("it can be split"), expected);
}

#[rstest]
#[case::a_backslash_before_a_blank(r"./my\ engine --quiet", &["./my engine", "--quiet"])]
#[case::marks("'./my engine' \"a\\\"b\"", &["./my engine", "a\"b"])]
#[case::backslashes_of_windows(r".\my-engine.exe", &[".my-engine.exe"])]
fn on_unix_a_command_is_split_as_in_a_shell(#[case] command: &str, #[case] expected: &[&str]) {
    assert_eq!(Unix.split(command).expect("it can be split"), expected);
}

#[rstest]
#[case("", "expected the name of a program", "expected the name of a program")]
#[case("  ", "expected the name of a program", "expected the name of a program")]
#[case("engine \"open", "a quotation mark or a backslash is open", "a quotation mark is open")]
#[case("engine 'open", "a quotation mark or a backslash is open", "a quotation mark is open")]
fn what_cannot_be_split_is_refused(
    #[case] command: &str,
    #[case] on_unix: &str,
    #[case] on_windows: &str,
) {
    for (splitting, expected) in [(Unix, on_unix), (Windows, on_windows)] {
        let error = splitting.split(command).expect_err("it cannot be split");
        assert!(error.starts_with(expected), "{error}");
    }
}

#[rstest]
fn words_that_are_joined_are_split_into_the_same_words(#[values(Unix, Windows)] by: Splitting) {
    let words = [
        "engine",
        "",
        " ",
        "two words",
        "'",
        "'quoted'",
        "\"",
        "\"\"",
        "a\"b c",
        "it's",
        r"C:\x\",
        r"a \",
        "--option=1",
        "tab\there",
        "$HOME",
        "\\",
    ];
    for first in words {
        for second in words {
            let both = [first, second].map(str::to_owned);
            assert_eq!(by.split(&by.join(&both)).expect("it can be split"), both);
        }
    }
    let plain = ["python3", "my_engine.py"].map(str::to_owned);
    assert_eq!(by.join(&plain), "python3 my_engine.py");
}
