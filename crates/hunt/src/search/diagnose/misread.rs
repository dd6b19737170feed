//! Rights or a turn that an engine takes for others when it reads a FEN. A line to the position may not show it,
//! because the FEN with which the line begins is misread as well: another position does, which is played from one that
//! is not.

use super::Ruling;
use super::by_fen::{after_moves_by_name, right_by_name};
use super::making::line_alone;
use super::origin::{Diagnosis, Evidence, Origin};
use super::undone::may_spoil;
use crate::search::exchange::Exchange;
use crate::search::explain::{Rule, Scene};
use crate::search::inquiry::{Inquiry, Unanswered};
use crate::search::machine::{
    Hypothesis, OTHER_WING, Stage, Undoing, after, with_men_misread, without_men_on,
};
use crate::search::plan::line;
use crate::search::suspects::Suspects;
use ox88::{CastlingNotation, Move, MoveKind, Position, Setup, Square};
use ox88_engine::{Difference, Extra, Line, MoveName};

/// Moves that lose the rights of one wing, from a FEN with all rights.
const RIGHTS_LOST: [(&str, &str); 2] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1b1 a8b8 b1a1 b8a8"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1g1 h8g8 g1h1 g8h8"),
];

/// Kings that lose all rights of White, or of Black, which then is to move.
const KING_MOVED: [(&str, &str); 2] = [
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1e2 e8e7 e2e1 e7e8"),
    ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8e7 e1e2 e7e8 e2e1"),
];

/// The other king passes the file of the rook, for White and for Black. The king may castle on no wing, since one end
/// of its way is attacked; on the other wing it could.
const KING_PASSES: [(&str, &str); 2] = [
    ("8/8/8/5k2/3b4/8/P5P1/5KR1 w G - 0 1", "a2a3 f5g5 a3a4 g5h5"),
    ("5kr1/p5p1/8/3B4/5K2/8/8/8 b g - 0 1", "a7a6 f4g4 a6a5 g4h4"),
];

/// Nothing but the FEN says that White may capture en passant.
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

/// So much deeper a misread FEN has to explain the answers as well.
const PLIES_DEEPER: u32 = 2;

/// A move of White, and one of Black.
const TURN_PASSED: [(&str, &str); 2] =
    [("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3"), ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e7e6")];

/// Whether captures en passant are too many that uncover the king, and the engine does not capture where nothing but
/// the FEN says that it may: then such a capture is wrong by no FEN.
pub(super) async fn en_passant(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let is_en_passant = |mv: &Move| mv.kind == MoveKind::EnPassant;
    if !adds_only(&known.exchange, is_en_passant) {
        return Ok(None);
    }
    let position = EN_PASSANT.parse().expect("a position with kings and two pawns");
    let is_read = inquiry.ask_by_fen(&position, 1).await?.is_right();
    if is_read { Ok(None) } else { known.told(Evidence::WhenPlayed.against(Suspects::GENERATION)) }
}

/// Whether the engine has misread the FEN with which a line begins: that explains the answer, and just so the answer
/// about a position that it knows rightly when it is played.
pub(super) async fn elsewhere(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    let wrong = &known.exchange;
    let mut misreadings = after(Stage::ReadFen, &wrong.line);
    misreadings.retain(|it| it.explains(wrong));
    // A piece that is not read in one FEN may be read in another.
    let first = misreadings.first().filter(|it| it.state.rule != Rule::PieceNotRead);
    let Some(first) = first else { return Ok(None) };
    let is_chess960 = wrong.line.root.castling_notation() == CastlingNotation::KingTakesRook;
    let lines = match first.state.rule {
        Rule::TurnNotPassed => vec![TURN_PASSED[first.position.side_to_move().index()]],
        Rule::CastlingRightKept => vec![KING_MOVED[first.position.side_to_move().index()]],
        Rule::CastlingOnOtherWing if is_chess960 => [KING_PASSES, RIGHTS_LOST].concat(),
        Rule::CastlingOnOtherWing => RIGHTS_LOST.to_vec(),
        _ => vec![RIGHTS_LOST[0]],
    };
    for played in lines.into_iter().map(played) {
        if played.root.same_but_for_counters(&wrong.line.root) {
            continue;
        }
        let by_fen = inquiry.ask_by_fen(&played.end(), 1).await?;
        let state = after(Stage::ReadFen, &by_fen.line).into_iter().find_map(|it| {
            let is_the_same = misreadings.iter().any(|other| {
                // Here other rights may have been kept.
                let is_kept = it.state.rule == Rule::CastlingRightKept;
                other.state == it.state || is_kept && other.state.rule == it.state.rule
            });
            (is_the_same && it.explains(&by_fen)).then_some(it.state)
        });
        if state.is_some() && misreads_end(inquiry, &played).await? {
            let verdict = Diagnosis::against(by_fen, Origin::READ_FEN, played);
            return Ok(Some(verdict.with_state(state)));
        }
    }
    // Where castlings are written by their rooks, what a right is for may be misread in each FEN.
    let Some(of_wing) = misreadings.iter().find(|it| it.state.as_if == OTHER_WING) else {
        return Ok(None);
    };
    let is_played = !wrong.line.moves.is_empty();
    if is_played || castles_elsewhere(inquiry, &wrong.line.root).await? {
        let suspects = Suspects::READ.or(Suspects::MAKE).or(known.origin.suspects);
        let state = if is_played { known.state.clone() } else { Some(of_wing.state.clone()) };
        let verdict = Diagnosis::new(wrong.clone(), Evidence::OfOtherWing.against(suspects));
        return Ok(Some(verdict.with_state(state)));
    }
    Ok(None)
}

/// Whether the pieces seem to stand elsewhere than the FEN says, and the engine is right about a position that it knows
/// by name, or plays its way to from there, and wrong by its FEN: all FENs may be misread.
pub(super) async fn by_name(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    if !has_pieces_elsewhere(&known.exchange) {
        return Ok(None);
    }
    let lines = [vec![Line::at(Position::start())], after_moves_by_name()].concat();
    let found = right_by_name(inquiry, lines, |by_fen| !by_fen.is_right()).await?;
    Ok(found.map(|(played, by_fen)| {
        Diagnosis::new(by_fen, Evidence::RightByName { played }.against(Suspects::READ))
    }))
}

/// Whether the answer, and those one and two plies deeper, are right for a FEN with a piece less, or with another piece: then
/// nothing shows that the engine has read it as it is.
pub(super) async fn deeper(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    if known.origin != Origin::GENERATION {
        return Ok(None);
    }
    let wrong = &known.exchange;
    let here = wrong.line.end();
    // Where a right, a square or the turn is misread, playing the way shows it.
    let silent = silent(wrong);
    let mut misread = with_men_misread(&here);
    misread.extend(without_men_on(&here, &silent));
    misread.retain(|it| it.explains(wrong));
    let differs = match board_differs(wrong) {
        None if lacks_one_of_two(inquiry, wrong, &silent).await? => {
            Some(format!("the piece on {} were in no list of pieces", silent[0]))
        }
        differs => differs,
    };
    if let Some(as_if) = differs {
        known.origin = Origin::read_or_generated(Evidence::BoardDiffers(as_if));
    }
    // A person is asked nothing further.
    let plies = if inquiry.is_with_person() { 0 } else { PLIES_DEEPER };
    if plies == 0 && !moves_and_blocks_otherwise(wrong) {
        return Ok(None);
    }
    for depth in wrong.depth + 1..=wrong.depth + plies {
        if misread.is_empty() {
            return Ok(None);
        }
        let deeper = inquiry.ask_by_fen(&here, depth).await?;
        misread.retain(|it| it.explains(&deeper));
    }
    if let Some(Hypothesis { state, .. }) = misread.into_iter().next() {
        let evidence = Evidence::MisreadDeeper { as_if: state.as_if, plies };
        // What is captured when a move is tried may come back as another piece.
        let moves = wrong.wrong_moves();
        let is_spoilt = Undoing::possible().any(|it| may_spoil(&it, &here, &moves));
        let unmade = if is_spoilt { Suspects::UNMAKE } else { Suspects::NONE };
        known.origin = evidence.against(Suspects::READ.or(Suspects::GENERATION).or(unmade));
    }
    Ok(None)
}

/// Whether moves are missing and others are too many. A piece that is not read has no moves, and is in the way of none:
/// either alone has many causes that are likelier.
pub(super) fn moves_and_blocks_otherwise(wrong: &Exchange) -> bool {
    let Difference { missing, extra, .. } = &wrong.comparison.difference;
    !missing.is_empty() && !extra.is_empty()
}

/// Whether all moves of one piece are missing and nothing else is wrong, and they are there once the others of its kind are
/// gone: then which place it has in a list decides.
async fn lacks_one_of_two(
    inquiry: &mut Inquiry<'_>,
    wrong: &Exchange,
    silent: &[Square],
) -> Result<bool, Unanswered> {
    let Difference { missing, extra, twice, .. } = &wrong.comparison.difference;
    let (here, &[square]) = (wrong.line.end(), silent) else { return Ok(false) };
    let lacks_more = missing.iter().any(|mv| mv.from != square);
    if lacks_more || !extra.is_empty() || !twice.is_empty() || inquiry.is_with_person() {
        return Ok(false);
    }
    let man = here.board().at(square);
    let others: Vec<Square> =
        Square::all().filter(|&it| it != square && here.board().at(it) == man).collect();
    let Some(alone) = without_men_on(&here, &others) else { return Ok(false) };
    let mut moves = alone.position.legal_moves().into_iter();
    let Some(mv) = moves.find(|mv| mv.from == square) else { return Ok(false) };
    let Ok(alone) = Position::new(alone.position.setup()) else { return Ok(false) };
    Ok(inquiry.ask_by_fen(&alone, 1).await?.lists(mv))
}

/// The squares from which no move is listed, though a piece other than the king has legal ones there.
fn silent(wrong: &Exchange) -> Vec<Square> {
    let here = wrong.line.end();
    let listed = wrong.rows();
    let mut from: Vec<Square> = here.legal_moves().into_iter().map(|mv| mv.from).collect();
    from.retain(|it| {
        *it != here.king(here.side_to_move()) && listed.iter().all(|row| row.0.from != *it)
    });
    from.dedup();
    from
}

/// What would have to be on the board for a move that begins on an empty square or with a piece of the other side, or where
/// another piece takes the place of the king, which has no move.
fn board_differs(wrong: &Exchange) -> Option<String> {
    let here = wrong.line.end();
    let king = here.king(here.side_to_move());
    let mut extra = wrong.comparison.difference.extra.iter().filter_map(|it| it.named);
    let listed = wrong.rows();
    let may_move = here.legal_moves().iter().any(|mv| mv.from == king);
    let is_silent = may_move && listed.iter().all(|row| row.0.from != king);
    let is_theirs =
        |from: Square| here.board().at(from).is_some_and(|it| it.color() != here.side_to_move());
    extra.find_map(|named| match named {
        MoveName::Squares { from, .. } if here.board().at(from).is_none() => {
            Some(format!("there were a piece on {from}"))
        }
        MoveName::Squares { from, .. } if is_theirs(from) => {
            Some(format!("the piece on {from} were of the other side"))
        }
        MoveName::Squares { to, .. } if to == king && is_silent => {
            Some(format!("the king on {king} were not there"))
        }
        _ => None,
    })
}

/// Whether a piece moves from where it is not, or as another one, or one piece has no move, such as the king, and nothing
/// else is wrong.
pub(crate) fn has_pieces_elsewhere(exchange: &Exchange) -> bool {
    let line = &exchange.line;
    let mut extra = exchange.comparison.difference.extra.iter().filter_map(|it| it.named);
    let is_elsewhere = |named| {
        let rule = Scene::at_end_of(line).explain_name(named).rule;
        [Rule::NoPieceThere, Rule::PieceOfTheOtherSide, Rule::NotItsWay].contains(&rule)
    };
    extra.any(is_elsewhere)
        || lacks_all_of_the_king(exchange)
        || misreading(exchange).is_some_and(|it| it.piece_not_read(&line.end()).is_some())
}

fn lacks_all_of_the_king(exchange: &Exchange) -> bool {
    let here = exchange.line.end();
    let Difference { missing, extra, .. } = &exchange.comparison.difference;
    let mut kings = here.legal_moves();
    kings.retain(|mv| mv.from == here.king(here.side_to_move()));
    let are_missing = kings.iter().all(|mv| missing.contains(mv)) && kings.len() == missing.len();
    are_missing && !kings.is_empty() && extra.is_empty()
}

/// Whether a castling with these rights, alone on the board, is listed and leads elsewhere.
async fn castles_elsewhere(inquiry: &mut Inquiry<'_>, root: &Position) -> Result<bool, Unanswered> {
    let castling = |(color, _, rook)| {
        let setup = Setup { side_to_move: color, en_passant: None, ..root.setup() };
        line_alone(&Position::new(setup).ok()?, Move::castling(root.king(color), rook), false)
    };
    for line in root.castling_rights().iter().filter_map(castling).collect::<Vec<_>>() {
        // One that is missing there as well leads nowhere.
        let is_listed = inquiry.ask_by_fen(&line.root, 1).await?.lists(line.moves[0]);
        if is_listed && !inquiry.ask(&line, 1).await?.is_right() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether rights that count for the other wing explain an answer.
pub(super) fn may_be_of_other_wing(wrong: &Exchange) -> bool {
    let mut misreadings = after(Stage::ReadFen, &wrong.line).into_iter();
    misreadings.any(|it| it.state.as_if == OTHER_WING && it.explains(wrong))
}

fn played((fen, moves): (&str, &str)) -> Line {
    line(fen, moves).expect("its moves are legal")
}

/// Whether castlings are too many, and the engine is wrong by the FEN of a position whose rights it has where moves
/// have led there. It may have been asked by that before: what that has left behind is gone then.
pub(super) async fn rights(inquiry: &mut Inquiry<'_>, known: &mut Diagnosis) -> Ruling {
    if adds_castling(&known.exchange) && misreads_end(inquiry, &played(RIGHTS_LOST[0])).await? {
        return known
            .told(Evidence::MisreadsRights.against(Suspects::GENERATION.or(Suspects::MAKE)));
    }
    Ok(None)
}

/// The position that an engine may have which has misread the FEN, if one explains its answer.
pub(crate) fn misreading(by_fen: &Exchange) -> Option<Hypothesis> {
    let misreadings = after(Stage::ReadFen, &by_fen.line);
    misreadings.into_iter().find(|it| it.explains(by_fen))
}

/// Whether a king castles, or goes sideways as if it did, where it may not.
fn adds_castling(exchange: &Exchange) -> bool {
    let position = exchange.line.end();
    let king = position.king(position.side_to_move());
    exchange.comparison.difference.extra.iter().any(|extra| match extra.named {
        Some(MoveName::Castling(_)) => true,
        Some(MoveName::Squares { from, to, .. }) => from == king && from.rank() == to.rank(),
        None => false,
    })
}

/// Whether all that is wrong is that moves of a kind are listed which would leave the king in check.
fn adds_only(exchange: &Exchange, is_of_kind: impl Fn(&Move) -> bool) -> bool {
    let Difference { missing, extra, twice, .. } = &exchange.comparison.difference;
    let mut moves = exchange.line.end().pseudo_legal_moves();
    moves.retain(is_of_kind);
    let is_listed =
        |extra: &Extra| extra.named.is_some_and(|named| !named.among(&moves).is_empty());
    missing.is_empty() && twice.is_empty() && extra.iter().all(is_listed)
}

async fn misreads_end(inquiry: &mut Inquiry<'_>, played: &Line) -> Result<bool, Unanswered> {
    Ok(inquiry.ask(played, 1).await?.is_right()
        && !inquiry.ask_by_fen(&played.end(), 1).await?.is_right())
}
