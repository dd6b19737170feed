//! Which of several numbers beside a move is its count. One row does not show it: in `e2e4 3 600` the count may be
//! either number, or 3600. All rows of an answer together mostly do.
//!
//! 1. The count is the column whose sum is a printed total.
//! 2. Otherwise it is the one column that nothing else explains. A column may be the depth that was asked for, the
//!    places of the rows, or the sums of the counts so far.
//! 3. If two columns are left, no row is read.

use super::row::{Columns, Row, sum as sum_of};
use ox88::Divide;

/// In fewer rows, counts may look like places or sums by chance.
const FEWEST_ROWS: usize = 4;

/// A column of an answer.
#[derive(Clone, Copy)]
enum Column {
    Front,
    Behind(usize),
    Grouped,
}

impl Column {
    fn of(self, row: &Row) -> Option<u128> {
        let Columns { front, behind, grouped } = &row.columns;
        match self {
            _ if row.columns.is_clear() => Some(row.count),
            Column::Front => *front,
            Column::Behind(index) => behind.get(index).copied(),
            Column::Grouped => {
                grouped.or_else(|| behind.first().copied().filter(|_| behind.len() == 1))
            }
        }
    }
}

/// Whether a number beside a move of these rows may be its count instead.
pub(super) fn are_unclear(rows: &[Row]) -> bool {
    rows.iter().any(|row| !row.columns.is_clear())
}

/// The columns that all rows have, each with another number somewhere.
fn candidates(rows: &[Row]) -> Vec<Vec<u128>> {
    let most = rows.iter().map(|row| row.columns.behind.len()).max().unwrap_or(0);
    let columns = (0..most).map(Column::Behind).chain([Column::Front, Column::Grouped]);
    let mut found: Vec<Vec<u128>> = Vec::new();
    for column in columns {
        let numbers: Option<Vec<u128>> = rows.iter().map(|row| column.of(row)).collect();
        found.extend(numbers.filter(|numbers| !found.contains(numbers)));
    }
    found
}

fn sum(numbers: &[u128]) -> u128 {
    numbers.iter().fold(0, |sum, &number| sum.saturating_add(number))
}

/// The greatest sum that the counts of these rows may have.
pub(super) fn greatest_sum(rows: &[Row]) -> u128 {
    let sums = candidates(rows).into_iter().map(|numbers| sum(&numbers));
    sums.max().unwrap_or_else(|| sum_of(rows))
}

/// Settles the counts of these rows, if the sum of just one column is a total.
pub(super) fn settle_by_total(rows: &mut [Row], totals: &[u128]) {
    if totals.is_empty() || !are_unclear(rows) {
        return;
    }
    let fitting = candidates(rows).into_iter().filter(|numbers| totals.contains(&sum(numbers)));
    if let [counts] = &fitting.collect::<Vec<_>>()[..] {
        settle(rows, counts);
    }
}

/// Settles the counts of rows to which this divide is the right answer. Says whether they are settled.
pub(super) fn settle_by_all(rows: &mut [Row], right: &Divide) -> bool {
    if !are_unclear(rows) {
        return true;
    }
    let depth = u128::from(right.depth());
    let is_of_most = |is_it: &dyn Fn(u128) -> bool| {
        right.rows().iter().filter(|row| is_it(row.1)).count() * 2 >= right.rows().len()
    };
    // The counts of a few positions look like a depth.
    let is_depth = |numbers: &[u128]| {
        numbers.iter().all(|&number| number == depth) && !is_of_most(&|count| count == depth)
    };
    let begins_with_depth = rows.iter().all(|row| row.columns.behind.first() == Some(&depth))
        && !is_of_most(&|count| count / 1000 == depth);
    let grouped: Option<Vec<u128>> = rows.iter().map(|row| row.columns.grouped).collect();
    let all = candidates(rows);
    let mut left = all.clone();
    left.retain(|numbers| {
        let is_of_sums = |other: &Vec<u128>| other != numbers && are_sums(numbers, other);
        let is_with_depth = begins_with_depth && grouped.as_ref() == Some(numbers);
        !(is_depth(numbers) || is_with_depth || are_places(numbers) || all.iter().any(is_of_sums))
    });
    let [counts] = &left[..] else { return false };
    settle(rows, counts);
    true
}

fn settle(rows: &mut [Row], counts: &[u128]) {
    for (row, &count) in rows.iter_mut().zip(counts) {
        row.count = count;
        row.columns = Columns::default();
    }
}

/// Whether these are the places of the rows, counted from 0 or 1.
fn are_places(numbers: &[u128]) -> bool {
    let from = |first: u128| numbers.iter().copied().eq((first..).take(numbers.len()));
    numbers.len() >= FEWEST_ROWS && (from(0) || from(1))
}

/// Whether each of these is the sum of the others so far.
fn are_sums(numbers: &[u128], others: &[u128]) -> bool {
    let mut sum = 0_u128;
    numbers.len() >= FEWEST_ROWS
        && numbers.iter().zip(others).all(|(&number, &other)| {
            sum = sum.saturating_add(other);
            sum == number
        })
}
