//! The columns of a table: the leaves, or the leaves and their kinds. With all kinds and a verdict, a table fits 80
//! characters.

use super::rows::Value;
use ox88_count::{Column, Counted, Known, Stats};
use std::fmt::Write as _;
use std::iter;

/// Leaves as a row of a table.
pub trait Leaves: Counted {
    /// The width of the nodes.
    const WIDTH: usize;

    /// The headings after that of the nodes, each with the width of its column.
    const HEADINGS: &'static [(&'static str, usize)];

    /// The columns, beginning with the nodes, by their names for programs.
    fn columns_by_name(&self) -> Vec<(&'static str, u128)>;
}

impl Leaves for u128 {
    const WIDTH: usize = 16;
    const HEADINGS: &'static [(&'static str, usize)] = &[];

    fn columns_by_name(&self) -> Vec<(&'static str, u128)> {
        vec![(Column::Nodes.name(), *self)]
    }
}

impl Leaves for Stats {
    const WIDTH: usize = 10;
    const HEADINGS: &'static [(&'static str, usize)] = &[
        ("captures", 9),
        ("e.p.", 6),
        ("castles", 8),
        ("promos", 7),
        ("checks", 8),
        ("disc.", 6),
        ("dbl.", 5),
        ("mates", 6),
        ("stale", 6),
    ];

    fn columns_by_name(&self) -> Vec<(&'static str, u128)> {
        self.columns().map(|(column, leaves)| (column.name(), leaves)).collect()
    }
}

/// The headings of the columns, beginning with that of the nodes.
pub fn headings<T: Leaves>(first: &str) -> String {
    let headings = T::HEADINGS.iter().map(|&(heading, width)| (heading.to_owned(), width));
    aligned(first, iter::once(("nodes".to_owned(), T::WIDTH)).chain(headings))
}

/// The numbers of a row, below the headings.
pub fn cells<T: Leaves>(first: &str, leaves: &T) -> String {
    let widths = iter::once(T::WIDTH).chain(T::HEADINGS.iter().map(|heading| heading.1));
    let columns = leaves.columns_by_name().into_iter().map(|(_, leaves)| leaves.to_string());
    aligned(first, columns.zip(widths))
}

/// Cells that end where their columns do. A wider cell pushes the next ones until there is room again.
fn aligned(first: &str, cells: impl Iterator<Item = (String, usize)>) -> String {
    let (mut text, mut end) = (first.to_owned(), first.chars().count());
    for (cell, width) in cells {
        end += width;
        let room = end.saturating_sub(text.chars().count() + 1);
        let _ = write!(text, " {cell:>room$}");
    }
    text
}

/// The names of the columns for programs, after those of other fields.
pub fn names<T: Leaves>(others: &[&'static str]) -> Vec<&'static str> {
    let columns = T::NONE.columns_by_name();
    others.iter().copied().chain(columns.into_iter().map(|(name, _)| name)).collect()
}

/// The numbers for programs.
pub fn values<T: Leaves>(leaves: &T) -> impl Iterator<Item = Value> {
    leaves.columns_by_name().into_iter().map(|(_, leaves)| Value::Number(leaves))
}

/// The columns that are not the known ones, each as it should be: `checks 27351, checkmates 347`.
pub fn differences(known: &Known, found: &impl Leaves) -> Option<String> {
    let nodes = || vec![("nodes", known.nodes)];
    let mut expected = known.stats.map_or_else(nodes, |stats| stats.columns_by_name());
    let found = found.columns_by_name();
    expected.retain(|it| found.iter().any(|other| other.0 == it.0 && other.1 != it.1));
    let texts: Vec<String> = expected.iter().map(|it| format!("{} {}", it.0, it.1)).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}
