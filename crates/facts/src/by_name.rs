//! Objects of other languages: their methods are called by name, and answer in text.

use crate::in_process::Facts;
use ox88_engine::told::{End, yes_or_no};

/// An object whose methods are called by the names that [`Facts`] has for them, with a text or an empty one. It answers
/// `yes` or `no`, digits of a hexadecimal key, a word for an end, lines such as `captures 8`, or nothing where it has
/// no such method.
pub struct ByName<A> {
    ask: A,
    knows_chess960: bool,
    failure: Option<String>,
}

impl<A: FnMut(&str, &str) -> Result<Option<String>, String>> ByName<A> {
    /// The object behind this function, which takes the name of a method and its text.
    pub fn new(ask: A) -> ByName<A> {
        let mut it = ByName { ask, knows_chess960: false, failure: None };
        it.knows_chess960 = it.is("knows_chess960", "") == Some(true);
        it
    }

    /// Whoever has failed is asked no more.
    fn call(&mut self, method: &str, about: &str) -> Option<String> {
        if self.failure.is_some() {
            return None;
        }
        let answer = (self.ask)(method, about);
        answer.unwrap_or_else(|why| {
            self.failure = Some(why);
            None
        })
    }

    fn is(&mut self, method: &str, about: &str) -> Option<bool> {
        yes_or_no(&self.call(method, about)?)
    }
}

impl<A: FnMut(&str, &str) -> Result<Option<String>, String>> Facts for ByName<A> {
    fn set_up(&mut self, fen: &str) {
        self.call("set_up", fen);
    }

    fn make(&mut self, mv: &str) {
        self.call("make", mv);
    }

    fn unmake(&mut self) -> bool {
        self.is("unmake", "") == Some(true)
    }

    fn key(&mut self) -> Option<u128> {
        u128::from_str_radix(&self.call("key", "")?, 16).ok()
    }

    fn fen(&mut self) -> Option<String> {
        self.call("fen", "")
    }

    fn is_check(&mut self) -> Option<bool> {
        self.is("is_check", "")
    }

    fn outcome(&mut self) -> Option<End> {
        End::from_word(&self.call("outcome", "")?)
    }

    fn gives_check(&mut self, mv: &str) -> Option<bool> {
        self.is("gives_check", mv)
    }

    fn is_capture(&mut self, mv: &str) -> Option<bool> {
        self.is("is_capture", mv)
    }

    fn san(&mut self, mv: &str) -> Option<String> {
        self.call("san", mv)
    }

    fn is_legal(&mut self, mv: &str) -> Option<bool> {
        self.is("is_legal", mv)
    }

    fn read_san(&mut self, text: &str) -> Option<String> {
        self.call("read_san", text)
    }

    fn leaves(&mut self, depth: u32) -> Option<Vec<(String, u128)>> {
        let lines = self.call("leaves", &depth.to_string())?;
        let row = |line: &str| {
            let (name, count) = line.rsplit_once(' ')?;
            Some((name.to_owned(), count.parse().ok()?))
        };
        Some(lines.lines().filter_map(row).collect())
    }

    fn knows_chess960(&self) -> bool {
        self.knows_chess960
    }

    fn failure(&mut self) -> Option<String> {
        self.failure.take()
    }
}
