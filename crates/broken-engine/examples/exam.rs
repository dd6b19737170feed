//! The exam of the hunt: what it tells of the faults of the broken engine, graded.

fn main() -> std::process::ExitCode {
    ox88_broken_engine::exam::run()
}
