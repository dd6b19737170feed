//! The program `ox88`: everything it does is in [`cli`].

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
