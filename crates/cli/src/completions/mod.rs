//! Scripts with which a shell completes what is typed: commands, options and their values.

mod bash;
mod fish;
mod words;
mod zsh;

use super::outline::Outline;

/// A shell that completes what is typed.
#[derive(Clone, Copy)]
pub enum Shell {
    /// The one of GNU.
    Bash,
    /// The one of macOS.
    Zsh,
    /// The friendly one.
    Fish,
}

impl Shell {
    /// Reads the name of a shell.
    pub fn from_name(name: &str) -> Result<Shell, String> {
        match name.trim().to_ascii_lowercase().as_str() {
            "bash" => Ok(Shell::Bash),
            "zsh" => Ok(Shell::Zsh),
            "fish" => Ok(Shell::Fish),
            _ => Err("expected bash, zsh or fish, as in --completions bash".to_owned()),
        }
    }

    /// The script for the program with all its commands.
    pub fn script(self, program: &Outline) -> String {
        match self {
            Shell::Bash => bash::script(program),
            Shell::Zsh => zsh::script(program),
            Shell::Fish => fish::script(program),
        }
    }
}
