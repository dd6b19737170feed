//! The part of the page's address after `#`: a tab with its fields.

use std::fmt::Write;

/// `paste?position=kiwipete&depth=3`, with the answers so far.
#[derive(Clone, Debug, Default)]
pub struct Address {
    tab: String,
    fields: Vec<(String, String)>,
    said: Vec<String>,
}

impl Address {
    /// The address of a tab, with the names and values of its fields in turn, and the answers.
    pub fn new(tab: &str, fields: &[String], said: Vec<String>) -> Address {
        let pairs = fields.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        Address { tab: tab.to_owned(), fields: pairs.collect(), said }
    }

    /// The tab.
    pub fn tab(&self) -> &str {
        &self.tab
    }

    /// The value of a field, empty if it is not given.
    pub fn get(&self, name: &str) -> &str {
        let named = self.fields.iter().find(|(other, _)| other == name);
        named.map_or("", |(_, value)| value.trim())
    }

    /// The answers in their order. The first letter of each says how it is meant.
    pub fn answers(&self) -> &[String] {
        &self.said
    }
}

/// A link to a tab.
pub fn link(tab: &str, fields: &[(&str, &str)]) -> String {
    let mut link = format!("#{tab}");
    for (index, (name, value)) in fields.iter().enumerate() {
        let _ = write!(link, "{}{name}={}", if index == 0 { '?' } else { '&' }, encoded(value));
    }
    link
}

/// Encodes a text for `URLSearchParams`. A FEN stays readable.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                encoded.push(char::from(byte));
            }
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_holds_a_fen_that_can_be_read_and_nothing_that_ends_it() {
        let link = link("count", &[("position", "8/8 w - \"<&#é"), ("depth", "3")]);
        assert_eq!(link, "#count?position=8/8+w+-+%22%3C%26%23%C3%A9&depth=3");
    }
}
