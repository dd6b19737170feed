//! What is at fault, from what an engine answers. Each row is an engine and what it is asked; the snapshots have what is
//! told of it: the rule, the part, what shows it, and what would be on its board.

use crate::search::in_another_order;
use crate::tests::engines::{
    EngineRow, asked_again, assert_found, at_once, found, lists, makes, reads, with_rights,
    with_rights_of_the_other_wing,
};
use crate::tests::inside::{
    Answers, BARE_KINGS, BEFORE_CASTLING, CASTLING, CASTLING_ALONE, CLOCK_99, Inside,
    LAST_PLY_WITHOUT_CASTLING, List, Make, NO_CASTLING, NO_CASTLING_AT_ROOT, NO_CASTLING_BY_FEN,
    NO_MOVE, NO_RIGHT, PAWN_ON_D5_GONE, Place, Print, RIGHT, RIGHT_AGAIN, RIGHT_IS_NOT_BACK,
    ROOK_LEFT_ON_F1, Read, by_fifty_moves, finding, in_short, is_castling, leaving_the_pawn_on_d5,
    legal_but, partner, prints, search, setup, with_illegal, with_pinned_en_passant,
    with_rook_gone, without, without_en_passant, without_rights, without_rights_of_white_to_move,
};
use crate::{Chess960, FindingKind, Limits, Origin, Plan, Until};
use ox88::suite::built_in;
use ox88::{
    Board, CastlingPair, CastlingRights, Color, File, Move, MoveKind, Piece, PieceKind, Position,
    Rank, Setup, Square, is_attacked,
};
use ox88_engine::{Line, Reply, Step, Trouble, TroubleKind};
use ox88_test_support::{position, square};

const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
const BEFORE_EN_PASSANT: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
/// After c7c5 the capture on c6 would uncover the king.
const BEFORE_PINNED_EN_PASSANT: &str = "8/2p5/8/KP5r/8/8/8/4k3 b - - 0 1";
const FOUR_KNIGHTS: &str = "4k3/3n2n1/8/8/n2Q3n/8/8/K7 w - - 0 1";
const CLOCK_100: &str = "4k3/8/8/8/8/8/P7/4K2R w - - 100 80";
const BARE_KINGS_100: &str = "7k/8/8/8/8/8/8/K7 w - - 100 80";

// Reading a FEN, or generating moves.

#[test]
fn reading_a_fen_is_told_from_generating_moves() {
    assert_found(
        "hunt.origins_by_fen",
        [
            ("Where castling is missing shows what is at fault.", missing_castling()),
            (
                "Castling that is missing by some FENs is one of generation.",
                vec![castling_by_fens()],
            ),
            ("What is not read in a FEN is named.", misread()),
            ("What a misread FEN explains, here and deeper, may be misread.", may_be_misread()),
            ("Rights that are taken for those of the other wing are misread.", other_wing()),
            ("A turn that is not read is named.", turns()),
            ("… but not if the moves are those of the other side when played as well.", turned()),
            (
                "Rights that are read in no FEN are known after the start position.",
                rights_by_no_fen(),
            ),
            ("A piece that is not read has to come to its square.", pieces_not_read()),
            (
                "What is right after a double push shows something where a pawn can capture.",
                double_pushes(),
            ),
            ("What is right when played may be wrong there in another way.", wrong_both_ways()),
            ("The position before has to have the move to this one.", moves_to_here()),
            ("Where moves are listed twice shows what is at fault.", listed_twice()),
            ("Moves in place of a FEN begin far from a draw.", far_from_a_draw()),
            ("What else comes by the FEN.", by_fen()),
        ],
    );
}

fn missing_castling() -> Vec<EngineRow> {
    // After a2a3 it has it, and after a2a4 it has not.
    let here_and_there: List = |here, place| {
        let is_after_a4 = here.board().at(square("a4")).is_some();
        legal_but(here, |mv| (!place.is_below() || is_after_a4) && is_castling(mv))
    };
    let beside_a_jump: List = |here, _| {
        let mut moves = legal_but(here, is_castling);
        let has_rook =
            here.side_to_move() == Color::White && here.board().at(square("h1")).is_some();
        moves.extend(has_rook.then(|| Move::normal(square("h1"), square("d1"))));
        moves
    };
    vec![
        ("everywhere", lists(NO_CASTLING.list), CASTLING, "", 1),
        ("at the root, and where moves were played", lists(NO_CASTLING_AT_ROOT), CASTLING, "", 1),
        // Every move after which leaves can be counted loses the right.
        at_once(
            "where nothing tells it from a right that is lost",
            lists(NO_CASTLING_AT_ROOT),
            CASTLING_ALONE,
        ),
        // It is not as if the right were lost: after a2a3 there is castling.
        ("where only a FEN was set up", lists(NO_CASTLING_BY_FEN), CASTLING, "", 1),
        at_once(
            "there, with nothing that could show it",
            lists(NO_CASTLING_BY_FEN),
            CASTLING_ALONE,
        ),
        ("at the root, and here and there below", lists(here_and_there), CASTLING, "", 1),
        ("beside extra moves of another piece", lists(beside_a_jump), CASTLING, "", 1),
    ]
}

fn castling_by_fens() -> EngineRow {
    let list: List = |here, _| {
        let is_pawn_at_home = here.board().at(square("g2")).is_some();
        legal_but(here, |mv| is_castling(mv) && !is_pawn_at_home)
    };
    ("", lists(list), CASTLING, "", 1)
}

fn misread() -> Vec<EngineRow> {
    vec![
        ("a right", reads(without_rights_of_white_to_move), CASTLING, "", 1),
        ("an en passant square", reads(without_en_passant), EN_PASSANT, "", 1),
        // King and rook at home, which have lost the right, show nothing of the square.
        at_once(
            "a square beside a right that is not in question",
            reads(without_en_passant),
            "4k3/8/8/3pP3/8/8/8/4K2R w - d6 0 1",
        ),
        ("no right", reads(with_rights), NO_RIGHT, "", 1),
        ("the files", reads(from_the_h_file), "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", 1),
        // From outside, an engine that reads a pawn in no FEN is one that does not move it.
        ("a pawn", reads(|root| without(root, "a2")), CASTLING, "", 1),
    ]
}

/// The start position, which has a name, is read rightly.
fn may_be_misread() -> Vec<EngineRow> {
    const TWO: &str = "8/8/8/8/8/Q4Q2/p7/k4K2 w - - 0 1";
    fn queens(board: &Board) -> Vec<(Square, Piece)> {
        let men = board.pieces(Color::White);
        men.filter(|it| it.1.kind() == PieceKind::Queen).collect()
    }
    let first_queen: Read = |root| {
        let mut board = *root.board();
        queens(&board).into_iter().skip(1).for_each(|it| board.clear(it.0));
        setup(root, |setup| Setup { board, ..setup })
    };
    let rook_for_queen: Read = |root| {
        let mut board = *root.board();
        let away = queens(&board).into_iter().filter(|it| it.0 != square("d1"));
        away.for_each(|it| board.put(it.0, Piece::new(Color::White, PieceKind::Rook)));
        setup(root, |setup| Setup { board, ..setup })
    };
    let king_at_home: Read = |root| {
        let mut board = *root.board();
        let king = root.king(Color::White);
        board.clear(king);
        let home = Square::new(king.file(), Rank::R1);
        board.put(home, Piece::new(Color::White, PieceKind::King));
        setup(root, |setup| Setup { board, ..setup })
    };
    vec![
        ("a second queen", reads(first_queen), TWO, "", 1),
        ("a queen as a rook", reads(rook_for_queen), "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", 1),
        ("a king on another rank", reads(king_at_home), "8/2K5/8/8/8/8/8/6k1 w - - 0 1", "", 1),
    ]
}

/// The files are read from the other side. The start position has a name, and no FEN is read for it.
fn from_the_h_file(root: &Position) -> Position {
    let mut board = Board::EMPTY;
    for (file, other) in File::all().zip(File::all().rev()) {
        for rank in Rank::all() {
            let man = root.board().at(Square::new(file, rank));
            if let Some(man) = man {
                board.put(Square::new(other, rank), man);
            }
        }
    }
    let setup = Setup { board, castling: CastlingRights::NONE, en_passant: None, ..root.setup() };
    let wrong = Position::new(setup).ok().filter(|_| *root != Position::start());
    wrong.unwrap_or(*root)
}

fn other_wing() -> Vec<EngineRow> {
    const WHERE_TAKEN: &str = "k7/8/8/8/8/8/6b1/4K2R b K - 0 1";
    let read = reads(with_rights_of_the_other_wing);
    let list: List = |here, _| with_rights_of_the_other_wing(here).legal_moves();
    vec![
        ("by its FEN", read.clone(), CASTLING, "", 1),
        // The FEN with which a line begins is misread as well, so that no line shows it.
        ("where the rook is taken", read, WHERE_TAKEN, "g2h1", 1),
        ("it is generation if it is the same when played", lists(list), CASTLING, "", 1),
    ]
}

/// Whose turn it takes it to be, and where.
const TURNS: [(&str, Color, &str, &str); 7] = [
    ("White, by the last move", Color::White, "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", ""),
    ("White, where no move keeps the rights", Color::White, "4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1", ""),
    ("White, with an en passant square", Color::White, "4k3/8/8/8/4pP2/8/8/4K3 b - f3 0 1", ""),
    ("White, in check", Color::White, "4k3/8/8/8/8/8/4Q3/R3K3 b Q - 0 1", ""),
    ("White, before a move", Color::White, "4k3/8/8/8/8/8/r7/4K3 b - - 0 1", "a2a1"),
    ("Black", Color::Black, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", ""),
    ("Black, where no move keeps the rights", Color::Black, "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1", ""),
];

fn turns() -> Vec<EngineRow> {
    let engine = |side| match side {
        Color::White => reads(|here| with_turn_of(Color::White, here)),
        Color::Black => reads(|here| with_turn_of(Color::Black, here)),
    };
    TURNS.into_iter().map(|(name, side, fen, moves)| (name, engine(side), fen, moves, 1)).collect()
}

fn turned() -> Vec<EngineRow> {
    let engine = || lists(|here, _| with_turn_of(!here.side_to_move(), here).legal_moves());
    TURNS.into_iter().map(|(name, _, fen, moves)| (name, engine(), fen, moves, 1)).collect()
}

fn with_turn_of(side: Color, here: &Position) -> Position {
    let setup = Setup { side_to_move: side, ..here.setup() };
    Position::unchecked(setup, Color::BOTH.map(|color| here.king(color)))
}

/// An engine that does not read what stands on h1, one that does not read the pawn on a2, which no move brings there,
/// and one that has the knight, and does not list its moves.
fn pieces_not_read() -> Vec<EngineRow> {
    const KNIGHT: &str = "4k3/8/8/8/8/8/8/4K2N w - - 0 1";
    const TWO: &str = "4k2r/8/8/7r/8/8/8/4K3 b - - 0 1";
    const PAWN: &str = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let corner: Read = |here| without(here, "h1");
    let end_of_rank: Read = |here| without(&without(here, "h5"), "h8");
    let pawn: Read = |here| without(here, "a2");
    let no_queen: Read = |here| {
        let is_queen =
            |at: &Square| here.board().at(*at).map(Piece::kind) == Some(PieceKind::Queen);
        let queens = Square::all().filter(is_queen);
        queens.fold(*here, |here, at| without(&here, &at.to_string()))
    };
    let not_of_knight: List = |here, _| legal_but(here, |mv| mv.from == square("h1"));
    let turned: Read = |here| {
        let mut board = *here.board();
        let is_knight = |at: &Square| board.at(*at).map(Piece::kind) == Some(PieceKind::Knight);
        let knights: Vec<Square> = Square::all().filter(is_knight).collect();
        for at in knights {
            board.put(at, Piece::new(Color::White, PieceKind::Knight));
        }
        setup(here, |setup| Setup { board, ..setup })
    };
    let aside: Read = |here| {
        let (mut board, from) = (*here.board(), square("f5"));
        if let Some(man) = board.at(from) {
            board.clear(from);
            board.put(square("e5"), man);
        }
        setup(here, |setup| Setup { board, ..setup })
    };
    let first_rook: List = |here, _| {
        let rook = Some(Piece::new(here.side_to_move(), PieceKind::Rook));
        let second = Square::all().filter(|&at| here.board().at(at) == rook).nth(1);
        legal_but(here, |mv| Some(mv.from) == second)
    };
    vec![
        ("a knight", reads(corner), KNIGHT, "", 1),
        ("the rook that gives check", reads(corner), "4k3/8/8/8/8/8/8/K6r w - - 0 1", "", 1),
        ("two rooks", reads(end_of_rank), TWO, "", 1),
        ("a pawn at home", reads(pawn), PAWN, "", 1),
        (
            "a queen, whose moves it refuses",
            reads(no_queen),
            "8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
            "",
            1,
        ),
        ("the knight is there, and does not jump", lists(not_of_knight), KNIGHT, "", 1),
        at_once("a knight of the other side", reads(turned), "4k3/8/8/8/8/2n5/8/4K3 w - - 0 1"),
        at_once("a bishop elsewhere", reads(aside), "4k3/8/8/5b2/8/8/8/4K3 b - - 0 1"),
        at_once("a rook in no list", lists(first_rook), "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
    ]
}

/// By FENs alone that is an engine which knows no castling, and no FEN is read of the start position if it has a name.
/// One that knows no castling may as well read no right, and set up the start position by its FEN.
fn rights_by_no_fen() -> Vec<EngineRow> {
    const OF_BLACK: &str = "r3k3/8/8/8/8/8/8/4K3 b q - 0 1";
    const BLACK_MOVES: &str = "4k2r/8/8/8/8/8/8/4K3 b k - 0 1";
    let without_rights_of_black: Read = |here| {
        let of_black = here.castling_rights().iter().filter(|it| it.0 == Color::Black);
        let castling = of_black.fold(here.castling_rights(), |left, it| left.without_rook_on(it.2));
        setup(here, |setup| Setup { castling, ..setup })
    };
    vec![
        ("no right", reads(without_rights), CASTLING, "", 1),
        ("no right, where Black moves", reads(without_rights), BLACK_MOVES, "", 1),
        ("no right of Black", reads(without_rights_of_black), OF_BLACK, "", 1),
        ("no castling, for White", NO_CASTLING, CASTLING, "", 1),
        ("no castling, where Black moves", NO_CASTLING, BLACK_MOVES, "", 1),
        ("no castling, for Black", NO_CASTLING, OF_BLACK, "", 1),
    ]
}

/// An engine that plays a double push may rightly set no square where no pawn can capture.
fn double_pushes() -> Vec<EngineRow> {
    let no_king_at_root: List = |here, place| {
        let king = here.king(here.side_to_move());
        legal_but(here, |mv| place == Place::Root && mv.from == king)
    };
    let asked = |name, fen| (name, lists(no_king_at_root), fen, "", 1);
    vec![
        asked("no pawn can capture", "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"),
        asked("a pawn can capture", EN_PASSANT),
        asked("there is no such square", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
    ]
}

fn wrong_both_ways() -> Vec<EngineRow> {
    const KING_TO_D1: &str = "3rk3/8/8/8/8/8/P7/4K2R w K - 0 1";
    let read: Read = without_rights_of_white_to_move;
    // The king goes to the file of the rook.
    let list: List =
        |here, place| with_illegal(here, |mv| place == Place::Played && mv.to == square("d1"));
    // Where moves are played, the FEN may show another thing.
    let print: Print = |here, depth, rows| {
        let is_counted = |row: &&(String, u128)| depth == 1 || row.0 != "a2a3";
        let some: Vec<(String, u128)> = rows.iter().filter(is_counted).cloned().collect();
        (RIGHT.print)(here, depth, &some)
    };
    let at_the_smallest_depth = Inside { list: NO_CASTLING_BY_FEN, print, ..RIGHT };
    vec![
        ("right when played", reads(read), KING_TO_D1, "", 1),
        ("wrong when played", Inside { read, list, ..RIGHT }, KING_TO_D1, "", 1),
        ("deeper", at_the_smallest_depth, BEFORE_CASTLING, "e8d7", 2),
    ]
}

/// No castling except below, and at the root the move of the king to e8, by which the count from before is found.
fn moves_to_here() -> Vec<EngineRow> {
    fn lists_to_e8(here: &Position, place: Place, times: usize) -> Vec<Move> {
        let moves = legal_but(here, |mv| !place.is_below() && is_castling(mv));
        let is_it = |mv: Move| place == Place::Root && mv.to == square("e8");
        let times = |mv| if is_it(mv) { times } else { 1 };
        moves.into_iter().flat_map(|mv| std::iter::repeat_n(mv, times(mv))).collect()
    }
    vec![
        ("once", lists(|here, place| lists_to_e8(here, place, 1)), CASTLING_ALONE, "", 1),
        ("never", lists(|here, place| lists_to_e8(here, place, 0)), CASTLING_ALONE, "", 1),
        ("twice", lists(|here, place| lists_to_e8(here, place, 2)), CASTLING_ALONE, "", 1),
    ]
}

fn listed_twice() -> Vec<EngineRow> {
    fn king_moves_twice(here: &Position) -> Vec<Move> {
        let king = here.king(Color::White);
        let moves = here.legal_moves().into_iter();
        moves.flat_map(|mv| std::iter::repeat_n(mv, 1 + usize::from(mv.from == king))).collect()
    }
    let by_fen: List = |here, place| match place {
        Place::Root => king_moves_twice(here),
        Place::Played | Place::Below { .. } => here.legal_moves(),
    };
    let not_below: List = |here, place| match place {
        Place::Root | Place::Played => king_moves_twice(here),
        Place::Below { .. } => here.legal_moves(),
    };
    let castling_twice: List = |here, _| {
        let moves = here.legal_moves().into_iter();
        moves.flat_map(|mv| std::iter::repeat_n(mv, 1 + usize::from(is_castling(mv)))).collect()
    };
    vec![
        ("everywhere", lists(|here, _| king_moves_twice(here)), NO_RIGHT, "", 1),
        ("where only a FEN was set up", lists(by_fen), NO_RIGHT, "", 1),
        ("at the root, and where moves were played", lists(not_below), NO_RIGHT, "", 1),
        // Without the right there is no castling to be listed twice: that shows nothing.
        ("castling", lists(castling_twice), CASTLING, "", 1),
    ]
}

/// What is played instead of a FEN begins with a new count of moves to a draw.
fn far_from_a_draw() -> Vec<EngineRow> {
    let engine = |read| Inside { read, list: by_fifty_moves, ..RIGHT };
    let (lost, kept) = ("4k3/8/8/8/8/8/P7/4K2R w K - 99 80", "4k3/8/8/8/8/8/P7/4K2R w - - 97 80");
    vec![
        ("a last move", engine(without_rights_of_white_to_move), lost, "", 1),
        ("moves that lose a right", engine(with_rights), kept, "", 1),
    ]
}

fn by_fen() -> Vec<EngineRow> {
    let castles_at_root: List =
        |here, place| with_illegal(here, |mv| place == Place::Root && is_castling(mv));
    let knight_takes: List =
        |here, _| with_illegal(here, |mv| mv.from == square("e7") && mv.to == square("c6"));
    let no_step_to_f1: List =
        |here, place| legal_but(here, |mv| place == Place::Root && mv.to == square("f1"));
    let refuses_f1: Make =
        |here, mv| if mv.to == square("f1") { *here } else { (RIGHT.make)(here, mv) };
    let no_move: Print = |here, depth, rows| {
        let right = (RIGHT.print)(here, depth, rows)?;
        Ok(right.into_iter().chain(["e1e9: 1".to_owned()]).collect())
    };
    // To this engine "no en passant square" is square 0, which is a1.
    let onto_a1: List = |here, _| {
        let is_free = here.en_passant().is_none() && here.board().at(square("a1")).is_none();
        let pawn = Some(Piece::new(Color::Black, PieceKind::Pawn));
        let is_pawn = here.board().at(square("b2")) == pawn;
        let is_possible = is_free && is_pawn && here.side_to_move() == Color::Black;
        let mut moves = here.legal_moves();
        moves.extend(is_possible.then(|| Move::normal(square("b2"), square("a1"))));
        moves
    };
    vec![
        // The rook on f8 has come from g8, and has taken what stood between it and the king.
        at_once(
            "a position to which a capture alone leads is played by that",
            lists(castles_at_root),
            "r3kR2/p1p2p1p/2Pp1P1P/3P1p2/P2P1P2/6p1/6Pp/7K b q - 0 1",
        ),
        // Behind e7g6 there is a mate, whose leaf no move that was taken back has left.
        at_once(
            "a leaf at a mate says nothing of taking moves back",
            Inside { count_at_end: |_, _| 1, ..lists(knight_takes) },
            "7k/4N2p/4P2P/1ppPP3/1PpKP3/2P1P3/8/8 w - c6 0 1",
        ),
        // No last move leads to a check by two knights. Where the engine takes moves from, it lacks a step of the king,
        // and so it refuses that step and answers for the position before, in which the king is attacked.
        at_once(
            "a move that is refused in check is not one that is made wrongly",
            Inside { make: refuses_f1, ..lists(no_step_to_f1) },
            "4k3/8/8/8/8/8/2n3n1/4K3 w - - 0 1",
        ),
        // Nothing is known of the engine but that it prints what no move is called.
        ("a text that is no move breaks no rule of moving", prints(no_move), CASTLING, "", 1),
        at_once(
            "a pawn that takes en passant on the square that means none is told as what it is",
            lists(onto_a1),
            "4k3/8/8/8/8/8/1p6/4K3 b - - 0 1",
        ),
    ]
}

/// An engine whose perft is right, and which takes these moves for another kind when it is told to play them.
struct Told {
    is_mistaken: fn(MoveKind) -> bool,
    taken_for: MoveKind,
}

impl Answers for Told {
    fn ask(&mut self, question: &Step) -> Result<Reply, Trouble> {
        let Line { root, moves, .. } = &question.line;
        let play = |here: Position, mv: &Move| {
            let kind = if (self.is_mistaken)(mv.kind) { self.taken_for } else { mv.kind };
            here.after(Move { kind, ..*mv })
        };
        let here = Line::at(moves.iter().fold(*root, play));
        RIGHT.clone().ask(&Step::anew(&here, question.depth))
    }
}

partner!(Told);

/// It reads them as text, by other code than that of its walk.
#[test]
fn moves_that_it_is_told_are_played_where_its_perft_is_right() {
    let is_castling: fn(MoveKind) -> bool = |kind| matches!(kind, MoveKind::Castling { .. });
    let is_promotion: fn(MoveKind) -> bool = |kind| matches!(kind, MoveKind::Promotion(_));
    let is_double_push: fn(MoveKind) -> bool = |kind| kind == MoveKind::DoublePush;
    let is_en_passant: fn(MoveKind) -> bool = |kind| kind == MoveKind::EnPassant;
    let queen = MoveKind::Promotion(PieceKind::Queen);
    let engines = [
        (is_double_push, MoveKind::Normal, "en-passant-square-lost make RightInItsWalk by a2a4"),
        (is_en_passant, MoveKind::Normal, "captured-pawn-left make RightInItsWalk by c5b6"),
        (is_castling, MoveKind::Normal, "rook-not-moved make RightInItsWalk by e1g1"),
        (is_promotion, queen, "promotes-to-another-piece make RightInItsWalk by e7e8n"),
    ];
    let suites: Vec<_> = built_in::suites().into_iter().cloned().collect();
    let (max_depth, chess960) = (Some(1), Chess960::LeftOut);
    let limits = Limits { max_nodes: 100, max_depth, chess960, has_impossible: false };
    let plan = Plan::of_suites(&suites, limits);
    for (is_mistaken, taken_for, expected) in engines {
        let outcome = search(&mut Told { is_mistaken, taken_for }, &plan, Until::First, |_, _| ());
        let found: Vec<_> = outcome.findings.iter().map(in_short).collect();
        assert!(found[0].starts_with(expected), "{found:?}");
    }
}

/// The right that the engine takes from nowhere is there at first, and the king and the rook move.
#[test]
fn a_right_that_the_fen_does_not_give_is_lost_on_the_board() {
    let finding = finding(reads(with_rights), NO_RIGHT, "", 1);
    let FindingKind::Disagreement(it) = finding.expect("it differs").kind else {
        panic!("it answers");
    };
    assert_eq!(it.diagnosis.origin, Origin::READ_FEN);
    let played = it.diagnosis.control.expect("it is right there");
    assert_eq!(played.root.castling_rights(), position(CASTLING).castling_rights());
    assert_eq!(played.moves.len(), 4);
}

// Making moves.

#[test]
fn making_moves_is_told_from_generating_them() {
    assert_found(
        "hunt.origins_by_moves",
        [
            ("A pinned capture en passant may be generated, or come of a move.", pinned()),
            ("En passant that a pinned neighbour decides is not missing everywhere.", decided()),
            ("Of two states that explain an answer one ply more shows which it is.", two_states()),
            ("What is wrong after a move is one of making it.", made_wrongly()),
            ("A missing move that is refused is not one of making it.", refused()),
            ("Moves that are tested by making them wrongly are blamed on that.", tested(0)),
            ("… and if it plays no move that it lacks.", tested(1)),
            ("… but not if the moves are made rightly.", tested(2)),
            ("A king that steps into an attack may be looked for where it was.", king_stays()),
            (
                "What a move that is made wrongly leaves behind need not be in the table.",
                taken_stays(),
            ),
        ],
    );
}

fn pinned() -> Vec<EngineRow> {
    let list: List = |here, _| with_pinned_en_passant(here);
    let when_played: List = |here, place| match place {
        Place::Played => with_pinned_en_passant(here),
        Place::Root | Place::Below { .. } => here.legal_moves(),
    };
    let unread = Inside { read: without_en_passant, ..lists(list) };
    vec![
        ("it is listed", lists(list), BEFORE_PINNED_EN_PASSANT, "", 2),
        ("it is listed, and no FEN shows it", unread, BEFORE_PINNED_EN_PASSANT, "", 2),
        ("only a played move shows it", lists(when_played), BEFORE_PINNED_EN_PASSANT, "c7c5", 1),
    ]
}

/// The first of two pawns is tested for both. It is pinned, and without it the other one would be in check.
fn decided() -> Vec<EngineRow> {
    const PINNED: &str = "b6k/8/8/3PpP2/8/8/8/7K w - e6 0 1";
    let by_first: List = |here, _| {
        let captures = here.pseudo_legal_moves().into_iter();
        let first = captures.filter(|it| it.kind == MoveKind::EnPassant).min_by_key(|it| it.from);
        let is_forbidden = first.is_some_and(|it| !here.is_legal(it));
        legal_but(here, |mv| is_forbidden && mv.kind == MoveKind::EnPassant)
    };
    vec![("both pawns may take", lists(by_first), PINNED, "", 1)]
}

/// At once only White's right is seen to be gone. One ply deeper it is seen whether Black's is.
fn two_states() -> Vec<EngineRow> {
    const BOTH: &str = "4k2r/p7/8/8/8/8/8/4K2R b Kk - 0 1";
    fn after_a7(here: &Position, mv: Move, change: Read) -> Position {
        let after = here.after(mv);
        if mv.from == square("a7") { change(&after) } else { after }
    }
    fn with_rights_of_black(here: &Position) -> Position {
        let castling = here.castling_rights().without_rook_on(square("h1"));
        setup(here, |setup| Setup { castling, ..setup })
    }
    vec![
        ("both", makes(|here, mv| after_a7(here, mv, without_rights)), BOTH, "a7a6", 1),
        ("one", makes(|here, mv| after_a7(here, mv, with_rights_of_black)), BOTH, "a7a6", 1),
    ]
}

fn made_wrongly() -> Vec<EngineRow> {
    let two_things: Make = |here, mv| {
        let after = leaving_the_pawn_on_d5(here, mv);
        if mv.kind == MoveKind::EnPassant { without_rights(&after) } else { after }
    };
    // It has lost more than any fault that is known.
    let when_played: List = |here, place| {
        let is_of_queens_side = |mv: Move| ["a2", "b2", "b1"].map(square).contains(&mv.from);
        legal_but(here, |mv| place == Place::Played && is_of_queens_side(mv))
    };
    // A capture of the rook that is tried, and taken back without the right, would leave the same here.
    let mask_is_wrong: Make = |here, mv| {
        let after = (RIGHT.make)(here, mv);
        if mv.to == square("h1") { after } else { without_rights(&after) }
    };
    // What an engine does not read has nothing to do with what it makes wrongly.
    let unread = |engine: Inside| Inside { read: without_en_passant, ..engine };
    let (leaves, loses) = (makes(leaving_the_pawn_on_d5), lists(when_played));
    let (pawn, moves) = (BEFORE_EN_PASSANT, "e2e4 e7e5");
    vec![
        ("a pawn is left behind", leaves.clone(), pawn, "d7d5", 2),
        ("a pawn is left behind, and no square is read", unread(leaves), pawn, "d7d5", 2),
        ("moves are missing", loses.clone(), ox88::START, moves, 1),
        ("moves are missing, and no square is read", unread(loses), ox88::START, moves, 1),
        (
            "two things at once",
            makes(two_things),
            "4k2r/3p4/8/4P3/8/8/8/4K3 b k - 0 1",
            "d7d5 e5d6",
            1,
        ),
        (
            "all rights are lost",
            makes(mask_is_wrong),
            "1k6/1b6/8/8/8/8/8/4K2R b K - 0 1",
            "b7e4",
            1,
        ),
    ]
}

/// Some engines answer for the position before a move that they do not know.
fn refused() -> Vec<EngineRow> {
    let engine = Inside {
        list: |here, _| legal_but(here, |mv| is_castling(mv) || mv.from == square("d1")),
        make: |here, mv| {
            let is_refused = is_castling(mv) || mv.from == square("d1");
            if is_refused { *here } else { (RIGHT.make)(here, mv) }
        },
        ..RIGHT
    };
    // It lacks castling, and where it is made to castle it leaves the rook at home.
    let leaves_rook: Make = |here, mv| {
        let after = here.after(mv);
        if is_castling(mv) { with_rook_gone(&after, "f1", "h1") } else { after }
    };
    vec![
        ("castling", engine.clone(), CASTLING, "", 1),
        ("in check", engine, "4k3/8/8/8/8/8/4r3/3QK3 w - - 0 1", "", 1),
        ("made wrongly", Inside { make: leaves_rook, ..NO_CASTLING }, CASTLING, "", 1),
    ]
}

/// The turn does not pass after a promotion.
fn promoting_again(here: &Position, mv: Move) -> Position {
    let after = here.after(mv);
    if mv.promotion().is_some() { with_turn_of(here.side_to_move(), &after) } else { after }
}

/// It makes each move to see whether the king of the side that moved is attacked, and looks for that of the other side.
fn legal_by_making_them(here: &Position) -> Vec<Move> {
    let mut moves = here.pseudo_legal_moves();
    moves.retain(|&mv| {
        let after = promoting_again(here, mv);
        let them = after.side_to_move();
        !is_attacked(after.board(), after.king(!them), them)
    });
    moves
}

/// Each position, for one of three engines: it makes its moves as it tests them, or those that it lists, or rightly.
fn tested(engine: usize) -> Vec<EngineRow> {
    let listed_ones: Make = |here, mv| {
        let is_listed = legal_by_making_them(here).contains(&mv);
        if is_listed { promoting_again(here, mv) } else { *here }
    };
    let make = [promoting_again, listed_ones, RIGHT.make][engine];
    let asked = |name, fen| {
        (name, Inside { make, ..lists(|here, _| legal_by_making_them(here)) }, fen, "", 1)
    };
    vec![
        asked("moves are missing", "8/1k6/8/8/8/8/6Kp/8 b - - 0 1"),
        asked("moves are too many", "8/K3P2r/8/8/8/8/8/7k w - - 0 1"),
        // From the FEN of the position after a promotion it is wrong as well, for the other side promotes there.
        asked("the other side has them as well", "8/1Pk5/8/8/8/8/5Kp1/8 w - - 0 1"),
    ]
}

/// The king is looked for where it was before it moved.
fn king_stays() -> Vec<EngineRow> {
    fn make(here: &Position, mv: Move) -> Position {
        let (after, us) = (here.after(mv), here.side_to_move());
        let at = |color| if color == us { here.king(us) } else { after.king(color) };
        Position::unchecked(after.setup(), Color::BOTH.map(at))
    }
    let safe: List = |here, _| {
        let us = here.side_to_move();
        let mut moves = here.pseudo_legal_moves();
        moves.retain(|&mv| !is_attacked(make(here, mv).board(), here.king(us), !us));
        moves
    };
    let engine = || Inside { make, ..lists(safe) };
    vec![
        at_once("it steps into an attack", engine(), "4k3/8/8/8/8/3r4/8/4K3 w - - 0 1"),
        at_once("it takes a protected piece", engine(), "4k3/8/8/8/8/8/1q6/K1b5 w - - 0 1"),
    ]
}

/// Where a promotion takes a piece, the pawn is gone, and that piece is still there; or is also where the pawn came from,
/// which no fault of the table leaves behind.
fn taken_stays() -> Vec<EngineRow> {
    fn left<const IS_TWICE: bool>(here: &Position, mv: Move) -> Board {
        let mut board = *here.after(mv).board();
        if let Some(taken) = mv.promotion().and(here.board().at(mv.to)) {
            board.put(mv.to, taken);
            if IS_TWICE {
                board.put(mv.from, taken);
            }
        }
        board
    }
    fn made<const IS_TWICE: bool>(here: &Position, mv: Move) -> Position {
        let board = left::<IS_TWICE>(here, mv);
        setup(&here.after(mv), |setup| Setup { board, ..setup })
    }
    fn legal<const IS_TWICE: bool>(here: &Position, _: Place) -> Vec<Move> {
        let (us, king) = (here.side_to_move(), here.king(here.side_to_move()));
        let is_tested = |mv: Move| mv.from != king && mv.castling_rook().is_none();
        let attacks = |mv: Move| is_attacked(&left::<IS_TWICE>(here, mv), king, !us);
        legal_but(here, |mv| is_tested(mv) && attacks(mv))
    }
    let once = |make| Inside { make, ..lists(legal::<false>) };
    let twice = |make| Inside { make, ..lists(legal::<true>) };
    let (check, pin) = ("2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", "5b1k/4P3/3K4/8/8/8/8/8 w - - 0 1");
    vec![
        ("the pawn takes the piece that gives check", once(made::<false>), check, "", 1),
        ("the pawn takes its pinner", once(made::<false>), pin, "", 1),
        ("… which is on two squares then", twice(made::<true>), check, "", 1),
        ("… and so is its pinner", twice(made::<true>), pin, "", 1),
        (
            "such moves are made rightly, and a check is not answered",
            once(RIGHT.make),
            check,
            "",
            1,
        ),
        ("… and a pinner is not taken", once(RIGHT.make), pin, "", 1),
    ]
}

// Taking moves back.

#[test]
fn taking_moves_back_is_told_from_all_else() {
    assert_found(
        "hunt.origins_again",
        [
            ("What is tried before a move is played is not made wrongly.", tried_before_played()),
            ("What is left behind by a count is shown by a second one.", left_behind()),
            ("All moves that leave something behind are named, in their order.", all_named()),
            ("A second answer with other moves is one of taking back.", second_answers()),
            ("What is missing twice is not one of taking back.", missing_twice()),
            (
                "Moves that are right without castling or en passant are spoilt by taking it back.",
                spoilt(),
            ),
            ("Moves in check are spoilt only if the counts after them show it.", spoilt_in_check()),
            ("Moves that no en passant has spoilt are one of generation.", unspoilt()),
            ("Counts after moves that should not be there.", behind_illegal_moves()),
            ("What the last plies alone lack may be one of counting.", last_plies()),
            ("Moves that are wrong from two plies on are not blamed on generation.", from_two_on()),
        ],
    );
}

fn left_behind() -> Vec<EngineRow> {
    const PAWNS: &str = "4k3/1p5p/8/8/8/8/P7/4K2R w K - 0 1";
    // The queen goes to d5, where the knight takes it. When both moves are taken back, there is no queen to go home.
    let queen_is_gone: Read = |here| {
        let is_knight_there = here.board().at(square("b6")).is_some();
        if is_knight_there { without(here, "d1") } else { *here }
    };
    vec![
        ("nothing", RIGHT_AGAIN, PAWNS, "", 2),
        ("a right", asked_again(without_rights), PAWNS, "", 2),
        ("a pawn", asked_again(|here| without(here, "a2")), PAWNS, "", 2),
        ("a pawn of the other side", asked_again(|here| without(here, "h7")), PAWNS, "", 2),
        ("a pawn that nothing takes", asked_again(|here| without(here, "b7")), PAWNS, "", 2),
        (
            "what is lost after a move is lost where the move began",
            asked_again(queen_is_gone),
            "4k3/8/1n6/8/8/8/8/K2Q4 w - - 0 1",
            "",
            2,
        ),
    ]
}

/// The queen can take four knights. With fewer pieces on the board nothing is wrong.
fn all_named() -> Vec<EngineRow> {
    fn without_those_taken(
        here: &Position,
        some: impl Fn(std::vec::IntoIter<Move>) -> Vec<Move>,
    ) -> Position {
        let captures = legal_but(here, |mv| here.board().at(mv.to).is_none());
        let mut board = *here.board();
        let is_wrong = captures.len() == 4;
        for mv in some(captures.into_iter()).into_iter().filter(|_| is_wrong) {
            board.clear(mv.to);
        }
        setup(here, |setup| Setup { board, ..setup })
    }
    fn first(here: &Position, moves: usize) -> Position {
        without_those_taken(here, |captures| captures.take(moves).collect())
    }
    let reversed: List = |here, _| here.legal_moves().into_iter().rev().collect();
    let last_three: Read =
        |here| without_those_taken(here, |captures| captures.rev().take(3).collect());
    // It tries those that it lacks after those that it lists.
    let no_d7: List = |here, _| {
        let is_there = here.board().at(square("d7")).is_some();
        legal_but(here, |mv| is_there && mv.to == square("d7"))
    };
    let all: Read = |here| without_those_taken(here, Iterator::collect);
    vec![
        ("one", asked_again(|here| first(here, 1)), FOUR_KNIGHTS, "", 2),
        ("three", asked_again(|here| first(here, 3)), FOUR_KNIGHTS, "", 2),
        ("four", asked_again(|here| first(here, 4)), FOUR_KNIGHTS, "", 2),
        (
            "the last three, by an engine that lists them the other way round",
            Inside { list: reversed, ..asked_again(last_three) },
            FOUR_KNIGHTS,
            "",
            2,
        ),
        (
            "four, of which one is missing",
            Inside { list: no_d7, ..asked_again(all) },
            FOUR_KNIGHTS,
            "",
            2,
        ),
    ]
}

/// Before it plays a move the engine tries the capture of the rook on h1, and White's right does not come back. Beside a
/// pawn that is in the way of the capture the right is there; that the king may step to where the pawn attacks is a
/// fault of its own.
fn tried_before_played() -> Vec<EngineRow> {
    const BISHOP: &str = "1k6/1b6/8/8/8/8/8/4K2R b K - 0 1";
    let make: Make = |here, mv| {
        let is_tried = here.pseudo_legal_moves().iter().any(|mv| mv.to == square("h1"));
        let after = (RIGHT.make)(here, mv);
        if is_tried { without_rights(&after) } else { after }
    };
    let steps_to_e2: List = |here, _| {
        let has_pawn = here.board().at(square("f3")).map(Piece::kind) == Some(PieceKind::Pawn);
        with_illegal(here, |mv| has_pawn && mv.from == square("e1") && mv.to == square("e2"))
    };
    let engine = |list| Inside { make, list, ..RIGHT };
    vec![
        ("it is right beside a pawn", engine(RIGHT.list), BISHOP, "b7e4", 1),
        ("it is wrong there for another reason", engine(steps_to_e2), BISHOP, "b7e4", 1),
    ]
}

/// The counts are wrong at first, and something else is when the engine is asked again: moves, which no table of counts
/// can spoil, or counts that no move explains.
fn second_answers() -> Vec<EngineRow> {
    const PAWNS: &str = "4k3/1p6/8/8/8/8/P7/4K2R b K - 0 1";
    let engine = |again| Inside { list: LAST_PLY_WITHOUT_CASTLING, ..asked_again(again) };
    vec![
        ("moves", engine(|here| without(here, "b7")), PAWNS, "", 2),
        ("counts", engine(|here| without(here, "a2")), PAWNS, "", 2),
    ]
}

/// Whether a second answer is wrong in the same way shows nothing. Only what is wrong beyond that is left behind.
fn missing_twice() -> Vec<EngineRow> {
    let engine = |again| Inside { list: NO_CASTLING.list, ..asked_again(again) };
    vec![
        ("castling", engine(|here| *here), CASTLING, "", 1),
        ("castling, and then a pawn", engine(|here| without(here, "a2")), CASTLING, "", 1),
    ]
}

fn spoilt() -> Vec<EngineRow> {
    const REFUSED: &str = "4kr2/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
    // A castling over an attacked square is tried and refused, and the en passant square is not what it was after that.
    fn refuses_castling(here: &Position) -> bool {
        let has_right = here.castling_rights().iter().any(|it| it.0 == here.side_to_move());
        has_right && !here.legal_moves().into_iter().any(is_castling)
    }
    let by_refused: List =
        |here, _| legal_but(here, |mv| refuses_castling(here) && mv.kind == MoveKind::EnPassant);
    // The same in one that lists the moves once it has read a FEN, and is right the first time.
    let spoil: Read = |here| if refuses_castling(here) { without_en_passant(here) } else { *here };
    let (alone, bishop) =
        ("4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "4k3/8/8/3pP3/8/1B2K3/8/8 w - d6 0 1");
    vec![
        ("castling", ROOK_LEFT_ON_F1, CASTLING, "", 1),
        ("en passant", PAWN_ON_D5_GONE, alone, "", 1),
        ("en passant, where a bishop could take the pawn as well", PAWN_ON_D5_GONE, bishop, "", 1),
        at_once("castling that is refused", lists(by_refused), REFUSED),
        at_once(
            "castling that is refused once a FEN is read, and when it is asked again",
            Inside { read: spoil, ..asked_again(spoil) },
            REFUSED,
        ),
        (
            "en passant, which it plays as another move when it has listed all moves to find it",
            Inside { make: leaving_the_pawn_on_d5, ..asked_again(without_en_passant) },
            alone,
            "e5d6",
            1,
        ),
    ]
}

/// Where a pawn that may be taken en passant gives check, it takes every step of a pawn for an answer. The moves are
/// right without en passant, and would be so if that pawn had not come back. The counts after them may tell.
fn spoilt_in_check() -> Vec<EngineRow> {
    let list: List = |here, _| {
        let mut moves = here.legal_moves();
        if here.is_check() && here.en_passant().is_some() {
            let is_pawn = |at| here.board().at(at).map(Piece::kind) == Some(PieceKind::Pawn);
            let is_step = |mv: &Move| is_pawn(mv.from) && mv.from.file() == mv.to.file();
            moves.extend(here.pseudo_legal_moves().into_iter().filter(is_step));
        }
        moves
    };
    let (there, blocks) =
        ("4k3/8/8/2pP4/3K4/8/P7/8 w - c6 0 1", "4k3/1n6/8/2pP4/n2K4/8/P7/8 w - c6 0 1");
    vec![
        ("they show that the pawn is there", lists(list), there, "", 1),
        ("they show nothing: it blocks as many moves as it has", lists(list), blocks, "", 1),
    ]
}

/// The same moves for another reason: it never sees that the pawn on d5 attacks. And other moves that are right
/// without en passant, which no pawn that is gone would explain. And any move in check, where a king that is left where it
/// was tried would be in the way.
fn unspoilt() -> Vec<EngineRow> {
    const ROOK_ON_F8: &str = "4kr2/8/8/3pP3/8/4K3/8/8 w - d6 0 1";
    let always: List = |here, _| with_illegal(here, |mv| mv.to == square("e4"));
    let by_rook: List =
        |here, _| with_illegal(here, |mv| here.en_passant().is_some() && mv.to == square("f3"));
    let in_check: List = |here, _| {
        let king = here.king(here.side_to_move());
        with_illegal(here, |mv| here.is_check() && mv.from != king)
    };
    vec![
        ("whether there is en passant or not", lists(always), ROOK_ON_F8, "", 1),
        ("where a rook attacks", lists(by_rook), ROOK_ON_F8, "", 1),
        ("in check", lists(in_check), "3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "", 1),
    ]
}

fn behind_illegal_moves() -> Vec<EngineRow> {
    // After it has tried to take the rook on a2, that is gone: the king can go where it attacked, and Black has its moves
    // no more.
    let rook_is_gone = Inside {
        list: |here, _| with_illegal(here, |mv| mv.from == square("e1") && mv.to == square("e2")),
        print: |here, depth, rows| {
            let spoilt = |(mv, count): &(String, u128)| {
                let mv = here.find_move(mv).ok()?;
                let is_spoilt = ![mv.from, mv.to].contains(&square("a2"));
                let after = || without(here, "a2").after(mv);
                is_spoilt.then(|| ox88::perft(&after(), 1)).or(Some(*count))
            };
            let rows = rows.iter().map(|row| {
                let count = (depth == 2).then(|| spoilt(row)).flatten().unwrap_or(row.1);
                format!("{}: {count}", row.0)
            });
            Ok(rows.collect())
        },
        ..RIGHT
    };
    // The pinned knight is listed all the same. What is counted after its move is wrong for the same reason.
    let pin_is_ignored: List = |here, place| {
        let us = here.side_to_move();
        let is_lost = is_attacked(here.board(), here.king(!us), us);
        let mut moves = with_illegal(here, |mv| mv.to == square("c3"));
        moves.truncate(if is_lost && place.is_below() { 3 } else { moves.len() });
        moves
    };
    vec![
        at_once(
            "an illegal move, and counts that one move spoils",
            rook_is_gone,
            "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1",
        ),
        at_once(
            "counts behind an illegal move alone",
            lists(pin_is_ignored),
            "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
        ),
    ]
}

fn last_plies() -> Vec<EngineRow> {
    // Some engines count the last two plies at once. No count there depends on what was counted before.
    let last_two: List = |here, place| {
        let is_counted_at_once = place == Place::Below { left: 2 };
        legal_but(here, |mv| is_counted_at_once && is_castling(mv))
    };
    // Nor does a second answer show more, which is the same.
    let again = Inside { list: LAST_PLY_WITHOUT_CASTLING, ..RIGHT_AGAIN };
    vec![
        ("the last one", lists(LAST_PLY_WITHOUT_CASTLING), BEFORE_CASTLING, "", 2),
        ("the last one, asked again", again, BEFORE_CASTLING, "", 2),
        ("the last two", lists(last_two), BEFORE_CASTLING, "", 3),
        // One ply deeper, the right is lost for all moves that come later, and not only castling is missing.
        ("a right does not come back", lists(RIGHT_IS_NOT_BACK), BEFORE_CASTLING, "", 2),
    ]
}

/// Asked one ply deep, the engine lists the right moves.
fn from_two_on() -> Vec<EngineRow> {
    fn with_row_at_depth_2(
        row: &str,
        here: &Position,
        depth: u32,
        rows: &[(String, u128)],
    ) -> Result<Vec<String>, TroubleKind> {
        let right = (RIGHT.print)(here, depth, rows)?;
        let row = (depth == 2).then(|| row.to_owned());
        Ok(row.into_iter().chain(right).collect())
    }
    let as_after_a_move: Print = |here, depth, _| {
        let here = if depth == 2 { without_rights(here) } else { *here };
        let right = ox88::divide(&here, depth);
        Ok(right.texts().map(|(text, count)| format!("{text}: {count}")).collect())
    };
    let strange: Print = |here, depth, rows| with_row_at_depth_2("e1e3: 1", here, depth, rows);
    let no_move: Print = |here, depth, rows| with_row_at_depth_2("e1e9: 1", here, depth, rows);
    vec![
        ("as after a move that was taken back", prints(as_after_a_move), CASTLING, "", 2),
        ("as nothing explains", prints(strange), CASTLING, "", 2),
        ("with a text that is no move", prints(no_move), CASTLING, "", 2),
    ]
}

// Counting, draws, and which rule it is.

#[test]
fn counting_and_draws_are_told_from_missing_moves() {
    assert_found(
        "hunt.origins_of_counts",
        [
            ("Counts that begin again at 0 have too few bits.", wrapped()),
            ("An engine that ends the game by a draw is not accused of missing moves.", draws()),
            ("An engine without a move ends the game where no rule says more.", no_moves()),
            ("The rule is that of most missing moves, or of most illegal ones.", most()),
            (
                "Castling that is missing where a piece stands on its goal is named by that.",
                on_its_goal(),
            ),
        ],
    );
}

fn wrapped() -> Vec<EngineRow> {
    let shows = |show| Inside { show, ..RIGHT };
    vec![
        ("all that pass 8 bits", shows(|count| count & 0xFF), ox88::START, "", 3),
        ("small ones beside large ones", shows(|count| count & 0xFF), CASTLING, "", 4),
        (
            "some of them",
            shows(|count| if count > 400 { count & 0xFF } else { count }),
            ox88::START,
            "",
            3,
        ),
        (
            "by another number",
            shows(|count| if count > 0xFF { count - 0xFF } else { count }),
            ox88::START,
            "",
            3,
        ),
    ]
}

fn draws() -> Vec<EngineRow> {
    let by_material: List = |here, _| {
        let pieces = Color::BOTH.map(|color| here.board().pieces(color).count());
        if pieces == [1, 1] { Vec::new() } else { here.legal_moves() }
    };
    // Some engines have no row for a move after which they count no leaf. What is wrong is there.
    let no_empty_rows: Print = |here, depth, rows| {
        let some: Vec<(String, u128)> = rows.iter().filter(|row| row.1 > 0).cloned().collect();
        (RIGHT.print)(here, depth, &some)
    };
    let without_row = Inside { list: by_fifty_moves, ..prints(no_empty_rows) };
    vec![
        ("after the move", lists(by_fifty_moves), CLOCK_99, "", 2),
        ("after the move, which has no row", without_row, CLOCK_99, "", 2),
        ("at once", lists(by_fifty_moves), CLOCK_100, "", 1),
        ("bare kings", lists(by_material), BARE_KINGS, "", 1),
        ("bare kings, whatever the clock", lists(by_material), BARE_KINGS_100, "", 1),
        ("by the clock, with bare kings", lists(by_fifty_moves), BARE_KINGS_100, "", 1),
        // An engine without a move there has some other reason.
        ("no draw", NO_MOVE, CLOCK_99, "", 1),
        ("a draw that is not why", NO_MOVE, CLOCK_100, "", 1),
    ]
}

/// No rule of moving says why all moves are missing, unless all of them are of one kind.
fn no_moves() -> Vec<EngineRow> {
    let asked = |name, fen| (name, NO_MOVE, fen, "", 1);
    vec![
        asked("a king that can step", CASTLING),
        asked("a king that can only step", "7k/7p/8/8/8/8/8/K7 w - - 0 1"),
        asked("pawns that do different things", "1b6/8/8/8/8/2P5/P4k2/7K w - - 0 1"),
        asked("one pawn that does different things", "1b6/8/8/8/8/8/P4k2/7K w - - 0 1"),
        asked("pawns that do the same", "1b6/8/8/8/8/P1P5/5k2/7K w - - 0 1"),
        asked("castling alone", "7k/8/b7/8/8/7p/r6P/6KR w H - 0 1"),
    ]
}

/// What is missing says more than what is extra, and what most of the moves show more than what one does.
fn most() -> Vec<EngineRow> {
    fn changed(here: &Position, missing: &[&str], extra: &[&str]) -> Vec<Move> {
        let is_one_of = |texts: &[&str], mv| texts.contains(&here.move_text(mv).as_str());
        let mut moves = with_illegal(here, |mv| is_one_of(extra, mv));
        moves.retain(|&mv| !is_one_of(missing, mv));
        moves
    }
    let asked = |name, list| (name, lists(list), "4k3/8/8/8/4n3/8/PP6/4K2R w - - 0 1", "", 1);
    vec![
        asked("one missing, two illegal", |here, _| changed(here, &["h1h5"], &["e1d2", "e1f2"])),
        asked("two of three missing", |here, _| changed(here, &["h1h5", "h1h4", "a2a4"], &[])),
        asked("two others of three", |here, _| changed(here, &["h1h5", "b2b3", "a2a3"], &["e1d2"])),
        asked("two illegal", |here, _| changed(here, &[], &["e1d2", "e1f2"])),
    ]
}

fn on_its_goal() -> Vec<EngineRow> {
    /// A castling that leaves king or rook where it is.
    fn moves_one_piece(mv: Move) -> bool {
        mv.castling_rook().is_some_and(|rook| {
            let castling = CastlingPair::new(mv.from, rook);
            mv.from == castling.king_target() || rook == castling.rook_target()
        })
    }
    let on_goal = || lists(|here, _| legal_but(here, moves_one_piece));
    let nowhere = || lists(|here, _| legal_but(here, is_castling));
    let (king, rook) = ("7k/8/8/8/8/8/7P/6KR w H - 0 1", "7k/8/8/8/8/8/7P/3RK3 w D - 0 1");
    let of_black = "5kr1/8/8/8/8/8/8/K7 b g - 0 1";
    vec![
        ("the king", on_goal(), king, "", 1),
        ("the rook", on_goal(), rook, "", 1),
        ("neither, of Black", on_goal(), of_black, "", 1),
        // One that castles nowhere in Chess960 has another fault.
        ("the king, and it castles nowhere", nowhere(), king, "", 1),
        ("the rook, and it castles nowhere", nowhere(), rook, "", 1),
        ("neither, and it castles nowhere", nowhere(), of_black, "", 1),
    ]
}

/// Some counts at this depth need 8 bits, and others more.
#[test]
fn small_counts_stand_beside_large_ones_where_bits_are_counted() {
    let right = ox88::divide(&position(CASTLING), 4);
    let has = |is_it: fn(u128) -> bool| right.rows().iter().any(|&(_, leaves)| is_it(leaves));
    assert!(has(|leaves| leaves <= 0xFF) && has(|leaves| leaves > 0xFF));
}

#[test]
fn an_engine_without_a_fault_is_not_accused() {
    for engine in [RIGHT, RIGHT_AGAIN] {
        for fen in [ox88::START, CASTLING, NO_RIGHT, EN_PASSANT, BEFORE_PINNED_EN_PASSANT] {
            assert_eq!(found(engine.clone(), fen, "", 3), "nothing", "{fen}");
        }
    }
}

/// The rows of the table of controls say themselves which others they rely on.
#[test]
fn the_order_of_the_controls_means_nothing() {
    let misread = reads(without_rights_of_white_to_move);
    let made = makes(leaving_the_pawn_on_d5);
    let by_fen_alone = lists(NO_CASTLING_BY_FEN);
    let on_other_wing = reads(with_rights_of_the_other_wing);
    let last_ply = lists(LAST_PLY_WITHOUT_CASTLING);
    let not_back = lists(RIGHT_IS_NOT_BACK);
    let engines = [
        (NO_CASTLING, CASTLING, "", 1),
        (misread, CASTLING, "", 1),
        (made, EN_PASSANT, "e5d6", 1),
        (by_fen_alone, CASTLING_ALONE, "", 1),
        (on_other_wing, "k7/8/8/8/8/8/6b1/4K2R b K - 0 1", "g2h1", 1),
        (last_ply, BEFORE_CASTLING, "", 2),
        (not_back, BEFORE_CASTLING, "", 2),
        (ROOK_LEFT_ON_F1, CASTLING, "", 1),
        (PAWN_ON_D5_GONE, "4k3/8/8/3pP3/8/4K3/8/8 w - d6 0 1", "", 1),
    ];
    let told =
        || engines.clone().map(|(engine, fen, moves, depth)| found(engine, fen, moves, depth));
    let in_order = told();
    assert!(in_order.iter().all(|it| it != "nothing"), "{in_order:?}");
    for turned in [0, 5, 11, 17, 23] {
        for is_reversed in [false, true] {
            in_another_order(turned, is_reversed);
            assert_eq!(told(), in_order, "{turned} {is_reversed}");
        }
    }
}
