//! The perft counts of [`ox88`] on a graphics card: exact, on any card that speaks Vulkan, Metal or DirectX 12.
//!
//! The feature `device`, off by default, adds `Card`, and with it wgpu and some 55 crates more. Without it there are
//! only the words of positions and the text of the shader, which the page `crates/web` runs in a browser.
//!
//! The card goes through the tree level by level, and keeps each distinct position once, with the number of paths that
//! lead to it. Two plies above the leaves it counts those below each position:
//!
//! ```text
//!  position ─pack─> words ─> parents ─grow─> children ─unify─> firsts ─keep─> kept ─┐
//!                              ^                                                    │
//!                              └──────────────── the next level ────────────────────┤
//!                                                                                   v
//!  count <─sum, 128 bits─ host <─ sums, flags, samples <──────────────────────── leaves
//!                          │
//!                          └─> the processor: recounts the samples
//! ```
//!
//! `docs/gpu.md` says why the count is exact.
//!
//! The modules, in the order in which to read them:
//!
//! | module | its one job |
//! |---|---|
//! | `packed` | a position in nine words, and back |
//! | `shader.wgsl` | the moves of a position, their number, and the four steps, on the card |
//! | `shader` | its text, and its entry points |
//! | `device` | opens a card, gives it a step, reads its memory; knows nothing of chess |
//! | `count` | a count level by level: what fits, what was flagged, what is checked |
//! | `card` | opens, tests and uses a card as others count: perft, divide, progress |
//! | `error` | why a card does not count |

#[cfg(feature = "device")]
mod card;
#[cfg(feature = "device")]
mod count;
#[cfg(feature = "device")]
mod device;
#[cfg(feature = "device")]
mod error;
mod packed;
pub mod shader;

#[cfg(feature = "device")]
pub use card::Card;
#[cfg(feature = "device")]
pub use count::Done;
#[cfg(feature = "device")]
pub use error::CardError;
pub use packed::{Packed, pack, unpack};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
