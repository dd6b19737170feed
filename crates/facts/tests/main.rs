//! Tests of facts: by definition, as engines print them, and as the page about them says.

mod pages;
mod told;
mod truth;
