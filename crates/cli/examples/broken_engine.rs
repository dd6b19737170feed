//! The engine with faults as a program, for the tests that hunt it through pipes.

fn main() -> std::process::ExitCode {
    ox88_broken_engine::run()
}
