//! All positions of the built-in suites, each with a small board, what it proves, and its counts.

use crate::address::link;
use maud::{Markup, html};
use ox88::suite::{Suite, SuitePosition, built_in};
use ox88_hunt::html::{Marks, Size, board, grouped, position_in_words};

/// The depth of the question about a position, unless its suite counts less deep.
const DEPTH: u32 = 3;

/// A card has room for this many counts.
const COUNTS_SHOWN: usize = 4;

/// The suites, one after the other. The page hides the cards that a filter does not name.
pub fn view() -> Markup {
    let mut suites = built_in::suites();
    // The well-known positions come first.
    suites.sort_by_key(|suite| suite.name() != "standard");
    let positions: usize = suites.iter().map(|suite| suite.positions.len()).sum();
    html! {
        section aria-labelledby="suites" {
            h2 #suites { "The suites" }
            p class="lead" {
                (positions) " positions. Each tests one thing, and other programs confirm the counts."
            }
            div class="field filter" {
                label for="filter" { "Show those with" }
                input id="filter" type="search" autocomplete="off" spellcheck="false"
                    aria-describedby="shown filter-hint";
                p class="hint" id="filter-hint" {
                    "Words of a rule or a piece, as in " code { "en passant pin" } " or " code { "knight" }
                }
                p class="hint" id="shown" role="status" {}
            }
        }
        @for suite in suites { (of_suite(suite)) }
    }
}

fn of_suite(suite: &Suite) -> Markup {
    let name = words(suite.name());
    html! {
        section class="suite" aria-labelledby={ "suite-" (suite.name()) } {
            h3 id={ "suite-" (suite.name()) } { (name) " " span class="hint" { (suite.positions.len()) } }
            ul class="gallery" { @for known in &suite.positions { (card(known, &name)) } }
        }
    }
}

fn card(known: &SuitePosition, suite: &str) -> Markup {
    let (name, position) = (known.name(), &known.position);
    let shown = words(&name);
    let depths = known.entry.counts.iter().map(|count| count.depth);
    let depth = depths.filter(|&depth| depth <= DEPTH).max().unwrap_or(1).to_string();
    // The field for a position does not know this name, so it gets the FEN.
    let typed = if built_in::by_id(&name).is_some() { name } else { position.to_string() };
    let fields = [("position", &typed[..]), ("depth", &depth[..])];
    let comments = known.entry.comments.join(" ");
    html! {
        li class="card" data-words=(format!("{suite} {shown} {comments}").to_lowercase()) {
            a class="picture" href=(link("paste", &fields)) tabindex="-1" aria-hidden="true" {
                (board(position, &Marks::default(), Size::Small, &position_in_words(position)))
            }
            h4 { (shown) }
            p class="hint" {
                (position.side_to_move()) " to move. "
                (counts(known))
            }
            p class="links" {
                a href=(link("paste", &fields)) aria-label={ "Compare my engine at " (shown) } { "Compare" } " "
                a href=(link("count", &fields)) aria-label={ "Count and look at " (shown) } { "Count" }
            }
        }
    }
}

/// `14, 191 and 2,812 leaves at depths 1 to 3`, as far as there is room.
fn counts(known: &SuitePosition) -> String {
    let counts: Vec<_> = known.entry.counts.iter().take(COUNTS_SHOWN).collect();
    let leaves: Vec<String> = counts.iter().map(|count| grouped(count.nodes)).collect();
    match (&counts[..], &leaves[..]) {
        ([first, .., last], [before @ .., leaves]) => {
            let (first, last, before) = (first.depth, last.depth, before.join(", "));
            format!("{before} and {leaves} leaves at depths {first} to {last}.")
        }
        ([count], [leaves]) => format!("{leaves} leaves at depth {}.", count.depth),
        _ => String::new(),
    }
}

/// An id as words.
fn words(id: &str) -> String {
    id.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_has_a_card_that_leads_on() {
        let shown = view().into_string();
        let known: usize = built_in::suites().iter().map(|suite| suite.positions.len()).sum();
        assert_eq!(shown.matches("<li class=\"card\"").count(), known);
        assert!(shown.contains("#paste?position=rank_pin_forbids_en_passant&amp;depth=3"));
        assert!(shown.contains("data-words=\"en passant rank pin forbids en passant"));
    }
}
