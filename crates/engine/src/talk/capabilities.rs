//! What an engine has shown that it understands, and how it answers.

use super::partial_reply::is_refusal;
use crate::read::CountPlace;
use std::time::Duration;

/// What an engine has shown that it understands, and how it answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that an engine knows or not")]
pub struct Capabilities {
    /// Whether it answers `uci` with `uciok`.
    pub uci: bool,
    /// Whether it answers `isready` with `readyok`, when it has done everything before.
    pub isready: bool,
    /// Whether it has said of a command that it does not know it: so it reads what it is sent.
    pub refuses: bool,
    /// Whether it offers UCI's option for Chess960.
    pub chess960: bool,
    /// How many replies of it could be read.
    pub replies: u64,
    /// Whether it has printed the total of its rows after them.
    pub prints_totals: bool,
    /// Whether the total of its rows has come in front of them.
    pub begins_with_total: bool,
    /// How many of its last replies were complete, and had nothing but empty lines behind that.
    pub ends_at_once: u32,
    /// The longest pause between rows of an engine that was cut off in one, and gave the rest when it was waited for.
    pub longest_pause: Duration,
    /// Whether it had no more to print when each move had its row, and no total had come.
    pub ends_with_rows: bool,
    /// Whether it has printed nothing, and was ready, where there is no move.
    pub is_silent_without_moves: bool,
    /// Whether it has answered in lines of `info`.
    pub answers_in_info: bool,
    /// Whether its answer came only when the next line was sent.
    pub answers_when_nudged: bool,
    /// The greatest depth at which it is known to print a total without rows.
    pub totals_only_to: u32,
    /// Where it puts its counts, once ox88 has tried to learn that.
    pub places: Option<Vec<CountPlace>>,
}

impl Capabilities {
    /// Learns from a line. An engine that starts slowly says `uciok` after the time for it is over, and then
    /// it knows the rest of UCI as well.
    pub fn learn_from_line(&mut self, line: &str) {
        let line = line.trim();
        if line == "uciok" {
            (self.uci, self.isready) = (true, true);
        }
        self.refuses |= is_refusal(line);
        self.chess960 |= line.starts_with("option") && line.contains("UCI_Chess960");
    }
}
