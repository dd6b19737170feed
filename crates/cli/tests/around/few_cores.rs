//! One core, one thread, no thread at all, and more threads than there can be.

use super::run::{assert_says, ends, runs, shell};

/// They are started, or refused: how much room the system has for them differs.
#[test]
fn many_more_threads_than_cores_do_no_harm() {
    let run = shell("\"$ox88\" divide 3 --threads 200 --memory 0");
    match run.code {
        0 => assert_says(&run.out, &["Nodes searched: 8902\n"]),
        _ => assert_says(&run.err, &["200 threads: ", "take fewer, as in --threads 2"]),
    }
}

/// A stack that no memory has room for keeps the system from starting any thread.
const NO_THREADS: &str = "RUST_MIN_STACK=70000000000000";

#[test]
fn without_threads_one_counts_or_the_command_is_refused() {
    for arguments in runs("Without threads one counts.") {
        let run = shell(&format!("{NO_THREADS} \"$ox88\" {arguments}"));
        assert_eq!(run.code, 0, "{arguments}: {}", run.err);
        assert!(!run.out.is_empty(), "{arguments}");
    }
    for (arguments, code, says) in ends("Without threads what needs one is refused.") {
        let run = shell(&format!("{NO_THREADS} \"$ox88\" {arguments}"));
        assert_eq!(run.code, code, "{arguments}: {}", run.err);
        assert_says(&run.err, &[says]);
        assert!(!run.err.contains(": :"), "there is a reason: {}", run.err);
    }
}
