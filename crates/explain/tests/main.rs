//! Explanations of moves, in the positions of the suites and in those that show each rule.

mod explain;
mod truth;
