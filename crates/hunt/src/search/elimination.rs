//! Which engine with one fault gives all the answers that were heard? Each answer, right or wrong, refutes the others; and
//! what is left has to foretell wrong answers that nobody had asked for.

use super::follow::{OF_SUITES, TRIED};
use crate::search::exchange::{Exchange, move_of};
use crate::search::explain::Rule;
use crate::search::finding::Finding;
use crate::search::inquiry::Inquiry;
use crate::search::learnt::{Learnt, WrongEngine};
use crate::search::machine::Faulty;
use crate::search::suspects::Part;
use crate::worlds::contrasts;
use ox88::{Move, Piece, PieceKind, Position};
use ox88_engine::{Line, Reply, Row, by_squares};
use std::iter;
use std::time::Duration;

/// Of larger answers nothing is foretold.
const MOST_LEAVES: u128 = 2_500;

/// So many answers that were heard refute an engine, those with the fewest leaves.
const MOST_HEARD: usize = 400;

/// How many questions there may be, how many of these whatever may be foretold, and how many wrong answers that are.
const MOST_ASKED: usize = 40;
const TRIED_RIGHT: usize = 8;
const FORETOLD: usize = 6;

/// How long they may take.
const TIME: Duration = Duration::from_secs(5);

/// Fewer wrong answers explain nothing, and fewer right ones show no boundary.
const FEWEST_WRONG: usize = 3;
const FEWEST_RIGHT: usize = 3;

/// The moves as texts, in an order of their own, with the leaves after them.
pub(super) type Texts = Vec<(String, u128)>;

/// A question whose right answer is known: the line, after which other depth, and how deep.
pub(super) struct Question {
    pub line: Line,
    before: Option<u32>,
    depth: u32,
    pub right: Texts,
}

/// A question with its answer: the rows, or else the total.
pub(super) struct Told {
    pub question: Question,
    rows: Option<Texts>,
    total: u128,
    pub is_right: bool,
}

impl Question {
    /// Nothing if the right answer is too large.
    pub fn of(
        inquiry: &Inquiry<'_>,
        line: Line,
        before: Option<u32>,
        depth: u32,
    ) -> Option<Question> {
        let here = line.end();
        let right = inquiry.oracle.divide(&here, depth);
        let is_small = right.total() <= MOST_LEAVES;
        is_small.then(|| Question { right: texts(&here, right.rows()), line, before, depth })
    }

    /// What such an engine answers, if anybody can say that.
    pub fn foretold(&self, engine: &Faulty) -> Option<Texts> {
        let rows = engine.answer(&self.line, self.before, self.depth)?;
        Some(texts(&self.line.end(), &rows))
    }

    /// What a generator answers that lists the same moves as this engine, and spoils nothing by that.
    pub fn listed(&self, engine: &Faulty) -> Texts {
        fn rows(engine: &Faulty, here: &Position, depth: u32) -> Vec<(Move, u128)> {
            let mut rows = engine.divide(here, 1);
            if depth > 1 {
                let total = |mv| rows_of(engine, &here.after(mv), depth - 1);
                for row in &mut rows {
                    row.1 = total(row.0);
                }
            }
            rows
        }
        fn rows_of(engine: &Faulty, here: &Position, depth: u32) -> u128 {
            rows(engine, here, depth).iter().map(|row| row.1).sum()
        }
        let here = self.line.end();
        texts(&here, &rows(engine, &here, self.depth))
    }

    /// The leaves of the right answer.
    pub fn leaves(&self) -> u128 {
        self.right.iter().map(|row| row.1).sum()
    }

    /// The same with this answer. Nothing if that is cut off.
    fn answered(self, inquiry: &Inquiry<'_>, reply: &Reply) -> Option<Told> {
        if reply.cut_off.is_some() {
            return None;
        }
        let here = self.line.end();
        let right = inquiry.oracle.divide(&here, self.depth);
        let reply = by_squares(&here, &right, &inquiry.facts.as_written(reply.clone()), &[]).reply;
        let is_total = reply.is_total_only() && reply.total().is_some_and(|total| total > 0);
        let total = if is_total { reply.total()? } else { reply.sum() };
        let rows = (!is_total).then(|| rows(&here, &reply));
        let mut told = Told { question: self, rows, total, is_right: false };
        let right = &told.question.right;
        told.is_right = told.rows.as_ref().map_or_else(|| told.is_answer(right), |it| it == right);
        Some(told)
    }
}

impl Told {
    /// Whether such an engine gives this answer. What nobody can foretell refutes nothing.
    pub fn is_of(&self, engine: &Faulty) -> bool {
        let Question { line, before, depth, right } = &self.question;
        let here = line.end();
        // The first row that is another one refutes it.
        let is_heard = |&(mv, count): &(Move, u128)| {
            let Some(rows) = &self.rows else { return true };
            let text = text(&here, mv);
            let has = |rows: &Texts, row| rows.binary_search(&row).is_ok();
            let is_illegal = || *depth > 1 && right.iter().all(|it| it.0 != text);
            count == 0 || is_illegal() || has(rows, (text.clone(), count))
        };
        let rows = engine.answer_while(line, *before, *depth, is_heard);
        rows.is_none_or(|rows| self.is_answer(&texts(&here, &rows)))
    }

    /// The moves of a list that are missing or extra, and where.
    pub fn wrong_moves(&self) -> impl Iterator<Item = (&Line, Move)> {
        let here = self.question.line.end();
        let has = |rows: &Texts, text: &str| rows.iter().any(|row| row.0 == text);
        let rows = self.rows.as_ref();
        let moves = here.pseudo_legal_moves().into_iter().filter(move |&mv| {
            let text = here.move_text(mv);
            rows.is_some_and(|rows| has(rows, &text) != has(&self.question.right, &text))
        });
        moves.map(|mv| (&self.question.line, mv))
    }

    /// Whether it is the same answer. What an engine counts behind illegal moves shows nothing: some count nothing there.
    pub fn is_answer(&self, other: &Texts) -> bool {
        let Question { right, depth, .. } = &self.question;
        let counts = |row: &&(String, u128)| *depth == 1 || right.iter().any(|it| it.0 == row.0);
        match &self.rows {
            Some(rows) => rows.iter().filter(counts).eq(other.iter().filter(counts)),
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
    sorted(reply.rows.iter().map(written).collect())
}

/// The same of moves.
fn texts(here: &Position, rows: &[(Move, u128)]) -> Texts {
    sorted(rows.iter().map(|row| (text(here, row.0), row.1)).collect())
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
fn sorted(mut rows: Texts) -> Texts {
    rows.retain(|row| row.1 > 0);
    rows.sort_unstable();
    rows
}

/// The finding with the engine that has just this fault, if one is left that foretells the engine. Of several findings
/// with one cause the first decides.
pub(super) async fn with_engine(
    inquiry: &mut Inquiry<'_>,
    known: &mut Vec<Learnt>,
    tried: &mut Vec<(Rule, Part)>,
    finding: Finding,
) -> Finding {
    let Some(found) = finding.disagreement() else { return finding };
    let part = found.diagnosis.origin.part();
    if found.learnt.is_some() || part == Part::Unknown || inquiry.is_with_person() {
        return finding;
    }
    let faults: Vec<Faulty> = known.iter().filter_map(|it| it.engine.fault()).collect();
    let is_tried = tried.contains(&(found.rule, part));
    if is_tried && faults.is_empty() {
        return finding;
    }
    let mut heard = heard(inquiry);
    let gives_all = |it: &Faulty| heard.iter().all(|told| told.is_of(it));
    let engine = match faults.into_iter().find(gives_all) {
        Some(engine) => engine,
        None if is_tried => return finding,
        None => {
            tried.push((found.rule, part));
            let shown = found.diagnosis.exchange.clone();
            let left = suspects(&finding, part, &shown);
            let left = eliminate(inquiry, &shown, &mut heard, left).await;
            let Some(engine) = left.first().filter(|it| is_bounded(it, &heard)) else {
                return finding;
            };
            *engine
        }
    };
    let right = heard.iter().filter(|it| it.is_right).count();
    let wrong = heard.len() - right;
    if wrong < FEWEST_WRONG {
        return finding;
    }
    let learnt = Learnt { engine: WrongEngine::Fault(engine), wrong, right };
    known.push(learnt.clone());
    finding.with_learnt(learnt)
}

/// Whether right answers have shown that the fault is not in more moves.
fn is_bounded(engine: &Faulty, heard: &[Told]) -> bool {
    engine.wider().iter().all(|wider| {
        let against = heard.iter().filter(|told| told.is_right && !told.is_of(wider));
        against.count() >= FEWEST_RIGHT
    })
}

/// The engines that are left when all answers are heard: those so far, those on which engines that are left differ, and
/// those that the simplest of them has wrong.
async fn eliminate(
    inquiry: &mut Inquiry<'_>,
    shown: &Exchange,
    heard: &mut Vec<Told>,
    mut left: Vec<Faulty>,
) -> Vec<Faulty> {
    left.retain(|it| heard.iter().all(|told| told.is_of(it)));
    let end = inquiry.facts.now.saturating_add(TIME);
    let (mut asked, mut foretold) = (0, 0);
    for (line, before, depth) in questions(shown) {
        let Some(&first) = left.first() else { break };
        let Some(question) = Question::of(inquiry, line, before, depth) else { continue };
        let answers: Vec<Option<Texts>> = left.iter().map(|it| question.foretold(it)).collect();
        let mut known = answers.iter().flatten();
        let Some(own) = known.next() else { continue };
        let is_wrong = *own != question.right;
        let differ = known.any(|it| it != own);
        if !(differ || is_wrong && foretold < FORETOLD || asked < TRIED_RIGHT) {
            continue;
        }
        if asked == MOST_ASKED || inquiry.facts.now > end {
            break;
        }
        asked += 1;
        let Some(told) = ask(inquiry, question).await else { return Vec::new() };
        let agrees = |it: &Option<Texts>| it.as_ref().is_none_or(|it| told.is_answer(it));
        let mut agrees = answers.iter().map(agrees);
        left.retain(|_| agrees.next() == Some(true));
        foretold += usize::from(is_wrong && left.first() == Some(&first));
        heard.push(told);
    }
    left
}

/// The answer to a question. Nothing if the engine gives none.
pub(super) async fn ask(inquiry: &mut Inquiry<'_>, question: Question) -> Option<Told> {
    let Question { line, before, depth, .. } = &question;
    let reply = if inquiry.is_with_person() && before.is_none() {
        // What a person has answered is shown, and not asked again.
        inquiry.ask(line, *depth).await.ok()?.reply
    } else {
        inquiry.ask_plainly_after(line, *before, *depth).await.ok()?
    };
    question.answered(inquiry, &reply)
}

/// What to ask: positions as they come in games, the shown question about boards that differ in one respect, and then
/// positions with few men.
fn questions(shown: &Exchange) -> impl Iterator<Item = (Line, Option<u32>, u32)> {
    let Exchange { line, depth, asked_before, .. } = shown.clone();
    let beside = contrasts(&line.root, &line.moves);
    let beside = iter::once(line.mirrored())
        .chain(beside.into_iter().filter_map(move |root| line.played_from(root)));
    let beside = beside.map(move |line| (line, asked_before, depth));
    let tried = TRIED.iter().map(|it| (Line::at(*it), None, 1));
    let few = OF_SUITES.iter().map(|it| (Line::at(*it), None, 2));
    tried.chain(beside).chain(few)
}

/// The engines with a fault against such rules, with the kinds of moves that there are where it shows.
fn suspects(finding: &Finding, part: Part, shown: &Exchange) -> Vec<Faulty> {
    let rules: Vec<_> =
        finding.rule().into_iter().chain(finding.state().map(|it| it.rule)).collect();
    let mut here: Vec<Position> = shown.line.plies().map(|it| it.before).collect();
    here.push(shown.line.end());
    if shown.depth > 1 {
        let end = shown.line.end();
        here.extend(end.legal_moves().into_iter().map(|mv| end.after(mv)));
    }
    let of_rules = Faulty::of(part, &rules, &here);
    if of_rules.is_empty() { Faulty::of(part, &[], &here) } else { of_rules }
}

/// The answers of the process that the hunt asks, first those that are wrong, and of these the smallest.
pub(super) fn heard(inquiry: &Inquiry<'_>) -> Vec<Told> {
    let desk = inquiry.desk.open();
    let told = desk.log.answers().filter_map(|(step, before, reply)| {
        let question = Question::of(inquiry, step.line.clone(), before, step.depth)?;
        question.answered(inquiry, reply)
    });
    let mut told: Vec<Told> = told.collect();
    told.sort_by_key(|it| (it.is_right, it.total));
    told.truncate(MOST_HEARD);
    told
}
