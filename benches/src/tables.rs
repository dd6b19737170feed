//! Tables in Markdown, which can be read as text too, and how figures are written in them.

use std::fmt;

/// What stands where there is no figure.
pub const NOTHING: &str = "–";

/// A table: the first row is the heading, which is not empty, and the first column says what the others are about.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table that has only its heading.
    #[must_use]
    pub fn new(heading: Vec<String>) -> Table {
        Table { rows: vec![heading] }
    }

    /// Adds a row. What it lacks of the heading's length stays empty.
    pub fn push(&mut self, mut row: Vec<String>) {
        row.resize(self.rows[0].len(), String::new());
        self.rows.push(row);
    }

    /// Adds a row of something that has no figures, and says why.
    pub fn push_absent(&mut self, why: &str) {
        let mut row = vec![NOTHING.to_owned(); self.rows[0].len()];
        why.clone_into(&mut row[0]);
        self.rows.push(row);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = 0..self.rows[0].len();
        let width = |column: usize| {
            let widths = self.rows.iter().map(|row| row[column].chars().count());
            // A rule has three characters or more.
            widths.max().unwrap_or(0).max(3)
        };
        let widths: Vec<usize> = columns.map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                match column {
                    0 => write!(f, "| {cell:width$} |")?,
                    _ => write!(f, " {cell:>width$} |")?,
                }
            }
            writeln!(f)?;
            if number == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    match column {
                        0 => write!(f, "|{:-<1$}|", "", width + 2)?,
                        // The colon says that figures stand at the right.
                        _ => write!(f, "{:-<1$}:|", "", width + 1)?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A figure with three digits, or all that stand before the point.
#[must_use]
pub fn figure(value: f64) -> String {
    match value {
        // What rounds to the next power of ten is written as such.
        ..0.9995 => format!("{value:.3}"),
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
