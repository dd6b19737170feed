//! Why a card does not count.

use std::fmt;

/// Why there is no count by a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardError {
    /// No driver offers a card.
    None,
    /// The driver, or the card, failed. The text is the driver's.
    Failed(String),
    /// The card counted something that is not so: it, its memory or its driver errs.
    Wrong(String),
    /// The count does not fit into 128 bits.
    Overflow,
}

impl fmt::Display for CardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardError::None => {
                f.write_str("no driver for Vulkan, Metal or DirectX 12 offers a card")
            }
            CardError::Failed(what) => {
                write!(f, "the graphics card, or its driver, failed: {what}")
            }
            CardError::Wrong(what) => write!(f, "the graphics card counts wrong: {what}"),
            CardError::Overflow => f.write_str("the count passes 128 bits: take a smaller depth"),
        }
    }
}

impl std::error::Error for CardError {}
