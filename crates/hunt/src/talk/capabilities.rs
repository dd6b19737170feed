//! What an engine has shown that it understands, and how long it is given therefore.

use super::partial_reply::{Expected, PartialReply, is_refusal};
use super::waits;
use std::time::Duration;

/// What an engine has shown that it understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Whether it has printed the total of its rows behind them.
    pub prints_totals: bool,
    /// Whether it has answered in lines of `info`.
    pub answers_in_info: bool,
    /// Whether its answer came only when the next line was sent.
    pub answers_when_nudged: bool,
    /// The greatest depth at which it is known to print a total without rows.
    pub totals_only_to: u32,
}

impl Capabilities {
    /// What to assume of an engine that has not run yet: UCI is tried at least once.
    pub const UNTRIED: Capabilities = Capabilities {
        uci: true,
        isready: true,
        refuses: false,
        chess960: false,
        replies: 0,
        prints_totals: false,
        answers_in_info: false,
        answers_when_nudged: false,
        totals_only_to: 0,
    };

    /// How it is expected to answer.
    pub const fn expected(&self, depth: u32) -> Expected {
        Expected {
            total: self.prints_totals,
            total_only: depth <= self.totals_only_to,
            info: self.answers_in_info,
        }
    }

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

    /// Learns that an answer of totals only has come, where there are moves and so could have been rows. Some
    /// print no rows at depth 1 alone, and some none from a greater depth on.
    pub fn learn_totals_only(&mut self, depth: u32) {
        let to = if depth == 1 { 1 } else { u32::MAX };
        self.totals_only_to = self.totals_only_to.max(to);
    }

    /// How long to wait for rows of an engine that is ready: it may be counting in another thread what takes
    /// long. One that has never been read, and says that it does not understand, hardly is.
    pub fn patience(&self, reply: &PartialReply, limit: Duration) -> Duration {
        let quarter = limit / 4;
        if self.replies == 0 && reply.has_refusal() {
            waits::WHEN_READY.min(quarter)
        } else {
            quarter.max(waits::WHEN_READY)
        }
    }

    /// How long the engine has to be quiet before it is asked whether it is ready, or its reply is over.
    /// Nothing if that takes until the time limit.
    pub fn quiet_period(&self, reply: &PartialReply, limit: Duration) -> Option<Duration> {
        if self.isready && (reply.is_complete() || reply.claims_no_move()) {
            // To ask `isready` is quicker than to wait for silence.
            Some(Duration::ZERO)
        } else if reply.is_other_text() {
            self.quiet_after_other_text(limit)
        } else {
            let first_line = || self.quiet_before_first_line(reply, limit);
            reply.quiet_period(limit).or_else(first_line)
        }
    }

    fn quiet_after_other_text(&self, limit: Duration) -> Option<Duration> {
        if self.isready {
            Some(waits::BEFORE_READY)
        } else if self.replies == 0 && self.refuses {
            Some(waits::UNREADY.min(limit / 4))
        } else {
            // It may be a banner: an engine that starts slowly has not come to the question yet.
            None
        }
    }

    /// One ply takes no time: if an engine that has never answered is ready, the question meant nothing to
    /// it, or its answer is not flushed.
    fn quiet_before_first_line(&self, reply: &PartialReply, limit: Duration) -> Option<Duration> {
        let is_asked_little = self.replies == 0 && self.isready && reply.depth() == 1;
        is_asked_little.then(|| waits::UNREADY.max(limit / 3))
    }
}
