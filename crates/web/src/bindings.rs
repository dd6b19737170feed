//! The functions that JavaScript calls. They take and return texts.

#![expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen makes what a function takes of what JavaScript gives"
)]

use crate::{Address, EngineHunt, Heard, card};
use ox88_hunt::{Clock, Does, Process};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since an arbitrary moment.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    /// An object to tell how far a count has come.
    pub type Listener;

    #[wasm_bindgen(method)]
    fn tell(this: &Listener, share: f64);
}

pub(crate) fn clock() -> Clock {
    Clock::of_milliseconds(milliseconds)
}

/// The markup that an address shows at once. The fields are names and values in turn.
#[wasm_bindgen]
pub fn view(tab: &str, fields: Vec<String>, said: Vec<String>) -> String {
    crate::view(&Address::new(tab, &fields, said), &clock()).into_string()
}

/// The markup that takes longer.
#[wasm_bindgen]
pub fn result(tab: &str, fields: Vec<String>, said: Vec<String>, listener: &Listener) -> String {
    let address = Address::new(tab, &fields, said);
    crate::result(&address, &clock(), &mut |share| listener.tell(share)).into_string()
}

/// What a graphics card has to count for an address: a depth, and eight words for the position after each move. Nothing
/// if the processor counts.
#[wasm_bindgen(js_name = cardRoots)]
pub fn card_roots(tab: &str, fields: Vec<String>, said: Vec<String>) -> Vec<u32> {
    card::roots(&Address::new(tab, &fields, said))
}

/// The markup of these leaves after each move, which a card has counted in so many seconds.
#[wasm_bindgen(js_name = cardResult)]
pub fn card_result(
    tab: &str,
    fields: Vec<String>,
    said: Vec<String>,
    leaves: Vec<String>,
    seconds: f64,
    name: &str,
) -> String {
    card::result(&Address::new(tab, &fields, said), &leaves, seconds, name).into_string()
}

/// Says that a card has failed, and why.
#[wasm_bindgen(js_name = cardFailed)]
pub fn card_failed(why: &str) -> String {
    card::failed(why).into_string()
}

/// The positions of the suites for the test of a card, in words.
#[wasm_bindgen(js_name = cardTest)]
pub fn card_test() -> Vec<u32> {
    card::test().0
}

/// How many leaves are three plies below them.
#[wasm_bindgen(js_name = cardTestLeaves)]
pub fn card_test_leaves() -> String {
    card::test().1.to_string()
}

/// The leaves two plies below the position of these words.
#[wasm_bindgen]
pub fn recount(words: Vec<u32>) -> Option<u32> {
    card::recount(&words)
}

/// What a board of this engine told, which was checked elsewhere, as markup.
#[wasm_bindgen]
pub fn facts(name: &str, text: &str) -> String {
    crate::engine::facts(name, text).into_string()
}

/// A hunt for an engine.
#[wasm_bindgen]
pub struct Hunt(EngineHunt);

#[wasm_bindgen]
impl Hunt {
    /// Begins a hunt. The command is that of an engine that speaks UCI.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, perft: Option<String>, max_nodes: u32, all: bool, seconds: u32) -> Hunt {
        let perft = perft.as_deref();
        Hunt(EngineHunt::new(name, perft, max_nodes.into(), all, seconds, &clock()))
    }

    /// What to do next in the conversation: `>` with a line to send, or nothing to start another process. In front
    /// stand the milliseconds to wait after that, or nothing if the question is over.
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

    /// Takes a line that the engine has sent.
    pub fn line(&mut self, line: &str) {
        self.0.line(line);
    }

    /// Takes an error that the engine has thrown. The engine has ended.
    pub fn ends(&mut self, why: &str) {
        self.0.ends(why);
    }

    /// The process, the FEN, the depth and the moves of the next question; nothing when the hunt is over.
    pub fn next(&mut self) -> Option<Vec<String>> {
        let (process, step) = self.0.next_step()?;
        let process = match process {
            Process::Running => "running",
            Process::Fresh => "fresh",
            Process::Beside => "beside",
        };
        let asked = [process.to_owned(), step.line.fen(), step.depth.to_string()];
        Some(asked.into_iter().chain(step.line.texts()).collect())
    }

    /// Takes an answer: moves and counts in turn.
    pub fn rows(&mut self, fields: Vec<String>) {
        self.0.hear(Heard::Rows(fields));
    }

    /// Takes an error in place of an answer.
    pub fn fails(&mut self, why: &str) {
        self.0.hear(Heard::Fails(why.to_owned()));
    }

    /// Takes it that no answer came in time.
    pub fn hangs(&mut self) {
        self.0.hear(Heard::Hangs);
    }

    /// The share of the hunt that is done.
    pub fn share(&self) -> f64 {
        self.0.progress().0
    }

    /// How far the hunt has come, in words.
    pub fn progress(&self) -> String {
        self.0.progress().1
    }

    /// The findings so far, as markup.
    pub fn report(&self) -> String {
        self.0.report().into_string()
    }
}
