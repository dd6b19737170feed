//! Which part of an engine is at fault: generating moves, making them, taking them back, reading a FEN,
//! or counting?
//!
//! Each answer is an experiment. An engine that is right about a position by its FEN, and wrong when it
//! plays its way there, has made a move wrongly; the other way round, it reads the FEN wrongly. One that
//! lists other moves when it is asked a second time has taken its moves back wrongly; if only a count is
//! different, a table of remembered counts may be to blame as well. If the moves are wrong and nothing
//! else explains it, it is generation.

mod by_fen;
mod counts;
mod game_end;
mod misread;
mod origin;
mod predecessor;

pub(crate) use predecessor::with_last_move;

pub use origin::{After, Diagnosis, Evidence, Origin, Part};

use super::ask::TroubleKind;
use super::compare::{Difference, Extra};
use super::exchange::Exchange;
use super::explain::Rule;
use super::faults::Stage;
use super::hypothesis::{CorruptState, Hypothesis, after, pairs_after_making};
use super::inquiry::{Inquiry, Unanswered};
use super::line::Line;
use super::oracle::Oracle;
use super::read::RowsFrom;
use super::spoilt::is_the_only_one;
use ox88::{Move, MoveKind, Position, Setup};

/// How deep an engine that prints totals only has to count as it would with the state that explains its answer.
const DEPTH_OF_TOTALS: u32 = 3;

/// Where several states explain these totals, the next ones are asked for, up to this many leaves.
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

impl Smallest {
    pub const fn new(kind: SmallestKind, exchange: Exchange) -> Smallest {
        Smallest { exchange, kind }
    }
}

/// Finds out what part of an engine is at fault.
pub(super) fn diagnose(inquiry: &mut Inquiry, smallest: Smallest) -> Result<Diagnosis, Unanswered> {
    let Smallest { exchange, kind } = smallest;
    if !matches!(kind, SmallestKind::CutShort)
        && let Some(diagnosis) = game_end::diagnose(inquiry, &exchange)?
    {
        return Ok(diagnosis);
    }
    if matches!(kind, SmallestKind::Position | SmallestKind::Recursion)
        && let Some(diagnosis) = wrong_when_generated_again(inquiry, &exchange)?
    {
        return Ok(diagnosis);
    }
    let has_wrong_counts = !exchange.comparison.difference.counts.is_empty();
    let rule = match kind {
        SmallestKind::CutShort => {
            let origin = Origin::Unknown { trouble: TroubleKind::CutShort };
            return Ok(Diagnosis::new(exchange, origin));
        }
        SmallestKind::Recursion => return wrong_at_depth(inquiry, exchange),
        SmallestKind::GameEnd => Rule::LeafAtGameEnd,
        SmallestKind::Position if !exchange.has_right_moves() => {
            return wrong_moves(inquiry, exchange);
        }
        SmallestKind::Position if has_wrong_counts => Rule::CountOnly,
        SmallestKind::Position
            if exchange.depth == 1 && exchange.reply.source == RowsFrom::Totals =>
        {
            return number_of_moves(inquiry, exchange);
        }
        SmallestKind::Position => Rule::TotalIsNotTheSum,
    };
    Ok(Diagnosis::new(exchange, Origin::Counting { rule, how: None }))
}

/// The answer is wrong at this depth, and right at smaller ones. By its FEN the position may have wrong moves
/// at any of them, for a reason of its own.
fn wrong_at_depth(inquiry: &mut Inquiry, exchange: Exchange) -> Result<Diagnosis, Unanswered> {
    let end = exchange.line.end();
    if exchange.line.moves.is_empty() && !exchange.has_right_moves() {
        for depth in 1..exchange.depth {
            let by_fen = inquiry.ask_by_fen(&end, depth)?;
            if !by_fen.has_right_moves() {
                return by_fen::diagnose(inquiry, by_fen);
            }
        }
    }
    counts::diagnose(inquiry, exchange)
}

/// An engine that prints totals only has a wrong number of moves, and nothing shows which.
fn number_of_moves(inquiry: &mut Inquiry, exchange: Exchange) -> Result<Diagnosis, Unanswered> {
    if !exchange.line.moves.is_empty() {
        let state = state_by_totals(inquiry, &exchange)?;
        return Ok(Diagnosis::of_make(exchange, state));
    }
    Ok(Diagnosis::new(exchange, Origin::Counting { rule: Rule::NumberOfMoves, how: None }))
}

/// The state that explains the totals at the end of a line, if it is the only one. Many states have the same number
/// of moves, and few the same leaves for some plies.
fn state_by_totals(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let mut hypotheses = after(Stage::Make, &exchange.line);
    let mut depth = 0;
    loop {
        depth += 1;
        let Some(total) = inquiry.ask_total(&exchange.line, depth)? else { return Ok(None) };
        hypotheses.retain(|hypothesis| hypothesis.leaves(inquiry.oracle, depth) == Some(total));
        let Some(first) = hypotheses.first() else { return Ok(None) };
        let is_only_one = hypotheses.iter().all(|other| other.position == first.position);
        if depth >= DEPTH_OF_TOTALS && (is_only_one || total > MOST_LEAVES_OF_TOTALS) {
            return Ok(is_only_one.then(|| first.state.clone()));
        }
    }
}

/// What a second question without a new position shows, beyond what was wrong at the first one. Nothing if it shows
/// nothing more.
pub(super) fn diagnose_second(
    oracle: &Oracle,
    first: &Exchange,
    second: Exchange,
) -> Option<Diagnosis> {
    let right = oracle.divide(&second.line.end(), second.depth);
    let second = second.beyond(first, &right);
    if second.is_right() {
        return None;
    }
    let state = counts::state_explaining(oracle, first, &second);
    let state = state.filter(|state| is_the_only_one(state, &second));
    // A table that outlives a question can spoil a count as well, but not the list of moves.
    let is_unmake = state.is_some() || !second.has_right_moves();
    let unmake = Origin::Unmake { evidence: Evidence::AskedTwice };
    let origin =
        if is_unmake { unmake } else { Origin::Recursion { rule: Rule::CountDependsOnHistory } };
    Some(Diagnosis::new(second, origin).with_state(state))
}

/// The answer when the engine is asked a second time, if that is not right.
pub(super) fn ask_wrong_again(
    inquiry: &mut Inquiry,
    first: &Exchange,
) -> Result<Option<Exchange>, Unanswered> {
    Ok(inquiry.ask_again(first)?.filter(|second| !second.is_right()))
}

/// What a second answer by the FEN shows if it is as wrong as the one where moves are played: an engine may spoil
/// something whenever it generates moves, and may generate them to play one. So it is asked as often by the FEN.
fn wrong_when_generated_again(
    inquiry: &mut Inquiry,
    played: &Exchange,
) -> Result<Option<Diagnosis>, Unanswered> {
    if played.line.moves.is_empty() || inquiry.is_with_person() {
        return Ok(None);
    }
    let first = inquiry.ask_by_fen(&played.line.end(), played.depth)?;
    if !first.is_right() {
        return Ok(Some(Diagnosis::new(played.clone(), Origin::NotSettled)));
    }
    let is_as_wrong = |second: &Exchange| {
        second.depth == played.depth
            && second.comparison.difference.has_moves_of(&played.comparison.difference)
    };
    let second = ask_wrong_again(inquiry, &first)?.filter(is_as_wrong);
    Ok(second.and_then(|second| diagnose_second(inquiry.oracle, &first, second)))
}

/// The moves of a position are wrong: by its FEN as well, or only when it is played?
fn wrong_moves(inquiry: &mut Inquiry, exchange: Exchange) -> Result<Diagnosis, Unanswered> {
    // If it is wrong by the FEN as well, what is generated there is wrong, whatever making moves adds.
    if exchange.line.moves.is_empty() {
        return by_fen::diagnose(inquiry, exchange);
    }
    let state = state_after_making(inquiry, &exchange)?;
    let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
    if state.is_none() && adds_only(&exchange, is_en_passant) && !reads_en_passant(inquiry)? {
        return Ok(Diagnosis::new(exchange, Origin::GenerationWhenPlayed));
    }
    if state.is_none()
        && let Some(diagnosis) = match by_fen::misread_root(inquiry, &exchange.line)? {
            None => misread::diagnose(inquiry, &exchange)?,
            misread => misread,
        }
    {
        return Ok(diagnosis);
    }
    let is_castling = |mv: &Move| mv.castling_rook().is_some();
    if state.is_none() && adds_only(&exchange, is_castling) && misread::misreads_rights(inquiry)? {
        return Ok(Diagnosis::new(exchange, Origin::GenerationOrMake));
    }
    if lacks_castling_alone(&exchange)
        && let Some(played) = from_rights_at_end(&exchange.line)
        && inquiry.ask(&played, exchange.depth)?.is_right()
    {
        return Ok(Diagnosis::against(exchange, Origin::ReadRootOrMake, played).with_state(state));
    }
    Ok(Diagnosis::of_make(exchange, state))
}

/// Whether castling is missing, and nothing else is wrong: then a right was not read, or it was lost on the way.
pub(super) fn lacks_castling_alone(exchange: &Exchange) -> bool {
    let Difference { missing, extra, twice, .. } = &exchange.comparison.difference;
    let is_castling = |mv: &Move| mv.castling_rook().is_some();
    missing.iter().all(is_castling) && extra.is_empty() && twice.is_empty()
}

/// The same moves from the same board, with those rights to castle alone that are left at the end, if the first FEN
/// writes them in another way than the last one. Some engines read the letters of Chess960 wrongly or not at all, and are
/// right by a FEN of ordinary chess.
fn from_rights_at_end(line: &Line) -> Option<Line> {
    let end = line.end();
    if line.root.castling_notation() == end.castling_notation() {
        return None;
    }
    let castling = end.setup().castling;
    line.played_from(Position::new(Setup { castling, ..line.root.setup() }).ok()?)
}

/// Whether all that is wrong is that moves of a kind are listed which would leave the king in check, or castle wrongly.
fn adds_only(exchange: &Exchange, is_of_kind: impl Fn(&Move) -> bool) -> bool {
    let Difference { missing, extra, twice, .. } = &exchange.comparison.difference;
    let mut moves = exchange.line.end().pseudo_legal_moves();
    moves.retain(is_of_kind);
    let is_listed =
        |extra: &Extra| extra.named.is_some_and(|named| !named.among(&moves).is_empty());
    missing.is_empty() && twice.is_empty() && extra.iter().all(is_listed)
}

/// Whether the engine captures en passant where nothing but the FEN says that it may.
fn reads_en_passant(inquiry: &mut Inquiry) -> Result<bool, Unanswered> {
    let position: Position =
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1".parse().expect("a position with kings and two pawns");
    Ok(inquiry.ask_by_fen(&position, 1)?.is_right())
}

/// The state that explains an answer at the end of a line, if one does. Where several do, one ply more
/// may decide between them.
fn state_after_making(
    inquiry: &mut Inquiry,
    exchange: &Exchange,
) -> Result<Option<CorruptState>, Unanswered> {
    let mut hypotheses = after(Stage::Make, &exchange.line);
    hypotheses.retain(|it| it.explains(inquiry.oracle, exchange));
    if hypotheses.is_empty() {
        // Perhaps two things are wrong at once.
        hypotheses = pairs_after_making(&exchange.line);
        hypotheses.retain(|it| it.explains(inquiry.oracle, exchange));
    }
    let mut place = 0;
    if let [first, second, ..] = &hypotheses[..]
        && first.position != second.position
    {
        let deeper = inquiry.ask(&exchange.line, exchange.depth + 1)?;
        let explains = |it: &Hypothesis| it.explains(inquiry.oracle, &deeper);
        place = hypotheses.iter().position(explains).unwrap_or(0);
    }
    Ok(hypotheses.get(place).map(|hypothesis| hypothesis.state.clone()))
}
