//! A question with the answer that was heard, and which engines with one fault give it.

use super::clock::Patience;
use super::exchange::move_of;
use super::facts::Facts;
use super::machine::{Faulty, Met};
use super::oracle::Oracle;
use ox88::{Move, Piece, PieceKind, Position};
use ox88_engine::{Line, Reply, Row, by_squares};
use std::collections::HashMap;

/// Of larger answers nothing is foretold.
const MOST_LEAVES: u128 = 2_500;

/// The moves as texts, in an order of their own, with the leaves after them.
type Texts = Vec<(String, u128)>;

/// A question whose right answer is known: the line, after which other depth, and how deep.
#[derive(Clone, PartialEq)]
pub(super) struct Question {
    pub line: Line,
    pub before: Option<u32>,
    pub depth: u32,
    right: Texts,
}

/// A question with its answer: the rows, or else the total.
#[derive(Clone, PartialEq)]
pub(super) struct Told {
    pub question: Question,
    rows: Option<Texts>,
    total: u128,
    pub is_right: bool,
}

/// What comes of engines with one question, worked out once for those that answer alike.
struct Alike<T> {
    /// What engines with each fault of taking moves back may meet on the way to their answer.
    met: Vec<(Faulty, Met)>,
    /// By the engines that differ in their moves alone.
    known: HashMap<Faulty, Vec<(Faulty, Met, T)>>,
    /// What comes of engines that leave nothing behind.
    right: Option<T>,
}

/// An answer, with what has come of engines by it.
pub(super) struct Refuting {
    pub told: Told,
    /// Which give it.
    give: Alike<bool>,
    /// Which give the right answer.
    are_right: Alike<bool>,
}

impl<T: Clone> Alike<T> {
    fn new() -> Alike<T> {
        Alike { met: Vec::new(), known: HashMap::new(), right: None }
    }

    fn of(&mut self, question: &Question, engine: &Faulty, comes: impl FnOnce(&mut Met) -> T) -> T {
        if !self.leaves_something(question, engine) {
            return self.right.get_or_insert_with(|| comes(&mut Met::new())).clone();
        }
        let known = self.known.entry(engine.with_all_moves()).or_default();
        if let Some(known) = known.iter().find(|it| engine.answers_like(&it.0, &it.1)) {
            return known.2.clone();
        }
        let mut met = Met::new();
        let came = comes(&mut met);
        known.push((*engine, met, came.clone()));
        came
    }

    /// Whether this engine may leave something behind on the way to its answer, in whichever order it tries its moves.
    fn leaves_something(&mut self, question: &Question, engine: &Faulty) -> bool {
        let Some(undoing) = engine.undoing() else { return true };
        let of_row = |it: &(Faulty, Met)| it.0.is_of_row(engine);
        let place = self.met.iter().position(of_row).unwrap_or_else(|| {
            let Question { line, before, depth, .. } = question;
            self.met.push((*engine, undoing.all_met(line, (*depth).max(before.unwrap_or(0)))));
            self.met.len() - 1
        });
        undoing.leaves_any(&self.met[place].1)
    }
}

impl Question {
    /// Nothing if the right answer is too large.
    pub fn of(oracle: &Oracle, line: Line, before: Option<u32>, depth: u32) -> Option<Question> {
        let here = line.end();
        let right = oracle.divide(&here, depth);
        let is_small = right.total() <= MOST_LEAVES;
        is_small.then(|| Question {
            right: with_leaves(texts(&here, right.rows())),
            line,
            before,
            depth,
        })
    }

    /// Whether the first of these engines of which anybody can say it answers wrongly. Nothing if there is none.
    pub fn is_wrong(&self, engines: &[Faulty]) -> Option<bool> {
        Some(self.answers(engines).next()? != self.right)
    }

    /// Whether these engines answer differently.
    pub fn differs(&self, engines: &[Faulty]) -> bool {
        let mut answers = self.answers(engines);
        answers.next().is_some_and(|first| answers.any(|it| it != first))
    }

    fn answers(&self, engines: &[Faulty]) -> impl Iterator<Item = Texts> {
        let mut known = Alike::new();
        engines
            .iter()
            .filter_map(move |engine| known.of(self, engine, |met| self.answer(engine, met)))
    }

    fn answer(&self, engine: &Faulty, met: &mut Met) -> Option<Texts> {
        let rows = engine.answer_while(&self.line, self.before, self.depth, |_| true, met)?;
        Some(with_leaves(texts(&self.line.end(), &rows)))
    }

    /// Whether this engine gives the right answer. The first row that is another one shows that it does not.
    fn is_answered_rightly(&self, engine: &Faulty, met: &mut Met) -> bool {
        let here = self.line.end();
        let is_right = |&(mv, count): &(Move, u128)| {
            count == 0 || self.right.binary_search(&(text(&here, mv), count)).is_ok()
        };
        let rows = engine.answer_while(&self.line, self.before, self.depth, is_right, met);
        rows.is_some_and(|rows| with_leaves(texts(&here, &rows)) == self.right)
    }

    fn listed(&self, engine: &Faulty) -> Option<Texts> {
        fn rows(engine: &Faulty, here: &Position, depth: u32) -> Option<Vec<(Move, u128)>> {
            let mut listed = engine.divide(here, 1)?;
            if depth > 1 {
                for (mv, leaves) in &mut listed {
                    let below = rows(engine, &here.after(*mv), depth - 1)?;
                    *leaves = below.iter().map(|row| row.1).sum();
                }
            }
            Some(listed)
        }
        let here = self.line.end();
        Some(texts(&here, &rows(engine, &here, self.depth)?))
    }

    /// The leaves of the right answer.
    pub fn leaves(&self) -> u128 {
        self.right.iter().map(|row| row.1).sum()
    }

    /// The same with this answer. Nothing if that is cut off.
    pub fn answered(self, oracle: &Oracle, facts: &Facts, reply: &Reply) -> Option<Told> {
        if reply.cut_off.is_some() {
            return None;
        }
        let here = self.line.end();
        let right = oracle.divide(&here, self.depth);
        let reply = by_squares(&here, &right, &facts.as_written(reply.clone()), &[]).reply;
        let is_total = reply.is_total_only() && reply.total().is_some_and(|total| total > 0);
        let total = if is_total { reply.total()? } else { reply.sum() };
        let rows = (!is_total).then(|| rows(&here, &reply));
        let mut told = Told { question: self, rows, total, is_right: false };
        let right = &told.question.right;
        told.is_right = told.rows.as_ref().map_or_else(|| told.is_answer(right), |it| it == right);
        Some(told)
    }
}

impl Refuting {
    pub fn of(told: Told) -> Refuting {
        Refuting { told, give: Alike::new(), are_right: Alike::new() }
    }

    /// Leaves the engines that give the answer, or may with a second fault: they are right here. None if that takes too
    /// long.
    pub fn refute(
        &mut self,
        engines: &mut Vec<Faulty>,
        shown: Option<&Position>,
        patience: &Patience,
    ) {
        let may_be_other = self.told.may_be_of_other_fault(shown);
        engines.retain(|engine| {
            !patience.is_over()
                && (self.is_given_by(engine) || may_be_other && self.is_right(engine))
        });
        if patience.is_over() {
            engines.clear();
        }
    }

    /// Whether one of these gives the answer.
    pub fn is_of_any(&mut self, engines: &[Faulty]) -> bool {
        engines.iter().any(|engine| self.is_given_by(engine))
    }

    fn is_given_by(&mut self, engine: &Faulty) -> bool {
        let Refuting { told, give, .. } = self;
        give.of(&told.question, engine, |met| told.is_of_noting(engine, met))
    }

    fn is_right(&mut self, engine: &Faulty) -> bool {
        let Refuting { told: Told { question, .. }, are_right, .. } = self;
        are_right.of(question, engine, |met| question.is_answered_rightly(engine, met))
    }
}

impl Told {
    /// Where one position was shown to be wrong, a second fault may have another one wrong.
    fn may_be_of_other_fault(&self, shown: Option<&Position>) -> bool {
        let is_shown = |here| self.question.line.end().same_but_for_counters(here);
        !self.is_right && shown.is_some_and(|here| !is_shown(here))
    }

    /// Whether such an engine gives this answer. What nobody can foretell refutes nothing.
    pub fn is_of(&self, engine: &Faulty) -> bool {
        self.is_of_noting(engine, &mut Met::new())
    }

    fn is_of_noting(&self, engine: &Faulty, met: &mut Met) -> bool {
        let Question { line, before, depth, right } = &self.question;
        let here = line.end();
        // The first row that is another one refutes it.
        let is_heard = |&(mv, count): &(Move, u128)| {
            let Some(rows) = &self.rows else { return true };
            let text = text(&here, mv);
            let is_illegal = *depth > 1 && !has(right, &text);
            count == 0 || is_illegal || rows.binary_search(&(text, count)).is_ok()
        };
        let rows = engine.answer_while(line, *before, *depth, is_heard, met);
        rows.is_none_or(|rows| self.is_answer(&texts(&here, &rows)))
    }

    /// Whether a generator gives this answer that lists the same moves as this engine, and spoils nothing by that.
    pub fn is_of_list(&self, engine: &Faulty) -> bool {
        self.question.listed(engine).is_none_or(|listed| self.is_answer(&listed))
    }

    /// The moves of a list that are missing or extra, and where.
    pub fn wrong_moves(&self) -> impl Iterator<Item = (&Line, Move)> {
        let here = self.question.line.end();
        let rows = self.rows.as_ref();
        let moves = here.pseudo_legal_moves().into_iter().filter(move |&mv| {
            let text = here.move_text(mv);
            rows.is_some_and(|rows| has(rows, &text) != has(&self.question.right, &text))
        });
        moves.map(|mv| (&self.question.line, mv))
    }

    /// Whether it is the same answer. What an engine counts behind illegal moves shows nothing: some count nothing there,
    /// and print no row. But whatever it lists has to be listed.
    fn is_answer(&self, other: &Texts) -> bool {
        let Question { right, depth, .. } = &self.question;
        let counts = |row: &&(String, u128)| *depth == 1 || has(right, &row.0);
        let is_listed = |row: &(String, u128)| has(other, &row.0);
        match &self.rows {
            Some(rows) => {
                let leaves = other.iter().filter(|row| row.1 > 0);
                rows.iter().filter(counts).eq(leaves.filter(counts)) && rows.iter().all(is_listed)
            }
            None => self.total == other.iter().map(|row| row.1).sum(),
        }
    }
}

/// The rows of an answer, each as the position writes it.
fn rows(here: &Position, reply: &Reply) -> Texts {
    let (possible, legal) = (here.pseudo_legal_moves(), here.legal_moves());
    let written = |row: &Row| {
        let mv = move_of(row, &legal, &possible);
        (mv.map_or_else(|| row.text.clone(), |mv| here.move_text(mv)), row.count)
    };
    with_leaves(sorted(reply.rows.iter().map(written)))
}

/// The same of moves.
fn texts(here: &Position, rows: &[(Move, u128)]) -> Texts {
    sorted(rows.iter().map(|row| (text(here, row.0), row.1)))
}

fn sorted(rows: impl Iterator<Item = (String, u128)>) -> Texts {
    let mut rows: Texts = rows.collect();
    rows.sort_unstable();
    rows
}

/// Where a pawn stands, the move of a queen that was left there reads as its promotion.
fn text(here: &Position, mv: Move) -> String {
    let pawn = Piece::new(here.side_to_move(), PieceKind::Pawn);
    let is_straight = mv.from.file() == mv.to.file();
    let promotes = mv.promotion().is_none()
        && here.board().at(mv.from) == Some(pawn)
        && mv.to.rank() == (!pawn.color()).home_rank()
        && is_straight != here.captured(mv).is_some();
    here.move_text(mv) + if promotes { "q" } else { "" }
}

/// Where there is no leaf, an engine prints a row or none.
fn with_leaves(mut rows: Texts) -> Texts {
    rows.retain(|row| row.1 > 0);
    rows
}

fn has(rows: &Texts, text: &str) -> bool {
    rows.iter().any(|row| row.0 == text)
}
