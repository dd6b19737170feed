//! Terminals: one that knows no more than text, one that is a column wide, and none.

use crate::helpers::file::file;
use crate::run::{Files, Run, all_at_once, assert_says, files, shell, short_runs};
use ox88::START;

/// What begins each command to a terminal.
const ESCAPE: char = '\u{1b}';

/// Runs a command at a terminal, or not if there is nothing that makes one.
fn at_a_terminal(environment: &str, command: &str) -> Option<Run> {
    if shell("script -qec true /dev/null").code != 0 {
        eprintln!("LEFT OUT: no `script` of util-linux here, which makes a terminal");
        return None;
    }
    let command =
        format!("export COMMAND='{command}'; {environment} script -qec \"$COMMAND\" /dev/null");
    Some(shell(&command))
}

/// A hunt that has something to write in bold, and one that takes long enough for a bar.
fn commands() -> [String; 2] {
    let Files { wrong_divide, .. } = files();
    [format!("\"$ox88\" hunt --divide {wrong_divide} --fen startpos"), long_hunt()]
}

/// A hunt with an engine that never answers, which takes no time of the processor.
fn long_hunt() -> String {
    let engine = "while read -r verb; do\n[ $verb = uci ] && echo uciok\n\
                  [ $verb = isready ] && echo readyok\ndone\n";
    let engine = file("around.silent.sh", engine);
    format!("timeout -s INT 2 \"$ox88\" hunt --engine \"sh {engine}\" --timeout 1000")
}

#[test]
fn a_terminal_is_shown_colour_and_a_bar() {
    all_at_once(&commands(), |command| {
        let Some(run) = at_a_terminal("TERM=xterm", command) else { return };
        assert!(run.out.contains(ESCAPE), "{command}: {}", run.out);
    });
}

#[test]
fn a_terminal_that_knows_no_codes_gets_none() {
    all_at_once(&["TERM=dumb", "TERM=", "env -u TERM", "NO_COLOR=1 TERM=dumb"], |environment| {
        for command in commands() {
            let Some(run) = at_a_terminal(environment, &command) else { return };
            assert!(!run.out.contains(ESCAPE), "{environment} {command}: {}", run.out);
            assert_says(
                &run.out,
                &[if command.contains("divide") { "a2a3" } else { "interrupted" }],
            );
        }
    });
}

#[test]
fn colour_can_be_refused() {
    let [hunt, _] = commands();
    let Some(run) = at_a_terminal("NO_COLOR=1 TERM=xterm", &hunt) else { return };
    assert_says(&run.out, &["a2a3"]);
    assert!(!run.out.contains(ESCAPE), "{}", run.out);
}

#[test]
fn colour_can_be_had_without_a_terminal() {
    let [hunt, _] = commands();
    let wrong = file("around.wrong.epd", format!("{START} ;D1 21\n"));
    let commands = [
        (hunt, "\u{1b}[1;31mcount\u{1b}[0m "),
        ("\"$ox88\" perft 1".to_owned(), "  \u{1b}[32mok\u{1b}[0m"),
        (
            "\"$ox88\" suite pawns --max-depth 1".to_owned(),
            "\u{1b}[32m76 of 76 cases right\u{1b}[0m",
        ),
        (format!("\"$ox88\" suite {wrong}"), "failures   \u{1b}[1;31m1\u{1b}[0m"),
    ];
    for (command, part) in commands {
        let run = shell(&format!("export CLICOLOR_FORCE=1; {command}"));
        assert_says(&run.out, &[part]);
    }
}

#[test]
fn no_width_is_too_small_for_a_bar_and_ctrl_c_clears_it() {
    let sizes = ["cols 1", "cols 1 rows 1", "cols 17", "cols 0 rows 0", "cols 10000"];
    all_at_once(&sizes, |size| {
        let command = format!("stty {size}; {}", long_hunt());
        let Some(run) = at_a_terminal("TERM=xterm", &command) else { return };
        assert!(!run.out.contains("panicked"), "{size}: {}", run.out);
        let (before, behind) = run.out.rsplit_once("ox88: interrupted after ").unwrap_or_default();
        assert_says(behind, &[" s: ", " %"]);
        // What stands in the line of the bar is cleared before the last word.
        let line = before.rsplit(['\r', '\n']).next().unwrap_or_default();
        assert!(["", "\u{1b}[2K"].contains(&line), "{size}: {before:?}");
    });
}

/// Half a number would be a wrong one.
#[test]
fn a_narrow_terminal_is_shown_whole_fields() {
    let counting = "timeout -s INT 3 \"$ox88\" perft 12 --memory 0".to_owned();
    for (columns, command) in [(60, long_hunt()), (60, counting.clone()), (45, counting)] {
        let command = format!("stty cols {columns} rows 20; {command}");
        let Some(run) = at_a_terminal("TERM=xterm", &command) else { return };
        let bars = run.out.split(['\r', '\n']).filter_map(|it| it.rsplit_once("] "));
        let messages = bars.map(|(_, it)| it.split(ESCAPE).next().unwrap_or_default().trim_end());
        // The first bar is drawn before there is anything to say.
        let messages: Vec<&str> = messages.filter(|it| !it.is_empty()).collect();
        assert!(messages.len() > 2, "{command}: {:?}", run.out);
        for message in messages {
            assert!(message.chars().count() <= columns - 19, "{message}");
            let is_whole = |field: &str| {
                [" %", " left", " nodes", " nodes/s"].iter().any(|end| field.ends_with(end))
            };
            let fields = message.split(", ");
            let rest: Vec<&str> = fields.filter(|it| !it.ends_with(" questions")).collect();
            assert!(
                rest.iter().all(|field| is_whole(field) || field.contains("waiting")),
                "{message}"
            );
        }
    }
}

#[test]
fn where_there_is_no_terminal_there_are_no_codes() {
    for environment in ["TERM=xterm", "TERM=xterm CLICOLOR_FORCE=0", "NO_COLOR=1 CLICOLOR_FORCE=1"]
    {
        for arguments in short_runs() {
            let run = shell(&format!("{environment} \"$ox88\" {arguments}"));
            assert_eq!(run.code, 0, "{arguments}: {}", run.err);
            assert!(!run.out.contains(ESCAPE) && !run.err.contains(ESCAPE), "{arguments}");
        }
    }
    for command in commands() {
        let run = shell(&format!("export TERM=xterm; {command}"));
        assert!(!run.out.contains(ESCAPE) && !run.err.contains(ESCAPE), "{command}");
    }
}
