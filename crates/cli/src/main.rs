//! The program `ox88`: all that it does is in the library.

fn main() -> std::process::ExitCode {
    ox88_cli::run()
}
