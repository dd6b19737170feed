//! Conclusions that do not follow: engines that are broken otherwise than it seems, and beside each one the fault that
//! is found all the same.

use crate::tests::inside::{
    Answers, BARE_KINGS, CASTLING, Inside, List, Make, NO_CASTLING, Place, Print, RIGHT,
    ROWS_FROM_DEPTH_2, Read, TOTALS, found, in_short, is_castling, legal_but, one_question,
    partner, questions, search, setup, with_illegal, with_rights_of_the_other_wing, without,
    without_en_passant, without_rights,
};
use crate::{Partner, Plan, Reply, Row, Step, Trouble, Until};
use ox88::{
    CastlingNotation, CastlingSide, Color, File, Move, MoveKind, Piece, PieceKind, Position, Setup,
    is_attacked,
};
use ox88_test_support::square;
use rstest::rstest;

fn all(engine: &mut impl Partner, plan: &Plan) -> Vec<String> {
    search(engine, plan, Until::All, |_, _| ()).findings.iter().map(in_short).collect()
}

// Both ways are asked equally often.

/// An engine that generates moves also when it is given some to play, and not in the same way each time.
struct Generating {
    /// What it lists when it has generated moves so many times since a position was set up.
    list: fn(&Position, usize) -> Vec<Move>,
    times: usize,
}

impl Generating {
    fn generate(&mut self, here: &Position, depth: u32) -> Reply {
        let moves = (self.list)(here, self.times);
        self.times += 1;
        let leaves = |mv| ox88::perft(&here.after_unchecked(mv), depth - 1);
        let rows = moves.into_iter().map(|mv| Row::new(here.move_text(mv), leaves(mv)));
        Reply { rows: rows.collect(), ..Reply::default() }
    }
}

impl Answers for Generating {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        self.times = question.line.moves.len();
        Ok(self.generate(&question.position(), question.depth))
    }

    fn ask_again(&mut self, question: &Step) -> Option<Result<Reply, Trouble>> {
        Some(Ok(self.generate(&question.position(), question.depth)))
    }
}

partner!(Generating);

/// What it generates first lacks castling. So it is wrong by each FEN, and right where moves are played.
#[test]
fn what_is_right_when_asked_again_is_not_misread() {
    let list = |here: &Position, times| legal_but(here, |mv| times == 0 && is_castling(mv));
    let found = all(&mut Generating { list, times: 0 }, &questions(&[(CASTLING, 1)]));
    assert_eq!(found, ["castling unknown NotSettled by the FEN at 1: -"]);
}

/// What it generates next lacks castling. So it is right by each FEN, and wrong where moves are played.
#[test]
fn what_is_as_wrong_when_asked_again_by_the_fen_is_not_made_wrongly() {
    let list = |here: &Position, times| legal_but(here, |mv| times > 0 && is_castling(mv));
    let plan = one_question("4k3/8/8/8/8/8/P7/4K2R b K - 0 1", "e8e7", 1);
    let found = all(&mut Generating { list, times: 0 }, &plan);
    assert!(
        found[0].starts_with("castling-right-lost unmake AskedTwice by the FEN at 1: "),
        "{found:?}"
    );
    // An engine that is right again makes that move wrongly.
    let engine = Inside {
        list: |here, place| legal_but(here, |mv| place == Place::Played && is_castling(mv)),
        again: Some(|here| *here),
        ..RIGHT
    };
    let found = all(&mut engine.clone(), &plan);
    assert!(
        found[0].starts_with("castling-right-lost make RightInItsWalk by e8e7 at 1: "),
        "{found:?}"
    );
}

/// The rook's move takes White's right away, and the FEN is then one of ordinary chess. By that the engine is right,
/// and it does not read the letters of Chess960 before it.
#[test]
fn what_only_a_fen_of_chess960_may_have_lost_is_not_blamed_on_making_moves_alone() {
    let plan = one_question("4k2r/8/8/8/8/8/8/4K1R1 w Gh - 0 1", "g1h1", 1);
    let read: Read = |here| match here.castling_notation() {
        CastlingNotation::KingTakesRook => without_rights(here),
        CastlingNotation::KingToTarget => *here,
    };
    let found = all(&mut Inside { read, ..RIGHT }, &plan);
    assert!(found[0].contains(" fen|make RightFromAnotherRoot by g1h1 at 1: "), "{found:?}");
    // An engine that makes that move wrongly does so from a FEN of ordinary chess as well.
    let make: Make = |here, mv| without_rights(&here.after_unchecked(mv));
    let found = all(&mut Inside { make, ..RIGHT }, &plan);
    assert!(found[0].contains(" make WrongWhenPlayed by g1h1 at 1: "), "{found:?}");
}

/// Where White is to move, it reads no pawn on h7. White's moves are right without that pawn, and Black's are not.
#[test]
fn what_a_misread_fen_shows_one_move_later_is_not_blamed_on_making_moves_alone() {
    let plan = one_question("7k/7p/8/8/8/8/P7/K7 w - - 0 1", "a2a3", 1);
    let read: Read = |here| match here.side_to_move() {
        Color::White => without(here, "h7"),
        Color::Black => *here,
    };
    let found = all(&mut Inside { read, ..RIGHT }, &plan);
    assert!(found[0].contains(" fen|make RightFromAnotherRoot by a2a3 at 1: "), "{found:?}");
    // An engine that loses the pawn when it makes that move does so from any FEN.
    let make: Make = |here, mv| match here.side_to_move() {
        Color::White => without(&here.after_unchecked(mv), "h7"),
        Color::Black => here.after_unchecked(mv),
    };
    let found = all(&mut Inside { make, ..RIGHT }, &plan);
    assert!(found[0].contains(" make WrongWhenPlayed by a2a3 at 1: "), "{found:?}");
}

/// It takes no letter `H` for the file of a rook. Castling with it is missing by each FEN of Chess960, and is generated
/// wherever the right is read.
#[test]
fn a_right_whose_letters_are_nowhere_seen_to_be_read_is_not_blamed_on_generation_alone() {
    let read: Read = |here| {
        let on_h = here.castling_rights().iter().filter(|it| it.2.file() == File::H);
        let castling = on_h.fold(here.castling_rights(), |left, it| left.without_rook_on(it.2));
        let is_read = here.castling_notation() == CastlingNotation::KingToTarget;
        if is_read { *here } else { setup(here, |it| Setup { castling, ..it }) }
    };
    let plan = questions(&[("6k1/8/8/8/8/8/P7/1K5R w H - 0 1", 1)]);
    let found = all(&mut Inside { read, ..RIGHT }, &plan);
    let by_the_fen = "castling-in-chess960 fen|generation CastlesByNoFen by the FEN at 1: -";
    assert!(found[0].starts_with(by_the_fen), "{found:?}");
    // One that castles by this right elsewhere reads it.
    let list: List = |here, _| {
        let has_few_pawns = here.board().at(square("b2")).is_none();
        legal_but(here, |mv| has_few_pawns && is_castling(mv))
    };
    let found = all(&mut Inside { list, ..RIGHT }, &plan);
    assert_eq!(found, ["castling-in-chess960 generation ByFen by the FEN at 1: -"]);
}

/// It does not castle long where f1 is attacked, by the other king as well.
#[test]
fn a_king_that_keeps_an_engine_from_castling_is_not_blamed_on_reading_rights() {
    let list: List = |here, _| {
        let is_f1_attacked = is_attacked(here.board(), square("f1"), Color::Black);
        legal_but(here, |mv| is_castling(mv) && is_f1_attacked)
    };
    let plan = questions(&[("8/8/8/8/8/8/6k1/R3K3 w Q - 0 1", 1)]);
    let found = all(&mut Inside { list, ..RIGHT }, &plan);
    assert_eq!(found, ["castling generation ByFen by the FEN at 1: -"]);
}

/// Behind h1h8 it castles out of check. By the FEN it does not, because it takes each right for that of the other wing.
#[test]
fn what_a_misread_fen_may_hide_is_not_blamed_on_making_moves_alone() {
    let plan = one_question("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", 1);
    let list: List = |here, _| {
        let is_listed = |mv: &Move| here.is_legal(*mv) || here.is_check() && is_castling(*mv);
        here.pseudo_legal_moves().into_iter().filter(is_listed).collect()
    };
    let read: Read = |here| {
        let misread = with_rights_of_the_other_wing(here);
        let has_rook =
            |color, rook| misread.board().at(rook) == Some(Piece::new(color, PieceKind::Rook));
        let gone = misread.castling_rights().iter().filter(|it| !has_rook(it.0, it.2));
        let castling = gone.fold(misread.castling_rights(), |left, it| left.without_rook_on(it.2));
        setup(here, |it| Setup { castling, ..it })
    };
    let found = all(&mut Inside { read, list, ..RIGHT }, &plan);
    assert_eq!(found, ["castling-out-of-check generation|make MisreadsRights by h1h8 at 1: -"]);
    // By the FEN of an engine that reads it the same is one of generation, or of making moves.
    let found = all(&mut Inside { list, ..RIGHT }, &plan);
    assert_eq!(found, ["castling-out-of-check generation ByFen by the FEN at 1: -"]);
    let list: List = |here, place| {
        if place == Place::Played { here.pseudo_legal_moves() } else { here.legal_moves() }
    };
    let found = all(&mut Inside { list, ..RIGHT }, &plan);
    assert!(found[0].contains(" make RightInItsWalk by h1h8 at 1: "), "{found:?}");
}

/// It takes each right for that of the other wing, and castles where there is no rook. So the king goes to g1 behind a
/// capture of the rook on a1.
#[test]
fn a_castling_that_a_misread_fen_permits_is_not_blamed_on_making_moves_alone() {
    let plan = one_question("1k6/8/8/8/8/1n6/8/R3K3 b Q - 0 1", "b3a1", 1);
    let list: List = |here, _| {
        let king = square("e1");
        let can_castle = here.side_to_move() == Color::White
            && here.king(Color::White) == king
            && here.castling_rights().rook(Color::White, CastlingSide::KingSide).is_some()
            && here.board().at(square("h1")).is_none();
        let step = can_castle.then_some(Move::normal(king, square("g1")));
        here.legal_moves().into_iter().chain(step).collect()
    };
    let engine = Inside { read: with_rights_of_the_other_wing, list, ..RIGHT };
    let found = all(&mut engine.clone(), &plan);
    assert!(found[0].contains(" generation|make MisreadsRights by b3a1 at 1: "), "{found:?}");
    // An engine that reads the rights loses them for others when it makes that move.
    let make: Make = |here, mv| with_rights_of_the_other_wing(here).after_unchecked(mv);
    let found = all(&mut Inside { read: RIGHT.read, make, ..engine }, &plan);
    assert!(found[0].contains(" make WrongWhenPlayed by b3a1 at 1: "), "{found:?}");
}

// A part is given only to the moves that it explains.

const LOSES_A2_AGAIN: Read = |here| without(here, "a2");
const PAWNS: &str = "state-corrupted unmake AskedTwice by the FEN at 1: -";

#[test]
fn what_is_wrong_only_again_is_a_finding_of_its_own() {
    let engine = |list| Inside { list, again: Some(LOSES_A2_AGAIN), ..RIGHT };
    let plan = questions(&[(CASTLING, 1)]);
    let found = all(&mut engine(NO_CASTLING.list), &plan);
    assert_eq!(found, [PAWNS, "castling fen|generation CastlesByNoFen by the FEN at 1: -"]);
    assert_eq!(all(&mut engine(RIGHT.list), &plan), [PAWNS]);
    assert_eq!(
        all(&mut NO_CASTLING.clone(), &plan),
        ["castling fen|generation CastlesByNoFen by the FEN at 1: -"]
    );
}

/// It lacks the jumps of knights everywhere, and captures en passant only where the double push was played.
#[test]
fn what_is_wrong_by_the_fen_alone_is_a_finding_of_its_own() {
    let list: List = |here, _| {
        let is_knight =
            |mv: Move| here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Knight);
        legal_but(here, is_knight)
    };
    let plan = questions(&[("4k3/8/8/3pP3/8/8/8/1N2K3 w - d6 0 1", 1)]);
    let knights = "knight-jump generation ByFen by the FEN at 1: -";
    let found = all(&mut Inside { list, read: without_en_passant, ..RIGHT }, &plan);
    let reading =
        "en-passant-square-lost fen WrongByFen by the FEN at 1: there were no en passant square";
    assert_eq!(found, [reading, knights]);
    // Where neither is seen when it is played, both are of generation.
    let neither: List = |here, _| {
        let is_knight =
            |mv: Move| here.board().at(mv.from).map(Piece::kind) == Some(PieceKind::Knight);
        legal_but(here, |mv| is_knight(mv) || mv.kind == MoveKind::EnPassant)
    };
    let found = all(&mut Inside { list: neither, ..RIGHT }, &plan);
    assert!(
        found.len() == 1 && found[0].contains(" generation ByFen by the FEN at 1"),
        "{found:?}"
    );
    assert_eq!(all(&mut Inside { list, ..RIGHT }, &plan), [knights]);
}

/// What it does wrong again has no part in how it reads a FEN: it plays the double push rightly.
#[test]
fn what_a_misread_fen_explains_is_not_blamed_on_what_is_left_behind() {
    let engine = Inside { read: without_en_passant, again: Some(LOSES_A2_AGAIN), ..RIGHT };
    let plan = questions(&[("4k3/8/8/3pP3/8/8/P7/4K3 w - d6 0 1", 1)]);
    let found = all(&mut engine.clone(), &plan);
    assert_eq!(found[0], PAWNS);
    assert!(
        found[1].starts_with("en-passant-square-lost fen WrongByFen by the FEN at 1: "),
        "{found:?}"
    );
    assert_eq!(found.len(), 2, "{found:?}");
}

/// Where there is no smaller position without what is left behind, neither part is named, and no rule.
#[test]
fn what_may_be_spoilt_by_what_is_left_behind_is_not_blamed_on_generation() {
    let list: List = |here, _| {
        let has_pawn = here.board().at(square("a2")).is_some();
        legal_but(here, |mv| has_pawn && is_castling(mv))
    };
    let engine = Inside { list, again: Some(LOSES_A2_AGAIN), ..RIGHT };
    let found = all(&mut engine.clone(), &questions(&[(CASTLING, 1)]));
    assert_eq!(found, [PAWNS, "not-followed-down generation|unmake AskedTwice by the FEN at 1: -"]);
}

/// It lists an illegal step of the king, and after other moves it counts as if a1a2 had taken the rook for good. What
/// was tried in between and taken back may have been the illegal step.
#[test]
fn taking_an_illegal_move_back_proves_nothing_about_the_counts_after_it() {
    let print: Print = |here, depth, rows| {
        let spoilt = |mv: &str| {
            let mv = here.find_move(mv).ok().filter(|mv| depth == 2 && mv.to != square("a2"))?;
            Some(ox88::perft(&without(here, "a2").after_unchecked(mv), 1))
        };
        let row = |(mv, count): &(String, u128)| format!("{mv}: {}", spoilt(mv).unwrap_or(*count));
        Ok(rows.iter().map(row).collect())
    };
    let fen = "3rk3/8/8/8/8/8/r7/R3K3 w - - 0 1";
    let step: List = |here, _| with_illegal(here, |mv| mv.to == square("d1"));
    let found = |list| found(Inside { list, print, ..RIGHT }, fen, "", 2);
    let with_step = found(step);
    assert!(with_step.contains(" generation|unmake "), "{with_step}");
    let without_it = found(RIGHT.list);
    assert!(without_it.contains(" unmake "), "{without_it}");
}

// A feature is named only after it was shown to matter.

/// A king that never steps leaves no move where it alone can move.
#[rstest]
#[case::where_the_game_may_be_drawn(BARE_KINGS)]
#[case::where_the_clock_says_so_as_well("7k/8/8/8/8/8/8/K7 w - - 100 80")]
#[case::where_no_rule_of_draws_holds("7k/7p/8/8/8/8/8/K7 w - - 0 1")]
fn a_king_that_cannot_step_does_not_end_the_game(#[case] fen: &str) {
    let list: List = |here, _| legal_but(here, |mv| mv.from == here.king(here.side_to_move()));
    assert_eq!(
        found(Inside { list, ..RIGHT }, fen, "", 1),
        "king-step generation ByFen by the FEN at 1: -"
    );
}

/// The knight blocks the check on c5. Whether that is why it lacks the move is known without the check.
#[test]
fn a_move_that_is_missing_without_the_check_as_well_is_no_missing_block() {
    let fen = "4k3/8/8/r2K4/8/3N4/8/8 w - - 0 1";
    let no_block: List = |here, _| legal_but(here, |mv| here.is_check() && mv.to == square("c5"));
    let never: List =
        |here, _| legal_but(here, |mv| (mv.from, mv.to) == (square("d3"), square("c5")));
    let found = |list| found(Inside { list, ..RIGHT }, fen, "", 1);
    assert_eq!(found(no_block), "check-blocked generation ByFen by the FEN at 1: -");
    assert_eq!(found(never), "knight-jump generation ByFen by the FEN at 1: -");
}

/// The rook on h1 would pin the knight, if it were not for the bishop between them.
#[test]
fn a_piece_that_never_moves_is_not_taken_for_pinned() {
    let never: List = |here, _| legal_but(here, |mv| mv.from == square("g1"));
    let pinned: List = |here, _| {
        let is_there = |name| here.board().at(square(name)).is_some();
        legal_but(here, |mv| mv.from == square("g1") && is_there("h1") && is_there("f1"))
    };
    let found = |list| found(Inside { list, ..RIGHT }, "4k3/8/8/8/8/8/4P3/4KBNr w - - 0 1", "", 1);
    assert_eq!(found(never), "knight-jump generation ByFen by the FEN at 1: -");
    assert_eq!(found(pinned), "taken-for-pinned generation ByFen by the FEN at 1: -");
}

/// Where there is no time to take pieces off the board, it is not known whether an attack matters.
#[test]
fn without_a_smaller_position_the_vaguer_rule_is_named() {
    let fen = "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let list: List = |here, _| {
        let is_b1_attacked = is_attacked(here.board(), square("b1"), Color::Black);
        legal_but(here, |mv| is_castling(mv) && is_b1_attacked)
    };
    let engine = |print| Inside { list, print, ..NO_CASTLING };
    assert_eq!(
        found(engine(RIGHT.print), fen, "", 1),
        "castling-over-attacked-rook-way generation ByFen by the FEN at 1: -"
    );
    // No piece is taken off where totals alone have to show what is missing.
    let by_totals = found(engine(TOTALS.print), fen, "", 1);
    assert_eq!(by_totals, "castling generation ByFen by the FEN at 1: -");
}

// Absence is evidence only in a complete answer.

/// One ply deeper some engines print no row for a move that ends the game.
#[test]
fn rows_of_the_next_depth_are_not_complete_where_a_move_ends_the_game() {
    let print: Print = |here, depth, rows| {
        let with_leaves: Vec<(String, u128)> =
            rows.iter().filter(|row| row.1 > 0).cloned().collect();
        ROWS_FROM_DEPTH_2(here, depth, &with_leaves)
    };
    // The rook may mate on a8.
    let fen = "7k/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let found = |list| {
        let plan = one_question(fen, "", 1);
        let outcome = search(&mut Inside { list, print, ..RIGHT }, &plan, Until::First, |_, _| ());
        let moves = outcome.findings.first().and_then(|it| it.disagreement().cloned());
        moves.map_or(Vec::new(), |it| it.moves.into_iter().map(|mv| mv.text).collect())
    };
    assert_eq!(found(RIGHT.list), [""; 0]);
    let without_castling = found(NO_CASTLING.list);
    assert!(!without_castling.contains(&"a1a8".to_owned()), "{without_castling:?}");
}
