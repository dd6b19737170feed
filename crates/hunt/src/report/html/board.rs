//! A board as a drawing in SVG, with what is to be seen on it marked.
//!
//! A square is ten units wide, and a8 begins at (0, 0). The squares and the shapes of the pieces are in
//! `shapes.svg`, once for the whole page.

use super::markup::{Element, Markup, classed, element, verbatim};
use crate::explain::kind_name;
use crate::finding::Wrong;
use ox88::{Color, Position, Square};

/// What is marked on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The squares of the last move.
    pub last_move: Vec<Square>,
    /// The moves that are wrong.
    pub arrows: Vec<Arrow>,
    /// The squares of the pieces that prove it.
    pub rings: Vec<Square>,
}

/// A move that is wrong, and in what way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
    pub wrong: Wrong,
}

/// How large a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// With the names of files and ranks.
    Large,
    /// Without them.
    Small,
}

/// The shapes that all boards of a page are made of. They show nothing by themselves.
pub fn shapes() -> Markup {
    verbatim(include_str!("shapes.svg"))
}

/// Draws a position. The label says in words what is to be seen.
pub fn board(position: &Position, marks: &Marks, size: Size, label: &str) -> Element {
    let (class, area) = match size {
        Size::Large => ("board large", "-5 -1 86 86"),
        Size::Small => ("board", "-1 -1 82 82"),
    };
    let last_move = marks.last_move.iter().map(|&square| {
        let (x, y) = corner(square);
        let square = classed("rect", "last").set("x", x.to_string()).set("y", y.to_string());
        square.set("width", "10").set("height", "10")
    });
    let rings = marks.rings.iter().map(|&square| {
        let (x, y) = center(square);
        classed("circle", "ring").set("cx", tenths(x)).set("cy", tenths(y)).set("r", "4.7")
    });
    classed("svg", class)
        .set("viewBox", area)
        .set("role", "img")
        .set("aria-label", label)
        .with(element("use").set("href", "#squares"))
        .with((size == Size::Large).then(|| element("use").set("href", "#names")))
        .with(last_move.collect::<Markup>())
        .with(Color::BOTH.map(|color| pieces(position, color)).to_vec())
        .with(rings.collect::<Markup>())
        .with(marks.arrows.iter().copied().map(arrow).collect::<Markup>())
}

fn pieces(position: &Position, color: Color) -> Element {
    let mut pieces = Vec::new();
    for (square, piece) in position.board().pieces(color) {
        let (x, y) = corner(square);
        let shape = element("use").set("href", format!("#{}", kind_name(piece.kind())));
        pieces.push(shape.set("x", x.to_string()).set("y", y.to_string()));
    }
    element("g").set("class", format!("men {}", color.letter())).with(pieces)
}

/// The upper left corner of a square.
fn corner(square: Square) -> (u32, u32) {
    let file = u32::from(square.file().letter()) - u32::from('a');
    let rank = u32::from(square.rank().digit()) - u32::from('1');
    (file * 10, (7 - rank) * 10)
}

fn center(square: Square) -> (f64, f64) {
    let (x, y) = corner(square);
    (f64::from(x) + 5.0, f64::from(y) + 5.0)
}

fn tenths(number: f64) -> String {
    format!("{number:.1}")
}

/// A move that is wrong: an arrow, with its goal crossed out if the move is not legal, and with a 2 if
/// it is listed twice.
fn arrow(Arrow { from, to, wrong }: Arrow) -> Element {
    let (start, goal) = (center(from), center(to));
    let gap = if wrong == Wrong::Extra { 3.0 } else { 0.8 };
    let shaft = (from != to).then(|| element("path").set("d", outline(start, goal, gap)));
    let sign = match wrong {
        Wrong::Extra => {
            let d = format!("M{:.1} {:.1}m-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2", goal.0, goal.1);
            let stroke = |class| classed("path", class).set("d", &d);
            vec![stroke("halo"), stroke("cross")].into()
        }
        Wrong::Twice => {
            let (x, y) = (f64::midpoint(start.0, goal.0), f64::midpoint(start.1, goal.1));
            let disc = element("circle").set("cx", tenths(x)).set("cy", tenths(y)).set("r", "2.4");
            let number = classed("text", "times").set("x", tenths(x)).set("y", tenths(y + 1.2));
            vec![disc, number.with("2×")].into()
        }
        Wrong::Missing | Wrong::Count { .. } => Markup::default(),
    };
    // What is wrong is also the class that gives it its colour.
    classed("g", wrong.word()).with(shaft).with(sign)
}

/// The outline of an arrow. It begins beside the piece that moves, so that the piece can be seen, and
/// leaves a gap before its goal.
fn outline(start: (f64, f64), goal: (f64, f64), gap: f64) -> String {
    const BEGIN: f64 = 3.2;
    const HEAD: f64 = 3.4;
    const HALF_HEAD: f64 = 2.3;
    const HALF_SHAFT: f64 = 0.75;
    let (dx, dy) = (goal.0 - start.0, goal.1 - start.1);
    let length = dx.hypot(dy);
    let (dx, dy) = (dx / length, dy / length);
    // Points are given along the arrow from its beginning, and to the left of it.
    let point = |along: f64, left: f64| {
        let (x, y) = (start.0 + along * dx + left * dy, start.1 + along * dy - left * dx);
        format!("{x:.1} {y:.1}")
    };
    let neck = length - gap - HEAD;
    let points = [
        point(BEGIN, HALF_SHAFT),
        point(neck, HALF_SHAFT),
        point(neck, HALF_HEAD),
        point(length - gap, 0.0),
        point(neck, -HALF_HEAD),
        point(neck, -HALF_SHAFT),
        point(BEGIN, -HALF_SHAFT),
    ];
    format!("M{}z", points.join("L"))
}
