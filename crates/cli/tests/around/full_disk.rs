//! A disk that is full, or a file that may not grow: what is lost is said, and no half of a result is left.
//!
//! `crates/cli/tests/work` has the same for `work count`, whose results grow line by line.

use super::run::{Files, assert_says, files, names_in, new_folder, shell, short_runs};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

/// So much is the limit that a file has in these tests: in a shell of POSIX, half a kilobyte.
const SMALL: &str = "ulimit -f 1;";

/// What is known for an earlier report.
const OLD_REPORT: &str = "{\n  \"format\": 1, an old report";
const OLD_PAGE: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
    <meta http-equiv=\"Content-Security-Policy\" an old page";

#[test]
fn each_command_says_that_standard_output_is_full() {
    for arguments in short_runs() {
        let run = shell(&format!("\"$ox88\" {arguments} > /dev/full"));
        assert_eq!(run.code, 2, "{arguments}");
        assert_says(&run.err, &["ox88: standard output: No space left on device"]);
    }
}

#[test]
fn a_device_for_a_report_is_written_and_stays_a_device() {
    let Files { divide, .. } = files();
    for option in ["--json", "--html", "--markdown"] {
        let run =
            shell(&format!("\"$ox88\" hunt --divide {divide} --fen startpos {option} /dev/full"));
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert_says(&run.err, &["/dev/full: No space left on device"]);
        let null = format!("\"$ox88\" hunt --divide {divide} --fen startpos {option} /dev/null");
        assert_eq!(shell(&null).code, 0);
    }
    for device in ["/dev/full", "/dev/null"] {
        let kind = fs::metadata(device).expect("Linux has it").file_type();
        assert!(kind.is_char_device(), "{device}");
    }
}

#[test]
fn a_report_goes_into_a_pipe_by_its_name() {
    let Files { divide, .. } = files();
    let command = format!("\"$ox88\" hunt --divide {divide} --fen startpos --json /dev/stdout");
    let run = shell(&format!("{command} | cat"));
    assert_says(&run.out, &["\"verdict\": \"no-difference\"", "no difference: 1 position"]);
    assert!(!run.out.contains("interrupted"), "{}", run.out);
}

/// The limit ends the program by a signal unless it is ignored. A real disk sends none.
#[test]
fn a_report_for_which_there_is_no_room_is_whole_or_absent() {
    let Files { wrong_divide, .. } = files();
    for name in ["old", "new"] {
        for trap in ["trap '' XFSZ;", ""] {
            for (option, old) in [("json", OLD_REPORT), ("html", OLD_PAGE)] {
                let before = (name == "old").then_some(old);
                let folder = new_folder("no_room");
                let report = format!("{folder}/{name}.{option}");
                if let Some(text) = before {
                    fs::write(&report, text).expect("there is room");
                }
                let run = shell(&format!(
                    "{trap} {SMALL} \"$ox88\" hunt --divide {wrong_divide} --fen startpos --{option} \
                     {report}"
                ));
                let text = fs::read_to_string(&report);
                if !trap.is_empty() {
                    assert_eq!(run.code, 2, "{}", run.err);
                    assert_says(&run.err, &[&report, "File too large"]);
                    let names = names_in(&folder);
                    assert_eq!(names.len(), usize::from(text.is_ok()), "{names:?}");
                }
                assert!(run.code >= 2, "{}", run.err);
                match (option, text) {
                    (_, Err(_)) => {}
                    ("html", Ok(text)) => {
                        assert!(
                            text.trim_end().ends_with("</html>") || before == Some(&text),
                            "{text}"
                        );
                    }
                    (_, Ok(text)) => {
                        let found: Value = serde_json::from_str(&text).unwrap_or_default();
                        assert!(
                            found["verdict"] == "interrupted" || before == Some(&text),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn a_report_in_place_of_another_keeps_the_link_and_the_rights_of_its_file() {
    let Files { wrong_divide, .. } = files();
    let folder = new_folder("links");
    let run = |report: &str| {
        let command =
            format!("\"$ox88\" hunt --divide {wrong_divide} --fen startpos --json {report}");
        let run = shell(&command);
        assert_eq!(run.code, 1, "{}", run.err);
    };
    let target = format!("{folder}/report.json");
    fs::write(&target, OLD_REPORT).expect("there is room");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let (link, dangling) = (format!("{folder}/latest"), format!("{folder}/next"));
    symlink("report.json", &link).expect("there are links");
    symlink("next.json", &dangling).expect("there are links");
    for (link, target) in [(link, target), (dangling, format!("{folder}/next.json"))] {
        run(&link);
        assert!(fs::symlink_metadata(&link).is_ok_and(|it| it.is_symlink()), "{link}");
        assert_says(&fs::read_to_string(&target).unwrap_or_default(), &["\"differs\""]);
    }
    let rights = fs::metadata(format!("{folder}/report.json")).expect("it is there").permissions();
    assert_eq!(rights.mode() & 0o777, 0o640);
    assert_eq!(names_in(&folder), ["latest", "next", "next.json", "report.json"]);
}

/// Some of the parts would look like all of them.
#[test]
fn a_split_for_which_there_is_no_room_leaves_no_part_and_can_be_started_again() {
    let folder = new_folder("no_room_for_parts");
    let split = format!("\"$ox88\" work split 4 --plies 2 --parts 3 --into {folder}");
    // The parts have ten kilobytes each.
    let run = shell(&format!("trap '' XFSZ; ulimit -f 8; {split}"));
    assert_eq!(run.code, 2, "{}", run.err);
    assert_says(&run.err, &["part-0.epd: File too large", "expected room for 3 parts"]);
    assert!(names_in(&folder).is_empty(), "{:?}", names_in(&folder));
    let last_is_longer = format!("\"$ox88\" work split 2 --plies 1 --parts 3 --into {folder}");
    assert_eq!(shell(&last_is_longer).code, 0);
    assert_eq!(names_in(&folder), ["part-0.epd", "part-1.epd", "part-2.epd"]);
}
