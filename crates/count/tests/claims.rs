//! Each claim of the quick walk by itself, held against the reference: on all positions of the suites
//! and on random play from each. Whole counts are compared in `quick.rs`; in them errors could cancel.

use crate::quick::count::moves_off_line;
use crate::quick::evasions::{count_evasions, look_up_evasions};
use crate::quick::facts::{Facts, FactsBefore};
use crate::quick::kinds::has_enough_pieces;
use crate::quick::king_zone::KingZone;
use crate::quick::legal::{Legality, stays_on};
use crate::quick::marks::Marks;
use crate::quick::mobility::{Leaving, Mobility};
use crate::quick::move_lists::MoveLists;
use crate::quick::pins::{Checks, LeftLine, Pins};
use crate::quick::ray::Ray;
use crate::quick::squares::{Squares, Table};
use crate::quick::{Black, Side, White, each_answered, leaves_at_two};
use ox88::{
    CastlingPair, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Position, Square,
    attackers, perft,
};
use ox88_test_support::{position, random_positions};
use rstest::rstest;

/// Checks random positions for the side that is to move, as a type, and that together they show as many cases of each kind.
macro_rules! check_all {
    ($seed:expr, $check:ident, $least:expr) => {{
        let mut cases = $least.map(|_| 0);
        for position in random_positions($seed) {
            let more = match position.side_to_move() {
                Color::White => $check::<White>(&position),
                Color::Black => $check::<Black>(&position),
            };
            cases.iter_mut().zip(more).for_each(|(cases, more)| *cases += more);
        }
        assert_shown(&cases, &$least);
        cases
    }};
}

#[track_caller]
fn assert_shown(cases: &[usize], least: &[usize]) {
    let are_enough = cases.iter().zip(least).all(|(cases, least)| cases > least);
    assert!(are_enough, "{cases:?} cases: these positions show little");
}

fn legal_moves(position: &Position, is_asked: impl Fn(Move) -> bool) -> i32 {
    let count = position.legal_moves().iter().filter(|&&mv| is_asked(mv)).count();
    i32::try_from(count).expect("no position has that many moves")
}

fn is_of_king(position: &Position, mv: Move) -> bool {
    mv.from == position.king(position.side_to_move())
}

/// The moves that mobility counts: not those of the king, and no captures en passant.
fn is_counted(position: &Position, mv: Move) -> bool {
    !is_of_king(position, mv) && mv.kind != MoveKind::EnPassant
}

/// The moves of the side to move that bring one piece to a square, each with that piece and the
/// position after it.
fn moves_of_one_piece(position: &Position) -> impl Iterator<Item = (Move, Piece, Position)> {
    position.legal_moves().into_iter().filter_map(|mv| {
        let piece = position.board().at(mv.from).expect("a piece moves");
        let arriving = match mv.kind {
            MoveKind::Normal | MoveKind::DoublePush => piece,
            MoveKind::Promotion(kind) => Piece::new(piece.color(), kind),
            MoveKind::EnPassant | MoveKind::Castling { .. } => return None,
        };
        Some((mv, arriving, position.after(mv)))
    })
}

/// The castlings of the side to move that bring king and rook to empty squares, each with the moves of
/// these two.
fn castlings(position: &Position) -> impl Iterator<Item = (Move, [(Move, Piece); 2])> {
    position.legal_moves().into_iter().filter_map(|mv| {
        let home = mv.castling_rook()?;
        let target = CastlingPair::new(mv.from, home).rook_target();
        let both = [(mv.from, mv.to), (home, target)].map(|(from, to)| {
            let piece = position.board().at(from).expect("king and rook are at home");
            (Move::normal(from, to), piece)
        });
        both.iter().all(|(it, _)| position.board().at(it.to).is_none()).then_some((mv, both))
    })
}

/// The mobility of this side, whose pinned pieces are these.
fn mobility<S: Side>(position: &Position, pins: &Pins) -> Mobility {
    let mut mobility = Mobility::none(S::COLOR);
    let own = Squares::of(position.board(), S::COLOR);
    mobility.change::<S, true>(position.board(), own, pins);
    mobility
}

/// What the opponent's king sees before our move, and where that changes.
fn watched<S: Side>(position: &Position) -> (Pins, Table<Marks>) {
    let mut marks = Table::of(Marks::NONE);
    let king = position.king(!S::COLOR);
    let men = [!S::COLOR, S::COLOR].map(|color| Squares::of(position.board(), color));
    let pins = Pins::look_and_mark::<S::Opponent>(position.board(), king, men, &mut marks);
    (pins, marks)
}

/// What is known of the squares around the king of this side, and where that changes.
fn zone_of<S: Side>(position: &Position) -> (KingZone, Table<Marks>) {
    let mut marks = Table::of(Marks::NONE);
    let mut zone = KingZone::none(position.king(S::COLOR));
    let sides = [S::COLOR, !S::COLOR].map(|color| Squares::of(position.board(), color));
    zone.watch::<S>(position.board(), position.castling_rights(), sides, &mut marks);
    (zone, marks)
}

/// What changes for a side when the enemy piece on this square leaves it.
fn leaving(before: &Mobility, position: &Position, from: Square) -> Leaving {
    let mut leaving = before.unchanged();
    before.leave(position.board(), occupied(position), from, &mut leaving);
    leaving
}

fn occupied(position: &Position) -> Squares {
    Squares::occupied(position.board())
}

fn shields(pins: &Pins) -> [Option<Square>; 8] {
    Ray::ALL.map(|ray| pins.shield(ray))
}

/// The marks that a move touches.
fn touched(marks: &Table<Marks>, mv: Move, arriving: Piece) -> Marks {
    marks[mv.to] & Marks::of_arrival(arriving) | marks[mv.from].of_leaving()
}

#[test]
fn claims_2_and_5_the_mobility_is_the_number_of_legal_moves_of_all_pieces_but_the_king() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        if position.is_check() {
            return [0];
        }
        let checks = Checks::of_king(position.board(), position.king(S::COLOR), S::COLOR);
        let expected = legal_moves(position, |mv| is_counted(position, mv));
        assert_eq!(mobility::<S>(position, &checks.pins).moves, expected, "{position}");
        [shields(&checks.pins).iter().flatten().count()]
    }
    check_all!(11, check, [200]);
}

#[test]
fn claim_5_after_a_move_the_mobility_is_the_sum_of_what_was_known_before_it() {
    fn check<S: Side>(position: &Position) -> [usize; 0] {
        let (pins, _) = watched::<S>(position);
        let before = mobility::<S::Opponent>(position, &pins);
        for (mv, _, after) in moves_of_one_piece(position) {
            let leaving = leaving(&before, position, mv.from);
            let known = leaving.mobility + before.arrival(mv.to) + leaving.along(mv);
            let counted = mobility::<S::Opponent>(&after, &pins).moves;
            assert_eq!(known, counted, "{mv} in {position}");
        }
        []
    }
    check_all!(12, check, [0_usize; 0]);
}

#[test]
fn claim_5_king_and_rook_that_castle_change_the_mobility_each_for_itself() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let (pins, _) = watched::<S>(position);
        let before = mobility::<S::Opponent>(position, &pins);
        let mut known = 0;
        for (mv, [(king, _), (rook, _)]) in castlings(position) {
            let is_seen_from_behind = Ray::leading(rook.from, king.from)
                .is_some_and(|ray| before.attacks_along(rook.from, ray));
            if !is_seen_from_behind {
                let left = [king, rook].map(|it| leaving(&before, position, it.from).mobility);
                let sum = left[0] + left[1] - before.moves + before.arrival(rook.to);
                let counted = mobility::<S::Opponent>(&position.after(mv), &pins).moves;
                assert_eq!(sum, counted, "{mv} in {position}");
                known += 1;
            }
        }
        [known]
    }
    check_all!(27, check, [300]);
}

#[test]
fn claim_1_without_check_a_piece_that_is_not_pinned_may_make_all_of_its_moves_but_en_passant() {
    let mut cases = [0; 3];
    for position in random_positions(23) {
        let legality = Legality::new(&position);
        for mv in position.pseudo_legal_moves() {
            let is_legal = position.is_legal(mv);
            if mv.kind == MoveKind::EnPassant {
                assert_eq!(legality.allows(mv), is_legal, "{mv} in {position}");
                cases[usize::from(is_legal)] += 1;
            } else if legality.is_free(mv.from) {
                assert!(is_legal, "{mv} in {position}");
                cases[2] += 1;
            }
        }
    }
    assert_shown(&cases, &[10, 10, 50_000]);
}

/// Two pawns leave their squares then, and so a pin does not say all.
#[test]
fn claim_1_the_captures_en_passant_that_answer_a_double_step_are_known_by_the_lines_that_open() {
    let mut captures = [0; 2];
    for position in random_positions(24) {
        each_answered(&position, |mv, replies| {
            let after = position.after(mv);
            let moves = after.pseudo_legal_moves();
            let mut en_passants = moves.iter().filter(|it| it.kind == MoveKind::EnPassant);
            if let Some(&capture) = en_passants.next() {
                let legal = legal_moves(&after, |_| true);
                assert_eq!(i64::from(replies), i64::from(legal), "{mv} in {position}");
                captures[usize::from(after.is_legal(capture))] += 1;
            }
        });
    }
    assert_shown(&captures, &[10; 2]);
}

#[test]
fn claim_2_a_pinned_piece_keeps_the_moves_along_its_line_and_no_others() {
    let mut moves = [0; 2];
    for position in random_positions(25) {
        let us = position.side_to_move();
        let checks = Checks::of_king(position.board(), position.king(us), us);
        let legality = Legality::new(&position);
        for (square, piece) in position.board().pieces(us) {
            let Some(line) = checks.pins.ray_of(square).filter(|_| !position.is_check()) else {
                continue;
            };
            let mut forbidden = 0;
            position.each_move_of(square, piece, |mv| {
                if mv.kind != MoveKind::EnPassant {
                    let is_legal = position.is_legal(mv);
                    assert_eq!(stays_on(line, mv), is_legal, "{mv} in {position}");
                    assert_eq!(legality.allows(mv), is_legal, "{mv} in {position}");
                    forbidden += i32::from(!is_legal);
                    moves[usize::from(is_legal)] += 1;
                }
            });
            let off_line = moves_off_line(position.board(), square, line);
            assert_eq!(off_line, forbidden, "{square} in {position}");
        }
    }
    assert_shown(&moves, &[300; 2]);
}

#[test]
fn claim_6_a_king_sees_its_attackers_and_the_pieces_without_which_it_had_more_of_them() {
    for position in random_positions(13) {
        for color in Color::BOTH {
            let (board, king) = (position.board(), position.king(color));
            let checks = Checks::of_king(board, king, color);
            let checkers = attackers(board, king, !color);
            let seen: Vec<Square> = checks.checkers.each().collect();
            assert!(checkers.iter().all(|it| seen.contains(it)), "{position}");
            assert_eq!(seen.len(), checkers.len(), "{position}");
            for (square, piece) in board.pieces(color) {
                let mut without = *board;
                without.clear(square);
                let shields = attackers(&without, king, !color).len() > checkers.len();
                let is_pinned = piece.kind() != PieceKind::King && shields;
                assert_eq!(
                    checks.pins.ray_of(square).is_some(),
                    is_pinned,
                    "{square} in {position}"
                );
            }
        }
    }
}

#[test]
fn claim_6_after_a_move_a_king_sees_the_same_unless_a_mark_is_touched_and_looks_where_it_was() {
    fn check<S: Side>(position: &Position) -> [usize; 2] {
        let king = position.king(!S::COLOR);
        let (pins, marks) = watched::<S>(position);
        let mut cases = [0; 2];
        for (mv, arriving, after) in moves_of_one_piece(position) {
            let seen = Checks::of_king(after.board(), king, !S::COLOR);
            let (again, changed) =
                pins.look_again(after.board(), occupied(&after), mv, arriving, !S::COLOR);
            assert_eq!(again.checkers, seen.checkers, "{mv} in {position}");
            assert_eq!(shields(&again.pins), shields(&seen.pins), "{mv} in {position}");
            for ray in Ray::ALL {
                let before = pins.shield(ray).filter(|&shield| shield != mv.to);
                let is_changed = before != seen.pins.shield(ray);
                assert_eq!(changed.contains(ray), is_changed, "{mv} in {position}");
            }
            let marks_do_not_tell = pins.has_no_marks_for(mv);
            if !touched(&marks, mv, arriving).change_pins() && !marks_do_not_tell {
                assert!(!seen.is_check(), "{mv} in {position}");
                assert_eq!(shields(&pins), shields(&seen.pins), "{mv} in {position}");
                cases[0] += 1;
            } else if seen.is_check() || !changed.is_empty() {
                cases[1] += 1;
            }
        }
        cases
    }
    check_all!(14, check, [2_000; 2]);
}

#[test]
fn claims_3_and_4_the_king_steps_to_safe_squares_and_castles_across_them() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let (zone, _) = zone_of::<S>(position);
        let steps =
            legal_moves(position, |mv| is_of_king(position, mv) && mv.castling_rook().is_none());
        assert_eq!(zone.safe().steps(), steps, "{position}");
        if position.is_check() {
            return [0];
        }
        let moves = legal_moves(position, |mv| is_of_king(position, mv));
        assert_eq!(zone.moves(zone.safe()), moves, "{position}");
        [usize::try_from(moves - steps).expect("each castling is a move")]
    }
    check_all!(15, check, [300]);
}

#[test]
fn claims_3_and_4_the_safe_squares_after_a_move_are_known_before_it() {
    fn check<S: Side>(position: &Position) -> [usize; 0] {
        let (before, marks) = zone_of::<S::Opponent>(position);
        for (mv, arriving, after) in moves_of_one_piece(position) {
            let (now, _) = zone_of::<S::Opponent>(&after);
            let piece = position.board().at(mv.from).expect("a piece moves");
            let known = if touched(&marks, mv, arriving).change_zone() {
                before.moves_after::<S::Opponent>(after.board(), occupied(&after), mv.to, arriving)
            } else {
                let men = occupied(position);
                let safe = before.safe_without(men, mv.from, piece);
                let safe = safe - before.attacks_of(men - mv.from, mv.to, arriving);
                (safe.steps(), before.moves(safe))
            };
            assert_eq!(known.0, now.safe().steps(), "{mv} in {position}");
            if !after.is_check() {
                assert_eq!(known.1, now.moves(now.safe()), "{mv} in {position}");
            }
        }
        []
    }
    check_all!(16, check, [0_usize; 0]);
}

#[test]
fn claim_3_a_king_steps_where_no_enemy_could_capture_nor_a_slider_attacks_through_it() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let (pins, _) = watched::<S>(position);
        let enemies = mobility::<S::Opponent>(position, &pins);
        let (king, other) = (position.king(S::COLOR), position.king(!S::COLOR));
        assert_eq!(enemies.attacks(king), position.is_check(), "{position}");
        let (board, mut behind) = (position.board(), 0);
        for mv in position.pseudo_legal_moves() {
            if mv.from == king && mv.kind == MoveKind::Normal {
                let is_behind = Ray::leading(mv.to, king)
                    .is_some_and(|ray| occupied(position).slider_on(ray, king, board, !S::COLOR));
                let is_safe = !enemies.attacks(mv.to) && Ray::steps(other, mv.to) != 1;
                assert_eq!(is_safe && !is_behind, position.is_legal(mv), "{mv} in {position}");
                behind += usize::from(is_safe && is_behind);
            }
        }
        [behind]
    }
    check_all!(17, check, [100]);
}

#[test]
fn claim_4_a_castling_that_its_own_side_blocks_stays_blocked_and_any_other_is_known_after_a_move() {
    fn check<S: Side>(position: &Position) -> [usize; 2] {
        let (before, _) = zone_of::<S::Opponent>(position);
        let (king, rights) = (position.king(!S::COLOR), position.castling_rights());
        let is_own = |it| position.board().at(it).is_some_and(|it| it.belongs_to(!S::COLOR));
        let rooks = CastlingSide::BOTH.into_iter().filter_map(|it| rights.rook(!S::COLOR, it));
        let (open, blocked): (Vec<Move>, Vec<Move>) =
            rooks.map(|rook| Move::castling(king, rook)).partition(|mv| {
                CastlingPair::new(king, mv.castling_rook().unwrap_or(king))
                    .is_free(|it| !is_own(it))
            });
        let mut cases = [0; 2];
        for (mv, arriving, after) in
            moves_of_one_piece(position).filter(|(.., after)| !after.is_check())
        {
            let legal = after.legal_moves();
            assert!(!blocked.iter().any(|castling| legal.contains(castling)), "{mv} in {position}");
            let castlings = open.iter().filter(|castling| legal.contains(castling)).count();
            let (steps, moves) =
                before.moves_after::<S::Opponent>(after.board(), occupied(&after), mv.to, arriving);
            assert_eq!(usize::try_from(moves - steps), Ok(castlings), "{mv} in {position}");
            cases[0] += blocked.len();
            cases[1] += castlings;
        }
        cases
    }
    check_all!(26, check, [2_000; 2]);
}

#[test]
fn claim_7_the_answers_to_a_check_lead_to_its_line_and_most_are_known_before_it() {
    fn check<S: Side>(position: &Position) -> [usize; 2] {
        let king = position.king(!S::COLOR);
        let (pins, _) = watched::<S>(position);
        let before = mobility::<S::Opponent>(position, &pins);
        let mut cases = [0; 2];
        for (mv, arriving, after) in moves_of_one_piece(position) {
            let checks = Checks::of_king(after.board(), king, !S::COLOR);
            if checks.checkers.number() != 1 {
                let ends_two = |it| checks.is_check() && !is_of_king(&after, it);
                assert_eq!(legal_moves(&after, ends_two), 0, "{mv} in {position}");
                continue;
            }
            let answers = legal_moves(&after, |mv| is_counted(&after, mv));
            let looked = count_evasions(after.board(), occupied(&after), &checks, !S::COLOR);
            assert_eq!(looked, answers, "{mv} in {position}");
            let (_, changed) =
                pins.look_again(after.board(), occupied(&after), mv, arriving, !S::COLOR);
            if checks.checkers.contains(mv.to) && changed.is_empty() && mv.promotion().is_none() {
                let leaving = leaving(&before, position, mv.from);
                let facts = Facts::new::<S::Opponent>(position);
                let known = look_up_evasions(&facts, position.board(), &leaving, mv);
                assert!(
                    known.is_none_or(|known| known == answers),
                    "{mv} in {position}: {known:?}"
                );
                cases[0] += usize::from(known.is_some());
            }
            cases[1] += 1;
        }
        cases
    }
    let [known, all] = check_all!(18, check, [2_000; 2]);
    assert!(known * 2 > all, "only {known} of {all} answers were known");
}

#[test]
fn claim_10_where_three_pieces_can_move_no_move_that_touches_no_mark_leaves_their_side_without_one()
{
    fn check<S: Side>(position: &Position) -> [usize; 3] {
        let (pins, marks) = watched::<S>(position);
        if !has_enough_pieces::<S::Opponent>(position.board(), &pins) {
            return [0; 3];
        }
        let touches = |mv: Move, arriving| !touched(&marks, mv, arriving).is_empty();
        let is_known = |&(mv, arriving, _): &(Move, Piece, _)| {
            !touches(mv, arriving) && !pins.has_no_marks_for(mv)
        };
        let mut moves: Vec<Move> =
            moves_of_one_piece(position).filter(is_known).map(|it| it.0).collect();
        let castles =
            |(_, both): &(Move, [(Move, Piece); 2])| both.iter().all(|it| !touches(it.0, it.1));
        moves.extend(castlings(position).filter(castles).map(|(mv, _)| mv));
        for &mv in &moves {
            let after = position.after(mv);
            let answers = legal_moves(&after, |mv| !is_of_king(&after, mv));
            assert!(answers > 0, "{mv} in {position}");
        }
        let castles = moves.iter().filter(|mv| mv.castling_rook().is_some()).count();
        let promotes = moves.iter().filter(|mv| mv.promotion().is_some()).count();
        [1, castles, promotes]
    }
    check_all!(19, check, [1000, 100, 100]);
}

#[test]
fn claim_6_where_a_piece_that_leaves_its_line_may_go_the_moves_are_known_before_it() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let (pins, marks) = watched::<S>(position);
        let before = mobility::<S::Opponent>(position, &pins);
        let king = position.king(!S::COLOR);
        let mut known = 0;
        for (mv, arriving, after) in moves_of_one_piece(position) {
            let touched = marks[mv.to] & Marks::of_arrival(arriving);
            if mv.promotion().is_some() || !marks[mv.from].of_leaving().change_pins() {
                continue;
            }
            let line = LeftLine::of(position.board(), occupied(position), mv.from, &pins);
            let Some(more) = line.and_then(|line| line.moves_after(mv, king, touched)) else {
                continue;
            };
            known += 1;
            assert!(!after.is_check(), "{mv} in {position}");
            let leaving = leaving(&before, position, mv.from);
            let moves = leaving.mobility + before.arrival(mv.to) + leaving.along(mv) + more;
            let (pins, _) = watched::<S>(&after);
            assert_eq!(moves, mobility::<S::Opponent>(&after, &pins).moves, "{mv} in {position}");
        }
        [known]
    }
    check_all!(20, check, [1000]);
}

#[test]
fn claim_8_after_a_move_the_other_side_has_the_moves_that_it_had_but_for_pieces_on_changed_ways() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let known = MoveLists::of::<S::Opponent>(position);
        let mut pieces = 0;
        for mv in position.legal_moves() {
            let after = position.after(mv);
            let known = known.after::<S>(mv);
            for (square, piece) in after.board().pieces(!S::COLOR) {
                if let Some(known) = known.list_of(square) {
                    let mut moves = Vec::new();
                    after.each_move_of(square, piece, |mv| moves.push(mv));
                    assert_eq!(known, moves, "{mv} in {position}");
                    pieces += 1;
                }
            }
        }
        [pieces]
    }
    check_all!(21, check, [100_000]);
}

#[test]
fn claim_9_what_a_look_finds_after_a_move_is_what_it_found_before_but_where_the_move_changed_it() {
    fn check<S: Side>(position: &Position) -> [usize; 1] {
        let mut before = FactsBefore::new::<S>(position);
        let mut kept = Facts::nothing(position.king(S::COLOR), S::COLOR);
        let moves = position.legal_moves();
        for &mv in &moves {
            let after = position.after(mv);
            before.after::<S>(mv, &after, &mut kept);
            let anew = Facts::new::<S>(&after);
            assert_eq!(shields(&kept.pins), shields(&anew.pins), "{mv} in {position}");
            assert_eq!(kept.mobility, anew.mobility, "{mv} in {position}");
            assert_eq!(kept.zone, anew.zone, "{mv} in {position}");
            for square in Square::all() {
                // A piece of the side itself that is in the way of an enemy cannot be made to leave.
                let stays = after.board().at(square).is_some_and(|it| it.belongs_to(S::COLOR));
                let kept =
                    kept.marks[square] | if stays { Marks::LEAVES_THE_WAY } else { Marks::NONE };
                assert_eq!(kept, kept | anew.marks[square], "{square} after {mv} in {position}");
            }
        }
        [moves.len()]
    }
    check_all!(22, check, [10_000]);
}

#[test]
fn all_claims_together_the_replies_to_each_move_are_the_legal_ones() {
    for position in random_positions(19) {
        let mut known = Vec::new();
        each_answered(&position, |mv, replies| known.push((mv, u128::from(replies))));
        let replies = |mv| (mv, perft(&position.after(mv), 1));
        let mut expected: Vec<_> = position.legal_moves().into_iter().map(replies).collect();
        expected.retain(|it| it.1 > 0);
        assert_eq!(known, expected, "{position}");
    }
}

/// Positions for what random play seldom finds.
#[rstest]
#[case::a_rook_that_castles_past_the_king_opens_the_line_of_a_rook_in_the_corner(
    "1r2k3/8/8/8/8/8/8/R3K3 w b - 0 1"
)]
#[case::with_another_piece_behind_it_the_castling_rook_is_no_shield(
    "Rn1rk3/8/8/8/8/8/8/4K3 w d - 0 1"
)]
#[case::the_castling_rook_is_the_shield("Rr2k3/8/8/8/8/8/8/4K3 w b - 0 1")]
#[case::a_pawn_promotes_behind_itself_as_the_king_sees_it("8/P7/8/8/k7/8/8/4K3 w - - 0 1")]
#[case::a_pawn_steps_twice_over_the_square_from_which_a_knight_gave_check(
    "8/4p3/4N3/8/2k5/8/8/4K3 w - - 0 1"
)]
#[case::a_pinned_bishop_is_captured_with_check("7k/8/8/4b3/8/2B5/8/K7 w - - 0 1")]
#[case::a_pawn_steps_twice_over_the_square_that_the_checking_queen_has_left(
    "8/4p3/4Q3/7k/8/8/8/K7 w - - 0 1"
)]
#[case::a_knight_lets_a_rook_and_a_pawn_pass("k7/8/4p3/4N3/8/7K/8/4r3 w - - 0 1")]
#[case::a_pinned_rook_and_a_pawn_look_at_the_knight_between_them(
    "K7/8/8/4p3/4N3/8/8/R3r2k w - - 0 1"
)]
#[case::a_castling_rook_comes_to_where_a_pawn_captures("7k/8/8/8/8/8/4p3/RK6 w A - 0 1")]
#[case::a_castling_rook_gives_check_from_where_the_king_was("1r6/8/5k2/8/8/8/8/5K1R w H - 0 1")]
#[case::castling_attacks_along_the_rank_it_has_left("8/8/8/8/8/8/6k1/R3K3 w Q - 0 1")]
#[case::en_passant_opens_the_rank_of_a_rook("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1")]
#[case::a_pinned_pawn_captures_en_passant_along_its_line("8/8/1k6/8/3p4/8/4PB2/4K3 w - - 0 1")]
#[case::a_pawn_pinned_on_its_file_does_not_capture_en_passant("3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1")]
#[case::a_pawn_that_gives_check_is_captured_en_passant("8/8/8/3k4/3p4/8/4P3/4K3 w - - 0 1")]
#[case::a_rook_that_pins_stays_on_its_line_or_frees_the_pawn("8/8/8/8/1R3p1k/8/8/K7 w - - 0 1")]
#[case::a_freed_knight_guards_where_the_rook_goes("8/8/8/8/1R3n1k/8/8/K7 w - - 0 1")]
#[case::a_queen_that_leaves_uncovers_the_pin_of_a_rook("8/8/8/8/R2Q1n1k/8/8/K7 w - - 0 1")]
#[case::a_piece_that_leaves_lets_a_rook_pin_what_was_free("8/8/8/8/R2Nn2k/8/8/K7 w - - 0 1")]
#[case::a_king_castles_off_the_line_of_its_rook_and_a_knight_is_pinned(
    "8/8/8/8/8/8/8/k1n1K2R w K - 0 1"
)]
fn the_replies_are_the_legal_ones_also_where_play_seldom_leads(#[case] fen: &str) {
    for position in [position(fen), position(fen).mirrored()] {
        assert_eq!(u128::from(leaves_at_two(&position)), perft(&position, 2), "{position}");
    }
}
