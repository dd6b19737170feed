//! A position whose moves are wrong by its FEN alone: is generation at fault, the reading of the FEN, or
//! the making and taking back of moves by which their legality is tested?

use super::counts::{corrupted_below, state_explaining};
use super::misread;
use super::origin::{Diagnosis, Evidence, Origin};
use super::predecessor::{with_last_move, with_right_lost};
use super::{ask_wrong_again, diagnose_second, lacks_castling_alone};
use crate::compare::Difference;
use crate::exchange::Exchange;
use crate::explain::Rule;
use crate::faults::{Stage, castlings_without_right};
use crate::hypothesis::{CorruptState, Hypothesis, after, after_undoing, if_possible};
use crate::inquiry::{Inquiry, Unanswered};
use crate::line::Line;
use crate::oracle::Oracle;
use crate::spoilt::is_symptom;
use ox88::{
    Board, CastlingNotation, CastlingRights, Color, File, Move, MoveKind, MoveName, Piece,
    PieceKind, Position, Setup, Square, is_attacked,
};

/// How many of the missing moves are played to see what making them does. Usually one fault is behind
/// them all.
const MOVES_PLAYED: usize = 3;

/// Our move, and the reply to it.
const PLIES_TO_OUR_NEXT_MOVE: u32 = 2;

/// A kind of move that can be taken out of a position without changing anything else.
#[derive(Clone, Copy)]
enum Removable {
    EnPassant,
    Castling,
}

/// Finds out what is at fault when the moves of a position are wrong by its own FEN.
pub(super) fn diagnose(inquiry: &mut Inquiry, wrong: Exchange) -> Result<Diagnosis, Unanswered> {
    // The second question follows at once, so that nothing comes between the two.
    let position = &wrong.line.end();
    let first = inquiry.ask_by_fen(position, wrong.depth)?;
    if first.is_right() {
        return Ok(Diagnosis::new(wrong, Origin::RightWhenRepeated));
    }
    if inquiry.is_with_person() {
        // What follows tells apart why it is wrong, by many more questions.
        return Ok(Diagnosis::new(first, Origin::Generation));
    }
    if let Some(second) = inquiry.ask_again(&first)?
        && !second.comparison.difference.has_moves_of(&first.comparison.difference)
        // At another depth it may be right for that reason.
        && !(second.is_right() && second.depth < first.depth)
    {
        return Ok(wrong_otherwise_again(inquiry, first, second));
    }
    let misread = misreading(inquiry.oracle, &first);
    let is_explained = misread.is_some();
    if let Some((played, is_only_counted)) = right_when_played(inquiry, &first, is_explained) {
        let misread = misread.filter(|misread| !is_refuted_below(inquiry, &first, misread));
        let is_read = is_explained && misread.is_none();
        let state = misread.map(|misread| misread.state);
        if !is_only_counted {
            let origin = Origin::ReadFen { played: played.clone(), state };
            return Ok(Diagnosis::against(first, origin, played));
        }
        let origin = if is_read {
            Origin::GenerationAtRoot { played }
        } else {
            Origin::ReadFenOrRoot { played, state }
        };
        return Ok(Diagnosis::new(first, origin));
    }
    if is_explained && let Some(diagnosis) = misread::diagnose(inquiry, &first)? {
        return Ok(diagnosis);
    }
    let Difference { missing, extra, .. } = &first.comparison.difference;
    let possible = position.pseudo_legal_moves();
    let extra = extra.iter().filter_map(|it| it.named?.the_one_among(&possible));
    let played = |&mv: &Move| [Some(first.line.and(mv)), quiet_line(position, mv)];
    let lines = missing.iter().take(MOVES_PLAYED).flat_map(played);
    let lines = lines.chain(extra.take(MOVES_PLAYED).map(|mv| legal_line(position, mv)));
    for line in lines.flatten() {
        if let Some((exchange, state)) = state_after(inquiry, position, line) {
            return Ok(Diagnosis::of_make(exchange, Some(state)));
        }
    }
    let without = [
        (Removable::EnPassant, Evidence::WithoutEnPassant),
        (Removable::Castling, Evidence::WithoutCastling),
    ];
    for (removable, evidence) in without {
        let tried = removable.moves_in(position);
        // Without a state that explains the answer it only shows that these rules matter here.
        if !tried.is_empty()
            && !removable.is_in_question(&first)
            && let Ok(without) = Position::new(removable.taken_out_of(position.setup()))
            && inquiry.ask_by_fen(&without, first.depth)?.is_right()
            && let Some(left) = state_left_by(&tried, &first)
            && let board = board_below(inquiry, &first, &left)?
            && board != BoardBelow::AsItShouldBe
        {
            let state = Some(left.state);
            let origin = match board {
                BoardBelow::LeftBehind => Origin::Unmake { state, evidence },
                _ => Origin::GenerationOrUnmake { state, evidence },
            };
            return Ok(Diagnosis::against(first, origin, Line::at(without)));
        }
    }
    if let Some(below) = corrupted_below(inquiry, &first)? {
        return Ok(Diagnosis::new(first, below));
    }
    if may_not_read_rights(inquiry, &first)? {
        let state = misread.map(|misread| misread.state);
        return Ok(Diagnosis::new(first, Origin::ReadFenOrGeneration { state }));
    }
    Ok(Diagnosis::new(first, Origin::Generation))
}

/// Whether it may be that the engine does not read the rights of a FEN of Chess960, in these letters: where nothing but
/// the kings, the rooks of the same rights and all pawns at home are on the board it lacks the same castlings. Many
/// readers know the letters of ordinary chess alone.
fn may_not_read_rights(inquiry: &mut Inquiry, lacking: &Exchange) -> Result<bool, Unanswered> {
    let end = lacking.line.end();
    if end.castling_notation() == CastlingNotation::KingToTarget || !lacks_castling_alone(lacking) {
        return Ok(false);
    }
    let mut board = Board::EMPTY;
    for color in Color::BOTH {
        let pawn = Piece::new(color, PieceKind::Pawn);
        File::all().for_each(|file| board.put(Square::new(file, color.pawn_home_rank()), pawn));
    }
    for color in Color::BOTH {
        board.put(end.king(color), Piece::new(color, PieceKind::King));
    }
    for (color, _, rook) in end.castling_rights().iter() {
        board.put(rook, Piece::new(color, PieceKind::Rook));
    }
    let setup = Setup { board, en_passant: None, halfmove_clock: 0, ..end.setup() };
    let castlings = &lacking.comparison.difference.missing;
    let can_castle = |it: &Position| castlings.iter().all(|&mv| it.legal_moves().contains(&mv));
    let Some(bare) = Position::new(setup).ok().filter(can_castle) else { return Ok(true) };
    let missing = inquiry.ask_by_fen(&bare, 1)?.comparison.difference.missing;
    Ok(castlings.iter().any(|mv| missing.contains(mv)))
}

/// What is at fault when other moves are wrong the second time. Those that are wrong only then are a matter of their
/// own, unless taking moves back explains both answers.
fn wrong_otherwise_again(inquiry: &mut Inquiry, first: Exchange, second: Exchange) -> Diagnosis {
    let oracle = inquiry.oracle;
    let evidence = Evidence::AskedTwice;
    let state = state_explaining(oracle, &first, &second);
    if is_symptom(oracle, state.as_ref(), &first) {
        return Diagnosis::new(first, Origin::Unmake { state, evidence });
    }
    let Some(again) = diagnose_second(oracle, &first, second) else {
        return Diagnosis::new(first, Origin::NotSettled);
    };
    let state = again.origin.state().cloned();
    // A right unmake may fail on a move that is not legal.
    let is_proven = first.comparison.difference.extra.is_empty();
    let again = is_proven.then(|| Box::new(again));
    if let Some(misread) = misreading(oracle, &first)
        && let Some((played, false)) = right_when_played(inquiry, &first, true)
    {
        let origin = Origin::ReadFen { played: played.clone(), state: Some(misread.state) };
        return Diagnosis { again, ..Diagnosis::against(first, origin, played) };
    }
    let origin = Origin::GenerationOrUnmake { state, evidence };
    Diagnosis { again, ..Diagnosis::new(first, origin) }
}

/// The position that an engine may have which has misread the FEN, if one explains its answer.
fn misreading(oracle: &Oracle, by_fen: &Exchange) -> Option<Hypothesis> {
    let misreadings = after(Stage::ReadFen, &by_fen.line);
    misreadings.into_iter().find(|it| it.explains(oracle, by_fen))
}

/// The moves that lead to the same position, if the engine is right when it plays them. No reply to
/// them shows nothing about how it reads a FEN. Where misreading it explains the answer, what is wrong
/// by the FEN has to be right when played, and other moves may be extra for another reason. Or the engine
/// is wrong again, and only its count from the position before is right: then the second value is true.
fn right_when_played(
    inquiry: &mut Inquiry,
    by_fen: &Exchange,
    is_explained: bool,
) -> Option<(Line, bool)> {
    let position = by_fen.line.end();
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
    let may_differ =
        position.en_passant().is_some() && Removable::EnPassant.moves_in(&position).is_empty();
    let line = line.filter(|_| is_explained || !may_differ)?;
    if inquiry.refuses_moves() {
        return is_counted_rightly(inquiry, &line, by_fen)?.then(|| (Line::at(line.root), true));
    }
    let is_right = inquiry.ask(&line, by_fen.depth).is_ok_and(|played| {
        let wrong = &played.comparison.difference;
        let is_right_again =
            wrong.missing.is_empty() && !extra.iter().any(|it| wrong.extra.contains(it));
        played.is_right() || is_explained && is_right_again
    });
    (is_right || is_counted_rightly(inquiry, &line, by_fen)?).then_some((line, !is_right))
}

/// Whether the count behind the last move is right when the engine counts from the position before it.
/// Some engines play the moves that they are given by writing a FEN and reading it again.
fn is_counted_rightly(inquiry: &mut Inquiry, line: &Line, by_fen: &Exchange) -> Option<bool> {
    let [mv] = line.moves[..] else { return Some(false) };
    let from_before = inquiry.ask_by_fen(&line.root, by_fen.depth + 1).ok()?;
    let Difference { missing, twice, counts, .. } = &from_before.comparison.difference;
    let is_wrong =
        missing.contains(&mv) || twice.contains(&mv) || counts.iter().any(|count| count.mv == mv);
    // A count that is right by its FEN as well would show nothing.
    let is_wrong_by_fen = by_fen.reply.sum() != by_fen.comparison.nodes;
    Some(!is_wrong && is_wrong_by_fen)
}

/// Whether the counts deeper down are right where they would be others if the engine had misread its FEN like
/// this: then it has read it, and only what it lists at the root is wrong.
fn is_refuted_below(inquiry: &mut Inquiry, by_fen: &Exchange, misread: &Hypothesis) -> bool {
    let (position, depth) = (by_fen.line.end(), by_fen.depth + PLIES_TO_OUR_NEXT_MOVE);
    let Ok(deeper) = inquiry.ask_by_fen(&position, depth) else { return false };
    let listed = deeper.rows();
    let right = inquiry.oracle.divide(&position, depth);
    // Whether each count is right that would be another one.
    let mut tell_apart = right.rows().iter().filter_map(|&(mv, ours)| {
        let (_, theirs) = listed.iter().find(|row| row.0 == mv)?;
        let if_misread =
            inquiry.oracle.leaves_false(&if_possible(&misread.position, mv)?, depth - 1);
        (if_misread != ours).then_some(*theirs == ours)
    });
    tell_apart.next() == Some(true) && tell_apart.all(|is_right| is_right)
}

/// A line of a move that gives check, from the same position with the other king where it gives none. An engine that lacks
/// a move may refuse to play it.
fn quiet_line(position: &Position, mv: Move) -> Option<Line> {
    if !position.after_unchecked(mv).is_check() {
        return None;
    }
    let them = !position.side_to_move();
    let king_to = |square| {
        let mut setup = position.setup();
        setup.board.clear(position.king(them));
        let is_free = setup.board.at(square).is_none();
        setup.board.put(square, Piece::new(them, PieceKind::King));
        let root = Position::new(setup).ok().filter(|_| is_free)?;
        let after = root.after(mv).ok().filter(|after| !after.is_check())?;
        (after.king(them) == square).then(|| Line { root, moves: vec![mv] })
    };
    Square::all().find_map(king_to)
}

/// A line of a move that is not legal in a position, from the same without one man of the other side, where it is.
fn legal_line(position: &Position, mv: Move) -> Option<Line> {
    let without = |(square, _): (Square, Piece)| {
        let mut setup = position.setup();
        setup.board.clear(square);
        setup.castling = setup.castling.without_rook_on(square);
        let root = Position::new(setup).ok()?;
        root.legal_moves().contains(&mv).then(|| Line { root, moves: vec![mv] })
    };
    let mut theirs = position.board().pieces(!position.side_to_move());
    theirs.find_map(without)
}

/// The exchange after a move that is missing in a position, or listed there wrongly, and the state that explains both that
/// exchange and why it is: an engine that makes a move wrongly to see whether it is legal may then believe a king to be
/// in check that is not, or the other way round.
fn state_after(
    inquiry: &mut Inquiry,
    position: &Position,
    line: Line,
) -> Option<(Exchange, CorruptState)> {
    let played = inquiry.ask(&line, 1).ok().filter(|exchange| !exchange.is_right())?;
    let by_fen = inquiry.ask_by_fen(&line.end(), 1).ok().filter(Exchange::is_right)?;
    if ask_wrong_again(inquiry, &by_fen).ok()?.is_some() {
        return None;
    }
    let mut states = after(Stage::Make, &line);
    // An engine may also refuse a move that it lacks, and answer for the position before it.
    states.retain(|it| it.explains(inquiry.oracle, &played));
    if line.plies().any(|ply| states.iter().any(|it| it.position == ply.before)) {
        return None;
    }
    let tried = Line { root: *position, moves: line.moves };
    let leaves_king_in_check = |it: &Position| {
        let them = it.side_to_move();
        is_attacked(it.board(), it.king(!them), them)
    };
    let is_legal = !leaves_king_in_check(&tried.end());
    let is_taken_for_other = |it: &Hypothesis| leaves_king_in_check(&it.position) == is_legal;
    let rules: Vec<Rule> = after(Stage::Make, &tried)
        .iter()
        .filter(|it| is_taken_for_other(it))
        .map(|it| it.state.rule)
        .collect();
    let hypothesis = states.into_iter().find(|it| rules.contains(&it.state.rule))?;
    Some((played, hypothesis.state))
}

impl Removable {
    /// Whether one of the wrong moves is of this kind, or could be taken for one.
    fn is_in_question(self, exchange: &Exchange) -> bool {
        let position = exchange.line.end();
        let Difference { missing, extra, .. } = &exchange.comparison.difference;
        let extra = extra.iter().filter_map(|extra| extra.named);
        let mut wrong = missing.iter().map(|&mv| mv.into()).chain(extra);
        wrong.any(|name: MoveName| match (self, name) {
            (Removable::EnPassant, MoveName::Squares { to, .. }) => {
                position.en_passant() == Some(to)
            }
            (Removable::EnPassant, MoveName::Castling(_)) => false,
            (Removable::Castling, MoveName::Castling(_)) => true,
            (Removable::Castling, MoveName::Squares { from, to, .. }) => {
                let king = position.board().at(from).map(Piece::kind);
                king == Some(PieceKind::King) && from.rank() == to.rank()
            }
        })
    }

    fn moves_in(self, position: &Position) -> Vec<Move> {
        let mut moves = position.pseudo_legal_moves();
        moves.retain(|mv| match self {
            Removable::EnPassant => mv.kind == MoveKind::EnPassant,
            Removable::Castling => mv.castling_rook().is_some(),
        });
        moves
    }

    const fn taken_out_of(self, setup: Setup) -> Setup {
        match self {
            Removable::EnPassant => Setup { en_passant: None, ..setup },
            Removable::Castling => Setup { castling: CastlingRights::NONE, ..setup },
        }
    }
}

/// The position that such moves leave behind and that would explain an answer: in it the moves that are listed wrongly
/// would be legal, and those that are missing would not.
fn state_left_by(tried: &[Move], exchange: &Exchange) -> Option<Hypothesis> {
    let Difference { missing, extra, .. } = &exchange.comparison.difference;
    let explains = |position: &Position| {
        let legal = position.legal_moves();
        let has = |named: MoveName| !named.among(&legal).is_empty();
        extra.iter().all(|extra| extra.named.is_some_and(has))
            && !missing.iter().any(|mv| legal.contains(mv))
    };
    let mut hypotheses = after_undoing(&exchange.line.end(), tried).into_iter();
    hypotheses.find(|it| explains(&it.position))
}

/// Which board an engine has below its moves, by the number of replies that it counts there.
#[derive(PartialEq)]
enum BoardBelow {
    LeftBehind,
    AsItShouldBe,
    /// Both have as many replies.
    Unknown,
}

/// Whether the engine has the board below its moves that they are said to leave behind. Below a move that is not legal it
/// would have to.
fn board_below(
    inquiry: &mut Inquiry,
    first: &Exchange,
    left: &Hypothesis,
) -> Result<BoardBelow, Unanswered> {
    let position = first.line.end();
    let deeper = inquiry.ask(&first.line, first.depth + 1)?;
    let mut board = BoardBelow::Unknown;
    for (mv, count) in deeper.rows() {
        let replies = |here: &Position| {
            Some(inquiry.oracle.leaves_false(&if_possible(here, mv)?, first.depth))
        };
        let (as_it_should_be, left_behind) = (replies(&position), replies(&left.position));
        if as_it_should_be == left_behind {
            continue;
        }
        if left_behind == Some(count) {
            board = BoardBelow::LeftBehind;
        } else if as_it_should_be == Some(count) && !position.is_legal(mv) {
            return Ok(BoardBelow::AsItShouldBe);
        }
    }
    Ok(board)
}
