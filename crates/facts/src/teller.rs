//! Whatever can be asked for facts: an engine in a process of its own, or an object in this one.

use crate::told::Told;
#[cfg(feature = "processes")]
use crate::told::{VERSION, yes_or_no};
use crate::truth::{EnPassant, End};
use ox88::Position;
#[cfg(feature = "processes")]
use ox88_engine::Console;
use ox88_engine::{Line, Trouble, TroubleKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
#[cfg(feature = "processes")]
use std::time::Duration;

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
    ///
    /// # Errors
    /// If there was no answer.
    fn tell(&mut self, at: &Query) -> Result<Told, Trouble>;

    /// The key of a position alone.
    ///
    /// # Errors
    /// If there was no answer.
    fn key(&mut self, at: &Query) -> Result<Option<String>, Trouble>;

    /// The facts of a position before and after it has made all moves of the next two plies, `leaves` in number, and
    /// taken them back.
    ///
    /// # Errors
    /// If there was no answer.
    fn undone(&mut self, at: &Query, leaves: u128) -> Result<Option<[Told; 2]>, Trouble>;

    /// Whether each of these moves is legal there.
    ///
    /// # Errors
    /// If there was no answer.
    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Result<Option<Vec<bool>>, Trouble>;

    /// The move, in UCI, that each of these texts in SAN means there, and `no` where it means none.
    ///
    /// # Errors
    /// If there was no answer.
    fn read_san(&mut self, at: &Query, texts: &[String]) -> Result<Option<Vec<String>>, Trouble>;

    /// Another one of the same kind that has been asked nothing, and is asked with more patience.
    ///
    /// # Errors
    /// If there is none.
    fn fresh(&self) -> Result<Box<dyn Teller + '_>, Trouble>;

    /// What a person types to see it.
    fn typed(&self, at: &Query, question: &str) -> Vec<String>;
}

/// An engine that prints facts after `facts` or after `d`.
#[cfg(feature = "processes")]
#[derive(Debug)]
pub struct Speaker {
    console: Console,
    /// `facts` or `d`.
    command: &'static str,
    has_legal: bool,
    has_san: bool,
    perft: String,
    /// How many more times its perft may not have the right total.
    undos_left: u32,
    within: Duration,
    /// What is unusual about it.
    pub notes: Vec<String>,
}

/// How long to listen after `readyok` where a finding is at stake.
#[cfg(feature = "processes")]
const PATIENCE: Duration = Duration::from_millis(100);

/// How long to wait for a perft of two plies.
#[cfg(feature = "processes")]
const FOR_PERFT: Duration = Duration::from_secs(3);

/// Moves that are asked about at a time.
#[cfg(feature = "processes")]
const AT_A_TIME: usize = 512;

#[cfg(feature = "processes")]
impl Speaker {
    /// Starts an engine, and finds out by which command it tells facts. `perft` is what it expects before a depth.
    ///
    /// # Errors
    /// Why it cannot be started, or that it tells no facts.
    pub fn start(command: &str, perft: &str, within: Duration) -> Result<Speaker, String> {
        let told = |trouble: &Trouble| match &trouble.kind {
            TroubleKind::NotStarted(why) => why.clone(),
            TroubleKind::Hangs(_) => "it does not answer `isready`".to_owned(),
            kind => format!("{kind}\n{}", trouble.last_words()),
        };
        let cannot = |trouble: Trouble| {
            format!("the engine `{command}` cannot be asked for facts: {}", told(&trouble))
        };
        let console = Console::start(command, within).map_err(cannot)?;
        let mut speaker = Speaker {
            console,
            command: "facts",
            has_legal: false,
            has_san: false,
            perft: perft.to_owned(),
            undos_left: 3,
            within,
            notes: Vec::new(),
        };
        let start = Query { fen: ox88::START.to_owned(), moves: Vec::new() };
        for name in ["facts", "d"] {
            speaker.command = name;
            match speaker.listen(&start, name) {
                Ok(lines) => {
                    let version = |line: &&String| line.starts_with("facts ");
                    if let Some(other) = lines.iter().find(version)
                        && other.trim() != VERSION
                        && name == "facts"
                    {
                        speaker
                            .notes
                            .push(format!("the engine speaks `{other}`; ox88 knows `{VERSION}`"));
                    }
                    if !speaker.read(&lines).names().is_empty() {
                        speaker.learn_more(&start)?;
                        return Ok(speaker);
                    }
                }
                Err(trouble) => {
                    let why = told(&trouble);
                    speaker.notes.push(format!("after `{name}`: {why}"));
                    speaker.console.restart(within).map_err(cannot)?;
                }
            }
        }
        let notes = [&[String::new()], &speaker.notes[..]].concat().join("\n  ");
        Err(format!(
            "the engine `{command}` tells no facts: expected `Fen:`, `Key:` or `Checkers:` after `d`, or the \
             lines of docs/facts.md after `facts`{notes}"
        ))
    }

    /// Whether it also answers `legal` and `san`.
    fn learn_more(&mut self, start: &Query) -> Result<(), String> {
        if self.command == "d" {
            return Ok(());
        }
        let texts = |texts: [&str; 2]| texts.map(str::to_owned).to_vec();
        (self.has_legal, self.has_san) = (true, true);
        let (legal, san) = (texts(["e2e4", "e2e5"]), texts(["e4", "e5"]));
        self.has_legal = self
            .are_legal(start, &legal)
            .map_err(|trouble| trouble.kind.to_string())?
            .is_some_and(|answers| answers == [true, false]);
        self.has_san = self
            .read_san(start, &san)
            .map_err(|trouble| trouble.kind.to_string())?
            .is_some_and(|answers| answers == ["e2e4", "no"]);
        Ok(())
    }

    /// Starts it again if it is gone.
    fn awake(&mut self) -> Result<(), Trouble> {
        if self.console.is_gone() { self.console.restart(self.within) } else { Ok(()) }
    }

    fn listen(&mut self, at: &Query, question: &str) -> Result<Vec<String>, Trouble> {
        self.awake()?;
        self.console.ask([&*at.command(), question], self.within)
    }

    fn read(&self, lines: &[String]) -> Told {
        match self.command {
            "facts" => Told::of_facts(lines).unwrap_or_default(),
            _ => Told::of_drawing(lines),
        }
    }

    /// The answers to one command for each of these texts: as many as were asked for, or none.
    fn ask_each(
        &mut self,
        at: &Query,
        verb: &str,
        texts: &[String],
        is_answer: impl Fn(&str) -> bool,
    ) -> Result<Option<Vec<String>>, Trouble> {
        self.awake()?;
        let mut answers = Vec::new();
        for texts in texts.chunks(AT_A_TIME) {
            let position = at.command();
            let asked: Vec<String> = texts.iter().map(|text| format!("{verb} {text}")).collect();
            let lines = [&*position].into_iter().chain(asked.iter().map(String::as_str));
            let printed = self.console.ask(lines, self.within)?;
            let printed = printed.iter().map(|line| line.trim().to_owned());
            answers.extend(printed.filter(|line| is_answer(line)));
        }
        Ok(Some(answers).filter(|answers| answers.len() == texts.len()))
    }
}

#[cfg(feature = "processes")]
impl Teller for Speaker {
    fn tell(&mut self, at: &Query) -> Result<Told, Trouble> {
        let lines = self.listen(at, self.command)?;
        Ok(self.read(&lines))
    }

    fn key(&mut self, at: &Query) -> Result<Option<String>, Trouble> {
        let question = if self.command == "facts" { "facts key" } else { self.command };
        let lines = self.listen(at, question)?;
        Ok(self.read(&lines).key)
    }

    fn undone(&mut self, at: &Query, leaves: u128) -> Result<Option<[Told; 2]>, Trouble> {
        if self.undos_left == 0 {
            return Ok(None);
        }
        let before = self.tell(at)?;
        // It may count in another thread, and is not done before it has printed how many there are.
        let (total, perft) = (leaves.to_string(), format!("{} 2", self.perft));
        let has_total = |line: &String| {
            line.split(|letter: char| !letter.is_ascii_alphanumeric()).any(|word| word == total)
        };
        let are_all = |lines: &[String]| lines.iter().any(has_total);
        match self.console.ask_until([&*perft], are_all, self.within.min(FOR_PERFT)) {
            Ok(_) => {}
            Err(trouble) if matches!(trouble.kind, TroubleKind::Hangs(_)) => {
                // No total of this number: its perft is another matter.
                self.console.restart(self.within)?;
                self.undos_left -= 1;
                return Ok(None);
            }
            Err(trouble) => return Err(trouble),
        }
        let lines = self.console.ask([self.command], self.within)?;
        Ok(Some([before, self.read(&lines)]))
    }

    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Result<Option<Vec<bool>>, Trouble> {
        if !self.has_legal {
            return Ok(None);
        }
        let answers = self.ask_each(at, "legal", moves, |line| yes_or_no(line).is_some())?;
        Ok(answers.map(|answers| answers.iter().map(|it| it == "yes").collect()))
    }

    fn read_san(&mut self, at: &Query, texts: &[String]) -> Result<Option<Vec<String>>, Trouble> {
        if !self.has_san {
            return Ok(None);
        }
        let is_move = |line: &str| ox88_engine::MoveName::from_uci(line).is_some();
        self.ask_each(at, "san", texts, |line| line == "no" || is_move(line))
    }

    fn fresh(&self) -> Result<Box<dyn Teller + '_>, Trouble> {
        let mut console = self.console.another(self.within)?;
        console.patience = PATIENCE;
        let (perft, notes) = (self.perft.clone(), Vec::new());
        Ok(Box::new(Speaker { console, perft, notes, ..*self }))
    }

    fn typed(&self, at: &Query, question: &str) -> Vec<String> {
        let question = if question.is_empty() { self.command } else { question };
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
            crate::told::ToldMove { text, san, check, capture, mate: None }
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
    fn ask<T>(&mut self, at: &Query, ask: impl FnOnce(&mut Self) -> T) -> Result<T, Trouble> {
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
    fn tell(&mut self, at: &Query) -> Result<Told, Trouble> {
        self.ask(at, |it| it.facts(&at.end()))
    }

    fn key(&mut self, at: &Query) -> Result<Option<String>, Trouble> {
        self.ask(at, |it| it.it.key().map(hex))
    }

    fn undone(&mut self, at: &Query, _: u128) -> Result<Option<[Told; 2]>, Trouble> {
        let told = |it: &mut F| Told { fen: it.fen(), key: it.key().map(hex), ..Told::default() };
        self.ask(at, |it| {
            let before = told(&mut it.it);
            it.walk(&at.end(), 2).map(|()| [before, told(&mut it.it)])
        })
    }

    fn are_legal(&mut self, at: &Query, moves: &[String]) -> Result<Option<Vec<bool>>, Trouble> {
        self.ask(at, |it| moves.iter().map(|mv| it.it.is_legal(mv)).collect())
    }

    fn read_san(&mut self, at: &Query, texts: &[String]) -> Result<Option<Vec<String>>, Trouble> {
        self.ask(at, |it| texts.iter().map(|text| it.it.read_san(text)).collect())
    }

    fn fresh(&self) -> Result<Box<dyn Teller + '_>, Trouble> {
        Ok(Box::new(InProcess { it: (self.new)(), new: Rc::clone(&self.new) }))
    }

    fn typed(&self, at: &Query, question: &str) -> Vec<String> {
        let make = at.moves.iter().map(|mv| format!("make(\"{mv}\")"));
        let asked = (!question.is_empty()).then(|| question.to_owned());
        [format!("set_up(\"{}\")", at.fen)].into_iter().chain(make).chain(asked).collect()
    }
}
