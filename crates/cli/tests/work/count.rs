//! `ox88 work count`.

use super::{assert_says, head, lines, new_path, read, right};
use crate::program::{finish, start};
use ox88::{Position, perft};
use ox88_test_support::file;
use std::fs;

/// A new file with the work of `split`, and its text.
fn work_file(name: &str, split: &str) -> (String, String) {
    let text = right(&format!("split {split}"));
    (file(name, &text), text)
}

#[test]
fn each_line_is_written_with_its_count_below_the_head() {
    let (path, work) = work_file("counted.epd", "4 kiwipete --plies 1");
    let results = right(&format!("count {path}"));
    assert_eq!(head(&results), head(&work));
    let mut counted = lines(&results);
    counted.sort_unstable();
    let expected = lines(&work).into_iter().map(|line| {
        let fen = line.split(" ;").next().unwrap_or_default();
        let position: Position = fen.parse().expect("it is a position");
        format!("{line} ;D3 {}", perft(&position, 3))
    });
    assert_eq!(counted, expected.collect::<Vec<_>>());
}

/// Remarks and empty lines are passed over, and lines may end as on other systems.
#[test]
fn work_is_read_from_standard_input_if_no_file_is_named() {
    let text = right("split 3 --plies 1");
    let with_remark = text.replacen("\nr", "\n# for the machine in the cellar\n\nr", 1);
    let of_windows = text.replace('\n', "\r\n");
    let alone = &["work", "count"][..];
    for (arguments, text) in [
        (alone, &text),
        (&["work", "count", "-"], &text),
        (alone, &with_remark),
        (alone, &of_windows),
    ] {
        let run = finish(start(arguments), text);
        assert_eq!((run.code, lines(&run.out).len()), (Some(0), 20), "{}", run.err);
    }
}

#[test]
fn every_walk_any_number_of_threads_and_any_memory_give_the_same_counts() {
    let (path, _) = work_file("walks.epd", "4 kiwipete --plies 2");
    let sorted = |options: &str| {
        let results = right(&format!("count {path} {options}"));
        let mut lines: Vec<_> = lines(&results).into_iter().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let expected = sorted("--threads 1");
    for options in
        ["--threads 7 --memory 4KiB", "--memory 0", "--reference --memory 64MiB --threads 2"]
    {
        assert_eq!(sorted(options), expected, "{options}");
    }
}

#[test]
fn one_thread_keeps_the_order_of_the_lines() {
    let (path, work) = work_file("order.epd", "4 --plies 2");
    let results = right(&format!("count {path} --threads 1"));
    let without_counts = lines(&results).into_iter().map(|line| line.split(" ;D").next());
    assert!(without_counts.eq(lines(&work).into_iter().map(Some)));
}

#[test]
fn a_result_is_a_suite_that_can_be_checked() {
    let (path, _) = work_file("suite.epd", "5 kiwipete --plies 2");
    let results = file("suite.result.epd", right(&format!("count {path}")));
    let run = finish(start(["suite", &results]), "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_says(&run.out, &["2038 of 2038 cases right\n", "failures   0\n"]);
    let wrong = file("suite.wrong.epd", read(&results).replacen(" ;D3 ", " ;D3 1", 1));
    assert_eq!(finish(start(["suite", &wrong]), "").code, Some(1));
}

#[test]
fn a_count_goes_on_where_its_own_output_ends() {
    let (path, work) = work_file("resumed.epd", "5 --plies 3");
    let into = new_path("resumed.result.epd");
    let command = format!("count {path} --into {into} --resume");
    // If there is nothing yet, it begins.
    assert_eq!(right(&command), "");
    let whole = read(&into);
    assert_eq!((head(&whole), lines(&whole).len()), (head(&work), 5362));

    let ends_of_lines: Vec<_> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
    let ends =
        [0, 5, ends_of_lines[1], ends_of_lines[2], ends_of_lines[2] + 1, ends_of_lines[9] + 70];
    let torn = whole.len() - 1;
    for end in ends.into_iter().chain([ends_of_lines[2000], torn, whole.len()]) {
        fs::write(&into, &whole[..end]).expect("the folder for tests can be written");
        let run = super::work(&command);
        assert_eq!(run.code, Some(0), "cut at byte {end}: {}", run.err);
        assert_says(&run.err, &["resumed.result.epd: all 5362 lines are counted\n"]);
        let again = read(&into);
        // What was whole is as it was, and each line is there once.
        let kept = whole[..end].rfind('\n').map_or(0, |at| at + 1);
        assert!(again.starts_with(&whole[..kept]), "cut at byte {end}");
        assert_eq!(head(&again), head(&whole), "cut at byte {end}");
        let [mut first, mut second] = [lines(&whole), lines(&again)];
        first.sort_unstable();
        second.sort_unstable();
        assert!(first == second, "cut at byte {end}");
    }
}

#[test]
fn work_whose_last_line_is_torn_or_no_text_is_refused() {
    let good = right("split 3 --plies 1");
    for (text, says) in [
        (good.trim_end().as_bytes(), "standard input:23: the line has no line end: "),
        (&good.as_bytes()[..good.len() - 20], " is not a whole line as in `FEN ;times 12 "),
        (
            b"# ox88 work 1\n\xFF\n",
            "standard input is not UTF-8 text: expected a file that `ox88 work` has",
        ),
    ] {
        let run = finish(start(["work", "count"]), text);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{says}");
        assert_says(&run.err, &[says]);
    }
}

#[test]
fn a_position_that_is_none_is_refused_with_its_line() {
    let line = "8/8/8/8/8/8/8/8 w - - 0 1 ;times 1 ;depth 1";
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let checksum = line.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    let sums = format!("# depth 2 plies 1 lines 1 times 1 checksum {checksum:016x}");
    let text = format!("# ox88 work 1\n# root {}\n{sums}\n{line}\n", ox88::START);
    let run = finish(start(["work", "count"]), text);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert_says(&run.err, &["standard input:4: ", "is not a position: White has 0 kings"]);
}

#[cfg(target_os = "linux")]
mod on_linux {
    use super::super::{in_shell, number, refused, work};
    use super::*;
    use crate::program::Run;
    use ox88_test_support::process::send_signal;
    use ox88_test_support::waiting::wait_until;
    use std::process::Child;

    #[test]
    fn a_disk_that_is_full_from_the_beginning_is_said() {
        let (path, _) = work_file("full.epd", "4 --plies 2");
        let said = refused(&format!("count {path} --into /dev/full"));
        assert_says(
            &said,
            &["/dev/full: No space left on device", ": make room and start it again"],
        );
    }

    /// A file that may not grow beyond some kilobytes is a disk that is full in the middle of the count.
    #[test]
    fn a_disk_that_is_full_in_the_middle_leaves_whole_lines_and_the_count_goes_on_later() {
        let (path, _) = work_file("filled.epd", "4 --plies 2");
        for redirected in [false, true] {
            let into = new_path("filled.result.epd");
            let small = "trap '' XFSZ; ulimit -f 8;";
            let run = if redirected {
                in_shell(small, &format!("count {path}"), &format!("> {into}"))
            } else {
                in_shell(small, &format!("count {path} --into {into}"), "")
            };
            let run = finish(run, "");
            let text = read(&into);
            let whole = text.matches('\n').count() - 3;
            assert_eq!(run.code, Some(2), "{}", run.err);
            assert!((20..200).contains(&whole), "{whole} lines");
            assert_says(&run.err, &[&format!(": {whole} of 400 lines are written: make room")]);
            assert_says(&run.err, &["File too large", " --resume to count the others"]);
            assert!(redirected || text.ends_with('\n'), "the file ends with a whole line");
            right(&format!("count {path} --into {into} --resume"));
            assert!(read(&into).starts_with(&text[..=text.rfind('\n').unwrap_or(0)]));
            assert_eq!(right(&format!("merge {path} {into}")), "Nodes searched: 197281\n");
        }
    }

    /// A count that has written some lines and has many before it.
    fn long_count(name: &str) -> (String, String, Child) {
        let (path, _) = work_file(name, "8 --plies 3");
        let into = new_path(&format!("{name}.result"));
        let child =
            start(["work", "count", &path, "--into", &into, "--threads", "1", "--memory", "0"]);
        wait_until("lines are written as soon as they are counted", || {
            fs::read_to_string(&into).is_ok_and(|text| lines(&text).len() >= 3)
        });
        (path, into, child)
    }

    #[test]
    fn a_signal_ends_a_count_at_once_with_whole_lines_and_it_says_how_many() {
        for name in ["INT", "TERM"] {
            let (_, into, child) = long_count(&format!("signal{name}.epd"));
            send_signal(name, child.id());
            let Run { code, err, .. } = finish(child, "");
            let text = read(&into);
            let done = lines(&text).len();
            assert_eq!(code, Some(2), "{err}");
            assert_says(
                &err,
                &["ox88: interrupted after ", &format!(" s: {done} of 5362 lines: ")],
            );
            assert!(text.ends_with('\n'));
        }
    }

    #[test]
    fn a_count_that_was_killed_loses_no_line_that_it_wrote() {
        let (path, into, child) = long_count("killed.epd");
        send_signal("KILL", child.id());
        assert_eq!(finish(child, "").code, None);
        let before = read(&into);
        // It is merged as it is, and what is missing is less by as much.
        let run = work(&format!("merge {path} {into}"));
        let expected = format!("{} of 5362 lines are missing", 5362 - lines(&before).len());
        assert_says(&run.err, &[&expected]);
        assert_eq!(run.code, Some(1));
        assert!(lines(&before).iter().all(|line| number(line, ";D5") > 0));
    }
}
