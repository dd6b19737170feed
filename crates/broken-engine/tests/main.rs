//! What the broken engine counts, how it talks, what a hunt finds of it, and what the suite made with it catches.

#[path = "../../../tests/helpers"]
mod helpers {
    pub mod broken_engine;
    pub mod harness;
    pub mod position;
    pub mod suite_positions;
}

mod catch_all;
mod conversation;
mod faults;
mod hunt;
mod partner;
