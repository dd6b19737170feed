//! A position whose moves are wrong by its FEN alone: is generation at fault, the reading of the FEN, or
//! the making and taking back of moves by which their legality is tested?

use super::making::{depth_that_shows, if_made, line_alone, made_wrongly};
use super::misread::{self, misreading};
use super::origin::{Diagnosis, Evidence, Origin};
use super::played::as_wrong_again;
use super::predecessor::{with_last_move, with_piece_moved_to, with_right_lost};
use super::{
    DEPTH_OF_TOTALS, Ruling, Seen, adds_kings_moves, ask_all, ask_wrong_again, diagnose_second,
    explaining, explaining_totals, lacks_castling_alone, undone,
};
use crate::search::exchange::Exchange;
use crate::search::explain::Rule;
use crate::search::fewest::men_of;
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{
    CorruptState, Hypothesis, Stage, after, castlings_without_right, if_possible,
};
use crate::search::plan::line;
use crate::search::suspects::{Part, Suspects};
use crate::worlds::contrasts;
use ox88::{
    Board, CastlingNotation, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Position,
    Setup, Square,
};
use ox88_engine::{Difference, Line, MoveName, RowsFrom};

/// Among so many positions that differ in little, so many have to be misread where what is misread is not on the board.
const MOST_BESIDE: usize = 24;
const ENOUGH_BESIDE: usize = 2;

/// How many of the missing moves are played to see what making them does. Usually one fault explains
/// them all.
const MOVES_PLAYED: usize = 3;

/// From the start position, the moves after which White can castle on both wings, and Black after one more.
const BOTH_WINGS_FREE: &str =
    "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e2e3 e7e6 g1f3 g8f6 f1e2 f8e7";

/// Our move, and the reply to it.
const PLIES_TO_OUR_NEXT_MOVE: u32 = 2;

/// What is at fault when the moves of a position are wrong by its own FEN.
pub(super) async fn diagnose_by_fen(
    inquiry: &mut Inquiry<'_>,
    wrong: Exchange,
) -> Result<Diagnosis, Unanswered> {
    let otherwise = otherwise(&wrong);
    ask_all(inquiry, Seen::MovesByFen, Diagnosis::new(wrong, otherwise)).await
}

/// What is at fault if no control shows another part. Two rights of a FEN that name one rook give its castling twice:
/// then nobody knows whether it is read or generated wrongly, unless the castling with the other rook is there as well.
pub(super) fn otherwise(wrong: &Exchange) -> Origin {
    let is_castling = |mv: &Move| mv.castling_rook().is_some();
    let Difference { twice, missing, .. } = &wrong.comparison.difference;
    let legal = wrong.line.end().legal_moves().into_iter();
    let listed = legal.filter(|it| is_castling(it) && !missing.contains(it)).count();
    if twice.iter().any(is_castling) && listed < CastlingSide::BOTH.len() {
        return Origin::read_or_generated(Evidence::OfOtherWing);
    }
    Origin::GENERATION
}

/// Whether the engine has misread the FEN with which a line begins, if that shows in the moves there.
pub(super) async fn root(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let by_fen = inquiry.ask_by_fen(&known.exchange.line.root, 1).await?;
    if by_fen.is_right() || misreading(&by_fen).is_none() {
        return Ok(None);
    }
    let verdict = diagnose_by_fen(inquiry, by_fen).await?;
    Ok(Some(verdict).filter(|it| it.origin.part() == Part::ReadFen))
}

/// Whether the FEN shows wrong moves at a smaller depth, for a reason of their own.
pub(super) async fn wrong_moves_for_less(
    inquiry: &mut Inquiry<'_>,
    known: &mut Diagnosis,
) -> Ruling {
    let Exchange { line, depth, .. } = &known.exchange;
    let depths = if known.exchange.has_right_moves() { 1..1 } else { 1..*depth };
    for depth in depths {
        let by_fen = inquiry.ask_by_fen(&line.end(), depth).await?;
        if !by_fen.has_right_moves() {
            return diagnose_by_fen(inquiry, by_fen).await.map(Some);
        }
    }
    Ok(None)
}

/// The same question by the FEN once more: a right answer shows that the wrong one was none that is always given.
pub(super) async fn repeated(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let by_fen = inquiry.ask(&known.exchange.line.at_end(), known.exchange.depth).await?;
    if by_fen.is_right() {
        return known.told(Origin::unknown(Evidence::RightWhenRepeated));
    }
    known.exchange = by_fen;
    Ok(None)
}

/// Whether a person has to play the way to this position: the engine may have misread its FEN. Where castlings are
/// missing, the FEN before it would be misread as well.
fn may_be_misread(wrong: &Exchange, is_explained: bool) -> bool {
    let position = wrong.line.end();
    let castles_out_of_check = position.is_check() && may_castle_wrongly(wrong);
    !lacks_castling_alone(wrong) && (castles_out_of_check || is_explained)
}

/// Whether one of the wrong moves is a castling, or could be taken for one.
fn may_castle_wrongly(wrong: &Exchange) -> bool {
    let position = wrong.line.end();
    let Difference { missing, extra, twice, .. } = &wrong.comparison.difference;
    let extra = extra.iter().filter_map(|extra| extra.named);
    let mut names = missing.iter().chain(twice).map(|&mv| mv.into()).chain(extra);
    names.any(|name: MoveName| match name {
        MoveName::Castling(_) => true,
        MoveName::Squares { from, to, .. } => {
            let king = position.board().at(from).map(Piece::kind);
            king == Some(PieceKind::King) && from.rank() == to.rank()
        }
    })
}

/// What may be misread so that playing the way to the position would show it. Each pinned piece is free to go without
/// its pinner: nobody is asked to play just because of that.
fn misreading_to_ask(wrong: &Exchange, is_with_person: bool) -> Option<Hypothesis> {
    let here = wrong.line.end();
    misreading(wrong).filter(|it| {
        let lacks_moves_alone = wrong.comparison.difference.extra.is_empty();
        it.piece_not_read(&here).is_none_or(|square| {
            (lacks_moves_alone || !is_with_person) && with_piece_moved_to(&here, square).is_some()
        })
    })
}

/// Whether the engine is right about the same position when it plays its way there, or counts from the position before.
pub(super) async fn right_when_played(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let first = &known.exchange;
    let misread = misreading_to_ask(first, inquiry.is_with_person());
    let is_explained = misread.is_some();
    let way = way_to(first, misread.as_ref());
    if inquiry.is_with_person() {
        if !may_be_misread(first, is_explained) {
            return Ok(None);
        }
        let Some(line) = &way else {
            known.origin = Origin::read_or_generated(Evidence::NoMovesLeadHere);
            known.state = misread.map(|misread| misread.state);
            return misread::elsewhere(inquiry, known).await;
        };
        inquiry.ask(line, first.depth).await?;
    }
    let Some(line) = way else { return Ok(None) };
    let right = way_where_right(inquiry, first, line, is_explained).await;
    let Some((played, is_only_counted)) = right else { return Ok(None) };
    // It may spoil something whenever it generates moves, and generate them when it has read a FEN.
    if !is_only_counted
        && let right = inquiry.ask(&played, first.depth).await?
        && let Some(verdict) = as_wrong_again(inquiry, &right, first).await?
    {
        return Ok(Some(verdict));
    }
    // A person has seen it right where it was played.
    let misread = match misread {
        Some(it) if !inquiry.is_with_person() && is_refuted_below(inquiry, first, &it).await => {
            None
        }
        misread => misread,
    };
    let is_read = is_explained && misread.is_none();
    let first = first.clone();
    let verdict = if is_only_counted {
        let others = if is_read { Suspects::NONE } else { Suspects::READ.or(Suspects::COUNTING) };
        let suspects = Suspects::GENERATION.or(others);
        Diagnosis::new(first, Evidence::RightFromBefore { played }.against(suspects))
    } else if let Some(wrong) = wrong_as_played_by_hand(inquiry, &first) {
        let origin = Evidence::RightFromAnotherRoot.against(Suspects::READ.or(Suspects::MAKE));
        return Ok(Some(Diagnosis::against(wrong, origin, played)));
    } else if is_misread_alone(inquiry, &first, misread.as_ref()).await? {
        Diagnosis::against(first, Origin::READ_FEN, played)
    } else {
        let suspects = Suspects::READ.or(Suspects::GENERATION);
        Diagnosis::against(first, Evidence::WrongByFen.against(suspects), played)
    };
    Ok(Some(verdict.with_state(misread.map(|misread| misread.state))))
}

/// Whether a square or right that seems not to be read is not read either where the move that is missing stands alone on the
/// board. Where it is, moves may be generated in an order that differs after a FEN and after moves.
async fn is_misread_alone(
    inquiry: &mut Inquiry<'_>,
    by_fen: &Exchange,
    misread: Option<&Hypothesis>,
) -> Result<bool, Unanswered> {
    let Some(misread) = misread else { return is_wrong_by_each_fen(inquiry, by_fen).await };
    // In Chess960, the same right may be written in another way where less is on the board.
    let is_chess960 = by_fen.line.root.castling_notation() == CastlingNotation::KingTakesRook;
    let may_be_generated = match misread.state.rule {
        Rule::EnPassantSquareLost => true,
        rule => rule == Rule::CastlingRightLost && !is_chess960,
    };
    let mut missing = by_fen.comparison.difference.missing.iter();
    let alone = missing.find_map(|&mv| line_alone(&by_fen.line.end(), mv, false));
    let Some(alone) = alone.filter(|_| may_be_generated && !inquiry.is_with_person()) else {
        return Ok(true);
    };
    let answer = inquiry.ask_by_fen(&alone.root, 1).await?;
    let mut misreadings = after(Stage::ReadFen, &answer.line).into_iter();
    Ok(misreadings.any(|it| it.state.rule == misread.state.rule && it.explains(&answer)))
}

/// Whether the engine is right in positions that differ in little when it plays its way there, where it is wrong by their
/// FENs: what is not on the board may be misread as well.
async fn is_wrong_by_each_fen(
    inquiry: &mut Inquiry<'_>,
    by_fen: &Exchange,
) -> Result<bool, Unanswered> {
    if inquiry.is_with_person() {
        return Ok(true);
    }
    let mut wrong = 0;
    let beside = contrasts(&by_fen.line.end(), &by_fen.wrong_moves());
    for here in beside.into_iter().take(MOST_BESIDE) {
        let Some(line) = with_last_move(&here) else { continue };
        if inquiry.ask_by_fen(&here, by_fen.depth).await?.is_right() {
            continue;
        }
        if !inquiry.ask(&line, by_fen.depth).await?.is_right() {
            return Ok(false);
        }
        wrong += 1;
        if wrong == ENOUGH_BESIDE {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a person answered where the engine played its way to the same position, if that is wrong and follows from no
/// misread FEN. The answer by the FEN may be the same one, pasted once more.
fn wrong_as_played_by_hand(inquiry: &Inquiry, by_fen: &Exchange) -> Option<Exchange> {
    let is_misread = |it: &Exchange| {
        let misreadings = after(Stage::ReadFen, &it.line);
        misreadings.iter().any(|misread| misread.explains(it))
    };
    let here = by_fen.line.end();
    let mut played = inquiry.facts.answered.iter().filter(|it| !it.line.moves.is_empty());
    let is_other = |it: &&Exchange| {
        !it.is_right() && it.line.end().same_but_for_counters(&here) && !is_misread(it)
    };
    played.find(is_other).cloned()
}

/// Whether the missing castlings are there after moves from the start position, which needs no FEN. If no FEN with
/// these rights shows them, they may be generated as well.
pub(super) async fn rights_by_name(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    if !may_not_read_rights(inquiry, &known.exchange).await? {
        return Ok(None);
    }
    known.origin = Origin::read_or_generated(Evidence::CastlesByNoFen);
    if inquiry.is_with_person() {
        return Ok(None);
    }
    match castles_by_name(inquiry, &known.exchange).await? {
        Some(played) => known.told(Evidence::CastlesByName { played }.against(Suspects::READ)),
        None => Ok(None),
    }
}

/// Whether the wrong moves leave something behind when they are played that explains why they are.
pub(super) async fn moves_made(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let Exchange { line, comparison, .. } = &known.exchange;
    let (position, missing) = (&line.end(), &comparison.difference.missing);
    if inquiry.refuses_moves() {
        let mut made = missing.iter().filter(|&&mv| if_made(position, mv).is_some());
        if let (Some(&mv), None) = (made.next(), made.next())
            && is_right_alone(inquiry, position, mv).await?
        {
            let is_read = mv.kind == MoveKind::EnPassant;
            let read = if is_read { Suspects::READ } else { Suspects::NONE };
            known.settled = known.settled.or(Suspects::MAKE).or(read);
        }
        return Ok(None);
    }
    let extra = known.exchange.possible_extra().into_iter();
    let played = missing.iter().take(MOVES_PLAYED).map(|&mv| line.and(mv));
    let mut tried = missing.iter().copied().take(MOVES_PLAYED).chain(extra.take(MOVES_PLAYED));
    if inquiry.is_with_person() {
        let may_be = tried.find(|&mv| if_made(position, mv).is_some());
        let Some(line) = may_be.and_then(|mv| line_alone(position, mv, false)) else {
            return Ok(None);
        };
        if !inquiry.ask(&line, 1).await?.is_right() {
            inquiry.ask_by_fen(&line.end(), 1).await?;
        }
        let made = state_if_made(inquiry, position, line).await;
        return Ok(made.map(|(exchange, state)| Diagnosis::of_make(exchange, Some(state))));
    }
    for line in played.chain(tried.filter_map(|mv| line_alone(position, mv, false))) {
        if let Some((exchange, state)) = state_if_made(inquiry, position, line).await {
            return Ok(Some(Diagnosis::of_make(exchange, Some(state))));
        }
    }
    Ok(None)
}

/// Whether an engine that takes no moves lists a missing one where it is alone on the board, and counts behind it as no
/// engine does that makes it so wrongly. The FEN there has the same en passant square.
async fn is_right_alone(
    inquiry: &mut Inquiry<'_>,
    here: &Position,
    mv: Move,
) -> Result<bool, Unanswered> {
    let Some(alone) = line_alone(here, mv, false) else { return Ok(false) };
    let wrongly = made_wrongly(&Line::at(*here).and(mv));
    let rules = wrongly.iter().map(|it| it.state.rule).collect();
    let Some(depth) = depth_that_shows(&alone, &rules) else { return Ok(false) };
    let answer = inquiry.ask_by_fen(&alone.root, depth).await?;
    // Such totals after each move are asked for by FENs as well.
    Ok(answer.reply.source != RowsFrom::Totals && answer.is_right())
}

/// Whether it may be that the engine does not read the rights of a FEN, in these letters: where nothing but the kings,
/// the rooks of the same rights and all pawns at home are on the board it lacks the same castlings.
async fn may_not_read_rights(
    inquiry: &mut Inquiry<'_>,
    lacking: &Exchange,
) -> Result<bool, Unanswered> {
    let end = lacking.line.end();
    if !lacks_castling_alone(lacking) {
        return Ok(false);
    }
    let home = Position::start();
    let is_pawn = |man: &(Square, Piece)| man.1.kind() == PieceKind::Pawn;
    let pawns = men_of(&home).into_iter().filter(is_pawn);
    let rights = end.castling_rights();
    let kings = Color::BOTH.map(|color| {
        // The other king may be what the engine takes for a reason not to castle, or its file for what the rights mean.
        let is_needed = color == end.side_to_move() || rights.iter().any(|it| it.0 == color);
        let king = end.king(color);
        let at_home = Square::new(king.file(), color.home_rank());
        (if is_needed { king } else { at_home }, Piece::new(color, PieceKind::King))
    });
    let rooks = rights.iter().map(|it| (it.2, Piece::new(it.0, PieceKind::Rook)));
    let mut board = Board::EMPTY;
    pawns.chain(kings).chain(rooks).for_each(|(square, man)| board.put(square, man));
    let setup = Setup { board, en_passant: None, halfmove_clock: 0, ..end.setup() };
    let castlings = &lacking.comparison.difference.missing;
    let can_castle = |it: &Position| castlings.iter().all(|&mv| it.legal_moves().contains(&mv));
    let Some(bare) = Position::new(setup).ok().filter(can_castle) else { return Ok(true) };
    let by_fen = inquiry.ask_by_fen(&bare, 1).await?;
    let Difference { missing, .. } = &by_fen.comparison.difference;
    // Totals alone do not always show which moves are missing.
    let may_lack = by_fen.reply.source == RowsFrom::Totals && !by_fen.is_right();
    // A castling that goes elsewhere has its right.
    let is_listed_otherwise = adds_kings_moves(&by_fen);
    Ok(may_lack || !is_listed_otherwise && castlings.iter().any(|mv| missing.contains(mv)))
}

/// The moves from the start position after which the engine castles like this if it knows that position by name, and
/// not by the FEN.
async fn castles_by_name(
    inquiry: &mut Inquiry<'_>,
    lacking: &Exchange,
) -> Result<Option<Line>, Unanswered> {
    let castlings = &lacking.comparison.difference.missing;
    let mut lines = after_moves_by_name();
    lines.retain(|it| castlings.iter().all(|mv| it.end().legal_moves().contains(mv)));
    let lacks_them =
        |it: &Exchange| castlings.iter().all(|mv| it.comparison.difference.missing.contains(mv));
    let found = right_by_name(inquiry, lines, lacks_them).await?;
    Ok(found.map(|(played, _)| played))
}

/// The lines from the start position after which White can castle on both wings, and Black.
pub(super) fn after_moves_by_name() -> Vec<Line> {
    let moves = [BOTH_WINGS_FREE.to_owned(), format!("{BOTH_WINGS_FREE} h2h3")];
    moves.iter().filter_map(|moves| line(ox88::START, moves)).collect()
}

/// The first of these lines from the start position after which the engine is right, both times that it is asked by the
/// name of that position, and by the FEN of whose end it is wrong in such a way; with that answer.
pub(super) async fn right_by_name(
    inquiry: &mut Inquiry<'_>,
    lines: Vec<Line>,
    is_such: impl Fn(&Exchange) -> bool,
) -> Result<Option<(Line, Exchange)>, Unanswered> {
    for played in lines {
        if inquiry.is_right_by_name(&played).await?
            && let by_fen = inquiry.ask_by_fen(&played.end(), 1).await?
            && is_such(&by_fen)
            && inquiry.is_right_by_name(&played).await?
        {
            return Ok(Some((played, by_fen)));
        }
    }
    Ok(None)
}

/// Whether other moves are wrong the second time. Those that are wrong only then are a matter of their own, unless
/// taking moves back explains both answers.
pub(super) async fn wrong_otherwise_again(
    inquiry: &mut Inquiry<'_>,
    known: &mut Diagnosis,
) -> Ruling {
    let first = &known.exchange;
    let Some(second) = inquiry.ask_again(first).await? else { return Ok(None) };
    // At another depth it may be right for that reason.
    let is_right_for_less = second.is_right() && second.depth < first.depth;
    if is_right_for_less || second.comparison.difference.has_moves_of(&first.comparison.difference)
    {
        return Ok(None);
    }
    if let Some(state) = undone::left_behind(inquiry, first).await {
        let unmake = Diagnosis::new(first.clone(), Origin::ASKED_TWICE);
        return Ok(Some(unmake.with_state(Some(state))));
    }
    let Some(again) = diagnose_second(inquiry, first, second).await else {
        return known.told(Origin::unknown(Evidence::NotSettled));
    };
    let state = again.state.clone();
    // A right unmake may fail on a move that is not legal.
    let is_proven = first.comparison.difference.extra.is_empty();
    let again = is_proven.then(|| Box::new(again));
    let verdict = if let Some(misread) = misreading(first)
        && let Some(line) = way_to(first, Some(&misread))
        && let Some((played, false)) = way_where_right(inquiry, first, line, true).await
    {
        let verdict = Diagnosis::against(first.clone(), Origin::READ_FEN, played);
        verdict.with_state(Some(misread.state))
    } else {
        let origin = Evidence::AskedTwice
            .against(Suspects::READ.or(Suspects::GENERATION).or(Suspects::UNMAKE));
        Diagnosis::new(first.clone(), origin).with_state(state)
    };
    Ok(Some(Diagnosis { again, ..verdict }))
}

/// The way to the same position, if the engine is right when it plays it. No reply to
/// them shows nothing about how it reads a FEN. Where misreading it explains the answer, what is wrong
/// by the FEN has to be right when played, and other moves may be extra for another reason. Or the engine
/// is wrong again, and only its count from the position before is right: then the second value is true.
async fn way_where_right(
    inquiry: &mut Inquiry<'_>,
    by_fen: &Exchange,
    line: Line,
    is_explained: bool,
) -> Option<(Line, bool)> {
    let Difference { extra, twice, .. } = &by_fen.comparison.difference;
    let is_with_person = inquiry.is_with_person();
    if inquiry.refuses_moves() {
        return is_counted_rightly(inquiry, &line, by_fen)
            .await?
            .then(|| (Line::at(line.root), true));
    }
    let is_right = inquiry.ask(&line, by_fen.depth).await.is_ok_and(|played| {
        let wrong = &played.comparison.difference;
        // An engine that refuses to play the moves lists those of the other side.
        let is_played = played.possible_extra().len() == wrong.extra.len();
        let is_right_again = is_played
            && wrong.missing.is_empty()
            && !extra.iter().any(|it| wrong.extra.contains(it))
            && !twice.iter().any(|it| wrong.twice.contains(it));
        played.is_right() || is_explained && is_right_again
    });
    let is_counted =
        !is_right && !is_with_person && is_counted_rightly(inquiry, &line, by_fen).await?;
    (is_right || is_counted).then_some((line, !is_right))
}

/// The moves that lead to the same position, if they would show how its FEN is read.
fn way_to(by_fen: &Exchange, misread: Option<&Hypothesis>) -> Option<Line> {
    let position = by_fen.line.end();
    // A piece that the engine has not read has to come to its square.
    if let Some(square) = misread.and_then(|it| it.piece_not_read(&position)) {
        return with_piece_moved_to(&position, square);
    }
    let extra = &by_fen.comparison.difference.extra;
    // An extra castling may come from a right that the FEN does not give: then the line must lose that
    // right on the board. For anything else the last move will do.
    let lost = castlings_without_right(&position).into_iter().find(|&(color, castling)| {
        let mv = Move::castling(position.king(color), castling.rook());
        let is_named = |name: MoveName| name.the_one_among(&[mv]).is_some();
        color == position.side_to_move() && extra.iter().filter_map(|it| it.named).any(is_named)
    });
    let line = match lost {
        Some((color, castling)) => with_right_lost(&position, color, castling),
        None => with_last_move(&position),
    };
    // An engine that plays a double push may rightly set no square where no pawn can capture there.
    let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
    let may_differ =
        position.en_passant().is_some() && !position.pseudo_legal_moves().iter().any(is_en_passant);
    line.filter(|_| misread.is_some() || !may_differ)
}

/// Whether the count after the last move is right when the engine counts from the position before it.
/// Some engines play the moves that they are given by writing a FEN and reading it again.
async fn is_counted_rightly(
    inquiry: &mut Inquiry<'_>,
    line: &Line,
    by_fen: &Exchange,
) -> Option<bool> {
    let [mv] = line.moves[..] else { return Some(false) };
    let from_before = inquiry.ask_by_fen(&line.root, by_fen.depth + 1).await.ok()?;
    let Difference { missing, twice, .. } = &from_before.comparison.difference;
    // A row without leaves may be left out.
    let is_wrong = !from_before.has_right_row(mv) || missing.contains(&mv) || twice.contains(&mv);
    // A count that is right by its FEN as well would show nothing.
    let is_wrong_by_fen = by_fen.reply.sum() != by_fen.comparison.nodes;
    Some(!is_wrong && is_wrong_by_fen)
}

/// Whether the counts deeper down are right where they would be others if the engine had misread its FEN like
/// this: then it has read it, and only what it lists at the root is wrong.
async fn is_refuted_below(
    inquiry: &mut Inquiry<'_>,
    by_fen: &Exchange,
    misread: &Hypothesis,
) -> bool {
    let (position, depth) = (by_fen.line.end(), by_fen.depth + PLIES_TO_OUR_NEXT_MOVE);
    let Ok(deeper) = inquiry.ask_by_fen(&position, depth).await else { return false };
    let listed = deeper.rows();
    let right = inquiry.oracle.divide(&position, depth);
    // Whether each count is right that would be another one.
    let mut tell_apart = right.rows().iter().filter_map(|&(mv, ours)| {
        let (_, theirs) = listed.iter().find(|row| row.0 == mv)?;
        let if_misread = ox88::perft(&if_possible(&misread.position, mv)?, depth - 1);
        (if_misread != ours).then_some(*theirs == ours)
    });
    tell_apart.next() == Some(true) && tell_apart.all(|is_right| is_right)
}

/// The exchange after a move that is missing in a position, or listed there wrongly, and the state that explains both
/// that exchange and why it is: an engine that makes a move wrongly to see whether it is legal may then believe a king
/// to be in check that is not, or the other way round.
async fn state_if_made(
    inquiry: &mut Inquiry<'_>,
    position: &Position,
    line: Line,
) -> Option<(Exchange, CorruptState)> {
    let mut played = inquiry.ask(&line, 1).await.ok()?;
    if played.is_right() && played.reply.source == RowsFrom::Totals {
        // The wrong position may have as many moves.
        for depth in 2..=DEPTH_OF_TOTALS {
            if let Ok(deeper) = inquiry.ask_without_rows(&line, depth).await
                && !deeper.is_right()
            {
                played = deeper;
                break;
            }
        }
    }
    if played.is_right() {
        return None;
    }
    let by_fen = inquiry.ask_by_fen(&line.end(), 1).await.ok().filter(Exchange::is_right)?;
    if ask_wrong_again(inquiry, &by_fen).await.ok()?.is_some() {
        return None;
    }
    // An engine may also refuse a move that it lacks, and answer for the position before it.
    let made = after(Stage::Make, &line);
    let states = if played.depth == 1 {
        explaining(inquiry, &played, made).await.ok()?
    } else {
        explaining_totals(inquiry, &played, made).await.ok()?
    };
    if line.plies().any(|ply| states.iter().any(|it| it.position == ply.before)) {
        return None;
    }
    let made = made_wrongly(&Line { root: *position, ..line });
    let is_made = |it: &Hypothesis| made.iter().any(|made| made.state.rule == it.state.rule);
    let hypothesis = states.into_iter().find(is_made)?;
    Some((played, hypothesis.state))
}
