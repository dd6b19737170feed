//! A board as a drawing in SVG, with what is to be seen on it marked.
//!
//! A square is ten units wide, and a8 begins at (0, 0). The squares and the shapes of the pieces are in
//! `shapes.svg`, once for the whole page.

use crate::report::words::word;
use crate::search::Wrong;
use maud::{Markup, PreEscaped, html};
use ox88::{Color, Position, Square};
use ox88_explain::kind_name;

/// What is marked on a board.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// From where to where the last move went.
    pub last_move: Option<(Square, Square)>,
    /// The same of the moves that are wrong, and in what way they are.
    pub arrows: Vec<(Square, Square, Wrong)>,
    /// The squares of the pieces that prove it.
    pub rings: Vec<Square>,
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
pub fn shapes() -> PreEscaped<&'static str> {
    PreEscaped(include_str!("shapes.svg"))
}

/// Draws a position. The label says in words what is to be seen.
pub fn board(position: &Position, marks: &Marks, size: Size, label: &str) -> Markup {
    let (class, area) = match size {
        Size::Large => ("board large", "-5 -1 86 86"),
        Size::Small => ("board", "-1 -1 82 82"),
    };
    let last_move = marks.last_move.into_iter().flat_map(|(from, to)| [from, to]);
    html! {
        svg class=(class) viewBox=(area) role="img" aria-label=(label) {
            use href="#squares" {}
            @if size == Size::Large { use href="#names" {} }
            @for (x, y) in last_move.map(corner) {
                rect class="last" x=(x) y=(y) width="10" height="10" {}
            }
            @for color in Color::BOTH {
                g class={ "men " (color.letter()) } {
                    @for (square, piece) in position.board().pieces(color) {
                        @let (x, y) = corner(square);
                        use href={ "#" (kind_name(piece.kind())) } x=(x) y=(y) {}
                    }
                }
            }
            @for (x, y) in marks.rings.iter().copied().map(center) {
                circle class="ring" cx=(tenths(x)) cy=(tenths(y)) r="4.7" {}
            }
            @for &(from, to, wrong) in &marks.arrows { (arrow(from, to, wrong)) }
        }
    }
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
fn arrow(from: Square, to: Square, wrong: Wrong) -> Markup {
    let (start, goal) = (center(from), center(to));
    let (dx, dy) = (goal.0 - start.0, goal.1 - start.1);
    let angle = dy.atan2(dx).to_degrees();
    let turned = format!("translate({} {}) rotate({angle:.2})", start.0, start.1);
    let gap = if wrong == Wrong::Extra { 3.0 } else { 0.8 };
    let cross = format!("M{:.1} {:.1}m-2.6-2.6l5.2 5.2m0-5.2l-5.2 5.2", goal.0, goal.1);
    let (x, y) = (f64::midpoint(start.0, goal.0), f64::midpoint(start.1, goal.1));
    html! {
        // What is wrong is also the class that gives it its colour.
        g class=(word(wrong)) {
            @if from != to { path transform=(turned) d=(outline(dx.hypot(dy), gap)) {} }
            @if wrong == Wrong::Extra {
                path class="halo" d=(cross) {}
                path class="cross" d=(cross) {}
            } @else if wrong == Wrong::Twice {
                circle cx=(tenths(x)) cy=(tenths(y)) r="2.4" {}
                text class="times" x=(tenths(x)) y=(tenths(y + 1.2)) { "2×" }
            }
        }
    }
}

/// The outline of an arrow to the right. It begins beside the piece that moves, so that the piece can be seen, and
/// leaves a gap before its goal.
fn outline(length: f64, gap: f64) -> String {
    let (tip, neck) = (length - gap, length - gap - 3.4);
    format!("M3.2-.75H{neck:.1}V-2.3L{tip:.1} 0L{neck:.1} 2.3V.75H3.2z")
}
