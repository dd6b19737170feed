//! Less memory than is asked for. What remembers counts is refused where its size was asked for, and else
//! left out: the counts are the same.

use super::run::{assert_says, ends, shell};
use crate::program::TWO_MOVES_A_PLY;

/// Limits of the memory, in kilobytes: hardly more than the program itself, and more.
const LIMITS: [u32; 3] = [100_000, 300_000, MUCH];

/// Enough for each of these commands, with the room that an allocator sets aside for each thread.
const MUCH: u32 = 1_200_000;

#[test]
fn a_table_for_which_there_is_no_memory_is_refused_with_what_to_type() {
    for limit in LIMITS {
        for (arguments, code, says) in ends("A table for which there is no memory is refused.") {
            let run = shell(&format!("ulimit -v {limit}; \"$ox88\" {arguments}"));
            assert_eq!(
                (run.code, run.out.as_str()),
                (code, ""),
                "{limit}: {arguments}: {}",
                run.err
            );
            assert_says(&run.err, &[says, "try a smaller --memory, like 64MiB"]);
        }
    }
}

#[test]
fn where_no_size_is_asked_for_less_memory_gives_the_same_counts() {
    let runs = ends("Where no size is asked for, less memory gives the same counts.");
    for limit in LIMITS {
        for (arguments, code, says) in &runs {
            let run = shell(&format!("ulimit -v {limit}; \"$ox88\" {arguments}"));
            if limit < MUCH && run.code == 2 {
                assert_says(&run.err, &["take fewer, as in --threads 1"]);
            } else {
                assert_eq!(run.code, *code, "{limit}: {arguments}: {}", run.err);
                assert_says(&run.out, &[says]);
            }
        }
    }
    // What is asked for has to leave enough for the rest.
    let run = shell("ulimit -v 1200000; \"$ox88\" divide 4 --memory 1000000B --threads 2");
    assert_says(&run.out, &["Nodes searched: 197281\n"]);
    let run = shell("ulimit -v 1200000; \"$ox88\" divide 4 --memory 1GiB --threads 2");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
}

/// Six plies lead to nine million positions.
#[test]
fn a_split_for_which_there_is_no_memory_is_refused() {
    let run = shell("ulimit -v 100000; \"$ox88\" work split 12 --plies 7");
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
    assert_says(&run.err, &["take a smaller number of --plies"]);
}

/// How deep a count may go is limited, and so is what it needs of the stack.
#[test]
fn the_deepest_count_needs_little_of_the_stack() {
    let run = shell(&format!("ulimit -s 512; \"$ox88\" divide 255 {TWO_MOVES_A_PLY} --threads 1"));
    assert_eq!(run.code, 2, "{}", run.err);
    assert_says(&run.err, &["the count passes 128 bits: take a smaller depth"]);
}
