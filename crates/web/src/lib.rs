//! ox88 in the browser: what its page shows, as markup.
//!
//! The address behind `#` says what is shown, so that the page can be linked to, and the browser goes back and forward.
//! [`view`] turns an address into markup at once, and [`result`] into what takes longer. Links in the markup are such
//! addresses again, and forms make them. So the page itself keeps nothing: `page/page.js` hands addresses to a worker,
//! `page/worker.js`, which calls the functions of `edge`. A hunt for an engine in JavaScript is the one thing that
//! lasts: [`EngineHunt`] says what the worker is to ask the engine next.
//!
//! | room | its one job |
//! |---|---|
//! | `address` | what is behind `#`: a room with its fields |
//! | `place` | the position that was typed, and the moves played from it |
//! | `form` | fields, with what is wrong with them beside them |
//! | `count` | counts, and a board to play on |
//! | `paste` | what an engine printed beside what is right, down to the broken rule |
//! | `gallery` | all positions of the suites |
//! | `engine` | the hunt for an engine in JavaScript |
//! | `edge` | what JavaScript calls |
//!
//! `build.mjs` puts all of it into one file.

mod address;
mod count;
mod edge;
mod engine;
mod form;
mod gallery;
mod paste;
mod place;

pub use address::Address;
pub use engine::{EngineHunt, Heard};

use maud::{Markup, html};
use ox88_hunt::Clock;

/// What is shown at once at an address.
#[must_use]
pub fn view(address: &Address, clock: &Clock) -> Markup {
    match address.room() {
        "count" => count::view(address),
        "suites" => gallery::view(),
        "engine" => engine::view(),
        _ => paste::view(address, clock),
    }
}

/// What takes longer, if there is any: where it goes, there is the element `result`. `tell` is called with the share
/// that is done.
#[must_use]
pub fn result(address: &Address, clock: &Clock, tell: &mut dyn FnMut(f64)) -> Markup {
    match address.room() {
        "count" => count::result(address, clock, tell),
        "suites" | "engine" => html! {},
        _ => paste::result(address, clock),
    }
}
