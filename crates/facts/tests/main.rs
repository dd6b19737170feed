//! Tests of facts: in process, as engines print them, and as the page about them says.

mod in_process;
mod pages;
mod probes;
mod told;
