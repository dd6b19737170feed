//! Follows a failure of the engine to the smallest question at which it fails in the same way.

use super::other_process::{Shown, search_before};
use crate::search::diagnose::After;
use crate::search::exchange::NoReply;
use crate::search::fewest::{Fewest, men_of, with_men};
use crate::search::inquiry::Inquiry;
use crate::search::trouble::{comes_without_waiting, is_like};
use ox88::{Position, Setup};
use ox88_engine::Line;
use std::time::Duration;

/// How long a failure may be followed.
const TIME_FOR_FAILURES: Duration = Duration::from_secs(2);

/// A failure that is followed.
struct Failure<'a, 'b> {
    inquiry: &'a mut Inquiry<'b>,
    smallest: NoReply,
    end: Duration,
}

/// The smallest question at which the engine fails as it did here: less deep, after a move, with fewer moves before it,
/// and with fewer pieces on the board. First the same is asked once more. If there is an answer then, it fails now and
/// then, or after something that it was asked before, which is tried with new processes.
pub(crate) async fn follow_failure(inquiry: &mut Inquiry<'_>, seen: NoReply) -> NoReply {
    if inquiry.is_with_person() || !comes_without_waiting(&seen.trouble.kind) {
        return seen;
    }
    let end = inquiry.facts.now.saturating_add(TIME_FOR_FAILURES);
    let asked = NoReply { line: inquiry.as_asked(&seen.line), ..seen.clone() };
    let asked = asked.questions_to_ask().pop();
    let before = asked.map(|it| inquiry.questions_before(&it)).unwrap_or_default();
    let mut after = After::Nothing;
    let mut failure = Failure { inquiry, smallest: seen.clone(), end };
    let mut seen_at = seen.line.clone();
    let mut right_in = None;
    let is_seen_again = failure.fails(&seen.line, seen.depth).await;
    if is_seen_again {
        while failure.goes_down().await {}
        let NoReply { line, depth, .. } = failure.smallest.clone();
        for line in line.shorter() {
            if failure.fails(&line, depth).await {
                break;
            }
        }
        seen_at = line;
        let mut men = Fewest::of(&men_of(&failure.smallest.line.root));
        while let Some(fewer) = men.next() {
            let (line, depth) = (with_men(&failure.smallest.line, &fewer), failure.smallest.depth);
            let is_shown = match line {
                Some(line) => failure.fails(&line, depth).await,
                None => false,
            };
            men.note(is_shown);
        }
        right_in = failure.greatest_clock().await;
    } else {
        after = search_before(failure.inquiry, Shown::Failure(&seen), &before, &[], end).await;
    }
    let Failure { smallest, inquiry, .. } = failure;
    let is_seen_again = Some(is_seen_again).filter(|_| inquiry.late.is_none());
    let before = match after {
        After::Questions(questions) => questions,
        _ => Vec::new(),
    };
    NoReply { seen_at, is_seen_again, before, right_in, ..smallest }
}

impl Failure<'_, '_> {
    /// Whether the engine fails at this in the same way. Not if there is no time left to ask.
    async fn fails(&mut self, line: &Line, depth: u32) -> bool {
        if self.inquiry.facts.now > self.end {
            return false;
        }
        match self.inquiry.failure_like(&self.smallest, line, depth).await {
            Some(other) if is_like(&other.trouble.kind, &self.smallest.trouble.kind) => {
                self.smallest = *other;
                true
            }
            _ => false,
        }
    }

    /// The same with the greatest clock of the FEN at which the engine is right, if it is at a smaller one. Some refuse
    /// a clock at which the game would be over.
    async fn greatest_clock(&mut self) -> Option<Line> {
        let NoReply { line, depth, .. } = self.smallest.clone();
        let with_clock = |halfmove_clock| {
            let setup = Setup { halfmove_clock, ..line.root.setup() };
            line.played_from(Position::new(setup).ok()?)
        };
        let (mut right, mut fails) = (0, line.root.setup().halfmove_clock);
        while right + 1 < fails {
            let middle = right.midpoint(fails);
            if self.fails(&with_clock(middle)?, depth).await {
                fails = middle;
            } else {
                right = middle;
            }
        }
        let line = with_clock(right).filter(|_| right < fails)?;
        let answer = self.inquiry.ask(&line, depth).await;
        answer.is_ok_and(|answer| answer.is_right()).then_some(line)
    }

    /// Whether it fails at something less deep.
    async fn goes_down(&mut self) -> bool {
        let NoReply { line, depth, .. } = self.smallest.clone();
        let moves = if depth > 1 { line.end().legal_moves() } else { Vec::new() };
        for depth in 1..depth {
            if self.fails(&line, depth).await {
                return true;
            }
        }
        for mv in moves {
            if self.fails(&line.and(mv), depth - 1).await {
                return true;
            }
        }
        false
    }
}
