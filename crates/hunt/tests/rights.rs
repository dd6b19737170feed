//! Rights to castle of Chess960 are asked in both ways in which FENs write them: files of rooks, and `KQkq` for the
//! outermost ones.

use crate::{Line, Report, check};
use ox88::{CastlingNotation, Position, divide};

/// What a function reads that is given this FEN, and rewrites its letters for rights in Chess960 in this way. Without a
/// rook for a letter there is no right.
fn check_with(rewritten: fn(char) -> Option<char>) -> Report {
    let my_divide = move |fen: &str, moves: &[&str], depth: u32| {
        let mut position = read(fen, rewritten);
        for mv in moves {
            position = position.after(position.find_move(mv).unwrap());
        }
        let rows = divide(&position, depth);
        rows.texts().collect::<Vec<_>>()
    };
    check(my_divide).suite("chess960").chess960().max_nodes(100).all().report()
}

fn read(fen: &str, rewritten: fn(char) -> Option<char>) -> Position {
    let right: Position = fen.parse().unwrap();
    if right.castling_notation() == CastlingNotation::KingToTarget {
        return right;
    }
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let letters = std::mem::replace(&mut fields[2], "-".to_owned());
    for letter in letters.chars().filter_map(rewritten) {
        let before = fields[2].replace('-', "");
        let with = [&fields[..2], &[format!("{before}{letter}")], &fields[3..]].concat();
        if with.join(" ").parse::<Position>().is_ok() {
            fields = with;
        }
    }
    fields.join(" ").parse().unwrap()
}

fn fen_of(line: &str) -> String {
    let line: Line = line.parse().unwrap();
    line.with_outermost_rooks().map_or("the same".to_owned(), |line| line.fen())
}

#[test]
fn the_outermost_rooks_have_k_and_q_and_others_their_files() {
    assert_eq!(fen_of("8/7k/8/8/8/8/8/4K1R1 w G - 0 1"), "8/7k/8/8/8/8/8/4K1R1 w K - 0 1");
    assert_eq!(
        fen_of("1r2k1r1/8/8/8/8/8/8/R3K2R b HAgb - 0 1"),
        "1r2k1r1/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
    );
    assert_eq!(fen_of("8/6k1/8/8/8/8/8/R1R1K3 w C - 0 1"), "the same");
    assert_eq!(fen_of("startpos"), "the same");
    // The letter b is also that of a piece and of the side to move.
    assert_eq!(fen_of("1rkb4/8/8/8/8/8/7K/8 b b - 0 1"), "1rkb4/8/8/8/8/8/7K/8 b q - 0 1");
}

#[test]
fn an_engine_that_reads_both_is_right() {
    let report = check_with(Some);
    assert!(report.whole_text(false).contains("no difference"), "{}", report.whole_text(false));
}

/// Reads `K` as the rook on the h-file, and `Q` as that on the a-file.
fn corner(letter: char) -> char {
    match letter {
        'K' => 'H',
        'Q' => 'A',
        'k' => 'h',
        'q' => 'a',
        file => file,
    }
}

#[test]
fn an_engine_that_takes_k_for_the_rook_in_the_corner_misreads_the_fen() {
    let text = check_with(|letter| Some(corner(letter))).whole_text(false);
    assert!(text.contains("FEN parsing"), "{text}");
    assert!(!text.contains("in Chess960, the engine reads"), "{text}");
}

#[test]
fn an_engine_that_reads_one_way_alone_is_told_so_once_and_not_accused() {
    let by_outermost =
        check_with(|letter| Some(letter).filter(|it| "KQkq".contains(*it))).whole_text(false);
    let by_files =
        check_with(|letter| Some(letter).filter(|it| !"KQkq".contains(*it))).whole_text(false);
    let note = "note: in Chess960, the engine reads castling rights written as";
    for (text, read) in [(by_outermost, "`KQkq`"), (by_files, "the files")] {
        assert!(text.contains("no difference"), "{text}");
        assert_eq!(text.matches(note).count(), 1, "{text}");
        assert!(text.contains(&format!("{note} {read}")), "{text}");
    }
}

#[test]
fn an_engine_that_reads_neither_is_not_excused() {
    let text = check_with(|_| None).whole_text(false);
    assert!(!text.contains("in Chess960, the engine reads"), "{text}");
    assert!(!text.contains("OK: no difference: "), "{text}");
}

#[test]
fn a_position_is_asked_by_the_letters_that_were_typed() {
    let typed = |fen: &str| fen.parse::<Line>().unwrap().fen();
    for fen in ["8/7k/8/8/8/8/8/4K1R1 w K - 0 1", "8/7k/8/8/8/8/8/4K1R1 w G - 0 1"] {
        assert_eq!(typed(fen), fen);
    }
}
