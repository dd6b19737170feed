//! The house as a picture: `docs/pictures/floors.svg`, made of the plan and of the arrows in the sources.

use super::source::{Source, sources};
use super::{Row, house};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// In pixels, as is all that follows. At this width no letter is smaller than `SMALL`.
const WIDTH: usize = 900;
const LEFT: usize = 20;
const RIGHT: usize = 736;
/// How far the first lane of arrows is from the house, and each from the next.
const LANE: usize = 36;
/// A row of rooms, and a room in it.
const ROW: usize = 26;
const ROOM: usize = 19;
/// Above the rows of a wing is its name.
const HEADING: usize = 32;
/// Between two wings.
const GAP: usize = 12;
const ROOF: usize = 66;
/// A line of the legend.
const LINE: usize = 20;
const NORMAL: usize = 12;
const SMALL: usize = 11;

/// The line and the ground of each wing, from the ground up.
const COLORS: [(&str, &str); 5] = [
    ("#2f5d8a", "#e3edf6"),
    ("#2e7d4f", "#e2f2e8"),
    ("#8a6000", "#f8edd2"),
    ("#a33a2b", "#f9e4e0"),
    ("#5b4a99", "#e9e5f6"),
];

const LEGEND: [&str; 3] = [
    "A room uses rooms of the rows below its own, and none beside it; behind “uses” are the only ones that it \
     may use.",
    "A room that is a folder has rows of its own, divided by strokes: the lowest is on the left.",
    "An arrow leads to the wing that is used. It begins at a wing that uses it, and others join it with a dot.",
];

/// A wing and where it is drawn.
struct Wing {
    name: &'static str,
    /// What its own `mod.rs` says first.
    about: String,
    /// From the ground up, the lines of rooms of each row.
    rows: Vec<Vec<Vec<Room>>>,
    top: usize,
    color: (&'static str, &'static str),
}

/// A room and where it is drawn in its row.
struct Room {
    name: &'static str,
    /// The rows in it, if it is a folder, or the rooms that it may use, if these are named.
    text: String,
    left: usize,
    width: usize,
    is_named: bool,
}

impl Wing {
    fn height(&self) -> usize {
        HEADING + ROW * self.rows.iter().map(Vec::len).sum::<usize>() + 4
    }
}

/// The drawing of the house.
pub fn svg() -> String {
    let wings = wings();
    let names: Vec<&str> = wings.iter().map(|wing| wing.name).collect();
    let height = wings[0].top + wings[0].height() + LINE * LEGEND.len() + 16;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"title desc\">\n\
         <title id=\"title\">The floors of ox88</title>\n\
         <desc id=\"desc\">The wings from the ground up: {}. Each has its rooms on rows, and uses \
         only wings below it.</desc>\n\
         <style>\n\
         text {{ font-family: \"DejaVu Sans\", Verdana, Arial, sans-serif; fill: #1c2430; }}\n\
         .room {{ font-family: \"DejaVu Sans Mono\", Menlo, Consolas, monospace; }}\n\
         .quiet {{ fill: #46525f; }}\n\
         </style>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        names.join(", ")
    );
    let (middle, eaves) = (usize::midpoint(LEFT, RIGHT), ROOF - GAP / 2);
    let _ = writeln!(
        svg,
        "<path d=\"M{} {eaves} L{middle} 8 L{} {eaves} Z\" fill=\"#f2f4f7\" stroke=\"#5a6675\" \
         stroke-width=\"1.5\" stroke-linejoin=\"round\"/>\n\
         <text x=\"{middle}\" y=\"{}\" font-size=\"17\" font-weight=\"bold\" \
         text-anchor=\"middle\">ox88</text>",
        LEFT - 12,
        RIGHT + 12,
        eaves - 12,
    );
    for wing in &wings {
        draw_wing(&mut svg, wing);
    }
    for (lane, target) in wings.iter().enumerate().rev() {
        draw_lane(&mut svg, &wings, lane, target);
    }
    let below = wings[0].top + wings[0].height();
    for (line, text) in LEGEND.iter().enumerate() {
        let y = below + 24 + LINE * line;
        let _ = writeln!(svg, "<text x=\"{LEFT}\" y=\"{y}\" font-size=\"{NORMAL}\">{text}</text>");
    }
    svg + "</svg>\n"
}

/// The wings from the ground up.
fn wings() -> Vec<Wing> {
    let house = house();
    let names: Vec<&str> = house[""].iter().flat_map(|row| row.rooms.clone()).collect();
    let mut wings: Vec<Wing> = names
        .iter()
        .zip(COLORS)
        .map(|(&name, color)| {
            let rows = &house[name];
            let rows = rows.iter().map(|row| lines(row, name, &house)).collect();
            Wing { name, about: about(name), rows, top: 0, color }
        })
        .collect();
    assert_eq!(wings.len(), names.len(), "each wing has a colour");
    let mut top = ROOF;
    for wing in wings.iter_mut().rev() {
        wing.top = top;
        top += wing.height() + GAP;
    }
    wings
}

/// The first sentence of the wing's own `mod.rs`.
fn about(wing: &str) -> String {
    let file = format!("src/{wing}/mod.rs");
    let text = fs::read_to_string(&file).expect("the tests run beside the sources");
    let first = text.lines().next().and_then(|line| line.strip_prefix("//! "));
    first.unwrap_or_else(|| panic!("{file} says what it is for")).to_owned()
}

/// The rooms of a row, in as many lines as they take.
fn lines(row: &Row, folder: &str, house: &BTreeMap<String, Vec<Row>>) -> Vec<Vec<Room>> {
    let mut lines = vec![Vec::new()];
    let mut left = LEFT + 10;
    for &name in &row.rooms {
        let inside = inside(&format!("{folder}/{name}"), house);
        let is_named = row.uses.is_some();
        let text = match &row.uses {
            Some(uses) => format!("uses {}", uses.join(" ")),
            None => inside,
        };
        // The letters of a programmer's font are all as wide as six tenths of their height.
        let own = (name.len() * NORMAL * 6).div_ceil(10) + 14;
        let more =
            if text.is_empty() { 0 } else { (text.chars().count() * SMALL * 6).div_ceil(10) + 8 };
        let width = own + if is_named { 0 } else { more };
        if left + width > RIGHT - 8 {
            lines.push(Vec::new());
            left = LEFT + 10;
        }
        assert!(left + own + more <= RIGHT - 8, "{folder}/{name} is too wide for the picture");
        let room = Room { name, text, left, width, is_named };
        lines.last_mut().expect("there is a line").push(room);
        left += width + 8;
    }
    lines
}

/// The rows in a folder, in one line: nothing for a file.
fn inside(folder: &str, house: &BTreeMap<String, Vec<Row>>) -> String {
    let Some(rows) = house.get(folder) else { return String::new() };
    let room = |name: &&str| match inside(&format!("{folder}/{name}"), house) {
        rows if rows.is_empty() => (*name).to_owned(),
        rows => format!("{name} ({rows})"),
    };
    let row = |row: &Row| row.rooms.iter().map(room).collect::<Vec<_>>().join(" ");
    rows.iter().map(row).collect::<Vec<_>>().join(" | ")
}

fn draw_wing(svg: &mut String, wing: &Wing) {
    let Wing { name, about, rows, top, color: (line, ground) } = wing;
    let (height, width) = (wing.height(), RIGHT - LEFT);
    let _ = writeln!(
        svg,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"{ground}\" \
         stroke=\"{line}\" stroke-width=\"1.5\"/>\n\
         <text x=\"{}\" y=\"{}\" font-size=\"{NORMAL}\"><tspan font-size=\"15\" font-weight=\"bold\" \
         fill=\"{line}\">{name}</tspan><tspan dx=\"10\">{}</tspan></text>",
        LEFT + 10,
        top + 21,
        escaped(about),
    );
    let mut bottom = top + height - 2;
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            let _ = writeln!(
                svg,
                "<path d=\"M{} {bottom} H{}\" stroke=\"#ffffff\" stroke-width=\"2\"/>",
                LEFT + 1,
                RIGHT - 1,
            );
        }
        for line in row.iter().rev() {
            bottom -= ROW;
            for room in line {
                draw_room(svg, room, bottom, wing.color.0);
            }
        }
    }
}

fn draw_room(svg: &mut String, room: &Room, top: usize, color: &str) {
    let Room { name, text, left, width, is_named } = room;
    let (y, text_y) = (top + (ROW - ROOM) / 2, top + ROW / 2 + 4);
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"{ROOM}\" rx=\"3\" fill=\"#ffffff\" \
         stroke=\"{color}\"/>\n\
         <text class=\"room\" x=\"{}\" y=\"{text_y}\" font-size=\"{NORMAL}\">{name}</text>",
        left + 7,
    );
    if !text.is_empty() {
        let x =
            if *is_named { left + width + 8 } else { left + 7 + name.len() * NORMAL * 6 / 10 + 8 };
        let _ = writeln!(
            svg,
            "<text class=\"room quiet\" x=\"{x}\" y=\"{text_y}\" font-size=\"{SMALL}\">{text}</text>"
        );
    }
}

/// The lane of a wing that is used: from the highest wing that uses it down to its own arrowhead.
fn draw_lane(svg: &mut String, wings: &[Wing], lane: usize, target: &Wing) {
    let arrows = arrows();
    let is_user = |wing: &&Wing| arrows.contains(&(wing.name.to_owned(), target.name.to_owned()));
    let users: Vec<&Wing> = wings.iter().rev().filter(is_user).collect();
    let Some(highest) = users.first() else { return };
    let x = RIGHT + LANE * (wings.len() - 1 - lane);
    // In each wing, the lane of the lowest wing begins highest, so that the fewest lines cross.
    let out = |user: &Wing| user.top + 30 + 14 * lane;
    let into = target.top + 14;
    let color = target.color.0;
    let path = format!("M{} {} H{x} V{into} H{}", RIGHT + 1, out(highest), RIGHT + 9);
    let joins = users[1..].iter().map(|user| format!("M{} {} H{x}", RIGHT + 1, out(user)));
    for path in [path].into_iter().chain(joins) {
        let _ = writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"7\"/>\n\
             <path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
        );
    }
    for user in &users[1..] {
        let y = out(user);
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{color}\"/>");
    }
    let _ = writeln!(svg, "<path d=\"M{} {into} l11 -6 v12 Z\" fill=\"{color}\"/>", RIGHT + 1);
}

/// Which wing uses which, as the sources have it.
fn arrows() -> BTreeSet<(String, String)> {
    let sources = sources("src");
    let is_map = |source: &&Source| source.file == "src/lib.rs";
    let map = &sources.iter().find(is_map).expect("the library has a root").handed_on;
    let wings: Vec<&str> = house()[""].iter().flat_map(|row| row.rooms.clone()).collect();
    let wing_of = |path: &[String]| {
        let handed_on = || map.iter().find(|item| item.last() == path.first());
        let path = if wings.contains(&path[0].as_str()) { path } else { handed_on()? };
        Some(path[0].clone())
    };
    let mut arrows = BTreeSet::new();
    for source in &sources {
        let Some(from) = source.module().first().cloned() else { continue };
        let paths = source.paths.iter().chain(&source.handed_on);
        let targets = paths.filter_map(|path| wing_of(path)).filter(|to| *to != from);
        arrows.extend(targets.map(|to| (from.clone(), to)));
    }
    arrows
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
