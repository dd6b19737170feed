//! Each rule of the table, shown by moves that prove it.
//!
//! A case says what the move shows and the rule that makes it legal or illegal. Below are the
//! position and the moves: the last one is asked about, those before it are played. The rule is
//! asserted, and the sentence is compared with a snapshot, one file for each group of moves.

use super::explain;
use ox88_test_support::assert_texts;

#[track_caller]
fn assert_explained(name: &str, cases: &str) {
    let (mut texts, mut wrong) = (Vec::new(), Vec::new());
    let lines: Vec<&str> = cases.trim().lines().map(str::trim).collect();
    for case in lines.chunks(2) {
        let (_, rule) = case[0].split_once(": ").expect("a case names its rule");
        let (fen, moves) = case[1].split_once(": ").expect("a position has moves");
        let (played, text) = moves.rsplit_once(' ').unwrap_or(("", moves));
        let explanation = explain(fen, played, text);
        if explanation.rule.id() != rule {
            wrong.push(format!("{} {}, not {}", case[0], case[1], explanation.rule.id()));
        }
        let squares: Vec<String> = explanation.squares.iter().map(ToString::to_string).collect();
        let reason = format!("{} [{}]", explanation.reason, squares.join(" "));
        texts.push((case[0], format!("{}\n{reason}", case[1])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_texts(name, texts);
}

#[test]
fn what_generators_get_wrong_about_en_passant_is_named() {
    let cases = "
en passant uncovers the king along the rank: en-passant-uncovers-rank
    8/8/8/r2Pp2K/8/8/4k3/8 w - e6: d5e6
the same behind a double push: en-passant-uncovers-rank
    3k4/3p4/8/K1P4r/8/8/8/8 b - -: d7d5 c5d6
en passant takes the checker: en-passant-takes-checker
    8/8/8/2k5/3Pp3/8/8/4K3 b - d3: e4d3
the worked example: en-passant-takes-checker
    8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1: b4c4 h4g3 a5b4 c7c5 b5c6
en passant in an unrelated check: en-passant-in-other-check
    k7/8/8/8/5pP1/8/K7/7B b - g3: f4g3
the en passant square is not cleared: en-passant-too-late
    k7/8/8/8/5pP1/8/K7/7B b - g3: a8b8 a2b2 f4g3
en passant along the pin: en-passant-shields-king
    4k1b1/8/8/3Pp3/8/8/K7/8 w - e6: d5e6
en passant on the file of the pawn that it takes: en-passant-shields-king
    4r2k/8/8/3Pp3/8/8/8/4K3 w - e6: d5e6
en passant to one side only: en-passant
    rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6: e5f6
en passant round the edge: round-the-edge
    8/RPP5/8/3k4/5Bp1/6Pp/P4P1P/5K2 w - -: a2a4 h3a3
undo forgets the pawn taken en passant: check-not-answered
    4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6: f6e6
that very capture: en-passant-takes-checker
    4r1k1/8/p3pQp1/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6: g5h6
";
    assert_explained("explain.wrong_en_passant", cases);
}

#[test]
fn what_generators_get_wrong_about_castling_is_named() {
    let cases = "
castling through an attack: castling-through-attack
    4k3/8/8/8/8/8/4p3/4K2R w K -: e1g1
castling out of check: castling-out-of-check
    4k3/4r3/8/8/8/8/8/R3K2R w KQ -: e1c1
castling into check: castling-into-check
    4k1r1/8/8/8/8/8/8/4K2R w K -: e1g1
b1 attacked: castling-over-attacked-rook-way
    1r2k3/8/8/8/8/8/8/R3K3 w Q -: e1c1
b1 occupied: castling-rook-way-blocked
    4k3/8/8/8/8/8/8/RN2K3 w Q -: e1c1
f1 occupied: castling-king-way-blocked
    4k3/8/8/8/8/8/8/4KB1R w K -: e1g1
the rook is attacked: castling-with-attacked-rook
    4k2r/8/8/8/8/8/8/4K2R w K -: e1g1
the rook is not moved: no-piece-there
    5k2/8/8/8/8/8/8/4K2R w K -: e1g1 f8e8 h1h8
a captured rook keeps the right: castling-right-lost-to-capture
    1k6/8/8/8/R7/1n6/8/R3K3 b Q -: b3a1 e1c1
the same where a rook stands again: castling-right-lost-to-promotion
    7k/7p/7P/8/8/7R/6p1/4K2R b K -: g2h1q h3h1 h8g8 e1g1
a promotion takes the rook: castling-right-lost-to-promotion
    4k3/8/8/8/8/8/6p1/4K2R b K -: g2h1n e1g1
the king goes out and back: castling-right-lost-to-king-move
    7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -: e1f1 h8g8 f1e1 g8h8 e1g1
the rook goes out and back: castling-right-lost-to-rook-move
    7k/5p1p/5P1P/8/8/p6p/P6P/4K2R w K -: h1f1 h8g8 f1h1 g8h8 e1g1
one captured rook clears both rights: castling-after-other-rook-gone
    4k3/8/8/7R/8/5b2/8/4K2R b K -: f3h5 e1g1
rights are not restored: castling
    4k2r/6K1/8/8/8/8/8/8 w k -: g7g6 e8g8
";
    assert_explained("explain.wrong_castling", cases);
}

#[test]
fn what_generators_get_wrong_about_pawns_is_named() {
    let cases = "
a pawn takes round the edge: round-the-edge
    7k/8/8/P6p/8/8/8/K7 w - -: a5h5
two steps over a piece: double-push-over-piece
    4k3/8/8/8/8/4n3/4P3/4K3 w - -: e2e4
two steps from any rank: double-push-not-from-home
    k7/8/7p/8/8/6P1/8/K7 b - -: h6h4
a pawn takes straight ahead: pawn-takes-straight
    8/8/8/8/8/4k3/4P3/4K3 w - -: e2e3
a knight is left out: underpromotion
    8/P1k5/K7/8/8/8/8/8 w - -: a7a8n
a pawn becomes a king: promotion-to-king-or-pawn
    8/P1k5/K7/8/8/8/8/8 w - -: a7a8k
a pawn becomes a pawn: promotion-to-king-or-pawn
    8/P1k5/K7/8/8/8/8/8 w - -: a7a8p
a pawn takes and promotes: promotion-by-capture
    n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -: b7a8q
a pawn takes and becomes a rook: underpromotion-by-capture
    n1n5/1Pk5/8/8/8/8/5Kp1/5N1N w - -: b7c8r
a promotion answers a check: promotion-blocks-check
    2K2r2/4P3/8/8/8/8/8/3k4 w - -: e7e8q
a promotion takes the checker: promotion-takes-checker
    2K2r2/4P3/8/8/8/8/8/3k4 w - -: e7f8n
a promoted piece is left: no-piece-there
    8/k1P5/8/1K6/8/8/8/8 w - -: c7c8r a7b7 c7c8r
";
    assert_explained("explain.wrong_pawns", cases);
}

#[test]
fn what_generators_get_wrong_about_pins_and_checks_is_named() {
    let cases = "
a pin is ignored: pinned-piece-leaves-line
    K7/8/8/3Q4/4q3/8/8/7k w - -: d5d8
a pinned piece is frozen: pinned-piece-along-pin
    K7/8/8/3Q4/4q3/8/8/7k w - -: d5c6
a pinned piece may take: pinned-piece-takes-pinner
    K7/8/8/3Q4/4q3/8/8/7k w - -: d5e4
a double check is answered by a capture: double-check-needs-king
    4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -: f1d3
a double check is answered by a block: double-check-needs-king
    4r1k1/8/8/8/8/3n4/3P4/3RKB2 w - -: f1e2
the king steps back along the line: king-back-along-line
    4k3/8/8/8/r3K3/8/8/8 w - -: e4f4
the king takes a protected piece: king-takes-protected
    8/8/8/8/8/2k5/1q6/K7 w - -: a1b2
kings side by side: king-beside-king
    K1k5/8/P7/8/8/8/8/8 w - -: a8b8
the attack of a pawn is left out: king-into-pawn-attack
    8/8/7k/7p/7P/7K/8/8 w - -: h3g4
";
    assert_explained("explain.wrong_pins_and_checks", cases);
}

#[test]
fn a_plain_move_is_explained_by_how_the_piece_moves() {
    let cases = "
a knight: knight-jump
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: g1f3
a knight that takes: knight-jump
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: b1c3 d7d5 c3d5
a pawn: pawn-push
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: a2a3
a double push: double-push
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4
a pawn that takes: pawn-capture
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 d7d5 e4d5
a bishop: bishop-slide
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 d7d5 f1c4
a rook on its file: rook-slide
    4k3/8/8/8/8/8/8/R3K3 w - -: a1a8
a rook that takes on its rank: rook-slide
    4k3/8/8/8/R5n1/8/8/4K3 w - -: a4g4
a queen on a diagonal: queen-slide
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 d7d5 d1h5
a king: king-step
    4k3/8/8/8/8/8/8/R3K3 w - -: e1d1
a king that takes: king-takes-unprotected
    4k3/8/8/8/8/8/3r4/4K3 b - -: e8e7 e1d2
a promotion: promotion
    8/P1k5/K7/8/8/8/8/8 w - -: a7a8q
";
    assert_explained("explain.plain_moves", cases);
}

#[test]
fn a_move_in_check_or_in_a_pin_is_explained_by_what_it_does_about_it() {
    let cases = "
a capture: checker-taken
    4k3/8/8/8/8/3n4/2P5/4K3 w - -: c2d3
a block: check-blocked
    4k3/8/8/b7/8/8/8/1N2K3 w - -: b1c3
a block by two steps: double-push-blocks-check
    8/8/8/8/K6r/8/3P4/k7 w - -: d2d4
a step off the line: king-steps-off-line
    4k3/8/8/b7/8/8/1N6/4K3 w - -: e1d1
a step out of a double check: king-leaves-check
    4r1k1/8/8/8/8/3n4/8/4K3 w - -: e1d2
a step away from a knight: king-leaves-check
    4k3/8/8/8/8/3n4/2P5/4K3 w - -: e1e2
the king takes the checker: king-takes-checker
    4k3/8/8/8/8/8/4q3/4K3 w - -: e1e2
en passant into the line: en-passant-blocks-check
    8/8/8/7k/4pP2/8/8/K2B4 b - f3: e4f3
a pinned pawn takes and promotes: pinned-piece-takes-pinner
    1q2k3/2P5/3K4/8/8/8/8/8 w - -: c7b8r
either neighbour takes en passant: en-passant-from-both-sides
    4k3/8/8/2PpP3/8/8/8/4K3 w - d6: e5d6
one neighbour is pinned: en-passant-from-both-sides
    2r1k3/8/8/2PpP3/8/8/8/2K5 w - d6: e5d6
";
    assert_explained("explain.checks_and_pins", cases);
}

#[test]
fn a_castling_is_explained_by_what_is_known_of_its_right() {
    let cases = "
a rook that was attacked before: castling-after-other-rook-gone
    r3k2r/8/8/8/8/1n6/8/R3K2R b KQkq -: b3a1 e1g1
a rook that is attacked since: castling-with-attacked-rook
    r3k3/8/8/8/4b3/1n6/6P1/R3K2R b KQq -: b3a1 g2g3 e8e7 e1g1
the other rook moved: castling-after-other-rook-gone
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq -: a1a2 a8b8 a2a1 b8a8 e1g1
in chess960: castling-in-chess960
    k7/8/8/8/8/8/8/1K4R1 w G -: b1g1
in chess960 from where the king is in chess: castling-in-chess960
    k7/8/8/8/8/8/8/4K1R1 w G -: e1g1
in chess960 from where the rook is in chess: castling-in-chess960
    k7/8/8/8/8/8/8/5K1R w H -: O-O
in chess960 with the king on its goal: castling-piece-on-goal
    k7/8/8/8/8/8/8/6KR w H -: g1h1
in chess960 with the rook on its goal: castling-piece-on-goal
    k7/8/8/8/8/8/8/4KR2 w F -: e1f1
rooks on other files than the opponent's: castling-rook-files-differ
    1r2k1r1/8/8/8/8/8/8/R3K2R b HAgb -: e8g8
the opponent's right was lost before: castling-rook-files-differ
    4k1r1/8/8/8/8/8/8/4K2R w Hg -: h1h2 e8g8
in other words: castling
    4k3/8/8/8/8/8/8/R3K3 w Q -: 0-0-0
after a castling: castling-right-lost-to-king-move
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq -: e1c1 e8e7 O-O
without a right: castling-without-right
    4k3/8/8/8/8/8/8/4K2R w - -: e1g1
without a rook: castling-without-rook
    4k3/8/8/8/8/8/8/4K3 w - -: e1c1
an own rook in the way: castling-king-way-blocked
    k7/8/8/8/8/8/P7/R1R1K3 w Q -: e1c1
a rook that uncovers its king: castling-into-check
    7k/8/8/8/8/8/8/qRK5 w B -: c1b1
two attackers: king-into-attack
    3rk3/8/8/8/5n2/8/4r3/R3K3 w Q -: e1d1
";
    assert_explained("explain.castling", cases);
}

#[test]
fn two_squares_mean_a_castling_if_the_king_goes_where_it_castles_or_onto_its_rook() {
    let cases = "
two squares from where no king castles: castling-without-right
    4k3/8/8/8/8/8/8/3K3R w - -: d1f1
two squares where castling would go elsewhere: not-its-way
    4k3/8/8/8/8/8/8/3K3R w H -: d1f1
the king onto its rook: castling-without-right
    4k3/8/8/8/8/8/8/4K2R w - -: e1h1
a step onto the rook that may castle: castling-king-way-blocked
    4k3/8/8/8/8/8/8/4KRN1 w F -: e1f1
the king onto another piece: not-its-way
    4k3/8/8/8/8/8/8/4K2N w - -: e1h1
another piece than the king: not-its-way
    4k3/8/8/8/8/8/8/1N2K3 w - -: b1g1
a king that is not at home: not-its-way
    4k3/8/8/8/8/4K3/8/7R w - -: e3g1
a king that is not at home onto a rook: not-its-way
    4k3/8/8/8/8/4K3/8/7R w - -: e3h1
a rook that is not at home: not-its-way
    4k3/8/8/8/8/7R/8/4K3 w - -: e1h3
";
    assert_explained("explain.castling_by_squares", cases);
}

#[test]
fn a_move_that_no_piece_has_is_explained_by_what_is_wrong_with_it() {
    let cases = "
no piece: no-piece-there
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e4e5
a piece that has left: no-piece-there
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 e7e5 e2e3
a pawn that was taken in passing: no-piece-there
    4k3/8/8/8/3p4/8/4P3/4K3 w - -: e2e4 d4e3 e1f1 e8e7 e4e5
a castling by a right of the other side: no-piece-there
    1k6/8/8/8/8/8/8/4K2R b K -: e8g8
a castling by a right that nobody has: no-piece-there
    1k6/8/8/8/8/8/8/4K2R b - -: e8g8
a piece of the other side: piece-of-the-other-side
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e7e5
a move that ends where it begins: stays-where-it-is
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e2
an own piece: takes-own-piece
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: a1a2
an own piece diagonally ahead: takes-own-piece
    4k3/8/8/8/8/3N4/4P3/4K3 w - -: e2d3
an own piece straight ahead: takes-own-piece
    4k3/8/8/8/4N3/8/4P3/4K3 w - -: e2e4
an own rook beside the king: takes-own-piece
    k7/8/8/8/8/8/8/4KR2 w - -: e1f1
a king: takes-king
    4k3/8/8/8/8/8/4N3/4K3 w - -: e2e8
another way: not-its-way
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: g1g3
over a piece: jumps-over-piece
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: a1a3
two steps onto a piece: pawn-takes-straight
    4k3/8/8/8/4n3/8/4P3/4K3 w - -: e2e4
nothing to take: pawn-diagonal-without-capture
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2d3
nothing to take in passing either: pawn-diagonal-without-capture
    4k3/8/8/4P3/8/8/8/4K3 w - -: e5d6
nothing to take but a pawn that cannot have taken two steps: pawn-diagonal-without-capture
    4k3/8/8/8/8/3pP3/8/4K3 w - -: e3d4
en passant a move too late: en-passant-too-late
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 a7a6 e4e5 d7d5 a2a3 a6a5 e5d6
en passant of two single steps: en-passant-without-double-push
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e4 d7d6 e4e5 d6d5 e5d6
a promotion on another rank: promotion-of-nothing
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: e2e3q
a promotion of a knight: promotion-of-nothing
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -: g1f3q
no promotion: pawn-does-not-promote
    8/P1k5/K7/8/8/8/8/8 w - -: a7a8
";
    assert_explained("explain.impossible_moves", cases);
}

#[test]
fn a_move_is_round_the_edge_only_if_it_would_be_right_on_a_longer_board() {
    let cases = "
a knight at the edge: round-the-edge
    4k3/8/8/8/8/8/8/N3K3 w - -: a1g2
a knight below the first rank: round-the-edge
    4k3/8/8/8/8/8/8/4K1N1 w - -: g1f7
a knight on a row of 64: round-the-edge
    4k3/8/8/8/7N/8/8/4K3 w - -: h4b6
a king on a row of 64: round-the-edge
    4k3/8/8/8/8/8/K7/8 w - -: a2h1
a king on the same rank: round-the-edge
    4k3/8/8/8/8/8/K7/8 w - -: a2h2
a black pawn on the same rank: round-the-edge
    4k3/p7/8/8/8/8/8/4K3 b - -: a7h6
a bishop: round-the-edge
    4k3/8/8/8/8/8/8/1B2K3 w - -: b1g4
a bishop with a piece on its way: not-its-way
    4k3/8/8/5P2/8/7P/8/1B2K3 w - -: b1g4
a pawn two files further: not-its-way
    4k3/8/8/8/8/8/P7/4K3 w - -: a2c3
a pawn backwards: not-its-way
    4k3/8/8/8/P7/8/8/4K3 w - -: a4a3
a blocked rook on its rank: jumps-over-piece
    4k3/8/8/8/R2P3p/8/8/4K3 w - -: a4h4
";
    assert_explained("explain.edges", cases);
}

#[test]
fn a_move_that_leaves_the_king_in_check_is_explained_by_the_attacker() {
    let cases = "
into an attack: king-into-attack
    4k3/8/8/8/8/8/6r1/4K3 w - -: e1d2
into two attacks: king-into-attack
    4k3/8/8/8/8/2p4r/8/2K5 w - -: c1b1 h3h2 b1b2
onto a piece that is protected twice: king-takes-protected
    4k3/8/8/8/8/2p5/3r3r/3K4 w - -: d1d2
check of a knight: check-not-answered
    4k3/8/8/8/8/3n4/2P5/4K3 w - -: c2c3
check of a bishop: check-not-answered
    4k3/8/8/b7/8/8/1N6/4K3 w - -: b2d1
check taken by a pinned piece: pinned-piece-leaves-line
    4k3/8/8/b7/8/2N5/8/r3K3 w - -: c3d1
en passant by a pawn pinned on its file: pinned-piece-leaves-line
    3r3k/8/8/3Pp3/8/8/8/3K4 w - e6: d5e6
en passant by a knight: en-passant-by-another-piece
    8/8/8/2k5/3Pp3/8/1n6/4K3 b - d3: b2d3
a knight behind a pawn that came by one step: check-not-answered
    8/8/8/2k5/3P4/8/1n6/4K3 b - -: b2d3
a knight to the en passant square in another check: check-not-answered
    k7/8/8/8/5pP1/8/K7/5n1B b - g3: f1g3
en passant of a pawn that covers the king: en-passant-uncovers-diagonal
    7b/8/8/3Pp3/8/8/1K6/7k w - e6: d5e6
";
    assert_explained("explain.left_in_check", cases);
}
