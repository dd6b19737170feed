//! How a command ends.

use std::io;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing differs.
    Right,
    /// A count is not the one that was expected.
    Differs,
}

/// Why a command did not run to its end.
pub enum Stop {
    /// The input could not be used. The text says what was found and what was expected.
    Refused(String),
    /// Standard output could not be written.
    Output(io::Error),
    /// A signal ended the work, and a message has already said so.
    Interrupted,
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Refused(message)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}
