//! What people can change about a hunt, in the words of the front end that they use.

use super::words::in_sentences;
use ox88_engine::{Trouble, TroubleKind};

/// The words of a front end for each choice that it gives its user, like `--all`. Nothing where it gives none, so that
/// no report names an option that its reader does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The largest question.
    pub max_nodes: Option<&'static str>,
    /// Going on after the first finding.
    pub all: Option<&'static str>,
    /// Asking about Chess960.
    pub chess960: Option<&'static str>,
    /// Asking about positions that cannot arise.
    pub impossible: Option<&'static str>,
    /// Asking all that does not fit into some seconds.
    pub whole: Option<&'static str>,
    /// What a program may lack of which nothing is heard, as a sentence.
    pub flush: Option<&'static str>,
    /// How to give the engine more time, as a sentence.
    pub more_time: Option<&'static str>,
    /// How to ask for less than this depth, as a sentence.
    pub smaller_depth: Option<&'static str>,
    /// How else to ask an engine that seems not to understand, as a sentence.
    pub other_ways: Option<&'static str>,
    /// What can be typed to see the correct answer, with DEPTH and FEN in the places of both.
    pub commands: &'static [&'static str],
}

impl Choices {
    /// The commands of the program `ox88`.
    pub const OF_THE_PROGRAM: &[&str] = &["ox88 divide DEPTH \"FEN\"", "ox88 show \"FEN\""];

    /// For a program that writes to a pipe.
    pub const FLUSH: &str = "does it flush its output? A program that writes to a pipe has to flush after each answer: \
        `fflush(stdout)` in C, `std::cout << std::flush` in C++, `print(…, flush=True)` in Python, `stdout().flush()` in \
        Rust, `Flush()` of a bufio.Writer in Go";

    /// In the words of Rust. A function is given no time and no command, so the rest is left out.
    pub const OF_A_FUNCTION: Choices = Choices {
        max_nodes: Some("`.max_nodes(…)`"),
        all: Some("`.all()`"),
        chess960: Some("`.chess960()`"),
        impossible: Some("`.impossible()`"),
        whole: Some("`.whole()`"),
        flush: None,
        more_time: None,
        smaller_depth: None,
        other_ways: None,
        commands: Choices::OF_THE_PROGRAM,
    };

    /// The trouble at this depth as a sentence, with what may help an engine that has answered before, or never has.
    pub(super) fn sentence(&self, trouble: &Trouble, depth: u32, has_answered: bool) -> String {
        let Trouble { kind, last_lines } = trouble;
        let other_ways = self.other_ways.filter(|_| !has_answered);
        let flush = self.flush.filter(|_| !has_answered && last_lines.is_empty());
        let smaller_depth = self.smaller_depth.filter(|_| depth > 1);
        let help = match kind {
            TroubleKind::Hangs(_) => [flush, self.more_time, smaller_depth, other_ways],
            TroubleKind::NoAnswer(_) => [self.flush, None, None, self.other_ways],
            TroubleKind::Rubbish | TroubleKind::SameTotal(_) | TroubleKind::Searches(_) => {
                [None, None, None, self.other_ways]
            }
            _ => [None; 4],
        };
        let help = help.into_iter().flatten().map(str::to_owned);
        in_sentences([kind.to_string()].into_iter().chain(help))
    }
}
