//! An answer that is being read, up to its end: how long to wait for it, and what it means that no more comes.

use super::learning::Printed;
use super::partial_reply::PartialReply;
use super::{Event, Exit, Talk, Wire, waits};
use crate::ask::{Step, TroubleKind};
use crate::read::Reply;
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

/// Where an answer stands.
pub enum AnswerState {
    GoesOn,
    /// The question has to be asked once more.
    OnceMore,
    Complete(Reply),
}

impl<W: Wire> Talk<W> {
    pub(super) fn begin_to_read(&mut self, question: &Step) {
        let now = self.wire.now();
        let known = self.known.clone();
        self.reply = PartialReply::new(&question.line, question.depth, known, now);
        self.reply.right = self.right;
        self.printed = Printed::default();
        (self.asked_at, self.last_event) = (now, now);
        self.until = self.end_of_wait(self.limit);
        self.readiness = Readiness::Unknown;
    }

    pub(super) fn ask_whether_ready(&mut self, is_nudge: bool) {
        self.wire.send("isready");
        let (length, was_silent) = (self.reply.len(), self.reply.is_silent());
        self.last_event = self.wire.now();
        self.readiness = Readiness::Asked { at: self.last_event, length, was_silent, is_nudge };
    }

    /// Rows and totals come until the answer is complete and the engine ready, or until silence or the time limit.
    pub(super) fn read_answer(&mut self) -> Result<AnswerState, TroubleKind> {
        if !self.runs {
            return self.await_exit(self.wire.now() + waits::EXIT);
        }
        loop {
            let answer = match self.next_event(self.quiet_until().min(self.until)) {
                Event::Nothing => self.on_silence()?,
                Event::OutputEnded | Event::Exited(_) => {
                    // A script may still print its rows on standard error.
                    let is_waited_for = self.is_script() && !self.reply.is_complete();
                    let soon = self.wire.now() + waits::EXIT;
                    return self.await_exit(if is_waited_for { self.until } else { soon });
                }
                Event::Line(line) if line.trim() == "readyok" && !self.is_script() => {
                    self.on_ready()?
                }
                event => self.on_output(&event)?,
            };
            if !matches!(answer, AnswerState::GoesOn) {
                return Ok(answer);
            }
        }
    }

    /// When silence means something. That may be after the time limit.
    pub(super) fn quiet_until(&self) -> Duration {
        let quiet = match self.readiness {
            _ if self.is_script() => None,
            Readiness::Asked { .. } => self.reply.is_complete().then_some(waits::READY),
            Readiness::Since(ready) => return ready + self.patience(),
            Readiness::Unknown => self.quiet_period(),
        };
        // Whatever else is printed after a complete answer is no part of it.
        let since = match self.readiness {
            _ if !self.reply.is_complete() => self.last_event,
            Readiness::Asked { at, .. } => at.max(self.reply.last_entry()),
            _ => self.reply.last_entry(),
        };
        quiet.map_or(self.until, |quiet| since + quiet)
    }

    /// How long to wait for rows of an engine that is ready: it may be counting in another thread what takes long,
    /// unless there is no move. One that has never been read, and says that it does not understand, hardly is. A few
    /// leaves take no time. And where there is something to learn, the question is asked once more after that.
    fn patience(&self) -> Duration {
        let quarter = self.limit / 4;
        let is_refused = self.known.replies == 0 && self.reply.has_refusal;
        let has_nothing_to_count = self.known.replies > 0 && !self.reply.has_moves();
        if is_refused || has_nothing_to_count || self.right.is_some() || self.may_learn() {
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
        let is_asked_little = is_new && reply.depth == 1;
        let has_come = if reply.has_moves() {
            known.ends_with_rows && !known.prints_totals && reply.has_rows_alone()
        } else {
            known.is_silent_without_moves && reply.is_silent()
        };
        if known.isready && (has_come || reply.is_complete() || reply.claims_no_move()) {
            // To ask `isready` is quicker than to wait for silence.
            Some(Duration::ZERO)
        } else if self.is_last_time && reply.lacks_rows() {
            Some(self.limit / 2)
        } else if !reply.is_other_text() {
            // One ply takes no time: if an engine that has never answered is ready, the question meant nothing
            // to it, or its answer is not flushed.
            let first_line = (is_asked_little && known.isready).then(|| self.first_wait());
            reply.quiet_period(self.limit).map(|quiet| quiet * self.patience).or(first_line)
        } else if known.isready {
            Some(waits::BEFORE_READY)
        } else if self.may_have_printed_rows() {
            Some(waits::AFTER_ALL_ROWS.min(self.limit / 8))
        } else if !is_new && !reply.has_moves() {
            // Where nothing is to be counted, it need not say so in words that are known.
            Some(waits::BETWEEN_ROWS.min(self.limit / 4))
        } else if is_new && (known.refuses || self.right.is_some() || known.places.is_some()) {
            Some(waits::UNREADY.min(self.limit / 4))
        } else {
            // It may be a banner: an engine that starts slowly has not come to the question yet.
            is_asked_little.then(|| self.first_wait())
        }
    }

    /// How long to wait for the first row, where one ply is counted.
    fn first_wait(&self) -> Duration {
        waits::UNREADY.max(self.limit / 3)
    }

    fn add(&mut self, event: &Event, now: Duration) -> Result<(), TroubleKind> {
        self.note_printed(event);
        self.reply.add(event, now)
    }

    fn on_output(&mut self, event: &Event) -> Result<AnswerState, TroubleKind> {
        let now = self.wire.now();
        if let Event::Line(line) = event
            && !self.is_script()
        {
            self.known.learn_from_line(line);
        }
        self.add(event, now)?;
        self.last_event = now;
        if matches!(self.readiness, Readiness::Since(_)) {
            self.readiness = Readiness::Unknown;
        }
        // Some engines that know no perft search for ever.
        let is_late = now >= self.asked_at + waits::SEARCH;
        if is_late && self.reply.is_search() && !self.is_script() {
            return self.conclude();
        }
        Ok(AnswerState::GoesOn)
    }

    fn on_ready(&mut self) -> Result<AnswerState, TroubleKind> {
        let now = self.wire.now();
        // It may be the answer to the `isready` with which the engine was started, late.
        (self.known.isready, self.is_unready) = (true, false);
        self.last_event = now;
        let Readiness::Asked { at, length, was_silent, is_nudge } = self.readiness else {
            return Ok(AnswerState::GoesOn);
        };
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
            return self.conclude();
        }
        Ok(AnswerState::GoesOn)
    }

    /// Silence ends an answer, unless the time is over, or `isready` may still bring more. An engine that printed
    /// something else, and then waits for the next command, does not hang.
    fn on_silence(&mut self) -> Result<AnswerState, TroubleKind> {
        let is_complete = self.reply.is_complete();
        let is_over = match self.readiness {
            Readiness::Asked { .. } => is_complete,
            Readiness::Since(_) => true,
            Readiness::Unknown => false,
        };
        let is_at_limit = !is_complete && self.quiet_until() >= self.until;
        let (hangs, now) = (TroubleKind::Hangs(self.limit), self.wire.now());
        match (self.known.isready, is_at_limit) {
            _ if self.is_script() => Err(hangs),
            _ if is_over => {
                let was_unready = self.is_unready;
                let is_unready = matches!(self.readiness, Readiness::Asked { .. });
                let answer = self.conclude()?;
                self.is_unready = is_unready;
                // Twice in a row it was there all the same: it is ready nowhere but at its start.
                self.known.isready &= !(was_unready && is_unready);
                Ok(answer)
            }
            (false, false) => self.conclude(),
            (true, false) => {
                self.ask_whether_ready(false);
                Ok(AnswerState::GoesOn)
            }
            _ if !self.reply.is_other_text() => Err(hangs),
            // What is still being printed has no end.
            (false, true) if self.last_event + waits::WHEN_READY.min(self.limit / 4) > now => {
                Err(hangs)
            }
            (false, true) => Err(TroubleKind::Rubbish),
            (true, true) => {
                let until = self.wire.now() + waits::READY_AT_LIMIT;
                let is_ready = self.is_acknowledged("isready", until);
                Err(if is_ready { TroubleKind::Rubbish } else { hangs })
            }
        }
    }

    // The end of the output.

    /// A process that has closed its output ends, or goes on.
    fn await_exit(&mut self, mut until: Duration) -> Result<AnswerState, TroubleKind> {
        let exit = loop {
            let was_complete = self.reply.is_complete();
            match self.next_event(until) {
                Event::Exited(exit) => break Some(exit),
                Event::Nothing => break None,
                event => {
                    let now = self.wire.now();
                    self.add(&event, now)?;
                    if !was_complete && self.reply.is_complete() {
                        until = until.min(now + waits::EXIT);
                    }
                }
            }
        };
        if self.is_script() { self.end_of_script(exit) } else { self.end_of_engine(exit) }
    }

    /// An engine may well end after an answer, or close its output. It may also end while it is asked the next
    /// question, and then another process is started.
    fn end_of_engine(&mut self, exit: Option<Exit>) -> Result<AnswerState, TroubleKind> {
        let is_failure = exit.as_ref().is_some_and(|exit| !exit.is_success);
        if self.reply.may_be_whole() && !is_failure {
            return self.conclude();
        }
        match exit {
            None => Err(TroubleKind::ClosedItsOutput),
            Some(exit) if is_failure && self.reply.is_complete() => {
                Err(TroubleKind::DiesAfterwards(exit.how))
            }
            Some(_) if !is_failure && self.may_leave && self.reply.is_silent() => {
                Ok(AnswerState::OnceMore)
            }
            Some(exit) => Err(TroubleKind::Dies(exit.how)),
        }
    }

    /// Behind a complete answer the exit code does not matter. A signal does.
    fn end_of_script(&mut self, exit: Option<Exit>) -> Result<AnswerState, TroubleKind> {
        let is_complete = self.reply.is_complete();
        let is_empty = self.reply.is_empty();
        let cut_off = match exit {
            None if !is_complete => return Err(TroubleKind::Hangs(self.limit)),
            Some(exit) if exit.by_signal && is_complete => {
                return Err(TroubleKind::DiesAfterwards(exit.how));
            }
            Some(exit) if !exit.is_success && (exit.by_signal || is_empty) => {
                return Err(TroubleKind::Dies(exit.how));
            }
            Some(exit) if !exit.is_success && !is_complete => {
                Some(TroubleKind::Dies(exit.how).into())
            }
            _ => None,
        };
        let reply = std::mem::take(&mut self.reply).finish()?;
        Ok(AnswerState::Complete(Reply { cut_off, ..reply }))
    }

    // The end of the answer.

    fn conclude(&mut self) -> Result<AnswerState, TroubleKind> {
        self.is_unready = false;
        if self.reply.is_search() {
            return Err(TroubleKind::Searches(self.perft()));
        }
        let silence = self.reply.silence(self.wire.now());
        self.known.prints_totals |= self.reply.ends_with_its_total();
        self.known.begins_with_total |= self.reply.begins_with_total();
        let ends_at_once = self.reply.ends_at_once();
        self.known.ends_at_once = if ends_at_once { self.known.ends_at_once + 1 } else { 0 };
        let has_moves = self.reply.has_moves();
        if has_moves && self.reply.is_silent() {
            return Err(TroubleKind::NoAnswer(self.perft_line()));
        }
        let (depth, is_in_info) = (self.reply.depth, self.reply.is_in_info_lines());
        let longest_pause = self.reply.longest_pause();
        let is_whole = !self.runs || self.reply.is_empty() || self.reply.may_be_whole();
        let reply = std::mem::take(&mut self.reply).finish()?;
        let before = self.in_doubt.take();
        let is_as_before = before.as_ref().is_some_and(|before| before.rows == reply.rows);
        let is_another =
            before.as_ref().is_some_and(|before| !reply.rows.starts_with(&before.rows));
        if self.is_last_time && !is_whole {
            return Err(TroubleKind::Unsteady);
        }
        if is_another {
            // What has come may be the rest of the first answer. Another process does not print that.
            (self.is_last_time, self.patience, self.runs) = (true, 1, false);
            self.silence_at_end += self.wire.now().saturating_sub(self.asked_at);
            return Ok(AnswerState::OnceMore);
        }
        if !is_whole && !is_as_before {
            // Nothing but silence says that it has all rows. So it has to come again.
            self.silence_at_end += self.wire.now().saturating_sub(self.asked_at);
            self.patience *= 2;
            self.in_doubt = Some(reply);
            return Ok(AnswerState::OnceMore);
        }
        if self.is_last_time {
            self.known.longest_pause = self.known.longest_pause.max(longest_pause);
        }
        // Where more has come, the rest of the first answer may still come. Another process does not print that.
        self.runs &= before.is_none() || is_as_before;
        self.silence_at_end += silence;
        self.known.answers_in_info |= is_in_info;
        // With 0 it claims that there is no move, and then it has no row to print.
        if has_moves && reply.is_total_only() && reply.total() != Some(0) {
            // Some print no rows at depth 1 alone, and some none from a greater depth on.
            let to = if depth == 1 { 1 } else { u32::MAX };
            self.known.totals_only_to = self.known.totals_only_to.max(to);
        }
        Ok(AnswerState::Complete(reply))
    }

    /// An engine that has answered other questions does not speak another language.
    pub(super) fn trouble(&self, kind: TroubleKind) -> TroubleKind {
        match kind {
            _ if self.reply.is_search() && !self.is_script() => TroubleKind::Searches(self.perft()),
            TroubleKind::NoAnswer(_) | TroubleKind::Rubbish if self.in_doubt.is_some() => {
                TroubleKind::Unsteady
            }
            TroubleKind::Rubbish if self.known.replies > 0 => TroubleKind::Refuses,
            kind => kind,
        }
    }
}
