//! Tests of facts: by definition, as engines print them, and as the page about them says.

mod pages;
mod probes;
mod told;
mod truth;
