//! Terminals: one that knows no more than text, one that is a column wide, and none.

use super::run::{
    Files, Run, all_at_once, assert_says, files, new_path, send_signal, shell, start, wait_until,
};
use ox88::START;
use ox88_test_support::{broken_engine, file, in_one_line};
use std::path::Path;

/// What begins each command to a terminal.
const ESCAPE: char = '\u{1b}';
const CLEAR_LINE: &str = "\u{1b}[2K";

/// Whether there is something that makes a terminal.
fn has_terminals() -> bool {
    let has = shell("script -qec true /dev/null").code == 0;
    if !has {
        eprintln!("LEFT OUT: no `script` of util-linux here, which makes a terminal");
    }
    has
}

/// A command of the shell that runs this one at a terminal.
fn at_a_terminal(environment: &str, command: &str) -> String {
    format!("export COMMAND='{command}'; {environment} script -qec \"$COMMAND\" /dev/null")
}

/// A hunt that has something to write in bold.
fn short_hunt() -> String {
    let Files { wrong_divide, .. } = files();
    format!("\"$ox88\" hunt --divide {wrong_divide} --fen startpos")
}

/// What is shown at a terminal of a short hunt.
#[track_caller]
fn short_hunt_at_a_terminal(environment: &str) -> Run {
    shell(&at_a_terminal(environment, &short_hunt()))
}

/// What is shown at a terminal of this size by a command that takes longer than anybody waits, which is
/// interrupted when enough has been shown.
#[track_caller]
fn interrupted(
    environment: &str,
    size: &str,
    arguments: &str,
    is_enough: impl Fn(&str) -> bool,
) -> Run {
    // Its first line is the number of its process. What it does may be seen before that has been read.
    let command = format!("stty {size}; echo $$; exec \"$ox88\" {arguments}");
    let running = start(&at_a_terminal(environment, &command));
    let number = |shown: &str| shown.split_once('\n')?.0.trim().parse().ok();
    wait_until(&format!("{arguments} at a terminal of {size} shows enough"), || {
        let shown = running.out_so_far();
        number(&shown).is_some() && is_enough(&shown)
    });
    let number = number(&running.out_so_far());
    send_signal("INT", number.expect("the number of its process comes first"));
    running.wait()
}

/// Its words stay whole, and so does what it quotes.
#[test]
fn an_error_fits_a_terminal() {
    if !has_terminals() {
        return;
    }
    let refused = [
        "perft 5x",
        "hunt --fen kiwipete e2e4 ./nope",
        "show \"4k3/8/8/8/8/8/8/4K3 w\"",
        "show \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"",
        "hunt no-such-engine --flag",
    ];
    all_at_once(&refused, |command| {
        let run = shell(&at_a_terminal("TERM=xterm", &format!("\"$ox88\" {command}")));
        let mut lines = run.out.lines().filter(|line| !line.starts_with("  "));
        assert!(lines.all(|line| line.chars().count() <= 80), "{command}: {}", run.out);
    });
}

/// A hunt with an engine that never answers, which takes no time of the processor. Once it has been asked,
/// there is the file `$ASKED`.
fn long_hunt() -> String {
    let engine = "while read -r verb rest; do\n[ $verb = uci ] && echo uciok\n\
                  [ $verb = isready ] && echo readyok\n\
                  [ $verb = go ] && : >\"${ASKED:-/dev/null}\"\ndone\n";
    let engine = file("around.silent.sh", engine);
    format!("hunt --engine \"sh {engine}\" --timeout 1000")
}

/// Whether a bar has been drawn a few times.
fn has_bars(shown: &str) -> bool {
    shown.matches(CLEAR_LINE).count() >= 8
}

#[test]
fn a_terminal_is_shown_colour_and_a_bar_and_no_colour_if_that_is_refused() {
    if !has_terminals() {
        return;
    }
    let run = short_hunt_at_a_terminal("TERM=xterm");
    assert!(run.out.contains(ESCAPE), "{}", run.out);
    interrupted("TERM=xterm", "sane", &long_hunt(), has_bars);
    let run = short_hunt_at_a_terminal("NO_COLOR=1 TERM=xterm");
    assert_says(&run.out, &["a2a3"]);
    assert!(!run.out.contains(ESCAPE), "{}", run.out);
}

#[test]
fn a_terminal_that_knows_no_codes_gets_none() {
    if !has_terminals() {
        return;
    }
    all_at_once(&["TERM=dumb", "env -u TERM", "NO_COLOR=1 TERM=dumb"], |environment| {
        let hunt = long_hunt();
        let says_how_far_it_is = |shown: &str| shown.contains("ox88: after ");
        let long = interrupted(environment, "sane", &hunt, says_how_far_it_is);
        for (run, says) in [(short_hunt_at_a_terminal(environment), "a2a3"), (long, "interrupted")]
        {
            assert!(!run.out.contains(ESCAPE), "{environment}: {}", run.out);
            assert_says(&run.out, &[says]);
        }
    });
}

#[test]
fn colour_can_be_had_without_a_terminal() {
    let wrong = file("around.wrong.epd", format!("{START} ;D1 21\n"));
    let commands = [
        (short_hunt(), "\u{1b}[1;31mcount\u{1b}[0m "),
        ("\"$ox88\" perft 1".to_owned(), "  \u{1b}[32mok\u{1b}[0m"),
        (
            "\"$ox88\" suite pawns --max-depth 1".to_owned(),
            "\u{1b}[32m76 of 76 cases right\u{1b}[0m",
        ),
        (format!("\"$ox88\" suite {wrong}"), "failures   \u{1b}[31m\u{1b}[1m1\u{1b}[0m"),
    ];
    for (command, part) in commands {
        let run = shell(&format!("export CLICOLOR_FORCE=1; {command}"));
        assert_says(&run.out, &[part]);
    }
}

#[test]
fn no_width_is_too_small_for_a_bar_and_ctrl_c_clears_it() {
    if !has_terminals() {
        return;
    }
    let sizes = ["cols 1", "cols 1 rows 1", "cols 17", "cols 0 rows 0", "cols 10000"];
    let asked = new_path("around.asked");
    all_at_once(&sizes, |size| {
        // Where it has too few rows, the bar is not drawn at all.
        let run = if size.contains("rows 1") {
            let environment = format!("TERM=xterm ASKED={asked}");
            interrupted(&environment, size, &long_hunt(), |_| Path::new(&asked).exists())
        } else {
            interrupted("TERM=xterm", size, &long_hunt(), has_bars)
        };
        assert!(!run.out.contains("panicked"), "{size}: {}", run.out);
        let (before, behind) = run.out.rsplit_once("ox88: interrupted after ").unwrap_or_default();
        assert_says(behind, &[" s: ", " %"]);
        // What stands in the line of the bar is cleared before the last word.
        let line = before.rsplit(['\r', '\n']).next().unwrap_or_default();
        assert!(["", CLEAR_LINE].contains(&line), "{size}: {before:?}");
    });
}

/// How many seconds it says that the whole hunt takes for each question of the plan, by how long it says that the engine
/// takes for one.
fn questions_of_plan(said: &str) -> Option<f64> {
    let after = |words: &str| said.split_once(words).map(|(_, rest)| rest.split(' '));
    let number = |word: Option<&str>| word.and_then(|it| it.parse::<f64>().ok());
    let each = number(after("this engine takes ")?.next())?;
    let mut whole = after("and the whole hunt may take ")?;
    let (time, unit) = (number(whole.next())?, whole.next()?);
    let unit = [("s:", 1.0), ("min:", 60.0), ("h:", 3600.0)].into_iter().find(|it| it.0 == unit)?;
    let planned = number(said.split(" counts: ").next()?.split(' ').next_back())?;
    Some(time * unit.1 / each / planned)
}

/// Nobody has asked for days, and a job of CI is ended before that. So that a busy machine changes nothing, the engines are
/// much slower than a machine is busy.
#[test]
fn a_slow_engine_gets_a_budget_at_a_terminal_and_in_a_pipe_unless_all_is_asked_for() {
    let engine = broken_engine();
    let hunt = format!("hunt --engine \"{} --speed 100\"", engine.display());
    let all = format!("{hunt} --max-nodes 1000000");
    let in_pipe = hunt.clone();
    let script = file("around.slow.sh", "sleep 1\nexec \"$ox88\" divide \"$@\"\n");
    let script = format!("hunt --script 'sh {script}'");
    let wait = "while read -r line; do case $line in go*) sleep 1;; esac; echo \"$line\"; done";
    let waits = file("around.waits.sh", format!("{wait} | '{}'\n", engine.display()));
    let waits = format!("hunt sh {waits}");
    let for_each = " s for each question, and the whole hunt may take ";
    let cases = [
        (waits, false, for_each),
        (hunt, true, "may take more than a day: ox88 stops after 60 s"),
        (in_pipe, false, "may take more than a day: ox88 stops after 60 s"),
        (script, false, for_each),
        // It is said before much is known of its speed.
        (all, true, ": `--budget 60s` asks what fits into a minute"),
    ];
    all_at_once(&cases, |(command, is_terminal, says)| {
        if *is_terminal && has_terminals() {
            interrupted("TERM=xterm", "sane", command, |shown| in_one_line(shown).contains(says));
        } else if !is_terminal {
            let running = start(&format!("exec \"$ox88\" {command}"));
            let said = || in_one_line(&running.err_so_far());
            wait_until("it says so", || said().contains(says) && said().contains("ox88 stops"));
            if *says == for_each {
                // Most counts take one question, and the first ones more. Of a time, the whole minutes or hours are said.
                let questions = questions_of_plan(&said());
                assert!(questions.is_some_and(|it| (0.6..6.0).contains(&it)), "{}", said());
            }
            running.signal("INT");
            assert_says(&running.wait().err, &["ox88: interrupted after "]);
        }
    });
}
