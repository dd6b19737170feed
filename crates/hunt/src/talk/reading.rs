//! An answer that is being read, up to its end: how long it is waited for, and what it means that no more comes.

use super::partial_reply::PartialReply;
use super::{Acknowledgement, Asked, Event, Exit, Phase, Talk, acknowledgement, waits};
use crate::ask::TroubleKind;
use crate::read::{CutOff, Reply};
use std::time::Duration;

/// An answer that is being read.
#[derive(Debug)]
pub struct Reading {
    asked: Asked,
    reply: PartialReply,
    /// When the engine was asked, and when it has to have answered.
    begin: Duration,
    pub deadline: Duration,
    /// When something came or was sent, whatever it was.
    last_event: Duration,
    readiness: Readiness,
}

/// What is known of whether the engine is ready for the next command.
#[derive(Clone, Copy, Debug)]
enum Readiness {
    /// Nothing: it was not asked, or has said so in the midst of its answer.
    Unknown,
    /// It was sent `isready` at this time, when so many rows and totals had come.
    Asked { at: Duration, length: usize, was_silent: bool, is_nudge: bool },
    /// It was ready at this time after it had printed other text, and nothing has come since.
    Since(Duration),
}

impl Talk {
    pub(super) fn reading(&self, asked: Asked, now: Duration) -> Box<Reading> {
        let expected = self.known.expected(asked.depth);
        let reply = PartialReply::new(&asked.position, asked.depth, expected, now);
        let deadline = self.until(self.limit, now);
        let readiness = Readiness::Unknown;
        Box::new(Reading { asked, reply, begin: now, deadline, last_event: now, readiness })
    }

    pub(super) fn ask_whether_ready(&mut self, r: &mut Reading, is_nudge: bool, now: Duration) {
        self.send("isready");
        let (length, was_silent) = (r.reply.len(), r.reply.is_silent());
        r.readiness = Readiness::Asked { at: now, length, was_silent, is_nudge };
        r.last_event = now;
    }

    /// When silence means something. That may be behind the deadline.
    pub(super) fn quiet_until(&self, reading: &Reading) -> Duration {
        let Reading { reply, deadline, last_event, .. } = reading;
        let quiet = match reading.readiness {
            _ if self.is_script() => None,
            Readiness::Asked { .. } => reply.is_complete().then_some(waits::READY),
            Readiness::Since(ready) => return ready + self.known.patience(reply, self.limit),
            Readiness::Unknown => self.known.quiet_period(reply, self.limit),
        };
        quiet.map_or(*deadline, |quiet| *last_event + quiet)
    }

    pub(super) fn on_answer(&mut self, mut r: Box<Reading>, event: Event, now: Duration) -> Phase {
        let is_readyok = |line: &str| line.trim() == "readyok" && !self.is_script();
        let read = match event {
            Event::Line(line) if is_readyok(&line) => return self.on_ready(r, now),
            Event::Nothing => return self.on_silence(r, now),
            Event::OutputEnded => {
                let until = self.exit_until(&r, now);
                return Phase::AwaitingExit(r, until);
            }
            event => {
                if let (Event::Line(line), false) = (&event, self.is_script()) {
                    self.known.learn_from_line(line);
                }
                add(&mut r.reply, &event, now)
            }
        };
        if let Err(kind) = read {
            return self.fail(&r, kind);
        }
        r.last_event = now;
        if matches!(r.readiness, Readiness::Since(_)) {
            r.readiness = Readiness::Unknown;
        }
        // Some engines that know no perft search for ever.
        let is_endless = r.reply.is_search() && now >= r.begin + waits::SEARCH;
        if is_endless && !self.is_script() { self.conclude(*r, now) } else { Phase::Reading(r) }
    }

    fn on_ready(&mut self, mut r: Box<Reading>, now: Duration) -> Phase {
        // It may be the answer to the `isready` with which the engine was started, late.
        self.known.isready = true;
        r.last_event = now;
        let Readiness::Asked { at, length, was_silent, is_nudge } = r.readiness else {
            return Phase::Reading(r);
        };
        let nothing_came = length == r.reply.len();
        let was_brought = was_silent && !nothing_came && now <= at + waits::READY;
        self.known.answers_when_nudged |= was_brought && !is_nudge;
        r.readiness = Readiness::Unknown;
        if nothing_came && r.reply.is_other_text() && !is_nudge {
            r.readiness = Readiness::Since(now);
        } else if r.reply.is_complete() || nothing_came && !is_nudge {
            return self.conclude(*r, now);
        }
        Phase::Reading(r)
    }

    fn on_silence(&mut self, mut r: Box<Reading>, now: Duration) -> Phase {
        let is_complete = r.reply.is_complete();
        let is_over = match r.readiness {
            Readiness::Asked { .. } => is_complete,
            Readiness::Since(_) => true,
            Readiness::Unknown => false,
        };
        if self.is_script() {
            Phase::Over(Err(TroubleKind::Hangs(self.limit)))
        } else if is_over {
            self.conclude(*r, now)
        } else if self.quiet_until(&r) >= r.deadline && !is_complete {
            self.at_time_limit(r, now)
        } else if self.known.isready {
            self.ask_whether_ready(&mut r, false, now);
            Phase::Reading(r)
        } else {
            self.conclude(*r, now)
        }
    }

    /// What it means that the time is over. An engine that printed something else, and then waits for the next
    /// command, does not hang.
    fn at_time_limit(&mut self, r: Box<Reading>, now: Duration) -> Phase {
        if !r.reply.is_other_text() {
            return self.fail(&r, TroubleKind::Hangs(self.limit));
        }
        if !self.known.isready {
            return self.fail(&r, TroubleKind::Rubbish);
        }
        self.send("isready");
        Phase::LastReady(r, now + waits::READY_AT_LIMIT)
    }

    pub(super) fn on_last_ready(
        &mut self,
        r: Box<Reading>,
        until: Duration,
        event: &Event,
        now: Duration,
    ) -> Phase {
        match acknowledgement("isready", "readyok", event, now < until) {
            Acknowledgement::NotYet => Phase::LastReady(r, until),
            Acknowledgement::Yes => self.fail(&r, TroubleKind::Rubbish),
            _ => self.fail(&r, TroubleKind::Hangs(self.limit)),
        }
    }

    // The end of the output.

    /// How long the end of a process is waited for that has closed its output. A script may still print its rows
    /// on standard error.
    fn exit_until(&self, r: &Reading, now: Duration) -> Duration {
        if self.is_script() && !r.reply.is_complete() { r.deadline } else { now + waits::EXIT }
    }

    pub(super) fn on_exit(
        &mut self,
        mut r: Box<Reading>,
        until: Duration,
        event: Event,
        now: Duration,
    ) -> Phase {
        let exit = match event {
            Event::Exited(exit) => Some(exit),
            Event::Nothing => None,
            event => {
                let was_complete = r.reply.is_complete();
                return match add(&mut r.reply, &event, now) {
                    Err(kind) => self.fail(&r, kind),
                    Ok(()) if was_complete || !r.reply.is_complete() => {
                        Phase::AwaitingExit(r, until)
                    }
                    Ok(()) => Phase::AwaitingExit(r, until.min(now + waits::EXIT)),
                };
            }
        };
        if self.is_script() {
            self.end_of_script(*r, exit)
        } else {
            self.end_of_engine(r, exit, now)
        }
    }

    /// An engine may well end after an answer, or close its output. It may also end while it is asked the next
    /// question, and then another process is started.
    fn end_of_engine(&mut self, mut r: Box<Reading>, exit: Option<Exit>, now: Duration) -> Phase {
        let is_failure = exit.as_ref().is_some_and(|exit| !exit.is_success);
        if r.reply.may_be_whole() && !is_failure {
            return self.conclude(*r, now);
        }
        match exit {
            Some(exit) if is_failure && r.reply.is_complete() => {
                self.fail(&r, TroubleKind::DiesAfterwards(exit.how))
            }
            Some(_) if !is_failure && r.asked.may_leave && r.reply.is_silent() => {
                r.asked.may_leave = false;
                self.starting_again(Some(r.asked), now)
            }
            Some(exit) => self.fail(&r, TroubleKind::Dies(exit.how)),
            None => self.fail(&r, TroubleKind::ClosedItsOutput),
        }
    }

    fn end_of_script(&mut self, r: Reading, exit: Option<Exit>) -> Phase {
        let is_complete = r.reply.is_complete();
        if exit.is_none() && !is_complete {
            return Phase::Over(Err(TroubleKind::Hangs(self.limit)));
        }
        let failure = exit.filter(|exit| !exit.is_success);
        let is_death = |exit: &&Exit| exit.by_signal || r.reply.is_empty();
        if let Some(exit) = failure.as_ref().filter(is_death) {
            return Phase::Over(Err(TroubleKind::Dies(exit.how.clone())));
        }
        // Behind a complete answer the exit code does not matter.
        let failure = failure.filter(|_| !is_complete);
        let cut_off = failure.map(|exit| CutOff { how: exit.how, last_lines: Vec::new() });
        match r.reply.finish() {
            Ok(reply) => self.answered(Reply { cut_off, ..reply }),
            Err(kind) => self.over(kind),
        }
    }

    // The end of the answer.

    fn conclude(&mut self, r: Reading, now: Duration) -> Phase {
        let Reading { asked, reply, .. } = r;
        if reply.is_search() {
            return Phase::Over(Err(TroubleKind::Searches(self.perft())));
        }
        self.silence_at_end = reply.silence(now);
        self.known.prints_totals |= reply.ends_with_its_total();
        let has_moves = reply.has_moves();
        if has_moves && reply.is_silent() {
            return Phase::Over(Err(TroubleKind::NoAnswer(self.perft_line(asked.depth))));
        }
        let is_in_info = reply.is_in_info_lines();
        let reply = match reply.finish() {
            Ok(reply) => reply,
            Err(kind) => return self.over(kind),
        };
        self.known.answers_in_info |= is_in_info;
        // With 0 it claims that there is no move, and then it has no row to print.
        if has_moves && reply.is_total_only() && reply.total() != Some(0) {
            self.known.learn_totals_only(asked.depth);
        }
        self.answered(reply)
    }

    fn answered(&mut self, reply: Reply) -> Phase {
        self.known.replies += 1;
        Phase::Over(Ok(Some(reply)))
    }

    fn fail(&self, r: &Reading, kind: TroubleKind) -> Phase {
        if r.reply.is_search() && !self.is_script() {
            return Phase::Over(Err(TroubleKind::Searches(self.perft())));
        }
        self.over(kind)
    }

    /// One that has answered other questions does not speak another language.
    fn over(&self, kind: TroubleKind) -> Phase {
        let refuses = kind == TroubleKind::Rubbish && self.known.replies > 0;
        Phase::Over(Err(if refuses { TroubleKind::Refuses } else { kind }))
    }
}

/// Adds what came to a reply. What says nothing of the answer adds nothing.
fn add(reply: &mut PartialReply, event: &Event, now: Duration) -> Result<(), TroubleKind> {
    match event {
        Event::Line(line) => reply.add_line(line, now),
        Event::StderrLine(line) => reply.add_stderr_line(line, now),
        Event::Excess(bytes) => reply.add_bytes(*bytes),
        _ => Ok(()),
    }
}
