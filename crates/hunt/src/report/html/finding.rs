//! One finding on a page.

use super::board::{Marks, Size, board};
use super::markup::{Element, Markup, block, classed, code, element, facts, table};
use super::words::{capitalized, move_in_words, position_in_words};
use crate::ask::Trouble;
use crate::explain::enumeration;
use crate::finding::{Wrong, WrongMove};
use crate::line::Ply;
use crate::read::move_name;
use crate::report::Found;
use ox88::{MoveName, Position, Square};

/// With more arrows than this, nothing can be seen on a board.
const ARROWS_SHOWN: usize = 12;

/// With more rows than this, what else is known is too far down. The others are folded up.
const ROWS_SHOWN: usize = 8;

/// The name of a case and what is wrong there: `kiwipete: e1g1 missing`.
pub fn name(found: &Found) -> Markup {
    let wrong = found.moves.first();
    let wrong =
        wrong.map(|mv| Markup::from(": ").and(code(&mv.text)).and(" ").and(mv.wrong.phrase()));
    Markup::from(&found.case[..]).and(wrong)
}

/// All that is known about a finding.
pub fn body(found: &Found) -> Markup {
    let cause = found.cause.as_ref().map(|cause| sentence(&cause.reason).set("class", "advice"));
    let total = found.total.as_ref();
    let total = total.map(|total| element("p").with(format!("Total: {}.", total.sentence)));
    let about = classed("div", "about")
        .with(found.trouble.as_ref().map(trouble))
        .with(cause)
        .with(tables_of_moves(&found.moves))
        .with(total)
        .with(what_else_is_known(found));
    let finding = classed("div", "finding").with(figure(found)).with(about);
    Markup::from(finding).and(path(found)).and(lines(found))
}

fn sentence(phrase: &str) -> Element {
    element("p").with(capitalized(&format!("{phrase}.")))
}

fn trouble(trouble: &Trouble) -> Markup {
    let sentence = Markup::from(sentence(&trouble.kind.to_string()));
    if trouble.last_lines.is_empty() {
        return sentence.and(element("p").with("It printed nothing."));
    }
    let heading = element("h4").with("The last lines that it printed");
    sentence.and(heading).and(block(&trouble.last_lines.join("\n")))
}

fn figure(found: &Found) -> Element {
    let (moves, here) = (&found.moves, found.shown_by.line.end());
    let last = last_ply(found);
    // Where no move was played, the en passant square says what the last one was.
    let double_push =
        here.en_passant().and_then(|over| (!here.side_to_move()).double_push_over(over));
    let drawn = &moves[..moves.len().min(ARROWS_SHOWN)];
    let arrows = drawn.iter().filter_map(|mv| {
        let (from, to) = squares_of(mv)?;
        Some((from, to, mv.wrong))
    });
    let rings = found.cause.as_ref().map_or_else(|| proof(moves), |cause| cause.squares.clone());
    let mut label = vec![position_in_words(&here)];
    let mut caption = vec![format!("{} to move.", here.side_to_move())];
    if let Some(ply) = &last {
        label.push(format!("Last move: {}.", move_in_words(ply)));
        caption.push(format!("Tinted: the last move, {}.", ply.text()));
    } else if let Some((from, to)) = double_push {
        label.push(format!("Last move: the pawn from {from} to {to}."));
        caption.push(format!("Tinted: the last move, {from}{to}."));
    }
    label.extend(drawn.iter().map(|mv| {
        let not_legal = if mv.wrong == Wrong::Extra { ", and not legal" } else { "" };
        format!("{}{not_legal}: {}.", capitalized(mv.wrong.phrase()), mv.text)
    }));
    if !rings.is_empty() {
        label.push(format!("Ringed: {}.", enumeration(&rings)));
        caption.push("Ringed: what proves it.".to_owned());
    }
    if moves.len() > ARROWS_SHOWN {
        caption.push(format!("The first {ARROWS_SHOWN} of {} moves are drawn.", moves.len()));
    }
    let last_move = last.map(|ply| (ply.mv.from, ply.mv.to)).or(double_push);
    let marks = Marks { last_move, arrows: arrows.collect(), rings };
    element("figure")
        .with(board(&here, &marks, Size::Large, &label.join(" ")))
        .with(element("figcaption").with(caption.join(" ")))
}

/// The move that led to the position in question: as it was played, or as it was found.
fn last_ply(found: &Found) -> Option<Ply> {
    let (found, shown) = (&found.path, &found.shown_by.line);
    let is_same = found.end().same_but_for_counters(&shown.end());
    shown.last_ply(|_| true).or_else(|| found.last_ply(|_| is_same))
}

/// What proves the reason of the first move that has one. That a move is legal, and listed twice, needs
/// no proof.
fn proof(moves: &[WrongMove]) -> Vec<Square> {
    let Some(mv) = moves.iter().find(|mv| mv.rule().is_some()) else { return Vec::new() };
    let is_of_move =
        |square| squares_of(mv).is_some_and(|(from, to)| from == square || to == square);
    mv.squares().iter().copied().filter(|&square| !is_of_move(square)).collect()
}

/// From where to where a move is drawn. Nothing for a text that names no squares.
fn squares_of(mv: &WrongMove) -> Option<(Square, Square)> {
    match (move_name(&mv.text), mv.squares()) {
        // The squares of the move itself come first.
        (Some(MoveName::Squares { from, to, .. }), _) | (_, &[from, to, ..]) => Some((from, to)),
        _ => None,
    }
}

fn tables_of_moves(moves: &[WrongMove]) -> Option<Markup> {
    let (first, others) = moves.split_at(moves.len().min(ROWS_SHOWN));
    let others = (!others.is_empty()).then(|| {
        let summary = element("summary").with(format!("{} more", others.len()));
        classed("details", "more").with(summary).with(table_of_moves("What else is wrong", others))
    });
    (!first.is_empty()).then(|| Markup::from(table_of_moves("What is wrong", first)).and(others))
}

fn table_of_moves(caption: &'static str, moves: &[WrongMove]) -> Element {
    let rows = moves.iter().map(|mv| {
        let badge = element("span").set("class", format!("badge {}", mv.wrong.word()));
        let rule = mv.rule().map(|rule| Markup::from(" ").and(classed("code", "rule").with(rule)));
        element("tr")
            .with(element("th").set("scope", "row").with(code(&mv.text)))
            .with(element("td").with(badge.with(mv.wrong.word())))
            .with(element("td").with(mv.why()).with(rule))
    });
    table("moves", caption, &["Move", "Wrong", "Why"], rows)
}

fn what_else_is_known(found: &Found) -> Element {
    let place = found.place.as_ref().map_or(String::new(), |place| format!(" ({place})"));
    let case = format!("{}{place}, asked to depth {}", found.case, found.asked_depth);
    let origin = found.origin.as_ref().map(|origin| &origin.sentence[..]);
    let known = [
        ("Leaves", found.telling_leaves().map(Markup::from)),
        ("Origin", origin.map(Markup::from)),
        ("Doubt", found.doubt.as_deref().map(Markup::from)),
        ("Case", Some(case.into())),
        ("Path", Some(found.way().into())),
        ("FEN", Some(code(&found.shown_by.line.end().to_string()).into())),
        ("Right in", found.right_in().map(Markup::from)),
    ];
    facts("facts", known.into_iter().filter_map(|(name, fact)| Some((name, fact?))))
}

/// The positions on the way from the case to where the engine goes wrong.
fn path(found: &Found) -> Option<Markup> {
    let (line, shown) = (&found.path, &found.shown_by.line);
    if line.moves.is_empty() {
        return None;
    }
    // From which position on the engine has to play moves if it is to go wrong.
    let has_to_play = found.trouble.is_none() && !shown.moves.is_empty();
    let is_root = |place| has_to_play && shown.moves.len() + place == line.moves.len();
    let station = |place, position: &Position, last_move, words: String, caption: Markup| {
        let marks = Marks { last_move, ..Marks::default() };
        let label = format!("{words}. {}", position_in_words(position));
        let from_here = is_root(place).then(|| element("small").with("played from here"));
        let figure = element("figure")
            .with(board(position, &marks, Size::Small, &label))
            .with(element("figcaption").with(caption).with(from_here));
        element("li").with(figure)
    };
    let first = station(0, &line.root, None, "At first".to_owned(), "at first".into());
    let others = line.plies().map(|ply| {
        let words = format!("After {}", move_in_words(&ply));
        let last_move = Some((ply.mv.from, ply.mv.to));
        station(ply.ordinal, &ply.after, last_move, words, code(&ply.text()).into())
    });
    let stations = classed("ol", "path").with(first).with_each(others);
    Some(Markup::from(element("h4").with("The way there")).and(stations))
}

/// The lines with which all this is seen again.
fn lines(found: &Found) -> Element {
    let part = |heading: &'static str, lines: &[String]| {
        let part = classed("div", "part").with(element("h4").with(heading));
        part.with(block(&lines.join("\n")))
    };
    let of_engine = &found.shown_by.lines;
    classed("div", "lines")
        .with((!of_engine.is_empty()).then(|| part("See it again: the engine", of_engine)))
        .with(part("See it again: what is right", &found.shown_by.lines_for_ox88))
}
