//! What the broken engine counts, how it talks, what a hunt finds of it, what the suite made with it catches, what a hunt
//! of facts names, the vectors, and the pages of the rules.

mod catch_all;
mod conversation;
mod exam;
mod faults;
mod hunt;
mod numbers;
mod planted;
mod rules_page;
mod vectors;
