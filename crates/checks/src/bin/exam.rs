//! The exam of the hunt: what it tells of the faults of the broken engine, graded.

fn main() -> std::process::ExitCode {
    ox88_checks::exam::run()
}
