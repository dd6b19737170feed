//! The pictures of the pages that are made of text: a hunt on a terminal, the speeds as bars, and how times grow.

use ox88_test_support::{ROOT, assert_drawn, broken_engine};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const ADVICE: &str = "is not what its test draws: type `ci/pictures`, and look at it";

/// The text of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

// A terminal.

/// The sizes of a cell of the terminal, and the space around all of them.
const WIDTH: usize = 8;
const HEIGHT: usize = 20;
const MARGIN: usize = 16;

/// The codes of a terminal that a report has, each with the class that draws it.
const CODES: [(&str, &str); 4] = [("0", ""), ("1", "bold"), ("1;31", "wrong"), ("30;43", "marked")];

/// What a terminal shows, as a picture.
fn terminal(shown: &str) -> String {
    let (mut cells, mut columns) = (String::new(), 0);
    for (row, line) in shown.lines().enumerate() {
        let (mut column, mut class) = (0, "");
        for (number, part) in line.split("\x1b[").enumerate() {
            let text = if number == 0 {
                part
            } else {
                let (code, text) = part.split_once('m').expect("a code has an end");
                let known = CODES.iter().find(|(known, _)| *known == code);
                class = known.unwrap_or_else(|| panic!("{code} has no class: add it to CODES")).1;
                text
            };
            let x = |column: usize| MARGIN + column * WIDTH;
            let width = text.chars().count();
            if class == "marked" {
                let (x, y, width) = (x(column), MARGIN + row * HEIGHT, width * WIDTH);
                let _ = writeln!(
                    cells,
                    r#"<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" class="mark"/>"#
                );
            }
            let ink = text.trim();
            if !ink.is_empty() {
                let blanks = text.chars().take_while(|letter| *letter == ' ').count();
                let (x, y) = (x(column + blanks), MARGIN + row * HEIGHT + 15);
                let length = ink.chars().count() * WIDTH;
                let ink = escaped(ink);
                let _ = writeln!(
                    cells,
                    r#"<text x="{x}" y="{y}" textLength="{length}" class="{class}">{ink}</text>"#
                );
            }
            column += width;
        }
        columns = columns.max(column);
    }
    let width = 2 * MARGIN + columns * WIDTH;
    let height = 2 * MARGIN + shown.lines().count() * HEIGHT;
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<style>
text {{ font: 13.3px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d4d4d4; white-space: pre }}
.screen {{ fill: #1e1e1e }}
.bold {{ font-weight: bold; fill: #fff }}
.wrong {{ font-weight: bold; fill: #ff7b72 }}
.mark {{ fill: #e3b341 }}
.marked {{ fill: #000 }}
</style>
<rect width="{width}" height="{height}" rx="8" class="screen"/>
{cells}</svg>
"#
    )
}

/// Its last line has the time, which differs.
#[test]
fn the_picture_of_a_terminal_shows_what_the_hunt_prints_there() {
    let engine = format!("\"{}\" ep-of-the-checking-pawn-missing", broken_engine().display());
    let mut hunt = Command::new(env!("CARGO_BIN_EXE_ox88"));
    hunt.args(["hunt", "--engine", &engine]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1");
    let printed = hunt.output().expect("the program was built").stdout;
    let printed = String::from_utf8(printed).expect("it writes UTF-8");
    let (report, _) = printed.rsplit_once("\n\n").expect("the last line is by itself");
    let shown = format!("$ ox88 hunt ./my-engine\n{report}\n");
    assert_drawn("docs/pictures/hunt.svg", &terminal(&shown), ADVICE);
}

// Bars and lines.

/// The cells of the rows of a table of the page on speed, from the heading on that begins like this.
fn table(heading: &str) -> Vec<Vec<String>> {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/speed.md")).expect("there is a page");
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

#[test]
fn the_bars_have_the_figures_of_the_page_on_speed() {
    assert_drawn("docs/pictures/speed.svg", &bars(speeds()), ADVICE);
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

#[test]
fn the_lines_have_the_times_of_the_page_on_speed() {
    assert_drawn("docs/pictures/growth.svg", &lines(), ADVICE);
}
