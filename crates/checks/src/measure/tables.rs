//! Tables in Markdown, which can also be read as plain text, and how figures are written in them.

use std::fmt;

/// What is printed in place of a figure if there is none.
pub const NOTHING: &str = "–";

/// A table. The first row is the heading, which is not empty, and the first column names the rows.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with its heading only.
    pub fn new(heading: Vec<String>) -> Table {
        Table { rows: vec![heading] }
    }

    /// Adds a row. If it is shorter than the heading, the rest stays empty.
    pub fn push(&mut self, mut row: Vec<String>) {
        row.resize(self.rows[0].len(), String::new());
        self.rows.push(row);
    }

    /// Adds a row for something without figures, and says why it has none.
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
                        // The colon aligns figures to the right.
                        _ => write!(f, "{:-<1$}:|", "", width + 1)?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A figure with three digits, or with all of its digits before the point.
pub fn figure(value: f64) -> String {
    match value {
        // A value that rounds to the next power of ten is written like that one.
        ..0.9995 => format!("{value:.3}"),
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}
