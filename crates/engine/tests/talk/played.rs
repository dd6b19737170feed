//! An engine that is played with a turned clock: no process runs, and nobody waits.
//!
//! What it does for a line is a text of steps, separated by `; `. A step is a line that it prints, or one of
//! these:
//!
//! | step | meaning |
//! |---|---|
//! | `+500` | it is busy for 500 ms |
//! | `&` in front of all | the rest is done in another thread |
//! | `ROWS` | a row for each move of [`KINGS`] |
//! | `err …` | a row or a total on standard error |
//! | `excess 5000` | so many more bytes of a line that was cut |
//! | `9 x 100 …` | a step nine times, with 100 ms in front of each |
//! | `EMPTY` | an empty line |
//! | `hang` | it reads nothing any more |
//! | `close` | it closes its standard output |
//! | `exit 3`, `signal 6` | it ends |

use crate::read::{Reply, RowsFrom};
use crate::talk::{Event, Exit, Talk, Wire};
use crate::{Protocol, Step, TroubleKind};
use ox88_test_support::line;
use std::collections::VecDeque;
use std::mem::take;
use std::time::Duration;

/// A bare king in a corner: three moves.
pub const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - - 0 1";
pub const MATE: &str = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";

/// The limit of a question where a test has no other.
pub const LIMIT: Duration = Duration::from_secs(20);

const FOR_EVER: Duration = Duration::from_secs(1 << 40);

/// What an engine does for a line. A process that starts reads `start` and its arguments.
type Plays<'a> = Box<dyn FnMut(&str) -> String + 'a>;

/// A talk with an engine that is played.
pub struct Played<'a> {
    pub talk: Talk<World<'a>>,
}

/// The process of such an engine, and the clock.
pub struct World<'a> {
    pub now: Duration,
    plays: Plays<'a>,
    /// Why the system starts no process any more.
    pub refusal: Option<String>,
    /// What its process is about to do, in this order.
    coming: VecDeque<(Duration, Event)>,
    exit: Option<(Duration, Exit)>,
    /// Until when it reads nothing.
    busy: Duration,
    /// What it was sent since somebody looked, in full, and the arguments of the process that was started last.
    pub sent: Vec<String>,
    pub arguments: Vec<String>,
}

pub fn uci() -> Protocol {
    Protocol::Uci { perft: "go perft".to_owned() }
}

pub fn perft() -> Protocol {
    Protocol::Uci { perft: "perft".to_owned() }
}

/// An engine that knows UCI and does this for `go perft`.
pub fn knows_uci(go: &str) -> impl FnMut(&str) -> String {
    counting(move |line, _| uci_or(line, go))
}

/// A script that does this.
pub fn runs(steps: &str) -> impl FnMut(&str) -> String {
    move |_| steps.to_owned()
}

/// What an engine that knows UCI does for a line, where this is what it does for `go perft`.
pub fn uci_or(line: &str, go: &str) -> String {
    match verb(line) {
        "start" => "A banner 1.0",
        "uci" => "id name Nobody 20; uciok",
        "isready" => "readyok",
        "go" => go,
        _ => "",
    }
    .to_owned()
}

/// What an engine that knows nothing of UCI does for a line, where this is what it does for `perft`.
pub fn perft_or(line: &str, go: &str) -> String {
    match verb(line) {
        "perft" => go.to_owned(),
        "start" | "position" => String::new(),
        other => format!("Unknown command: {other}"),
    }
}

/// An engine that knows how many questions it was asked before, whether or not it was started again.
pub fn counting<'a>(
    mut plays: impl FnMut(&str, usize) -> String + 'a,
) -> impl FnMut(&str) -> String {
    let mut asked = 0;
    move |line| {
        let steps = plays(line, asked);
        asked += usize::from(["go", "perft"].contains(&verb(line)));
        steps
    }
}

pub fn verb(line: &str) -> &str {
    line.split(' ').next().unwrap_or_default()
}

/// A talk with an engine that has been started, or with a script.
pub fn started<'a>(
    protocol: Protocol,
    limit: Duration,
    plays: impl FnMut(&str) -> String + 'a,
) -> Played<'a> {
    let mut played = not_started(protocol, limit, plays);
    if !played.talk.is_script() {
        assert_eq!(played.talk.start(), Ok(()));
        played.talk.wire.sent.clear();
    }
    played
}

pub fn not_started<'a>(
    protocol: Protocol,
    limit: Duration,
    plays: impl FnMut(&str) -> String + 'a,
) -> Played<'a> {
    let world = World {
        now: Duration::ZERO,
        plays: Box::new(plays),
        refusal: None,
        coming: VecDeque::new(),
        exit: None,
        busy: Duration::ZERO,
        sent: Vec::new(),
        arguments: Vec::new(),
    };
    Played { talk: Talk::new(world, protocol, limit) }
}

impl Played<'_> {
    /// What it was sent for a question, how long that took, and what came of it, as in
    /// `position go isready | 200 ms | a1a2 a1b1 a1b2 = 3`.
    pub fn ask(&mut self, fen: &str) -> String {
        self.ask_to(fen, 1)
    }

    pub fn ask_to(&mut self, fen: &str, depth: u32) -> String {
        self.in_short(&Step::anew(&line(fen, ""), depth))
    }

    pub fn ask_again(&mut self, fen: &str) -> String {
        self.in_short(&Step::again(&line(fen, ""), 1))
    }

    fn in_short(&mut self, question: &Step) -> String {
        let start = self.talk.wire.now;
        let result = match self.talk.ask(question) {
            Ok(reply) => reply.map_or("nothing".to_owned(), |reply| in_short(&reply)),
            Err(kind) => format!("{kind:?}"),
        };
        let took = self.talk.wire.now.saturating_sub(start);
        format!("{} | {} ms | {result}", self.sent(), took.as_millis())
    }

    /// What is known of it, and for how long it was silent at the end of its last answer.
    pub fn known(&self) -> String {
        let talk = &self.talk;
        let known = [
            (talk.knows_uci(), "knows UCI"),
            (talk.known.chess960, "offers Chess960"),
            (talk.ends_in_silence(), "ends its answers in silence"),
        ];
        let known = known.into_iter().filter_map(|(is, words)| is.then_some(words));
        let silence = format!("was silent for {:?}", talk.silence_at_end);
        known.map(str::to_owned).chain([silence]).collect::<Vec<_>>().join(", ")
    }

    /// What it was sent since somebody looked, in short.
    pub fn sent(&mut self) -> String {
        let sent = take(&mut self.talk.wire.sent);
        sent.iter().map(|line| verb(line)).collect::<Vec<_>>().join(" ")
    }
}

impl Wire for World<'_> {
    fn start(&mut self, arguments: &[String]) -> Result<(), String> {
        if let Some(refusal) = &self.refusal {
            return Err(refusal.clone());
        }
        self.coming.clear();
        self.exit = None;
        self.busy = self.now;
        self.arguments = arguments.to_vec();
        self.read(&[&["start".to_owned()], arguments].concat().join(" "));
        Ok(())
    }

    fn forget(&mut self) {}

    fn send(&mut self, line: &str) {
        self.read(line);
    }

    fn now(&self) -> Duration {
        self.now
    }

    fn next_event(&mut self, until: Duration) -> Event {
        let until = until.max(self.now);
        if self.coming.front().is_some_and(|(at, _)| *at <= until)
            && let Some((at, event)) = self.coming.pop_front()
        {
            self.now = self.now.max(at);
            return event;
        }
        if let Some((at, exit)) = &self.exit
            && *at <= until
        {
            self.now = self.now.max(*at);
            return Event::Exited(exit.clone());
        }
        self.now = until;
        Event::Nothing
    }
}

impl World<'_> {
    /// Reads a line as soon as it is not busy any more.
    fn read(&mut self, line: &str) {
        self.sent.push(line.to_owned());
        if self.busy >= FOR_EVER {
            return;
        }
        let steps = (self.plays)(line);
        let rows = steps.replace("ROWS", "a1a2: 1; a1b1: 1; a1b2: 1");
        let in_thread = rows.strip_prefix("& ");
        let mut time = if in_thread.is_some() { self.now } else { self.now.max(self.busy) };
        for step in in_thread.unwrap_or(&rows).split("; ").filter(|step| !step.is_empty()) {
            time = self.do_step(step, time);
        }
        if in_thread.is_none() {
            self.busy = time;
        }
        self.coming.make_contiguous().sort_by_key(|(at, _)| *at);
    }

    /// Takes note of what a step that begins now will show, and returns when it is done.
    fn do_step(&mut self, step: &str, now: Duration) -> Duration {
        let (first, rest) = step.split_once(' ').unwrap_or((step, ""));
        let event = match (first, rest.split_once(' ')) {
            ("err", _) => Event::StderrLine(rest.to_owned()),
            ("excess", _) => Event::Excess(rest.parse().expect("a number of bytes")),
            ("hang", _) => return FOR_EVER,
            ("close", _) => Event::OutputEnded,
            ("exit" | "signal", _) => {
                let how = format!("{first} {rest}");
                let (is_success, by_signal) = (how == "exit 0", first == "signal");
                self.exit = Some((now, Exit { how, is_success, by_signal }));
                self.coming.push_back((now, Event::OutputEnded));
                return FOR_EVER;
            }
            (times, Some(("x", step))) => {
                let (pause, step) = step.split_once(' ').expect("a pause and a step");
                let pause = Duration::from_millis(pause.parse().expect("a pause"));
                let times: u32 = times.parse().expect("a number");
                return (0..times).fold(now, |now, _| self.do_step(step, now + pause));
            }
            ("EMPTY", _) => Event::Line(String::new()),
            _ => match step.strip_prefix('+').map(str::parse) {
                Some(Ok(pause)) => return now + Duration::from_millis(pause),
                _ => Event::Line(step.to_owned()),
            },
        };
        self.coming.push_back((now, event));
        now
    }
}

/// The moves of a reply, and its total.
fn in_short(reply: &Reply) -> String {
    let rows: Vec<&str> = reply.rows.iter().map(|row| row.text.as_str()).collect();
    let total = reply.total().map_or("?".to_owned(), |total| total.to_string());
    let source = if reply.source == RowsFrom::Stderr { " on stderr" } else { "" };
    let cut_off = match reply.cut_off.as_ref().map(|it| &it.kind) {
        Some(TroubleKind::Dies(how)) => format!(", cut off by {how}"),
        _ => String::new(),
    };
    format!("{} = {total}{source}{cut_off}", rows.join(" ")).trim().to_owned()
}
