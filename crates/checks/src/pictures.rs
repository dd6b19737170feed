//! The pictures of the page on speed: the speeds as bars, and how times grow.

use crate::repository::in_repository;
use std::fmt::Write as _;
use std::fs;

/// Each picture, with its text.
pub fn pictures() -> [(&'static str, String); 2] {
    [("docs/pictures/speed.svg", bars(speeds())), ("docs/pictures/growth.svg", lines())]
}

/// The text of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The cells of the rows of a table of the page on speed, from the heading on that begins like this.
fn table(heading: &str) -> Vec<Vec<String>> {
    let page = fs::read_to_string(in_repository("docs/speed.md")).expect("there is a page");
    let table = page.lines().skip_while(|line| !line.starts_with(heading));
    let rows = table
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect());
    let mut rows: Vec<Vec<String>> = rows.collect();
    // The rule below the heading.
    rows.remove(1);
    rows
}

/// The programs of the first table, each with its mean speed.
fn speeds() -> Vec<(String, f64)> {
    let rows = table("| program").into_iter().skip(1).map(|cells| {
        let speed = cells[cells.len() - 1].parse().expect("a speed is a number");
        (cells[0].clone(), speed)
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

/// The place of a time on an axis on which each step is ten times the one before, from a hundredth of a second up.
fn height_of(seconds: f64) -> f64 {
    320.0 - 60.0 * (seconds.log10() + 2.0)
}

/// A line for each program of the table of growth, from depth to depth.
fn lines() -> String {
    let rows = table("| start position, seconds");
    let depths: Vec<usize> =
        (1..rows[0].len()).filter(|&column| rows[0][column].starts_with("depth")).collect();
    let x_of = |number: usize| 60 + 150 * number;
    let mut drawn = String::new();
    for (power, seconds) in ["0.01 s", "0.1 s", "1 s", "10 s", "100 s"].into_iter().enumerate() {
        let y = 320 - 60 * power;
        let end = x_of(depths.len() - 1);
        let _ = writeln!(
            drawn,
            r#"<line x1="60" y1="{y}" x2="{end}" y2="{y}" class="grid"/><text x="52" y="{}" class="name">{seconds}</text>"#,
            y + 5
        );
    }
    for (number, &column) in depths.iter().enumerate() {
        let (x, depth) = (x_of(number), &rows[0][column]);
        let _ = writeln!(drawn, r#"<text x="{x}" y="346" text-anchor="middle">{depth}</text>"#);
    }
    // The names stand where the lines end: at the right edge one below the other, and elsewhere above the line.
    let mut ends: Vec<(f64, usize, String, &str)> = Vec::new();
    for row in &rows[1..] {
        let points = depths.iter().enumerate().filter_map(|(number, &column)| {
            let seconds: f64 = row[column].parse().ok()?;
            Some((x_of(number), height_of(seconds)))
        });
        let points: Vec<(usize, f64)> = points.collect();
        let class = if row[0].starts_with("ox88") { "ours" } else { "other" };
        let places: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y:.1}")).collect();
        let _ = writeln!(drawn, r#"<polyline points="{}" class="{class}"/>"#, places.join(" "));
        let &(x, y) = points.last().expect("each program was measured");
        ends.push((y, x, row[0].clone(), class));
    }
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut below = 0.0;
    for (y, x, name, class) in ends {
        let name = escaped(&name);
        let _ = if x == x_of(depths.len() - 1) {
            below = (y + 5.0).max(below + 17.0);
            let x = x + 8;
            writeln!(drawn, r#"<text x="{x}" y="{below:.1}" class="of-{class}">{name}</text>"#)
        } else {
            let y = y - 6.0;
            writeln!(drawn, r#"<text x="{x}" y="{y:.1}" class="name of-{class}">{name}</text>"#)
        };
    }
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360">
<style>
text {{ font: 14px system-ui, sans-serif; fill: #57606a }}
.name {{ text-anchor: end }}
.grid {{ stroke: #8c959f; stroke-opacity: 0.3 }}
polyline {{ fill: none; stroke-width: 2 }}
.ours {{ stroke: #2f81f7 }}
.other {{ stroke: #8c959f }}
.of-ours {{ fill: #2f81f7 }}
@media (prefers-color-scheme: dark) {{ text {{ fill: #adbac7 }} .of-ours {{ fill: #2f81f7 }} }}
</style>
{drawn}</svg>
"#
    )
}
