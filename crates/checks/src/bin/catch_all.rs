//! What `suites/catch_all.epd` catches, and the search that made it.

fn main() -> std::process::ExitCode {
    ox88_checks::catch_all::run()
}
