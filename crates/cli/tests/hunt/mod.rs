//! `ox88 hunt` against engines with every fault, dialect and trouble, and against one without.

mod budget;
mod command;
mod cut_off;
mod dialects;
#[cfg(target_os = "linux")]
mod ending;
mod engines;
mod faults;
mod forms;
mod html;
mod paste;
mod run;
mod saved_divide;
mod total;
