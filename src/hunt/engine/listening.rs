//! Listening to an engine that speaks UCI, or some of it, to the end of its answer.

use super::answering::{Answering, is_refusal};
use super::process::{Heard, Process};
use super::trouble::TroubleKind;
use std::time::{Duration, Instant};

/// After an answer that is complete, an engine that does not get ready any more is not waited for:
/// if it hangs, the next question will show it.
const PATIENCE_AFTER_ANSWER: Duration = Duration::from_millis(500);

/// A process that has closed its output is about to end, or never will.
pub(super) const PATIENCE_FOR_END: Duration = Duration::from_millis(500);

/// How long an engine may take for a last word: to quit, or to show that it still listens.
pub(super) const FAREWELL: Duration = Duration::from_millis(200);

/// What an engine has shown to understand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manners {
    pub(super) knows_uci: bool,
    /// Whether it says `readyok` when everything before has been done.
    pub(super) gets_ready: bool,
    /// Whether it offers to be told that it is asked about Chess960.
    pub(super) knows_chess960: bool,
}

/// Listens to the end of an answer.
pub(super) fn listen(
    process: &mut Process,
    answering: &mut Answering,
    manners: &mut Manners,
    limit: Duration,
) -> Result<(), TroubleKind> {
    let deadline = Instant::now() + limit;
    // An engine may think in one thread and get ready in another, so that `readyok` alone never
    // ends an answer. But where it does all in order, it is not asked in vain: what it still had
    // to say has come before.
    let mut length_when_asked_to_get_ready = None;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let quiet = answering.quiet_at_the_end(limit);
        let waits_for_ready = length_when_asked_to_get_ready.is_some();
        let patience = match quiet {
            _ if waits_for_ready && answering.is_complete() => PATIENCE_AFTER_ANSWER,
            // To ask for `readyok` is quicker than to wait for nothing.
            _ if manners.gets_ready && answering.is_complete() => Duration::ZERO,
            _ if manners.gets_ready && answering.claims_no_move() && !waits_for_ready => {
                Duration::ZERO
            }
            Some(quiet) if !waits_for_ready => quiet,
            _ => left,
        };
        match process.hear(patience.min(left)) {
            Heard::Line(line) if line.trim() == "readyok" => {
                let nothing_more = length_when_asked_to_get_ready == Some(answering.length());
                if nothing_more || (waits_for_ready && answering.is_complete()) {
                    return Ok(());
                }
                length_when_asked_to_get_ready = None;
            }
            Heard::Line(line) => {
                // Some take longer than they were given to say that they know it.
                manners.knows_uci |= line.trim() == "uciok";
                manners.knows_chess960 |= offers_chess960(&line);
                answering.hear_line(&line)?;
            }
            Heard::More(bytes) => answering.hear_bytes(bytes)?,
            Heard::End => return end_of_output(process, answering),
            Heard::Nothing if answering.is_complete() && waits_for_ready => return Ok(()),
            Heard::Nothing if left <= patience && !answering.is_complete() => {
                return Err(at_the_limit(process, answering, manners.gets_ready, limit));
            }
            Heard::Nothing if manners.gets_ready => {
                process.tell("isready");
                length_when_asked_to_get_ready = Some(answering.length());
            }
            Heard::Nothing => return Ok(()),
        }
    }
}

/// Whether a line is that of UCI's option for Chess960.
pub(super) fn offers_chess960(line: &str) -> bool {
    line.trim().starts_with("option") && line.contains("UCI_Chess960")
}

/// Tells a process something, and says whether this was heard in return. What is heard before is
/// passed on.
pub(super) fn is_heard(
    process: &mut Process,
    words: &str,
    expected: &str,
    patience: Duration,
    mut before: impl FnMut(&str),
) -> bool {
    let deadline = Instant::now() + patience;
    process.tell(words);
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match process.hear(left) {
            Heard::Line(line) if line.trim() == expected => return true,
            // Most that do not know it say so, and need not be waited for.
            Heard::Line(line) if is_refusal(&line) && line.contains(words) => return false,
            Heard::Line(line) if !left.is_zero() => before(&line),
            Heard::More(_) if !left.is_zero() => {}
            Heard::End => {
                let _ = process.status_within(PATIENCE_FOR_END);
                return false;
            }
            _ => return false,
        }
    }
}

/// What it means that the time is over: an engine that has said something else, and then waits for
/// the next command, does not hang.
fn at_the_limit(
    process: &mut Process,
    answering: &Answering,
    gets_ready: bool,
    limit: Duration,
) -> TroubleKind {
    let said_something_else = answering.has_spoken() && answering.length() == 0;
    let mut is_ready = || is_heard(process, "isready", "readyok", FAREWELL, |_| {});
    if said_something_else && (!gets_ready || is_ready()) {
        TroubleKind::Rubbish
    } else {
        TroubleKind::Hangs(limit)
    }
}

/// What it means that nothing more will be heard. An engine may well end after each answer.
fn end_of_output(process: &mut Process, answering: &Answering) -> Result<(), TroubleKind> {
    match process.status_within(PATIENCE_FOR_END) {
        Some(status) if status.success() && !answering.answer.totals.is_empty() => Ok(()),
        Some(status) => Err(TroubleKind::Dies(status.to_string())),
        None => Err(TroubleKind::ClosedItsOutput),
    }
}
