//! What a hunt finds of the broken engine, at every door; what the catch-all catches; the numbers, the vectors, and the
//! pages of the rules.

mod catch_all;
mod claims;
mod exam;
mod forms;
mod hunt;
mod numbers;
mod open;
mod planted;
mod rules_page;
mod vectors;
