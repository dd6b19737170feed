//! The table of faults: what can go wrong when an engine makes a move, takes one back or reads a FEN.
//!
//! A row names the stage at which the fault happens, the rule that it breaks, the position that it leaves behind, and
//! that position in words, to follow "the engine answers as if".
//!
//! To add a fault, write its row and the function that falsifies the position, and give the broken engine of the tests
//! the same fault, with what has to be told of it (`crates/broken-engine/src/list.rs`). Rows come in the order in which
//! they are tried: what is most likely first.

use super::draft::{Draft, KingTracking};
use super::wing::{on_other_wing, other_side};
use crate::search::explain::{Rule, enumeration, man_name, side_name};
use crate::search::fewest::men_of;
use ox88::{
    CastlingNotation, CastlingPair, CastlingRights, CastlingSide, Color, File, Move, MoveKind,
    Piece, PieceKind, Position, Square,
};
use ox88_engine::{Line, Ply};

/// When a fault happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stage {
    /// When a move is made.
    Make,
    /// When a move is taken back.
    Unmake,
    /// When a position is set up by its FEN, which is then a line without moves.
    ReadFen,
}

/// A row of the table.
pub(crate) struct Fault {
    pub stage: Stage,
    pub rule: Rule,
    pub left_behind: LeftBehind,
    /// What would be the case, with `{from}`, `{to}`, `{move}`, `{rook}`, `{rook target}` and `{passed}`
    /// for the move and its squares. The function of a row for a whole line writes its own words, and in rows of unmaking
    /// nothing is replaced.
    pub words: &'static str,
}

/// What a fault leaves behind.
pub(crate) enum LeftBehind {
    /// The position after one move, or after it was taken back; `None` where the fault makes no
    /// difference. The draft is the right position, unless something is wrong with it already.
    OneMove(fn(Draft, &Ply) -> Option<Draft>),
    /// The positions at the end of a whole line of moves, with their words.
    WholeLine(fn(&Line, &Position) -> Vec<(Draft, String)>),
}

/// A right to castle: whose it is, on which side of the board, with the rook on which square.
pub(super) type Right = (Color, CastlingSide, Square);

use LeftBehind::{OneMove, WholeLine};
use Stage::{Make, ReadFen, Unmake};

/// The words of a right that counts for the other wing, and not for its own.
pub(crate) const OTHER_WING: &str = "a castling right counted for the other side of the board";

/// A piece on two squares, which says less than the other rules, a wrong square of the king, and a piece that is not
/// there: each explains many lists by chance.
pub(crate) const EXPLAIN_MUCH: [Rule; 3] =
    [Rule::StateCorrupted, Rule::KingLookedForElsewhere, Rule::PieceNotRead];

/// All faults that an answer can show: one table, in which each has one address.
#[rustfmt::skip]
pub(crate) static FAULTS: &[Fault] = &[
    fault(Make, Rule::CastlingRightLost, WholeLine(|line, end| wrong_rights(line, end, false)), ""),
    fault(Make, Rule::CastlingRightKept, WholeLine(|line, end| wrong_rights(line, end, true)), ""),
    fault(Make, Rule::EnPassantSquareLost, WholeLine(en_passant_square_lost), ""),
    fault(Make, Rule::EnPassantSquareKept, WholeLine(en_passant_square_kept), ""),
    fault(Make, Rule::EnPassantWithoutDoublePush, OneMove(step_sets_en_passant_square),
        "the en passant square were {from}, as after a double push"),
    fault(Make, Rule::CapturedPawnLeft, OneMove(passed_pawn_stays),
        "the pawn on {passed}, which {move} captured, were still there"),
    fault(Make, Rule::CaptureRemovesAnotherPawn, OneMove(pawn_behind_goal_disappears),
        "{move} had also removed the pawn behind {to}"),
    fault(Make, Rule::RookNotMoved, OneMove(rook_stays_at_home),
        "the rook were still on {rook} after {move}"),
    fault(Make, Rule::RookNotMoved, OneMove(rook_is_on_both_squares),
        "there were a rook on {rook} and another on {rook target} after {move}"),
    fault(Make, Rule::CastlingOnOtherWing, OneMove(castles_on_the_other_wing),
        "{move} had castled on the other side of the board"),
    fault(Make, Rule::KingStepTakenForCastling, OneMove(step_is_castling),
        "{move} had been played as the castling that brings the king to {to}"),
    fault(Make, Rule::PawnDoesNotPromote, OneMove(|draft, ply| becomes(draft, ply, PieceKind::Pawn)),
        "the piece on {to} were still a pawn after {move}"),
    fault(Make, Rule::PromotesToAnotherPiece, OneMove(|draft, ply| becomes(draft, ply, PieceKind::Queen)),
        "{move} had promoted to another piece (q)"),
    fault(Make, Rule::PromotesToAnotherPiece, OneMove(|draft, ply| becomes(draft, ply, PieceKind::Rook)),
        "{move} had promoted to another piece (r)"),
    fault(Make, Rule::PromotesToAnotherPiece, OneMove(|draft, ply| becomes(draft, ply, PieceKind::Bishop)),
        "{move} had promoted to another piece (b)"),
    fault(Make, Rule::PromotesToAnotherPiece, OneMove(|draft, ply| becomes(draft, ply, PieceKind::Knight)),
        "{move} had promoted to another piece (n)"),
    fault(Make, Rule::StateCorrupted, OneMove(|draft, ply| Some(piece_stays(draft, ply))),
        "there were still a piece on {from} after {move}"),
    fault(Make, Rule::StateCorrupted, OneMove(|draft, ply| Some(draft.without(ply.mv.to))),
        "the piece that moved to {to} had disappeared"),
    fault(Make, Rule::StateCorrupted, OneMove(captured_piece_stays),
        "the captured piece were still on {to}"),
    fault(Make, Rule::KingLookedForElsewhere, WholeLine(king_is_looked_for_elsewhere), ""),
    fault(Make, Rule::MoveNotPlayed, WholeLine(moves_are_not_played), ""),
    fault(Make, Rule::TurnNotPassed, WholeLine(turn_does_not_change), ""),

    fault(ReadFen, Rule::EnPassantSquareLost, WholeLine(en_passant_square_lost), ""),
    fault(ReadFen, Rule::CastlingRightLost, WholeLine(|line, end| wrong_rights(line, end, false)), ""),
    fault(ReadFen, Rule::CastlingRightKept, WholeLine(rights_added), ""),
    fault(ReadFen, Rule::CastlingRightLost, WholeLine(rights_of_the_other_wing), ""),
    fault(ReadFen, Rule::CastlingOnOtherWing, WholeLine(rights_for_the_other_wing), ""),
    fault(ReadFen, Rule::TurnNotPassed, WholeLine(turn_does_not_change), ""),
    fault(ReadFen, Rule::PieceNotRead, WholeLine(piece_is_not_there), ""),

    fault(Unmake, Rule::CapturedPieceNotRestored, OneMove(captured_piece_is_gone),
        "the captured piece had not been put back"),
    fault(Unmake, Rule::CapturedPieceNotRestored, OneMove(captured_rook_is_gone_with_its_right),
        "the captured piece had not been put back"),
    fault(Unmake, Rule::PromotedPieceLeft, OneMove(promoted_piece_stays),
        "the promoted piece had not become a pawn again"),
    fault(Unmake, Rule::RookNotMovedBack, OneMove(rook_does_not_go_home),
        "the rook had not been moved back"),
    fault(Unmake, Rule::RookNotMovedBack, OneMove(rook_is_on_both_squares),
        "there were a rook at home and another where it castles to"),
    fault(Unmake, Rule::RookNotMovedBack, OneMove(rook_disappears),
        "the rook that castled had disappeared"),
    fault(Unmake, Rule::CastlingRightLost, OneMove(|draft, ply| Some(rights_do_not_come_back(draft, ply))),
        "the castling rights had not been restored"),
    fault(Unmake, Rule::EnPassantSquareLost, OneMove(|draft, _| Some(draft.with_en_passant(None))),
        "the en passant square had not been restored"),
    fault(Unmake, Rule::EnPassantSquareKept, OneMove(|draft, ply| Some(draft.with_en_passant(ply.after.en_passant()))),
        "the en passant square were still that of the move"),
    fault(Unmake, Rule::KingLookedForElsewhere, OneMove(|draft, ply| king_is_left(draft, ply, KingTracking::Stuck)),
        "the king's stored square had not been restored"),
    fault(Unmake, Rule::KingLookedForElsewhere, OneMove(|draft, ply| king_is_left(draft, ply, KingTracking::Follows)),
        "the king's stored square had not been restored"),
    fault(Unmake, Rule::StateCorrupted, OneMove(piece_is_on_both_squares),
        "the piece were both where it came from and where it had gone"),
];

/// Faults of taking moves back that are told of no engine, but may be behind wrong moves: the captured piece comes back as
/// another one.
#[rustfmt::skip]
pub(crate) static NOT_TOLD: &[Fault] = &[
    put_back(|draft, ply| captured_comes_back_as(draft, ply, PieceKind::Pawn)),
    put_back(|draft, ply| captured_comes_back_as(draft, ply, PieceKind::Knight)),
    put_back(|draft, ply| captured_comes_back_as(draft, ply, PieceKind::Bishop)),
    put_back(|draft, ply| captured_comes_back_as(draft, ply, PieceKind::Rook)),
    put_back(|draft, ply| captured_comes_back_as(draft, ply, PieceKind::Queen)),
];

const fn put_back(spoil: fn(Draft, &Ply) -> Option<Draft>) -> Fault {
    fault(Unmake, Rule::CapturedPieceNotRestored, OneMove(spoil), "")
}

const fn fault(stage: Stage, rule: Rule, left_behind: LeftBehind, words: &'static str) -> Fault {
    Fault { stage, rule, left_behind, words }
}

impl Fault {
    /// All faults of a stage.
    pub fn of(stage: Stage) -> impl Iterator<Item = &'static Fault> {
        FAULTS.iter().filter(move |fault| fault.stage == stage)
    }

    /// The rules that they break, each once.
    pub fn rules_of(stage: Stage) -> Vec<Rule> {
        let mut rules: Vec<Rule> = Fault::of(stage).map(|fault| fault.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// The words of the row, with the squares of a move.
    pub fn words_for(&self, ply: &Ply) -> String {
        let Move { from, to, .. } = ply.mv;
        let castling = castling(ply);
        let name = |square: Option<Square>| square.map_or(String::new(), |it| it.to_string());
        self.words
            .replace("{from}", &from.to_string())
            .replace("{to}", &to.to_string())
            .replace("{move}", &ply.text())
            .replace("{rook}", &name(castling.map(CastlingPair::rook)))
            .replace("{rook target}", &name(castling.map(CastlingPair::rook_target)))
            .replace("{passed}", &name(passed_pawn(ply)))
    }
}

// Making a move.

/// Every wrong choice of the rights that a line began with, if it keeps a right that was lost or else if
/// it keeps none. Those with the fewest wrong rights come first.
fn wrong_rights(line: &Line, end: &Position, keeps_a_lost_one: bool) -> Vec<(Draft, String)> {
    let left = end.castling_rights();
    let is_left = |&(color, side, rook): &Right| left.rook(color, side) == Some(rook);
    let mut found = Vec::new();
    for wrong in choices(&rights_of(&line.root)) {
        let (mut rights, mut words) = (left, Vec::new());
        for right @ &(color, side, rook) in &wrong {
            let can = if is_left(right) { "no longer" } else { "still" };
            words.push((format!("{color} could {can} castle"), side_name(side)));
            rights.grant(color, side, rook);
            rights = if is_left(right) { rights.without_rook_on(rook) } else { rights };
        }
        if wrong.iter().all(is_left) != keeps_a_lost_one {
            found.push((Draft::of(end).with_rights(rights), on_both_wings(&words)));
        }
    }
    found
}

fn rights_of(position: &Position) -> Vec<Right> {
    position.castling_rights().iter().collect()
}

/// Some of these, in every choice but that of none. Those of the fewest come first.
fn choices<T: Copy>(all: &[T]) -> Vec<Vec<T>> {
    let mut choices: Vec<u32> = (1..1 << all.len()).collect();
    choices.sort_by_key(|choice| choice.count_ones());
    let chosen = |choice: u32| all.iter().zip(0..).filter(move |it| choice >> it.1 & 1 != 0);
    choices.into_iter().map(|choice| chosen(choice).map(|it| *it.0).collect()).collect()
}

/// The square that an earlier move of the line skipped, or the move before the line.
fn en_passant_square_kept(line: &Line, end: &Position) -> Vec<(Draft, String)> {
    let kept = |ply: Ply| {
        let skipped = ply.before.en_passant()?;
        let words = format!("{skipped} were still the en passant square");
        Some((Draft::of(end).with_en_passant(Some(skipped)), words))
    };
    line.plies().filter_map(kept).collect()
}

fn en_passant_square_lost(_: &Line, end: &Position) -> Vec<(Draft, String)> {
    let lost = |_| {
        let words = "there were no en passant square".to_owned();
        (Draft::of(end).with_en_passant(None), words)
    };
    end.en_passant().map(lost).into_iter().collect()
}

fn castles_on_the_other_wing(draft: Draft, ply: &Ply) -> Option<Draft> {
    Some(Draft::of(&on_other_wing(ply.mv)?.moved(&draft.position, ply.side())))
}

/// In Chess960 a step of the king may have the squares of a castling, as an engine writes it that names
/// the king's target.
fn step_is_castling(draft: Draft, ply: &Ply) -> Option<Draft> {
    let Move { from, to, .. } = ply.mv;
    let is_step = from == ply.before.king(ply.side()) && ply.mv.castling_rook().is_none();
    let moves = ply.before.pseudo_legal_moves();
    let mut rooks = moves.iter().filter(|mv| mv.to == to).filter_map(|mv| mv.castling_rook());
    let castling = CastlingPair::new(from, rooks.next().filter(|_| is_step)?);
    let draft = draft.without(castling.rook());
    Some(draft.with(castling.rook_target(), ply.side(), PieceKind::Rook))
}

fn step_sets_en_passant_square(draft: Draft, ply: &Ply) -> Option<Draft> {
    let Move { from, to, kind, .. } = ply.mv;
    let is_pawn = ply.before.board().at(from) == Some(Piece::new(ply.side(), PieceKind::Pawn));
    let is_step = is_pawn && kind == MoveKind::Normal && from.file() == to.file();
    is_step.then(|| draft.with_en_passant(Some(from)))
}

fn passed_pawn_stays(draft: Draft, ply: &Ply) -> Option<Draft> {
    passed_pawn(ply).map(|passed| draft.with(passed, !ply.side(), PieceKind::Pawn))
}

/// An ordinary capture by a pawn is treated as one en passant as well.
fn pawn_behind_goal_disappears(draft: Draft, ply: &Ply) -> Option<Draft> {
    let us = ply.side();
    let is_pawn =
        |square, color| ply.before.board().at(square) == Some(Piece::new(color, PieceKind::Pawn));
    // Behind the goal of a push there is no pawn of the other side.
    let behind = us.en_passant_victim(ply.mv.to).filter(|&square| is_pawn(square, !us))?;
    is_pawn(ply.mv.from, us).then(|| draft.without(behind))
}

fn rook_stays_at_home(draft: Draft, ply: &Ply) -> Option<Draft> {
    Some(rook_is_on_both_squares(draft, ply)?.without(castling(ply)?.rook_target()))
}

/// Whether the castling is made or taken back.
fn rook_is_on_both_squares(draft: Draft, ply: &Ply) -> Option<Draft> {
    let castling = castling(ply)?;
    let squares = [castling.rook(), castling.rook_target()].into_iter();
    Some(squares.fold(draft, |draft, square| draft.with(square, ply.side(), PieceKind::Rook)))
}

fn becomes(draft: Draft, ply: &Ply, kind: PieceKind) -> Option<Draft> {
    ply.mv.promotion().map(|_| draft.with(ply.mv.to, ply.side(), kind))
}

fn piece_stays(draft: Draft, ply: &Ply) -> Draft {
    draft.with_piece(ply.mv.from, ply.before.board().at(ply.mv.from))
}

fn captured_piece_stays(draft: Draft, ply: &Ply) -> Option<Draft> {
    let taken = ply.before.captured(ply.mv).filter(|&it| it == ply.mv.to)?;
    Some(draft.with_piece(taken, ply.before.board().at(taken)))
}

/// Each square on which a king has been, whether or not the engine follows the king from there on. One that does not
/// differs from one that does in the moves of that king alone.
fn king_is_looked_for_elsewhere(line: &Line, end: &Position) -> Vec<(Draft, String)> {
    let moved = line.plies().filter(|ply| ply.before.king(ply.side()) != end.king(ply.side()));
    let mut found = Vec::new();
    for ply in moved {
        let (color, square) = (ply.side(), ply.before.king(ply.side()));
        let stuck = (color == end.side_to_move()).then_some(KingTracking::Stuck);
        for tracking in [KingTracking::Follows].into_iter().chain(stuck) {
            let words = format!("{color}'s king were still on {square}");
            found.push((Draft::of(end).with_king(color, square, tracking), words));
        }
    }
    found
}

fn moves_are_not_played(line: &Line, _: &Position) -> Vec<(Draft, String)> {
    let all = line.moves.len();
    let not_played = |(ply, number): (Ply, usize)| {
        let of_several = format!(" (move {number} of {all})");
        let place = if all > 1 { &of_several } else { "" };
        let later = if number < all { " and those after it" } else { "" };
        (Draft::of(&ply.before), format!("{}{place}{later} had not been played", ply.text()))
    };
    line.plies().zip(1..).map(not_played).collect()
}

fn piece_is_not_there(_: &Line, here: &Position) -> Vec<(Draft, String)> {
    men_of(here).chunks(1).map(|man| without_men(here, man)).collect()
}

/// The board without these men, and that in words.
pub(super) fn without_men(here: &Position, men: &[(Square, Piece)]) -> (Draft, String) {
    let without = |board: Draft, &(square, _): &(Square, Piece)| {
        let rights = board.position.castling_rights().without_rook_on(square);
        board.without(square).with_rights(rights)
    };
    let words = men.iter().map(|(square, man)| format!("the {} on {square}", man_name(*man)));
    let words = format!("{} were not there", enumeration(words));
    (men.iter().fold(Draft::of(here), without), words)
}

/// After moves, or in a FEN.
fn turn_does_not_change(line: &Line, end: &Position) -> Vec<(Draft, String)> {
    let them = !end.side_to_move();
    let still = if line.moves.is_empty() { "" } else { "still " };
    let mut squares = vec![None, end.en_passant()];
    squares.dedup();
    let with_square = |square| {
        let draft = Draft::of(end).with_en_passant(square);
        let draft = draft.changed(|setup, _| setup.side_to_move = them);
        (draft, format!("it were {still}{them}'s turn"))
    };
    squares.into_iter().map(with_square).collect()
}

/// `White could still castle kingside and queenside`: what both wings share is said once.
fn on_both_wings(words: &[(String, &str)]) -> String {
    let joined = words.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let wings: Vec<&str> = same.iter().map(|it| it.1).collect();
        format!("{} {}", same[0].0, wings.join(" and "))
    });
    joined.collect::<Vec<_>>().join(" and ")
}

/// Rights of kings and rooks at home that the FEN does not give: each alone, and all of them.
fn rights_added(_: &Line, end: &Position) -> Vec<(Draft, String)> {
    let added = castlings_without_right(end);
    let add = |choice: &[(Color, CastlingPair)]| {
        let mut rights = end.castling_rights();
        let mut words = Vec::new();
        for &(color, castling) in choice {
            rights.grant(color, castling.side(), castling.rook());
            words.push((format!("{color} could castle"), side_name(castling.side())));
        }
        (Draft::of(end).with_rights(rights), on_both_wings(&words))
    };
    let all = Some(&added[..]).filter(|all| all.len() > 1);
    added.chunks(1).chain(all).map(add).collect()
}

/// Each right taken for that of the same side on the other wing, in ordinary chess. An engine may look for the rook
/// there, or believe the right.
fn rights_of_the_other_wing(_: &Line, end: &Position) -> Vec<(Draft, String)> {
    if end.castling_notation() == CastlingNotation::KingTakesRook {
        return Vec::new();
    }
    let exchanged = |needs_rook: bool| {
        let exchanged = rights_exchanged(end, needs_rook);
        let words = "each castling right were for the other side of the board".to_owned();
        (exchanged != end.castling_rights()).then(|| (Draft::of(end).with_rights(exchanged), words))
    };
    [true, false].into_iter().filter_map(exchanged).collect()
}

/// Each right for that of the same side on the other wing.
pub(super) fn rights_exchanged(end: &Position, needs_rook: bool) -> CastlingRights {
    let mut exchanged = CastlingRights::NONE;
    for (color, side, _) in rights_of(end) {
        let side = other_side(side);
        let rook = Square::new(side.edge(), color.home_rank());
        let is_there = end.board().at(rook) == Some(Piece::new(color, PieceKind::Rook));
        if is_there || !needs_rook {
            exchanged.grant(color, side, rook);
        }
    }
    exchanged
}

/// Rights that count for the other wing, with the same rook: in its place, where the text of a castling does not name
/// the wing, or as well, where that has no right of its own.
fn rights_for_the_other_wing(_: &Line, end: &Position) -> Vec<(Draft, String)> {
    const AS_WELL: &str = "a castling right counted for the other side of the board as well";
    let (own, is_chess960) =
        (rights_of(end), end.castling_notation() == CastlingNotation::KingTakesRook);
    let (mut found, mut as_well) = (Vec::new(), Vec::new());
    for chosen in choices(&own) {
        // Where two rooks have the same wing, the one or the other has the right.
        let (mut first, mut last) = (CastlingRights::NONE, CastlingRights::NONE);
        let mut both = end.castling_rights();
        for it @ &(color, wing, rook) in &own {
            let read = if chosen.contains(it) { other_side(wing) } else { wing };
            for (rights, keeps_first) in [(&mut first, true), (&mut last, false), (&mut both, true)]
            {
                if !keeps_first || rights.rook(color, read).is_none() {
                    rights.grant(color, read, rook);
                }
            }
        }
        found.extend([(first, OTHER_WING), (last, OTHER_WING)].into_iter().filter(|_| is_chess960));
        as_well.extend(Some((both, AS_WELL)).filter(|_| both != end.castling_rights()));
    }
    let all = found.into_iter().chain(as_well);
    all.map(|(rights, words)| (Draft::of(end).with_rights(rights), words.to_owned())).collect()
}

// Taking a move back. The draft is the position before the move.

fn captured_piece_is_gone(draft: Draft, ply: &Ply) -> Option<Draft> {
    ply.before.captured(ply.mv).map(|taken| draft.without(taken))
}

fn captured_comes_back_as(draft: Draft, ply: &Ply, kind: PieceKind) -> Option<Draft> {
    ply.before.captured(ply.mv).map(|taken| draft.with(taken, !ply.side(), kind))
}

/// Some engines look for the rook where they have a right to castle with it.
fn captured_rook_is_gone_with_its_right(draft: Draft, ply: &Ply) -> Option<Draft> {
    let rights = draft.position.castling_rights();
    let taken = ply.before.captured(ply.mv).filter(|&it| rights.without_rook_on(it) != rights)?;
    Some(without_rook_and_right(draft, taken))
}

fn without_rook_and_right(draft: Draft, rook: Square) -> Draft {
    draft.without(rook).with_rights(draft.position.castling_rights().without_rook_on(rook))
}

fn promoted_piece_stays(draft: Draft, ply: &Ply) -> Option<Draft> {
    ply.mv.promotion().map(|kind| draft.with(ply.mv.from, ply.side(), kind))
}

fn rook_does_not_go_home(draft: Draft, ply: &Ply) -> Option<Draft> {
    let castling = castling(ply)?;
    let target = castling.rook_target();
    Some(draft.without(castling.rook()).with_piece(target, ply.after.board().at(target)))
}

/// A right to castle with a rook that is not at home is lost as well.
fn rook_disappears(draft: Draft, ply: &Ply) -> Option<Draft> {
    ply.mv.castling_rook().map(|rook| without_rook_and_right(draft, rook))
}

/// Rights that other moves have lost stay lost.
fn rights_do_not_come_back(draft: Draft, ply: &Ply) -> Draft {
    draft.without_rights_lost(&draft.position, &ply.after)
}

fn king_is_left(draft: Draft, ply: &Ply, tracking: KingTracking) -> Option<Draft> {
    let is_followed =
        tracking == KingTracking::Follows || ply.before.king(ply.side()) == ply.mv.from;
    let king = Some(Piece::new(ply.side(), PieceKind::King));
    let is_king = ply.before.board().at(ply.mv.from) == king && is_followed;
    is_king.then(|| draft.with_king(ply.side(), ply.mv.to, tracking))
}

fn piece_is_on_both_squares(draft: Draft, ply: &Ply) -> Option<Draft> {
    let is_plain = matches!(ply.mv.kind, MoveKind::Normal | MoveKind::DoublePush);
    is_plain.then(|| draft.with_piece(ply.mv.to, ply.before.board().at(ply.mv.from)))
}

// What a move is about.

/// The square of the pawn that a capture en passant takes.
fn passed_pawn(ply: &Ply) -> Option<Square> {
    ply.before.captured(ply.mv).filter(|_| ply.mv.kind == MoveKind::EnPassant)
}

fn castling(ply: &Ply) -> Option<CastlingPair> {
    ply.mv.castling_rook().map(|rook| CastlingPair::new(ply.mv.from, rook))
}

/// The castlings of kings and rooks that are at home as in ordinary chess, but have no right.
pub(crate) fn castlings_without_right(position: &Position) -> Vec<(Color, CastlingPair)> {
    let mut found = Vec::new();
    let of_both = |color| CastlingSide::BOTH.map(|side| (color, side));
    for (color, side) in Color::BOTH.into_iter().flat_map(of_both) {
        let home = |file| Square::new(file, color.home_rank());
        let (king, rook) = (home(File::E), home(side.edge()));
        let is_rook = position.board().at(rook) == Some(Piece::new(color, PieceKind::Rook));
        let is_missing = position.castling_rights().rook(color, side) != Some(rook);
        if position.king(color) == king && is_rook && is_missing {
            found.push((color, CastlingPair::new(king, rook)));
        }
    }
    found
}
