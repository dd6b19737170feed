//! Markup that cannot be written without escaping.
//!
//! Text becomes [`Markup`] in one way only, and that way escapes it. Names of elements and of
//! attributes, and what is taken over as it is, have to be `&'static str`: they are in the source of
//! this program, and nothing that was read while it runs can get there.
//!
//! The output is HTML that an XML parser reads too, so that a test can hold it against a strict one.

use std::fmt::Display;

/// A piece of a page in which everything is escaped that has to be.
#[derive(Clone, Debug, Default)]
pub struct Markup(String);

/// An element that is being put together.
#[derive(Clone, Debug)]
pub struct Element {
    name: &'static str,
    attributes: String,
    inside: String,
}

/// An element with this name.
pub fn element(name: &'static str) -> Element {
    Element { name, attributes: String::new(), inside: String::new() }
}

/// An element with this name and class.
pub fn classed(name: &'static str, class: &'static str) -> Element {
    element(name).set("class", class)
}

/// Markup that is written in the source of this program.
pub fn verbatim(markup: &'static str) -> Markup {
    Markup(markup.to_owned())
}

impl Element {
    /// Gives the element an attribute.
    pub fn set(mut self, name: &'static str, value: impl Display) -> Element {
        self.attributes.extend([" ", name, "=\""]);
        escape_into(&mut self.attributes, &value.to_string());
        self.attributes.push('"');
        self
    }

    /// Puts something at the end of what is inside: text, an element, or perhaps one of them.
    pub fn with(mut self, more: impl Into<Markup>) -> Element {
        self.inside += &more.into().0;
        self
    }

    /// Puts a list at the end of what is inside.
    pub fn with_each(self, parts: impl IntoIterator<Item = impl Into<Markup>>) -> Element {
        parts.into_iter().fold(self, Element::with)
    }
}

impl Markup {
    pub fn and(self, more: impl Into<Markup>) -> Markup {
        Markup(self.0 + &more.into().0)
    }

    /// The page, now that it is whole.
    pub fn into_page(self) -> String {
        format!("<!DOCTYPE html>\n{}\n", self.0)
    }
}

impl From<&str> for Markup {
    fn from(text: &str) -> Markup {
        let mut escaped = String::with_capacity(text.len());
        escape_into(&mut escaped, text);
        Markup(escaped)
    }
}

impl From<String> for Markup {
    fn from(text: String) -> Markup {
        Markup::from(text.as_str())
    }
}

impl From<Element> for Markup {
    fn from(element: Element) -> Markup {
        let Element { name, attributes, inside } = element;
        // It has no end tag in HTML.
        if name == "meta" {
            Markup(format!("<{name}{attributes}/>"))
        } else {
            Markup(format!("<{name}{attributes}>{inside}</{name}>"))
        }
    }
}

impl<T: Into<Markup>> From<Option<T>> for Markup {
    fn from(perhaps: Option<T>) -> Markup {
        perhaps.map(Into::into).unwrap_or_default()
    }
}

/// Something that is typed or printed by a program.
pub fn code(text: &str) -> Element {
    element("code").with(text)
}

/// Lines as a program reads or prints them.
pub fn block(lines: &str) -> Element {
    element("pre").with(code(lines))
}

/// A table with a heading above each column.
pub fn table(
    class: &'static str,
    caption: &'static str,
    columns: &[&'static str],
    rows: impl Iterator<Item = Element>,
) -> Element {
    let columns = columns.iter().map(|&name| element("th").set("scope", "col").with(name));
    classed("table", class)
        .with(element("caption").with(caption))
        .with(element("thead").with(element("tr").with_each(columns)))
        .with(element("tbody").with_each(rows))
}

/// A list of facts, each behind its name.
pub fn facts(
    class: &'static str,
    facts: impl IntoIterator<Item = (&'static str, Markup)>,
) -> Element {
    classed("dl", class).with_each(facts.into_iter().map(|(name, fact)| {
        element("div").with(element("dt").with(name)).with(element("dd").with(fact))
    }))
}

/// Writes text so that it is shown as it is, between tags as well as in an attribute. A character that
/// shows nothing, or turns the direction of those around it, is replaced by a visible one.
fn escape_into(markup: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            '\n' | '\t' => markup.push(character),
            '\0'..' ' => markup.extend(char::from_u32(0x2400 + u32::from(character))),
            '\u{7F}'..'\u{A0}' | '\u{FFFE}' | '\u{FFFF}' => markup.push('\u{FFFD}'),
            '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                markup.push('\u{FFFD}');
            }
            _ => markup.push(character),
        }
    }
}
