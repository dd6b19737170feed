//! The wrong totals of the broken engine in the classic positions, from which `ox88 hunt --total` reads a fault.

fn main() -> std::process::ExitCode {
    ox88_checks::numbers::run()
}
