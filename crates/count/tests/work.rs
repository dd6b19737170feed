//! How much of a file of split work is read, and what is no work.

use crate::work::{read, read_bytes};
use ox88::START;

/// Why bytes of work are read no further, if they are not read to their end.
fn refusal(bytes: &[u8]) -> Option<String> {
    match read_bytes(bytes) {
        Ok(read) => {
            assert_eq!(read, bytes);
            None
        }
        Err(error) => Some(error.to_string()),
    }
}

/// The first line of work, and a remark that is as long with the end of its line.
fn with_remark(length: usize) -> Vec<u8> {
    format!("# ox88 work 1\n#{}\n", "x".repeat(length - 2)).into_bytes()
}

#[test]
fn a_line_of_work_has_at_most_64_kib() {
    assert_eq!(refusal(&with_remark(64 << 10)), None);
    let said = refusal(&with_remark((64 << 10) + 1)).expect("it is too long");
    assert!(said.contains("2: the line is longer than 65536 bytes"), "{said}");
}

#[test]
fn heads_and_remarks_of_work_have_at_most_16_mib() {
    let first_line = "# ox88 work 1\n".len();
    let remarks = with_remark(64 << 10)[first_line..].repeat(255);
    let up_to = |length: usize| {
        let mut bytes = with_remark((64 << 10) - first_line);
        bytes.extend_from_slice(&remarks);
        bytes.resize(length, b'\n');
        bytes
    };
    assert_eq!(refusal(&up_to(16 << 20)), None);
    let said = refusal(&up_to((16 << 20) + 1)).expect("there is too much of it");
    assert!(
        said.contains("the file has more than 16777216 bytes of heads, remarks and empty lines"),
        "{said}"
    );
}

#[test]
fn work_has_at_most_sixteen_times_the_lines_that_its_heads_speak_of() {
    let head = "# ox88 work 1\n# depth 3 plies 1 lines 2 times 2 checksum 0123456789abcdef\n";
    for heads in 1..=2 {
        let with_lines = |lines| head.repeat(heads) + &"any line\n".repeat(lines);
        assert_eq!(refusal(with_lines(32 * heads).as_bytes()), None);
        let said = refusal(with_lines(32 * heads + 1).as_bytes()).expect("there are too many");
        assert!(said.contains("the file has many more lines than its heads speak of"), "{said}");
    }
}

#[test]
fn a_later_head_that_another_version_has_written_is_no_remark() {
    let work = format!(
        "# ox88 work 1\n# root {START}\n# depth 2 plies 1 lines 1 times 1 checksum 0123456789abcdef\n\
         {START} ;times 1 ;depth 1\n"
    );
    assert!(read(&format!("{work}# a remark\n{work}"), "copy it").is_ok());
    let said =
        read(&format!("{work}# ox88 work 2\n"), "copy it").map(|_| ()).expect_err("it is none");
    let expected = "5: found \"# ox88 work 2\": expected `# ox88 work 1`";
    assert!(said.to_string().contains(expected), "{said}");
}
