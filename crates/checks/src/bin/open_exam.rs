//! The open exam of the hunt: chance bugs in generators that others wrote.

fn main() -> std::process::ExitCode {
    ox88_checks::open::run()
}
