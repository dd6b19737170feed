//! Engines that are killed or flood the hunt: what `crates/engine/tests/engine.rs` does not try, because it shows only
//! in the memory of the program or needs the whole of it.

use super::run::shell;
use ox88_test_support::file;
use rstest::{Context, rstest};

/// Runs a hunt in which each answer of the engine is this, with less memory than a flood would take.
fn hunt(name: &str, answer: &str) -> super::run::Run {
    let script = format!(
        "while read -r verb rest; do case $verb in\n\
         uci) echo uciok ;;\n isready) echo readyok ;;\n go) {answer} ;;\n quit) exit ;;\nesac; done\n"
    );
    let script = file(&format!("around.{name}.sh"), script);
    shell(&format!(
        "ulimit -v 1500000; \"$ox88\" hunt --engine 'sh {script}' --fen startpos --depth 1 --timeout 20"
    ))
}

#[rstest]
#[case::lines("yes 'e2e4: 1'")]
#[case::one_line("cat /dev/zero")]
#[ignore = "noise takes seconds to make: cargo test -p ox88-cli -- --ignored"]
#[case::noise("cat /dev/urandom")]
#[ignore = "millions of lines take long: cargo test -p ox88-cli -- --ignored"]
#[case::shortest_lines("{ yes >&2 & yes; }")]
#[case::lines_on_stderr("{ yes 'e2e4: 1' >&2 & sleep 0.3; kill $!; kill -KILL $$; }")]
#[case::one_line_on_stderr("{ cat /dev/zero >&2 & sleep 0.3; kill $!; kill -KILL $$; }")]
fn no_flood_fills_the_memory(#[context] context: Context, #[case] flood: &str) {
    let run = hunt(context.description.expect("the case has a name"), flood);
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
    assert!(run.out.len() < 10_000, "{} bytes", run.out.len());
    assert!(!run.out.contains(|it: char| it.is_control() && it != '\n'), "{}", run.out);
}
