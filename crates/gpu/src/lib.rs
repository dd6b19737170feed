//! The perft counts of [`ox88`] on a graphics card: exact, on any card that speaks Vulkan, Metal or DirectX 12.
//!
//! The feature `device`, off by default, adds `Card`, and with it wgpu and some 55 crates more. Without it there are
//! only the words of positions and the text of the shader, which the page `crates/web` runs in a browser.
//!
//! The card goes through the tree level by level, and keeps each distinct position once, with the number of paths that
//! lead to it. Two plies above the leaves it counts those below each position.
//!
//! `docs/gpu.md` says why the count is exact, and `docs/architecture.md` what each module does. To read them, begin with
//! `packed`, a position in eight words; then `shader.wgsl`, `device`, `count`, and `card`.

#[cfg(feature = "device")]
mod card;
#[cfg(feature = "device")]
mod count;
#[cfg(feature = "device")]
mod device;
mod packed;
pub mod shader;

#[cfg(feature = "device")]
pub use card::Card;
#[cfg(feature = "device")]
pub use count::Done;
#[cfg(feature = "device")]
pub use device::CardError;
pub use packed::{Packed, TESTED, pack, tested, unpack};

#[cfg(test)]
#[path = "../tests/main.rs"]
mod tests;
