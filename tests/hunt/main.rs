//! `ox88 hunt` against engines with every fault, dialect and trouble, and against one without.

#[path = "../helpers"]
mod helpers {
    pub mod broken_engine;
    pub mod drawn;
    pub mod file;
    pub mod harness;
    pub mod position;
    #[cfg(target_os = "linux")]
    pub mod process;
    pub mod program;
    pub mod reply;
    pub mod square;
    pub mod texts;
}

mod afresh;
mod budget;
mod by_squares;
mod command;
mod comparing;
mod dialects;
#[cfg(target_os = "linux")]
mod ending;
mod engines;
mod faults;
mod html;
mod inside;
mod leaf_kinds;
mod origin;
mod pace;
mod partial_reply;
mod paste;
mod plan;
mod report;
mod run;
mod saved_divide;
mod search;
mod states;
mod way_down;
