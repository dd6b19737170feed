//! UCI as engines speak it: what an engine understands of it, and how its reply is awaited.
//!
//! UCI does not know `perft`, so no line of UCI ends the reply. `readyok` helps to find its end.

use super::partial_reply::{PartialReply, is_refusal};
use super::process::{EXIT_TIMEOUT, Event, Process};
use crate::ask::{NEW_GAME, TroubleKind};
use std::time::{Duration, Instant};

/// How long to wait for `readyok` after a complete reply. If the engine hangs there, the next
/// question will show it.
const READY_TIMEOUT: Duration = Duration::from_millis(500);

/// How long to wait for `readyok` when the time limit is over, to see whether the engine hangs.
const READY_TIMEOUT_AT_LIMIT: Duration = Duration::from_millis(200);

/// How long an engine has to be quiet that has printed something else before it is asked whether it is
/// ready again.
const QUIET_BEFORE_READY: Duration = Duration::from_millis(200);

/// How long to wait for rows when it is: it may be counting in another thread.
const QUIET_WHEN_READY: Duration = Duration::from_secs(1);

/// How long to wait for rows of an engine that does not say whether it is ready, and reads what it is sent; and
/// at the least for one that is ready, and has said nothing at all.
const QUIET_OF_THE_UNREADY: Duration = Duration::from_secs(3);

/// How long to let an engine search that should have counted.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(1);

/// What an engine has shown that it understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is something that an engine knows or not")]
pub(super) struct Capabilities {
    /// Whether it answers `uci` with `uciok`.
    pub(super) uci: bool,
    /// Whether it answers `isready` with `readyok`, when it has done everything before.
    pub(super) isready: bool,
    /// Whether it has said of a command that it does not know it: so it reads what it is sent.
    pub(super) refuses: bool,
    /// Whether it offers UCI's option for Chess960.
    pub(super) chess960: bool,
    /// How many replies of it could be read.
    pub(super) replies: u64,
    /// Whether it has printed the total of its rows behind them.
    pub(super) prints_totals: bool,
    /// Whether it has answered in lines of `info`.
    pub(super) answers_in_info: bool,
    /// The greatest depth at which it is known to print a total without rows.
    pub(super) totals_only_to: u32,
}

impl Capabilities {
    /// What to assume of an engine that has not run yet: UCI is tried at least once.
    pub(super) const UNTRIED: Capabilities = Capabilities {
        uci: true,
        isready: true,
        refuses: false,
        chess960: false,
        replies: 0,
        prints_totals: false,
        answers_in_info: false,
        totals_only_to: 0,
    };

    /// Learns what an engine that has just been started understands. What it did not understand
    /// before is not tried again.
    pub(super) fn probe(&mut self, process: &mut Process, timeout: Duration) {
        self.uci =
            self.uci && acknowledges(process, "uci", "uciok", timeout, |line| self.learn(line));
        if self.uci {
            // Some set up their tables no sooner, and count nothing before.
            process.send(NEW_GAME);
        }
        self.isready = self.uci && self.isready && is_ready_within(process, timeout);
    }

    /// Sets an option, and waits until that is done, for as long as this. Some engines read on meanwhile, and what
    /// they read goes before the option, or is forgotten with it.
    pub(super) fn set_option(self, process: &mut Process, command: &str, timeout: Duration) {
        process.send(command);
        if self.isready {
            is_ready_within(process, timeout);
        }
    }

    /// How long to wait for rows of an engine that is ready: it may be counting in another thread what takes
    /// long. One that has never been read, and says that it does not understand, hardly is.
    fn patience(self, reply: &PartialReply, limit: Duration) -> Duration {
        let quarter = limit / 4;
        if self.replies == 0 && reply.has_refusal() {
            QUIET_WHEN_READY.min(quarter)
        } else {
            quarter.max(QUIET_WHEN_READY)
        }
    }

    /// How long to wait for rows of an engine that has printed something else, before it is asked
    /// whether it is ready. Nothing if there is no end to it before the time limit.
    fn quiet_after_other_text(self, limit: Duration) -> Option<Duration> {
        if self.isready {
            Some(QUIET_BEFORE_READY)
        } else if self.replies == 0 && self.refuses {
            Some(QUIET_OF_THE_UNREADY.min(limit / 4))
        } else {
            // It may be a banner: an engine that starts slowly has not come to the question yet.
            None
        }
    }

    /// How long to wait for the first line of an engine that has never answered. One ply takes no time: if it is
    /// ready, the question meant nothing to it. Nothing if there is no end to that before the time limit.
    fn quiet_before_first_line(self, reply: &PartialReply, limit: Duration) -> Option<Duration> {
        let is_asked_little = self.replies == 0 && self.isready && reply.depth() == 1;
        is_asked_little.then(|| QUIET_OF_THE_UNREADY.max(limit / 3))
    }

    /// Learns from a line. An engine that starts slowly says `uciok` after the time for it is over, and then
    /// it knows the rest of UCI as well.
    fn learn(&mut self, line: &str) {
        let line = line.trim();
        if line == "uciok" {
            (self.uci, self.isready) = (true, true);
        }
        self.refuses |= is_refusal(line);
        self.chess960 |= line.starts_with("option") && line.contains("UCI_Chess960");
    }
}

/// Reads the reply to a question that has been sent, up to its end, and until a deadline, which comes
/// when the time limit is over or sooner.
///
/// # Errors
/// When there is no end to it.
pub(super) fn read_reply(
    process: &mut Process,
    reply: &mut PartialReply,
    capabilities: &mut Capabilities,
    limit: Duration,
    deadline: Instant,
) -> Result<(), TroubleKind> {
    let start = Instant::now();
    // An engine may count in one thread and say `readyok` in another. So `readyok` never ends a reply
    // that grew since `isready` was sent, unless it is complete. It still helps: an engine that does
    // everything in order has by then printed the rest of its reply.
    let mut length_at_isready = None;
    // When it was ready again after it had printed something else, and nothing more since.
    let mut ready_since: Option<Instant> = None;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let awaits_readyok = length_at_isready.is_some();
        let timeout = if awaits_readyok {
            if reply.is_complete() { READY_TIMEOUT } else { left }
        } else if capabilities.isready && (reply.is_complete() || reply.claims_no_move()) {
            // Asking `isready` is quicker than waiting for silence.
            Duration::ZERO
        } else if let Some(ready) = ready_since {
            capabilities.patience(reply, limit).saturating_sub(ready.elapsed())
        } else if reply.is_other_text() {
            capabilities.quiet_after_other_text(limit).unwrap_or(left)
        } else {
            let quiet = || capabilities.quiet_before_first_line(reply, limit);
            reply.quiet_period(limit).or_else(quiet).unwrap_or(left)
        };
        match process.next_event(timeout.min(left)) {
            Event::Line(line) if line.trim() == "readyok" => {
                // It may be the answer to the `isready` with which the engine was started, late.
                capabilities.isready = true;
                let nothing_came = length_at_isready == Some(reply.len());
                length_at_isready = None;
                if nothing_came && reply.is_other_text() {
                    ready_since = Some(Instant::now());
                } else if nothing_came || (awaits_readyok && reply.is_complete()) {
                    return Ok(());
                }
            }
            Event::Line(line) => {
                capabilities.learn(&line);
                reply.add_line(&line)?;
                ready_since = None;
                if reply.is_search() && start.elapsed() >= SEARCH_TIMEOUT {
                    return Ok(());
                }
            }
            Event::StderrLine(line) => reply.add_stderr_line(&line)?,
            Event::StderrGrew => {}
            Event::Excess(bytes) => reply.add_bytes(bytes)?,
            Event::End => return at_end_of_output(process, reply),
            Event::Timeout if awaits_readyok && reply.is_complete() => return Ok(()),
            Event::Timeout if ready_since.is_some() => return Ok(()),
            Event::Timeout if left <= timeout && !reply.is_complete() => {
                return Err(at_time_limit(process, reply, *capabilities, limit));
            }
            Event::Timeout if capabilities.isready => {
                process.send("isready");
                length_at_isready = Some(reply.len());
            }
            Event::Timeout => return Ok(()),
        }
    }
}

/// What it means that no more will come. An engine may well end after a reply, or close its output.
fn at_end_of_output(process: &mut Process, reply: &PartialReply) -> Result<(), TroubleKind> {
    match process.status_within(EXIT_TIMEOUT) {
        Some(status) if !status.success() && reply.is_complete() => {
            Err(TroubleKind::DiesAfterwards(status.to_string()))
        }
        Some(status) if !status.success() => Err(TroubleKind::Dies(status.to_string())),
        _ if reply.may_be_whole() => Ok(()),
        Some(status) => Err(TroubleKind::Dies(status.to_string())),
        None => Err(TroubleKind::ClosedItsOutput),
    }
}

/// What it means that the time is over. An engine that printed something else, and then waits for
/// the next command, does not hang.
fn at_time_limit(
    process: &mut Process,
    reply: &PartialReply,
    capabilities: Capabilities,
    limit: Duration,
) -> TroubleKind {
    let mut is_ready = || is_ready_within(process, READY_TIMEOUT_AT_LIMIT);
    if reply.is_other_text() && (!capabilities.isready || is_ready()) {
        TroubleKind::Rubbish
    } else {
        TroubleKind::Hangs(limit)
    }
}

/// Whether the engine says in time that it has done everything before. What it prints on the way is left out.
fn is_ready_within(process: &mut Process, timeout: Duration) -> bool {
    acknowledges(process, "isready", "readyok", timeout, |_| {})
}

/// Sends a command, and returns whether the engine acknowledges it in time. The lines that come
/// first go to `other_line`.
fn acknowledges(
    process: &mut Process,
    command: &str,
    acknowledgement: &str,
    timeout: Duration,
    mut other_line: impl FnMut(&str),
) -> bool {
    let deadline = Instant::now() + timeout;
    process.send(command);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match process.next_event(left) {
            Event::Line(line) if line.trim() == acknowledgement => return true,
            // Most engines that do not know a command say so, and need not be waited for.
            Event::Line(line) if is_refusal(&line) && line.contains(command) => {
                other_line(&line);
                return false;
            }
            Event::Line(line) if !left.is_zero() => other_line(&line),
            Event::Excess(_) | Event::StderrLine(_) | Event::StderrGrew if !left.is_zero() => {}
            Event::End => {
                let _ = process.status_within(EXIT_TIMEOUT);
                return false;
            }
            _ => return false,
        }
    }
}
