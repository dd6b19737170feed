//! Tests of facts.

mod truth;
