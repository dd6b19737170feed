//! The rules of chess, one clause per test or per line of `clauses.txt`, each shown by a position as small as possible.
//!
//! What is asked about the moves of one side is asked about the other side as well: [`moves_of`],
//! [`play`] and [`is_listed`] put each question to the mirrored position, too.

use ox88::{
    Board, CastlingNotation, Move, MoveKind, Piece, PieceKind, Position, Setup, Square, divide,
    is_attacked, perft,
};
use ox88_test_support::{mirrored_move, position, rows, square};
use rstest::rstest;

/// The position after some legal moves. The mirrored moves lead to the mirrored position.
fn play(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for text in moves.split(' ') {
        let mirror = position.mirrored();
        position = position.after(position.find_move(text).unwrap());
        let mirror = mirror.after(mirror.find_move(&mirrored(text)).unwrap());
        assert!(
            mirror.mirrored().same_but_for_counters(&position),
            "{text} is another move for the mirror"
        );
    }
    position
}

/// The texts of some moves, sorted. The mirrored position must have the mirrored ones.
fn moves_of(position: &Position, moves: fn(&Position) -> Vec<Move>) -> Vec<String> {
    let texts = |position: &Position| -> Vec<String> {
        moves(position).into_iter().map(|mv| position.move_text(mv)).collect()
    };
    let mut here = texts(position);
    let mut there: Vec<String> =
        texts(&position.mirrored()).iter().map(|text| mirrored(text)).collect();
    here.sort();
    there.sort();
    assert_eq!(here, there, "the mirrored position has other moves than {position}");
    here
}

/// The text with ranks counted from the other side, as in the mirrored move.
fn mirrored(text: &str) -> String {
    let mirror = |letter: char| letter.to_digit(10).map_or(letter, mirrored_rank);
    text.chars().map(mirror).collect()
}

fn mirrored_rank(rank: u32) -> char {
    char::from_digit(9 - rank, 10).unwrap()
}

fn legal_moves(position: &Position) -> String {
    moves_of(position, Position::legal_moves).join(" ")
}

fn pseudo_legal_moves(position: &Position) -> String {
    moves_of(position, Position::pseudo_legal_moves).join(" ")
}

/// Where these moves of the piece on a square go.
fn goals(moves: &str, from: &str) -> String {
    let goals: Vec<&str> = moves.split(' ').filter_map(|text| text.strip_prefix(from)).collect();
    goals.join(" ")
}

/// The castlings among the pseudo-legal and among the legal moves.
fn castlings(position: &Position) -> (String, String) {
    let castlings = |moves: fn(&Position) -> Vec<Move>| {
        // In this notation the text is always that of a castling, whatever the position uses.
        let mut texts: Vec<String> = moves(position)
            .into_iter()
            .filter(|mv| matches!(mv.kind, MoveKind::Castling { .. }))
            .map(|mv| mv.text(CastlingNotation::KingTakesRook))
            .collect();
        texts.sort();
        texts.join(" ")
    };
    // These compare all moves with those of the mirrored position.
    legal_moves(position);
    pseudo_legal_moves(position);
    (castlings(Position::pseudo_legal_moves), castlings(Position::legal_moves))
}

/// A field of the position's FEN, counted from 1.
fn field(position: &Position, number: usize) -> String {
    position.to_string().split(' ').nth(number - 1).unwrap().to_owned()
}

/// Compares what comes of each clause below a rule of `clauses.txt` with what is written behind it.
#[track_caller]
pub fn assert_each(rule: &str, comes_of: impl Fn(&str, usize) -> String) {
    let wrong =
        rows(include_str!("clauses.txt"), rule).into_iter().filter_map(|(row, expected)| {
            let (clause, position) = row.split_once(": ").expect("it says something");
            let found = comes_of(position, 1 + expected.matches('⇒').count());
            (found.trim_end() != expected).then(|| format!("{clause}: {position} ⇒ {found}"))
        });
    assert_eq!(wrong.collect::<Vec<_>>(), [""; 0]);
}

/// The position of a clause, behind its moves if it has some.
fn behind(text: &str) -> Position {
    text.split_once(" : ").map_or_else(|| position(text), |(fen, moves)| play(fen, moves))
}

#[test]
fn a_piece_goes_where_the_clauses_say() {
    let rule =
        "Where a piece goes: all of it is legal, or only what stands behind the second sign.";
    assert_each(rule, |text, parts| {
        let (before, from) = text.rsplit_once(' ').expect("a position and a square");
        let position = behind(before);
        let [pseudo_legal, legal] =
            [pseudo_legal_moves, legal_moves].map(|moves| goals(&moves(&position), from));
        let mut checkers: Vec<String> =
            position.checkers().iter().map(ToString::to_string).collect();
        checkers.sort();
        match parts {
            1 if legal == pseudo_legal => legal,
            3 => format!("check by {} ⇒ {pseudo_legal} ⇒ {legal}", checkers.join(" ")),
            _ => format!("{pseudo_legal} ⇒ {legal}"),
        }
    });
    assert_each("Which moves are legal, of all pieces.", |text, _| legal_moves(&behind(text)));
}

#[test]
fn these_castlings_are_listed_and_legal() {
    let rule =
        "Which castlings there are: all of them are legal, or only those behind the second sign.";
    assert_each(rule, |text, parts| {
        let (pseudo_legal, legal) = castlings(&behind(text));
        let are_all = parts == 1 && legal == pseudo_legal;
        if are_all { legal } else { format!("{pseudo_legal} ⇒ {legal}") }
    });
    assert_each("What is on the board behind the only castling there is.", |text, _| {
        let (fen, castling) = text.rsplit_once(' ').expect("a position and a castling");
        assert_eq!(castlings(&position(fen)), (castling.to_owned(), castling.to_owned()));
        field(&play(fen, castling), 1)
    });
}

#[test]
fn moves_change_the_board_the_rights_and_the_counters() {
    assert_each("What is on the board behind moves.", |text, _| field(&behind(text), 1));
    assert_each("Which rights to castle are left behind moves.", |text, _| field(&behind(text), 3));
    assert_each("Which square a pawn has just skipped.", |text, _| field(&behind(text), 4));
    assert_each("The halfmove clock, and the number of the move.", |text, _| {
        let Setup { halfmove_clock, fullmove_number, .. } = behind(text).setup();
        format!("{halfmove_clock} {fullmove_number}")
    });
}

// Castling.

#[test]
fn ordinary_castling_is_written_as_the_kings_move_and_read_in_both_ways() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ -");
    assert_eq!(goals(&legal_moves(&position), "e1"), "c1 d1 d2 e2 f1 f2 g1");
    assert_eq!(position.find_move("e1h1"), position.find_move("e1g1"));
    assert_eq!(position.find_move("e1a1"), position.find_move("e1c1"));
    assert!(position.find_move("e1g1").is_ok() && position.find_move("e1c1").is_ok());
}

#[test]
fn castling_in_chess960_is_written_as_the_king_that_takes_its_rook() {
    let position = position("k7/8/8/8/8/8/8/5K1R w H -");
    assert_eq!(goals(&legal_moves(&position), "f1"), "e1 e2 f2 g1 g2 h1");
    let [step, castling] = ["f1g1", "f1h1"].map(|text| position.find_move(text).unwrap());
    assert_eq!(step.kind, MoveKind::Normal);
    assert_eq!(castling.kind, MoveKind::Castling { rook: square("h1") });
    // Both bring the king to g1, and only the text tells them apart.
    assert_eq!(step.to, castling.to);
}

#[test]
fn castling_in_chess960_may_also_be_written_as_the_kings_move_where_that_means_one_move() {
    let position = position("k7/8/8/8/8/8/8/1K5R w H -");
    assert_eq!(position.find_move("b1g1"), position.find_move("b1h1"));
    assert!(position.find_move("b1g1").is_ok());
}

// Checks and pins.

#[rstest]
#[case::mate("k6R/8/K7/8/8/8/8/8 b - -", true)]
#[case::stalemate("k7/P7/K7/8/8/8/8/8 b - -", false)]
fn without_a_legal_move_it_is_mate_in_check_and_stalemate_otherwise(
    #[case] fen: &str,
    #[case] is_check: bool,
) {
    let position = position(fen);
    assert_eq!(legal_moves(&position), "");
    assert_ne!(pseudo_legal_moves(&position), "");
    assert_eq!(position.is_check(), is_check);
}

// Moves that come from elsewhere.

/// A move between the two squares that a text names, with this kind.
fn move_of_kind(squares: &str, kind: MoveKind) -> Move {
    let (from, to) = squares.split_at(2);
    Move { from: square(from), to: square(to), kind }
}

/// Whether a move is listed: as pseudo-legal, and as legal. The mirrored move is listed in the same way.
fn is_listed(position: &Position, mv: Move) -> [bool; 2] {
    let listed = |position: &Position, mv| {
        [position.pseudo_legal_moves(), position.legal_moves()].map(|moves| moves.contains(&mv))
    };
    let here = listed(position, mv);
    assert_eq!(here, listed(&position.mirrored(), mirrored_move(mv)), "{mv} in {position}");
    here
}

/// What a move is between two squares, by its word in `clauses.txt`.
fn kind(word: &str, to: &str) -> MoveKind {
    match word {
        "moves" => MoveKind::Normal,
        "steps-twice" => MoveKind::DoublePush,
        "takes-en-passant" => MoveKind::EnPassant,
        "castles" => MoveKind::Castling { rook: square(to) },
        "becomes-queen" => MoveKind::Promotion(PieceKind::Queen),
        "becomes-king" => MoveKind::Promotion(PieceKind::King),
        other => panic!("no kind of move: {other}"),
    }
}

#[test]
fn a_move_that_no_piece_can_make_is_in_no_list_and_one_that_leaves_the_king_attacked_in_one() {
    assert_each("Which lists have a move that comes from elsewhere.", |text, _| {
        let [word, squares, fen] = text.rsplitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{text}")
        };
        let mv = match kind(word, &squares[2..]) {
            MoveKind::Castling { rook } => Move::castling(square(&squares[..2]), rook),
            kind => move_of_kind(squares, kind),
        };
        match is_listed(&position(fen), mv) {
            [false, false] => "none",
            [true, false] => "that of pseudo-legal moves",
            [is_pseudo_legal, _] => {
                if is_pseudo_legal {
                    "both"
                } else {
                    "that of legal moves"
                }
            }
        }
        .to_owned()
    });
}

#[cfg(debug_assertions)]
#[rstest]
#[case::from_an_empty_square("b2b3")]
#[case::of_the_other_side("h8h7")]
#[case::onto_an_own_piece("a1a2")]
#[should_panic(expected = "is not pseudo-legal in")]
fn a_debug_build_does_not_make_it(#[case] squares: &str) {
    let mv = move_of_kind(squares, MoveKind::Normal);
    let _ = position("7k/8/8/8/8/8/P7/K7 w - -").after(mv);
}

// What perft counts.

/// Either king has three squares that touch each other and nothing else may ever move: two moves a
/// ply, so that `n` plies have two to the power of `n` leaves.
const TWO_MOVES_A_PLY: &str = "5b1k/4p1p1/4P1p1/6P1/6p1/4p1P1/4P1P1/5B1K w - -";

#[rstest]
#[case::in_any_position(TWO_MOVES_A_PLY)]
#[case::in_mate("k6R/8/K7/8/8/8/8/8 b - -")]
#[case::in_stalemate("k7/P7/K7/8/8/8/8/8 b - -")]
fn nothing_played_is_one_leaf_without_a_row(#[case] fen: &str) {
    assert_eq!(perft(&position(fen), 0), 1);
    let divide = divide(&position(fen), 0);
    assert_eq!(divide.rows(), []);
    assert_eq!(divide.total(), 1);
    assert_eq!(divide.to_string(), "\nNodes searched: 1\n");
}

#[rstest]
#[case::ordinary_castling("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", "e1g1")]
#[case::castling_in_chess960("4k3/8/8/8/8/8/8/R1K4R w HA -", "c1a1", "c1h1")]
fn the_rows_of_a_divide_are_sorted_by_text_and_add_up_to_perft(
    #[case] fen: &str,
    #[case] queen_side: &str,
    #[case] king_side: &str,
) {
    let position = position(fen);
    let divide = divide(&position, 3);
    let rows: Vec<(String, u128)> = divide.texts().collect();
    assert!(rows.is_sorted(), "{rows:?}");
    let texts: Vec<String> = rows.iter().map(|(text, _)| text.clone()).collect();
    assert_eq!(texts.join(" "), legal_moves(&position));
    assert!([queen_side, king_side].iter().all(|&castling| texts.iter().any(|it| it == castling)));
    assert_eq!(divide.total(), perft(&position, 3));
    let lines: Vec<String> =
        rows.iter().map(|(text, leaves)| format!("{text}: {leaves}\n")).collect();
    let printed = format!("{}\nNodes searched: {}\n", lines.concat(), divide.total());
    assert_eq!(divide.to_string(), printed);
}

#[test]
fn a_repeated_position_ends_no_branch() {
    let start = TWO_MOVES_A_PLY;
    // After eight plies the position may have occurred for the third time.
    let there_and_back = "h1g1 h8g8 g1h1 g8h8";
    let repeated = play(start, &[there_and_back; 4].join(" "));
    assert!(repeated.same_but_for_counters(&position(start)));
    assert_eq!(perft(&repeated, 2), 4);
    assert_eq!(perft(&position(start), 10), 1 << 10);
}

#[rstest]
#[case::fifty_moves(98)]
#[case::seventy_five_moves(148)]
#[case::long_ago(5000)]
fn the_fifty_move_rule_ends_no_branch(#[case] clock: u32) {
    let position = position(&format!("{TWO_MOVES_A_PLY} {clock} 200"));
    assert_eq!(perft(&position, 6), 1 << 6);
}

#[test]
fn bare_kings_play_on() {
    // From a1 to a2 and b1, with five moves each, and to b2 with eight; Black has three of its own.
    assert_eq!(perft(&position("7k/8/8/8/8/8/8/K7 w - -"), 3), (5 + 5 + 8) * 3);
}

/// White mates by Rh8 and stalemates by Rb1.
const MATE_OR_STALEMATE: &str = "k7/8/K7/8/8/8/8/7R w - -";

/// The leaves after a move, two plies deep.
fn leaves_behind(text: &str) -> u128 {
    let divide = divide(&position(MATE_OR_STALEMATE), 2);
    divide.texts().find(|row| row.0 == text).unwrap().1
}

#[test]
fn a_mate_above_the_last_ply_adds_nothing() {
    assert_eq!(leaves_behind("h1h8"), 0);
    assert_eq!(leaves_behind("h1h7"), 1);
    let mated = position("k6R/8/K7/8/8/8/8/8 b - -");
    assert_eq!([1, 2, 3].map(|depth| perft(&mated, depth)), [0, 0, 0]);
}

#[test]
fn a_stalemate_above_the_last_ply_adds_nothing() {
    assert_eq!(leaves_behind("h1b1"), 0);
    assert_eq!(leaves_behind("h1c1"), 1);
    let stalemated = position("k7/P7/K7/8/8/8/8/8 b - -");
    assert_eq!([1, 2, 3].map(|depth| perft(&stalemated, depth)), [0, 0, 0]);
}

#[test]
fn a_mate_on_the_last_ply_is_a_leaf_like_any_other() {
    // Fourteen moves of the rook, three of the king; two of them end the game.
    assert_eq!(perft(&position(MATE_OR_STALEMATE), 1), 17);
    // One answer to each of the other twelve moves of the rook, and 3 + 3 + 1 to those of the king.
    assert_eq!(perft(&position(MATE_OR_STALEMATE), 2), 12 + 3 + 3 + 1);
}

#[rstest]
#[case::pawn('P', 2 * 7 * 7)]
#[case::knight('N', 336)]
#[case::bishop('B', 560)]
#[case::rook('R', 64 * 14)]
#[case::queen('Q', 560 + 64 * 14)]
#[case::king('K', 420)]
fn from_all_squares_of_an_empty_board_together_a_piece_attacks_this_many(
    #[case] letter: char,
    #[case] squares: usize,
) {
    let attacked = |letter: char| {
        let piece = Piece::from_letter(letter).expect("it is the letter of a piece");
        let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let attacks = |&(from, to): &(Square, Square)| {
            let mut board = Board::EMPTY;
            board.put(from, piece);
            is_attacked(&board, to, piece.color())
        };
        pairs.filter(attacks).count()
    };
    assert_eq!(attacked(letter), squares);
    assert_eq!(attacked(letter.to_ascii_lowercase()), squares);
}
