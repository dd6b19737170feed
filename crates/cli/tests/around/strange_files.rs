//! Files that cannot be read, are not what they should be, are larger than the memory, or have no end. Each
//! is refused by its name, soon, and in little memory.

use super::run::{Run, assert_says, ends, files, new_folder, new_path, runs, shell};
use ox88::START;
use ox88_test_support::file;
use std::fs::{self, File};
use std::os::unix::fs::symlink;

fn readers() -> Vec<String> {
    runs("What reads a file, which takes the place of FILE.")
}

/// Runs it with less memory than a file without an end would take.
#[track_caller]
fn in_little_memory(command: &str) -> Run {
    shell(&format!("ulimit -v 1500000; {command}"))
}

#[track_caller]
fn assert_refused(name: &str) {
    for reader in readers() {
        let arguments = reader.replace("FILE", name);
        let run = in_little_memory(&format!("\"$ox88\" {arguments}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments}: {}", run.err);
        assert_says(&run.err, &[name.trim_end_matches('/')]);
        assert!(run.err.len() < 2500, "{arguments}: {} bytes", run.err.len());
        assert!(!run.err.contains(|it: char| it.is_control() && it != '\n'), "{}", run.err);
    }
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = new_folder("strange_folder");
    assert_refused(&folder);
    assert_refused(&format!("{folder}/missing"));
    symlink("nowhere", format!("{folder}/dangling")).expect("there are links");
    assert_refused(&format!("{folder}/dangling"));
    symlink("loop", format!("{folder}/loop")).expect("there are links");
    assert_refused(&format!("{folder}/loop"));
    assert_refused(&file("strange_file", "").replace("strange_file", "strange_file/in_it"));
}

#[test]
fn what_is_no_text_is_refused() {
    assert_refused(&file("strange.empty", ""));
    assert_refused(&file("strange.utf16", b"\xFF\xFE8\0/\0\n\0"));
    assert_refused(&file("strange.nul", [0; 1000]));
    assert_refused(&file("strange.line", "é".repeat(1_000_000)));
    assert_refused(&file("strange.terminal", "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\r\n"));
    let program = fs::read(env!("CARGO_BIN_EXE_ox88")).expect("it was built");
    assert_refused(&file("strange.program", &program[..1_000_000]));
}

#[test]
fn what_is_larger_than_the_memory_is_refused() {
    let path = new_path("strange.terabyte");
    let sparse = File::create(&path).and_then(|file| file.set_len(1 << 40));
    match sparse {
        Ok(()) => assert_refused(&path),
        Err(error) => eprintln!("LEFT OUT: no file of a terabyte here: {error}"),
    }
    fs::remove_file(path).expect("it was there");
    // In a folder of parts.
    let folder = new_folder("strange_parts");
    symlink("/dev/zero", format!("{folder}/part-0.epd")).expect("there are links");
    let run = in_little_memory(&format!("\"$ox88\" work merge {folder} {}", files().results));
    assert_eq!(run.code, 2);
    assert_says(&run.err, &["strange_parts/part-0.epd:1: "]);
}

#[test]
fn a_suite_that_is_too_large_is_refused() {
    let line = format!("# {}\n", "-".repeat(65_000));
    let large = file("large.epd", format!("{}{START} ;D1 20\n", line.repeat(1_100)));
    let run = in_little_memory(&format!("\"$ox88\" suite {large}"));
    assert_eq!(run.code, 2, "{}", run.err);
    assert_says(&run.err, &["large.epd: it has more than 64 MiB"]);
    fs::remove_file(large).expect("the test has written it");
}

#[test]
fn what_has_no_end_is_refused() {
    assert_refused("/dev/zero");
    assert_refused("/dev/urandom");
}

/// Each begins as it should.
#[test]
fn what_begins_rightly_and_has_no_end_is_refused() {
    let prose = "no row of a divide, ".repeat(20);
    for (run, code, says) in ends("What begins rightly and has no end is refused.") {
        let (input, arguments) = run.rsplit_once(" | ").expect("it has an input");
        let input = input.replace("PROSE", &prose);
        let run = in_little_memory(&format!("{input} 2>/dev/null | \"$ox88\" {arguments}"));
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{arguments}: {}", run.err);
        assert_says(&run.err, &[says]);
    }
}
