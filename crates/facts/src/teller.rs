//! Whatever can be asked for facts: an engine in a process of its own, or an object in this one.

use crate::truth::EnPassant;
use ox88::Position;
#[cfg(feature = "processes")]
use ox88_engine::Speaker;
use ox88_engine::told::{End, Told, ToldMove};
use ox88_engine::{Line, Trouble, TroubleKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

/// What was asked for, or why there is no answer.
pub type Answer<T> = Result<T, Trouble>;

/// A position, as it is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// The FEN.
    pub fen: String,
    /// The moves to play from there, in UCI.
    pub moves: Vec<String>,
}

impl Query {
    /// The end of a line, played from its root.
    pub fn played(line: &Line) -> Query {
        Query { fen: line.fen(), moves: line.texts() }
    }

    /// A position by its FEN, with the en passant square by a convention.
    pub fn set_up(position: &Position, convention: EnPassant) -> Query {
        Query { fen: convention.fen(position), moves: Vec::new() }
    }

    /// The command of UCI that sets it up.
    pub fn command(&self) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves " };
        format!("position fen {}{moves}{}", self.fen, self.moves.join(" "))
    }
}

/// Whatever can be asked for facts. `Ok(None)` is what it does not offer.
pub trait Teller {
    /// The facts of a position.
    fn tell(&mut self, at: &Query) -> Answer<Told>;

    /// The key of a position alone.
    fn key(&mut self, at: &Query) -> Answer<Option<String>>;

    /// The facts of a position before and after it has made all moves of the next two plies, `leaves` in number, and
    /// taken them back.
    fn undone(&mut self, at: &Query, leaves: u128) -> Answer<Option<[Told; 2]>>;

    /// Whether each of these moves is legal there.
    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Answer<Option<Vec<bool>>>;

    /// The move, in UCI, that each of these texts in SAN means there, and `no` where it means none.
    fn read_san(&mut self, at: &Query, texts: &[String]) -> Answer<Option<Vec<String>>>;

    /// Another one of the same kind that has been asked nothing, and is asked with more patience.
    fn fresh(&self) -> Answer<Box<dyn Teller + '_>>;

    /// What a person types to see it.
    fn typed(&self, at: &Query, question: &str) -> Vec<String>;
}

/// An engine in a process of its own.
#[cfg(feature = "processes")]
impl Teller for Speaker {
    fn tell(&mut self, at: &Query) -> Answer<Told> {
        self.told(&at.command())
    }

    fn key(&mut self, at: &Query) -> Answer<Option<String>> {
        self.told_key(&at.command())
    }

    fn undone(&mut self, at: &Query, leaves: u128) -> Answer<Option<[Told; 2]>> {
        self.told_around_perft(&at.command(), leaves)
    }

    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Answer<Option<Vec<bool>>> {
        self.whether_legal(&at.command(), moves)
    }

    fn read_san(&mut self, at: &Query, texts: &[String]) -> Answer<Option<Vec<String>>> {
        self.moves_of_san(&at.command(), texts)
    }

    fn fresh(&self) -> Answer<Box<dyn Teller + '_>> {
        Ok(Box::new(self.another()?))
    }

    fn typed(&self, at: &Query, question: &str) -> Vec<String> {
        let question = if question.is_empty() { self.command() } else { question };
        vec![at.command(), question.to_owned()]
    }
}

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
}

/// An object in this process.
pub struct InProcess<'a, F> {
    new: Rc<dyn Fn() -> F + 'a>,
    it: F,
}

impl<'a, F: Facts + 'a> InProcess<'a, F> {
    /// The objects that a function makes.
    pub fn new(new: impl Fn() -> F + 'a) -> InProcess<'a, F> {
        InProcess { it: new(), new: Rc::new(new) }
    }

    fn set_up(&mut self, at: &Query) {
        self.it.set_up(&at.fen);
        at.moves.iter().for_each(|mv| self.it.make(mv));
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
        let key = key.map(hex);
        Told { fen, key, check, end, moves, ..Told::default() }
    }

    /// Makes all moves to a depth and takes them back. Nothing if that is not offered.
    fn walk(&mut self, here: &Position, depth: u32) -> Option<()> {
        for mv in here.legal_moves() {
            self.it.make(&here.move_text(mv));
            if depth > 1 {
                self.walk(&here.after_unchecked(mv), depth - 1)?;
            }
            self.it.unmake().then_some(())?;
        }
        Some(())
    }
}

fn hex(key: u128) -> String {
    format!("0x{key:x}")
}

impl Query {
    /// The position, as ox88 sees it.
    fn end(&self) -> Position {
        let root = self.fen.parse().unwrap_or_else(|_| Position::start());
        let play = |here: Position, text: &String| {
            here.find_move(text).map_or(here, |mv| here.after_unchecked(mv))
        };
        self.moves.iter().fold(root, play)
    }
}

impl<'a, F: Facts + 'a> InProcess<'a, F> {
    /// Sets up a position and asks. Who has panicked is asked no more: another one takes its place.
    fn ask<T>(&mut self, at: &Query, ask: impl FnOnce(&mut Self) -> T) -> Answer<T> {
        let answer = catch_unwind(AssertUnwindSafe(|| {
            self.set_up(at);
            ask(self)
        }));
        answer.map_err(|panic| {
            self.it = (self.new)();
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            TroubleKind::Panics(text.unwrap_or("without a message").to_owned()).into()
        })
    }
}

impl<'a, F: Facts + 'a> Teller for InProcess<'a, F> {
    fn tell(&mut self, at: &Query) -> Answer<Told> {
        self.ask(at, |it| it.facts(&at.end()))
    }

    fn key(&mut self, at: &Query) -> Answer<Option<String>> {
        self.ask(at, |it| it.it.key().map(hex))
    }

    fn undone(&mut self, at: &Query, _: u128) -> Answer<Option<[Told; 2]>> {
        let told = |it: &mut F| Told { fen: it.fen(), key: it.key().map(hex), ..Told::default() };
        self.ask(at, |it| {
            let before = told(&mut it.it);
            it.walk(&at.end(), 2).map(|()| [before, told(&mut it.it)])
        })
    }

    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Answer<Option<Vec<bool>>> {
        self.ask(at, |it| moves.iter().map(|mv| it.it.is_legal(mv)).collect())
    }

    fn read_san(&mut self, at: &Query, texts: &[String]) -> Answer<Option<Vec<String>>> {
        self.ask(at, |it| texts.iter().map(|text| it.it.read_san(text)).collect())
    }

    fn fresh(&self) -> Answer<Box<dyn Teller + '_>> {
        Ok(Box::new(InProcess { it: (self.new)(), new: Rc::clone(&self.new) }))
    }

    fn typed(&self, at: &Query, question: &str) -> Vec<String> {
        let make = at.moves.iter().map(|mv| format!("make(\"{mv}\")"));
        let asked = (!question.is_empty()).then(|| question.to_owned());
        [format!("set_up(\"{}\")", at.fen)].into_iter().chain(make).chain(asked).collect()
    }
}
