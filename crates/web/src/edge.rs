//! What JavaScript calls. Texts alone go in and out.

#![expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen makes what a function takes of what JavaScript gives"
)]

use crate::{Address, EngineHunt, Heard};
use ox88_hunt::{Clock, Does, Process};
use std::time::Duration;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// An object that is told how far a count has come.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn tell(this: &Listener, share: f64);
}

fn clock() -> Clock {
    Clock::new(|| Duration::try_from_secs_f64(milliseconds() / 1000.0).unwrap_or_default())
}

/// What is shown at once at an address, as markup. The fields are names and values in turn.
#[wasm_bindgen]
#[must_use]
pub fn view(room: &str, fields: Vec<String>, said: Vec<String>) -> String {
    crate::view(&Address::new(room, &fields, said), &clock()).into_string()
}

/// What takes longer.
#[wasm_bindgen]
#[must_use]
pub fn result(room: &str, fields: Vec<String>, said: Vec<String>, listener: &Listener) -> String {
    let address = Address::new(room, &fields, said);
    crate::result(&address, &clock(), &mut |share| listener.tell(share)).into_string()
}

/// A hunt for an engine.
#[wasm_bindgen]
pub struct Hunt(EngineHunt);

#[wasm_bindgen]
impl Hunt {
    /// Begins a hunt. The command is that of an engine that speaks UCI.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(name: &str, perft: Option<String>, max_nodes: u32, all: bool, seconds: u32) -> Hunt {
        let perft = perft.as_deref();
        Hunt(EngineHunt::new(name, perft, max_nodes.into(), all, seconds, &clock()))
    }

    /// The milliseconds for which the conversation then waits, or nothing if the question is over; and what is to be
    /// done: `>` with a line to be sent, or nothing to start another process.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self) -> Vec<String> {
        let (does, waits) = self.0.go_on();
        let waits = waits.map_or(String::new(), |waits| (waits.as_millis() + 1).to_string());
        let does = does.into_iter().map(|it| match it {
            Does::Start => String::new(),
            Does::Send(line) => format!(">{line}"),
        });
        [waits].into_iter().chain(does).collect()
    }

    /// The engine has sent a line.
    pub fn line(&mut self, line: &str) {
        self.0.line(line);
    }

    /// The engine has thrown this, and is ended.
    pub fn ends(&mut self, why: &str) {
        self.0.ends(why);
    }

    /// The process, the FEN, the depth and the moves of the next question. Nothing when the hunt is over.
    pub fn next(&mut self) -> Option<Vec<String>> {
        let (process, step) = self.0.next_step()?;
        let process = match process {
            Process::Running => "running",
            Process::Fresh => "fresh",
            Process::Beside => "beside",
        };
        let asked = [process.to_owned(), step.line.root.to_string(), step.depth.to_string()];
        Some(asked.into_iter().chain(step.line.texts()).collect())
    }

    /// The engine answered with moves and counts in turn.
    pub fn rows(&mut self, fields: Vec<String>) {
        self.0.hear(Heard::Rows(fields));
    }

    /// The engine threw this.
    pub fn fails(&mut self, why: &str) {
        self.0.hear(Heard::Fails(why.to_owned()));
    }

    /// The engine did not answer in time.
    pub fn hangs(&mut self) {
        self.0.hear(Heard::Hangs);
    }

    /// The share that is done.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.0.progress().0
    }

    /// How far the hunt has come, in words.
    #[must_use]
    pub fn progress(&self) -> String {
        self.0.progress().1
    }

    /// What was found so far, as markup.
    #[must_use]
    pub fn report(&self) -> String {
        self.0.report().into_string()
    }
}
