//! Castling: why it is legal, why it is impossible, and why an attack forbids it.
//!
//! A castling is named here by the home of its rook. The king is always that of the side to move.

use super::explanation::{Explanation, reasons};
use super::facts::{Scene, attacks_on_empty_board, between, enumeration, side_name};
use super::rules::Rule;
use ox88::{
    CastlingNotation, CastlingPair, CastlingSide, Color, File, Move, Piece, PieceKind, Position,
    Setup, Square, is_attacked,
};
use ox88_engine::{Line, Ply};

// Which castling is it?

/// The side and the rook of the castling that is meant by two squares: the king goes along its home
/// rank to where castling brings it, onto its own rook, or two squares where it has no right. A single step is no
/// castling, unless it ends on a rook that may castle or once could.
pub(super) fn meant_by(scene: &Scene, from: Square, to: Square) -> Option<(CastlingSide, Square)> {
    let us = scene.us();
    let is_at_home = |square: Square| square.rank() == us.home_rank();
    if from != scene.king() || !is_at_home(from) || !is_at_home(to) {
        return None;
    }
    let is_step = attacks_on_empty_board(Piece::new(us, PieceKind::King), from, to);
    let ends_there = |&(side, rook): &(CastlingSide, Square)| {
        let castling = CastlingPair::new(from, rook);
        castling.side() == side && castling.king_target() == to
    };
    let sides = CastlingSide::BOTH.map(|side| (side, rook_for(scene, side)));
    let onto_target = sides.into_iter().find(ends_there).filter(|_| !is_step);
    let onto_rook = || {
        let side = CastlingPair::new(from, to).side();
        let is_rook = scene.own(to) == Some(PieceKind::Rook);
        let by_right = rook_with_right(scene, us, side);
        // In ordinary chess it may be the castling of the other rook, with the king on the wrong square.
        let is_by_rook = scene.here.castling_notation() == CastlingNotation::KingTakesRook;
        let is_other = !is_step && (is_by_rook || by_right.is_none());
        (is_rook && (is_other || by_right == Some(to))).then_some((side, to))
    };
    let two_squares = || {
        let side = CastlingPair::new(from, to).side();
        let has_right = scene.here.castling_rights().rook(us, side).is_some();
        let is_two = between(from, to).count() == 1 && !has_right;
        is_two.then(|| (side, rook_for(scene, side)))
    };
    onto_target.or_else(onto_rook).or_else(two_squares)
}

/// Whether a king at home leaps along its rank, as in castling, to where no castling brings it.
pub(super) fn seems_meant_by(scene: &Scene, from: Square, to: Square) -> bool {
    let home = Square::new(File::E, scene.us().home_rank());
    from == scene.king() && from == home && to.rank() == home.rank()
}

/// The wing on which the king would castle by two squares in ordinary chess, if the other side alone has that right.
pub(super) fn of_the_other_side(scene: &Scene, from: Square, to: Square) -> Option<CastlingSide> {
    let (us, rights) = (scene.us(), scene.here.castling_rights());
    let king = Square::new(File::E, us.home_rank());
    let is_meant = |side: &CastlingSide| {
        let rook = Square::new(side.edge(), us.home_rank());
        let is_theirs = rights.rook(us, *side).is_none() && rights.rook(!us, *side).is_some();
        is_theirs && (to == rook || to == CastlingPair::new(king, rook).king_target())
    };
    CastlingSide::BOTH.into_iter().find(is_meant).filter(|_| from == king)
}

/// The home of the rook that castles on this side: the one that has the right or had it earlier in
/// the line, or else the corner.
pub(super) fn rook_for(scene: &Scene, side: CastlingSide) -> Square {
    let us = scene.us();
    rook_with_right(scene, us, side).unwrap_or(Square::new(side.edge(), us.home_rank()))
}

/// The home of the player's rook that has the right to castle on this side, or was the last to have it.
fn rook_with_right(scene: &Scene, player: Color, side: CastlingSide) -> Option<Square> {
    let right = |position: &Position| position.castling_rights().rook(player, side);
    let earlier = || scene.line.plies().filter_map(|ply| right(&ply.before)).last();
    right(&scene.here).or_else(earlier)
}

// Why it is legal.

impl Scene<'_> {
    /// The attacked square that seems to be why an engine lacks this castling, if there is one beside the king's way.
    pub fn attacked_beside(&self, mv: Move) -> Option<Square> {
        let castling = CastlingPair::new(self.king(), mv.castling_rook()?);
        attacked_beside_king_path(self, castling)
    }
}

/// Why a legal castling is legal: what an engine may have held against it that does not matter.
pub(super) fn why_legal(scene: &Scene, rook: Square) -> Explanation {
    let castling = CastlingPair::new(scene.king(), rook);
    // Where the engine is right although the same rook has gone, that is not why.
    let is_right_all_the_same =
        |it: &Line| other_rook_gone(&Scene::at_end_of(it), castling).is_some();
    let mut right_in = scene.right_in.iter().flatten();
    let gone = other_rook_gone(scene, castling).filter(|_| !right_in.any(is_right_all_the_same));
    let attacked = attacked_beside_king_path(scene, castling);
    match (gone, attacked) {
        // The attack was there before the other rook went, so it is the less likely cause.
        (Some(gone), Some(square)) if is_attacked(gone.ply.before.board(), square, !scene.us()) => {
            right_not_lost(scene, castling, &gone)
        }
        (_, Some(square)) => attack_does_not_matter(scene, castling, square),
        (Some(gone), None) => right_not_lost(scene, castling, &gone),
        (None, None) => ordinary(scene, castling),
    }
}

/// The first attacked square among those that only the rook leaves or crosses. Its home comes last.
fn attacked_beside_king_path(scene: &Scene, castling: CastlingPair) -> Option<Square> {
    let squares = squares_to_be_free(castling).chain([castling.rook()]);
    let mut beside = squares.filter(|&square| castling.king_path().all(|passed| passed != square));
    beside.find(|&square| {
        let attackers = scene.attackers(square);
        let may_matter = || scene.may_matter(&attackers) && scene.may_matter_to_be_attacked(square);
        !attackers.is_empty() && may_matter()
    })
}

fn attack_does_not_matter(scene: &Scene, castling: CastlingPair, attacked: Square) -> Explanation {
    let (rook, attackers) = (castling.rook(), scene.attackers(attacked));
    let (by, king_path) = (scene.pieces(&attackers), enumeration(castling.king_path()));
    let why = reasons! {
        (attacked == rook) => CastlingWithAttackedRook, [rook],
            "the rook on {rook} is attacked by {by}, but only the king's path must be safe: {king_path}";
        else CastlingOverAttackedRookWay, [rook, attacked],
            "{attacked} is attacked by {by}, but the king does not cross it: only {king_path} must be safe";
    };
    why.shown_by(attackers)
}

/// A rook that is not the one that castles, and the move with which it left its home or was taken.
struct OtherRook {
    ply: Ply,
    home: Square,
    /// Whether a right to castle was lost with it.
    had_right: bool,
}

/// The last rook of the side to move that was taken, or that moved and so lost its right.
fn other_rook_gone(scene: &Scene, castling: CastlingPair) -> Option<OtherRook> {
    let us = scene.us();
    let gone = scene.line.plies().filter_map(|ply| {
        let Ply { before, mv, .. } = ply;
        let has_moved = before.side_to_move() == us;
        let home = if has_moved { mv.from } else { mv.to };
        let had_right = before.castling_rights().rook(us, other_side(castling)) == Some(home);
        let is_rook = before.board().at(home) == Some(Piece::new(us, PieceKind::Rook));
        (is_rook && (had_right || !has_moved)).then_some(OtherRook { ply, home, had_right })
    });
    gone.last()
}

fn other_side(castling: CastlingPair) -> CastlingSide {
    match castling.side() {
        CastlingSide::KingSide => CastlingSide::QueenSide,
        CastlingSide::QueenSide => CastlingSide::KingSide,
    }
}

fn right_not_lost(scene: &Scene, castling: CastlingPair, gone: &OtherRook) -> Explanation {
    let OtherRook { ply, home, had_right } = gone;
    let (rook, side) = (castling.rook(), side_name(other_side(castling)));
    let unmoved = nothing_has_moved(scene, castling);
    reasons! {
        (!had_right) => CastlingAfterOtherRookGone, [rook],
            "the rook captured on {home} by {ply} is not the one that castles: {unmoved}";
        (ply.side() == scene.us()) => CastlingAfterOtherRookGone, [rook],
            "moving the rook from {home} ({ply}) ends only the {side} right: {unmoved}";
        else CastlingAfterOtherRookGone, [rook],
            "the capture of the rook on {home} ({ply}) ends only the {side} right: {unmoved}";
    }
}

fn ordinary(scene: &Scene, castling: CastlingPair) -> Explanation {
    let (king, rook, side) = (scene.king(), castling.rook(), castling.side());
    let (us, them) = (scene.us(), !scene.us());
    let (king_target, rook_target) = (castling.king_target(), castling.rook_target());
    let is_shown =
        |by: Option<Line>| scene.right_in.is_none() || by.is_some() && scene.control == by;
    let mv = Move::castling(king, rook);
    let other = rook_with_right(scene, them, side).filter(|other| other.file() != rook.file());
    let other = other.filter(|_| is_shown(with_own_right_alone(&scene.here, mv)));
    let on_goal = on_goal(castling, king).filter(|_| is_shown(off_goal(&scene.here, mv)));
    reasons! {
        (let Some(other) = other) => CastlingRookFilesDiffer, [rook, other],
            "each side has rook files of its own, as in double Chess960: {us} castles with the rook on {rook}, and \
             {them} with the one on {other}";
        (let Some(square) = on_goal) => CastlingPieceOnGoal, [rook, square],
            "{piece} is already where castling puts it, and castles all the same: the king goes to {king_target} \
             and the rook to {rook_target}", piece = scene.piece(square);
        (king.file() == File::E && rook.file() == side.edge()) => Castling, [rook],
            "{unmoved}, nothing is between them, and none of {king_path} is attacked",
            unmoved = nothing_has_moved(scene, castling), king_path = enumeration(castling.king_path());
        else CastlingInChess960, [rook],
            "in Chess960 the king on {king} and the rook on {rook} castle from where they started: the king goes to \
             {king_target} and the rook to {rook_target}";
    }
}

/// The square of a piece that castling does not move.
fn on_goal(castling: CastlingPair, king: Square) -> Option<Square> {
    let rook = castling.rook();
    let pieces = [(king, castling.king_target()), (rook, castling.rook_target())];
    pieces.into_iter().find(|(from, to)| from == to).map(|it| it.0)
}

/// Lines on which a castling as unusual as this one would be a usual one in one respect: the engine castles there if that
/// is why it does not here.
pub fn more_usual_castlings(here: &Position, mv: Move) -> impl Iterator<Item = Line> + use<> {
    with_own_right_alone(here, mv).into_iter().chain(off_goal(here, mv))
}

/// The same position without the rights of the other side, if a rook of that castles from another file.
fn with_own_right_alone(here: &Position, mv: Move) -> Option<Line> {
    let own = CastlingPair::new(mv.from, mv.castling_rook()?);
    let other = here.castling_rights().rook(!here.side_to_move(), own.side())?;
    if other.file() == own.rook().file() {
        return None;
    }
    let castling = here.castling_rights().without_king_of(!here.side_to_move());
    Position::new(Setup { castling, ..here.setup() }).ok().map(Line::at)
}

/// Bare kings and a rook, with a castling on the same wing as this one, by which both pieces move where this one leaves
/// one of them where it is.
fn off_goal(here: &Position, mv: Move) -> Option<Line> {
    let castling = CastlingPair::new(mv.from, mv.castling_rook()?);
    on_goal(castling, mv.from)?;
    let fen = match castling.side() {
        CastlingSide::KingSide => "k7/8/8/8/8/8/8/1K4R1 w G - 0 1",
        CastlingSide::QueenSide => "7k/8/8/8/8/8/8/1R4K1 w B - 0 1",
    };
    let white: Position = fen.parse().ok()?;
    let is_of_side = |it: &Position| it.side_to_move() == here.side_to_move();
    [white, white.mirrored()].into_iter().find(is_of_side).map(Line::at)
}

fn nothing_has_moved(scene: &Scene, castling: CastlingPair) -> String {
    format!("neither the king on {} nor the rook on {} has moved", scene.king(), castling.rook())
}

// Why it is impossible.

/// Why castling is not even pseudo-legal: there is no right, or a piece is in the way.
pub(super) fn why_impossible(scene: &Scene, side: CastlingSide, rook: Square) -> Explanation {
    if scene.here.castling_rights().rook(scene.us(), side) != Some(rook) {
        // A corner without the rook proves nothing.
        let is_rook = scene.own(rook) == Some(PieceKind::Rook);
        return why_no_right(scene, side, rook).shown_by(is_rook.then_some(rook));
    }
    let king = scene.king();
    let castling = CastlingPair::new(king, rook);
    let in_the_way = scene.occupied(squares_to_be_free(castling));
    let pieces_block = scene.pieces_do(&in_the_way, "blocks");
    reasons! {
        (castling.king_path().any(|square| in_the_way.contains(&square))) => CastlingKingWayBlocked, in_the_way,
            "{pieces_block} the path of the king on {king} and the rook on {rook}";
        else CastlingRookWayBlocked, in_the_way,
            "{pieces_block} the path of the rook on {rook}, but not that of the king";
    }
}

fn why_no_right(scene: &Scene, side: CastlingSide, rook: Square) -> Explanation {
    let us = scene.us();
    let has_right = |position: &Position| position.castling_rights().rook(us, side) == Some(rook);
    let is_rook_there = scene.own(rook) == Some(PieceKind::Rook);
    if let Some(ply) = scene.line.last_ply(|ply| has_right(&ply.before) && !has_right(&ply.after)) {
        return right_was_lost(scene, &ply, rook, is_rook_there);
    }
    let other = scene.here.castling_rights().rook(us, side);
    let given = other.map_or("the FEN gives none".to_owned(), |other| {
        format!("the right is that of the rook on {other}")
    });
    reasons! {
        (is_rook_there) => CastlingWithoutRight, [],
            "{us} has no castling right for the rook on {rook}: {given}";
        else CastlingWithoutRook, [],
            "no rook of {us} is on {rook}, and the FEN gives no {side} castling right",
            side = side_name(side);
    }
}

/// The move that lost the right, and another rook that has come to the same square since.
fn right_was_lost(scene: &Scene, ply: &Ply, rook: Square, is_rook_there: bool) -> Explanation {
    let Ply { mv, before, .. } = ply;
    let (from, is_ours) = (mv.from, ply.side() == scene.us());
    let is_another = !is_ours && is_rook_there;
    let another = if is_another { "; the rook there now is a different one" } else { "" };
    reasons! {
        (mv.castling_rook().is_some()) => CastlingRightKeptAfterKingMove, [],
            "the right was lost when the king castled ({ply}){another}";
        (is_ours && from == before.king(scene.us())) => CastlingRightKeptAfterKingMove, [],
            "the right was lost when the king on {from} moved ({ply}){another}";
        (is_ours) => CastlingRightKeptAfterRookMove, [],
            "the right was lost when the rook on {rook} moved ({ply}){another}";
        (mv.promotion().is_some()) => CastlingRightKeptAfterPromotion, [],
            "the right was lost when a pawn captured the rook on {rook} and promoted ({ply}){another}";
        else CastlingRightKeptAfterCapture, [],
            "the right was lost when the rook on {rook} was captured ({ply}){another}";
    }
}

/// The squares on which no other piece may be.
fn squares_to_be_free(castling: CastlingPair) -> impl Iterator<Item = Square> {
    Square::all().filter(move |&square| !castling.is_free(|other| other != square))
}

// Why an attack forbids it.

/// Why castling with a right and a free way is illegal: the king's way is attacked.
pub(super) fn why_attacked(scene: &Scene, rook: Square) -> Explanation {
    let (king, castling) = (scene.king(), CastlingPair::new(scene.king(), rook));
    let (king_target, checkers) = (castling.king_target(), &scene.checkers);
    let attackers_of = |square: &Square| scene.attackers(*square);
    let mut on_the_way = castling.king_path().filter(|&square| square != king_target);
    let attackers = scene.attackers_after(Move::castling(king, rook));
    let attack = |attackers: &[Square]| scene.pieces_do(attackers, "attacks");
    // Where the king takes its rook, the move does not look like castling.
    let castling_word = match scene.here.castling_notation() {
        CastlingNotation::KingToTarget => String::new(),
        CastlingNotation::KingTakesRook => format!("castling with the rook on {rook}: "),
    };
    reasons! {
        (!checkers.is_empty()) => CastlingOutOfCheck, checkers.clone(),
            "the king may not castle out of check: {give} check on {king}", give = scene.pieces_do(checkers, "gives");
        (let Some(crossed) = on_the_way.find(|square| !attackers_of(square).is_empty())) => CastlingThroughAttack,
            attackers_of(&crossed).into_iter().chain([crossed]),
            "{castling_word}{attack} {crossed}, which the king crosses", attack = attack(&attackers_of(&crossed));
        (attackers_of(&king_target).is_empty()) => CastlingIntoCheck, attackers.into_iter().chain([rook]),
            "after castling {attack} the king on {king_target}: the rook has left {rook}", attack = attack(&attackers);
        else CastlingIntoCheck, attackers.into_iter().chain([rook]),
            "{castling_word}{attack} {king_target}, where the king arrives", attack = attack(&attackers);
    }
}
