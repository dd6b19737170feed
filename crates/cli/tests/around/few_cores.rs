//! One core, one thread, no thread at all, and more threads than there can be.

use super::run::{assert_says, ends, runs, shell};

#[test]
fn one_core_counts_the_same() {
    let plain = shell("\"$ox88\" divide 4 kiwipete").out;
    assert!(plain.ends_with("Nodes searched: 4085603\n"), "{plain}");
    let on_one_core = shell("taskset -c 0 true").code == 0;
    let taskset = if on_one_core {
        "taskset -c 0"
    } else {
        eprintln!("LEFT OUT: no taskset here, or no core 0 for this process");
        "env"
    };
    for before in [taskset, "RAYON_NUM_THREADS=1", "RAYON_NUM_THREADS=0", "RAYON_NUM_THREADS=many"]
    {
        for threads in ["", "--threads 1", "--threads 2", "--threads 64"] {
            let command = format!("{before} \"$ox88\" divide 4 kiwipete {threads}");
            let run = shell(&command);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
            assert_eq!(run.out, plain, "{command}");
        }
    }
    let command =
        format!("{taskset} \"$ox88\" hunt --engine \"'$ox88' uci\" --fen kiwipete --depth 2");
    assert_eq!(shell(&command).code, 0);
}

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
