//! What is counted, as columns: the leaves alone, or their kinds besides.

use super::rows::Value;
use ox88::{Column, Stats};
use ox88_count::Counted;
use std::fmt::Write as _;

/// Leaves as a row of a table.
pub trait Leaves: Counted {
    /// The headings behind that of the nodes, each as wide as its column.
    const HEADINGS: &'static [&'static str];

    /// The columns, beginning with the nodes, by their names for programs.
    fn columns_by_name(&self) -> Vec<(&'static str, u128)>;
}

impl Leaves for u128 {
    const HEADINGS: &'static [&'static str] = &[];

    fn columns_by_name(&self) -> Vec<(&'static str, u128)> {
        vec![(Column::Nodes.name(), *self)]
    }
}

impl Leaves for Stats {
    const HEADINGS: &'static [&'static str] = &[
        "   captures",
        "    e.p.",
        "  castles",
        "promotions",
        "    checks",
        "discovered",
        " double",
        "   mates",
        "stalemates",
    ];

    fn columns_by_name(&self) -> Vec<(&'static str, u128)> {
        self.columns().map(|(column, leaves)| (column.name(), leaves)).collect()
    }
}

/// The headings of the columns.
pub fn headings<T: Leaves>() -> String {
    let mut text = format!("{:>15}", "nodes");
    for heading in T::HEADINGS {
        let _ = write!(text, " {heading}");
    }
    text
}

/// The numbers of a row, below the headings.
pub fn cells<T: Leaves>(leaves: &T) -> String {
    let mut columns = leaves.columns_by_name().into_iter().map(|(_, leaves)| leaves);
    let mut text = format!("{:>15}", columns.next().unwrap_or_default());
    for (heading, leaves) in T::HEADINGS.iter().zip(columns) {
        let width = heading.len();
        let _ = write!(text, " {leaves:>width$}");
    }
    text
}

/// The names of the columns for programs, behind those of other fields.
pub fn names<T: Leaves>(others: &[&'static str]) -> Vec<&'static str> {
    let columns = T::NONE.columns_by_name();
    others.iter().copied().chain(columns.into_iter().map(|(name, _)| name)).collect()
}

/// The numbers for programs.
pub fn values<T: Leaves>(leaves: &T) -> impl Iterator<Item = Value> {
    leaves.columns_by_name().into_iter().map(|(_, leaves)| Value::Number(leaves))
}
