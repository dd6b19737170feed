//! Suites to look at: one page with a board for each position, what it proves, and its counts.

use super::limits::Limits;
use maud::{Markup, html};
use ox88::suite::{Count, Suite, SuitePosition};
use ox88_hunt::html::{Marks, Size, board, capitalized, grouped, page, position_in_words};

/// A position with its counts.
type Selected<'a> = (&'a SuitePosition, Vec<Count>);

/// The page of these suites, with their counts within the limits. Nothing is counted.
pub(super) fn of_suites(suites: &[Suite], limits: Limits) -> String {
    let shown: Vec<(&Suite, Vec<Selected>)> = suites
        .iter()
        .map(|suite| {
            let positions = suite.positions.iter().map(|it| (it, limits.counts(it)));
            (suite, positions.filter(|(_, counts)| !counts.is_empty()).collect())
        })
        .filter(|(_, positions): &(&Suite, Vec<Selected>)| !positions.is_empty())
        .collect();
    let positions = shown.iter().map(|(_, positions)| positions.len()).sum::<usize>();
    let s = if positions == 1 { "" } else { "s" };
    let names: Vec<&str> = shown.iter().map(|(suite, _)| suite.name()).collect();
    let main = html! {
        @if shown.len() > 1 {
            nav aria-labelledby="suites" {
                h2 #suites { "Suites" }
                ul {
                    @for ((suite, positions), number) in shown.iter().zip(1..) {
                        li {
                            a href={ "#suite-" (number) } { (suite.name()) } ": " (positions.len())
                        }
                    }
                }
            }
        }
        @for ((suite, positions), number) in shown.iter().zip(1..) {
            section aria-labelledby={ "suite-" (number) } {
                h2 id={ "suite-" (number) } { (in_words(suite.name())) }
                div class="cards" { @for (position, counts) in positions { (card(position, counts)) } }
            }
        }
    };
    page("suites", "ox88 suite", &format!("{positions} position{s}"), &names.join(" "), &main)
}

fn card(position: &SuitePosition, counts: &[Count]) -> Markup {
    let (name, here) = (position.name(), &position.position);
    html! {
        article {
            h3 { (in_words(&name)) }
            figure {
                (board(here, &Marks::default(), Size::Small, &position_in_words(here)))
                figcaption {
                    (here.side_to_move()) " to move."
                    @if let Some(square) = here.en_passant() { " En passant on " (square) "." }
                }
            }
            table class="counts" {
                caption { "Leaves" }
                thead { tr { th scope="col" { "Depth" } th scope="col" { "Leaves" } } }
                tbody {
                    @for Count { depth, nodes } in counts {
                        tr { th scope="row" { (depth) } td { (grouped(*nodes)) } }
                    }
                }
            }
            p { code { (position.entry.fen) } }
            p class="rule" { code { (name) } }
        }
    }
}

/// An id as a sentence begins: `rank_pin_forbids_en_passant` is "Rank pin forbids en passant".
fn in_words(id: &str) -> String {
    capitalized(&id.replace('_', " "))
}
