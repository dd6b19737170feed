//! Suites for tests elsewhere: positions with their counts, as CSV, JSON or EPD.
//!
//! The output depends on the suites and the arguments alone, and keeps the order of the suites.

mod csv;
mod epd;
mod item;
mod json;

use self::item::ExportedPosition;
use super::limits::Limits;
use crate::backend::Backend;
use crate::outcome::Stop;
use ox88::suite::Suite;
use std::io::{self, BufWriter, Write};

pub use self::item::Content;

/// The format of an export.
#[derive(Clone, Copy)]
pub enum ExportFormat {
    /// A row for each position and depth, below a header.
    Csv,
    /// An array of positions, one in a line.
    Json,
    /// A suite that `ox88 suite` reads.
    Epd,
}

impl ExportFormat {
    /// Reads the name of a format.
    pub fn from_name(name: &str) -> Result<ExportFormat, String> {
        match name.trim().to_ascii_lowercase().as_str() {
            "csv" => Ok(ExportFormat::Csv),
            "json" => Ok(ExportFormat::Json),
            "epd" => Ok(ExportFormat::Epd),
            _ => Err("expected csv, json or epd, as in --export csv".to_owned()),
        }
    }
}

/// Additional content of an export, besides positions and counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// The legal moves of each position.
    Moves,
    /// The divide of each count.
    Divides,
}

impl Extra {
    /// Reads its name.
    pub fn from_name(name: &str) -> Result<Extra, String> {
        match name.trim().to_ascii_lowercase().as_str() {
            "moves" => Ok(Extra::Moves),
            "divides" => Ok(Extra::Divides),
            _ => Err("expected moves or divides, as in --with moves --with divides".to_owned()),
        }
    }
}

/// The positions that have a count within the limits. Divides are counted by the backend, if there is
/// one.
pub(super) fn items<'a>(
    suites: &'a [Suite],
    limits: Limits,
    content: Content,
    backend: Option<&Backend>,
) -> Result<Vec<ExportedPosition<'a>>, Stop> {
    let mut items = Vec::new();
    for suite in suites {
        for position in &suite.positions {
            let counts = limits.counts(position);
            if !counts.is_empty() {
                items.push(ExportedPosition::new(suite, position, counts, content, backend)?);
            }
        }
    }
    Ok(items)
}

/// Writes positions to `out`.
pub(super) fn write(
    format: ExportFormat,
    items: &[ExportedPosition],
    content: Content,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    match format {
        ExportFormat::Csv => csv::write(items, content, &mut out)?,
        ExportFormat::Json => json::write(items, &mut out)?,
        ExportFormat::Epd => epd::write(items, &mut out)?,
    }
    out.flush()
}
