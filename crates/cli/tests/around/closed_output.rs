//! Standard output, standard error or standard input is closed, or nobody reads it.

use super::run::{Files, assert_says, ends, files, new_path, shell, short_runs, start_with};
use std::fs;
use std::io::pipe;

/// The start of a program opens what is closed as the null device, so that no file takes its place. Codes of a terminal are
/// for terminals.
#[test]
fn each_command_is_right_whatever_becomes_of_what_it_writes() {
    for around in [">&-", "2>&-", "2>/dev/full", "TERM=xterm", "TERM=xterm CLICOLOR_FORCE=0"] {
        let (before, behind) = if around.contains('>') { ("", around) } else { (around, "") };
        for arguments in short_runs() {
            let run = shell(&format!("{before} \"$ox88\" {arguments} {behind}"));
            assert_eq!(run.code, 0, "{around}: {arguments}: {}", run.err);
            assert_eq!(run.out.is_empty(), around == ">&-", "{around}: {arguments}");
            assert!(run.err.is_empty() || !around.starts_with('2'), "{around}: {arguments}");
            assert!(!(run.out + &run.err).contains('\u{1b}'), "{around}: {arguments}");
        }
    }
}

/// Work that is cut short has not shown that all is right, and nobody knows how long a reader has been gone.
#[test]
fn each_command_ends_silently_when_nobody_reads_what_it_writes() {
    for arguments in short_runs() {
        let (reader, writer) = pipe().expect("there are pipes");
        drop(reader);
        let mut running = start_with(&format!("exec \"$ox88\" {arguments}"), writer);
        drop(running.input.take());
        let run = running.wait();
        let writes_as_it_counts = ["perft 3", "suite --max-nodes", "uci", "work count"]
            .iter()
            .any(|begin| arguments.starts_with(begin));
        assert!(run.code == 2 || run.code == 0 && !writes_as_it_counts, "{arguments}: {run:?}");
        assert!(!run.err.contains("standard output"), "{arguments}: {}", run.err);
    }
}

#[test]
fn a_reader_who_has_seen_enough_of_a_result_is_no_error() {
    for (arguments, code, _) in ends("A reader who has seen enough of a result is no error.") {
        // The reader goes away before the first line, or after it.
        for reader in ["true", "head -n 1"] {
            let run = shell(&format!(
                "{{ \"$ox88\" {arguments} 2>/dev/null; echo \"code $?\" >&2; }} | {reader}"
            ));
            assert_eq!(run.err, format!("code {code}\n"), "{arguments} | {reader}");
        }
    }
}

/// What goes to a file is of use without anybody who reads standard output.
#[test]
fn results_that_go_to_files_need_no_reader() {
    let Files { wrong_divide, work, .. } = files();
    let [json, html, markdown, into, parts] =
        ["gone.json", "gone.html", "gone.md", "gone.result.epd", "gone.parts"].map(new_path);
    let runs = [
        (
            format!(
                "hunt --divide {wrong_divide} --fen startpos --json {json} --html {html} \
                 --markdown {markdown}"
            ),
            // The text that would have been read is missing, and the hunt was over before it.
            1,
        ),
        (format!("work count {work} --into {into}"), 0),
        (format!("work split 3 --plies 1 --parts 2 --into {parts}"), 0),
    ];
    for (arguments, code) in runs {
        let (reader, writer) = pipe().expect("there are pipes");
        drop(reader);
        let run = start_with(&format!("exec \"$ox88\" {arguments}"), writer).wait();
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
    }
    let read = |path: &str| fs::read_to_string(path).expect("it was written");
    assert_says(&read(&json), &["\"verdict\": \"differs\"", "a2a3"]);
    assert_says(&read(&html), &["a2a3", "</html>"]);
    assert_says(&read(&markdown), &["a2a3", "1 finding: "]);
    assert_eq!(read(&into).lines().filter(|line| !line.starts_with('#')).count(), 20);
    assert_eq!(fs::read_dir(parts).map(Iterator::count).ok(), Some(2));
}

#[test]
fn a_refusal_that_nobody_reads_has_its_exit_code() {
    for to in ["2>&-", "2>/dev/full"] {
        let run = shell(&format!("\"$ox88\" perft 0 {to}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""));
    }
    // A line on standard error every five seconds finds no reader either.
    let run = shell("{ \"$ox88\" work split 4 --plies 2; } 2>&1 >/dev/null | true");
    assert_eq!(run.code, 0);
}

#[test]
fn a_standard_input_that_is_closed_is_empty() {
    for (arguments, code, says) in ends("A standard input that is closed is empty.") {
        let run = shell(&format!("\"$ox88\" {arguments} <&-"));
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert_says(&run.err, &[says]);
    }
}
