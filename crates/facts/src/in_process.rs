//! Objects in this process that tell facts.

use ox88::{Column, Move, Position};
use ox88_engine::told::{Answer, End, Teller, Told, ToldMove, kind_of_leaves};
use ox88_engine::{Line, TroubleKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// A position of your own library, of which ox88 asks facts in process. Implement what your library has: what is left
/// as it is here is not asked.
pub trait Facts {
    /// Sets up the position of a FEN, whatever was set up before.
    fn set_up(&mut self, fen: &str);

    /// Makes a legal move, which is written in UCI.
    fn make(&mut self, mv: &str);

    /// Takes back the move that was made last. Answer `false` if your library cannot.
    fn unmake(&mut self) -> bool {
        false
    }

    /// The key of the position.
    fn key(&mut self) -> Option<u128> {
        None
    }

    /// The FEN of the position.
    fn fen(&mut self) -> Option<String> {
        None
    }

    /// Whether the side to move is in check.
    fn is_check(&mut self) -> Option<bool> {
        None
    }

    /// How the game stands.
    fn outcome(&mut self) -> Option<End> {
        None
    }

    /// Whether a legal move gives check.
    fn gives_check(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// Whether a legal move captures.
    fn is_capture(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// A legal move in SAN.
    fn san(&mut self, _mv: &str) -> Option<String> {
        None
    }

    /// Whether a move is legal: any two squares, with or without the letter of a promotion.
    fn is_legal(&mut self, _mv: &str) -> Option<bool> {
        None
    }

    /// The move in UCI that a text in SAN means, and `no` if it means none.
    fn read_san(&mut self, _text: &str) -> Option<String> {
        None
    }

    /// How many leaves of each kind there are at a depth, by names such as `captures`, `en passant`, `checks` or
    /// `mates`.
    fn leaves(&mut self, _depth: u32) -> Option<Vec<(String, u128)>> {
        None
    }

    /// Whether your library knows Chess960, in which a king castles by taking its rook: `e1h1`.
    fn knows_chess960(&self) -> bool {
        false
    }

    /// What has gone wrong since the last question, for whoever does not panic. Then another object takes its place.
    fn failure(&mut self) -> Option<String> {
        None
    }
}

/// An object in this process.
pub struct InProcess<'a, F> {
    new: Rc<dyn Fn() -> F + 'a>,
    it: F,
    /// How its methods are called.
    name: fn(&str) -> String,
}

impl<'a, F: Facts + 'a> InProcess<'a, F> {
    /// The objects that a function makes.
    pub fn new(new: impl Fn() -> F + 'a) -> InProcess<'a, F> {
        InProcess { it: new(), new: Rc::new(new), name: str::to_owned }
    }

    /// The same, whose methods have other names in the language of their author.
    #[must_use]
    pub fn with_names(self, name: fn(&str) -> String) -> InProcess<'a, F> {
        InProcess { name, ..self }
    }

    fn facts(&mut self, here: &Position) -> Told {
        let it = &mut self.it;
        let (fen, key, check, end) = (it.fen(), it.key(), it.is_check(), it.outcome());
        let of_a_move = |mv| {
            let text = here.move_text(mv);
            let (san, check) = (it.san(&text), it.gives_check(&text));
            let capture = it.is_capture(&text);
            ToldMove { text, san, check, capture, mate: None }
        };
        let moves = here.legal_moves().into_iter().map(of_a_move).collect();
        Told { fen, key: key.map(hex), check, end, moves, ..Told::default() }
    }

    /// Makes moves one after the other and takes them back, or all moves of two plies. Nothing if that is not offered.
    fn walk(&mut self, at: &Line, moves: &[Move], depth: u32) -> Option<()> {
        let end = at.end();
        let (first, rest) = match moves {
            [mv, rest @ ..] => (vec![*mv], rest),
            [] if depth > 0 => (end.legal_moves(), moves),
            [] => return Some(()),
        };
        let depth = if moves.is_empty() { depth - 1 } else { 0 };
        for mv in first {
            self.it.make(&end.move_text(mv));
            self.walk(&at.and(mv), rest, depth)?;
            self.it.unmake().then_some(())?;
        }
        Some(())
    }

    /// Sets up a position and asks. Whoever has failed is asked no more: another one takes its place.
    fn ask<T>(&mut self, at: &Line, ask: impl FnOnce(&mut Self) -> T) -> Answer<T> {
        let answer = catch_unwind(AssertUnwindSafe(|| {
            self.it.set_up(&at.fen());
            at.texts().iter().for_each(|mv| self.it.make(mv));
            ask(self)
        }));
        let failed = match (&answer, self.it.failure()) {
            (_, Some(why)) => TroubleKind::Fails(why),
            (Err(panic), None) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
                TroubleKind::Panics(text.unwrap_or("without a message").to_owned())
            }
            (Ok(_), None) => return answer.map_err(|_| TroubleKind::Ended.into()),
        };
        self.it = (self.new)();
        Err(failed.into())
    }
}

fn hex(key: u128) -> String {
    format!("0x{key:x}")
}

impl<'a, F: Facts + 'a> Teller for InProcess<'a, F> {
    fn tell(&mut self, at: &Line) -> Answer<Told> {
        self.ask(at, |it| it.facts(&at.end()))
    }

    fn key(&mut self, at: &Line) -> Answer<Option<String>> {
        self.ask(at, |it| it.it.key().map(hex))
    }

    fn undone(&mut self, at: &Line, moves: &[Move]) -> Answer<Option<[Told; 2]>> {
        let told = |it: &mut F| Told { fen: it.fen(), key: it.key().map(hex), ..Told::default() };
        self.ask(at, |it| {
            let before = told(&mut it.it);
            it.walk(at, moves, 2).map(|()| [before, told(&mut it.it)])
        })
    }

    fn are_legal(&mut self, at: &Line, moves: &[String]) -> Answer<Option<Vec<bool>>> {
        self.ask(at, |it| moves.iter().map(|mv| it.it.is_legal(mv)).collect())
    }

    fn read_san(&mut self, at: &Line, texts: &[String]) -> Answer<Option<Vec<String>>> {
        self.ask(at, |it| texts.iter().map(|text| it.it.read_san(text)).collect())
    }

    fn leaves(&mut self, at: &Line, depth: u32) -> Answer<Vec<(Column, u128)>> {
        let told = self.ask(at, |it| it.it.leaves(depth))?.unwrap_or_default();
        Ok(told
            .into_iter()
            .filter_map(|(name, count)| Some((kind_of_leaves(&name)?, count)))
            .collect())
    }

    fn knows_chess960(&self) -> bool {
        self.it.knows_chess960()
    }

    fn fresh(&self) -> Answer<Box<dyn Teller + '_>> {
        Ok(Box::new(InProcess { it: (self.new)(), new: Rc::clone(&self.new), ..*self }))
    }

    fn typed(&self, at: &Line, method: &str, about: &str) -> Vec<String> {
        let call = |method: &str, text: &str| {
            let quoted = if text.is_empty() { String::new() } else { format!("\"{text}\"") };
            format!("{}({quoted})", (self.name)(method))
        };
        let made = at.texts();
        let made = made.iter().map(|mv| call("make", mv));
        let begin = [call("set_up", &at.fen())].into_iter().chain(made);
        let rest = match method.strip_suffix(" around unmake") {
            Some(told) => {
                let moves = || about.split_whitespace();
                let there = moves().map(|mv| call("make", mv));
                let back = moves().map(|_| call("unmake", ""));
                let all = [call(told, "")].into_iter().chain(there).chain(back);
                all.chain([call(told, "")]).collect()
            }
            None if method == "leaves" => vec![format!("{}({about})", (self.name)(method))],
            None => vec![call(method, about)],
        };
        begin.chain(rest).collect()
    }
}
