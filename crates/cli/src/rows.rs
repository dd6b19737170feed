//! Rows of numbers for programs, as JSON or CSV, and for pages, as Markdown: the same fields in each row.

use super::outcome::{Result, Stop};
use ox88_hunt::ExactCount;
use ox88_hunt::html::grouped;
use std::io::{self, Write};

/// The format of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RowFormat {
    /// An array of objects, one in each line.
    Json,
    /// A line of values for each row, below the names of the fields.
    Csv,
    /// A table in Markdown, with digits in groups and headings in words.
    Markdown,
}

/// A value of a row.
#[derive(Clone)]
pub enum Value {
    /// A text.
    Word(String),
    /// A number, in JSON as in a report.
    Number(u128),
}

/// Rows that are written one by one.
pub struct Rows<'a, W: Write> {
    format: RowFormat,
    /// The names of the fields.
    names: Vec<&'static str>,
    out: &'a mut W,
    is_first: bool,
}

impl RowFormat {
    /// The format that these switches ask for, if one does.
    pub fn asked_for(json: bool, csv: bool, markdown: bool) -> Result<Option<RowFormat>> {
        let formats = [
            ("--json", json, RowFormat::Json),
            ("--csv", csv, RowFormat::Csv),
            ("--markdown", markdown, RowFormat::Markdown),
        ];
        let mut asked = formats.into_iter().filter(|(_, is_asked, _)| *is_asked);
        match (asked.next(), asked.next()) {
            (Some((one, ..)), Some((other, ..))) => {
                Err(Stop::Refused(format!("{one} and {other}: expected one of them, as in {one}")))
            }
            (asked, _) => Ok(asked.map(|(.., format)| format)),
        }
    }
}

impl<'a, W: Write> Rows<'a, W> {
    /// Begins rows with these fields.
    pub fn new(
        format: RowFormat,
        names: Vec<&'static str>,
        out: &'a mut W,
    ) -> io::Result<Rows<'a, W>> {
        match format {
            RowFormat::Json => write!(out, "[")?,
            RowFormat::Csv => writeln!(out, "{}", names.join(","))?,
            RowFormat::Markdown => {
                let names: Vec<String> = names.iter().map(|name| name.replace('_', " ")).collect();
                writeln!(out, "| {} |\n|{}", names.join(" | "), "---:|".repeat(names.len()))?;
            }
        }
        Ok(Rows { format, names, out, is_first: true })
    }

    /// Writes a row and flushes it, so that the reader of a pipe need not wait for the next one.
    pub fn write(&mut self, values: impl IntoIterator<Item = Value>) -> io::Result<()> {
        match self.format {
            RowFormat::Json => {
                self.out.write_all(if self.is_first { b"\n" } else { b",\n" })?;
                let field = |(name, value): (&&str, Value)| {
                    value.json().map(|value| format!("\"{name}\":{value}"))
                };
                let fields = self.names.iter().zip(values).map(field);
                let fields = fields.collect::<io::Result<Vec<_>>>()?;
                write!(self.out, "{{{}}}", fields.join(","))?;
            }
            RowFormat::Csv => {
                let values: Vec<String> = values.into_iter().map(Value::csv).collect();
                writeln!(self.out, "{}", values.join(","))?;
            }
            RowFormat::Markdown => {
                let values = values.into_iter().map(|value| match value {
                    Value::Word(word) => word,
                    Value::Number(number) => grouped(number),
                });
                writeln!(self.out, "| {} |", values.collect::<Vec<_>>().join(" | "))?;
            }
        }
        self.is_first = false;
        self.out.flush()
    }

    /// Ends the rows, in JSON with an object that says why there are no more. The reason is still the error of the
    /// command.
    pub fn ended_by(mut self, stop: Stop) -> Stop {
        let why = match &stop {
            Stop::Refused(why) => why,
            Stop::Interrupted => "interrupted",
            Stop::Output(_) => return stop,
        };
        if self.format == RowFormat::Json {
            self.names = vec!["error"];
            // A reader who has gone needs no reason.
            let _ = self.write([Value::Word(why.to_owned())]).and_then(|()| self.finish());
        }
        stop
    }

    /// Ends the rows.
    pub fn finish(self) -> io::Result<()> {
        match (self.format, self.is_first) {
            (RowFormat::Json, true) => writeln!(self.out, "]"),
            (RowFormat::Json, false) => self.out.write_all(b"\n]\n"),
            (RowFormat::Csv | RowFormat::Markdown, _) => Ok(()),
        }
    }
}

impl Value {
    fn json(&self) -> io::Result<String> {
        Ok(match self {
            Value::Word(word) => serde_json::to_string(word)?,
            Value::Number(number) => serde_json::to_string(&ExactCount(*number))?,
        })
    }

    /// A field of CSV, in quotation marks if it needs them.
    fn csv(self) -> String {
        match self {
            Value::Word(word) if word.contains([',', '"']) => {
                format!("\"{}\"", word.replace('"', "\"\""))
            }
            Value::Word(word) => word,
            Value::Number(number) => number.to_string(),
        }
    }
}
