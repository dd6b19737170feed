//! An answer that is being read, up to its end: how long to wait for it, and what it means that no more comes.

use super::partial_reply::PartialReply;
use super::{Awaited, Event, Exit, Phase, Talk, waits};
use crate::ask::TroubleKind;
use crate::read::{CutOff, Reply};
use std::time::Duration;

/// What is known of whether the engine is ready for the next command.
#[derive(Clone, Copy, Debug)]
pub enum Readiness {
    /// Nothing: it was not asked, or has said so in the midst of its answer.
    Unknown,
    /// It was sent `isready` at this time, when so many rows and totals had come.
    Asked { at: Duration, length: usize, was_silent: bool, is_nudge: bool },
    /// It was ready at this time after it had printed other text, and nothing has come since.
    Since(Duration),
}

impl Talk {
    pub(super) fn read_answer(&mut self, now: Duration) {
        if let Some(asked) = &self.asked {
            self.reply = PartialReply::new(&asked.position, asked.depth, self.known, now);
        }
        (self.asked_at, self.last_event) = (now, now);
        self.readiness = Readiness::Unknown;
        self.await_until(self.end_of_wait(now, self.limit), Phase::Reading);
    }

    pub(super) fn ask_whether_ready(&mut self, is_nudge: bool, now: Duration) {
        self.send("isready");
        let (length, was_silent) = (self.reply.len(), self.reply.is_silent());
        self.readiness = Readiness::Asked { at: now, length, was_silent, is_nudge };
        self.last_event = now;
    }

    /// When silence means something. That may be behind the time limit.
    pub(super) fn quiet_until(&self) -> Duration {
        let quiet = match self.readiness {
            _ if self.is_script() => None,
            Readiness::Asked { .. } => self.reply.is_complete().then_some(waits::READY),
            Readiness::Since(ready) => return ready + self.patience(),
            Readiness::Unknown => self.quiet_period(),
        };
        quiet.map_or(self.until, |quiet| self.last_event + quiet)
    }

    /// How long to wait for rows of an engine that is ready: it may be counting in another thread what takes
    /// long. One that has never been read, and says that it does not understand, hardly is.
    fn patience(&self) -> Duration {
        let quarter = self.limit / 4;
        if self.known.replies == 0 && self.reply.has_refusal {
            waits::WHEN_READY.min(quarter)
        } else {
            waits::WHEN_READY.max(quarter)
        }
    }

    /// How long the engine has to be quiet before it is asked whether it is ready, or its reply is over.
    /// Nothing if that takes until the time limit.
    fn quiet_period(&self) -> Option<Duration> {
        let (known, reply) = (&self.known, &self.reply);
        let is_new = known.replies == 0;
        let has_come = if reply.has_moves() {
            known.ends_with_rows && !known.prints_totals && reply.has_rows_alone()
        } else {
            known.is_silent_without_moves && reply.is_silent()
        };
        if known.isready && (has_come || reply.is_complete() || reply.claims_no_move()) {
            // To ask `isready` is quicker than to wait for silence.
            Some(Duration::ZERO)
        } else if !reply.is_other_text() {
            // One ply takes no time: if an engine that has never answered is ready, the question meant nothing
            // to it, or its answer is not flushed.
            let is_asked_little = is_new && known.isready && reply.depth == 1;
            let first_line = is_asked_little.then(|| waits::UNREADY.max(self.limit / 3));
            reply.quiet_period(self.limit).map(|quiet| quiet * self.patience).or(first_line)
        } else if known.isready {
            Some(waits::BEFORE_READY)
        } else {
            // It may be a banner: an engine that starts slowly has not come to the question yet.
            (is_new && known.refuses).then(|| waits::UNREADY.min(self.limit / 4))
        }
    }

    pub(super) fn on_answer(&mut self, event: &Event, now: Duration) {
        match event {
            Event::Nothing => return self.on_silence(now),
            Event::OutputEnded => {
                // A script may still print its rows on standard error.
                let is_waited_for = self.is_script() && !self.reply.is_complete();
                let until = if is_waited_for { self.until } else { now + waits::EXIT };
                return self.await_until(until, Phase::AwaitingExit);
            }
            Event::Line(line) if !self.is_script() => {
                if line.trim() == "readyok" {
                    return self.on_ready(now);
                }
                self.known.learn_from_line(line);
            }
            _ => {}
        }
        if let Err(kind) = self.reply.add(event, now) {
            return self.fail(kind);
        }
        self.last_event = now;
        if matches!(self.readiness, Readiness::Since(_)) {
            self.readiness = Readiness::Unknown;
        }
        // Some engines that know no perft search for ever.
        let is_late = now >= self.asked_at + waits::SEARCH;
        if is_late && self.reply.is_search() && !self.is_script() {
            self.conclude(now);
        }
    }

    fn on_ready(&mut self, now: Duration) {
        // It may be the answer to the `isready` with which the engine was started, late.
        self.known.isready = true;
        self.last_event = now;
        let Readiness::Asked { at, length, was_silent, is_nudge } = self.readiness else { return };
        let nothing_came = length == self.reply.len();
        let was_brought = was_silent && !nothing_came && now <= at + waits::READY;
        self.known.answers_when_nudged |= was_brought && !is_nudge;
        let is_all = nothing_came && !is_nudge;
        let has_moves = self.reply.has_moves();
        self.known.ends_with_rows |= is_all && has_moves && self.reply.has_rows_alone();
        self.known.is_silent_without_moves |= is_all && !has_moves && self.reply.is_silent();
        self.readiness = Readiness::Unknown;
        if is_all && self.reply.is_other_text() {
            self.readiness = Readiness::Since(now);
        } else if is_all || self.reply.is_complete() {
            self.conclude(now);
        }
    }

    /// Silence ends an answer, unless the time is over, or `isready` may still bring more. An engine that printed
    /// something else, and then waits for the next command, does not hang.
    fn on_silence(&mut self, now: Duration) {
        let is_complete = self.reply.is_complete();
        let is_over = match self.readiness {
            Readiness::Asked { .. } => is_complete,
            Readiness::Since(_) => true,
            Readiness::Unknown => false,
        };
        let is_at_limit = !is_complete && self.quiet_until() >= self.until;
        let hangs = TroubleKind::Hangs(self.limit);
        match (self.known.isready, is_at_limit) {
            _ if self.is_script() => self.fail(hangs),
            _ if is_over => self.conclude(now),
            (false, false) => self.conclude(now),
            (true, false) => self.ask_whether_ready(false, now),
            _ if !self.reply.is_other_text() => self.fail(hangs),
            (false, true) => self.fail(TroubleKind::Rubbish),
            (true, true) => self.await_ready(now + waits::READY_AT_LIMIT, Awaited::LastReady),
        }
    }

    // The end of the output.

    pub(super) fn on_exit(&mut self, event: Event, now: Duration) {
        let exit = match event {
            Event::Exited(exit) => Some(exit),
            Event::Nothing => None,
            event => {
                let was_complete = self.reply.is_complete();
                match self.reply.add(&event, now) {
                    Err(kind) => self.fail(kind),
                    Ok(()) if !was_complete && self.reply.is_complete() => {
                        self.until = self.until.min(now + waits::EXIT);
                    }
                    Ok(()) => {}
                }
                return;
            }
        };
        if self.is_script() { self.end_of_script(exit) } else { self.end_of_engine(exit, now) }
    }

    /// An engine may well end after an answer, or close its output. It may also end while it is asked the next
    /// question, and then another process is started.
    fn end_of_engine(&mut self, exit: Option<Exit>, now: Duration) {
        let is_failure = exit.as_ref().is_some_and(|exit| !exit.is_success);
        if self.reply.may_be_whole() && !is_failure {
            return self.conclude(now);
        }
        let may_leave = self.asked.as_ref().is_some_and(|asked| asked.may_leave);
        match exit {
            None => self.fail(TroubleKind::ClosedItsOutput),
            Some(exit) if is_failure && self.reply.is_complete() => {
                self.fail(TroubleKind::DiesAfterwards(exit.how));
            }
            Some(_) if !is_failure && may_leave && self.reply.is_silent() => self.start_again(now),
            Some(exit) => self.fail(TroubleKind::Dies(exit.how)),
        }
    }

    /// Behind a complete answer the exit code does not matter. A signal does.
    fn end_of_script(&mut self, exit: Option<Exit>) {
        let is_complete = self.reply.is_complete();
        let is_empty = self.reply.is_empty();
        let cut_off = match exit {
            None if !is_complete => return self.fail(TroubleKind::Hangs(self.limit)),
            Some(exit) if exit.by_signal && is_complete => {
                return self.fail(TroubleKind::DiesAfterwards(exit.how));
            }
            Some(exit) if !exit.is_success && (exit.by_signal || is_empty) => {
                return self.fail(TroubleKind::Dies(exit.how));
            }
            Some(exit) if !exit.is_success && !is_complete => {
                Some(CutOff { how: exit.how, last_lines: Vec::new() })
            }
            _ => None,
        };
        match std::mem::take(&mut self.reply).finish() {
            Ok(reply) => self.answered(Reply { cut_off, ..reply }),
            Err(kind) => self.fail(kind),
        }
    }

    // The end of the answer.

    fn conclude(&mut self, now: Duration) {
        if self.reply.is_search() {
            return self.over(Err(TroubleKind::Searches(self.perft())));
        }
        let silence = self.reply.silence(now);
        self.known.prints_totals |= self.reply.ends_with_its_total();
        let has_moves = self.reply.has_moves();
        if has_moves && self.reply.is_silent() {
            return self.fail(TroubleKind::NoAnswer(self.perft_line()));
        }
        let (depth, is_in_info) = (self.reply.depth, self.reply.is_in_info_lines());
        let is_whole = !self.runs || self.reply.is_empty() || self.reply.may_be_whole();
        let reply = match std::mem::take(&mut self.reply).finish() {
            Ok(reply) => reply,
            Err(kind) => return self.fail(kind),
        };
        let Some(reply) = self.without_doubt(reply, is_whole, now) else { return };
        self.silence_at_end += silence;
        self.known.answers_in_info |= is_in_info;
        // With 0 it claims that there is no move, and then it has no row to print.
        if has_moves && reply.is_total_only() && reply.total() != Some(0) {
            // Some print no rows at depth 1 alone, and some none from a greater depth on.
            let to = if depth == 1 { 1 } else { u32::MAX };
            self.known.totals_only_to = self.known.totals_only_to.max(to);
        }
        self.answered(reply);
    }

    /// The reply, unless nothing but silence says that it has all rows: then it has to come again. What comes late of the
    /// answer before is no part of it.
    fn without_doubt(&mut self, reply: Reply, is_whole: bool, now: Duration) -> Option<Reply> {
        let before = self.in_doubt.take();
        let is_as_before = before.as_ref().is_some_and(|before| before.rows == reply.rows);
        if before.as_ref().is_some_and(|before| !reply.rows.starts_with(&before.rows)) {
            self.fail(TroubleKind::Unsteady);
            return None;
        }
        if !is_whole && !is_as_before {
            self.silence_at_end += now.saturating_sub(self.asked_at);
            self.patience *= 2;
            self.in_doubt = Some(reply);
            self.leave_out(false);
            return None;
        }
        // Where more has come, the rest of the first answer may still come. Another process does not print that.
        self.runs &= before.is_none() || is_as_before;
        Some(reply)
    }

    fn answered(&mut self, reply: Reply) {
        self.known.replies += 1;
        self.over(Ok(Some(reply)));
    }

    /// An engine that has answered other questions does not speak another language.
    pub(super) fn fail(&mut self, kind: TroubleKind) {
        let kind = match kind {
            _ if self.reply.is_search() && !self.is_script() => TroubleKind::Searches(self.perft()),
            TroubleKind::NoAnswer(_) | TroubleKind::Rubbish if self.in_doubt.is_some() => {
                TroubleKind::Unsteady
            }
            TroubleKind::Rubbish if self.known.replies > 0 => TroubleKind::Refuses,
            kind => kind,
        };
        self.over(Err(kind));
    }
}
