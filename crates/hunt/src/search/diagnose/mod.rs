//! Which part of an engine is at fault: generating moves, making them, taking them back, reading a FEN,
//! or counting?
//!
//! Each kind of wrong answer begins with a verdict: moves that are wrong by the FEN are generated wrongly, those that are
//! wrong only when they are played are made wrongly, and counts that are right after each move alone come from unmaking,
//! counting or a table. Then `controls`, a table, asks the same in another way: by the FEN, played, again, below the
//! moves, with less on the board, elsewhere. A control overturns the verdict, adds to it, or settles a part, about which
//! no other one asks then. If none objects, the verdict stands. The files beside it ask:
//!
//! | file | asks about |
//! |---|---|
//! | `controls` | nothing itself: the table, and which control comes next |
//! | `origin` | nothing: the parts that are left, and what has shown that |
//! | `by_fen` | moves that are wrong by the FEN |
//! | `played` | moves that are wrong when they are played |
//! | `counts` | counts that are right after each move alone |
//! | `misread` | FENs that may be misread |
//! | `predecessor` | nothing: the moves that may lead to a position, in place of its FEN |
//! | `making` | moves alone on the board |
//! | `undone` | what taking moves back may leave behind |
//! | `listing` | nothing: whether a list that breaks a rule everywhere would give the counts as well |
//! | `game_end` | draws, which perft does not have |

#![expect(clippy::unnecessary_wraps, reason = "most controls may have no reply")]

mod by_fen;
mod controls;
mod counts;
mod game_end;
mod listing;
mod making;
mod misread;
mod nothing_left;
mod origin;
mod played;
mod predecessor;
mod undone;

pub(crate) use making::is_special;
pub(crate) use misread::{has_pieces_elsewhere, misreading};
pub(crate) use predecessor::with_last_move;
pub(crate) use undone::may_spoil;

#[cfg(test)]
pub(crate) use controls::in_another_order;

use controls::ask_all;

pub use origin::{After, Diagnosis, Evidence, Origin};

use super::exchange::Exchange;
use super::explain::{Rule, explain_missing};
use super::inquiry::{Inquiry, Unanswered};
use super::machine::{CorruptState, Faulty, Hypothesis, words_after_undoing};
use super::suspects::{Part, Suspects};
use ox88::Move;
use ox88_engine::{Difference, MoveName, TroubleKind};

/// How deep an engine that prints totals only has to count as it would with the state that explains its answer.
const DEPTH_OF_TOTALS: u32 = 3;

/// Larger answers are not compared with what an engine would answer that takes moves back wrongly.
const MOST_LEAVES_TRIED: u128 = 1_000;

/// Where several states explain these totals, the next ones are asked for, up to this depth and this many leaves.
const DEEPEST_TOTALS: u32 = 6;
const MOST_LEAVES_OF_TOTALS: u128 = 100_000;

/// A disagreement that no question further down shows.
pub(super) struct Smallest {
    pub exchange: Exchange,
    pub kind: SmallestKind,
}

/// What a disagreement comes down to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SmallestKind {
    /// Wrong moves at this very position, or an answer that no move below it can explain.
    Position,
    /// A mate or stalemate that is counted as one leaf.
    GameEnd,
    /// A count that is wrong from here, while each move of the position is right when the engine is
    /// asked about it alone.
    Recursion,
    /// It is not known, since the time of the hunt was over on the way down.
    CutShort,
}

/// What a control shows to be at fault, if it shows that.
type Ruling = Result<Option<Diagnosis>, Unanswered>;

/// What is wrong, by which controls are chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// Moves by the FEN.
    MovesByFen,
    /// Moves that are right by the FEN, where the position is played.
    MovesPlayed,
    /// How many moves there are, where the position is played, and no more is known.
    NumberPlayed,
    /// Counts by the FEN that are right after each move alone.
    CountsByFen,
    /// The same where the position is played.
    CountsPlayed,
    /// A leaf at a mate or stalemate.
    GameEnd,
    /// How the rows are counted or added up.
    Sums,
}

/// Finds out what part of an engine is at fault: what the controls show, and else what is left of the suspects.
pub(super) async fn diagnose(
    inquiry: &mut Inquiry<'_>,
    smallest: Smallest,
) -> Result<Diagnosis, Unanswered> {
    let Smallest { exchange, kind } = smallest;
    let is_played = !exchange.line.moves.is_empty();
    let has_right_moves = exchange.has_right_moves();
    let (seen, otherwise) = match kind {
        SmallestKind::CutShort => {
            return Ok(Diagnosis::new(exchange, Origin::no_answer(TroubleKind::CutShort)));
        }
        SmallestKind::GameEnd => (Seen::GameEnd, Origin::counting(Rule::LeafAtGameEnd)),
        SmallestKind::Recursion if is_played => (Seen::CountsPlayed, Origin::MAKE),
        SmallestKind::Recursion => {
            let is_one_of_many =
                inquiry.is_with_person() && exchange.comparison.difference.counts.len() > 1;
            let origin = if is_one_of_many {
                Origin::unknown(Evidence::RightAfterOneMove)
            } else {
                counts::right_after_each_move(exchange.depth)
            };
            (Seen::CountsByFen, origin)
        }
        SmallestKind::Position if !has_right_moves && is_played => {
            (Seen::MovesPlayed, Origin::MAKE)
        }
        SmallestKind::Position if !has_right_moves => {
            (Seen::MovesByFen, by_fen::otherwise(&exchange))
        }
        SmallestKind::Position if exchange.is_number_alone() && is_played => {
            (Seen::NumberPlayed, Origin::MAKE)
        }
        SmallestKind::Position if exchange.is_number_alone() => {
            (Seen::Sums, Origin::unknown(Evidence::NumberAlone))
        }
        SmallestKind::Position if exchange.comparison.difference.counts.is_empty() => {
            (Seen::Sums, Origin::counting(Rule::TotalIsNotTheSum))
        }
        SmallestKind::Position => (Seen::Sums, Origin::counting(Rule::CountOnly)),
    };
    let known = if otherwise == Origin::MAKE {
        Diagnosis::of_make(exchange, None)
    } else {
        Diagnosis::new(exchange, otherwise)
    };
    ask_all(inquiry, seen, known).await
}

/// Which of these explain an answer.
async fn explaining(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
    mut hypotheses: Vec<Hypothesis>,
) -> Result<Vec<Hypothesis>, Unanswered> {
    if exchange.is_number_alone() {
        return explaining_totals(inquiry, exchange, hypotheses).await;
    }
    hypotheses.retain(|it| it.explains(exchange));
    Ok(hypotheses)
}

/// Which of these explain the total of an answer and the next ones as well, until a single position is left: many have
/// the same number of moves, and few the same leaves for some plies.
async fn explaining_totals(
    inquiry: &mut Inquiry<'_>,
    exchange: &Exchange,
    mut hypotheses: Vec<Hypothesis>,
) -> Result<Vec<Hypothesis>, Unanswered> {
    for depth in 1..=DEEPEST_TOTALS {
        let Some(total) = inquiry.ask_total_like(exchange, depth).await? else {
            return Ok(Vec::new());
        };
        hypotheses.retain(|hypothesis| hypothesis.leaves(depth) == Some(total));
        let Some(first) = hypotheses.first() else { return Ok(hypotheses) };
        let is_only_one = hypotheses.iter().all(|other| other.position == first.position);
        if depth >= DEPTH_OF_TOTALS && (is_only_one || total > MOST_LEAVES_OF_TOTALS) {
            break;
        }
    }
    Ok(hypotheses)
}

/// What would give the whole of an answer about which nothing more can be asked, other than the broken rule of its
/// moves. That castling or en passant is missing says no more than a FEN that is misread. What another position has shown
/// to be right is no such cause.
pub(super) fn other_cause(wrong: &Exchange, rule: Rule, settled: Suspects) -> Option<CorruptState> {
    let Difference { missing, extra, counts, .. } = &wrong.comparison.difference;
    let vague = Rule::NotNarrowedDown;
    if wrong.has_right_moves() {
        return None;
    }
    let here = wrong.line.end();
    let is_left = |part: Suspects| !settled.has(part);
    let misread = || {
        let state = misread::misreading(wrong)?.state;
        let rule = match state.rule {
            Rule::PieceNotRead if !misread::moves_and_blocks_otherwise(wrong) => return None,
            Rule::CastlingRightLost => Rule::Castling,
            Rule::EnPassantSquareLost => Rule::EnPassant,
            _ => vague,
        };
        Some(CorruptState { rule, ..state })
    };
    let made = || missing.iter().find_map(|&mv| making::if_made(&here, mv));
    let left = || {
        // What explains one row does so by chance.
        let rows = missing.len() + extra.len() + counts.len();
        let is_large = wrong.reply.sum() > MOST_LEAVES_TRIED;
        if !is_left(Suspects::UNMAKE) || rows <= 1 || is_large {
            return None;
        }
        let mut engines = Faulty::of(Part::Unmake, &[], &[]).into_iter();
        let undoing = engines.find(|it| it.gives(wrong))?.undoing()?;
        Some(words_after_undoing(undoing.fault, &here, &[]))
    };
    let cause = || {
        let cause = explain_missing(&wrong.line, missing).filter(|it| it.rule != rule)?;
        extra.is_empty().then(|| format!("this were so: {}", cause.reason))
    };
    let further = || {
        // The piece that pins may be overlooked everywhere, or the king is looked for elsewhere.
        let may_be_more = rule == Rule::PinnedPieceLeavesLine && !counts.is_empty();
        (may_be_more && missing.is_empty() && !listing::breaks_no_more(wrong))
            .then(|| "other moves were wrong further down as well".to_owned())
    };
    let told = |as_if| CorruptState { rule: vague, as_if };
    let others = || left().or_else(cause).or_else(further).map(told);
    let made = made().map(told).filter(|_| is_left(Suspects::MAKE));
    made.or_else(|| misread().filter(|_| is_left(Suspects::READ))).or_else(others)
}

/// What a second question without a new position shows, beyond what was wrong at the first one. Nothing if it shows
/// nothing more.
pub(super) async fn diagnose_second(
    inquiry: &mut Inquiry<'_>,
    first: &Exchange,
    second: Exchange,
) -> Option<Diagnosis> {
    let oracle = inquiry.oracle;
    let right = oracle.divide(&second.line.end(), second.depth);
    let second = second.beyond(first, &right);
    if second.is_right() {
        return None;
    }
    let state = undone::left_behind(inquiry, &second).await;
    // Unmake restores what it knows that make has changed. A generator may change the board as well, and reading a FEN may
    // leave something of the position before.
    let made = Suspects::ALL.without(Suspects::COUNTING.or(Suspects::TABLE));
    let origin = match state {
        Some(_) => Origin::ASKED_TWICE,
        None if !second.has_right_moves() => Evidence::AskedTwice.against(made),
        // A table that outlives a question can spoil a count as well, but not the list of moves.
        None => Evidence::CountAskedTwice.against(Suspects::TABLE.or(made)),
    };
    Some(Diagnosis::new(second, origin).with_state(state))
}

/// The answer when the engine is asked a second time, if that is not right.
pub(super) async fn ask_wrong_again(
    inquiry: &mut Inquiry<'_>,
    first: &Exchange,
) -> Result<Option<Exchange>, Unanswered> {
    Ok(inquiry.ask_again(first).await?.filter(|second| !second.is_right()))
}

/// Whether castling is missing, and nothing else is wrong that a king does: then a right was not read, or it was lost
/// on the way.
pub(crate) fn lacks_castling_alone(exchange: &Exchange) -> bool {
    let Difference { missing, twice, .. } = &exchange.comparison.difference;
    let is_castling = |mv: &Move| mv.castling_rook().is_some();
    !missing.is_empty()
        && missing.iter().all(is_castling)
        && !adds_kings_moves(exchange)
        && twice.is_empty()
}

/// Whether a king goes where it may not, or a move that nobody can make may be one of a king.
fn adds_kings_moves(exchange: &Exchange) -> bool {
    let (here, Difference { extra, .. }) = (exchange.line.end(), &exchange.comparison.difference);
    let king = here.king(here.side_to_move());
    let is_other = |named| matches!(named, MoveName::Squares { from, .. } if from != king);
    !extra.iter().all(|it| it.named.is_some_and(is_other))
}
