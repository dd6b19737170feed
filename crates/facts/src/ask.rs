//! One question about facts, and what is wrong in its answer. It is the same question at first, for a smaller position,
//! and in a fresh process.

use crate::compare::{Habits, Wrong, compare, fact, if_wrong, legal_wrong};
use crate::key::{Constant, Part, constants, parts_of};
use crate::leaves;
use crate::rules::Rule;
use crate::told::{NULL, Style, TellResult, Teller, Told};
use ox88::{Move, PieceKind, Position, Setup};
use ox88_engine::read::{San, san};
use ox88_engine::{Line, MoveName, Step, typed_move};
use ox88_explain::truth::EnPassant;
use std::collections::BTreeSet;
use std::mem;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The facts of the position.
    Facts,
    /// What is kept along the moves of the line: the key beside that of the same position by its FEN, the evaluation
    /// beside that of a rebuild.
    Kept,
    /// The evaluation after a null move, and after that is taken back.
    Null,
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

/// Whoever tells facts, and what is known about it.
pub struct Asked<'a> {
    /// Whoever tells them.
    pub teller: &'a mut dyn Teller,
    /// What is known.
    pub known: Knowledge,
    /// Whether to go on after so many positions.
    pub go_on: &'a mut dyn FnMut(u64) -> bool,
}

/// What is known about whoever tells facts.
#[derive(Debug, Default)]
pub struct Knowledge {
    /// How keys are written. Nothing if they are not compared.
    pub keys: Option<Style>,
    /// Whether keys are XORs of constants.
    pub is_xor: bool,
    /// Whether evaluations are compared.
    pub has_evals: bool,
    /// From which depth on it counts the kinds of leaves, if it does.
    pub leaves: Option<u32>,
    /// How it writes and tells what may be done in several ways.
    pub habits: Habits,
    /// The facts that it has told.
    pub facts: Vec<String>,
    /// How many positions, played or set up, it was asked about.
    pub positions: u64,
    /// How many questions it was asked.
    pub questions: u64,
    /// What is unusual, each once.
    pub notes: BTreeSet<String>,
}

/// A key as text and as a number.
type Key = (String, u128);

impl Asked<'_> {
    /// What another one answers that was asked nothing before.
    pub fn afresh<T>(
        &mut self,
        ask: impl FnOnce(&mut Asked<'_>) -> TellResult<T>,
    ) -> TellResult<T> {
        let mut teller = self.teller.fresh()?;
        let known = mem::take(&mut self.known);
        let mut fresh = Asked { teller: &mut *teller, known, go_on: &mut *self.go_on };
        let answer = ask(&mut fresh);
        self.known = fresh.known;
        answer
    }

    /// Whether there is time for more.
    pub fn goes_on(&mut self) -> bool {
        (self.go_on)(self.known.positions)
    }

    /// Says something once: of what differs only in what is quoted, the first.
    pub fn note(&mut self, note: impl Into<String>) {
        let (note, notes) = (note.into(), &mut self.known.notes);
        let words = |note: &str| note.split('`').next().map(str::to_owned);
        if notes.iter().all(|known| words(known) != words(&note)) {
            notes.insert(note);
        }
    }

    /// The facts of a position.
    pub fn tell(&mut self, at: &Line) -> TellResult<Told> {
        self.known.questions += 1;
        let mut told = self.teller.tell(at)?;
        if let Some(line) = told.unread.first() {
            self.note(format!("ox88 cannot read the line `{line}`, and leaves such lines out"));
        }
        let end = at.end();
        let legal = end.legal_moves();
        told.moves.retain_mut(|mv| {
            // How castling is written depends on the position that was set up, where others may have had a right.
            let meant = MoveName::from_uci(&mv.text).and_then(|name| name.the_one_among(&legal));
            if let Some(meant) = meant {
                mv.text = end.move_text(meant);
            } else {
                let (text, command) = (&mv.text, command(at));
                let left_out = "ox88 leaves it out";
                self.note(format!("there is no legal move `{text}` after `{command}`: {left_out}"));
            }
            meant.is_some()
        });
        told.names().into_iter().for_each(|fact| self.known.tells(fact));
        let habits = &mut self.known.habits;
        habits.learn_san(&end, &told);
        if let Some(fen) = &told.fen
            && !*habits.has_fen.get_or_insert(fen.split(' ').next().is_some_and(has_ranks))
        {
            self.note(format!("`{fen}` is not a FEN: ox88 does not compare it"));
            told.fen = None;
        }
        Ok(told)
    }

    /// How many leaves of each kind there are.
    pub fn leaves(&mut self, at: &Line, depth: u32) -> TellResult<Vec<leaves::Told>> {
        self.known.questions += 1;
        Ok(leaves::told(&at.end(), depth, &self.teller.leaves(at, depth)?))
    }

    fn kept(&mut self, at: &Line) -> TellResult<Told> {
        self.known.questions += 1;
        self.teller.kept(at)
    }

    fn key(&mut self, at: &Line) -> TellResult<Option<Key>> {
        let told = self.known.keys.map(|_| self.kept(at)).transpose()?;
        Ok(told.and_then(|told| self.key_of(told)))
    }

    fn key_of(&mut self, told: Told) -> Option<Key> {
        let (style, text) = (self.known.keys?, told.key?);
        let number = style.number(&text);
        if number.is_none() {
            self.note(format!("the key `{text}` is not a number; ox88 does not compare such keys"));
        }
        Some((text, number?))
    }

    /// The key of a position by the FEN that all agree on.
    fn key_by_fen(&mut self, position: &Position) -> TellResult<Option<Key>> {
        self.key(&Line::at(EnPassant::Legal.of(position)))
    }

    /// The key of a position by its FEN, as a number.
    pub fn number(&mut self, position: &Position) -> TellResult<Option<u128>> {
        Ok(self.key(&Line::at(*position))?.map(|(_, number)| number))
    }

    /// The difference of the keys of two positions.
    pub fn difference(&mut self, [one, other]: &[Position; 2]) -> TellResult<Option<u128>> {
        let (one, other) = (self.number(one)?, self.number(other)?);
        Ok(one.zip(other).map(|(one, other)| one ^ other))
    }

    /// What is wrong in the answer to a question about the end of a line.
    pub fn wrong(&mut self, check: &Check, line: &Line) -> TellResult<Vec<Wrong>> {
        match check {
            Check::Facts => {
                let told = self.tell(line)?;
                if told.fen.as_ref().is_some_and(|fen| is_before(line, fen)) {
                    self.note_not_played(line);
                    return Ok(Vec::new());
                }
                Ok(compare(line, &told, &self.known.habits))
            }
            Check::Kept => self.kept_wrong(line),
            Check::Null => self.null_wrong(line),
            Check::Undo(moves) => self.undo_wrong(line, moves),
            Check::Twins => self.twins_wrong(&line.end()),
            Check::Legal(texts) => {
                let answers = self.teller.are_legal(line, texts)?.unwrap_or_default();
                self.known.questions += answers.len() as u64;
                let answers = texts.iter().zip(answers);
                let habits = &self.known.habits;
                Ok(answers.filter_map(|(text, it)| legal_wrong(line, text, it, habits)).collect())
            }
            Check::ReadSan => self.san_wrong(line),
            Check::Leaves(depth) => {
                let told = self.leaves(line, *depth)?;
                let readings = &self.known.habits.leaves;
                let wrong = |it: &leaves::Told| it.wrong(*readings.get(&it.rule)?);
                Ok(told.iter().filter_map(wrong).collect())
            }
        }
    }

    fn kept_wrong(&mut self, line: &Line) -> TellResult<Vec<Wrong>> {
        if line.moves.is_empty() || self.known.keys.is_none() && !self.known.has_evals {
            return Ok(Vec::new());
        }
        let told = self.kept(line)?;
        let mut eval = self.eval_wrong(Rule::EvalMoved, &told, &line.end())?;
        if eval.is_some() && self.kept(line)?.eval != told.eval {
            let command = command(line);
            self.note(format!("the evaluation is another one if asked twice after `{command}`"));
            eval = None;
        }
        Ok(self.key_wrong(line, told)?.into_iter().chain(eval).collect())
    }

    /// The evaluation that was kept has to be that of a rebuild, where both agree by the FEN of the position. If they
    /// do not, their scale or their side differs, and that is no fault.
    fn eval_wrong(&mut self, rule: Rule, told: &Told, end: &Position) -> TellResult<Option<Wrong>> {
        let Some([kept, fresh]) = told.eval.filter(|_| self.known.has_evals) else {
            return Ok(None);
        };
        if kept == fresh {
            return Ok(None);
        }
        let by_fen = self.kept(&Line::at(*end))?.eval;
        if by_fen != Some([fresh; 2]) {
            self.note(format!(
                "eval: by its FEN, `{end}` has other numbers than after moves: ox88 does not compare such positions"
            ));
            return Ok(None);
        }
        Ok(Some(fact(rule, kept.to_string(), fresh.to_string())))
    }

    /// An engine that knows no null move has the key of before. Whether one counts for the clock is a choice.
    fn null_wrong(&mut self, line: &Line) -> TellResult<Vec<Wrong>> {
        let end = line.end();
        let passed = Setup { side_to_move: !end.side_to_move(), en_passant: None, ..end.setup() };
        let is_kept = self.known.has_evals || self.known.keys.is_some();
        let (false, true, Ok(there)) = (end.is_check(), is_kept, Position::new(passed)) else {
            return Ok(Vec::new());
        };
        self.known.questions += 2;
        let Some([after, back]) = self.teller.null(line)? else { return Ok(Vec::new()) };
        let before = self.kept(line)?;
        let mut key = None;
        for halfmove_clock in [passed.halfmove_clock, passed.halfmove_clock + 1, 0] {
            let there = Position::new(Setup { halfmove_clock, ..passed }).unwrap_or(there);
            let wrong = self.key_wrong(&Line::at(there), after.clone())?;
            key = wrong.filter(|_| before.key != after.key);
            if key.is_none() {
                break;
            }
        }
        let key = key.map(|it| fact(Rule::KeyNull, it.theirs, it.right));
        let eval = self.eval_wrong(Rule::EvalNull, &after, &there)?;
        let back =
            self.not_restored(line, [before, back], "a null move was made and taken back")?;
        let back = back.into_iter().map(|it| it.of_move(NULL));
        Ok(key.into_iter().chain(eval).chain(back).collect())
    }

    fn key_wrong(&mut self, line: &Line, told: Told) -> TellResult<Option<Wrong>> {
        let end = line.end();
        let Some((played, number)) = self.key_of(told) else { return Ok(None) };
        let Some((set_up, right)) = self.key_by_fen(&end)? else { return Ok(None) };
        if right == number {
            return Ok(None);
        }
        for ply in line.plies() {
            if self.number(&ply.before)? == Some(number) {
                self.note_not_played(line);
                return Ok(None);
            }
        }
        if let Some(square) = end.en_passant()
            && EnPassant::Legal.square(&end).is_none()
        {
            // Whether a square counts on which nothing can capture is a convention, and a FEN may drop one that a move sets.
            let is_it = |(parts, _): &Constant| *parts == [Part::EnPassant(square)];
            let constant = constants(line).into_iter().find(is_it).filter(|_| self.known.is_xor);
            let value = constant.map(|(_, positions)| self.difference(&positions)).transpose()?;
            let is_of_square = value.flatten().is_none_or(|value| value == number ^ right);
            if is_of_square || self.number(&end)? == Some(number) {
                let counts = "the key includes an en passant square even where no capture is legal";
                self.note(format!("after a move, {counts}; that is a choice, not a bug"));
                return Ok(None);
            }
        }
        let squares = line.moves.iter().flat_map(|mv| [mv.from, mv.to]).collect();
        let wrong = fact(Rule::KeyPlayed, played, set_up).shown_by(squares);
        Ok(Some(Wrong { left: Some(number ^ right), ..wrong }))
    }

    /// Nothing is wrong with the facts of an engine that has not made a move: perft finds why.
    fn note_not_played(&mut self, line: &Line) {
        let command = command(line);
        self.note(format!("the engine does not make a move of `{command}`: hunt its perft first"));
    }

    fn undo_wrong(&mut self, line: &Line, moves: &[Move]) -> TellResult<Vec<Wrong>> {
        self.known.questions += 2;
        let mut goes_on = || (self.go_on)(self.known.positions);
        let told = self.teller.take_back(line, moves, &mut goes_on)?;
        let Some([before, after]) = told else { return Ok(Vec::new()) };
        let all = "all moves of two plies were made and taken back";
        let why = if moves.is_empty() { all } else { "the move was made and taken back" };
        self.not_restored(line, [before, after], why)
    }

    /// What is not as before, at the end of a line where something was made and taken back.
    fn not_restored(
        &mut self,
        line: &Line,
        [before, after]: [Told; 2],
        why: &str,
    ) -> TellResult<Vec<Wrong>> {
        let is_kept = before.eval.is_some_and(|[kept, fresh]| kept == fresh);
        let eval = is_kept.then(|| self.eval_wrong(Rule::EvalNotRestored, &after, &line.end()));
        let eval = eval.transpose()?.flatten();
        let number = |told: &Told| self.known.keys?.number(told.key.as_ref()?);
        let left = number(&before).zip(number(&after)).map(|(one, other)| one ^ other);
        let key = before.key.filter(|_| self.known.keys.is_some());
        let key = key.and_then(|right| if_wrong(Rule::KeyNotRestored, after.key, right));
        let fen = before.fen.filter(|_| self.known.habits.has_fen != Some(false));
        let fen = fen.and_then(|right| if_wrong(Rule::FenNotRestored, after.fen, right));
        let wrong = key.map(|key| Wrong { left, ..key }).into_iter().chain(fen).chain(eval);
        Ok(wrong.map(|it| it.because(why)).collect())
    }

    /// Positions that differ in the turn, in a right, or in a legal capture en passant, and have one key.
    fn twins_wrong(&mut self, here: &Position) -> TellResult<Vec<Wrong>> {
        let here = EnPassant::Legal.of(here);
        let Some((right, number)) = self.key_by_fen(&here)? else { return Ok(Vec::new()) };
        let mut parts = parts_of(&here);
        if here.en_passant().is_none() {
            parts.push(Part::Turn);
        }
        let mut wrong = Vec::new();
        for part in parts {
            let Some(twin) = part.without(&here) else { continue };
            let (rule, what) = match part {
                Part::Turn => (Rule::KeyIgnoresTurn, "the side to move"),
                Part::EnPassant(_) => (Rule::KeyIgnoresEnPassant, "the legal capture en passant"),
                right => (Rule::KeyIgnoresRight, &*right.words()),
            };
            if let Some((theirs, other)) = self.key_by_fen(&twin)?
                && other == number
            {
                let why = format!("{twin} differs from it in {what}, and has the same key");
                wrong.push(fact(rule, theirs, format!("another key than {right}")).because(why));
            }
        }
        Ok(wrong)
    }

    /// The SAN of each legal move has to be read, and the same without what tells two moves apart to be refused.
    fn san_wrong(&mut self, line: &Line) -> TellResult<Vec<Wrong>> {
        let end = line.end();
        let legal = end.legal_moves();
        let in_san = |&mv: &Move| {
            let text = self.known.habits.as_written(&san(&end, mv));
            let of_piece = San::of(&end, mv).filter(|it| it.kind != PieceKind::Pawn);
            let vague = of_piece.map(|San { from_file, from_rank, .. }| {
                let letters = usize::from(from_file.is_some()) + usize::from(from_rank.is_some());
                format!("{}{}", &text[..1], &text[1 + letters..])
            });
            [vague, Some(text)]
        };
        let texts: BTreeSet<String> = legal.iter().flat_map(in_san).flatten().collect();
        let texts: Vec<String> = texts.into_iter().collect();
        let answers = self.teller.read_san(line, &texts)?.unwrap_or_default();
        self.known.questions += answers.len() as u64;
        let mut wrong = Vec::new();
        for (text, theirs) in texts.into_iter().zip(answers) {
            // Castling may be the king's target or its rook.
            let meant = MoveName::from_uci(&theirs).and_then(|name| name.the_one_among(&legal));
            let (right, rule, why) = match typed_move(&end, &text) {
                Ok(mv) if meant == Some(mv) => continue,
                Ok(mv) => (end.move_text(mv), Rule::SanUnread, format!("{text} is legal")),
                Err(why) => ("no".to_owned(), Rule::SanAmbiguous, why),
            };
            if theirs != right {
                wrong.push(fact(rule, theirs, right).because(why).of_move(text));
            }
        }
        Ok(wrong)
    }
}

impl Knowledge {
    /// Keeps the name of a fact that is told.
    pub fn tells(&mut self, fact: &str) {
        if self.facts.iter().all(|known| known != fact) {
            self.facts.push(fact.to_owned());
        }
    }
}

/// Whether a board has eight ranks, right or wrong.
fn has_ranks(board: &str) -> bool {
    board.matches('/').count() == 7
}

/// The command of UCI that sets up the end of a line.
pub fn command(line: &Line) -> String {
    Step::anew(line, 1).uci_position(None)
}

/// Whether a FEN has the pieces and the turn of a position that a line has left.
fn is_before(line: &Line, fen: &str) -> bool {
    let here = |position: &Position| {
        let ours = position.to_string();
        fen.starts_with(&ours.split_inclusive(' ').take(2).collect::<String>())
    };
    line.plies().any(|ply| here(&ply.before)) && !here(&line.end())
}
