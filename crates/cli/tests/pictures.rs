//! The picture of the pages that is a terminal with a hunt.

use ox88_test_support::{assert_drawn, broken_engine};
use std::fmt::Write as _;
use std::process::Command;

const ADVICE: &str = "is not what its test draws: type `ci/pictures`, and look at it";

/// The text of an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

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
