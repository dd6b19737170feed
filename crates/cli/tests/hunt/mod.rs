//! `ox88 hunt` against engines with every fault, format and trouble, and against one without.

mod budget;
mod command;
mod cut_off;
#[cfg(target_os = "linux")]
mod ending;
mod engines;
mod facts;
mod formats;
mod html;
mod paste;
mod run;
mod saved_divide;
mod total;
