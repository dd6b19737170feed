//! The same error with less: fewer moves before it, fewer pieces on the board, fewer questions before it.

use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::fewest::{Fewest, men_of, with_men};
use crate::search::finding::Finding;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{Stage, after, explained_by};
use ox88::{Move, Position, Setup, Square};
use ox88_engine::{Difference, Extra, Line, MoveName, RowsFrom};
use std::time::Duration;

/// How long pieces may be taken off the board for one error.
const TIME_FOR_MEN: Duration = Duration::from_secs(1);

/// How many questions that may take, however fast they are answered.
const QUESTIONS_FOR_MEN: usize = 120;

/// How many pieces a person is asked to take off the board, one at a time.
const MOST_SUSPECTS: usize = 2;

/// The same error with as few moves before it as show it. The engine is set up by the FEN of the last
/// position of the line from which it still goes wrong: then the first move that is left is the one
/// that goes wrong. If none is left, it is wrong by the FEN alone.
pub(super) async fn fewest_moves(
    inquiry: &mut Inquiry<'_>,
    exchange: Exchange,
) -> Result<Exchange, Unanswered> {
    for line in exchange.line.shorter() {
        let shorter = inquiry.ask(&line, exchange.depth).await?;
        if !shorter.is_right() {
            return Ok(shorter);
        }
    }
    Ok(exchange)
}

/// The same error with the clocks of a new game, `0 1`, if they do not matter: nobody should look for a reason in the
/// `99 80` of a suite. A person is not asked once more for that.
pub(super) async fn with_clocks_of_a_new_game(
    inquiry: &mut Inquiry<'_>,
    exchange: Exchange,
) -> Exchange {
    let setup = exchange.line.root.setup();
    let new = Setup { halfmove_clock: 0, fullmove_number: 1, ..setup };
    if new == setup || inquiry.is_with_person() {
        return exchange;
    }
    let line = Position::new(new).ok().and_then(|root| exchange.line.played_from(root));
    let answer = match line {
        Some(line) => inquiry.ask(&line, exchange.depth).await.ok(),
        None => None,
    };
    let has_same_error = |answer: &Exchange| {
        answer.comparison.difference == exchange.comparison.difference
            && answer.reply.source == exchange.reply.source
    };
    answer.filter(has_same_error).unwrap_or(exchange)
}

/// What shows the same error in a position where not just the same moves are wrong.
#[derive(Clone, Copy)]
pub(super) enum SameBy<'a> {
    /// Nothing.
    Moves,
    /// Nothing, and the wrong moves have to break the rule of this finding: of several rules another one may be left.
    MovesOf(&'a Finding),
    /// All wrong moves break rules that those of this finding break.
    Rules(&'a Finding),
    /// What goes wrong at this stage, against one of these rules, explains the whole answer.
    State(Stage, &'a [Rule]),
}

/// The same error with as few pieces on the board as show it, and the same with one piece less where the engine is
/// right, unless that piece carries a right to castle or is a pawn that can be taken en passant. Without any other
/// piece it is wrong in another way, or the line cannot be played.
///
/// An engine that gives no reply is asked no more, and the pieces stay.
pub(super) async fn fewest_men(
    inquiry: &mut Inquiry<'_>,
    wrong: &Exchange,
    same_by: SameBy<'_>,
) -> (Exchange, Vec<Line>) {
    let mut smallest = wrong.clone();
    let mut right_in = Vec::new();
    if inquiry.is_with_person() {
        // Somebody would have to type all of these.
        return (smallest, right_in);
    }
    let end = inquiry.facts.now.saturating_add(TIME_FOR_MEN);
    let mut questions = 0..QUESTIONS_FOR_MEN;
    let mut is_answered = true;
    let us = smallest.line.end().side_to_move();
    let mut men = men_of(&smallest.line.root);
    // What the other side has there says more about an error than what is ours.
    men.sort_by_key(|&(_, man)| man.belongs_to(us));
    let rights = |line: &Line| (line.root.castling_rights(), line.root.en_passant());
    let mut fewest = Fewest::of(&men);
    while let Some(men) = fewest.next() {
        let trial = async {
            let Some(line) = with_men(&smallest.line, &men) else { return false };
            let expected = expected(&smallest, &line.end());
            let is_over = !is_answered || inquiry.facts.now > end;
            let may_show_it = expected.is_some() || same_by.may_hold(&line);
            if is_over || !may_show_it || questions.next().is_none() {
                return false;
            }
            let Ok((answer, is_first)) = inquiry.ask_like(wrong, &line).await else {
                is_answered = false;
                return false;
            };
            let has_same_moves = |it: Difference| is_same(&it, &answer.comparison.difference);
            let is_same = is_first
                && !answer.is_right()
                && same_by.holds(&answer, expected.is_some_and(has_same_moves));
            if is_same {
                smallest = answer;
                right_in.clear();
            } else if is_first
                && answer.is_right()
                && !smallest.has_right_moves()
                && rights(&line) == rights(&smallest.line)
                && men.len() + 1 == men_of(&smallest.line.root).len()
                && (answer.reply.source != RowsFrom::Totals || inquiry.counts_rightly(&line).await)
            {
                right_in.push(line);
            }
            is_same
        };
        let is_same = trial.await;
        fewest.note(is_same);
    }
    (smallest, right_in)
}

/// A wrong total, and no more, with as few pieces on the board as show that some total is wrong: the fewer moves there
/// are, the sooner their sums show which of them the engine has. Where moves are played, or the engine is asked again,
/// its first total by the FEN stays right.
pub(super) async fn fewest_men_by_total(inquiry: &mut Inquiry<'_>, wrong: &Exchange) -> Line {
    let mut smallest = wrong.line.clone();
    let mut questions = 0..QUESTIONS_FOR_MEN;
    let mut fewest = Fewest::of(&men_of(&wrong.line.root));
    while let Some(men) = fewest.next() {
        let trial = async {
            let line = with_men(&wrong.line, &men)?;
            let is_beside = !line.moves.is_empty() || wrong.asked_before.is_some();
            questions.next()?;
            let played = has_right_total(inquiry, &line, wrong.asked_before, wrong).await?;
            if !played && is_beside {
                questions.next()?;
                has_right_total(inquiry, &line.at_end(), None, wrong).await?.then_some(line)
            } else {
                (!played).then_some(line)
            }
        };
        let shown = trial.await;
        fewest.note(shown.is_some());
        smallest = shown.unwrap_or(smallest);
    }
    smallest
}

async fn has_right_total(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    asked_before: Option<u32>,
    wrong: &Exchange,
) -> Option<bool> {
    let there = Exchange { line: line.clone(), asked_before, ..wrong.clone() };
    let total = inquiry.ask_total_like(&there, wrong.depth).await.ok()??;
    Some(total == ox88::perft(&line.end(), wrong.depth))
}

/// The position without one of the pieces that seem to be why moves are missing, if the engine is right there.
pub(super) async fn without_suspects(
    inquiry: &mut Inquiry<'_>,
    found: &Finding,
    wrong: &Exchange,
) -> Vec<Line> {
    let men = men_of(&wrong.line.root);
    let without = |square: Square| {
        let left: Vec<_> = men.iter().copied().filter(|man| man.0 != square).collect();
        let line = with_men(&wrong.line, &left)?;
        (left.len() < men.len() && expected(wrong, &line.end()).is_some()).then_some(line)
    };
    let without_each = men.iter().filter_map(|man| without(man.0)).collect();
    let suspects = found.suspects(without_each).into_iter();
    for line in suspects.filter_map(without).take(MOST_SUSPECTS) {
        if inquiry.ask(&line, wrong.depth).await.is_ok_and(|it| it.is_right()) {
            return vec![line];
        }
    }
    Vec::new()
}

impl SameBy<'_> {
    /// Whether none of the same moves has to be wrong for the error to be shown here.
    fn may_hold(self, line: &Line) -> bool {
        match self {
            SameBy::Moves | SameBy::MovesOf(_) | SameBy::Rules(_) => false,
            SameBy::State(stage, rules) => {
                after(stage, line).iter().any(|it| rules.contains(&it.state.rule))
            }
        }
    }

    fn holds(self, answer: &Exchange, has_same_moves: bool) -> bool {
        match self {
            SameBy::MovesOf(found) => {
                has_same_moves && found.if_answered(answer).rule() == found.rule()
            }
            _ if has_same_moves => true,
            SameBy::Moves => false,
            SameBy::Rules(found) => {
                let there = found.if_answered(answer);
                there.rule() == found.rule() && there.breaks_no_more_than(found)
            }
            SameBy::State(stage, rules) => {
                rules.iter().any(|&rule| explained_by(stage, rule, answer).is_some())
            }
        }
    }
}

/// What of an error has to be left in a position where pieces are gone: what they did not do. Nothing if that is no
/// error.
fn expected(wrong: &Exchange, end: &Position) -> Option<Difference> {
    let (error, before) = (&wrong.comparison.difference, wrong.line.end());
    let legal = end.legal_moves();
    let is_there = |extra: &&Extra| match extra.named {
        Some(name @ MoveName::Squares { from, .. }) => {
            end.board().at(from) == before.board().at(from) && name.among(&legal).is_empty()
        }
        Some(MoveName::Castling(_)) | None => true,
    };
    let legal_ones =
        |moves: &[Move]| moves.iter().copied().filter(|mv| legal.contains(mv)).collect();
    let expected = Difference {
        missing: legal_ones(&error.missing),
        twice: legal_ones(&error.twice),
        extra: error.extra.iter().filter(is_there).cloned().collect(),
        ..error.clone()
    };
    (!expected.has_right_moves() || error.has_right_moves()).then_some(expected)
}

/// Whether the same moves are wrong, or else the counts of some of the same moves.
fn is_same(expected: &Difference, found: &Difference) -> bool {
    let names = |extra: &[Extra]| -> Vec<(Option<MoveName>, Option<String>)> {
        let name = |it: &Extra| (it.named, it.named.is_none().then(|| it.text.clone()));
        extra.iter().map(name).collect()
    };
    let has_same_moves = (&expected.missing, &expected.twice) == (&found.missing, &found.twice)
        && names(&expected.extra) == names(&found.extra);
    let has_wrong = |mv: Move| expected.counts.iter().any(|count| count.mv == mv);
    let has_same_counts = expected.counts.is_empty() == found.counts.is_empty()
        && expected.total.is_some() == found.total.is_some()
        && found.counts.iter().all(|count| has_wrong(count.mv));
    has_same_moves && (!expected.has_right_moves() || has_same_counts)
}
