//! One number that an engine has counted: which known bugs give exactly this.

use crate::address::{Address, link};
use crate::form::{self, Field};
use crate::place::TypedPosition;
use maud::{Markup, html};
use ox88_hunt::{NextSteps, TotalExplained, explain_total, read_total};

/// The deepest count of which anything is known.
const DEEPEST: u32 = 15;

/// A field for a number, for the first screen.
pub fn field(value: &str, error: Option<&str>) -> Markup {
    let hint = html! { "Only have a total, like " code { "4865351" } "? See which known bugs give exactly this number." };
    Field { name: "total", label: "One number", value, hint, error }.markup(true)
}

/// The form of the first screen.
pub fn form() -> Markup {
    html! {
        form data-tab="number" class="card set-up" {
            (field("", None))
            div class="buttons" { button type="submit" class="second" { "Find the bug" } }
        }
    }
}

/// The number with its position and depth, and what is known of it.
pub fn view(address: &Address) -> Markup {
    let (typed, position, depth) =
        (address.get("total"), address.get("position"), address.get("depth"));
    let total = read_total(typed);
    let place = (!position.is_empty()).then(|| TypedPosition::read(position)).transpose();
    let at = (!depth.is_empty()).then(|| form::read_depth(depth, 1, DEEPEST)).transpose();
    let error = |is_empty: bool, error: Option<&String>| error.filter(|_| !is_empty).cloned();
    let errors = [
        error(typed.is_empty(), total.as_ref().err()),
        error(false, place.as_ref().err()),
        error(false, at.as_ref().err()),
    ];
    let [of_total, of_place, of_depth] = errors.each_ref().map(Option::as_deref);
    html! {
        section aria-labelledby="number" {
            h2 #number { "From the wrong number to the bug" }
            form data-tab="number" class="card set-up" {
                (field(typed, of_total))
                (form::position(position, of_place))
                (form::depth(depth, of_depth))
                div class="buttons" { button type="submit" { "Find the bug" } }
            }
        }
        @if let (Ok(total), Ok(place), Ok(depth)) = (total, place, at) {
            (answer(total, place.as_ref(), depth))
        }
    }
}

fn answer(total: u128, place: Option<&TypedPosition>, depth: Option<u32>) -> Markup {
    let position = place.map(|it| it.line.end());
    let next = NextSteps {
        position: Some("fill in “Position” and “Depth”"),
        ..NextSteps::default()
    };
    let explained = TotalExplained { next, ..explain_total(total, position.as_ref(), depth) };
    html! {
        section class={ "card" @if explained.is_right() { " right" } } id="now" aria-labelledby="answer" {
            h3 #answer { (explained.sentence()) "." }
            dl {
                @for (word, text) in explained.details() {
                    dt { (word) }
                    dd { @for (place, part) in text.split('`').enumerate() {
                        @if place % 2 == 0 { (part) } @else { code { (part) } }
                    } }
                }
            }
            p { a href=(link("paste", &[])) { "Paste a divide" } " to see which moves are wrong." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(fields: &[&str]) -> String {
        let fields: Vec<String> = fields.iter().map(|&it| it.to_owned()).collect();
        view(&Address::new("number", &fields, Vec::new())).into_string()
    }

    #[test]
    fn a_number_is_answered_by_the_faults_that_give_it() {
        let shown = page(&["total", "4,865,351"]);
        assert!(shown.contains("en passant is never generated"), "{shown}");
        assert!(page(&["total", "4865609"]).contains("is correct for startpos, depth 5"));
        let shown = page(&["total", "77777777777"]);
        assert!(shown.contains("fill in “Position” and “Depth”"), "{shown}");
        assert!(!shown.contains("--") && !shown.contains("ox88 hunt"), "no command: {shown}");
        let shown = page(&["total", "2039", "position", "kiwipete", "depth", "3"]);
        assert!(shown.contains("is correct for depth 2"), "{shown}");
    }

    #[test]
    fn what_is_no_number_is_answered_at_its_field() {
        assert!(!page(&[]).contains("class=\"error\""), "nothing was typed yet");
        for (fields, at) in [
            (&["total", "<b>"][..], "total-error"),
            (&["total", "5", "position", "8/8"], "position-error"),
            (&["total", "5", "depth", "0"], "depth-error"),
        ] {
            let shown = page(fields);
            assert!(shown.contains(&format!("id=\"{at}\"")) && !shown.contains("<b>"), "{shown}");
        }
    }
}
