//! Writes what `suites/catch_all.epd` catches.

fn main() -> std::process::ExitCode {
    ox88_checks::catch_all::run()
}
