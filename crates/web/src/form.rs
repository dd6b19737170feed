//! Forms: each field with its label, a hint, and the error of what was typed.

use maud::{Markup, html};

/// A field of one line.
pub struct Field<'a> {
    pub name: &'a str,
    pub label: &'a str,
    pub value: &'a str,
    pub hint: Markup,
    pub error: Option<&'a str>,
}

impl Field<'_> {
    /// The field with its label, hint and error.
    pub fn markup(&self, is_number: bool) -> Markup {
        let Field { name, label, value, hint, error } = self;
        let described = format!("{name}-hint {name}-error");
        html! {
            div class={ "field " (name) } {
                label for=(name) { (label) }
                input id=(name) name=(name) value=(value) autocomplete="off" spellcheck="false"
                    autocapitalize="off" inputmode=[is_number.then_some("numeric")]
                    aria-describedby=(described) aria-invalid=[error.map(|_| "true")];
                p class="hint" id={ (name) "-hint" } { (hint) }
                (error_at(name, *error))
            }
        }
    }
}

/// The error of a field, if there is one.
pub fn error_at(name: &str, error: Option<&str>) -> Markup {
    html! { @if let Some(error) = error { p class="error" id={ (name) "-error" } role="alert" { (error) } } }
}

/// The field for a position.
pub fn position(value: &str, error: Option<&str>) -> Markup {
    let hint = html! {
        "A FEN, " code { "startpos" } ", or the id of a position, like " code { "kiwipete" }
        ". Moves may follow, like " code { "e2e4 e7e5" } " or " code { "e4 e5" } "."
    };
    Field { name: "position", label: "Position", value, hint, error }.markup(false)
}

/// The field for a depth.
pub fn depth(value: &str, error: Option<&str>) -> Markup {
    let hint = html! { "Half moves" };
    Field { name: "depth", label: "Depth", value, hint, error }.markup(true)
}

/// Reads a depth, or takes this one if none was typed.
///
/// # Errors
/// What was found, and what was expected.
pub fn read_depth(text: &str, otherwise: u32, most: u32) -> Result<u32, String> {
    if text.is_empty() {
        return Ok(otherwise);
    }
    let depth = text.parse().ok().filter(|depth| (1..=most).contains(depth));
    depth.ok_or_else(|| format!("Found “{text}”: expected a whole number from 1 to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_depth_is_a_whole_number_in_its_bounds() {
        assert_eq!(read_depth("", 3, 9), Ok(3));
        assert_eq!(read_depth("9", 3, 9), Ok(9));
        for wrong in ["0", "10", "-1", "2.5", "deep", "99999999999"] {
            let error = read_depth(wrong, 3, 9).expect_err(wrong);
            assert!(error.contains("from 1 to 9"), "{error}");
        }
    }
}
