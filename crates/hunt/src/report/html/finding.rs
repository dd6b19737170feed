//! One finding on a page.

use super::board::{Marks, Size, board};
use super::words::position_in_words;
use super::{block, rule};
use crate::report::Found;
use crate::report::blocks::Block;
use crate::report::words::{phrase, rule_of, squares_to_mark, why, word};
use crate::search::{Wrong, WrongMove};
use maud::{Markup, html};
use ox88::{Position, Square};
use ox88_engine::read::Name;
use ox88_engine::{MoveName, Ply};
use ox88_explain::{capitalized, enumeration};

/// With more arrows than this, nothing can be seen on a board.
const ARROWS_SHOWN: usize = 12;

/// With more rows than this, what else is known is too far down. The others are folded up.
const ROWS_SHOWN: usize = 8;

/// These fields say where to look. They stand above the board.
const LOOK: [&str; 3] = ["origin", "usually", "doubt"];

/// The name of a case and what is wrong there: `kiwipete: e1g1 missing`.
pub fn name(found: &Found) -> Markup {
    html! {
        (found.case)
        @if let Some(mv) = found.moves.first() { ": " code { (mv.text) } " " (phrase(mv.wrong)) }
    }
}

/// What one answer shows, before anything else is asked.
pub fn glance(found: &Found) -> Markup {
    let mut blocks = found.blocks();
    blocks.retain(|block| match block {
        Block::Field { name, .. } => ["usually", "fen", "reason"].contains(name),
        block => matches!(block, Block::Board(_) | Block::Moves(_)),
    });
    around_board(found, &blocks)
}

/// All that is known about a finding.
pub fn body(found: &Found) -> Markup {
    let blocks = found.blocks();
    html! {
        (around_board(found, &blocks))
        @if !found.path.moves.is_empty() {
            h4 { "The way there" }
            (path(found))
        }
        div class="lines" {
            @for block in &blocks {
                @match block {
                    Block::Lines(heading, lines) => (part(heading, lines)),
                    Block::Printed(trouble) if !trouble.last_lines.is_empty() => {
                        (part("the last lines that the engine printed", &trouble.last_lines))
                    }
                    _ => {}
                }
            }
        }
    }
}

fn part(heading: &str, lines: &[String]) -> Markup {
    html! { div class="part" { h4 { (capitalized(heading)) } (block(&lines.join("\n"))) } }
}

/// Where to look, then the board with all other facts at its side.
fn around_board(found: &Found, blocks: &[Block]) -> Markup {
    let is_look =
        |block: &&Block| matches!(block, Block::Field { name, .. } if LOOK.contains(name));
    let board = blocks.iter().position(|block| matches!(block, Block::Board(_)));
    let (before, behind) = blocks.split_at(board.unwrap_or_default());
    let (look, before): (Vec<&Block>, Vec<&Block>) = before.iter().partition(is_look);
    html! {
        dl class="look" { @for block in look { (fact(block)) } }
        div class="finding" {
            (figure(found))
            div class="about" {
                dl class="facts" { @for block in behind.iter().chain(before) { (fact(block)) } }
            }
        }
    }
}

/// A name with what is known under it.
fn fact(block: &Block) -> Markup {
    match *block {
        Block::Field { name, ref typed, ref words, rule } => {
            let name = if name == "fen" { "FEN".to_owned() } else { capitalized(name) };
            known(&html! { (name) }, typed, words, rule)
        }
        Block::Printed(trouble) if trouble.last_lines.is_empty() => {
            known(&html! { "Printed" }, "", "nothing", None)
        }
        Block::Moves(ref moves) => {
            let (first, others) = moves.split_at(moves.len().min(ROWS_SHOWN));
            html! {
                @for &(mv, rule) in first { (wrong(mv, rule)) }
                @if !others.is_empty() {
                    div {
                        dt { "More" }
                        dd {
                            details class="more" {
                                summary { (others.len()) " more" }
                                dl { @for &(mv, rule) in others { (wrong(mv, rule)) } }
                            }
                        }
                    }
                }
            }
        }
        _ => html! {},
    }
}

fn wrong(mv: &WrongMove, rule: Option<&str>) -> Markup {
    let word = word(mv.wrong);
    known(&html! { span class={ "badge " (word) } { (word) } }, &mv.text, &why(mv), rule)
}

fn known(name: &Markup, typed: &str, words: &str, id: Option<&str>) -> Markup {
    html! {
        div {
            dt { (name) }
            dd {
                @if !typed.is_empty() { code { (typed) } @if !words.is_empty() { " " } }
                (words)
                @if let Some(id) = id { " (rule " (rule(id)) ")" }
            }
        }
    }
}

/// The board, with what is wrong and what proves it.
pub fn figure(found: &Found) -> Markup {
    let (moves, here) = (&found.moves, found.shown_by.line.end());
    // Where no move was played, the en passant square says what the last one was.
    let double_push =
        here.en_passant().and_then(|over| (!here.side_to_move()).double_push_over(over));
    let double_push = double_push.map(|(from, to)| (from, to, format!("{from}{to}")));
    let played = last_ply(found).map(|it| (it.mv.from, it.mv.to, it.text()));
    let last = played.or(double_push);
    let drawn = &moves[..moves.len().min(ARROWS_SHOWN)];
    let arrows = drawn.iter().filter_map(|mv| {
        let (from, to) = squares_of(mv)?;
        Some((from, to, mv.wrong))
    });
    let rings = found.cause.as_ref().map_or_else(|| proof(moves), |cause| cause.squares.clone());
    let mut label = vec![position_in_words(&here)];
    let mut caption = vec![format!("{} to move.", here.side_to_move())];
    if let Some((.., text)) = &last {
        label.push(format!("Last move: {text}."));
        caption.push(format!("Tinted: the last move, {text}."));
    }
    label.extend(drawn.iter().map(|mv| {
        let not_legal = if mv.wrong == Wrong::Extra { ", and not legal" } else { "" };
        format!("{}{not_legal}: {}.", capitalized(phrase(mv.wrong)), mv.text)
    }));
    if !rings.is_empty() {
        label.push(format!("Ringed: {}.", enumeration(&rings)));
        caption.push("Ringed: the squares involved.".to_owned());
    }
    if moves.len() > ARROWS_SHOWN {
        caption
            .push(format!("Arrows: the first {ARROWS_SHOWN} of the {} wrong moves.", moves.len()));
    }
    let last_move = last.map(|(from, to, _)| (from, to));
    let marks = Marks { last_move, arrows: arrows.collect(), rings };
    html! {
        figure {
            (board(&here, &marks, Size::Large, &label.join(" ")))
            figcaption { (caption.join(" ")) }
        }
    }
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
    let Some(mv) = moves.iter().find(|mv| rule_of(mv).is_some()) else { return Vec::new() };
    let is_of_move =
        |square| squares_of(mv).is_some_and(|(from, to)| from == square || to == square);
    squares_to_mark(mv).iter().copied().filter(|&square| !is_of_move(square)).collect()
}

/// From where to where a move is drawn. Nothing for a text that names no squares.
fn squares_of(mv: &WrongMove) -> Option<(Square, Square)> {
    match (Name::of(&mv.text).by_squares(), squares_to_mark(mv)) {
        // The squares of the move itself come first.
        (Some(MoveName::Squares { from, to, .. }), _) | (_, &[from, to, ..]) => Some((from, to)),
        _ => None,
    }
}

/// The positions on the way from the case to where the engine goes wrong.
fn path(found: &Found) -> Markup {
    let (line, shown) = (&found.path, &found.shown_by.line);
    // From which position on the engine has to play moves if it is to go wrong.
    let has_to_play = found.trouble.is_none() && !shown.moves.is_empty();
    let is_root = |place| has_to_play && shown.moves.len() + place == line.moves.len();
    let station = |place, position: &Position, last_move, words: String, caption: Markup| {
        let marks = Marks { last_move, ..Marks::default() };
        let label = format!("{words}. {}", position_in_words(position));
        html! {
            li {
                figure {
                    (board(position, &marks, Size::Small, &label))
                    figcaption {
                        (caption)
                        @if is_root(place) { small { "played from here" } }
                    }
                }
            }
        }
    };
    html! {
        ol class="path" {
            (station(0, &line.root, None, "At the start".to_owned(), html! { "start" }))
            @for ply in line.plies() {
                @let words = format!("After {}", ply.text());
                @let last_move = Some((ply.mv.from, ply.mv.to));
                (station(ply.ordinal, &ply.after, last_move, words, html! { code { (ply.text()) } }))
            }
        }
    }
}
