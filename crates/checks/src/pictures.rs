//! The picture of the page on speed: the speeds as bars.

use crate::repository::in_repository;
use std::fmt::Write as _;
use std::fs;

/// The picture, with its text.
pub fn picture() -> (&'static str, String) {
    ("docs/pictures/speed.svg", bars(speeds()))
}

/// The text of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The programs of the first table of the page, each with its mean speed.
fn speeds() -> Vec<(String, f64)> {
    let page = fs::read_to_string(in_repository("docs/speed.md")).expect("there is a page");
    let table = page.lines().skip_while(|line| !line.starts_with("| program"));
    // Behind the heading and the rule below it.
    let rows = table.take_while(|line| line.starts_with('|')).skip(2).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let speed = cells[cells.len() - 1].parse().expect("a speed is a number");
        (cells[0].to_owned(), speed)
    });
    rows.collect()
}

/// A bar for each speed, the longest first.
fn bars(mut speeds: Vec<(String, f64)>) -> String {
    speeds.sort_by(|one, other| other.1.total_cmp(&one.1));
    let (most, height) = (speeds[0].1, 28 * speeds.len() + 34);
    let mut rows = String::new();
    for (row, (program, speed)) in speeds.iter().enumerate() {
        let (y, length) = (28 * row + 4, speed / most * 430.0);
        let class = if program.starts_with("ox88") { "ours" } else { "other" };
        let _ = writeln!(
            rows,
            r#"<text x="140" y="{baseline}" class="name">{program}</text>
<rect x="150" y="{y}" width="{length:.1}" height="20" rx="2" class="{class}"/>
<text x="{end:.1}" y="{baseline}">{speed}</text>"#,
            baseline = y + 15,
            program = escaped(program),
            end = 156.0 + length,
        );
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {height}" width="640" height="{height}">
<style>
text {{ font: 14px system-ui, sans-serif; fill: #57606a }}
.name {{ text-anchor: end }}
.ours {{ fill: #2f81f7 }}
.other {{ fill: #8c959f }}
@media (prefers-color-scheme: dark) {{ text {{ fill: #adbac7 }} }}
</style>
{rows}<text x="150" y="{baseline}">million leaves a second, one thread, nothing remembered</text>
</svg>
"#,
        baseline = height - 8,
    )
}
