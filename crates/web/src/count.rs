//! Counts of any position, and a board on which its moves can be played.

use crate::address::{Address, link};
use crate::form;
use crate::place::TypedPosition;
use maud::{Markup, html};
use ox88::suite::built_in;
use ox88::{Move, Position};
use ox88_count::Tally;
use ox88_count::quick;
use ox88_count::{Column, Stats};
use ox88_hunt::Clock;
use ox88_hunt::html::{Marks, Size, board, grouped, position_in_words};
use std::time::Duration;

/// The depth of a count that takes a moment.
const DEPTH: u32 = 4;

/// Deeper counts would never end.
const DEEPEST: u32 = 30;

/// For less than this depth no card has to be opened.
pub const LEAST_DEPTH_OF_CARD: u32 = 6;

/// From this depth on, the replies to a move are counted one by one, so that the count can say how far it has come.
const SLOW: u32 = 5;

pub struct Asked {
    pub place: TypedPosition,
    pub depth: u32,
    pub by_kind: bool,
}

impl Asked {
    /// What an address asks, if that can be counted.
    pub fn read(address: &Address) -> Option<Asked> {
        let (Ok(place), Ok(depth)) = read(address) else { return None };
        Some(Asked { place, depth, by_kind: !address.get("kinds").is_empty() })
    }
}

fn read(address: &Address) -> (Result<TypedPosition, String>, Result<u32, String>) {
    let place = TypedPosition::read(address.get("position"));
    (place, form::read_depth(address.get("depth"), DEPTH, DEEPEST))
}

/// The form, and the board.
pub fn view(address: &Address) -> Markup {
    let (place, depth) = read(address);
    let typed = address.get("position");
    let depth_text = depth.as_ref().map_or(address.get("depth").to_owned(), u32::to_string);
    let [by_kind, by_card] = ["kinds", "card"].map(|name| !address.get(name).is_empty());
    html! {
        section aria-labelledby="count" {
            h2 #count { "Count and look" }
            p class="lead" {
                "Count the leaves of a position, move by move."
            }
            form data-tab="count" class="card" {
                (form::position(typed, place.as_ref().err().map(String::as_str)))
                (form::depth(&depth_text, depth.as_ref().err().map(String::as_str)))
                div class="field check" {
                    input type="checkbox" id="kinds" name="kinds" value="yes" checked[by_kind];
                    label for="kinds" { "Also count captures, checks, mates …" }
                }
                // The page shows this where the browser has a card.
                div class="field check" id="card-field" hidden {
                    input type="checkbox" id="card" name="card" value="yes" checked[by_card];
                    label for="card" { "Count on the graphics card, from depth " (LEAST_DEPTH_OF_CARD) " on" }
                }
                div class="buttons" { button type="submit" { "Count" } }
            }
            @if let Ok(place) = &place { (playground(place, &depth_text, by_kind, by_card)) }
        }
    }
}

/// A board on which to play moves, beside the list of them.
fn playground(place: &TypedPosition, depth: &str, by_kind: bool, by_card: bool) -> Markup {
    let here = place.line.end();
    let last = place.line.last_ply(|_| true).map(|ply| (ply.mv.from, ply.mv.to));
    let marks = Marks { last_move: last, ..Marks::default() };
    let boxes = [("kinds", by_kind), ("card", by_card)];
    let boxes: Vec<&str> = boxes.into_iter().filter(|it| it.1).map(|it| it.0).collect();
    let to = |tab: &str, position: &str| {
        let fields = [("position", position), ("depth", depth)];
        let fields: Vec<_> =
            fields.into_iter().chain(boxes.iter().map(|&name| (name, "yes"))).collect();
        link(tab, &fields)
    };
    let played = place.line.texts();
    let legal = here.legal_moves();
    html! {
        div class="finding playground" {
            figure data-plays {
                (board(&here, &marks, Size::Large, &position_in_words(&here)))
                figcaption {
                    (here.side_to_move()) " to move" @if here.is_check() { ", in check" } ". "
                    @if legal.is_empty() { "There is no legal move." }
                    @else { "Drag a piece, or click it and then its target square. On the keyboard: arrow keys and Enter." }
                }
                p class="hint" id="square" role="status" {}
                dl class="facts" { div { dt { "FEN" } dd { code { (here) } } } }
                p { a href=(to("paste", &place.text())) { "Compare my engine here" } }
            }
            div class="about" {
                h3 { "Legal moves: " (legal.len()) }
                ul class="chips" {
                    @for &mv in &legal {
                        @let text = here.move_text(mv);
                        li { (move_link(mv, &text, &to("count", &place.with(and(&played, &text))))) }
                    }
                }
                @if let [before @ .., _] = &played[..] {
                    p class="played" {
                        "Played: " code { (played.join(" ")) } " "
                        a href=(to("count", &place.with(before.iter().cloned()))) { "Take back" }
                    }
                }
                section id="result" aria-live="polite" {}
            }
        }
    }
}

fn move_link(mv: Move, text: &str, link: &str) -> Markup {
    // A click on the rook castles, too.
    let rook = mv.castling_rook().filter(|&rook| rook != mv.to).map(|rook| rook.to_string());
    html! { a href=(link) data-from=(mv.from) data-to=(mv.to) data-rook=[rook] { (text) } }
}

/// These moves, and one more.
fn and(moves: &[String], last: &str) -> Vec<String> {
    moves.iter().cloned().chain([last.to_owned()]).collect()
}

/// The counts.
pub fn result(address: &Address, clock: &Clock, tell: &mut dyn FnMut(f64)) -> Markup {
    let Some(asked) = Asked::read(address) else { return html! {} };
    let start = clock.now();
    if asked.by_kind {
        let rows = divided(&asked, tell, quick::stats);
        let sum = rows.iter().fold(Stats::NONE, |sum, (_, stats)| sum + *stats);
        let counts = rows.into_iter().map(|(mv, stats)| (mv, stats.get(Column::Nodes))).collect();
        counted(&asked, counts, &time(clock, start), Some(sum))
    } else {
        let rows = divided(&asked, tell, quick::perft);
        counted(&asked, rows, &time(clock, start), None)
    }
}

fn time(clock: &Clock, start: Duration) -> String {
    format!("{:.2} s.", clock.now().saturating_sub(start).as_secs_f64())
}

/// The leaves after each move. A long count says on the way how far it has come.
fn divided<T: Tally>(
    asked: &Asked,
    tell: &mut dyn FnMut(f64),
    count: impl Fn(&Position, u32) -> T,
) -> Vec<(Move, T)> {
    let (here, depth) = (asked.place.line.end(), asked.depth);
    let legal = here.legal_moves();
    let share = 1.0 / f64::from(u32::try_from(legal.len().max(1)).unwrap_or(1));
    let mut done = 0.0;
    let mut rows = Vec::new();
    for mv in legal {
        let after = here.after(mv);
        let replies = if depth >= SLOW { after.legal_moves() } else { Vec::new() };
        let mut sum = T::NONE;
        for reply in &replies {
            sum = sum.and(count(&after.after(*reply), depth - 2));
            done += share / f64::from(u32::try_from(replies.len()).unwrap_or(1));
            tell(done);
        }
        if depth < SLOW {
            sum = if depth == 1 { T::of_leaf(&here, mv) } else { count(&after, depth - 1) };
            done += share;
            tell(done);
        }
        rows.push((mv, sum));
    }
    rows.sort_by_key(|&(mv, _)| here.move_text(mv));
    rows
}

/// The counts, and how long they took.
pub fn counted(asked: &Asked, rows: Vec<(Move, u128)>, time: &str, kinds: Option<Stats>) -> Markup {
    let Asked { place, depth, .. } = asked;
    let here = place.line.end();
    let total = rows.iter().fold(0_u128, |sum, (_, leaves)| sum.saturating_add(*leaves));
    let agreed = agreed_count(&here, *depth);
    let (played, deeper) = (place.line.texts(), (depth - 1).to_string());
    html! {
        h3 { "Depth " (depth) ": " strong { (grouped(total)) } " leaves" }
        p class="hint" {
            (time)
            @if let Some((agreed, suite)) = agreed {
                " " (if agreed == total { "Agrees" } else { "Does not agree" }) " with the suite " code { (suite) } "."
            }
        }
        div class="columns" {
            div class="scroll" tabindex="0" role="region" aria-label="Leaves after each move" { table class="rows" {
                caption { "Leaves after each move" }
                thead { tr { th scope="col" { "Move" } th scope="col" class="number" { "Leaves" } } }
                tbody {
                    @for (mv, leaves) in rows {
                        @let text = here.move_text(mv);
                        tr {
                            th scope="row" {
                                @if *depth > 1 {
                                    @let next = place.with(and(&played, &text));
                                    @let next = [("position", &next[..]), ("depth", &deeper)];
                                    a href=(link("count", &next)) { code { (text) } }
                                } @else { code { (text) } }
                            }
                            td class="number" { (grouped(leaves)) }
                        }
                    }
                }
            } }
            @if let Some(kinds) = kinds {
                table class="rows" {
                    caption { "Kinds of leaves" }
                    thead { tr { th scope="col" { "Kind" } th scope="col" class="number" { "Leaves" } } }
                    tbody {
                        @for column in Column::ALL {
                            tr {
                                th scope="row" { (column.name().replace('_', " ")) }
                                td class="number" { (grouped(kinds.get(column))) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The count of a suite for this position and depth, and which suite.
fn agreed_count(position: &Position, depth: u32) -> Option<(u128, &'static str)> {
    built_in::suites().into_iter().find_map(|suite| {
        let known = suite.find(position)?;
        let count = known.entry.counts.iter().find(|count| count.depth == depth)?;
        Some((count.nodes, suite.name()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(fields: &[&str]) -> Address {
        let fields: Vec<String> = fields.iter().map(|&text| text.to_owned()).collect();
        Address::new("count", &fields, Vec::new())
    }

    fn counted_at(fields: &[&str]) -> (String, Vec<f64>) {
        let mut told = Vec::new();
        let counted = result(&at(fields), &Clock::of_the_system(), &mut |share| told.push(share));
        (counted.into_string(), told)
    }

    #[test]
    fn counts_are_those_of_the_suites_at_each_depth_with_and_without_kinds() {
        for kinds in ["", "yes"] {
            for (depth, leaves) in
                [("1", "48"), ("2", "2,039"), ("3", "97,862"), ("5", "193,690,690")]
            {
                if kinds.is_empty() || depth != "5" {
                    let (text, told) =
                        counted_at(&["position", "kiwipete", "depth", depth, "kinds", kinds]);
                    assert!(text.contains(&format!("<strong>{leaves}</strong>")), "{text}");
                    assert!(text.contains("Agrees with the suite"), "{text}");
                    let last = told.last().copied().expect("it is told");
                    assert!((last - 1.0).abs() < 1e-6, "{last}");
                    assert_eq!(text.contains("checkmates"), kinds == "yes");
                }
            }
        }
    }

    #[test]
    fn each_legal_move_is_a_link_that_plays_it() {
        let shown = view(&at(&["position", "kiwipete e1g1", "depth", "3"])).into_string();
        assert!(shown.contains("position=kiwipete+moves+e1g1+e8c8&amp;depth=3"), "{shown}");
        assert!(shown.contains("data-from=\"e8\" data-to=\"c8\" data-rook=\"a8\""), "{shown}");
        assert!(
            shown.contains("href=\"#count?position=kiwipete&amp;depth=3\">Take back"),
            "{shown}"
        );
    }

    #[test]
    fn bad_input_is_answered_at_its_field_and_counts_nothing() {
        for (fields, error) in [
            (["position", "<img src=x>", "depth", "3"], "position-error"),
            (["position", "", "depth", "<i>"], "depth-error"),
        ] {
            let shown = view(&at(&fields)).into_string();
            assert!(shown.contains(&format!("id=\"{error}\" role=\"alert\"")), "{shown}");
            assert!(!shown.contains("<img") && !shown.contains("<i>"), "{shown}");
            assert_eq!(counted_at(&fields), (String::new(), Vec::new()));
        }
    }
}
