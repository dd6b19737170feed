//! What the broken engine counts, how it talks, what a hunt finds of it, what the suite made with it catches, and
//! the pages of the rules.

#[path = "../../../tests/helpers"]
mod helpers {
    pub mod broken_engine;
    pub mod drawn;
    pub mod position;
    pub mod square;
    pub mod suite_positions;
}

mod catch_all;
mod conversation;
mod exam;
mod faults;
mod hunt;
mod numbers;
mod rules_page;
