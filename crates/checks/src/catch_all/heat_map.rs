//! The heat map: which position of the suite catches which fault, and how soon.

use super::known::Catch;
use ox88_broken_engine::faults::Fault;
use ox88_broken_engine::mutants::Mutant;
use std::fmt::Write as _;

/// The sides of a cell, with the gap to the next one.
const CELL: usize = 14;

/// Where the cells begin.
const LEFT: usize = 330;

/// The colours of depth 1 and of each deeper one.
const COLOURS: [&str; 5] = ["#0b3d91", "#2f6fd0", "#6a9fe8", "#a9c8f5", "#d9e6fb"];

/// A row for each fault and a column for each position, in the order of the suite. The colour says at which depth the
/// position first catches the fault, in whatever form.
pub fn heat_map(mutants: &[Mutant], catches: &[Catch]) -> String {
    let (mut texts, mut y, mut kind) = (String::new(), 2 * CELL, "");
    let mut cells = vec![String::new(); COLOURS.len()];
    let column = |number: usize| LEFT + number * CELL;
    for &fault in Fault::ALL {
        if fault.kind() != kind {
            kind = fault.kind();
            y += CELL;
            let _ = writeln!(texts, r#"<text x="0" y="{}" class="kind">{kind}</text>"#, y + 10);
            y += CELL;
        }
        let _ = writeln!(texts, r#"<text x="8" y="{}">{}</text>"#, y + 10, fault.name());
        for (number, catch) in catches.iter().enumerate() {
            let depths = mutants.iter().zip(&catch.depths).filter(|(it, _)| it.fault == fault);
            if let Some(depth) = depths.filter_map(|(_, &depth)| depth).min() {
                let colour = (depth as usize).min(COLOURS.len()) - 1;
                let _ = write!(cells[colour], "M{} {y}h12v12h-12z", column(number));
            }
        }
        y += CELL;
    }
    for number in 0..catches.len() {
        let x = column(number) + 6;
        let _ = writeln!(texts, r#"<text x="{x}" y="10" class="number">{}</text>"#, number + 1);
    }
    y += CELL;
    let mut legend = String::new();
    for (number, colour) in COLOURS.iter().enumerate() {
        let x = LEFT + number * 5 * CELL;
        let _ = writeln!(legend, r#"<path d="M{x} {y}h12v12h-12z" fill="{colour}"/>"#);
        let _ =
            writeln!(legend, r#"<text x="{}" y="{}">depth {}</text>"#, x + 16, y + 10, number + 1);
    }
    let paths = cells
        .iter()
        .zip(COLOURS)
        .map(|(d, colour)| format!("<path d=\"{d}\" fill=\"{colour}\"/>\n"));
    let paths = paths.collect::<Vec<_>>().concat();
    let (width, height) = (column(catches.len()), y + 2 * CELL);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">
<style>
text {{ font: 11px system-ui, sans-serif; fill: #24292f }}
.kind {{ font-weight: bold }}
.number {{ font-size: 9px; text-anchor: middle }}
</style>
<rect width="{width}" height="{height}" fill="#fff"/>
{texts}{paths}{legend}</svg>
"##
    )
}
