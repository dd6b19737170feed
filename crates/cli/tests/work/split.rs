//! `ox88 work split`.

use super::{assert_says, head, lines, new_path, number, read, refused, right, work};
use std::collections::BTreeSet;
use std::fs;

#[test]
fn each_line_has_a_position_its_paths_and_the_depth_that_is_left() {
    let text = right("split 5 --plies 3");
    let lines = lines(&text);
    assert_eq!(lines.len(), 5362);
    assert_eq!(lines.iter().map(|line| number(line, ";times")).sum::<u128>(), 8902);
    assert!(lines.iter().all(|line| number(line, ";depth") == 2));
    let after_e4_e5_d4 = "rnbqkbnr/pppp1ppp/8/4p3/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 1";
    assert!(lines.contains(&format!("{after_e4_e5_d4} ;times 2 ;depth 2").as_str()));
}

#[test]
fn the_head_says_what_the_lines_belong_to_and_what_they_add_up_to() {
    let text = right("split 4 kiwipete --plies 1");
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let [program, root, sums] = head(&text)[..] else { panic!("{text}") };
    assert_eq!((program, root), ("# ox88 work 1", format!("# root {kiwipete}").as_str()));
    assert!(sums.starts_with("# depth 4 plies 1 lines 48 times 48 checksum "), "{sums}");
}

#[test]
fn the_checksum_is_the_one_that_the_format_describes() {
    let text = right("split 2 --plies 1");
    let fnv = |line: &&str| {
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
        line.bytes().fold(14_695_981_039_346_656_037, step)
    };
    let sum = lines(&text).iter().map(fnv).fold(0, u64::wrapping_add);
    assert_says(&text, &[&format!("checksum {sum:016x}\n")]);
}

#[test]
fn the_same_work_is_the_same_file_sorted_however_its_root_is_written() {
    let text = right("split 4 startpos e2e4 --plies 2");
    assert!(lines(&text).is_sorted());
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 7 12";
    assert_eq!(right(&format!("split 4 {fen} --plies 2")), text);
    assert_eq!(right("split 4 --plies 2 startpos e2e4"), text);
}

#[test]
fn the_number_of_lines_is_said_before_they_are_written() {
    let run = work("split 5 --plies 3");
    let expected = "ox88: after 3 half moves: 5362 distinct positions, 8902 paths to them\n";
    assert_eq!(run.err, expected);
    let run = work("split 5 --plies 1");
    assert_eq!(run.err, "ox88: after 1 half move: 20 distinct positions, 20 paths to them\n");
}

#[test]
fn the_parts_have_each_line_once_and_differ_by_a_line_at_most() {
    let folder = new_path("parts");
    assert_eq!(right(&format!("split 4 --plies 2 --parts 7 --into {folder}")), "");
    let whole = right("split 4 --plies 2");
    let mut all = Vec::new();
    for part in 0..7 {
        let text = read(&format!("{folder}/part-{part}.epd"));
        let lines = lines(&text);
        assert!([57, 58].contains(&lines.len()), "{} lines", lines.len());
        let of_part = format!("# part {part}/7 lines {} times {0} checksum ", lines.len());
        assert!(text.starts_with(&head(&whole).join("\n")), "{text}");
        assert_says(&text, &[&of_part]);
        all.extend(lines.into_iter().map(str::to_owned));
    }
    assert_eq!(fs::read_dir(&folder).map(Iterator::count).ok(), Some(7));
    assert_eq!(all, lines(&whole));
}

#[test]
fn chess960_and_en_passant_keep_what_matters() {
    let castling = right(
        "split 2 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 --plies 1",
    );
    assert!(lines(&castling).iter().any(|line| line.contains(" b HFhf - 0 1 ;times 1 ;depth 1")));
    // A pawn that could capture on the square is there after the second move only.
    let moves = right("split 4 4k3/8/8/8/3p4/8/2P4P/4K3 w - - 0 1 --plies 1");
    let with_square: BTreeSet<_> =
        lines(&moves).into_iter().filter(|line| !line.contains(" b - - 0 1 ")).collect();
    let expected = "4k3/8/8/8/2Pp4/8/7P/4K3 b - c3 0 1 ;times 1 ;depth 3";
    assert_eq!(with_square, BTreeSet::from([expected]));
}

#[test]
fn what_cannot_be_split_is_refused() {
    let folder = new_path("not_empty");
    let existing = format!("split 3 --plies 1 --parts 2 --into {folder}");
    right(&existing);
    assert_says(&refused(&existing), &["/part-0.epd is there already", "without parts"]);
    let parts = |number: u32| {
        refused(&format!("split 3 --plies 1 --parts {number} --into {}", new_path("no_parts")))
    };
    assert_says(&parts(0), &["--parts 0: expected from 1 to 20"]);
    assert_says(&parts(21), &["--parts 21: expected from 1 to 20"]);
}
