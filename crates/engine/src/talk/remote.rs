//! A conversation with an engine of which nobody can wait: in a browser it runs in a worker, and its lines come as
//! messages.
//!
//! A talk is straight-line code that waits for events. Here it is gone through again from the beginning of a question
//! whenever something has come, by the events that were written down. Where it would wait for what has not come yet, it
//! is told that the process has ended, so that it comes to its end, and what it then says is forgotten. What it does
//! up to there is the same each time: so only what is new has to be done.

use super::{Event, Exit, Talk, Wire};
use crate::ask::{CastlingsWritten, Heard, Protocol, Step, Trouble, TroubleKind};
use crate::read::for_people;
use std::mem;
use std::time::Duration;

/// How many of the last lines are shown where an engine gives no answer.
const LINES_SHOWN: usize = 10;

/// What is to be done for a conversation, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// End the process of the engine, if there is one, and start another.
    Start,
    /// Send it this line.
    Send(String),
}

/// Where a conversation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It waits for a line, until this time at the most.
    Waits(Duration),
    /// The question is over.
    Heard(Heard),
}

/// An engine in a process that somebody else has.
#[derive(Clone, Debug)]
pub struct Remote {
    /// As it was at the beginning of the question.
    talk: Talk<World>,
    is_new: bool,
    is_another: bool,
    asked: Option<Step>,
    /// How much was done for the question.
    done: usize,
}

/// An event: when it came, and after how much of what is done for the question. What came later cannot have been
/// seen before.
#[derive(Clone, Debug)]
struct Came {
    at: Duration,
    behind: usize,
    event: Event,
}

/// What was heard, and how far the talk has come in it.
#[derive(Clone, Debug, Default)]
struct World {
    now: Duration,
    /// The events since the beginning of the question.
    events: Vec<Came>,
    place: usize,
    /// Until when nothing but these events has come.
    until: Duration,
    does: Vec<Does>,
    /// For what the talk has to wait.
    waits: Option<Duration>,
}

impl Remote {
    /// An engine that speaks UCI, and counts at this command. Nothing is started yet.
    pub fn new(perft: &str, limit: Duration) -> Remote {
        let protocol = Protocol::Uci { perft: perft.to_owned() };
        Remote::of(Talk::new(World::default(), protocol, limit), false)
    }

    /// Another process of the same engine, which has been asked nothing.
    pub fn another(&self) -> Remote {
        Remote::of(self.talk.with_another(World::default()), true)
    }

    const fn of(talk: Talk<World>, is_another: bool) -> Remote {
        Remote { talk, is_new: true, is_another, asked: None, done: 0 }
    }

    /// Begins with a question. Nobody waits for its answer beyond `end`.
    pub fn ask(
        &mut self,
        step: &Step,
        castling: Option<CastlingsWritten>,
        end: Option<Duration>,
        now: Duration,
    ) {
        self.talk.expect(end, castling);
        (self.talk.wire.now, self.done) = (now, 0);
        // What has come by now is behind nothing that is done for this question.
        self.talk.wire.events.iter_mut().for_each(|came| came.behind = 0);
        self.asked = Some(step.clone());
    }

    /// A line has come.
    pub fn hear(&mut self, line: &str, now: Duration) {
        self.note(Event::Line(line.to_owned()), now);
    }

    /// The process has ended, and why.
    pub fn ends(&mut self, why: &str, now: Duration) {
        self.note(Event::OutputEnded, now);
        self.note(Event::Exited(Exit { how: for_people(why), ..Exit::default() }), now);
    }

    fn note(&mut self, event: Event, at: Duration) {
        self.talk.wire.events.push(Came { at, behind: self.done, event });
    }

    /// Goes on as far as it can be by now: what is to be done, and where the conversation stands then.
    pub fn go_on(&mut self, now: Duration) -> (Vec<Does>, Stands) {
        let Some(step) = self.asked.clone() else {
            return (Vec::new(), Stands::Heard(Heard::Cannot));
        };
        let mut talk = self.talk.clone();
        talk.wire.until = now;
        let started = match (self.is_new, self.is_another) {
            (true, true) => talk.start_again(&[]),
            (true, false) => talk.start(),
            (false, _) => Ok(()),
        };
        let result = started.and_then(|()| talk.ask(&step));
        let mut does = mem::take(&mut talk.wire.does);
        let done = mem::replace(&mut self.done, does.len());
        does.drain(..done.min(self.done));
        if let Some(until) = talk.wire.waits {
            return (does, Stands::Waits(until));
        }
        let heard = match result {
            Ok(Some(reply)) => Heard::Answer { reply, silence: talk.silence_at_end },
            Ok(None) => Heard::Cannot,
            Err(kind) => Heard::Trouble(trouble(kind, &talk.wire.events)),
        };
        // What has come since then is of the next question.
        talk.wire.events.drain(..talk.wire.place);
        (talk.wire.place, talk.wire.waits) = (0, None);
        (self.talk, self.is_new, self.asked) = (talk, false, None);
        (does, Stands::Heard(heard))
    }
}

fn trouble(kind: TroubleKind, events: &[Came]) -> Trouble {
    let lines = events.iter().filter_map(|came| match &came.event {
        Event::Line(line) => Some(for_people(line)),
        _ => None,
    });
    let lines: Vec<String> = lines.collect();
    Trouble { kind, last_lines: lines[lines.len().saturating_sub(LINES_SHOWN)..].to_vec() }
}

impl Wire for World {
    fn start(&mut self, _: &[String]) -> Result<(), String> {
        if self.waits.is_some() {
            return Err("it is not known yet what comes before".to_owned());
        }
        // What has come behind nothing else is of the process before.
        let done = self.does.len();
        self.place += self.events[self.place..].iter().take_while(|it| it.behind <= done).count();
        self.does.push(Does::Start);
        Ok(())
    }

    fn forget(&mut self) {}

    fn send(&mut self, line: &str) {
        if self.waits.is_none() {
            self.does.push(Does::Send(line.to_owned()));
        }
    }

    fn next_event(&mut self, until: Duration) -> Event {
        let until = until.max(self.now);
        if self.waits.is_none()
            && let Some(came) = self.events.get(self.place)
            && came.at <= until
            && came.behind <= self.does.len()
        {
            self.place += 1;
            self.now = self.now.max(came.at);
            return came.event.clone();
        }
        if self.waits.is_none() && (self.until >= until || self.place < self.events.len()) {
            self.now = until;
            return Event::Nothing;
        }
        self.waits.get_or_insert(until);
        Event::Exited(Exit::default())
    }

    fn now(&self) -> Duration {
        self.now
    }
}
