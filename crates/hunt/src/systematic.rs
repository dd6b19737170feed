//! Mistakes that show in every answer: another depth is counted, other nodes than leaves, or moves that are not legal.
//!
//! Each of them predicts whole answers, and one answer that it predicts wrongly is enough to refute it. So it is tried
//! at some fixed positions before any wrong count is followed down, where it would look like many other mistakes.
//!
//! To add one, write its row: which moves the engine has, and what it counts.

use super::exchange::Exchange;
use super::explain::Rule;
use super::inquiry::{Inquiry, Unanswered};
use super::line::Line;
use super::read::Source;
use ox88::{Move, Position, START};
use ox88_count::quick;
use std::collections::HashMap;

/// It is not looked for in answers with more leaves: those with fewer come first, and show it as well.
const MOST_LEAVES: u128 = 20_000;

/// Where a mistake is tried, up to this depth: castling, pins, checks and promotions have their part in the counts.
const POSITIONS: [&str; 4] = [
    START,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];
const DEPTH: u32 = 3;

/// A mistake that shows in every answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Systematic {
    /// The rule that it breaks.
    pub rule: Rule,
    /// The moves that such an engine has in a position, with so many plies left.
    moves: fn(&Position, u32) -> Vec<Move>,
    counts: Counts,
}

/// What was found of them in a hunt.
#[derive(Clone, Default)]
pub(super) struct Everywhere {
    found: Option<Systematic>,
    /// The rules of those that explained an answer, and not the next ones.
    refuted: Vec<Rule>,
    /// How many wrong answers were just what the one that was found predicts.
    pub explained: usize,
}

/// What is counted.
#[derive(Clone, Copy, Debug)]
enum Counts {
    Leaves,
    /// All nodes, from the leaves up to the root.
    Nodes,
    LeavesOnePlyDeeper,
    LeavesOnePlyLess,
}

/// All of them. What is simpler comes first.
#[rustfmt::skip]
const ALL: &[Systematic] = &[
    of_counts(Rule::InnerNodesCounted, Counts::Nodes),
    of_counts(Rule::OnePlyTooMany, Counts::LeavesOnePlyDeeper),
    of_counts(Rule::OnePlyTooFew, Counts::LeavesOnePlyLess),
    of_moves(Rule::LastPlyPseudoLegal, |here, left| {
        if left == 1 { here.pseudo_legal_moves() } else { here.legal_moves() }
    }),
    of_moves(Rule::PseudoLegal, |here, _| here.pseudo_legal_moves()),
    of_moves(Rule::PseudoLegal, |here, _| pseudo_legal_moves(here, TAKES_NO_KING, false)),
    of_moves(Rule::PseudoLegal, |here, _| pseudo_legal_moves(here, false, CASTLES_LEGALLY)),
    of_moves(Rule::PseudoLegal, |here, _| pseudo_legal_moves(here, TAKES_NO_KING, CASTLES_LEGALLY)),
];

const fn of_counts(rule: Rule, counts: Counts) -> Systematic {
    Systematic { rule, moves: |here, _| here.legal_moves(), counts }
}

const fn of_moves(rule: Rule, moves: fn(&Position, u32) -> Vec<Move>) -> Systematic {
    Systematic { rule, moves, counts: Counts::Leaves }
}

/// Many generators leave the other king out of the squares that may be taken.
const TAKES_NO_KING: bool = true;

/// And most of them look for attacks on the way of a castling king at once.
const CASTLES_LEGALLY: bool = true;

/// The pseudo-legal moves of a generator that leaves the test of the others to a search.
fn pseudo_legal_moves(here: &Position, takes_no_king: bool, castles_legally: bool) -> Vec<Move> {
    let king = here.king(!here.side_to_move());
    let is_left_out = |mv: &Move| match mv.castling_rook() {
        Some(_) => castles_legally && !here.is_legal(*mv),
        None => takes_no_king && mv.to == king,
    };
    here.pseudo_legal_moves().into_iter().filter(|mv| !is_left_out(mv)).collect()
}

impl Systematic {
    /// Whether an answer is just what an engine with this mistake prints.
    pub fn predicts(&self, exchange: &Exchange) -> bool {
        let position = exchange.line.end();
        let listed: HashMap<Move, u128> = exchange.rows().into_iter().collect();
        // It is not the last ply where the moves are printed.
        let moves = (self.moves)(&position, exchange.depth.max(2));
        let has_right_count = |mv: &Move| {
            let count = || self.count(&position.after_unchecked(*mv), exchange.depth - 1);
            listed.get(mv).is_some_and(|&listed| listed == count())
        };
        listed.len() == moves.len()
            && exchange.reply.rows.len() == moves.len()
            && moves.iter().all(has_right_count)
    }

    fn count(&self, here: &Position, depth: u32) -> u128 {
        match self.counts {
            Counts::Leaves => self.leaves(here, depth),
            Counts::Nodes => (0..=depth).map(|depth| quick::perft(here, depth)).sum(),
            Counts::LeavesOnePlyDeeper => quick::perft(here, depth + 1),
            Counts::LeavesOnePlyLess => quick::perft(here, depth.saturating_sub(1)),
        }
    }

    fn leaves(&self, here: &Position, depth: u32) -> u128 {
        let moves = || (self.moves)(here, depth).into_iter();
        match depth {
            0 => 1,
            1 => moves().len() as u128,
            _ => moves().map(|mv| self.leaves(&here.after_unchecked(mv), depth - 1)).sum(),
        }
    }
}

impl Everywhere {
    /// Whether a wrong answer is just what the mistake predicts that was found before.
    pub fn explains(&mut self, wrong: &Exchange) -> bool {
        let is_explained = self.found.is_some_and(|found| found.predicts(wrong));
        self.explained += usize::from(is_explained);
        is_explained
    }

    /// Looks for the mistake that explains an answer, and all answers at the fixed positions. With it comes the smallest
    /// of these that is wrong.
    pub fn find(
        &mut self,
        inquiry: &mut Inquiry,
        wrong: &Exchange,
    ) -> Result<Option<(Systematic, Exchange)>, Unanswered> {
        let is_of_totals = wrong.reply.source == Source::Totals;
        if wrong.comparison.nodes > MOST_LEAVES || inquiry.is_with_person() || is_of_totals {
            return Ok(None);
        }
        let is_refuted = |it: &&Systematic| self.refuted.contains(&it.rule);
        let tried = ALL.iter().filter(|it| !is_refuted(it) && it.predicts(wrong)).copied();
        let tried: Vec<Systematic> = tried.collect();
        if tried.is_empty() {
            return Ok(None);
        }
        let mut left = tried.clone();
        let mut smallest: Option<Exchange> = None;
        for (depth, fen) in (1..=DEPTH).flat_map(|depth| POSITIONS.map(|fen| (depth, fen))) {
            let line = Line::at(fen.parse().expect("a position"));
            let answer = match inquiry.ask(&line, depth) {
                Ok(answer) => answer,
                Err(Unanswered::NotYet) => return Err(Unanswered::NotYet),
                // It is not known what would have been the answer.
                Err(Unanswered::NoReply(_)) => return Ok(None),
            };
            left.retain(|it| it.predicts(&answer));
            if left.is_empty() {
                self.refuted.extend(tried.iter().map(|it| it.rule));
                return Ok(None);
            }
            if smallest.is_none() && !answer.is_right() {
                smallest = Some(answer);
            }
        }
        self.found = left.first().copied();
        Ok(self.found.zip(smallest))
    }
}
