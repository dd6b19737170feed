//! The pictures of the pages that are made of text: a hunt on a terminal, and the speeds as bars.

use crate::helpers::broken_engine::broken_engine;
use crate::helpers::drawn::assert_drawn;
use crate::helpers::program::ROOT;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

const ADVICE: &str = "is not what its test draws: type `.ci/pictures`, and look at it";

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

// Bars.

/// The first and the last cell of each row of the first table of the page on speed: a program, and its speed.
fn speeds() -> Vec<(String, f64)> {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/speed.md")).expect("there is a page");
    let table = page.lines().skip_while(|line| !line.starts_with("| program")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0].to_owned(), cells[cells.len() - 1].parse().expect("a speed is a number"))
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
