//! How a command ends.

use std::io::{self, ErrorKind};

/// What a command ends with, or a part of it.
pub type Result<T = CommandVerdict, E = Stop> = std::result::Result<T, E>;

/// The result of a command that ran to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CommandVerdict {
    /// Nothing differs.
    Right,
    /// A count is not the one that was expected.
    Differs,
    /// Nothing is known of an engine that gave no answer, and a report says so.
    Unheard,
}

impl CommandVerdict {
    /// The verdict of a command that has written its result after all its work. A reader who leaves before the end of
    /// that, as `head` does, has seen enough of it.
    ///
    /// # Errors
    /// The result could not be written for another reason.
    pub fn once_written(self, written: Result<(), impl Into<Stop>>) -> Result {
        match written.map_err(Into::into) {
            Err(Stop::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(self),
            written => written.map(|()| self),
        }
    }
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

impl From<&str> for Stop {
    fn from(message: &str) -> Stop {
        Stop::Refused(message.to_owned())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}
