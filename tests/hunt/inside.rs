//! What is at fault in an engine whose every answer is known: it answers here, without a process.

use crate::helpers::position::position;
use crate::helpers::square::square;
use ox88::hunt::{
    Disagreement, FindingKind, Line, Partner, Plan, Question, Reply, Trouble, Until, read_line,
    search,
};
use ox88::internals::chess::castling::{CastlingRights, CastlingSide};
use ox88::internals::chess::color::Color;
use ox88::internals::chess::piece::{Piece, PieceKind};
use ox88::internals::chess::setup::Setup;
use ox88::{Move, MoveKind, Position};
use rstest::rstest;
use std::time::Duration;

/// How an engine sets up a position.
type Read = fn(&Position) -> Position;
/// How it lists the moves of a position.
type List = fn(&Position, Place) -> Vec<Move>;

/// An engine. None of its answers depends on an earlier one, except where it is asked again.
struct Inside {
    read: Read,
    make: fn(&Position, Move) -> Position,
    list: List,
    /// Where it takes moves back wrongly, the position that it has when it is asked again.
    again: Option<Read>,
}

/// Where the moves of a position are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the position of a FEN.
    Root,
    /// In the position after the moves that it was given.
    Played,
    /// On the way down.
    Below,
}

/// An engine without a fault.
const RIGHT: Inside = Inside {
    read: |position| *position,
    make: |position, mv| match position.board().at(mv.from) {
        Some(_) => position.after_unchecked(mv),
        None => *position,
    },
    list: |position, _| position.legal_moves(),
    again: None,
};

impl Inside {
    fn count(&self, here: &Position, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let moves = (self.list)(here, Place::Below);
        moves.into_iter().map(|mv| self.count(&(self.make)(here, mv), depth - 1)).sum()
    }

    fn divide(&self, here: &Position, place: Place, depth: u32) -> Reply {
        let mut reply = Reply::default();
        for mv in (self.list)(here, place) {
            let leaves = self.count(&(self.make)(here, mv), depth - 1);
            reply.add(read_line(&format!("{}: {leaves}", here.move_text(mv))));
        }
        reply.add(read_line(&format!("Nodes searched: {}", reply.sum())));
        reply
    }

    fn here(&self, line: &Line) -> Position {
        line.moves.iter().fold((self.read)(&line.root), |here, &mv| (self.make)(&here, mv))
    }
}

impl Partner for Inside {
    fn ask(&mut self, question: &Question) -> Result<Reply, Trouble> {
        let Question { line, depth } = *question;
        let place = if line.moves.is_empty() { Place::Root } else { Place::Played };
        Ok(self.divide(&self.here(line), place, depth))
    }

    fn ask_again(&mut self, question: &Question) -> Option<Result<Reply, Trouble>> {
        let here = self.again?(&self.here(question.line));
        Some(Ok(self.divide(&here, Place::Root, question.depth)))
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(30)
    }
}

/// What is found when it is asked about a position at one depth, after some moves: the rule, the part of the
/// engine and how it is known, and as if what it answers.
fn found(mut engine: Inside, fen: &str, moves: &str, depth: u32) -> String {
    let mut line = Line::at(position(fen));
    for text in moves.split_whitespace() {
        line = line.and(line.end().find_move(text).expect("it is legal"));
    }
    let mut plan = Plan::of_position("it", None, &line, depth);
    plan.cases.retain(|case| case.depth == depth);
    let outcome = search(&mut engine, &plan, Until::First, |_, _| ());
    let [finding] = &outcome.findings[..] else { return "nothing".to_owned() };
    let FindingKind::Disagreement(disagreement) = &finding.kind else {
        return format!("{:?}", finding.kind);
    };
    let Disagreement { rule, diagnosis, .. } = &**disagreement;
    let origin = format!("{:?}", diagnosis.origin);
    let origin = origin.split([' ', '(']).next().unwrap_or_default();
    let exchange = &diagnosis.exchange;
    let moves: Vec<String> = exchange.line.plies().map(|ply| ply.text()).collect();
    let moves = if moves.is_empty() { "the FEN".to_owned() } else { moves.join(" ") };
    let as_if = diagnosis.origin.state().map_or("-", |state| &state.as_if);
    format!("{} {origin} by {moves} at {}: {as_if}", rule.id(), exchange.depth)
}

fn setup(position: &Position, change: impl Fn(Setup) -> Setup) -> Position {
    Position::new(change(position.setup())).expect("it is a position")
}

fn without_en_passant(position: &Position) -> Position {
    setup(position, |setup| Setup { en_passant: None, ..setup })
}

fn without_rights(position: &Position) -> Position {
    setup(position, |setup| Setup { castling: CastlingRights::NONE, ..setup })
}

/// As if each rook on h1 and h8 had the right to castle.
fn with_rights(position: &Position) -> Position {
    let mut castling = CastlingRights::NONE;
    for (color, name) in [(Color::White, "h1"), (Color::Black, "h8")] {
        let is_rook = |piece: Piece| piece == Piece::new(color, PieceKind::Rook);
        if position.board().at(square(name)).is_some_and(is_rook) {
            castling.grant(color, CastlingSide::KingSide, square(name));
        }
    }
    setup(position, |setup| Setup { castling, ..setup })
}

fn without(position: &Position, name: &str) -> Position {
    let mut board = *position.board();
    board.clear(square(name));
    setup(position, |setup| Setup { board, ..setup })
}

fn legal_but(position: &Position, is_left_out: impl Fn(Move) -> bool) -> Vec<Move> {
    position.legal_moves().into_iter().filter(|&mv| !is_left_out(mv)).collect()
}

fn is_castling(mv: Move) -> bool {
    mv.castling_rook().is_some()
}

/// The legal moves and the captures en passant that leave the king in check.
fn with_pinned_en_passant(position: &Position, _: Place) -> Vec<Move> {
    let mut moves = position.pseudo_legal_moves();
    moves.retain(|&mv| mv.kind == MoveKind::EnPassant || position.is_legal(mv));
    moves
}

/// White can castle, and has a pawn that leaves the right as it is.
const CASTLING: &str = "4k3/8/8/8/8/8/P7/4K2R w K - 0 1";
/// White can castle, and loses the right by every other move.
const CASTLING_ALONE: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
const NO_RIGHT: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 0 1";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const BEFORE_EN_PASSANT: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
/// After c7c5 the capture on c6 would uncover the king.
const BEFORE_PINNED_EN_PASSANT: &str = "8/2p5/8/KP5r/8/8/8/4k3 b - - 0 1";

#[rstest]
#[case::everywhere(|here: &Position, _| legal_but(here, is_castling), CASTLING,
    "castling Generation by the FEN at 1: -")]
#[case::at_the_root_and_where_moves_were_played(
    |here: &Position, place| legal_but(here, |mv| place != Place::Below && is_castling(mv)), CASTLING,
    "castling GenerationAtRoot by the FEN at 1: -")]
// Every move that can be counted behind loses the right.
#[case::there_where_nothing_can_tell_it_from_a_right_that_is_lost(
    |here: &Position, place| legal_but(here, |mv| place != Place::Below && is_castling(mv)), CASTLING_ALONE,
    "castling ReadFenOrRoot by the FEN at 1: White could no longer castle on the king's side")]
// It is not as if the right were lost: behind a2a3 there is castling.
#[case::where_only_a_fen_was_set_up(
    |here: &Position, place| legal_but(here, |mv| place == Place::Root && is_castling(mv)), CASTLING,
    "castling ReadFen by the FEN at 1: -")]
#[case::there_with_nothing_that_could_show_it(
    |here: &Position, place| legal_but(here, |mv| place == Place::Root && is_castling(mv)), CASTLING_ALONE,
    "castling-right-lost ReadFen by the FEN at 1: White could no longer castle on the king's side")]
// Behind a2a3 it has it, and behind a2a4 it has not.
#[case::at_the_root_and_here_and_there_below(
    |here: &Position, place| legal_but(here, |mv| {
        let is_after_a4 = here.board().at(square("a4")).is_some();
        (place != Place::Below || is_after_a4) && is_castling(mv)
    }), CASTLING,
    "castling ReadFenOrRoot by the FEN at 1: White could no longer castle on the king's side")]
fn where_castling_is_missing_shows_what_is_at_fault(
    #[case] list: List,
    #[case] fen: &str,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { list, ..RIGHT }, fen, "", 1), expected);
}

#[rstest]
#[case::a_right(
    |root: &Position| match root.side_to_move() {
        Color::White => without_rights(root),
        Color::Black => *root,
    },
    CASTLING,
    "castling-right-lost ReadFen by the FEN at 1: White could no longer castle on the king's side"
)]
#[case::an_en_passant_square(
    without_en_passant,
    EN_PASSANT,
    "en-passant-square-lost ReadFen by the FEN at 1: no pawn had just skipped d6"
)]
#[case::no_right(
    with_rights,
    NO_RIGHT,
    "castling-right-kept ReadFen by the FEN at 1: White could castle on the king's side"
)]
fn what_is_not_read_in_a_fen_is_named(
    #[case] read: Read,
    #[case] fen: &str,
    #[case] expected: &str,
) {
    assert_eq!(found(Inside { read, ..RIGHT }, fen, "", 1), expected);
}

/// From outside, an engine that reads no right in any FEN is one that knows no castling.
#[rstest]
#[case::no_right(without_rights, "castling Generation by the FEN at 1: -")]
#[case::a_pawn(
    |root: &Position| without(root, "a2"),
    "double-push Generation by the FEN at 1: -"
)]
fn what_is_read_in_no_fen_is_one_of_generation(#[case] read: Read, #[case] expected: &str) {
    assert_eq!(found(Inside { read, ..RIGHT }, CASTLING, "", 1), expected);
}

#[test]
fn a_pinned_capture_en_passant_is_one_of_generation_even_if_no_fen_shows_it() {
    let list: List = with_pinned_en_passant;
    let found = |read: Read| found(Inside { read, list, ..RIGHT }, BEFORE_PINNED_EN_PASSANT, "", 2);
    assert_eq!(found(|root| *root), "en-passant-uncovers-rank Generation by the FEN at 1: -");
    assert_eq!(
        found(without_en_passant),
        "en-passant-uncovers-rank GenerationWhenPlayed by c7c5 at 1: -"
    );
}

/// What an engine does not read has nothing to do with what it makes wrongly.
#[test]
fn a_pawn_that_a_capture_en_passant_leaves_behind_is_one_of_making_moves() {
    let make = |here: &Position, mv: Move| {
        let mut after = here.after_unchecked(mv);
        if mv.kind == MoveKind::EnPassant {
            let mut board = *after.board();
            board.put(square("d5"), Piece::new(Color::Black, PieceKind::Pawn));
            after = setup(&after, |setup| Setup { board, ..setup });
        }
        after
    };
    let reads: [Read; 2] = [RIGHT.read, without_en_passant];
    for read in reads {
        assert_eq!(
            found(Inside { read, make, ..RIGHT }, BEFORE_EN_PASSANT, "d7d5", 2),
            "captured-pawn-left Make by e5d6 at 1: \
             the pawn on d5 that e5d6 has taken were still there"
        );
    }
}

/// It has lost more than any fault that is known.
#[test]
fn moves_that_are_missing_only_when_others_were_played_are_one_of_making_moves() {
    let list: List = |here, place| {
        let is_of_queens_side = |mv: Move| ["a2", "b2", "b1"].map(square).contains(&mv.from);
        legal_but(here, |mv| place == Place::Played && is_of_queens_side(mv))
    };
    let reads: [Read; 2] = [RIGHT.read, without_en_passant];
    for read in reads {
        assert_eq!(
            found(Inside { read, list, ..RIGHT }, ox88::START, "e2e4 e7e5", 1),
            "double-push Make by e7e5 at 1: -"
        );
    }
}

#[rstest]
#[case::the_same(|here: &Position| *here, "nothing")]
#[case::without_a_right(
    without_rights,
    "castling-right-lost Unmake by the FEN at 2: the rights to castle had not come back after e1e2 \
     was tried and taken back"
)]
#[case::without_a_pawn(
    |here: &Position| without(here, "a2"),
    "double-push Unmake by the FEN at 2: -"
)]
#[case::without_a_pawn_of_the_other_side(
    |here: &Position| without(here, "h7"),
    "captured-piece-not-restored Unmake by the FEN at 2: the piece that was taken had not come back \
     after h1h7 was tried and taken back"
)]
#[case::without_a_pawn_that_nothing_takes(
    |here: &Position| without(here, "b7"),
    "count-depends-on-history Recursion by the FEN at 2: -"
)]
fn what_is_left_behind_by_a_count_is_shown_by_a_second_one(
    #[case] again: Read,
    #[case] expected: &str,
) {
    let engine = Inside { again: Some(again), ..RIGHT };
    assert_eq!(found(engine, "4k3/1p5p/8/8/8/8/P7/4K2R w K - 0 1", "", 2), expected);
}

/// Whether a second answer is wrong in the same way shows nothing.
#[test]
fn what_is_missing_twice_is_not_one_of_taking_back() {
    let list: List = |here, _| legal_but(here, is_castling);
    let engine = Inside { list, again: Some(|here| *here), ..RIGHT };
    assert_eq!(found(engine, CASTLING, "", 1), "castling Generation by the FEN at 1: -");
    let engine = Inside { list, again: Some(|here: &Position| without(here, "a2")), ..RIGHT };
    assert_eq!(found(engine, CASTLING, "", 1), "castling Unmake by the FEN at 1: -");
}

/// No rule of moving says why all moves are missing, unless all of them are of one kind.
#[rstest]
#[case::a_king_that_can_step(CASTLING, "ends-game-too-early")]
#[case::a_king_that_can_only_step("7k/7p/8/8/8/8/8/K7 w - - 0 1", "ends-game-too-early")]
#[case::pawns_that_do_different_things("1b6/8/8/8/8/2P5/P4k2/7K w - - 0 1", "ends-game-too-early")]
#[case::one_pawn_that_does_different_things("1b6/8/8/8/8/8/P4k2/7K w - - 0 1", "double-push")]
#[case::pawns_that_do_the_same("1b6/8/8/8/8/P1P5/5k2/7K w - - 0 1", "pawn-push")]
#[case::castling_alone("7k/8/b7/8/8/7p/r6P/6KR w H - 0 1", "castling-over-attacked-rook-way")]
fn an_engine_without_a_move_ends_the_game_where_no_rule_says_more(
    #[case] fen: &str,
    #[case] expected: &str,
) {
    let list: List = |_, _| Vec::new();
    let found = found(Inside { list, ..RIGHT }, fen, "", 1);
    assert_eq!(found, format!("{expected} Generation by the FEN at 1: -"));
}

#[test]
fn an_engine_without_a_fault_is_not_accused() {
    for again in [None, Some((|here| *here) as Read)] {
        for fen in [ox88::START, CASTLING, NO_RIGHT, EN_PASSANT, BEFORE_PINNED_EN_PASSANT] {
            assert_eq!(found(Inside { again, ..RIGHT }, fen, "", 3), "nothing", "{fen}");
        }
    }
}
