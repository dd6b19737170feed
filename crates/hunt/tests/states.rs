//! What an engine has on its board that makes moves wrongly, takes them back wrongly, or reads a FEN wrongly: each
//! row of the table of faults is named by what such an engine answers.

use crate::tests::engines::{EngineRow, makes, reads};
use crate::tests::inside::{
    Answers, Inside, List, Make, Print, RIGHT, TOTALS, finding, in_short, one_question, partner,
    search, setup, sum, total, with, without, without_en_passant, without_rights,
};
use crate::{FindingKind, Until};
use ox88::{
    CastlingRights, CastlingSide, Color, Move, MoveKind, Piece, PieceKind, Position, Setup,
    is_attacked,
};
use ox88_engine::{Line, Reply, Step, Trouble};
use ox88_test_support::{assert_texts, square};

#[test]
fn each_state_of_the_table_is_named() {
    let groups = [
        ("rights after a move", rights()),
        ("en passant squares after a move", en_passant_squares()),
        ("captures by pawns", captures_by_pawns()),
        ("castling", castling_rooks()),
        ("promotion", promotions()),
        ("any move", pieces()),
        ("moves of the king", kings()),
        ("a FEN", fens()),
    ];
    let rows = groups.into_iter().flat_map(|(group, rows)| {
        rows.into_iter().map(move |(name, engine, fen, moves, depth)| {
            (format!("{group}: {name}"), state_found(engine, fen, moves, depth))
        })
    });
    assert_texts("hunt.states", rows);
}

/// Totals say less than rows. What they say must not be something else.
#[test]
fn an_engine_that_prints_totals_is_said_to_have_the_state_that_its_rows_show_or_none() {
    let groups = [
        rights(),
        en_passant_squares(),
        captures_by_pawns(),
        castling_rooks(),
        promotions(),
        pieces(),
    ];
    let mut named = 0;
    for (name, engine, fen, moves, depth) in groups.into_iter().flatten() {
        let state = |engine: Inside| {
            let finding = finding(engine, fen, moves, depth)?;
            let FindingKind::Disagreement(it) = finding.kind else { return None };
            it.diagnosis.state.as_ref().map(|state| state.rule)
        };
        let by_totals = state(Inside { print: TOTALS.print, ..engine.clone() });
        let Some(by_totals) = by_totals else { continue };
        assert_eq!(Some(by_totals), state(engine), "{name}");
        named += 1;
    }
    assert!(named > 20, "{named} are named");
}

/// An engine that prints totals, and plays none of the moves that it is given.
struct PlaysNothing {
    engine: Inside,
    questions: u64,
}

impl PlaysNothing {
    fn new(print: Print) -> PlaysNothing {
        PlaysNothing { engine: Inside { print, ..RIGHT }, questions: 0 }
    }

    /// The rule for the state that is found after a move, if one is.
    fn state(&mut self, fen: &str, mv: &str) -> Option<&'static str> {
        let outcome = search(self, &one_question(fen, mv, 1), Until::First, |_, _| ());
        assert_eq!(outcome.totals.questions, self.questions);
        let FindingKind::Disagreement(it) = &outcome.findings[0].kind else { panic!("it answers") };
        it.diagnosis.state.as_ref().map(|state| state.rule.id())
    }
}

impl Answers for PlaysNothing {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        self.questions += 1;
        let line = Line::at(question.line.root);
        self.engine.ask(&Step::anew(&line, question.depth))
    }
}

partner!(PlaysNothing);

/// Many states have the same number of moves.
#[test]
fn a_state_explains_totals_of_three_depths() {
    let knight = "4k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    let wrong_at_two: Print = |_, depth, rows| Ok(total(sum(rows) + u128::from(depth == 2)));
    let wrong_at_three: Print = |_, depth, rows| Ok(total(sum(rows) + u128::from(depth == 3)));
    assert_eq!(PlaysNothing::new(TOTALS.print).state(knight, "a1b3"), Some("move-not-played"));
    assert_eq!(PlaysNothing::new(wrong_at_two).state(knight, "a1b3"), None);
    assert_eq!(PlaysNothing::new(wrong_at_three).state(knight, "a1b3"), None);
}

/// White to move with the pawn on e2 or e3: up to three plies these have the same leaves.
#[test]
fn where_totals_of_three_depths_have_two_explanations_a_fourth_decides() {
    let pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(PlaysNothing::new(TOTALS.print).state(pawn, "e2e3"), Some("move-not-played"));
}

/// What is found, and below it the rule for what is on the board.
fn state_found(engine: Inside, fen: &str, moves: &str, depth: u32) -> String {
    let finding = finding(engine, fen, moves, depth).expect("it differs");
    let FindingKind::Disagreement(it) = &finding.kind else { panic!("it answers") };
    let state = it.diagnosis.state.as_ref().map_or("no state", |state| state.rule.id());
    format!("{}\n{state}", in_short(&finding))
}

fn right(here: &Position, mv: Move) -> Position {
    (RIGHT.make)(here, mv)
}

// What is done to positions.

const ROOKS: &str = "r3k2r/1p6/8/8/8/8/P7/R3K2R w KQkq - 0 1";

/// The position with these rights to castle, as a FEN has them, of kings and rooks that are at home.
fn with_the_rights(here: &Position, letters: &str) -> Position {
    let mut castling = CastlingRights::NONE;
    for (letter, color, side, king, rook) in [
        ('K', Color::White, CastlingSide::KingSide, "e1", "h1"),
        ('Q', Color::White, CastlingSide::QueenSide, "e1", "a1"),
        ('k', Color::Black, CastlingSide::KingSide, "e8", "h8"),
        ('q', Color::Black, CastlingSide::QueenSide, "e8", "a8"),
    ] {
        let has_rook = here.board().at(square(rook)) == Some(Piece::new(color, PieceKind::Rook));
        if letters.contains(letter) && has_rook && here.king(color) == square(king) {
            castling.grant(color, side, square(rook));
        }
    }
    setup(here, |setup| Setup { castling, ..setup })
}

fn with_en_passant(here: &Position, name: &str) -> Position {
    setup(here, |setup| Setup { en_passant: Some(square(name)), ..setup })
}

/// The position after a move, with a change if it goes to this square.
fn after_a_move_to(
    name: &str,
    here: &Position,
    mv: Move,
    change: impl Fn(&Position) -> Position,
) -> Position {
    let after = right(here, mv);
    if mv.to == square(name) { change(&after) } else { after }
}

/// An engine remembers what was played, and a position does not: this one says that something goes wrong later.
fn marked(here: &Position) -> Position {
    setup(here, |setup| Setup { fullmove_number: MARK, ..setup })
}

fn is_marked(here: &Position) -> bool {
    here.setup().fullmove_number >= MARK
}

const MARK: u32 = 1000;

/// What the side to move lists that looks for its king on a square, or where the king goes if it `follows`.
fn by_king_on(name: &str, here: &Position, follows: bool) -> Vec<Move> {
    let us = here.side_to_move();
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let is_king = here.king(us) == mv.from;
        let king = if follows && is_king { mv.to } else { square(name) };
        !is_attacked(here.after(mv).board(), king, !us)
    });
    moves
}

// Making a move.

fn rights() -> Vec<EngineRow> {
    let losing: [(&str, Make); 6] = [
        ("one right is lost", |here, mv| after_a3(here, mv, "Qkq")),
        ("two rights are lost", |here, mv| after_a3(here, mv, "kq")),
        ("one right of each side is lost", |here, mv| after_a3(here, mv, "Qk")),
        ("three rights are lost", |here, mv| after_a3(here, mv, "Q")),
        ("all rights but one of Black are lost", |here, mv| after_a3(here, mv, "q")),
        ("all rights are lost", |here, mv| after_a3(here, mv, "")),
    ];
    let keeping: [(&str, Make); 4] = [
        ("a right is kept", |here, mv| rook_goes_and_comes_back(here, mv, "KQkq")),
        ("one is kept, and one of the other side is lost", |here, mv| {
            rook_goes_and_comes_back(here, mv, "KQq")
        }),
        ("one is kept, and one of the same side is lost", |here, mv| {
            rook_goes_and_comes_back(here, mv, "Kkq")
        }),
        ("another one is lost", |here, mv| rook_goes_and_comes_back(here, mv, "kq")),
    ];
    let lost = losing.map(|(name, it)| (name, makes(it), ROOKS, "a2a3 b7b6", 1));
    let kept = keeping.map(|(name, it)| (name, makes(it), ROOKS, "h1g1 b7b6 g1h1 b6b5", 2));
    lost.into_iter().chain(kept).collect()
}

/// The position after a move, with these rights if it is a2a3.
fn after_a3(here: &Position, mv: Move, letters: &str) -> Position {
    after_a_move_to("a3", here, mv, |after| with_the_rights(after, letters))
}

/// Where the rook has gone from h1 and come back, the position with these rights.
fn rook_goes_and_comes_back(here: &Position, mv: Move, letters: &str) -> Position {
    let after = right(here, mv);
    let has_right = here.castling_rights().rook(Color::White, CastlingSide::KingSide).is_some();
    match &*here.move_text(mv) {
        "h1g1" if has_right => marked(&after),
        "g1h1" if is_marked(&after) => with_the_rights(&after, letters),
        _ => after,
    }
}

fn en_passant_squares() -> Vec<EngineRow> {
    const PAWNS: &str = "4k3/3p4/8/4P3/4p3/8/3P4/4K3 b - - 0 1";
    let not_set: Make = |here, mv| without_en_passant(&right(here, mv));
    let kept: Make = |here, mv| {
        let after = right(here, mv);
        match &*here.move_text(mv) {
            "e1e2" if here.en_passant().is_some() => marked(&after),
            "e8e7" if is_marked(&after) => with_en_passant(&after, "d6"),
            _ => after,
        }
    };
    vec![
        ("White's pawn has skipped a square", makes(not_set), PAWNS, "e8e7 d2d4", 1),
        ("Black's pawn has skipped a square", makes(not_set), PAWNS, "d7d5", 1),
        ("a square is kept for two plies", makes(kept), PAWNS, "d7d5 e1e2 e8e7", 1),
        (
            "that of the FEN is kept for two plies",
            makes(kept),
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "e1e2 e8e7",
            1,
        ),
    ]
}

fn captures_by_pawns() -> Vec<EngineRow> {
    let leaves: Make = |here, mv| {
        let (after, them) = (right(here, mv), !here.side_to_move());
        let passed = here.side_to_move().en_passant_victim(mv.to);
        match (mv.kind, passed) {
            (MoveKind::EnPassant, Some(passed)) => {
                with(&after, them, PieceKind::Pawn, &passed.to_string())
            }
            _ => after,
        }
    };
    let removes: Make = |here, mv| {
        let us = here.side_to_move();
        let after = right(here, mv);
        let is_pawn =
            |square| here.board().at(square).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
        let behind = us.en_passant_victim(mv.to).filter(|&it| is_pawn(it) && is_pawn(mv.from));
        match behind {
            Some(behind) if mv.from.file() != mv.to.file() => without(&after, &behind.to_string()),
            _ => after,
        }
    };
    let (before_white, before_black) =
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    let (white, black) =
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/3pP3/4N3/8/4K3 b - - 0 1");
    vec![
        ("the pawn stays, White captures", makes(leaves), before_white, "d7d5 e5d6", 1),
        ("the pawn stays, Black captures", makes(leaves), before_black, "e2e4 d4e3", 1),
        ("the pawn behind disappears", makes(removes), white, "e5d6", 1),
        ("the pawn behind disappears, Black captures", makes(removes), black, "d4e3", 1),
    ]
}

fn castling_rooks() -> Vec<EngineRow> {
    const SHORT: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    const LONG: &str = "r3k3/8/8/8/8/8/8/4K3 b q - 0 1";
    const STEP: &str = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    const KNIGHT: &str = "4k3/8/8/8/8/5N2/8/4K2R w K - 0 1";
    let stays: Make = |here, mv| {
        let (after, us) = (right(here, mv), here.side_to_move());
        match (mv.castling_rook(), &*mv.to.to_string()) {
            (Some(_), "g1") => with(&without(&after, "f1"), us, PieceKind::Rook, "h1"),
            (Some(_), "c8") => with(&without(&after, "d8"), us, PieceKind::Rook, "a8"),
            _ => after,
        }
    };
    let is_twice: Make = |here, mv| {
        let (after, us) = (right(here, mv), here.side_to_move());
        match mv.castling_rook() {
            Some(rook) => with(&after, us, PieceKind::Rook, &rook.to_string()),
            None => after,
        }
    };
    // The king of Chess960 steps from f1 to g1, and the rook goes along from h1 to f1.
    let is_castling_for_a_step: Make = |here, mv| {
        let after = right(here, mv);
        let rook = Some(Piece::new(Color::White, PieceKind::Rook));
        let is_step = mv.castling_rook().is_none()
            && (mv.from, mv.to) == (square("f1"), square("g1"))
            && here.board().at(square("h1")) == rook;
        if is_step {
            with(&without(&after, "h1"), Color::White, PieceKind::Rook, "f1")
        } else {
            after
        }
    };
    let knight_step: Make = |here, mv| {
        after_a_move_to("g1", here, mv, |after| {
            let without_rook = without(&without_rights(after), "h1");
            with(&without_rook, Color::White, PieceKind::Rook, "f3")
        })
    };
    vec![
        ("White's rook stays", makes(stays), SHORT, "e1g1 e8e7", 1),
        ("Black's rook stays", makes(stays), LONG, "e8c8 e1e2", 1),
        ("there are two rooks", makes(is_twice), SHORT, "e1g1 e8e7", 1),
        ("a step is taken for a castling", makes(is_castling_for_a_step), STEP, "f1g1 e8e7", 1),
        ("a step of a knight is no castling", makes(knight_step), KNIGHT, "f3g1 e8e7", 1),
    ]
}

fn promotions() -> Vec<EngineRow> {
    let becomes = |name, kind, text| (name, makes(kind), "8/P7/8/2k5/8/8/8/4K3 w - - 0 1", text, 1);
    vec![
        becomes("a pawn", |here, mv| promoted(here, mv, PieceKind::Pawn), "a7a8q c5c4"),
        becomes("a queen", |here, mv| promoted(here, mv, PieceKind::Queen), "a7a8r c5c4"),
        becomes("a rook", |here, mv| promoted(here, mv, PieceKind::Rook), "a7a8q c5c4"),
        becomes("a bishop", |here, mv| promoted(here, mv, PieceKind::Bishop), "a7a8q c5c4"),
        becomes("a knight", |here, mv| promoted(here, mv, PieceKind::Knight), "a7a8q c5c4"),
    ]
}

/// A pawn that promotes becomes this, whatever it should be. One that stays a pawn has no move there.
fn promoted(here: &Position, mv: Move, kind: PieceKind) -> Position {
    let after = right(here, mv);
    if mv.promotion().is_none() {
        return after;
    }
    match kind {
        PieceKind::Pawn => without(&after, &mv.to.to_string()),
        _ => with(&after, here.side_to_move(), kind, &mv.to.to_string()),
    }
}

fn pieces() -> Vec<EngineRow> {
    const KNIGHT: &str = "4k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    let stays: Make = |here, mv| {
        after_a_move_to("b3", here, mv, |after| with(after, Color::White, PieceKind::Knight, "a1"))
    };
    let disappears: Make = |here, mv| after_a_move_to("b3", here, mv, |after| without(after, "b3"));
    let not_played: Make = |here, mv| if mv.to == square("b3") { *here } else { right(here, mv) };
    let turn_not_passed: Make = |here, mv| {
        after_a_move_to("b3", here, mv, |after| {
            setup(after, |setup| Setup { side_to_move: Color::White, ..setup })
        })
    };
    vec![
        ("it stays", makes(stays), KNIGHT, "a1b3 e8e7", 1),
        ("it disappears", makes(disappears), KNIGHT, "a1b3 e8e7", 1),
        ("it does not move", makes(not_played), KNIGHT, "a1b3", 1),
        ("the turn is not passed", makes(turn_not_passed), KNIGHT, "a1b3", 1),
    ]
}

/// The king has gone from e1 to d2. There one knight is pinned, and where it came from the other one would be.
fn kings() -> Vec<EngineRow> {
    const PIN: &str = "3rr2k/8/8/8/1p1N4/4N3/8/4K3 w - - 0 1";
    let mark: Make = |here, mv| after_a_move_to("d2", here, mv, marked);
    let of_black: Make = |here, mv| after_a_move_to("h7", here, mv, marked);
    let follows: List = |here, _| white_by_king_on("e1", here, true);
    let is_stuck: List = |here, _| white_by_king_on("e1", here, false);
    let stays: List = |here, _| white_by_king_on("d2", here, false);
    let engine = |make, list| Inside { make, list, ..RIGHT };
    let other = engine(of_black, stays);
    vec![
        ("it is followed from there", engine(mark, follows), PIN, "e1d2 h8h7", 1),
        ("it is looked for nowhere else", engine(mark, is_stuck), PIN, "e1d2 h8h7", 1),
        // After a move of the other king.
        ("it is looked for where it is, also when it moves", other, PIN, "e1d2 h8h7", 1),
    ]
}

fn white_by_king_on(name: &str, here: &Position, follows: bool) -> Vec<Move> {
    match here.side_to_move() {
        Color::White if is_marked(here) => by_king_on(name, here, follows),
        _ => here.legal_moves(),
    }
}

// Reading a FEN.

fn fens() -> Vec<EngineRow> {
    const AT_HOME: &str = "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1";
    const OF_WHITE: &str = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
    vec![
        ("all rights, of one side", reads(|root| with_the_rights(root, "KQ")), OF_WHITE, "", 1),
        ("one right", reads(|root| with_the_rights(root, "Q")), AT_HOME, "", 1),
        ("all rights, of both sides", reads(|root| with_the_rights(root, "KQkq")), AT_HOME, "", 2),
        ("one right of Black", reads(|root| with_the_rights(root, "k")), AT_HOME, "", 2),
    ]
}
