//! The suites as data that other projects copy: `vectors/`.

fn main() -> std::process::ExitCode {
    ox88_checks::vectors::run()
}
