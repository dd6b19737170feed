//! Tests of facts: as engines print them, and as the page about them says.

mod pages;
mod probes;
mod told;
