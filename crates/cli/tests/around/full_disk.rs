//! A disk that is full, or a file that may not grow: what is lost is said, and no half of a result is left.
//!
//! `crates/cli/tests/work` has the same for `work count`, whose results grow line by line.

use super::run::{Files, assert_says, files, names_in, new_folder, shell, short_runs};
use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};

/// So much is the limit that a file has in these tests: in a shell of POSIX, half a kilobyte.
const SMALL: &str = "ulimit -f 1;";

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

/// The limit ends the program by a signal unless it is ignored. A real disk sends none.
#[test]
fn a_report_for_which_there_is_no_room_is_absent_and_an_earlier_one_stays() {
    let Files { wrong_divide, .. } = files();
    for option in ["json", "html"] {
        let folder = new_folder("no_room");
        let report = format!("{folder}/new.{option}");
        let hunt =
            format!("\"$ox88\" hunt --divide {wrong_divide} --fen startpos --{option} {report}");
        let fails = || {
            let run = shell(&format!("trap '' XFSZ; {SMALL} {hunt}"));
            assert_eq!(run.code, 2, "{}", run.err);
            assert_says(&run.err, &[&report, "File too large"]);
        };
        fails();
        assert!(names_in(&folder).is_empty(), "{:?}", names_in(&folder));
        assert_eq!(shell(&hunt).code, 1);
        let earlier = fs::read_to_string(&report).expect("it is written");
        fails();
        assert_eq!(fs::read_to_string(&report).ok(), Some(earlier));
        assert_eq!(names_in(&folder), [format!("new.{option}")]);
    }
}

#[test]
fn a_report_is_written_to_where_a_link_or_a_pipe_leads() {
    let Files { divide, .. } = files();
    let folder = new_folder("links");
    symlink("there.json", format!("{folder}/link.json")).expect("there are links");
    let hunt = format!("\"$ox88\" hunt --divide {divide} --fen startpos --json");
    for _ in 0..2 {
        let run =
            shell(&format!("{hunt} {folder}/link.json; {hunt} /dev/stdout | cat > {folder}/out"));
        assert_eq!(run.code, 0, "{}", run.err);
        for name in ["there.json", "out"] {
            let report = fs::read_to_string(format!("{folder}/{name}")).expect("it is written");
            assert!(report.contains("\"verdict\""), "{name}: {report}");
        }
        assert_eq!(names_in(&folder), ["link.json", "out", "there.json"]);
    }
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
