//! One question about facts, and what is wrong in its answer. It is the same question at first, for a smaller position,
//! and in a fresh process.

use crate::compare::{Habits, Wrong, compare, fact, legal_wrong};
use crate::key::{Constant, Part, Style, constants};
use crate::leaves;
use crate::rules::Rule;
use ox88::{Move, MoveKind, Position, Setup};
use ox88_engine::read::san;
use ox88_engine::told::Told;
use ox88_engine::told::{Answer, Teller};
use ox88_engine::{Line, MoveName, Step, typed_move};
use ox88_explain::truth::EnPassant;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The facts of the position.
    Facts,
    /// The key after the moves of the line, beside that of the same position by its FEN.
    Key,
    /// The facts before and after these moves are made and taken back: all of two plies if none is named.
    Undo(Vec<Move>),
    /// The keys of positions that differ in one thing.
    Twins,
    /// Whether these moves are legal.
    Legal(Vec<String>),
    /// Which moves the texts of SAN mean.
    ReadSan,
    /// How many leaves of each kind there are at this depth.
    Leaves(u32),
}

/// What is known about whoever tells facts.
#[derive(Debug, Default)]
pub struct Known {
    /// How keys are written. Nothing if they are not compared.
    pub keys: Option<Style>,
    /// Whether keys are XORs of constants.
    pub is_xor: bool,
    /// From which depth on it counts the kinds of leaves, if it does.
    pub leaves: Option<u32>,
    /// How it writes and tells what may be done in several ways.
    pub habits: Habits,
    /// How many questions it was asked.
    pub questions: Cell<u64>,
    /// What is unusual, each once.
    pub notes: RefCell<BTreeSet<String>>,
}

impl Known {
    /// The facts of a position.
    pub fn tell(&self, teller: &mut dyn Teller, at: &Line) -> Answer<Told> {
        self.questions.set(self.questions.get() + 1);
        let mut told = teller.tell(at)?;
        if let Some(line) = told.unread.first() {
            self.note(format!("ox88 cannot read the line `{line}`, and leaves such lines out"));
        }
        let end = at.end();
        let legal: BTreeSet<String> =
            end.legal_moves().into_iter().map(|mv| end.move_text(mv)).collect();
        if let Some(mv) = told.moves.iter().find(|mv| !legal.contains(&mv.text)) {
            let (text, command) = (&mv.text, command(at));
            self.note(format!("there is no legal move `{text}` after `{command}`: it is left out"));
        }
        told.moves.retain(|mv| legal.contains(&mv.text));
        told.fen = told.fen.filter(|_| !self.habits.has_no_fen);
        Ok(told)
    }

    /// Says something once: of what differs only in what is quoted, the first.
    pub fn note(&self, note: impl Into<String>) {
        let (note, mut notes) = (note.into(), self.notes.borrow_mut());
        let words = |note: &str| note.split('`').next().map(str::to_owned);
        if notes.iter().all(|known| words(known) != words(&note)) {
            notes.insert(note);
        }
    }

    /// How many leaves of each kind there are.
    pub fn leaves_of(
        &self,
        teller: &mut dyn Teller,
        at: &Line,
        depth: u32,
    ) -> Answer<Vec<leaves::Told>> {
        self.questions.set(self.questions.get() + 1);
        Ok(leaves::told(&at.end(), depth, &teller.leaves(at, depth)?))
    }

    /// The key of a position, as text and as a number.
    fn key(&self, teller: &mut dyn Teller, at: &Line) -> Answer<Option<(String, u128)>> {
        let Some(style) = self.keys else { return Ok(None) };
        self.questions.set(self.questions.get() + 1);
        let Some(text) = teller.key(at)? else { return Ok(None) };
        let number = style.number(&text);
        if number.is_none() {
            self.note(format!("the key `{text}` is no number; ox88 does not compare such keys"));
        }
        Ok(number.map(|number| (text, number)))
    }

    /// The key of a position by its FEN, as a number.
    pub fn number(&self, teller: &mut dyn Teller, position: &Position) -> Answer<Option<u128>> {
        Ok(self.key(teller, &Line::at(*position))?.map(|(_, number)| number))
    }

    /// What is wrong in the answer to a question about the end of a line.
    pub fn wrong(&self, teller: &mut dyn Teller, check: &Check, line: &Line) -> Answer<Vec<Wrong>> {
        match check {
            Check::Facts => {
                let told = self.tell(teller, line)?;
                match &told.fen {
                    Some(fen) if is_before(line, fen) => Ok(self.not_played(line)),
                    _ => Ok(compare(line, &told, &self.habits)),
                }
            }
            Check::Key => Ok(self.key_wrong(teller, line)?.into_iter().collect()),
            Check::Undo(moves) => self.undo_wrong(teller, line, moves),
            Check::Twins => self.twins_wrong(teller, &line.end()),
            Check::Legal(texts) => {
                let answers = teller.are_legal(line, texts)?.unwrap_or_default();
                self.questions.set(self.questions.get() + answers.len() as u64);
                let answers = texts.iter().zip(answers);
                Ok(answers
                    .filter_map(|(text, is_legal)| legal_wrong(line, text, is_legal, &self.habits))
                    .collect())
            }
            Check::ReadSan => self.san_wrong(teller, line),
            Check::Leaves(depth) => {
                let told = self.leaves_of(teller, line, *depth)?;
                let wrong = |it: &leaves::Told| it.wrong(*self.habits.leaves.get(&it.rule)?);
                Ok(told.iter().filter_map(wrong).collect())
            }
        }
    }

    fn key_wrong(&self, teller: &mut dyn Teller, line: &Line) -> Answer<Option<Wrong>> {
        if line.moves.is_empty() {
            return Ok(None);
        }
        let end = line.end();
        let Some((played, number)) = self.key(teller, line)? else {
            return Ok(None);
        };
        let is_legal = EnPassant::Legal.square(&end).is_some();
        let by_fen = Line::at(EnPassant::Legal.of(&end));
        let Some((set_up, right)) = self.key(teller, &by_fen)? else { return Ok(None) };
        if right == number {
            return Ok(None);
        }
        for ply in line.plies() {
            if self.number(teller, &ply.before)? == Some(number) {
                return Ok(self.not_played(line).pop());
            }
        }
        if let Some(square) = end.en_passant().filter(|_| !is_legal) {
            // Whether a square counts on which nothing can capture is a convention.
            let always = self.number(teller, &end)?;
            let counts = "a square on which no capture is legal counts in the key";
            if always == Some(number) {
                self.note(format!("en passant: {counts}"));
                return Ok(None);
            }
            // A FEN may drop such a square, and a move may not.
            let is_it = |(parts, _): &Constant| *parts == [Part::EnPassant(square)];
            let constant = constants(line).into_iter().find(is_it).filter(|_| self.is_xor);
            let value = constant.map(|(_, positions)| self.value(teller, &positions));
            let of_square = value.transpose()?.flatten();
            if of_square.is_none() || of_square == Some(number ^ right) {
                self.note(format!("en passant: {counts} after a move, and not by its FEN"));
                return Ok(None);
            }
        }
        let squares = line.moves.iter().flat_map(|mv| [mv.from, mv.to]).collect();
        let wrong = fact(Rule::KeyPlayed, played, set_up).because("", squares);
        Ok(Some(Wrong { left: Some(number ^ right), ..wrong }))
    }

    /// Nothing is wrong with the facts of an engine that has not made a move: perft finds why.
    fn not_played(&self, line: &Line) -> Vec<Wrong> {
        let command = command(line);
        self.note(format!("the engine does not make a move of `{command}`: hunt its perft first"));
        Vec::new()
    }

    /// The difference of the keys of two positions.
    pub fn value(
        &self,
        teller: &mut dyn Teller,
        positions: &[Position; 2],
    ) -> Answer<Option<u128>> {
        let one = self.number(teller, &positions[0])?;
        let other = self.number(teller, &positions[1])?;
        Ok(one.zip(other).map(|(one, other)| one ^ other))
    }

    fn undo_wrong(
        &self,
        teller: &mut dyn Teller,
        line: &Line,
        moves: &[Move],
    ) -> Answer<Vec<Wrong>> {
        self.questions.set(self.questions.get() + 2);
        let Some([before, after]) = teller.undone(line, moves)? else { return Ok(Vec::new()) };
        let all = "all moves of two plies were made and taken back";
        let why = if moves.is_empty() { all } else { "the move was made and taken back" };
        let mut wrong = Vec::new();
        let mut beside = |rule, before: Option<String>, after: Option<String>, left| {
            if let (Some(right), Some(theirs)) = (before, after)
                && right != theirs
            {
                let told = fact(rule, theirs, right).because(why, Vec::new());
                wrong.push(Wrong { left, ..told });
            }
        };
        if let Some(style) = self.keys {
            let number = |told: &Told| style.number(told.key.as_ref()?);
            let left = number(&before).zip(number(&after)).map(|(one, other)| one ^ other);
            beside(Rule::KeyNotRestored, before.key, after.key, left);
        }
        if !self.habits.has_no_fen {
            beside(Rule::FenNotRestored, before.fen, after.fen, None);
        }
        Ok(wrong)
    }

    /// Positions that differ in the turn, in a right, or in a legal capture en passant, and have one key.
    fn twins_wrong(&self, teller: &mut dyn Teller, here: &Position) -> Answer<Vec<Wrong>> {
        let setup = EnPassant::Legal.of(here).setup();
        let mut twins = Vec::new();
        if setup.en_passant.is_none() {
            let turn = Setup { side_to_move: !setup.side_to_move, ..setup };
            twins.push((Rule::KeyIgnoresTurn, "the side to move".to_owned(), turn));
        } else {
            let what = "the legal capture en passant".to_owned();
            twins.push((Rule::KeyIgnoresEnPassant, what, Setup { en_passant: None, ..setup }));
        }
        for (color, side, rook) in setup.castling.iter() {
            let castling = setup.castling.without_rook_on(rook);
            let what = Part::Right(color, side).words();
            twins.push((Rule::KeyIgnoresRight, what, Setup { castling, ..setup }));
        }
        let Ok(here) = Position::new(setup) else { return Ok(Vec::new()) };
        let by_fen = Line::at(EnPassant::Legal.of(&here));
        let Some((right, number)) = self.key(teller, &by_fen)? else { return Ok(Vec::new()) };
        let mut wrong = Vec::new();
        for (rule, what, setup) in twins {
            let Ok(twin) = Position::new(setup) else { continue };
            let by_fen = Line::at(EnPassant::Legal.of(&twin));
            if let Some((theirs, other)) = self.key(teller, &by_fen)?
                && other == number
            {
                let why = format!("{twin} differs from it in {what}, and has the same key");
                let right = format!("another key than {right}");
                wrong.push(fact(rule, theirs, right).because(why, Vec::new()));
            }
        }
        Ok(wrong)
    }

    /// The SAN of each legal move has to be read, and the same without what tells two moves apart to be refused.
    fn san_wrong(&self, teller: &mut dyn Teller, line: &Line) -> Answer<Vec<Wrong>> {
        let end = line.end();
        let mut texts = BTreeSet::new();
        for mv in end.legal_moves() {
            let text = san(&end, mv);
            if let Some(written) = ox88_engine::read::San::of(&end, mv)
                && matches!(mv.kind, MoveKind::Normal)
                && text.starts_with(|letter: char| letter.is_ascii_uppercase())
            {
                let letters = [written.from_file.is_some(), written.from_rank.is_some()];
                let count = letters.into_iter().filter(|it| *it).count();
                texts.insert(format!("{}{}", &text[..1], &text[1 + count..]));
            }
            texts.insert(text);
        }
        let texts: Vec<String> = texts.into_iter().collect();
        let answers = teller.read_san(line, &texts)?.unwrap_or_default();
        self.questions.set(self.questions.get() + answers.len() as u64);
        let mut wrong = Vec::new();
        for (text, theirs) in texts.into_iter().zip(answers) {
            let right = typed_move(&end, &text);
            // Castling may be the king's target or its rook.
            let meant =
                MoveName::from_uci(&theirs).and_then(|name| name.the_one_among(&end.legal_moves()));
            if meant.is_some() && meant == right.as_ref().ok().copied() {
                continue;
            }
            let (right, rule, why) = match right {
                Ok(mv) => (end.move_text(mv), Rule::SanUnread, format!("{text} is legal")),
                Err(why) => ("no".to_owned(), Rule::SanAmbiguous, why),
            };
            if theirs != right {
                wrong.push(fact(rule, theirs, right).because(why, Vec::new()).of_move(text));
            }
        }
        Ok(wrong)
    }
}

/// The command of UCI that sets up the end of a line.
pub fn command(line: &Line) -> String {
    Step::anew(line, 1).uci_position(None)
}

/// Whether a FEN has the pieces and the turn of a position that a line has left.
fn is_before(line: &Line, fen: &str) -> bool {
    let here = |position: &Position| fen.starts_with(&fields(position));
    line.plies().any(|ply| here(&ply.before)) && !here(&line.end())
}

/// The pieces and the turn, as a FEN begins.
fn fields(position: &Position) -> String {
    let fen = position.to_string();
    fen.split_inclusive(' ').take(2).collect()
}
