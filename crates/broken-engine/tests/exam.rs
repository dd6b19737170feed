//! The exam by day.
