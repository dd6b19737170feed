//! Contrasts of a position: each changes it in one respect, so that what still goes wrong and what is right then shows
//! where a fault ends.
//!
//! To add one, write a function that gives the changed set-ups, and call it in [`contrasts`].

use crate::worlds::view::place;
use ox88::{CastlingRights, Color, Move, Piece, PieceKind, Position, Setup, Square};
use std::collections::HashSet;

/// All contrasts of a position that can be set up, each once, the simplest first.
pub fn contrasts(here: &Position, wrong: &[Move]) -> Vec<Position> {
    let setup = here.setup();
    let all = [
        turned(&setup),
        with_goals_taken(&setup, wrong),
        without_state(&setup),
        each_king_elsewhere(here),
        other_men(&setup),
        fewer_and_exchanged(&setup),
        shifted(&setup),
    ];
    let mut known = HashSet::from([here.to_string()]);
    let positions = all.into_iter().flatten().filter_map(|it| Position::new(it).ok());
    positions.filter(|it| may_arise(it, here) && known.insert(it.to_string())).collect()
}

/// Whether a game may come to a position as to this one: engines need no right answer elsewhere.
fn may_arise(position: &Position, here: &Position) -> bool {
    let slides = |&square: &Square| position.board().at(square).is_some_and(Piece::slides);
    let checkers = position.checkers();
    let is_check_possible = match checkers.len() {
        0 => true,
        1 => position.en_passant().is_none() || here.is_check() || checkers.iter().all(slides),
        2 => position.en_passant().is_none() && checkers.iter().any(slides),
        _ => false,
    };
    let clock = position.setup().halfmove_clock;
    is_check_possible && (clock == 0 || position.en_passant().is_none())
}

/// Colours exchanged, files mirrored, files for ranks, the other side to move, and all of these together.
fn turned(setup: &Setup) -> Vec<Setup> {
    let files = on_squares(setup, |file, rank| (7 - file, rank));
    let diagonal = on_squares(setup, |file, rank| (rank, file));
    let plain: Vec<Setup> =
        [Some(setup.mirrored()), files, diagonal].into_iter().flatten().collect();
    let both: Vec<Setup> =
        [files, diagonal].into_iter().flatten().map(|it| it.mirrored()).collect();
    let other_turn = Setup { side_to_move: !setup.side_to_move, en_passant: None, ..*setup };
    [plain, both, vec![other_turn]].concat()
}

/// Without rights to castle, without en passant, and with other clocks.
fn without_state(setup: &Setup) -> Vec<Setup> {
    let clocks =
        [0, 30, 49, 50, 60, 74, 75, 99, 100].map(|clock| Setup { halfmove_clock: clock, ..*setup });
    let rest = [
        Setup { castling: CastlingRights::NONE, ..*setup },
        Setup { en_passant: None, ..*setup },
        Setup { castling: setup.castling.without_king_of(setup.side_to_move), ..*setup },
        Setup { castling: setup.castling.without_king_of(!setup.side_to_move), ..*setup },
    ];
    [&rest[..], &clocks].concat()
}

/// Something to capture where these moves end, or beside it.
fn with_goals_taken(setup: &Setup, moves: &[Move]) -> Vec<Setup> {
    let mut all = Vec::new();
    for mv in
        moves.iter().filter(|it| it.castling_rook().is_none() && setup.board.at(it.to).is_none())
    {
        for kind in [PieceKind::Knight, PieceKind::Rook] {
            let mut taken = Setup { en_passant: None, ..*setup };
            taken.board.put(mv.to, Piece::new(!setup.side_to_move, kind));
            all.push(taken);
            let (file, rank) = place(mv.to);
            for beside in [file - 1, file + 1] {
                let mut more = Setup { en_passant: None, ..*setup };
                let man = Piece::new(!setup.side_to_move, kind);
                all.extend(put(&mut more, beside, rank, man).map(|()| more));
            }
        }
    }
    all
}

/// Each king on each square.
fn each_king_elsewhere(here: &Position) -> Vec<Setup> {
    let mut all = Vec::new();
    for color in Color::BOTH {
        for square in Square::all().filter(|&it| here.board().at(it).is_none()) {
            let mut setup = here.setup();
            setup.board.clear(here.king(color));
            setup.board.put(square, Piece::new(color, PieceKind::King));
            setup.castling = setup.castling.without_king_of(color);
            all.push(setup);
        }
    }
    all
}

/// Each man of another kind, in place of the one that is there.
fn other_men(setup: &Setup) -> Vec<Setup> {
    let mut all = Vec::new();
    for (square, man) in men(setup) {
        for kind in [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
        ] {
            let mut other = *setup;
            other.board.put(square, Piece::new(man.color(), kind));
            other.castling = other.castling.without_rook_on(square);
            all.extend(Some(other).filter(|_| kind != man.kind()));
        }
    }
    all
}

/// Each man gone, or of the other side; and a man more beside the kings.
fn fewer_and_exchanged(setup: &Setup) -> Vec<Setup> {
    let mut all = Vec::new();
    for (square, man) in men(setup) {
        let castling = setup.castling.without_rook_on(square);
        let mut gone = Setup { castling, ..*setup };
        gone.board.clear(square);
        let mut exchanged = Setup { castling, ..*setup };
        exchanged.board.put(square, Piece::new(!man.color(), man.kind()));
        all.extend([gone, exchanged]);
    }
    let corners_and_middle = [0, 25, 43, 63].into_iter().filter_map(Square::from_number);
    for square in corners_and_middle.filter(|&it| setup.board.at(it).is_none()) {
        for kind in [PieceKind::Knight, PieceKind::Queen] {
            let mut more = *setup;
            more.board.put(square, Piece::new(setup.side_to_move, kind));
            all.push(more);
        }
    }
    all
}

/// All men some files or ranks further, and the same with one king or both left where they are.
fn shifted(setup: &Setup) -> Vec<Setup> {
    let mut all = Vec::new();
    for files in -7_i8..=7 {
        for ranks in -6_i8..=6 {
            let is_straight = files == 0 || ranks == 0;
            if is_straight {
                all.extend(moved(setup, files, ranks, &[]));
                all.extend(moved(setup, files, ranks, &[!setup.side_to_move]));
            }
            all.extend(moved(setup, files, ranks, &Color::BOTH));
        }
    }
    all
}

fn moved(setup: &Setup, files: i8, ranks: i8, kings_left: &[Color]) -> Option<Setup> {
    let mut moved = empty_like(setup);
    if setup.castling != CastlingRights::NONE || setup.en_passant.is_some() && ranks != 0 {
        return None;
    }
    if let Some(skipped) = setup.en_passant {
        let (file, rank) = place(skipped);
        moved.en_passant = Some(at(file + files, rank)?);
    }
    for (square, man) in all_men(setup) {
        let stays = man.kind() == PieceKind::King && kings_left.contains(&man.color());
        let (files, ranks) = if stays { (0, 0) } else { (files, ranks) };
        let (file, rank) = place(square);
        put(&mut moved, file + files, rank + ranks, man)?;
    }
    Some(moved)
}

/// The same men on other squares. Nothing where there are rights to castle, or an en passant square on another rank, which
/// would mean something else there.
fn on_squares(setup: &Setup, to: impl Fn(i8, i8) -> (i8, i8)) -> Option<Setup> {
    if setup.castling != CastlingRights::NONE {
        return None;
    }
    let mut other = empty_like(setup);
    if let Some(skipped) = setup.en_passant {
        let (file, rank) = place(skipped);
        let (file, to_rank) = to(file, rank);
        other.en_passant = Some(at(file, to_rank).filter(|_| to_rank == rank)?);
    }
    for (square, man) in all_men(setup) {
        let (file, rank) = place(square);
        let (file, rank) = to(file, rank);
        put(&mut other, file, rank, man)?;
    }
    Some(other)
}

fn at(file: i8, rank: i8) -> Option<Square> {
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then(|| Square::from_number(u32::from((8 * rank + file).cast_unsigned())))?
}

fn put(setup: &mut Setup, file: i8, rank: i8, man: Piece) -> Option<()> {
    let square = at(file, rank)?;
    let is_pawn_on_edge = man.kind() == PieceKind::Pawn && (rank == 0 || rank == 7);
    if setup.board.at(square).is_some() || is_pawn_on_edge {
        return None;
    }
    setup.board.put(square, man);
    Some(())
}

fn empty_like(setup: &Setup) -> Setup {
    Setup { side_to_move: setup.side_to_move, ..Setup::empty() }
}

fn all_men(setup: &Setup) -> Vec<(Square, Piece)> {
    Color::BOTH
        .into_iter()
        .flat_map(|color| setup.board.pieces(color).collect::<Vec<_>>())
        .collect()
}

fn men(setup: &Setup) -> Vec<(Square, Piece)> {
    let mut men = all_men(setup);
    men.retain(|it| it.1.kind() != PieceKind::King);
    men
}
