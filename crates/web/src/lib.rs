//! ox88 for JavaScript: what its page shows, as markup, and what the package for npm calls.
//!
//! The address after `#` says what the page shows, so links work, and so do back and forward. [`view`] makes the
//! markup that an address shows at once, and [`result`] the markup that takes longer. Links and forms lead to other
//! addresses. So the page itself keeps no state: `page/page.js` hands addresses to a worker, `page/worker.js`, which
//! calls the functions of `bindings`. Only a hunt for an engine in JavaScript lasts: [`EngineHunt`] says what the
//! worker asks the engine next.
//!
//! | module | its one job |
//! |---|---|
//! | `address` | the part after `#`: a tab with its fields |
//! | `place` | the position that was typed, and the moves played from it |
//! | `form` | fields, with the errors of what was typed |
//! | `count` | counts, and a board to play on |
//! | `card` | the same on a graphics card, which `page/card.js` drives |
//! | `paste` | pasted answers beside the right ones, down to the broken rule |
//! | `number` | one number, and the known bugs that give it |
//! | `gallery` | all positions of the suites |
//! | `engine` | the hunt for an engine in JavaScript |
//! | `bindings` | the functions that the page calls |
//! | `package` | the functions that the package for npm calls |
//!
//! `build.mjs` puts all of it into one file.

mod address;
mod bindings;
mod card;
mod count;
mod engine;
mod form;
mod gallery;
mod number;
mod package;
mod paste;
mod place;

pub use address::Address;
pub use engine::{EngineHunt, Heard};

use maud::{Markup, html};
use ox88_hunt::Clock;

/// The markup that an address shows at once.
pub fn view(address: &Address, clock: &Clock) -> Markup {
    match address.tab() {
        "count" => count::view(address),
        "suites" => gallery::view(),
        "engine" => engine::view(),
        "number" => number::view(address),
        _ => paste::view(address, clock),
    }
}

/// The markup that takes longer, if there is any. It goes into the element `result`. `tell` is called with the share
/// that is done.
pub fn result(address: &Address, clock: &Clock, tell: &mut dyn FnMut(f64)) -> Markup {
    match address.tab() {
        "count" => count::result(address, clock, tell),
        "suites" | "engine" | "number" => html! {},
        _ => paste::result(address, clock),
    }
}
